"""Hosts that play by other rules: each by honest ones but for one thing."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from lan_thirteen.core.game import DEALER, Deal, Due, Restock, Step
from lan_thirteen.games.dreizehn.model import COLOURS
from lan_thirteen.games.dreizehn.piles import counted
from lan_thirteen.games.leaves.model import OF_VALUE, VALUE_OF


class Rules:
    """The rules by which a host plays."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def _value(self, card: int) -> int:
        """Cards of one value are alike in 13 Leaves, and to swap them is no cheating."""
        return VALUE_OF[card] if self._game.info.id == "leaves" else card


class OtherOrder(Rules):
    """Deals the deck in an order of its own."""

    def deal(self, state: Any, seed: bytes) -> Any:
        action = self._game.deal(state, seed)
        return self._otherwise(action, state) if isinstance(action, Deal) else action

    def _otherwise(self, deal: Deal, state: Any) -> Deal:
        raise NotImplementedError

    def _swapped(self, deal: Deal, places: range) -> Deal:
        """The first card for one of these places."""
        order = list(deal.order)
        at = next(place for place in places if self._value(order[place]) != self._value(order[0]))
        order[0], order[at] = order[at], order[0]
        return replace(deal, order=tuple(order))


class TwoCardsSwapped(OtherOrder):
    def _otherwise(self, deal: Deal, state: Any) -> Deal:
        return self._swapped(deal, range(1, state.seats))


class CardOfAnotherPlace(OtherOrder):
    """The first card for one from the foot of the deck."""

    def _otherwise(self, deal: Deal, state: Any) -> Deal:
        return self._swapped(deal, range(len(deal.order) - 1, 0, -1))


class FromTheBottom(OtherOrder):
    def _otherwise(self, deal: Deal, state: Any) -> Deal:
        return replace(deal, order=deal.order[::-1])


class ChosenFirstSeat(OtherOrder):
    def _otherwise(self, deal: Deal, state: Any) -> Deal:
        return replace(deal, first=(deal.first + 1) % state.seats)


class DrawNotFromTheTop(Rules):
    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        if actor is not DEALER and len(state.stock) > 1:
            state = replace(state, stock=state.stock[1:] + state.stock[:1])
        return self._game.apply(state, actor, action)


class RestockWithCardLeftBehind(Rules):
    def deal(self, state: Any, seed: bytes) -> Any:
        action = self._game.deal(state, seed)
        return Restock(action.order[1:]) if isinstance(action, Restock) else action

    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        if isinstance(action, Restock):
            kept = (*action.order, state.discards[-1])
            state = replace(state, discards=tuple(card for card in state.discards if card in kept))
        return self._game.apply(state, actor, action)


class RestockInAnotherOrder(Rules):
    def deal(self, state: Any, seed: bytes) -> Any:
        action = self._game.deal(state, seed)
        return Restock(action.order[::-1]) if isinstance(action, Restock) else action


class CardFromNowhere(Rules):
    """Seat 0 has what it wishes for: before it plays, a hidden card takes the place of one of its own."""

    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        return self._game.apply(self._wished(state) if actor == 0 else state, actor, action)

    def legal(self, state: Any) -> Any:
        return self._game.legal(self._wished(state) if self._game.actor(state) == 0 else state)

    def _wished(self, state: Any) -> Any:
        if self._game.info.id == "leaves":
            return self._wished_leaf(state)
        hand = state.hands[0]
        if not state.stock or not hand or (hasattr(state, "is_drawing") and state.is_drawing):
            return state
        own, other = hand[0], state.stock[-1]
        return replace(state, hands=((other, *hand[1:]), *state.hands[1:]), stock=(*state.stock[:-1], own))

    @staticmethod
    def _wished_leaf(state: Any) -> Any:
        own, other = state.hands[0] & -state.hands[0], state.undealt & -state.undealt
        if not own or not other or any(own & cards and other & cards for cards in OF_VALUE):
            return state
        hands = (state.hands[0] ^ own | other, *state.hands[1:])
        return replace(state, hands=hands, undealt=state.undealt ^ other | own)


class WrongPoints(Rules):
    """A point less for seat 0 each time."""

    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        step = self._game.apply(state, actor, action)
        if self._game.due(step.state) is not Due.DEAL and self._game.actor(step.state) is not None:
            return step
        totals = (step.state.totals[0] - 1, *step.state.totals[1:])
        events = (*step.events[:-1], replace(step.events[-1], totals=totals))
        return Step(replace(step.state, totals=totals), events)


class SkippedSeat(Rules):
    """The second turn of the deal is left out."""

    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        step = self._game.apply(state, actor, action)
        if state.turns != 1 or step.state.turns != 2:
            return step
        return Step(replace(step.state, turn=(step.state.turn + 1) % state.seats), step.events)


class StolenDiscard(CardFromNowhere):
    """Seat 0 takes a card from deep in the discards of Three Thirteen for one of its own."""

    def _wished(self, state: Any) -> Any:
        hand, discards = state.hands[0], state.discards
        if not hand or state.is_drawing or len(discards) < 2:
            return state
        hands = ((discards[0], *hand[1:]), *state.hands[1:])
        return replace(state, hands=hands, discards=(hand[0], *discards[1:]))


class ExtraTurn(Rules):
    """Who plays next after somebody went out in Three Thirteen has two last turns."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._given = 0

    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        step = self._game.apply(state, actor, action)
        is_last_turn = state.out is not None and not state.is_drawing and step.state.is_live
        if not is_last_turn or self._given == state.deal:
            return step
        self._given = state.deal
        return Step(replace(step.state, turn=state.turn), step.events)


class FreedOnTie(Rules):
    """Of two who have most of a colour in Dreizehn the first goes free."""

    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        step = self._game.apply(state, actor, action)
        if type(step.events[-1]).__name__ != "DealEnded":
            return step
        points, freed, totals = (list(getattr(step.events[-1], name)) for name in ("points", "freed", "totals"))
        counts = [counted(cards) for cards in step.state.taken]
        for colour in range(len(COLOURS)):
            most = max(count[colour] for count in counts)
            if freed[colour] is None and most:
                seat = freed[colour] = next(seat for seat, count in enumerate(counts) if count[colour] == most)
                points[seat] -= most
                totals[seat] -= most
        scores = {"points": tuple(points), "freed": tuple(freed), "totals": tuple(totals)}
        return Step(replace(step.state, **scores), (*step.events[:-1], replace(step.events[-1], **scores)))


class TotalCarriedWrongly(Rules):
    """A point less for seat 0 while the next deal is dealt."""

    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        if isinstance(action, Deal) and state.deal:
            state = replace(state, totals=(state.totals[0] - 1, *state.totals[1:]))
        return self._game.apply(state, actor, action)
