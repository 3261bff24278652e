"""Tables whose matches were broken off, at a window: offered, opened again, deleted; and to save one and close it."""

from __future__ import annotations

import time

import pytest

from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.guest import Over
from lan_thirteen.net.shelf import SavedTable
from lan_thirteen.ui.screens import dialogs
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import asked, seated

NOON = time.mktime((2026, 11, 30, 12, 0, 0, 0, 0, -1))
KITCHEN = SavedTable(b"k" * 16, "k.lan13", NOON, "Kitchen", "leaves", ("Ana", "Bo"), 3)
GARDEN = SavedTable(b"g" * 16, "g.lan13", NOON - 60, "Garden", "dreizehn", ("Ana", "Cem"), 1)
WHY = Refusal("resume.other-machine")
BROKEN = SavedTable(b"", "b.lan13", NOON + 60, "", "", (), 0, WHY)


def at_home(*tables: SavedTable) -> Pilot:
    ana = Pilot(Lan())
    ana.hear(o.SavedSeen(tables))
    return ana


def test_the_newest_that_can_go_on_is_the_first_thing_on_the_first_screen() -> None:
    ana = at_home(BROKEN, KITCHEN, GARDEN)
    ana.click("Go on: Kitchen")
    (order,) = ana.done(o.ResumeTable)
    assert (order.path, order.visitor.name) == ("k.lan13", ana.name)
    ana.hear(o.Joining())
    assert ana.reads("On the way to Kitchen")


def test_so_it_is_by_the_return_key() -> None:
    ana = at_home(KITCHEN)
    ana.key("return")
    assert ana.done(o.ResumeTable)


def test_without_one_nothing_of_it_is_shown() -> None:
    ana = at_home()
    assert not ana.can("Saved")
    assert not ana.reads("Go on")


def test_the_list_tells_of_each_and_opens_any() -> None:
    ana = at_home(BROKEN, KITCHEN, GARDEN)
    ana.click("Saved")
    for words in ("Leaves · deal 3 · Ana, Bo", "Last played 2026-11-30 12:00", "b.lan13"):
        assert ana.reads(words)
    ana.press(ana.by_key(("saved", "row", 2, "go-on")))
    (order,) = ana.done(o.ResumeTable)
    assert order.path == "g.lan13"


def test_one_is_deleted_after_a_question() -> None:
    ana = at_home(KITCHEN)
    ana.click("Saved")
    ana.click("Delete Kitchen")
    assert not ana.done(o.ForgetSaved)
    ana.click("Keep it")
    ana.click("Saved")
    ana.click("Delete Kitchen")
    ana.click("Delete")
    assert ana.done(o.ForgetSaved) == [o.ForgetSaved("k.lan13")]


def test_a_table_of_ours_that_has_stopped_is_offered_at_once() -> None:
    ana, _ = seated(Lan(), "leaves", "Ana", "Bo")
    ana.hear(o.SavedSeen((KITCHEN,)))
    ana.hear(o.ChildEnded(Refusal("child.ended"), "k.lan13"))
    assert ana.reads("Your table has stopped")
    ana.click("Open it again")
    (order,) = ana.done(o.ResumeTable)
    assert order.path == "k.lan13"


def test_or_is_left_for_later() -> None:
    ana, _ = seated(Lan(), "leaves", "Ana", "Bo")
    ana.hear(o.SavedSeen((KITCHEN,)))
    ana.hear(o.ChildEnded(Refusal("child.ended"), "k.lan13"))
    ana.click("Not now")
    assert not ana.done(o.ResumeTable)
    assert ana.can("Go on: Kitchen")


def test_one_that_cannot_go_on_is_told_of_as_ended() -> None:
    ana, _ = seated(Lan(), "leaves", "Ana", "Bo")
    ana.hear(o.ChildEnded(Refusal("child.ended")))
    assert ana.reads("The program that kept your table has ended")


def test_the_owner_is_asked_whether_to_save_the_match_and_others_only_leave() -> None:
    lan, _ = asked("leaves", "Ana", "Bo")
    ana, bo = lan.pilots
    for pilot, kind in ((ana, dialogs.Kind.SAVE_TABLE), (bo, dialogs.Kind.LEAVE_MATCH)):
        pilot.key("f10")
        pilot.click("Close the table" if pilot is ana else "Leave the table")
        assert isinstance(pilot.model.overlay, dialogs.State)
        assert pilot.model.overlay.kind is kind
    ana.click("Save and close")
    assert ana.done(o.Leave) == [o.Leave(close=True)]


@pytest.mark.parametrize("is_owner", [True, False])
def test_that_a_table_is_saved_is_told_to_the_others(is_owner: bool) -> None:
    pilots = seated(Lan(), "leaves", "Ana", "Bo")
    one = pilots[0 if is_owner else 1]
    one.hear(Over(Refusal("table.saved")))
    assert one.reads("The owner has saved this table") is not is_owner
