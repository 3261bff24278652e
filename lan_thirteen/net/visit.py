"""One stay at a table, from the way there to the end of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import NamedTuple, TypeAlias

from lan_thirteen.core.errors import LanThirteenError
from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.acquaintances import Acquaintances
from lan_thirteen.net.dial import Known
from lan_thirteen.net.follow import Follower
from lan_thirteen.net.guest import Bequest, Guest, Joined, Keys, Means, Over, Visitor
from lan_thirteen.net.hand_files import HandFiles
from lan_thirteen.net.heir import Heir
from lan_thirteen.net.orders import HandKept, JoinFailed, Joining, News, TableKnown
from lan_thirteen.net.proof_file import Proof
from lan_thirteen.net.remembered import LastTable, Remembered
from lan_thirteen.wire import messages as m

Find: TypeAlias = Callable[[], Awaitable[Known]]
"""How to find the table. Raises a LanThirteenError where it cannot be found or opened."""

_LOG = logging.getLogger(__name__)


class Memory(NamedTuple):
    """What outlasts a visit, and what it has of this machine."""

    last: LastTable
    met: Acquaintances
    means: Means
    hands: HandFiles


class Visit:
    """Goes on by itself until it is over; what happens it tells, and nothing that happens ends more than the visit."""

    def __init__(  # noqa: PLR0913, PLR0917  # it needs all of them from the start
        self,
        find: Find,
        keys: Keys,
        visitor: Visitor,
        timing: Timing,
        memory: Memory,
        tell: Callable[[News], None],
        heir: Heir | None = None,
    ) -> None:
        """``heir`` None: this laptop never becomes the host."""
        self._find = find
        self._keys = keys
        self._visitor = visitor
        self._timing = timing
        self._last = memory.last
        self._met = memory.met
        self._means = memory.means
        self._hands = memory.hands
        self._tell = tell
        self._heir = heir
        self._guest: Guest | None = None
        self._joined: Joined | None = None
        self._is_proven = False
        """By this visit, or by the one to which it goes back."""
        self._is_met = False
        self._is_return = False
        """To the very certificate at whose table we sat last."""
        self._keeps_seat = False
        """A match goes on in which we have a seat: it stays ours when we leave."""
        self.task = asyncio.create_task(self._go())

    @property
    def table(self) -> bytes:
        """Whose guest we are or were; empty before we are in."""
        return b"" if self._joined is None else self._joined.table

    @property
    def fingerprint(self) -> bytes:
        """Of the certificate of the table that we are at, or on the way to; empty while it is not known."""
        return b"" if self._guest is None else self._guest.known.fingerprint

    def send(self, message: m.FromGuest) -> None:
        if self._guest is not None:
            self._guest.send(message)

    def proof(self) -> Proof | None:
        """What this laptop can prove of the match; None before there is one."""
        return None if self._guest is None else self._guest.witness.proof()

    async def leave(self, *, close: bool) -> None:
        """End it with a goodbye, where there is time for one."""
        is_there = self._joined is not None and not self.task.done()
        if self._guest is not None and not self.task.done():
            if close:
                self._guest.send(m.Close())
                await self._ends_within(self._timing.farewell)
            self._guest.leave()
            await self._ends_within(2 * self._timing.farewell)
        await self.abandon()
        if is_there and (close or not self._keeps_seat):
            self._last.forget()

    async def abandon(self) -> None:
        """End it without a word."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    async def _ends_within(self, seconds: float) -> None:
        await asyncio.wait({self.task}, timeout=seconds)

    async def _go(self) -> None:
        self._tell(Joining())
        try:
            known = await self._find()
            self._guest = Guest(known, self._keys, self._visitor, self._timing, self._means)
            self._guest.watch_link = self._tell
            await self._stay(self._guest)
        except LanThirteenError as error:
            self._fail(error.why)
        except Exception:  # noqa: BLE001  # the window waits to hear of it
            _LOG.exception("a visit failed")
            self._fail(Refusal("backstage.fault"))
        finally:
            if self._heir is not None:
                self._heir.close()

    async def _stay(self, guest: Guest) -> None:
        async with Follower(guest, self._timing) as follower, aclosing(guest.news()) as all_news:
            async for news in all_news:
                follower.hear(news)
                if self._heir is not None:
                    self._heir.hear(guest, news)
                if isinstance(news, Bequest):  # which is no person's business
                    if self._heir is None:
                        guest.send(m.WillHost(is_willing=False))
                    continue
                self._note(guest, news)
                self._tell(news)
                if isinstance(news, m.TableChanged) and not self._is_met:
                    self._meet(news.lobby.name)

    def _fail(self, why: Refusal) -> None:
        self._tell(JoinFailed(why) if self._joined is None else Over(why))

    def _note(self, guest: Guest, news: News) -> None:
        """Remember where we sit, until there is nothing to come back to."""
        match news:
            case Joined():
                if self._joined is None:
                    self._begin(news)
                self._joined = news
                self._is_proven = news.is_proven or self._was_proven(news)
            case m.TableChanged(lobby) if self._joined is not None:
                me, known = self._joined.welcome.person, guest.known
                is_match = lobby.phase in (Phase.DEALING, Phase.PLAYING, Phase.INTERMISSION)
                self._keeps_seat = is_match and any(seat.person == me for seat in lobby.seats)
                about = (known.table, known.fingerprint, known.addresses, lobby.name, lobby.game, time.time())
                self._last.remember(Remembered(*about, self._is_proven))
            case Over(why) if not why.code.startswith("link."):
                self._last.forget()
            case _:
                return

    def _begin(self, joined: Joined) -> None:
        """Know whether we have been here before, and how our hand lay then."""
        last = self._last.table
        self._is_return = last is not None and last.fingerprint == joined.fingerprint
        if kept := self._hands.kept(joined.table):
            self._tell(HandKept(kept))

    def _was_proven(self, joined: Joined) -> bool:
        """Whether this very certificate was proven by the PIN when we came here first."""
        last = self._last.table
        return last is not None and last.is_proven and last.fingerprint == joined.fingerprint

    def _meet(self, name: str) -> None:
        self._is_met = True
        if self._joined is not None:
            key = self._joined.host_key
            standing = self._met.met_before(key) if self._is_return else self._met.meet(key, name, time.time())
            self._tell(TableKnown(standing, self._is_proven))
