"""Strangers who keep a door that looks like a table's, and the man in the middle.

As a program for the lab: ``relays.py ADDRESS PORT`` sits between its guests and the table there, at the same port.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from msgspec.structs import replace

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.connection import Connection
from lan_thirteen.net.dial import Address, Known, dial
from lan_thirteen.net.doorman import Doorman
from lan_thirteen.net.server import Server, listen
from lan_thirteen.net.tls import host_context, make_certificate
from lan_thirteen.trust.keys import SigningKey, greeting_text, join_text
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.link import guest_end, host_end
from tests.support.tables import QUICK, free_listener

Talk: TypeAlias = Callable[[Any, bytes], Awaitable[None]]
"""Given a guest's connection, and the fingerprint that the guest sees."""


@asynccontextmanager
async def stranger(
    talk: Talk, timing: Timing = QUICK, listening: Callable[[], socket.socket] = free_listener
) -> AsyncIterator[Address]:
    """A host with a certificate of its own; ``talk`` says what it says."""
    certificate = make_certificate()

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, entry: Any) -> None:
        await talk(Connection(host_end(), reader, writer, is_limited=False), certificate.fingerprint)

    with listening() as listener:
        task = asyncio.create_task(Server(listener, host_context(certificate), visit, timing, Doorman()).serve())
        try:
            yield Address("127.0.0.1", listener.getsockname()[1])
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def relay_to(known: Known, timing: Timing = QUICK) -> Talk:
    """A man in the middle: it tells both sides what the other says, and signs it anew with keys of its own."""

    async def talk(connection: Any, fingerprint: bytes) -> None:
        reader, writer, theirs = await dial(known, timing)
        there: Connection[m.FromHost, m.FromGuest] = Connection(guest_end(), reader, writer, is_limited=False)
        to_guest = there.messages()
        greeting = await anext(to_guest)
        assert isinstance(greeting, m.Greeting)
        connection.send(_greeted_anew(greeting, fingerprint))

        async def pass_on() -> None:
            async for message in to_guest:
                connection.send(message)
            connection.abort()

        passing = asyncio.create_task(pass_on())
        try:
            async for message in connection.messages():
                there.send(_joined_anew(message, greeting, theirs) if isinstance(message, m.Join) else message)
        finally:
            there.abort()
            await asyncio.gather(passing, return_exceptions=True)

    return talk


def _greeted_anew(greeting: m.Greeting, fingerprint: bytes) -> m.Greeting:
    key = SigningKey(bytes(32))
    text = greeting_text(fingerprint, greeting.table, greeting.epoch, greeting.nonce)
    return replace(greeting, host_key=key.public, sig=key.sign(text))


def _joined_anew(join: m.Join, greeting: m.Greeting, fingerprint: bytes) -> m.Join:
    key = SigningKey.new()
    text = join_text(fingerprint, greeting.table, greeting.nonce, join.nonce, join.name)
    return replace(join, seat_key=key.public, sig=key.sign(text))


async def _sit_between(host: str, port: int) -> None:
    talk = relay_to(Known((Address(host, port),)), Timing())
    async with stranger(talk, Timing(), lambda: listen(port)):
        sys.stdout.write(json.dumps({"port": port}) + "\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_sit_between(sys.argv[1], int(sys.argv[2])))
