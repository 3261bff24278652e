"""What the window itself must do; everything else that comes out of the app is an order for the network's thread."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from lan_thirteen.ui.display import Key
from lan_thirteen.ui.settings import Settings


class Copy(NamedTuple):
    """Put this on the clipboard."""

    text: str


class Save(NamedTuple):
    """Keep these settings."""

    settings: Settings


class Flash(NamedTuple):
    """Ask for attention, if the window has no focus."""


class FocusOn(NamedTuple):
    """The keyboard is at this node now."""

    key: Key


class Quit(NamedTuple):
    """End the program."""


Effect: TypeAlias = Copy | Save | Flash | FocusOn | Quit
