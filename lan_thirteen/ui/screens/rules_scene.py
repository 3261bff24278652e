"""Draws the small pictures of the rules: cards, targets and signs from left to right, as large as there is room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, assert_never

from lan_thirteen.ui import theme
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.pictures import Card, Icon, Wheel
from lan_thirteen.ui.screens.rules_blocks import Group, Look, Scene, Shown, Sign, Target

if TYPE_CHECKING:
    from lan_thirteen.ui.theme import Colour

_GAP: Final = 0.18
"""Between two things, over a card's width."""
_SIGN: Final = 0.42
_LIFT: Final = 0.11
"""How much higher a card lies that is taken away, over a card's height."""
_GLOWS: Final[dict[Look, Colour | None]] = {
    Look.LIES: None,
    Look.COMES: theme.AMBER,
    Look.FORBIDDEN: theme.RED,
    Look.GOES: theme.SKY,
}


def scene_nodes(key: Key, box: Box, scene: Scene, *, turn: float = 0.0) -> Iterator[Node]:
    """The picture in the middle of ``box``; cards of a group are turned by so much against each other."""
    total = sum(map(_span, scene)) + _GAP * (len(scene) - 1)
    w = min(box.h / (1 + _LIFT) / theme.CARD_RATIO, box.w / total)
    x = box.cx - total * w / 2
    tall = w * theme.CARD_RATIO
    y = box.cy - tall / 2 + _LIFT * tall / 2
    for place, item in enumerate(scene):
        spot = Box(x, y, _span(item) * w, tall)
        yield from _item((*key, place), spot, item, w, turn)
        x += spot.w + _GAP * w


def _span(item: Group | Target | Sign) -> float:
    """How wide it is, over a card's width."""
    match item:
        case Group(cards, step):
            return 1 + step * (len(cards) - 1)
        case Target():
            return theme.CARD_RATIO
        case Sign():
            return _SIGN
        case _:
            assert_never(item)


def _item(key: Key, box: Box, item: Group | Target | Sign, w: float, turn: float) -> Iterator[Node]:
    match item:
        case Group(cards, step):
            middle = (len(cards) - 1) / 2
            for place, shown in enumerate(cards):
                spot = Box(box.x + place * step * w, box.y, w, box.h)
                yield _card((*key, place), spot, shown)._replace(angle=(place - middle) * turn)
        case Target(colour, total, added):
            yield Node(key, box, Wheel(colour, total, added))
        case Sign(icon):
            size = box.w
            yield Node(key, Box.around(box.cx, box.cy, size, size), Icon(icon, theme.TEXT_2))
        case _:
            assert_never(item)


def _card(key: Key, box: Box, shown: Shown) -> Node:
    lifted = box.moved(0, -_LIFT * box.h) if shown.look is Look.GOES else box
    return Node(key, lifted, Card(shown.face, _GLOWS[shown.look]))
