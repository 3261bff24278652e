"""A guest at a table: it joins, comes back by itself after anything that cuts it off, and passes on what it is told.

The seat key is the way back: with it the same person gets the same seat and hand from another address, over a new
connection, and after the program was started again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from random import Random
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from lan_thirteen import __version__
from lan_thirteen.core.errors import JoinError, RemoteProtocolError
from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.net.aside import Aside, EarAt, TableWords
from lan_thirteen.net.connection import Connection
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.dial import Address, Known, Streams, dial
from lan_thirteen.net.kept import Keeper
from lan_thirteen.net.own_end import has_moved
from lan_thirteen.net.pin_entry import PinEntry
from lan_thirteen.net.throttle import OwnTries
from lan_thirteen.net.witness import Witness
from lan_thirteen.trust.journal import Chain
from lan_thirteen.trust.keys import SigningKey, greeting_text, is_same, is_signed, join_text
from lan_thirteen.trust.pin import Bound
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.link import guest_end
from lan_thirteen.wire.receipt import Overheard

Keys: TypeAlias = Callable[[bytes], SigningKey]
"""The seat key for a table's id, the same each time it is asked for."""

HostConnection = Connection[m.FromHost, m.FromGuest]


class Visitor(Value, frozen=True):
    """How somebody comes to a table."""

    name: str
    avatar: int = 0
    watch: bool = False
    """To watch only."""
    pin: Pin | None = None
    """What was typed. It is proven before anything of the table is believed."""


class Joined(Value, frozen=True):
    """The table has let us in."""

    welcome: m.Welcome
    table: bytes
    fingerprint: bytes
    host_key: bytes
    has_pin: bool = False
    """The table asks whoever is new for a PIN."""
    is_proven: bool = False
    """The table knows the PIN that was typed here, now or when this very visit began."""


class Bequest(Value, frozen=True):
    """Our laptop is to be the host: for the program, not for its person, who must not know the cards."""

    table: bytes
    estate: m.Estate
    lines: tuple[bytes, ...]
    """Of the journal."""


class Cut(Value, frozen=True):
    """The connection is lost; dialling goes on by itself."""


class Wavering(Value, frozen=True):
    """Whether nothing has been heard of the table for a while; its connection still stands."""

    is_silent: bool


class Over(Value, frozen=True):
    """The table has said goodbye, and dialling again would not help."""

    why: Refusal


News: TypeAlias = (
    Joined
    | Cut
    | Wavering
    | Over
    | DealChecked
    | TableWords
    | m.Told
    | m.TableChanged
    | m.Accepted
    | m.Refused
    | m.Said
    | m.Notice
    | m.AskHost
    | m.AskNoMore
    | Bequest
)


class _Met(NamedTuple):
    """The host that has let us in last."""

    epoch: int
    key: bytes


class Means(NamedTuple):
    """What a guest has of its machine."""

    tries: OwnTries | None = None
    """Counts wrong PINs over more visits than this one."""
    keeper: Keeper | None = None
    """Keeps copies of the journals; None: nothing outlasts the visit."""
    ear: EarAt | None = None
    """Hears what other laptops tell everybody at a port; None: nothing is heard, and nothing told."""


ALONE: Final = Means()


class Guest:
    """One person at one table."""

    def __init__(self, known: Known, keys: Keys, visitor: Visitor, timing: Timing, means: Means = ALONE) -> None:
        self._known = known
        self._keys = keys
        self._visitor = visitor
        self._timing = timing
        self._entry = PinEntry(visitor.pin, means.tries or OwnTries(timing), timing)
        self._seen = 0
        self.witness = Witness(timing, means.keeper)
        self._aside = Aside(means.ear)
        self._met: _Met | None = None
        self._goes_over = False
        """The table goes on elsewhere: we go there at once."""
        self._connection: HostConnection | None = None
        self._is_in = False
        self._dialling: asyncio.Task[Streams] | None = None
        self._leaving = asyncio.Event()
        self._chance = Random()  # noqa: S311  # spreads out the guests that dial again at once
        self.watch_link: Callable[[Wavering], None] = lambda wavering: None
        """Called when the table falls silent, and when it is heard again."""

    @property
    def known(self) -> Known:
        """What is known of the table now; once in, by what it is known again."""
        return self._known

    def move_to(self, addresses: Sequence[Address]) -> None:
        """The table was heard at these addresses; dialling uses them from now on."""
        self._known = replace(self._known, addresses=tuple(addresses))

    def heard_of(self, epoch: int, fingerprint: bytes, addresses: Sequence[Address]) -> None:
        """Somebody says that our table is here, under the host of this epoch, who may be another by now."""
        if is_same(fingerprint, self._known.fingerprint) or self._is_heir(epoch):
            self._known = Known(tuple(addresses), self._known.table, fingerprint)

    def send(self, message: m.FromGuest) -> None:
        """Say something, if anybody listens just now."""
        if self._connection is not None and self._is_in:
            self._connection.send(self.witness.signed(message) if isinstance(message, m.Act) else message)

    def leave(self) -> None:
        """Say goodbye, if anybody listens; ``news`` ends soon."""
        self._leaving.set()
        if self._dialling is not None:
            self._dialling.cancel()
        if self._connection is not None:
            self._connection.close(Refusal("link.goodbye"))

    async def news(self) -> AsyncGenerator[News, None]:
        """What happens, until the table says goodbye or we do. Raises JoinError where the first try fails."""
        try:
            async with aclosing(self._visits()) as visits:
                async for news in visits:
                    yield news
        finally:
            self.witness.close()

    async def _visits(self) -> AsyncGenerator[News, None]:
        """One after the other, as often as we are cut off."""
        pause, growth, longest = self._timing.redial
        wait, was_in, is_away = pause, False, False
        while True:
            is_cut = False
            try:
                async with aclosing(self._visit()) as visit:
                    async for news in visit:
                        if isinstance(news, Joined):
                            wait, was_in, is_cut, is_away = pause, True, True, False
                        yield news
                        if isinstance(news, Over):
                            return
            except JoinError as error:
                if self._leaving.is_set():
                    return
                if not was_in:
                    raise
                if error.why.code not in _WORTH_DIALLING_AGAIN:
                    yield Over(error.why)
                    return
            if self._goes_over:
                self._goes_over, is_away = False, True
                continue
            if (is_cut or is_away) and not self._leaving.is_set():
                is_away = False
                yield Cut()
            if await self._leaves_within(wait * self._chance.uniform(0.8, 1.2)):
                return
            wait = min(wait * growth, longest)

    async def _leaves_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._leaving.wait()
        except TimeoutError:
            return False
        return True

    async def _visit(self) -> AsyncGenerator[News, None]:
        """One connection, from dialling to its end."""
        if (streams := await self._dial()) is None:
            return
        reader, writer, fingerprint = streams
        connection: HostConnection = Connection(guest_end(), reader, writer, is_limited=False)
        keeper = asyncio.get_running_loop().create_task(self._keep(connection))
        self._connection = connection
        try:
            async with aclosing(connection.messages()) as messages:
                yield await self._join(connection, messages, fingerprint)
                port = writer.get_extra_info("peername")[1]
                async with self._aside.listening(port), aclosing(self._aside.among(messages)) as heard:
                    async for message in heard:
                        if isinstance(message, m.Bye):
                            yield Over(Refusal(message.code, message.numbers, message.names))
                            return
                        for news in self._made_of(message, connection):
                            yield news
                        if self._goes_over:
                            return
        except RemoteProtocolError as error:
            connection.close(error.why)
            raise JoinError(error.why) from error
        finally:
            self._connection, self._is_in = None, False
            keeper.cancel()
            connection.abort()

    def _made_of(self, heard: m.FromHost | Overheard | TableWords, connection: HostConnection) -> Iterator[News]:
        """The news that this is, once it is answered."""
        if isinstance(heard, TableWords):
            yield heard
            return
        if isinstance(heard, Overheard):
            outcome = self.witness.overhear(heard)
        else:
            self._note(heard)
            outcome = self.witness.hear(heard)
        for answer in outcome.answers:
            connection.send(answer)
        if outcome.receipt is not None:
            self._aside.tell(outcome.receipt)
        if isinstance(heard, m.Moved):
            self._go_over(heard)
        if isinstance(heard, m.Estate):
            yield from self._inherit(heard)
        if isinstance(heard, _PASSED_ON):
            yield heard
        yield from outcome.checks
        yield from (m.Notice(why.code, why.numbers, why.names) for why in outcome.troubles)

    def _go_over(self, moved: m.Moved) -> None:
        """Go where the table is now, if the journal says that there is another host."""
        if not self._is_heir(moved.epoch):
            return
        ways = tuple(Address(host, moved.port) for host in moved.addresses)
        reign = self.witness.reign
        if reign is not None and is_same(reign.key, self._keys(self._known.table).public):
            ways = (Address(_HOME, moved.port), *ways)
        self._known, self._goes_over = Known(ways, self._known.table, moved.fingerprint), True

    def _is_heir(self, epoch: int) -> bool:
        """Whether the journal names a host of this epoch, at whose table we have not been yet."""
        reign = self.witness.reign
        return self._met is not None and reign is not None and reign.epoch == epoch > self._met.epoch

    def _inherit(self, estate: m.Estate) -> Iterator[Bequest]:
        match, lines = self.witness.story()
        if (match, len(lines)) == (estate.match, estate.have):
            yield Bequest(self._known.table, estate, lines)

    def _stranger(self, greeting: m.Greeting) -> Refusal | None:
        """Why this is not the host of our table, or not any more; who is new here believes the first."""
        met, reign = self._met, self.witness.reign
        if met is None or (greeting.epoch == met.epoch and is_same(greeting.host_key, met.key)):
            return None
        if greeting.epoch < met.epoch:
            return Refusal("join.old-host")
        if reign is not None and self._is_heir(greeting.epoch) and is_same(greeting.host_key, reign.key):
            return None
        return Refusal("join.other-table")

    def _note(self, message: m.FromHost) -> None:
        """How much of the story we have, and who sits here."""
        if isinstance(message, m.Told):
            self._seen = message.index
        elif isinstance(message, m.TableChanged):
            self._aside.find_words(self._known.table, self._known.fingerprint, message.keys)
            if message.lobby.phase is Phase.LOBBY:
                self._seen = 0  # of the next match we have seen nothing

    async def _dial(self) -> Streams | None:
        """Streams to the table; None where we leave meanwhile."""
        self._dialling = asyncio.create_task(dial(self._known, self._timing))
        try:
            return await self._dialling
        except asyncio.CancelledError:
            if _is_being_cancelled():
                raise
            return None
        finally:
            self._dialling = None

    async def _join(
        self, connection: HostConnection, messages: AsyncGenerator[m.FromHost, None], fingerprint: bytes
    ) -> Joined:
        """Prove who we are, and have the host prove who it is."""
        greeting = await self._next(messages)
        if not isinstance(greeting, m.Greeting):
            raise JoinError(_reason(greeting))
        if self._known.table and not is_same(greeting.table, self._known.table):
            raise JoinError(Refusal("join.other-table"))
        text = greeting_text(fingerprint, greeting.table, greeting.epoch, greeting.nonce)
        if not is_signed(greeting.host_key, greeting.sig, text):
            raise JoinError(Refusal("join.bad-signature"))
        if why := self._stranger(greeting):
            raise JoinError(why)
        if why := self._entry.objection(greeting, has_pin=self._known.has_pin):
            raise JoinError(why)
        nonce, key = secrets.token_bytes(32), self._keys(greeting.table)
        bound = Bound(fingerprint, greeting.table, key.public, greeting.nonce, nonce)
        half = await self._entry.half(bound)
        connection.send(self._first_words(greeting, bound, key, half))
        while isinstance(answer := await self._next(messages), m.Lack):
            connection.send(self._rest(answer))
        if half and isinstance(answer, m.Pin):
            connection.send(await self._entry.proof(answer))
            answer = await self._next(messages)
        if not isinstance(answer, m.Welcome):
            raise JoinError(_reason(answer))
        if half and not self._entry.is_proven_by(answer):
            raise JoinError(Refusal("join.no-proof"))
        self._is_in = True
        self._met = _Met(greeting.epoch, greeting.host_key)
        self.witness.joined(greeting.table, greeting.host_key, key)
        # whoever has the same certificate and table from now on is the one whom we know
        self._known = Known(self._known.addresses, greeting.table, fingerprint)
        return Joined(
            answer, greeting.table, fingerprint, greeting.host_key, greeting.pin, is_proven=self._entry.was_right
        )

    def _first_words(self, greeting: m.Greeting, bound: Bound, key: SigningKey, half: bytes) -> m.Join:
        text = join_text(bound.fingerprint, greeting.table, greeting.nonce, bound.nonce, self._visitor.name)
        return m.Join(
            m.PROTOCOL,
            __version__,
            self._visitor.name,
            self._visitor.avatar,
            self._visitor.watch,
            self._seen,
            *self.witness.has(greeting.table),
            key.public,
            bound.nonce,
            half,
            sig=key.sign(text),
        )

    def _rest(self, lack: m.Lack) -> m.Rest:
        """The next line of those that the host has lost."""
        match, lines = self.witness.story()
        if match != lack.match or len(lines) <= lack.have:
            return m.Rest(b"")
        is_of_ours = Chain(lines[: lack.have]).head == lack.head
        return m.Rest(lines[lack.have] if is_of_ours else b"")

    async def _next(self, messages: AsyncGenerator[m.FromHost, None]) -> m.FromHost | None:
        try:
            async with asyncio.timeout(self._timing.step):
                return await anext(messages, None)
        except TimeoutError as error:
            raise JoinError(Refusal("join.no-answer")) from error

    async def _keep(self, connection: HostConnection) -> None:
        """Ping the host; hang up when it is silent for too long, or this machine has slept or has other addresses."""
        loop, wavering = asyncio.get_running_loop(), Wavering(is_silent=False)
        while connection.is_open:
            before = loop.time()
            await asyncio.sleep(self._timing.ping)
            has_slept = loop.time() - before > self._timing.ping + self._timing.unsteady
            if has_slept or connection.silence > self._timing.lost or await has_moved(connection.own_address):
                connection.abort()
            elif self._is_in:
                connection.send(m.Ping(0))
                if (now := Wavering(connection.silence > self._timing.unsteady)) != wavering:
                    wavering = now
                    self.watch_link(now)


_PASSED_ON = (m.Told, m.TableChanged, m.Accepted, m.Refused, m.Said, m.Notice, m.AskHost, m.AskNoMore)

_HOME: Final = "127.0.0.1"

_WORTH_DIALLING_AGAIN = ("join.unreachable", "join.no-answer", "join.other-table", "join.old-host", "link.too-slow")
"""Another table may have the address now; ours may come back there, or be heard elsewhere."""


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _reason(message: m.FromHost | None) -> Refusal:
    """Why the host did not go on."""
    if isinstance(message, m.Bye):
        return Refusal(message.code, message.numbers, message.names)
    return Refusal("join.no-answer")
