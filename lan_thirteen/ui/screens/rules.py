"""The rules of the games, in pages with pictures: a dialog over anything, for ``display.covered``."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Options: TypeAlias = tuple[tuple[str, object], ...]
"""The options of a table by name, as the game's registry names them."""


class State(NamedTuple):
    """What the rules are open at."""

    game: str
    page: int = 0
    options: Options | None = None
    """Those of the table that is played at: the ones that are not as usual are marked."""
