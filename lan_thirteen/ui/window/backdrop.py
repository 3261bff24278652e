"""Whole backgrounds, cut to the shape of the window."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from lan_thirteen.ui.assets import asset
from lan_thirteen.ui.theme import Colour, colour, mixed

_TABLES: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    "forest": (colour("#2F6154"), colour("#1B403A"), colour("#0B1E1D")),
    "felt": (colour("#217850"), colour("#155039"), colour("#062117")),
    "rays": (colour("#4A4FB0"), colour("#2A2D74"), colour("#10112E")),
}
"""Centre, between and edge of a table's background."""
_DUSK: Final = ("#262741", "#3F3253", "#5D3B5D", "#8C4961", "#C3685F", "#ED9262", "#9E624A", "#3C2D2B", "#171B1C")
_EVENING: Final = tuple(map(colour, _DUSK))
"""From the sky down."""
_BLURRED: Final = (8, 14, 20), 0.4
_GRAIN: Final = (32, 18)


@lru_cache(maxsize=2)
def backdrop(name: str, w: int, h: int) -> pygame.Surface:
    """The background in so many pixels: as large as it must be to fill them, its middle kept."""
    path = asset("backgrounds", f"{name}.webp")
    if not path.is_file():
        return rough(name, w, h)
    picture = pygame.image.load(path)
    shape = picture.get_width(), picture.get_height()
    times = max(w / shape[0], h / shape[1])
    part = pygame.Rect(0, 0, max(1, min(shape[0], round(w / times))), max(1, min(shape[1], round(h / times))))
    part.center = picture.get_rect().center
    return _opaque(picture.subsurface(part), w, h)


def rough(name: str, w: int, h: int) -> pygame.Surface:
    """The colours of the background, for when its picture is not there or takes too long to load."""
    across, down = _GRAIN if name in _TABLES else (1, _GRAIN[1])
    picture = pygame.Surface((across, down))
    for y in range(down):
        for x in range(across):
            picture.set_at((x, y), _at(name, (x + 0.5) / across, (y + 0.5) / down))
    return _opaque(picture, w, h)


def _opaque(picture: pygame.Surface, w: int, h: int) -> pygame.Surface:
    whole = pygame.Surface((w, h))
    pygame.transform.smoothscale(picture.convert(whole), (w, h), whole)
    return whole


def _at(name: str, x: float, y: float) -> Colour:
    stops = _TABLES.get(name)
    if stops is None:
        evening = _between(_EVENING, y)
        return mixed(evening, *_BLURRED) if name.endswith("blurred") else evening
    far = (((x - 0.5) / 0.72) ** 2 + ((y - 0.44) / 0.82) ** 2) ** 0.5
    return _between(stops, far / 1.05)


def _between(stops: tuple[Colour, ...], share: float) -> Colour:
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    low = min(int(place), len(stops) - 2)
    return mixed(stops[low], stops[low + 1], place - low)
