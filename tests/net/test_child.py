"""Our own table in a process of its own: how it is started, what it says, and how it ends."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from lan_thirteen.core.errors import OpeningError
from lan_thirteen.core.lobby import HouseRules
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import child as child_module
from lan_thirteen.net.child import Child, command_of, open_own_table
from lan_thirteen.net.opening import Opening
from lan_thirteen.net.profile import Profile, profile_in
from lan_thirteen.trust.keys import SigningKey
from tests.support.backstages import folder_of
from tests.support.tables import SOON, Player, run

posix = pytest.mark.skipif(sys.platform == "win32", reason="asks a POSIX system about processes")
FACTS = '{"port": 1, "table": "%s", "fingerprint": "%s", "addresses": [], "name": "K", "game": "g", "protocol": 1}'


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Profile]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    opened = profile_in(folder_of(tmp_path, "Ana"))
    yield opened
    opened.close()


def opening(key: SigningKey) -> Opening:
    return Opening("Kitchen", "leaves", 3, (), ("easy",), HouseRules(bot_pause_ms=0), owner_key=key.public)


async def ends(child: Child) -> None:
    async with asyncio.timeout(SOON):
        await child.ended.wait()


async def said(program: str) -> object:
    """What comes of a host that runs this instead."""
    child = Child([sys.executable, "-c", program], bytes(32).hex().encode(), subprocess.DEVNULL)
    try:
        return await child.facts()
    finally:
        child.kill()
        await ends(child)


@pytest.mark.skipif(sys.platform != "linux", reason="the child finds its profile by XDG_DATA_HOME")
def test_the_table_belongs_to_the_key_and_goes_on_when_it_is_let_go(profile: Profile) -> None:
    async def work() -> None:
        key = SigningKey.new()
        own = await open_own_table(opening(key), profile)
        try:
            own.child.release()
            bo = Player(own.known, "Bo")
            await bo.is_in()
            ana = Player(own.known, "Ana", key=key)
            joined = await ana.is_in()
            lobby = await ana.sees(lambda lobby: True)
            assert lobby.owner == joined.welcome.person
            assert joined.host_key == profile.host_key().public
            assert not own.child.ended.is_set()
            ana.drop()
            bo.drop()
        finally:
            own.child.kill()
            await ends(own.child)

    run(work())


@posix
def test_a_terminal_that_ends_does_not_end_the_table(profile: Profile) -> None:
    async def work() -> None:
        child = Child([sys.executable, "-c", "input(); input()"], bytes(32).hex().encode(), subprocess.DEVNULL)
        try:
            assert os.getsid(child._process.pid) != os.getsid(0)
        finally:
            child.kill()
            await ends(child)

    run(work())


def test_the_host_reads_the_public_key_and_then_the_end() -> None:
    async def work() -> None:
        program = "import sys; key = input(); sys.stdin.read(); sys.exit(key != '07' * 32)"
        child = Child([sys.executable, "-c", program], (bytes([7]) * 32).hex().encode(), subprocess.DEVNULL)
        child.release()
        await ends(child)
        assert child._process.returncode == 0

    run(work())


@pytest.mark.parametrize(
    "program",
    [
        "",
        "print()",
        "print('{}')",
        "print('[1]')",
        "print('Traceback')",
        "print('\\x00' * 100_000)",
        f"print('''{FACTS % ('xy' * 16, 'ab' * 32)}''')",
        """print('{"refused": {"code": 3}}')""",
        "raise SystemExit(1)",
    ],
)
def test_a_host_that_says_something_else_has_not_started(program: str) -> None:
    async def work() -> None:
        with pytest.raises(OpeningError) as caught:
            await said(program)
        assert caught.value.why == Refusal("child.not-started")

    run(work())


def test_a_host_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_module, "_START_S", 0.1)

    async def work() -> None:
        with pytest.raises(OpeningError) as caught:
            await said("input(); input()")
        assert caught.value.why == Refusal("child.not-started")

    run(work())


def test_why_there_is_no_table_comes_in_the_words_of_the_host() -> None:
    async def work() -> None:
        with pytest.raises(OpeningError) as caught:
            await said("""print('{"refused": {"code": "host.port-taken", "numbers": [7], "names": ["x"]}}')""")
        assert caught.value.why == Refusal("host.port-taken", (7,), ("x",))

    run(work())


def test_what_the_host_writes_while_it_starts_is_kept_for_who_looks_for_a_fault(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    complain = [sys.executable, "-c", "import sys; sys.stderr.write('no such module')"]
    monkeypatch.setattr(child_module, "command_of", lambda *_: complain)

    async def work() -> None:
        with pytest.raises(OpeningError):
            await open_own_table(opening(SigningKey.new()), profile)

    run(work())
    assert (profile.folder / "host.log").read_text() == "no such module"


def test_a_program_that_cannot_be_started_is_a_sentence(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_module, "command_of", lambda *_: [str(profile.folder / "nothing")])

    async def work() -> None:
        with pytest.raises(OpeningError) as caught:
            await open_own_table(opening(SigningKey.new()), profile)
        assert caught.value.why == Refusal("child.not-started")

    run(work())


def test_whoever_gives_up_waiting_leaves_no_host_behind(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[Child] = []

    class Kept(Child):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)  # type: ignore[arg-type]
            children.append(self)

    monkeypatch.setattr(child_module, "Child", Kept)
    monkeypatch.setattr(child_module, "command_of", lambda *_: [sys.executable, "-c", "input(); input()"])

    async def work() -> None:
        starting = asyncio.create_task(open_own_table(opening(SigningKey.new()), profile))
        await asyncio.sleep(0)
        starting.cancel()
        await asyncio.wait({starting})
        await ends(children[0])

    run(work())


def test_a_packed_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Opening("Kitchen", "leaves", 3, (), ())
    usual = [sys.executable, "-m", "lan_thirteen", "host", "--owned", "--json"]
    given = ["--profile=Ana", "--game=leaves", "--seats=3", "--name=Kitchen"]
    assert command_of(plain, "Ana") == [*usual, *given]
    assert command_of(replace(plain, is_hidden=True), "Ana") == [*usual, *given, "--hidden"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert command_of(plain, "Ana") == [sys.executable, "host", "--owned", "--json", *given]


def test_only_house_rules_that_differ_are_passed() -> None:
    house = HouseRules(stand_in_s=0, may_watch=False)
    options = (("mode", "expert"), ("target_score", 30))
    command = command_of(Opening("Kitchen", "leaves", 3, options, ("easy", "normal"), house, 5000), "Ana")
    assert command[-6:] == [
        "--bots=easy,normal",
        "--port=5000",
        "--option=mode=expert",
        "--option=target_score=30",
        "--house=stand_in_s=0",
        "--house=may_watch=0",
    ]
