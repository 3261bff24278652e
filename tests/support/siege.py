"""A siege: many hostile connections at once to one table, from some addresses of this machine.

``python -m tests.support.siege PORT KIND LINKS ADDRESSES`` lays one until its input ends: LINKS connections of this
KIND, each dialled again as soon as it is lost. It writes a line when all have been tried, and at the end how often.
Needs Linux, where all of 127.0.0.0/8 is this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.tls import guest_context
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack
from lan_thirteen.wire.frames import frame
from tests.support.tables import HOME, Player

Kind = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[object]]

DRIP_S: Final = 0.3
PATIENCE_S: Final = 60.0
TALK: Final = frame(pack(m.Ping(1)), 4096)


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Says nothing at all."""
    await reader.read()


async def half_closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Says that it will say nothing, and goes on listening."""
    writer.write_eof()
    await reader.read()


async def quiet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Agrees on TLS and says nothing."""
    await _agree(writer)
    await reader.read()


async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Agrees on TLS and says one byte at a time."""
    await _agree(writer)
    for byte in frame(pack(m.Bye(m.PROTOCOL, "1.0", "x" * 60)), 4096):
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(DRIP_S)


async def huge(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Agrees on TLS and announces four gigabytes."""
    await _agree(writer)
    writer.write(struct.pack(">I", 2**32 - 1))
    await reader.read()


async def flooding(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Agrees on TLS and says as much as the line takes."""
    await _agree(writer)
    while not writer.transport.is_closing() and not reader.at_eof():
        writer.write(TALK * 100)
        await writer.drain()
        await asyncio.sleep(0)


KINDS: Final[dict[str, Kind]] = {kind.__name__: kind for kind in (silent, half_closed, quiet, slow, huge, flooding)}


async def _agree(writer: asyncio.StreamWriter) -> None:
    await writer.start_tls(guest_context(), server_hostname="lan13")


class Siege:
    """All its connections; ``tried`` is set when each has been tried once."""

    def __init__(self, port: int, kind: Kind, links: int, addresses: int) -> None:
        self.tried = asyncio.Event()
        self.dialled = 0
        self._port = port
        self._kind = kind
        self._links = links
        self._addresses = addresses
        self._untried = set(range(links))

    async def lay(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as group:
            for place in range(self._links):
                group.create_task(self._dial_again(place))

    async def _dial_again(self, place: int) -> None:
        while True:
            self.dialled += 1
            with contextlib.suppress(OSError, TimeoutError):
                await self._dial(place)
            self._has_tried(place)
            await asyncio.sleep(0)

    async def _dial(self, place: int) -> None:
        reader, writer = await asyncio.open_connection(sock=await self._connected(place))
        self._has_tried(place)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._kind(reader, writer)
        finally:
            writer.transport.abort()

    async def _connected(self, place: int) -> socket.socket:
        sock = socket.socket()
        try:
            sock.setblocking(False)
            # whoever wants to listen at the port that this happens to get may do so
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind((f"127.0.1.{place % self._addresses + 1}", 0))
            await asyncio.get_running_loop().sock_connect(sock, (HOME, self._port))
        except BaseException:
            sock.close()
            raise
        return sock

    def _has_tried(self, place: int) -> None:
        self._untried.discard(place)
        if not self._untried:
            self.tried.set()


async def _lay(port: str, kind: str, links: str, addresses: str) -> None:
    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def wait_for_end() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(over.set)

    threading.Thread(target=wait_for_end, daemon=True).start()
    siege = Siege(int(port), KINDS[kind], int(links), int(addresses))
    laying = asyncio.create_task(siege.lay())
    await siege.tried.wait()
    sys.stdout.write("laid\n")
    sys.stdout.flush()
    await over.wait()
    laying.cancel()
    await asyncio.gather(laying, return_exceptions=True)
    sys.stdout.write(f"{siege.dialled}\n")


@asynccontextmanager
async def laid(port: int, kind: str, links: int, addresses: int) -> AsyncIterator[list[int]]:
    """While the context lasts there is a siege; after it, the list has how often it dialled."""
    dialled: list[int] = []
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __spec__.name, str(port), kind, str(links), str(addresses)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # asyncio complains of what it does to itself
    )
    assert program.stdout is not None
    try:
        await program.stdout.readline()
        yield dialled
        said, _ = await program.communicate(b"")
        dialled.append(int(said))
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()


class Held(NamedTuple):
    """What a process holds."""

    descriptors: int
    megabytes: float


class Hosting(NamedTuple):
    """A host in a process of its own."""

    process: int
    port: int

    def held(self) -> Held:
        """What it holds now."""
        own = Path(f"/proc/{self.process}")
        line = next(line for line in (own / "status").read_text("ascii").splitlines() if line.startswith("VmRSS"))
        return Held(len(list((own / "fd").iterdir())), int(line.split()[1]) / 1024)

    def player(self, name: str) -> Player:
        """Somebody honest who comes, at the pace of people."""
        return Player(Known((Address(HOME, self.port),)), name, timing=Timing())


@contextmanager
def hosting(home: str | Path, game: str = "leaves", seats: int = 3) -> Iterator[Hosting]:
    """The program as people start it, keeping what it keeps in this folder."""
    with subprocess.Popen(
        [sys.executable, "-m", "lan_thirteen", "host", "--game", game, "--seats", str(seats), "--json"],
        env=os.environ | {"HOME": str(home), "XDG_DATA_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        try:
            yield Hosting(program.pid, json.loads(program.stdout.readline())["port"])
        finally:
            program.terminate()


if __name__ == "__main__":
    asyncio.run(_lay(*sys.argv[1:]))
