"""Who has lost the key of their seat asks for it in a window, and the owner answers in theirs."""

from __future__ import annotations

import pytest

from lan_thirteen.core.lobby import SeatKind
from lan_thirteen.ui.screens import dialogs
from lan_thirteen.wire import messages as m
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import started

QUESTION = "Is Bo (2) really Bo?"


def newcomer(lan: Lan) -> Pilot:
    """Bo, at another laptop, while the old one is lost."""
    pilot = Pilot(lan, "Bo")
    lan.come(pilot)
    return pilot


def without_bo() -> tuple[Lan, Pilot, Pilot, Pilot]:
    """Ana, who owns the table, Cem, and Bo, who has come anew and asked for the seat."""
    lan = Lan()
    ana, bo, cem = started(lan, "dreizehn", "Ana", "Bo", "Cem")
    lan.cut(bo)
    newer = newcomer(lan)
    newer.click("Menu")
    newer.click("I am Bo, at another laptop")
    return lan, ana, cem, newer


def test_the_owner_is_asked_by_name_and_a_yes_gives_the_seat() -> None:
    lan, ana, _, newer = without_bo()
    assert ana.reads(QUESTION)
    ana.click("Give them the seat")
    assert ana.said(m.Grant) == [m.Grant(newer.at_table, is_granted=True)]
    assert ana.model.overlay is None
    assert newer.model.table is not None
    assert newer.model.table.seat is not None
    assert newer.model.table.seen is not None
    assert newer.model.table.seen.seat == newer.model.table.seat
    assert [seat.name for seat in lan.lobby.seats if seat.kind is SeatKind.PERSON] == ["Ana", "Bo", "Cem"]
    for pilot in (ana, newer):
        assert pilot.reads("The owner has said that Bo (2) is Bo, at another laptop.")


@pytest.mark.parametrize("key", ["escape", "return"])
def test_no_key_by_itself_gives_a_seat(key: str) -> None:
    _, ana, _, newer = without_bo()
    ana.key(key)
    assert ana.said(m.Grant) == [m.Grant(newer.at_table, is_granted=False)]
    assert newer.model.table is not None
    assert newer.model.table.seat is None
    assert newer.reads("The owner says that Bo (2) is not Bo. Nothing has changed at seat 2.")


def test_nobody_but_the_owner_is_asked() -> None:
    _, _, cem, newer = without_bo()
    assert not cem.reads(QUESTION)
    assert not newer.reads(QUESTION)
    newer.click("Menu")
    assert not newer.can("I am Bo, at another laptop")


def test_the_question_goes_away_with_who_asked() -> None:
    lan, ana, _, newer = without_bo()
    lan.leave(newer, close=False)
    assert ana.model.overlay is None
    assert not ana.said(m.Grant)


def test_what_is_open_stays_open_and_the_menu_has_the_question() -> None:
    lan = Lan()
    ana, bo = started(lan, "dreizehn", "Ana", "Bo")
    lan.cut(bo)
    ana.key("f1")
    newer = newcomer(lan)
    lan.say(newer, m.Claim(1))
    assert not ana.reads(QUESTION)
    ana.key("escape")
    ana.click("Menu")
    ana.click("Bo (2) says: I am Bo")
    assert ana.reads(QUESTION)


def test_a_question_about_somebody_else_is_not_closed_by_a_claim() -> None:
    lan = Lan()
    ana, bo, _ = started(lan, "dreizehn", "Ana", "Bo", "Cem")
    lan.cut(bo)
    ana.click("Menu")
    ana.click("Close the table")
    assert isinstance(ana.model.overlay, dialogs.State)
    kind = ana.model.overlay.kind
    lan.say(newcomer(lan), m.Claim(1))
    assert isinstance(ana.model.overlay, dialogs.State)
    assert ana.model.overlay.kind is kind
