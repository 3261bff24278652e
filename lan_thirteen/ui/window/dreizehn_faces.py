"""The cards of Dreizehn: a target with the value in it; the red four is an imp."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final, NamedTuple

import pygame

from lan_thirteen.ui.pictures import DreizehnFace, ShapeKind
from lan_thirteen.ui.theme import DREIZEHN, ON_YELLOW, WHITE, Colour, colour, mixed
from lan_thirteen.ui.window.card_sheet import MIDDLE, H, Sheet, W

_DARK: Final = tuple(map(colour, ("#1450A8", "#075340", "#C68A00", "#7E0F22")))
_LIGHT: Final = tuple(map(colour, ("#7FB6FF", "#74E0BE", "#FFE998", "#FF8A85")))
SIGNS: Final = (ShapeKind.DROP, ShapeKind.TRIANGLE, ShapeKind.STAR, ShapeKind.CROSS)
YELLOW, RED = 2, 3
NIGHT: Final = colour("#000010")
SOOT: Final = colour("#4A0712")
SKIN: Final = colour("#E8434B")
HORN: Final = colour("#FFB199")
PUPIL: Final = colour("#2A0308")
EDGE: Final = colour("#0A0514")


class Paint(NamedTuple):
    main: Colour
    dark: Colour
    light: Colour
    ink: Colour
    """Of the numeral and the sign in the corner."""


def paint_of(number: int) -> Paint:
    """The paint of a colour, 0-3."""
    ink = ON_YELLOW if number == YELLOW else WHITE
    return Paint(DREIZEHN[number], _DARK[number], _LIGHT[number], ink)


def dreizehn_face(sheet: Sheet, face: DreizehnFace) -> pygame.Surface:
    paint = paint_of(face.colour)
    sheet.wash(mixed(paint.main, WHITE, 0.12), mixed(paint.main, paint.dark, 0.55))
    _rays(sheet, paint)
    middle, size = ((216, 370), 0.92) if sheet.is_small else (MIDDLE, 1.0)
    _target(sheet, middle, size, paint)
    if face.colour == RED:
        _imp(sheet, middle, size)
    else:
        numeral = mixed(paint.dark, NIGHT, 0.25)
        sheet.write(str(face.value), middle, 190 * size, numeral)
    sheet.frame((12, 12, W - 24, H - 24), 25, WHITE, 5, 0.45)
    _corners(sheet, face, paint)
    return sheet.finished(EDGE, 0.5)


def _rays(sheet: Sheet, paint: Paint) -> None:
    """Alternating rays, and the colour's sign as a shadow in the two free corners."""
    for degrees in range(0, 360, 36):
        ends = ((200 + 480 * cos(radians(a)), 280 + 480 * sin(radians(a))) for a in (degrees - 9, degrees + 9))
        sheet.polygon((MIDDLE, *ends), paint.dark, 0.16)
    for _ in sheet.both_ways():
        if not sheet.is_small:
            sheet.sign(SIGNS[paint_number(paint)], (W - 62, 76), 34, paint.dark, 0.45)


def paint_number(paint: Paint) -> int:
    return DREIZEHN.index(paint.main)


def _target(sheet: Sheet, at: tuple[float, float], size: float, paint: Paint) -> None:
    sheet.disc((at[0], at[1] + 5), 147 * size, mixed(paint.main, paint.dark, 0.6))
    for radius, ring in ((142, paint.dark), (130, paint.light), (116, paint.main)):
        sheet.disc(at, radius * size, ring)
    sheet.ball(at, 104 * size, WHITE, mixed(WHITE, paint.light, 0.30))


def _corners(sheet: Sheet, face: DreizehnFace, paint: Paint) -> None:
    """The value and the sign of the colour."""
    text, sign = str(face.value), SIGNS[face.colour]
    halo = colour("#FFF3C4") if face.colour == YELLOW else paint.dark
    if sheet.is_small:
        sheet.write(text, (96, 116), 190, paint.ink, 150, halo)
        sheet.sign(sign, (286, 104), 66, paint.ink)
        return
    for _ in sheet.both_ways():
        sheet.write(text, (58, 74), 112, paint.ink, 84, halo)
        sheet.sign(sign, (58, 148), 31, paint.dark)
        sheet.sign(sign, (58, 148), 27, paint.ink)


def _imp(sheet: Sheet, at: tuple[float, float], size: float) -> None:
    """A grin with horns."""

    def place(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(at[0] + (x - 200) * size, at[1] + (y - 280) * size) for x, y in points]

    horn = ((120, 216), (113, 186), (118, 158), (131, 140), (150, 130), (147, 150), (152, 168), (164, 182), (182, 194))
    for mirror in (False, True):
        outline = place(*((400 - x if mirror else x, y) for x, y in horn))
        sheet.polygon(outline, HORN)
        sheet.line(outline, SOOT, 7 * size)
    (middle,) = place((200, 286))
    sheet.disc(middle, 101 * size, SOOT)
    sheet.ball(middle, 95 * size, mixed(SKIN, HORN, 0.35), mixed(SKIN, SOOT, 0.18))
    for x, side in ((0, 1), (400, -1)):
        eye = place((x + side * 134, 254), (x + side * 184, 274), (x + side * 140, 288))
        sheet.polygon(eye, WHITE)
        sheet.line((*eye, eye[0]), SOOT, 5 * size)
        (pupil,) = place((x + side * 157, 272))
        sheet.disc(pupil, 8.5 * size, PUPIL)
        sheet.line(place((x + side * 130, 236), (x + side * 187, 262)), SOOT, 12 * size)
    grin = _bow(142, 258, 312, 18) + _bow(258, 142, 312, 58)
    sheet.polygon(place(*grin), SOOT)
    teeth = ((163, 338), (176, 327), (189, 345), (200, 330), (211, 345), (224, 327), (237, 338), (249, 320))
    sheet.polygon(place((151, 320), *teeth, *_bow(250, 150, 318, 16)), WHITE)


def _bow(start: float, end: float, y: float, sag: float) -> tuple[tuple[float, float], ...]:
    """A line that hangs down in the middle."""
    return tuple((start + (end - start) * t / 12, y + sag * (1 - (t / 6 - 1) ** 2)) for t in range(13))
