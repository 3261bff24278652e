"""A line of text that is edited."""

from __future__ import annotations

import unicodedata

import pytest

from lan_thirteen.core.names import CHAT, PERSON
from lan_thirteen.ui import field as f


def test_letters_go_in_at_the_caret() -> None:
    field = f.moved(f.filled("Fmke", PERSON), "home")
    field = f.typed(f.moved(field, "right"), "e")
    assert (field.text, field.caret) == ("Femke", 2)


def test_what_is_typed_in_parts_of_letters_is_kept_as_whole_letters() -> None:
    for text in ("é안ŷ", "\u1112\u1161\u11ab"):
        field = f.typed(f.Field(limit=PERSON), unicodedata.normalize("NFD", text))
        assert field.text == unicodedata.normalize("NFC", text)
        assert field.caret == len(field.text)


def test_an_accent_joins_the_letter_before_the_caret() -> None:
    field = f.typed(f.moved(f.filled("cafes", PERSON), "left"), "\u0301")
    assert (field.text, field.caret) == ("cafés", 4)


def test_no_more_goes_in_than_has_room() -> None:
    assert f.typed(f.filled("W" * 18, PERSON), "WWWW").text == "W" * 20
    assert f.typed(f.Field(limit=PERSON), "뷁" * 15).text == "뷁" * 10
    assert len(f.typed(f.Field(limit=CHAT), "x" * 999).text) == 200
    assert f.typed(f.filled("W" * 20, PERSON), "W").text == "W" * 20


def test_a_blank_can_be_typed_before_the_next_word() -> None:
    field = f.typed(f.filled("de", PERSON), " ")
    assert field.text == "de "
    assert f.typed(field, "V").text == "de V"


def test_pasted_lines_become_one_line() -> None:
    assert f.pasted(f.Field(limit=CHAT), "  one\r\ntwo\tthree\x07 ").text == "one two three"


def test_backspace_and_delete_take_a_letter_with_its_marks() -> None:
    field = f.filled("q\u0303\u0301x", PERSON)
    assert f.backspace(f.moved(field, "left")).text == "x"
    assert f.delete(f.moved(field, "home")).text == "x"
    assert f.backspace(f.Field()) == f.Field()


def test_what_is_composed_is_no_part_of_the_text_until_it_is_typed() -> None:
    field = f.composed(f.typed(f.Field(limit=CHAT), "Nice "), "하")
    assert (field.text, field.composing) == ("Nice ", "하")
    field = f.composed(field, "")
    assert (field.text, field.composing) == ("Nice ", "")
    assert f.typed(f.composed(field, "한"), "한").text == "Nice 한"


def test_while_something_is_composed_return_and_arrows_are_the_input_methods() -> None:
    field = f.composed(f.typed(f.Field(limit=CHAT), "Nice "), "하")
    assert f.pressed(field, "return") == field
    assert f.pressed(field, "backspace") == field
    assert f.pressed(f.filled("Nice", CHAT), "return") is None


@pytest.mark.parametrize(
    ("key", "text", "caret"),
    [
        ("left", "a bc", 3),
        ("home", "a bc", 0),
        ("backspace", "a b", 3),
        ("ctrl+backspace", "a ", 2),
        ("end", "a bc", 4),
    ],
)
def test_keys_that_edit(key: str, text: str, caret: int) -> None:
    field = f.pressed(f.filled("a bc", PERSON), key)
    assert field is not None
    assert (field.text, field.caret) == (text, caret)


def test_keys_that_do_not_edit_are_left_to_the_screen() -> None:
    assert f.pressed(f.filled("a", PERSON), "escape") is None
    assert f.pressed(f.filled("a", PERSON), "up") is None


def test_all_can_be_marked_and_what_comes_next_takes_its_place() -> None:
    field = f.pressed(f.filled("192.168.1", f.ADDRESS), "ctrl+a")
    assert field is not None
    assert field.is_marked
    for after in (f.typed(field, "10.0.0.7"), f.pasted(field, "10.0.0.7"), f.typed(f.composed(field, "1"), "10.0.0.7")):
        assert (after.text, after.caret, after.is_marked) == ("10.0.0.7", 8, False)
    for key in ("backspace", "delete", "ctrl+backspace"):
        gone = f.pressed(field, key)
        assert gone is not None
        assert (gone.text, gone.caret, gone.is_marked) == ("", 0, False)
    for key, caret in (("left", 0), ("home", 0), ("right", 9), ("end", 9)):
        moved = f.pressed(field, key)
        assert moved is not None
        assert (moved.text, moved.caret, moved.is_marked) == ("192.168.1", caret, False)
    assert f.composed(field, "").text == "192.168.1"
    assert f.typed(field, "").text == "192.168.1"


def test_nothing_is_marked_in_an_empty_field() -> None:
    assert f.pressed(f.Field(), "ctrl+a") == f.Field()
