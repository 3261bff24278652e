"""Cards as they lie, are held, lit, darkened or imagined: everything about a card but its face."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, Protocol

import pygame

from lan_thirteen.ui.pictures import Card, CardFace, Panel
from lan_thirteen.ui.theme import CARD_RADIUS, CARD_RATIO, MINT, WHITE, colour
from lan_thirteen.ui.window.brush import clear, faded, multiplied, over, soft
from lan_thirteen.ui.window.cache import Sprite, Sprites
from lan_thirteen.ui.window.ink import CARD_GLOW, CARD_SHADOW, card_margin
from lan_thirteen.ui.window.panels import panel

STEPS: Final = 4
"""Steps of a degree to which cards are turned."""
_SHADE: Final = colour("#04100C")
_SHADOW: Final = 0.5
_HALO: Final = 2
_CORE: Final = (1.5, 3)
_GHOST: Final = 0.62
_LARGE: Final = 400
"""Pixels: a turned card is drawn twice as large and shrunk, up to this width."""


class CardFaces(Protocol):
    """Draws the faces and backs of all cards."""

    def surface(self, face: CardFace, width: int) -> pygame.Surface:
        """The face so many pixels wide and 7/5 of it high; not to be drawn on.

        Its corners are transparent; its colours are not multiplied, as those of all that is loaded.
        """
        ...


def card_key(picture: Card) -> Hashable:
    """What tells this card from all others: faces of two games may be equal as tuples."""
    glow = picture.glow
    return (
        type(picture.face).__name__,
        tuple(picture.face),
        glow,
        round(picture.dim * 100),
        picture.is_ghost,
        round(picture.lift),
    )


def card(picture: Card, w: int, h: int, angle: float, unit: float, faces: CardFaces, sprites: Sprites) -> Sprite:
    """The card in a box of so many pixels, turned clockwise about its middle.

    A box that is narrower than a card shows it turning over.
    """
    key = card_key(picture)
    steps = round(angle * STEPS)
    if steps == 0:
        return sprites.get(("card", key, w, h), lambda: _flat(picture, w, h, 1.0, unit, faces))
    fine = 2.0 if 2 * w <= _LARGE else 1.0

    def turned() -> Sprite:
        flat = sprites.get(("flat", key, w, h), lambda: _flat(picture, w, h, fine, unit, faces))
        rotated = pygame.transform.rotozoom(flat.surface, -steps / STEPS, 1 / fine)
        return Sprite(rotated, round((w - rotated.get_width()) / 2), round((h - rotated.get_height()) / 2))

    return sprites.get(("turned", key, w, h, steps), turned)


def _flat(picture: Card, w: int, h: int, fine: float, unit: float, faces: CardFaces) -> Sprite:
    """The card upright, ``fine`` times as large."""
    unit *= fine
    w, h = round(w * fine), round(h * fine)
    pad = round(card_margin(picture) * unit)
    radius = CARD_RADIUS * w
    whole = clear(w + 2 * pad, h + 2 * pad)
    if not picture.is_ghost:
        blur = (CARD_SHADOW + 0.35 * picture.lift) * unit
        shadow, reach = soft(w, h, radius, blur, _SHADE, _SHADOW)
        over(whole, shadow, (pad - reach + round(unit), pad - reach + round((3 + 0.5 * picture.lift) * unit)))
    if picture.glow is not None:
        for blur, strength in ((CARD_GLOW, _HALO), _CORE):
            light, reach = soft(w, h, radius, blur * unit, picture.glow, strength)
            over(whole, light, (pad - reach, pad - reach))
    over(whole, _face(picture, w, h, faces), (pad, pad))
    if picture.is_ghost:
        frame = Panel(WHITE, WHITE, radius / unit, 0.0, edge=MINT, edge_width=1.8, is_dashed=True)
        edge = panel(frame, w, h, unit)
        over(whole, edge.surface, (pad + edge.dx, pad + edge.dy))
    return Sprite(whole, -pad, -pad)


def _face(picture: Card, w: int, h: int, faces: CardFaces) -> pygame.Surface:
    whole = faces.surface(picture.face, max(1, round(h / CARD_RATIO)))
    face = multiplied(whole)
    if face.get_size() != (w, h):
        face = pygame.transform.smoothscale(face, (w, h))
    if picture.dim > 0:
        kept = max(0, min(255, round(255 * (1 - picture.dim))))
        face.fill((kept, kept, kept, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return faded(face, _GHOST) if picture.is_ghost else face
