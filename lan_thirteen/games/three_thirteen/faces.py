"""What a scheme makes of each card, and quick looks at what a hand can do.

Where a natural lies is also kept as a bit, 4 * rank + suit, so that runs and pairs show in a few shifts; an ace that
may be high has a second bit above the king.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from lan_thirteen.core.game import Card
from lan_thirteen.games.three_thirteen.model import PACK, RANK_OF, SUIT_OF, Scheme, is_joker, is_wild

_RANKS: Final = sum(1 << 4 * rank for rank in range(1, 15))
_JOKER_POINTS: Final = 20


@dataclass(frozen=True, slots=True)
class Faces:
    """What a scheme makes of each card, by card."""

    bits: tuple[int, ...]
    """Where it lies; 0 for a wild."""
    ranks: tuple[int, ...]
    """One in the four bits that count its rank; 0 for a wild."""
    points: tuple[int, ...]


class Hand(NamedTuple):
    """A hand as the search takes it."""

    naturals: list[Card]
    """Those that some meld may hold."""
    idle: list[Card]
    """Naturals that no meld can hold."""
    wilds: list[Card]
    """The dearest first: melds take from the front, so that the cheapest are left over."""


@lru_cache(maxsize=64)
def faces_of(scheme: Scheme) -> Faces:
    """The faces of all cards that a deck may have under ``scheme``."""
    deck = range(scheme.packs * (PACK + 2))
    naturals = [0 if is_wild(c, scheme) else RANK_OF[c] for c in deck]
    aces = 1 | 1 << 52 if scheme.ace == "low_or_high" else 1
    return Faces(
        tuple((aces if rank == 1 else 1) << 4 * rank + SUIT_OF[c] if rank else 0 for c, rank in enumerate(naturals)),
        tuple(1 << 4 * rank if rank else 0 for rank in naturals),
        tuple(_points(c, scheme) for c in deck),
    )


def _points(card: Card, scheme: Scheme) -> int:
    """What ``card`` costs outside melds."""
    if is_joker(card, scheme.packs):
        return _JOKER_POINTS
    rank = RANK_OF[card]
    if rank == scheme.wild and isinstance(scheme.wild_penalty, int):
        return scheme.wild_penalty
    if rank == 1:
        return 15 if scheme.ace == "low_or_high" else 1
    return rank if scheme.face_points == "rank" else min(rank, 10)


def by_face(card: Card) -> tuple[int, int]:
    """Copies of a card together, suit by suit, ascending."""
    return card % PACK, card


def sort(cards: Sequence[Card], scheme: Scheme, barred: Card | None = None) -> Hand:
    """``cards`` as the search takes them, where ``barred`` may not be thrown."""
    faces = faces_of(scheme)
    bits, ranks = faces.bits, faces.ranks
    there = counts = 0
    wilds = []
    for c in cards:
        if bit := bits[c]:
            there |= bit
            counts += ranks[c]
        else:
            wilds.append(c)
    if len(wilds) > 1:
        wilds.sort(key=lambda c: (-faces.points[c], c))
    useful = _useful(there, counts, len(wilds))
    naturals = [c for c in cards if bits[c] & useful]
    idle = [c for c in cards if bits[c] and not bits[c] & useful]
    # of copies the barred one first: the search gives earlier copies a place first, so that it is not left to throw
    naturals.sort(key=lambda c: (c % PACK, c != barred, c))
    return Hand(naturals, idle, wilds)


def _useful(there: int, counts: int, wilds: int) -> int:
    """Where the naturals lie that some meld may hold."""
    if wilds > 1:
        return there
    if wilds:
        return _near(there, 2) | _at_least_two(counts)
    return _in_natural_melds(there, counts)


def _in_natural_melds(there: int, counts: int) -> int:
    """Where melds of three naturals lie."""
    run = there & there << 4 & there << 8
    threes = (counts >> 2 | counts >> 3 | counts & counts >> 1) & _RANKS
    return run | run >> 4 | run >> 8 | threes * 15


def _at_least_two(counts: int) -> int:
    """Where the ranks lie of which there are two or more."""
    return ((counts >> 1 | counts >> 2 | counts >> 3) & _RANKS) * 15


def _near(there: int, distance: int) -> int:
    """Where the naturals lie that have another of their suit so near in rank."""
    out = 0
    for shift in range(4, 4 * distance + 1, 4):
        out |= there << shift | there >> shift
    return there & out


def is_hopeless(cards: Sequence[Card], faces: Faces) -> bool:
    """Whether too few wilds are there to meld all cards but one, by what each natural needs at least.

    One that lies in no meld of naturals needs a wild, and a meld holds at most four of these to a wild, two on
    either side. One that has no partner within reach needs two wilds of its own.
    """
    bits, ranks = faces.bits, faces.ranks
    there = counts = wilds = 0
    for c in cards:
        if bit := bits[c]:
            there |= bit
            counts += ranks[c]
        else:
            wilds += 1
    whole = _in_natural_melds(there, counts)
    paired = _near(there, wilds + 1) | _at_least_two(counts) if wilds else 0
    needy = lonely = 0
    for c in cards:
        bit = bits[c]
        if bit and not bit & whole:
            needy += 1
            lonely += not bit & paired
    needy -= lonely
    # the one that is thrown
    if lonely:
        lonely -= 1
    elif needy:
        needy -= 1
    return 2 * lonely + (needy + 3) // 4 > wilds
