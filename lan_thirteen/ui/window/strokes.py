"""Lines and bars."""

from __future__ import annotations

from math import ceil, floor, hypot
from typing import Final

import pygame

from lan_thirteen.ui.pictures import Bars, Line
from lan_thirteen.ui.theme import AMBER, MINT, WHITE, Colour
from lan_thirteen.ui.window.brush import Point, clear, dashes, faded, over, rounded, stroke, tinted
from lan_thirteen.ui.window.cache import Sprite
from lan_thirteen.ui.window.ink import ARROW

_DASH: Final = (6.0, 5.0)
_BARS: Final = 4
_GAP: Final = 0.36
_UNLIT: Final = 0.16
_MANY_PIXELS: Final = 600_000


def line(picture: Line, unit: float) -> Sprite:
    """The lines, smooth; a line without two points is nothing."""
    points = [(x * unit, y * unit) for x, y in picture.points]
    width = max(1.0, picture.width * unit)
    slack = ceil(width + 1 + (ARROW * unit if picture.has_arrow else 0))
    left, top = floor(min(x for x, _ in points)) - slack, floor(min(y for _, y in points)) - slack
    w = ceil(max(x for x, _ in points)) + slack - left
    h = ceil(max(y for _, y in points)) + slack - top
    fine = 4 if w * h < _MANY_PIXELS // 4 else 2
    big = clear(w * fine, h * fine)
    placed = [((x - left) * fine, (y - top) * fine) for x, y in points]
    pieces = dashes(placed, *(length * unit * fine for length in _DASH)) if picture.is_dashed else [placed]
    for piece in pieces:
        stroke(big, picture.colour, piece, width * fine)
    if picture.has_arrow:
        stroke(big, picture.colour, _head(placed, ARROW * 0.8 * unit * fine), width * fine)
    return Sprite(pygame.transform.smoothscale(big, (w, h)), left, top)


def _head(points: list[Point], size: float) -> list[Point]:
    """The two strokes of an arrow's head at the last point."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    length = hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / length * size, (y1 - y0) / length * size
    return [(x1 - dx - dy * 0.8, y1 - dy + dx * 0.8), (x1, y1), (x1 - dx + dy * 0.8, y1 - dy - dx * 0.8)]


def bars(picture: Bars, w: int, h: int) -> Sprite:
    """Four bars that rise to the right; the first ``lit`` are lit, amber where they are few."""
    whole = clear(w, h)
    step = w / (_BARS - _GAP)
    for i in range(_BARS):
        left, right = round(i * step), round(i * step + step * (1 - _GAP))
        high = max(1, round((i + 1) / _BARS * h))
        tone: Colour = (MINT if picture.lit > 2 else AMBER) if i < picture.lit else WHITE
        bar = tinted(rounded(max(1, right - left), high, (right - left) / 3), tone)
        over(whole, bar if i < picture.lit else faded(bar, _UNLIT), (left, h - high))
    return Sprite(whole)
