"""Whole backgrounds, cut to the shape of the window."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from lan_thirteen.ui.assets import asset
from lan_thirteen.ui.theme import Colour, colour, mixed

_GRADIENTS: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    "forest": (colour("#2F6154"), colour("#1B403A"), colour("#0B1E1D")),
    "felt": (colour("#217850"), colour("#155039"), colour("#062117")),
    "rays": (colour("#4A4FB0"), colour("#2A2D74"), colour("#10112E")),
}
"""Centre, between and edge of a background whose picture is missing."""
_EVENING: Final = tuple(map(colour, ("#16203A", "#3A2A55", "#8C4460", "#E0764F", "#7A4039", "#141B1D")))
"""From the sky down."""
_GRAIN: Final = (64, 36)


@lru_cache(maxsize=2)
def backdrop(name: str, w: int, h: int) -> pygame.Surface:
    """The background in so many pixels: as large as it must be to fill them, its middle kept."""
    path = asset("backgrounds", f"{name}.webp")
    picture = pygame.image.load(path) if path.is_file() else _painted(name)
    shape = picture.get_width(), picture.get_height()
    times = max(w / shape[0], h / shape[1])
    part = pygame.Rect(0, 0, max(1, min(shape[0], round(w / times))), max(1, min(shape[1], round(h / times))))
    part.center = picture.get_rect().center
    opaque = pygame.Surface((w, h))
    opaque.blit(pygame.transform.smoothscale(picture.subsurface(part).convert(opaque), (w, h)), (0, 0))
    return opaque


def _painted(name: str) -> pygame.Surface:
    w, h = _GRAIN
    picture = pygame.Surface(_GRAIN)
    for y in range(h):
        for x in range(w):
            picture.set_at((x, y), _at(name, (x + 0.5) / w, (y + 0.5) / h))
    return picture


def _at(name: str, x: float, y: float) -> Colour:
    stops = _GRADIENTS.get(name)
    if stops is None:
        evening = _between(_EVENING, y)
        return mixed(evening, (8, 14, 20), 0.38) if name.endswith("blurred") else evening
    far = (((x - 0.5) / 0.72) ** 2 + ((y - 0.44) / 0.82) ** 2) ** 0.5
    return _between(stops, far / 1.05)


def _between(stops: tuple[Colour, ...], share: float) -> Colour:
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    low = min(int(place), len(stops) - 2)
    return mixed(stops[low], stops[low + 1], place - low)
