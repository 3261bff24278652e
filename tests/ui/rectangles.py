"""What must hold of every screen, whatever it shows: nothing overlaps, is cut or cannot be hit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

import pytest

from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.canvas import Canvas, Stage, canvas_of
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.layout import STRIP
from lan_thirteen.ui.text import Language, load_language
from lan_thirteen.ui.theme import TARGET, Face

SIZES: Final = (
    (800, 600),
    (960, 540),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1080),
    (3840, 2160),
)
_BETWEEN: Final = ((1024, 768), (1366, 768), (1440, 900), (2560, 1080))
EACH_SIZE: Final = tuple(pytest.param(size, marks=pytest.mark.slow) if size in _BETWEEN else size for size in SIZES)
"""For tests of every window: those between the smallest, the usual and the largest are looked at in the slow run."""
SLACK: Final = 0.51
"""Units that boxes may share, and texts may stick out: nobody sees that."""
_TALL: Final = 1.1
"""The height of a box that text needs, over its size."""


def plain_width(text: str, face: Face, size: float) -> float:
    """Stands in for the shipped fonts: a bit wider than they are."""
    heavy = 1.06 if face in (Face.EXTRABOLD, Face.DISPLAY_BLACK) else 1.0
    return size * heavy * sum(1.0 if ord(char) >= 0x2E80 else 0.55 for char in text)


class Longer(Language):
    """A language whose sentences are 40 % longer than English."""

    def __init__(self, base: Language) -> None:
        super().__init__(base._catalogue)

    def say(self, key: str, *numbers: int | str, **words: object) -> str:
        text = super().say(key, *numbers, **words)
        return text + " " * (len(text) > 12) + "é" * math.ceil(0.4 * len(text))


def stage_of(width: int, height: int, text_scale: float = 1.0, language: Language | None = None) -> Stage:
    """A stage of a window of so many pixels."""
    return Stage(canvas_of(width, height), language or load_language(), plain_width, text_scale)


def text_scales(canvas: Canvas) -> tuple[float, ...]:
    """The sizes of text that are promised for this canvas."""
    return (0.9, 1.0, 1.15) if canvas.is_compact else (0.9, 1.0, 1.5)


def check(display: Display, stage: Stage) -> None:
    """All that holds of every display; raises AssertionError that names the nodes."""
    wrong = [
        *_outside(display.nodes, stage),
        *_cut(display.nodes, stage),
        *_texts_over_texts(display),
        *_groups_over_groups(display),
        *_hard_to_hit(display),
        *_nameless(display),
    ]
    assert not wrong, f"{len(wrong)} in {stage.canvas}, text {stage.text_scale}:\n" + "\n".join(wrong[:12])


def bounds(node: Node) -> Box:
    """The box of a node as it stands there, turned."""
    if not node.angle:
        return node.box
    turn = math.radians(node.angle)
    w = abs(node.box.w * math.cos(turn)) + abs(node.box.h * math.sin(turn))
    h = abs(node.box.w * math.sin(turn)) + abs(node.box.h * math.cos(turn))
    return Box.around(node.box.cx, node.box.cy, w, h)


def text_width(node: Node, stage: Stage) -> float:
    """How wide the words of a node are; 0 where it has none."""
    match node.picture:
        case p.Text(runs):
            return sum(stage.measure(run.text, run.type.face, run.type.size) for run in runs)
        case _:
            return 0.0


def inked(node: Node, stage: Stage) -> Box:
    """Where the words of a node are: less than its box where the line is shorter."""
    assert isinstance(node.picture, p.Text)
    wide = min(text_width(node, stage), node.box.w)
    tall = min(node.box.h, max((run.type.size for run in node.picture.runs), default=0.0))
    left = {
        p.Align.LEFT: node.box.x,
        p.Align.CENTRE: node.box.cx - wide / 2,
        p.Align.RIGHT: node.box.right - wide,
    }[node.picture.align]
    return Box(left, node.box.cy - tall / 2, wide, tall)


def _outside(nodes: Sequence[Node], stage: Stage) -> Iterator[str]:
    for node in nodes:
        match node.picture:
            case p.Backdrop() | p.Shade():
                continue
            case p.Card():
                is_in = node.reach.within(stage.canvas.box, 40)  # the ends of a fan may stick out at the bottom
            case _:
                is_in = node.box.within(stage.canvas.box, SLACK)
        if not is_in:
            yield f"outside: {_name(node)}"


def _cut(nodes: Sequence[Node], stage: Stage) -> Iterator[str]:
    for node in nodes:
        wide = text_width(node, stage)
        if wide > node.box.w + SLACK:
            yield f"cut: {_name(node)} needs {wide:.1f}"
        if isinstance(node.picture, p.Text) and node.picture.runs:
            tall = max(run.type.size for run in node.picture.runs) * _TALL
            if tall > node.box.h + SLACK:
                yield f"cut: {_name(node)} needs a height of {tall:.1f}"


def _texts_over_texts(display: Display) -> Iterator[str]:
    for layer in _layers(display):
        texts = [node for node in layer if isinstance(node.picture, p.Text) and node.picture.runs]
        for one, other in combinations(texts, 2):
            if _meet(one, other):
                yield f"one text over another: {_name(one)} and {_name(other)}"


def _meet(one: Node, other: Node) -> bool:
    """Whether the words of two nodes touch; how wide they are is known by what _cut has checked."""
    return one.box.meets(other.box, SLACK) and _line(one).meets(_line(other), SLACK)


def _line(node: Node) -> Box:
    assert isinstance(node.picture, p.Text)
    tall = max(run.type.size for run in node.picture.runs)
    return Box(node.box.x, node.box.cy - tall / 2, node.box.w, tall)


def _groups_over_groups(display: Display) -> Iterator[str]:
    for layer in _layers(display):
        groups: dict[str, list[Box]] = {}
        for node in layer:
            if node.group:
                groups.setdefault(node.group, []).append(bounds(node))
        areas = {name: _around(boxes) for name, boxes in groups.items()}
        for (one, area), (other, beside) in combinations(areas.items(), 2):
            if area.meets(beside, SLACK):
                yield f"group {one} over group {other}: {area} {beside}"


def _hard_to_hit(display: Display) -> Iterator[str]:
    nodes = list(display.reachable())
    for node in nodes:
        least = STRIP * node.box.w if isinstance(node.picture, p.Card) else TARGET
        if node.reach.w + 0.01 < least or node.reach.h + 0.01 < min(TARGET, least):
            yield f"hard to hit: {_name(node)} {node.reach}"
    for one, other in combinations(nodes, 2):
        if one.reach.meets(other.reach, SLACK):
            yield f"one reach over another: {_name(one)} {one.reach} and {_name(other)} {other.reach}"


def _nameless(display: Display) -> Iterator[str]:
    for node in display.reachable():
        if not node.label:
            yield f"without a label: {_name(node)}"
    keys = [node.key for node in display.nodes]
    for key in set(keys):
        if keys.count(key) > 1:
            yield f"a key twice: {key}"


def _layers(display: Display) -> tuple[tuple[Node, ...], ...]:
    """What lies beside each other: a dialog lies over the rest."""
    return (display.nodes[: display.floor], display.nodes[display.floor :])


def _around(boxes: Sequence[Box]) -> Box:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)


def _name(node: Node) -> str:
    words = ""
    if isinstance(node.picture, p.Text):
        words = " ".join(run.text for run in node.picture.runs)
    x, y, w, h = node.box
    return f"{node.key} {words!r} at {x:.0f},{y:.0f} {w:.0f}x{h:.0f}"
