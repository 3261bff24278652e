"""A line for each seat through its totals after each deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lan_thirteen.core.game import Seat
from lan_thirteen.ui import theme
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import SEAT_SHAPES, Align, Line, Panel, Shape
from lan_thirteen.ui.theme import Face, Type
from lan_thirteen.ui.widgets import line

_STEPS: Final = (1, 2, 5, 10, 30, 60, 90, 150, 300, 600, 1500, 3000)
"""How far apart the lines across may be; from 30 on the top is a multiple of 30."""
_MOST_LINES: Final = 5
_APART: Final = 18
"""Between the middles of two names, where there is room for that."""
_SCALE: Final = Type(Face.MEDIUM, 12)
_NAME: Final = Type(Face.BOLD, 13.5)
_MARK: Final = 11.5
_EDGE: Final = theme.INK[0]


class Curve(NamedTuple):
    """The totals of one seat after each deal that is known."""

    seat: Seat
    name: str
    totals: tuple[int, ...]


class _Plot(NamedTuple):
    """Where the lines run."""

    box: Box
    top: int
    deals: int

    def x(self, place: int) -> float:
        share = place / (self.deals - 1) if self.deals > 1 else 0.5
        return self.box.x + self.box.w * share

    def y(self, total: int) -> float:
        return self.box.bottom - self.box.h * total / self.top


def axis(highest: int) -> tuple[int, int]:
    """Where the axis ends and the distance of its lines, for totals from 0 to ``highest``."""
    step = next((step for step in _STEPS if step * _MOST_LINES >= highest), -(-highest // 150) * 30)
    return max(step, -(-highest // step) * step), step


def spread(middles: Sequence[float], apart: float, top: float, bottom: float) -> tuple[float, ...]:
    """``middles`` moved as little as need be to lie ``apart`` in their order, between ``top`` and ``bottom``.

    Where there is no room for that they lie as far apart as there is.
    """
    order = sorted(range(len(middles)), key=lambda i: middles[i])
    if len(order) > 1:
        apart = min(apart, (bottom - top) / (len(order) - 1))
    placed: list[float] = []
    for rank, i in enumerate(order):
        least = placed[-1] + apart if placed else top
        most = bottom - apart * (len(order) - 1 - rank)
        placed.append(max(least, min(middles[i], most)))
    return tuple(placed[order.index(i)] for i in range(len(order)))


def chart_height(stage: Stage, curves: int) -> float:
    """The least height at which the names of so many lines stand apart."""
    scale = max(1.0, stage.text_scale)
    return max(80.0, _APART * scale * (curves - 1)) + 28 * scale


def chart(stage: Stage, box: Box, curves: Sequence[Curve], labels: Sequence[str]) -> tuple[Node, ...]:
    """The lines of ``curves`` in ``box``, with a label below each deal and a name at the end of each line."""
    names_w = min(max(stage.width(curve.name, _NAME) for curve in curves) + 2, 0.24 * box.w)
    left = stage.width("0000", _SCALE) + 10
    below = 22 * stage.text_scale
    top, step = axis(max(max(curve.totals) for curve in curves))
    edge = max(_MARK, _SCALE.size * stage.text_scale) / 2
    area = Box(box.x + left, box.y + edge, box.w - left - names_w - 16, box.h - edge - below)
    plot = _Plot(area, top, len(labels))
    return (
        *_grid(stage, plot, step, left),
        *_labels(stage, plot, labels, below),
        *(node for curve in curves for node in _curve(plot, curve)),
        *_names(stage, plot, curves, names_w),
    )


def _grid(stage: Stage, plot: _Plot, step: int, left: float) -> Iterator[Node]:
    tall = _SCALE.size * stage.text_scale * 1.2
    shown = max(1, -(-int(tall + 1) * (plot.top // step) // max(1, int(plot.box.h))))
    for place, total in enumerate(range(0, plot.top + 1, step)):
        y = plot.y(total)
        across = Panel(theme.WHITE, theme.WHITE, 0, opacity=0.3 if total == 0 else 0.12)
        yield Node(("chart", "across", total), Box(plot.box.x, y - 0.5, plot.box.w, 1), across)
        if place % shown == 0:
            words = Box(plot.box.x - left, y - tall / 2, left - 9, tall)
            yield from line(stage, ("chart", "scale", total), words, str(total), _SCALE, theme.MUTED, Align.RIGHT)


def _labels(stage: Stage, plot: _Plot, labels: Sequence[str], below: float) -> Iterator[Node]:
    """Below the plot: of many labels only so many as have room, the last one always."""
    widest = max(stage.width(label, _NAME) for label in labels) + 8
    every = 1
    if plot.deals > 1:
        every = max(1, -(-int(widest + 1) // max(1, int(plot.box.w / (plot.deals - 1)))))
    for place, label in enumerate(labels):
        if (plot.deals - 1 - place) % every or not label:
            continue
        box = Box.around(plot.x(place), plot.box.bottom + below / 2 + 4, widest, below - 4)
        yield from line(stage, ("chart", "deal", place), box, label, _SCALE, theme.TEXT_2, Align.CENTRE)


def _curve(plot: _Plot, curve: Curve) -> Iterator[Node]:
    points = tuple((plot.x(i) - plot.box.x, plot.y(total) - plot.box.y) for i, total in enumerate(curve.totals))
    colour = theme.PLAYERS[curve.seat]
    if len(points) > 1:
        yield Node(("chart", curve.seat, "under"), plot.box, Line(points, _EDGE, 5.5), alpha=0.6)
        yield Node(("chart", curve.seat, "line"), plot.box, Line(points, colour, 3.0))
    for place, (x, y) in enumerate(points):
        spot = Box.around(plot.box.x + x, plot.box.y + y, _MARK, _MARK)
        yield Node(("chart", curve.seat, place), spot, Shape(SEAT_SHAPES[curve.seat], colour))


def _names(stage: Stage, plot: _Plot, curves: Sequence[Curve], room: float) -> Iterator[Node]:
    """At the end of each line the name of its seat; what is higher in the plot is higher here."""
    apart = _APART * max(1.0, stage.text_scale)
    ends = [plot.y(curve.totals[-1]) for curve in curves]
    middles = spread(ends, apart, plot.box.y, plot.box.bottom)
    if len(curves) > 1:
        apart = min(apart, plot.box.h / (len(curves) - 1))
    size = min(_NAME.size, apart / 1.25 / stage.text_scale)
    style = Type(_NAME.face, size)
    for curve, middle in zip(curves, middles, strict=True):
        box = Box(plot.box.right + 14, middle - apart / 2, room, apart)
        yield from line(stage, ("chart", curve.seat, "name"), box, curve.name, style, theme.PLAYERS[curve.seat])
