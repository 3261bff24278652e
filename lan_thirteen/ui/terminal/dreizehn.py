"""Dreizehn in words. On the screen a deal is a round, and targets are counted from 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from lan_thirteen.core.game import Card, Deal, Seat
from lan_thirteen.games.dreizehn.explain import refusals
from lan_thirteen.games.dreizehn.model import (
    COLOUR_OF,
    VALUE_OF,
    Action,
    Cards,
    DealEnded,
    Dealt,
    Drew,
    Event,
    Place,
    Placed,
    TookPile,
    View,
)
from lan_thirteen.games.dreizehn.piles import landed
from lan_thirteen.ui.terminal.teller import Teller


class DreizehnBoard:
    """Dreizehn in words."""

    def table(self, teller: Teller, view: View) -> list[str]:
        lines = [
            teller.say("dreizehn.heading", deal=view.deal, deals=view.deals),
            *(self._seat(teller, view, Seat(s)) for s in range(len(view.hand_sizes))),
            *(_target(teller, view, target) for target in range(len(view.targets))),
            teller.say("dreizehn.stock", view.stock),
        ]
        if view.seat is not None:
            lines.append(teller.say("hand.yours", cards=_cards(teller, tuple(sorted(view.hand)))))
        return lines

    def order(self, view: View, action: Action) -> tuple[int, ...]:
        return (action.card, action.target) if isinstance(action, Place) else ()

    def choice(self, teller: Teller, view: View, action: Action) -> str:
        match action:
            case Place(card, target):
                total, _, taken = landed(view.targets[target][1], card)
                key = "dreizehn.choice.take" if taken else "dreizehn.choice.place"
                return teller.say(key, len(taken), card=_card(teller, card), target=target + 1, total=total)
            case Deal():
                return teller.say("choice.deal")
            case _:
                assert_never(action)

    def closed(self, teller: Teller, view: View, legal: Sequence[Action]) -> list[str]:
        lines = []
        lying = {colour: target + 1 for target, (colour, _) in enumerate(view.targets)}
        for card, target, why in refusals(view):
            colour = teller.say(f"dreizehn.colour.{COLOUR_OF[card]}")
            if COLOUR_OF[card] in lying:
                lines.append(teller.say("dreizehn.closed.has-target", colour=colour, target=lying[COLOUR_OF[card]]))
            else:
                lines.append(teller.say("dreizehn.closed", colour=colour, target=target + 1, why=teller.why(why)))
        return list(dict.fromkeys(lines))

    def story(self, teller: Teller, event: Event, view: View) -> list[str]:
        match event:
            case Dealt(deal, first):
                return [teller.of("dreizehn.told.dealt", first, deal=deal)]
            case Placed(seat, card, target, total):
                return [
                    teller.of("dreizehn.told.placed", seat, card=_card(teller, card), target=target + 1, total=total)
                ]
            case TookPile(seat, target, cards):
                return [
                    teller.of("dreizehn.told.took", seat, len(cards), target=target + 1, cards=_cards(teller, cards))
                ]
            case Drew(seat, card):
                # that somebody else draws too goes without saying
                return [] if card is None else [teller.of("dreizehn.told.drew", seat, card=_card(teller, card))]
            case DealEnded(points, freed, totals):
                freedoms = [
                    teller.of("dreizehn.told.freed", seat, colour=teller.say(f"dreizehn.colour.{colour}"))
                    for colour, seat in enumerate(freed)
                    if seat is not None
                ]
                return [teller.say("dreizehn.told.ended"), *freedoms, *teller.points(points, totals)]
            case _:
                assert_never(event)

    def _seat(self, teller: Teller, view: View, seat: Seat) -> str:
        key = "dreizehn.seat.turn" if seat == view.turn else "dreizehn.seat"
        line = teller.say(
            key, view.totals[seat], who=teller.who(seat), cards=view.hand_sizes[seat], taken=view.taken_counts[seat]
        )
        shown = view.taken[seat] if seat < len(view.taken) else ()
        return f"{line}: {_cards(teller, shown)}" if shown else line


def _target(teller: Teller, view: View, target: int) -> str:
    colour, cards = view.targets[target]
    if not cards and colour is None:
        return teller.say("dreizehn.target.empty", target=target + 1)
    if not cards:
        return teller.say("dreizehn.target.bare", target=target + 1, colour=teller.say(f"dreizehn.colour.{colour}"))
    name = teller.say("dreizehn.colour.none" if colour is None else f"dreizehn.colour.{colour}")
    return teller.say(
        "dreizehn.target", target=target + 1, colour=name, cards=_cards(teller, cards), total=view.sums[target]
    )


def _card(teller: Teller, card: Card) -> str:
    return teller.say(f"dreizehn.card.{COLOUR_OF[card]}", value=VALUE_OF[card])


def _cards(teller: Teller, cards: Cards) -> str:
    return teller.say("list.comma").join(_card(teller, card) for card in cards)
