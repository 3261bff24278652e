"""The results of a deal of Dreizehn show how each number of points came about."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.games.dreizehn.model import RED, State
from lan_thirteen.games.dreizehn.rules import Dreizehn
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.boards.dreizehn import DreizehnBoard
from lan_thirteen.ui.boards.dreizehn_results import bills
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Display
from tests.games.positions import dreizehn_after
from tests.ui.boards.sights import sight_of
from tests.ui.rectangles import EACH_SIZE, Longer, check, stage_of, text_scales

BOARD = DreizehnBoard()
RULES = Dreizehn()
STAGE = stage_of(1280, 720)


def deal_over(seats: int, seed: int, **options: Any) -> State:
    """A deal that was played at random to its end."""
    chance = Random(seed)
    state = RULES.new_match(seats, options)
    state = RULES.apply(state, DEALER, RULES.deal(state, chance.randbytes(32))).state
    while state.is_live:
        state = RULES.apply(state, state.turn, chance.choice(RULES.legal(state))).state
    return state


def seen(state: State, stage: Stage = STAGE) -> Sight[Any, Any]:
    return sight_of(stage, "dreizehn", state, Seat(0))


def words(display: Display, *key: object) -> str:
    texts = [n.picture for n in display.nodes if n.key[: len(key)] == key and isinstance(n.picture, p.Text)]
    return " ".join(run.text for text in texts for run in text.runs)


def test_what_each_colour_cost_adds_up_to_the_points_of_each_seat() -> None:
    for seed in range(60):
        state = deal_over(3 + seed % 4, seed, deal_mode=("five", "all")[seed % 2])
        for seat, bill in enumerate(bills(seen(state).view)):
            assert sum(bill.cost(colour) for colour in range(4)) == bill.points == state.points[seat]
            assert sum(bill.counts) == len(state.taken[seat])


def test_each_cell_says_how_many_and_what_they_cost() -> None:
    state = dreizehn_after("B7>1 Y5>2 R4>1 B2>1 B1>1 R4>2 Y7>2", "", "G4", "")
    # the last card ends the deal: B took B7 R4 B2 and has blue alone, A took Y5 R4 and has yellow alone
    card = state.hands[1][0]
    place = next(action for action in RULES.legal(state) if action.card == card and action.target == 2)  # type: ignore[union-attr]
    over = RULES.apply(state, state.turn, place).state
    assert over.points == (2, 2, 0)
    sight = seen(over)
    display = Display(BOARD.results(sight, STAGE, Box(100, 100, 800, 400)))
    assert words(display, "results", 1, "of", 0) == "2, free"
    assert words(display, "results", 1, "of", RED) == "1 × 2 = 2"
    assert words(display, "results", 0, "of", 2) == "1, free"
    assert words(display, "results", 2, "of", 0) == "–"
    assert words(display, "results", 1, "points") == "+2"


def test_there_is_nothing_to_show_while_a_deal_is_played_or_before_one() -> None:
    new = RULES.new_match(3, {})
    assert BOARD.results(seen(new), STAGE, Box(0, 0, 800, 400)) == ()
    over = deal_over(3, 1)
    going = RULES.apply(over, DEALER, RULES.deal(over, bytes(32))).state
    assert BOARD.results(seen(going), STAGE, Box(0, 0, 800, 400)) == ()


def test_points_of_a_deal_that_nobody_took_cards_in_are_shown_too() -> None:
    over = replace(deal_over(3, 1), taken=((), (), ()), points=(0, 0, 0), freed=(None, None, None))
    over = replace(over, played=over.played[:3])
    assert [bill.points for bill in bills(seen(over).view)] == [0, 0, 0]


@pytest.mark.parametrize("size", EACH_SIZE)
def test_it_fits_for_all_seats_and_sizes_of_text(size: tuple[int, int]) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        for language in (STAGE.language, Longer(STAGE.language)):
            stage = stage_of(*size, scale, language)
            canvas = stage.canvas
            box = Box(30, 80, canvas.w - 60, canvas.h - 80 - 60 - 110 * max(1.0, 0.9 * scale))
            for seats in (3, 4, 5, 6):
                nodes = BOARD.results(seen(deal_over(seats, seats), stage), stage, box)
                assert nodes
                assert all(node.box.within(box, 1) for node in nodes)
                check(Display(nodes), stage)
