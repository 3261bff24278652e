"""The host of one table: it carries commands from links to the table, and the table's effects to links, bots and disk.

A person is known by a seat key. A newer connection with the same key takes the place of the older one, which may be
half dead; nobody else can. The seat of a command comes from the connection, never from what was said on it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Any, Final, NamedTuple, Protocol, assert_never

from lan_thirteen import __version__
from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Lobby, Person, Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.asked import command_of
from lan_thirteen.net.connection import Connection
from lan_thirteen.net.house import House
from lan_thirteen.net.told import told_block
from lan_thirteen.table import commands as c
from lan_thirteen.table.session import Table
from lan_thirteen.trust.keys import SigningKey, greeting_text, is_same, is_signed, join_text
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack
from lan_thirteen.wire.link import host_end
from lan_thirteen.wire.names import clean_name

GuestConnection = Connection[m.FromGuest, m.FromHost]


class TableIdentity(Value, frozen=True):
    """What makes a table the same table: its random id and how often it has changed hands."""

    table: bytes
    epoch: int
    fingerprint: bytes
    """Of its certificate."""


OWNER: Final = Person(1)
"""The number of the person whose key the host was started with, whenever they come."""


class HostKeys(NamedTuple):
    """By which a host is known, and by which it knows its owner."""

    machine: SigningKey
    owner: bytes = b""
    """The public seat key of who opened the table; empty: the first who comes owns it."""


class Recorder(Protocol):
    """Where a match is written down."""

    def begin(self, begun: c.Begin) -> None:
        """A match begins."""
        ...

    def record(self, record: c.Record[Any]) -> None:
        """An action was played; it must be on disk when this returns."""
        ...


class Host:
    """One table and all who are connected to it."""

    def __init__(
        self,
        table: Table,
        identity: TableIdentity,
        keys: HostKeys,
        recorder: Recorder,
        timing: Timing,
    ) -> None:
        self._table = table
        self._identity = identity
        self._keys = keys
        self._recorder = recorder
        self._timing = timing
        self._loop = asyncio.get_running_loop()
        self._persons: dict[bytes, Person] = {}
        self._barred: set[bytes] = set()
        self._connections: dict[Person, GuestConnection] = {}
        self._house = House(secrets.token_bytes(32), timing, self._submit)
        self._alarm: asyncio.TimerHandle | None = None
        self._faded: set[Person] = set()
        self.closed = asyncio.Event()
        self.watch_lobby: Callable[[Lobby], None] = lambda lobby: None
        """Called with each change of the table; the advert follows it."""
        self._carry_out(table.handle(c.Wake(), self._loop.time()))

    async def visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        """Talk to one guest until it leaves, falls silent or misbehaves."""
        connection: GuestConnection = Connection(host_end(), reader, writer, is_limited=True)
        person: Person | None = None
        try:
            async with aclosing(connection.messages()) as messages:
                nonce = secrets.token_bytes(32)
                connection.send(self._greeting(nonce))
                async with asyncio.timeout(self._timing.step):
                    join = await anext(messages, None)
                if isinstance(join, m.Join):
                    person = self._admit(connection, join, nonce)
                if person is not None:
                    async for message in messages:
                        self._hear(person, connection, message)
        except TimeoutError:
            connection.close(Refusal("link.too-slow"))
        except RemoteProtocolError as error:
            connection.close(error.why)
        finally:
            if person is not None:
                self._gone(person, connection)

    async def keep_time(self) -> None:
        """Ping everybody and notice who has fallen silent, until cancelled."""
        while True:
            await asyncio.sleep(self._timing.ping)
            for person, connection in list(self._connections.items()):
                self._look_after(person, connection)

    def close(self) -> None:
        """Stop the clocks and the bots, and hang up everywhere."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._house.close()
        for connection in list(self._connections.values()):
            connection.close(Refusal("table.closed"))

    def handle(self, command: c.Command) -> None:
        """Let the table carry out a command."""
        self._carry_out(self._table.handle(command, self._loop.time()))

    def _greeting(self, nonce: bytes) -> m.Greeting:
        known = self._identity
        text = greeting_text(known.fingerprint, known.table, known.epoch, nonce)
        return m.Greeting(
            m.PROTOCOL,
            __version__,
            known.table,
            known.epoch,
            nonce,
            pin=False,
            host_key=self._keys.machine.public,
            sig=self._keys.machine.sign(text),
        )

    def _admit(self, connection: GuestConnection, join: m.Join, nonce: bytes) -> Person | None:
        """The person who has joined; None where they may not, and have been told why."""
        text = join_text(self._identity.fingerprint, self._identity.table, nonce, join.nonce, join.name)
        name = clean_name(join.name)
        if not is_signed(join.seat_key, join.sig, text):
            connection.close(Refusal("join.bad-signature"))
            return None
        if join.seat_key in self._barred:
            connection.close(Refusal("join.kicked"))
            return None
        if name is None:
            connection.close(Refusal("join.bad-name"))
            return None
        known = self._persons.get(join.seat_key)
        if known is not None:
            return self._take_back(connection, known, join.seen)
        return self._let_in(connection, join, name)

    def _let_in(self, connection: GuestConnection, join: m.Join, name: str) -> Person | None:
        is_owner = is_same(join.seat_key, self._keys.owner)
        person = OWNER if is_owner else Person(OWNER + 1 + len(self._persons))
        effects = self._table.handle(c.Enter(person, name, join.avatar, join.watch), self._loop.time())
        refusals = [e.why for e in effects if isinstance(e, c.Evict) and e.person == person]
        if refusals:
            connection.close(refusals[0])
            return None
        self._persons[join.seat_key] = person
        self._connections[person] = connection
        connection.send(m.Welcome(person, is_back=False, mac=b""))
        self._carry_out(effects)
        return person

    def _take_back(self, connection: GuestConnection, person: Person, seen: int) -> Person:
        old = self._connections.get(person)
        self._connections[person] = connection
        if old is not None:
            old.close(Refusal("link.replaced"))
        self._faded.discard(person)
        connection.send(m.Welcome(person, is_back=True, mac=b""))
        connection.send(m.TableChanged(self._table.lobby(self._loop.time())))
        self.handle(c.Returned(person, seen))
        return person

    def _gone(self, person: Person, connection: GuestConnection) -> None:
        if self._connections.get(person) is connection:
            del self._connections[person]
            self._faded.discard(person)
            self.handle(c.Left(person, on_purpose=False))

    def _look_after(self, person: Person, connection: GuestConnection) -> None:
        if connection.silence > self._timing.lost:
            connection.abort()
        elif connection.silence > self._timing.unsteady and person not in self._faded:
            self._faded.add(person)
            self.handle(c.Faded(person))
        elif connection.silence <= self._timing.unsteady and person in self._faded:
            self._faded.discard(person)
            self.handle(c.Returned(person, self._table.index))
        connection.send(m.Ping(0))

    def _submit(self, submit: c.Submit[Any]) -> None:
        self.handle(submit)

    def _hear(self, person: Person, connection: GuestConnection, message: m.FromGuest) -> None:
        if self._connections.get(person) is not connection:
            return  # a newer connection has taken its place
        if isinstance(message, m.Bye):
            self._leave(person, connection)
            return
        if isinstance(message, m.Act):
            self._act(person, connection, message)
            return
        command = command_of(person, message)
        if command is None:
            connection.send(m.Refused(None, "table.no-such-text", (), ()))
            return
        self.handle(command)

    def _leave(self, person: Person, connection: GuestConnection) -> None:
        del self._connections[person]
        connection.close(Refusal("link.goodbye"))
        self.handle(c.Left(person, on_purpose=True))

    def _act(self, person: Person, connection: GuestConnection, act: m.Act) -> None:
        seat = self._table.seat_of(person)
        if seat is None or self._table.phase in (Phase.LOBBY, Phase.CLOSED):
            connection.send(m.Refused(act.nonce, "turn.not-yours", (), ()))
            return
        action = unpack(act.action, GAMES[self._table.game].action_type)
        self.handle(c.Submit(seat, act.tenure, act.nonce, act.index, action))

    def _carry_out(self, effects: Sequence[c.Effect[Any, Any, Any]]) -> None:
        """Do each effect in order; records come first, so nothing is told that is not on disk."""
        for effect in effects:
            self._do(effect)
        if self._table.phase is Phase.CLOSED:
            self.closed.set()

    def _do(self, effect: c.Effect[Any, Any, Any]) -> None:
        match effect:
            case c.Begin():
                self._recorder.begin(effect)
            case c.Record():
                self._recorder.record(effect)
            case c.Tell():
                self._tell(effect)
            case c.Catch(person, tell):
                self._send(person, self._told(tell))
            case c.AskBot():
                self._house.ask(self._table.game, effect)
            case c.Accept(seat, nonce):
                self._send_to_seat(seat, m.Accepted(nonce))
            case c.Refuse(seat, nonce, why):
                self._send_to_seat(seat, m.Refused(nonce, why.code, why.numbers, why.names))
            case c.Deny(person, why):
                self._send(person, m.Refused(None, why.code, why.numbers, why.names))
            case c.Announce(lobby):
                self.watch_lobby(lobby)
                for person in self._connections:
                    self._send(person, m.TableChanged(lobby))
            case c.Say(person, text):
                for listener in self._connections:
                    self._send(listener, m.Said(person, text))
            case c.WakeAt(time):
                self._wake_at(time)
            case c.Evict(person, why):
                self._evict(person, why)
            case _:
                assert_never(effect)

    def _tell(self, tell: c.Tell[Any, Any, Any]) -> None:
        """Send it to the person of its seat, or to all who watch."""
        if tell.to is not None:
            self._send_to_seat(tell.to, self._told(tell))
            return
        told = self._told(tell)
        for person in self._connections:
            if self._table.seat_of(person) is None:
                self._send(person, told)

    def _told(self, tell: c.Tell[Any, Any, Any]) -> m.Told:
        return m.Told(
            tell.to,
            tell.index,
            tell.tenure,
            pack(tell.view),
            tuple(map(pack, tell.events)),
            tuple(map(pack, tell.legal)),
            padding=b"",
        )

    def _send_to_seat(self, seat: Seat, message: m.FromHost) -> None:
        person = self._table.person_of(seat)
        if person is not None:
            self._send(person, message)

    def _send(self, person: Person, message: m.FromHost) -> None:
        if (connection := self._connections.get(person)) is not None:
            connection.send(message, told_block(self._table.game))

    def _wake_at(self, time: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._loop.call_at(time, self.handle, c.Wake())

    def _evict(self, person: Person, why: Refusal) -> None:
        if why.code == "join.kicked":
            self._barred |= {key for key, known in self._persons.items() if known == person}
        if (connection := self._connections.pop(person, None)) is not None:
            connection.close(why)
