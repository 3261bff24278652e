"""How large the screen is in units, and all else that a screen needs to know to be laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lan_thirteen.ui.display import Box, Key
from lan_thirteen.ui.theme import Face, Type

if TYPE_CHECKING:
    from collections.abc import Callable

    from lan_thirteen.ui.text import Language

WIDE: Final = (1280, 720)
COMPACT: Final = (960, 540)
_WIDE_FROM: Final = 0.86
_UNIT: Final = (0.8, 3.0)
_MOST_TEXT: Final = (1.5, 1.15)
"""The largest text that every screen has room for, wide and compact."""


class Canvas(NamedTuple):
    """The window in units; ``unit`` is how many pixels one has."""

    w: float
    h: float
    unit: float
    is_compact: bool

    @property
    def box(self) -> Box:
        return Box(0, 0, self.w, self.h)


def canvas_of(width: int, height: int) -> Canvas:
    """The canvas of a window of so many pixels; room beyond the base's shape is the canvas's too."""
    is_compact = min(width / WIDE[0], height / WIDE[1]) < _WIDE_FROM
    base = COMPACT if is_compact else WIDE
    low, high = _UNIT
    unit = min(max(min(width / base[0], height / base[1]), low), high)
    return Canvas(max(width, 1) / unit, max(height, 1) / unit, unit, is_compact)


def text_scale_of(canvas: Canvas, wanted: float) -> float:
    """What is wanted, or the largest text that every screen has room for."""
    return min(wanted, _MOST_TEXT[canvas.is_compact])


class Stage(NamedTuple):
    """All that a screen needs to know, apart from what it shows."""

    canvas: Canvas
    language: Language
    measure: Callable[[str, Face, float], float]
    """The width of a text in this face at this size, in units."""
    text_scale: float = 1.0
    focus: Key | None = None
    """What the keyboard is at."""
    hover: Key | None = None
    """What the pointer is over."""
    pressed: Key | None = None
    """What is being held down."""
    has_keys: bool = False
    """The keyboard was used last: the focus is shown."""
    now: float = 0.0
    """Seconds since the program began; for clocks that are shown, never for anything that is decided."""

    def say(self, key: str, *numbers: int | str, **words: object) -> str:
        return self.language.say(key, *numbers, **words)

    def type(self, style: Type) -> Type:
        """``style`` at the size that the player wants."""
        return Type(style.face, style.size * self.text_scale)

    def width(self, text: str, style: Type) -> float:
        """How wide ``text`` is in ``style`` at the size that the player wants."""
        return self.measure(text, style.face, style.size * self.text_scale)
