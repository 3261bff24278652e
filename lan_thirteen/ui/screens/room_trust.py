"""What the waiting room knows of who sits where: the PIN, who keeps the table, and the words to be compared aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lan_thirteen.core.pin import DIGITS
from lan_thirteen.net.acquaintances import Standing
from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Icon, Panel
from lan_thirteen.ui.screens import room_state as r

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

_DIGITS: Final = theme.Type(theme.Face.EXTRABOLD, 24)
_BUTTON: Final = 40
_PAD: Final = 14
_THREE: Final = theme.Type(theme.Face.EXTRABOLD, 17)
_ICON: Final = 54
"""What the sign of the card needs, from its edge."""
_WORDS_SIDE: Final = 54
"""What stands beside the words of the table, and the air at their end."""


def pin_width(facts: r.Facts, stage: Stage) -> float:
    """How much room the PIN needs; 0 for who may not change it."""
    if not facts.is_owner:
        return 0.0
    if not facts.has_pin:
        return _BUTTON + 2 * _PAD
    texts = ((_said(facts, stage), _style(facts)), (stage.say("win.pin.field"), theme.HINT))
    return max(stage.width(text, style) for text, style in texts) + 4 + _BUTTON + 2 * _PAD


def pin_part(facts: r.Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """The PIN, and how its owner changes it; ``box`` is as wide as ``pin_width`` says."""
    yield from w.panel(("pin",), box, radius=16, opacity=0.86)
    cx = box.right - _PAD - _BUTTON / 2
    if not facts.has_pin:
        ask = stage.say("win.pin.ask-for-one")
        yield from w.icon_button(stage, ("pin", "change"), cx, box.cy, "lock-open", r.NewPin(), ask)
        return
    change = stage.say("win.pin.change")
    yield from w.icon_button(stage, ("pin", "change"), cx, box.cy, "lock", r.ChangePin(), change)
    words = Box(box.x + _PAD, box.y, box.w - 2 * _PAD - _BUTTON, box.h)
    yield from _two_lines(stage, words, stage.say("win.pin.field"), _said(facts, stage), _style(facts))


def trust_width(facts: r.Facts, stage: Stage) -> float:
    """How much room it needs to say what is known; 0 where nothing is."""
    said = _known(facts, stage)
    return max(stage.width(text, theme.BODY_STRONG) for text in said) + _ICON + _PAD + 4 if said else 0.0


def trust_part(facts: r.Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """What is known of who keeps the table, in one line or two."""
    yield from w.panel(("trust",), box, radius=16, opacity=0.86)
    is_doubtful = facts.known is Standing.OTHER
    is_good = facts.is_proven or facts.known in (Standing.KNOWN, Standing.OWN)
    icon = "triangle-alert" if is_doubtful else "shield-check" if is_good else "info"
    ink = theme.AMBER if is_doubtful else theme.MINT if is_good else theme.MUTED
    yield Node(("trust", "icon"), Box.around(box.x + 30, box.cy, 22, 22), Icon(icon, ink))
    said = _known(facts, stage)
    tall = line_height(stage, theme.BODY_STRONG)
    for place, text in enumerate(said):
        top = box.cy + (place - len(said) / 2) * tall
        spot = Box(box.x + _ICON, top, box.w - _ICON - 4, tall)
        tone = theme.AMBER if is_doubtful and place == len(said) - 1 else theme.TEXT
        yield from w.line(stage, ("trust", place), spot, text, theme.BODY_STRONG, tone)


def said_words(words: tuple[str, str, str]) -> str:
    """The three words of the table, as they are read."""
    return " · ".join(words)


def words_height(facts: r.Facts, stage: Stage, width: float) -> float:
    """How high ``words_part`` is at this width; 0 while no words are known."""
    if facts.words is None:
        return 0.0
    question = w.paragraph_height(stage, stage.say("trust.words.ask"), theme.HINT, width - _WORDS_SIDE)
    return max(theme.TARGET, question + line_height(stage, _THREE) + 10)


def words_part(facts: r.Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """The words of the table and the question; a press tells more."""
    if facts.words is None:
        return
    key = ("room", "words")
    question, three = stage.say("trust.words.ask"), said_words(facts.words)
    ground = Panel(theme.WHITE, theme.WHITE, 13, 0.14 if stage.hover == key else 0.06, theme.WHITE, 1.0, 0.12)
    yield Node(key, box, ground, r.ReadTrust(), f"{question} {three}", stage.say("trust.words.mean"))
    yield Node((*key, "icon"), Box.around(box.x + 22, box.cy, 20, 20), Icon("users", theme.MINT))
    tall = w.paragraph_height(stage, question, theme.HINT, box.w - _WORDS_SIDE)
    y = box.cy - (tall + line_height(stage, _THREE)) / 2
    spot = Box(box.x + 42, y, box.w - _WORDS_SIDE, tall)
    yield from w.paragraph(stage, (*key, "ask"), spot, question, theme.HINT, theme.TEXT_2)
    below = Box(spot.x, spot.bottom, spot.w, line_height(stage, _THREE))
    yield from w.line(stage, (*key, "three"), below, three, _THREE, theme.TEXT)


def height(stage: Stage) -> float:
    """How high the parts are at least."""
    return max(line_height(stage, theme.HINT) + line_height(stage, _DIGITS), 2 * line_height(stage, theme.BODY_STRONG))


def _known(facts: r.Facts, stage: Stage) -> list[str]:
    if facts.known is None:
        return []
    host = stage.say(f"trust.host.{facts.known}")
    return [stage.say("trust.proven"), host] if facts.is_proven else [host]


def _said(facts: r.Facts, stage: Stage) -> str:
    """The digits; of a PIN that was made before this window opened nothing is known."""
    return facts.pin if len(facts.pin) == DIGITS else stage.say("win.pin.unknown")


def _style(facts: r.Facts) -> theme.Type:
    return _DIGITS if facts.pin else theme.BODY


def _two_lines(stage: Stage, box: Box, hint: str, words: str, style: theme.Type) -> Iterator[Node]:
    small, big = line_height(stage, theme.HINT), line_height(stage, style)
    y = box.cy - (small + big) / 2
    yield from w.line(stage, ("pin", "hint"), Box(box.x, y, box.w, small), hint, theme.HINT, theme.TEXT_2)
    yield from w.line(stage, ("pin", "digits"), Box(box.x, y + small, box.w, big), words, style, theme.TEXT)
