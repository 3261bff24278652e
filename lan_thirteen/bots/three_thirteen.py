"""What the bots know of Three Thirteen: keep what melds soonest, throw what costs most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from lan_thirteen.core.game import Card
from lan_thirteen.games.three_thirteen.faces import faces_of
from lan_thirteen.games.three_thirteen.melds import best_discard, deadwood
from lan_thirteen.games.three_thirteen.model import RANK_OF, SUIT_OF, Action, Discard, DrawDiscard, View, is_wild

# points, so that a wild always weighs more than what a hand may gain without it
_WILD_WORTH: Final = 30.0
# a discard must gain something to be better than an unknown card
_STOCK_WORTH: Final = 0.5
_EARLY_PAIR: Final = 1.0
_HIGH: Final = 8

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

        What the best split itself throws passes each of these tests, so something is left.
        """
        throws = [action for action in legal if isinstance(action, Discard)]
        if not throws:
            return legal
        if view.out is not None:
            costs = [deadwood(_without(view.hand, throw.card), view.scheme) for throw in throws]
            throws = [throw for throw, cost in zip(throws, costs, strict=True) if cost == min(costs)]
        elif outs := [throw for throw in throws if throw.out]:
            throws = outs
        wasteful = _wasteful(view, legal)
        return [throw for throw in throws if throw.card not in wasteful]

    def worth(self, view: View, actions: Sequence[Action]) -> Sequence[float]:
        return [self._worth(view, action) for action in actions]

    def _worth(self, view: View, action: Action) -> float:
        match action:
            case Discard(card):
                return _worth_without(view, card)
            case DrawDiscard():
                return _gain(view)
            case _:
                return _STOCK_WORTH


def _wasteful(view: View, legal: Sequence[Action]) -> set[Card]:
    """Melded cards and wilds, where a loose natural of at least their points may be thrown as well."""
    scheme, points = view.scheme, faces_of(view.scheme).points
    allowed = {action.card for action in legal if isinstance(action, Discard)}
    barred = next((c for c in view.hand if c not in allowed), None)
    split, thrown = best_discard(view.hand, scheme, barred)
    loose = [c for c in (*split.left, thrown) if c in allowed and not is_wild(c, scheme)]
    dearest = max((points[c] for c in loose), default=0)
    return {c for c in view.hand if c not in (*loose, thrown) and points[c] <= dearest}


def _worth_without(view: View, card: Card) -> float:
    """How good the hand looks after ``card`` is thrown."""
    scheme, rest = view.scheme, _without(view.hand, card)
    cost = float(deadwood(rest, scheme))
    if view.out is not None:
        return -cost
    if is_wild(card, scheme):
        return -cost - _WILD_WORTH
    following = ((view.seat or 0) + 1) % len(view.picked)
    partners = _partners(card, (c for c in rest if not is_wild(c, scheme)))
    danger = _partners(card, view.picked[following])
    return -cost - _PARTNER * partners + _POINT * faces_of(scheme).points[card] - _DANGER * danger


def _gain(view: View) -> float:
    """How many points the top discard saves, and a little for an early pair of high cards."""
    scheme, top = view.scheme, view.discards[-1]
    if is_wild(top, scheme):
        return _WILD_WORTH
    points = faces_of(scheme).points
    gain = deadwood(view.hand, scheme) - best_discard((*view.hand, top), scheme, top)[0].points
    is_early = view.out is None and not view.restocks and len(view.discards) <= len(view.picked)
    if is_early and points[top] >= _HIGH and _partners(top, view.hand):
        return gain + _EARLY_PAIR
    return gain


def _partners(card: Card, others: Iterable[Card]) -> int:
    """How many of ``others`` could meld with ``card``: of its rank, or of its suit and at most two ranks away."""
    rank, suit = RANK_OF[card], SUIT_OF[card]
    return sum(RANK_OF[c] == rank or (SUIT_OF[c] == suit and abs(RANK_OF[c] - rank) <= 2) for c in others)


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(c for c in cards if c != card)
