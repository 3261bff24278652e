"""Guests who lose the network in mid-deal, or their place to themselves, and come back without a key being pressed."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest

from tests.e2e.driver import BACK, LOST, PATIENT, Guest, Table, begin, playing, see_the_end
from tests.lab.host import Host
from tests.lab.lan import Lan

pytestmark = pytest.mark.timeout(180)


def pull(host: Host) -> None:
    host.cut()


def go_deaf(host: Host) -> None:
    host.cut(silent=True)


def move(host: Host) -> None:
    host.set_ip("10.77.0.99")


def stay(host: Host) -> None:
    """Nothing needs to be mended."""


def two_at_a_table(lan: Lan) -> tuple[Table, Guest, Guest]:
    """A table where Ana and Bo have begun to play."""
    table = Table(lan[0], "dreizehn", 3, "--bots", "1", "--option", "rounds=1")
    ana = Guest(lan[2], "Game night", "Ana").comes_in()
    bo = Guest(lan[1], "Game night", "Bo").comes_in()
    begin(ana, 3, bo)
    return table, ana, bo


@pytest.mark.parametrize(("trouble", "mend"), [(pull, Host.plug), (go_deaf, Host.plug), (move, stay)])
def test_a_guest_without_network_comes_back_by_itself(
    lan: Lan, trouble: Callable[[Host], None], mend: Callable[[Host], None]
) -> None:
    for host in lan:
        host.set_ip6(None)  # or the other family would carry on, and the guest would notice nothing
    table, ana, bo = two_at_a_table(lan)
    with playing(ana):
        asked = bo.is_asked()
        trouble(lan[1])
        bo.sees(LOST)
        if mend is not stay:
            ana.program.wait_for(r"^Bo is lost\. The seat stays theirs\.", PATIENT)
            mend(lan[1])
        bo.sees(BACK)
        assert bo.is_asked() == asked
        if mend is not stay:  # who has only moved is back before anybody else could notice
            ana.program.wait_for(r"^Bo is back\.", PATIENT)
        bo.answers()
        bo.plays()
    see_the_end(table, {1: ana, 2: bo})


def test_a_table_whose_laptop_has_another_address_is_found_again(lan: Lan) -> None:
    for host in lan:
        host.set_ip6(None)
    table, ana, bo = two_at_a_table(lan)
    with playing(ana):
        asked = bo.is_asked()
        lan[0].set_ip("10.77.0.99")
        bo.sees(LOST)
        bo.sees(BACK)
        assert bo.is_asked() == asked
        bo.answers()
        bo.plays()
    see_the_end(table, {1: ana, 2: bo})


def test_a_newer_program_with_the_same_key_takes_the_place_of_one_that_hangs(lan: Lan) -> None:
    table, ana, bo = two_at_a_table(lan)
    with playing(ana):
        asked = bo.is_asked()
        (profile,) = lan[1].home.rglob("profiles/default")
        shutil.copytree(profile, next(lan[2].home.rglob("profiles")) / "moved")
        newer = Guest(lan[2], "Game night", "Bo", "--profile", "moved")
        newer.sees(r"^Looking for ")
        bo.program.freeze()  # not before: a program takes long to start, and who hangs for long is lost
        newer.sees(BACK)
        assert newer.is_asked() == asked
        bo.program.thaw()
        bo.sees(r"^You have joined this table from somewhere else")
        assert bo.program.wait(PATIENT) == 1
        newer.answers()
        newer.plays()
    see_the_end(table, {1: ana})
