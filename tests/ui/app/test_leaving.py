"""Dialogs, escape, the window's cross, and what is left of a table while one is cut off."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.guest import Over
from lan_thirteen.ui import events as ev
from lan_thirteen.ui.effects import Quit
from lan_thirteen.ui.screens import dialogs
from lan_thirteen.ui.screens.dialogs import Kind
from lan_thirteen.wire import messages as m
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import (
    asked,
    choice_of,
    play_match,
    plays_with_mouse,
    seated,
    started,
)


def test_who_comes_back_finds_everything_as_it_was() -> None:
    lan, ana = asked("dreizehn", "Ana", "Bo")
    card = next(node for node in ana.display.reachable() if node.key[0] == "card")
    ana.press(card)
    ana.click("Chat")
    ana.types("Hell")
    lan.cut(ana)
    lan.pass_time(3)
    ana.types("o")
    lan.bring_back(ana)
    assert ana.model.table is not None
    assert ana.model.table.pick.card == card.key[1]
    assert ana.model.drawer.field.text == "Hello"
    ana.key("return")
    assert lan.table is not None
    assert ana.said(m.Chat)[-1].text == "Hello"
    plays_with_mouse(ana, choice_of(ana))


def test_who_is_cut_off_while_something_is_open_finds_it_open() -> None:
    lan, ana = asked("leaves")
    ana.key("f1")
    assert ana.model.overlay is not None
    lan.cut(ana)
    lan.bring_back(ana)
    assert ana.model.overlay is not None


DESTRUCTIVE = [
    Kind.LEAVE_ROOM,
    Kind.LEAVE_MATCH,
    Kind.CLOSE_TABLE,
    Kind.SAVE_TABLE,
    Kind.DELETE_SAVED,
    Kind.CLOSE_WINDOW,
    Kind.CLOSE_OWN,
    Kind.KICK,
]


@pytest.mark.parametrize("kind", DESTRUCTIVE)
@pytest.mark.parametrize("walked_before", [(), ("tab",), ("tab",) * 5, ("shift+tab",)])
def test_the_return_key_never_does_what_a_dialog_warns_of(kind: Kind, walked_before: tuple[str, ...]) -> None:
    """Wherever the focus was, and however often it is pressed."""
    _, ana = asked("leaves", "Ana", "Bo")
    ana.key(*walked_before)
    ana.app._take((_with_dialog(ana, kind), ()))
    ana.key("return", pause=0)
    ana.key("return", "return", "return")
    assert not ana.done(Quit)
    assert not ana.done(o.Leave)
    assert not ana.done(o.ForgetSaved)
    assert not ana.said(m.Kick)


@pytest.mark.parametrize("kind", DESTRUCTIVE)
def test_the_focus_comes_to_the_safe_answer_of_a_dialog_and_goes_back_afterwards(kind: Kind) -> None:
    _, ana = asked("leaves", "Ana", "Bo")
    ana.key(*("tab",) * 4)
    before = ana.app.focus_key
    ana.app._take((_with_dialog(ana, kind), ()))
    focus = ana.app.focus
    assert focus is not None
    assert focus.intent == dialogs.No()
    ana.key("space")
    assert ana.model.overlay is None
    assert ana.app.focus_key == before
    assert not ana.done(Quit)


def _with_dialog(pilot: Pilot, kind: Kind) -> Any:
    return replace(pilot.model, overlay=dialogs.asked(kind, "Kitchen", 2))


def test_escape_closes_what_lies_on_top_and_asks_before_it_leaves_a_table() -> None:
    lan, ana = asked("dreizehn", "Ana", "Bo")
    other = next(p for p in lan.pilots if p is not ana)
    card = next(node for node in ana.display.reachable() if node.key[0] == "card")
    ana.press(card)
    ana.key("l")
    assert ana.model.drawer.is_open
    ana.key("f1")
    ana.key("escape")
    assert ana.model.overlay is None
    ana.key("escape", "escape")
    assert not ana.model.drawer.is_open
    assert ana.model.table is not None
    assert ana.model.table.pick.card is None
    for _ in range(20):
        ana.key("escape")
        other.key("escape")
    assert not ana.done(o.Leave) + other.done(o.Leave)
    assert not ana.done(Quit)


@pytest.mark.parametrize("place", ["room", "match", "end"])
def test_no_number_of_escapes_leaves_a_table(place: str) -> None:
    lan = Lan()
    pilots = seated(lan, "dreizehn", "Ana", "Bo") if place == "room" else started(lan, "dreizehn", "Ana", "Bo")
    if place == "end":
        play_match(lan, *pilots, plays=plays_with_mouse, ready=lambda pilot: pilot.click("Ready for more"))
    for pilot in pilots:
        pilot.key(*("escape",) * 15)
        assert pilot.model.table is not None
        assert not pilot.done(o.Leave)


def test_the_cross_of_the_window_asks_at_a_table_and_keeps_the_way_back() -> None:
    """No goodbye is said: with one the seat and the way back to it would be gone."""
    _, ana = asked("leaves")
    ana.handle(ev.CloseAsked())
    assert not ana.model.is_over
    ana.click("Stay")
    ana.handle(ev.CloseAsked())
    ana.click("Close the window")
    assert ana.model.is_over
    assert ana.done(Quit)
    assert not ana.done(o.Leave)


def test_the_cross_of_the_window_closes_it_at_once_where_there_is_no_table() -> None:
    ana = Pilot(Lan())
    ana.handle(ev.CloseAsked())
    assert ana.model.is_over


def test_who_has_closed_the_table_is_not_told_so_and_the_others_are() -> None:
    ana, bo = seated(Lan(), "leaves", "Ana", "Bo")
    for pilot in (ana, bo):
        pilot.hear(Over(Refusal("table.closed")))
    assert ana.can("Host a table")
    assert bo.reads("The owner has ended this table.")
