"""Colours, type and shapes of the window. Lengths are units: how many pixels one has is the canvas's business."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

Colour: TypeAlias = tuple[int, int, int]


def colour(code: str) -> Colour:
    """``#RRGGBB`` as numbers."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """``one`` with ``share`` (0-1) of ``other`` in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


INK: Final = tuple(map(colour, ("#0A1312", "#0F1B1A", "#162624", "#1E3330", "#2A4540")))
"""Panels and bars, darkest first."""
TEXT: Final = colour("#FBF4E4")
TEXT_2: Final = colour("#C9D3CB")
MUTED: Final = colour("#94A79E")
AMBER: Final = colour("#F6B94A")
AMBER_TOP: Final = colour("#FFD27A")
AMBER_FOOT: Final = colour("#EFA52C")
ON_AMBER: Final = colour("#2B1900")
MINT: Final = colour("#62D9AE")
MINT_2: Final = colour("#1E8F6B")
MINT_TOP: Final = colour("#7FE8C2")
MINT_FOOT: Final = colour("#37B98C")
ON_MINT: Final = colour("#03241A")
MINT_DARK: Final = colour("#0B3A2B")
RED: Final = colour("#F26B5B")
ON_RED: Final = colour("#FFB4A8")
RED_DARK: Final = colour("#4A0F14")
SKY: Final = colour("#6DBDF2")
SKY_DARK: Final = colour("#123A5C")
AMBER_DARK: Final = colour("#4A3206")
FOCUS: Final = colour("#FFFFFF")
FOCUS_OUTER: Final = colour("#0B1615")
PAPER: Final = colour("#FCF5E6")
WHITE: Final = (255, 255, 255)
BLACK: Final = (0, 0, 0)

PLATES: Final = {
    "leaves": (colour("#172A28"), colour("#0F1D1C")),
    "three-thirteen": (colour("#143227"), colour("#0B2018")),
    "dreizehn": (colour("#1E2150"), colour("#14163A")),
}
"""Upper and lower colour of plates and pills, by game."""

PLAYERS: Final = tuple(
    map(colour, ("#F2A33A", "#5CB8F0", "#35BE92", "#EF7446", "#D98BC0", "#E9DD52", "#B9A5F5", "#C7D0D6"))
)
"""The colour of each seat; its shape in ``pictures.SEAT_SHAPES`` always comes with it."""

_LEAF_CODES: Final = (
    *("#A3CC4E", "#A3CC4E", "#BCCB3E", "#D6C234", "#EFC232", "#F8BC20", "#F5A126"),
    *("#D9822F", "#EE702C", "#E34B2C", "#D03539", "#AE2850", "#8E2472", "#66298C"),
)
LEAVES: Final = tuple(map(colour, _LEAF_CODES))
"""The colour of each value of 13 Leaves, 1-13; index 0 is no value."""

DREIZEHN: Final = tuple(map(colour, ("#2C7BE5", "#0E8A68", "#FFC928", "#D22F3F")))
"""Blue, green, yellow, red."""
ON_YELLOW: Final = colour("#3A2600")
SUIT_RED: Final = colour("#C4202F")
SUIT_BLACK: Final = colour("#1B2230")
CARD_WHITE: Final = colour("#FFFDF8")


class Face(StrEnum):
    """The fonts that come with the program."""

    MEDIUM = "medium"
    BOLD = "bold"
    EXTRABOLD = "extrabold"
    DISPLAY_BLACK = "display-black"
    DISPLAY_SEMI = "display-semi"


class Type(NamedTuple):
    """A font at a size in units."""

    face: Face
    size: float


LOGO: Final = Type(Face.DISPLAY_BLACK, 66)
WINNER: Final = Type(Face.DISPLAY_BLACK, 38)
TITLE: Final = Type(Face.DISPLAY_SEMI, 29)
DIALOG_TITLE: Final = Type(Face.DISPLAY_SEMI, 26)
PANEL_TITLE: Final = Type(Face.DISPLAY_SEMI, 21)
GAME_TITLE: Final = Type(Face.DISPLAY_BLACK, 21)
BUTTON_LARGE: Final = Type(Face.BOLD, 17)
BUTTON: Final = Type(Face.BOLD, 14.5)
STATUS: Final = Type(Face.MEDIUM, 15.5)
STATUS_STRONG: Final = Type(Face.BOLD, 15.5)
STATUS_LEAD: Final = Type(Face.EXTRABOLD, 15.5)
NAME: Final = Type(Face.BOLD, 15.5)
BODY: Final = Type(Face.MEDIUM, 14)
BODY_STRONG: Final = Type(Face.BOLD, 14)
HINT: Final = Type(Face.MEDIUM, 12)
CHIP: Final = Type(Face.BOLD, 11.5)

LINE_HEIGHT: Final = 1.42
OUTER: Final = 22
"""Margin around a table."""
MENU_OUTER: Final = 56
PANEL_RADIUS: Final = 22
ROW_RADIUS: Final = 17
PLATE_RADIUS: Final = 16
BUTTON_RADIUS: Final = 12
FIELD_RADIUS: Final = 10
CARD_RADIUS: Final = 0.085
"""Of a card's width."""
CARD_RATIO: Final = 7 / 5
"""A card's height over its width."""
TARGET: Final = 40
"""The least width and height of what can be pressed."""
BAR: Final = 48
"""Height of the bar at the top of a table."""
DRAWER: Final = 332
"""What an open drawer takes of the width."""
