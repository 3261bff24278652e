"""Hosts that cheat: each is an honest one but for one thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec.structs import replace

from lan_thirteen.core.game import DEALER, Deal, Due, Restock, Step
from lan_thirteen.core.lobby import DealId
from lan_thirteen.games.leaves.model import OF_VALUE, VALUE_OF
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import SigningKey


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


class SecretOfAnOlderDeal(Dealer):
    """Draws one deal after the other with the same bytes, which all know since the first was shown."""

    @staticmethod
    def fresh() -> bytes:
        return b"always the same bytes, so easy.."


class OtherSecret(Dealer):
    """Shows other bytes than those to which it had committed."""

    def show(self, of: DealId) -> j.DealShown | None:
        return j.DealShown(of, bytes(32)) if super().show(of) is not None else None


class WithheldSecret(Dealer):
    def show(self, of: DealId) -> j.DealShown | None:
        super().show(of)
        return None


class MixLeftOutOfTheSeed(Dealer):
    def seed(self, number: int) -> bytes:
        super().seed(number)
        now = self._open
        assert now is not None
        mixes = {key: given.what for key, given in now.mixes.items()}
        mixes.pop(now.drawing.drawers[0].key)
        return d.seed_of(now.drawing, now.secret, mixes)


class OwnSeed(Dealer):
    """Asks everybody and then deals from what it has chosen."""

    def seed(self, number: int) -> bytes:
        super().seed(number)
        return bytes(32)


class MixLeftOutOfTheList(Dealer):
    def mixed(self, of: DealId) -> Any:
        told, kept = super().mixed(of) or (None, None)
        assert told is not None
        return replace(told, mixes=told.mixes[1:]), kept


class OtherMix(Dealer):
    def mixed(self, of: DealId) -> Any:
        told, kept = super().mixed(of) or (None, None)
        assert told is not None
        return replace(told, mixes=(replace(told.mixes[0], what=bytes(32)), *told.mixes[1:])), kept


class CommitmentChanged(Dealer):
    """Passes on another commitment than the guest's."""

    def ask(self, of: DealId) -> j.DealCommits | None:
        told = super().ask(of)
        assert told is not None
        return replace(told, commits=(replace(told.commits[0], what=bytes(32)), *told.commits[1:]))


class CommitmentTwice(Dealer):
    """Seat 1's commitment, which must belong to an accomplice, is taken for seat 0's too."""

    def ask(self, of: DealId) -> j.DealCommits | None:
        told = super().ask(of)
        assert told is not None
        return replace(told, commits=(told.commits[1], *told.commits[1:]))


class NotSignedByItsKey(Dealer):
    def opened(self) -> j.DealOpened | None:
        told = super().opened()
        return None if told is None else replace(told, sig=SigningKey(bytes(32)).sign(b""))


class OtherDeck(Dealer):
    def open(self, of: DealId, deck: str, drawers: Any) -> Any:
        return super().open(of, f"{deck}0", drawers)


class Busy(Dealer):
    """Can say more to everybody than it is asked for; ``say`` must be given to it."""

    say: ClassVar[Callable[[j.Record], None]]

    def more(self, record: j.Record | None) -> None:
        assert record is not None
        type(self).say(record)


class OpenedTwice(Busy):
    """Commits to one secret, then to another."""

    def open(self, of: DealId, deck: str, drawers: Any) -> Any:
        people = list(drawers)
        super().open(of, deck, people)
        self.more(self.opened())
        return super().open(of, deck, people)


class CommitmentsAgain(Busy):
    """Lets an accomplice in seat 1 commit anew when it has seen everybody's bytes."""

    accomplice: ClassVar[SigningKey]

    def mixed(self, of: DealId) -> Any:
        now = self._open
        assert now is not None
        assert now.asked is not None
        other = d.mix_commitment(now.drawing.table, of, self.accomplice.public, bytes(32))
        sig = self.accomplice.sign(d.commit_text(now.drawing, other))
        commits = now.asked.commits
        self.more(replace(now.asked, commits=(commits[0], j.Given(1, other, sig), *commits[2:])))
        return super().mixed(of)
