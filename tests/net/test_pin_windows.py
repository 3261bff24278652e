"""A PIN between windows: our own table in its child process, who is asked, who comes back, and what is left behind."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from lan_thirteen.core.lobby import HouseRules
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.acquaintances import Standing
from lan_thirteen.net.child import command_of
from lan_thirteen.net.guest import Cut, Joined
from lan_thirteen.net.opening import Opening
from lan_thirteen.net.remembered import Remembered
from lan_thirteen.wire import messages as m
from tests.support.backstages import Person, folder_of, people
from tests.support.tables import HOME

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the child finds its profile by XDG_DATA_HOME")

PIN, WRONG = Pin("40713"), Pin("40714")
KITCHEN = Opening("Kitchen", "leaves", 3, (), ("easy",), HouseRules(bot_pause_ms=0), pin=PIN)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    yield tmp_path
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert PIN.digits.encode() not in path.read_bytes(), path
            if path.suffix in (".json", ".key"):
                assert path.stat().st_mode & 0o077 == 0, path


def opens(person: Person, opening: Opening = KITCHEN) -> o.TableOpened:
    person.post(o.Open(opening, person.visitor))
    opened = person.hears(o.TableOpened)
    person.hears(Joined)
    return opened


def goes(person: Person, table: o.TableOpened, pin: Pin | None = None) -> None:
    person.post(o.JoinAddress(f"{HOME}:{table.port}", replace(person.visitor, pin=pin)))


def test_the_owner_comes_in_by_her_key_and_others_are_asked(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        opened = opens(ana)
        assert ana.hears(o.TableKnown) == o.TableKnown(Standing.OWN, is_proven=False)
        goes(bo, opened)
        assert bo.why_not() == Refusal("join.pin-needed")
        goes(bo, opened, WRONG)
        assert bo.why_not() == Refusal("join.wrong-pin", (4,))
        goes(bo, opened, PIN)
        assert bo.hears(Joined).is_proven
        assert bo.hears(o.TableKnown) == o.TableKnown(Standing.FIRST, is_proven=True)


def test_who_was_killed_returns_without_a_pin_and_it_is_still_known_that_it_was_proven(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        opened = opens(ana)
        goes(bo, opened, PIN)
        bo.hears(o.CanReturn, lambda news: news.to is not None)
        bo.killed()
        bo.folder.close()  # type: ignore[union-attr]
        again = Person("Bo", folder_of(home, "Bo"))
        try:
            can = again.hears(o.CanReturn)
            assert isinstance(can.to, Remembered)
            assert can.to.is_proven
            again.post(o.ReturnToTable(again.visitor))
            joined = again.hears(Joined)
            assert joined.welcome.is_back
            assert not joined.is_proven, "nothing was proven in this link"
            assert again.hears(o.TableKnown) == o.TableKnown(Standing.KNOWN, is_proven=True)
        finally:
            again.killed()
            again.folder.close()  # type: ignore[union-attr]


def test_three_wrong_ones_in_a_row_and_this_window_types_no_more(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        opened = opens(ana)
        for _ in range(3):
            goes(bo, opened, WRONG)
            assert bo.why_not().code == "join.wrong-pin"
        goes(bo, opened, PIN)
        assert bo.why_not().code == "join.pin-rests"


def test_the_owner_makes_another_pin_while_the_table_is_open(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        opened = opens(ana, replace(KITCHEN, pin=None))
        ana.say(m.SetPin(PIN.digits))
        assert ana.hears(m.Notice).code == "pin.set"
        goes(bo, opened)
        assert bo.why_not().code == "join.pin-needed"
        goes(bo, opened, PIN)
        assert bo.hears(Joined).is_proven
        assert not bo.all_of(Cut)


def test_the_command_that_opens_a_table_does_not_tell_the_pin() -> None:
    assert not [word for word in command_of(KITCHEN, "Ana") if PIN.digits in word]


def test_a_second_window_sees_that_another_computer_uses_the_name(home: Path) -> None:
    with people(home, "Ana", "Cem", "Bo") as (ana, cem, bo):
        for host, expected in ((ana, Standing.FIRST), (cem, Standing.OTHER), (cem, Standing.KNOWN)):
            opened = opens(host) if not host.all_of(o.TableOpened) else host.all_of(o.TableOpened)[-1]
            goes(bo, opened, PIN)
            bo.hears(Joined)
            assert bo.hears(o.TableKnown).host is expected
            bo.post(o.Leave())
            bo.hears(o.Left)
