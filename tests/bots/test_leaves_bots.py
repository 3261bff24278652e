"""The bots of 13 Leaves: what nobody should play is never played, and what is hidden changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from lan_thirteen.bots.base import JudgingBot
from lan_thirteen.bots.leaves import LeavesJudge
from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.games.leaves.model import Action, Play, State, Take, View
from lan_thirteen.games.leaves.rules import Leaves
from tests.games.positions import leaves_position
from tests.support.series import win_share

GAME = Leaves()
JUDGE = LeavesJudge()
LEVELS = {"easy": JUDGE.blur, "normal": 0.0}
CHARACTERS = [bytes([k]) * 32 for k in range(30)]

Bot = JudgingBot[View, Action]


def bots(level: str) -> list[Bot]:
    return [JudgingBot(JUDGE, seed, LEVELS[level]) for seed in CHARACTERS]


def choices(level: str, state: State) -> set[Action]:
    """What thirty bots of this level play here."""
    view, legal = GAME.view(state, state.turn), GAME.legal(state)
    return {bot.choose(view, legal) for bot in bots(level)}


def sensible(state: State) -> set[Action]:
    return set(JUDGE.sensible(GAME.view(state, state.turn), GAME.legal(state)))


def random_states(seed: int) -> list[State]:
    """The states of a random match in which a seat must act."""
    rng = Random(seed)
    state, states = GAME.new_match(3 + seed % 4, {}), []
    while (actor := GAME.actor(state)) is not None:
        if actor is DEALER:
            action = GAME.deal(state, rng.randbytes(32))
        else:
            states.append(state)
            action = rng.choice(GAME.legal(state))
        state = GAME.apply(state, actor, action).state
    return states


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("hand", "table", "play"),
    [
        ("7", "", Play(7, 1)),
        ("7 7 7", "", Play(7, 3)),
        ("1", "3x1 9x1", Play(1, 1)),
        ("13 13", "3x1 9x2", Play(13, 2)),
        ("6 6", "6x2", Play(6, 2)),
        ("6 6 6", "2x1 6x1", Play(6, 3)),
        ("2", "2x1 3x4", Play(2, 1)),
    ],
)
def test_a_play_that_empties_the_hand_is_made(level: str, hand: str, table: str, play: Play) -> None:
    state = leaves_position(hand, "8 8 8", "10 10", table=table, has_led=bool(table))
    assert choices(level, state) == {play}


OUT_OF_REACH = {
    "nobody else can have a card that is high enough": (
        leaves_position("13 13 5", "8 8", "9 9", table="6x1 12x1", removed="12 12"),
        Play(13, 1),
        Play(13, 2),
    ),
    "nobody else can have a card that is low enough": (
        leaves_position("1 1 9", "8 8", "9 9", table="2x1 6x1", removed="2 2"),
        Play(1, 1),
        Play(1, 2),
    ),
    "the others cannot have as many as the end needs": (
        leaves_position("12 12 12 5", "8 8", "9 9", table="6x1 11x2", removed="11 13"),
        Play(12, 2),
        Play(12, 3),
    ),
    "the others have too few cards": (
        leaves_position("9 9 9 5", "8", "10", table="6x1 8x2"),
        Play(9, 2),
        Play(9, 3),
    ),
    "who could has passed": (
        leaves_position(
            "12 12 12 5", "8 8", "9 9", table="6x1 11x2", removed="13", known=["", "", "11 11"], passed=[2]
        ),
        Play(12, 2),
        Play(12, 3),
    ),
    "who has cards enough has passed": (
        leaves_position("9 9 9 5", "8", "10 10 10", table="6x1 8x2", passed=[2]),
        Play(9, 2),
        Play(9, 3),
    ),
    "who has cards enough is known to hold others": (
        leaves_position("9 9 9 5", "", "", table="6x3 8x1", known=["", "7", "3 7"]),
        Play(9, 1),
        Play(9, 3),
    ),
    "each has room for one card only beside those that are known": (
        leaves_position("9 9 9 5", "12", "13", table="6x1 8x2", known=["", "1", "2"]),
        Play(9, 2),
        Play(9, 3),
    ),
    "what is known to be in another hand is not in this one": (
        leaves_position("12 12 12 5", "8 8", "9", table="6x1 11x2", removed="11 13", known=["", "", "11"]),
        Play(12, 2),
        Play(12, 3),
    ),
    "both sides of a lone stack are out of reach": (
        leaves_position("7 7 7 5", "8", "10", table="7x2"),
        Play(7, 2),
        Play(7, 3),
    ),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", OUT_OF_REACH)
def test_at_an_end_that_nobody_else_can_reach_no_group_is_split(level: str, case: str) -> None:
    state, split, whole = OUT_OF_REACH[case]
    assert split in GAME.legal(state)
    assert sensible(state) >= {whole, *(a for a in GAME.legal(state) if isinstance(a, Take))}
    assert split not in sensible(state)
    assert split not in choices(level, state)


@pytest.mark.parametrize(
    ("state", "split"),
    [
        # a 12 may be anywhere
        (leaves_position("13 13 5", "8 8", "9 9", table="6x1 12x1", removed="12"), Play(13, 1)),
        # two 11s may be with one player
        (leaves_position("12 12 12 5", "8 8", "9 9", table="6x1 11x2", removed="13"), Play(12, 2)),
        # the owner of the 11s is still in the trick
        (leaves_position("12 12 12 5", "8", "9", table="6x1 11x2", removed="13", known=["", "", "11 11"]), Play(12, 2)),
        # a seat has the needed card and room for another one
        (leaves_position("12 12 12 5", "8", "9", table="6x1 11x2", removed="13", known=["", "11", ""]), Play(12, 2)),
        # one seat has cards enough
        (leaves_position("9 9 9 5", "8", "10 10", table="6x1 8x2"), Play(9, 2)),
        # the right side of a lone stack is out of reach, the left one is not
        (leaves_position("13 4", "8 8", "9 9", table="12x1", removed="12 12 13"), Play(13, 1)),
        # a lead has no end to reach
        (leaves_position("7 7 7 5", "8", "10", has_led=False), Play(7, 1)),
    ],
)
def test_where_somebody_might_answer_a_group_may_be_split(state: State, split: Play) -> None:
    assert split in sensible(state)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_sensible_is_legal_and_there_is_always_something(seed: int) -> None:
    for state in random_states(seed):
        legal = GAME.legal(state)
        assert 0 < len(sensible(state)) <= len(legal)
        assert sensible(state) <= set(legal)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(6))
def test_a_bot_answers_the_same_view_in_the_same_way_whatever_is_hidden(level: str, seed: int) -> None:
    rng = Random(seed)
    bot = JudgingBot(JUDGE, CHARACTERS[seed], LEVELS[level])
    for state in random_states(seed):
        seat = state.turn
        hidden = [c for zone in GAME.zones(state) if not zone.is_open_to(seat) for c in zone.cards]
        other = GAME.relabel(state, dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True)))
        choice = bot.choose(GAME.view(state, seat), GAME.legal(state))
        assert bot.choose(GAME.view(state, seat), GAME.legal(state)) == choice
        assert bot.choose(GAME.view(other, seat), GAME.legal(other)) == choice


def test_whole_groups_are_played_and_taken_cards_join_a_group() -> None:
    assert choices("normal", leaves_position("5 5 5 9", "1", "2", has_led=False)) == {Play(5, 3)}
    state = leaves_position("1 7 7", "8 8 8 8", "9 9 9 9", table="6x4 7x1 8x1 10x4")
    assert choices("normal", state) == {Take(7)}


def test_easy_bots_differ_from_each_other() -> None:
    state = leaves_position("2 3 3 5 8 9 9 11", "1", "2", has_led=False)
    assert len(choices("easy", state)) > 1


def test_easy_is_better_than_chance_and_normal_is_better_than_easy() -> None:
    assert win_share("leaves", "easy", "random", 4, 80).won > 0.5
    assert win_share("leaves", "normal", "easy", 4, 200).won > 0.33


def test_seats_are_compared_by_number() -> None:
    state = leaves_position("8", "13 13 5", "9", table="6x1 12x1", removed="12 12", turn=1)
    assert Play(13, 1) not in JUDGE.sensible(GAME.view(state, Seat(1)), GAME.legal(state))
