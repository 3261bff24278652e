"""What the bots know of Three Thirteen: keep what melds soonest, throw what costs most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from lan_thirteen.core.game import Card
from lan_thirteen.games.three_thirteen.faces import faces_of
from lan_thirteen.games.three_thirteen.melds import deadwood
from lan_thirteen.games.three_thirteen.model import (
    RANK_OF,
    SUIT_OF,
    Action,
    Discard,
    DrawDiscard,
    Scheme,
    View,
    is_wild,
)

# points, so that a wild always weighs more than what a hand may gain without it
_WILD_WORTH: Final = 30.0
# a discard must gain something to be better than an unknown card
_STOCK_WORTH: Final = 0.5
_EARLY_PAIR: Final = 1.0
_HIGH: Final = 8
# turns of each seat after which a deal is long; few deals have so many
_PATIENCE: Final = 20

# tie-breaks: together below one point, each below the one before
_PARTNER: Final = 0.05
_POINT: Final = 0.001
_DANGER: Final = 0.0005


class ThreeThirteenJudge:
    """Judges by the cheapest split of what is left."""

    @property
    def blur(self) -> float:
        return 6.0

    def sensible(self, view: View, legal: Sequence[Action]) -> Sequence[Action]:
        """Out where possible, the cheapest hand in the last turn, and never a card that is worth keeping.

        A discard that was taken is not thrown back: that turn would have changed nothing. In a deal that has become
        long one is only taken where it lowers the cost, so that the stock runs down.
        """
        if view.is_drawing:
            return _draws(view, legal)
        throws = [action for action in legal if isinstance(action, Discard)]
        after = _costs_without(view.hand, view.scheme)
        if view.out is None and not any(throw.out for throw in throws):
            throws = [throw for throw in throws if throw.card != _just_taken(view)]
        wasteful = _wasteful({throw.card: after[throw.card] for throw in throws}, view.scheme)
        if view.out is not None:
            least = min(after[throw.card] for throw in throws)
            throws = [throw for throw in throws if after[throw.card] == least]
        elif outs := [throw for throw in throws if throw.out]:
            throws = outs
        return [throw for throw in throws if throw.card not in wasteful]

    def worth(self, view: View, actions: Sequence[Action]) -> Sequence[float]:
        return [self._worth(view, action) for action in actions]

    def _worth(self, view: View, action: Action) -> float:
        match action:
            case Discard(card):
                return _worth_without(view, view.hand, card)
            case DrawDiscard():
                return _gain(view)
            case _:
                return _STOCK_WORTH


def _just_taken(view: View) -> Card | None:
    """The discard that the seat has drawn in this turn."""
    return view.drawn if view.seat is not None and view.drawn in view.picked[view.seat] else None


def _draws(view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """``legal``, in a long deal without a discard that lowers no cost; what it costs is no more after any draw."""
    is_long = view.turns > _PATIENCE * len(view.totals)
    if not is_long or len(legal) == 1 or _taken(view).cost < deadwood(view.hand, view.scheme):
        return legal
    return [action for action in legal if not isinstance(action, DrawDiscard)]


def _wasteful(after: Mapping[Card, int], scheme: Scheme) -> set[Card]:
    """Which cards should not be thrown, by what the hand costs ``after`` each one that may be.

    Those that save more than a natural of at least their points, and wilds that leave no less than such a natural.
    Of the throws that leave the fewest points one always remains.
    """
    points = faces_of(scheme).points
    naturals = [c for c in after if not is_wild(c, scheme)]
    out = set()
    for card in after:
        saved = after[card] + points[card]
        others = [c for c in naturals if points[c] >= points[card] and c != card]
        if any(after[c] + points[c] < saved or (is_wild(card, scheme) and after[c] <= after[card]) for c in others):
            out.add(card)
    return out


@lru_cache(maxsize=256)
def _costs_without(hand: tuple[Card, ...], scheme: Scheme) -> Mapping[Card, int]:
    """What the cheapest split costs after each card is thrown."""
    return {card: deadwood(_without(hand, card), scheme) for card in hand}


def _worth_without(view: View, hand: tuple[Card, ...], card: Card) -> float:
    """How good ``hand`` looks after ``card`` is thrown."""
    scheme, cost = view.scheme, float(_costs_without(hand, view.scheme)[card])
    if view.out is not None:
        return -cost
    if is_wild(card, scheme):
        return -cost - _WILD_WORTH
    following = ((view.seat or 0) + 1) % len(view.picked)
    partners = _partners(card, (c for c in hand if c != card and not is_wild(c, scheme)))
    danger = _partners(card, view.picked[following])
    return -cost - _PARTNER * partners + _POINT * faces_of(scheme).points[card] - _DANGER * danger


class _Taken(NamedTuple):
    """What becomes of the hand if the top discard is drawn and the best other card is thrown."""

    rest: tuple[Card, ...]
    worth: float
    cost: int


def _taken(view: View) -> _Taken:
    hand = (*view.hand, view.discards[-1])
    after = _costs_without(hand, view.scheme)
    # who can go out does, whatever is thrown for it
    outs = [c for c in view.hand if view.out is None and not after[c]]
    thrown = outs[0] if outs else max(view.hand, key=lambda card: _worth_without(view, hand, card))
    worth = 0.0 if outs else _worth_without(view, hand, thrown)
    return _Taken(_without(hand, thrown), worth, after[thrown])


def _gain(view: View) -> float:
    """What the hand gains by the top discard, and a little for an early pair of high cards."""
    scheme, top = view.scheme, view.discards[-1]
    taken = _taken(view)
    gain = taken.worth + deadwood(view.hand, scheme)
    if view.out is None and is_wild(top, scheme):
        return gain + _WILD_WORTH
    is_early = view.out is None and view.turns <= len(view.totals)
    kept = [c for c in taken.rest if c != top and not is_wild(c, scheme)]
    if is_early and faces_of(scheme).points[top] >= _HIGH and _partners(top, kept):
        return gain + _EARLY_PAIR
    return gain


def _partners(card: Card, others: Iterable[Card]) -> int:
    """How many of ``others`` could meld with ``card``: of its rank, or of its suit and at most two ranks away."""
    rank, suit = RANK_OF[card], SUIT_OF[card]
    return sum(RANK_OF[c] == rank or (SUIT_OF[c] == suit and abs(RANK_OF[c] - rank) <= 2) for c in others)


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(c for c in cards if c != card)
