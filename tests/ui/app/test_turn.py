"""My turn cannot be overlooked: status, plate, title, and the desktop's attention, once."""

from __future__ import annotations

import pytest

from lan_thirteen.table import commands as c
from lan_thirteen.ui import events as ev
from lan_thirteen.ui.effects import Flash
from lan_thirteen.ui.pictures import Panel
from lan_thirteen.wire import messages as m
from tests.support.messages import as_changed
from tests.support.pilot import Lan, Pilot, words_of
from tests.support.pilot_hands import GAMES, asked, choice_of, is_asked, plays_with_mouse, started, until_asked


def pill(pilot: Pilot) -> str:
    return " ".join(words_of(node).strip() for node in pilot.display.nodes if node.group == "pill").strip()


def own_plate(pilot: Pilot) -> tuple[object, ...]:
    """How the own plate looks."""
    nodes = [node for node in pilot.display.nodes if node.group == "own plate"]
    return tuple(node.picture for node in nodes if isinstance(node.picture, Panel))


@pytest.mark.parametrize("game", GAMES)
def test_my_turn_stands_in_the_status_in_the_title_and_on_my_plate(game: str) -> None:
    lan, mine = asked(game, "Ana", "Bo")
    other = next(pilot for pilot in lan.pilots if pilot is not mine)
    assert pill(mine).startswith("Your turn")
    assert mine.app.title == "Your turn · Kitchen · LAN Thirteen"
    assert not pill(other).startswith("Your turn")
    assert other.app.title == "Kitchen · LAN Thirteen"
    on_turn = own_plate(mine)
    while is_asked(mine):
        plays_with_mouse(mine, choice_of(mine))
    assert not pill(mine).startswith("Your turn")
    assert mine.app.title == "Kitchen · LAN Thirteen"
    assert own_plate(mine) != on_turn


@pytest.mark.parametrize("game", GAMES)
def test_whose_turn_it_is_can_be_told_from_the_status_of_everybody(game: str) -> None:
    lan, mine = asked(game, "Ana", "Bo")
    other = next(pilot for pilot in lan.pilots if pilot is not mine)
    assert mine.name in pill(other)


def test_the_desktop_is_asked_for_attention_once_for_each_question() -> None:
    lan, mine = asked("dreizehn", "Ana", "Bo")
    other = next(pilot for pilot in lan.pilots if pilot is not mine)
    other.handle(ev.Focused(False))
    assert not other.done(Flash)
    for number in (1, 2):
        plays_with_mouse(until_asked(lan, mine), choice_of(mine))
        assert until_asked(lan, other) is other
        assert len(other.done(Flash)) == number
        lan.tell(other, as_changed(lan.lobby))
        lan.tell(other, m.Refused(None, "table.too-much-talk", (), ()))
        lan.do(c.Chat(mine.at_table, "Your turn!"))
        other.handle(ev.Focused(True))
        other.handle(ev.Focused(False))
        assert len(other.done(Flash)) == number
        plays_with_mouse(other, choice_of(other))
    assert not mine.done(Flash)


def test_who_comes_back_is_not_asked_for_attention_twice() -> None:
    lan, mine = asked("leaves", "Ana", "Bo")
    mine.handle(ev.Focused(False))
    lan.cut(mine)
    lan.bring_back(mine)
    assert is_asked(mine)
    assert not mine.done(Flash)


def test_a_refused_move_asks_for_no_attention() -> None:
    """It was made by somebody who is looking."""
    lan, mine = asked("leaves", "Ana", "Bo")
    mine.handle(ev.Focused(False))
    lan.is_deaf = True
    plays_with_mouse(mine, choice_of(mine))
    lan.tell(mine, m.Refused(mine.said(m.Act)[0].nonce, "table.paused", (), ()))
    assert is_asked(mine)
    assert not mine.done(Flash)


def test_where_the_window_has_the_focus_nothing_flashes() -> None:
    lan = Lan()
    pilots = started(lan, "dreizehn", "Ana", "Bo")
    for _ in range(6):
        pilot = until_asked(lan, *pilots)
        plays_with_mouse(pilot, choice_of(pilot))
    assert not [pilot for pilot in pilots if pilot.done(Flash)]


@pytest.mark.parametrize("game", GAMES)
def test_while_the_table_is_paused_nobody_is_told_to_play(game: str) -> None:
    lan, mine = asked(game, "Ana", "Bo")
    lan.do(c.Pause(lan.pilots[0].at_table))
    assert pill(mine).startswith("Paused")
    lan.do(c.Resume(lan.pilots[0].at_table))
    assert pill(mine).startswith("Your turn")
    plays_with_mouse(mine, choice_of(mine))
