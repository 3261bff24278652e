"""The outlines and colours of the thirteen leaves: a stem's joint is at (0, 0), its leaf's tip at about (0, -1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import cos, pi, radians, sin
from typing import Final, NamedTuple

from lan_thirteen.ui.theme import LEAVES, colour
from lan_thirteen.ui.window.outlines import (
    Point,
    Points,
    both,
    curve,
    mirrored,
    moved,
    spread,
    through,
    toothed,
    turned,
    waved,
)


class Leaf(NamedTuple):
    """A leaf: blades are closed outlines, veins and the stem are lines."""

    blades: tuple[Points, ...]
    veins: tuple[Points, ...]
    stem: Points
    lean: float = 0.0
    """Degrees clockwise by which it lies on a card."""


_LIGHT: Final = (
    *("#D6E98A", "#E2E778", "#F1E46A", "#FBE272", "#FFDE5E", "#FFCE6B", "#F3B069"),
    *("#FFA562", "#FF8C62", "#F5766A", "#DD6478", "#C45FA0", "#9C62C4"),
)
_DARK: Final = (
    *("#5D8F2C", "#7A8E22", "#95801D", "#AE8518", "#BC7E0F", "#B56710", "#904C14"),
    *("#A53D12", "#981F14", "#85172A", "#6A1239", "#53114A", "#341053"),
)
TONES: Final = tuple(zip(map(colour, _LIGHT), LEAVES[1:], map(colour, _DARK), strict=True))
"""Light, middle and dark of each value from 1 on: darker from leaf to leaf, so that the order shows without the hue."""


def ribs(half: Points, count: int, start: float, end: float, rise: float) -> tuple[Points, ...]:
    """A midrib, and so many veins to each side that end just inside the outline's right half."""
    middle = ((0.0, 0.0), (0.0, min(y for _, y in half) * 0.97))
    sides = []
    for each in range(count):
        low = start + (end - start) * each / (count - 1)
        high = min(low + rise, 1.0)
        width = max((x for x, y in half if abs(-y - high) < 0.03), default=0.0) * 0.88
        sides.append(((0.0, -low), (width * 0.5, -(low + rise * 0.32)), (width, -high)))
    return (middle, *both(*sides))


STEM: Final = ((0.0, 0.0), (0.01, 0.12), (0.04, 0.25))


def simple(half: Points, edge: Points, veins: int, reach: tuple[float, float, float], lean: float) -> Leaf:
    """A leaf of one blade: ``half`` before, ``edge`` after its teeth were cut."""
    return Leaf((mirrored(edge),), ribs(half, veins, *reach), STEM, lean)


def linden() -> Leaf:
    half = curve(
        *((0, 0), (0.09, 0.13), (0.30, 0.17), (0.42, -0.02), (0.58, -0.30), (0.34, -0.66), (0.10, -0.84)),
        *((0.05, -0.88), (0.02, -0.95), (0, -1)),
    )
    return simple(half, toothed(half, 17, 0.03, 0.12, 0.93), 6, (0.02, 0.74, 0.2), 10)


def birch() -> Leaf:
    half = curve((0, 0), (0.10, 0.01), (0.30, 0.0), (0.37, -0.20), (0.42, -0.36), (0.20, -0.66), (0, -1))
    return simple(half, toothed(half, 13, 0.045), 7, (0.06, 0.8, 0.15), -8)


def beech() -> Leaf:
    half = curve((0, 0), (0.22, -0.04), (0.40, -0.22), (0.38, -0.46), (0.36, -0.72), (0.12, -0.88), (0, -1))
    return simple(half, waved(half, 9, 0.018), 9, (0.05, 0.86, 0.14), 10)


def willow() -> Leaf:
    half = curve((0, 0), (0.12, -0.10), (0.20, -0.28), (0.185, -0.50), (0.165, -0.74), (0.06, -0.92), (0, -1.05))
    leaf = simple(half, toothed(half, 26, 0.012, 0.05), 9, (0.06, 0.84, 0.11), -28)

    def bent(points: Points) -> Points:
        return tuple((x + 0.10 * sin(pi * min(max(-y, 0), 1.05)), y) for x, y in points)

    veins = tuple(bent(vein) for vein in (spread(leaf.veins[0], 12), *leaf.veins[1:]))
    return leaf._replace(blades=(bent(leaf.blades[0]),), veins=veins)


def ginkgo() -> Leaf:
    half = curve(
        *((0, 0), (0.06, -0.16), (0.20, -0.30), (0.56, -0.40), (0.70, -0.50), (0.62, -0.74), (0.44, -0.88)),
        *((0.32, -0.97), (0.14, -0.98), (0.06, -0.93), (0.04, -0.88), (0.02, -0.80), (0, -0.70)),
    )
    edge = moved(half, lambda share: 0.012 * (sin(share * 70) + sin(share * 41 + 1)) if 0.42 < share < 0.84 else 0.0)
    veins = tuple(_ray(degrees, 0.6 if degrees == 0 else 0.8) for degrees in range(-54, 55, 9))
    return Leaf((mirrored(edge),), veins, ((0.0, 0.0), (0.01, 0.12), (0.05, 0.28)), 6)


def _ray(degrees: float, reach: float) -> Points:
    """A vein of the fan."""
    x, y = sin(radians(degrees)), cos(radians(degrees))
    return (0.0, -0.02), (x * 0.36, -0.1 - y * 0.3), (x * reach, -0.06 - y * reach)


def aspen() -> Leaf:
    half = curve(
        *((0, 0), (0.16, 0.03), (0.46, -0.02), (0.50, -0.38), (0.52, -0.66), (0.26, -0.80), (0.12, -0.88)),
        *((0.06, -0.91), (0.03, -0.95), (0, -1)),
    )
    return simple(half, waved(half, 13, 0.03, 0.1, 0.92), 5, (0.05, 0.72, 0.2), -6)


def oak() -> Leaf:
    half = through(
        *((0, 0), (0.05, -0.05), (0.15, -0.075), (0.235, -0.13), (0.235, -0.215), (0.145, -0.262), (0.155, -0.315)),
        *((0.27, -0.315), (0.375, -0.375), (0.375, -0.475), (0.235, -0.505), (0.225, -0.56), (0.33, -0.56)),
        *((0.425, -0.63), (0.40, -0.735), (0.255, -0.745), (0.245, -0.795), (0.315, -0.825), (0.335, -0.905)),
        *((0.255, -0.975), (0.15, -0.955), (0.115, -0.985), (0.065, -1.035), (0, -1.05)),
    )
    tips = ((0.05, 0.2, 0.165), (0.2, 0.335, 0.42), (0.43, 0.375, 0.68), (0.68, 0.28, 0.9))
    sides = (((0.0, -low), (x * 0.5, -low - (y - low) * 0.42), (x, -y)) for low, x, y in tips)
    return Leaf((mirrored(half),), (((0.0, 0.0), (0.0, -1.0)), *both(*sides)), STEM, -10)


def rowan() -> Leaf:
    blades: list[Points] = []
    veins: list[Points] = [((0.0, 0.02), (0.0, -0.76))]
    places = [
        ((side * 0.012, -0.02 - 0.165 * row), side * (64 - 4 * row), 0.45) for row in range(5) for side in (1, -1)
    ]
    for at, degrees, length in (*places, ((0.0, -0.74), 0, 0.36)):
        half = curve(
            *((0, 0), (0.08, -0.08 * length), (0.094, -0.5 * length), (0.053, -0.74 * length)),
            *((0.026, -0.9 * length), (0.008, -0.96 * length), (0, -length)),
        )
        blades.append(turned(mirrored(toothed(half, 8, 0.014)), degrees, at))
        veins.append(turned(((0.0, 0.0), (0.0, -0.93 * length)), degrees, at))
    return Leaf(tuple(blades), tuple(veins), STEM, -12)


def maple() -> Leaf:
    corners = (
        *((0, 0), (0.10, 0.015), (0.30, 0.075), (0.27, -0.02), (0.44, -0.03), (0.40, -0.09), (0.60, -0.22)),
        *((0.535, -0.26), (0.60, -0.40), (0.47, -0.385), (0.43, -0.45), (0.27, -0.36), (0.345, -0.62)),
        *((0.255, -0.60), (0.235, -0.70), (0.14, -0.66), (0.12, -0.78), (0, -1)),
    )
    half = tuple(point for a, b in pairwise(corners) for point in _bowed(a, b))
    veins = both(
        ((0.0, 0.0), (0.25, -0.17), (0.55, -0.32)),
        ((0.0, 0.0), (0.15, 0.01), (0.28, 0.055)),
        ((0.0, -0.42), (0.12, -0.5), (0.29, -0.58)),
        ((0.24, -0.16), (0.33, -0.28), (0.43, -0.40)),
        ((0.25, -0.165), (0.34, -0.13), (0.43, -0.055)),
    )
    return Leaf((mirrored((*half, (0.0, -1.0))),), (((0.0, 0.0), (0.0, -0.96)), *veins), STEM, 8)


def _bowed(a: Point, b: Point) -> Points:
    """The way from ``a`` to ``b``, bent inwards a little."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    steps = ((t / 6, 0.063 * sin(pi * t / 6)) for t in range(6))
    return tuple((a[0] + dx * t + dy * bow, a[1] + dy * t - dx * bow) for t, bow in steps)


def fingered(
    fingers: Iterable[tuple[float, float, float]], belly: float, centre: Point, lean: float, teeth: int
) -> Leaf:
    """A leaf of blades about a centre, given by degrees, length and half width; ``belly`` is where one is widest."""
    blades, veins = [], []
    for degrees, length, width in fingers:
        half = curve(
            *((0, 0), (width * 0.7, -0.06 * length), (width, -(belly - 0.22) * length), (width, -belly * length)),
            *((width * 0.86, -(belly + 0.22) * length), (width * 0.24, -0.9 * length), (0, -length)),
        )
        blades.append(turned(mirrored(toothed(half, teeth, 0.016, 0.2)), degrees, centre))
        own = ribs(half, 4, 0.36 * length, 0.72 * length, 0.12 * length)
        veins += [turned(vein, degrees, centre) for vein in own]
    return Leaf(tuple(blades), tuple(veins), (centre, (0.0, centre[1] + 0.25), (0.03, 0.25)), lean)


def sweetgum() -> Leaf:
    fingers = ((108, 0.52, 0.125), (-108, 0.52, 0.125), (52, 0.72, 0.155), (-52, 0.72, 0.155), (0, 0.79, 0.165))
    leaf = fingered(fingers, 0.4, (0.0, -0.26), 6, 14)
    return leaf._replace(blades=(*leaf.blades, _heart(0.155, -0.26)))


def moon_maple() -> Leaf:
    spans = ((146, 0.36, 0.09), (118, 0.47, 0.115), (88, 0.55, 0.13), (58, 0.61, 0.14), (29, 0.64, 0.145))
    fingers = (
        *((side * degrees, length, width) for degrees, length, width in spans for side in (1, -1)),
        (0, 0.66, 0.15),
    )
    leaf = fingered(fingers, 0.44, (0.0, -0.40), -8, 9)
    return leaf._replace(blades=(*leaf.blades, _heart(0.22, -0.40)))


def _heart(radius: float, y: float) -> Points:
    """The disc where blades grow together."""
    return tuple((radius * cos(step * pi / 12), y + radius * sin(step * pi / 12)) for step in range(24))


def chestnut() -> Leaf:
    spans = ((122, 0.42, 0.085), (80, 0.62, 0.12), (40, 0.74, 0.14))
    fingers = (
        *((side * degrees, length, width) for degrees, length, width in spans for side in (1, -1)),
        (0, 0.76, 0.15),
    )
    return fingered(fingers, 0.62, (0.0, -0.30), 5, 14)


def vine() -> Leaf:
    half = through(
        *(
            (0, 0),
            (0.03, 0.06),
            (0.10, 0.13),
            (0.22, 0.155),
            (0.34, 0.08),
            (0.40, -0.02),
            (0.385, -0.10),
            (0.46, -0.16),
        ),
        *((0.56, -0.28), (0.585, -0.42), (0.50, -0.47), (0.38, -0.46), (0.30, -0.50), (0.315, -0.60), (0.27, -0.74)),
        *((0.16, -0.88), (0, -1.0)),
    )
    veins = both(
        ((0.0, 0.0), (0.28, -0.20), (0.55, -0.40)),
        ((0.0, 0.0), (0.2, 0.02), (0.36, 0.03)),
        ((0.0, -0.36), (0.14, -0.44), (0.28, -0.52)),
        ((0.0, -0.52), (0.14, -0.6), (0.28, -0.70)),
        ((0.24, -0.18), (0.32, -0.3), (0.42, -0.44)),
        ((0.1, 0.01), (0.15, 0.07), (0.2, 0.13)),
    )
    return Leaf((mirrored(toothed(half, 15, 0.042, 0.06)),), (((0.0, 0.0), (0.0, -0.96)), *veins), STEM, 6)


KINDS: Final = (
    linden,
    birch,
    beech,
    willow,
    ginkgo,
    aspen,
    oak,
    rowan,
    maple,
    sweetgum,
    chestnut,
    vine,
    moon_maple,
)


@cache
def leaf_of(value: int) -> Leaf:
    """The leaf of this value, 1-13."""
    return KINDS[value - 1]()
