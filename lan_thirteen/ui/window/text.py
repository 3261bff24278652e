"""Words as pictures: rendered once at a multiple of their size, as wide as layout believes they are."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from functools import lru_cache
from itertools import accumulate, groupby
from math import ceil
from typing import Final, NamedTuple

import pygame

from lan_thirteen.ui.assets import asset
from lan_thirteen.ui.measure import FILES, SUBSTITUTE_EM, SYMBOL_EM, Advances, Run, oversize
from lan_thirteen.ui.pictures import ShapeKind
from lan_thirteen.ui.theme import Colour, Face
from lan_thirteen.ui.window.brush import clear, faded, multiplied, over, rounded, tinted
from lan_thirteen.ui.window.icons import Icons
from lan_thirteen.ui.window.shapes import shape

KEPT: Final = 512
"""Words that are kept drawn."""
CAP_CENTRE: Final = 0.365
"""Of the ascent: how far the baseline lies below the middle of the capitals."""
LONGEST: Final = 512
"""Characters of one word that are ever drawn."""
_BLANK: Final = "\u00ad\u034f\u115f\u1160\u3164"
"""Characters that the fonts have and nobody can see; they are shown like those that no font has."""
_SUITS: Final = {
    "♣": ShapeKind.CLUB,
    "♦": ShapeKind.SUIT_DIAMOND,
    "♥": ShapeKind.HEART,
    "♠": ShapeKind.SPADE,
}
_SUIT_SIZE: Final = 0.74
_RETURN: Final = "corner-down-left"
_CODE_PLATE: Final = 0.28
_CELLS: Final = 13
"""Pixels a code box is wide at least: three digits of three pixels, between them and beside them one each."""
_DIGITS: Final = (
    *("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71222"),
    *("75757", "75717", "25755", "65656", "34443", "65556", "74647", "74644"),
)
"""Hexadecimal digits: five rows of three pixels, each row as a number."""


class Word(NamedTuple):
    """A drawn word; the baseline is ``rise`` below the upper edge of its picture."""

    surface: pygame.Surface
    rise: int
    width: float
    """How far it moves what comes after it, in pixels."""


class _Piece(NamedTuple):
    """A run at a multiple of its size; what no face has is drawn later, at its size."""

    text: str
    picture: pygame.Surface | None
    width: float
    rise: int
    depth: int


class Words:
    """Draws words of the program's faces; the last 512 are kept."""

    def __init__(self, advances: Advances, icons: Icons) -> None:
        self._advances = advances
        self._icons = icons
        self._fonts: dict[Face, pygame.font.Font] = {}
        self._ascents: dict[Face, float] = {}
        self._kept: OrderedDict[tuple[str, Face, int, Colour], Word] = OrderedDict()

    def clear(self) -> None:
        self._kept.clear()

    @property
    def kept(self) -> int:
        """How many words are kept drawn."""
        return len(self._kept)

    def fitting(self, text: str, face: Face, pixels: float, room: float) -> str:
        """As much of ``text`` as can be seen in so many pixels; a little of it may lie beyond."""
        text = text[:LONGEST]
        if len(text) * pixels * 1.3 <= room:
            return text
        taken = 0.0
        for i, char in enumerate(text):
            if taken > room:
                return text[:i]
            taken += self._advances.drawn(char, face).ems * pixels
        return text

    def baseline(self, face: Face, pixels: float) -> float:
        """How far below the middle of the capitals the baseline lies."""
        ascent = self._ascents.get(face)
        if ascent is None:
            ascent = self._ascents[face] = self._font(face, 100).get_ascent() / 100
        return ascent * pixels * CAP_CENTRE

    def word(self, text: str, face: Face, pixels: float, colour: Colour) -> Word:
        """``text`` in one face and colour, with its capitals about 0.7 × ``pixels`` high."""
        key = (text, face, round(pixels * 8), colour)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        made = self._drawn(unicodedata.normalize("NFC", text[:LONGEST]), face, max(1.0, pixels), colour)
        self._kept[key] = made
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return made

    def _font(self, face: Face, size: int) -> pygame.font.Font:
        """The font of this face, of ``size`` until it is asked for again: opening a file takes long, and much room."""
        font = self._fonts.get(face)
        if font is None:
            font = self._fonts[face] = pygame.font.Font(asset("fonts", FILES[face]), size)
        elif font.point_size != size:
            font.point_size = size
        return font

    def _drawn(self, text: str, face: Face, pixels: float, colour: Colour) -> Word:
        times = oversize(pixels)
        size = max(1, round(pixels * times))
        main = self._font(face, size)
        ascent, descent = main.get_ascent(), main.get_descent()
        centre = CAP_CENTRE * ascent
        pieces = [self._piece(run, size, colour, centre) for run in _seen(self._advances.runs(text, face))]
        rise = ceil(max([ascent, *(piece.rise for piece in pieces)]) / times)
        depth = ceil(max([-descent, *(piece.depth for piece in pieces)]) / times)
        width = sum(piece.width for piece in pieces)
        big = clear(ceil(width / times) * times, (rise + depth) * times)
        places = list(accumulate((piece.width for piece in pieces), initial=0.0))
        for piece, at in zip(pieces, places, strict=False):
            if piece.picture is not None:
                over(big, piece.picture, (round(at), rise * times - piece.rise))
        small = big if times == 1 else pygame.transform.smoothscale(big, (big.get_width() // times, rise + depth))
        for piece, at in zip(pieces, places, strict=False):
            if piece.picture is None:
                _boxes(small, piece.text, at / times, round(size / times), rise - centre / times, colour)
        return Word(small, rise, width / times)

    def _piece(self, run: Run, size: int, colour: Colour, centre: float) -> _Piece:
        """The run at ``size``, in a text whose capitals have their middle ``centre`` above the baseline."""
        if run.symbol:
            row = self._symbols(run.text, size, colour)
            rise = round(centre + size / 2)
            return _Piece(run.text, row, SYMBOL_EM * size * len(run.text), rise, size - rise)
        if run.face is None:
            return _Piece(run.text, None, SUBSTITUTE_EM * size * len(run.text), 0, 0)
        font = self._font(run.face, max(1, round(size * run.scale)))
        picture = multiplied(font.render(run.text, True, colour))
        return _Piece(run.text, picture, picture.get_width(), font.get_ascent(), -font.get_descent())

    def _symbols(self, text: str, size: int, colour: Colour) -> pygame.Surface:
        row = clear(round(SYMBOL_EM * size * len(text)), size)
        for i, char in enumerate(text):
            if char in _SUITS:
                part = shape(_SUITS[char], colour, round(_SUIT_SIZE * size))
            else:
                part = self._icons.icon(_RETURN, colour, round(SYMBOL_EM * size))
            middle = ((i + 0.5) * SYMBOL_EM * size, size / 2)
            over(row, part, part.get_rect(center=middle).topleft)
        return row


def _seen(runs: tuple[Run, ...]) -> list[Run]:
    """The runs, with what cannot be seen among what no face has."""
    seen: list[Run] = []
    for run in runs:
        if run.face is None or not any(char in _BLANK for char in run.text):
            seen.append(run)
            continue
        for is_blank, chars in groupby(run.text, key=_BLANK.__contains__):
            seen.append(Run("".join(chars), None if is_blank else run.face, symbol=False, scale=run.scale))
    return seen


def _boxes(word: pygame.Surface, text: str, left: float, em: int, middle: float, colour: Colour) -> None:
    for i, char in enumerate(text):
        box = code_box(ord(char), em, colour)
        over(word, box, (round(left + i * em), round(middle - box.get_height() / 2)))


@lru_cache(maxsize=256)
def code_box(code: int, em: int, colour: Colour) -> pygame.Surface:
    """A box of one em with the code point in it: what no font has still differs from everything else."""
    dot = max(1, em // _CELLS)
    digits = f"{code:04X}"
    half = ceil(len(digits) / 2)
    rows = (digits[:-half], digits[-half:])
    w, h = max(em, _CELLS * dot), 15 * dot
    box = faded(tinted(rounded(w, h, 3 * dot), colour), _CODE_PLATE)
    for down, row in enumerate(rows):
        left = (w - (4 * len(row) - 1) * dot) // 2
        for across, digit in enumerate(row):
            _digit(box, int(digit, 16), (left + 4 * across * dot, (2 + 6 * down) * dot), dot, colour)
    return box if w == em else pygame.transform.smoothscale(box, (max(1, em), max(1, round(h * em / w))))


def _digit(box: pygame.Surface, value: int, at: tuple[int, int], dot: int, colour: Colour) -> None:
    for y, line in enumerate(_DIGITS[value]):
        for x in range(3):
            if int(line) >> (2 - x) & 1:
                box.fill((*colour, 255), (at[0] + x * dot, at[1] + y * dot, dot, dot))
