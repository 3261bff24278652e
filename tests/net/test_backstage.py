"""The network beside the window: what a window orders comes about, and whatever goes wrong is news."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import stat
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.lobby import HouseRules, Lobby, Phase, Presence
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net import orders as o
from lan_thirteen.net.backstage import Backstage
from lan_thirteen.net.child import Child
from lan_thirteen.net.dial import Address
from lan_thirteen.net.folders import Complaint
from lan_thirteen.net.guest import Cut, Joined, Over, Visitor
from lan_thirteen.net.lookout import Lookout
from lan_thirteen.net.opening import Opening
from lan_thirteen.net.remembered import LastTable, Remembered
from lan_thirteen.net.stagehand import Stagehand
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import unpack
from tests.support.backstages import ALONE, PATIENT, Person, close, folder_of, hear_any, people
from tests.support.tables import HOME, QUICK, free_listener

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the child finds its profile by XDG_DATA_HOME")

AT_ONCE = HouseRules(bot_pause_ms=0)
KITCHEN = Opening("Kitchen", "leaves", 3, (), ("easy",), AT_ONCE)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where all profiles are, those of children too."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def ana(home: Path) -> Iterator[Person]:
    with people(home, "Ana") as (person,):
        yield person


def free_port() -> int:
    with free_listener() as listener:
        return int(listener.getsockname()[1])


def opens(person: Person, opening: Opening = KITCHEN) -> o.TableOpened:
    person.post(o.Open(opening, person.visitor))
    opened = person.hears(o.TableOpened)
    person.hears(Joined)
    return opened


def comes(person: Person, table: o.TableOpened) -> Joined:
    person.post(o.JoinAddress(f"{HOME}:{table.port}", person.visitor))
    return person.hears(Joined)


def hand_of(person: Person) -> Any:
    assert person.told is not None
    return unpack(person.told.view, GAMES["leaves"].view_type).hand


def presence_of(lobby: Lobby, name: str) -> Presence:
    return next(seat.presence for seat in lobby.seats if seat.name == name)


def test_a_killed_window_comes_back_to_the_same_seat_and_hand(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        table = opens(ana)
        joined = comes(bo, table)
        for person in (ana, bo):
            person.say(m.Ready(True))
        ana.sees(lambda lobby: [seat.is_ready for seat in lobby.seats if seat.person] == [True, True])
        ana.say(m.Start())
        bo.until(lambda: bo.told)
        seat, hand = bo.told.seat if bo.told else None, hand_of(bo)
        bo.killed()
        ana.sees(lambda lobby: presence_of(lobby, "Bo") is Presence.LOST)

        again = Person("Bo", bo.folder)
        offer = again.hears(o.CanReturn).to
        assert offer is not None
        assert (offer.table, offer.name, offer.game) == (table.table, "Kitchen", "leaves")
        again.post(o.ReturnToTable(Visitor("Bo")))
        back = again.hears(Joined)
        assert (back.welcome.person, back.welcome.is_back) == (joined.welcome.person, True)
        told = again.until(lambda: again.told)
        assert told.seat == seat
        assert len(hand_of(again)) in (len(hand), len(hand) - 1)  # a turn may have come, were Bo first to play
        ana.sees(lambda lobby: presence_of(lobby, "Bo") is Presence.HERE)
        close(again)


def test_how_a_hand_lay_is_known_to_the_next_program_at_that_table_and_at_no_other(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        table = opens(ana)
        comes(bo, table)
        bo.post(o.KeepHand(b"as it was"))
        bo.post(o.KeepHand(b"as it is"))
        bo.say(m.Chat("Hello"))  # by which all before it is done
        ana.hears(m.Said)
        (file,) = home.rglob("*.hand")
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0
        bo.killed()
        again = Person("Bo", bo.folder)
        comes(again, table)
        assert [news.data for news in again.heard if isinstance(news, o.HandKept)] == [b"as it is"]
        opens(again)
        assert len([news for news in again.heard if isinstance(news, o.HandKept)]) == 1
        close(again)


def test_who_leaves_in_a_match_comes_back_to_the_seat_until_the_table_is_closed(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        table = opens(ana)
        comes(bo, table)
        for person in (ana, bo):
            person.say(m.Ready(True))
        ana.sees(lambda lobby: [seat.is_ready for seat in lobby.seats if seat.person] == [True, True])
        ana.say(m.Start())
        bo.sees(lambda lobby: lobby.phase is Phase.PLAYING)
        bo.post(o.Leave())
        ana.sees(lambda lobby: presence_of(lobby, "Bo") is Presence.LEFT)
        bo.hears(o.Left)
        bo.post(o.ReturnToTable(bo.visitor))
        assert bo.hears(Joined).welcome.is_back
        ana.sees(lambda lobby: presence_of(lobby, "Bo") is Presence.HERE)
        ana.post(o.Leave(close=True))
        bo.hears(o.CanReturn, lambda can: can.to is None)
        assert bo.hears(Over).why == Refusal("table.saved")


def test_who_opens_a_table_owns_it_and_it_outlives_their_window(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        table = opens(ana)
        comes(bo, table)
        bo.say(m.RenameTable("Garden"))
        assert bo.hears(m.Refused).code == "table.not-owner"
        ana.killed()
        bo.sees(lambda lobby: presence_of(lobby, "Ana") is Presence.LOST)

        again = Person("Ana", ana.folder)
        offer = again.hears(o.CanReturn).to
        assert offer is not None
        assert offer.table == table.table
        again.post(o.ReturnToTable(Visitor("Ana")))
        again.hears(Joined)
        again.say(m.RenameTable("Garden"))
        bo.sees(lambda lobby: lobby.name == "Garden")
        again.post(o.Leave(close=True))
        assert bo.hears(Over).why == Refusal("table.closed")
        again.hears(o.Left)
        close(again)


def test_the_table_is_as_it_was_asked_for(ana: Person) -> None:
    house = HouseRules(turn_clock_s=30, may_watch=False, bot_pause_ms=0)
    options = (("mode", "expert"),)
    opens(ana, Opening("-- Küche 🍀", "leaves", 4, options, ("easy", "normal"), house, free_port()))
    lobby = ana.sees(lambda lobby: True)
    assert (lobby.name, lobby.game, lobby.house) == ("-- Küche 🍀", "leaves", house)
    assert dict(lobby.options)["mode"] == "expert"
    assert [seat.level for seat in lobby.seats] == ["", "", "easy", "normal"]
    assert lobby.seats[0].name == "Ana"


def test_a_port_that_is_taken_is_told_in_the_words_of_the_host(ana: Person) -> None:
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        ana.post(o.Open(Opening("Kitchen", "leaves", 3, (), (), port=port), ana.visitor))
        assert ana.why_not() == Refusal("host.port-taken", (port,))
    assert not ana.all_of(o.TableOpened)


def test_a_table_of_the_list_is_joined_by_its_id(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        table = opens(ana)
        bo.post(o.JoinTable(table.table, bo.visitor))
        assert bo.why_not() == Refusal("backstage.table-gone")
        bo.post(o.JoinAddress(f"{HOME}:{table.port}", bo.visitor))  # where a list must look, too, without multicast
        bo.hears(Joined)
        bo.post(o.Leave())
        bo.hears(o.Left)
        bo.post(o.Browse())
        seen = bo.hears(o.TablesSeen, lambda seen: any(row.advert.table == table.table for row in seen.rows))
        (row,) = [row for row in seen.rows if row.advert.table == table.table]  # other tests may have tables, too
        bo.post(o.JoinTable(table.table, bo.visitor, bytes(32)))
        assert bo.why_not() == Refusal("backstage.table-gone")
        bo.post(o.JoinTable(table.table, bo.visitor, row.advert.fingerprint))
        bo.hears(Joined)


def test_a_list_without_a_network_says_what_is_wrong_and_is_asked_anew(ana: Person) -> None:
    assert ana.hears(o.Found).addresses == ()
    ana.post(o.Refresh())
    ana.post(o.Browse())
    assert ana.hears(o.TablesSeen, lambda seen: seen.trouble is not None).trouble == Refusal("discovery.no-network")
    ana.post(o.Refresh())
    ana.post(o.StopBrowsing())
    ana.post(o.JoinAddress("nonsense!", ana.visitor))
    assert ana.why_not().code == "address.unknown"


@pytest.mark.parametrize(
    ("text", "code"), [("", "address.empty"), ("no-such-computer.local", "join.unknown-computer"), ("1.2.3.4.5", None)]
)
def test_an_address_that_leads_nowhere_is_a_sentence(text: str, code: str | None, ana: Person) -> None:
    ana.post(o.JoinAddress(text, ana.visitor))
    assert ana.why_not().code == (code or "address.unknown")


def test_nobody_at_an_address_is_a_sentence_and_nothing_is_remembered(ana: Person) -> None:
    assert ana.hears(o.CanReturn).to is None
    ana.post(o.JoinAddress(f"{HOME}:{free_port()}", ana.visitor))
    ana.hears(o.Joining)
    assert ana.why_not() == Refusal("join.unreachable")
    ana.post(o.ReturnToTable(ana.visitor))
    assert ana.why_not() == Refusal("backstage.table-gone")


def test_who_leaves_on_purpose_is_offered_no_return(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        table = opens(ana)
        comes(bo, table)
        bo.hears(o.CanReturn, lambda can: can.to is not None)
        bo.post(o.Leave())
        assert bo.hears(o.CanReturn).to is None
        bo.hears(o.Left)
        ana.sees(lambda lobby: all(seat.name != "Bo" for seat in lobby.seats))
        bo.killed()
        again = Person("Bo", bo.folder)
        assert again.hears(o.CanReturn).to is None
        close(again)


def test_a_return_can_be_tried_again_and_be_forgotten(home: Path) -> None:
    folder = folder_of(home, "Ana")
    far = Remembered(bytes(16), bytes(32), (Address("127.1.2.3", free_port()),), "Kitchen", "leaves", 0.0)
    remember(folder.path, far)
    person = Person("Ana", folder)
    for _ in range(2):
        person.post(o.ReturnToTable(person.visitor))
        assert person.why_not() == Refusal("join.unreachable")
    person.post(o.ForgetTable())
    person.hears(o.CanReturn, lambda can: can.to is None)
    close(person)


def test_a_table_of_our_own_that_is_gone_is_not_offered(home: Path) -> None:
    folder = folder_of(home, "Ana")
    remember(folder.path, Remembered(bytes(16), bytes(32), (Address(HOME, free_port()),), "Kitchen", "leaves", 0.0))
    person = Person("Ana", folder)
    assert person.hears(o.CanReturn).to is None
    close(person)


def remember(folder: Path, table: Remembered) -> None:
    LastTable(folder, lambda changed: None).remember(replace(table, since=time.time()))


def test_leaving_gives_up_a_table_that_is_still_being_opened(ana: Person) -> None:
    ana.post(o.Open(KITCHEN, ana.visitor))
    ana.hears(o.Joining)
    ana.post(o.Leave())
    ana.hears(o.Left)
    opens(ana)
    assert len(ana.all_of(o.TableOpened)) == 1


def test_a_message_at_no_table_is_lost_and_harms_nothing(ana: Person) -> None:
    ana.say(m.Chat("anybody?"))
    ana.post(o.Leave(close=True))
    ana.hears(o.Left)
    assert not ana.all_of(o.Trouble)


def test_the_end_of_our_own_host_is_said_and_another_table_can_be_opened(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    children: list[Child] = []
    made = Child.__init__

    def keep(child: Child, *arguments: Any) -> None:
        made(child, *arguments)
        children.append(child)

    monkeypatch.setattr(Child, "__init__", keep)
    opens(ana)
    children[0]._process.kill()
    ana.hears(Cut)
    assert ana.hears(o.ChildEnded).why == Refusal("child.ended")
    opens(ana)


def test_without_a_profile_one_can_play_but_open_no_table(home: Path) -> None:
    with people(home, "Ana") as (ana,):
        table = opens(ana)
        bo = Person("Bo", Complaint("profile.unusable", ("/nowhere",)))
        assert bo.hears(o.Trouble).why == Refusal("profile.unusable", (), ("/nowhere",))
        comes(bo, table)
        bo.post(o.Open(KITCHEN, bo.visitor))
        assert bo.why_not() == Refusal("profile.unusable", (), ("/nowhere",))
        close(bo)


def test_a_broken_key_is_said_and_a_folder_that_takes_no_key_is_a_sentence(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        table = opens(ana)
        seats = bo.folder.path / "seats"  # type: ignore[union-attr]
        seats.mkdir()
        (seats / f"{table.table.hex()}.key").write_bytes(b"x")
        comes(bo, table)
        assert [trouble.why.code for trouble in bo.all_of(o.Trouble)] == ["profile.broken-key"]
        bo.post(o.Leave())
        (seats / f"{table.table.hex()}.key").unlink()
        for path in seats.iterdir():
            path.unlink()
        seats.rmdir()
        seats.write_text("a file")
        bo.post(o.JoinAddress(f"{HOME}:{table.port}", bo.visitor))
        assert bo.why_not().code == "profile.unusable"


def test_an_order_that_fails_is_trouble_and_the_next_one_is_carried_out(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(lookout: Lookout) -> None:
        raise RuntimeError

    monkeypatch.setattr(Lookout, "refresh", fails)
    ana.post(o.Refresh())
    assert ana.hears(o.Trouble).why == Refusal("backstage.fault")
    opens(ana)


def test_a_visit_that_fails_in_itself_is_said(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(Stagehand, "_typed", fails)
    ana.post(o.JoinAddress(HOME, ana.visitor))
    assert ana.why_not() == Refusal("backstage.fault")


def test_a_list_that_cannot_be_opened_is_trouble_and_is_tried_again(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    class Broken:
        def __init__(self, *_: Any, **__: Any) -> None:
            tries.append(1)
            raise OSError("no room")

    monkeypatch.setattr("lan_thirteen.net.lookout.Browser", Broken)
    ana.post(o.Browse())
    for _ in range(2):
        assert ana.hears(o.Trouble).why == Refusal("backstage.cannot-look")
    assert len(tries) >= 2


def test_a_thread_that_cannot_work_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("lan_thirteen.net.backstage.Stagehand", fails)
    person = Person("Ana", folder_of(home, "Ana"))
    assert person.hears(o.Trouble).why == Refusal("backstage.fault")
    person.backstage._thread.join(PATIENT)
    person.post(o.Browse())  # nobody is there any more, and that is all
    close(person)


def test_the_wake_up_socket_is_readable_exactly_while_there_is_news(home: Path) -> None:
    folder = folder_of(home, "Ana")
    backstage = Backstage(folder, QUICK, reach=ALONE)
    assert select.select([backstage.wake], [], [], 0)[0] == []
    for _ in range(100_000):  # more than the socket holds
        backstage._tell(o.Left())
    assert select.select([backstage.wake], [], [], 0)[0] == [backstage.wake]
    assert len(backstage.drain()) == 100_000
    assert select.select([backstage.wake], [], [], 0)[0] == []
    backstage.stop()
    folder.close()


def test_nothing_of_it_is_left_when_it_has_stopped(home: Path) -> None:
    with people(home, "Ana") as (ana,):
        ana.post(o.Browse())
        ana.hears(o.TablesSeen)
    assert not ana.backstage._thread.is_alive()
    assert "backstage" not in {thread.name for thread in threading.enumerate()}


def test_a_match_goes_to_its_end_through_two_backstages(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        table = opens(ana, Opening("Kitchen", "dreizehn", 3, (("rounds", 1),), ("easy",), AT_ONCE))
        comes(bo, table)
        ana.sees(lambda lobby: all(seat.kind != "free" for seat in lobby.seats))
        ana.say(m.Start())
        while not any(person.lobby and person.lobby.phase is Phase.FINISHED for person in (ana, bo)):
            for person in hear_any(ana, bo):
                told, person.told = person.told, None
                if told is not None and told.legal:
                    person.say(m.Act(told.index, told.index, told.tenure, told.legal[0]))
        assert not ana.all_of(m.Refused) + bo.all_of(m.Refused)
        assert len(ana.all_of(m.Accepted)) > 3


def begins(ana: Person, bo: Person) -> o.TableOpened:
    """Ana's table, at which she and Bo have begun to play."""
    table = opens(ana)
    comes(bo, table)
    for person in (ana, bo):
        person.say(m.Ready(True))
    ana.sees(lambda lobby: [seat.is_ready for seat in lobby.seats if seat.person] == [True, True])
    ana.say(m.Start())
    for person in (ana, bo):
        person.until(lambda p=person: p.told)  # type: ignore[misc]
    return table


def hosts(home: Path) -> list[int]:
    """The processes that keep a table of this profile folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            environment = (process / "environ").read_bytes()
            if b"host" in words and b"XDG_DATA_HOME=" + str(home).encode() in environment:
                found.append(int(process.name))
    return found


def test_a_table_whose_program_was_killed_is_opened_again_and_all_are_back_with_their_cards(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        table = begins(ana, bo)
        assert all(seen.tables == () for seen in ana.all_of(o.SavedSeen))
        seats = {person: person.told.seat for person in (ana, bo) if person.told is not None}
        (process,) = hosts(home)
        os.kill(process, signal.SIGKILL)
        bo.hears(Cut)
        ended = ana.hears(o.ChildEnded)
        (saved,) = ana.all_of(o.SavedSeen)[-1].tables
        assert (saved.path, saved.table, saved.name, saved.people) == (
            ended.path,
            table.table,
            "Kitchen",
            ("Ana", "Bo"),
        )
        hands = {person: hand_of(person) for person in (ana, bo)}
        ana.lobby = ana.told = bo.told = None
        ana.post(o.ResumeTable(ended.path, ana.visitor))
        opened = ana.hears(o.TableOpened)
        assert (opened.table, opened.port) == (table.table, table.port)
        for person in (ana, bo):
            assert person.hears(Joined).welcome.is_back
            told = person.until(lambda p=person: p.told)  # type: ignore[misc]
            assert told.seat == seats[person]
            assert len(hand_of(person)) in range(
                len(hands[person]) - 3, len(hands[person]) + 1
            )  # the bot may have played
        ana.until(lambda: ana.all_of(o.SavedSeen)[-1].tables == ())
        lobby = ana.sees(lambda lobby: True)
        assert lobby.owner == next(seat.person for seat in lobby.seats if seat.name == "Ana")


def test_a_table_that_is_saved_and_closed_is_among_the_saved_ones_until_it_is_deleted(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        begins(ana, bo)
        ana.post(o.Leave(close=True))
        assert bo.hears(Over).why == Refusal("table.saved")
        (saved,) = ana.hears(o.SavedSeen, lambda seen: bool(seen.tables)).tables
        ana.post(o.ResumeTable(saved.path, ana.visitor))
        ana.hears(Joined)
        ana.post(o.Leave(close=True))
        ana.hears(o.SavedSeen, lambda seen: bool(seen.tables))
        ana.post(o.ForgetSaved(saved.path))
        ana.hears(o.SavedSeen, lambda seen: not seen.tables)
        assert not Path(saved.path).exists()
        ana.post(o.ResumeTable(saved.path, ana.visitor))
        assert ana.why_not().code == "file.missing"


def test_a_window_that_starts_is_told_of_tables_that_were_saved(home: Path) -> None:
    with people(home, "Ana", "Bo") as (ana, bo):
        begins(ana, bo)
        ana.post(o.Leave(close=True))
        (saved,) = ana.hears(o.SavedSeen, lambda seen: bool(seen.tables)).tables
        ana.killed()
        again = Person("Ana", ana.folder)
        assert again.hears(o.SavedSeen).tables == (saved,)
        close(again)
