"""Four people at a table, each with the program's own guest, and the time until all four screens know of a move."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from lan_thirteen.core.lobby import Lobby, Person, Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.guest import Cut, Guest, Joined, News, Over, Visitor
from lan_thirteen.net.tls import guest_context
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack
from scripts.benchmarks.served import HERE, SEATS, Framed

STUCK: Final = 20.0
"""Seconds without an answer after which measuring ends with an error."""
MOVE: Final = {"v": 1, "t": "move", "ref": 91, "seq": 412, "m": {"t": "discard", "c": 17}}
"""What goes to and fro: a move of 39 bytes."""


class Mover(Protocol):
    """Whoever can make a move and see what came of it."""

    async def move(self) -> float:
        """Make a move; the milliseconds from the click until the slowest screen knew."""
        ...


class Asked(NamedTuple):
    """Whose turn it is."""

    player: Player
    told: m.Told
    legal: tuple[Any, ...]


class Player:
    """One person at the table: reads all that comes, and is ready whenever that is asked."""

    def __init__(self, party: Party, port: int, name: str) -> None:
        self._party = party
        self._person = Person(0)
        self._nonce = 0
        self.key = SigningKey.new()
        self.guest = Guest(Known((Address(HERE, port),)), lambda table: self.key, Visitor(name), Timing())
        self.is_in = asyncio.Event()

    async def stay(self) -> None:
        """Listen until the table closes."""
        async for news in self.guest.news():
            self._hear(news)

    def play(self, told: m.Told, action: Any) -> None:
        self._nonce += 1
        self.guest.send(m.Act(self._nonce, told.index, told.tenure, pack(action)))

    def _hear(self, news: News) -> None:
        match news:
            case Joined(welcome):
                self._person = welcome.person
                self.is_in.set()
            case m.TableChanged(lobby):
                self._changed(lobby)
            case m.Told():
                self._party.told(self, news)
            case m.Refused(nonce, code) if nonce is not None:
                self._party.fail(code)
            case Cut() | Over():
                self._party.fail(str(news))
            case _:
                pass

    def _changed(self, lobby: Lobby) -> None:
        mine = next((seat for seat in lobby.seats if seat.person == self._person), None)
        all_ready = all(seat.person is not None and seat.is_ready for seat in lobby.seats)
        if lobby.phase is Phase.FINISHED and lobby.owner == self._person:
            self.guest.send(m.Again())
        elif lobby.phase in (Phase.LOBBY, Phase.INTERMISSION) and mine is not None and not mine.is_ready:
            self.guest.send(m.Ready(is_ready=True))
        elif lobby.phase is Phase.LOBBY and lobby.owner == self._person and all_ready:
            self.guest.send(m.Start())


class Party:
    """All who sit at one table."""

    def __init__(self, game: str, port: int, chance: Random) -> None:
        self._entry = GAMES[game]
        self._chance = chance
        self._loop = asyncio.get_running_loop()
        self.players = [Player(self, port, f"Guest {number}") for number in range(1, SEATS + 1)]
        self._asked: asyncio.Queue[Asked] = asyncio.Queue()
        self._after = 0
        self._have_seen: set[Player] = set()
        self._all_have: asyncio.Future[int] = self._loop.create_future()

    async def move(self) -> float:
        async with asyncio.timeout(STUCK):
            player, told, legal = await self._asked.get()
            action = self._chance.choice(legal)
            self._after, self._have_seen, self._all_have = told.index, set(), self._loop.create_future()
            start = time.perf_counter_ns()
            player.play(told, action)
            return (await self._all_have - start) / 1e6

    def told(self, player: Player, told: m.Told) -> None:
        """What this player was told; their screen knows it when this returns."""
        unpack(told.view, self._entry.view_type)
        for event in told.events:
            unpack(event, self._entry.event_type)
        legal = tuple(unpack(action, self._entry.action_type) for action in told.legal)
        if told.index > self._after:
            self._have_seen.add(player)
            if len(self._have_seen) == SEATS and not self._all_have.done():
                self._all_have.set_result(time.perf_counter_ns())
        if legal:
            self._asked.put_nowait(Asked(player, told, legal))

    def fail(self, why: str) -> None:
        if not self._all_have.done():
            self._all_have.set_exception(RuntimeError(why))


@asynccontextmanager
async def sitting(game: str, port: int, chance: Random) -> AsyncIterator[Party]:
    """Four people who play at the table behind this port for as long as the context lasts."""
    party = Party(game, port, chance)
    stays: list[asyncio.Task[None]] = []
    try:
        for player in party.players:
            stays.append(asyncio.create_task(player.stay()))
            async with asyncio.timeout(STUCK):
                await player.is_in.wait()
        yield party
    finally:
        for stay in stays:
            stay.cancel()
        await asyncio.gather(*stays, return_exceptions=True)


class _EchoGuest(Framed):
    def __init__(self) -> None:
        super().__init__()
        self._back: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def move(self) -> float:
        self._back = asyncio.get_running_loop().create_future()
        start = time.perf_counter_ns()
        self.send(MOVE)
        async with asyncio.timeout(STUCK):
            return (await self._back - start) / 1e6

    def heard(self, message: Any) -> None:
        self._back.set_result(time.perf_counter_ns())


@asynccontextmanager
async def echoing(port: int) -> AsyncIterator[Mover]:
    """Somebody whose moves come straight back."""
    guest = await _connect(_EchoGuest(), port, guest_context())
    try:
        yield guest
    finally:
        guest.close()


class _PlainGuest(Framed):
    def __init__(self, party: _PlainParty) -> None:
        super().__init__()
        self._party = party

    def heard(self, message: Any) -> None:
        self._party.told(self, message)


class _PlainParty:
    """Four people at a plain table."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._loop = asyncio.get_running_loop()
        self.guests = [_PlainGuest(self) for _ in range(SEATS)]
        self._asked: dict[int, tuple[_PlainGuest, list[int]]] = {}
        self._index, self._have_seen = 0, 0
        self._all_have: asyncio.Future[int] = self._loop.create_future()

    async def begin(self) -> None:
        self._index, self._have_seen, self._all_have = -1, 0, self._loop.create_future()
        self.guests[0].send("show")
        await self._all_have
        self._index = 0

    async def move(self) -> float:
        guest, legal = self._asked.pop(self._index)
        self._have_seen, self._all_have = 0, self._loop.create_future()
        start = time.perf_counter_ns()
        guest.send(self._chance.choice(legal))
        async with asyncio.timeout(STUCK):
            end = await self._all_have
        self._index += 1
        return (end - start) / 1e6

    def told(self, guest: _PlainGuest, message: Any) -> None:
        if message[-1]:
            self._asked[message[0]] = guest, message[-1]
        self._have_seen += message[0] > self._index
        if self._have_seen == SEATS and not self._all_have.done():
            self._all_have.set_result(time.perf_counter_ns())


@asynccontextmanager
async def sitting_plain(port: int, chance: Random) -> AsyncIterator[Mover]:
    """Four people at a plain table."""
    party, context = _PlainParty(chance), guest_context()
    for guest in party.guests:
        await _connect(guest, port, context)
    await party.begin()
    try:
        yield party
    finally:
        for guest in party.guests:
            guest.close()


async def _connect(guest: Any, port: int, context: ssl.SSLContext) -> Any:
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: guest, HERE, port, ssl=context, server_hostname="lan13")
    return guest
