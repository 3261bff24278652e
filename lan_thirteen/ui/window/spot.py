"""Where a picture goes, and putting it there."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from lan_thirteen.ui.window.brush import faded, over
from lan_thirteen.ui.window.cache import Sprite


class Spot(NamedTuple):
    """A place on the surface, in pixels."""

    x: int
    y: int
    w: int
    h: int
    middle: float
    """Halfway down, before rounding: where lines of text have theirs."""
    alpha: float


def put(surface: pygame.Surface, sprite: Sprite, spot: Spot) -> None:
    blit(surface, sprite.surface, (spot.x + sprite.dx, spot.y + sprite.dy), spot.alpha)


def blit(surface: pygame.Surface, picture: pygame.Surface, at: tuple[int, int], alpha: float) -> None:
    """Put the picture there with so much of its opacity."""
    over(surface, faded(picture.copy(), alpha) if alpha < 1 else picture, at)
