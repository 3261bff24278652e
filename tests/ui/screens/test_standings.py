"""The end of a match: the order, shared places, the lines, the table of points and what can be done."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lan_thirteen.net.orders import Say
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.boards.base import Ask
from lan_thirteen.ui.display import Display, Node
from lan_thirteen.ui.effects import Copy
from lan_thirteen.ui.screens import standings
from lan_thirteen.ui.screens.chart import axis, spread
from lan_thirteen.ui.screens.score_table import Ending, as_text, merged
from lan_thirteen.ui.screens.standings import PlayAgain, SaveScore, Show, State, WantAgain
from lan_thirteen.wire import messages as m
from tests.ui.rectangles import EACH_SIZE, SIZES, Longer, check, stage_of, text_scales
from tests.ui.screens.endings import an_ending, totals_of

STAGE = stage_of(1280, 720)
TIED = ((3, 3, 5, 9), (7, 7, 9, 9))


def shown(ending: Ending, state: State = State()) -> Display:  # noqa: B008  # frozen
    return standings.present(state, ending, STAGE)


def words(display: Display, *key: object) -> str:
    texts = [n.picture for n in display.nodes if n.key[: len(key)] == key and isinstance(n.picture, p.Text)]
    return " ".join(run.text for text in texts for run in text.runs)


def found(display: Display, *key: object) -> Node:
    node = display.find(key)
    assert node is not None, key
    return node


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("seats", range(2, 9))
def test_nothing_overlaps_or_is_cut(size: tuple[int, int], seats: int) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        for language in (STAGE.language, Longer(STAGE.language))[scale == 1.0 :]:
            stage = stage_of(*size, scale, language)
            for deals, known in ((1, 1), (11, 3), (40, 40)):
                ending = an_ending(stage, totals_of(seats, deals), known=known, is_owner=deals != 11)
                for state in (State(), State(is_copied=True, shows_table=True)):
                    check(standings.present(state, ending, stage), stage)


def test_several_winners_and_a_watcher_fit_too() -> None:
    for size in SIZES:
        stage = stage_of(*size)
        for seats in (3, 8):
            ending = an_ending(stage, [(5,) * seats], seat=None, is_owner=False)
            check(standings.present(State(), ending, stage), stage)


def test_the_order_is_by_points_and_equal_points_share_a_rank() -> None:
    display = shown(an_ending(STAGE, TIED))
    ranks = {seat: words(display, "standing", seat, "rank") for seat in range(4)}
    assert ranks == {0: "1", 1: "1", 2: "3", 3: "3"}
    assert {seat: words(display, "standing", seat, "points") for seat in range(4)} == {0: "7", 1: "7", 2: "9", 3: "9"}
    tops = [found(display, "standing", seat).box.y for seat in range(4)]
    assert tops == sorted(tops)
    assert words(display, "standing", 2, "sub") == "Shared place"


def test_bots_are_called_what_the_table_calls_them() -> None:
    display = shown(an_ending(STAGE, TIED))
    assert [words(display, "standing", seat, "name") for seat in (1, 3)] == ["Jan", "Bot 4"]
    assert [words(display, "scores", seat, "name") for seat in (1, 3)] == ["Jan", "Bot 4"]


def test_all_who_share_the_first_place_are_named_and_shown() -> None:
    display = shown(an_ending(STAGE, TIED, seat=3))
    assert words(display, "hero", "title") == "Shared first place: Femke, Jan"
    crowned = {node.key[1] for node in display.nodes if node.key[0] == "hero" and node.key[-1] == "crown"}
    assert crowned == {0, 1}


def test_one_winner_is_named_and_is_you_on_their_own_screen() -> None:
    history = [(9, 2, 5)]
    assert words(shown(an_ending(STAGE, history)), "hero", "title") == "Jan wins!"
    assert words(shown(an_ending(STAGE, history, seat=1)), "hero", "title") == "You win!"


def test_a_single_deal_is_a_line_from_nothing() -> None:
    display = shown(an_ending(STAGE, [(3, 0)]))
    starts, ends = ([found(display, "chart", seat, place).box for seat in range(2)] for place in range(2))
    assert starts[0].cy == starts[1].cy == ends[1].cy > ends[0].cy
    assert starts[0].cx < ends[0].cx
    assert words(display, "chart", "deal", 1) == "1"
    assert not words(display, "chart", "deal", 0)


def test_the_table_shows_what_each_deal_gave_and_zero_as_a_pill() -> None:
    display = shown(an_ending(STAGE, [(3, 0), (3, 4), (8, 4)]))
    assert [words(display, "scores", 0, place) for place in range(3)] == ["3", "0", "5"]
    assert [words(display, "scores", 1, place) for place in range(3)] == ["0", "4", "0"]
    assert [words(display, "scores", seat, "total") for seat in range(2)] == ["8", "4"]
    pills = {node.key[1:3] for node in display.nodes if node.key[0] == "scores" and node.key[-1] == "pill"}
    assert pills == {(0, 1), (1, 0), (1, 2)}


def test_who_came_late_sees_the_deals_before_as_one_sum_and_is_told() -> None:
    history = totals_of(3, 6)
    ending = an_ending(STAGE, history, known=2)
    assert [(c.first, c.last) for c in ending.columns] == [(1, 5), (6, 6)]
    assert [sum(c.points[seat] for c in ending.columns) for seat in range(3)] == list(history[-1])
    display = shown(ending)
    assert words(display, "scores", "head", 0) == "1–5"
    assert words(display, "chart", "note") == "You came later: what the first 5 gave is one sum."
    assert not words(shown(an_ending(STAGE, history)), "chart", "note")


def test_who_saw_no_deal_end_still_sees_the_totals() -> None:
    history = totals_of(4, 3)
    ending = an_ending(STAGE, history, known=0)
    assert [column.totals for column in ending.columns] == [history[-1]]


def test_more_deals_than_there_is_room_for_are_summed_up_in_front() -> None:
    columns = an_ending(STAGE, totals_of(3, 9)).columns
    few = merged(columns, 4)
    assert [(c.first, c.last) for c in few] == [(1, 6), (7, 7), (8, 8), (9, 9)]
    assert [sum(c.points[0] for c in few)] == [columns[-1].totals[0]]
    assert merged(columns, 9) == columns


@pytest.mark.parametrize(
    ("highest", "top"),
    [(0, 1), (3, 3), (9, 10), (17, 20), (29, 30), (50, 50), (51, 60), (114, 120), (121, 150), (700, 750)],
)
def test_the_axis_ends_at_a_round_number_above_all_totals(highest: int, top: int) -> None:
    end, step = axis(highest)
    assert (end, end % step) == (top, 0)
    assert end // step <= 5 or step == 1


def test_names_at_the_lines_stand_apart_in_the_order_of_the_lines() -> None:
    middles = [50.0, 51.0, 52.0, 140.0, 139.0]
    placed = spread(middles, 18, 0, 140)
    assert sorted(range(5), key=lambda i: placed[i]) == sorted(range(5), key=lambda i: middles[i])
    assert all(below - above >= 18 - 1e-6 for above, below in pairwise(sorted(placed)))
    assert min(placed) >= 0
    assert max(placed) <= 140
    assert spread([30.0, 90.0], 18, 0, 140) == (30.0, 90.0)


def test_each_line_goes_through_the_totals_and_names_stand_apart() -> None:
    history = totals_of(4, 11)
    display = shown(an_ending(STAGE, history))
    for seat in range(4):
        line = found(display, "chart", seat, "line").picture
        assert isinstance(line, p.Line)
        assert len(line.points) == 11
        heights = [y for _, y in line.points]
        totals = [totals[seat] for totals in history]
        assert all((a > b) == (y < z) for (a, b), (y, z) in zip(pairwise(totals), pairwise(heights), strict=True))
    names = sorted(found(display, "chart", seat, "name").box.cy for seat in range(4))
    assert all(below - above >= 18 - 1e-6 for above, below in pairwise(names))


def test_where_there_is_no_room_for_both_lines_and_table_change_places() -> None:
    stage = stage_of(1280, 720, 1.5)
    ending = an_ending(stage, totals_of(8, 11))
    display = standings.present(State(), ending, stage)
    assert display.find(("chart", 0, "line"))
    assert not display.find(("scores", 0, "total"))
    state, effects = standings.press(State(), found(display, "shown", True).intent, ending)
    assert effects == ()
    display = standings.present(state, ending, stage)
    assert display.find(("scores", 0, "total"))
    assert not display.find(("chart", 0, "line"))
    assert standings.press(state, Show(is_table=False), ending)[0] == State()


def test_the_owner_plays_again_and_nobody_else_can() -> None:
    history = totals_of(3, 3)
    owner = an_ending(STAGE, history)
    assert standings.press(State(), PlayAgain(), owner) == (State(), (Say(m.Again()),))
    assert standings.keys(State(), owner)["return"] == PlayAgain()
    guest = an_ending(STAGE, history, seat=1, is_owner=False)
    assert standings.press(State(), PlayAgain(), guest) == (State(), ())
    assert found(shown(guest), "again").intent == WantAgain(is_wanted=True)


def test_everybody_else_says_whether_they_would_play_again() -> None:
    history = totals_of(4, 3)
    guest = an_ending(STAGE, history, seat=1, is_owner=False, ready=(2,))
    assert standings.press(State(), WantAgain(is_wanted=True), guest)[1] == (Say(m.Ready(True)),)
    assert words(shown(guest), "wish") == "1 of 2 would play again"
    willing = an_ending(STAGE, history, seat=1, is_owner=False, ready=(1, 2))
    assert found(shown(willing), "again").intent == WantAgain(is_wanted=False)
    assert standings.keys(State(), guest)["return"] == WantAgain(is_wanted=True)
    assert "return" not in standings.keys(State(), willing)


def test_somebody_who_watched_is_not_asked() -> None:
    watcher = an_ending(STAGE, totals_of(3, 3), seat=None, is_owner=False)
    assert shown(watcher).find(("again",)) is None
    assert "return" not in standings.keys(State(), watcher)
    assert standings.press(State(), WantAgain(is_wanted=True), watcher)[1] == ()


def test_the_score_is_copied_as_a_table_of_text() -> None:
    ending = an_ending(STAGE, [(3, 0), (3, 4)], game="dreizehn")
    state, effects = standings.press(State(), SaveScore(), ending)
    assert state.is_copied
    text = "Dreizehn at Kitchen\nRound\t1\t2\tTotal\n1. Femke\t3\t0\t3\n2. Bot 2\t0\t4\t4\n"
    assert effects == (Copy(text),)
    assert as_text(ending) == text
    assert found(shown(ending, state), "save").label == "Copied"


def test_leaving_is_the_windows_business() -> None:
    assert found(shown(an_ending(STAGE, totals_of(3, 3))), "leave").intent == Ask("leave")


def test_how_the_last_points_came_about_can_be_seen_again() -> None:
    assert found(shown(an_ending(STAGE, totals_of(3, 3))), "last").intent == Ask("results")
