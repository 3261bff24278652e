"""Three Thirteen in words. On the screen a deal is a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from lan_thirteen.core.game import Card, Deal, Restock, Seat
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.three_thirteen.model import (
    PACK,
    RANK_OF,
    SUIT_OF,
    Action,
    DealEnded,
    Dealt,
    Discard,
    Discarded,
    DrawDiscard,
    DrawStock,
    DrewStock,
    Event,
    Laid,
    Restocked,
    Split,
    TookDiscard,
    View,
    Why,
    is_joker,
    is_wild,
    packs_for,
)
from lan_thirteen.ui.terminal.teller import SUITS, Teller


class ThreeThirteenBoard:
    """Three Thirteen in words."""

    def table(self, teller: Teller, view: View) -> list[str]:
        say = teller.say
        lines = [
            say(
                "three-thirteen.heading",
                deal=view.deal,
                deals=view.options.deals,
                turn=view.turns,
                cards=view.cards_each,
                wild=_rank(teller, view.wild),
            ),
            *(line for s in range(len(view.totals)) for line in self._seat(teller, view, Seat(s))),
            teller.totals(view.totals),
            say("three-thirteen.stock", view.stock),
            say("three-thirteen.discards", card=_card(teller, view, view.discards[-1]))
            if view.discards
            else say("three-thirteen.no-discards"),
        ]
        if view.seat is not None:
            lines += self._hand(teller, view)
        return lines

    def order(self, view: View, action: Action) -> tuple[int, ...]:
        if not isinstance(action, Discard):
            return ()
        # what ends the deal comes first, then the hand from ace to king; of copies the one that all know of goes first
        is_known = view.seat is not None and action.card in view.picked[view.seat]
        return (not action.out, RANK_OF[action.card], action.card % PACK, not is_known, action.card)

    def choice(self, teller: Teller, view: View, action: Action) -> str:
        match action:
            case DrawStock():
                return teller.say("three-thirteen.choice.stock")
            case DrawDiscard():
                return teller.say("three-thirteen.choice.discard", card=_card(teller, view, view.discards[-1]))
            case Discard(card, out):
                key = "three-thirteen.choice.out" if out else "three-thirteen.choice.throw"
                return teller.say(key, card=_card(teller, view, card))
            case Deal() | Restock():
                return teller.say("choice.deal")
            case _:
                assert_never(action)

    def closed(self, teller: Teller, view: View, legal: Sequence[Action]) -> list[str]:
        if view.is_drawing:
            if DrawStock() in legal:
                return []
            return [f"{teller.say('three-thirteen.choice.stock')}: {teller.why(Refusal(Why.STOCK_EMPTY))}"]
        whys = []
        if view.drawn is not None and Discard(view.drawn, out=False) not in legal:
            throw = teller.say("three-thirteen.choice.throw", card=_card(teller, view, view.drawn))
            if throw not in {self.choice(teller, view, action) for action in legal}:
                whys.append(f"{throw}: {teller.why(Refusal(Why.THROWN_BACK))}")
        if view.out is not None:
            whys.append(teller.why(Refusal(Why.SOMEBODY_IS_OUT)))
        elif not any(isinstance(action, Discard) and action.out for action in legal):
            whys.append(_why_not_out(teller, view))
        return whys

    def story(self, teller: Teller, event: Event, view: View) -> list[str]:
        match event:
            case Dealt(deal, first, cards, wild, up):
                dealt = teller.of("three-thirteen.told.dealt", first, cards, deal=deal, wild=_rank(teller, wild))
                return [dealt, teller.say("three-thirteen.told.up", card=_card(teller, view, up))]
            case DrewStock(seat, card):
                if card is None:
                    return [teller.of("three-thirteen.told.stock", seat)]
                return [teller.of("three-thirteen.told.drew", seat, card=_card(teller, view, card))]
            case TookDiscard(seat, card):
                return [teller.of("three-thirteen.told.took", seat, card=_card(teller, view, card))]
            case Discarded(seat, card, out):
                key = "three-thirteen.told.out" if out else "three-thirteen.told.threw"
                return [teller.of(key, seat, card=_card(teller, view, card))]
            case Restocked(cards):
                return [teller.say("three-thirteen.told.restocked", cards)]
            case Laid(seat, split):
                return [teller.of("three-thirteen.told.laid", seat, split=_split(teller, view, split))]
            case DealEnded(points, totals):
                return [teller.say("three-thirteen.told.ended"), *teller.points(points, totals)]
            case _:
                assert_never(event)

    def _seat(self, teller: Teller, view: View, seat: Seat) -> list[str]:
        key = "three-thirteen.seat.turn" if seat == view.turn else "three-thirteen.seat"
        if seat == view.out:
            key = "three-thirteen.seat.out"
        lines = [teller.of(key, seat, view.hand_sizes[seat])]
        shown, picked = view.shown[seat], view.picked[seat]
        if shown is not None:
            lines.append(teller.say("three-thirteen.seat.laid", split=_split(teller, view, shown)))
        elif picked and seat != view.seat:
            lines.append(teller.say("three-thirteen.seat.picked", cards=_cards(teller, view, picked)))
        return lines

    def _hand(self, teller: Teller, view: View) -> list[str]:
        hand = tuple(sorted(view.hand, key=lambda card: (RANK_OF[card], card)))
        lines = [teller.say("hand.yours", cards=_cards(teller, view, hand))]
        if view.drawn is not None:
            lines.append(teller.say("three-thirteen.drawn", card=_card(teller, view, view.drawn)))
        if view.split is not None:
            lines.append(teller.say("three-thirteen.split", split=_split(teller, view, view.split)))
        return lines


def _why_not_out(teller: Teller, view: View) -> str:
    """Why no discard ends the deal; how much is missing only where the table shows best melds."""
    if view.split is None or not view.split.points:
        return teller.say("three-thirteen.no-way-out")
    return teller.why(Refusal(Why.CANNOT_GO_OUT, (view.split.points,)))


def _rank(teller: Teller, rank: int) -> str:
    return teller.say("card.ranks").split()[rank - 1] if rank else ""


def _card(teller: Teller, view: View, card: Card) -> str:
    """``7♥``; a wild card carries a star."""
    if is_joker(card, packs_for(len(view.totals))):
        return teller.say("card.joker")
    suit = (SUITS if teller.has_suits else teller.say("card.suit-letters"))[SUIT_OF[card]]
    star = "*" if view.deal and is_wild(card, view.scheme) else ""
    return f"{_rank(teller, RANK_OF[card])}{suit}{star}"


def _cards(teller: Teller, view: View, cards: Sequence[Card]) -> str:
    return " ".join(_card(teller, view, card) for card in cards)


def _split(teller: Teller, view: View, split: Split) -> str:
    melds = " | ".join(_cards(teller, view, meld) for meld in split.melds)
    left = _cards(teller, view, split.left)
    if not left:
        return melds
    key = "three-thirteen.melds-and-left" if melds else "three-thirteen.left"
    return teller.say(key, split.points, melds=melds, left=left)
