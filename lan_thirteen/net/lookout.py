"""Looking for tables while the window shows a list of them, and knowing this machine's own addresses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.addresses import Target
from lan_thirteen.net.browser import Browser
from lan_thirteen.net.dial import Address
from lan_thirteen.net.orders import Found, News, TablesSeen, Trouble
from lan_thirteen.net.rows import Listed
from lan_thirteen.net.watch import Reach, address_changes, keep_alive

_LOG = logging.getLogger(__name__)


class Lookout:
    """What it sees it tells."""

    def __init__(self, timing: Timing, reach: Reach, tell: Callable[[News], None]) -> None:
        self._timing = timing
        self._reach = reach
        self._tell = tell
        self._places: dict[Target, None] = {}
        self._browser: Browser | None = None
        self._browsing: asyncio.Task[None] | None = None
        self._watching = asyncio.create_task(keep_alive(self._watch_addresses, timing))
        self.rows: tuple[Listed, ...] = ()
        """The tables that were seen last."""

    def look(self) -> None:
        """Look from now on."""
        if self._browsing is None:
            self._browsing = asyncio.create_task(keep_alive(self._browse, self._timing))

    def ask(self, places: Iterable[Target]) -> None:
        """A table may be at these places: look there too, whenever there is looking."""
        for place in places:
            self._places[place] = None
            if self._browser is not None:
                self._browser.ask(place)

    def refresh(self) -> None:
        if self._browser is not None:
            self._browser.refresh()

    async def stop_looking(self) -> None:
        browsing, self._browsing = self._browsing, None
        await _ended(browsing)

    async def close(self) -> None:
        await self.stop_looking()
        await _ended(self._watching)

    def addresses_of(self, table: bytes, fingerprint: bytes) -> tuple[Address, ...]:
        """Where this table was seen last, with this certificate or, where it is empty, with any."""
        return tuple(
            Address(target.host, port)
            for row in self.rows
            if row.advert.table == table and fingerprint in (b"", row.advert.fingerprint)
            for target in row.targets
            for port in target.ports
        )

    async def _browse(self) -> None:
        try:
            async with Browser(self._timing, recent=tuple(self._places), reach=self._reach) as browser:
                self._browser = browser
                async for rows in browser.watch():
                    self.rows = rows
                    self._tell(TablesSeen(rows, browser.trouble))
        except OSError:
            self._tell(Trouble(Refusal("backstage.cannot-look")))
            raise
        finally:
            self._browser = None

    async def _watch_addresses(self) -> None:
        async for own in address_changes(self._timing, self._reach.look):
            self._tell(Found(own))


async def _ended(task: asyncio.Task[None] | None) -> None:
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
