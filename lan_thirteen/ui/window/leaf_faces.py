"""The cards of 13 Leaves: the leaf of their value, and as many dots as there are cards of it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

import pygame

from lan_thirteen.ui.pictures import LeafFace
from lan_thirteen.ui.theme import PAPER, WHITE, Colour, colour, mixed
from lan_thirteen.ui.window.brush import Points, clear, cut, faded, over, stroke, tinted
from lan_thirteen.ui.window.card_sheet import H, Sheet, W
from lan_thirteen.ui.window.leaf_shapes import TONES, Leaf, leaf_of
from lan_thirteen.ui.window.outlines import turned

BARK: Final = colour("#1B0F08")
EDGE: Final = colour("#3C2814")
SHADOW: Final = colour("#32190A")
VEIN: Final = colour("#FFFFEB")


def copies(value: int) -> int:
    """How many cards of this value there are."""
    return value + 1 if value <= 7 else 15 - value


def leaf_face(sheet: Sheet, face: LeafFace) -> pygame.Surface:
    light, middle, dark = TONES[face.value - 1]
    ink = mixed(dark, BARK, 0.22)
    sheet.wash(mixed(PAPER, light, 0.10), mixed(PAPER, middle, 0.30))
    at, radius = ((226, 376), 150) if sheet.is_small else ((208, 326), 158)
    rim = mixed(PAPER, middle, 0.46)
    sheet.ball(at, radius, mixed(PAPER, light, 0.05), rim)
    sheet.circle(at, radius, mixed(rim, middle, 0.3), 3)
    sheet.frame((13, 13, W - 26, H - 26), 24, middle, 4, 0.55)
    _lay(sheet, face.value, (at[0], at[1] + 4), 0.97 * radius)
    text = str(face.value)
    if sheet.is_small:
        sheet.write(text, (118, 128), 230, ink, 190, mixed(PAPER, light, 0.1))
        return sheet.finished(EDGE, 0.28)
    sheet.write(text, (_left(text), 90), 146, ink, 150, mixed(PAPER, light, 0.1))
    with sheet.turned():
        sheet.write(text, (64, 60), 66, ink, 70, mixed(PAPER, middle, 0.3))
    for dot in range(copies(face.value)):
        sheet.disc((W - 42, 46 + dot * 23), 8.4, ink)
        sheet.disc((W - 42, 46 + dot * 23), 5.6, middle)
    return sheet.finished(EDGE, 0.28)


def _left(text: str) -> float:
    """Where the numeral's middle is, so that it begins at the card's left."""
    return 78 if len(text) == 1 else 108


def _lay(sheet: Sheet, value: int, at: tuple[float, float], reach: float) -> None:
    """Put the leaf of this value and its shadow on the card, its middle here, inside a square that reaches so far."""
    side = round(2.3 * reach * sheet.scale)
    body = _body(value, reach * sheet.scale, side, sheet.is_small)
    x, y = sheet.at(at)
    corner = round(x - side / 2), round(y - side / 2)
    over(sheet.surface, _shade(body), (corner[0] + round(6 * sheet.scale), corner[1] + round(11 * sheet.scale)))
    over(sheet.surface, body, corner)


@cache
def _leaning(value: int) -> Leaf:
    """The leaf as it leans on a card, just inside the square from -1 to 1."""
    leaf = leaf_of(value)
    lines = [turned(line, leaf.lean) for line in (leaf.stem, *leaf.blades, *leaf.veins)]
    points = [point for line in lines[: 1 + len(leaf.blades)] for point in line]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, low = min(y for _, y in points), max(y for _, y in points)
    scale = min(1.92 / (right - left), 2.0 / (low - top))
    stem, *rest = (
        tuple(((x - (left + right) / 2) * scale, (y - (top + low) / 2) * scale) for x, y in line) for line in lines
    )
    return leaf._replace(blades=tuple(rest[: len(leaf.blades)]), veins=tuple(rest[len(leaf.blades) :]), stem=stem)


def _body(value: int, reach: float, side: int, is_small: bool) -> pygame.Surface:
    """The leaf in a square of so many pixels: a dark rim, blades from light to dark with a fold, veins, the stem."""
    leaf, (light, middle, dark) = _leaning(value), TONES[value - 1]
    thin, half, every = side / 330, side / 2, 3 if is_small else 1

    def place(line: Points) -> list[tuple[float, float]]:
        return [(half + x * reach, half + y * reach) for x, y in line]

    whole, mask = clear(side, side), clear(side, side)
    stroke(whole, mixed(dark, BARK, 0.25), place(leaf.stem), 7 * thin)
    rim = mixed(middle, dark, 0.75)
    for blade in leaf.blades:
        edge = place(blade[::every])
        pygame.draw.polygon(whole, rim, edge)
        pygame.draw.polygon(whole, rim, edge, max(1, round(5 * thin)))
        pygame.draw.polygon(mask, WHITE, edge)
    flesh = pygame.transform.smoothscale(_flesh(light, middle, dark), (side, side))
    flesh.blit(pygame.transform.smoothscale(_blots(), (side, side)), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    _fold(flesh, leaf, reach)
    vein = mixed(middle, VEIN, 0.55)
    for line in leaf.veins[: 9 if is_small else None]:
        stroke(flesh, vein, place(line), max(1.0, (4.0 if line is leaf.veins[0] else 2.4) * thin))
    over(whole, cut(flesh, mask))
    return whole


def _fold(flesh: pygame.Surface, leaf: Leaf, reach: float) -> None:
    """Darken the half that is turned away from the light."""
    side = flesh.get_width()
    x, y = (side / 2 + part * reach for part in leaf.stem[0])
    (x0, y0), (x1, y1), (dx, dy) = turned(((0.0, 2.0 * side), (0.0, -2.0 * side), (2.0 * side, 0.0)), leaf.lean)
    shade = pygame.Surface((side, side))
    shade.fill(WHITE)
    corners = ((x + x0, y + y0), (x + x1, y + y1), (x + x1 + dx, y + y1 + dy), (x + x0 + dx, y + y0 + dy))
    pygame.draw.polygon(shade, (222, 218, 214), corners)
    flesh.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)


@cache
def _flesh(light: Colour, middle: Colour, dark: Colour) -> pygame.Surface:
    """A few pixels that run from the upper left to the lower right when enlarged."""
    small = pygame.Surface((3, 3), pygame.SRCALPHA)
    tones = (
        mixed(light, middle, 0.15),
        mixed(light, middle, 0.6),
        middle,
        mixed(middle, dark, 0.2),
        mixed(middle, dark, 0.4),
    )
    for x in range(3):
        for y in range(3):
            small.set_at((x, y), tones[x + y])
    return small


@cache
def _blots() -> pygame.Surface:
    """Blots as in a water colour, to be enlarged and multiplied with."""
    random, side = Random(13), 18  # noqa: S311 - a picture, the same every time
    small = pygame.Surface((side, side))
    for x in range(side):
        for y in range(side):
            grey = random.randrange(214, 256)
            small.set_at((x, y), (grey, grey, grey))
    return small


def _shade(body: pygame.Surface) -> pygame.Surface:
    """The shadow of what lies on paper."""
    side = body.get_width()
    small = pygame.transform.smoothscale(body, (max(1, side // 6), max(1, side // 6)))
    small.fill((*WHITE, 0), special_flags=pygame.BLEND_RGBA_ADD)
    white = small.premul_alpha()
    return faded(tinted(pygame.transform.smoothscale(white, (side, side)), SHADOW), 0.42)
