"""The one generator of the program: LAN13 chance, which anyone can compute again.

A *stream* is a row of 32-bit words: block j is HMAC-SHA256(seed, "lan13/1 " + label + j as u64), read as eight
big-endian words. A number below n takes the next word w with w < 2^32 - 2^32 mod n and is w mod n. A shuffle of n
things goes through i = n-1 … 1, draws j below i+1 and swaps places i and j. Every deal has a seed of its own, and
no generator outlives a call, so a restock in mid-deal needs nothing but the seed and its number.

Labels: ``stream`` the deck, ``first`` who begins, ``restock`` + k as u64 the k-th restock of the deal (k = 1, 2, …).
"""

from __future__ import annotations

import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32

_WORDS = 1 << 32
_BLOCK = struct.Struct(">8I")


def stream(seed: bytes, label: bytes) -> Iterator[int]:
    """The endless 32-bit words of this label."""
    block = 0
    prefix = b"lan13/1 " + label
    while True:
        yield from _BLOCK.unpack(hmac.digest(seed, prefix + block.to_bytes(8, "big"), "sha256"))
        block += 1


def below(n: int, words: Iterator[int]) -> int:
    """A uniform number in ``range(n)`` from the next words, 1 <= n <= 2**32."""
    limit = _WORDS - _WORDS % n
    while (word := next(words)) >= limit:
        pass
    return word % n


def shuffled(things: Sequence[T], seed: bytes, label: bytes = b"stream") -> tuple[T, ...]:
    """``things`` in the order that this seed and label give."""
    out = list(things)
    words = stream(seed, label)
    for i in range(len(out) - 1, 0, -1):
        j = below(i + 1, words)
        out[i], out[j] = out[j], out[i]
    return tuple(out)


def first_of(seats: int, seed: bytes) -> int:
    """The seat that begins where the rules say random."""
    return below(seats, stream(seed, b"first"))


def restock_label(k: int) -> bytes:
    """The label of the k-th restock of a deal, 1 up."""
    return b"restock" + k.to_bytes(8, "big")


def numbered_seed(number: int, deal: int) -> bytes:
    """The seed of deal ``deal`` in a demonstration match that was asked for by number."""
    return hmac.digest(b"lan13/1 demo", b"%d/%d" % (number, deal), "sha256")
