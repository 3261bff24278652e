"""How a hand lay is written, read again and laid, whatever has become of the file or the hand meanwhile."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui.boards.arrangement import Arrangement, read, written
from lan_thirteen.ui.boards.base import Dragged
from lan_thirteen.ui.boards.registry import BOARDS
from tests.ui.boards.sights import sight_of
from tests.ui.rectangles import stage_of

GROUPS = st.lists(st.lists(st.integers(-2, 110), max_size=5).map(tuple), max_size=8).map(tuple)
ARRANGEMENTS = st.builds(
    Arrangement,
    game=st.sampled_from(sorted(GAMES)),
    deal=st.integers(0, 3),
    sort=st.sampled_from(["own", "melds", "rank", "suit", "colour", "value", "up", "down", "", "nonsense"]),
    groups=GROUPS,
)


def dealt(game: str) -> Any:
    rules = GAMES[game].game
    state = rules.new_match(3, {})
    return rules.apply(state, DEALER, rules.deal(state, numbered_seed(3, 0))).state


@given(ARRANGEMENTS)
def test_what_was_written_is_read(arrangement: Arrangement) -> None:
    assert read(written(arrangement), arrangement.game) == arrangement
    assert read(written(arrangement), "another game") is None


@given(st.binary(max_size=60))
def test_anything_else_is_no_arrangement(data: bytes) -> None:
    assert read(data, "leaves") is None


def test_a_file_that_was_cut_anywhere_or_is_too_long_is_none() -> None:
    whole = written(Arrangement("leaves", 1, "down", ((1, 2), (3,))))
    assert all(read(whole[:end], "leaves") is None for end in range(len(whole)))
    assert read(b"[" * 100_000, "leaves") is None


@given(ARRANGEMENTS, st.frozensets(st.integers(0, 110), max_size=14))
def test_of_a_hand_every_card_lies_once_and_no_other(arrangement: Arrangement, hand: frozenset[int]) -> None:
    groups = arrangement.of_hand(sorted(hand))
    cards = [card for group in groups for card in group]
    assert len(cards) == len(set(cards))
    assert set(cards) <= hand
    assert all(groups)


@pytest.mark.parametrize("game", GAMES)
@given(arrangement=ARRANGEMENTS)
def test_any_arrangement_can_be_laid_and_shown(game: str, arrangement: Arrangement) -> None:
    stage, state, board = stage_of(960, 540), dealt(game), BOARDS[game]
    sight = sight_of(stage, game, state, Seat(0))
    pick = board.revised(board.laid(sight.view, arrangement), sight.view, sight.legal, ())
    keys = [node.key for node in board.present(sight, pick, stage) if node.key[0] == "card" and len(node.key) == 2]
    assert len(keys) == len(set(keys))
    shown = sight_of(stage, game, state, Seat(0))
    fresh = board.present(shown, board.fresh(shown.view), stage)
    assert sorted(keys, key=str) == sorted((n.key for n in fresh if n.key[0] == "card" and len(n.key) == 2), key=str)


@pytest.mark.parametrize("game", ["dreizehn", "three-thirteen"])
def test_an_own_order_lies_as_it_did_and_is_of_one_deal(game: str) -> None:
    stage, state, board = stage_of(1280, 720), dealt(game), BOARDS[game]
    sight = sight_of(stage, game, state, Seat(0))
    cards = list(sight.view.hand)
    pick, _ = board.press(board.fresh(sight.view), Dragged(("card", cards[0]), ("card", cards[-1])), sight)
    own = board.arrangement(pick)
    assert own.groups
    assert board.arrangement(board.laid(sight.view, own)) == own
    other = Arrangement(own.game, own.deal + 1, own.sort, own.groups)
    assert board.arrangement(board.laid(sight.view, other)).groups == ()
