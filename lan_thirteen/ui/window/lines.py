"""Lines of text and text fields."""

from __future__ import annotations

from typing import Final

import pygame

from lan_thirteen.ui.pictures import Align, FieldText, Text
from lan_thirteen.ui.theme import AMBER, INK, MUTED, Colour, Type, mixed
from lan_thirteen.ui.window.spot import Spot, blit
from lan_thirteen.ui.window.text import Word, Words

CARET: Final = 1.5
"""How wide a caret is, and how thick the line under what is being composed, in units."""
_CARET_HEIGHT: Final = 1.3
"""In ems."""
_MARK: Final = mixed(INK[1], AMBER, 0.4)
"""Behind what is marked."""


def draw_text(surface: pygame.Surface, picture: Text, spot: Spot, words: Words, unit: float) -> None:
    """One line; what is longer than its box begins at the left, and is cut a little beyond the right."""
    if not picture.runs:
        return
    largest = max((run.type for run in picture.runs), key=lambda style: style.size)
    room = spot.w + largest.size * unit
    drawn: list[Word] = []
    width = 0.0
    for run in picture.runs:
        if width <= room and run.text:
            face, pixels = run.type.face, run.type.size * unit
            drawn.append(words.word(words.fitting(run.text, face, pixels, room - width), face, pixels, run.colour))
            width += drawn[-1].width
    slack = max(0.0, spot.w - width)
    x = spot.x + {Align.LEFT: 0.0, Align.CENTRE: slack / 2, Align.RIGHT: slack}[picture.align]
    _row(surface, drawn, x, _baseline(words, largest, spot, unit), spot.alpha)


def draw_field(surface: pygame.Surface, picture: FieldText, spot: Spot, words: Words, unit: float) -> None:
    """The words around what is being composed, moved to the left where the caret would be out of sight."""
    style = picture.type

    def whole(text: str, tone: Colour) -> Word:
        return words.word(text, style.face, style.size * unit, tone)

    at = len(picture.text) if picture.caret is None else picture.caret
    before, composing = whole(picture.text[:at], picture.colour), whole(picture.composing, AMBER)
    after = whole(picture.text[at:], picture.colour)
    if not picture.text and not picture.composing:
        after = whole(picture.placeholder, MUTED)
    caret = before.width + composing.width
    wide = max(1, round(CARET * unit))
    hidden = max(0.0, caret + wide - spot.w) if picture.caret is not None else 0.0
    clip = surface.get_clip()
    surface.set_clip(clip.clip(pygame.Rect(spot.x, spot.y - spot.h, spot.w, 3 * spot.h)))
    baseline, left = _baseline(words, style, spot, unit), spot.x - hidden
    high = round(_CARET_HEIGHT * style.size * unit)
    if picture.is_marked:
        surface.fill(_MARK, (round(left), round(spot.middle - high / 2), round(before.width + after.width), high))
    _row(surface, [before, composing, after], left, baseline, spot.alpha)
    if picture.composing:
        surface.fill(AMBER, (round(left + before.width), baseline + 2 * wide, round(composing.width), wide))
    if picture.caret is not None:
        surface.fill(AMBER, (round(left + caret), round(spot.middle - high / 2), wide, high))
    surface.set_clip(clip)


def _baseline(words: Words, style: Type, spot: Spot, unit: float) -> int:
    return round(spot.middle + words.baseline(style.face, style.size * unit))


def _row(surface: pygame.Surface, drawn: list[Word], x: float, baseline: int, alpha: float) -> None:
    for word in drawn:
        blit(surface, word.surface, (round(x), baseline - word.rise), alpha)
        x += word.width
