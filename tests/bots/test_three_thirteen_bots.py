"""The bots of Three Thirteen: what they never do, what they prefer, and that they win."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.bots.base import Bot, JudgingBot, RandomBot
from lan_thirteen.bots.three_thirteen import ThreeThirteenJudge
from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.games.three_thirteen.model import Action, Discard, DrawDiscard, DrawStock, Split, State, View
from lan_thirteen.games.three_thirteen.rules import ThreeThirteen
from tests.support.brute_melds import least_after_discard
from tests.support.thirteen_cards import card, cards

GAME = ThreeThirteen()
JUDGE = ThreeThirteenJudge()
NORMAL: Bot[View, Action] = JudgingBot(JUDGE, b"normal")
EASY = tuple(JudgingBot(JUDGE, b"easy %d" % i, JUDGE.blur) for i in range(20))
BOTS = pytest.mark.parametrize("bots", [pytest.param((NORMAL,), id="normal"), pytest.param(EASY, id="easy")])


@BOTS
@pytest.mark.parametrize(
    ("wild", "hand", "allowed"),
    [
        pytest.param(3, "7S 7H 7D KC", "KC", id="T1"),
        pytest.param(3, "5H 3C 7H 9D", "9D", id="T2"),
        pytest.param(3, "3S 3D 3H QC", "QC", id="T3, and no wild for it"),
        pytest.param(4, "4H 5H 6H 7H 8H", "5H 6H 7H 8H", id="T15, and no wild for it"),
    ],
)
def test_who_can_go_out_does(bots: Sequence[Bot[View, Action]], wild: int, hand: str, allowed: str) -> None:
    for action in _choices(bots, _holding(wild, cards(hand))):
        assert isinstance(action, Discard)
        assert action.out
        assert action.card in cards(allowed)


@BOTS
@pytest.mark.parametrize(
    ("wild", "hand", "thrown"),
    [
        pytest.param(3, "2S 9H JD KC", "JD KC", id="the highest"),
        pytest.param(4, "9S 9H 4D QC AC", "QC", id="the loose one"),
        pytest.param(4, "5S 6S 7S QC 2H", "QC", id="beside a run"),
        pytest.param(6, "2D 5D 6S 6C TH JC AS", "TH JC", id="T16 and an ace"),
        pytest.param(3, "8C 8D QH KS", "QH KS", id="a pair costs less than two kings"),
    ],
)
def test_in_the_last_turn_the_fewest_points_are_left(
    bots: Sequence[Bot[View, Action]], wild: int, hand: str, thrown: str
) -> None:
    for action in _choices(bots, _holding(wild, cards(hand), out=Seat(2))):
        assert isinstance(action, Discard)
        assert action.card in cards(thrown)


@BOTS
@pytest.mark.parametrize(
    ("wild", "hand", "never"),
    [
        pytest.param(5, "7C 7D 7H KS QD 2C", "7C 7D 7H", id="a set beside a loose king"),
        pytest.param(5, "8C 9C TC KS QD 2C", "8C 9C TC", id="a run beside a loose king"),
        pytest.param(5, "9C 9D 5S KS QD 2C", "9C 9D 5S", id="a wild that melds"),
        pytest.param(3, "3C 7D JH KS", "3C", id="a wild that joins two loose cards"),
        pytest.param(3, "3C 4D 9H KS", "3C", id="a wild beside loose cards of more points"),
        pytest.param(7, "TS TH TD 7C 2C 4H KD 9S", "TS TH TD 7C", id="a set and a wild"),
        pytest.param(
            13, "AH 2H 3H 4H 9S 9D 9C JC QC KD 6S 6D TS 5D", "AH 2H 3H 4H 9S 9D 9C JC QC KD", id="three melds"
        ),
    ],
)
def test_what_melds_is_kept_while_a_loose_card_costs_as_much(
    bots: Sequence[Bot[View, Action]], wild: int, hand: str, never: str
) -> None:
    for state in (_holding(wild, cards(hand)), _holding(wild, cards(hand), show_best_melds="off")):
        for action in _choices(bots, state):
            assert isinstance(action, Discard)
            assert action.card not in cards(never)


@BOTS
def test_a_wild_of_more_points_than_all_loose_cards_is_kept_by_sense_or_by_worth(
    bots: Sequence[Bot[View, Action]],
) -> None:
    state = _holding(3, cards("3C 9D 4H 6S"), wild_penalty=25)
    assert Discard(card("3C"), False) not in _choices((NORMAL,), state)
    assert all(action in GAME.legal(state) for action in _choices(bots, state))


@pytest.mark.parametrize(
    ("hand", "top", "action"),
    [
        pytest.param("9C 9D KH", "3S", DrawDiscard(), id="a wild"),
        pytest.param("9C 9D KH", "9S", DrawDiscard(), id="a third of a kind"),
        pytest.param("9C 9D KH", "2S", DrawDiscard(), id="a lower card"),
        pytest.param("5C 6D 8H", "KS", DrawStock(), id="a high loner"),
        pytest.param("KC QD 2H", "KS", DrawDiscard(), id="an early pair of kings"),
        pytest.param("KC 2D 7H", "KS", DrawStock(), id="no pair of kings, since one of them would go"),
        pytest.param("9C 9D 9H", "KS", DrawStock(), id="nothing is missing"),
    ],
)
def test_normal_takes_the_discard_that_helps(hand: str, top: str, action: Action) -> None:
    state = _holding(3, cards(hand), is_drawing=True, discards=cards(top))
    assert _choices((NORMAL,), state) == [action]


def test_a_pair_of_kings_is_early_by_turns_and_not_by_discards() -> None:
    state = _holding(3, cards("KC QD 2H"), is_drawing=True, discards=cards("KS"))
    assert _choices((NORMAL,), replace(state, turns=4)) == [DrawDiscard()]
    assert _choices((NORMAL,), replace(state, turns=5)) == [DrawStock()]


def test_a_discard_is_worth_what_the_throw_leaves_that_would_follow() -> None:
    """The cheapest throw would be the dear wild, which stays in hand."""
    state = _holding(3, cards("3C 9D AH"), is_drawing=True, discards=cards("2S"), wild_penalty=25)
    assert _choices((NORMAL,), state) == [DrawDiscard()]
    state = replace(state, hands=(cards("3C AD 2H"), *state.hands[1:]), discards=cards("4S"))
    assert _choices((NORMAL,), state) == [DrawStock()]


@BOTS
@pytest.mark.parametrize(("turns", "actions"), [(80, {DrawStock(), DrawDiscard()}), (81, {DrawStock()})])
def test_in_a_long_deal_a_discard_that_lowers_no_cost_is_left(
    bots: Sequence[Bot[View, Action]], turns: int, actions: set[Action]
) -> None:
    state = _holding(9, cards("2C 5D QH"), is_drawing=True, discards=cards("KS"))
    state = replace(state, turns=turns)
    assert set(JUDGE.sensible(GAME.view(state, Seat(0)), GAME.legal(state))) == actions
    assert set(_choices(bots, state)) <= actions


@BOTS
def test_in_a_long_deal_a_discard_that_lowers_the_cost_is_still_thought_of(bots: Sequence[Bot[View, Action]]) -> None:
    state = replace(_holding(3, cards("9C 9D KH"), is_drawing=True, discards=cards("9S")), turns=1000)
    assert DrawDiscard() in JUDGE.sensible(GAME.view(state, Seat(0)), GAME.legal(state))
    assert DrawDiscard() in _choices(bots, state)


@BOTS
def test_a_discard_that_was_taken_is_not_thrown_back(bots: Sequence[Bot[View, Action]]) -> None:
    state = _holding(3, cards("2C 4D 6H"), is_drawing=True, discards=cards("KS"), return_drawn_discard="allow")
    state = GAME.apply(state, Seat(0), DrawDiscard()).state
    assert Discard(card("KS"), False) in GAME.legal(state)
    assert Discard(card("KS"), False) not in _choices(bots, state)


@BOTS
@pytest.mark.parametrize("out", [None, Seat(2)])
def test_but_it_is_thrown_back_to_go_out_and_in_the_last_turn(
    bots: Sequence[Bot[View, Action]], out: Seat | None
) -> None:
    state = _holding(3, cards("9C 9D 9H"), out=out, is_drawing=True, discards=cards("KS"), return_drawn_discard="allow")
    state = GAME.apply(state, Seat(0), DrawDiscard()).state
    assert set(_choices(bots, state)) == {Discard(card("KS"), out is None)}


@BOTS
def test_where_two_splits_cost_the_same_no_card_is_thrown_for_which_a_better_one_of_its_points_could_go(
    bots: Sequence[Bot[View, Action]],
) -> None:
    """With the seven, 9C goes with TC or with 9H, which may not go back: TD costs as much as TC and leaves less."""
    state = _holding(7, cards("2H 9C 6D 7S TC 3H TD"), is_drawing=True, discards=cards("9H"))
    state = GAME.apply(state, Seat(0), DrawDiscard()).state
    assert not {Discard(card("TC"), False), Discard(card("7S"), False)} & set(_choices(bots, state))


def test_an_easy_bot_errs_in_another_way_in_another_turn() -> None:
    state = _holding(6, cards("2D 5D 8S 9C TH JC AS"))
    assert len({_choices(EASY[:1], replace(state, turns=turns))[0] for turns in range(30)}) > 1


def test_normal_keeps_what_has_partners() -> None:
    state = _holding(4, cards("KS KH QD JC TS"))
    assert _choices((NORMAL,), state)[0] in {Discard(c, False) for c in cards("QD JC TS")}


def test_normal_does_not_throw_what_the_next_player_collects() -> None:
    state = _holding(3, cards("7C 7H QS KD"))
    assert _choices((NORMAL,), state) == [Discard(card("QS"), False)]
    state = replace(state, picked=((), cards("QH"), (), ()))
    assert _choices((NORMAL,), state) == [Discard(card("KD"), False)]


def test_a_bot_answers_the_same_view_alike() -> None:
    state = _holding(6, cards("2D 5D 6S 6C TH JC AS"))
    for bot in (NORMAL, *EASY):
        assert _choices((bot,), state) == _choices((bot,), state)


def test_easy_bots_err() -> None:
    state = _holding(6, cards("2D 5D 8S 9C TH JC AS"))
    assert len(set(_choices(EASY, state))) > 1


@pytest.mark.parametrize("seed", range(4))
def test_something_sensible_is_left_in_every_state(seed: int) -> None:
    """And it keeps the promises of the tables above, whatever the options are."""
    chance = Random(seed)
    options = {option.name: chance.choice(option.values) for option in GAME.info.options}
    state = GAME.new_match(3, options)
    bot: Bot[View, Action] = RandomBot(b"random %d" % seed)
    for _ in range(250):
        actor = GAME.actor(state)
        if actor is None:
            return
        if actor is DEALER:
            state = GAME.apply(state, actor, GAME.deal(state, numbered_seed(seed, state.deal))).state
            continue
        view, legal = GAME.view(state, actor), GAME.legal(state)
        sensible = JUDGE.sensible(view, legal)
        _check_sensible(view, legal, sensible)
        state = GAME.apply(state, actor, bot.choose(view, sensible)).state


def _check_sensible(view: View, legal: Sequence[Action], sensible: Sequence[Action]) -> None:
    assert sensible
    assert set(sensible) <= set(legal)
    if any(isinstance(action, Discard) and action.out for action in legal):
        assert all(isinstance(action, Discard) and action.out for action in sensible)
    if view.out is not None and not view.is_drawing and len(view.hand) < 9:
        after = least_after_discard(view.hand, view.scheme)
        least = min(after[action.card] for action in legal if isinstance(action, Discard))
        assert all(isinstance(action, Discard) and after[action.card] == least for action in sensible)


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_normal_beats_random_players(opponents: int) -> None:
    assert _matches_won(NORMAL, opponents, 8) >= 0.75 * 8


@pytest.mark.slow
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_normal_beats_random_players_in_many_matches(opponents: int) -> None:
    assert _matches_won(NORMAL, opponents, 60) >= 0.75 * 60


def _matches_won(bot: Bot[View, Action], opponents: int, matches: int) -> float:
    """How many matches ``bot`` won against random players; a shared victory counts in part."""
    won = 0.0
    for number in range(matches):
        seat = number % (opponents + 1)
        bots: list[Bot[View, Action]] = [RandomBot(b"random %d" % s) for s in range(opponents + 1)]
        bots[seat] = bot
        state = GAME.new_match(len(bots), {})
        while (actor := GAME.actor(state)) is not None:
            if actor is DEALER:
                action = GAME.deal(state, numbered_seed(number, state.deal))
            else:
                action = bots[actor].choose(GAME.view(state, actor), GAME.legal(state))
            state = GAME.apply(state, actor, action).state
        winners = [standing.seat for standing in GAME.standings(state) if standing.rank == 1]
        won += (seat in winners) / len(winners)
    return won


def _choices(bots: Sequence[Bot[View, Action]], state: State) -> list[Action]:
    """What each of ``bots`` plays at seat 0."""
    view, legal = GAME.view(state, Seat(0)), GAME.legal(state)
    return [bot.choose(view, legal) for bot in bots]


def _holding(
    wild: int,
    hand: tuple[int, ...],
    out: Seat | None = None,
    is_drawing: bool = False,
    discards: tuple[int, ...] = cards("2H"),
    **options: Any,
) -> State:
    """Seat 0 of four holds ``hand``, in the deal with this wild rank."""
    state = GAME.new_match(4, options)
    rest = [c for c in range(104) if c not in {*hand, *discards}]
    others = tuple(tuple(rest[i * wild : (i + 1) * wild]) for i in range(3))
    shown = tuple(Split((), hand, 0) if seat == out else None for seat, hand in enumerate((hand, *others)))
    return replace(
        state,
        deal=wild - 2,
        is_live=True,
        turns=1,
        is_drawing=is_drawing,
        hands=(hand, *others),
        stock=tuple(rest[3 * wild :]),
        discards=discards,
        out=out,
        shown=shown,
    )
