"""The rules of melds by their definition: every subset of a hand is looked at. Slow, and without any shortcut.

Written without a glance at ``melds.py``: cards are read from their ids anew, and nothing is imported from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from lan_thirteen.games.three_thirteen.model import Scheme


def is_wild(card: int, scheme: Scheme) -> bool:
    return card >= 52 * scheme.packs or card % 13 + 1 == scheme.wild


def cost(card: int, scheme: Scheme) -> int:
    """What a card costs that is in no meld."""
    rank = card % 13 + 1
    if card >= 52 * scheme.packs:
        return 20
    if rank == scheme.wild and scheme.wild_penalty != "rank":
        return int(scheme.wild_penalty)
    if rank == 1:
        return 1 if scheme.ace == "low" else 15
    if rank > 10:
        return 10 if scheme.face_points == "ten" else rank
    return rank


def is_meld(cards: Sequence[int], scheme: Scheme) -> bool:
    size = len(cards)
    naturals = [c for c in cards if not is_wild(c, scheme)]
    if size < 3 or not _may_have_wilds(len(naturals), size - len(naturals), scheme):
        return False
    return _is_set(naturals) or _is_run(naturals, size, scheme)


def _may_have_wilds(naturals: int, wilds: int, scheme: Scheme) -> bool:
    match scheme.wild_limit:
        case "one_natural":
            return naturals >= 1
        case "half":
            return 2 * wilds <= naturals + wilds
        case _:
            return True


def _is_set(naturals: list[int]) -> bool:
    return len({c % 13 for c in naturals}) <= 1


def _is_run(naturals: list[int], size: int, scheme: Scheme) -> bool:
    """Whether some window of ``size`` places holds every natural, each in a place of its own."""
    if size > 13 or len({c % 52 // 13 for c in naturals}) > 1:
        return False
    highest = 14 if scheme.ace == "low_or_high" else 13
    return any(_fills(naturals, range(first, first + size)) for first in range(1, highest - size + 2))


def _fills(naturals: list[int], window: range) -> bool:
    taken: set[int] = set()
    for card in naturals:
        rank = card % 13 + 1
        places = {p for p in window if p == rank or (rank == 1 and p == 14)} - taken
        if not places:
            return False
        # a window of 13 places never holds both 1 and 14
        taken.add(places.pop())
    return True


def least_points(cards: Sequence[int], scheme: Scheme) -> int:
    """What the cheapest split of ``cards`` costs."""
    return _least(cards, scheme)((1 << len(cards)) - 1)


def least_after_discard(cards: Sequence[int], scheme: Scheme) -> dict[int, int]:
    """What the cheapest split costs after each card is thrown."""
    least = _least(cards, scheme)
    return {c: least((1 << len(cards)) - 1 - (1 << i)) for i, c in enumerate(cards)}


def _least(cards: Sequence[int], scheme: Scheme) -> Callable[[int], int]:
    """What the cheapest split of every subset costs, a subset being a mask."""
    costs = [cost(c, scheme) for c in cards]
    melds_with: list[list[int]] = [[] for _ in cards]
    for mask in range(1 << len(cards)):
        if mask.bit_count() >= 3 and is_meld(_chosen(cards, mask), scheme):
            melds_with[mask.bit_length() - 1].append(mask)

    @cache
    def least(mask: int) -> int:
        if not mask:
            return 0
        top = mask.bit_length() - 1
        outside = costs[top] + least(mask & ~(1 << top))
        return min([outside, *(least(mask & ~meld) for meld in melds_with[top] if meld & ~mask == 0)])

    return least


def _chosen(cards: Sequence[int], mask: int) -> list[int]:
    return [c for i, c in enumerate(cards) if mask >> i & 1]
