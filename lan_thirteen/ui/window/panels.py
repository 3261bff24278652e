"""Rounded boxes with their shadows, glows, edges and feet, each drawn once for its size."""

from __future__ import annotations

from typing import Final

import pygame

from lan_thirteen.ui.pictures import Panel
from lan_thirteen.ui.theme import BLACK, WHITE, Colour, mixed
from lan_thirteen.ui.window.brush import (
    carve,
    clear,
    cut,
    dashes,
    faded,
    gradient,
    outline,
    over,
    ring,
    rounded,
    soft,
    stroke,
    tinted,
)
from lan_thirteen.ui.window.cache import Sprite
from lan_thirteen.ui.window.ink import DROP, GLOW, panel_margin, shadow_blur

FOOT: Final = 3
"""Units that a button stands above its foot, and sinks when it is pressed."""
_GLOW_STRENGTH: Final = 0.8
_SHADOW: Final = 0.42
_SOLID: Final = 0.75
"""Below this opacity what shines from behind would be seen through a panel, so it is left out there."""
_DASH: Final = (6.0, 5.0)
_FINE: Final = 3


def panel(picture: Panel, w: int, h: int, unit: float) -> Sprite:
    """The panel in a box of so many pixels."""
    pad = round(panel_margin(picture, h / unit) * unit)
    whole = clear(w + 2 * pad, h + 2 * pad)
    radius = picture.radius * unit
    _lights(whole, picture, pygame.Rect(pad, pad, w, h), unit)
    foot = min(round(FOOT * unit), h - 1)
    raised = h
    top = 0
    if picture.foot is not None and not picture.is_pressed:
        raised = h - foot
        over(whole, faded(tinted(rounded(w, raised, radius), picture.foot), picture.opacity), (pad, pad + foot))
    elif picture.is_pressed:
        raised, top = h - foot, foot
    over(whole, _body(picture, w, raised, unit), (pad, pad + top))
    return Sprite(whole, -pad, -pad)


def plain_panel(picture: Panel, w: int, h: int, unit: float) -> Sprite:
    """The panel in one colour, its edges not smooth and without all that lies round it."""
    whole = clear(w, h)
    colour = mixed(picture.top, picture.bottom, 0.5)
    pygame.draw.rect(whole, colour, whole.get_rect(), border_radius=round(picture.radius * unit))
    return Sprite(faded(whole, picture.opacity))


def _lights(whole: pygame.Surface, picture: Panel, box: pygame.Rect, unit: float) -> None:
    """What the panel throws on what lies below it."""
    radius = picture.radius * unit
    if picture.has_shadow:
        blur = shadow_blur(box.h / unit) * unit
        shadow, pad = soft(box.w, box.h, radius, blur, BLACK, _SHADOW)
        over(whole, shadow, (box.x - pad, box.y - pad + round(blur * DROP)))
    if picture.glow is not None:
        grown = round(unit)
        light, pad = soft(
            box.w + 2 * grown, box.h + 2 * grown, radius + grown, GLOW * unit, picture.glow, _GLOW_STRENGTH
        )
        over(whole, light, (box.x - pad - grown, box.y - pad - grown))
    if picture.opacity < _SOLID and box.w > 2 and box.h > 2:
        carve(whole, rounded(box.w - 2, box.h - 2, radius - 1), (box.x + 1, box.y + 1))


def _body(picture: Panel, w: int, h: int, unit: float) -> pygame.Surface:
    radius = picture.radius * unit
    opacity = max(0, min(255, round(picture.opacity * 255)))
    body = gradient(w, h, (*picture.top, opacity), (*picture.bottom, opacity))
    cut(body, rounded(w, h, radius))
    if picture.shine > 0:
        light = gradient(w, h, (*WHITE, round(255 * picture.shine)), (*WHITE, 0))
        line = max(1, round(unit))
        low = ring(w, h, radius, line)
        low.fill((0, 0, 0, 0), (0, h // 2, w, h))
        over(body, cut(light, low))
    if picture.edge is not None:
        over(body, _edge(picture, picture.edge, w, h, unit))
    return body


def _edge(picture: Panel, colour: Colour, w: int, h: int, unit: float) -> pygame.Surface:
    radius = picture.radius * unit
    if not picture.is_dashed:
        mask = ring(w, h, radius, max(1, round(picture.edge_width * unit)))
        return faded(tinted(mask, colour), picture.edge_opacity)
    width = max(1.0, picture.edge_width * unit)
    big = clear(w * _FINE, h * _FINE)
    on, off = (length * unit * _FINE for length in _DASH)
    for piece in dashes(outline(w * _FINE, h * _FINE, radius * _FINE, width * _FINE / 2), on, off):
        stroke(big, colour, piece, width * _FINE)
    return faded(pygame.transform.smoothscale(big, (w, h)), picture.edge_opacity)
