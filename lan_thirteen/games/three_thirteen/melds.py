"""The cheapest way to split a hand into melds, exact under every option.

Wilds are interchangeable inside a meld, so a meld is its naturals and a number of wilds; which wilds are left over
matters only for what they cost. The search takes the lowest natural that has no place yet: it stays outside, is the
one thrown, or forms a meld with later ones. A search state is one int:

    bits 0-15  the naturals that have no place yet      bit 20  a natural must still be thrown
    bits 16-19 wilds that are not used                  bit 21  there is a meld, which spare wilds may join

Where a card lies is also kept as a bit, 4 * rank + suit, so that runs and pairs show in a few shifts; an ace that may
be high has a second bit above the king.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.core.game import Card
from lan_thirteen.games.three_thirteen.model import PACK, RANK_OF, SUIT_OF, Scheme, Split, is_joker, is_wild

_NATURALS: Final = 0xFFFF
_WILD: Final = 1 << 16
_DUE: Final = 1 << 20
_ANY: Final = 1 << 21

_NEVER: Final = 1 << 20
"""More than any hand can cost."""

_RANKS: Final = sum(1 << 4 * rank for rank in range(1, 15))
_JOKER_POINTS: Final = 20
_LONGEST_RUN: Final = 13

# a set of six or more is as good as two sets
_LARGEST_SET: Final = 5


_Meld: TypeAlias = tuple[int, int, int, int]
"""Span, naturals, wilds, step: it fits a state whose part in the span is its naturals, and takes the step from it.

The span has the naturals and all earlier copies of each: while one of those has no place, it must go first.
"""

_Group: TypeAlias = tuple[int, int, int, int]
"""Span, naturals, how many they are, wilds needed."""


@dataclass(frozen=True, slots=True)
class _Faces:
    """What a scheme makes of each card, by card."""

    bits: tuple[int, ...]
    """Where it lies; 0 for a wild."""
    ranks: tuple[int, ...]
    """One in the four bits that count its rank; 0 for a wild."""
    points: tuple[int, ...]


class _Sorted(NamedTuple):
    """A hand as the search takes it."""

    naturals: list[Card]
    """Those that some meld may hold."""
    idle: list[Card]
    """Naturals that no meld can hold."""
    wilds: list[Card]
    """The dearest first: melds take from the front, so that the cheapest are left over."""


def deadwood(cards: Sequence[Card], scheme: Scheme) -> int:
    """What the cheapest split of at most 14 cards costs."""
    faces = _faces(scheme)
    points = faces.points
    hand = _sorted(cards, faces)
    costs = tuple([points[c] for c in hand.wilds])
    idle = sum([points[c] for c in hand.idle])
    if not hand.naturals:
        return idle + _leftovers(costs, scheme.wild_limit)[len(costs)]
    melds = _melds(hand.naturals, len(costs), scheme)
    least = _search(melds, [points[c] for c in hand.naturals], _leftovers(costs, scheme.wild_limit))
    return idle + least(_start(hand))


@lru_cache(maxsize=1024)
def best_split(cards: tuple[Card, ...], scheme: Scheme) -> Split:
    """The cheapest split of at most 13 cards; the same for the same cards in the same order."""
    return _Best(cards, scheme).split()


@lru_cache(maxsize=1024)
def best_discard(cards: tuple[Card, ...], scheme: Scheme, barred: Card | None = None) -> tuple[Split, Card]:
    """The cheapest split of at most 14 cards, one of which is thrown first, and that one; never ``barred``.

    Of equally good ones a natural is thrown rather than a wild. There must be a card that is not barred.
    """
    best = _Best(cards, scheme, barred)
    natural = best.discard()
    wild = next((c for c in best.hand.wilds if c != barred), None)
    if wild is not None and (natural is None or natural[0].points):
        kept = best_split(tuple(c for c in cards if c != wild), scheme)
        if natural is None or kept.points < natural[0].points:
            return kept, wild
    assert natural is not None, "a hand of barred cards"  # noqa: S101
    return natural


def outs(cards: Sequence[Card], scheme: Scheme) -> tuple[Card, ...]:
    """Every card of these, at most 14, without which the others are all in melds."""
    faces = _faces(scheme)
    if _is_hopeless(cards, faces):
        return ()
    wilds = [c for c in cards if not faces.bits[c]]
    naturals = sorted((c for c in cards if faces.bits[c]), key=_by_face)
    fits = _fit(
        _melds(naturals, len(wilds), scheme),
        _leftovers(tuple([faces.points[c] for c in wilds]), scheme.wild_limit),
    )
    start = (1 << len(naturals)) - 1 | len(wilds) * _WILD
    may_throw = set(wilds) if wilds and fits(start - _WILD) else set()
    if naturals and fits(start | _DUE):
        may_throw.update(c for i, c in enumerate(naturals) if fits(start ^ 1 << i))
    return tuple(c for c in cards if c in may_throw)


class _Best:
    """Finds a cheapest split of one hand, with or without a natural thrown."""

    def __init__(self, cards: Sequence[Card], scheme: Scheme, barred: Card | None = None) -> None:
        faces = _faces(scheme)
        self.scheme = scheme
        self.points = faces.points
        self.hand = hand = _sorted(cards, faces, barred)
        self.barred = barred
        self.melds = _melds(hand.naturals, len(hand.wilds), scheme)
        fixed = sum(1 << i for i, c in enumerate(hand.naturals) if c == barred)
        costs = tuple([self.points[c] for c in hand.wilds])
        self.least = _search(
            self.melds,
            [self.points[c] for c in hand.naturals],
            _leftovers(costs, scheme.wild_limit),
            fixed,
        )
        self.fixed = fixed

    def split(self) -> Split:
        return self._walk(_start(self.hand), self.hand.idle)[0]

    def discard(self) -> tuple[Split, Card] | None:
        """The best split after a natural is thrown, and that one; None where none may be."""
        start, idle = _start(self.hand), self.hand.idle
        dearest = max((c for c in idle if c != self.barred), key=self.points.__getitem__, default=None)
        thrown = self.least(start | _DUE)
        if dearest is not None and self.least(start) - self.points[dearest] <= thrown:
            return self._walk(start, [c for c in idle if c != dearest])[0], dearest
        if thrown >= _NEVER:
            return None
        split, card = self._walk(start | _DUE, idle)
        assert card is not None, "a natural was due"  # noqa: S101
        return split, card

    def _walk(self, state: int, idle: list[Card]) -> tuple[Split, Card | None]:
        """A cheapest way from ``state`` to the end: the split, and the natural that is thrown on it."""
        least, left, thrown, chosen = self.least, list(idle), None, list[_Meld]()
        while state & _NATURALS:
            goal, low = least(state), state & -state
            i = low.bit_length() - 1
            meld = self._largest(state, goal, i)
            if state & _DUE and not low & self.fixed and least(state ^ low ^ _DUE) == goal:
                thrown = self.hand.naturals[i]
                state ^= low ^ _DUE
            elif meld is not None:
                chosen.append(meld)
                state = state - meld[3] | _ANY
            else:
                left.append(self.hand.naturals[i])
                state ^= low
        return self._laid(chosen, left), thrown

    def _largest(self, state: int, goal: int, lowest: int) -> _Meld | None:
        """The largest meld of the lowest natural with which ``goal`` is reached."""
        fitting = [
            meld
            for meld in self.melds[lowest]
            if state & meld[0] == meld[1] and meld[2] <= state >> 16 & 15 and self.least(state - meld[3] | _ANY) == goal
        ]
        return max(fitting, key=lambda meld: (meld[1].bit_count(), meld[2]), default=None)

    def _laid(self, chosen: list[_Meld], left: list[Card]) -> Split:
        wilds, melds = list(self.hand.wilds), list[tuple[list[Card], list[Card]]]()
        for _, mask, needed, _ in chosen:
            naturals = [c for i, c in enumerate(self.hand.naturals) if mask >> i & 1]
            melds.append((naturals, wilds[:needed]))
            del wilds[:needed]
        limit = self.scheme.wild_limit
        if limit != "half" and melds:
            melds[0][1].extend(wilds)
            wilds.clear()
        elif limit == "none" and len(wilds) >= 3:
            melds.append(([], wilds))
            wilds = []
        left = [*sorted(left, key=_by_face), *wilds]
        return Split(
            tuple(_in_order(*meld, self.scheme) for meld in melds), tuple(left), sum(self.points[c] for c in left)
        )


def _in_order(naturals: list[Card], wilds: list[Card], scheme: Scheme) -> tuple[Card, ...]:
    """A meld as it is laid: a run ascending with wilds in its gaps, a set with its wilds behind."""
    if len({RANK_OF[c] for c in naturals}) < 2:
        return (*naturals, *wilds)
    size = len(naturals) + len(wilds)
    places = {RANK_OF[c]: c for c in naturals}
    if max(places) - min(places) >= size:
        places[14] = places.pop(1)
    top = min(min(places) + size - 1, 14 if scheme.ace == "low_or_high" and 1 not in places else 13)
    spare = iter(wilds)
    return tuple(places[p] if p in places else next(spare) for p in range(top - size + 1, top + 1))


@lru_cache(maxsize=64)
def _faces(scheme: Scheme) -> _Faces:
    deck = range(scheme.packs * (PACK + 2))
    naturals = [0 if is_wild(c, scheme) else RANK_OF[c] for c in deck]
    aces = 1 | 1 << 52 if scheme.ace == "low_or_high" else 1
    return _Faces(
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


def _by_face(card: Card) -> tuple[int, int]:
    return card % PACK, card


def _start(hand: _Sorted) -> int:
    return (1 << len(hand.naturals)) - 1 | len(hand.wilds) * _WILD


def _sorted(cards: Sequence[Card], faces: _Faces, barred: Card | None = None) -> _Sorted:
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
    return _Sorted(naturals, idle, wilds)


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


def _is_hopeless(cards: Sequence[Card], faces: _Faces) -> bool:
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


@lru_cache(maxsize=256)
def _leftovers(costs: tuple[int, ...], limit: str) -> tuple[int, ...]:
    """What a state without naturals costs, by its upper bits; ``costs`` are those of the hand's wilds."""
    cheapest = sorted(costs)
    alone = [sum(cheapest[:spare]) for spare in range(16)]
    if limit == "none":
        alone = [cost if spare < 3 else 0 for spare, cost in enumerate(alone)]
    joined = alone if limit == "half" else [0] * 16
    never = [_NEVER] * 16
    return (*alone, *never, *joined, *never)


def _search(
    melds: list[list[_Meld]], points: list[int], leftovers: tuple[int, ...], fixed: int = 0
) -> Callable[[int], int]:
    """What the cheapest end of a state costs; the naturals ``fixed`` are never thrown."""
    memo: dict[int, int] = {}

    def least(state: int) -> int:
        if not state & _NATURALS:
            return leftovers[state >> 16]
        known = memo.get(state)
        if known is not None:
            return known
        low = state & -state
        i = low.bit_length() - 1
        best = least(state ^ low ^ _DUE) if state & _DUE and not low & fixed else _NEVER
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


def _fit(melds: list[list[_Meld]], leftovers: tuple[int, ...]) -> Callable[[int], bool]:
    """Whether a state can end at no cost."""
    memo: dict[int, bool] = {}

    def fits(state: int) -> bool:
        if not state & _NATURALS:
            return not leftovers[state >> 16]
        known = memo.get(state)
        if known is not None:
            return known
        low = state & -state
        wilds = state >> 16 & 15
        found = bool(state & _DUE) and fits(state ^ low ^ _DUE)
        if not found:
            for span, naturals, needed, step in melds[low.bit_length() - 1]:
                if state & span == naturals and needed <= wilds and fits(state - step | _ANY):
                    found = True
                    break
        memo[state] = found
        return found

    return fits


def _melds(naturals: list[Card], wilds: int, scheme: Scheme) -> list[list[_Meld]]:
    """Every meld of these naturals, which are in order, with at most so many wilds, by its lowest natural.

    A meld has the fewest wilds that do, since spare ones join any; with ``half`` also every other number it may have.
    """
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
        if scheme.ace == "low_or_high":
            row += [(14, i) for rank, i in row if rank == 1]
        if len(row) > 1:
            groups += _runs(row, wilds, reach)
    out: list[list[_Meld]] = [[] for _ in naturals]
    if scheme.wild_limit == "half":
        groups = [
            (span, mask, size, used)
            for span, mask, size, needed in groups
            for used in range(needed, min(size, wilds) + 1)
        ]
    for span, mask, _, needed in groups:
        out[(mask & -mask).bit_length() - 1].append((span, mask, needed, mask | needed * _WILD))
    return out


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
