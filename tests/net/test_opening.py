"""A table that is opened as a person would open it: its doors, its advert, and its match file."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from lan_thirteen.core.errors import JournalError, OpeningError, ProfileError
from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import opening as opening_module
from lan_thirteen.net.beacon import Beacon
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.journal_file import JournalFile, read_journal
from lan_thirteen.net.opening import Opening, OpenTable, open_table
from lan_thirteen.net.profile import Profile, open_profile
from lan_thirteen.trust.journal import DealMixes, Played, Restocked, Seated, record_of
from lan_thirteen.wire import messages as m
from tests.support.tables import HOME, QUICK, Player, begin, free_listener, players, run, served, whose_turn

KITCHEN = Opening("Kitchen", "leaves", 3, (), ("easy",))
OURS = Opening("Kitchen", "leaves", 3, (), (), is_hidden=True)


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    opened = open_profile("Ana", tmp_path)
    yield opened
    opened.close()


def free_port() -> int:
    with free_listener() as listener:
        return int(listener.getsockname()[1])


def known(table: OpenTable) -> Known:
    return Known((Address(HOME, table.port),), table.identity.table, table.identity.fingerprint)


@asynccontextmanager
async def seated(table: OpenTable, *names: str) -> AsyncIterator[list[Player]]:
    """People at the table, in this order; they are gone at the end."""
    people: list[Player] = []
    try:
        for name in names:
            people.append(Player(known(table), name))
            await people[-1].is_in()
        yield people
    finally:
        for one in people:
            one.drop()


def test_an_open_table_can_be_joined_and_says_goodbye_when_it_closes(profile: Profile) -> None:
    async def work() -> None:
        opening = Opening("Kitchen", "leaves", 3, (), ("easy",), port=free_port())
        async with open_table(opening, profile, QUICK) as table:
            facts = table.facts()
            assert facts["fingerprint"] == table.identity.fingerprint.hex()
            ana, bo = Player(known(table), "Ana"), Player(known(table), "Bo")
            await ana.is_in()
            await bo.is_in()
            ana.guest.send(m.Start())
            await bo.until(lambda: bo.told)
        assert await ana.is_over() == await bo.is_over() == Refusal("table.saved")

    run(work())


def test_a_hidden_table_is_announced_to_nobody_and_can_be_joined(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def announced(_: Beacon) -> None:
        pytest.fail("it was announced")

    monkeypatch.setattr(Beacon, "__aenter__", announced)

    async def work() -> None:
        hidden = Opening("Kitchen", "leaves", 3, (), ("easy",), port=free_port(), is_hidden=True)
        async with open_table(hidden, profile, QUICK) as table:
            await Player(known(table), "Ana").is_in()

    run(work())


def test_a_match_at_a_table_is_on_disk_before_it_is_told(profile: Profile, tmp_path: Path) -> None:
    async def work() -> None:
        opening = Opening("Kitchen", "leaves", 3, (), ("easy",), port=free_port())
        async with open_table(opening, profile, QUICK) as table:
            ana, bo = Player(known(table), "Ana"), Player(known(table), "Bo")
            await ana.is_in()
            await bo.is_in()
            ana.guest.send(m.Start())
            told = await bo.until(lambda: bo.told)
            (file,) = (tmp_path / "Ana" / "matches").glob("*.lan13")
            records = [record_of(line) for line in read_journal(file).lines]
            assert sum(isinstance(record, DealMixes | Played | Restocked) for record in records) >= told.index > 0
            seated = [record for record in records if isinstance(record, Seated)]
            assert [(one.name, bool(one.key)) for one in seated] == [("Ana", True), ("Bo", True), ("", False)]
            bo.drop()
            ana.drop()

    run(work())


def test_a_port_that_is_taken_is_a_sentence_or_another_port(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_doors(*_: Any) -> Any:
        raise OSError("no port")

    monkeypatch.setattr(opening_module, "open_doors", no_doors)

    async def work() -> None:
        with pytest.raises(OpeningError) as caught:
            async with open_table(KITCHEN, profile, QUICK):
                pass
        assert caught.value.why == Refusal("host.no-port")

    run(work())


@pytest.mark.parametrize("fault", ["host_context", "Beacon", "Host"])
def test_a_table_that_cannot_be_opened_leaves_no_door_open(
    fault: str, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise OSError("no room")

    monkeypatch.setattr(opening_module, fault, fails)

    async def work() -> None:
        with pytest.raises((OpeningError, OSError)):
            async with open_table(KITCHEN, profile, QUICK):
                pass
        gc.collect()  # a socket that was left open would warn now

    run(work())


def test_a_profile_that_can_keep_no_key_opens_no_table(profile: Profile, tmp_path: Path) -> None:
    (tmp_path / "Ana" / "machine-key").mkdir()

    async def work() -> None:
        with pytest.raises(ProfileError):
            async with open_table(KITCHEN, profile, QUICK):
                pass

    run(work())


def test_a_disk_that_fills_up_is_told_to_all_once_and_play_goes_on(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []

    def append(file: JournalFile, line: bytes, head: bytes) -> None:
        written.append(line)
        if len(written) > 2:
            raise JournalError(Refusal("file.cannot-write", (), ("/home/ana/secret place",)))

    monkeypatch.setattr(JournalFile, "append", append)

    async def work() -> None:
        async with open_table(OURS, profile, QUICK) as table, seated(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            for _ in range(4):
                actor, told = await whose_turn(*people)
                actor.act(actor.choices()[0], told)
                for one in people:
                    await one.until(lambda o=one, t=told: o.told if o.told.index > t.index else None)  # type: ignore[misc]
            assert [one.lobby.phase for one in people if one.lobby] == [Phase.PLAYING] * 3
            assert len(written) == 3
            for one in people:
                assert one.all_of(m.Notice) == [m.Notice("file.not-saved-further", (), ())]

    run(work())


def test_a_match_for_which_no_file_can_be_made_is_played_all_the_same(profile: Profile, tmp_path: Path) -> None:
    (tmp_path / "Ana" / "matches").write_text("a file")

    async def work() -> None:
        async with open_table(OURS, profile, QUICK) as table, seated(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            for one in people:
                await one.until(lambda o=one: o.all_of(m.Notice))  # type: ignore[misc]

    run(work())


def test_a_fault_in_the_advert_keeps_nobody_waiting(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo") as (ana, bo):

            def fails(lobby: Any) -> None:
                raise RuntimeError

            table.host.watch_lobby = fails
            ana.guest.send(m.Ready(True))
            await bo.sees(lambda lobby: lobby.seats[0].is_ready)
            bo.guest.send(m.Chat("still here"))
            assert (await ana.hears(m.Said)).text == "still here"

    run(work())
    assert "an effect was not carried out" in caplog.text
