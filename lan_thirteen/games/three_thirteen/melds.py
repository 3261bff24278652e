"""The cheapest way to split a hand into melds, exact under every option."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from lan_thirteen.core.game import Card
from lan_thirteen.games.three_thirteen.faces import by_face, faces_of, is_hopeless, sort
from lan_thirteen.games.three_thirteen.model import RANK_OF, Scheme, Split
from lan_thirteen.games.three_thirteen.search import DUE, NEVER, WILD, Way, cheapest, completes, find_melds, start, way


def deadwood(cards: Sequence[Card], scheme: Scheme) -> int:
    """What the cheapest split of at most 14 cards costs."""
    points = faces_of(scheme).points
    hand = sort(cards, scheme)
    melds = find_melds(hand.naturals, len(hand.wilds), scheme)
    costs = tuple([points[c] for c in hand.wilds])
    least = cheapest(melds, [points[c] for c in hand.naturals], costs, scheme.wild_limit)
    return sum([points[c] for c in hand.idle]) + least(start(len(hand.naturals), len(costs)))


@lru_cache(maxsize=1024)
def best_split(cards: tuple[Card, ...], scheme: Scheme) -> Split:
    """The cheapest split of at most 13 cards; the same for the same cards in the same order."""
    return _Splitter(cards, scheme).split()


@lru_cache(maxsize=1024)
def best_discard(cards: tuple[Card, ...], scheme: Scheme, barred: Card | None = None) -> tuple[Split, Card]:
    """The cheapest split of at most 14 cards, one of which is thrown first, and that one; never ``barred``.

    Of equally good ones a natural is thrown rather than a wild. There must be a card that is not barred.
    """
    splitter = _Splitter(cards, scheme, barred)
    natural = splitter.split_without_a_natural()
    wilds = [c for c in splitter.hand.wilds if c != barred]
    if natural is not None and (not natural[0].points or not wilds):
        return natural
    kept = best_split(tuple(c for c in cards if c != wilds[0]), scheme)
    return natural if natural is not None and natural[0].points <= kept.points else (kept, wilds[0])


def outs(cards: Sequence[Card], scheme: Scheme) -> tuple[Card, ...]:
    """Every card of these, at most 14, without which the others are all in melds."""
    faces = faces_of(scheme)
    if is_hopeless(cards, faces):
        return ()
    wilds = [c for c in cards if not faces.bits[c]]
    naturals = sorted((c for c in cards if faces.bits[c]), key=by_face)
    costs = tuple([faces.points[c] for c in wilds])
    fits = completes(find_melds(naturals, len(wilds), scheme), costs, scheme.wild_limit)
    whole = start(len(naturals), len(wilds))
    may_throw = set(wilds) if wilds and fits(whole - WILD) else set()
    if fits(whole | DUE):
        may_throw.update(c for i, c in enumerate(naturals) if fits(whole ^ 1 << i))
    return tuple(c for c in cards if c in may_throw)


class _Splitter:
    """Finds a cheapest split of one hand."""

    def __init__(self, cards: Sequence[Card], scheme: Scheme, barred: Card | None = None) -> None:
        self.scheme = scheme
        self.points = points = faces_of(scheme).points
        self.hand = hand = sort(cards, scheme, barred)
        self.barred = barred
        self.fixed = sum(1 << i for i, c in enumerate(hand.naturals) if c == barred)
        self.melds = find_melds(hand.naturals, len(hand.wilds), scheme)
        costs = tuple([points[c] for c in hand.wilds])
        self.least = cheapest(self.melds, [points[c] for c in hand.naturals], costs, scheme.wild_limit, self.fixed)
        self.start = start(len(hand.naturals), len(hand.wilds))

    def split(self) -> Split:
        return self._laid(self._way(self.start), self.hand.idle)

    def split_without_a_natural(self) -> tuple[Split, Card] | None:
        """The best split after a natural is thrown, and that one; None where none may be."""
        idle = self.hand.idle
        dearest = max((c for c in idle if c != self.barred), key=self.points.__getitem__, default=None)
        cost = self.least(self.start | DUE)
        if dearest is not None and self.least(self.start) - self.points[dearest] <= cost:
            return self._laid(self._way(self.start), [c for c in idle if c != dearest]), dearest
        if cost >= NEVER:
            return None
        found = self._way(self.start | DUE)
        return self._laid(found, idle), self.hand.naturals[found.thrown]

    def _way(self, state: int) -> Way:
        return way(state, self.melds, self.least, self.fixed)

    def _laid(self, found: Way, idle: Sequence[Card]) -> Split:
        numbered, wilds = self.hand.naturals, list(self.hand.wilds)
        melds = []
        for naturals, needed in found.melds:
            melds.append(([c for i, c in enumerate(numbered) if naturals >> i & 1], wilds[:needed]))
            del wilds[:needed]
        limit = self.scheme.wild_limit
        if limit != "half" and melds:
            melds[0][1].extend(wilds)
            wilds = []
        elif limit == "none" and len(wilds) >= 3:
            melds, wilds = [([], wilds)], []
        left = (*sorted([*idle, *(numbered[i] for i in found.outside)], key=by_face), *wilds)
        laid = tuple(_in_order(naturals, joined, self.scheme) for naturals, joined in melds)
        return Split(laid, left, sum(self.points[c] for c in left))


def _in_order(naturals: list[Card], wilds: list[Card], scheme: Scheme) -> tuple[Card, ...]:
    """A meld as it is laid: a run ascending with wilds in its gaps and behind, a set with its wilds behind."""
    places = {RANK_OF[c]: c for c in naturals}
    if len(places) < 2:
        return (*naturals, *wilds)
    size = len(naturals) + len(wilds)
    if max(places) - min(places) >= size:
        # the ace of this run is high
        places[14] = places.pop(1)
    highest = 14 if scheme.ace == "low_or_high" and 1 not in places else 13
    first = min(*places, highest - size + 1)
    spare = iter(wilds)
    return tuple(places[p] if p in places else next(spare) for p in range(first, first + size))
