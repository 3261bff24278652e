"""Peers that do not behave, each as raw as it comes."""

from __future__ import annotations

import asyncio
import gc
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.net.dial import dial
from lan_thirteen.trust.keys import SigningKey, join_text
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.link import Link, guest_end
from tests.support.messages import JOIN
from tests.support.tables import HOME, QUICK, SOON, Player, Served, settled, whose_turn


class Raw:
    """A connection inside TLS over which anything can be said."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fingerprint: bytes) -> None:
        self.reader = reader
        self.writer = writer
        self.fingerprint = fingerprint
        self.link: Link[m.FromHost, m.FromGuest] = guest_end()
        self.heard: list[m.FromHost] = []

    async def hear(self) -> bool:
        """Read once; whether the host still talks."""
        try:
            data = await self.reader.read(65536)
            self.heard += self.link.receive(data)
        except (OSError, RemoteProtocolError):
            return False
        return bool(data)

    async def join(self, key: SigningKey | None = None) -> None:
        """Become a guest as any other."""
        key = key or SigningKey.new()
        while not self.heard:
            assert await self.hear()
        greeting = self.heard[0]
        assert isinstance(greeting, m.Greeting)
        text = join_text(self.fingerprint, greeting.table, greeting.nonce, JOIN.nonce, JOIN.name)
        self.writer.write(self.link.send(msgspec.structs.replace(JOIN, seat_key=key.public, sig=key.sign(text))))
        while not any(isinstance(message, m.TableChanged) for message in self.heard):
            assert await self.hear()

    async def ends(self) -> m.Bye | None:
        """Wait until the host has hung up; its last words, if any came through."""
        async with asyncio.timeout(SOON):
            while await self.hear():
                pass
        last = self.heard[-1] if self.heard else None
        return last if isinstance(last, m.Bye) else None


@asynccontextmanager
async def raw(table: Served) -> AsyncIterator[Raw]:
    """Connected to this table, inside TLS."""
    peer = Raw(*await dial(table.known, QUICK))
    try:
        yield peer
    finally:
        peer.writer.transport.abort()


@asynccontextmanager
async def plain(table: Served) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Connected to this table, outside TLS."""
    reader, writer = await asyncio.open_connection(HOME, table.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def closes(reader: asyncio.StreamReader) -> None:
    """The host hangs up."""
    async with asyncio.timeout(SOON):
        try:
            while await reader.read(65536):
                pass
        except (OSError, ssl.SSLError):
            return


async def one_move(people: Sequence[Player]) -> None:
    """Somebody plays, and all are told."""
    actor, told = await whose_turn(*people)
    actor.act(actor.choices()[0], told)
    for one in people:
        await one.until(lambda o=one: o.told if o.told.index > told.index else None)  # type: ignore[misc]


def descriptors() -> int | None:
    """How many this process has; None where the system does not say."""
    gc.collect()
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else None


@asynccontextmanager
async def nothing_stays(table: Served) -> AsyncIterator[None]:
    """Afterwards the host has as many tasks, guests and descriptors as before, soon."""
    inside, tasks, before = table.doorman.inside, asyncio.all_tasks(), descriptors()
    yield
    async with asyncio.timeout(SOON):
        while left := asyncio.all_tasks() - tasks:
            await asyncio.wait(left)
    await settled()
    assert (table.doorman.inside, descriptors()) == (inside, before)
