"""The small mark that says what this laptop makes of the cards of a deal; its tip is the whole sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lan_thirteen.net.dealing import Colour, DealChecked
from lan_thirteen.ui import theme
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.pictures import Align, Icon
from lan_thirteen.ui.theme import Face, Type
from lan_thirteen.ui.widgets import line

_WORDS: Final = Type(Face.MEDIUM, 12.5)
_SIGN: Final = 16.0
_LOOKS: Final = {
    Colour.GREEN: ("shield-check", theme.MINT),
    Colour.RED: ("triangle-alert", theme.RED),
    Colour.GREY: ("info", theme.MUTED),
}


def mark_width(stage: Stage, check: DealChecked) -> float:
    """How much room the mark takes with its words."""
    return _sign(stage) + 6 + stage.width(_words(stage, check), _WORDS) + 2


def fair_mark(stage: Stage, key: Key, box: Box, check: DealChecked) -> Iterator[Node]:
    """The mark at the right end of ``box``, with its words where there is room for them."""
    icon, ink = _LOOKS[check.colour]
    words, why, size = _words(stage, check), stage.language.why(check.why), _sign(stage)
    has_words = mark_width(stage, check) <= box.w
    x = box.right - (mark_width(stage, check) if has_words else size)
    sign = Box.around(x + size / 2, box.cy, size, size)
    yield Node(key, sign, Icon(icon, ink), tip=why, label=why)
    if has_words:
        room = Box(sign.right + 6, box.y, box.right - sign.right - 6, box.h)
        yield from line(stage, (*key, "words"), room, words, _WORDS, ink, Align.LEFT)


def _sign(stage: Stage) -> float:
    return _SIGN * stage.text_scale


def _words(stage: Stage, check: DealChecked) -> str:
    return stage.say(f"fair.mark.{check.colour}")
