"""Telling the network of a table: by multicast, and by answering questions at the port of the table itself."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from collections.abc import Sequence
from typing import Self

from zeroconf import Error, InterfaceChoice, IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.addresses import OwnAddress, advertised
from lan_thirteen.net.datagrams import EVERYWHERE, Answerer, open_datagrams
from lan_thirteen.net.watch import EVERY_NETWORK, Reach, address_changes, keep_alive
from lan_thirteen.wire.advert import SERVICE, Advert, instance_name, properties


async def open_multicast(interfaces: Sequence[str] | None) -> AsyncZeroconf | None:
    """Multicast on these addresses, or on all that there are: in both families, else in IPv4, else not at all."""
    chosen = InterfaceChoice.All if interfaces is None else list(interfaces)
    for version in (IPVersion.All, IPVersion.V4Only):
        with contextlib.suppress(OSError, RuntimeError, Error, TimeoutError):
            multicast = AsyncZeroconf(interfaces=chosen, ip_version=version)
            try:
                await multicast.zeroconf.async_wait_for_start()
            except BaseException:
                await multicast.async_close()
                raise
            return multicast
    return None


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
            await self._moved.wait()
            self._moved.clear()
            self._without_multicast = not self._addresses()
        multicast = await open_multicast(self._reach.only)
        self._without_multicast = multicast is None
        if multicast is None:
            await self._moved.wait()
            self._moved.clear()
            return
        try:
            await self._keep_announced(multicast)
        finally:
            await multicast.async_close()  # this says goodbye, too

    async def _keep_announced(self, multicast: AsyncZeroconf) -> None:
        self._wake.clear()
        # the name is known to be nobody else's, so nobody need be asked for it
        await multicast.async_register_service(self._info(), cooperating_responders=True)
        while True:
            await asyncio.sleep(self._timing.announce)
            await self._wake.wait()
            self._wake.clear()
            await multicast.async_update_service(self._info())
            if self._moved.is_set():
                self._moved.clear()
                await multicast.async_update_interfaces()

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
