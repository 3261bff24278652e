"""The pictures of the cards: all are drawn in every size, and all can be told apart without their colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import pygame
import pytest

from lan_thirteen.ui.pictures import Back, CardFace, DreizehnFace, FrenchFace, JokerFace, LeafFace
from lan_thirteen.ui.window import faces as drawing
from lan_thirteen.ui.window.card_sheet import SMALL
from lan_thirteen.ui.window.faces import Faces
from lan_thirteen.ui.window.leaf_faces import copies

LEAVES: Final = tuple(LeafFace(value) for value in range(1, 14))
FRENCH: Final[tuple[CardFace, ...]] = (
    *(FrenchFace(rank, suit) for suit in range(4) for rank in range(1, 14)),
    JokerFace(),
)
WILD: Final = tuple(FrenchFace(rank, suit, is_wild=True) for suit in range(4) for rank in range(1, 14))
DREIZEHN: Final = (
    *(DreizehnFace(colour, value) for colour in range(3) for value in (1, 2, 4, 5, 7)),
    DreizehnFace(3, 4),
)
BACKS: Final = tuple(Back(game) for game in ("leaves", "three-thirteen", "dreizehn"))
ALL: Final[tuple[CardFace, ...]] = (*LEAVES, *FRENCH, *WILD, *DREIZEHN, *BACKS)
PACKS: Final[dict[str, tuple[CardFace, ...]]] = {
    "leaves": LEAVES,
    "three-thirteen": (*FRENCH, *WILD),
    "dreizehn": DREIZEHN,
    "backs": (*BACKS,),
}

APART: Final = 1.4
"""Of 255: how much two faces differ at least, in the mean over the face, when all colour is gone."""


@pytest.fixture(scope="module", autouse=True)
def fonts() -> None:
    pygame.font.init()


@pytest.fixture(scope="module")
def faces() -> Iterator[Faces]:
    made = Faces()
    yield made
    made.clear()


def greys(surface: pygame.Surface) -> bytes:
    """The lightness of every pixel, on black."""
    flat = pygame.Surface(surface.get_size())
    flat.blit(surface, (0, 0))
    return pygame.image.tobytes(pygame.transform.grayscale(flat), "RGB")[::3]


def shown_in_a_fan(surface: pygame.Surface) -> pygame.Surface:
    """As much of a card as others leave free in a full hand; all of it where it is as small as on a target."""
    w, h = surface.get_size()
    share = 1.0 if w < SMALL else 0.32
    return surface.subsurface((0, 0, round(w * share), round(h * (1.0 if w < SMALL else 0.4))))


def difference(one: bytes, other: bytes) -> float:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


@pytest.mark.parametrize("width", [1, 3, 8, 25, 44, 59, 60, 106, 159, 160, 318, 400])
def test_every_face_is_drawn_in_the_size_that_is_asked_for(width: int) -> None:
    faces = Faces()
    some: tuple[CardFace, ...] = (
        ALL if width < 120 else (*LEAVES[::4], *FRENCH[::9], *WILD[::17], *DREIZEHN[::5], *BACKS)
    )
    for face in some:
        assert faces.surface(face, width).get_size() == (width, max(1, round(width * 7 / 5))), face


@pytest.mark.parametrize("width", [25, 44, 106, 212])
def test_corners_are_round_and_the_middle_is_whole(faces: Faces, width: int) -> None:
    some: tuple[CardFace, ...] = (LEAVES[0], FRENCH[0], FRENCH[-1], WILD[0], *DREIZEHN[::7], *BACKS)
    for face in some:
        surface = faces.surface(face, width)
        w, h = surface.get_size()
        corners = {surface.get_at(at).a for at in ((0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1))}
        assert max(corners) <= (0 if width >= 44 else 70), face
        assert surface.get_at((w // 2, h // 2)).a == 255, face


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("width", [25, 106])
def test_no_two_faces_of_a_game_look_alike_without_their_colours(faces: Faces, pack: str, width: int) -> None:
    seen = {face: greys(shown_in_a_fan(faces.surface(face, width))) for face in PACKS[pack]}
    alike = [(one, other) for one, other in combinations(seen, 2) if difference(seen[one], seen[other]) < APART]
    assert alike == []


def test_faces_of_two_games_that_are_equal_as_tuples_are_not_mixed_up() -> None:
    faces = Faces()
    pairs: tuple[tuple[CardFace, CardFace], ...] = (
        (LeafFace(1), JokerFace(1)),
        (FrenchFace(1, 1, False), DreizehnFace(1, 1)),
    )
    for one, other in pairs:
        assert greys(faces.surface(one, 44)) != greys(faces.surface(other, 44))


def test_a_wild_card_still_shows_what_it_is_and_that_it_is_wild(faces: Faces) -> None:
    plain, wild = (greys(faces.surface(FrenchFace(8, 2, is_wild), 106)) for is_wild in (False, True))
    assert difference(plain, wild) > 3 * APART
    others = [greys(faces.surface(FrenchFace(rank, 2, is_wild=True), 106)) for rank in range(1, 14) if rank != 8]
    assert all(difference(wild, other) > APART for other in others)


def test_four_colours_change_clubs_and_diamonds_only() -> None:
    two, four = Faces(), Faces(has_four_colours=True)
    changed = {suit for suit in range(4) if _bytes(two, FrenchFace(7, suit)) != _bytes(four, FrenchFace(7, suit))}
    assert changed == {0, 1}


def _bytes(faces: Faces, face: CardFace) -> bytes:
    return pygame.image.tobytes(faces.surface(face, 60), "RGBA")


def test_jokers_cannot_be_told_apart() -> None:
    faces = Faces()
    assert _bytes(faces, JokerFace(0)) == _bytes(faces, JokerFace(1))


def test_a_face_is_drawn_once_until_room_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "ROOM", 40 * 56 * 3)
    faces = Faces()
    first = faces.surface(LEAVES[0], 40)
    assert faces.surface(LEAVES[0], 40) is first
    for face in LEAVES[1:4]:
        faces.surface(face, 40)
    assert faces.surface(LEAVES[0], 40) is not first


def test_dots_say_how_many_cards_of_the_value_there_are() -> None:
    assert sum(copies(value) for value in range(1, 14)) == 62
    assert [copies(value) for value in (1, 7, 8, 13)] == [2, 8, 7, 2]
