"""The rules of Dreizehn: lay a card on a target; who brings it above 13 takes what lay there."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final, TypeVar, assert_never

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
from lan_thirteen.core.game import Options as GivenOptions
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.dreizehn.model import (
    CARDS,
    COLOUR_OF,
    COLOURS,
    FEWEST_PACKETS,
    HAND_SIZE,
    INFO,
    RED,
    TARGETS,
    Action,
    Cards,
    Colour,
    DealEnded,
    Dealt,
    Drew,
    Event,
    Options,
    Place,
    Placed,
    State,
    TookPile,
    View,
    Why,
)
from lan_thirteen.games.dreizehn.piles import counted, fits, landed, scored, total

T = TypeVar("T")


class Dreizehn:
    """The rules of Dreizehn."""

    @property
    def info(self) -> GameInfo:
        return INFO

    def refuse_options(self, seats: int, options: GivenOptions) -> Refusal | None:
        return refuse_settings(INFO, seats, options)

    def new_match(self, seats: int, options: GivenOptions) -> State:
        if (why := self.refuse_options(seats, options)) is not None:
            raise BadSettings(why)
        chosen = Options(**dict(options))  # type: ignore[arg-type]  # refuse_options has checked each value
        return State(
            options=chosen,
            seats=seats,
            deal=0,
            is_live=False,
            first=Seat(0),
            turn=Seat(0),
            hands=((),) * seats,
            stock=(),
            aside=(),
            colours=_first_colours(chosen),
            piles=((),) * len(TARGETS),
            taken=((),) * seats,
            played=(),
            points=(),
            freed=(),
            totals=(0,) * seats,
        )

    def due(self, state: State) -> Due | None:
        return None if state.is_live or _is_over(state) else Due.DEAL

    def actor(self, state: State) -> Actor | None:
        if state.is_live:
            return state.turn
        return None if _is_over(state) else DEALER

    def deal(self, state: State, seed: bytes) -> Action:
        first = _first_seat(state)
        if first is None:
            first = Seat(shuffle.first_of(state.seats, seed))
        return Deal(first, shuffle.shuffled(range(CARDS), seed))

    def legal(self, state: State) -> tuple[Action, ...]:
        if not state.is_live:
            return ()
        places = _PLACES[state.colours]
        return tuple([place for card in state.hands[state.turn] for place in places[card]])

    def refuse(self, state: State, actor: Actor, action: Action) -> Refusal | None:
        if actor != self.actor(state):
            return Refusal(Why.NOT_YOUR_TURN)
        match action:
            case Place():
                return Refusal(Why.NOT_YOUR_TURN) if actor is DEALER else _refuse_place(state, action)
            case Deal():
                if actor is not DEALER:
                    return Refusal(Why.NOT_YOUR_TURN)
                return refuse_deal(action, CARDS, state.seats, _first_seat(state))
            case _:
                assert_never(action)

    def apply(self, state: State, actor: Actor, action: Action) -> Step[State, Event]:
        if (why := self.refuse(state, actor, action)) is not None:
            raise IllegalAction(why)
        match action:
            case Place():
                return _placed(state, action)
            case Deal():
                return _dealt(state, action)
            case _:
                assert_never(action)

    def view(self, state: State, viewer: Viewer) -> View:
        viewer = seated(viewer, state.seats)
        shown = state.options.taken_view
        return View(
            options=state.options,
            seat=viewer,
            deal=state.deal,
            deals=state.options.deals(state.seats),
            first=state.first,
            turn=state.turn if state.is_live else None,
            hand=() if viewer is None else state.hands[viewer],
            hand_sizes=tuple(map(len, state.hands)),
            stock=len(state.stock),
            aside=len(state.aside),
            targets=tuple(zip(state.colours, state.piles, strict=True)),
            sums=tuple(map(total, state.piles)),
            taken_counts=tuple(map(len, state.taken)),
            taken=tuple(
                cards if shown == "open" or (shown == "own" and s == viewer) else ()
                for s, cards in enumerate(state.taken)
            ),
            played=state.played,
            points=state.points,
            freed=state.freed,
            totals=state.totals,
            is_over=self.actor(state) is None,
        )

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        match event:
            case Drew():
                return event if event.seat == viewer else Drew(event.seat, None)
            case Dealt() | Placed() | TookPile() | DealEnded():
                return event
            case _:
                assert_never(event)

    def retold(self, event: Event) -> Action | None:
        match event:
            case Placed():
                return Place(event.card, event.target)
            case Dealt() | TookPile() | Drew() | DealEnded():
                return None
            case _:
                assert_never(event)

    def standings(self, state: State) -> tuple[Standing, ...]:
        return ranked(state.totals)

    def zones(self, state: State) -> tuple[Zone, ...]:
        if not state.deal:
            return ()
        seats = tuple(map(Seat, range(state.seats)))
        return (
            Zone("stock", state.stock, Sight.NOBODY),
            Zone("set aside", state.aside, Sight.NOBODY),
            Zone("targets", tuple(card for pile in state.piles for card in pile), Sight.ALL),
            *(Zone(f"taken {s}", state.taken[s], Sight.ALL) for s in seats),
            *(Zone(f"hand {s}", state.hands[s], Sight.OWNER, s) for s in seats),
        )

    def relabel(self, state: State, names: Mapping[Card, Card]) -> State:
        def renamed(cards: Cards) -> Cards:
            return tuple(names.get(c, c) for c in cards)

        return replace(
            state,
            hands=tuple(map(renamed, state.hands)),
            stock=renamed(state.stock),
            aside=renamed(state.aside),
            piles=tuple(map(renamed, state.piles)),
            taken=tuple(map(renamed, state.taken)),
            played=tuple((names.get(c, c), target) for c, target in state.played),
        )


_PLACES: Final = {
    colours: tuple(
        tuple(Place(card, target) for target in TARGETS if fits(colours, COLOUR_OF[card], target))
        for card in range(CARDS)
    )
    for colours in product((None, *COLOURS), repeat=len(TARGETS))
}
"""For each way that the targets may be coloured: every place for each card. Made once, for speed."""


def _first_colours(options: Options) -> tuple[Colour | None, ...]:
    return COLOURS if options.colour_lock == "printed" else (None,) * len(TARGETS)


def _is_over(state: State) -> bool:
    """Whether no deal is left to play; asked between deals."""
    return state.deal == state.options.deals(state.seats)


def _first_seat(state: State) -> Seat | None:
    """Who must begin the deal that is due; None: chance decides."""
    return Seat((state.first + 1) % state.seats) if state.deal else None


def _refuse_place(state: State, place: Place) -> Refusal | None:
    if place.target not in TARGETS:
        return Refusal(Why.NO_SUCH_TARGET, (len(TARGETS),))
    if place.card not in state.hands[state.turn]:
        return Refusal(Why.NOT_IN_HAND)
    colour, colours = COLOUR_OF[place.card], state.colours
    if fits(colours, colour, place.target):
        return None
    if colours[place.target] is None:
        return Refusal(Why.COLOUR_ELSEWHERE, (colours.index(colour) + 1,))
    return Refusal(Why.OTHER_COLOUR, (place.target + 1,))


def _dealt(state: State, deal: Deal) -> Step[State, Event]:
    seats = state.seats
    if state.options.deal_mode == "all":
        packets, out = max(seats, FEWEST_PACKETS), CARDS
    else:
        packets, out = seats, seats * HAND_SIZE
    hands = [deal.order[packet:out:packets] for packet in range(packets)]
    new = replace(
        state,
        deal=state.deal + 1,
        is_live=True,
        first=deal.first,
        turn=deal.first,
        hands=tuple(hands[(s - deal.first) % seats] for s in range(seats)),
        stock=deal.order[out:],
        aside=tuple(card for packet in hands[seats:] for card in packet),
        colours=_first_colours(state.options),
        piles=((),) * len(TARGETS),
        taken=((),) * seats,
        played=(),
    )
    return Step(new, (Dealt(new.deal, deal.first),))


def _placed(state: State, place: Place) -> Step[State, Event]:
    seat, card, target = state.turn, place.card, place.target
    reached, pile, taken = landed(state.piles[target], card)
    told: tuple[Event, ...] = (Placed(seat, card, target, reached),)
    if taken:
        told += (TookPile(seat, target, taken),)
    drawn = state.stock[:1]
    if drawn:
        told += (Drew(seat, drawn[0]),)
    hand = state.hands[seat]
    at = hand.index(card)
    new = replace(
        state,
        turn=(seat + 1) % state.seats,
        hands=_with(state.hands, seat, hand[:at] + hand[at + 1 :] + drawn),
        stock=state.stock[1:],
        colours=_coloured(state, place, bool(taken)),
        piles=_with(state.piles, target, pile),
        taken=_with(state.taken, seat, state.taken[seat] + taken) if taken else state.taken,
        played=(*state.played, (card, target)),
    )
    if any(new.hands):
        return Step(new, told)
    ended = _end_deal(new)
    return Step(ended.state, told + ended.events)


def _coloured(state: State, place: Place, is_broken: bool) -> tuple[Colour | None, ...]:
    """The colours of the targets after this play; ``is_broken``: the card lies there alone now."""
    colours, colour = state.colours, COLOUR_OF[place.card]
    if colour != RED:
        return colours if colours[place.target] == colour else _with(colours, place.target, colour)
    if is_broken and state.options.colour_lock == "pile":
        return _with(colours, place.target, None)
    return colours


def _end_deal(state: State) -> Step[State, Event]:
    points, freed = scored([counted(cards) for cards in state.taken])
    totals = tuple(a + b for a, b in zip(state.totals, points, strict=True))
    new = replace(state, is_live=False, points=points, freed=freed, totals=totals)
    return Step(new, (DealEnded(points, freed, totals),))


def _with(things: tuple[T, ...], at: int, thing: T) -> tuple[T, ...]:
    out = list(things)
    out[at] = thing
    return tuple(out)
