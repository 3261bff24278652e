"""The rules of Three Thirteen: eleven deals of rummy in which the rank that equals the hand size is wild."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    Restock,
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
from lan_thirteen.games.three_thirteen.melds import best_discard, best_split, deadwood, outs
from lan_thirteen.games.three_thirteen.model import (
    INFO,
    MAX_CARDS,
    MAX_RESTOCKS,
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
    Options,
    Restocked,
    Scheme,
    Split,
    State,
    TookDiscard,
    View,
    Why,
)

T = TypeVar("T")

# made once: every list of legal actions is picked from these
_DRAW_STOCK: Final = DrawStock()
_DRAW_DISCARD: Final = DrawDiscard()
_DISCARDS: Final = tuple(Discard(c, False) for c in range(MAX_CARDS))
_OUTS: Final = tuple(Discard(c, True) for c in range(MAX_CARDS))


class ThreeThirteen:
    """The rules of Three Thirteen."""

    @property
    def info(self) -> GameInfo:
        return INFO

    def refuse_options(self, seats: int, options: GivenOptions) -> Refusal | None:
        return refuse_settings(INFO, seats, options)

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
            is_drawing=False,
            needs_restock=False,
            barred=None,
            hands=((),) * seats,
            picked=((),) * seats,
            stock=(),
            discards=(),
            restocks=0,
            turns=0,
            out=None,
            shown=(None,) * seats,
            points=(),
            totals=(0,) * seats,
        )

    def due(self, state: State) -> Due | None:
        if state.is_live:
            return Due.RESTOCK if state.needs_restock else None
        return None if _is_over(state) else Due.DEAL

    def actor(self, state: State) -> Actor | None:
        if state.is_live:
            return DEALER if state.needs_restock else state.turn
        return None if _is_over(state) else DEALER

    def deal(self, state: State, seed: bytes) -> Action:
        if state.needs_restock:
            label = shuffle.restock_label(state.restocks + 1)
            return Restock(shuffle.shuffled(state.discards[:-1], seed, label))
        first = _first_seat(state)
        if first is None:
            first = Seat(shuffle.first_of(state.seats, seed))
        return Deal(first, shuffle.shuffled(range(state.options.deck(state.seats)), seed))

    def legal(self, state: State) -> tuple[Action, ...]:
        if not state.is_live or state.needs_restock:
            return ()
        if state.is_drawing:
            may_stock, may_take = _has_stock(state), bool(state.discards)
            return (_DRAW_STOCK,) * may_stock + (_DRAW_DISCARD,) * may_take
        hand, barred = state.hands[state.turn], state.barred
        actions = [_DISCARDS[c] for c in hand if c != barred]
        if state.out is None:
            actions += [_OUTS[c] for c in outs(hand, _scheme(state)) if c != barred]
        return tuple(actions)

    def refuse(self, state: State, actor: Actor, action: Action) -> Refusal | None:
        if actor != self.actor(state):
            return Refusal(Why.NOT_YOUR_TURN)
        match action:
            case DrawStock() | DrawDiscard():
                return Refusal(Why.NOT_YOUR_TURN) if actor is DEALER else _refuse_draw(state, action)
            case Discard():
                return Refusal(Why.NOT_YOUR_TURN) if actor is DEALER else _refuse_discard(state, action)
            case Deal():
                if self.due(state) is not Due.DEAL:
                    return Refusal(Why.NOT_YOUR_TURN)
                return refuse_deal(action, state.options.deck(state.seats), state.seats, _first_seat(state))
            case Restock():
                if self.due(state) is not Due.RESTOCK:
                    return Refusal(Why.NOT_YOUR_TURN)
                return _refuse_restock(state, action)
            case _:
                assert_never(action)

    def apply(self, state: State, actor: Actor, action: Action) -> Step[State, Event]:
        if (why := self.refuse(state, actor, action)) is not None:
            raise IllegalAction(why)
        match action:
            case DrawStock():
                return _drew_stock(state) if state.stock else Step(replace(state, needs_restock=True), ())
            case DrawDiscard():
                return _took_discard(state)
            case Discard():
                return _discarded(state, action)
            case Deal():
                return _dealt(state, action)
            case Restock():
                return _restocked(state, action)
            case _:
                assert_never(action)

    def view(self, state: State, viewer: Viewer) -> View:
        viewer = seated(viewer, state.seats)
        turn = None if not state.is_live or state.needs_restock else state.turn
        has_drawn = state.is_live and viewer == state.turn and not state.is_drawing
        hand = () if viewer is None else state.hands[viewer]
        each = state.options.cards_each(state.deal) if state.deal else 0
        return View(
            options=state.options,
            seat=viewer,
            deal=state.deal,
            wild=each,
            cards_each=each,
            first=state.first,
            turn=turn,
            is_drawing=state.is_drawing,
            hand=hand,
            hand_sizes=tuple(map(len, state.hands)),
            drawn=hand[-1] if has_drawn else None,
            stock=len(state.stock),
            restocks=state.restocks,
            turns=state.turns,
            discards=state.discards,
            picked=state.picked,
            out=state.out,
            shown=state.shown,
            split=_hint(state, hand, has_drawn),
            points=state.points,
            totals=state.totals,
            is_over=self.actor(state) is None,
        )

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        match event:
            case DrewStock():
                return event if event.seat == viewer else DrewStock(event.seat, None)
            case Dealt() | TookDiscard() | Discarded() | Restocked() | Laid() | DealEnded():
                return event
            case _:
                assert_never(event)

    def retold(self, event: Event) -> Action | None:
        match event:
            case DrewStock():
                return _DRAW_STOCK
            case TookDiscard():
                return _DRAW_DISCARD
            case Discarded():
                return Discard(event.card, event.out)
            case Dealt() | Restocked() | Laid() | DealEnded():
                return None
            case _:
                assert_never(event)

    def standings(self, state: State) -> tuple[Standing, ...]:
        return ranked(state.totals)

    def zones(self, state: State) -> tuple[Zone, ...]:
        if not state.deal:
            return ()
        hands = []
        for s in map(Seat, range(state.seats)):
            is_open = state.shown[s] is not None
            known = [c for c in state.hands[s] if is_open or c in state.picked[s]]
            hidden = [c for c in state.hands[s] if c not in known]
            hands.append(Zone(f"hand {s}", tuple(hidden), Sight.OWNER, s))
            hands.append(Zone(f"hand {s}, known", tuple(known), Sight.ALL))
        return (
            Zone("stock", state.stock, Sight.NOBODY),
            Zone("discards", state.discards, Sight.ALL),
            *hands,
        )

    def relabel(self, state: State, names: Mapping[Card, Card]) -> State:
        def renamed(cards: Iterable[Card]) -> tuple[Card, ...]:
            return tuple(names.get(c, c) for c in cards)

        def laid(split: Split) -> Split:
            return Split(tuple(map(renamed, split.melds)), renamed(split.left), split.points)

        return replace(
            state,
            barred=None if state.barred is None else names.get(state.barred, state.barred),
            hands=tuple(map(renamed, state.hands)),
            picked=tuple(map(renamed, state.picked)),
            stock=renamed(state.stock),
            discards=renamed(state.discards),
            shown=tuple(split and laid(split) for split in state.shown),
        )


def _scheme(state: State) -> Scheme:
    return state.options.scheme(state.deal, state.seats)


def _is_over(state: State) -> bool:
    """Whether no deal is left to play; asked between deals."""
    return state.deal == state.options.deals


def _first_seat(state: State) -> Seat | None:
    """Who must begin the deal that is due; None: chance decides."""
    return Seat((state.first + 1) % state.seats) if state.deal else None


def _has_stock(state: State) -> bool:
    """Whether the seat that must draw may do so from the stock, be it from a new one."""
    return bool(state.stock) or (state.restocks < MAX_RESTOCKS and len(state.discards) > 1)


def _hint(state: State, hand: tuple[Card, ...], has_drawn: bool) -> Split | None:
    if not hand or state.options.show_best_melds == "off":
        return None
    if has_drawn:
        return best_discard(hand, _scheme(state), state.barred)[0]
    return best_split(hand, _scheme(state))


def _refuse_draw(state: State, draw: DrawStock | DrawDiscard) -> Refusal | None:
    if not state.is_drawing:
        return Refusal(Why.HAS_DRAWN)
    if isinstance(draw, DrawStock):
        return None if _has_stock(state) else Refusal(Why.STOCK_EMPTY)
    return None if state.discards else Refusal(Why.NO_DISCARD)


def _refuse_discard(state: State, discard: Discard) -> Refusal | None:
    if state.is_drawing:
        return Refusal(Why.MUST_DRAW)
    hand = state.hands[state.turn]
    if discard.card not in hand:
        return Refusal(Why.NOT_IN_HAND)
    if discard.card == state.barred:
        return Refusal(Why.THROWN_BACK)
    if not discard.out:
        return None
    if state.out is not None:
        return Refusal(Why.SOMEBODY_IS_OUT)
    points = deadwood(_without(hand, discard.card), _scheme(state))
    return Refusal(Why.CANNOT_GO_OUT, (points,)) if points else None


def _refuse_restock(state: State, restock: Restock) -> Refusal | None:
    under = state.discards[:-1]
    if sorted(restock.order) != sorted(under):
        return Refusal(Why.WRONG_RESTOCK, (len(under),))
    return None


def _dealt(state: State, deal: Deal) -> Step[State, Event]:
    seats, each = state.seats, state.options.cards_each(state.deal + 1)
    dealt = seats * each
    up = deal.order[dealt]
    new = replace(
        state,
        deal=state.deal + 1,
        is_live=True,
        first=deal.first,
        turn=deal.first,
        is_drawing=True,
        barred=None,
        hands=tuple(deal.order[(s - deal.first) % seats : dealt : seats] for s in range(seats)),
        picked=((),) * seats,
        stock=deal.order[dealt + 1 :],
        discards=(up,),
        restocks=0,
        turns=1,
        out=None,
        shown=(None,) * seats,
        points=(),
    )
    return Step(new, (Dealt(new.deal, deal.first, each, each, up),))


def _drew_stock(state: State) -> Step[State, Event]:
    seat, card = state.turn, state.stock[0]
    new = replace(
        state,
        hands=_with(state.hands, seat, (*state.hands[seat], card)),
        stock=state.stock[1:],
        is_drawing=False,
        needs_restock=False,
    )
    return Step(new, (DrewStock(seat, card),))


def _restocked(state: State, restock: Restock) -> Step[State, Event]:
    """A new stock, and the draw that has asked for it."""
    new = replace(state, stock=restock.order, discards=state.discards[-1:], restocks=state.restocks + 1)
    drew = _drew_stock(new)
    return Step(drew.state, (Restocked(len(restock.order)), *drew.events))


def _took_discard(state: State) -> Step[State, Event]:
    seat, card = state.turn, state.discards[-1]
    # who had no choice may throw it back
    is_barred = state.options.return_drawn_discard == "forbid" and _has_stock(state)
    new = replace(
        state,
        hands=_with(state.hands, seat, (*state.hands[seat], card)),
        picked=_with(state.picked, seat, (*state.picked[seat], card)),
        discards=state.discards[:-1],
        is_drawing=False,
        barred=card if is_barred else None,
    )
    return Step(new, (TookDiscard(seat, card),))


def _discarded(state: State, discard: Discard) -> Step[State, Event]:
    seat, card = state.turn, discard.card
    hand = _without(state.hands[seat], card)
    picked = state.picked
    if card in picked[seat]:
        picked = _with(picked, seat, _without(picked[seat], card))
    new = replace(
        state,
        hands=_with(state.hands, seat, hand),
        picked=picked,
        discards=(*state.discards, card),
        turn=Seat((seat + 1) % state.seats),
        is_drawing=True,
        barred=None,
        out=seat if discard.out else state.out,
    )
    told = Discarded(seat, card, discard.out)
    if new.out is not None:
        new, laid = _lay(new, seat)
        return _ended(new, (told, laid)) if _has_all_played(new) else Step(_next_turn(new), (told, laid))
    if not new.stock and new.restocks == MAX_RESTOCKS:
        return _ended(new, (told,))
    return Step(_next_turn(new), (told,))


def _next_turn(state: State) -> State:
    return replace(state, turns=state.turns + 1)


def _has_all_played(state: State) -> bool:
    """Whether, after somebody went out, no seat has a turn left."""
    return state.turn == state.out or state.options.last_turns == "none"


def _lay(state: State, seat: Seat) -> tuple[State, Laid]:
    split = best_split(state.hands[seat], _scheme(state))
    return replace(state, shown=_with(state.shown, seat, split)), Laid(seat, split)


def _ended(state: State, told: tuple[Event, ...]) -> Step[State, Event]:
    """Lay the hands that do not lie open yet, and score all."""
    for seat in map(Seat, range(state.seats)):
        if state.shown[seat] is None:
            state, laid = _lay(state, seat)
            told = (*told, laid)
    points = tuple(split.points for split in state.shown if split is not None)
    totals = tuple(a + b for a, b in zip(state.totals, points, strict=True))
    new = replace(state, is_live=False, is_drawing=False, points=points, totals=totals)
    return Step(new, (*told, DealEnded(points, totals)))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _with(things: tuple[T, ...], seat: Seat, thing: T) -> tuple[T, ...]:
    return (*things[:seat], thing, *things[seat + 1 :])
