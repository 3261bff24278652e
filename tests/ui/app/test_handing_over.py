"""The window of who hands a table over, and of whom it is handed to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lan_thirteen.core.lobby import Phase
from lan_thirteen.net import orders as o
from lan_thirteen.table import commands as c
from lan_thirteen.wire import messages as m
from tests.support.messages import as_changed
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import asked, choice_of, plays_with_mouse

NAMES = ("Ana", "Bo", "Cy")


def playing() -> tuple[Lan, Pilot, Pilot, Pilot]:
    """Ana, who owns the table, and the others, in mid-deal."""
    lan, _ = asked("dreizehn", *NAMES)
    ana, bo, cy = (next(pilot for pilot in lan.pilots if pilot.name == name) for name in NAMES)
    assert lan.lobby.owner == ana.at_table
    return lan, ana, bo, cy


def reads(pilot: Pilot, part: str) -> bool:
    """Whether this can be read, however its lines are broken."""
    return part in " ".join(pilot.texts)


def answers(pilot: Pilot) -> list[bool]:
    return [message.is_willing for message in pilot.said(m.WillHost)]


def test_the_owner_hands_over_to_the_first_at_the_table_or_to_somebody_else() -> None:
    _, ana, bo, cy = playing()
    ana.key("f10")
    ana.click("Hand the table over")
    assert reads(ana, "Hand the table over to Bo in the middle of a deal?")
    assert reads(ana, "all cards of this deal")
    ana.click("Somebody else")
    assert reads(ana, "Hand the table over to Cy in the middle of a deal?")
    ana.click("Somebody else")
    assert reads(ana, "to Bo")
    ana.click("Hand over")
    assert ana.said(m.HandOver) == [m.HandOver(bo.at_table)]
    assert cy.at_table != bo.at_table


def test_between_two_deals_there_are_no_cards_to_warn_of() -> None:
    lan, ana, _, _ = playing()
    ana.hear(as_changed(replace(lan.lobby, phase=Phase.INTERMISSION)))
    ana.key("f10")
    ana.click("Hand the table over")
    assert reads(ana, "Hand the table over to Bo?")
    assert not reads(ana, "all cards of this deal")


def test_who_wants_to_close_the_table_may_hand_it_over_instead() -> None:
    lan, ana, bo, _ = playing()
    ana.key("f10")
    ana.click("Close the table")
    assert [ana.can(answer) for answer in ("Play on", "Hand the table over", "Save and close")] == [True] * 3
    ana.click("Hand the table over")
    ana.click("Hand over")
    assert ana.said(m.HandOver) == [m.HandOver(bo.at_table)]
    assert not ana.done(o.Leave)
    assert lan.table is not None


def test_only_the_owner_is_offered_to_hand_over_and_only_while_somebody_can_take_it() -> None:
    lan, ana, bo, cy = playing()
    bo.key("f10")
    assert not bo.can("Hand the table over")
    for pilot in (bo, cy):
        lan.cut(pilot)
    ana.key("f10")
    assert not ana.can("Hand the table over")


def test_who_is_asked_may_say_yes() -> None:
    _, _, bo, _ = playing()
    bo.hear(m.AskHost(is_dealt=True))
    assert reads(bo, "Ana asks: may your computer run this table?")
    assert reads(bo, "all cards of this deal")
    bo.click("Yes, run it here")
    assert answers(bo) == [True]
    assert bo.model.overlay is None


@pytest.mark.parametrize("key", ["escape", "return"])
def test_a_key_alone_says_no(key: str) -> None:
    _, _, bo, _ = playing()
    bo.hear(m.AskHost(is_dealt=False))
    bo.key(key)
    assert answers(bo) == [False]
    assert bo.model.overlay is None


def test_a_press_that_was_meant_for_the_table_answers_nothing() -> None:
    _, _, bo, _ = playing()
    bo.hear(m.AskHost(is_dealt=True))
    bo.click("Yes, run it here", pause=0)
    bo.key("return", pause=0)
    assert answers(bo) == []
    bo.click("No")
    assert answers(bo) == [False]


def test_a_question_that_is_taken_back_goes_away_and_nothing_else_does() -> None:
    _, _, bo, _ = playing()
    bo.hear(m.AskHost(is_dealt=True))
    bo.hear(m.AskNoMore())
    assert bo.model.overlay is None
    bo.key("f1")
    bo.hear(m.AskNoMore())
    assert bo.model.overlay is not None


def test_while_the_table_moves_all_read_so_and_nobody_plays_until_it_has() -> None:
    lan, who = asked("dreizehn", *NAMES)
    lan.do(c.Moving(is_moving=True))
    assert all(reads(pilot, "The table is going over to another computer") for pilot in lan.pilots)
    before = len(who.said(m.Act))
    who.key("return", "space")
    assert len(who.said(m.Act)) == before
    lan.do(c.Moving(is_moving=False))
    plays_with_mouse(who, choice_of(who))


def test_all_are_told_who_runs_the_rules_from_now_on() -> None:
    lan, *_ = playing()
    for pilot in lan.pilots:
        pilot.hear(m.Notice("hand-over.done-dealt", (), ("Bo",)))
        assert reads(pilot, "The computer of Bo runs the rules from now on")


def test_a_window_whose_table_has_gone_over_may_close_like_any_guests() -> None:
    _, ana, _, _ = playing()
    assert ana.model.table is not None
    assert ana.model.table.opened is not None
    ana.hear(o.NotOurs())
    assert ana.model.table.opened is None
