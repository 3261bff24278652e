"""Small labels with an icon, and what colours they have."""

from __future__ import annotations

from typing import Final

from lan_thirteen.ui import theme
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.layout import shortened
from lan_thirteen.ui.pictures import Align, Icon, Panel, Run, Text
from lan_thirteen.ui.theme import Colour, Type
from lan_thirteen.ui.widgets import Tone

TONES: Final = {
    Tone.PLAIN: (theme.mixed(theme.INK[4], theme.INK[3], 0.5), theme.TEXT_2),
    Tone.AMBER: (theme.AMBER_DARK, theme.AMBER),
    Tone.MINT: (theme.MINT_DARK, theme.MINT),
    Tone.RED: (theme.RED_DARK, theme.ON_RED),
    Tone.SKY: (theme.SKY_DARK, theme.mixed(theme.SKY, theme.WHITE, 0.3)),
}
"""Fill and words of a small label."""
EDGES: Final = {
    Tone.PLAIN: theme.WHITE,
    Tone.AMBER: theme.AMBER,
    Tone.MINT: theme.MINT,
    Tone.RED: theme.RED,
    Tone.SKY: theme.SKY,
}


def small_label(
    stage: Stage,
    key: Key,
    x: float,
    cy: float,
    text: str,
    *,
    icon: str = "",
    tone: Tone = Tone.PLAIN,
    room: float = 1000.0,
    group: str = "",
) -> tuple[Node, ...]:
    """A chip of 18 units' height from ``x``; its words go where there is no room, and stay as its tip."""
    fill, ink = TONES[tone]
    style = theme.CHIP
    h = max(18.0, 1.45 * style.size * stage.text_scale)
    sign = h - 5 if icon else 0.0
    words = stage.width(text, style)
    pad = h * 0.4
    full = 2 * pad + sign + (4 if icon and text else 0) + words
    tip = ""
    if full > room and 2 * pad + words <= room:
        icon, sign, full = "", 0.0, 2 * pad + words
    elif full > room and icon:
        pad *= 0.7
        tip, text, full = text, "", sign + 2 * pad
    elif full > room:
        tip = text
        text, full = shortened(stage, text, stage.type(style), max(0.0, room - 2 * pad)), room
    box = Box(x, cy - h / 2, full, h)
    nodes = [Node(key, box, Panel(fill, fill, h / 2, opacity=0.95), tip=tip, group=group)]
    if icon:
        nodes.append(Node((*key, "icon"), Box.around(x + pad + sign / 2, cy, sign, sign), Icon(icon, ink), group=group))
    if text:
        at = x + pad + (sign + 4 if icon else 0)
        run = Run(text, stage.type(style), ink)
        nodes.append(Node((*key, "text"), Box(at, cy - h / 2, box.right - at, h), Text((run,)), group=group))
    return tuple(nodes)


def count_width(stage: Stage, text: str, size: float = 12.5) -> float:
    """How wide ``count_label`` is."""
    return max(22.0, stage.width(text, Type(theme.Face.EXTRABOLD, size)) + 14)


def count_label(
    stage: Stage,
    key: Key,
    cx: float,
    cy: float,
    text: str,
    *,
    ink: Colour = theme.TEXT,
    edge: Colour = theme.WHITE,
    size: float = 13,
) -> tuple[Node, ...]:
    """A dark round label with a number, about this point."""
    style = Type(theme.Face.EXTRABOLD, size)
    h = max(size + 5, size * stage.text_scale * 1.35)
    box = Box.around(cx, cy, count_width(stage, text, size), h)
    ground = Panel(theme.FOCUS_OUTER, theme.FOCUS_OUTER, h / 2, opacity=0.95, edge=edge, edge_opacity=0.5)
    run = Run(text, stage.type(style), ink)
    return Node(key, box, ground), Node((*key, "text"), box, Text((run,), Align.CENTRE))
