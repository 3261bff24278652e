"""Three words that are the same on every laptop of a table, to be compared aloud.

All seat keys come through the host. A host that lies can show Ana a table with its own key in Bo's place, and Bo one
with its own key in Ana's, and every signature holds in both. But then the two laptops show other words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from lan_thirteen.trust.deal import cat

CONSONANTS: Final = "bdfghjklmnprstwz"
"""Not c, q, x, y and v, which sound like k, s, j, f or w in one language or another."""
VOWELS: Final = "aiou"
"""Not e, which is i in English ears."""

_BYTES: Final = 2
_WORDS: Final = 3
_COST: Final = 2**14
_BLOCK: Final = 8
_MEMORY: Final = 4 * 128 * _COST * _BLOCK
"""Four times what it needs, in bytes: some builds of OpenSSL count more than that."""


def table_words(table: bytes, fingerprint: bytes, keys: Sequence[bytes]) -> tuple[str, str, str]:
    """The words of the table with this id and certificate; ``keys`` by seat, empty where no person sits.

    Slow on purpose, 50 to 100 ms and 16 MiB: call it off the loop. A host that shows two worlds chooses a key in each
    and may try keys until the words agree. They have 48 bits, so it must try 2^24 keys in both worlds, which takes one
    core three weeks, and it can only begin when the last honest key has come. Letters that are one sound to somebody
    (l and r, f and p, s and z, and at the end of a word b and p, d and t, g and k) help it: it needs a few days then.
    Hired machines are a thousand times as fast, so words show that nobody listens in between, not that nobody could.
    """
    text = cat("lan13/1 words", table, fingerprint, *keys)
    found = hashlib.scrypt(text, salt=table, n=_COST, r=_BLOCK, p=1, maxmem=_MEMORY, dklen=_WORDS * _BYTES)
    first, second, third = (
        _word(int.from_bytes(found[at : at + _BYTES], "big")) for at in range(0, len(found), _BYTES)
    )
    return first, second, third


def _word(number: int) -> str:
    """Sixteen bits as consonant, vowel, consonant, vowel, consonant."""
    letters = (
        CONSONANTS[number >> 12],
        VOWELS[number >> 10 & 3],
        CONSONANTS[number >> 6 & 15],
        VOWELS[number >> 4 & 3],
        CONSONANTS[number & 15],
    )
    return "".join(letters)
