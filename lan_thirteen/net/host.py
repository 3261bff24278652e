"""The host of one table: it carries commands from links to the table, and the table's effects to links, bots and disk.

A person is known by a seat key. A newer connection with the same key takes the place of the older one, which may be
half dead; nobody else can. The seat of a command comes from the connection, never from what was said on it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Any

from msgspec.structs import replace

from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Lobby, Person, Phase
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.asked import command_of
from lan_thirteen.net.awake import AwakeClock
from lan_thirteen.net.clerk import Recorder
from lan_thirteen.net.connection import Connection
from lan_thirteen.net.crowd import Crowd, GuestConnection
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.door import Door, HostKeys, TableIdentity
from lan_thirteen.net.doorman import Entry
from lan_thirteen.net.gate import Gate
from lan_thirteen.net.guestbook import Guestbook
from lan_thirteen.net.handing import Handing, Powers
from lan_thirteen.net.house import House
from lan_thirteen.net.past import Past, remember
from lan_thirteen.net.pulse import Pulse
from lan_thirteen.net.reception import Comer, Means, Reception
from lan_thirteen.net.refill import Refill
from lan_thirteen.net.scribe import Scribe
from lan_thirteen.net.space import is_too_full_to_stand
from lan_thirteen.net.told import refused, told_block, told_message
from lan_thirteen.table import commands as c
from lan_thirteen.table.saved import Saved
from lan_thirteen.table.session import Table
from lan_thirteen.table.why import Why
from lan_thirteen.trust.keys import is_same
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.bucket import Bucket
from lan_thirteen.wire.codec import unpack
from lan_thirteen.wire.limits import BURST_CHATS, CHATS_PER_SECOND, WATCHERS
from lan_thirteen.wire.link import host_end

_LOG = logging.getLogger(__name__)

_STALE = -1
"""The index of no question: something was played since the guest had signed."""


class Host:
    """One table and all who are connected to it."""

    def __init__(  # noqa: PLR0913, PLR0917  # all that a host needs from the start
        self,
        table: Table,
        identity: TableIdentity,
        keys: HostKeys,
        recorder: Recorder,
        timing: Timing,
        dealer: Dealer,
        *,
        is_hidden: bool = False,
    ) -> None:
        """``dealer``: the one whom ``table`` asks for its seeds. ``is_hidden``: the table is in nobody's list."""
        self._table = table
        self._dealer = dealer
        self._machine = keys.machine
        self._door = Door(identity, keys)
        self._gate = Gate(keys.pin, timing, self._tell_owner)
        self._scribe = Scribe(identity, keys.machine, dealer, recorder, self._door.key_of, self.lobby)
        self._timing = timing
        self._crowd = Crowd()
        self._loop = AwakeClock(asyncio.get_running_loop(), timing, self._crowd.forgive)
        self._pulse = Pulse(self._crowd, timing, self.handle)
        self._chats: dict[Person, Bucket] = {}
        self._house = House(secrets.token_bytes(32), timing, self._play_for_bot)
        self._alarm: asyncio.TimerHandle | None = None
        self._held: list[tuple[Person, m.Receipt]] = []
        """What came while nothing could be written; the next host is told it again."""
        self._has_ended = False
        self._refill: Refill | None = None
        self._untold: Refusal | None = None
        """What the owner is told as soon as they are here."""
        self.closed = asyncio.Event()
        self.last_words: Callable[[], Why] = lambda: Why.CLOSED
        """What all are told at the end."""
        self.watch_lobby: Callable[[Lobby], None] = lambda lobby: None
        """Called with each change of the table; the advert follows it."""
        self._reception = Reception(identity, self._means())
        self._handing = Handing(self._powers(), identity.epoch, is_hidden=is_hidden)
        self.handle(c.Wake())

    @property
    def book(self) -> Guestbook:
        """Who was let in and who was sent away."""
        return self._door.book

    @property
    def pin(self) -> Pin | None:
        return self._gate.pin

    @property
    def has_pin(self) -> bool:
        """Whether somebody new must prove a PIN."""
        return self._gate.is_locked

    async def visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, entry: Entry) -> None:
        """Talk to one guest until it leaves, falls silent or misbehaves."""
        connection: GuestConnection = Connection(host_end(), reader, writer, is_limited=True)
        try:
            await self._talk(connection, entry)
        except TimeoutError:
            connection.close(Refusal("link.too-slow"))
        except RemoteProtocolError as error:
            connection.close(error.why)
        finally:
            self._gone(connection)

    async def keep_time(self) -> None:
        """Ping everybody and notice who has fallen silent, until cancelled."""
        self._loop.tick()
        while True:
            await asyncio.sleep(self._timing.ping)
            self._loop.tick()
            self._pulse.look(self._loop.time())

    def close(self) -> None:
        """Stop the clocks and the bots, and hang up everywhere. Nothing is played any more."""
        self._has_ended = True
        self._handing.close()
        if self._alarm is not None:
            self._alarm.cancel()
        self._house.close()
        for _, connection in self._crowd:
            connection.close(Refusal("table.moved" if self.has_moved else self.last_words()))

    @property
    def has_moved(self) -> bool:
        """Whether the table goes on at another laptop."""
        return self._handing.moved is not None

    def handle(self, command: c.Command) -> None:
        """Let the table carry out a command."""
        if not self._has_ended:
            self._carry_out(self._table.handle(command, self._loop.time()))
        if command == c.Moving(is_moving=False):
            held, self._held = self._held, []
            for person, receipt in held:
                self._receive(person, receipt)

    def take_up(self, past: Past, trouble: Refusal | None = None) -> None:
        """Go on with this match, which ``recorder`` goes on writing; nobody is here yet.

        ``trouble``: what the owner should know of its files.
        Raises JournalError where it does not replay.
        """
        remember(past, self._door.book)
        for key, person in past.people:
            if is_same(key, self._machine.public):
                self._table.deal_at(person)
        self._refill = Refill(past, self._scribe, self._resume, self.closed.set)
        self._untold = self._refill.begin() or trouble

    def _means(self) -> Means:
        return Means(
            self._table,
            self._door,
            self._gate,
            self._crowd,
            self._timing,
            self._now,
            lambda: self._refill,
            self._welcome,
            self._take_back,
            lambda person: self._chats.pop(person, None),
            self._carry_out,
        )

    def _powers(self) -> Powers:
        return Powers(
            self._scribe,
            self._door,
            self._crowd,
            self._timing,
            self.lobby,
            lambda: self._gate.pin,
            self.handle,
            self._tell_journal,
            self.closed.set,
        )

    async def _talk(self, connection: GuestConnection, entry: Entry) -> None:
        async with aclosing(connection.messages()) as messages:
            person = await self._reception.receive(connection, messages, entry)
            if isinstance(person, Refusal):
                connection.close(person)
            if person is None or isinstance(person, Refusal):
                return
            async for message in messages:
                self._hear(person, connection, message)

    def _resume(self, saved: Saved) -> None:
        """Be at this point of the match; who is here already comes back once more."""
        self._carry_out(self._table.resume(saved, self._loop.time()))
        for person, _ in self._crowd:
            self.handle(c.Returned(person, 0))

    def _take_back(self, person: Person, comer: Comer) -> None:
        self._pulse.forget(person)
        self._welcome(person, comer, is_back=True)
        self.handle(c.Returned(person, comer.join.seen))
        if not self._is_owner(person):
            return
        if (warning := self._gate.warning) is not None:
            self._crowd.send(person, warning)
        if (trouble := self._untold) is not None:
            self._untold = None
            self._tell_owner(m.Notice(trouble.code, trouble.numbers, trouble.names))

    def _welcome(self, person: Person, comer: Comer, *, is_back: bool = False) -> None:
        """Let the guest know who it is and at what table, before anything is told of the match."""
        self._tell_journal()
        self._crowd.put(person, comer.connection, comer.entry)
        self._crowd.send(person, m.Welcome(person, is_back, comer.mac))
        self._crowd.send(person, self._as_changed(self.lobby()))
        if self._table.is_in_match:
            for entries in self._scribe.clerk.since(comer.join.match, comer.join.have):
                self._crowd.send(person, entries)
        self._handing.welcomed(person)

    def _gone(self, connection: GuestConnection) -> None:
        """The connection is at its end; so is the visit of its person, unless a newer one has taken its place."""
        if (person := self._crowd.person_with(connection)) is not None:
            self._forget(person)
            self.handle(c.Left(person, on_purpose=False))
            self._handing.gone(person)

    def _forget(self, person: Person) -> GuestConnection | None:
        self._pulse.forget(person)
        return self._crowd.remove(person)

    def _play_for_bot(self, submit: c.Submit[Any]) -> None:
        """Nobody is answered: a stand-in may play in the seat of somebody who is here, and who has not asked."""
        if self._has_ended:
            return
        effects = self._table.handle(submit, self._loop.time())
        self._carry_out([effect for effect in effects if not isinstance(effect, c.Accept | c.Refuse)])

    def _hear(self, person: Person, connection: GuestConnection, message: m.FromGuest) -> None:
        if not self._crowd.has(person, connection):
            return  # a newer connection has taken its place
        if isinstance(message, m.Bye):
            self._forget(person)
            connection.close(Refusal("link.goodbye"))
            self.handle(c.Left(person, on_purpose=True))
            self._handing.gone(person)
        elif isinstance(message, m.Act):
            self._act(person, message)
        elif isinstance(message, m.SetPin):
            self._set_pin(person, message)
        elif isinstance(message, m.HandOver):
            self._handing.ask(person, message.target)
        elif isinstance(message, m.WillHost):
            self._handing.answer(person, message)
        elif isinstance(message, m.Opened):
            self._handing.opened(person, message)
        elif isinstance(message, m.DealCommit | m.DealMix):
            self._draw(person, message)
        elif isinstance(message, m.Receipt):
            self._receive(person, message)
        elif isinstance(message, m.Chat) and not self._may_chat(person):
            self._crowd.send(person, refused(Refusal("table.too-much-talk")))
        elif isinstance(message, m.Stand) and is_too_full_to_stand(person, self._table, self._crowd):
            self._crowd.send(person, refused(Refusal("table.too-many-watch", (WATCHERS,))))
        elif (command := command_of(person, message)) is not None:
            self.handle(command)
        else:
            self._crowd.send(person, refused(Refusal("table.no-such-text")))

    def _set_pin(self, person: Person, message: m.SetPin) -> None:
        if not self._is_owner(person):
            self._crowd.send(person, refused(Refusal("table.not-owner")))
            return
        self._crowd.send(person, self._gate.change(message.pin))
        self.watch_lobby(self.lobby())

    def lobby(self) -> Lobby:
        """The table as it stands."""
        return self._table.lobby(self._loop.time())

    def _now(self) -> float:
        return self._loop.time()

    def _is_owner(self, person: Person) -> bool:
        return self.lobby().owner == person

    def _tell_owner(self, notice: m.Notice) -> None:
        self._crowd.send(self.lobby().owner, notice)

    def _draw(self, person: Person, answer: m.DealCommit | m.DealMix) -> None:
        """Take an answer to the drawing that goes on; one that is late, double or wrong is left lying."""
        key = self._door.key_of(person)
        if isinstance(answer, m.DealCommit):
            if self._dealer.commit(key, answer):
                self.handle(c.Committed(person, answer.of))
        elif self._dealer.mix(key, answer):
            self.handle(c.Mixed(person, answer.of))

    def _receive(self, person: Person, receipt: m.Receipt) -> None:
        """Take what a laptop makes of a deal; what does not belong to the one that is over is left lying."""
        seat = self._table.seat_of(person)
        if self._handing.is_moving:
            self._held.append((person, receipt))
            return
        if seat is None or (troubles := self._scribe.receive(seat, self._door.key_of(person), receipt)) is None:
            return
        for trouble in troubles:
            self._warn(trouble)
        self._tell_journal()
        self.handle(c.Receipted(person, receipt.of))

    def _may_chat(self, person: Person) -> bool:
        bucket = self._chats.setdefault(person, Bucket(CHATS_PER_SECOND, BURST_CHATS))
        return bucket.take(1, self._loop.time())

    def _act(self, person: Person, act: m.Act) -> None:
        seat = self._table.seat_of(person)
        if seat is None or self._table.phase in (Phase.LOBBY, Phase.CLOSED):
            self._crowd.send(person, refused(Refusal("turn.not-yours"), act.nonce))
            return
        action = unpack(act.action, GAMES[self._table.game].action_type)
        is_signed = self._scribe.is_signed_now(self._door.key_of(person), act)
        if is_signed is False:
            self._crowd.send(person, refused(Refusal("turn.not-signed"), act.nonce))
            return
        # who has not heard of the last action answers an old question; what was answered before, is so again
        index = _STALE if is_signed is None and act.index == self._table.index else act.index
        self._scribe.holding(act if is_signed else None)
        self.handle(c.Submit(seat, act.tenure, act.nonce, index, action))
        self._scribe.holding(None)

    def _carry_out(self, effects: Sequence[c.Effect[Any, Any, Any]]) -> None:
        """Do each effect in order; records come first, so nothing is told that is not on disk."""
        for effect in effects:
            try:
                self._do(effect)
            except Exception:  # noqa: BLE001  # a fault in one must not keep all the others waiting for the rest
                _LOG.exception("an effect was not carried out")
        self._tell_journal()
        if self._table.phase is Phase.CLOSED:
            self.closed.set()

    def _do(self, effect: c.Effect[Any, Any, Any]) -> None:
        match effect:
            case c.Tell(to):
                self._tell(self._hearers(to), effect)
            case c.Catch(person, tell):
                self._tell([person], tell)
            case c.AskBot():
                self._house.ask(self._table.game, effect)
            case c.Accept(seat, nonce):
                self._crowd.send(self._table.person_of(seat), m.Accepted(nonce))
            case c.Refuse(seat, nonce, why):
                self._crowd.send(self._table.person_of(seat), refused(why, nonce))
            case c.Deny(person, why):
                self._crowd.send(person, refused(why))
            case c.Announce(lobby):
                self._tell_journal()
                self._crowd.send_all(self._as_changed(lobby))
                self.watch_lobby(lobby)
            case c.Say(person, text):
                self._crowd.send_all(m.Said(person, text))
            case c.WakeAt(time):
                self._wake_at(time)
            case c.Evict(person, why):
                if self._table.phase is not Phase.CLOSED:  # then ``close`` tells all, once nobody finds the table
                    self._evict(person, why)
            case c.Note(what):
                self._warn(what)
            case c.Handed(_, _, old):
                self._door.book.forget(old)  # so their key opens nothing that another has now
                self._chats.pop(old, None)
            case _:
                for trouble in self._scribe.write(effect):
                    self._warn(trouble)

    def _tell(self, persons: Sequence[Person | None], tell: c.Tell[Any, Any, Any]) -> None:
        self._tell_journal()
        message = told_message(tell)
        signed = replace(message, sig=self._scribe.signature(tell, message.view, message.events))
        for person in persons:
            self._crowd.send(person, signed, told_block(self._table.game))

    def _tell_journal(self) -> None:
        """Tell everybody the lines that were written since the last time."""
        for entries in self._scribe.clerk.news():
            self._crowd.send_all(entries)

    def _as_changed(self, lobby: Lobby) -> m.TableChanged:
        keys = (b"" if seat.person is None else self._door.key_of(seat.person) for seat in lobby.seats)
        return m.TableChanged(lobby, tuple(keys))

    def _hearers(self, to: Seat | None) -> list[Person | None]:
        """The person of this seat, or all who watch."""
        if to is not None:
            return [self._table.person_of(to)]
        return [person for person, _ in self._crowd if self._table.seat_of(person) is None]

    def _warn(self, trouble: Refusal | None) -> None:
        if trouble is not None:
            self._crowd.send_all(m.Notice(trouble.code, trouble.numbers, trouble.names))

    def _wake_at(self, time: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._loop.call_at(time, self.handle, c.Wake())

    def _evict(self, person: Person, why: Refusal) -> None:
        if why.code == "join.kicked":
            self._door.book.bar(person)
            self._chats.pop(person, None)
        if (connection := self._forget(person)) is not None:
            connection.close(why)
