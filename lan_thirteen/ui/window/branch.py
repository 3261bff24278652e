"""The branch of 13 Leaves, with twigs for its cards and a few leaves of its own."""

from __future__ import annotations

from math import sin
from typing import Final

import pygame

from lan_thirteen.ui.pictures import Branch
from lan_thirteen.ui.theme import LEAVES, Colour, colour, mixed
from lan_thirteen.ui.window.brush import Point, clear, faded, over, stroke
from lan_thirteen.ui.window.cache import Sprite
from lan_thirteen.ui.window.ink import BRANCH
from lan_thirteen.ui.window.leaf_shapes import leaf_of

MIDDLE: Final = 0.58
"""Of the box's height: where the branch runs; the twigs hang from there to the lower edge."""
_STEPS: Final = 60
_THICK: Final = 15.0
_FINE: Final = 2
_BARK: Final = tuple(map(colour, ("#9A6C45", "#6E4A2E", "#3A2416")))
_TWIG: Final = (colour("#4E3322"), colour("#7B5436"))
_LIGHT: Final = colour("#A0744A")
_DARK: Final = colour("#2E1B10")
_SHOOTS: Final = (
    (9, 46, -26, 4.0, 6),
    (21, 40, -22, 3.4, 1),
    (33, 50, -24, 3.0, 9),
    (45, 36, -20, 2.6, 5),
    (54, 46, -18, 2.0, 11),
)
"""Where along the branch a shoot grows, how far, how thick, and which leaf is at its end."""
_LEAF: Final = 24.0


def branch(picture: Branch, w: int, h: int, unit: float) -> Sprite:
    """The branch in a box of so many pixels."""
    pad = round(BRANCH * unit)
    shape = (w + 2 * pad, h + 2 * pad)
    big = clear(shape[0] * _FINE, shape[1] * _FINE)
    scale = unit * _FINE
    line = _line(pad * _FINE, (pad + MIDDLE * h) * _FINE, w * _FINE, scale)
    for x in picture.twigs:
        _twig(big, line, (pad + x * unit) * _FINE, (pad + h) * _FINE, scale)
    for place, dx, dy, width, _ in _SHOOTS:
        _shoot(big, line[place], (dx * scale, dy * scale), width * scale)
    _bark(big, line, scale)
    for place, dx, dy, _, value in _SHOOTS:
        x, y = line[place]
        _leaf(big, (x + (dx - 2) * scale, y + (dy + 3) * scale), _LEAF * scale, value)
    wood = pygame.transform.smoothscale(big, shape)
    whole = clear(*shape)
    over(whole, _shadow(wood, unit), (0, round(5 * unit)))
    over(whole, wood)
    return Sprite(whole, -pad, -pad)


def _line(left: float, middle: float, length: float, scale: float) -> list[Point]:
    turns = [i / _STEPS for i in range(_STEPS + 1)]
    return [(left + length * t, middle + (5 * sin(t * 6.1) + 2.5 * sin(t * 17)) * scale) for t in turns]


def _thickness(place: int) -> float:
    return _THICK * (1 - 0.62 * place / _STEPS) + 1.8 * sin(place * 1.7)


def _bark(big: pygame.Surface, line: list[Point], scale: float) -> None:
    """The branch in stripes from its lit upper side down, and knots."""
    stripes = 9
    for i in range(stripes):
        low, high = -0.5 + i / stripes, 0.5
        share = i / (stripes - 1)
        shade = (
            mixed(_BARK[0], _BARK[1], share / 0.45)
            if share < 0.45
            else mixed(_BARK[1], _BARK[2], (share - 0.45) / 0.55)
        )
        upper = [(x, y + low * _thickness(k) * scale) for k, (x, y) in enumerate(line)]
        lower = [(x, y + high * _thickness(k) * scale) for k, (x, y) in enumerate(line)]
        pygame.draw.polygon(big, shade, upper + lower[::-1])
    for k in range(2, _STEPS - 2, 3):
        x, y = line[k]
        stroke(
            big, _LIGHT, [(x, y - 2 * scale), (x + 10 * scale, y - 3 * scale), (x + 22 * scale, y - scale)], 1.1 * scale
        )
    for k in range(3, _STEPS - 2, 4):
        x, y = line[k]
        stroke(
            big,
            _DARK,
            [(x, y + 2 * scale), (x + 9 * scale, y + 3 * scale), (x + 18 * scale, y + 2 * scale)],
            1.1 * scale,
        )


def _twig(big: pygame.Surface, line: list[Point], x: float, low: float, scale: float) -> None:
    top = min(line, key=lambda point: abs(point[0] - x))[1]
    points = [(x, top), (x + 0.6 * scale, (top + low) / 2), (x, low)]
    stroke(big, _TWIG[0], points, 2.6 * scale)
    stroke(big, _TWIG[1], points, 1.2 * scale)


def _shoot(big: pygame.Surface, start: Point, reach: Point, width: float) -> None:
    points = []
    for i in range(13):
        t = i / 12
        bend = 2 * t * (1 - t)
        points.append((start[0] + reach[0] * (0.4 * bend + t * t), start[1] + reach[1] * (0.2 * bend + t * t)))
    stroke(big, _TWIG[0], points, width + 1.4 * _FINE)
    stroke(big, _TWIG[1], points, width * 0.5)


def _leaf(big: pygame.Surface, at: Point, size: float, value: int) -> None:
    """A small leaf of this value, its stem at ``at``."""
    leaf = leaf_of(value)
    shade = LEAVES[value]

    def placed(points: tuple[Point, ...]) -> list[Point]:
        return [(at[0] + (0.8 * x - 0.5 * y) * size, at[1] + (0.5 * x + 0.8 * y) * size) for x, y in points]

    for blade in leaf.blades:
        pygame.draw.polygon(big, shade, placed(blade))
    for vein in leaf.veins:
        stroke(big, _darker(shade), placed(vein), size * 0.025)
    stroke(big, _darker(shade), placed(leaf.stem), size * 0.06)


def _darker(shade: Colour) -> Colour:
    return mixed(shade, _DARK, 0.4)


def _shadow(wood: pygame.Surface, unit: float) -> pygame.Surface:
    small = pygame.transform.smoothscale_by(wood, 1 / max(1.0, unit))
    small.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return faded(pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, 4), wood.get_size()), 0.5)
