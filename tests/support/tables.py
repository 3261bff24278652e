"""Tables on real sockets of this machine, and guests at them who wait for what must come."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import HouseRules, Lobby, Phase
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.dealer import Dealer, Sealed, Unsealed
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.door import OWNER, HostKeys, TableIdentity
from lan_thirteen.net.doorman import Doorman
from lan_thirteen.net.guest import Guest, Joined, Means, News, Over, Visitor
from lan_thirteen.net.host import Host
from lan_thirteen.net.kept import Keeper
from lan_thirteen.net.opening import running
from lan_thirteen.net.server import Server
from lan_thirteen.net.throttle import OwnTries
from lan_thirteen.net.tls import host_context, make_certificate
from lan_thirteen.table.match import Seeds
from lan_thirteen.table.session import Table
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack

HOME = "127.0.0.1"
QUICK = Timing().scaled(0.25).with_bot_pause(0)
"""What is lost is noticed within 2 seconds."""
SOON = 20.0
"""So long is waited for what must come; a slow machine may take some of it."""

TABLE_ID = b"kitchen's table!"
MACHINE = SigningKey(b"the key of the machine in here..")

T = TypeVar("T")


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run to the end, which must come."""

    async def limited() -> None:
        async with asyncio.timeout(4 * SOON):
            await work

    asyncio.run(limited())


async def settled() -> None:
    """All that can happen without time or sockets has happened."""
    for _ in range(10):
        await asyncio.sleep(0)


@dataclass
class Memory:
    """A recorder that keeps what it is given; ``trouble`` is what it answers from then on."""

    begun: list[j.Header] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)
    secrets: list[Sealed | Unsealed] = field(default_factory=list)
    trouble: Refusal | None = None

    @property
    def records(self) -> list[j.Record]:
        return [j.record_of(line) for line in self.lines]

    def begin(self, header: j.Header) -> Refusal | None:
        self.begun.append(header)
        return self.trouble

    def write(self, line: bytes, head: bytes) -> Refusal | None:
        self.lines.append(line)
        return self.trouble

    def keep(self, secret: Sealed | Unsealed) -> Refusal | None:
        self.secrets.append(secret)
        return self.trouble


@dataclass
class Served:
    """A table that is open."""

    host: Host
    table: Table
    port: int
    identity: TableIdentity
    memory: Memory
    doorman: Doorman

    @property
    def known(self) -> Known:
        return Known((self.address,), self.identity.table, self.identity.fingerprint)

    @property
    def address(self) -> Address:
        return Address(HOME, self.port)


def new_table(
    game: str = "leaves",
    seats: int = 3,
    *,
    owner: bool = False,
    house: HouseRules | None = None,
    timing: Timing = QUICK,
    bots: Sequence[str] = (),
    registry: Any = GAMES,
    options: Any = None,
    seeds: Seeds = lambda deal: numbered_seed(1, deal),
) -> Table:
    return Table(
        registry,
        "Kitchen",
        OWNER if owner else None,
        game,
        seats,
        options or {},
        house or HouseRules(),
        timing,
        seeds,
        ("easy", "normal"),
        bots=bots,
    )


def free_listener() -> socket.socket:
    listener = socket.create_server((HOME, 0), backlog=100)
    listener.setblocking(False)
    return listener


@asynccontextmanager
async def served(
    table: Table | None = None,
    *,
    owner: bytes = b"",
    timing: Timing = QUICK,
    pin: Pin | None = None,
    dealer: Dealer | None = None,
) -> AsyncIterator[Served]:
    """This table, or one of three seats, for as long as the context lasts.

    Without the ``dealer`` whom the table asks for its seeds, the cards are always the same, and not as they were drawn.
    """
    table, dealer = table or new_table(), dealer or Dealer(TABLE_ID, MACHINE)
    certificate, memory, doorman = make_certificate(), Memory(), Doorman()
    identity = TableIdentity(TABLE_ID, 1, certificate.fingerprint)
    host = Host(table, identity, HostKeys(MACHINE, owner, pin), memory, timing, dealer)
    with free_listener() as listener:
        server = Server(listener, host_context(certificate), host.visit, timing, doorman)
        async with running(host, server):
            yield Served(host, table, listener.getsockname()[1], identity, memory, doorman)


class Player:
    """A guest at a table and all that it has heard."""

    def __init__(
        self,
        known: Known,
        name: str,
        *,
        key: SigningKey | None = None,
        watch: bool = False,
        timing: Timing = QUICK,
        pin: Pin | None = None,
        tries: OwnTries | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self.key = key or SigningKey.new()
        self.tables: list[bytes] = []
        """At which the key was used."""
        self.guest = Guest(known, self._key_for, Visitor(name, watch=watch, pin=pin), timing, Means(tries, keeper))
        self.heard: list[News] = []
        self.lobby: Lobby | None = None
        self.told: m.Told | None = None
        self._changed = asyncio.Condition()
        self._nonce = 0
        self.visit = asyncio.get_running_loop().create_task(self._visit())

    def _key_for(self, table: bytes) -> SigningKey:
        self.tables.append(table)
        return self.key

    async def _visit(self) -> None:
        async with aclosing(self.guest.news()) as all_news:
            async for news in all_news:
                await self._hear(news)

    async def _hear(self, news: News) -> None:
        self.heard.append(news)
        if isinstance(news, m.TableChanged):
            self.lobby = news.lobby
        if isinstance(news, m.Told):
            self.told = news
        async with self._changed:
            self._changed.notify_all()

    async def until(self, wanted: Callable[[], T | None]) -> T:
        """What is wanted, as soon as it is there. Raises what ended the visit, if that is first."""
        waiter = asyncio.create_task(self._until(wanted))
        try:
            async with asyncio.timeout(SOON):
                await asyncio.wait({waiter, self.visit}, return_when=asyncio.FIRST_COMPLETED)
            if found := wanted():
                return found
            self.visit.result()
            raise AssertionError(f"the visit is over: {self.heard[-3:]}")
        finally:
            waiter.cancel()

    async def _until(self, wanted: Callable[[], T | None]) -> None:
        async with self._changed:
            while not wanted():
                await self._changed.wait()

    async def hears(self, kind: type[T], wanted: Callable[[T], bool] = lambda news: True) -> T:
        """The first news of this kind that is as wanted and was not waited for before."""
        start = len(self.heard)

        def found() -> T | None:
            return next((n for n in self.heard[start:] if isinstance(n, kind) and wanted(n)), None)

        return await self.until(found)

    async def is_in(self, times: int = 1) -> Joined:
        """Has been let in so many times."""
        return (await self.until(lambda: self.all_of(Joined)[times - 1 :]))[0]

    def all_of(self, kind: type[T]) -> list[T]:
        return [news for news in self.heard if isinstance(news, kind)]

    async def sees(self, wanted: Callable[[Lobby], bool]) -> Lobby:
        return await self.until(lambda: self.lobby if self.lobby is not None and wanted(self.lobby) else None)

    def act(self, action: Any, told: m.Told, *, nonce: int | None = None, **other: int) -> int:
        """Answer this question with ``action``; ``other`` fields differ. The nonce."""
        self._nonce += 1
        nonce = self._nonce if nonce is None else nonce
        fields = {"index": told.index, "tenure": told.tenure, **other}
        self.guest.send(m.Act(nonce, fields["index"], fields["tenure"], pack(action)))
        return nonce

    def choices(self, game: str = "leaves") -> list[Any]:
        """What may be played now."""
        assert self.told is not None
        return [unpack(action, GAMES[game].action_type) for action in self.told.legal]

    async def turn(self) -> m.Told:
        """The question, as soon as it is this one's turn."""
        return await self.until(lambda: self.told if self.told is not None and self.told.legal else None)

    async def is_over(self) -> Refusal:
        """Why the table has said goodbye."""
        async with asyncio.timeout(SOON):
            await self.visit
        return self.all_of(Over)[-1].why

    async def leave(self) -> None:
        self.guest.leave()
        async with asyncio.timeout(SOON):
            await self.visit

    def drop(self) -> None:
        """Be gone without a word."""
        self.visit.cancel()


@asynccontextmanager
async def players(table: Served, *names: str, timing: Timing = QUICK) -> AsyncIterator[list[Player]]:
    """People at the table, in this order; they are gone at the end."""
    found: list[Player] = []
    try:
        for name in names:
            player = Player(table.known, name, timing=timing)
            found.append(player)
            await player.is_in()
            await player.sees(lambda lobby: True)
        yield found
    finally:
        for player in found:
            player.drop()
        await asyncio.gather(*(player.visit for player in found), return_exceptions=True)


async def begin(*people: Player) -> None:
    """The first of them, who owns the table, starts the match."""
    people[0].guest.send(m.Start())
    for player in people:
        await player.until(lambda p=player: p.told)  # type: ignore[misc]


def seats_of(*people: Player) -> Iterator[tuple[Player, Seat]]:
    for player in people:
        if player.told is not None and player.told.seat is not None:
            yield player, player.told.seat


async def whose_turn(*people: Player) -> tuple[Player, m.Told]:
    """The one of them who is to act, and the question, as soon as all have heard of it."""
    waiting = [asyncio.ensure_future(player.turn()) for player in people]
    try:
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for waiter in waiting:
            waiter.cancel()
    place = next(n for n, waiter in enumerate(waiting) if waiter in done)
    return people[place], await waiting[place]


def is_in(phase: Phase) -> Callable[[Lobby], bool]:
    return lambda lobby: lobby.phase is phase
