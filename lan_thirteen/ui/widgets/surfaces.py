"""Panels, buttons, chips and key caps."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from lan_thirteen.ui import theme
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.pictures import Align, Icon, Panel
from lan_thirteen.ui.theme import Colour, colour
from lan_thirteen.ui.widgets.words import line

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage


class Tone(StrEnum):
    """What a button or a chip is about."""

    PLAIN = "plain"
    AMBER = "amber"
    MINT = "mint"
    RED = "red"
    SKY = "sky"
    DANGER = "danger"
    """A button that ends something."""
    QUIET = "quiet"
    """A button beside others that matter more."""


_CHIPS: Final = {
    Tone.PLAIN: (colour("#22332F"), theme.TEXT),
    Tone.AMBER: (colour("#4A3A12"), theme.AMBER),
    Tone.MINT: (colour("#1E4A3D"), theme.MINT),
    Tone.RED: (theme.RED_DARK, theme.ON_RED),
    Tone.SKY: (theme.SKY_DARK, theme.SKY),
}
_CAP: Final = theme.CHIP


def grouped(group: str, nodes: Iterable[Node]) -> tuple[Node, ...]:
    """``nodes`` as parts of this group."""
    return tuple(node._replace(group=group) for node in nodes)


def panel(
    key: Key,
    box: Box,
    *,
    radius: float = theme.PANEL_RADIUS,
    glow: Colour | None = None,
    edge: Colour | None = None,
    opacity: float = 0.9,
    tip: str = "",
) -> tuple[Node, ...]:
    """A dark ground for other things."""
    picture = Panel(
        theme.INK[2],
        theme.INK[1],
        radius,
        opacity,
        edge or theme.WHITE,
        1.6 if edge else 1.0,
        0.95 if edge else 0.1,
        has_shadow=True,
        glow=glow,
        shine=0.14,
    )
    return (Node(key, box, picture, tip=tip),)


def plaque(key: Key, box: Box, *, radius: float = theme.ROW_RADIUS, is_dashed: bool = False) -> tuple[Node, ...]:
    """A lighter ground on a panel: a row, a picture with its words; dashed where something is missing."""
    picture = Panel(
        theme.WHITE,
        theme.WHITE,
        radius,
        0.0 if is_dashed else 0.06,
        theme.TEXT_2 if is_dashed else theme.WHITE,
        1.5 if is_dashed else 1.0,
        0.4 if is_dashed else 0.08,
        is_dashed=is_dashed,
    )
    return (Node(key, box, picture),)


def well(key: Key, box: Box, *, radius: float = theme.FIELD_RADIUS, is_lit: bool = False, depth: float = 0.32) -> Node:
    """A darker ground for what can be changed; it lies on a panel unless ``depth`` is more."""
    edge = theme.AMBER if is_lit else theme.WHITE
    return Node(
        key, box, Panel(theme.BLACK, theme.BLACK, radius, depth, edge, 1.3 if is_lit else 1.0, 0.8 if is_lit else 0.16)
    )


def chip_width(stage: Stage, text: str, icon: str | None = None) -> float:
    size = _chip_size(stage)
    return stage.width(text, theme.CHIP) + (size + 7 if icon and text else size + 2 if icon else 0) + 20


def chip(
    stage: Stage,
    key: Key,
    x: float,
    cy: float,
    text: str,
    *,
    icon: str | None = None,
    tone: Tone = Tone.PLAIN,
    align: Align = Align.LEFT,
    room: float | None = None,
    tip: str = "",
) -> tuple[Node, ...]:
    """A small sign at ``x`` (its left edge, middle or right edge by ``align``), at most ``room`` wide."""
    ground, ink = _CHIPS.get(tone, _CHIPS[Tone.PLAIN])
    size = _chip_size(stage)
    w = chip_width(stage, text, icon)
    w = w if room is None else min(w, room)
    h = max(24.0, size * 2)
    left = {Align.LEFT: x, Align.CENTRE: x - w / 2, Align.RIGHT: x - w}[align]
    box = Box(left, cy - h / 2, w, h)
    nodes = [Node(key, box, Panel(ground, ground, h / 2, 0.96), label=tip or text, tip=tip)]
    start = box.x + 10
    if icon:
        nodes.append(Node((*key, "icon"), Box.around(start + size / 2, cy, size + 2, size + 2), Icon(icon, ink)))
        start += size + 7
    if text:
        nodes += line(stage, (*key, "text"), Box(start, box.y, box.right - 9.5 - start, h), text, theme.CHIP, ink)
    return tuple(nodes)


def cap_width(stage: Stage, text: str) -> float:
    return max(20.0, stage.width(text, _CAP) + 11)


def key_cap(stage: Stage, key: Key, x: float, cy: float, text: str, ink: Colour = theme.TEXT_2) -> tuple[Node, ...]:
    """The picture of a key, from ``x`` on."""
    h = max(19.0, _chip_size(stage) * 1.6)
    box = Box(x, cy - h / 2, cap_width(stage, text), h)
    ground = Panel(ink, ink, 5, 0.12, ink, 1.0, 0.4)
    return (Node(key, box, ground), *line(stage, (*key, "text"), box, text, _CAP, ink, Align.CENTRE))


def key_hint_width(stage: Stage, cap: str, text: str) -> float:
    return cap_width(stage, cap) + 6 + stage.width(text, theme.HINT)


def key_hint(
    stage: Stage, key: Key, x: float, cy: float, cap: str, text: str, ink: Colour = theme.MUTED
) -> tuple[Node, ...]:
    """A key and what it does, from ``x`` on."""
    start = x + cap_width(stage, cap) + 6
    box = Box(start, cy - 12, stage.width(text, theme.HINT) + 0.5, 24)
    return (*key_cap(stage, key, x, cy, cap), *line(stage, (*key, "what"), box, text, theme.HINT, ink))


def _chip_size(stage: Stage) -> float:
    return theme.CHIP.size * stage.text_scale
