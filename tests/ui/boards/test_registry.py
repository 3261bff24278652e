"""Every game can be played in the window, and no board lets what is not legal be played."""

from __future__ import annotations

from itertools import chain, islice
from random import Random

import pytest

from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui.boards.registry import BOARDS
from lan_thirteen.ui.display import Display
from tests.support.play import random_match
from tests.ui.boards.sights import sight_of
from tests.ui.rectangles import check, stage_of


def test_every_game_has_a_board() -> None:
    assert set(BOARDS) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_on_a_table_can_be_pressed_by_anybody_at_any_time(game: str) -> None:
    board, rng, stage = BOARDS[game], Random(1), stage_of(1280, 720)
    played = chain.from_iterable(random_match(GAMES[game], rng) for _ in range(20))
    moves = [move for move in islice(played, 120) if move.actor is not DEALER][::6]
    for move in moves:
        for seat in (*map(Seat, range(move.before.seats)), None):
            sight = sight_of(stage, game, move.before, seat)
            pick = board.fresh(sight.view)
            for _ in range(6):
                display = Display(board.present(sight, pick, stage))
                check(display, stage)
                intents = [node.intent for node in display.reachable()] + list(board.keys(pick, sight).values())
                pick, action = board.press(pick, rng.choice(intents), sight)
                assert action is None or action in sight.legal
