"""In the head of the waiting room: the PIN to be read aloud, and what is known of who keeps the table. No more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lan_thirteen.core.pin import DIGITS
from lan_thirteen.net.acquaintances import Standing
from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Icon
from lan_thirteen.ui.screens import room_state as r

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

_DIGITS: Final = theme.Type(theme.Face.EXTRABOLD, 24)
_BUTTON: Final = 40
_PAD: Final = 14
_ICON: Final = 54
"""What the sign of the card needs, from its edge."""


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
