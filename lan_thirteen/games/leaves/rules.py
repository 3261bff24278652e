"""The rules of 13 Leaves: extend the sequence at either end; who passes takes a card back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

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
from lan_thirteen.games.leaves.model import (
    ALL_CARDS,
    CARDS,
    COPIES,
    INFO,
    OF_VALUE,
    VALUE_OF,
    VALUES,
    Action,
    CardSet,
    DealEnded,
    Dealt,
    Event,
    Options,
    Play,
    Played,
    State,
    Take,
    Took,
    TrickEnded,
    View,
    Why,
)

_GROUPS: Final = tuple(
    (OF_VALUE[v], tuple(Play(v, k) for k in range(1, COPIES.get(v, 0) + 1)), Take(v)) for v in range(14)
)
"""For each value: its cards, all plays of it by count, and its take; made once, for speed. Index 0 is empty."""

_TAKE_NOTHING: Final = Take(None)


class Leaves:
    """The rules of 13 Leaves."""

    @property
    def info(self) -> GameInfo:
        return INFO

    def refuse_options(self, seats: int, options: GivenOptions) -> Refusal | None:
        why = refuse_settings(INFO, seats, options)
        if why is not None:
            return why
        size = options.get("hand_size", "auto")
        if isinstance(size, int) and size * seats > CARDS:
            return Refusal(Why.HAND_SIZE, (size, seats, CARDS))
        return None

    def new_match(self, seats: int, options: GivenOptions) -> State:
        if (why := self.refuse_options(seats, options)) is not None:
            raise BadSettings(why)
        return State(
            options=Options(**dict(options)),  # type: ignore[arg-type]  # refuse_options has checked each value
            seats=seats,
            deal=0,
            is_live=False,
            first=Seat(0),
            turn=Seat(0),
            hands=(0,) * seats,
            known=(0,) * seats,
            table=0,
            removed=0,
            undealt=0,
            passed=0,
            has_led=False,
            tricks=0,
            winners=(),
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
        hand, table = state.hands[state.turn], state.table
        if not table:
            plays = _plays(hand, _GROUPS, 1)
            return (*plays, _TAKE_NOTHING) if state.has_led else tuple(plays)
        low, high = ends(table)
        # a lone stack is both ends, but one play
        left, right = _GROUPS[: low + 1], _GROUPS[high if high > low else high + 1 :]
        actions = _plays(hand, left, (table & OF_VALUE[low]).bit_count())
        actions += _plays(hand, right, (table & OF_VALUE[high]).bit_count())
        # not a comprehension: that is a call more, which counts for so few
        for of_value, _, take in _GROUPS[low : high + 1]:
            if table & of_value:
                actions.append(take)
        return tuple(actions)

    def refuse(self, state: State, actor: Actor, action: Action) -> Refusal | None:
        if actor != self.actor(state):
            return Refusal(Why.NOT_YOUR_TURN)
        match action:
            case Play():
                return Refusal(Why.NOT_YOUR_TURN) if actor is DEALER else _refuse_play(state, action)
            case Take():
                return Refusal(Why.NOT_YOUR_TURN) if actor is DEALER else _refuse_take(state, action)
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
            case Play():
                return _played(state, action)
            case Take():
                return _took(state, action)
            case Deal():
                return _dealt(state, action)
            case _:
                assert_never(action)

    def view(self, state: State, viewer: Viewer) -> View:
        viewer = seated(viewer, state.seats)
        return View(
            options=state.options,
            seat=viewer,
            deal=state.deal,
            trick=state.tricks + 1,
            turn=state.turn if state.is_live else None,
            hand=() if viewer is None else _values(state.hands[viewer]),
            hand_sizes=tuple(hand.bit_count() for hand in state.hands),
            table=tuple((v, n) for v in VALUES if (n := (state.table & OF_VALUE[v]).bit_count())),
            passed=tuple(Seat(s) for s in range(state.seats) if state.passed >> s & 1),
            known=tuple(map(_values, state.known)),
            removed=tuple((state.removed & OF_VALUE[v]).bit_count() for v in VALUES),
            undealt=state.undealt.bit_count(),
            winners=() if state.is_live else state.winners,
            totals=state.totals,
            is_over=self.actor(state) is None,
        )

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        match event:
            case Dealt() | Played() | Took() | TrickEnded() | DealEnded():
                return event  # every event of this game happens in the open
            case _:
                assert_never(event)

    def retold(self, event: Event) -> Action | None:
        match event:
            case Played():
                return Play(event.value, event.count)
            case Took():
                return Take(event.value)
            case Dealt() | TrickEnded() | DealEnded():
                return None
            case _:
                assert_never(event)

    def standings(self, state: State) -> tuple[Standing, ...]:
        return ranked(state.totals)

    def zones(self, state: State) -> tuple[Zone, ...]:
        if not state.deal:
            return ()
        return (
            Zone("table", _cards(state.table), Sight.ALL),
            Zone("removed", _cards(state.removed), Sight.ALL),
            Zone("undealt", _cards(state.undealt), Sight.NOBODY),
            *(
                zone
                for s in map(Seat, range(state.seats))
                for zone in (
                    Zone(f"hand {s}", _cards(state.hands[s] & ~state.known[s]), Sight.OWNER, s),
                    Zone(f"hand {s}, taken", _cards(state.known[s]), Sight.ALL),
                )
            ),
        )

    def relabel(self, state: State, names: Mapping[Card, Card]) -> State:
        def renamed(cards: CardSet) -> CardSet:
            return sum(1 << names.get(c, c) for c in _cards(cards))

        return replace(
            state,
            hands=tuple(map(renamed, state.hands)),
            known=tuple(map(renamed, state.known)),
            table=renamed(state.table),
            removed=renamed(state.removed),
            undealt=renamed(state.undealt),
        )


def _plays(hand: CardSet, groups: Sequence[tuple[CardSet, tuple[Play, ...], Take]], least: int) -> list[Action]:
    """Every play of at least ``least`` cards of a hand that are of these values, by value, then by count."""
    plays: list[Action] = []
    for of_value, of_count, _ in groups:
        held = (hand & of_value).bit_count()
        if held >= least:
            plays += of_count[least - 1 : held]
    return plays


def ends(table: CardSet) -> tuple[int, int]:
    """The lowest and the highest value on a table that is not empty."""
    return VALUE_OF[(table & -table).bit_length() - 1], VALUE_OF[table.bit_length() - 1]


def _is_over(state: State) -> bool:
    """Whether no deal is left to play; asked between deals."""
    if not state.deal:
        return False
    return state.options.mode == "single" or max(state.totals) >= state.options.target_score


def _first_seat(state: State) -> Seat | None:
    """Who must lead the deal that is due; None: chance decides."""
    if not state.deal or state.options.next_leader == "random":
        return None
    if state.options.next_leader == "rotate":
        return Seat((state.first + 1) % state.seats)
    # of several winners, the first one clockwise from the last leader
    return min(state.winners, key=lambda s: (s - state.first) % state.seats)


def _refuse_play(state: State, play: Play) -> Refusal | None:
    value, count, table = play.value, play.count, state.table
    if not 1 <= value <= 13 or count < 1:
        return Refusal(Why.NO_SUCH_PLAY, (value, count))
    held = (state.hands[state.turn] & OF_VALUE[value]).bit_count()
    if held < count:
        return Refusal(Why.TOO_FEW_IN_HAND, (held, value, count))
    if not table:
        return None
    low, high = ends(table)
    if low < value < high:
        return Refusal(Why.BETWEEN_ENDS, (value, low, high))
    end = low if value <= low else high
    needed = (table & OF_VALUE[end]).bit_count()
    return None if count >= needed else Refusal(Why.END_NEEDS_MORE, (needed, end))


def _refuse_take(state: State, take: Take) -> Refusal | None:
    if not state.has_led:
        return Refusal(Why.MUST_LEAD)
    if take.value is None:
        return Refusal(Why.MUST_TAKE) if state.table else None
    if not 1 <= take.value <= 13 or not state.table & OF_VALUE[take.value]:
        return Refusal(Why.NOT_ON_TABLE, (take.value,))
    return None


def _dealt(state: State, deal: Deal) -> Step[State, Event]:
    seats, each = state.seats, state.options.cards_each(state.seats)
    hands = [0] * seats
    for place, card in enumerate(deal.order[: seats * each]):
        hands[(deal.first + place) % seats] |= 1 << card
    new = replace(
        state,
        deal=state.deal + 1,
        is_live=True,
        first=deal.first,
        turn=deal.first,
        hands=tuple(hands),
        known=(0,) * seats,
        table=0,
        removed=0,
        undealt=ALL_CARDS & ~sum(hands),
        passed=0,
        has_led=False,
        tricks=0,
    )
    return Step(new, (Dealt(new.deal, deal.first),))


def _played(state: State, play: Play) -> Step[State, Event]:
    seat, of_value = state.turn, OF_VALUE[play.value]
    hand, known = state.hands[seat], state.known[seat]
    cards = hand & of_value
    if cards.bit_count() > play.count:
        # copies are alike; those that all know of go first, so that ``known`` stays what must still be there
        cards = _some_of(known & cards, cards & ~known, play.count)
    hand &= ~cards
    table = state.table | cards
    told = Played(seat, play.value, play.count, (table & of_value).bit_count())
    new = replace(
        state,
        hands=_with(state.hands, seat, hand),
        known=_with(state.known, seat, known & ~cards) if known & cards else state.known,
        table=table,
        has_led=True,
        turn=_next_in_trick(state, state.passed),
    )
    if hand:
        return Step(new, (told,))
    ended = _end_deal(new, (seat,))
    return Step(ended.state, (told, *ended.events))


def _took(state: State, take: Take) -> Step[State, Event]:
    seat = state.turn
    passed = state.passed | 1 << seat
    hands, known, table = state.hands, state.known, state.table
    if take.value is not None:
        card = table & OF_VALUE[take.value]
        card &= -card
        table &= ~card
        hands = _with(hands, seat, hands[seat] | card)
        known = _with(known, seat, known[seat] | card)
    told = Took(seat, take.value)
    turn = _next_in_trick(state, passed)
    if passed.bit_count() < state.seats - 1:
        return Step(replace(state, hands=hands, known=known, table=table, passed=passed, turn=turn), (told,))
    new = replace(
        state,
        hands=hands,
        known=known,
        table=0,
        removed=state.removed | table,
        passed=0,
        has_led=False,
        tricks=state.tricks + 1,
        turn=turn,
    )
    trick = TrickEnded(turn, table.bit_count())
    if new.tricks < state.options.trick_guard:
        return Step(new, (told, trick))
    ended = _end_deal(new, _fewest(new.hands))
    return Step(ended.state, (told, trick, *ended.events))


def _end_deal(state: State, winners: tuple[Seat, ...]) -> Step[State, Event]:
    """Score the hands: a winner none, the others a point a card."""
    points = tuple(0 if s in winners else hand.bit_count() for s, hand in enumerate(state.hands))
    totals = tuple(a + b for a, b in zip(state.totals, points, strict=True))
    new = replace(state, is_live=False, winners=winners, totals=totals)
    return Step(new, (DealEnded(winners, points, totals),))


def _fewest(hands: tuple[CardSet, ...]) -> tuple[Seat, ...]:
    least = min(hand.bit_count() for hand in hands)
    return tuple(Seat(s) for s, hand in enumerate(hands) if hand.bit_count() == least)


def _next_in_trick(state: State, passed: int) -> Seat:
    """The next seat clockwise that has not passed."""
    seats = state.seats
    seat: int = state.turn + 1
    while passed >> seat % seats & 1:
        seat += 1
    return Seat(seat % seats)


def _some_of(first: CardSet, then: CardSet, count: int) -> CardSet:
    """``count`` cards, the lowest of ``first`` before the lowest of ``then``."""
    out = 0
    while count:
        count -= 1
        if first:
            card = first & -first
            first ^= card
        else:
            card = then & -then
            then ^= card
        out |= card
    return out


def _with(sets: tuple[CardSet, ...], seat: Seat, cards: CardSet) -> tuple[CardSet, ...]:
    out = list(sets)
    out[seat] = cards
    return tuple(out)


def _cards(cards: CardSet) -> tuple[Card, ...]:
    return tuple(_each(cards))


def _values(cards: CardSet) -> tuple[int, ...]:
    return tuple(VALUE_OF[c] for c in _each(cards))


def _each(cards: CardSet) -> Iterator[Card]:
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low
