"""The search for the cheapest way to give each natural of a hand a place: in a meld, outside, or thrown away.

Wilds are interchangeable inside a meld, so a meld is its naturals and a number of wilds; which wilds are left over
matters only for what they cost. Naturals are numbered, and the search takes the lowest one that has no place yet: it
stays outside, is the one thrown, or forms a meld with later ones. A state of the search is one int:

    bits 0-15  the naturals that have no place yet      bit 20  a natural must still be thrown
    bits 16-19 wilds that are not used                  bit 21  there is a meld, which spare wilds may join
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.core.game import Card
from lan_thirteen.games.three_thirteen.model import PACK, RANK_OF, SUIT_OF, Scheme

WILD: Final = 1 << 16
"""One wild of a state."""
DUE: Final = 1 << 20
"""Added to a state: a natural must be thrown."""
_ANY: Final = 1 << 21
_NATURALS: Final = WILD - 1

NEVER: Final = 1 << 20
"""More than any hand can cost."""

_LONGEST_RUN: Final = 13

# a set of six or more is as good as two sets
_LARGEST_SET: Final = 5

Meld: TypeAlias = tuple[int, int, int, int]
"""Span, naturals, wilds, step: it fits a state whose part in the span is its naturals, and takes the step from it.

The span has the naturals and all earlier copies of each: while one of those has no place, it must go first.
"""

_Group: TypeAlias = tuple[int, int, int, int]
"""Span, naturals, how many they are, wilds needed."""


class Way(NamedTuple):
    """Where each natural of a hand goes."""

    melds: list[tuple[int, int]]
    """The naturals of each meld, bit i for number i, and how many wilds it has."""
    outside: list[int]
    thrown: int
    """The one that is thrown; -1 for none."""


def start(naturals: int, wilds: int) -> int:
    """The state in which nothing has a place yet."""
    return (1 << naturals) - 1 | wilds * WILD


def cheapest(
    melds: list[list[Meld]], points: list[int], costs: tuple[int, ...], limit: str, fixed: int = 0
) -> Callable[[int], int]:
    """What the cheapest end of a state costs, by what naturals and wilds cost; ``fixed`` naturals are not thrown."""
    leftovers = _leftovers(costs, limit)
    memo: dict[int, int] = {}

    def least(state: int) -> int:
        if not state & _NATURALS:
            return leftovers[state >> 16]
        known = memo.get(state)
        if known is not None:
            return known
        low = state & -state
        i = low.bit_length() - 1
        best = least(state ^ low ^ DUE) if state & DUE and not low & fixed else NEVER
        if best and (cost := points[i] + least(state ^ low)) < best:
            best = cost
        wilds = state >> 16 & 15
        for span, naturals, needed, step in melds[i]:
            if state & span == naturals and needed <= wilds and (cost := least(state - step | _ANY)) < best:
                best = cost
                if not best:
                    break
        memo[state] = best
        return best

    return least


def way(state: int, melds: list[list[Meld]], least: Callable[[int], int], fixed: int) -> Way:
    """A cheapest end of ``state``; of equal ones that with the larger melds of low naturals."""
    out = Way([], [], -1)
    while state & _NATURALS:
        goal, low = least(state), state & -state
        i = low.bit_length() - 1
        fitting = [
            (there.bit_count(), needed, there, step)
            for span, there, needed, step in melds[i]
            if state & span == there and needed <= state >> 16 & 15 and least(state - step | _ANY) == goal
        ]
        if state & DUE and not low & fixed and least(state ^ low ^ DUE) == goal:
            out = out._replace(thrown=i)
            state ^= low ^ DUE
        elif fitting:
            _, needed, naturals, step = max(fitting)
            out.melds.append((naturals, needed))
            state = state - step | _ANY
        else:
            out.outside.append(i)
            state ^= low
    return out


def completes(melds: list[list[Meld]], costs: tuple[int, ...], limit: str) -> Callable[[int], bool]:
    """Whether a state can end at no cost."""
    leftovers = _leftovers(costs, limit)
    memo: dict[int, bool] = {}

    def fits(state: int) -> bool:
        if not state & _NATURALS:
            return not leftovers[state >> 16]
        known = memo.get(state)
        if known is not None:
            return known
        low = state & -state
        wilds = state >> 16 & 15
        found = bool(state & DUE) and fits(state ^ low ^ DUE)
        if not found:
            # a loop and not any(): this is the inner part of every list of legal actions
            for span, naturals, needed, step in melds[low.bit_length() - 1]:
                if state & span == naturals and needed <= wilds and fits(state - step | _ANY):
                    found = True
                    break
        memo[state] = found
        return found

    return fits


def find_melds(naturals: list[Card], wilds: int, scheme: Scheme) -> list[list[Meld]]:
    """Every meld of these naturals, which are in order, with at most so many wilds, by its lowest natural.

    A meld has the fewest wilds that do, since spare ones join any; with ``half`` also every other number it may have.
    """
    if not naturals:
        return []
    out: list[list[Meld]] = [[] for _ in naturals]
    groups = _groups(naturals, wilds, scheme.ace == "low_or_high")
    if scheme.wild_limit == "half":
        groups = [
            (span, mask, size, used)
            for span, mask, size, needed in groups
            for used in range(needed, min(size, wilds) + 1)
        ]
    for span, mask, _, needed in groups:
        out[(mask & -mask).bit_length() - 1].append((span, mask, needed, mask | needed * WILD))
    return out


@lru_cache(maxsize=256)
def _leftovers(costs: tuple[int, ...], limit: str) -> tuple[int, ...]:
    """What a state without naturals costs, by its upper bits; ``costs`` are those of the hand's wilds."""
    ascending = sorted(costs)
    alone = [sum(ascending[:spare]) for spare in range(16)]
    if limit == "none":
        alone = [cost if spare < 3 else 0 for spare, cost in enumerate(alone)]
    joined = alone if limit == "half" else [0] * 16
    never = [NEVER] * 16
    return (*alone, *never, *joined, *never)


def _groups(naturals: list[Card], wilds: int, is_ace_high: bool) -> list[_Group]:
    """The naturals of every set and run."""
    reach = [1 << i for i in range(len(naturals))]
    of_rank: list[list[int]] = [[] for _ in range(14)]
    of_suit: list[list[tuple[int, int]]] = [[], [], [], []]
    last = -1
    for i, c in enumerate(naturals):
        if c % PACK == last:
            reach[i] |= reach[i - 1]
        last = c % PACK
        of_rank[RANK_OF[c]].append(i)
        of_suit[SUIT_OF[c]].append((RANK_OF[c], i))
    groups: list[_Group] = []
    for alike in of_rank:
        if len(alike) + wilds > 2:
            groups += _sets(alike, wilds, reach)
    for row in of_suit:
        if is_ace_high:
            row += [(14, i) for rank, i in row if rank == 1]
        if len(row) > 1:
            groups += _runs(row, wilds, reach)
    return groups


def _sets(alike: list[int], wilds: int, reach: list[int]) -> list[_Group]:
    """The sets of these naturals, which have one rank."""
    out = []
    for size in range(max(1, 3 - wilds), min(_LARGEST_SET, len(alike)) + 1):
        needed = max(0, 3 - size)
        for group in combinations(alike, size):
            mask = span = 0
            for i in group:
                mask |= 1 << i
                span |= reach[i]
            out.append((span, mask, size, needed))
    return out


def _runs(row: list[tuple[int, int]], wilds: int, reach: list[int]) -> list[_Group]:
    """The runs of two or more naturals of one suit; ``row`` has the rank and place of each, ascending."""
    out = []
    starts = [(at, rank, 0, 1, 1 << i, reach[i]) for at, (rank, i) in enumerate(row)]
    for at, low, gaps, size, mask, span in starts:
        last = row[at][0]
        for further in range(at + 1, len(row)):
            rank, i = row[further]
            wider = gaps + rank - last - 1
            if wider > wilds or rank - low >= _LONGEST_RUN:
                break
            if rank > last:
                longer, reached = mask | 1 << i, span | reach[i]
                # a run found is a run to go on from
                starts.append((further, low, wider, size + 1, longer, reached))
                if (needed := max(wider, 2 - size)) <= wilds:
                    out.append((reached, longer, size + 1, needed))
    return out
