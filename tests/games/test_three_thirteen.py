"""The rules of Three Thirteen: worked examples, options, edge cases, what each may see."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lan_thirteen.core import shuffle
from lan_thirteen.core.errors import BadSettings, IllegalAction
from lan_thirteen.core.game import DEALER, Deal, Due, Restock, Seat, Sight
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.three_thirteen.melds import best_split, deadwood, outs
from lan_thirteen.games.three_thirteen.model import (
    Action,
    DealEnded,
    Dealt,
    Discard,
    Discarded,
    DrawDiscard,
    DrawStock,
    DrewStock,
    Event,
    Laid,
    Restocked,
    Scheme,
    State,
    TookDiscard,
    is_joker,
    packs_for,
)
from lan_thirteen.games.three_thirteen.rules import ThreeThirteen
from tests.support.brute_melds import is_meld
from tests.support.thirteen_cards import card, cards

GAME = ThreeThirteen()
SEED = bytes(range(32))
LOW_OR_HIGH = {"ace": "low_or_high"}
ONE_NATURAL = {"wild_limit": "one_natural"}


# ---------------------------------------------------------------- worked examples


@pytest.mark.parametrize(
    ("wild", "hand", "options", "thrown"),
    [
        pytest.param(3, "7S 7H 7D KC", {}, "KC", id="T1"),
        pytest.param(3, "5H 3C 7H 9D", {}, "9D", id="T2"),
        pytest.param(3, "3S 3D 3H QC", {}, "3S 3D 3H QC", id="T3"),
        pytest.param(3, "3S 3D 3H QC", ONE_NATURAL, "3S 3D 3H", id="T3 one_natural"),
        pytest.param(3, "9C 9D 9H 9S", {}, "9C 9D 9H 9S", id="T14 first"),
        pytest.param(3, "9C 9D KH QH", {}, "", id="T14 second"),
        pytest.param(4, "4H 5H 6H 7H 8H", {}, "4H 5H 6H 7H 8H", id="T15"),
    ],
)
def test_who_may_go_out_and_with_which_discard(wild: int, hand: str, options: dict[str, Any], thrown: str) -> None:
    state = _to_throw(cards(hand), options, deal=wild - 2)
    assert [a.card for a in GAME.legal(state) if isinstance(a, Discard) and a.out] == list(cards(thrown))


@pytest.mark.parametrize(
    ("wild", "hand", "options", "points"),
    [
        pytest.param(3, "3S 3D 3H", {}, 0, id="T4"),
        pytest.param(3, "3S 3D 3H", ONE_NATURAL, 9, id="T4 one_natural"),
        pytest.param(4, "8C 8D 4H 2S", {}, 2, id="T5"),
        pytest.param(4, "AS 2S 4D KH", {}, 10, id="T6"),
        pytest.param(5, "6C 7C 8C 8D 8H", {}, 13, id="T7"),
        pytest.param(5, "QS KS AS 9D 5C", {}, 10, id="T8"),
        pytest.param(5, "QS KS AS 9D 5C", LOW_OR_HIGH, 9, id="T8 low_or_high"),
        pytest.param(3, "KH AH 2H", {}, 13, id="T9"),
        pytest.param(3, "KH AH 2H", LOW_OR_HIGH, 27, id="T9 low_or_high"),
        pytest.param(3, "JH KH 3C", {}, 0, id="T10 first"),
        pytest.param(3, "AH KH 3C", {}, 14, id="T10 second"),
        pytest.param(3, "AH KH 3C", LOW_OR_HIGH, 0, id="T10 second low_or_high"),
        pytest.param(3, "3D 9S QH", {}, 22, id="T11"),
        pytest.param(3, "3D 9S QH", {"wild_penalty": 20}, 39, id="T11 wild_penalty 20"),
        pytest.param(3, "3D 9S QH", {"face_points": "rank"}, 24, id="T11 face_points rank"),
        pytest.param(3, "7S 7S 7H", {}, 0, id="T12"),
        pytest.param(4, "5H 5H 6H 7H", {}, 5, id="T13"),
        pytest.param(6, "2D 5D 6S 6C TH JC", {}, 17, id="T16"),
        pytest.param(7, "4S 5S TD TH 7C 2C QD", {}, 21, id="T17"),
        pytest.param(6, "8S 8D 8C 9C TC 2H", {}, 18, id="T18"),
        pytest.param(8, "8S 8D 8C 9C TC JC 2H 6D", {}, 2, id="T19"),
        pytest.param(13, "AH 2H 3H 4H 9S 9D 9C JC QC KD 6D 6S KH", {}, 0, id="T20"),
        pytest.param(3, "* 9S QH", {"jokers_per_deck": 2, "wild_penalty": 15}, 39, id="a joker costs 20"),
        pytest.param(3, "* 9S JS", {"jokers_per_deck": 2}, 0, id="a joker is wild"),
    ],
)
def test_what_a_final_hand_costs(wild: int, hand: str, options: dict[str, Any], points: int) -> None:
    state = _last_turn(cards(hand), options, deal=wild - 2)
    ended = _play(state, Discard(state.hands[1][-1], False))
    assert ended.points[1] == points
    split = ended.shown[1]
    assert split is not None
    scheme = state.options.scheme(wild - 2, 4)
    assert all(is_meld(meld, scheme) for meld in split.melds)
    assert sorted([*split.left, *(c for meld in split.melds for c in meld)]) == sorted(cards(hand))


def test_t21_after_someone_is_out_each_other_seat_has_one_turn() -> None:
    """Seat 0 deals, seat 2 goes out, then seats 3, 0 and 1 play; seat 1 deals next and seat 2 begins."""
    state = _dealt(4, first=1, hands={2: cards("9C 9D 9H")})
    state = _turn(state)
    state = _play(state, DrawStock())
    state = _play(state, Discard(state.hands[2][-1], True))
    turns = []
    while state.is_live:
        turns.append(state.turn)
        state = _turn(state)
    assert turns == [3, 0, 1]
    assert state.points[2] == 0
    deal = GAME.deal(state, SEED)
    assert isinstance(deal, Deal)
    assert deal.first == 2


def test_t22_a_draw_from_an_empty_stock_makes_a_new_one() -> None:
    """The discards 2C 5D KH; KH stays, one of the others is drawn, one is the stock."""
    state = _to_draw(stock=(), discards=cards("2C 5D KH"))
    asked = GAME.apply(state, state.turn, DrawStock())
    assert asked.events == ()
    assert (GAME.due(asked.state), GAME.actor(asked.state)) == (Due.RESTOCK, DEALER)
    restock = GAME.deal(asked.state, SEED)
    assert restock == Restock(shuffle.shuffled(cards("2C 5D"), SEED, shuffle.restock_label(1)))
    after = GAME.apply(asked.state, DEALER, restock)
    assert isinstance(restock, Restock)
    top, under = restock.order
    assert after.state.discards == cards("KH")
    assert (after.state.stock, after.state.hands[state.turn][-1]) == ((under,), top)
    assert (after.state.restocks, GAME.actor(after.state)) == (1, state.turn)
    assert after.events == (Restocked(2), DrewStock(state.turn, top))


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_t23_packs_by_players(seats: int, packs: int) -> None:
    assert packs_for(seats) == packs


# ---------------------------------------------------------------- dealing


def test_cards_are_dealt_one_at_a_time_from_the_seat_that_begins() -> None:
    state = GAME.new_match(3, {})
    step = GAME.apply(state, DEALER, Deal(Seat(1), tuple(range(104))))
    assert step.state.hands == ((2, 5, 8), (0, 3, 6), (1, 4, 7))
    assert step.state.discards == (9,)
    assert step.state.stock == tuple(range(10, 104))
    assert step.state.turn == 1
    assert step.events == (Dealt(1, Seat(1), 3, 3, 9),)
    assert _play(step.state, DrawStock()).hands[1] == (0, 3, 6, 10)


def test_the_deal_and_the_first_seat_come_from_the_seed() -> None:
    state = GAME.new_match(3, {"jokers_per_deck": 2})
    assert GAME.deal(state, SEED) == Deal(Seat(shuffle.first_of(3, SEED)), shuffle.shuffled(range(108), SEED))


def test_jokers_lie_behind_all_packs() -> None:
    assert [is_joker(c, 2) for c in (0, 51, 103, 104, 107)] == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("rounds", "wilds"), [("full", [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]), ("odd", [3, 5, 7, 9, 11, 13])]
)
def test_each_deal_has_as_many_cards_as_its_wild_rank(rounds: str, wilds: list[int]) -> None:
    state = GAME.new_match(2, {"rounds": rounds})
    seen, firsts = [], []
    while GAME.due(state) is Due.DEAL:
        step = GAME.apply(state, DEALER, GAME.deal(state, SEED))
        dealt = step.events[0]
        assert isinstance(dealt, Dealt)
        assert dealt.cards == dealt.wild == len(step.state.hands[0]) == len(step.state.hands[1])
        seen.append(dealt.wild)
        firsts.append(dealt.first)
        state = replace(step.state, is_live=False)
    assert seen == wilds
    assert all(b == (a + 1) % 2 for a, b in pairwise(firsts))
    assert GAME.actor(state) is None


# ---------------------------------------------------------------- edge cases


def test_a_card_taken_from_the_discards_is_not_thrown_back() -> None:
    """E2: by id, not by face: its copy from another pack may be thrown."""
    first, second = cards("KS KS")
    state = _to_draw(hand=(first, *cards("7H 9D")), discards=(second,))
    state = _play(state, DrawDiscard())
    assert Discard(second, False) not in GAME.legal(state)
    assert Discard(first, False) in GAME.legal(state)
    assert GAME.refuse(state, state.turn, Discard(second, False)) == Refusal("three-thirteen.thrown-back")


def test_nor_is_it_thrown_to_go_out() -> None:
    state = _play(_to_draw(hand=cards("9C 9D 9H"), discards=cards("KS")), DrawDiscard())
    assert Discard(card("KS"), True) not in GAME.legal(state)
    assert GAME.refuse(state, state.turn, Discard(card("KS"), True)) == Refusal("three-thirteen.thrown-back")


def test_an_option_allows_throwing_it_back() -> None:
    state = _to_draw(hand=cards("9C 9D 9H"), discards=cards("KS"), return_drawn_discard="allow")
    state = _play(state, DrawDiscard())
    assert Discard(card("KS"), True) in GAME.legal(state)


def test_a_card_from_the_stock_may_be_thrown_at_once() -> None:
    state = _play(_to_draw(hand=cards("9C 9D 7H"), stock=cards("KS 2C")), DrawStock())
    after = _play(state, Discard(card("KS"), False))
    assert (after.hands[0], after.discards[-1]) == (cards("9C 9D 7H"), card("KS"))


def test_without_a_stock_the_only_discard_is_drawn_and_may_go_back() -> None:
    """E3."""
    state = _to_draw(hand=cards("9C 9D 7H"), stock=(), discards=cards("KS"))
    assert GAME.legal(state) == (DrawDiscard(),)
    assert GAME.refuse(state, state.turn, DrawStock()) == Refusal("three-thirteen.stock-empty")
    state = _play(state, DrawDiscard())
    assert Discard(card("KS"), False) in GAME.legal(state)


def test_nor_goes_it_back_where_a_new_stock_could_be_made() -> None:
    """E2 while the stock is empty, which is only lifted where none can come."""
    state = _to_draw(hand=cards("9C 9D 7H"), stock=(), discards=cards("2C KS"))
    state = _play(state, DrawDiscard())
    assert GAME.refuse(state, state.turn, Discard(card("KS"), False)) == Refusal("three-thirteen.thrown-back")


def test_the_last_stock_card_is_drawn_without_a_restock() -> None:
    state = _play(_to_draw(stock=cards("KS"), discards=cards("2C 5D KH")), DrawStock())
    assert (state.stock, state.restocks, GAME.due(state)) == ((), 0, None)


def test_the_second_restock_has_its_own_label() -> None:
    state = _play(_to_draw(stock=(), discards=cards("2C 5D KH"), restocks=1), DrawStock())
    assert GAME.deal(state, SEED) == Restock(shuffle.shuffled(cards("2C 5D"), SEED, shuffle.restock_label(2)))


def test_after_two_restocks_an_empty_stock_ends_the_deal() -> None:
    """E4: for the seat that would begin its turn; nobody is out and all score their hands."""
    state = _to_draw(hand=cards("9C 9D 7H"), stock=cards("KS"), discards=cards("2C 5D"), restocks=2)
    state = _play(state, DrawStock())
    assert state.is_live
    step = GAME.apply(state, state.turn, Discard(card("KS"), False))
    assert not step.state.is_live
    assert step.state.out is None
    assert step.state.points[0] == 25
    assert [type(e) for e in step.events] == [Discarded, Laid, Laid, Laid, Laid, DealEnded]


@pytest.mark.parametrize("restocks", [0, 1])
def test_before_two_restocks_an_empty_stock_does_not_end_the_deal(restocks: int) -> None:
    state = _to_draw(hand=cards("9C 9D 7H"), stock=cards("KS"), discards=cards("2C 5D"), restocks=restocks)
    state = _play(_play(state, DrawStock()), Discard(card("KS"), False))
    assert state.is_live
    assert DrawStock() in GAME.legal(state)


def test_the_turns_of_a_deal_are_counted_for_all_to_see() -> None:
    """Begun ones: the count goes on with the next seat's turn, and stays when the deal is over."""
    state = _dealt(3, first=1, hands={1: cards("9C 9D 9H")})
    assert (state.turns, _play(state, DrawStock()).turns) == (1, 1)
    state = _turn(state)
    assert [GAME.view(state, viewer).turns for viewer in (None, Seat(0), Seat(2))] == [2, 2, 2]
    state = _play(_turn(_turn(state)), DrawStock())
    state = _play(state, Discard(state.hands[1][-1], True))
    assert state.turns == 5
    state = _turn(_turn(state))
    assert (state.is_live, state.turns) == (False, 6)
    assert _play(state, GAME.deal(state, SEED)).turns == 1


def test_a_deal_may_be_restocked_as_often_as_the_one_before() -> None:
    state = replace(_to_throw(cards("7S 7H 7D KC"), {"last_turns": "none"}, deal=1), restocks=2)
    state = _play(state, Discard(card("KC"), True))
    assert _play(state, GAME.deal(state, SEED)).restocks == 0


def test_a_deal_forgets_the_points_of_the_one_before() -> None:
    state = _play(_to_throw(cards("7S 7H 7D KC"), {"last_turns": "none"}, deal=1), Discard(card("KC"), True))
    after = _play(state, GAME.deal(state, SEED))
    assert (len(state.points), after.points, after.totals) == (4, (), state.totals)


def test_going_out_with_the_last_card_still_gives_all_a_last_turn() -> None:
    """E4 in the last turns: each takes the discard, may throw it back, and the deal ends as ever."""
    state = _to_draw(hand=cards("9C 9D 9H"), stock=cards("KS"), discards=cards("2C 5D"), restocks=2)
    state = _play(_play(state, DrawStock()), Discard(card("KS"), True))
    for seat in (1, 2, 3):
        assert (state.turn, GAME.legal(state)) == (seat, (DrawDiscard(),))
        assert GAME.refuse(state, Seat(seat), DrawStock()) == Refusal("three-thirteen.stock-empty")
        state = _play(_play(state, DrawDiscard()), Discard(card("KS"), False))
    assert not state.is_live


def test_a_complete_hand_is_still_drawn_to_and_thrown_from() -> None:
    """E5: going out is possible in the first turn."""
    state = _dealt(2, first=0, hands={0: cards("9C 9D 9H", packs=1)})
    assert GAME.legal(state) == (DrawStock(), DrawDiscard())
    state = _play(state, DrawStock())
    after = _play(state, Discard(state.hands[0][-1], True))
    assert (after.out, after.turn, after.is_live) == (0, 1, True)


def test_of_two_players_the_other_one_has_one_turn() -> None:
    """E6."""
    state = _dealt(2, first=0, hands={0: cards("9C 9D 9H", packs=1)})
    state = _play(state, DrawStock())
    state = _play(state, Discard(state.hands[0][-1], True))
    state = _turn(state)
    assert not state.is_live


def test_going_out_is_a_choice() -> None:
    state = _to_throw(cards("7S 7H 7D KC"), {}, deal=1)
    after = _play(state, Discard(card("KC"), False))
    assert (after.out, after.turn) == (None, 1)


def test_who_throws_the_drawn_card_keeps_the_hand() -> None:
    """E7."""
    state = _last_turn(cards("9C TD 7H"), {}, deal=1)
    ended = _play(state, Discard(state.hands[1][-1], False))
    assert (ended.hands[1], ended.points[1]) == (cards("9C TD 7H"), 26)


def test_in_the_last_turns_nobody_else_goes_out() -> None:
    state = _last_turn(cards("9C 9D 9H"), {}, deal=1)
    thrown = state.hands[1][-1]
    assert Discard(thrown, True) not in GAME.legal(state)
    assert GAME.refuse(state, Seat(1), Discard(thrown, True)) == Refusal("three-thirteen.somebody-is-out")
    ended = _play(state, Discard(thrown, False))
    assert (ended.out, ended.points[1], ended.is_live) == (2, 0, False)


def test_without_last_turns_all_score_at_once() -> None:
    state = _to_throw(cards("7S 7H 7D KC"), {"last_turns": "none"}, deal=1)
    step = GAME.apply(state, state.turn, Discard(card("KC"), True))
    assert not step.state.is_live
    assert [type(e) for e in step.events] == [Discarded, Laid, Laid, Laid, Laid, DealEnded]
    assert step.state.points[0] == 0
    assert min(step.state.points[1:]) > 0


def test_the_discard_of_who_is_out_may_be_taken() -> None:
    state = _to_throw(cards("7S 7H 7D KC"), {}, deal=1)
    after = _play(state, Discard(card("KC"), True))
    assert _play(after, DrawDiscard()).hands[1][-1] == card("KC")


def test_totals_add_up_and_the_fewest_points_win() -> None:
    state = replace(_to_throw(cards("7S 7H 7D KC"), {"last_turns": "none"}, deal=1), totals=(50, 1, 2, 3))
    ended = _play(state, Discard(card("KC"), True))
    assert ended.totals == tuple(a + b for a, b in zip((50, 1, 2, 3), ended.points, strict=True))


def test_equal_totals_share_the_place() -> None:
    """E10."""
    state = replace(GAME.new_match(3, {}), totals=(40, 12, 12))
    assert [(s.seat, s.rank) for s in GAME.standings(state)] == [(1, 1), (2, 1), (0, 3)]


# ---------------------------------------------------------------- refusals


def test_a_draw_comes_first_and_only_once() -> None:
    state = _to_draw(hand=cards("9C 9D 7H"), stock=cards("KS 2C"))
    assert GAME.refuse(state, state.turn, Discard(card("9C"), False)) == Refusal("three-thirteen.must-draw")
    state = _play(state, DrawStock())
    assert GAME.refuse(state, state.turn, DrawStock()) == Refusal("three-thirteen.has-drawn")
    assert GAME.refuse(state, state.turn, DrawDiscard()) == Refusal("three-thirteen.has-drawn")


def test_a_card_of_another_hand_is_refused() -> None:
    state = _to_throw(cards("7S 7H 7D KC"), {}, deal=1)
    elsewhere = state.hands[1][0]
    assert GAME.refuse(state, state.turn, Discard(elsewhere, False)) == Refusal("three-thirteen.not-in-hand")


def test_who_cannot_go_out_is_told_what_would_be_left() -> None:
    state = _to_throw(cards("9C 9D KH QH"), {}, deal=1)
    assert GAME.refuse(state, state.turn, Discard(card("KH"), True)) == Refusal("three-thirteen.cannot-go-out", (28,))
    with pytest.raises(IllegalAction):
        GAME.apply(state, state.turn, Discard(card("KH"), True))


def test_no_discard_can_be_taken_where_none_lies() -> None:
    state = _to_draw(stock=cards("KS"), discards=())
    assert GAME.legal(state) == (DrawStock(),)
    assert GAME.refuse(state, state.turn, DrawDiscard()) == Refusal("three-thirteen.no-discard")


@pytest.mark.parametrize("actor", [Seat(1), DEALER])
@pytest.mark.parametrize("action", [DrawStock(), DrawDiscard(), Discard(0, False), Deal(Seat(0), ()), Restock(())])
def test_nobody_else_acts_in_a_turn(actor: Any, action: Action) -> None:
    state = _to_draw(stock=cards("KS"))
    assert GAME.refuse(state, actor, action) == Refusal("turn.not-yours")


@pytest.mark.parametrize("action", [Deal(Seat(0), tuple(range(104))), Restock(cards("2C 5D"))])
def test_no_seat_makes_chance_actions(action: Action) -> None:
    state = _to_draw(stock=cards("KS"), discards=cards("2C 5D KH"))
    assert GAME.refuse(state, state.turn, action) == Refusal("turn.not-yours")


@pytest.mark.parametrize(
    ("action", "why"),
    [
        pytest.param(Restock(cards("2C")), Refusal("three-thirteen.wrong-restock", (2,)), id="too few"),
        pytest.param(Restock(cards("2C KH")), Refusal("three-thirteen.wrong-restock", (2,)), id="with the top one"),
        pytest.param(Restock(cards("2C 5D")), None, id="right"),
        pytest.param(DrawStock(), Refusal("turn.not-yours"), id="a draw"),
        pytest.param(Deal(Seat(0), ()), Refusal("turn.not-yours"), id="a deal"),
    ],
)
def test_only_the_right_restock_is_taken(action: Action, why: Refusal | None) -> None:
    state = _play(_to_draw(stock=(), discards=cards("2C 5D KH")), DrawStock())
    assert GAME.legal(state) == ()
    assert GAME.refuse(state, DEALER, action) == why


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        pytest.param(Deal(Seat(4), tuple(range(104))), Refusal("deal.wrong-first", (4,)), id="no such seat"),
        pytest.param(Deal(Seat(0), tuple(range(103))), Refusal("deal.wrong-cards", (104,)), id="a card is missing"),
        pytest.param(Deal(Seat(0), (1, *range(1, 104))), Refusal("deal.wrong-cards", (104,)), id="a card twice"),
        pytest.param(Restock(()), Refusal("turn.not-yours"), id="a restock"),
    ],
)
def test_only_a_whole_deck_is_dealt(deal: Action, why: Refusal) -> None:
    assert GAME.refuse(GAME.new_match(4, {}), DEALER, deal) == why


def test_the_second_deal_begins_one_seat_further() -> None:
    state = replace(GAME.new_match(4, {}), deal=1, first=Seat(3))
    assert GAME.refuse(state, DEALER, Deal(Seat(3), tuple(range(104)))) == Refusal("deal.wrong-first", (3,))
    assert GAME.refuse(state, DEALER, Deal(Seat(0), tuple(range(104)))) is None


# ---------------------------------------------------------------- options


def test_the_options_and_their_defaults() -> None:
    assert {option.name: (option.default, option.spelled) for option in GAME.info.options} == {
        "ace": ("low", "low, low_or_high"),
        "jokers_per_deck": (0, "0, 2"),
        "wild_penalty": ("rank", "rank, 15, 20, 25"),
        "face_points": ("ten", "ten, rank"),
        "wild_limit": ("none", "none, one_natural, half"),
        "last_turns": ("one", "one, none"),
        "rounds": ("full", "full, odd"),
        "return_drawn_discard": ("forbid", "forbid, allow"),
        "show_best_melds": ("on", "on, off"),
    }
    state = GAME.new_match(2, {})
    assert {option.name: option.default for option in GAME.info.options} == msgspec.structs.asdict(state.options)


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (1, {}, Refusal("settings.seats", (2, 8, 1))),
        (9, {}, Refusal("settings.seats", (2, 8, 9))),
        (4, {"wild_penalty": "20"}, Refusal("settings.bad-value", (), ("wild_penalty", "20", "rank, 15, 20, 25"))),
        (4, {"jokers_per_deck": 1}, Refusal("settings.bad-value", (), ("jokers_per_deck", "1", "0, 2"))),
    ],
)
def test_other_settings_are_refused(seats: int, options: dict[str, Any], why: Refusal) -> None:
    assert GAME.refuse_options(seats, options) == why
    with pytest.raises(BadSettings):
        GAME.new_match(seats, options)


def test_without_best_melds_no_hint_is_in_the_view() -> None:
    state = _to_throw(cards("7S 7H 7D KC"), {"show_best_melds": "off"}, deal=1)
    assert GAME.view(state, Seat(0)).split is None


# ---------------------------------------------------------------- what each may see


def test_a_view_shows_the_own_hand_and_the_best_split_of_it() -> None:
    state = _play(_to_draw(hand=cards("9C 9D 7H"), stock=cards("9S 2C"), discards=cards("2D KH")), DrawStock())
    own, other, watcher = (GAME.view(state, viewer) for viewer in (Seat(0), Seat(1), None))
    assert (own.hand, own.drawn) == (cards("9C 9D 7H 9S"), card("9S"))
    assert own.split is not None
    assert (own.split.melds, own.split.left, own.split.points) == ((cards("9C 9D 9S"),), (), 0)
    assert (other.hand, other.drawn) == (state.hands[1], None)
    assert other.split == best_split(state.hands[1], Scheme(3, 2))
    assert (watcher.hand, watcher.drawn, watcher.split) == ((), None, None)
    for view in (own, other, watcher):
        assert (view.turn, view.is_drawing, view.hand_sizes) == (0, False, (4, 3, 3, 3))
        assert (view.stock, view.discards) == (1, cards("2D KH"))
        assert (view.wild, view.cards_each, view.deal) == (3, 3, 1)


def test_who_draws_a_discard_sees_it_as_drawn_and_a_thrown_card_is_drawn_no_more() -> None:
    state = _play(_to_draw(hand=cards("9C 9D 7H"), discards=cards("2C KS")), DrawDiscard())
    assert [GAME.view(state, viewer).drawn for viewer in (Seat(0), Seat(1), None)] == [card("KS"), None, None]
    state = _play(state, Discard(card("7H"), False))
    assert [GAME.view(state, viewer).drawn for viewer in (Seat(0), Seat(1), None)] == [None, None, None]


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), None])
def test_without_best_melds_nobody_has_a_hint_in_any_part_of_a_turn(viewer: Seat | None) -> None:
    state = _to_draw(hand=cards("9C 9D 7H"), stock=cards("9S 2C"), show_best_melds="off")
    for now in (state, _play(state, DrawStock())):
        assert GAME.view(now, viewer).split is None


def test_the_first_discard_is_told_and_lies_open() -> None:
    step = GAME.apply(GAME.new_match(2, {}), DEALER, Deal(Seat(0), tuple(reversed(range(52)))))
    assert step.events == (Dealt(1, Seat(0), 3, 3, 45),)
    assert GAME.view(step.state, None).discards == (45,)


def test_the_hint_never_throws_what_may_not_be_thrown() -> None:
    state = _play(_to_draw(hand=cards("9C 9D 9H"), discards=cards("KS")), DrawDiscard())
    split = GAME.view(state, Seat(0)).split
    assert split is not None
    assert card("KS") in split.left


def test_all_know_what_was_picked_up_until_it_is_thrown() -> None:
    state = _play(_to_draw(hand=cards("9C 9D 7H"), discards=cards("KS")), DrawDiscard())
    state = _play(state, Discard(card("7H"), False))
    assert GAME.view(state, None).picked == (cards("KS"), (), (), ())
    state = _play(replace(state, turn=Seat(0)), DrawStock())
    state = _play(state, Discard(card("KS"), False))
    assert GAME.view(state, None).picked == ((), (), (), ())


def test_hands_lie_open_one_after_the_other_once_somebody_is_out() -> None:
    """Of who is out at once, of each other seat after its own last turn."""
    state = _dealt(4, first=1, hands={2: cards("9C 9D 9H")})
    open_by_turn = []
    state = _turn(state)
    state = _play(state, DrawStock())
    state = _play(state, Discard(state.hands[2][-1], True))
    while state.is_live:
        view = GAME.view(state, Seat(1))
        open_by_turn.append([s for s, split in enumerate(view.shown) if split is not None])
        assert (view.out, view.finished) == (2, tuple(s for s in open_by_turn[-1] if s != 2))
        state = _turn(state)
    assert open_by_turn == [[2], [2, 3], [0, 2, 3]]
    view = GAME.view(state, None)
    assert all(split is not None for split in view.shown)
    assert (view.points, view.turn, view.is_over) == (state.points, None, False)


def test_only_who_draws_sees_the_card() -> None:
    drew = DrewStock(Seat(1), 17)
    assert [GAME.redact(drew, viewer) for viewer in (Seat(0), Seat(1), None)] == [
        DrewStock(Seat(1), None),
        drew,
        DrewStock(Seat(1), None),
    ]


@pytest.mark.parametrize(
    "event",
    [
        Dealt(1, Seat(0), 3, 3, 7),
        TookDiscard(Seat(0), 7),
        Discarded(Seat(0), 7, False),
        Restocked(20),
        Laid(Seat(0), best_split(cards("9C 9D 9H"), Scheme(3, 2))),
        DealEnded((0, 1), (0, 1)),
    ],
)
def test_all_else_happens_in_the_open(event: Event) -> None:
    assert GAME.redact(event, None) == GAME.redact(event, Seat(1)) == event


def test_the_largest_view_is_small() -> None:
    options = {option.name: option.values[-1] for option in GAME.info.options}
    state = replace(GAME.new_match(8, {**options, "rounds": "full", "show_best_melds": "on"}), deal=10, first=Seat(7))
    state = GAME.apply(state, DEALER, GAME.deal(state, SEED)).state
    shown = tuple(best_split(hand, state.options.scheme(11, 8)) for hand in state.hands)
    state = replace(
        state,
        shown=shown,
        picked=state.hands,
        discards=(*state.discards, *state.stock),
        stock=(),
        totals=(999,) * 8,
        points=(130,) * 8,
    )
    assert len(msgspec.msgpack.encode(GAME.view(state, Seat(3)))) <= 1024


# ---------------------------------------------------------------- whole matches at random


@settings(max_examples=25, deadline=None)
@given(seats=st.integers(2, 8), seed=st.integers(0, 10**6), data=st.data())
def test_the_invariants_hold_in_random_play(seats: int, seed: int, data: st.DataObject) -> None:
    options = {option.name: data.draw(st.sampled_from(option.values)) for option in GAME.info.options}
    chance = Random(seed)
    state = GAME.new_match(seats, options)
    for _ in range(400):
        actor = GAME.actor(state)
        if actor is None:
            break
        if actor is DEALER:
            action = GAME.deal(state, shuffle.numbered_seed(seed, state.deal))
            assert GAME.legal(state) == ()
        else:
            actions = GAME.legal(state)
            assert actions
            assert len(set(actions)) == len(actions)
            action = chance.choice(actions)
        assert GAME.refuse(state, actor, action) is None
        after = GAME.apply(state, actor, action).state
        _check_cards(after)
        assert all(b >= a for a, b in zip(state.totals, after.totals, strict=True))
        state = after


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_match_of_random_play_ends_after_its_deals(seats: int) -> None:
    state = GAME.new_match(seats, {"rounds": "odd", "jokers_per_deck": 2})
    chance, deals = Random(seats), 0
    while (actor := GAME.actor(state)) is not None:
        is_dealer = actor is DEALER
        deals += GAME.due(state) is Due.DEAL
        seed = shuffle.numbered_seed(seats, deals)
        action = GAME.deal(state, seed) if is_dealer else chance.choice(GAME.legal(state))
        state = GAME.apply(state, actor, action).state
    assert deals == state.deal == 6
    assert GAME.view(state, None).is_over


@pytest.mark.parametrize("seed", range(6))
def test_a_view_does_not_depend_on_hidden_cards(seed: int) -> None:
    chance = Random(seed)
    for state in _states(chance, seats=chance.randint(2, 5), count=60):
        for viewer in (*map(Seat, range(state.seats)), None):
            hidden = [c for zone in GAME.zones(state) if not zone.is_open_to(viewer) for c in zone.cards]
            names = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
            other_world = GAME.relabel(state, names)
            assert GAME.view(other_world, viewer) == GAME.view(state, viewer)
            if viewer == GAME.actor(state):
                assert GAME.legal(other_world) == GAME.legal(state)


def test_relabelling_renames_every_card() -> None:
    for state in _states(Random(5), seats=3, count=120):
        names = {c: 103 - c for c in range(104)}
        back = GAME.relabel(GAME.relabel(state, names), names)
        assert back == state
        assert {names[c] for c in _cards_of(state)} == _cards_of(GAME.relabel(state, names))


def test_open_hands_are_zones_for_all() -> None:
    state = _to_throw(cards("7S 7H 7D KC"), {}, deal=1)
    state = _play(state, Discard(card("KC"), True))
    zones = {zone.name: zone for zone in GAME.zones(state)}
    assert zones["hand 0"].cards == ()
    assert (zones["hand 0, known"].cards, zones["hand 0, known"].sight) == (cards("7S 7H 7D"), Sight.ALL)
    assert (zones["hand 1"].cards, zones["hand 1"].sight, zones["hand 1"].owner) == (state.hands[1], Sight.OWNER, 1)
    assert zones["stock"].sight is Sight.NOBODY


def test_before_the_first_deal_no_card_lies_anywhere() -> None:
    state = GAME.new_match(4, {})
    assert GAME.zones(state) == ()
    view = GAME.view(state, Seat(0))
    assert (view.deal, view.wild, view.hand, view.split, view.turn) == (0, 0, (), None, None)


def test_states_actions_and_events_travel() -> None:
    state = _to_throw(cards("7S 7H 7D KC"), {}, deal=1)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state
    for action in (*GAME.legal(state), DrawStock(), DrawDiscard()):
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(action), type=Action) == action
    step = GAME.apply(state, state.turn, Discard(card("KC"), True))
    for event in step.events:
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(event), type=Event) == event


# ---------------------------------------------------------------- states by hand


def _play(state: State, action: Action) -> State:
    """The state after whoever must act has played ``action``."""
    actor = GAME.actor(state)
    assert actor is not None
    return GAME.apply(state, actor, action).state


def _turn(state: State) -> State:
    """The state after a turn that draws from the stock and throws the drawn card."""
    state = _play(state, DrawStock())
    return _play(state, Discard(state.hands[state.turn][-1], False))


def _dealt(seats: int, first: int, hands: dict[int, tuple[int, ...]], **options: Any) -> State:
    """The first deal of a match, in which these seats get these hands."""
    state = GAME.new_match(seats, options)
    rest = [c for c in range(state.options.deck(seats)) if c not in {c for hand in hands.values() for c in hand}]
    # far apart, so that nobody else has a meld by accident
    rest = rest[::7] + [c for i, c in enumerate(rest) if i % 7]
    order = []
    for place in range(seats * 3):
        seat = (first + place) % seats
        order.append(hands[seat][place // seats] if seat in hands else rest.pop(0))
    return _play(state, Deal(Seat(first), (*order, *rest)))


def _table(
    hand: Sequence[int],
    options: dict[str, Any],
    deal: int,
    stock: Sequence[int] | None = None,
    discards: Sequence[int] = (),
) -> State:
    """A live deal of four in which seat 0 has ``hand``, and the others loose cards that are in no other place."""
    state = GAME.new_match(4, options)
    used = {*hand, *discards, *(stock or ())}
    rest = [c for c in range(state.options.deck(4) - 1, -1, -1) if c not in used]
    each = state.options.cards_each(deal)
    scheme = state.options.scheme(deal, 4)
    others: list[tuple[int, ...]] = []
    chance = Random(1)
    while len(others) < 3:
        loose = tuple(chance.sample(rest, each))
        if deadwood(loose, scheme):
            others.append(loose)
            rest = [c for c in rest if c not in loose]
    return replace(
        state,
        deal=deal,
        is_live=True,
        is_drawing=True,
        hands=(tuple(hand), *others),
        stock=tuple(rest) if stock is None else tuple(stock),
        discards=tuple(discards),
    )


def _to_draw(
    hand: Sequence[int] = cards("AC 9S QD"),
    stock: Sequence[int] | None = None,
    discards: Sequence[int] = cards("2H"),
    restocks: int = 0,
    **options: Any,
) -> State:
    """Seat 0 of four must draw, in the first deal."""
    return replace(_table(hand, options, 1, stock, discards), restocks=restocks)


def _to_throw(hand: Sequence[int], options: dict[str, Any], deal: int) -> State:
    """Seat 0 of four has drawn the last card of ``hand`` from the stock."""
    return replace(_table(hand, options, deal, discards=cards("2H")), is_drawing=False)


def _last_turn(hand: Sequence[int], options: dict[str, Any], deal: int) -> State:
    """Seat 2 is out, and seat 1, the last to play, has drawn a card to ``hand``."""
    state = _table(hand, options, deal)
    hands = (state.hands[1], (*hand, state.stock[0]), state.hands[2], state.hands[3])
    shown = tuple(None if s == 1 else best_split(h, state.options.scheme(deal, 4)) for s, h in enumerate(hands))
    return replace(state, turn=Seat(1), is_drawing=False, hands=hands, stock=state.stock[1:], out=Seat(2), shown=shown)


def _states(chance: Random, seats: int, count: int) -> list[State]:
    """States of a match in which each seat goes out as soon as it may."""
    state = GAME.new_match(seats, {"rounds": "odd"})
    out: list[State] = []
    while len(out) < count and (actor := GAME.actor(state)) is not None:
        if actor is DEALER:
            action = GAME.deal(state, chance.randbytes(32))
        else:
            actions = GAME.legal(state)
            action = next((a for a in actions if isinstance(a, Discard) and a.out), chance.choice(actions))
        state = GAME.apply(state, actor, action).state
        out.append(state)
    return out


def _cards_of(state: State) -> set[int]:
    return {c for zone in GAME.zones(state) for c in zone.cards}


def _check_cards(state: State) -> None:
    """Every card lies in one zone, and hands have the size that the rules give them."""
    lying = [c for zone in GAME.zones(state) for c in zone.cards]
    assert sorted(lying) == list(range(state.options.deck(state.seats)))
    each = state.options.cards_each(state.deal)
    for seat, hand in enumerate(state.hands):
        holds_one_more = state.is_live and seat == state.turn and not state.is_drawing
        assert len(hand) == each + holds_one_more
        assert set(state.picked[seat]) <= set(hand)
    if not state.is_live:
        assert all(split is not None for split in state.shown)
        if state.out is not None:
            assert state.points[state.out] == 0
    elif state.is_drawing or state.out is not None:
        return
    else:
        hand = state.hands[state.turn]
        assert {a.card for a in GAME.legal(state) if isinstance(a, Discard) and a.out} == set(
            outs(hand, state.options.scheme(state.deal, state.seats))
        ) - {state.barred}
