"""Telling all laptops of the network what one signs, and hearing what they sign: past the host, by broadcast.

The host's own sockets have the same port. So an ear sits at the broadcast addresses alone, where the system allows
that, and takes nothing that was meant for the table; elsewhere it takes the port if nobody has it, or hears nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, Self

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.addresses import OwnAddress
from lan_thirteen.net.buckets import Buckets
from lan_thirteen.net.watch import EVERY_NETWORK, Reach, address_changes, keep_alive
from lan_thirteen.wire import limits
from lan_thirteen.wire.bucket import Bucket
from lan_thirteen.wire.receipt import Overheard, overheard, receipt

TIMES: Final = 3
"""How often a receipt is said: nobody confirms it, and Wi-Fi loses some of what is for all."""

_EVERYBODY: Final = "255.255.255.255"
_ANYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where no broadcast address can be had


class _Way(NamedTuple):
    """A network of this machine: our address there, and that of all."""

    ip: str
    broadcast: str


_LOOPBACK: Final = _Way("127.0.0.1", "127.255.255.255")


class Ear:
    """Hears the receipts that come to this port for as long as the context lasts, and sends our own.

    Where it cannot listen it is deaf, and where there is no network nobody hears it; neither is an error.
    """

    def __init__(
        self, port: int, hear: Callable[[Overheard], None], timing: Timing, reach: Reach = EVERY_NETWORK
    ) -> None:
        self._port = port
        self._timing = timing
        self._reach = reach
        self._hearing = Hearing(hear)
        self._ways: tuple[_Way, ...] = ()
        self._transports: dict[str, asyncio.DatagramTransport] = {}
        self._again: set[asyncio.TimerHandle] = set()
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        settled = asyncio.Event()

        async def watch() -> None:
            try:
                async for own in address_changes(self._timing, self._reach.look):
                    await self._settle(own)
                    settled.set()
            finally:
                settled.set()  # if this machine does not even tell its addresses, nobody need wait for them

        self._watching = asyncio.create_task(keep_alive(watch, self._timing))
        try:
            await settled.wait()
        except asyncio.CancelledError:  # nobody will leave what nobody has entered
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        for handle in self._again:
            handle.cancel()
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        for transport in self._transports.values():
            transport.close()

    @property
    def is_deaf(self) -> bool:
        """Whether nothing can be heard here: another program has the port for itself."""
        return not self._transports

    def tell(self, told: Overheard) -> None:
        """Say this to everybody, now and a few times more."""
        data = receipt(told)
        self._shout(data)
        for time in range(1, TIMES):
            self._shout_in(time * self._timing.retold, data)

    def _shout_in(self, seconds: float, data: bytes) -> None:
        def now() -> None:
            self._again.discard(handle)
            self._shout(data)

        handle = asyncio.get_running_loop().call_later(seconds, now)
        self._again.add(handle)

    def _shout(self, data: bytes) -> None:
        for way in self._ways:
            with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                sock.setblocking(False)
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
                sock.bind((way.ip, 0))  # or what is for everybody would leave by one network only
                for host in self._everybody(way):
                    with contextlib.suppress(OSError):
                        sock.sendto(data, (host, self._port))

    def _everybody(self, way: _Way) -> Iterable[str]:
        """The second one is for laptops whose network has another size than ours."""
        return (way.broadcast,) if way == _LOOPBACK else (way.broadcast, _EVERYBODY)

    async def _settle(self, own: Iterable[OwnAddress]) -> None:
        """Listen and speak on these networks from now on."""
        self._ways = _ways(own, self._reach.only)
        wanted = {host for way in self._ways for host in self._everybody(way)}
        for host in self._transports.keys() - wanted - {_ANYWHERE}:
            self._transports.pop(host).close()
        for host in sorted(wanted - self._transports.keys()):
            await self._listen(host)
        if not self._transports:
            await self._listen(_ANYWHERE)

    async def _listen(self, host: str) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            transport, _ = await loop.create_datagram_endpoint(lambda: self._hearing, sock=_open(host, self._port))
            self._transports[host] = transport


class Hearing(asyncio.DatagramProtocol):
    """Hands on every receipt once, and no more than a table has people."""

    def __init__(self, hear: Callable[[Overheard], None]) -> None:
        self._hear = hear
        self._clock = asyncio.get_running_loop().time
        self._all = Bucket(limits.RECEIPTS_PER_SECOND_IN_ALL, limits.BURST_RECEIPTS_IN_ALL)
        self._each = Buckets(limits.RECEIPTS_PER_SECOND, limits.BURST_RECEIPTS)
        self._heard: OrderedDict[bytes, None] = OrderedDict()

    def datagram_received(self, data: bytes, addr: tuple[Any, ...]) -> None:
        told = overheard(data)
        if told is None or data in self._heard:
            return
        now = self._clock()
        if self._each.take(addr[0], now) and self._all.take(1, now):
            self._heard[data] = None
            if len(self._heard) > limits.RECEIPTS_REMEMBERED:
                self._heard.popitem(last=False)
            self._hear(told)

    def error_received(self, exc: Exception) -> None:
        """Something that was sent before found nobody: nothing to do."""


def _ways(own: Iterable[OwnAddress], only: tuple[str, ...] | None) -> tuple[_Way, ...]:
    """The networks of these addresses; where there is none, this machine alone."""
    found = (
        _Way(address.ip, address.broadcast)
        for address in own
        if address.broadcast is not None and (only is None or address.ip in only)
    )
    return tuple(found) or (_LOOPBACK,)


def _open(host: str, port: int) -> socket.socket:
    """A socket that others may sit beside. Raises OSError where that is not possible."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform not in ("linux", "win32"):
            # without it only one program of a Mac hears a port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind((host, port))
    except OSError:
        sock.close()
        raise
    return sock
