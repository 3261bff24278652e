"""States of Three Thirteen: random ones of every kind, and hands written down in short."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from lan_thirteen.core.game import DEALER, Due, Seat
from lan_thirteen.games.registry import GAMES
from lan_thirteen.games.three_thirteen.melds import best_discard
from lan_thirteen.games.three_thirteen.model import Action, Discard, State
from lan_thirteen.games.three_thirteen.rules import ThreeThirteen
from tests.support.play import random_settings
from tests.support.thirteen_cards import cards

GAME = ThreeThirteen()


def random_states(seed: str, **settings: Any) -> Iterator[State]:
    """States in which a seat must act, without end: now and then all the way to the end of a match.

    Mostly a seat keeps its best cards and goes out where it can: hands are as good as in play that is meant.
    """
    rng = Random(seed)
    while True:
        seats, options = random_settings(GAMES["three-thirteen"], rng)
        state = GAME.new_match(settings.get("seats", seats), settings.get("options", options))
        yield from _played(state, rng)


def _played(state: State, rng: Random) -> Iterator[State]:
    turns = 0
    while (actor := GAME.actor(state)) is not None:
        if actor is DEALER:
            turns = 0 if GAME.due(state) is Due.DEAL else turns
            state = GAME.apply(state, actor, GAME.deal(state, rng.randbytes(32))).state
            continue
        yield state
        turns += 1
        state = GAME.apply(state, actor, _chosen(state, rng, is_late=turns > 12 * state.seats)).state


def _chosen(state: State, rng: Random, *, is_late: bool) -> Action:
    legal = GAME.legal(state)
    outs = [action for action in legal if isinstance(action, Discard) and action.out]
    if outs and (is_late or rng.random() < 0.6):
        return rng.choice(outs)
    if not state.is_drawing and rng.random() < 0.8:
        scheme = state.options.scheme(state.deal, state.seats)
        return Discard(best_discard(state.hands[state.turn], scheme, state.barred)[1], out=False)
    return rng.choice(legal)


def dealt(seats: int, deal: int, seed: int = 0, **options: Any) -> State:
    """A match that stands at the beginning of this deal; the points so far are made up."""
    state = replace(GAME.new_match(seats, options), deal=deal - 1, first=Seat(seed % seats))
    state = GAME.apply(state, DEALER, GAME.deal(state, seed.to_bytes(32, "big"))).state
    return replace(state, totals=tuple((37 * s + 11 * deal + seed) % 140 for s in range(seats)))


def with_hand(state: State, hand: str, drawn: str = "") -> State:
    """The same with this hand for the seat whose turn it is; it has drawn ``drawn`` from the stock."""
    packs = (state.seats + 1) // 2
    held = cards(f"{hand} {drawn}", packs)
    hands = tuple(held if s == state.turn else _others(h, held) for s, h in enumerate(state.hands))
    taken = {c for h in hands for c in h} | set(state.discards)
    stock = tuple(c for c in range(52 * packs) if c not in taken)
    discards = tuple(c for c in state.discards if c not in held) or stock[:1]
    return replace(
        state,
        hands=hands,
        stock=tuple(c for c in stock if c not in discards),
        discards=discards,
        is_drawing=not drawn,
    )


def _others(hand: tuple[int, ...], held: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(c for c in hand if c not in held)
