"""Three words to compare: the same at every laptop of a table, and others at any other."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lan_thirteen.trust.words import _word, table_words

TABLE, FINGERPRINT = bytes(range(16)), bytes(range(32, 64))
ANA, BO, CEM = (bytes([seat]) * 32 for seat in (1, 2, 3))

VECTORS = {
    (ANA, BO, CEM): ("kotub", "tuhaj", "tibus"),
    (ANA, b"", CEM): ("suruj", "gudit", "sihiw"),
    (): ("wugob", "juros", "nugag"),
}


@pytest.mark.parametrize("keys", VECTORS)
def test_the_words_are_these_in_every_version_of_the_program(keys: tuple[bytes, ...]) -> None:
    assert table_words(TABLE, FINGERPRINT, keys) == VECTORS[keys]


def test_another_table_certificate_key_or_seat_has_other_words() -> None:
    tables = (
        (TABLE, FINGERPRINT, (ANA, BO, b"")),
        (TABLE, FINGERPRINT, (BO, ANA, b"")),
        (TABLE, FINGERPRINT, (ANA, b"", BO)),
        (TABLE, FINGERPRINT, (ANA, BO)),
        (TABLE, FINGERPRINT, (ANA, CEM, b"")),
        (TABLE, BO, (ANA, BO, b"")),
        (ANA[:16], FINGERPRINT, (ANA, BO, b"")),
        (TABLE + FINGERPRINT[:1], FINGERPRINT[1:], (ANA, BO, b"")),
    )
    words = [word for table in tables for word in table_words(*table)]
    assert len(set(words)) == len(words)


@given(st.integers(0, 2**16 - 1), st.integers(0, 2**16 - 1))
def test_every_sixteen_bits_are_a_word_of_their_own_that_can_be_said(number: int, other: int) -> None:
    word = _word(number)
    assert re.fullmatch("([bdfghjklmnprstwz][aiou]){2}[bdfghjklmnprstwz]", word)
    assert (word == _word(other)) == (number == other)


def test_no_two_numbers_have_one_word() -> None:
    assert len({_word(number) for number in range(2**16)}) == 2**16
