"""Cuts what is to be told into sheets that are as high as there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

_HALVINGS: Final = 8


class Piece(Protocol):
    """What stays whole."""

    @property
    def height(self) -> float: ...

    @property
    def gap(self) -> float:
        """Above it, unless it is the first on its sheet."""
        ...

    @property
    def is_head(self) -> bool:
        """It is never the last on its sheet, unless nothing comes after it."""
        ...


P = TypeVar("P", bound=Piece)


class Sheet(NamedTuple):
    """Where a sheet begins and ends among the pieces."""

    first: int
    end: int


def height_of(pieces: Sequence[Piece]) -> float:
    """How high these are on one sheet."""
    return sum(piece.height for piece in pieces) + sum(piece.gap for piece in pieces[1:])


def sheets(pieces: Sequence[P], room: float) -> tuple[tuple[P, ...], ...]:
    """``pieces`` on as few sheets as can be, these about equally full; one that is too high stands alone."""
    cuts = _cut(pieces, room)
    low, high = 0.0, room
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        tighter = _cut(pieces, middle)
        if len(tighter) > len(cuts) or any(height_of(pieces[s.first : s.end]) > room for s in tighter):
            low = middle
        else:
            high, cuts = middle, tighter
    return tuple(tuple(pieces[sheet.first : sheet.end]) for sheet in cuts)


def _cut(pieces: Sequence[Piece], room: float) -> list[Sheet]:
    found: list[Sheet] = []
    first = 0
    while first < len(pieces):
        end = first + 1
        while end < len(pieces) and height_of(pieces[first : end + 1]) <= room:
            end += 1
        if end < len(pieces):
            end = _before_heads(pieces, first, end)
        found.append(Sheet(first, end))
        first = end
    return found


def _before_heads(pieces: Sequence[Piece], first: int, end: int) -> int:
    """A head goes with what it is the head of, where there is something before it."""
    last = end
    while last > first and pieces[last - 1].is_head:
        last -= 1
    return last if last > first else end
