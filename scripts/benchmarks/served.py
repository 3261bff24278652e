"""Host processes to be measured from outside, and the handle by which the measuring process holds one.

``python -m scripts.benchmarks.served echo``: gives back every message, over the transport that tables have.
``python -m scripts.benchmarks.served tables GAME N``: N tables of four seats in one process, each with a door of its
own and a match file, without adverts.
``python -m scripts.benchmarks.served plain N``: N tables of 13 Leaves in the fastest plain way over the same transport.

The first line of output is the list of ports; each line of input is answered by what the process has used so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Self

import msgpack

from lan_thirteen.bots.registry import LEVELS
from lan_thirteen.core.lobby import HouseRules
from lan_thirteen.core.pin import Pin, pin_of
from lan_thirteen.core.timing import Timing
from lan_thirteen.games.leaves.model import CARDS
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.door import HostKeys, TableIdentity
from lan_thirteen.net.doorman import Doorman
from lan_thirteen.net.host import Host
from lan_thirteen.net.profile import open_profile
from lan_thirteen.net.recorder import MatchRecorder
from lan_thirteen.net.server import Server
from lan_thirteen.net.tls import host_context, make_certificate
from lan_thirteen.table.session import Table
from lan_thirteen.trust.keys import SigningKey
from scripts.benchmarks import yardsticks

SEATS: Final = 4
HERE: Final = "127.0.0.1"
_LENGTH: Final = struct.Struct(">I")
_BACKLOG: Final = 512


class Used(NamedTuple):
    """What a process has used so far."""

    cpu: float
    """Seconds."""
    memory: float | None
    """MB that it holds now; None where the system does not say."""


def memory_of(process: int) -> float | None:
    """MB of memory that a process holds; None where the system does not say."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text("ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024 / 1e6
    return None


class Served:
    """A host process, ended with the context."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "scripts.benchmarks.served", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.ports: list[int] = json.loads(self._answer())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=60)

    @property
    def port(self) -> int:
        return self.ports[0]

    async def used(self) -> Used:
        """What the process has used so far."""
        return Used(*json.loads(await asyncio.to_thread(self._ask)))

    def _ask(self) -> str:
        assert self._process.stdin is not None  # noqa: S101 - PIPE makes it
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None  # noqa: S101 - PIPE makes it
        return self._process.stdout.readline()


class Framed(asyncio.Protocol, ABC):
    """Messages with their length before them, packed by msgpack alone."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - a stream has no other
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        while len(buffer) >= _LENGTH.size:
            end = _LENGTH.size + _LENGTH.unpack_from(buffer)[0]
            if len(buffer) < end:
                return
            body = bytes(buffer[_LENGTH.size : end])
            del buffer[:end]
            self.heard(msgpack.unpackb(body))

    def send(self, message: Any) -> None:
        body = msgpack.packb(message)
        assert self._transport is not None  # noqa: S101 - there is one before there is a message
        self._transport.write(_LENGTH.pack(len(body)) + body)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    @abstractmethod
    def heard(self, message: Any) -> None:
        """A message has come."""


class _Echo(Framed):
    def heard(self, message: Any) -> None:
        self.send(message)


class _PlainTable:
    """13 Leaves among four connections: each move is judged, played and shown to all."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.seats: list[_PlainSeat] = []
        self.index = 0
        self.deal()

    def deal(self) -> None:
        order = list(range(CARDS))
        self._chance.shuffle(order)
        self.game = yardsticks.Leaves(SEATS, self._chance.randrange(SEATS), order)

    def play(self, seat: int, move: int) -> None:
        if seat != self.game.turn or move not in self.game.legal():
            return
        self.game.apply(move)
        self.index += 1
        if self.game.is_over:
            self.deal()
        self.show()

    def show(self) -> None:
        game = self.game
        for number, seat in enumerate(self.seats):
            legal = game.legal() if game.turn == number else []
            seat.send([self.index, game.turn, game.low, game.high, game.table, game.hands[number], game.left, legal])


class _PlainSeat(Framed):
    def __init__(self, table: _PlainTable) -> None:
        super().__init__()
        self._table = table
        self._number = len(table.seats)
        table.seats.append(self)

    def heard(self, message: Any) -> None:
        if message == "show":
            self._table.show()
        else:
            self._table.play(self._number, message)


def _door() -> socket.socket:
    door = socket.create_server((HERE, 0), backlog=_BACKLOG)
    door.setblocking(False)
    return door


@asynccontextmanager
async def _plain_door(made: Callable[[], Framed], context: ssl.SSLContext) -> AsyncIterator[int]:
    loop, door = asyncio.get_running_loop(), _door()
    async with await loop.create_server(made, sock=door, ssl=context, backlog=_BACKLOG):
        yield door.getsockname()[1]


@asynccontextmanager
async def _table(game: str, folder: Path, pin: Pin | None) -> AsyncIterator[int]:
    """A table without advert; its port."""
    timing, profile, certificate = Timing(), open_profile(None, folder), make_certificate()
    identity = TableIdentity(secrets.token_bytes(16), 1, certificate.fingerprint)
    keys = HostKeys(SigningKey.new(), pin=pin)
    dealer = Dealer(identity.table, keys.machine)
    table = Table(GAMES, "Bench", None, game, SEATS, {}, HouseRules(), timing, dealer.seed, LEVELS)
    recorder, door = MatchRecorder(profile), _door()
    host = Host(table, identity, keys, recorder, timing, dealer)
    server = Server(door, host_context(certificate), host.visit, timing, Doorman())
    tasks = [asyncio.create_task(server.serve()), asyncio.create_task(host.keep_time())]
    try:
        yield door.getsockname()[1]
    finally:
        host.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        door.close()
        recorder.close()
        profile.close()


async def _answer_for(ports: list[int]) -> None:
    """Say where the doors are, and then what was used, as often as a line comes."""
    print(json.dumps(ports), flush=True)
    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def say() -> None:
        print(json.dumps(Used(time.process_time(), memory_of(os.getpid()))), flush=True)

    def read() -> None:
        for _ in sys.stdin:
            loop.call_soon_threadsafe(say)
        loop.call_soon_threadsafe(over.set)

    threading.Thread(target=read, daemon=True).start()
    await over.wait()


async def echo() -> None:
    async with _plain_door(_Echo, host_context(make_certificate())) as port:
        await _answer_for([port])


async def plain(number: str) -> None:
    context = host_context(make_certificate())

    def table() -> Callable[[], Framed]:
        shared = _PlainTable(Random("plain"))
        return lambda: _PlainSeat(shared)

    async with AsyncExitStack() as stack:
        await _answer_for([await stack.enter_async_context(_plain_door(table(), context)) for _ in range(int(number))])


async def tables(game: str, number: str, pin: str = "") -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            opened = [_table(game, Path(folder) / str(place), pin_of(pin)) for place in range(int(number))]
            await _answer_for([await stack.enter_async_context(table) for table in opened])


PROGRAMS: Final[dict[str, Callable[..., Coroutine[None, None, None]]]] = {
    "echo": echo,
    "plain": plain,
    "tables": tables,
}

if __name__ == "__main__":
    what, *given = sys.argv[1:]
    asyncio.run(PROGRAMS[what](*given))
