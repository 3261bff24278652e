"""Draws a display, every picture at the pixels of the window."""

from __future__ import annotations

from typing import Final, assert_never

import pygame

from lan_thirteen.ui.canvas import Canvas
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.measure import Advances
from lan_thirteen.ui.pictures import (
    Avatar,
    Backdrop,
    Bars,
    Branch,
    Card,
    FieldText,
    Icon,
    Line,
    Panel,
    Picture,
    Shade,
    Shape,
    Text,
    Wheel,
)
from lan_thirteen.ui.theme import INK, Colour
from lan_thirteen.ui.window.backdrop import backdrop, rough
from lan_thirteen.ui.window.brush import clear, disc, over, tinted
from lan_thirteen.ui.window.cache import ROOM, Sprite, Sprites
from lan_thirteen.ui.window.cards import CardFaces, Rest, card, moving_card
from lan_thirteen.ui.window.icons import Icons, avatar
from lan_thirteen.ui.window.ink import PLATE, ink, touches
from lan_thirteen.ui.window.lines import draw_field, draw_text
from lan_thirteen.ui.window.panels import panel, plain_panel
from lan_thirteen.ui.window.shapes import shape
from lan_thirteen.ui.window.spot import Spot, put
from lan_thirteen.ui.window.strokes import bars, line
from lan_thirteen.ui.window.text import Words
from lan_thirteen.ui.window.wheel import wheel

_TURN_STEPS: Final = 4
_CLOCK_STEPS: Final = 180


class Painter:
    """Draws displays and keeps what it drew, as long as the size stays."""

    def __init__(self, advances: Advances, faces: CardFaces | None = None) -> None:
        self._faces = faces
        self.is_rough = False
        """Only text is as it should be, on plain grounds: for a first frame, which waits for no picture."""
        self._icons = Icons()
        self._words = Words(advances, self._icons)
        self._sprites = Sprites(0)
        self._fits: tuple[tuple[int, int], float] | None = None
        self._unit = 1.0

    def use(self, faces: CardFaces) -> None:
        """Draw cards in this way from now on."""
        self._faces = faces
        self._fits = None

    def _card_faces(self) -> CardFaces:
        if self._faces is None:
            from lan_thirteen.ui.window.faces import Faces  # noqa: PLC0415  # the first frame shows no card

            self._faces = Faces()
        return self._faces

    @property
    def kept(self) -> int:
        """Pixels of what is kept drawn."""
        return self._sprites.taken

    def paint(self, surface: pygame.Surface, display: Display, canvas: Canvas) -> None:
        """Draw all of it. Boxes without an area are left out."""
        self.paint_part(surface, display, canvas, surface.get_rect())

    def paint_part(self, surface: pygame.Surface, display: Display, canvas: Canvas, dirty: pygame.Rect) -> None:
        """Draw what of it lies in these pixels, and nothing outside of them."""
        self._fit(surface, canvas)
        whole = surface.get_clip()
        part = dirty.clip(whole)
        if not part.w or not part.h:
            return
        unit = self._unit
        seen = Box(part.x / unit, part.y / unit, part.w / unit, part.h / unit)
        surface.set_clip(part)
        surface.fill(INK[0])
        for node in display.nodes:
            if node.alpha > 0 and touches(node, seen):
                self._node(surface, node)
        surface.set_clip(whole)

    def _fit(self, surface: pygame.Surface, canvas: Canvas) -> None:
        """What was drawn for another size is of no use any more."""
        fits = (surface.get_size(), canvas.unit)
        if fits != self._fits:
            self._fits, self._unit = fits, canvas.unit
            self._sprites.clear(ROOM * surface.get_width() * surface.get_height())
            self._words.clear()

    def _node(self, surface: pygame.Surface, node: Node) -> None:
        unit, box, picture = self._unit, node.box, node.picture
        w, h = round(box.w * unit), round(box.h * unit)
        spot = Spot(round(box.x * unit), round(box.y * unit), w, h, box.cy * unit, min(1.0, node.alpha))
        if isinstance(picture, Text | Line):
            if w < 0 or h < 0:
                return
        elif w < 1 or h < 1:
            return
        if isinstance(picture, Card) and not self.is_rough:
            sprite = self._card(picture, node, w, h)
            corner = round(box.cx * unit - w / 2), round(box.cy * unit - h / 2)
            put(surface, sprite, spot._replace(x=corner[0], y=corner[1]))
        elif node.angle and not isinstance(picture, Shade | Backdrop):  # which cover what lies straight
            self._turned(surface, node, spot)
        else:
            self._picture(surface, picture, spot)

    def _card(self, picture: Card, node: Node, w: int, h: int) -> Sprite:
        unit, faces, sprites = self._unit, self._card_faces(), self._sprites
        if node.rest is None:
            return card(picture, w, h, node.angle, unit, faces, sprites)
        rest = Rest(round(node.rest[0] * unit), round(node.rest[1] * unit), node.rest[2])
        return moving_card(picture, w, h, node.angle, rest, unit, faces, sprites)

    def _turned(self, surface: pygame.Surface, node: Node, spot: Spot) -> None:
        """Anything but a card, turned: drawn apart first."""
        steps = round(node.angle * _TURN_STEPS)

        def drawn() -> Sprite:
            reach = ink(node._replace(angle=0.0))
            pad = round(max(node.box.x - reach.x, reach.right - node.box.right, node.box.y - reach.y) * self._unit)
            apart = clear(spot.w + 2 * pad, spot.h + 2 * pad)
            self._picture(apart, node.picture, Spot(pad, pad, spot.w, spot.h, pad + spot.h / 2, 1.0))
            turned = pygame.transform.rotozoom(apart, -steps / _TURN_STEPS, 1.0)
            return Sprite(turned, round((spot.w - turned.get_width()) / 2), round((spot.h - turned.get_height()) / 2))

        key = ("turned", type(node.picture).__name__, node.picture, spot.w, spot.h, steps)
        put(surface, self._sprites.get(key, drawn), spot)

    def _picture(self, surface: pygame.Surface, picture: Picture, spot: Spot) -> None:
        match picture:
            case Text():
                draw_text(surface, picture, spot, self._words, self._unit)
            case FieldText():
                draw_field(surface, picture, spot, self._words, self._unit)
            case Shade(tone, share):
                _shade(surface, tone, share, spot)
            case Backdrop(name):
                _back(surface, (rough if self.is_rough else backdrop)(name, spot.w, spot.h), spot)
            case Panel() if self.is_rough:
                put(surface, plain_panel(picture, spot.w, spot.h, self._unit), spot)
            case _ if self.is_rough:
                pass
            case _:
                put(surface, self._sprite(picture, spot), spot)

    def _sprite(
        self, picture: Panel | Icon | Avatar | Shape | Card | Wheel | Branch | Line | Bars, spot: Spot
    ) -> Sprite:
        """What is drawn once for its size."""
        w, h, unit, keep = spot.w, spot.h, self._unit, self._sprites.get
        match picture:
            case Panel():
                return keep(("panel", picture, w, h), lambda: panel(picture, w, h, unit))
            case Icon(name, tone):
                side = min(w, h)
                at = (w - side) // 2, (h - side) // 2
                return keep(("icon", name, tone, w, h), lambda: Sprite(self._icons.icon(name, tone, side), *at))
            case Avatar():
                return self._avatar(picture, min(w, h))
            case Shape():
                side = min(w, h)
                at = (w - side) // 2, (h - side) // 2
                return keep(("shape", picture, w, h), lambda: _sign(picture, side, at))
            case Card():
                return card(picture, w, h, 0.0, unit, self._card_faces(), self._sprites)
            case Wheel():
                side = min(w, h)
                return keep(("wheel", picture, side), lambda: wheel(picture, side, self._words))
            case Branch():
                from lan_thirteen.ui.window.branch import branch  # noqa: PLC0415  # its leaves are many points

                return keep(("branch", picture, w, h), lambda: branch(picture, w, h, unit))
            case Line(points):
                if len(points) < 2:
                    return Sprite(clear(1, 1))
                return keep(("line", picture), lambda: line(picture, unit))
            case Bars():
                return keep(("bars", picture, w, h), lambda: bars(picture, w, h))
            case _:
                assert_never(picture)

    def _avatar(self, picture: Avatar, side: int) -> Sprite:
        share = round(picture.share * _CLOCK_STEPS) / _CLOCK_STEPS
        key = ("avatar", picture.number, picture.ring, picture.is_dim, share, side)
        return self._sprites.get(key, lambda: Sprite(avatar(picture.number, picture.ring, picture.is_dim, share, side)))


def _sign(picture: Shape, side: int, at: tuple[int, int]) -> Sprite:
    sign = shape(picture.kind, picture.colour, side)
    if picture.plate is None:
        return Sprite(sign, *at)
    plate = round(side * PLATE)
    whole = tinted(disc(plate), picture.plate)
    beyond = (plate - side) // 2
    over(whole, sign, (beyond, beyond))
    return Sprite(whole, at[0] - beyond, at[1] - beyond)


def _shade(surface: pygame.Surface, tone: Colour, share: float, spot: Spot) -> None:
    """Mix the colour into what is there, in place: no layer as large as the window is needed."""
    box = pygame.Rect(spot.x, spot.y, spot.w, spot.h)
    weight = max(0.0, min(1.0, share * spot.alpha))
    kept = round(255 * (1 - weight))
    surface.fill((kept, kept, kept), box, special_flags=pygame.BLEND_RGB_MULT)
    added = tuple(round(channel * weight) for channel in tone)
    if any(added):
        surface.fill(added, box, special_flags=pygame.BLEND_RGB_ADD)


def _back(surface: pygame.Surface, picture: pygame.Surface, spot: Spot) -> None:
    picture.set_alpha(None if spot.alpha >= 1 else round(255 * spot.alpha))
    surface.blit(picture, (spot.x, spot.y))
