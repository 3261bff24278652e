"""One connection to a peer: a link's bytes carried over streams, within the limits of rate, queue and silence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Generic, TypeVar

from lan_thirteen import __version__
from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.core.values import Refusal
from lan_thirteen.wire.bucket import Bucket
from lan_thirteen.wire.codec import pack
from lan_thirteen.wire.frames import frame
from lan_thirteen.wire.limits import (
    BURST_BYTES,
    BURST_MESSAGES,
    BYTES_PER_SECOND,
    MESSAGES_PER_SECOND,
    QUEUE_BYTES,
    STRANGER,
)
from lan_thirteen.wire.link import Link, LinkState
from lan_thirteen.wire.messages import PROTOCOL, Bye, Ping, Pong

In = TypeVar("In")
Out = TypeVar("Out")

_CHUNK = 64 * 1024


class Connection(Generic[In, Out]):
    """Messages in and out. Pings are answered here; whoever holds it asks how long the peer has been silent."""

    def __init__(
        self,
        link: Link[In, Out],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        is_limited: bool,
    ) -> None:
        """``is_limited``: a peer that says more than its share is cut off; so hosts hold their guests."""
        self._link = link
        self._reader = reader
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self._heard_at = self._loop.time()
        self._is_limited = is_limited
        self._messages = Bucket(MESSAGES_PER_SECOND, BURST_MESSAGES)
        self._bytes = Bucket(BYTES_PER_SECOND, BURST_BYTES)
        self._was_breached = False

    @property
    def is_open(self) -> bool:
        return self._link.state is not LinkState.CLOSED and not self._writer.transport.is_closing()

    @property
    def silence(self) -> float:
        """Seconds since anything was heard; of one who is limited, anything whole."""
        return self._loop.time() - self._heard_at

    @property
    def own_address(self) -> tuple[str | int, ...] | None:
        """This end's socket address; None where there is none any more."""
        address: tuple[str | int, ...] | None = self._writer.get_extra_info("sockname")
        return address

    def forgive(self) -> None:
        """Count silence from now on: we have slept ourselves."""
        self._heard_at = self._loop.time()

    async def messages(self) -> AsyncGenerator[In, None]:
        """What the peer says, until it stops. Raises RemoteProtocolError where it says what nobody may.

        After that nothing more can be said but why, by ``close``.
        """
        while self.is_open:
            try:
                data = await self._reader.read(_CHUNK)
            except OSError:
                return
            if not data:
                return
            now = self._loop.time()
            messages = self._received(data, now)
            if messages or not self._is_limited:  # a guest that never ends a sentence says nothing
                self._heard_at = now
            for message in messages:
                if isinstance(message, Ping):
                    self.send(Pong(message.number))  # type: ignore[arg-type]  # both ends may say it
                elif not isinstance(message, Pong):
                    yield message

    def _received(self, data: bytes, now: float) -> list[In]:
        try:
            messages = self._link.receive(data)
        except RemoteProtocolError:
            self._was_breached = True
            raise
        if self._is_limited and not (self._bytes.take(len(data), now) and self._messages.take(len(messages), now)):
            raise RemoteProtocolError(Refusal("link.flood"))
        return messages

    def send(self, message: Out, block: int = 0) -> None:
        """Say something, a ``Told`` filled up to a multiple of ``block`` bytes.

        A peer that does not read what it is told is cut off, and may come back.
        """
        if not self.is_open:
            return
        self._writer.write(self._link.send(message, block))
        if self._writer.transport.get_write_buffer_size() > QUEUE_BYTES:
            self.abort()

    def close(self, why: Refusal) -> None:
        """Say why, then hang up."""
        bye = Bye(PROTOCOL, __version__, why.code, why.numbers, why.names)
        if self._was_breached and not self._writer.transport.is_closing():
            # the link takes no more part, but the peer should know what was wrong
            self._writer.write(frame(pack(bye), STRANGER.frame))
        self.send(bye)  # type: ignore[arg-type]  # both ends may say it
        self._writer.close()

    def abort(self) -> None:
        """Hang up at once."""
        self._writer.transport.abort()
