"""Our own table in a process of its own: a window that stalls keeps nobody waiting, and the party outlives it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import sys
import threading
from typing import IO, Annotated, Any, Final

import msgspec

from lan_thirteen.core.errors import OpeningError
from lan_thirteen.core.lobby import HouseRules
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.opening import Opening
from lan_thirteen.net.profile import Profile

_HOME: Final = "127.0.0.1"
_START_S: Final = 30.0
"""So long may a busy machine take to start the program."""
_LONGEST_LINE: Final = 64 * 1024
_LOG = logging.getLogger(__name__)


class Facts(msgspec.Struct, frozen=True):
    """What a host with ``--json`` says of its table."""

    port: int
    table: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
    fingerprint: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    addresses: tuple[str, ...]
    name: str
    game: str
    pin: bool = False


class _Refused(msgspec.Struct, frozen=True):
    code: str
    numbers: tuple[int, ...]
    names: tuple[str, ...]


class _NoTable(msgspec.Struct, frozen=True):
    """What it says where there is no table."""

    refused: _Refused


class Child:
    """A host that runs. It belongs to whoever has the key that it was started with, and outlives this program."""

    def __init__(self, command: list[str], owner_key: bytes, log: IO[bytes] | int, pin: Pin | None = None) -> None:
        """Start it. The PIN goes down its input, as a command can be read by others. Raises OSError where it fails."""
        self._loop = asyncio.get_running_loop()
        self._line: asyncio.Future[bytes] = self._loop.create_future()
        self.ended = asyncio.Event()
        self._process = subprocess.Popen(  # noqa: S603  # this program itself
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            env={**os.environ, "PYTHONUTF8": "1"},
            **_APART,
        )
        self._stdin, self._stdout = _pipes(self._process)
        # Selector loops on Windows can watch neither pipes nor processes
        threading.Thread(target=self._watch, daemon=True).start()
        self._say(f"{owner_key.hex()} {'' if pin is None else pin.digits}".rstrip().encode() + b"\n")

    async def facts(self) -> Facts:
        """What the host says of its table. Raises OpeningError where it has none."""
        try:
            async with asyncio.timeout(_START_S):
                line = await self._line
        except TimeoutError:
            line = b""
        try:
            said = msgspec.json.decode(line)
            if isinstance(said, dict) and "refused" in said:
                why = msgspec.convert(said, _NoTable).refused
                raise OpeningError(Refusal(why.code, why.numbers, why.names))
            return msgspec.convert(said, Facts)
        except msgspec.MsgspecError as error:
            _LOG.warning("the host said %r", line)
            raise OpeningError(Refusal("child.not-started")) from error

    def release(self) -> None:
        """Let it go on by itself."""
        with contextlib.suppress(OSError):
            self._stdin.close()

    def kill(self) -> None:
        """End it now, without a word to anybody."""
        self.release()
        self._process.kill()

    def _say(self, line: bytes) -> None:
        with contextlib.suppress(OSError):  # it has ended already; that is noticed where its own line is waited for
            self._stdin.write(line)
            self._stdin.flush()

    def _watch(self) -> None:
        """In a thread: pass on the one line, and the end."""
        with self._stdout:
            line = self._stdout.readline(_LONGEST_LINE)
        self._tell(self._hear, line)
        self._process.wait()
        self._tell(self.ended.set)

    def _hear(self, line: bytes) -> None:
        if not self._line.done():
            self._line.set_result(line)

    def _tell(self, call: Any, *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody wants to know any more
            self._loop.call_soon_threadsafe(call, *arguments)


class OwnTable(msgspec.Struct, frozen=True):
    """A table that a child of ours keeps."""

    child: Child
    facts: Facts

    @property
    def known(self) -> Known:
        """Where its owner finds it: on this machine, which needs no network."""
        table, fingerprint = bytes.fromhex(self.facts.table), bytes.fromhex(self.facts.fingerprint)
        return Known((Address(_HOME, self.facts.port),), table, fingerprint)


async def open_own_table(opening: Opening, profile: Profile) -> OwnTable:
    """A table that is open in a process of its own. Raises OpeningError; nothing is left running then."""
    return await _started(command_of(opening, profile.name), profile, opening.owner_key, opening.pin)


async def reopen_own_table(path: str, profile: Profile) -> OwnTable:
    """A table whose match was broken off, open again. Raises OpeningError; nothing is left running then."""
    command = [*_program(), "host", "--owned", "--json", f"--profile={profile.name}", f"--resume={path}"]
    return await _started(command, profile, b"", None)


async def _started(command: list[str], profile: Profile, owner_key: bytes, pin: Pin | None) -> OwnTable:
    try:
        with (profile.folder / "host.log").open("wb") as log:
            child = Child(command, owner_key, log, pin)
    except OSError as error:
        raise OpeningError(Refusal("child.not-started")) from error
    try:
        return OwnTable(child, await child.facts())
    except BaseException:
        child.kill()
        raise


def command_of(opening: Opening, profile: str) -> list[str]:
    """The command that opens this table."""
    flags: dict[str, list[Any]] = {
        "profile": [profile],
        "game": [opening.game],
        "seats": [opening.seats],
        "name": [opening.name],
        "bots": [",".join(opening.bots)] if opening.bots else [],
        "port": [] if opening.port is None else [opening.port],
        "option": [f"{name}={value}" for name, value in opening.options],
        "house": _house(opening.house),
    }
    given = [f"--{flag}={value}" for flag, values in flags.items() for value in values]
    hidden = ["--hidden"] if opening.is_hidden else []
    return [*_program(), "host", "--owned", "--json", *given, *hidden]


def _program() -> list[str]:
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "lan_thirteen"]


def _house(house: HouseRules) -> list[str]:
    """The rules that are not as usual."""
    usual = HouseRules()
    values = {name: getattr(house, name) for name in HouseRules.__struct_fields__}
    return [f"{name}={int(value)}" for name, value in values.items() if value != getattr(usual, name)]


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:  # it was started with both
        raise AssertionError
    return process.stdin, process.stdout


if sys.platform == "win32":
    _APART: Final[dict[str, Any]] = {
        "creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP,
    }
else:
    _APART: Final[dict[str, Any]] = {"start_new_session": True}
"""What keeps the terminal's Ctrl-C, and its end, from the child."""
