"""Carries out what the window orders, on the backstage loop: opens tables, goes to them, and looks for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import assert_never

from msgspec.structs import replace

from lan_thirteen.core.errors import JoinError, ProfileError
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.acquaintances import acquaintances_of
from lan_thirteen.net.addresses import Target, parse_address
from lan_thirteen.net.browser import resolve
from lan_thirteen.net.child import OwnTable, open_own_table, reopen_own_table
from lan_thirteen.net.copies import Copies
from lan_thirteen.net.dial import Address, Known, dial
from lan_thirteen.net.ear import Ear
from lan_thirteen.net.folders import Complaint, Folder
from lan_thirteen.net.guest import Joined, Means, Visitor
from lan_thirteen.net.hand_files import HandFiles
from lan_thirteen.net.heir import Heir
from lan_thirteen.net.lookout import Lookout
from lan_thirteen.net.opening import Opening
from lan_thirteen.net.profile import Profile, profile_in
from lan_thirteen.net.proving import prove
from lan_thirteen.net.remembered import LastTable
from lan_thirteen.net.shelf import SavedTable, forget_saved, saved_tables
from lan_thirteen.net.throttle import OwnTries
from lan_thirteen.net.visit import Find, Memory, Visit
from lan_thirteen.net.watch import Reach
from lan_thirteen.trust.keys import SigningKey

_LOOPBACK = "127.0.0.1"
_LOG = logging.getLogger(__name__)


class Stagehand:
    """Takes one order after the other; none of them ends it, and none keeps the next one waiting for long."""

    def __init__(
        self, folder: Folder | Complaint, timing: Timing, reach: Reach, tell: Callable[[o.News], None]
    ) -> None:
        self._timing = timing
        self._reach = reach
        self._tell = tell
        self._keys: dict[bytes, SigningKey] = {}
        """Seat keys where there is no profile to keep them."""
        self._profile = self._opened(folder)
        kept_in = None if self._profile is None else self._profile.folder
        self._last = LastTable(kept_in, lambda t: tell(o.CanReturn(t)))
        self._hands = HandFiles(kept_in)
        self._memory = Memory(self._last, acquaintances_of(self._profile), self._means(), self._hands)
        self._lookout = Lookout(timing, reach, tell)
        self._visit: Visit | None = None
        self._own: dict[bytes, OwnTable] = {}
        self._errands: set[asyncio.Task[object]] = set()

    async def work(self, orders: asyncio.Queue[o.Order]) -> None:
        """Carry out orders until one says Stop."""
        self._errand(self._offer_return())
        self._errand(self._offer_saved())
        try:
            while not isinstance(order := await orders.get(), o.Stop):
                try:
                    await self._carry_out(order)
                except Exception:  # noqa: BLE001  # the next order may be a good one
                    _LOG.exception("an order was not carried out")
                    self._tell(o.Trouble(Refusal("backstage.fault")))
        finally:
            await self._close()

    async def _close(self) -> None:
        """Be gone without a word; our own tables go on."""
        for own in self._own.values():
            own.child.release()
        for errand in self._errands:
            errand.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)
        if self._visit is not None:
            await self._visit.abandon()
        await self._lookout.close()

    async def _carry_out(self, order: o.Order) -> None:
        match order:
            case o.Browse():
                self._lookout.look()
            case o.StopBrowsing():
                await self._lookout.stop_looking()
            case o.Refresh():
                self._lookout.refresh()
            case o.Open(opening, visitor):
                await self._go(lambda: self._open(opening), visitor)
            case o.JoinTable(table, visitor, fingerprint, has_pin):
                await self._go(lambda: self._listed(table, fingerprint, has_pin=has_pin), visitor)
            case o.JoinAddress(text, visitor):
                await self._go(lambda: self._typed(text), visitor)
            case o.ReturnToTable(visitor):
                if self._visit is not None:  # cut off from that very table, perhaps: no goodbye, which gives it up
                    await self._visit.abandon()
                await self._go(self._remembered, visitor)
            case o.ForgetTable():
                self._last.forget()
            case o.ResumeTable(path, visitor):
                await self._go(lambda: self._reopen(path), visitor)
            case o.ForgetSaved(path):
                await self._forget_saved(Path(path))
            case o.Say(message):
                if self._visit is not None:
                    self._visit.send(message)
            case o.SaveProof():
                self._tell(self._save_proof())
            case o.KeepHand(data):
                if self._visit is not None:
                    self._hands.keep(self._visit.table, data)
            case o.Leave(close):
                await self._leave(close=close)
                self._tell(o.Left())
            case o.Stop():
                return
            case _:
                assert_never(order)

    # going to a table

    async def _go(self, find: Find, visitor: Visitor) -> None:
        await self._leave(close=False)
        heir = None if self._profile is None else Heir(self._profile, self._became_host)
        self._visit = Visit(find, self._seat_key, visitor, self._timing, self._memory, self._hear, heir)

    async def _leave(self, *, close: bool) -> None:
        if self._visit is None:
            return
        visit, self._visit = self._visit, None
        await visit.leave(close=close)
        own = self._own.get(visit.table)
        if own is not None and close:
            self._errand(self._see_ended(own))

    async def _open(self, opening: Opening) -> Known:
        """A table that is open in a process of its own, which ends where we do not come in."""
        if self._profile is None:
            raise JoinError(self._why_no_profile)
        key = SigningKey.new()
        own = await open_own_table(replace(opening, owner_key=key.public), self._profile)
        return self._opened_own(own, self._profile, key)

    async def _reopen(self, path: str) -> Known:
        """A table of ours whose match was broken off; we are known there by the key that we had."""
        if self._profile is None:
            raise JoinError(self._why_no_profile)
        return self._opened_own(await reopen_own_table(path, self._profile), self._profile, None)

    def _opened_own(self, own: OwnTable, profile: Profile, key: SigningKey | None) -> Known:
        """``key``: by which it knows its owner, where that is new."""
        known = own.known
        self._own[known.table] = own
        self._errand(self._watch(own))
        if self._visit is not None:
            visit = self._visit
            visit.task.add_done_callback(lambda _: None if visit.table else own.child.kill())
        if key is not None:
            profile.keep_seat_key(known.table, key)
        facts = own.facts
        self._tell(o.TableOpened(known.table, facts.port, facts.addresses, facts.name, facts.game))
        self._errand(self._offer_saved())
        return known

    async def _offer_saved(self) -> tuple[SavedTable, ...]:
        """Say which tables of ours can go on."""
        if (profile := self._profile) is None:
            return ()
        try:
            tables = await asyncio.to_thread(lambda: saved_tables(profile.folder, profile.host_key().public))
        except ProfileError:
            return ()
        self._tell(o.SavedSeen(tables))
        return tables

    async def _forget_saved(self, path: Path) -> None:
        try:
            forget_saved(path)
        except OSError:
            self._tell(o.Trouble(Refusal("file.cannot-write", (), (str(path),))))
        await self._offer_saved()

    async def _listed(self, table: bytes, fingerprint: bytes, *, has_pin: bool) -> Known:
        addresses = self._lookout.addresses_of(table, fingerprint)
        if not addresses:
            raise JoinError(Refusal("backstage.table-gone"))
        return Known(addresses, table, fingerprint, has_pin)

    async def _typed(self, text: str) -> Known:
        target = parse_address(text)
        if isinstance(target, Refusal):
            raise JoinError(target)
        self._lookout.ask([target])
        hosts = await resolve(target.host, self._timing, self._reach) if target.is_name else (target.host,)
        if not hosts:
            raise JoinError(Refusal("join.unknown-computer", (), (target.host,)))
        return Known(tuple(Address(host, port) for port in target.ports for host in hosts))

    async def _remembered(self) -> Known:
        table = self._last.table
        if table is None:
            raise JoinError(Refusal("backstage.table-gone"))
        seen = self._lookout.addresses_of(table.table, table.fingerprint)
        return replace(table.known, addresses=tuple(dict.fromkeys((*seen, *table.addresses))))

    async def _offer_return(self) -> None:
        """Say to which table one can return; one of our own that is not there any more is forgotten."""
        table = self._last.table
        if table is not None:
            self._lookout.ask(Target(address.host, address.port) for address in table.addresses)
        if table is not None and all(address.host == _LOOPBACK for address in table.addresses):
            try:
                _, writer, _ = await dial(table.known, self._timing)
                writer.transport.abort()
            except JoinError:
                if self._last.table == table:
                    self._last.forget()
                return
        self._tell(o.CanReturn(self._last.table))

    # our own tables

    async def _watch(self, own: OwnTable) -> None:
        """Say so where the table's process ends while we sit there."""
        table = own.known.table
        await own.child.ended.wait()
        own.child.release()
        if self._own.get(table) is own:
            del self._own[table]
        saved = await self._offer_saved()
        visit = self._visit
        if visit is None or visit.table != table or visit.fingerprint != own.known.fingerprint:
            return  # we are not there any more, or it goes on at another laptop
        await asyncio.wait({visit.task}, timeout=self._timing.farewell)  # its last words may still be on their way
        if not visit.task.done():
            await visit.abandon()
            self._last.forget()
            path = next((each.path for each in saved if each.table == table and each.why_not is None), "")
            self._tell(o.ChildEnded(Refusal("child.ended"), path))

    def _became_host(self, own: OwnTable) -> None:
        """A table that was handed over to us is ours from now on."""
        table, facts = own.known.table, own.facts
        self._own[table] = own
        self._errand(self._watch(own))
        self._tell(o.TableOpened(table, facts.port, facts.addresses, facts.name, facts.game))

    def _hear(self, news: o.News) -> None:
        """Tell the window, and say so where our own table has gone over to another laptop."""
        self._tell(news)
        own = self._own.get(news.table) if isinstance(news, Joined) else None
        if own is not None and isinstance(news, Joined) and own.known.fingerprint != news.fingerprint:
            self._tell(o.NotOurs())

    async def _see_ended(self, own: OwnTable) -> None:
        """The table is closed: its process must end, too."""
        try:
            async with asyncio.timeout(self._timing.step):
                await own.child.ended.wait()
        except TimeoutError:
            own.child.kill()

    # what is kept

    def _means(self) -> Means:
        copies = Copies(None if self._profile is None else self._profile.folder)
        return Means(OwnTries(self._timing), copies, lambda port, hear: Ear(port, hear, self._timing, self._reach))

    def _save_proof(self) -> o.ProofSaved | o.ProofFailed:
        if self._profile is None:
            return o.ProofFailed(self._why_no_profile)
        return prove(self._profile.folder, None if self._visit is None else self._visit.proof())

    # keys and errands

    def _opened(self, folder: Folder | Complaint) -> Profile | None:
        self._why_no_profile = Refusal("profile.unusable", (), ("",))
        try:
            profile = profile_in(folder)
        except ProfileError as error:
            self._why_no_profile = error.why
            self._tell(o.Trouble(error.why))
            return None
        profile.tell = lambda why: self._tell(o.Trouble(why))
        profile.forget_old_keys()
        return profile

    def _seat_key(self, table: bytes) -> SigningKey:
        """By which a table knows us. Raises ProfileError where it cannot be kept."""
        if self._profile is not None:
            return self._profile.seat_key(table)
        if table not in self._keys:
            self._keys[table] = SigningKey.new()
        return self._keys[table]

    def _errand(self, work: Coroutine[None, None, object]) -> None:
        task = asyncio.create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._errands.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOG.error("an errand failed", exc_info=error)
