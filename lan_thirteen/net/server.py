"""Accepting connections, counted before TLS.

``asyncio.start_server`` calls back after the handshake only, so silent connections would be seen by nobody and eat the
file descriptors.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import struct
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.doorman import Doorman, Entry
from lan_thirteen.wire.bucket import Bucket
from lan_thirteen.wire.limits import ACCEPTED_PER_SECOND, BURST_ACCEPTED

Handler: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter, Entry], Awaitable[None]]
"""Talks to one peer until it is done."""

_LOG = logging.getLogger(__name__)

_BACKLOG = 512
"""They cost this program nothing, and who finds no room there dials again after a second only."""
_READ_LIMIT = 128 * 1024


def listen(port: int) -> socket.socket:
    """A socket that hears all addresses of both families, where there are both. Raises OSError where it is taken."""
    if socket.has_dualstack_ipv6():
        listener = socket.socket(socket.AF_INET6)
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        everywhere = "::"
    else:
        listener = socket.socket(socket.AF_INET)
        everywhere = ""
    # on Windows reusing an address would let another program take over a port in use
    option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    try:
        listener.setsockopt(socket.SOL_SOCKET, option, 1)
        listener.bind((everywhere, port))
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


class Server:
    """Accepts at ``listener``; each peer that agrees on TLS in time is handed to ``handler``."""

    def __init__(
        self, listener: socket.socket, context: ssl.SSLContext, handler: Handler, timing: Timing, doorman: Doorman
    ) -> None:
        self._listener = listener
        self._context = context
        self._handler = handler
        self._timing = timing
        self._doorman = doorman

    async def serve(self) -> None:
        """Accept until cancelled; then all visits are cancelled too."""
        loop, pace = asyncio.get_running_loop(), Bucket(ACCEPTED_PER_SECOND, BURST_ACCEPTED)
        async with asyncio.TaskGroup() as visits:
            while True:
                try:
                    connection, (host, *_) = await loop.sock_accept(self._listener)
                except ConnectionError:
                    continue  # that one hung up before its turn
                except OSError:
                    await asyncio.sleep(self._timing.accept_again)
                    continue
                entry = self._doorman.enter(host.removeprefix("::ffff:"), connection.close, loop.time())
                if entry is None:
                    _turn_away(connection)
                else:
                    visits.create_task(self._visit(connection, entry))
                    if not pace.take(1, loop.time()):
                        await asyncio.sleep(1 / ACCEPTED_PER_SECOND)
                await asyncio.sleep(0)  # where many wait to be accepted, nobody else would have a turn

    async def _visit(self, connection: socket.socket, entry: Entry) -> None:
        try:
            streams = await self._agree(connection, entry)
            if streams is not None:
                entry.cut = streams[1].transport.abort
                await _hand_over(*streams, entry, self._handler)
        except Exception:  # noqa: BLE001  # a fault of ours with one guest must not end the table for the others
            _LOG.exception("a visit failed")
        finally:
            self._doorman.leave(entry)
            entry.cut = _nothing  # it leads to this very task, which leads to it

    async def _agree(
        self, connection: socket.socket, entry: Entry
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """Streams inside TLS; None where the peer does not speak it, or not in time."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=_READ_LIMIT)
        protocol = asyncio.StreamReaderProtocol(reader)
        with contextlib.suppress(OSError):  # macOS says so where the peer has hung up already
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            connection.setblocking(False)
            async with asyncio.timeout(None) as patience:
                entry.cut = lambda: patience.reschedule(loop.time())
                transport, _ = await loop.connect_accepted_socket(
                    lambda: protocol,
                    connection,
                    ssl=self._context,
                    ssl_handshake_timeout=self._timing.handshake,
                    ssl_shutdown_timeout=self._timing.farewell,
                )
        except (OSError, TimeoutError) as error:
            # it holds the frames, which hold it, and with them a quarter of a megabyte until all garbage is collected
            error.__traceback__ = None
            return None  # the transport has closed the socket; its number may be another's by now
        return reader, asyncio.StreamWriter(transport, protocol, reader, loop)


async def _hand_over(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, entry: Entry, handler: Handler
) -> None:
    try:
        await handler(reader, writer, entry)
    finally:
        # closing flushes what was said last; it is bounded by the shutdown time-out
        writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            await writer.wait_closed()


def _nothing() -> None:
    pass


def _turn_away(connection: socket.socket) -> None:
    """Reset the connection: no state of it stays behind on our side."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
