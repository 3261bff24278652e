"""Flat signs: the shapes of the seats, suits, the symbols of Dreizehn."""

from __future__ import annotations

from functools import cache
from typing import Final

import pygame

from lan_thirteen.ui.pictures import ShapeKind
from lan_thirteen.ui.theme import Colour
from lan_thirteen.ui.window.brush import Point, arc, clear

Curve = tuple[Point, Point, Point]
"""Two handles and an end."""
_STEPS: Final = 14


def _curved(start: Point, *curves: Curve) -> list[Point]:
    points = [start]
    for a, b, end in curves:
        x0, y0 = points[-1]
        for i in range(1, _STEPS + 1):
            t = i / _STEPS
            s = 1 - t
            points.append(
                (
                    s**3 * x0 + 3 * s * s * t * a[0] + 3 * s * t * t * b[0] + t**3 * end[0],
                    s**3 * y0 + 3 * s * s * t * a[1] + 3 * s * t * t * b[1] + t**3 * end[1],
                )
            )
    return points


def _mirrored(right: list[Point]) -> list[Point]:
    """A shape of which only the right half was told, from its top down."""
    return right + [(-x, y) for x, y in reversed(right)]


def _star() -> list[Point]:
    tips, dents = arc((0, 0.08), 1.0, 0, 1), arc((0, 0.08), 0.46, 0.1, 1.1)
    step = (len(tips) - 1) / 5, (len(dents) - 1) / 5
    return [point for i in range(5) for point in (tips[round(i * step[0])], dents[round(i * step[1])])]


@cache
def polygons(kind: ShapeKind) -> tuple[tuple[Point, ...], ...]:
    """The sign as polygons in a box from -1 to 1."""
    return tuple(tuple(points) for points in _polygons(kind))


def _polygons(kind: ShapeKind) -> list[list[Point]]:  # noqa: C901, RUF100 - a table
    match kind:
        case ShapeKind.DISC:
            return [arc((0, 0), 0.84, 0, 1)]
        case ShapeKind.TRIANGLE:
            return [[(0, -0.88), (0.88, 0.72), (-0.88, 0.72)]]
        case ShapeKind.SQUARE:
            return [[(-0.76, -0.76), (0.76, -0.76), (0.76, 0.76), (-0.76, 0.76)]]
        case ShapeKind.DIAMOND:
            return [[(0, -0.98), (0.94, 0), (0, 0.98), (-0.94, 0)]]
        case ShapeKind.STAR:
            return [_star()]
        case ShapeKind.HEXAGON:
            return [[(-0.5, -0.76), (0.5, -0.76), (1, 0), (0.5, 0.76), (-0.5, 0.76), (-1, 0)]]
        case ShapeKind.PLUS:
            return [[(-0.32, -0.92), (0.32, -0.92), (0.32, 0.92), (-0.32, 0.92)], _bar()]
        case ShapeKind.CRESCENT:
            return [arc((0.14, 0), 0.92, 0.113, -0.613) + arc((0.56, 0), 0.72, -0.54, 0.04)]
        case ShapeKind.DROP:
            right = _curved((0, -0.9), ((0.4, -0.34), (0.7, 0.04), (0.7, 0.34)), ((0.7, 0.72), (0.38, 0.96), (0, 0.96)))
            return [_mirrored(right)]
        case ShapeKind.CROSS:
            side: list[Point] = [(0, -0.34), (0.84, -0.88), (0.34, 0), (0.84, 0.88), (0, 0.34)]
            return [_mirrored(side)]
        case ShapeKind.CLUB:
            return [
                *(arc(at, 0.41, 0, 1) for at in ((0.0, -0.53), (0.53, 0.22), (-0.53, 0.22))),
                arc((0, 0), 0.3, 0, 1),
                _stem(),
            ]
        case ShapeKind.HEART:
            upper = ((0.14, -0.86), (0.86, -0.86), (0.86, -0.22)), ((0.86, 0.3), (0.28, 0.58), (0.0, 0.96))
            return [_mirrored(_curved((0, -0.42), *upper))]
        case ShapeKind.SPADE:
            leaf = ((0.1, -0.62), (0.86, -0.16), (0.86, 0.28)), ((0.86, 0.74), (0.3, 0.78), (0.0, 0.42))
            return [_mirrored(_curved((0, -0.92), *leaf)), _stem()]
        case ShapeKind.SUIT_DIAMOND:
            sides = ((0.18, -0.54), (0.44, -0.24), (0.72, 0.0)), ((0.44, 0.24), (0.18, 0.54), (0.0, 0.94))
            return [_mirrored(_curved((0, -0.94), *sides))]


def _bar() -> list[Point]:
    return [(-0.92, -0.32), (0.92, -0.32), (0.92, 0.32), (-0.92, 0.32)]


def _stem() -> list[Point]:
    return _mirrored(_curved((0, 0.1), ((0.06, 0.2), (0.08, 0.66), (0.42, 0.92))))


def shape(kind: ShapeKind, colour: Colour, side: int) -> pygame.Surface:
    """The sign in a square of so many pixels, smooth."""
    fine = 8 if side <= 40 else 4 if side <= 200 else 2
    big = clear(side * fine, side * fine)
    half = side * fine / 2
    for points in polygons(kind):
        pygame.draw.polygon(big, colour, [((x + 1) * half, (y + 1) * half) for x, y in points])
    return pygame.transform.smoothscale(big, (max(1, side), max(1, side)))
