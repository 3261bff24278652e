"""Rounded labels that hold words and signs in a row, in the longest of several wordings that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.layout import shortened
from lan_thirteen.ui.pictures import Icon, Panel, Run, Shape, Text
from lan_thirteen.ui.theme import Colour, Type

Sign: TypeAlias = Icon | Shape
Part: TypeAlias = Sign | Run
"""Words come in the type of the theme; they are drawn at the size that the player wants."""
Wording: TypeAlias = Sequence[Part]

_GAP: Final = 6.0
_SIGN: Final = 1.15
"""Size of a sign over that of the words."""


class Look(NamedTuple):
    """The colours of a label."""

    fill: Colour
    edge: Colour | None
    edge_width: float = 1.6
    opacity: float = 0.97


def pill(
    stage: Stage,
    key: Key,
    box: Box,
    wordings: Sequence[Wording],
    look: Look,
    *,
    style: Type,
    tip: str = "",
    group: str = "table",
) -> tuple[Node, ...]:
    """A label in the middle of ``box``, as high as it and as wide as need be: the first wording that fits.

    Where none fits the words of the last one are cut short.
    """
    room = box.w - _pad(box)
    chosen = next((words for words in wordings if _width(stage, words, style) <= room), None)
    parts = _cut(stage, wordings[-1], style, room) if chosen is None else tuple(chosen)
    wide = _width(stage, parts, style)
    frame = Box.around(box.cx, box.cy, wide + _pad(box), box.h)
    panel = Panel(
        look.fill,
        look.fill,
        box.h / 2,
        opacity=look.opacity,
        edge=look.edge,
        edge_width=look.edge_width,
        has_shadow=True,
    )
    label = tip and " ".join(part.text for part in parts if isinstance(part, Run))
    whole = Node((*key, "label"), frame, panel, tip=tip, label=label, group=group)
    return (whole, *_inside(stage, key, parts, style, frame, group))


def _pad(box: Box) -> float:
    return 0.8 * box.h


def _sign_size(stage: Stage, style: Type) -> float:
    return style.size * stage.text_scale * _SIGN


def _part_width(stage: Stage, part: Part, style: Type) -> float:
    return stage.width(part.text, part.type) if isinstance(part, Run) else _sign_size(stage, style)


def _width(stage: Stage, parts: Wording, style: Type) -> float:
    return sum(_part_width(stage, part, style) for part in parts) + _GAP * max(0, len(parts) - 1)


def _cut(stage: Stage, parts: Wording, style: Type, room: float) -> tuple[Part, ...]:
    """The parts with the words of the last run cut short, and those before it left out if that is not enough."""
    kept: list[Part] = []
    left = room
    for part in parts:
        if isinstance(part, Run):
            text = shortened(stage, part.text, stage.type(part.type), left)
            part = part._replace(text=text)  # noqa: PLW2901
        wide = _part_width(stage, part, style)
        if wide > left:
            break
        kept.append(part)
        left -= wide + _GAP
    return tuple(kept)


def _inside(stage: Stage, key: Key, parts: Wording, style: Type, frame: Box, group: str) -> Iterator[Node]:
    x = frame.cx - _width(stage, parts, style) / 2
    for place, part in enumerate(parts):
        wide = _part_width(stage, part, style)
        if isinstance(part, Run):
            line = Text((part._replace(type=stage.type(part.type)),))
            # a hair wider than measured: sums of widths differ in the last digit
            yield Node((*key, place), Box(x, frame.y, wide + 0.1, frame.h), line, group=group)
        else:
            yield Node((*key, place), Box.around(x + wide / 2, frame.cy, wide, wide), part, group=group)
        x += wide + _GAP
