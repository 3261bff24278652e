"""A receipt in one datagram: what is sent is what is heard, and anything else is nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lan_thirteen.wire.advert import answered, asked, question
from lan_thirteen.wire.limits import QUESTION_BYTES
from lan_thirteen.wire.receipt import COLOURS, RECEIPT_BYTES, Overheard, overheard, receipt
from tests.support.receipts import ANA, receipt_of

NUMBERS = st.integers(0, 2**31 - 1)
RECEIPTS = st.builds(
    Overheard,
    st.binary(min_size=16, max_size=16),
    *[NUMBERS] * 4,
    st.binary(min_size=32, max_size=32),
    st.sampled_from(COLOURS),
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=64, max_size=64),
)


@given(RECEIPTS)
def test_what_is_sent_is_what_is_heard(told: Overheard) -> None:
    data = receipt(told)
    assert len(data) == RECEIPT_BYTES <= 256
    assert overheard(data) == told


def test_these_are_its_bytes_in_every_version_of_the_program() -> None:
    told = Overheard(b"t" * 16, 1, 2, 3, 4, b"h" * 32, "grey", b"k" * 32, b"s" * 64)
    numbers = b"\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0\4"
    assert receipt(told) == b"LAN13=\1" + b"t" * 16 + numbers + b"\2" + b"h" * 32 + b"k" * 32 + b"s" * 64


def test_what_is_no_receipt_is_nothing() -> None:
    data = receipt(receipt_of(ANA))
    for spoiled in (b"", data[:-1], data + b"\0", b"LAN13!" + data[6:], b"LAN13=\2" + data[7:], bytes(RECEIPT_BYTES)):
        assert overheard(spoiled) is None
    for place in (23, 27, 31, 35):
        assert overheard(data[:place] + b"\x80" + data[place + 1 :]) is None, "a number that is too large"
    assert overheard(data[:39] + b"\3" + data[40:]) is None, "no colour"


def test_a_table_takes_no_receipt_for_a_question_and_nobody_an_answer_for_a_receipt() -> None:
    data = receipt(receipt_of(ANA))
    assert asked(data) is None
    assert asked(data.ljust(QUESTION_BYTES, b"\0")) is None
    assert answered(data) is None
    assert overheard(question(bytes(16))) is None
    assert overheard(question(bytes(16))[:RECEIPT_BYTES]) is None


def test_a_colour_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="not in"):
        receipt(replace(receipt_of(ANA), colour="blue"))


def test_a_hundred_thousand_spoiled_datagrams_are_receipts_or_nothing() -> None:
    rng, good = Random(1), receipt(receipt_of(ANA))
    heard = 0
    for _ in range(100_000):
        data = bytearray(good)
        for _ in range(rng.randrange(4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        told = overheard(bytes(data[: rng.choice((len(data), rng.randrange(len(data) + 1)))]))
        heard += told is not None
        assert told is None or receipt(told) == data
    assert 10_000 < heard < 90_000
