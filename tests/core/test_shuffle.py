"""Chance: the published stream, checked against a few independent lines and against what uniform means."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from lan_thirteen.core import shuffle

SEED = bytes(range(32))
FIRST = [1, 2, 1, 4, 5, 5, 1]
"""Who begins among 2 to 8 seats, with this seed."""
RESTOCK_1 = (5, 6, 2, 1, 4, 8, 9, 3, 7, 0)
RESTOCK_2 = (1, 7, 0, 3, 6, 9, 2, 4, 8, 5)
"""The first and the second restock of ten cards, with this seed."""


def words_by_hand(seed: bytes, label: bytes) -> Iterator[int]:
    """HMAC-SHA256 as RFC 2104 spells it, block by block, as 32-bit big-endian words."""
    key = seed + bytes(64 - len(seed))
    for block in itertools.count():
        message = b"lan13/1 " + label + block.to_bytes(8, "big")
        inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
        digest = hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")


def order_by_hand(n: int, seed: bytes, label: bytes) -> list[int]:
    words = words_by_hand(seed, label)
    out = list(range(n))
    for left in range(n, 1, -1):
        limit = 2**32 // left * left
        word = next(w for w in words if w < limit)
        out[left - 1], out[word % left] = out[word % left], out[left - 1]
    return out


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def critical(freedom: int) -> float:
    """What chi-square exceeds once in 10,000 times (E. B. Wilson and M. M. Hilferty, 1931)."""
    return freedom * (1 - 2 / (9 * freedom) + 3.719 * math.sqrt(2 / (9 * freedom))) ** 3


def test_the_published_vector_holds() -> None:
    order = shuffle.shuffled(range(52), SEED)
    assert order[:8] == (44, 40, 7, 45, 3, 19, 15, 23)
    assert hashlib.sha256(bytes(order)).hexdigest().startswith("3c5278ab58d168ab")


@pytest.mark.parametrize("n", [1, 2, 50, 52, 62, 213])
@pytest.mark.parametrize("label", [b"stream", shuffle.restock_label(1), shuffle.restock_label(2)])
def test_a_shuffle_is_what_a_few_independent_lines_compute(n: int, label: bytes) -> None:
    assert list(shuffle.shuffled(range(n), SEED, label)) == order_by_hand(n, SEED, label)


def test_who_begins_is_the_first_word_of_its_label() -> None:
    word = next(words_by_hand(SEED, b"first"))
    assert [shuffle.first_of(n, SEED) for n in range(1, 9)] == [word % n for n in range(1, 9)]


def test_the_labels_give_these_literals() -> None:
    assert [shuffle.first_of(n, SEED) for n in range(2, 9)] == FIRST
    assert shuffle.shuffled(range(10), SEED, shuffle.restock_label(1)) == RESTOCK_1
    assert shuffle.shuffled(range(10), SEED, shuffle.restock_label(2)) == RESTOCK_2


def test_the_number_of_a_restock_is_eight_bytes_big_endian() -> None:
    assert shuffle.restock_label(258) == b"restock\x00\x00\x00\x00\x00\x00\x01\x02"


@pytest.mark.parametrize("n", [3, 7, 52, 2**31 + 1, 2**32 - 1])
def test_words_that_would_favour_small_numbers_are_skipped(n: int) -> None:
    limit = 2**32 // n * n
    assert shuffle.below(n, iter([limit, 2**32 - 1, limit - 1, 5])) == n - 1
    assert shuffle.below(n, iter([limit, 5])) == 5 % n


def test_no_word_is_skipped_where_all_numbers_are_equally_likely() -> None:
    assert [shuffle.below(n, iter([2**32 - 1, 0])) for n in (1, 2, 64, 2**32)] == [0, 1, 63, 2**32 - 1]


def test_every_card_comes_to_every_place_equally_often() -> None:
    counts = Counter(
        (place, card) for k in range(4000) for place, card in enumerate(shuffle.shuffled(range(13), seed(k)))
    )
    assert chi_square([counts[place, card] for place in range(13) for card in range(13)]) < critical(12 * 12)


def test_all_orders_of_five_are_equally_likely() -> None:
    counts = Counter(shuffle.shuffled(range(5), seed(k)) for k in range(12_000))
    assert chi_square([counts[order] for order in itertools.permutations(range(5))]) < critical(119)


def test_every_seat_begins_equally_often() -> None:
    for seats in range(2, 9):
        counts = Counter(shuffle.first_of(seats, seed(k)) for k in range(4000))
        assert chi_square([counts[s] for s in range(seats)]) < critical(seats - 1)


def test_who_begins_says_nothing_about_the_deck_nor_the_deck_about_a_restock() -> None:
    begins = Counter((shuffle.first_of(4, seed(k)), shuffle.shuffled(range(4), seed(k))[0]) for k in range(8000))
    assert chi_square([begins[a, b] for a in range(4) for b in range(4)]) < critical(15)
    again = Counter(
        (shuffle.shuffled(range(4), seed(k))[0], shuffle.shuffled(range(4), seed(k), shuffle.restock_label(1))[0])
        for k in range(8000)
    )
    assert chi_square([again[a, b] for a in range(4) for b in range(4)]) < critical(15)


def test_labels_seeds_and_numbers_each_give_another_order() -> None:
    labels = [b"stream", b"first", *map(shuffle.restock_label, range(1, 50))]
    orders = {shuffle.shuffled(range(52), seed(k), label) for k in range(20) for label in labels}
    assert len(orders) == 20 * len(labels)
    assert len({shuffle.numbered_seed(a, b) for a in range(30) for b in range(-1, 30)}) == 30 * 31


def seed(k: int) -> bytes:
    return hashlib.sha256(b"test %d" % k).digest()
