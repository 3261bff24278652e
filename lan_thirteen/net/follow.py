"""Finding a table again that has other addresses than it had: its laptop has changed networks, or has a new lease."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.browser import Browser
from lan_thirteen.net.dial import Address
from lan_thirteen.net.guest import Cut, Guest, Joined, News


class Follower:
    """Looks around for a guest's table for as long as the guest is cut off, and tells the guest where to dial."""

    def __init__(self, guest: Guest, timing: Timing) -> None:
        self._guest = guest
        self._timing = timing
        self._looking: asyncio.Task[None] | None = None
        self._joined: Joined | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._looking is not None:
            self._stop_looking(self._looking)
            await asyncio.gather(self._looking, return_exceptions=True)

    def hear(self, news: News) -> None:
        """What has happened to the guest."""
        if isinstance(news, Joined):
            self._joined = news
            if self._looking is not None:
                self._stop_looking(self._looking)
        elif isinstance(news, Cut) and self._joined is not None and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._look(self._joined))

    @staticmethod
    def _stop_looking(looking: asyncio.Task[None]) -> None:
        """Once only: a second time would keep it from closing what it has opened."""
        if not looking.cancelling():
            looking.cancel()

    async def _look(self, joined: Joined) -> None:
        async with Browser(self._timing) as browser:
            async for rows in browser.watch():
                for row in rows:
                    if row.advert.table == joined.table:
                        ways = [Address(t.host, port) for t in row.targets for port in t.ports]
                        self._guest.heard_of(row.advert.epoch, row.advert.fingerprint, ways)
