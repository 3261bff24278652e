"""Who has gone or come back is told to the others, and what is over is told no more."""

from __future__ import annotations

from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.guest import Cut, Over
from lan_thirteen.wire import messages as m
from tests.support.pilot import Lan
from tests.support.pilot_hands import seated, started


def test_in_a_match_all_are_told_who_has_left_or_is_lost_and_who_is_back() -> None:
    lan = Lan()
    ana, bo = started(lan, "dreizehn", "Ana", "Bo")
    lan.cut(bo)
    assert ana.reads("Bo is lost. The seat stays theirs.")
    lan.bring_back(bo)
    assert ana.reads("Bo is back.")
    assert not bo.reads("You are back.")
    lan.leave(bo, close=False)
    assert ana.reads("Bo has left the table.")


def test_a_table_that_is_gone_is_not_being_looked_for() -> None:
    lan = Lan()
    ana, bo = started(lan, "dreizehn", "Ana", "Bo")
    bo.hear(Cut())
    assert bo.reads("Trying to get back")
    bo.hear(Over(Refusal("table.closed")))
    assert not bo.reads("Trying to get back")
    assert bo.model.toasts == ()
    assert ana.model.table is not None


def test_what_was_said_in_the_waiting_room_is_no_news_in_the_match() -> None:
    lan = Lan()
    ana, bo = seated(lan, "dreizehn", "Ana", "Bo")
    lan.say(bo, m.Chat("Hello"))
    assert ana.model.table is not None
    assert ana.model.table.unread == 1
    bo.click("I am ready")
    ana.click("Start the game")
    assert lan.lobby.phase is Phase.PLAYING
    assert ana.model.table.unread == 0
    lan.say(bo, m.Chat("Good luck"))
    assert ana.model.table.unread == 1


def test_a_paused_table_is_nobodys_turn_in_the_title() -> None:
    lan = Lan()
    ana, bo = started(lan, "dreizehn", "Ana", "Bo")
    asked = next(pilot for pilot in (ana, bo) if pilot.model.table and pilot.model.table.is_asked)
    assert "Your turn" in asked.app.title
    lan.say(asked, m.Pause())
    assert "Your turn" not in asked.app.title
    lan.say(asked, m.Resume())
    assert "Your turn" in asked.app.title
