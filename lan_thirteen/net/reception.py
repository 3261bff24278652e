"""Who comes in: what the door, the gate and the table say of them, in this order."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from lan_thirteen.core.lobby import Lobby, Person
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.asked import command_of
from lan_thirteen.net.crowd import Crowd, GuestConnection
from lan_thirteen.net.door import OWNER, Door, TableIdentity
from lan_thirteen.net.doorman import Entry
from lan_thirteen.net.gate import Arrival, Gate, Messages
from lan_thirteen.net.refill import Refill
from lan_thirteen.net.space import is_full_for, people
from lan_thirteen.table import commands as c
from lan_thirteen.table.session import Table
from lan_thirteen.trust.pin import Bound
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.limits import PEOPLE_PER_ADDRESS


class Comer(NamedTuple):
    """Somebody who has said who they are."""

    connection: GuestConnection
    join: m.Join
    entry: Entry
    mac: bytes
    """Our proof of the PIN, for the welcome; empty where none is wanted."""


class Means(NamedTuple):
    """What letting people in needs of a host."""

    table: Table
    door: Door
    gate: Gate
    crowd: Crowd
    timing: Timing
    now: Callable[[], float]
    refill: Callable[[], Refill | None]
    """What fills up a journal that was lost, on a table that was opened again."""
    welcome: Callable[[Person, Comer], None]
    """Tells somebody new who they are and where."""
    take_back: Callable[[Person, Comer], None]
    """The same for somebody known."""
    forget: Callable[[Person], object]
    """This number means nobody any more."""
    carry_out: Callable[[Sequence[c.Effect[Any, Any, Any]]], None]


class Reception:
    """Lets people in at one table."""

    def __init__(self, identity: TableIdentity, means: Means) -> None:
        self._identity = identity
        self._do = means

    async def receive(self, connection: GuestConnection, messages: Messages, entry: Entry) -> Person | Refusal | None:
        """The person who has joined, or why they may not come in; None where they do not ask for it."""
        nonce = secrets.token_bytes(32)
        connection.send(replace(self._do.door.greeting(nonce), pin=self._do.gate.is_locked))
        async with asyncio.timeout(self._do.timing.step):
            join = await anext(messages, None)
        if not isinstance(join, m.Join):
            return None
        return await self._judge(connection, messages, join, nonce, entry)

    async def _judge(
        self, connection: GuestConnection, messages: Messages, join: m.Join, nonce: bytes, entry: Entry
    ) -> Person | Refusal:
        """The person who has joined, once the PIN is proven, or why they may not come in."""
        door = self._do.door
        if why := door.objection(join, nonce, entry.address):
            return why
        refill = self._do.refill()
        if refill is not None and door.is_known(join.seat_key):
            await refill.fill(connection, messages, join, self._do.timing.step)
        bound = Bound(self._identity.fingerprint, self._identity.table, join.seat_key, nonce, join.nonce)
        arrival = Arrival(join.spake, bound, entry.address, is_new=not door.is_known(join.seat_key))
        mac = await self._do.gate.pass_through(connection, messages, arrival)
        if isinstance(mac, Refusal):
            return mac
        # that took a while, in which they may have been sent away
        why = door.objection(join, nonce, entry.address) if mac else None
        return why or self._admit(Comer(connection, join, entry, mac))

    def _admit(self, comer: Comer) -> Person | Refusal:
        """The person who has joined, or why the table does not want them."""
        book, key = self._do.door.book, comer.join.seat_key
        person = book.person(key)
        known = person or self._do.door.number_for(key)
        if is_full_for(known, self._do.table, self._do.crowd, self._lobby(), watch=comer.join.watch):
            return Refusal("join.full")
        if person is not None:
            book.note(key, person, comer.entry.address)
            self._do.take_back(person, comer)
            return person
        return self._let_in(comer)

    def _let_in(self, comer: Comer) -> Person | Refusal:
        """Somebody new, or why the table does not want them."""
        door, join, address = self._do.door, comer.join, comer.entry.address
        person = door.number_for(join.seat_key)
        if person != OWNER and door.book.is_crowded(address, people(self._do.crowd, self._lobby())):
            return Refusal("join.crowded", (PEOPLE_PER_ADDRESS,))
        name = command_of(person, m.Rename(join.name))
        if not isinstance(name, c.Rename):
            return Refusal("join.bad-name")
        effects = self._do.table.handle(c.Enter(person, name.name, join.avatar, join.watch), self._do.now())
        refusals = [e.why for e in effects if isinstance(e, c.Evict) and e.person == person]
        if not refusals:
            door.book.note(join.seat_key, person, address)
            self._forget_others()
            self._do.welcome(person, comer)
        self._do.carry_out(effects)
        return refusals[0] if refusals else person

    def _lobby(self) -> Lobby:
        return self._do.table.lobby(self._do.now())

    def _forget_others(self) -> None:
        """So that the book does not grow for ever."""
        while self._do.door.book.is_full and (person := self._do.table.forget_one()) is not None:
            self._do.door.book.forget(person)
            self._do.forget(person)
