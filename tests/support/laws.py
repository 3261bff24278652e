"""The laws that every game keeps. A law looks at one move of a random match and raises AssertionError.

``violations`` plays random deals and names the laws that were broken: conformance over the registry, the planted
faults and the tiny game of these tests all use it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from lan_thirteen.core.errors import IllegalAction
from lan_thirteen.core.game import DEALER, Actor, Card, Deal, Due, Seat, Viewer
from lan_thirteen.games.registry import AnyEntry
from tests.support.play import DEALS_IN_A_MATCH, Endless, Move, random_moves
from tests.support.wide import spoiled_chance, wide_actions

CARRIED = ("deal", "first", "totals", "winners", "points", "freed")
"""What a state keeps from one deal to the next: its number, who began, and what the deals before have brought."""

Law = Callable[[AnyEntry, Move, Random], None]

EVERY = 10
"""The laws look at one move of a seat in ten, from one seat's side; over 2,000 deals that is thousands for each."""

TRIED = 100
"""How many actions that are not legal are tried at a move."""


def cards_are_conserved(entry: AnyEntry, move: Move, rng: Random) -> None:
    """Every card of the deck lies in exactly one zone."""
    cards = sorted(card for zone in entry.game.zones(move.step.state) for card in zone.cards)
    assert cards == list(range(_deck_size(entry, move))), "a card is lost, doubled or new"


def somebody_must_act_until_the_end(entry: AnyEntry, move: Move, rng: Random) -> None:
    """The actor is a seat with a legal action, or the dealer with something due, or nobody at the end."""
    game, state = entry.game, move.step.state
    actor, due, legal = game.actor(state), game.due(state), game.legal(state)
    if actor is None or actor is DEALER:
        assert not legal, "nobody is to act and yet something is legal"
        assert (due is not None) == (actor is DEALER), "the dealer acts exactly when something is due"
    else:
        assert legal, "a seat is to act and cannot"
        assert due is None, "a seat is to act while the dealer must"
        assert len(set(legal)) == len(legal), "an action is listed twice"


def what_is_legal_is_accepted(entry: AnyEntry, move: Move, rng: Random) -> None:
    """``refuse`` has nothing against an action that ``legal`` lists."""
    game, state = entry.game, move.before
    for action in game.legal(state):
        assert game.refuse(state, move.actor, action) is None, f"legal, and refused: {action}"


def nothing_else_is_accepted(entry: AnyEntry, move: Move, rng: Random) -> None:
    """What ``legal`` does not list is refused, and so is everything from anybody who is not to act."""
    game, state = entry.game, move.before
    legal = set(game.legal(state))
    if move.actor is DEALER:
        others = list(spoiled_chance(move.action, _seats(move)))
    else:
        others = [a for a in wide_actions(entry.action_type, _deck_size(entry, move)) if a not in legal]
    others = rng.sample(others, min(TRIED, len(others)))
    for action in others:
        assert game.refuse(state, move.actor, action) is not None, f"not legal, and accepted: {action}"
    for action in others[:5]:
        assert _raises(entry, state, move.actor, action), f"not legal, and applied: {action}"
    everybody: list[Actor] = [DEALER, *map(Seat, range(_seats(move)))]
    for actor in everybody:
        if actor != move.actor:
            assert game.refuse(state, actor, move.action) is not None, f"accepted from {actor}, who is not to act"


def an_action_has_one_outcome(entry: AnyEntry, move: Move, rng: Random) -> None:
    """``apply`` gives the same step again and leaves its argument as it was."""
    before = msgspec.msgpack.encode(move.before)
    assert entry.game.apply(move.before, move.actor, move.action) == move.step
    assert msgspec.msgpack.encode(move.before) == before


def seats_see_no_secret(entry: AnyEntry, move: Move, rng: Random) -> None:
    """A seat's view stays the same when the cards that it cannot know are mixed."""
    _same_view(entry, move.step.state, _some_seat(move, rng), rng)


def watchers_see_no_secret(entry: AnyEntry, move: Move, rng: Random) -> None:
    """The view of one who only watches stays the same when the cards that are not open to all are mixed."""
    _same_view(entry, move.step.state, None, rng)


def events_tell_no_secret(entry: AnyEntry, move: Move, rng: Random) -> None:
    """What a viewer is told of a move stays the same when the cards that stay hidden from it are mixed."""
    game = entry.game
    for viewer in (None, _some_seat(move, rng)):
        told = [game.redact(event, viewer) for event in move.step.events]
        before, action = _other_world(entry, move, viewer, rng)
        if game.refuse(before, move.actor, action) is None:
            step = game.apply(before, move.actor, action)
            assert [game.redact(event, viewer) for event in step.events] == told, f"{viewer} is told a secret"


def refusals_tell_no_secret(entry: AnyEntry, move: Move, rng: Random) -> None:
    """What is legal, and why the rest is refused, stays the same when what the asker cannot know is mixed."""
    if move.actor is DEALER:
        return
    game = entry.game
    wide = wide_actions(entry.action_type, _deck_size(entry, move))
    other = _mixed(entry, move.before, move.actor, rng)
    assert game.legal(other) == game.legal(move.before), "what is legal tells a secret"
    for seat in (move.actor, _some_seat(move, rng)):
        other = _mixed(entry, move.before, seat, rng)
        for action in rng.choices(wide, k=40):
            assert game.refuse(other, seat, action) == game.refuse(move.before, seat, action), "a telling refusal"


def everything_can_travel(entry: AnyEntry, move: Move, rng: Random) -> None:
    """Actions, events, views and states survive being packed and taken apart strictly."""
    game, state = entry.game, move.step.state
    _round_trip(move.action, entry.action_type)
    _round_trip(state, entry.state_type)
    for viewer in (None, Seat(0)):
        _round_trip(game.view(state, viewer), entry.view_type)
        for event in move.step.events:
            if (told := game.redact(event, viewer)) is not None:
                _round_trip(told, entry.event_type)


def places_follow_points(entry: AnyEntry, move: Move, rng: Random) -> None:
    """Standings name each seat once, best first, and equal points share a place."""
    standings = entry.game.standings(move.step.state)
    assert sorted(s.seat for s in standings) == list(range(_seats(move)))
    for standing in standings:
        assert standing.rank == 1 + sum(other.points < standing.points for other in standings)
    assert [s.rank for s in standings] == sorted(s.rank for s in standings)


def strangers_see_what_watchers_see(entry: AnyEntry, move: Move, rng: Random) -> None:
    """A number that is no seat of the match gets nobody's view, and is told what all are told."""
    game, state, seats = entry.game, move.step.state, _seats(move)
    for stranger in (Seat(-1), Seat(seats)):
        assert game.view(state, stranger) == game.view(state, None), f"{stranger} sees what no watcher sees"
        for event in move.step.events:
            assert game.redact(event, stranger) == game.redact(event, None), f"{stranger} is told more than watchers"


def a_deal_starts_afresh(entry: AnyEntry, move: Move, rng: Random) -> None:
    """Right after a deal nothing but ``CARRIED`` depends on the deals before it."""
    if not isinstance(move.action, Deal):
        return
    game, before, after = entry.game, move.before, move.step.state
    options = msgspec.structs.asdict(before.options) if hasattr(before, "options") else {}
    carried = {name: getattr(before, name) for name in CARRIED if hasattr(before, name)}
    fresh = msgspec.structs.replace(game.new_match(_seats(move), options), **carried)
    if game.due(fresh) is not Due.DEAL:
        return  # this game tells by what else its state holds that a deal is over
    assert game.apply(fresh, DEALER, move.action).state == after, "an earlier deal shows"
    assert after.first == move.action.first, "another seat begins than the deal says"
    assert game.actor(after) == after.first, "another seat is to act than the one that begins"


def totals_add_up(entry: AnyEntry, move: Move, rng: Random) -> None:
    """The end of a deal adds its points to the totals."""
    for event in move.step.events:
        if hasattr(event, "points") and hasattr(event, "totals"):
            sums = tuple(a + b for a, b in zip(move.before.totals, event.points, strict=True))
            assert sums == event.totals == move.step.state.totals, "points are lost"


def events_tell_each_action(entry: AnyEntry, move: Move, rng: Random) -> None:
    """From what a watcher sees of a seat's move, that very action can be told."""
    if move.actor is DEALER or entry.game.due(move.step.state) is Due.RESTOCK:
        return
    seen = [told for event in move.step.events if (told := entry.game.redact(event, None)) is not None]
    actions = [action for event in seen if (action := entry.game.retold(event)) is not None]
    assert actions == [move.action], f"{move.action} is retold as {actions}"


LAWS: tuple[Law, ...] = (
    cards_are_conserved,
    somebody_must_act_until_the_end,
    what_is_legal_is_accepted,
    nothing_else_is_accepted,
    an_action_has_one_outcome,
    seats_see_no_secret,
    watchers_see_no_secret,
    events_tell_no_secret,
    refusals_tell_no_secret,
    everything_can_travel,
    places_follow_points,
    strangers_see_what_watchers_see,
    a_deal_starts_afresh,
    totals_add_up,
    events_tell_each_action,
)
ENDS = "a_match_ends"


def violations(
    entry: AnyEntry, seed: str, deals: int, every: int = EVERY, deals_in_a_match: int = DEALS_IN_A_MATCH
) -> dict[str, str]:
    """Each law that random play of so many deals has broken, with what was seen first."""
    rng = Random(seed)
    broken: dict[str, str] = {}
    try:
        for move in random_moves(entry, seed, deals, deals_in_a_match):
            # chance and the ends of deals are rare: look at all of them
            if move.actor is DEALER or entry.game.actor(move.step.state) is DEALER or not rng.randrange(every):
                for law in LAWS:
                    _try(law, entry, move, rng, broken)
    except Endless as error:
        broken[ENDS] = str(error)
    return broken


def _try(law: Law, entry: AnyEntry, move: Move, rng: Random, broken: dict[str, str]) -> None:
    if law.__name__ in broken:
        return
    try:
        law(entry, move, rng)
    except AssertionError as error:
        broken[law.__name__] = str(error)


def _deck_size(entry: AnyEntry, move: Move) -> int:
    """The number of cards in this match's deck."""
    if isinstance(move.action, Deal):
        return len(move.action.order)
    return sum(len(zone.cards) for zone in entry.game.zones(move.before))


def _seats(move: Move) -> int:
    return int(move.before.seats)


def _raises(entry: AnyEntry, state: Any, actor: Any, action: Any) -> bool:
    try:
        entry.game.apply(state, actor, action)
    except IllegalAction:
        return True
    return False


def _hidden(entry: AnyEntry, state: Any, viewer: Viewer) -> set[Card]:
    """The cards whose places ``viewer`` may not know."""
    return {card for zone in entry.game.zones(state) if not zone.is_open_to(viewer) for card in zone.cards}


def _shuffle(cards: set[Card], rng: Random) -> dict[Card, Card]:
    """Each card turned into another one of them, where there are two."""
    old = sorted(cards)
    shift = rng.randrange(1, len(old)) if len(old) > 1 else 0
    return dict(zip(old, old[shift:] + old[:shift], strict=True))


def _mixed(entry: AnyEntry, state: Any, viewer: Viewer, rng: Random) -> Any:
    """A world that ``viewer`` cannot tell from this one."""
    return entry.game.relabel(state, _shuffle(_hidden(entry, state, viewer), rng))


def _other_world(entry: AnyEntry, move: Move, viewer: Viewer, rng: Random) -> tuple[Any, Any]:
    """A world, and the same move in it, that ``viewer`` cannot tell from this one before the move nor after it."""
    after = _hidden(entry, move.step.state, viewer)
    if move.actor is DEALER:
        names = _shuffle(after & set(move.action.order), rng)
        order = tuple(names.get(card, card) for card in move.action.order)
        return move.before, msgspec.structs.replace(move.action, order=order)
    names = _shuffle(after & _hidden(entry, move.before, viewer), rng)
    return entry.game.relabel(move.before, names), move.action


def _same_view(entry: AnyEntry, state: Any, viewer: Viewer, rng: Random) -> None:
    other = _mixed(entry, state, viewer, rng)
    assert entry.game.view(other, viewer) == entry.game.view(state, viewer), f"{viewer} sees a secret"


def _some_seat(move: Move, rng: Random) -> Seat:
    return Seat(rng.randrange(_seats(move)))


def _round_trip(value: Any, kind: Any) -> None:
    tree = msgspec.msgpack.decode(msgspec.msgpack.encode(value))
    assert msgspec.convert(tree, kind, strict=True) == value
