"""A target of Dreizehn: a wooden rim with the numbers, thirteen wedges, the sum in the middle."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from lan_thirteen.ui.pictures import Wheel
from lan_thirteen.ui.theme import BLACK, DREIZEHN, MINT, WHITE, Colour, Face, colour, mixed
from lan_thirteen.ui.window.brush import (
    Points,
    arc,
    clear,
    cut,
    disc,
    faded,
    gradient,
    over,
    sector,
    shades,
    soft,
    stroke,
)
from lan_thirteen.ui.window.cache import Sprite
from lan_thirteen.ui.window.ink import WHEEL_DROP, WHEEL_GLOW, WHEEL_RADIUS, WHEEL_SHADOW, wheel_margin
from lan_thirteen.ui.window.text import Words

_WEDGES: Final = 13
_LIMIT: Final = 13
_SOOT: Final = colour("#140B08")
_WOOD: Final = (colour("#6A4630"), colour("#2C1A12"))
_GROOVE: Final = colour("#1A100C")
_EMPTY: Final = (colour("#EFEAF8"), colour("#DAD5EC"))
_PALE: Final = colour("#FFD9D3")
_STRIPE: Final = colour("#D9303A")
_BLOOD: Final = colour("#B3121F")
_NUMBER: Final = (colour("#E9D9C2"), colour("#FFE7A8"))
_INK: Final = colour("#05051A")


class _Paint(NamedTuple):
    main: Colour
    dark: Colour
    light: Colour


_PAINTS: Final = (
    _Paint(DREIZEHN[0], colour("#0F3F8A"), colour("#8CC0FF")),
    _Paint(DREIZEHN[1], colour("#07513D"), colour("#7FE6C6")),
    _Paint(DREIZEHN[2], colour("#A87500"), colour("#FFE998")),
)
_FREE: Final = _Paint(colour("#8A90C8"), colour("#3A3E78"), colour("#C6CAF2"))


def wheel(picture: Wheel, size: int, words: Words) -> Sprite:
    """The target in a square of so many pixels."""
    paint = _FREE if picture.colour is None else _PAINTS[picture.colour]
    scale = size / 2 / WHEEL_RADIUS
    pad = round(wheel_margin(size))
    whole = clear(size + 2 * pad, size + 2 * pad)
    shadow, reach = soft(size, size, size / 2, WHEEL_SHADOW * scale, BLACK, 0.5)
    over(whole, shadow, (pad - reach, pad - reach + round(WHEEL_DROP * scale)))
    if picture.glow is not None:
        light, reach = soft(size, size, size / 2, WHEEL_GLOW * scale, picture.glow, 1.0)
        over(whole, light, (pad - reach, pad - reach))
    board = _board(picture, paint, size)
    _numbers(board, picture, scale, words)
    _sum(board, picture.total, paint, scale, words)
    over(whole, board, (pad, pad))
    return Sprite(whole, -pad, -pad)


def _board(picture: Wheel, paint: _Paint, size: int) -> pygame.Surface:
    fine = 4 if size < 150 else 3 if size < 360 else 2
    big = clear(size * fine, size * fine)
    draw = _Disc(big)
    draw.circle(103, _SOOT)
    for i, shade in enumerate(shades(_WOOD[0], _WOOD[1], 12)):
        draw.circle(101.5 - i, shade)
    draw.circle(90, _GROOVE)
    for i in range(_WEDGES):
        is_filled, is_odd = i < picture.total, i % 2 == 1
        lit = mixed(paint.main, WHITE, 0.16) if is_odd else paint.main
        draw.wedge(i, 0, 88, lit if is_filled else _EMPTY[is_odd])
    for i in range(_WEDGES):
        stroke(big, paint.dark, draw.ray(i / _WEDGES, 50, 88), 1.1 * draw.scale)
    over(big, _shine(big.get_width()))
    _added(big, picture, draw)
    draw.circle(52, paint.dark)
    draw.circle(49, paint.main)
    draw.circle(43.8, paint.dark)
    for i, shade in enumerate(shades(mixed(WHITE, paint.light, 0.45), WHITE, 14)):
        draw.circle(42.6 - 2.8 * i, shade, -0.5 * i)
    return pygame.transform.smoothscale(big, (size, size))


class _Disc:
    """Draws on a square in parts of the wheel's radius."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        self.scale = surface.get_width() / 2 / WHEEL_RADIUS
        self.middle = (surface.get_width() / 2, surface.get_width() / 2)

    def circle(self, radius: float, colour: Colour, aside: float = 0.0) -> None:
        x, y = self.middle
        at = (x + aside * self.scale, y + aside * self.scale)
        pygame.draw.circle(self.surface, colour, at, radius * self.scale)

    def piece(self, wedge: int, inner: float, outer: float, inset: float = 0.0) -> Points:
        start, end = (wedge + inset) / _WEDGES, (wedge + 1 - inset) / _WEDGES
        return sector(self.middle, inner * self.scale, outer * self.scale, start, end)

    def wedge(self, wedge: int, inner: float, outer: float, colour: Colour) -> None:
        pygame.draw.polygon(self.surface, colour, self.piece(wedge, inner, outer))

    def ray(self, turn: float, inner: float, outer: float) -> Points:
        return [arc(self.middle, radius * self.scale, turn, turn)[0] for radius in (inner, outer)]


@lru_cache(maxsize=1)
def _shine(size: int) -> pygame.Surface:
    """Light from above on the wedges, and the ring that runs through them: the same on all wheels."""
    shine = clear(size, size)
    draw = _Disc(shine)
    pygame.draw.circle(shine, _SOOT, draw.middle, 71.5 * draw.scale, round(5 * draw.scale))
    faded(shine, 0.24)
    half = size // 2
    inner = round(2 * 88 * draw.scale)
    light = clear(inner, inner)
    over(light, gradient(inner, inner // 2, (*WHITE, 66), (*WHITE, 0)), (0, 0))
    over(light, gradient(inner, inner - inner // 2, (*BLACK, 0), (*BLACK, 56)), (0, inner // 2))
    over(shine, cut(light, disc(inner)), (half - inner // 2, half - inner // 2))
    return shine


def _added(big: pygame.Surface, picture: Wheel, draw: _Disc) -> None:
    """What a card would add: flat mint where it fits, hatched red where it is too much."""
    is_bust = picture.total + picture.added > _LIMIT
    pieces = [
        draw.piece(i, 53, 86, 0.06) for i in range(max(0, picture.total), min(_LIMIT, picture.total + picture.added))
    ]
    if not pieces:
        return
    mask = clear(*big.get_size())
    for piece in pieces:
        pygame.draw.polygon(mask, WHITE, piece)
    layer = _hatch(big.get_width(), draw.scale) if is_bust else faded(_flat(big.get_width(), MINT), 0.62)
    over(big, cut(layer, mask))
    for piece in pieces:
        stroke(big, _BLOOD if is_bust else MINT, [*piece, piece[0]], 1.6 * draw.scale)


def _flat(size: int, colour: Colour) -> pygame.Surface:
    layer = clear(size, size)
    layer.fill((*colour, 255))
    return layer


def _hatch(size: int, scale: float) -> pygame.Surface:
    layer = _flat(size, _PALE)
    step = 10 * scale
    for i in range(int(2 * size / step) + 1):
        stroke(layer, _STRIPE, [(i * step - size, size), (i * step, 0)], 3.4 * scale)
    return layer


def _numbers(board: pygame.Surface, picture: Wheel, scale: float, words: Words) -> None:
    middle = board.get_width() / 2
    for i in range(_WEDGES):
        is_last = i + 1 == _LIMIT
        bright = _NUMBER[is_last] if i < picture.total or is_last else mixed(_WOOD[1], _NUMBER[0], 0.66)
        x, y = arc((middle, middle), 95.4 * scale, (i + 0.5) / _WEDGES, 1)[0]
        _centred(board, words, str(i + 1), Face.EXTRABOLD, 10.5 * scale, bright, (x, y))


def _sum(board: pygame.Surface, total: int, paint: _Paint, scale: float, words: Words) -> None:
    middle = board.get_width() / 2
    ink = mixed(paint.dark, _INK, 0.35)
    _centred(board, words, str(total), Face.DISPLAY_BLACK, 41 * scale, ink, (middle, middle - 3 * scale))
    fainter = mixed(ink, WHITE, 0.2)
    _centred(board, words, f"/ {_LIMIT}", Face.EXTRABOLD, 12 * scale, fainter, (middle, middle + 26 * scale))


def _centred(
    board: pygame.Surface, words: Words, text: str, face: Face, pixels: float, ink: Colour, at: tuple[float, float]
) -> None:
    word = words.word(text, face, max(4.0, pixels), ink)
    top = at[1] + words.baseline(face, max(4.0, pixels)) - word.rise
    over(board, word.surface, (round(at[0] - word.width / 2), round(top)))
