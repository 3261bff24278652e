"""Finding tables: what multicast announces, what answers a broadcast, and what is still where it was before."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Coroutine, Sequence
from typing import Final, Self

import msgspec
from zeroconf import AddressResolver, DNSQuestionType, ServiceStateChange, Zeroconf  # type: ignore[attr-defined]
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.addresses import PORTS, Target, socket_address
from lan_thirteen.net.beacon import open_multicast
from lan_thirteen.net.datagrams import Asker
from lan_thirteen.net.rows import Key, Listed, Rows
from lan_thirteen.net.watch import EVERY_NETWORK, Reach, address_changes, keep_alive
from lan_thirteen.wire.advert import SERVICE, Advert, is_instance, parse
from lan_thirteen.wire.limits import LISTED

_LOOPBACK: Final = Target("127.0.0.1")
_PROBED_AT_ONCE: Final = 4
_REQUEST_MS: Final = 500
"""Half of ``Timing.gone``, in the milliseconds of zeroconf."""
_log = logging.getLogger(__name__)


async def resolve(name: str, timing: Timing, reach: Reach = EVERY_NETWORK) -> tuple[str, ...]:
    """The addresses of the machine with this name, which ends in .local; empty where none answers in time."""
    multicast = await open_multicast(reach)
    if multicast is None:
        return ()
    try:
        machine = AddressResolver(f"{name}.")
        await machine.async_request(multicast.service.zeroconf, timing.gone * _REQUEST_MS)
        return tuple(machine.parsed_scoped_addresses())
    finally:
        await multicast.service.async_close()


class Browser:
    """Keeps the list of tables up to date for as long as the context lasts; a network may come later.

    ``recent`` are places where there was a table before.
    """

    def __init__(
        self,
        timing: Timing,
        *,
        recent: Sequence[Target] = (),
        reach: Reach = EVERY_NETWORK,
    ) -> None:
        self._timing = timing
        self._recent = dict.fromkeys(target for target in recent if not target.is_name)
        self._reach = reach
        self._clock = asyncio.get_running_loop().time
        self._rows = Rows(timing)
        self._asker = Asker(self._answered, timing)
        self._shown: tuple[Listed, ...] = ()
        self._trouble: Refusal | None = None
        self._news = asyncio.Event()
        self._poke = asyncio.Event()
        self._looked = asyncio.Event()
        self._moved = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._errands: set[asyncio.Task[None]] = set()
        self._without_multicast = False

    async def __aenter__(self) -> Self:
        await self._asker.open()
        works = (self._watch_addresses, self._hear, self._keep_asking, self._keep_calling)
        self._tasks = [asyncio.create_task(keep_alive(work, self._timing)) for work in works]
        return self

    async def __aexit__(self, *_: object) -> None:
        tasks = [*self._tasks, *self._errands]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._asker.close()

    def tables(self) -> tuple[Listed, ...]:
        """The tables that can be seen now, in the order in which they were found."""
        return self._shown

    async def watch(self) -> AsyncIterator[tuple[Listed, ...]]:
        """The tables now, and again after every change, of ``trouble`` too."""
        while True:
            news, shown = self._news, self._shown
            yield shown
            await news.wait()

    def ask(self, target: Target) -> None:
        """Look for a table there too, from now on; what is no address is passed over."""
        if not target.is_name:
            self._recent[target] = None
            self._asker.ask(target)

    def refresh(self) -> None:
        """Ask all around at once, on every network that there is now."""
        self._moved.set()
        self._call()

    @property
    def trouble(self) -> Refusal | None:
        """Why tables may be there and not be seen, or None."""
        return self._trouble

    async def _watch_addresses(self) -> None:
        async for own in address_changes(self._timing, self._reach.look):
            is_first = not self._looked.is_set()
            self._rows.own = own
            self._looked.set()
            self._moved.set()
            self._refresh()
            if not is_first:
                self._call()

    # multicast

    async def _hear(self) -> None:
        await self._looked.wait()
        self._moved.clear()
        multicast = await open_multicast(self._reach)
        self._without_multicast = multicast is None
        self._refresh()
        if multicast is None:
            await self._moved.wait()
            return
        try:
            await self._browse_until_moved(multicast.service)
            while multicast.follows:
                await multicast.service.async_update_interfaces()
                await self._browse_until_moved(multicast.service)
        finally:
            await multicast.service.async_close()

    async def _browse_until_moved(self, multicast: AsyncZeroconf) -> None:
        """Browse; one that is begun anew asks at once, where an old one waits longer and longer."""
        browser = AsyncServiceBrowser(
            multicast.zeroconf, SERVICE, handlers=[self._on_change], question_type=DNSQuestionType.QM
        )
        try:
            await self._moved.wait()
            self._moved.clear()
        finally:
            await browser.async_cancel()

    def _on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if not is_instance(name):
            return
        if state_change is ServiceStateChange.Removed:
            self._rows.withdrawn(name, self._clock())
            self._refresh()
        elif len(self._errands) < LISTED:
            self._errand(self._resolve(zeroconf, name))

    def _errand(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._errands.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("looking at one table failed", exc_info=error)

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        if not await info.async_request(zeroconf, self._timing.gone * _REQUEST_MS) or not info.port:
            return
        advert = parse(info.properties)
        if advert is not None:
            targets = [Target(host, info.port) for host in info.parsed_scoped_addresses()]
            self._rows.announced(name, advert, targets, self._clock())
            self._refresh()

    # asking

    def _answered(self, advert: Advert, target: Target, seconds: float) -> None:
        self._rows.answered(advert, target, seconds, self._clock())
        self._refresh()

    async def _keep_asking(self) -> None:
        """Ask each listed table when it is due, and let go of those that are silent."""
        while True:
            now = self._clock()
            for target in self._rows.questions(now):
                self._asker.ask(target)
            for key, targets in self._rows.probes(now):
                self._errand(self._probe(key, targets))
            self._rows.sweep(now)
            self._show()
            due = self._rows.next_at(now)
            self._poke.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._poke.wait()
            if due is not None and (late := self._clock() - due) > self._timing.udp:
                self._rows.forgive(late, self._clock())

    async def _keep_calling(self) -> None:
        """Ask all around, and those who were there before."""
        await self._looked.wait()
        while True:
            self._call()
            await asyncio.sleep(self._timing.gone)

    def _call(self) -> None:
        for broadcast in {address.broadcast for address in self._rows.own}:
            if broadcast is not None:
                self._asker.call(broadcast, PORTS)
        for target in (*self._recent, *(() if self._rows.own else (_LOOPBACK,))):
            self._asker.ask(target)

    async def _probe(self, key: Key, targets: Sequence[Target]) -> None:
        """Connect to a table that does not answer; any of its addresses will do."""
        tries = [self._accepts(target) for target in targets[:_PROBED_AT_ONCE]]
        accepted = [t for t, is_open in zip(targets, await asyncio.gather(*tries), strict=False) if is_open]
        if accepted:
            self._rows.connected(key, accepted[0], self._clock())
        else:
            self._rows.refused(key)
        self._refresh()

    async def _accepts(self, target: Target) -> bool:
        family = socket.AF_INET6 if ":" in target.host else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_STREAM) as sock:
                sock.setblocking(False)
                address = socket_address(target.host, target.ports[0])
                async with asyncio.timeout(self._timing.udp):
                    await asyncio.get_running_loop().sock_connect(sock, address)
        except OSError:  # a time-out is one, too
            return False
        return True

    # showing

    def _refresh(self) -> None:
        """Something was heard: show it, and see anew what is due."""
        self._show()
        self._poke.set()

    def _show(self) -> None:
        before, doubts = self._shown, self._trouble
        self._shown = self._rows.listed(self._clock())
        self._trouble = self._find_trouble()
        if doubts != self._trouble or [_still(row) for row in before] != [_still(row) for row in self._shown]:
            self._news.set()
            self._news = asyncio.Event()

    def _find_trouble(self) -> Refusal | None:
        if self._looked.is_set() and not self._rows.own:
            return Refusal("discovery.no-network")
        if self._rows.unreachable(self._clock()) and not self._shown:
            return Refusal("discovery.kept-apart")
        return Refusal("discovery.no-multicast") if self._without_multicast else None


def _still(row: Listed) -> Listed:
    """The row without what changes with every answer."""
    return msgspec.structs.replace(row, ping=None)
