"""Telling the network of a table: by multicast, and by answering questions at the port of the table itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
from collections.abc import Sequence
from typing import NamedTuple, Self

from zeroconf import Error, InterfaceChoice, IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.addresses import OwnAddress, advertised
from lan_thirteen.net.datagrams import EVERYWHERE, Answerer, open_datagrams
from lan_thirteen.net.watch import EVERY_NETWORK, Reach, address_changes, keep_alive
from lan_thirteen.wire.advert import SERVICE, Advert, instance_name, properties

_log = logging.getLogger(__name__)


class Multicast(NamedTuple):
    """A way to speak to all."""

    service: AsyncZeroconf
    follows: bool
    """Whether it can go over to other addresses; if not, another must be opened there."""


async def open_multicast(reach: Reach) -> Multicast | None:
    """Multicast on all networks within reach: in both families, else in IPv4, else wherever it works, else None."""
    chosen = InterfaceChoice.All if reach.only is None else list(reach.only)
    for version in (IPVersion.All, IPVersion.V4Only):
        if (service := await _started(chosen, version)) is not None:
            return Multicast(service, follows=True)
    good = [] if reach.only is not None else [ip for ip in await _ipv4_addresses(reach) if await _works(ip)]
    service = await _started(good, IPVersion.V4Only) if good else None
    return None if service is None else Multicast(service, follows=False)


async def _started(interfaces: InterfaceChoice | Sequence[str], version: IPVersion) -> AsyncZeroconf | None:
    with contextlib.suppress(OSError, RuntimeError, Error):
        service = AsyncZeroconf(interfaces=interfaces, ip_version=version)
        try:
            # shielded: cancelled as it waits, zeroconf would be unable to close what it has opened
            await asyncio.shield(service.zeroconf.async_wait_for_start())
        except BaseException:
            await service.async_close()
            raise
        return service
    _log.info("no multicast on %s, %s", interfaces, version)
    return None


async def _ipv4_addresses(reach: Reach) -> list[str]:
    return [address.ip for address in await asyncio.to_thread(reach.look) if not address.is_ipv6]


async def _works(ip: str) -> bool:
    """Whether this address alone can do multicast: one bad adapter must not take it from all."""
    service = await _started([ip], IPVersion.V4Only)
    if service is not None:
        await service.async_close()
    return service is not None


class Beacon:
    """Announces one table for as long as the context lasts.

    ``sockets`` are those that hear questions, at the table's port, where they are open already; the beacon closes
    them.
    """

    def __init__(
        self,
        advert: Advert,
        port: int,
        timing: Timing,
        *,
        sockets: Sequence[socket.socket] | None = None,
        reach: Reach = EVERY_NETWORK,
    ) -> None:
        self._advert = advert
        self._port = port
        self._timing = timing
        self._sockets = sockets
        self._reach = reach
        self._name = instance_name(advert.table, secrets.token_bytes(2))
        self._own: tuple[OwnAddress, ...] = ()
        self._wake = asyncio.Event()
        self._moved = asyncio.Event()
        self._transports: list[asyncio.DatagramTransport] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._without_answers = False
        self._without_multicast = False

    async def __aenter__(self) -> Self:
        await self._answer()
        self._tasks = [
            asyncio.create_task(keep_alive(work, self._timing)) for work in (self._watch_addresses, self._announce)
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        for transport in self._transports:
            transport.close()  # first, so that nobody is told that the table is still there
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def trouble(self) -> Refusal | None:
        """Why others may not see this table by themselves, or None."""
        if self._without_answers:
            return Refusal("discovery.no-answers", (self._port,))
        return Refusal("discovery.not-announced") if self._without_multicast else None

    def update(self, advert: Advert) -> None:
        """Tell this from now on, of the same table."""
        if advert != self._advert:
            self._advert = advert
            self._wake.set()

    async def _answer(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            sockets = self._sockets or open_datagrams(self._port, self._reach.only or EVERYWHERE)
        except OSError:
            self._without_answers = True
            return
        for sock in sockets:
            transport, _ = await loop.create_datagram_endpoint(lambda: Answerer(lambda: self._advert), sock=sock)
            self._transports.append(transport)

    async def _watch_addresses(self) -> None:
        async for own in address_changes(self._timing, self._reach.look):
            self._own = own
            self._moved.set()
            self._wake.set()

    async def _announce(self) -> None:
        while not self._addresses():
            self._without_multicast = self._moved.is_set()
            await self._wait_for_move()
        self._moved.clear()
        multicast = await open_multicast(self._reach)
        self._without_multicast = multicast is None
        if multicast is None:
            await self._wait_for_move()
            return
        try:
            await self._keep_announced(multicast)
        finally:
            await multicast.service.async_close()  # this says goodbye, too

    async def _keep_announced(self, multicast: Multicast) -> None:
        """Say it, and anew after every change, until it must be said elsewhere."""
        service = multicast.service
        self._wake.clear()
        # the name is known to be nobody else's, so nobody need be asked for it
        await service.async_register_service(self._info(), cooperating_responders=True)
        while True:
            await asyncio.sleep(self._timing.announce)
            await self._wake.wait()
            self._wake.clear()
            has_moved = self._moved.is_set()
            self._moved.clear()
            if has_moved and not (multicast.follows and self._addresses()):
                return
            await service.async_update_service(self._info())
            if has_moved:
                await service.async_update_interfaces()

    async def _wait_for_move(self) -> None:
        await self._moved.wait()
        self._moved.clear()

    def _addresses(self) -> list[str]:
        """Where others should try to reach the table."""
        if self._reach.only is not None:
            return list(self._reach.only)
        return [address.ip for address in advertised(self._own)]

    def _info(self) -> AsyncServiceInfo:
        return AsyncServiceInfo(
            SERVICE,
            f"{self._name}.{SERVICE}",
            port=self._port,
            properties=properties(self._advert),
            server=f"{self._name}.local.",
            parsed_addresses=self._addresses(),
        )
