"""UDP at both ends: a table that answers, and somebody who asks."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import secrets
import socket
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, cast

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.addresses import Target, heard_from, socket_address
from lan_thirteen.net.buckets import Buckets
from lan_thirteen.wire import limits
from lan_thirteen.wire.advert import NONCE_BYTES, Advert, answer, answered, asked, question
from lan_thirteen.wire.bucket import Bucket

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - a table is found on every network, or it is not found

Heard: TypeAlias = Callable[[Advert, Target, float], None]
"""Called with the table that answered, where it is, and after how many seconds."""


def open_datagrams(port: int, hosts: Sequence[str] = EVERYWHERE, *, is_shared: bool = False) -> list[socket.socket]:
    """Sockets at this port of each of ``hosts`` that this machine has. Raises OSError where the port is taken.

    ``is_shared``: whoever listens to broadcasts may sit at the same port, and so may others who said so, too.
    """
    opened: list[socket.socket] = []
    try:
        for host in hosts:
            with contextlib.suppress(_NoSuchFamily):
                opened.append(_open(host, port, is_shared=is_shared))
    except OSError:
        for sock in opened:
            sock.close()
        raise
    return opened


class Answerer(asyncio.DatagramProtocol):
    """Answers every question with this table, but nobody more often than a list needs."""

    def __init__(self, advert: Callable[[], Advert]) -> None:
        self._advert = advert
        self._clock = asyncio.get_running_loop().time
        self._all = Bucket(limits.ANSWERS_PER_SECOND_IN_ALL, limits.BURST_ANSWERS_IN_ALL)
        self._each = Buckets(limits.ANSWERS_PER_SECOND, limits.BURST_ANSWERS)
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.DatagramTransport", transport)  # Python 3.11's is no instance of it

    def datagram_received(self, data: bytes, addr: tuple[Any, ...]) -> None:
        nonce = asked(data)
        if nonce is None or self._transport is None or not addr[1]:
            return
        if self._may_answer(addr[0], self._clock()):
            self._transport.sendto(answer(nonce, self._advert()), addr)

    def error_received(self, exc: Exception) -> None:
        """Somebody who asked does not hear any more: nothing to do."""

    def _may_answer(self, host: str, now: float) -> bool:
        return self._each.take(host, now) and self._all.take(1, now)


class Asker(asyncio.DatagramProtocol):
    """Asks tables, one or all that hear it, and tells of each answer that belongs to a question."""

    def __init__(self, heard: Heard, timing: Timing) -> None:
        self._heard = heard
        self._timing = timing
        self._clock = asyncio.get_running_loop().time
        self._pace = Bucket(limits.QUESTIONS_PER_SECOND, limits.BURST_QUESTIONS)
        self._open: OrderedDict[bytes, tuple[str | None, float]] = OrderedDict()
        self._transports: dict[bool, asyncio.DatagramTransport] = {}

    async def open(self) -> None:
        """Take a socket of each family that this machine has."""
        loop = asyncio.get_running_loop()
        for sock in open_datagrams(0):
            with contextlib.suppress(OSError):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            transport, _ = await loop.create_datagram_endpoint(lambda: self, sock=sock)
            self._transports[sock.family == socket.AF_INET6] = transport

    def close(self) -> None:
        for transport in self._transports.values():
            transport.close()

    def ask(self, target: Target) -> None:
        """Ask whoever is at this address, at each of its ports."""
        for port in target.ports:
            self._send(target.host, port, self._nonce(target.host))

    def call(self, broadcast: str, ports: Sequence[int]) -> None:
        """Ask all that hear this address."""
        nonce = self._nonce(None)
        for port in ports:
            self._send(broadcast, port, nonce)

    def datagram_received(self, data: bytes, addr: tuple[Any, ...]) -> None:
        told = answered(data)
        if told is None or told[0] not in self._open:
            return
        host, at = self._open[told[0]]
        target = heard_from(addr)
        if host is not None:
            if _bare(host) != _bare(target.host):
                return
            del self._open[told[0]]
        self._heard(told[1], target, self._clock() - at)

    def error_received(self, exc: Exception) -> None:
        """Nobody is there, or there is no way there: the same as no answer."""

    def _nonce(self, host: str | None) -> bytes:
        now = self._clock()
        while self._open and now - next(iter(self._open.values()))[1] > self._timing.gone:
            self._open.popitem(last=False)
        nonce = secrets.token_bytes(NONCE_BYTES)
        self._open[nonce] = host, now
        return nonce

    def _send(self, host: str, port: int, nonce: bytes) -> None:
        transport = self._transports.get(":" in host)
        if transport is not None and self._pace.take(1, self._clock()):
            with contextlib.suppress(OSError):  # a scope that this machine has no more
                transport.sendto(question(nonce), socket_address(host, port))


class _NoSuchFamily(Exception):
    """This machine has no IPv6, or no IPv4."""


def _open(host: str, port: int, *, is_shared: bool) -> socket.socket:
    try:
        sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM)
    except OSError as error:
        raise _NoSuchFamily from error
    try:
        if sock.family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.setblocking(False)
        if is_shared and sys.platform != "win32":  # there any program could then take over the port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(socket_address(host, port))
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRNOTAVAIL and ":" in host:
            raise _NoSuchFamily from error
        raise
    return sock


def _bare(host: str) -> str:
    return host.partition("%")[0]
