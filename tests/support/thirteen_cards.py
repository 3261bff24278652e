"""Three Thirteen hands as words: ``cards("7S 7S TH *")`` are two sevens of spades, a ten of hearts and a joker."""

from __future__ import annotations

from collections import Counter

_RANKS = "A23456789TJQK"
_SUITS = "CDHS"


def cards(text: str, packs: int = 2) -> tuple[int, ...]:
    """The ids of these cards in a deck of so many packs; the same card again is that of the next pack."""
    seen: Counter[str] = Counter()
    out = []
    for word in text.split():
        out.append(card(word, packs, seen[word]))
        seen[word] += 1
    return tuple(out)


def card(word: str, packs: int = 2, copy: int = 0) -> int:
    """The id of one card, copy 0 up."""
    if word == "*":
        return 52 * packs + copy
    return 52 * copy + 13 * _SUITS.index(word[1]) + _RANKS.index(word[0])
