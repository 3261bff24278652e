"""Between two deals: the results over the table, who is ready, when it goes on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Phase, Presence
from lan_thirteen.net.orders import Say
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.boards.dreizehn import DreizehnBoard
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Display, Node
from lan_thirteen.ui.pictures import Backdrop
from lan_thirteen.ui.screens import results
from lan_thirteen.ui.screens.results import Close, SetReady, State
from lan_thirteen.wire import messages as m
from tests.ui.boards.sights import lobby_of, seat_info, sight_of
from tests.ui.boards.test_dreizehn_results import deal_over
from tests.ui.rectangles import EACH_SIZE, SIZES, Longer, check, stage_of, text_scales
from tests.ui.screens.endings import a_lobby, a_sight, totals_of

BOARD = DreizehnBoard()
STAGE = stage_of(1280, 720)


class NoBoard:
    """A game that shows nothing of its results."""

    def results(self, *_: object) -> tuple[Node, ...]:
        return ()


def between(stage: Stage = STAGE, seats: int = 4, seat: int | None = 0, **lobby: Any) -> Sight[Any, Any]:
    """A deal of Dreizehn is over, and the next one waits."""
    table = a_lobby("dreizehn", seats, **{"ready": (1,), "phase": Phase.INTERMISSION, "waits_ms": 42_000, **lobby})
    return sight_of(stage, "dreizehn", deal_over(seats, seats), None if seat is None else Seat(seat), lobby=table)


def shown(sight: Sight[Any, Any], stage: Stage = STAGE, state: State | None = None) -> Display:
    behind = Display((Node(("backdrop",), stage.canvas.box, Backdrop("rays")),))
    opened = results.ended(State(), sight.view) if state is None else state
    return results.present(opened, sight, BOARD, stage, behind)


def words(display: Display, *key: object) -> str:
    texts = [n.picture for n in display.nodes if n.key[: len(key)] == key and isinstance(n.picture, p.Text)]
    return " ".join(run.text for text in texts for run in text.runs)


@pytest.mark.parametrize("size", EACH_SIZE)
def test_nothing_overlaps_or_is_cut(size: tuple[int, int]) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        for language in (STAGE.language, Longer(STAGE.language)):
            stage = stage_of(*size, scale, language)
            for seats in (3, 4, 5, 6):
                for seat in (0, 1, None):
                    check(shown(between(stage, seats, seat), stage), stage)


@pytest.mark.parametrize("seats", [2, 7, 8])
def test_two_to_eight_seats_fit(seats: int) -> None:
    for size in SIZES:
        for scale in text_scales(stage_of(*size).canvas):
            stage = stage_of(*size, scale)
            lobby = a_lobby("three-thirteen", seats, (1,), phase=Phase.INTERMISSION, waits_ms=9000)
            sight = a_sight(stage, totals_of(seats, 4)[-1], 4, 0, lobby)
            opened = results.ended(State(), sight.view)
            check(results.present(opened, sight, NoBoard(), stage, Display(())), stage)  # type: ignore[arg-type]


def test_the_table_behind_cannot_be_reached() -> None:
    display = shown(between())
    assert display.floor == 1
    assert {node.key for node in display.reachable()} == {("between", "do"), ("between", "see")}


def test_the_results_of_the_game_stand_in_it() -> None:
    assert words(shown(between()), "between", "title").startswith("Round 1 of 4 is over")
    assert words(shown(between()), "results", 0, "points").startswith("+")


def test_one_says_that_one_is_ready_and_takes_it_back() -> None:
    sight = between()
    state = results.ended(State(), sight.view)
    assert results.keys(state, sight)["return"] == SetReady(is_ready=True)
    assert results.press(state, SetReady(is_ready=True), sight) == (state, (Say(m.Ready(True)),))
    ready = between(seat=1)
    assert "return" not in results.keys(state, ready)
    button = shown(ready).find(("between", "do"))
    assert button is not None
    assert button.intent == SetReady(is_ready=False)


def test_a_watcher_and_a_table_that_plays_take_no_readiness() -> None:
    for sight in (between(seat=None), between(phase=Phase.PLAYING)):
        state = results.ended(State(), sight.view)
        assert results.press(state, SetReady(is_ready=True), sight) == (state, ())
        assert results.keys(state, sight)["return"] == Close()
        assert shown(sight).find(("between", "do")) is None


def test_each_seat_shows_its_total_and_whether_it_is_ready() -> None:
    lost = (seat_info(0), seat_info(1, is_ready=False, presence=Presence.LOST), seat_info(2, is_ready=False))
    sight = between()
    display = shown(sight)
    ready = [words(display, "between", "seat", seat, "ready", "word") for seat in range(4)]
    assert ready == ["Looking", "Ready", "Looking", "Bot"]
    for seat, total in enumerate(sight.view.totals):
        assert words(display, "between", "seat", seat, "total").startswith(str(total))
    best = min(sight.view.totals)
    crowned = {node.key[2] for node in display.nodes if node.key[-1] == "crown"}
    assert crowned == {seat for seat, total in enumerate(sight.view.totals) if total == best}
    table = lobby_of("dreizehn", 4, phase=Phase.INTERMISSION, seats=(*lost, seat_info(3, is_bot=True)))
    away = shown(sight._replace(lobby=table))
    assert words(away, "between", "seat", 1, "ready", "word") == "Away"


def test_the_seconds_that_are_left_are_told_whatever_the_clock_says() -> None:
    for waits_ms, left in ((42_000, 42), (41_001, 42), (1, 1), (0, 0)):
        text = words(shown(between(waits_ms=waits_ms), STAGE._replace(now=100.0)), "between", "waits")
        assert f" {left} second" in text
    assert not words(shown(between(waits_ms=None)), "between", "waits")


def test_it_can_be_closed_and_opened_again_during_the_next_deal() -> None:
    sight = between()
    state = results.ended(State(), sight.view)
    closed, effects = results.press(state, Close(), sight)
    assert (closed.is_open, effects) == (False, ())
    behind = Display(())
    assert results.present(closed, sight, BOARD, STAGE, behind) is behind
    playing = between(phase=Phase.PLAYING)._replace(view=SimpleNamespace(totals=(), deal=2))
    opened = results.reopened(results.began(closed))
    display = shown(playing, STAGE, opened)
    assert words(display, "between", "title") == "Round 1 of 4 is over"
    assert words(display, "results", 0, "points")
    assert not words(display, "between", "waits")


def test_before_a_deal_has_ended_there_is_nothing_to_open() -> None:
    assert results.reopened(State()) == State()
