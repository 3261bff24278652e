"""Nothing is played that nobody meant: B7's guard, double presses, what comes by itself, refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.table import commands as c
from lan_thirteen.ui import events as ev
from lan_thirteen.ui.app.inputs import Hands, Meant, pointed
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.pictures import Panel
from lan_thirteen.ui.screens import results
from lan_thirteen.wire import messages as m
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import (
    GAMES,
    MAIN,
    asked,
    choice_of,
    is_asked,
    picks_with_mouse,
    plays_with_mouse,
    until_asked,
)


@pytest.mark.parametrize("game", ["leaves", "dreizehn"])
def test_a_press_that_began_before_the_question_could_be_seen_plays_nothing(game: str) -> None:
    _, ana = asked(game)
    picks_with_mouse(ana, choice_of(ana))
    question = ana.lan.now
    ana.app.model = _asked_at(ana, question)
    ana.press(ana.by_key(MAIN), pause=0.29)
    assert not ana.said(m.Act)
    ana.press(ana.by_key(MAIN), pause=0.02)
    assert len(ana.said(m.Act)) == 1


def test_a_press_that_is_held_over_the_guard_plays_nothing() -> None:
    _, ana = asked("dreizehn")
    picks_with_mouse(ana, choice_of(ana))
    ana.app.model = _asked_at(ana, ana.lan.now)
    ana.lan.pass_time(0.1)
    ana.down(ana.by_key(MAIN))
    ana.lan.pass_time(5)
    ana.up()
    assert not ana.said(m.Act)


def test_the_return_key_is_held_back_as_a_press_is() -> None:
    _, ana = asked("dreizehn")
    picks_with_mouse(ana, choice_of(ana))
    ana.app.model = _asked_at(ana, ana.lan.now)
    ana.key("return", pause=0.1)
    assert not ana.said(m.Act)
    ana.key("return", pause=0.3)
    assert len(ana.said(m.Act)) == 1


def test_selecting_is_never_held_back() -> None:
    _, ana = asked("dreizehn")
    ana.app.model = _asked_at(ana, ana.lan.now)
    card = next(node for node in ana.display.reachable() if node.key[0] == "card")
    ana.press(card, pause=0)
    assert ana.model.table is not None
    assert ana.model.table.pick.card == card.key[1]


def _asked_at(pilot: Pilot, now: float) -> Any:
    assert pilot.model.table is not None
    return replace(pilot.model, table=replace(pilot.model.table, asked_at=now))


@pytest.mark.parametrize("game", GAMES)
def test_a_double_press_plays_once(game: str) -> None:
    _, ana = asked(game)
    ana.lan.is_deaf = True
    picks_with_mouse(ana, choice_of(ana))
    again = ana.by_key(MAIN)
    ana.press(again)
    assert len(ana.said(m.Act)) == 1
    for pause in (0.0, 0.05, 0.5):
        ana.lan.pass_time(pause)
        x, y = again.reach.cx, again.reach.cy
        ana.handle(ev.Down(x, y, ana.lan.now))
        ana.handle(ev.Up(x, y, ana.lan.now))
        ana.key("return")
    assert len(ana.said(m.Act)) == 1


def test_a_key_that_is_held_plays_once() -> None:
    _, ana = asked("dreizehn")
    picks_with_mouse(ana, choice_of(ana))
    ana.key("return")
    for _ in range(50):
        ana.lan.pass_time(0.04)
        ana.handle(ev.Pressed("return", ana.lan.now, is_repeat=True))
    assert len(ana.said(m.Act)) == 1


def test_a_press_that_began_on_another_button_in_the_same_place_does_nothing() -> None:
    """The button to play has become the one to take while the mouse button was down."""
    _, ana = asked("leaves", "Ana", "Bo", "Cem")
    pilots = ana.lan.pilots
    other = next(p for p in pilots if p is not ana)
    assert ana.model.table is not None
    picks_with_mouse(ana, choice_of(ana))
    ana.down(ana.by_key(MAIN))
    before = ana.by_key(MAIN).intent
    ana.lan.do(c.Pause(other.at_table if other.person == 1 else pilots[0].at_table))
    assert next((n.intent for n in ana.display.nodes if n.key == MAIN), None) != before
    ana.up()
    assert not ana.said(m.Act)


def test_a_refused_move_is_told_with_its_numbers_and_can_be_tried_again() -> None:
    lan, ana = asked("leaves")
    picks_with_mouse(ana, choice_of(ana))
    lan.is_deaf = True
    ana.press(ana.by_key(MAIN))
    (act,) = ana.said(m.Act)
    assert not ana.model.table.is_asked  # type: ignore[union-attr]
    lan.is_deaf, lan._on_its_way = False, []
    lan.tell(ana, m.Refused(act.nonce, "leaves.too-few-in-hand", (7, 3, 2), ()))
    (toast,) = ana.model.toasts
    assert toast.is_trouble
    assert "3" in toast.text
    assert any(toast.text[:20] in text for text in ana.texts)
    plays_with_mouse(ana, choice_of(ana))
    second = ana.said(m.Act)[1]
    assert second.nonce > act.nonce
    assert second.index == act.index


def test_a_second_press_does_not_wipe_away_the_results_that_the_first_one_brought() -> None:
    lan, ana = asked("three-thirteen")
    _until_results(lan, ana)
    ana.key("return", pause=0.1)
    ana.key("escape", pause=0.1)
    assert ana.model.results.is_open
    assert not ana.said(m.Ready)
    ana.key("return")
    assert ana.said(m.Ready)


def test_who_is_typing_when_results_come_says_nothing_by_it_and_can_type_on_afterwards() -> None:
    lan, ana = asked("three-thirteen")
    _until_results(lan, ana)
    ana.key("escape", "t")
    _types(ana, "So clos")
    came = replace(ana.model, results=_opened(ana.model), shown_at=lan.now)
    ana.app._change(came)
    _types(ana, "e!")
    ana.key("return", "space")
    assert ana.model.results.is_open
    assert not ana.said(m.Ready)
    ana.key("escape")
    assert not ana.model.results.is_open
    _types(ana, "er")
    ana.key("return")
    assert [chat.text for chat in ana.said(m.Chat)] == ["So closer"]
    ana.app._change(replace(ana.model, results=_opened(ana.model), shown_at=lan.now))
    ana.key("return", pause=2)
    assert ana.said(m.Ready)


def _types(pilot: Pilot, text: str) -> None:
    """As a keyboard does: a key, and then its letter."""
    for char in text:
        pilot.key(char, pause=0.15)
        pilot.types(char)


def _opened(model: Model) -> results.State:
    return results.reopened(model.results)


def test_a_second_press_does_not_begin_another_match_from_the_end_of_this_one() -> None:
    lan, ana = asked("dreizehn")
    while lan.lobby.phase is Phase.PLAYING:
        if is_asked(ana):
            plays_with_mouse(ana, choice_of(ana))
        else:
            lan.pass_time(0.1)
    ana.key("return", pause=0.05)
    assert not ana.said(m.Again)
    ana.key("return")
    assert ana.said(m.Again)


def test_a_press_does_not_wipe_away_a_message_that_has_just_come() -> None:
    lan = Lan()
    ana = Pilot(lan)
    lan.tell(ana, o.Joining())
    lan.tell(ana, o.JoinFailed(Refusal("join.full")))
    ana.key("return", pause=0.1)
    ana.handle(ev.Down(5, 5, lan.now))
    assert ana.model.overlay is not None
    ana.key("return")
    assert ana.model.overlay is None


def test_the_second_half_of_a_double_press_does_not_close_what_the_first_has_opened() -> None:
    _, ana = asked("leaves")
    menu = ana.node("Menu")
    ana.press(menu)
    ana.press(menu, pause=0.1)
    assert ana.model.overlay is not None
    ana.press(menu, pause=0.5)
    assert ana.model.overlay is None


@pytest.mark.parametrize(
    ("later", "away", "is_meant"), [(0.1, 0, False), (0.29, 5, False), (0.35, 0, True), (0.1, 20, True)]
)
def test_the_second_half_of_a_double_press_presses_nothing_that_the_first_has_brought(
    later: float, away: float, is_meant: bool
) -> None:
    """Another button lies in the same place by then: the answer of a dialog that ends something, perhaps."""
    box, plain = Box(100, 100, 200, 60), Panel((0, 0, 0), (0, 0, 0), 8)
    before = Display((Node(("leave",), box, plain, "ask"),))
    after = Display((Node(("sure",), box, plain, "do it"),))
    hands, _ = pointed(Hands(), before, ev.Down(150, 130, 7.0), 0.3)
    hands, asked_first = pointed(hands, before, ev.Up(150, 130, 7.05), 0.3)
    hands, _ = pointed(hands, after, ev.Down(150 + away, 130, 7 + later), 0.3)
    _, outcome = pointed(hands, after, ev.Up(150 + away, 130, 7.1 + later), 0.3)
    assert asked_first == Meant("ask", 7.0)
    assert outcome == (Meant("do it", 7 + later) if is_meant else None)


def test_a_press_beside_it_does_not_give_up_the_way_to_a_table() -> None:
    lan = Lan()
    ana = Pilot(lan)
    lan.tell(ana, o.Joining())
    lan.pass_time(2)
    ana.handle(ev.Down(5, 5, lan.now))
    ana.handle(ev.Up(5, 5, lan.now))
    assert not ana.done(o.Leave)
    ana.click("Give up")
    assert ana.done(o.Leave) == [o.Leave()]


def _until_results(lan: Lan, pilot: Pilot) -> None:
    for _ in range(500):
        if pilot.model.results.is_open:
            return
        if lan.lobby.phase is Phase.PLAYING:
            plays_with_mouse(until_asked(lan, pilot), choice_of(pilot)) if is_asked(pilot) else lan.pass_time(0.1)
    raise AssertionError("the deal does not end")
