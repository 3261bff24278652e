"""Cards as they lie, are held, lit, darkened or imagined: everything about a card but its face."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple, Protocol

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


class Rest(NamedTuple):
    """How a card comes to rest, in pixels and degrees."""

    w: int
    h: int
    angle: float


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
    upright, fine = _upright(picture, w, h, angle, unit, faces, sprites)
    steps = round(angle * STEPS)
    if steps == 0:
        return upright

    def turned() -> Sprite:
        return _centred(pygame.transform.rotozoom(upright.surface, -steps / STEPS, 1 / fine), w, h)

    return sprites.get(("turned", card_key(picture), w, h, steps), turned)


def moving_card(
    picture: Card, w: int, h: int, angle: float, rest: Rest, unit: float, faces: CardFaces, sprites: Sprites
) -> Sprite:
    """The card on its way: what it will be at rest, stretched. To draw it with care for each frame would take long."""
    upright, fine = _upright(picture, max(1, rest.w), max(1, rest.h), rest.angle, unit, faces, sprites)
    surface = upright.surface
    across, down = w / max(1, rest.w) / fine, h / max(1, rest.h) / fine
    if abs(across - down) * w > 1:  # it turns over
        size = round(surface.get_width() * across), round(surface.get_height() * down)
        surface, down = pygame.transform.smoothscale(surface, (max(1, size[0]), max(1, size[1]))), 1.0
    return _centred(pygame.transform.rotozoom(surface, -angle, down), w, h)


def _centred(surface: pygame.Surface, w: int, h: int) -> Sprite:
    """The picture with its middle in that of a box of so many pixels."""
    return Sprite(surface, round((w - surface.get_width()) / 2), round((h - surface.get_height()) / 2))


def _upright(
    picture: Card, w: int, h: int, angle: float, unit: float, faces: CardFaces, sprites: Sprites
) -> tuple[Sprite, float]:
    """The card before it is turned, and how many times as large it is for that."""
    is_turned = round(angle * STEPS) != 0
    fine = 2.0 if is_turned and 2 * w <= _LARGE else 1.0
    kind = "flat" if is_turned else "card"
    return sprites.get((kind, card_key(picture), w, h), lambda: _flat(picture, w, h, fine, unit, faces, sprites)), fine


def _flat(picture: Card, w: int, h: int, fine: float, unit: float, faces: CardFaces, sprites: Sprites) -> Sprite:
    """The card upright, ``fine`` times as large."""
    unit *= fine
    w, h = round(w * fine), round(h * fine)
    pad = round(card_margin(picture) * unit)
    around = ("around", w, h, picture.glow, round(picture.lift), picture.is_ghost)
    whole = sprites.get(around, lambda: Sprite(_lights(picture, w, h, pad, unit))).surface.copy()
    over(whole, _face(picture, w, h, faces), (pad, pad))
    if picture.is_ghost:
        frame = Panel(WHITE, WHITE, CARD_RADIUS * w / unit, 0.0, edge=MINT, edge_width=1.8, is_dashed=True)
        edge = panel(frame, w, h, unit)
        over(whole, edge.surface, (pad + edge.dx, pad + edge.dy))
    return Sprite(whole, -pad, -pad)


def _lights(picture: Card, w: int, h: int, pad: int, unit: float) -> pygame.Surface:
    """The shadow and the light round a card, whatever its face: many cards have the same."""
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
    return whole


def _face(picture: Card, w: int, h: int, faces: CardFaces) -> pygame.Surface:
    whole = faces.surface(picture.face, max(1, round(h / CARD_RATIO)))
    face = multiplied(whole)
    if face.get_size() != (w, h):
        face = pygame.transform.smoothscale(face, (w, h))
    if picture.dim > 0:
        kept = max(0, min(255, round(255 * (1 - picture.dim))))
        face.fill((kept, kept, kept, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return faded(face, _GHOST) if picture.is_ghost else face
