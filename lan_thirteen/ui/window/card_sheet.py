"""A card to draw on: strokes in card units, 400 wide and 560 high, on a surface larger than the card will be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, TypeAlias

import pygame

from lan_thirteen.ui.assets import asset
from lan_thirteen.ui.measure import FILES
from lan_thirteen.ui.pictures import ShapeKind
from lan_thirteen.ui.theme import CARD_RADIUS, WHITE, Colour, Face
from lan_thirteen.ui.window.brush import (
    Point,
    clear,
    cut,
    faded,
    gradient,
    multiplied,
    over,
    ring,
    rounded,
    stroke,
    tinted,
)
from lan_thirteen.ui.window.shapes import polygons

W: Final = 400
H: Final = 560
MIDDLE: Final = (W / 2, H / 2)
SMALL: Final = 60
"""Pixels: a narrower card shows less, and that larger."""

Box: TypeAlias = tuple[float, float, float, float]


class Sheet:
    """A face in the making; what is drawn inside ``turned`` is upside down, about the card's middle."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.is_small = width < SMALL
        self.fine = 5 if width < SMALL else 3 if width < 160 else 2
        self.scale = width * self.fine / W
        self.surface = clear(width * self.fine, card_height(width) * self.fine)
        self._is_turned = False

    @contextmanager
    def turned(self) -> Iterator[None]:
        self._is_turned = not self._is_turned
        yield
        self._is_turned = not self._is_turned

    def both_ways(self) -> Iterator[None]:
        """Twice: upright, then upside down."""
        yield
        with self.turned():
            yield

    def at(self, point: Point) -> Point:
        """This place in the surface's pixels."""
        x, y = (W - point[0], H - point[1]) if self._is_turned else point
        return x * self.scale, y * self.scale

    def rect(self, box: Box) -> pygame.Rect:
        x, y, w, h = box
        (x0, y0), (x1, y1) = self.at((x, y)), self.at((x + w, y + h))
        left, top, right, low = round(min(x0, x1)), round(min(y0, y1)), round(max(x0, x1)), round(max(y0, y1))
        return pygame.Rect(left, top, max(1, right - left), max(1, low - top))

    def wash(self, top: Colour, bottom: Colour) -> None:
        """Fill the card from top to bottom."""
        pygame.transform.smoothscale(_column(top, bottom), self.surface.get_size(), self.surface)

    def polygon(self, points: Iterable[Point], colour: Colour, opacity: float = 1.0) -> None:
        placed = [self.at(point) for point in points]
        if opacity >= 1:
            pygame.draw.polygon(self.surface, colour, placed)
            return
        left, top = min(x for x, _ in placed), min(y for _, y in placed)
        size = max(x for x, _ in placed) - left, max(y for _, y in placed) - top
        layer = clear(round(size[0]) + 2, round(size[1]) + 2)
        pygame.draw.polygon(layer, colour, [(x - int(left), y - int(top)) for x, y in placed])
        over(self.surface, faded(layer, opacity), (int(left), int(top)))

    def line(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        stroke(self.surface, colour, [self.at(point) for point in points], max(1.0, width * self.scale))

    def disc(self, at: Point, radius: float, colour: Colour) -> None:
        pygame.draw.circle(self.surface, colour, self.at(at), max(1.0, radius * self.scale))

    def circle(self, at: Point, radius: float, colour: Colour, width: float) -> None:
        """A line of this width, the inner side of which is ``radius`` away, less the width."""
        pygame.draw.circle(self.surface, colour, self.at(at), radius * self.scale, max(1, round(width * self.scale)))

    def ball(self, at: Point, radius: float, middle: Colour, rim: Colour) -> None:
        """A disc that runs from one colour in the middle to another at its rim."""
        side = round(2 * radius * self.scale)
        whole = pygame.transform.smoothscale(_ball(middle, rim), (side, side))
        mask = clear(side, side)
        pygame.draw.circle(mask, WHITE, (side / 2, side / 2), side / 2)
        x, y = self.at(at)
        over(self.surface, cut(whole, mask), (round(x - side / 2), round(y - side / 2)))

    def frame(self, box: Box, radius: float, colour: Colour, width: float, opacity: float = 1.0) -> None:
        """The edge of a rounded box, inside of it."""
        rect = self.rect(box)
        edge = ring(rect.w, rect.h, radius * self.scale, max(1, round(width * self.scale)))
        over(self.surface, faded(tinted(edge, colour), opacity), rect.topleft)

    def panel(self, box: Box, radius: float, top: Colour, bottom: Colour) -> None:
        """A rounded box, filled from top to bottom."""
        rect = self.rect(box)
        fill = pygame.transform.smoothscale(_column(top, bottom), rect.size)
        over(self.surface, cut(fill, rounded(rect.w, rect.h, radius * self.scale)), rect.topleft)

    def sign(self, kind: ShapeKind, at: Point, radius: float, colour: Colour, opacity: float = 1.0) -> None:
        for points in polygons(kind):
            placed = [(at[0] + x * radius, at[1] + y * radius) for x, y in points]
            self.polygon(placed, colour, opacity)

    def write(
        self, text: str, at: Point, size: float, colour: Colour, room: float = 1000.0, halo: Colour | None = None
    ) -> None:
        """Text whose ink has its middle here, narrowed to its room; a halo keeps it apart from what is behind it."""
        pixels = max(2, round(size * self.scale))
        layers = [(colour, 0)] if halo is None else [(halo, max(1, round(pixels * 0.055))), (colour, 0)]
        for ink, outline in layers:
            picture = _written(text, pixels, ink, outline)
            w = min(picture.get_width(), round(room * self.scale) + 2 * outline)
            if w < picture.get_width():
                picture = pygame.transform.smoothscale(picture, (max(1, w), picture.get_height()))
            if self._is_turned:
                picture = pygame.transform.rotate(picture, 180)
            x, y = self.at(at)
            over(self.surface, picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2)))

    def finished(self, edge: Colour, strength: float) -> pygame.Surface:
        """The card in its own size, round at the corners, with a dark rim and a light line inside of it.

        Its colours are not multiplied by their opacity, as those of all that is loaded.
        """
        w, h = self.width, card_height(self.width)
        whole = pygame.transform.smoothscale(self.surface, (w, h))
        radius, unit = CARD_RADIUS * w, max(1, round(w / 110))
        if w > 4 * unit:
            for inset, colour, opacity in ((unit, WHITE, 0.3), (0, edge, strength)):
                rim = ring(w - 2 * inset, h - 2 * inset, radius - inset, unit)
                over(whole, faded(tinted(rim, colour), opacity), (inset, inset))
        whole.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_ADD)  # mixing rounds opacity down
        mask = rounded(w, h, radius)
        mask.fill((*WHITE, 0), special_flags=pygame.BLEND_RGBA_ADD)
        return cut(whole, mask)


def card_height(width: int) -> int:
    return max(1, round(width * H / W))


@lru_cache(maxsize=64)
def _column(top: Colour, bottom: Colour) -> pygame.Surface:
    """A few pixels from top to bottom, to be enlarged."""
    return gradient(1, 12, (*top, 255), (*bottom, 255))


@lru_cache(maxsize=64)
def _font(pixels: int, outline: int) -> pygame.font.Font:
    font = pygame.font.Font(asset("fonts", FILES[Face.DISPLAY_BLACK]), pixels)
    font.outline = outline
    return font


def _written(text: str, pixels: int, colour: Colour, outline: int) -> pygame.Surface:
    """The text, without anything around its ink."""
    picture = multiplied(_font(pixels, outline).render(text, antialias=True, color=colour))
    return picture.subsurface(picture.get_bounding_rect())


@lru_cache(maxsize=64)
def _ball(middle: Colour, rim: Colour) -> pygame.Surface:
    """A small square that runs from its middle outwards."""
    side = 24
    small = pygame.Surface((side, side), pygame.SRCALPHA)
    for x in range(side):
        for y in range(side):
            share = min(1.0, ((x + 0.5 - side / 2) ** 2 + (y + 0.5 - side / 2) ** 2) ** 0.5 / (side / 2))
            small.set_at((x, y), tuple(round(a + (b - a) * share**1.6) for a, b in zip(middle, rim, strict=True)))
    return small
