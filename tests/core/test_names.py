"""How much room a name has, and how two of the same are told apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lan_thirteen.core.names import PERSON, Room, columns, fitted, unlike


@pytest.mark.parametrize(
    ("text", "wide"), [("", 0), ("Ana", 3), ("桌", 2), ("한", 2), ("🦊", 2), ("e\u0301", 1), ("é", 1)]
)
def test_a_text_takes_as_many_columns_as_a_terminal_gives_it(text: str, wide: int) -> None:
    assert columns(text) == wide


@pytest.mark.parametrize(
    ("text", "room", "kept"),
    [
        ("Ana", Room(3, 3, 3), "Ana"),
        ("Ana", Room(2, 9, 9), "An"),
        ("Ana", Room(9, 2, 9), "An"),
        ("Ana", Room(9, 9, 2), "An"),
        ("A桌", Room(2, 9, 9), "A"),
        ("A b", Room(2, 9, 9), "A"),
        ("", Room(0, 0, 0), ""),
        ("A", Room(0, 9, 9), ""),
    ],
)
def test_the_longest_beginning_that_has_room_is_kept(text: str, room: Room, kept: str) -> None:
    assert fitted(text, room) == kept


@pytest.mark.parametrize(
    ("name", "others", "told"),
    [
        ("Ana", [], "Ana"),
        ("Ana", ["Bo"], "Ana"),
        ("Ana", ["Ana"], "Ana (2)"),
        ("Ana", ["Ana", "Ana (2)"], "Ana (3)"),
        ("Ana", ["Ana", "Ana (3)"], "Ana (2)"),
        ("ana", ["ANA"], "ana (2)"),
        ("Ａｎａ", ["Ana"], "Ａｎａ (2)"),
        ("Ana (2)", ["Ana (2)"], "Ana (3)"),
        ("Ana (2)", ["Ana"], "Ana (2)"),
        ("straße", ["STRASSE"], "straße (2)"),
    ],
)
def test_a_second_person_of_a_name_gets_a_number(name: str, others: list[str], told: str) -> None:
    assert unlike(name, others) == told


@pytest.mark.parametrize("name", ["x" * 20, "桌" * 10, "a" + "\u0327" * 39, "😀" * 10])
def test_many_of_the_longest_name_differ_and_still_have_room(name: str) -> None:
    told: list[str] = []
    for _ in range(24):
        told.append(unlike(name, told))
    assert len(set(told)) == 24
    for one in told:
        assert columns(one) <= PERSON.columns
        assert len(one) <= PERSON.code_points
        assert len(one.encode()) <= PERSON.utf8_bytes


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("aA (2)é", min_size=1, max_size=20), max_size=12))
def test_no_two_persons_have_the_same_name(names: list[str]) -> None:
    told: list[str] = []
    for name in names:
        told.append(unlike(name, told))
    assert len({one.casefold() for one in told}) == len(names)
