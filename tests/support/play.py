"""Random play: matches whose seats, options, chance and moves all come from one seeded generator."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from lan_thirteen.core.game import DEALER, Actor, Deal, Due, GameInfo, OptionValue, Step
from lan_thirteen.games.registry import AnyEntry


class Move(NamedTuple):
    """One action of a random match, with the state before it and what it led to."""

    before: Any
    actor: Actor
    action: Any
    step: Step[Any, Any]


class Endless(AssertionError):
    """A match went on past every bound."""


MOVES_IN_A_DEAL = 10_000
DEALS_IN_A_MATCH = 120
"""More than any match of the three games can have: an expert series to 50 has about 40 deals in random play."""


def random_settings(entry: AnyEntry, rng: Random) -> tuple[int, dict[str, OptionValue]]:
    """A seat count and options that the game accepts; each option is the default half of the time."""
    info: GameInfo = entry.game.info
    while True:
        seats = rng.randint(info.min_seats, info.max_seats)
        options = {option.name: rng.choice(option.values) for option in info.options if rng.random() < 0.5}
        if entry.game.refuse_options(seats, options) is None:
            return seats, options


def random_match(entry: AnyEntry, rng: Random, deals_in_a_match: int = DEALS_IN_A_MATCH) -> Iterator[Move]:
    """The moves of one random match. Raises Endless where it does not end."""
    game = entry.game
    state = game.new_match(*random_settings(entry, rng))
    seed, deals, moves = b"", 0, 0
    while (actor := game.actor(state)) is not None:
        if actor is DEALER:
            if game.due(state) is Due.DEAL:
                seed, deals, moves = rng.randbytes(32), deals + 1, 0
            action = game.deal(state, seed)
        else:
            legal = game.legal(state)
            assert legal, "a seat must act and has no legal action"
            action = rng.choice(legal)
        moves += 1
        if moves > MOVES_IN_A_DEAL or deals > deals_in_a_match:
            raise Endless(f"{deals} deals, {moves} moves in the last one")
        step = game.apply(state, actor, action)
        yield Move(state, actor, action, step)
        state = step.state


def random_moves(entry: AnyEntry, seed: str, deals: int, deals_in_a_match: int = DEALS_IN_A_MATCH) -> Iterator[Move]:
    """The moves of random matches until ``deals`` deals have been played."""
    rng = Random(seed)
    begun = 0
    while True:
        for move in random_match(entry, rng, deals_in_a_match):
            if isinstance(move.action, Deal):
                begun += 1
                if begun > deals:
                    return
            yield move
