"""How far what is drawn of a node reaches: its box with its light, shadow and overhang. Lengths are units."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final, assert_never

from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import (
    Avatar,
    Backdrop,
    Bars,
    Branch,
    Card,
    FieldText,
    Icon,
    Line,
    Panel,
    Shade,
    Shape,
    Text,
    Wheel,
)

SPREAD: Final = 2.6
"""How far a blur reaches, in blurs."""

GLOW: Final = 9.0
"""The blur of a panel's glow."""
DROP: Final = 0.42
"""How far below a panel its shadow lies, in blurs."""
CARD_GLOW: Final = 6.0
CARD_SHADOW: Final = 4.0
WHEEL_SHADOW: Final = 15.0
"""At a wheel of radius 104, as are its other lengths."""
WHEEL_DROP: Final = 9.0
WHEEL_GLOW: Final = 13.0
WHEEL_RADIUS: Final = 104.0
BRANCH: Final = 14.0
PLATE: Final = 1.55
"""How much larger than a sign its plate is."""
ARROW: Final = 8.0
FAR: Final = 100.0
"""More than anything but a line reaches beyond its box, except a long text to the right."""
_EDGE: Final = 2.0
"""For what is rounded to whole pixels."""
_LINE_ABOVE: Final = 0.95
"""How far letters reach from the middle of the capitals, in ems."""
_LINE_BEYOND: Final = 2.6
"""How far a line that is too long reaches beyond its box, in ems."""


def shadow_blur(height: float) -> float:
    """How soft the shadow of a panel of this height is: high panels lie further up."""
    return min(max(6 + 0.09 * height, 7.0), 18.0)


def panel_margin(picture: Panel, height: float) -> float:
    shadow = shadow_blur(height) * (SPREAD + DROP) + _EDGE if picture.has_shadow else 0.0
    glow = GLOW * SPREAD + 1 + _EDGE if picture.glow is not None else 0.0
    return max(shadow, glow) + _EDGE


def card_margin(picture: Card) -> float:
    shadow = (CARD_SHADOW + 0.35 * picture.lift) * SPREAD + 3 + 0.5 * picture.lift
    return max(shadow, CARD_GLOW * SPREAD if picture.glow is not None else 0.0) + _EDGE


def wheel_margin(width: float) -> float:
    return (WHEEL_SHADOW * SPREAD + WHEEL_DROP) * width / 2 / WHEEL_RADIUS + _EDGE


def touches(node: Node, seen: Box) -> bool:
    """Whether anything of the node may lie in ``seen``: quick where it is far away."""
    x, y, w, h = node.box
    left, top, right, low = seen.x - x - w, seen.y - y - h, seen.right - x, seen.bottom - y
    if isinstance(node.picture, Line):
        return ink(node).meets(seen, 0)
    if left < 0 < right and top < 0 < low:
        return True
    if not node.angle:
        if low < -FAR or top > FAR or right < -FAR:
            return False
        if left > FAR and not isinstance(node.picture, Text):
            return False
    return ink(node).meets(seen, 0)


def ink(node: Node) -> Box:
    """All that drawing the node may change."""
    box = _upright(node)
    if not node.angle:
        return box
    turn, around = radians(node.angle), node.box
    x, y = max(around.cx - box.x, box.right - around.cx), max(around.cy - box.y, box.bottom - around.cy)
    across, down = abs(cos(turn)), abs(sin(turn))
    return Box.around(around.cx, around.cy, 2 * (x * across + y * down) + _EDGE, 2 * (x * down + y * across) + _EDGE)


def _upright(node: Node) -> Box:
    box, picture = node.box, node.picture
    match picture:
        case Text(runs):
            return _line(box, max((run.type.size for run in runs), default=0.0))
        case FieldText(type=style):
            return box.inset(-_EDGE, -style.size)
        case Panel():
            return box.inset(-panel_margin(picture, box.h))
        case Card():
            times = 1.0 if node.rest is None else max(1.0, box.h / max(node.rest[1], 1.0))
            return box.inset(-times * card_margin(picture))
        case Icon() | Avatar() | Bars() | Backdrop() | Shade():
            return box.inset(-_EDGE)
        case Shape():
            return box.inset(-(PLATE - 1) / 2 * min(box.w, box.h) - _EDGE)
        case Wheel():
            return box.inset(-wheel_margin(min(box.w, box.h)))
        case Branch():
            return box.inset(-BRANCH - _EDGE)
        case Line():
            return _around(box, picture)
        case _:
            assert_never(picture)


def _line(box: Box, size: float) -> Box:
    h = max(box.h, 2 * _LINE_ABOVE * size) + 2 * _EDGE
    return Box(box.x - _EDGE, box.cy - h / 2, max(box.w, 0.0) + _LINE_BEYOND * size + 2 * _EDGE, h)


def _around(box: Box, picture: Line) -> Box:
    if not picture.points:
        return box
    left, right = min(x for x, _ in picture.points), max(x for x, _ in picture.points)
    top, low = min(y for _, y in picture.points), max(y for _, y in picture.points)
    slack = picture.width + _EDGE + (ARROW if picture.has_arrow else 0.0)
    return Box(box.x + left, box.y + top, right - left, low - top).inset(-slack)
