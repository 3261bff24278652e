"""Lowest Card: everybody plays one of two cards at once in turn; the lowest card pays a point. Three deals."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias, assert_never

from msgspec import Meta
from msgspec.structs import replace

from lan_thirteen.core import shuffle
from lan_thirteen.core.errors import BadSettings, IllegalAction
from lan_thirteen.core.game import (
    DEALER,
    Actor,
    Card,
    Deal,
    Due,
    GameInfo,
    Options,
    Seat,
    Sight,
    Standing,
    Step,
    Viewer,
    Zone,
    ranked,
    refuse_deal,
    refuse_settings,
    seated,
)
from lan_thirteen.core.values import Refusal, Tagged, Value
from lan_thirteen.games.registry import Entry

CARDS = 10
DEALS = 3
INFO = GameInfo("lowest-card", 2, 4, 1, ())


class Why(StrEnum):
    NOT_YOUR_TURN = "turn.not-yours"
    NOT_IN_HAND = "lowest-card.not-in-hand"


class Show(Tagged, frozen=True):
    card: Annotated[int, Meta(ge=0, lt=CARDS)]


Action: TypeAlias = Deal | Show


class Shown(Tagged, frozen=True):
    seat: Seat
    card: Card


class Paid(Tagged, frozen=True):
    seat: Seat


Event: TypeAlias = Shown | Paid


class State(Value, frozen=True):
    seats: int
    deal: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    table: tuple[Card, ...]
    first: Seat
    totals: tuple[int, ...]


class View(Value, frozen=True):
    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    totals: tuple[int, ...]


class LowestCard:
    @property
    def info(self) -> GameInfo:
        return INFO

    def refuse_options(self, seats: int, options: Options) -> Refusal | None:
        return refuse_settings(INFO, seats, options)

    def new_match(self, seats: int, options: Options) -> State:
        if (why := self.refuse_options(seats, options)) is not None:
            raise BadSettings(why)
        return State(seats, 0, ((),) * seats, (), (), Seat(0), (0,) * seats)

    def due(self, state: State) -> Due | None:
        return Due.DEAL if self.actor(state) is DEALER else None

    def actor(self, state: State) -> Actor | None:
        if state.deal and len(state.table) < state.seats:
            return Seat((state.first + len(state.table)) % state.seats)
        return DEALER if state.deal < DEALS else None

    def deal(self, state: State, seed: bytes) -> Action:
        return Deal(Seat(shuffle.first_of(state.seats, seed)), shuffle.shuffled(range(CARDS), seed))

    def legal(self, state: State) -> tuple[Action, ...]:
        actor = self.actor(state)
        return () if actor is None or actor is DEALER else tuple(Show(card) for card in state.hands[actor])

    def refuse(self, state: State, actor: Actor, action: Action) -> Refusal | None:
        if actor != self.actor(state):
            return Refusal(Why.NOT_YOUR_TURN)
        match action:
            case Deal():
                return refuse_deal(action, CARDS, state.seats, None) if actor is DEALER else Refusal(Why.NOT_YOUR_TURN)
            case Show(card):
                if actor is DEALER:
                    return Refusal(Why.NOT_YOUR_TURN)
                return None if card in state.hands[actor] else Refusal(Why.NOT_IN_HAND)
            case _:
                assert_never(action)

    def apply(self, state: State, actor: Actor, action: Action) -> Step[State, Event]:
        if (why := self.refuse(state, actor, action)) is not None:
            raise IllegalAction(why)
        match action:
            case Deal(first, order):
                hands = tuple(order[2 * s : 2 * s + 2] for s in range(state.seats))
                stock = order[2 * state.seats :]
                return Step(replace(state, deal=state.deal + 1, hands=hands, stock=stock, table=(), first=first), ())
            case Show(card):
                return _shown(state, card)
            case _:
                assert_never(action)

    def view(self, state: State, viewer: Viewer) -> View:
        viewer = seated(viewer, state.seats)
        return View(() if viewer is None else state.hands[viewer], state.table, state.totals)

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        return event

    def retold(self, event: Event) -> Action | None:
        return Show(event.card) if isinstance(event, Shown) else None

    def standings(self, state: State) -> tuple[Standing, ...]:
        return ranked(state.totals)

    def zones(self, state: State) -> tuple[Zone, ...]:
        hands = (Zone(f"hand {s}", hand, Sight.OWNER, Seat(s)) for s, hand in enumerate(state.hands))
        return (Zone("stock", state.stock, Sight.NOBODY), Zone("table", state.table, Sight.ALL), *hands)

    def relabel(self, state: State, names: Mapping[Card, Card]) -> State:
        def renamed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
            return tuple(names.get(card, card) for card in cards)

        return replace(
            state,
            hands=tuple(map(renamed, state.hands)),
            stock=renamed(state.stock),
            table=renamed(state.table),
        )


def _shown(state: State, card: Card) -> Step[State, Event]:
    seat = Seat((state.first + len(state.table)) % state.seats)
    hands = tuple(tuple(c for c in hand if c != card) for hand in state.hands)
    new = replace(state, hands=hands, table=(*state.table, card))
    if len(new.table) < state.seats:
        return Step(new, (Shown(seat, card),))
    payer = Seat((state.first + new.table.index(min(new.table))) % state.seats)
    totals = tuple(points + (s == payer) for s, points in enumerate(state.totals))
    return Step(replace(new, totals=totals), (Shown(seat, card), Paid(payer)))


ENTRY: Entry[State, Action, Event, View] = Entry(LowestCard(), State, Action, Event, View, Why)
