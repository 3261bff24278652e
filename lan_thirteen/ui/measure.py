"""How wide text is and which face draws what of it, from a table baked with the fonts: layout needs no font open."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from math import ceil
from typing import Final, NamedTuple

from lan_thirteen.ui.assets import asset
from lan_thirteen.ui.theme import Face

FILES: Final[Mapping[Face, str]] = {
    Face.MEDIUM: "LTSans-Medium.otf",
    Face.BOLD: "LTSans-Bold.otf",
    Face.EXTRABOLD: "LTSans-ExtraBold.otf",
    Face.DISPLAY_BLACK: "LTDisplay-Black.ttf",
    Face.DISPLAY_SEMI: "LTDisplay-Semi.ttf",
}
"""The file of each face in assets/fonts."""

SYMBOLS: Final = "♠♥♦♣↵"
"""Drawn as pictures: no face has them."""
SYMBOL_EM: Final = 0.8
"""How wide a symbol is, in ems."""
SUBSTITUTE_EM: Final = 1.0
"""How wide the box is that stands for a character no face has."""
BESIDE_DISPLAY: Final = 0.93
"""How large a sans face is in a text of a display face, which is smaller for its size."""
EXACT: Final = 40
"""Pixels from which on widths hold as they are: see ``oversize``."""

FALLBACKS: Final[Mapping[Face, tuple[Face, ...]]] = {
    Face.MEDIUM: (Face.BOLD,),
    Face.BOLD: (Face.MEDIUM,),
    Face.EXTRABOLD: (Face.BOLD, Face.MEDIUM),
    Face.DISPLAY_BLACK: (Face.EXTRABOLD, Face.BOLD, Face.MEDIUM),
    Face.DISPLAY_SEMI: (Face.EXTRABOLD, Face.BOLD, Face.MEDIUM),
}
"""Which faces are tried for a character the first one lacks."""


class Drawn(NamedTuple):
    """How a character is drawn, and how wide that is in ems of the text it stands in."""

    face: Face | None
    symbol: bool
    scale: float
    ems: float


class Run(NamedTuple):
    """Neighbouring characters drawn in one way: as symbols, else by a face at ``scale`` times the text's size.

    Without a face, and no symbols: each is drawn as a box with its code.
    """

    text: str
    face: Face | None
    symbol: bool
    scale: float = 1.0


class Covered(NamedTuple):
    """The characters of one face: runs of code points that have one advance, in ems."""

    first: tuple[int, ...]
    last: tuple[int, ...]
    advance: tuple[float, ...]

    def of(self, char: str) -> float | None:
        """The character's advance, None where the face lacks it."""
        code = ord(char)
        at = bisect_right(self.first, code) - 1
        return self.advance[at] if at >= 0 and code <= self.last[at] else None


@dataclass(frozen=True, slots=True, eq=False)
class Advances:
    """The advances of all faces. Texts are NFC and hold no control characters."""

    faces: Mapping[Face, Covered]

    def covers(self, face: Face, char: str) -> bool:
        return self.faces[face].of(char) is not None

    def runs(self, text: str, face: Face) -> tuple[Run, ...]:
        """The text in pieces that are drawn in one way each; joined they are the text."""
        ways = groupby(text, key=lambda char: self.drawn(char, face)[:3])
        return tuple(Run("".join(chars), *way) for way, chars in ways)

    def width(self, text: str, face: Face, size: float) -> float:
        """The width in the unit that ``size`` is in: without kerning, which only takes away."""
        return size * _ems(self, text, face)

    def drawn(self, char: str, face: Face) -> Drawn:
        """How this character is drawn in a text of ``face``."""
        return _drawn(self, char, face)


@lru_cache(maxsize=4096)
def _ems(table: Advances, text: str, face: Face) -> float:
    return sum(_drawn(table, char, face).ems for char in text)


@lru_cache(maxsize=4096)
def _drawn(table: Advances, char: str, face: Face) -> Drawn:
    if char in SYMBOLS:
        return Drawn(None, symbol=True, scale=1.0, ems=SYMBOL_EM)
    for each in (face, *FALLBACKS[face]):
        advance = table.faces[each].of(char)
        if advance is not None:
            scale = BESIDE_DISPLAY if each is not face and face in {Face.DISPLAY_BLACK, Face.DISPLAY_SEMI} else 1.0
            return Drawn(each, symbol=False, scale=scale, ems=advance * scale)
    return Drawn(None, symbol=False, scale=1.0, ems=SUBSTITUTE_EM)


def oversize(pixels: float) -> int:
    """How many times larger than ``pixels`` text is drawn, to be scaled down: the more, the smaller it is.

    Fonts are drawn with every advance rounded to whole pixels, which is a tenth of a small letter: at its own size a
    line would be as much longer or shorter than its width here, and its letters unevenly set.
    """
    return max(1, ceil(EXACT / pixels))


@cache
def load_advances() -> Advances:
    """The advances of the fonts that come with the program."""
    table = json.loads(asset("fonts", "advances.json").read_bytes())
    return Advances({face: _covered(**table[face]) for face in Face})


def _covered(em: int, first: list[int], last: list[int], advance: list[int]) -> Covered:
    return Covered(tuple(first), tuple(last), tuple(each / em for each in advance))
