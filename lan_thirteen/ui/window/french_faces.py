"""The cards of a standard pack, their wild ones, and the joker."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Final

import pygame

from lan_thirteen.ui.pictures import FrenchFace, ShapeKind
from lan_thirteen.ui.theme import CARD_WHITE, SUIT_BLACK, SUIT_RED, Colour, colour, mixed
from lan_thirteen.ui.window.brush import Point
from lan_thirteen.ui.window.card_sheet import MIDDLE, H, Sheet, W

SUITS: Final = (ShapeKind.CLUB, ShapeKind.SUIT_DIAMOND, ShapeKind.HEART, ShapeKind.SPADE)
TWO: Final = (SUIT_BLACK, SUIT_RED, SUIT_RED, SUIT_BLACK)
FOUR: Final = (colour("#17724A"), colour("#1D68B3"), SUIT_RED, SUIT_BLACK)
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JACK, QUEEN, KING = 11, 12, 13
FOOT: Final = colour("#F7F1E4")
EDGE: Final = colour("#3C2814")
GOLD: Final = tuple(map(colour, ("#FFE9A8", "#E9A928", "#A86F12", "#5A3502")))
"""From light to the darkest."""
CREAM: Final = (colour("#FBF0D8"), colour("#F1DDB6"))

PIPS: Final[dict[int, tuple[Point, ...]]] = {
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    9: ((-1, -1), (1, -1), (-1, -0.34), (1, -0.34), (0, 0), (-1, 0.34), (1, 0.34), (-1, 1), (1, 1)),
    10: ((-1, -1), (1, -1), (0, -0.66), (-1, -0.34), (1, -0.34), (-1, 0.34), (1, 0.34), (0, 0.66), (-1, 1), (1, 1)),
}
"""Where pips are, from the middle: the farthest are 1 away."""


def french_face(sheet: Sheet, face: FrenchFace, has_four_colours: bool) -> pygame.Surface:
    ink = (FOUR if has_four_colours else TWO)[face.suit]
    suit, text = SUITS[face.suit], RANKS[face.rank - 1]
    sheet.wash(CARD_WHITE, FOOT)
    if face.is_wild:
        _sheen(sheet)
    if sheet.is_small:
        sheet.sign(suit, (250, 396), 118, ink)
        sheet.write(text, (112, 126), 230, ink, 170)
        if face.is_wild:
            _gilt(sheet)
        return sheet.finished(EDGE, 0.28)
    if face.rank == 1:
        _ace(sheet, suit, ink)
    elif face.rank in PIPS:
        _pips(sheet, suit, ink, face.rank)
    else:
        _court(sheet, face.rank, suit, ink)
    column = 56 if face.is_wild else 50
    for _ in sheet.both_ways():
        sheet.write(text, (column, 74), 106, ink, 66)
        sheet.sign(suit, (column, 154), 32, ink)
    if face.is_wild:
        _gilt(sheet)
    return sheet.finished(EDGE, 0.28)


def _ace(sheet: Sheet, suit: ShapeKind, ink: Colour) -> None:
    sheet.sign(suit, MIDDLE, 124, mixed(ink, CARD_WHITE, 0.72))
    sheet.sign(suit, MIDDLE, 116, CARD_WHITE)
    sheet.sign(suit, MIDDLE, 104, ink)


def _pips(sheet: Sheet, suit: ShapeKind, ink: Colour, rank: int) -> None:
    radius = 35 if rank > 6 else 40
    for x, y in PIPS[rank]:
        if y > 0:
            with sheet.turned():
                sheet.sign(suit, (200 - x * 61, 280 - y * 166), radius, ink)
        else:
            sheet.sign(suit, (200 + x * 61, 280 + y * 166), radius, ink)


def _court(sheet: Sheet, rank: int, suit: ShapeKind, ink: Colour) -> None:
    """The letter in a medallion between two crowns, which read the same upside down."""
    box = (92, 40, 216, 480)
    sheet.panel(box, 18, CREAM[0], CREAM[1])
    for row in range(9):
        for column in range(5):
            at = 200 + (column - 2) * 43, 280 + (row - 4) * 53
            sheet.sign(suit, at, 11, mixed(CREAM[0], ink, 0.16))
    sheet.frame(box, 18, mixed(ink, CREAM[0], 0.15), 5)
    sheet.frame((102, 50, 196, 460), 11, GOLD[1], 2.5)
    for _ in sheet.both_ways():
        _crown(sheet, rank, ink)
    sheet.disc((200, 284), 88, mixed(CREAM[1], GOLD[3], 0.35))
    sheet.disc(MIDDLE, 87, GOLD[2])
    sheet.disc(MIDDLE, 84, GOLD[1])
    sheet.ball(MIDDLE, 76, CARD_WHITE, CREAM[0])
    sheet.circle(MIDDLE, 70, ink, 3)
    sheet.write(RANKS[rank - 1], MIDDLE, 124, ink, 108)
    for _ in sheet.both_ways():
        sheet.sign(suit, (282, 68), 15, ink)
        sheet.sign(suit, (118, 68), 15, ink)


def _crown(sheet: Sheet, rank: int, ink: Colour) -> None:
    """A king's has points and a cross, a queen's is round with pearls, a jack's is a cap with a feather."""
    match rank:
        case 13:
            crown: tuple[Point, ...] = (
                (136, 172),
                (128, 104),
                (162, 134),
                (200, 88),
                (238, 134),
                (272, 104),
                (264, 172),
            )
            knobs: tuple[Point, ...] = ((128, 102), (272, 102))
            sheet.line(((200, 58), (200, 96)), GOLD[2], 9)
            sheet.line(((186, 72), (214, 72)), GOLD[2], 9)
        case 12:
            crown = (
                (138, 172),
                (132, 118),
                (150, 132),
                (168, 100),
                (184, 124),
                (200, 92),
                (216, 124),
                (232, 100),
                (250, 132),
                (268, 118),
                (262, 172),
            )
            knobs = ((132, 114), (168, 95), (200, 86), (232, 95), (268, 114))
        case _:
            crown = ((136, 172), (138, 140), (152, 116), (180, 102), (212, 102), (244, 114), (260, 138), (264, 172))
            knobs = ()
            feather = ((236, 150), (238, 116), (252, 86), (276, 72), (282, 92), (272, 122), (252, 148))
            sheet.polygon(feather, mixed(ink, CREAM[0], 0.25))
            sheet.line(((240, 150), (256, 112), (276, 80)), GOLD[0], 3.5)
    sheet.polygon(crown, GOLD[1])
    sheet.line((*crown, crown[0]), GOLD[2], 5)
    for at in knobs:
        sheet.disc(at, 10, GOLD[2])
        sheet.disc(at, 7, ink if rank == KING else CARD_WHITE)
    sheet.polygon(((134, 160), (266, 160), (264, 182), (136, 182)), ink)
    sheet.line(((134, 160), (266, 160), (264, 182), (136, 182), (134, 160)), GOLD[2], 4)
    for x in (160, 200, 240):
        sheet.sign(ShapeKind.DIAMOND, (x, 171), 7, GOLD[0])


def _sheen(sheet: Sheet) -> None:
    """A film of all colours, so pale that everything on it stays what it is."""
    size = sheet.surface.get_size()
    film = pygame.transform.smoothscale(_film(), size)
    sheet.surface.blit(film, (0, 0), special_flags=pygame.BLEND_RGB_MULT)


@cache
def _film() -> pygame.Surface:
    small = pygame.Surface((20, 28))
    for x in range(20):
        for y in range(28):
            phase = (x * 18 + y * 11) / 62
            tints = (0.5 + 0.5 * cos(phase - part) for part in (0.0, 2.1, 4.2))
            small.set_at((x, y), tuple(round(255 * (1 - (1 - tint) * 0.14)) for tint in tints))
    return small


def _gilt(sheet: Sheet) -> None:
    """The gold frame and the stars of a wild card."""
    sheet.frame((4, 4, W - 8, H - 8), 31, GOLD[1], 14)
    sheet.frame((4, 4, W - 8, H - 8), 31, GOLD[0], 4)
    sheet.frame((16, 16, W - 32, H - 32), 20, GOLD[2], 2.5)
    radius = 66 if sheet.is_small else 38
    for _ in (None,) if sheet.is_small else sheet.both_ways():
        at = (W - radius - 20, radius + 24)
        sheet.disc(at, radius, GOLD[3])
        sheet.ball(at, radius - 4, GOLD[0], GOLD[1])
        sheet.sign(ShapeKind.STAR, (at[0], at[1] - 1), radius * 0.66, GOLD[3])


def joker_face(sheet: Sheet) -> pygame.Surface:
    """A great star on a sunburst, with stars in the corners."""
    violet, night = colour("#6A3FA0"), colour("#2B1A4A")
    sheet.wash(CARD_WHITE, FOOT)
    at, size = ((226, 360), 0.95) if sheet.is_small else (MIDDLE, 1.0)
    for spoke in range(24):
        far = 186 if spoke % 2 else 168
        spread = ((spoke / 24 - 1 / 52, 136), (spoke / 24, far), (spoke / 24 + 1 / 52, 136))
        ray = ((at[0] + r * size * sin(2 * pi * t), at[1] - r * size * cos(2 * pi * t)) for t, r in spread)
        sheet.polygon(ray, mixed(CARD_WHITE, violet, 0.6 if spoke % 2 else 0.35))
    sheet.disc(at, 140 * size, GOLD[2])
    sheet.disc(at, 135 * size, GOLD[1])
    sheet.ball(at, 124 * size, mixed(violet, CARD_WHITE, 0.15), night)
    sheet.sign(ShapeKind.STAR, at, 112 * size, GOLD[2])
    sheet.sign(ShapeKind.STAR, (at[0], at[1] - 1), 103 * size, GOLD[1])
    sheet.sign(ShapeKind.STAR, (at[0], at[1] - 3), 66 * size, GOLD[0])
    if sheet.is_small:
        sheet.sign(ShapeKind.STAR, (104, 112), 84, violet)
        return sheet.finished(EDGE, 0.28)
    for _ in sheet.both_ways():
        sheet.sign(ShapeKind.STAR, (54, 70), 36, violet)
        sheet.sign(ShapeKind.STAR, (54, 138), 20, GOLD[1])
    return sheet.finished(EDGE, 0.28)
