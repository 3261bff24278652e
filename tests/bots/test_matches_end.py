"""Matches of bots alone end, whatever the game, the level, the seats and the options are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.bots.registry import LEVELS
from lan_thirteen.core.game import DEALER, Due, OptionValue, Seat
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.games.registry import GAMES
from tests.support.play import random_settings
from tests.support.series import player

MOVES_OF_A_SEAT = 400
"""In one deal; about four times what the longest of some thousand deals had."""


def states(game: str, level: str, seats: int, options: Mapping[str, OptionValue], number: int) -> Iterator[Any]:
    """The states of a match of bots of one level."""
    rules = GAMES[game].game
    bots = {Seat(s): player(game, level, number * seats + s) for s in range(seats)}
    state, seed = rules.new_match(seats, options), b""
    while (actor := rules.actor(state)) is not None:
        if actor is DEALER:
            seed = numbered_seed(number, state.deal) if rules.due(state) is Due.DEAL else seed
            action = rules.deal(state, seed)
        else:
            action = bots[actor].choose(rules.view(state, actor), rules.legal(state))
        state = rules.apply(state, actor, action).state
        yield state


def check_that_it_ends(game: str, level: str, seats: int, options: Mapping[str, OptionValue], number: int) -> None:
    """No deal is too long. With bots that see clearly it never comes back to where it was, its turns uncounted."""
    seen: set[Any] = set()
    deal = moves = 0
    for state in states(game, level, seats, options, number):
        if state.deal > deal:
            deal, moves = state.deal, 0
            seen.clear()
        moves += 1
        assert moves <= MOVES_OF_A_SEAT * seats, f"deal {deal} goes on and on"
        if level == "normal":
            uncounted = replace(state, turns=0) if hasattr(state, "turns") else state
            assert uncounted not in seen, f"deal {deal} goes round"
            seen.add(uncounted)


def check_any(game: str, level: str, number: int) -> None:
    seats, options = random_settings(GAMES[game], Random(f"{game} {level} {number}"))
    check_that_it_ends(game, level, seats, options, number)


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_bots_ends(game: str, level: str, number: int) -> None:
    check_any(game, level, number)


@pytest.mark.parametrize(
    ("level", "number", "options"),
    [
        ("normal", 35, {}),
        ("normal", 66, {}),
        ("normal", 71, {}),
        ("normal", 1, {"return_drawn_discard": "allow"}),
        ("easy", 1, {"return_drawn_discard": "allow"}),
        ("easy", 2, {"return_drawn_discard": "allow"}),
    ],
)
def test_two_bots_do_not_draw_each_others_discards_for_ever(
    level: str, number: int, options: dict[str, OptionValue]
) -> None:
    check_that_it_ends("three-thirteen", level, 2, options, number)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(5, 45))
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_many_more_matches_of_bots_end(game: str, level: str, number: int) -> None:
    check_any(game, level, number)


@pytest.mark.slow
@pytest.mark.parametrize("return_drawn_discard", ["forbid", "allow"])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("tens", range(15))
def test_many_matches_of_two_bots_end(tens: int, level: str, return_drawn_discard: str) -> None:
    for number in range(10 * tens, 10 * tens + 10):
        check_that_it_ends("three-thirteen", level, 2, {"return_drawn_discard": return_drawn_discard}, number)
