"""Line icons of the atlas and the faces of the players, in the size and colour that is asked for."""

from __future__ import annotations

import json
from functools import cached_property, lru_cache
from typing import Final

import pygame

from lan_thirteen.ui.assets import asset
from lan_thirteen.ui.theme import INK, Colour, colour
from lan_thirteen.ui.window.brush import clear, cut, disc, faded, multiplied, over, ring, sector, tinted

AVATARS: Final = ("fox", "badger", "rabbit", "owl", "hedgehog", "bear", "frog", "squirrel")
BOT: Final = "bot"
_FACE: Final = 0.84
"""Of an avatar's width: what is inside the ring."""
_RIM: Final = colour("#0B1615")
_UNLIT: Final = colour("#3A534C")
_NIGHT: Final = INK[0]
_DIM: Final = 0.55
_FINE: Final = 4


class Icons:
    """The atlas: its greys say how opaque a line is, which gets its colour when it is drawn."""

    @cached_property
    def _atlas(self) -> tuple[pygame.Surface, int, dict[str, list[int]]]:
        index = json.loads(asset("icons", "icons.json").read_bytes())
        return pygame.image.load(asset("icons", "icons.png")), index["cell"], index["icons"]

    def icon(self, name: str, colour: Colour, size: int) -> pygame.Surface:
        """The icon as a square of ``size`` pixels; an unknown name gives a small ring."""
        size = max(1, size)
        atlas, cell, places = self._atlas
        if name in places:
            picture = pygame.transform.smoothscale(_white(atlas.subsurface((*places[name], cell, cell))), (size, size))
        else:
            picture = clear(size, size)
            inner = max(1, size // 2)
            over(picture, ring(inner, inner, inner / 2, max(1, size // 12)), (size // 4, size // 4))
        return tinted(picture, colour)


def _white(greys: pygame.Surface) -> pygame.Surface:
    """White, as opaque as the greys are light."""
    opacity = pygame.image.tobytes(greys, "P")
    channels = bytearray(4 * len(opacity))
    for channel in range(4):
        channels[channel::4] = opacity
    return pygame.image.frombytes(bytes(channels), greys.get_size(), "BGRA")


@lru_cache(maxsize=len(AVATARS) + 1)
def _portrait(number: int) -> pygame.Surface | None:
    name = BOT if number < 0 else AVATARS[number % len(AVATARS)]
    for kind in ("webp", "png"):
        path = asset("avatars", f"{name}.{kind}")
        if path.is_file():
            return multiplied(pygame.image.load(path))
    return None


def avatar(number: int, rim: Colour, is_dim: bool, share: float, size: int) -> pygame.Surface:
    """A face in its ring, of which ``share`` is lit, clockwise from the top."""
    whole = clear(size, size)
    over(whole, tinted(disc(size), _RIM))
    over(whole, _lit_ring(rim, share, size))
    inner = max(1, round(size * _FACE))
    face = _face(number, inner)
    if is_dim:
        over(face, faded(tinted(disc(inner), _NIGHT), _DIM))
    over(whole, face, ((size - inner) // 2, (size - inner) // 2))
    return whole


def _face(number: int, size: int) -> pygame.Surface:
    picture = _portrait(number)
    if picture is None:
        return tinted(disc(size), _UNLIT)
    return cut(pygame.transform.smoothscale(picture, (size, size)), disc(size))


def _lit_ring(rim: Colour, share: float, size: int) -> pygame.Surface:
    big = clear(size * _FINE, size * _FINE)
    middle = size * _FINE / 2
    edge = max(1.0, size / 54) * _FINE
    if share < 1:
        pygame.draw.circle(big, _UNLIT, (middle, middle), middle - edge)
    if share >= 1:
        pygame.draw.circle(big, rim, (middle, middle), middle - edge)
    elif share > 0:
        pygame.draw.polygon(big, rim, sector((middle, middle), 0, middle - edge, 0, share))
    return pygame.transform.smoothscale(big, (size, size))
