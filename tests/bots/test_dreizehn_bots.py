"""The bots of Dreizehn: what nobody should play is never played, and what is hidden changes nothing."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from lan_thirteen.bots.base import JudgingBot
from lan_thirteen.bots.dreizehn import DreizehnJudge
from lan_thirteen.core.game import DEALER, OptionValue, Seat
from lan_thirteen.games.dreizehn.model import Action, Place, State
from lan_thirteen.games.dreizehn.rules import Dreizehn
from tests.games.positions import dreizehn_after, name
from tests.support.series import win_share

GAME = Dreizehn()
JUDGE = DreizehnJudge()
LEVELS = {"easy": JUDGE.blur, "normal": 0.0}
CHARACTERS = [bytes([k]) * 32 for k in range(30)]


def short(actions: list[Action]) -> set[str]:
    return {f"{name(a.card)}>{a.target + 1}" for a in actions if isinstance(a, Place)}


def choices(level: str, state: State) -> set[str]:
    """What thirty bots of this level play here: ``R4>2``, targets counted from 1."""
    view, legal = GAME.view(state, state.turn), GAME.legal(state)
    return short([JudgingBot(JUDGE, seed, LEVELS[level]).choose(view, legal) for seed in CHARACTERS])


def sensible(state: State) -> set[str]:
    return short(list(JUDGE.sensible(GAME.view(state, state.turn), GAME.legal(state))))


def legal(state: State) -> set[str]:
    return short(list(GAME.legal(state)))


def random_states(seed: int) -> list[State]:
    """The states of a random match of two deals in which a seat must act."""
    rng = Random(seed)
    options: dict[str, OptionValue] = {"rounds": 2, "deal_mode": ["five", "all"][seed % 2]}
    state, states = GAME.new_match(3 + seed % 4, options), []
    while (actor := GAME.actor(state)) is not None:
        if actor is DEALER:
            action = GAME.deal(state, rng.randbytes(32))
        else:
            states.append(state)
            action = rng.choice(GAME.legal(state))
        state = GAME.apply(state, actor, action).state
    return states


# B has taken three greens; each target breaks under a red four
THREE_GREENS = "G5>1 G5>1 G2>1 B7>2 G7>1 Y7>3 Y2>3 G5>1 R4>2 Y1>3 G1>1 B1>2"

LAST_PLAY = {
    "three yellows that nobody else has cost nothing, two blues and a four cost 2, three greens a tie": (
        dreizehn_after(THREE_GREENS, "R4", "B2", "B2"),
        {"R4>3"},
    ),
    "a target that holds and greens that nobody else has cost nothing, a four costs 2": (
        dreizehn_after("B7>1 G7>2 R4>1 G5>2 Y7>3 G1>2", "R4", "B2", "B2"),
        {"R4>2", "R4>3"},
    ),
    "a take that frees is better than none": (
        # A and B have three blues each; with two more and a four A pays 2 and no longer 3
        dreizehn_after("B5>1 B4>1 B4>1 B7>1 B1>1 B1>1 R4>2 B5>1 R4>1 G1>3 B1>1 G1>3", "R4", "G2", "G2"),
        {"R4>1"},
    ),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", LAST_PLAY)
def test_the_last_play_of_a_deal_costs_the_least_that_is_known(level: str, case: str) -> None:
    state, best = LAST_PLAY[case]
    assert legal(state) == {"R4>1", "R4>2", "R4>3"}
    assert sensible(state) == best
    assert choices(level, state) <= best


def test_a_play_that_is_not_the_last_one_is_not_bound_to_the_least_points() -> None:
    state = dreizehn_after(THREE_GREENS, "R4 R4", "B2", "B2")
    assert sensible(state) == {"R4>1", "R4>2", "R4>3"}
    last = dreizehn_after(THREE_GREENS, "R4", "B2", "B2")
    view = msgspec.structs.replace(GAME.view(last, Seat(0)), stock=1)
    assert len(JUDGE.sensible(view, GAME.legal(last))) == 3


FOURS = {
    "a red four goes elsewhere": (
        dreizehn_after("R4>1 R4>1 R4>1", "R4 B1", "B2", "B2"),
        {"R4>1"},
    ),
    "a colour card goes to another target without colour": (
        dreizehn_after("R4>1 R4>1 R4>1", "G2 R4", "B2", "B2"),
        {"G2>1", "R4>1"},
    ),
    "a four among colour cards counts as well": (
        dreizehn_after("B7>1 R4>1 G1>2", "R4 G1", "B2", "B2"),
        {"R4>1"},
    ),
    "a sole majority that was had already is no reason": (
        # A alone has blues, three of them, and pays nothing
        dreizehn_after("B5>1 B4>1 B4>1 B7>1 R4>1 G1>2", "R4 G1", "G2", "G2"),
        {"R4>1"},
    ),
    "even where it costs as much as it frees": (
        # A and B have two blues each: with two more and a four A pays 2 as before
        dreizehn_after("B7>1 B5>1 R4>2 B7>1 B5>1 R4>2 G1>3 B7>1 R4>1", "R4 G1", "G2", "G2"),
        {"R4>1"},
    ),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", FOURS)
def test_red_fours_are_not_taken_by_a_card_that_fits_elsewhere(level: str, case: str) -> None:
    state, struck = FOURS[case]
    assert legal(state) >= struck
    assert sensible(state) == legal(state) - struck
    assert choices(level, state) <= legal(state) - struck


@pytest.mark.parametrize(
    ("state", "take"),
    [
        # A and B have three blues each; with two more and a four A pays 2 and no longer 3
        (
            dreizehn_after("B5>1 B4>1 B4>1 B7>1 B1>1 B1>1 R4>2 B5>1 R4>1 G1>3 B1>1 G1>3", "R4 G7", "G2", "G2"),
            "R4>1",
        ),
        # a blue card fits its own target only
        (dreizehn_after("B7>1 R4>1 G1>2", "B5 G1", "B2", "B2"), "B5>1"),
        # without fours a take may be right
        (dreizehn_after("B7>1 B5>1 G1>2", "R4 G1", "B2", "B2"), "R4>1"),
    ],
)
def test_other_takes_are_left_to_judgement(state: State, take: str) -> None:
    assert take in sensible(state)


def test_normal_keeps_away_from_a_take_that_it_can_avoid() -> None:
    state = dreizehn_after("R4>1 R4>1 G1>2", "G2 Y7", "B2", "B2")
    assert choices("normal", state) == {"Y7>3"}


@pytest.mark.parametrize("seed", range(8))
def test_what_is_sensible_is_legal_and_there_is_always_something(seed: int) -> None:
    for state in random_states(seed):
        actions = JUDGE.sensible(GAME.view(state, state.turn), GAME.legal(state))
        assert actions
        assert set(actions) <= set(GAME.legal(state))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(4))
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


def test_easy_bots_differ_from_each_other() -> None:
    assert len(choices("easy", dreizehn_after("", "B5 G2 Y7 R4", "B2", "B2"))) > 1


def test_the_view_option_takes_no_knowledge_from_a_bot() -> None:
    seen = [
        choices("easy", dreizehn_after(THREE_GREENS, "R4 B2 G7", "B2", "B1", taken_view=shown))
        for shown in ("count", "own", "open")
    ]
    assert all(choice <= {"R4>1", "R4>2", "R4>3", "B2>2", "G7>1"} for choice in seen)
    state = dreizehn_after(THREE_GREENS, "R4", "B2", "B2", taken_view="count")
    assert GAME.view(state, Seat(0)).taken == ((), (), ())
    assert sensible(state) == {"R4>3"}


@pytest.mark.slow
def test_easy_is_better_than_chance_and_normal_is_better_than_easy() -> None:
    assert win_share("dreizehn", "easy", "random", 4, 40).won > 0.5
    assert win_share("dreizehn", "normal", "easy", 4, 40).won > 0.6
