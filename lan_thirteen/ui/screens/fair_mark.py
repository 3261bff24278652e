"""The small mark that says what this laptop makes of the cards of a deal; its tip is the whole sentence.

A press on it shows what stands behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lan_thirteen.core.lobby import Colour
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import Ask
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.pictures import Align, Icon, Panel
from lan_thirteen.ui.theme import Face, Type
from lan_thirteen.ui.widgets import line

LOOKS: Final = {
    Colour.GREEN: ("shield-check", theme.MINT),
    Colour.RED: ("triangle-alert", theme.RED),
    Colour.GREY: ("info", theme.MUTED),
}
_WORDS: Final = Type(Face.MEDIUM, 12.5)
_SIGN: Final = 16.0
_PAD: Final = 8.0
"""Between the sign or the words and the edge of the ground."""


def mark_width(stage: Stage, check: DealChecked) -> float:
    """How much room the mark takes with its words."""
    return sign_width(stage) + 6 + stage.width(_words(stage, check), _WORDS) + 2


def sign_width(stage: Stage) -> float:
    """How much room the mark takes without words."""
    return _sign(stage) + 2 * _PAD


def fair_mark(stage: Stage, key: Key, box: Box, check: DealChecked) -> Iterator[Node]:
    """The mark at the right end of ``box``, with its words where there is room for them."""
    icon, ink = LOOKS[check.colour]
    words, why, size = _words(stage, check), stage.language.why(check.why), _sign(stage)
    has_words = mark_width(stage, check) <= box.w + 0.01
    wide = mark_width(stage, check) if has_words else sign_width(stage)
    tall = size + 12
    ground = Box(box.right - wide, box.cy - tall / 2, wide, tall)
    is_lit = stage.hover == key
    yield Node((*key, "ground"), ground, Panel(ink, ink, tall / 2, 0.2 if is_lit else 0.09, ink, 1.0, 0.45))
    sign = Box(ground.x + _PAD, box.cy - size / 2, size, size)
    reach = Box.around(ground.cx, ground.cy, max(ground.w, theme.TARGET), max(ground.h, theme.TARGET))
    yield Node(key, sign, Icon(icon, ink), Ask("fair"), tip=why, label=why, hit=reach)
    if has_words:
        room = Box(sign.right + 6, box.y, ground.right - _PAD - sign.right - 6 + 2, box.h)
        yield from line(stage, (*key, "words"), room, words, _WORDS, ink, Align.LEFT)


def _sign(stage: Stage) -> float:
    return _SIGN * stage.text_scale


def _words(stage: Stage, check: DealChecked) -> str:
    return stage.say(f"fair.mark.{check.colour}")
