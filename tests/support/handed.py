"""Guests who may become the host: each with a profile of their own, and a table that opens in this very process."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.copies import Copies
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.guest import Bequest, Guest, Means, Visitor
from lan_thirteen.net.heritage import heritage_of
from lan_thirteen.net.opening import OpenTable, open_inherited
from lan_thirteen.net.profile import Profile, open_profile
from lan_thirteen.wire import messages as m
from tests.support.tables import QUICK, Player


class Successor(Player):
    """A guest whose person is willing, and whose program opens the table that it is given.

    ``stack`` keeps that table open.
    """

    def __init__(self, known: Known, name: str, folder: Path, stack: AsyncExitStack, timing: Timing = QUICK) -> None:
        self.profile: Profile = open_profile(name, folder)
        self.name = name
        self.is_willing = True
        self.opens = True
        self.table: OpenTable | None = None
        self._stack = stack
        self._tasks: set[asyncio.Task[Any]] = set()
        super().__init__(known, name, timing=timing)
        self.timing = timing
        self._first = known.addresses[0]
        copies = Copies(self.profile.folder)
        self.guest = Guest(known, self._profile_key, Visitor(name), timing, Means(keeper=copies))
        stack.callback(self.profile.close)

    @property
    def first_address(self) -> Address:
        """Where the table was when this one came to it."""
        return self._first

    async def hears_so_far(self, notice: m.Notice) -> None:
        """This was told, or will be."""
        await self.until(lambda: notice in self.heard)

    def _profile_key(self, table: bytes) -> Any:
        return self.profile.seat_key(table)

    async def _visit(self) -> None:
        async for news in self.guest.news():
            self.heard.append(news)
            if isinstance(news, m.TableChanged):
                self.lobby = news.lobby
            if isinstance(news, m.Told):
                self.told = news
            if isinstance(news, m.AskHost):
                self.guest.send(m.WillHost(self.is_willing))
            if isinstance(news, Bequest) and self.opens:
                task = asyncio.get_running_loop().create_task(self._inherit(news))
                self._tasks.add(task)
            async with self._changed:
                self._changed.notify_all()

    async def _inherit(self, bequest: Bequest) -> None:
        self.table = await self._stack.enter_async_context(
            open_inherited(heritage_of(bequest), self.profile, self.timing)
        )
        facts = self.table.facts()
        fingerprint = bytes.fromhex(facts["fingerprint"])
        self.guest.send(m.Opened(fingerprint, self.table.port, ("127.0.0.1",)))
