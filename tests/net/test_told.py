"""Every ``Told`` of a table has one length, the shortest that will do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.game import DEALER, Due, Seat
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.games.three_thirteen import model
from lan_thirteen.net.told import told_block, told_message
from lan_thirteen.table.commands import Tell
from lan_thirteen.wire.codec import pack
from lan_thirteen.wire.messages import Told
from lan_thirteen.wire.padding import padded
from tests.support.play import random_settings

LATE = 2**15
"""Indices and tenures of a long evening."""


def signed(tell: Tell[Any, Any, Any]) -> Told:
    """As it travels, and it is never longer: with the host's signature."""
    return replace(told_message(tell), sig=bytes(64))


def tellings(entry: AnyEntry, rng: Random, moves: int) -> Iterator[Tell[Any, Any, Any]]:
    """All that is told at a table with the most seats, of so many actions."""
    game = entry.game
    most = game.info.max_seats
    options = random_settings(entry, rng)[1]
    while game.refuse_options(most, options) is not None:
        options = random_settings(entry, rng)[1]
    state, seed = game.new_match(most, options), b""
    for _ in range(moves):
        actor = game.actor(state)
        if actor is None:
            return
        if actor is DEALER and game.due(state) is Due.DEAL:
            seed = rng.randbytes(32)
        action = game.deal(state, seed) if actor is DEALER else rng.choice(game.legal(state))
        step = game.apply(state, actor, action)
        state = step.state
        for viewer in (*map(Seat, range(most)), None):
            story = tuple(told for event in step.events if (told := game.redact(event, viewer)) is not None)
            legal = game.legal(state) if viewer is not None and game.actor(state) == viewer else ()
            yield Tell(viewer, LATE, LATE, game.view(state, viewer), story, legal, is_private=viewer is not None)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_seat_is_told_of_one_action_has_the_length_of_its_game(game: str) -> None:
    rng = Random(game)
    for _ in range(8):
        for tell in tellings(GAMES[game], rng, 150):
            for told in (told_message(tell), signed(tell)):
                assert len(padded(told, told_block(game))) == told_block(game)


@pytest.mark.parametrize(("game", "longest"), [("leaves", 316), ("dreizehn", 516)])
def test_where_the_shortest_length_will_do_there_is_a_third_to_spare(game: str, longest: int) -> None:
    rng = Random(game)
    lengths = [len(pack(signed(tell))) for _ in range(8) for tell in tellings(GAMES[game], rng, 150)]
    assert told_block(game) == 1024
    assert longest / 2 < max(lengths) < 1024 * 2 / 3


def test_three_thirteen_needs_two_kib_where_all_hold_what_they_picked_up_and_the_last_one_shows_their_hand() -> None:
    """A hand-made end of the longest deal: eight hands of 13 in four melds, of cards with the longest numbers."""
    cards = tuple(range(140, 153))
    split = model.Split((cards[:3], cards[3:6], cards[6:9], cards[9:]), (), 150)
    options = model.Options("low_or_high", 2, "rank", "rank", "one_natural", "none", "full", "forbid", "on")
    points = (300,) * 8
    view = model.View(
        options=options,
        seat=Seat(7),
        deal=11,
        wild=13,
        cards_each=13,
        first=Seat(7),
        turn=Seat(7),
        turns=LATE,
        is_drawing=False,
        hand=cards,
        hand_sizes=(13,) * 8,
        drawn=None,
        stock=1,
        restocks=2,
        discards=tuple(range(216 - 105)),
        picked=(cards,) * 8,
        out=Seat(7),
        shown=(split,) * 8,
        split=split,
        points=points,
        totals=(3000,) * 8,
        is_over=True,
    )
    story = (model.Discarded(Seat(7), 150, out=True), *[model.Laid(Seat(seat), split) for seat in range(8)])
    end = model.DealEnded(points, view.totals)
    tell: Tell[Any, Any, Any] = Tell(Seat(7), LATE, LATE, view, (*story, end), (), is_private=True)
    assert 1024 < len(pack(told_message(tell))) < len(pack(signed(tell))) <= told_block("three-thirteen") == 2048


def test_a_story_that_is_longer_takes_a_multiple() -> None:
    tell = next(tellings(GAMES["leaves"], Random(1), 1))
    long: Tell[Any, Any, Any] = Tell(tell.to, 1, 1, tell.view, tell.events * 300, (), is_private=True)
    assert len(padded(told_message(long), told_block("leaves"))) % told_block("leaves") == 0


def test_a_game_that_is_not_known_has_room() -> None:
    assert told_block("bridge") == 4096
