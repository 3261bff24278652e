"""Outlines of points: curves, teeth and waves along them, and the whole of which only a half was told."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from math import cos, hypot, pi, radians, sin
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = tuple[Point, ...]

SAMPLES: Final = 120
"""Points along an outline's half."""


def curve(start: Point, *rest: Point) -> Points:
    """The points of cubic curves, one after another: each takes two handles and its end from ``rest``."""
    points, at = [start], start
    for one, two, end in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        for step in range(1, 25):
            t = step / 24
            weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
            points.append(weighted(weights, (at, one, two, end)))
        at = end
    return tuple(points)


def weighted(weights: Iterable[float], points: Iterable[Point]) -> Point:
    pairs = tuple(zip(weights, points, strict=True))
    return sum(w * p[0] for w, p in pairs), sum(w * p[1] for w, p in pairs)


def through(*points: Point) -> Points:
    """A smooth line through the points."""
    ends = (points[0], *points, points[-1])
    out = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for step in range(8):
            t = step / 8
            weights = (
                (-t + 2 * t**2 - t**3) / 2,
                (2 - 5 * t**2 + 3 * t**3) / 2,
                (t + 4 * t**2 - 3 * t**3) / 2,
                (t**3 - t**2) / 2,
            )
            out.append(weighted(weights, (a, b, c, d)))
    return (*out, points[-1])


def spread(points: Points, count: int = SAMPLES) -> Points:
    """As many points, evenly along the line."""
    reached = [0.0, *accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))]
    return tuple(_at(points, reached, reached[-1] * step / (count - 1)) for step in range(count))


def _at(points: Points, reached: Sequence[float], length: float) -> Point:
    at = min(bisect_right(reached, length), len(points) - 1) - 1
    share = (length - reached[at]) / ((reached[at + 1] - reached[at]) or 1.0)
    return weighted((1 - share, share), points[at : at + 2])


def moved(points: Points, by: Callable[[float], float]) -> Points:
    """A right half's points moved outwards by as much as ``by`` says of their share of the way."""
    even = spread(points, 2 * SAMPLES)
    last = len(even) - 1
    out = []
    for at, (x, y) in enumerate(even):
        before, after = even[max(at - 1, 0)], even[min(at + 1, last)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = hypot(dx, dy) or 1.0
        distance = by(at / last)
        out.append((x - dy / length * distance, y + dx / length * distance))
    return tuple(out)


def toothed(points: Points, teeth: int, depth: float, start: float = 0.08, end: float = 0.95) -> Points:
    """A right half with teeth that point to the tip."""

    def tooth(share: float) -> float:
        if not start < share < end:
            return 0.0
        phase = (share - start) / (end - start) * teeth % 1
        rise = (phase / 0.78) ** 1.25 if phase < 0.78 else (1 - phase) / 0.22
        return depth * rise * _fade(share, start, end)

    return moved(points, tooth)


def waved(points: Points, waves: int, depth: float, start: float = 0.08, end: float = 0.95) -> Points:
    """A right half with round waves."""

    def wave(share: float) -> float:
        if not start < share < end:
            return 0.0
        rise: float = abs(sin(pi * waves * (share - start) / (end - start))) ** 0.8
        return depth * rise * _fade(share, start, end)

    return moved(points, wave)


def _fade(share: float, start: float, end: float) -> float:
    return min((share - start) / 0.06, (end - share) / 0.06, 1.0) * (0.55 + 0.45 * sin(pi * share))


def mirrored(half: Points) -> Points:
    """The closed outline of which this is the right half."""
    return half + tuple((-x, y) for x, y in reversed(half))


def turned(points: Iterable[Point], degrees: float, at: Point = (0.0, 0.0)) -> Points:
    """The points turned clockwise about (0, 0), then moved to ``at``."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return tuple((x * c - y * s + at[0], x * s + y * c + at[1]) for x, y in points)


def both(*lines: Points) -> tuple[Points, ...]:
    """The lines and their mirror images."""
    return tuple(tuple((side * x, y) for x, y in line) for line in lines for side in (1, -1))
