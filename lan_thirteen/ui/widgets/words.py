"""Lines and paragraphs: words that fit where they are put."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height, shortened, wrap
from lan_thirteen.ui.pictures import Align, Run, Text
from lan_thirteen.ui.theme import Type

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lan_thirteen.ui.canvas import Stage
    from lan_thirteen.ui.display import Key
    from lan_thirteen.ui.theme import Colour

SHRINKS: Final = 1.5
"""A line that is too long is drawn smaller by so much, at the most, before it is cut."""
_TALL: Final = 1.2
"""The height of a line's box over its size."""


def line(
    stage: Stage,
    key: Key,
    box: Box,
    text: str,
    style: Type,
    colour: Colour,
    align: Align = Align.LEFT,
    *,
    group: str = "",
) -> tuple[Node, ...]:
    """One line in ``style`` at the size that the player wants; cut with an ellipsis, it has the whole as its tip."""
    return runs(stage, key, box, (Run(text, style, colour),), align, group=group)


def runs(
    stage: Stage,
    key: Key,
    box: Box,
    words: Sequence[Run],
    align: Align = Align.LEFT,
    *,
    group: str = "",
) -> tuple[Node, ...]:
    """One line of several types and colours, which fits as ``line`` does."""
    fitted = _fitted(stage, words, box.w)
    whole = "".join(run.text for run in words)
    is_cut = whole != "".join(run.text for run in fitted)
    tall = max((run.type.size for run in fitted), default=0.0) * _TALL
    roomy = box if box.h >= tall else Box(box.x, box.cy - tall / 2, box.w, tall)
    tip = whole if is_cut else ""
    return (Node(key, roomy, Text(tuple(fitted), align), label=tip, tip=tip, group=group),)


def runs_width(stage: Stage, words: Iterable[Run]) -> float:
    """How wide these words are at the size that the player wants."""
    return sum(stage.width(run.text, run.type) for run in words)


def paragraph(
    stage: Stage,
    key: Key,
    box: Box,
    text: str,
    style: Type,
    colour: Colour,
    align: Align = Align.LEFT,
    *,
    most: int | None = None,
) -> tuple[Node, ...]:
    """``text`` in lines from the top of ``box``; more than ``most`` lines end in an ellipsis."""
    lines = wrap(stage, text, style, box.w)
    if most is not None and len(lines) > most:
        lines = (*lines[: most - 1], " ".join(lines[most - 1 :]))
    height = line_height(stage, style)
    return tuple(
        node
        for place, words in enumerate(lines)
        for node in line(
            stage, (*key, place), Box(box.x, box.y + place * height, box.w, height), words, style, colour, align
        )
    )


def paragraph_height(stage: Stage, text: str, style: Type, width: float) -> float:
    """How high ``paragraph`` will be."""
    return len(wrap(stage, text, style, width)) * line_height(stage, style)


def _fitted(stage: Stage, words: Sequence[Run], width: float) -> list[Run]:
    scaled = [run._replace(type=stage.type(run.type)) for run in words]
    wide = _width(stage, scaled)
    if wide <= width or not wide:
        return scaled
    largest = max(run.type.size for run in scaled)
    share = max(width / wide, 1 - SHRINKS / largest)
    smaller = [run._replace(type=Type(run.type.face, run.type.size * share)) for run in scaled]
    return smaller if _width(stage, smaller) <= width + 1e-6 else _cut(stage, smaller, width)


def _cut(stage: Stage, words: Sequence[Run], width: float) -> list[Run]:
    """As many of the words as fit, the last of them with an ellipsis."""
    kept: list[Run] = []
    for run in words:
        wide = _width(stage, (run,))
        if wide > width + 1e-6:
            return [*kept, run._replace(text=shortened(stage, run.text, run.type, max(width, 0.0)))]
        kept.append(run)
        width -= wide
    return kept


def _width(stage: Stage, words: Iterable[Run]) -> float:
    return sum(stage.measure(run.text, run.type.face, run.type.size) for run in words)
