"""A host's program that is killed and started again: its guests are back by themselves, in the same deal."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.audit.findings import Verdict
from lan_thirteen.audit.report import report
from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.errors import JoinError, JournalError
from lan_thirteen.core.lobby import Colour, Phase
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.door import OWNER
from lan_thirteen.net.journal_file import read_journal
from lan_thirteen.net.opening import Opening, OpenTable, open_table, reopening_of
from lan_thirteen.net.past import read_past
from lan_thirteen.net.profile import Profile, open_profile
from lan_thirteen.net.shelf import SavedTable, forget_saved, saved_tables
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import unpack
from tests.support.tables import HOME, QUICK, SOON, Player, begin, free_listener, is_in, run

linux = pytest.mark.skipif(sys.platform != "linux", reason="the program finds its profile by XDG_DATA_HOME")
MATCHES = Path("lan-thirteen", "profiles", "Ana", "matches")


class Program:
    """A host in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, facts: dict[str, Any]) -> None:
        self.process = process
        self.facts = facts

    @property
    def known(self) -> Known:
        table, fingerprint = bytes.fromhex(self.facts["table"]), bytes.fromhex(self.facts["fingerprint"])
        return Known((Address(HOME, self.facts["port"]),), table, fingerprint)

    async def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


@asynccontextmanager
async def program(home: Path, *arguments: str) -> AsyncIterator[Program]:
    command = [sys.executable, "-m", "lan_thirteen", "host", "--json", "--profile", "Ana", *arguments]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, env={**os.environ, "XDG_DATA_HOME": str(home)}
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SOON):
            facts = json.loads(await process.stdout.readline())
        yield Program(process, facts)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


OPEN = ("--game", "leaves", "--seats", "3", "--bots", "easy", "--house", "bot_pause_ms=0", "--hidden", "--pin", "12345")


def good(told: m.Told) -> Any:
    """What a bot would do."""
    entry = GAMES["leaves"]
    legal = [unpack(action, entry.action_type) for action in told.legal]
    return make_bot("leaves", "easy", bytes(32)).choose(unpack(told.view, entry.view_type), legal)


async def asked(*people: Player) -> tuple[Player, m.Told] | None:
    """Who is to act, and the question; None where the deal is over for everybody."""
    while True:
        newest = max(player.told.index for player in people if player.told is not None)
        for player in people:
            await player.until(lambda p=player, n=newest: p.told is not None and p.told.index >= n)  # type: ignore[misc]
        for player in people:
            assert player.told is not None
            if player.told.legal:
                return player, player.told
        if all(map(colours, people)):
            return None
        for player in people:
            await player.until(partial(_goes_on, player, newest))


def _goes_on(player: Player, index: int) -> bool:
    """Whether the deal is over for this one, or something was played after so many actions."""
    return bool(colours(player)) or (player.told is not None and player.told.index > index)


async def move(*people: Player) -> bool:
    """Whoever is to act does something, and hears what came of it; whether anybody was to act."""
    if (question := await asked(*people)) is None:
        return False
    player, told = question
    player.act(good(told), told)
    await player.until(lambda: player.told is not None and player.told.index > told.index)
    return True


def colours(player: Player) -> dict[int, Colour]:
    return {check.of.deal: check.colour for check in player.all_of(DealChecked)}


def lose_all_but(path: Path, lines: int) -> None:
    """What a power cut leaves of a file whose last lines were not on the disk yet."""
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))


@linux
@pytest.mark.parametrize("kept", [None, -1, -3, 5, 4])
def test_guests_of_a_killed_host_are_back_by_themselves_with_the_same_hands(tmp_path: Path, kept: int | None) -> None:
    """``kept``: what a power cut leaves of the journal; the guests have the rest."""

    async def work() -> None:
        port = free_port()
        async with program(tmp_path, *OPEN, "--port", str(port)) as host:
            ana = Player(host.known, "Ana", pin=Pin("12345"))
            await ana.is_in()
            bo = Player(host.known, "Bo", pin=Pin("12345"))
            await bo.is_in()
            await begin(ana, bo)
            for _ in range(3):
                await move(ana, bo)
            question = await asked(ana, bo)
            assert question is not None
            player, told = question
            heard = {one: len(one.all_of(m.Told)) for one in (ana, bo)}
            await host.kill()
        (path,) = (tmp_path / MATCHES).glob("*.lan13")
        before = read_journal(path).lines
        lose_all_but(path, len(before) if kept is None else kept % len(before))
        async with program(tmp_path, "--resume") as host:
            assert host.facts["port"] == port
            assert host.facts["pin"]
            for one in (ana, bo):
                await one.is_in(times=2)
                await one.until(lambda o=one: o.all_of(m.Told)[heard[o] :])  # type: ignore[misc]
            assert [joined.welcome.is_back for joined in ana.all_of(type(await ana.is_in()))] == [False, True]
            again = await player.turn()
            assert (again.index, again.view, again.legal) == (told.index, told.view, told.legal)
            while await move(ana, bo):
                pass
            await host.kill()
        assert colours(ana)[1] is colours(bo)[1] is Colour.GREEN
        lines = read_journal(path).lines
        assert lines[: len(before)] == before
        assert [check.key for check in report(lines) if check.verdict is Verdict.BAD] == []
        ana.drop()
        bo.drop()

    run(work())


def free_port() -> int:
    with free_listener() as listener:
        return int(listener.getsockname()[1])


# the same in this process, with a table that is closed in mid-match

KITCHEN = Opening("Kitchen", "leaves", 3, (), ("easy",), is_hidden=True)


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    opened = open_profile("Ana", tmp_path)
    yield opened
    opened.close()


def known(table: OpenTable) -> Known:
    return Known((Address(HOME, table.port),), table.identity.table, table.identity.fingerprint)


def matches(profile: Profile) -> list[Path]:
    return sorted((profile.folder / "matches").glob("*.lan13"))


def shelf(profile: Profile) -> tuple[SavedTable, ...]:
    return saved_tables(profile.folder, profile.host_key().public)


ANA_KEY, BO_KEY = SigningKey(b"a" * 32), SigningKey(b"b" * 32)


def ours() -> Opening:
    return replace(KITCHEN, port=free_port(), owner_key=ANA_KEY.public)


async def came(table: OpenTable) -> tuple[Player, Player]:
    """Ana, who opened it, and Bo."""
    ana = Player(known(table), "Ana", key=ANA_KEY)
    await ana.is_in()
    bo = Player(known(table), "Bo", key=BO_KEY)
    await bo.is_in()
    return ana, bo


@asynccontextmanager
async def at(table: OpenTable) -> AsyncIterator[tuple[Player, Player]]:
    """The two of them, as long as the context lasts."""
    ana, bo = await came(table)
    try:
        yield ana, bo
    finally:
        ana.drop()
        bo.drop()


@asynccontextmanager
async def broken_off(profile: Profile, moves: int = 2) -> AsyncIterator[Path]:
    """The file of a match whose table was closed after so many moves."""
    async with open_table(ours(), profile, QUICK) as table, at(table) as (ana, bo):
        await begin(ana, bo)
        for _ in range(moves):
            await move(ana, bo)
    (path,) = matches(profile)
    yield path


def test_a_match_that_was_broken_off_goes_on_another_day(profile: Profile) -> None:
    async def work() -> None:
        async with open_table(ours(), profile, QUICK) as table:
            ana, bo = await came(table)
            await begin(ana, bo)
            await move(ana, bo)
            assert shelf(profile) == ()  # it is open
            before = {one.told.seat: one.told.view for one in (ana, bo) if one.told is not None}
        assert await bo.is_over() == Refusal("table.saved")
        (saved,) = shelf(profile)
        assert (saved.name, saved.game, saved.people, saved.deal) == ("Kitchen", "leaves", ("Ana", "Bo"), 1)
        again = reopening_of(Path(saved.path), profile)
        async with open_table(again.opening, profile, QUICK, again) as table, at(table) as (ana, bo):
            assert (await ana.is_in()).welcome.is_back
            assert (await ana.is_in()).welcome.person == OWNER
            for one in (ana, bo):
                told = await one.until(lambda p=one: p.told)  # type: ignore[misc]
                assert told.view == before[told.seat]
            lobby = await bo.sees(lambda lobby: True)
            assert (lobby.owner, lobby.name, lobby.phase) == (OWNER, "Kitchen", Phase.PLAYING)
            while await move(ana, bo):
                pass
            assert shelf(profile) == ()

    run(work())


def test_a_match_that_was_played_to_its_end_is_not_offered(profile: Profile) -> None:
    async def work() -> None:
        short = replace(ours(), options=(("mode", "single"),))
        async with open_table(short, profile, QUICK) as table, at(table) as (ana, bo):
            await begin(ana, bo)
            (path,) = matches(profile)
            assert path.with_suffix(".table").exists()
            while await move(ana, bo):
                pass
            await ana.sees(is_in(Phase.FINISHED))
            ana.guest.send(m.Close())
            await table.host.closed.wait()
        assert shelf(profile) == ()
        assert not path.with_suffix(".table").exists()

    run(work())


def test_after_a_match_the_table_in_its_lobby_has_nothing_to_go_on_with(profile: Profile) -> None:
    async def work() -> None:
        short = replace(ours(), options=(("mode", "single"),))
        async with open_table(short, profile, QUICK) as table, at(table) as (ana, bo):
            await begin(ana, bo)
            while await move(ana, bo):
                pass
            await ana.sees(is_in(Phase.FINISHED))
            ana.guest.send(m.Again())
            await ana.sees(is_in(Phase.LOBBY))
        assert shelf(profile) == ()

    run(work())


def test_what_the_table_was_like_is_kept(profile: Profile) -> None:
    async def work() -> None:
        async with open_table(ours(), profile, QUICK) as table, at(table) as (ana, bo):
            await begin(ana, bo)
            ana.guest.send(m.SetPin("54321"))
            await ana.hears(m.Notice)
            ana.guest.send(m.RenameTable("Garden"))
            ana.guest.send(m.SetHouse("turn_clock_s", 90))
            eva = Player(known(table), "Eva", watch=True, pin=Pin("54321"))
            await eva.is_in()
            ana.guest.send(m.Kick((await eva.is_in()).welcome.person))
            assert (await eva.is_over()).code == "join.kicked"
            ana.guest.send(m.Lock(is_locked=True))
            await ana.sees(lambda lobby: lobby.is_locked)
        (path,) = matches(profile)
        assert path.with_suffix(".table").stat().st_mode & 0o077 == 0 or sys.platform == "win32"
        again = reopening_of(path, profile)
        async with open_table(again.opening, profile, QUICK, again) as table:
            assert table.facts()["pin"]
            assert table.host.pin == Pin("54321")
            lobby = table.host.lobby()
            assert (lobby.name, lobby.house.turn_clock_s, lobby.is_locked) == ("Garden", 90, True)
            back = Player(known(table), "Eva", key=eva.key)
            with pytest.raises(JoinError) as caught:
                await back.visit
            assert caught.value.why.code == "join.kicked"

    run(work())


def test_where_the_port_is_taken_the_table_has_another(profile: Profile) -> None:
    async def work() -> None:
        async with broken_off(profile) as path:
            again = reopening_of(path, profile)
        with socket.create_server((HOME, again.file.port)):
            async with open_table(again.opening, profile, QUICK, again) as table, at(table) as (ana, _):
                assert table.port != again.file.port
                assert (await ana.is_in()).welcome.is_back

    run(work())


def test_one_match_is_written_by_one_program(profile: Profile) -> None:
    async def work() -> None:
        async with broken_off(profile) as path:
            again = reopening_of(path, profile)
            whole = path.read_bytes()
            async with open_table(again.opening, profile, QUICK, again):
                with pytest.raises(JournalError) as caught:
                    async with open_table(again.opening, profile, QUICK, again):
                        pass
                assert caught.value.why == Refusal("resume.is-running")
                forget_saved(path)
            assert path.read_bytes() == whole

    run(work())


def test_a_file_that_was_cut_anywhere_in_its_last_line_goes_on_from_the_line_before(profile: Profile) -> None:
    async def work() -> None:
        async with broken_off(profile) as path:
            whole = path.read_bytes()
            lines = read_journal(path).lines
            last = whole.rstrip(b"\n").rfind(b"\n") + 1
            for cut in range(last, len(whole)):
                path.write_bytes(whole[:cut])
                past, _ = read_past(path, profile.host_key().public)
                assert past.standing.lines == lines[:-1]
            again = reopening_of(path, profile)
            async with open_table(again.opening, profile, QUICK, again) as table, at(table) as (ana, bo):
                assert await move(ana, bo)
            assert read_journal(path).lines[: len(lines) - 1] == lines[:-1]

    run(work())


def test_what_is_older_than_the_keys_of_its_people_is_not_offered_and_stays_a_match(profile: Profile) -> None:
    async def work() -> None:
        async with broken_off(profile) as path:
            pass
        assert len(shelf(profile)) == 1
        long_ago = time.time() - 31 * 24 * 60 * 60
        os.utime(path, (long_ago, long_ago))
        assert shelf(profile) == ()
        assert path.exists()
        assert not path.with_suffix(".table").exists()

    run(work())


def spoil(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))


def test_what_is_wrong_with_the_files_is_a_sentence_and_nothing_is_lost(profile: Profile, tmp_path: Path) -> None:
    async def work() -> None:
        async with broken_off(profile) as path:
            pass
        deals, table = path.with_suffix(".deals"), path.with_suffix(".table")
        kept = {each: each.read_bytes() for each in (path, deals, table)}

        def why() -> str:
            (saved,) = shelf(profile)
            with pytest.raises(JournalError) as caught:
                reopening_of(path, profile)
            assert saved.why_not == caught.value.why
            after = {each: each.read_bytes() for each in kept if each.exists()}
            for each, data in kept.items():
                each.write_bytes(data)
            assert all(before == after.get(each, before) or each in spoiled for each, before in kept.items())
            return caught.value.why.code

        spoiled: set[Path] = {deals}
        deals.unlink()
        assert why() == "resume.no-secret"
        spoil(deals, b'"secret":"', b'"secret":"x')
        assert why() == "resume.no-secret"
        spoiled = {table}
        spoil(table, b"BEGIN", b"BEGGIN")
        assert why() == "resume.no-table"
        spoil(table, b"PRIVATE KEY", b"PUBLIC KEY")
        assert why() == "resume.no-table"
        spoil(table, b"{", b"")
        assert why() == "resume.no-table"
        other = open_profile("Bo", tmp_path)
        with pytest.raises(JournalError) as caught:
            reopening_of(path, other)
        assert caught.value.why == Refusal("resume.other-machine")
        other.close()
        forget_saved(path)
        assert shelf(profile) == ()
        assert list((profile.folder / "matches").iterdir()) == []

    run(work())


def test_a_match_that_is_damaged_before_its_end_is_kept_and_its_owner_is_told(profile: Profile) -> None:
    async def work() -> None:
        async with broken_off(profile, moves=4) as path:
            whole = path.read_bytes()
        number = 1 + next(n for n, line in enumerate(whole.split(b"\n")) if b'["Played"' in line)
        spoil(path, b'["Played",', b'["Flayed",')
        damaged = path.read_bytes()
        again = reopening_of(path, profile)
        async with open_table(again.opening, profile, QUICK, again) as table:
            aside = path.with_name(f"{path.name}.damaged")
            assert aside.read_bytes() == damaged
            ana = Player(known(table), "Ana", key=ANA_KEY)
            notice = await ana.hears(m.Notice)
            assert notice == m.Notice("file.kept-damaged", (number,), (str(aside),))
            bo = Player(known(table), "Bo", key=BO_KEY)
            await bo.is_in()
            assert await move(ana, bo)
            ana.drop()
            bo.drop()
        assert path.read_bytes().startswith(b"\n".join(whole.split(b"\n")[: number - 1]))

    run(work())
