"""Words of strangers come out clean, whatever they were."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lan_thirteen.core.names import CHAT, PERSON, TABLE, Room, columns
from lan_thirteen.wire.names import clean_chat, clean_name, clean_table_name, cut_bytes

CLEANERS = [(clean_name, PERSON), (clean_table_name, TABLE), (clean_chat, CHAT)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana \t\n Maria\r\n", "Ana Maria"),
        ("Žofía", "Žofía"),
        ("Zˇ" + "ofi\u0301a", "Zˇofía"),
        ("e\u0301", "é"),
        ("\u1112\u1161\u11ab", "한"),
        ("한국어", "한국어"),
        ("🦊 Fuchs", "🦊 Fuchs"),
        ("👩\u200d🚀", "👩🚀"),
        ("A\u0000n\u0007a\u001b[31m", "Ana[31m"),
        ("evil\u202egnp.exe", "evilgnp.exe"),
        ("\u2066A\u2069\u200e\u200f\ufeffb\u00ad", "Ab"),
        ("A\u00a0\u3000\u2003b", "A b"),
        ("\u0301\u0301Ana", "Ana"),
        ("half \ud800 done", "half done"),
        ("\ue000A\uf8ff", "A"),
        ("A\ufffe\uffff\ufdd0b", "Ab"),
        ("A\u2028b\u2029c", "A b c"),
        ("\U000e0041A\U000e007f", "A"),
        ("123", "123"),
        ("x" * 30, "x" * 20),
        ("桌" * 30, "桌" * 10),
        ("x" * 19 + "桌", "x" * 19),
        ("x" * 19 + " yz", "x" * 19),
        ("a" + "\u0301\u0302" * 500, "á" + "\u0302\u0301" * 19 + "\u0302"),
        ("𝒜" * 40, "𝒜" * 20),
    ],
)
def test_a_name_comes_out_clean(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "nothing",
    [
        "",
        "   ",
        "\t\n",
        "\u200b\u200d",
        "\u3164",
        "\u115f\u1160\uffa0",
        "\u2800",
        "\u0301",
        "\u0000",
        "\u202e",
        "\ud800",
    ],
)
def test_of_what_draws_nothing_no_name_is_left(nothing: str) -> None:
    assert clean_name(nothing) is clean_table_name(nothing) is clean_chat(nothing) is None


@pytest.mark.parametrize(("clean", "room"), CLEANERS, ids=["person", "table", "chat"])
@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet=st.characters(), max_size=300))
def test_whatever_comes_in_what_comes_out_is_clean_and_has_room(
    clean: Callable[[str], str | None], room: Room, text: str
) -> None:
    name = clean(text)
    if name is None:
        return
    assert clean(name) == name
    assert name == unicodedata.normalize("NFC", name)
    assert name == name.strip()
    assert "  " not in name
    assert 1 <= columns(name) <= room.columns
    assert len(name) <= room.code_points
    assert len(name.encode()) <= room.utf8_bytes
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def test_a_table_has_room_for_more_than_a_person_and_chat_for_more_still() -> None:
    assert clean_table_name("x" * 999) == "x" * 30
    assert clean_chat("x" * 999) == "x" * 200
    assert clean_chat("桌" * 999) == "桌" * 200


def test_a_giant_text_is_cleaned_without_much_work() -> None:
    assert clean_name("a" + "\u0323\u0301" * 200_000) is not None


@pytest.mark.parametrize(
    ("text", "n", "cut"),
    [
        ("Küche", 6, "Küche"),
        ("Küche", 2, "K"),
        ("Küche", 3, "Kü"),
        ("桌", 2, ""),
        ("x", 0, ""),
        ("x", -1, ""),
        ("", 9, ""),
    ],
)
def test_a_text_is_cut_between_two_characters(text: str, n: int, cut: str) -> None:
    assert cut_bytes(text, n) == cut
