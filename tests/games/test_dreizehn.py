"""Dreizehn: the worked examples D1 to D14 as literals, every option, every edge case, every refusal."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from lan_thirteen.core import shuffle
from lan_thirteen.core.errors import BadSettings, IllegalAction
from lan_thirteen.core.game import DEALER, Deal, Due, OptionValue, Seat, Sight, Standing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.dreizehn.model import (
    CARDS,
    COLOUR_OF,
    VALUE_OF,
    Action,
    DealEnded,
    Dealt,
    Drew,
    Options,
    Place,
    Placed,
    State,
    TookPile,
    View,
)
from lan_thirteen.games.dreizehn.piles import counted, piles_taken, scored
from lan_thirteen.games.dreizehn.rules import Dreizehn
from tests.games.positions import COLOUR_NAMES, dreizehn_after, dreizehn_position, name, names, place, play

GAME = Dreizehn()


def moves(state: State, only: str = "") -> str:
    """The legal plays, ``B1>1 R4>2``, targets counted from 1; of one card's name if that is given."""
    legal = [a for a in GAME.legal(state) if isinstance(a, Place)]
    return " ".join(f"{name(a.card)}>{a.target + 1}" for a in legal if not only or name(a.card) == only)


def target(state: State, number: int) -> str:
    """A target in short: ``B: B5 R4``."""
    colour = state.colours[number - 1]
    return f"{'-' if colour is None else COLOUR_NAMES[colour]}: {names(state.piles[number - 1])}"


def code(state: State, action: Action) -> tuple[str, tuple[int, ...]]:
    """Why the acting seat may not do this, in short."""
    why = GAME.refuse(state, state.turn, action)
    assert why is not None
    assert why.names == ()
    with pytest.raises(IllegalAction):
        GAME.apply(state, state.turn, action)
    return why.code, why.numbers


def begun(seats: int, first: int = 0, **options: OptionValue) -> State:
    """A deal of the deck in canonical order."""
    return GAME.apply(GAME.new_match(seats, options), DEALER, Deal(Seat(first), tuple(range(CARDS)))).state


def random_deal(seats: int, seed: int, **options: OptionValue) -> list[State]:
    """Every state of a random deal."""
    rng = Random(seed)
    state = GAME.new_match(seats, options)
    states = [GAME.apply(state, DEALER, GAME.deal(state, rng.randbytes(32))).state]
    while states[-1].is_live:
        states.append(GAME.apply(states[-1], states[-1].turn, rng.choice(GAME.legal(states[-1]))).state)
    return states


def test_the_deck_is_blue_green_yellow_by_value_and_then_red() -> None:
    assert CARDS == 50
    assert names(range(14)) == "B1 B1 B1 B2 B2 B2 B4 B4 B5 B5 B5 B7 B7 B7"
    assert names(range(14, 28)) == "G1 G1 G1 G2 G2 G2 G4 G4 G5 G5 G5 G7 G7 G7"
    assert names(range(28, 42)) == "Y1 Y1 Y1 Y2 Y2 Y2 Y4 Y4 Y5 Y5 Y5 Y7 Y7 Y7"
    assert names(range(42, 50)) == "R4 R4 R4 R4 R4 R4 R4 R4"
    assert sum(VALUE_OF[:14]) == 53
    assert Counter(COLOUR_OF) == {0: 14, 1: 14, 2: 14, 3: 8}


def test_d1_on_empty_targets_every_card_fits_everywhere() -> None:
    assert moves(dreizehn_position("B5 G2 Y7 R4 B1", "", "")) == (
        "B5>1 B5>2 B5>3 G2>1 G2>2 G2>3 Y7>1 Y7>2 Y7>3 R4>1 R4>2 R4>3 B1>1 B1>2 B1>3"
    )


D2 = dreizehn_position("B1 B2 G7 Y4 R4", "", "", targets=("B B5 B7", "G G7", "-"))


def test_d2_a_colour_goes_to_its_target_and_a_new_one_to_one_without() -> None:
    assert moves(D2) == "B1>1 B2>1 G7>2 Y4>3 R4>1 R4>2 R4>3"


@pytest.mark.parametrize(
    ("card", "number", "total", "taken", "left"),
    [
        ("B1", 1, 13, "", "B: B5 B7 B1"),
        ("B2", 1, 14, "B5 B7", "B: B2"),
        ("G7", 2, 14, "G7", "G: G7"),
        ("Y4", 3, 4, "", "Y: Y4"),
        ("R4", 1, 16, "B5 B7", "B: R4"),
        ("R4", 2, 11, "", "G: G7 R4"),
        ("R4", 3, 4, "", "-: R4"),
    ],
)
def test_d3_a_card_that_brings_a_target_above_13_takes_what_lay_before_it(
    card: str, number: int, total: int, taken: str, left: str
) -> None:
    step = play(D2, card, number)
    assert step.events[0] == Placed(Seat(0), place(D2, card, number).card, number - 1, total)
    assert target(step.state, number) == left
    assert names(step.state.taken[0]) == taken
    if taken:
        assert step.events[1] == TookPile(Seat(0), number - 1, D2.piles[number - 1])
    assert len(step.events) == 1 + bool(taken)


def test_d4_exactly_13_stays_and_any_next_card_takes_it() -> None:
    state = play(dreizehn_position("G1 B1", "", "", targets=("-", "G G7 G5 G1", "-")), "G1", 2).state
    assert names(state.taken[0]) == "G7 G5 G1"
    assert target(state, 2) == "G: G1"


def test_d5_a_colour_card_gives_a_target_of_red_fours_its_colour() -> None:
    state = play(dreizehn_position("Y5", "Y1 Y7", "", targets=("- R4", "-", "-")), "Y5", 1).state
    assert target(state, 1) == "Y: R4 Y5"
    assert moves(state) == "Y1>1 Y7>1"


D6 = ("R4", "Y1 G1 B1", ""), ("Y Y7 Y5", "B B2", "-")


def test_d6_the_colour_stays_where_a_red_four_is_left_alone() -> None:
    state = play(dreizehn_position(*D6[0], targets=D6[1]), "R4", 1).state
    assert names(state.taken[0]) == "Y7 Y5"
    assert target(state, 1) == "Y: R4"
    assert moves(state) == "Y1>1 G1>3 B1>2"


def test_d6_in_pile_mode_a_red_four_alone_leaves_no_colour() -> None:
    state = play(dreizehn_position(*D6[0], targets=D6[1], colour_lock="pile"), "R4", 1).state
    assert target(state, 1) == "-: R4"
    assert moves(state) == "Y1>1 Y1>3 G1>1 G1>3 B1>2"


def test_in_pile_mode_a_red_four_among_others_leaves_the_colour() -> None:
    state = dreizehn_position("R4", "B1", "", targets=("B B2", "-", "-"), colour_lock="pile")
    assert target(play(state, "R4", 1).state, 1) == "B: B2 R4"


@pytest.mark.parametrize(
    ("card", "taken", "left"),
    [("R4", "R4 R4 R4", "-: R4"), ("G1", "", "G: R4 R4 R4 G1"), ("G2", "R4 R4 R4", "G: G2")],
)
def test_d7_red_fours_are_taken_like_any_others(card: str, taken: str, left: str) -> None:
    state = play(dreizehn_position("R4 G1 G2", "", "", targets=("- R4 R4 R4", "-", "-")), card, 1).state
    assert names(state.taken[0]) == taken
    assert target(state, 1) == left


def test_d8_once_each_target_has_a_colour_a_card_fits_one() -> None:
    assert moves(dreizehn_position("B5 G2 Y7", "", "", targets=("B B1", "G G1", "Y Y1"))) == "B5>1 G2>2 Y7>3"


@pytest.mark.parametrize(
    ("example", "counts", "points", "freed"),
    [
        ("D9", [(3, 1, 0, 1), (3, 4, 2, 0), (1, 0, 2, 2)], (6, 5, 7), (None, 1, None)),
        ("D10", [(0, 0, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0)], (0, 0, 0), (None, None, 0)),
        ("D11", [(5, 0, 0, 3), (4, 2, 0, 0), (0, 2, 1, 0), (1, 0, 3, 0)], (6, 6, 3, 1), (0, None, 3)),
        ("E8", [(0, 0, 0, 0)] * 3, (0, 0, 0), (None, None, None)),
        ("all of a colour", [(14, 0, 0, 8), (0, 14, 0, 0), (0, 0, 14, 0)], (16, 0, 0), (0, 1, 2)),
    ],
)
def test_the_worked_examples_score_like_this(
    example: str,
    counts: list[tuple[int, ...]],
    points: tuple[int, ...],
    freed: tuple[int | None, ...],
) -> None:
    assert scored(counts) == (points, freed)


def test_d12_a_whole_deal_of_eight_plays() -> None:
    state = dreizehn_after("B7>1 Y5>2 R4>1 B2>1 B1>1 R4>2 Y7>2 G4>3", "", "", "")
    assert [names(cards) for cards in state.taken] == ["Y5 R4", "B7 R4 B2", ""]
    assert [target(state, number) for number in (1, 2, 3)] == ["B: B1", "Y: Y7", "G: G4"]
    assert not state.is_live
    assert (state.points, state.freed, state.totals) == ((2, 2, 0), (1, None, 0), (2, 2, 0))
    assert piles_taken(state.played, state.first, 3) == state.taken


@pytest.mark.parametrize(
    ("seats", "stock", "plays"),
    [(3, 35, "17 17 16"), (4, 30, "13 13 12 12"), (5, 25, "10 10 10 10 10"), (6, 20, "9 9 8 8 8 8")],
)
def test_d13_five_cards_each_and_nobody_is_ever_skipped(seats: int, stock: int, plays: str) -> None:
    states = random_deal(seats, seed=seats)
    first = states[0].first
    assert len(states[0].stock) == stock
    assert [len(hand) for hand in states[0].hands] == [5] * seats
    assert [state.turn for state in states[:-1]] == [(first + k) % seats for k in range(50)]
    made = Counter(state.turn for state in states[:-1])
    assert " ".join(str(made[Seat((first + s) % seats)]) for s in range(seats)) == plays


def test_d14_equal_totals_share_the_victory() -> None:
    state = msgspec.structs.replace(
        dreizehn_position("", "", "", ""), deal=4, is_live=False, totals=(21, 17, 17, 30), points=(0, 0, 0, 0)
    )
    assert GAME.actor(state) is None
    assert GAME.standings(state) == (
        Standing(Seat(1), 17, 1),
        Standing(Seat(2), 17, 1),
        Standing(Seat(0), 21, 3),
        Standing(Seat(3), 30, 4),
    )


def test_e1_a_target_that_lost_its_colour_in_pile_mode_takes_one_that_no_other_has() -> None:
    state = dreizehn_position("Y1 G1 B1 R4", "", "", targets=("- R4", "B B2", "G G2"), colour_lock="pile")
    assert moves(state) == "Y1>1 G1>3 B1>2 R4>1 R4>2 R4>3"
    assert target(play(state, "Y1", 1).state, 1) == "Y: R4 Y1"


def test_e2_a_red_four_on_an_empty_target_leaves_it_without_colour() -> None:
    state = play(dreizehn_position("R4", "B1 Y1", "", targets=("B B7", "-", "-")), "R4", 2).state
    assert target(state, 2) == "-: R4"
    assert moves(state) == "B1>1 Y1>2 Y1>3"


def test_e5_a_take_on_the_last_play_counts_and_the_card_that_broke_does_not() -> None:
    state = dreizehn_position("B7", "", "", targets=("B B5 B4", "-", "-"), taken=("", "B1 B1", ""))
    step = play(state, "B7", 1)
    assert names(step.state.taken[0]) == "B5 B4"
    assert step.events[-1] == DealEnded((2, 2, 0), (None, None, None), (2, 2, 0))
    assert target(step.state, 1) == "B: B7"


def test_e7_who_alone_has_cards_of_a_colour_pays_nothing_for_them() -> None:
    state = dreizehn_position("B7", "", "", targets=("B B5 B4", "-", "-"))
    assert play(state, "B7", 1).events[-1] == DealEnded((0, 0, 0), (Seat(0), None, None), (0, 0, 0))


def test_the_points_of_each_deal_are_added_to_the_totals() -> None:
    state = dreizehn_position("B7", "", "", targets=("B B5 B4", "-", "-"), taken=("", "B1 B1", ""))
    ended = play(msgspec.structs.replace(state, totals=(1, 20, 3)), "B7", 1)
    assert ended.events[-1] == DealEnded((2, 2, 0), (None, None, None), (3, 22, 3))
    assert (ended.state.points, ended.state.totals) == ((2, 2, 0), (3, 22, 3))


def test_e9_taking_comes_before_drawing() -> None:
    state = dreizehn_position("B7 G1", "R4", "", targets=("B B5 B4", "-", "-"), stock="Y1 Y2")
    step = play(state, "B7", 1)
    drawn = state.stock[0]
    assert [type(event) for event in step.events] == [Placed, TookPile, Drew]
    assert step.events[2] == Drew(Seat(0), drawn)
    assert names(step.state.hands[0]) == "G1 Y1"
    assert names(step.state.stock) == "Y2"
    assert step.state.turn == 1


def test_e10_seven_cards_can_be_taken_at_once() -> None:
    state = dreizehn_position("B7", "G1", "", targets=("B B1 B1 B1 B2 B2 B2 B4", "-", "-"))
    assert names(play(state, "B7", 1).state.taken[0]) == "B1 B1 B1 B2 B2 B2 B4"


def test_a_deal_ends_when_all_hands_are_empty_and_the_next_seat_begins_the_next_one() -> None:
    state = begun(4, first=3)
    rng = Random(1)
    while state.is_live:
        assert any(state.hands)
        state = GAME.apply(state, state.turn, rng.choice(GAME.legal(state))).state
    assert not any(state.hands)
    assert GAME.due(state) is Due.DEAL
    assert GAME.legal(state) == ()
    deal = GAME.deal(state, bytes(32))
    assert isinstance(deal, Deal)
    assert deal.first == 0
    assert GAME.refuse(state, DEALER, Deal(Seat(1), deal.order)) == Refusal("deal.wrong-first", (1,))
    step = GAME.apply(state, DEALER, deal)
    assert step.events == (Dealt(2, Seat(0)),)
    assert step.state.taken == ((), (), (), ())
    assert step.state.played == ()
    assert step.state.piles == ((), (), ())
    assert step.state.colours == (None, None, None)
    assert (step.state.points, step.state.freed, step.state.totals) == (state.points, state.freed, state.totals)


def test_the_first_deal_is_begun_by_chance_and_drawn_from_the_seed_by_its_labels() -> None:
    seed = b"s" * 32
    deal = GAME.deal(GAME.new_match(5, {}), seed)
    assert deal == Deal(Seat(shuffle.first_of(5, seed)), shuffle.shuffled(range(50), seed))


def test_cards_are_dealt_one_at_a_time_from_the_top_starting_with_who_begins() -> None:
    state = begun(4, first=2)
    assert state.hands == ((2, 6, 10, 14, 18), (3, 7, 11, 15, 19), (0, 4, 8, 12, 16), (1, 5, 9, 13, 17))
    assert state.stock == tuple(range(20, 50))
    assert state.aside == ()
    assert (state.turn, state.first, state.deal) == (2, 2, 1)


@pytest.mark.parametrize(
    ("seats", "sizes"), [(4, [12, 13, 13, 12]), (5, [10, 10, 10, 10, 10]), (6, [8, 9, 9, 8, 8, 8])]
)
def test_all_cards_may_be_dealt(seats: int, sizes: list[int]) -> None:
    state = begun(seats, first=1, deal_mode="all")
    assert [len(hand) for hand in state.hands] == sizes
    assert state.hands[1] == tuple(range(0, 50, seats))
    assert (state.stock, state.aside) == ((), ())
    states = random_deal(seats, seed=1, deal_mode="all")
    assert len(states) == 51


def test_f8_with_three_players_a_fourth_packet_is_set_aside() -> None:
    state = begun(3, first=2, deal_mode="all")
    assert state.hands == (tuple(range(1, 50, 4)), tuple(range(2, 50, 4)), tuple(range(0, 50, 4)))
    assert [len(hand) for hand in state.hands] == [13, 12, 13]
    assert state.aside == tuple(range(3, 50, 4))
    assert state.stock == ()
    states = random_deal(3, seed=1, deal_mode="all")
    first = states[0].first
    made = Counter(state.turn for state in states[:-1])
    assert [made[Seat((first + s) % 3)] for s in range(3)] == [13, 13, 12]
    assert states[-1].aside == states[0].aside
    assert GAME.view(states[-1], Seat(0)).aside == 12


def test_targets_may_be_printed_in_their_colours() -> None:
    state = dreizehn_position("B5 G2 Y7 R4", "", "", targets=("B", "G", "Y"), colour_lock="printed")
    assert begun(3, colour_lock="printed").colours == state.colours == (0, 1, 2)
    assert moves(state) == "B5>1 G2>2 Y7>3 R4>1 R4>2 R4>3"
    state = dreizehn_position("R4", "B1", "", targets=("B B7 B5", "G", "Y"), colour_lock="printed")
    assert target(play(state, "R4", 1).state, 1) == "B: R4"


@pytest.mark.parametrize(("rounds", "deals"), [("players", 3), (1, 1), (12, 12)])
def test_a_match_has_as_many_deals_as_players_or_as_was_chosen(rounds: OptionValue, deals: int) -> None:
    state = GAME.new_match(3, {"rounds": rounds})
    assert GAME.view(state, None).deals == deals
    rng = Random(3)
    begins = []
    while (actor := GAME.actor(state)) is not None:
        action = GAME.deal(state, rng.randbytes(32)) if actor is DEALER else rng.choice(GAME.legal(state))
        state = GAME.apply(state, actor, action).state
        if isinstance(action, Deal):
            begins.append(action.first)
    assert begins == [(begins[0] + k) % 3 for k in range(deals)]
    assert GAME.view(state, None).is_over
    assert GAME.due(state) is None


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (2, {}, Refusal("settings.seats", (3, 6, 2))),
        (7, {}, Refusal("settings.seats", (3, 6, 7))),
        (3, {"colour_lock": "pile", "deal_mode": "all", "taken_view": "open", "rounds": 12, "limit": 13}, None),
        (
            3,
            {"colour_lock": "deal"},
            Refusal("settings.bad-value", (), ("colour_lock", "deal", "round, pile, printed")),
        ),
        (3, {"deal_mode": "six"}, Refusal("settings.bad-value", (), ("deal_mode", "six", "five, all"))),
        (3, {"taken_view": ""}, Refusal("settings.bad-value", (), ("taken_view", "", "count, own, open"))),
        (3, {"rounds": 0}, Refusal("settings.bad-value", (), ("rounds", "0", "players, 1-12"))),
        (3, {"rounds": 13}, Refusal("settings.bad-value", (), ("rounds", "13", "players, 1-12"))),
        (3, {"rounds": True}, Refusal("settings.bad-value", (), ("rounds", "True", "players, 1-12"))),
        (3, {"limit": 14}, Refusal("settings.bad-value", (), ("limit", "14", "13"))),
        (
            3,
            {"dealer": 1},
            Refusal("settings.unknown-option", (), ("dealer", "colour_lock, deal_mode, taken_view, rounds, limit")),
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


@pytest.mark.parametrize(
    ("card", "number", "why"),
    [
        ("B1", 2, ("dreizehn.other-colour", (2,))),
        ("B1", 3, ("dreizehn.colour-elsewhere", (1,))),
        ("Y4", 1, ("dreizehn.other-colour", (1,))),
        ("Y4", 0, ("dreizehn.no-such-target", (3,))),
        ("R4", 4, ("dreizehn.no-such-target", (3,))),
    ],
)
def test_an_illegal_play_is_refused_with_its_reason(card: str, number: int, why: tuple[str, tuple[int, ...]]) -> None:
    assert code(D2, place(D2, card, number)) == why


@pytest.mark.parametrize("card", [-1, 13, 42, 50, 99])
def test_a_card_that_is_not_in_hand_is_refused(card: int) -> None:
    state = dreizehn_position("B1 B2", "R4", "B7 B7 B7")
    assert code(state, Place(card, 0)) == ("dreizehn.not-in-hand", ())


def test_who_is_not_to_act_is_refused() -> None:
    for actor in (Seat(1), Seat(2), DEALER):
        assert GAME.refuse(D2, actor, place(D2, "B1", 1)) == Refusal("turn.not-yours")
    assert code(D2, Deal(Seat(0), tuple(range(50)))) == ("turn.not-yours", ())
    waiting = GAME.new_match(3, {})
    assert GAME.refuse(waiting, DEALER, Place(0, 0)) == Refusal("turn.not-yours")
    assert GAME.refuse(waiting, Seat(0), Deal(Seat(0), tuple(range(50)))) == Refusal("turn.not-yours")


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        (Deal(Seat(3), tuple(range(50))), Refusal("deal.wrong-first", (3,))),
        (Deal(Seat(0), tuple(range(49))), Refusal("deal.wrong-cards", (50,))),
        (Deal(Seat(0), (0, *range(49))), Refusal("deal.wrong-cards", (50,))),
        (Deal(Seat(2), tuple(range(50))), None),
    ],
)
def test_a_deal_is_the_whole_deck_and_begins_with_a_seat(deal: Deal, why: Refusal | None) -> None:
    assert GAME.refuse(GAME.new_match(3, {}), DEALER, deal) == why


def test_each_copy_of_a_card_is_listed() -> None:
    state = dreizehn_position("B1 B1", "", "", targets=("B B7", "G G7", "Y Y7"))
    assert GAME.legal(state) == (Place(0, 0), Place(1, 0))


def test_a_view_holds_what_its_seat_may_know_and_no_more() -> None:
    state = dreizehn_after("B7>1 Y5>2 R4>1 B2>1 B1>1 R4>2 Y7>2", "R4", "G4", "G1", taken_view="own")
    expected = View(
        options=Options(taken_view="own"),
        seat=Seat(1),
        deal=1,
        deals=3,
        first=Seat(0),
        turn=Seat(1),
        hand=state.hands[1],
        hand_sizes=(1, 1, 1),
        stock=0,
        aside=50 - 10,
        targets=((0, state.piles[0]), (2, state.piles[1]), (None, ())),
        sums=(1, 7, 0),
        taken_counts=(2, 3, 0),
        taken=((), state.taken[1], ()),
        played=state.played,
        points=(),
        freed=(),
        totals=(0, 0, 0),
        is_over=False,
    )
    assert names(expected.hand) == "G4"
    assert names([card for card, _ in expected.played]) == "B7 Y5 R4 B2 B1 R4 Y7"
    assert [t for _, t in expected.played] == [0, 1, 0, 0, 0, 1, 1]
    assert names(expected.taken[1]) == "B7 R4 B2"
    assert GAME.view(state, Seat(1)) == expected
    assert GAME.view(state, None) == msgspec.structs.replace(expected, seat=None, hand=(), taken=((), (), ()))


@pytest.mark.parametrize(
    ("taken_view", "shown"), [("count", ["", "", ""]), ("own", ["Y5 R4", "", ""]), ("open", ["Y5 R4", "B7 R4 B2", ""])]
)
def test_the_option_says_whose_taken_cards_are_shown(taken_view: str, shown: list[str]) -> None:
    state = dreizehn_after("B7>1 Y5>2 R4>1 B2>1 B1>1 R4>2 Y7>2", "", "G4", "", taken_view=taken_view)
    view = GAME.view(state, Seat(0))
    assert [names(cards) for cards in view.taken] == shown
    assert view.taken_counts == (2, 3, 0)


def test_after_a_deal_its_cards_points_and_freed_seats_can_still_be_seen() -> None:
    state = dreizehn_after("B7>1 Y5>2 R4>1 B2>1 B1>1 R4>2 Y7>2 G4>3", "", "", "", taken_view="open")
    view = GAME.view(state, Seat(2))
    assert view.turn is None
    assert [names(cards) for cards in view.taken] == ["Y5 R4", "B7 R4 B2", ""]
    assert (view.points, view.freed, view.totals) == ((2, 2, 0), (Seat(1), None, Seat(0)), (2, 2, 0))
    assert view.sums == (1, 7, 4)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("deal_mode", ["five", "all"])
def test_a_view_is_small(seats: int, deal_mode: str) -> None:
    options = {"deal_mode": deal_mode, "taken_view": "open"}
    sizes = [len(msgspec.msgpack.encode(GAME.view(s, Seat(0)))) for s in random_deal(seats, 7, **options)]
    assert max(sizes) < 1024


def test_only_who_drew_a_card_is_told_which() -> None:
    drew = Drew(Seat(1), 17)
    assert [GAME.redact(drew, viewer) for viewer in (None, Seat(0), Seat(1))] == [
        Drew(Seat(1), None),
        Drew(Seat(1), None),
        drew,
    ]


def test_everything_else_happens_in_the_open() -> None:
    for event in (
        Dealt(1, Seat(0)),
        Placed(Seat(0), 3, 1, 14),
        TookPile(Seat(0), 1, (4, 5)),
        DealEnded((1, 2, 3), (None, Seat(0), None), (1, 2, 3)),
    ):
        for viewer in (None, Seat(0), Seat(2)):
            assert GAME.redact(event, viewer) == event


def test_hands_belong_to_their_owners_and_stock_and_set_aside_to_nobody() -> None:
    state = dreizehn_position(
        "B1", "B2 R4", "", targets=("B B7", "-", "-"), stock="G1 G1 G1", taken=("Y1", "", "Y2 Y2")
    )
    sights = {zone.name: (zone.sight, zone.owner, len(zone.cards)) for zone in GAME.zones(state)}
    assert sights == {
        "stock": (Sight.NOBODY, -1, 3),
        "set aside": (Sight.NOBODY, -1, 40),
        "targets": (Sight.ALL, -1, 1),
        "taken 0": (Sight.ALL, -1, 1),
        "taken 1": (Sight.ALL, -1, 0),
        "taken 2": (Sight.ALL, -1, 2),
        "hand 0": (Sight.OWNER, 0, 1),
        "hand 1": (Sight.OWNER, 1, 2),
        "hand 2": (Sight.OWNER, 2, 0),
    }
    assert GAME.zones(GAME.new_match(3, {})) == ()


def test_relabelling_renames_a_card_wherever_it_lies() -> None:
    state = dreizehn_after("B7>1 Y5>2 R4>1 B2>1 B1>1", "G1", "G2", "G4")
    swapped = {card: CARDS - 1 - card for card in range(CARDS)}
    other = GAME.relabel(state, swapped)
    assert other != state
    for zone, renamed in zip(GAME.zones(state), GAME.zones(other), strict=True):
        assert renamed.cards == tuple(swapped[card] for card in zone.cards)
    assert other.played == tuple((swapped[card], t) for card, t in state.played)
    assert GAME.relabel(other, swapped) == state


@pytest.mark.parametrize("colour_lock", ["round", "pile", "printed"])
@pytest.mark.parametrize("seed", range(8))
def test_in_random_deals_every_card_fits_no_sum_is_too_high_and_all_cards_are_there(
    colour_lock: str, seed: int
) -> None:
    for state in random_deal(3 + seed % 4, seed, colour_lock=colour_lock, deal_mode=["five", "all"][seed // 4]):
        view = GAME.view(state, None)
        assert max(view.sums) <= 13
        colours = [colour for colour in state.colours if colour is not None]
        assert len(set(colours)) == len(colours)
        assert sorted(c for zone in GAME.zones(state) for c in zone.cards) == list(range(50))
        assert piles_taken(view.played, view.first, state.seats) == state.taken
        if state.is_live:
            assert {a.card for a in GAME.legal(state) if isinstance(a, Place)} == set(state.hands[state.turn])
        else:
            assert state.points == scored([counted(cards) for cards in state.taken])[0]
