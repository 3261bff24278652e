"""13 Leaves: the worked examples L1 to L16 as literals, every option, every edge case, every refusal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from lan_thirteen.core import shuffle
from lan_thirteen.core.errors import BadSettings, IllegalAction
from lan_thirteen.core.game import DEALER, Deal, Due, OptionValue, Seat, Sight, Standing, Step
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.leaves.model import (
    CARDS,
    COPIES,
    HAND_SIZE,
    VALUE_OF,
    Action,
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
)
from lan_thirteen.games.leaves.rules import Leaves
from tests.games.positions import leaves_position, value_counts

GAME = Leaves()


def plays(state: State) -> str:
    """The legal plays, ``2x2 6x2``."""
    return " ".join(f"{a.value}x{a.count}" for a in GAME.legal(state) if isinstance(a, Play))


def takes(state: State) -> list[int | None]:
    return [a.value for a in GAME.legal(state) if isinstance(a, Take)]


def act(state: State, action: Action) -> Step[State, Event]:
    return GAME.apply(state, state.turn, action)


def after(state: State, *actions: Action) -> State:
    for action in actions:
        state = act(state, action).state
    return state


def code(state: State, action: Action) -> tuple[str, tuple[int, ...]]:
    """Why the acting seat may not do this, in short."""
    why = GAME.refuse(state, state.turn, action)
    assert why is not None
    assert why.names == ()
    with pytest.raises(IllegalAction):
        act(state, action)
    return why.code, why.numbers


def dealt(seats: int = 4, seed: bytes = bytes(32), **options: OptionValue) -> State:
    state = GAME.new_match(seats, options)
    return GAME.apply(state, DEALER, GAME.deal(state, seed)).state


@pytest.mark.parametrize(
    ("example", "table", "hand", "legal"),
    [
        ("L1", "", "3 7 7 7 10", "3x1 7x1 7x2 7x3 10x1"),
        ("L2", "6x2 9x1", "2 2 4 6 6 6 7 9 9 12", "2x2 6x2 6x3 9x1 9x2 12x1"),
        ("L3", "7x2", "5 5 7 8 8 8 13", "5x2 8x2 8x3"),
        ("L4", "7x4", "3 3 3 9 9 9 9 12", "9x4"),
        ("L5 before", "3x3 5x1 11x2", "1 2 2 11", ""),
        ("L5 after", "3x2 5x1 11x2", "1 2 2 11", "2x2"),
        ("L6 before", "4x1 6x2 10x1", "4 5 5 8 10", "4x1 10x1"),
        ("L6 after", "6x2 10x1", "4 5 5 8 10", "5x2 10x1"),
        ("L7 before", "2x1 6x1 12x1", "2 6 6 6 7 12", "2x1 12x1"),
        ("L7 after", "2x1 12x1", "2 6 6 6 7 12", "2x1 12x1"),
        ("L10", "6x2 7x2", "8 8", "8x2"),
        ("L11, with 11s for its 13s", "1x1 11x2", "1 7 11 11", "1x1 11x2"),
    ],
)
def test_the_worked_examples_list_these_plays(example: str, table: str, hand: str, legal: str) -> None:
    state = leaves_position(hand, "", "", table=table, has_led=bool(table))
    assert plays(state) == legal
    on_table = [int(word.split("x")[0]) for word in table.split()]
    assert takes(state) == on_table


def test_l11_as_it_stands_needs_more_13s_than_the_deck_has() -> None:
    """It has 1x1 13x2 on the table and 1 7 13 13 in hand; the rules it shows are tested with 11s in their place."""
    assert COPIES[13] < 4 <= COPIES[11]


def test_l1_the_leader_may_not_pass() -> None:
    state = leaves_position("3 7 7 7 10", "", "", has_led=False)
    assert code(state, Take(None)) == ("leaves.must-lead", ())
    assert code(state, Take(3)) == ("leaves.must-lead", ())


@pytest.mark.parametrize(
    ("table", "hand", "value", "left", "legal"),
    [
        ("3x3 5x1 11x2", "1 2 2 11", 3, {3: 2, 5: 1, 11: 2}, "2x2"),
        ("4x1 6x2 10x1", "4 5 5 8 10", 4, {6: 2, 10: 1}, "5x2 10x1"),
        ("2x1 6x1 12x1", "2 6 6 6 7 12", 6, {2: 1, 12: 1}, "2x1 12x1"),
    ],
)
def test_l5_l6_l7_a_taken_card_changes_what_the_next_seat_may_play(
    table: str, hand: str, value: int, left: dict[int, int], legal: str
) -> None:
    state = after(leaves_position("8 8", hand, "9 9", table=table), Take(value))
    assert value_counts(state.table) == left
    assert plays(state) == legal


def test_l8_an_emptied_table_is_open_to_any_play_and_to_a_pass_that_takes_nothing() -> None:
    state = leaves_position("9 2", "3 3", "1 5 5", "4 4", has_led=False)
    state = after(state, Play(9, 1), Take(9))
    assert state.turn == 2
    assert value_counts(state.table) == {}
    assert plays(state) == "1x1 5x1 5x2"
    assert takes(state) == [None]
    state = act(state, Take(None)).state
    step = act(state, Take(None))
    assert step.events == (Took(Seat(3), None), TrickEnded(Seat(0), 0))
    assert step.state.turn == 0
    assert step.state.removed == 0
    assert not step.state.has_led


def test_l9_the_survivor_leads_again_and_the_others_have_a_card_more() -> None:
    state = leaves_position("5 5 2 2", "3 3 9", "4 4 8", has_led=False)
    state = after(state, Play(5, 2), Take(5), Take(5))
    assert (state.turn, state.table, state.tricks, state.has_led) == (0, 0, 1, False)
    assert [hand.bit_count() for hand in state.hands] == [2, 4, 4]


def test_l10_the_last_cards_win_at_once_and_nobody_answers() -> None:
    state = leaves_position("8 8", "9 9 9", "10 10 10 10", table="6x2 7x2")
    step = act(state, Play(8, 2))
    assert step.events == (
        Played(Seat(0), 8, 2, 2),
        DealEnded((Seat(0),), (0, 3, 4), (0, 3, 4)),
    )
    assert GAME.actor(step.state) is None
    assert GAME.view(step.state, None).is_over


def test_l11_what_lies_inside_and_too_few_at_an_end_are_refused() -> None:
    state = leaves_position("1 7 11 11", "", "", table="1x1 11x2")
    assert code(state, Play(11, 1)) == ("leaves.end-needs-more", (2, 11))
    assert code(state, Play(7, 1)) == ("leaves.between-ends", (7, 1, 11))


def l12() -> State:
    """A 4×2, B 5×2 and C 7×2 have been played; A must pass."""
    state = leaves_position("4 4 9", "5 5 10", "3 7 7", has_led=False, mode="expert")
    return after(state, Play(4, 2), Play(5, 2), Play(7, 2))


def test_l12_taking_inside_the_own_end_lets_the_third_seat_win() -> None:
    state = l12()
    assert plays(state) == ""
    state = act(state, Take(4)).state
    assert plays(state) == ""
    step = act(state, Take(7))
    assert step.events == (Took(Seat(1), 7), TrickEnded(Seat(2), 4))
    assert value_counts(step.state.removed) == {4: 1, 5: 2, 7: 1}
    assert [value_counts(hand) for hand in step.state.hands] == [{4: 1, 9: 1}, {7: 1, 10: 1}, {3: 1}]
    step = act(step.state, Play(3, 1))
    assert step.events[-1] == DealEnded((Seat(2),), (2, 2, 0), (2, 2, 0))


def test_l13_taking_from_the_end_lets_the_next_seat_win() -> None:
    state = act(l12(), Take(7)).state
    assert value_counts(state.table) == {4: 2, 5: 2, 7: 1}
    assert plays(state) == "10x1"
    assert act(state, Play(10, 1)).events[-1] == DealEnded((Seat(1),), (2, 0, 1), (2, 0, 1))


def expert(before: tuple[int, ...], *left: str) -> State:
    """An expert match after A has played its last card, with these totals before and these hands left over."""
    state = leaves_position("7", *left, table="6x1", mode="expert", totals=before)
    return act(state, Play(7, 1)).state


def test_l14_a_total_of_twenty_ends_an_expert_match_and_the_lowest_wins() -> None:
    state = expert((13, 16, 19), "2 2 3 3", "8 8 8 9 9 9 10")
    assert state.totals == (13, 20, 26)
    assert GAME.due(state) is None
    assert GAME.standings(state) == (
        Standing(Seat(0), 13, 1),
        Standing(Seat(1), 20, 2),
        Standing(Seat(2), 26, 3),
    )


def test_l15_equal_totals_share_the_victory() -> None:
    state = expert((14, 10, 15), "2 2 3 3", "8 8 8 9 9 9 10")
    assert state.totals == (14, 14, 22)
    assert [(s.seat, s.rank) for s in GAME.standings(state)] == [(0, 1), (1, 1), (2, 3)]


def test_l16_the_deck_and_what_is_dealt_of_it() -> None:
    assert CARDS == 62
    assert [COPIES[v] for v in range(1, 14)] == [2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2]
    assert tuple(sorted(VALUE_OF)) == VALUE_OF
    assert HAND_SIZE == {3: 15, 4: 13, 5: 11, 6: 9}
    for seats, each, out in ((3, 15, 17), (4, 13, 10), (5, 11, 7), (6, 9, 8)):
        state = dealt(seats)
        assert [hand.bit_count() for hand in state.hands] == [each] * seats
        assert state.undealt.bit_count() == out


def test_an_expert_match_goes_on_below_its_target_score() -> None:
    state = expert((13, 15, 12), "2 2 3 3", "8 8 8 9 9 9 10")
    assert state.totals == (13, 19, 19)
    assert GAME.due(state) is Due.DEAL
    assert GAME.actor(state) is DEALER
    assert GAME.legal(state) == ()


def test_the_target_score_is_an_option() -> None:
    state = leaves_position("7", "2 2", "3 3 3 4 4", table="6x1", mode="expert", target_score=5)
    assert GAME.actor(act(state, Play(7, 1)).state) is None


def test_a_single_match_is_over_after_one_deal_and_places_go_by_cards_left() -> None:
    state = act(leaves_position("7", "2 2 3", "8", "9 9 9", table="6x1"), Play(7, 1)).state
    assert GAME.actor(state) is None
    assert [(s.seat, s.points, s.rank) for s in GAME.standings(state)] == [(0, 0, 1), (2, 1, 2), (1, 3, 3), (3, 3, 3)]


def test_cards_are_dealt_one_at_a_time_from_the_top_starting_with_the_leader() -> None:
    state = GAME.new_match(4, {})
    step = GAME.apply(state, DEALER, Deal(Seat(2), tuple(range(61, -1, -1))))
    assert step.events == (Dealt(1, Seat(2)),)
    assert step.state.hands[2] == sum(1 << c for c in range(61, 9, -4))
    assert step.state.hands[3] == sum(1 << c for c in range(60, 9, -4))
    assert step.state.hands[1] == sum(1 << c for c in range(58, 9, -4))
    assert step.state.undealt == (1 << 10) - 1
    assert (step.state.turn, step.state.deal) == (2, 1)


def test_the_deal_is_drawn_from_the_seed_by_its_labels() -> None:
    deal = GAME.deal(GAME.new_match(5, {}), b"s" * 32)
    assert deal == Deal(Seat(shuffle.first_of(5, b"s" * 32)), shuffle.shuffled(range(62), b"s" * 32))


def test_the_hand_size_is_an_option() -> None:
    assert [hand.bit_count() for hand in dealt(3, hand_size=17).hands] == [17, 17, 17]


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (2, {}, Refusal("settings.seats", (3, 6, 2))),
        (7, {}, Refusal("settings.seats", (3, 6, 7))),
        (4, {"mode": "expert", "target_score": 50, "next_leader": "rotate", "trick_guard": 500}, None),
        (4, {"mode": "long"}, Refusal("settings.bad-value", (), ("mode", "long", "single, expert"))),
        (4, {"target_score": 4}, Refusal("settings.bad-value", (), ("target_score", "4", "5-50"))),
        (4, {"target_score": "20"}, Refusal("settings.bad-value", (), ("target_score", "20", "5-50"))),
        (4, {"trick_guard": 19}, Refusal("settings.bad-value", (), ("trick_guard", "19", "20-500"))),
        (4, {"hand_size": 5}, Refusal("settings.bad-value", (), ("hand_size", "5", "auto, 6-17"))),
        (4, {"hand_size": 15}, None),
        (4, {"hand_size": 16}, Refusal("leaves.hand-size", (16, 4, 62))),
        (6, {"hand_size": 11}, Refusal("leaves.hand-size", (11, 6, 62))),
        (3, {"hand_size": 17}, None),
        (
            4,
            {"house": 1},
            Refusal(
                "settings.unknown-option", (), ("house", "mode, target_score, hand_size, next_leader, trick_guard")
            ),
        ),
    ],
)
def test_settings_are_refused_with_a_reason(seats: int, options: dict[str, OptionValue], why: Refusal | None) -> None:
    assert GAME.refuse_options(seats, options) == why
    if why is None:
        assert GAME.due(GAME.new_match(seats, options)) is Due.DEAL
    else:
        with pytest.raises(BadSettings):
            GAME.new_match(seats, options)


def test_the_next_leader_is_drawn_again_by_default() -> None:
    state = expert((0, 0, 0), "2 2", "8 8")
    leaders = {GAME.deal(state, bytes([k]) * 32).first for k in range(30)}  # type: ignore[union-attr]
    assert leaders == {0, 1, 2}


def test_the_next_leader_may_go_clockwise() -> None:
    state = leaves_position("7", "2 2", "3 3", table="6x1", mode="expert", next_leader="rotate")
    state = act(state, Play(7, 1)).state
    deal = GAME.deal(state, bytes(32))
    assert isinstance(deal, Deal)
    assert deal.first == 1
    wrong = Deal(Seat(2), deal.order)
    assert GAME.refuse(state, DEALER, wrong) == Refusal("deal.wrong-first", (2,))


def test_the_winner_may_lead_next() -> None:
    state = leaves_position("2 2", "3 3", "7", table="6x1", turn=2, mode="expert", next_leader="winner")
    deal = GAME.deal(act(state, Play(7, 1)).state, bytes(32))
    assert isinstance(deal, Deal)
    assert deal.first == 2


def test_of_several_winners_the_first_one_clockwise_from_the_last_leader_leads() -> None:
    state = guarded("9 9", "2", "3", next_leader="winner", mode="expert")
    state = msgspec.structs.replace(state, first=Seat(2))
    state = act(state, Take(None)).state
    assert state.winners == (1, 2)
    deal = GAME.deal(state, bytes(32))
    assert isinstance(deal, Deal)
    assert deal.first == 2


def guarded(*hands: str, table: str = "", **options: Any) -> State:
    """The last seat is about to pass in the last trick that the guard allows; seat 0 will have survived it."""
    passed = range(1, len(hands) - 1)
    return leaves_position(
        *hands, table=table, passed=passed, turn=len(hands) - 1, tricks=19, trick_guard=20, **options
    )


def test_after_the_guarded_number_of_tricks_the_fewest_cards_win() -> None:
    step = act(guarded("9 9", "2 2 2", "3 3", table="6x2 8x1"), Take(8))
    assert step.events == (
        Took(Seat(2), 8),
        TrickEnded(Seat(0), 2),
        DealEnded((Seat(0),), (0, 3, 3), (0, 3, 3)),
    )


def test_the_fewest_cards_after_the_guarded_number_of_tricks_are_shared() -> None:
    state = act(guarded("9 9", "2 2 2", "3", table="6x2"), Take(6)).state
    assert state.winners == (0, 2)
    assert state.totals == (0, 3, 0)
    assert [s.rank for s in GAME.standings(state)] == [1, 1, 3]


def test_e8_where_all_tie_after_the_guarded_number_of_tricks_all_have_won() -> None:
    state = act(guarded("9 9", "2 2", "3", table="6x2"), Take(6)).state
    assert state.winners == (0, 1, 2)
    assert state.totals == (0, 0, 0)
    assert [s.rank for s in GAME.standings(state)] == [1, 1, 1]


def test_before_the_guarded_number_of_tricks_the_deal_goes_on() -> None:
    state = msgspec.structs.replace(guarded("9 9", "2 2", "3", table="6x2"), tricks=18)
    assert act(state, Take(6)).state.is_live


def test_e1_a_lone_stack_is_both_ends_and_one_play() -> None:
    state = leaves_position("5 5 6 6 6 9 9", "", "", table="6x2")
    assert plays(state) == "5x2 6x2 6x3 9x2"
    step = act(state, Play(6, 3))
    assert step.events == (Played(Seat(0), 6, 3, 5),)
    assert value_counts(step.state.table) == {6: 5}


def test_e2_an_emptied_end_leaves_the_next_stack_as_end() -> None:
    state = after(leaves_position("1", "7 7 7", "9", table="8x3 10x1"), Take(10))
    assert plays(state) == "7x3"
    assert takes(state) == [8]


def test_e3_an_emptied_middle_stays_closed() -> None:
    state = after(leaves_position("1", "7 8", "9", table="6x1 7x1 8x1"), Take(7))
    assert plays(state) == "8x1"
    assert code(state, Play(7, 1)) == ("leaves.between-ends", (7, 6, 8))


def test_e4_taking_the_last_card_of_the_table_leaves_any_play_open() -> None:
    state = after(leaves_position("1", "3 12", "9 9", "4", table="6x1", passed=[3]), Take(6))
    assert plays(state) == "3x1 12x1"
    assert takes(state) == [None]
    assert code(state, Take(6)) == ("leaves.not-on-table", (6,))


def test_e5_a_trick_can_end_on_an_empty_table() -> None:
    state = leaves_position("1", "3", "9", table="", passed=[1], turn=2)
    assert act(state, Take(None)).events == (Took(Seat(2), None), TrickEnded(Seat(0), 0))


def test_e6_the_survivor_may_not_play_on_the_old_table() -> None:
    state = after(leaves_position("1", "3", "9", table="6x1 7x1", passed=[1], turn=2), Take(6))
    assert (state.turn, state.table, value_counts(state.removed)) == (0, 0, {7: 1})


def test_e7_the_last_card_on_a_full_trick_ends_the_deal() -> None:
    state = act(leaves_position("9", "3", "9", table="6x1 7x1", passed=[1, 2]), Play(9, 1)).state
    assert not state.is_live


def test_e9_nobody_beats_a_complete_end_until_a_card_is_taken_from_it() -> None:
    state = leaves_position("2", "3", "13", table="5x1 12x2", removed="13")
    assert plays(msgspec.structs.replace(state, turn=Seat(2))) == ""
    assert plays(after(state, Take(12), Take(5))) == "13x1"


def test_seats_that_have_passed_are_left_out_of_the_trick() -> None:
    state = leaves_position("9 9", "10 10", "3", "4", table="6x1", passed=[1, 2])
    state = act(state, Play(9, 1)).state
    assert state.turn == 3
    assert act(state, Play(4, 1)).events[-1] == DealEnded((Seat(3),), (1, 2, 1, 0), (1, 2, 1, 0))


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Play(0, 1), ("leaves.no-such-play", (0, 1))),
        (Play(14, 1), ("leaves.no-such-play", (14, 1))),
        (Play(9, 0), ("leaves.no-such-play", (9, 0))),
        (Play(9, -1), ("leaves.no-such-play", (9, -1))),
        (Play(9, 3), ("leaves.too-few-in-hand", (2, 9, 3))),
        (Play(13, 1), ("leaves.too-few-in-hand", (0, 13, 1))),
        (Play(7, 1), ("leaves.between-ends", (7, 6, 8))),
        (Play(9, 1), ("leaves.end-needs-more", (2, 8))),
        (Play(2, 1), ("leaves.end-needs-more", (3, 6))),
        (Take(None), ("leaves.must-take", ())),
        (Take(7), ("leaves.not-on-table", (7,))),
        (Take(0), ("leaves.not-on-table", (0,))),
        (Take(99), ("leaves.not-on-table", (99,))),
        (Deal(Seat(0), tuple(range(62))), ("turn.not-yours", ())),
    ],
)
def test_an_illegal_action_is_refused_with_its_reason(action: Action, why: tuple[str, tuple[int, ...]]) -> None:
    state = leaves_position("2 7 9 9", "3", "4", table="6x3 8x2")
    assert code(state, action) == why


def test_who_is_not_to_act_is_refused() -> None:
    state = leaves_position("2 9 9", "9 9", "4", table="6x1")
    for actor in (Seat(1), Seat(2), DEALER):
        assert GAME.refuse(state, actor, Play(9, 2)) == Refusal("turn.not-yours")
    waiting = GAME.new_match(3, {})
    for action in (Play(9, 1), Take(None)):
        assert GAME.refuse(waiting, DEALER, action) == Refusal("turn.not-yours")
    assert GAME.refuse(waiting, Seat(0), Deal(Seat(0), tuple(range(62)))) == Refusal("turn.not-yours")


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        (Deal(Seat(3), tuple(range(62))), Refusal("deal.wrong-first", (3,))),
        (Deal(Seat(-1), tuple(range(62))), Refusal("deal.wrong-first", (-1,))),
        (Deal(Seat(0), tuple(range(61))), Refusal("deal.wrong-cards", (62,))),
        (Deal(Seat(0), (0, *range(61))), Refusal("deal.wrong-cards", (62,))),
        (Deal(Seat(0), tuple(range(1, 63))), Refusal("deal.wrong-cards", (62,))),
        (Deal(Seat(2), tuple(range(62))), None),
    ],
)
def test_a_deal_is_the_whole_deck_and_begins_with_a_seat(deal: Deal, why: Refusal | None) -> None:
    assert GAME.refuse(GAME.new_match(3, {}), DEALER, deal) == why


def test_a_view_holds_what_its_seat_may_know_and_no_more() -> None:
    state = leaves_position(
        "2 9", "3 3", "4", table="6x2 8x1", removed="1 13 13", known=["7", "", "5"], passed=[2], tricks=2
    )
    expected = View(
        options=Options(),
        seat=Seat(1),
        deal=1,
        trick=3,
        turn=Seat(0),
        hand=(3, 3),
        hand_sizes=(3, 2, 2),
        table=((6, 2), (8, 1)),
        passed=(Seat(2),),
        known=((7,), (), (5,)),
        removed=(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2),
        undealt=62 - 7 - 3 - 3,
        winners=(),
        totals=(0, 0, 0),
        is_over=False,
    )
    assert GAME.view(state, Seat(1)) == expected
    assert GAME.view(state, None) == msgspec.structs.replace(expected, seat=None, hand=())
    assert GAME.view(state, Seat(0)) == msgspec.structs.replace(expected, seat=Seat(0), hand=(2, 7, 9))


def test_a_view_is_small() -> None:
    for seats in (3, 4, 5, 6):
        assert len(msgspec.msgpack.encode(GAME.view(dealt(seats, mode="expert"), Seat(0)))) < 1024


def test_a_taken_card_stays_known_until_a_play_that_must_have_used_it() -> None:
    state = leaves_position("6 6 2", "9", "9", table="6x1 7x1")
    state = after(state, Take(6))
    assert GAME.view(state, None).known == ((6,), (), ())
    # of three sixes one is known: it is the first to go
    state = leaves_position("6 6 2", "9", "9", table="5x1", known=["6", "", ""])
    assert GAME.view(after(state, Play(6, 1)), None).known == ((), (), ())
    state = leaves_position("6 2", "9", "9", table="5x1", known=["6 6", "", ""])
    assert GAME.view(after(state, Play(6, 1)), None).known == ((6,), (), ())


def test_a_card_that_was_taken_is_not_known_in_a_hand_that_has_been_emptied() -> None:
    state = act(leaves_position("6", "9", "9", table="5x1", known=["6", "", ""]), Play(6, 2)).state
    assert not state.is_live
    assert GAME.view(state, None).known == ((), (), ())
    assert state.known == (0, 0, 0)


def test_who_won_is_told_until_the_next_deal_is_played() -> None:
    state = expert((0, 0, 0), "2 2", "8 8")
    assert GAME.view(state, None).winners == (0,)
    state = GAME.apply(state, DEALER, GAME.deal(state, bytes(32))).state
    assert [GAME.view(state, viewer).winners for viewer in (None, Seat(0))] == [(), ()]


def test_a_deal_forgets_the_tricks_and_cards_of_the_one_before() -> None:
    state = leaves_position(
        "9", "2 2", "3", table="6x1", removed="1 13 13", known=["", "7", ""], passed=[1], tricks=7, mode="expert"
    )
    state = act(state, Play(9, 1)).state
    deal = GAME.deal(state, bytes([7]) * 32)
    assert isinstance(deal, Deal)
    deal = msgspec.structs.replace(deal, first=Seat(2))
    after_it = GAME.apply(state, DEALER, deal).state
    assert (after_it.first, after_it.turn) == (2, 2)
    assert (after_it.tricks, after_it.passed, after_it.removed, after_it.known) == (0, 0, 0, (0, 0, 0))
    assert GAME.view(after_it, None).trick == 1


def test_everybody_sees_every_event() -> None:
    events: list[Event] = [
        Dealt(1, Seat(0)),
        Played(Seat(0), 7, 2, 2),
        Took(Seat(1), 7),
        TrickEnded(Seat(0), 1),
        DealEnded((Seat(0),), (0, 1, 2), (0, 1, 2)),
    ]
    for event in events:
        for viewer in (None, Seat(0), Seat(2)):
            assert GAME.redact(event, viewer) == event


def test_cards_that_nobody_saw_belong_to_their_owner_or_to_nobody() -> None:
    state = leaves_position("2 9", "3", "4", table="6x2", removed="1", known=["7", "", ""])
    sights = {zone.name: (zone.sight, len(zone.cards)) for zone in GAME.zones(state)}
    assert sights == {
        "table": (Sight.ALL, 2),
        "removed": (Sight.ALL, 1),
        "undealt": (Sight.NOBODY, 54),
        "hand 0": (Sight.OWNER, 2),
        "hand 0, taken": (Sight.ALL, 1),
        "hand 1": (Sight.OWNER, 1),
        "hand 1, taken": (Sight.ALL, 0),
        "hand 2": (Sight.OWNER, 1),
        "hand 2, taken": (Sight.ALL, 0),
    }
    assert GAME.zones(GAME.new_match(3, {})) == ()


def test_a_passer_takes_one_card_for_each_value_on_the_table() -> None:
    state = leaves_position("2", "3", "4", table="6x3 7x2 9x1")
    assert takes(state) == [6, 7, 9]
