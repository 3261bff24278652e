"""The strokes that pictures are made of: smooth edges, gradients, blurred boxes. Lengths are pixels.

Colours are multiplied by their opacity everywhere. Only so does pygame mix two transparent pixels rightly, and what is
scaled or turned gets no fringe.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, cos, pi, sin
from typing import Final, TypeAlias

import pygame

from lan_thirteen.ui.theme import WHITE, Colour, mixed
from lan_thirteen.ui.window.ink import SPREAD

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = Sequence[Point]

_SOFT_ENOUGH: Final = 3.0
"""A blur of so many pixels is drawn small and enlarged: nobody can tell."""


def clear(w: int, h: int) -> pygame.Surface:
    """A transparent surface."""
    return pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA)


def multiplied(surface: pygame.Surface) -> pygame.Surface:
    """A loaded or rendered picture in our kind of pixels, in the order that is copied fastest."""
    return surface.convert(clear(1, 1)).premul_alpha()


def over(surface: pygame.Surface, picture: pygame.Surface, at: tuple[int, int] = (0, 0)) -> None:
    """Put ``picture`` upon ``surface``."""
    surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def tinted(mask: pygame.Surface, colour: Colour) -> pygame.Surface:
    """The white ``mask`` itself, in this colour."""
    mask.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return mask


def faded(surface: pygame.Surface, share: float) -> pygame.Surface:
    """``surface`` itself, with only ``share`` of its opacity left."""
    kept = _byte(share)
    surface.fill((kept, kept, kept, kept), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def cut(surface: pygame.Surface, mask: pygame.Surface, at: tuple[int, int] = (0, 0)) -> pygame.Surface:
    """``surface`` itself, as opaque as it and the white ``mask`` are."""
    surface.blit(mask, at, special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def carve(surface: pygame.Surface, mask: pygame.Surface, at: tuple[int, int] = (0, 0)) -> pygame.Surface:
    """``surface`` itself, without what ``mask`` covers."""
    rest = clear(*mask.get_size())
    rest.fill((*WHITE, 255))
    rest.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    return cut(surface, rest, at)


def _byte(share: float) -> int:
    return max(0, min(255, round(share * 255)))


@lru_cache(maxsize=64)
def _corner(radius: int) -> pygame.Surface:
    """The upper left quarter of a white disc."""
    fine = 8 if radius <= 64 else 4
    big = clear(radius * fine, radius * fine)
    pygame.draw.circle(big, (*WHITE, 255), (radius * fine, radius * fine), radius * fine)
    return pygame.transform.smoothscale(big, (radius, radius))


def rounded(w: int, h: int, radius: float) -> pygame.Surface:
    """A white box with smooth round corners: a mask."""
    mask = clear(w, h)
    mask.fill((*WHITE, 255))
    r = min(round(radius), w // 2, h // 2)
    if r > 0:
        corner = _corner(r)
        for right in (False, True):
            for low in (False, True):
                at = (w - r if right else 0, h - r if low else 0)
                mask.blit(pygame.transform.flip(corner, right, low), at, special_flags=pygame.BLEND_RGBA_MIN)
    return mask


def ring(w: int, h: int, radius: float, width: int) -> pygame.Surface:
    """The edge of such a box: a mask."""
    mask = rounded(w, h, radius)
    if w > 2 * width and h > 2 * width:
        carve(mask, rounded(w - 2 * width, h - 2 * width, radius - width), (width, width))
    return mask


def disc(diameter: int) -> pygame.Surface:
    """A white disc: a mask."""
    fine = 4 if diameter < 300 else 2
    big = clear(diameter * fine, diameter * fine)
    pygame.draw.circle(big, (*WHITE, 255), (diameter * fine / 2, diameter * fine / 2), diameter * fine / 2)
    return pygame.transform.smoothscale(big, (max(1, diameter), max(1, diameter)))


def gradient(w: int, h: int, top: tuple[int, int, int, int], bottom: tuple[int, int, int, int]) -> pygame.Surface:
    """From ``top`` to ``bottom``, each with its opacity of 255 as a fourth number."""
    if top == bottom:
        plain = clear(w, h)
        plain.fill(_multiplied(*top))
        return plain
    column = bytearray()
    for y in range(max(1, h)):
        share = (y + 0.5) / max(1, h)
        red, green, blue, opacity = (a + (b - a) * share for a, b in zip(top, bottom, strict=True))
        column += bytes(_multiplied(blue, green, red, opacity))
    narrow = pygame.image.frombytes(bytes(column), (1, max(1, h)), "BGRA")
    return pygame.transform.scale(narrow, (max(1, w), max(1, h)))


def _multiplied(one: float, two: float, three: float, opacity: float) -> tuple[int, int, int, int]:
    share = opacity / 255
    return round(one * share), round(two * share), round(three * share), round(opacity)


def soft(w: int, h: int, radius: float, blur: float, colour: Colour, strength: float) -> tuple[pygame.Surface, int]:
    """A blurred box, and how far it reaches beyond the box on each side.

    A strength above 1, whole, is a glow with a core.
    """
    pad = int(blur * SPREAD) + 2
    whole = (w + 2 * pad, h + 2 * pad)
    small = max(1.0, blur / _SOFT_ENOUGH)
    tiny = (ceil(whole[0] / small), ceil(whole[1] / small))
    across, down = tiny[0] / whole[0], tiny[1] / whole[1]
    twice = clear(2 * tiny[0], 2 * tiny[1])
    box = pygame.Rect(round(2 * pad * across), round(2 * pad * down), round(2 * w * across), round(2 * h * down))
    pygame.draw.rect(twice, WHITE, box, border_radius=round(2 * radius * across))
    mask = pygame.transform.smoothscale(twice, tiny)
    mask = pygame.transform.gaussian_blur(mask, max(1, round(blur * across)))
    mask = pygame.transform.smoothscale(mask, whole) if tiny != whole else mask
    once = mask.copy()
    for _ in range(ceil(strength) - 1):
        mask.blit(once, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return tinted(faded(mask, strength) if strength < 1 else mask, colour), pad


def arc(centre: Point, radius: float, start: float, end: float) -> list[Point]:
    """Points on a circle; angles are in turns, clockwise from the top."""
    steps = max(2, ceil(abs(end - start) * max(24.0, radius)))
    turns = (start + (end - start) * i / steps for i in range(steps + 1))
    return [(centre[0] + radius * sin(2 * pi * t), centre[1] - radius * cos(2 * pi * t)) for t in turns]


def sector(centre: Point, inner: float, outer: float, start: float, end: float) -> list[Point]:
    """A piece of a ring, as a polygon."""
    return arc(centre, outer, start, end) + arc(centre, inner, end, start)


def stroke(surface: pygame.Surface, colour: tuple[int, ...], points: Points, width: float) -> None:
    """A line of this width with round joints and ends; not smooth by itself, so meant for a surface that is shrunk."""
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        dx, dy = x1 - x0, y1 - y0
        length = (dx * dx + dy * dy) ** 0.5
        if length > 0:
            ox, oy = -dy / length * width / 2, dx / length * width / 2
            corners = ((x0 + ox, y0 + oy), (x1 + ox, y1 + oy), (x1 - ox, y1 - oy), (x0 - ox, y0 - oy))
            pygame.draw.polygon(surface, colour, corners)
    if width > 2:
        for point in points:
            pygame.draw.circle(surface, colour, point, width / 2)


def dashes(points: Points, on: float, off: float) -> Iterable[list[Point]]:
    """The line in pieces of ``on``, ``off`` apart."""
    piece: list[Point] = []
    left, drawing = on, True
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        at = 0.0
        while length > 0 and at < length:
            step = min(left, length - at)
            start, end = at / length, (at + step) / length
            if drawing:
                piece = piece or [(x0 + (x1 - x0) * start, y0 + (y1 - y0) * start)]
                piece.append((x0 + (x1 - x0) * end, y0 + (y1 - y0) * end))
            at, left = at + step, left - step
            if left <= 1e-6:
                if drawing:
                    yield piece
                piece, drawing = [], not drawing
                left = on if drawing else off
    if len(piece) > 1:
        yield piece


def outline(w: float, h: float, radius: float, inset: float) -> list[Point]:
    """The edge of a rounded box, closed."""
    r = max(0.0, min(radius, w / 2, h / 2) - inset)
    left, top, right, low = inset, inset, w - inset, h - inset
    corners = (
        (right - r, top + r, 0.0),
        (right - r, low - r, 0.25),
        (left + r, low - r, 0.5),
        (left + r, top + r, 0.75),
    )
    points = [point for x, y, turn in corners for point in arc((x, y), r, turn, turn + 0.25)]
    return [*points, points[0]]


def shades(colour: Colour, other: Colour, steps: int) -> list[Colour]:
    """From one colour to the other."""
    return [mixed(colour, other, i / max(1, steps - 1)) for i in range(steps)]
