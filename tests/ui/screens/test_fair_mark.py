"""The mark of a checked deal: in the results and at the end, in every size, with its sentence for who asks."""

from __future__ import annotations

from typing import Any

import pytest

from lan_thirteen.core.lobby import Colour, DealId, Phase
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.app import at_table, hearing
from lan_thirteen.ui.app.at_table import AtTable
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.boards.base import Ask
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Display
from lan_thirteen.ui.screens import results, settings, standings
from lan_thirteen.ui.screens.settings_state import Facts, Part
from lan_thirteen.ui.settings import Settings
from lan_thirteen.ui.text import load_language
from lan_thirteen.wire import messages as m
from tests.support.messages import as_changed
from tests.ui.rectangles import EACH_SIZE, Longer, check, stage_of, text_scales
from tests.ui.screens.endings import a_lobby, an_ending, totals_of
from tests.ui.screens.test_results import BOARD, between

LANGUAGE = load_language()
GREEN = DealChecked(DealId(1, 2, 1), Colour.GREEN, Refusal("fair.green", (2,)))
RED = DealChecked(DealId(1, 2, 1), Colour.RED, Refusal("fair.red.hand", (2,), ("Kitchen", "Ana")))
GREY = DealChecked(DealId(1, 2, 1), Colour.GREY, Refusal("fair.grey.late", (2,)))
ALL = (GREEN, RED, GREY)
ICONS = {Colour.GREEN: "shield-check", Colour.RED: "triangle-alert", Colour.GREY: "info"}


def dialog(stage: Stage, mark: DealChecked | None, seats: int = 4) -> Display:
    sight = between(stage, seats)
    state = results.ended(results.State(), sight.view)
    return results.present(state, sight, BOARD, stage, Display(()), mark)


def end(stage: Stage, mark: DealChecked | None, seats: int = 4) -> Display:
    return standings.present(standings.State(), an_ending(stage, totals_of(seats, 11))._replace(check=mark), stage)


def mark_of(display: Display) -> Any:
    return next((node for node in display.nodes if node.key[-1] == "fair"), None)


@pytest.mark.parametrize("mark", ALL)
def test_the_mark_says_by_its_form_and_its_sentence_what_was_found(mark: DealChecked) -> None:
    stage = stage_of(1280, 720)
    for display in (dialog(stage, mark), end(stage, mark)):
        node = mark_of(display)
        assert isinstance(node.picture, p.Icon)
        assert node.picture.name == ICONS[mark.colour]
        assert node.tip == node.label == LANGUAGE.why(mark.why)
        assert node.intent == Ask("fair")
        assert mark_of(dialog(stage, None)) is mark_of(end(stage, None)) is None


@pytest.mark.parametrize("size", EACH_SIZE)
def test_nothing_overlaps_or_is_cut_in_the_results(size: tuple[int, int]) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        for language in (LANGUAGE, Longer(LANGUAGE)):
            stage = stage_of(*size, scale, language)
            for mark in ALL:
                for seats in (3, 6):
                    display = dialog(stage, mark, seats)
                    check(display, stage)
                    assert mark_of(display) is not None


@pytest.mark.parametrize("size", EACH_SIZE)
def test_nothing_overlaps_or_is_cut_at_the_end(size: tuple[int, int]) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        for language in (LANGUAGE, Longer(LANGUAGE)):
            stage = stage_of(*size, scale, language)
            for mark in ALL:
                check(end(stage, mark), stage)
        assert mark_of(end(stage_of(*size, scale), RED)) is not None


def test_the_last_word_on_a_deal_counts_and_red_stays_red() -> None:
    later = DealChecked(DealId(1, 2, 2), Colour.GREEN, Refusal("fair.green", (2,)))
    assert at_table.with_check((GREY,), later) == (later,)
    assert at_table.with_check((RED,), later) == (RED,)
    other = DealChecked(DealId(1, 3, 1), Colour.GREEN, Refusal("fair.green", (3,)))
    table = AtTable(checks=at_table.with_check((RED,), other))
    assert at_table.check_of(table, 2) == RED
    assert at_table.check_of(table, 3) == other
    assert at_table.check_of(table, 4) is None
    assert at_table.worst_check(table) == RED
    assert at_table.worst_check(AtTable(checks=(other, GREY))) == GREY
    assert at_table.worst_check(AtTable(checks=(other,))) == other
    assert at_table.worst_check(AtTable()) is None


def test_the_window_keeps_what_was_found_and_says_aloud_what_is_wrong() -> None:
    model = Model(Settings(), "Ana", table=AtTable(lobby=a_lobby("dreizehn", 3, phase=Phase.PLAYING)))
    for mark in ALL:
        after, _ = hearing.heard(model, mark, LANGUAGE, 1.0)
        assert after.table is not None
        assert after.table.checks == (mark,)
        assert [toast.text for toast in after.toasts] == ([LANGUAGE.why(mark.why)] if mark is RED else [])


def test_who_is_left_out_is_named_on_every_screen() -> None:
    model = Model(Settings(), "Ana", table=AtTable(lobby=a_lobby("dreizehn", 3, phase=Phase.DEALING)))
    after, _ = hearing.heard(model, m.Notice("fair.left-out", (2,), ("Bo",)), LANGUAGE, 1.0)
    assert after.toasts[0].text.startswith("Bo in seat 2 has not answered")
    again, _ = hearing.heard(after, as_changed(a_lobby("dreizehn", 3, phase=Phase.LOBBY)), LANGUAGE, 2.0)
    assert again.table is not None
    assert again.table.checks == ()


def test_the_settings_say_what_a_check_proves_and_what_it_cannot() -> None:
    stage = stage_of(1280, 720)
    facts = Facts(Settings(), (), "Ana", "1.0")
    display = settings.present(settings.State()._replace(part=Part.ABOUT), facts, stage)
    texts = " ".join(r.text for n in display.nodes if isinstance(n.picture, p.Text) for r in n.picture.runs)
    assert "Are the cards fair?" in texts
    assert "the host's computer knows all cards" in texts


def test_the_focus_begins_in_the_results_at_what_is_done_there_and_not_at_the_mark() -> None:
    keys = [node.key for node in dialog(stage_of(1280, 720), GREEN).reachable()]
    assert keys[0] == ("between", "do")
    assert ("between", "fair") in keys
