"""Pictures that were drawn once and are only copied from then on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, NamedTuple

import pygame

ROOM: Final = 6
"""Windows full of pixels that all sprites together may take: a full table takes three and a half."""


class Sprite(NamedTuple):
    """A drawn picture; its upper left corner lies so far from the place it is put at."""

    surface: pygame.Surface
    dx: int = 0
    dy: int = 0

    @property
    def rect(self) -> pygame.Rect:
        return self.surface.get_rect(topleft=(self.dx, self.dy))


class Sprites:
    """Sprites by what they show; those unused for longest go when ``room`` pixels are taken."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = 0
        self._kept: OrderedDict[Hashable, Sprite] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        """The sprite of this key, drawn by ``make`` where it is not kept.

        A named tuple equals any other of the same numbers, so a key begins with the name of what it shows.
        """
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        made = make()
        self._kept[key] = made
        self.taken += _area(made)
        while self.taken > self.room and len(self._kept) > 1:
            self.taken -= _area(self._kept.popitem(last=False)[1])
        return made

    def clear(self, room: int) -> None:
        """Keep nothing, and ``room`` pixels from now on."""
        self.room = room
        self._kept.clear()
        self.taken = 0


def _area(sprite: Sprite) -> int:
    return sprite.surface.get_width() * sprite.surface.get_height()
