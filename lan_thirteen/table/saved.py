"""A table as it was when its program ended: what another one must know to go on with it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any, NamedTuple

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Absence, DealId, Lobby, Person
from lan_thirteen.table.records import Record


class Reached(Enum):
    """How far an attempt at a deal has come."""

    OPENED = auto()
    COMMITTED = auto()
    """All have committed; their bytes are awaited."""
    DEALT = auto()
    OVER = auto()
    """Played to its end and shown."""
    GIVEN_UP = auto()
    """Somebody had not answered, and it was shown."""


class LastDrawing(NamedTuple):
    """The attempt at a deal that was opened last."""

    of: DealId
    drawers: tuple[tuple[Seat, Person], ...]
    reached: Reached
    left_out: frozenset[Person] = frozenset()
    """Who has not answered in an attempt at this deal."""
    checked: frozenset[Person] = frozenset()
    """Whose laptops have said what they make of it."""


class Holder(NamedTuple):
    """Who plays a seat by right, and who in their place."""

    person: Person | None
    level: str
    """Of the bot whose seat it is."""
    stand_in: str
    absence: Absence | None


class Saved(NamedTuple):
    """All of it. In the lobby the rest means nothing."""

    lobby: Lobby
    """The table as it was; its phase tells the lobby from a match only."""
    match: int = 0
    """Which of its matches was going on."""
    records: tuple[Record[Any], ...] = ()
    """Of that match."""
    holders: Mapping[Seat, Holder] = {}
    """Who plays each seat, as it was written down last."""
    drawing: LastDrawing | None = None
    given_up: int = 0
    """Attempts at deals of the match in which somebody did not answer."""
