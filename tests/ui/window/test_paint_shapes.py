"""Signs that must be told apart where colours are not."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from lan_thirteen.ui.pictures import SEAT_SHAPES, ShapeKind
from lan_thirteen.ui.theme import PLAYERS, WHITE
from lan_thirteen.ui.window.shapes import shape

SUITS = (ShapeKind.CLUB, ShapeKind.SUIT_DIAMOND, ShapeKind.HEART, ShapeKind.SPADE)
COLOURS_OF_DREIZEHN = (ShapeKind.DROP, ShapeKind.TRIANGLE, ShapeKind.STAR, ShapeKind.CROSS)


def differing(one: ShapeKind, other: ShapeKind, side: int) -> float:
    """How much of the two white signs is not common to both, of what either covers."""
    drawn = (shape(kind, WHITE, side) for kind in (one, other))
    first, second = (pygame.image.tobytes(surface, "RGBA")[3::4] for surface in drawn)
    return sum(abs(a - b) for a, b in zip(first, second, strict=True)) / sum(map(max, first, second))


@pytest.mark.parametrize("side", [9, 11, 24])
@pytest.mark.parametrize("kinds", [SEAT_SHAPES, SUITS, COLOURS_OF_DREIZEHN], ids=["seats", "suits", "dreizehn"])
def test_signs_of_one_kind_differ_without_colour(kinds: tuple[ShapeKind, ...], side: int) -> None:
    for one, other in combinations(kinds, 2):
        assert differing(one, other, side) >= 0.09, (one, other)


@pytest.mark.parametrize("kind", list(ShapeKind))
@pytest.mark.parametrize("side", [8, 23, 70, 300])
def test_a_sign_fills_its_box_and_is_smooth(kind: ShapeKind, side: int) -> None:
    drawn = shape(kind, PLAYERS[0], side)
    ink = drawn.get_bounding_rect()
    assert max(ink.w, ink.h) >= 0.75 * side
    strengths = set(pygame.image.tobytes(drawn, "RGBA")[3::4])
    assert 255 in strengths
    assert min(strengths) < 8
    assert len(strengths) > 4 or kind is ShapeKind.SQUARE
