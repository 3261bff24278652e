"""What a person does to the window. Places are in units of the canvas, times in seconds of one running clock."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Moved(NamedTuple):
    """The pointer is here; None: it has left the window."""

    place: tuple[float, float] | None


class Down(NamedTuple):
    """The main button went down."""

    x: float
    y: float
    at: float


class Up(NamedTuple):
    """The main button was let go."""

    x: float
    y: float
    at: float


class Wheeled(NamedTuple):
    """The wheel was turned by so many notches, away from the person being positive."""

    x: float
    y: float
    notches: float


class Pressed(NamedTuple):
    """A key went down, or repeats itself while it is held.

    ``name`` is that of the key's place on the keyboard, in lower case, behind its modifiers: ``p``, ``shift+tab``,
    ``ctrl+v``, ``return``, ``f1``. The command key of a Mac counts as ``ctrl``.
    """

    name: str
    at: float
    is_repeat: bool = False


class Typed(NamedTuple):
    """Text for the field that has the focus."""

    text: str


class Composing(NamedTuple):
    """An input method composes this text; empty when it has ended."""

    text: str


class Pasted(NamedTuple):
    """The clipboard was asked for and holds this."""

    text: str


class Resized(NamedTuple):
    """The window has so many pixels."""

    width: int
    height: int


class Focused(NamedTuple):
    """The window is the one that is typed into, or no longer."""

    has_focus: bool


class CloseAsked(NamedTuple):
    """The window's close button was pressed."""


Event: TypeAlias = Moved | Down | Up | Wheeled | Pressed | Typed | Composing | Pasted | Resized | Focused | CloseAsked
