"""Whole matches on three computers; one guest is killed in mid-deal and comes back."""

from __future__ import annotations

import re
import threading
import time
from functools import partial

import pytest

from lan_thirteen.core.game import DEALER
from tests.e2e.driver import BACK, PATIENT, SEEN, Guest, Table, begin, listed, playing, see_the_end, start
from tests.lab.lan import Lan
from tests.support.waiting import eventually

pytestmark = pytest.mark.timeout(240)

ANA, BO, CY = 1, 2, 3
UNFINISHED = "The match was not played to its end. So far:"


@pytest.mark.parametrize(
    ("game", "deal"),
    [("leaves --option mode=expert", 2), ("three-thirteen", 5), ("dreizehn", 2)],
)
def test_a_match_is_found_played_and_told_alike_and_a_killed_guest_comes_back(lan: Lan, game: str, deal: int) -> None:
    """Two people in terminals, a bot on a laptop of its own and a bot of the host.

    The hands in the first deals of Three Thirteen are too short for anything to happen in between.
    """
    table = seen_to_open(lan, *game.split())
    ana = Guest(lan[0], "Game night", "Ana").comes_in()
    bo = Guest(lan[1], "Game night", "Bo").comes_in()
    cy = Guest(lan[2], "Game night", "Cy", "--bot", "normal").comes_in()
    begin(ana, 4, bo)
    ana_may = threading.Event()
    ana_may.set()
    with playing(ana, until=lambda: not ana_may.wait(PATIENT)):
        bo.plays(until=lambda: table.now().deals >= deal)
        bo = comes_back_to_the_same_question(table, bo)
        bo = comes_back_to_what_was_played(table, bo, ana_may)
        bo.answers()
        bo.plays()
    see_the_end(table, {ANA: ana, CY: cy})
    story = table.story(BO)
    told = bo.was_told(story)
    assert told == story[-len(told) :]


def seen_to_open(lan: Lan, game: str, *options: str) -> Table:
    """A table on the first computer that the others saw in time."""
    looking = [start(host, "tables", "--watch", "--json") for host in (lan[1], lan[2])]
    for screen in looking:
        screen.wait_for(r"^\[\]\n", PATIENT)
    table = Table(lan[0], game, 4, "--bots", "1", *options)
    opened = time.monotonic()
    for screen in looking:
        screen.wait_for(table.id, SEEN)
    assert time.monotonic() - opened < SEEN
    (row,) = listed(lan[2])
    assert (row["name"], row["game"], row["taken"], row["seats"]) == ("Game night", game, 1, 4)
    return table


def comes_back_to_the_same_question(table: Table, bo: Guest) -> Guest:
    """Bo, started again after a kill at a question."""
    bo.answers()
    asked = bo.is_asked()
    bo.program.kill()
    again = bo.again()
    again.sees(BACK)
    assert again.is_asked() == asked
    assert_has_caught_up(table, again)
    return again


def comes_back_to_what_was_played(table: Table, bo: Guest, ana_may: threading.Event) -> Guest:
    """Bo, started again after a kill at a time when others had to play, and after they have."""
    ana_may.clear()
    answers_until_ana_must(table, bo)
    played = len(table.now().actors)
    bo.program.kill()
    ana_may.set()
    eventually(lambda: table.now().waits_for(BO), PATIENT)
    again = bo.again()
    again.sees(BACK)
    again.is_asked()
    assert_has_caught_up(table, again)
    assert len(table.now().actors) > played
    return again


def answers_until_ana_must(table: Table, bo: Guest) -> None:
    """Answer whatever is asked, and go on to the next deal, until Ana must act."""

    def is_at_rest(played: int) -> bool:
        now = table.now()
        if now.actors[-1] is DEALER:
            bo.types("")
        return len(now.actors) > played and (now.waits_for(ANA) or now.waits_for(BO))

    while not table.now().waits_for(ANA):
        played = len(table.now().actors)
        bo.answers()
        eventually(partial(is_at_rest, played), PATIENT)
        if table.now().waits_for(BO):
            bo.is_asked()


def assert_has_caught_up(table: Table, bo: Guest) -> None:
    """Bo was told the end of the story, from the deal on."""
    story = table.story(BO)
    story = story[: story.index(UNFINISHED)]
    told = bo.was_told(story)
    assert told == story[-len(told) :]
    assert re.match(r"(Game|Round) \d+ begins", told[0])
