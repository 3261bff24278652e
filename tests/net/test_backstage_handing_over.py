"""Two windows' backstages and real host programs: the table goes from one to the other, and each knows whose it is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lan_thirteen.core.lobby import Colour, HouseRules, Phase
from lan_thirteen.net import orders as o
from lan_thirteen.net.acquaintances import Standing
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.folders import Complaint
from lan_thirteen.net.guest import Bequest, Cut, Joined, Over
from lan_thirteen.net.opening import Opening
from lan_thirteen.net.profile import shared_profile
from lan_thirteen.wire import messages as m
from tests.support.backstages import Person, hear_any, people
from tests.support.tables import HOME

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the child finds its profile by XDG_DATA_HOME")

KITCHEN = Opening("Kitchen", "dreizehn", 3, (("rounds", 1),), ("easy",), HouseRules(bot_pause_ms=0), is_hidden=True)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def playing(ana: Person, bo: Person) -> o.TableOpened:
    """Ana has opened the table, Bo has come, and the cards lie."""
    ana.post(o.Open(KITCHEN, ana.visitor))
    table = ana.hears(o.TableOpened)
    ana.hears(Joined)
    bo.post(o.JoinAddress(f"{HOME}:{table.port}", bo.visitor))
    bo.hears(Joined)
    ana.sees(lambda lobby: sum(seat.person is not None for seat in lobby.seats) == 2)
    ana.say(m.Start())
    for person in (ana, bo):
        person.until(lambda p=person: p.told)  # type: ignore[misc]
    return table


def person_of(one: Person) -> int:
    return one.all_of(Joined)[0].welcome.person


def goes_over(ana: Person, bo: Person) -> o.TableOpened:
    """Ana hands the table over, and Bo takes it."""
    ana.say(m.HandOver(person_of(bo)))
    bo.hears(m.AskHost)
    bo.say(m.WillHost(is_willing=True))
    opened = bo.hears(o.TableOpened)
    for person in (ana, bo):
        person.until(lambda p=person: len(p.all_of(Joined)) == 2)  # type: ignore[misc]
        person.sees(lambda lobby: lobby.owner == person_of(bo))
    return opened


def play_out(*all_of_them: Person) -> None:
    answered = dict.fromkeys(all_of_them, (0, -1))
    nonce = 0
    while any(person.lobby is None or person.lobby.phase is not Phase.FINISHED for person in all_of_them):
        for person in all_of_them:
            told, visits = person.told, len(person.all_of(Joined))
            if told is not None and told.legal and (visits, told.index) > answered[person]:
                answered[person], nonce = (visits, told.index), nonce + 1
                person.say(m.Act(nonce, told.index, told.tenure, told.legal[0]))
        hear_any(*all_of_them)


def test_the_table_goes_to_another_window_and_the_first_one_may_close(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        first = playing(ana, bo)
        hands = [(person.told.seat, person.told.view) for person in (ana, bo) if person.told is not None]
        second = goes_over(ana, bo)
        assert second.table == first.table
        ana.hears(o.NotOurs)
        for person, hand in zip((ana, bo), hands, strict=True):
            person.until(lambda p=person: p.told is not p.all_of(m.Told)[0])  # type: ignore[misc]
            assert person.told is not None
            assert (person.told.seat, person.told.view) == hand
            assert person.all_of(Cut) + person.all_of(Over) + person.all_of(o.ChildEnded) == []
            assert person.all_of(Bequest) == []  # a window has no business with it
        play_out(ana, bo)
        for person in (ana, bo):
            check = person.hears(DealChecked)
            assert check.colour is Colour.GREEN
        bo.post(o.Leave(close=True))
        assert ana.hears(Over).why.code == "table.closed"


def test_a_window_that_closes_leaves_the_table_that_it_was_handed_to_the_others(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        playing(ana, bo)
        goes_over(ana, bo)
        bo.killed()
        ana.sees(lambda lobby: any(seat.name == "Bo" and seat.presence != "here" for seat in lobby.seats))
        assert ana.all_of(Over) == []
        again = Person("Bo", bo.folder)
        again.hears(o.CanReturn)
        again.post(o.ReturnToTable(again.visitor))
        joined = again.hears(Joined)
        assert joined.host_key == shared_profile("Bo", home / "lan-thirteen" / "profiles").seat_key(joined.table).public
        assert again.hears(o.TableKnown).host is Standing.KNOWN
        again.post(o.Leave(close=True))
        ana.hears(Over)
        again.killed()


def test_a_window_without_a_folder_cannot_take_a_table_and_says_so(home: Path) -> None:
    with people(home, "Ana") as (ana,):
        bo = Person("Bo", Complaint("profile.unusable", ("nowhere",)))
        playing(ana, bo)
        ana.say(m.HandOver(person_of(bo)))
        bo.hears(m.AskHost)
        bo.say(m.WillHost(is_willing=True))
        ana.hears(m.Notice, lambda notice: notice.code == "hand-over.failed")
        ana.sees(lambda lobby: not lobby.paused)
        play_out(ana, bo)
        bo.killed()
