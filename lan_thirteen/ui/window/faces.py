"""The faces and backs of all cards in any size."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, assert_never

import pygame

from lan_thirteen.ui.pictures import Back, CardFace, DreizehnFace, FrenchFace, JokerFace, LeafFace
from lan_thirteen.ui.window.backs import back
from lan_thirteen.ui.window.card_sheet import Sheet
from lan_thirteen.ui.window.dreizehn_faces import dreizehn_face
from lan_thirteen.ui.window.french_faces import french_face, joker_face
from lan_thirteen.ui.window.leaf_faces import leaf_face

ROOM: Final = 2_500_000
"""Pixels that all kept faces together may take: four bytes each."""


class Faces:
    """Draws cards, and keeps what it drew last."""

    def __init__(self, has_four_colours: bool = False) -> None:
        self.has_four_colours = has_four_colours
        self._kept: OrderedDict[tuple[type[CardFace], CardFace, int, bool], pygame.Surface] = OrderedDict()
        self._taken = 0

    def surface(self, face: CardFace, width: int) -> pygame.Surface:
        """The face so many pixels wide and 7/5 of it high, with transparent corners; not to be drawn on."""
        key = type(face), face, width, self.has_four_colours
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        made = self._kept[key] = self._drawn(face, Sheet(max(1, width)))
        self._taken += made.get_width() * made.get_height()
        while self._taken > ROOM and len(self._kept) > 1:
            old = self._kept.popitem(last=False)[1]
            self._taken -= old.get_width() * old.get_height()
        return made

    def clear(self) -> None:
        self._kept.clear()
        self._taken = 0

    def _drawn(self, face: CardFace, sheet: Sheet) -> pygame.Surface:
        match face:
            case LeafFace():
                return leaf_face(sheet, face)
            case FrenchFace():
                return french_face(sheet, face, self.has_four_colours)
            case JokerFace():
                return joker_face(sheet)
            case DreizehnFace():
                return dreizehn_face(sheet, face)
            case Back():
                return back(sheet, face)
            case _:
                assert_never(face)
