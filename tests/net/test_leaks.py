"""Nothing on the wire depends on what the one who reads it must not know: no byte, no length, no order, no number.

The same deal is played in two worlds that differ only in cards whose places one viewer never learns.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import msgspec
import pytest

from lan_thirteen.core.game import Card, Seat, Viewer
from lan_thirteen.core.lobby import Colour, Person, Phase
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.scribe import Scribe
from lan_thirteen.net.told import told_block
from lan_thirteen.table import commands as c
from lan_thirteen.trust import journal as j
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack
from lan_thirteen.wire.frames import FrameReader
from tests.support.play import random_settings
from tests.support.tables import new_table
from tests.support.wires import Frame, Wires

NAMES = ("Ana", "Bo", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal")
WATCHER = "Wim"
MOVES = (4, 14, 34)
"""Of the deals that are compared: late in one nothing may be secret any more, and early nothing has been told."""

EARLY_AND_LATE = pytest.mark.parametrize("moves", [MOVES, pytest.param((8, 22, 60), marks=pytest.mark.slow)])


class World:
    """A game in whose deals some cards have changed places."""

    def __init__(self, game: Any, names: dict[Card, Card]) -> None:
        self._game = game
        self._names = names

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def deal(self, state: Any, seed: bytes) -> Any:
        action = self._game.deal(state, seed)
        if not hasattr(action, "first"):
            return action  # a restock goes by places
        return msgspec.structs.replace(action, order=tuple(self._names.get(card, card) for card in action.order))


@asynccontextmanager
async def world(
    entry: AnyEntry, seats: int, options: dict[str, Any], names: dict[Card, Card] | None = None
) -> AsyncIterator[Wires]:
    """A match that has begun, with all seats taken and one who watches; for every program the cards lie so."""
    game = entry.game.info.id
    there = {game: entry._replace(game=World(entry.game, names or {}))}
    with mock.patch.dict(GAMES, there):
        wires = Wires(lambda seeds: new_table(game, seats, registry=GAMES, options=options, seeds=seeds))
        try:
            for name in NAMES[:seats]:
                await wires.join(name)
            await wires.join(WATCHER, watch=True)
            wires.host.handle(c.Start(Person(2)))
            await wires.settle()
            yield wires
        finally:
            await wires.close()


async def played(
    entry: AnyEntry, seats: int, options: dict[str, Any], moves: int, rng: Random
) -> tuple[list[Any], list[Any]]:
    """The actions with which a deal begins, and the states that they lead to."""
    async with world(entry, seats, options) as wires:
        actions: list[Any] = []
        states = [wires.table.state]
        while len(actions) < moves and isinstance(actor := entry.game.actor(states[-1]), int):
            actions.append(rng.choice(entry.game.legal(states[-1])))
            await wires.play(NAMES[actor], actions[-1])
            states.append(wires.table.state)
        return actions, states


def never_known(entry: AnyEntry, states: list[Any], viewer: Viewer) -> set[Card]:
    """The cards whose places the viewer knew at no time."""
    hidden = [
        {card for zone in entry.game.zones(state) if not zone.is_open_to(viewer) for card in zone.cards}
        for state in states
    ]
    return set.intersection(*hidden)


def mixed(cards: set[Card], rng: Random) -> dict[Card, Card]:
    old = sorted(cards)
    new = rng.sample(old, len(old))
    return dict(zip(old, new, strict=True))


class Evening(NamedTuple):
    """What became of a deal that was played in some world."""

    frames: list[Frame]
    journal: list[bytes]
    """Its lines."""
    checks: list[tuple[str, DealChecked]]


async def evening(  # noqa: PLR0917
    entry: AnyEntry, seats: int, options: dict[str, Any], names: dict[Card, Card], actions: list[Any], viewer: str
) -> Evening | None:
    """These actions are played, and the viewer comes back twice: at the end with a program that knows nothing.

    None where the rules refuse one of them in that world: then the others' choice has told something by itself.
    """
    async with world(entry, seats, options, names) as wires:
        for number, action in enumerate(actions):
            actor = entry.game.actor(wires.table.state)
            assert isinstance(actor, int)
            if entry.game.refuse(wires.table.state, actor, action) is not None:
                return None
            await wires.play(NAMES[actor], action)
            if number in (len(actions) // 3, len(actions) - 1):
                await wires.drop(viewer)
                await wires.join(viewer, is_new=number == len(actions) - 1)
        return Evening(wires.frames, wires.memory.lines, wires.checks)


def bodies(frames: list[Frame], name: str) -> list[bytes]:
    """What was said to one of them, but for the greetings, which are never the same twice."""
    reader = FrameReader(2**20)
    found = [body for frame in frames if frame.to == name for body in reader.feed(frame.data)]
    return [body for body in found if body[1:10] != b"\xa8Greeting"]


def trials(entry: AnyEntry, after: Iterable[int]) -> Iterator[tuple[int, dict[str, Any], int, Random]]:
    for moves in after:
        rng = Random(f"{entry.game.info.id} {moves}")
        yield *random_settings(entry, rng), moves, rng


def kinds(frames: list[Frame], name: str) -> list[tuple[str, bool]]:
    """What was said to one of them, by kind, and whether the host has signed that it has told a secret."""
    said = [unpack(body, m.FromHost) for body in bodies(frames, name)]
    return [(type(message).__name__, isinstance(message, m.Told) and bool(message.sig)) for message in said]


Pair = tuple[Evening, Evening]


async def pairs(
    entry: AnyEntry, viewers: Callable[[int], list[Viewer]], after: Iterable[int] = MOVES
) -> AsyncIterator[tuple[str, int, Pair]]:
    """The same deals in two worlds between which some viewer cannot tell: who, and at how many seats."""
    for seats, options, moves, rng in trials(entry, after):
        actions, states = await played(entry, seats, options, moves, rng)
        for viewer in viewers(seats):
            name = WATCHER if viewer is None else NAMES[viewer]
            names = mixed(never_known(entry, states, viewer), rng)
            if all(old == new for old, new in names.items()):
                continue
            one = await evening(entry, seats, options, {}, actions, name)
            other = await evening(entry, seats, options, names, actions, name)
            if one is not None and other is not None:
                yield name, seats, (one, other)


def everybody(seats: int) -> list[Viewer]:
    return [None, *map(Seat, range(seats))]


@EARLY_AND_LATE
@pytest.mark.parametrize("game", GAMES)
def test_no_frame_tells_a_secret_by_its_bytes_its_length_its_order_or_its_number(
    game: str, moves: tuple[int, ...]
) -> None:
    compared, signed = 0, set[bool]()

    async def work() -> None:
        nonlocal compared
        async for name, seats, (one, other) in pairs(GAMES[game], everybody, moves):
            assert bodies(one.frames, name) == bodies(other.frames, name)
            assert [(frame.to, len(frame.data)) for frame in one.frames] == [
                (frame.to, len(frame.data)) for frame in other.frames
            ]
            assert one.journal == other.journal
            for who in (*NAMES[:seats], WATCHER):
                assert kinds(one.frames, who) == kinds(other.frames, who)
                signed.update(is_signed for kind, is_signed in kinds(one.frames, who) if kind == "Told")
            for checks in (one.checks, other.checks):
                assert not [check for check in checks if check[1].colour is Colour.RED], "the guests must see no cheat"
            compared += 1

    asyncio.run(work())
    assert compared >= 4, "too few worlds in which the same can be played"
    assert signed == {False, True}


@EARLY_AND_LATE
@pytest.mark.parametrize("game", GAMES)
def test_all_hear_the_same_journal_to_its_last_line_and_the_same_keys(game: str, moves: tuple[int, ...]) -> None:
    async def work() -> None:
        for seats, options, after, rng in trials(GAMES[game], moves):
            actions, _ = await played(GAMES[game], seats, options, after, rng)
            found = await evening(GAMES[game], seats, options, {}, actions, WATCHER)
            assert found is not None
            heard = {name: public(found.frames, name) for name in NAMES[:seats]}
            assert all(lines == found.journal for lines, _ in heard.values())
            assert len({keys for _, keys in heard.values()}) == 1
            assert all(all(keys) for keys in heard[NAMES[0]][1])

    asyncio.run(work())


def public(frames: list[Frame], name: str) -> tuple[list[bytes], frozenset[tuple[bytes, ...]]]:
    """The journal that somebody has heard, and the keys of the table while it was played."""
    said = [unpack(body, m.FromHost) for body in bodies(frames, name)]
    lines = [line for message in said if isinstance(message, m.Entries) for line in message.lines]
    tables = [message for message in said if isinstance(message, m.TableChanged)]
    return lines, frozenset(table.keys for table in tables if table.lobby.phase is Phase.PLAYING)


def _with_the_view_of_another_seat(entry: AnyEntry, patch: pytest.MonkeyPatch) -> AnyEntry:
    return entry._replace(game=Peeking(entry.game))


def _with_the_cards_in_the_journal(entry: AnyEntry, patch: pytest.MonkeyPatch) -> AnyEntry:
    honest = Scribe.write

    def write(self: Scribe, effect: Any) -> Iterator[Any]:
        yield from honest(self, effect)
        if isinstance(effect, c.Record) and effect.seat is None:
            yield from self.clerk.add(j.Played(effect.index, 0, pack(effect.action)[:1024], 0, b""))

    patch.setattr(Scribe, "write", write)
    return entry


def _with_a_signature_where_a_card_is_held(entry: AnyEntry, patch: pytest.MonkeyPatch) -> AnyEntry:
    honest = Scribe.signature

    def signature(self: Scribe, tell: Any, view: bytes, events: tuple[bytes, ...]) -> bytes:
        return honest(self, tell, view, events) if sum(view) % 2 else b""

    patch.setattr(Scribe, "signature", signature)
    return entry


@pytest.mark.parametrize(
    "spoiled",
    [_with_the_view_of_another_seat, _with_the_cards_in_the_journal, _with_a_signature_where_a_card_is_held],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_secret_that_is_told_would_be_noticed(
    game: str, spoiled: Callable[[AnyEntry, pytest.MonkeyPatch], AnyEntry], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above has teeth: it fails with each of these."""
    entry = spoiled(GAMES[game], monkeypatch)

    async def work() -> bool:
        async for name, seats, (one, other) in pairs(entry, lambda _: [Seat(0)]):
            if bodies(one.frames, name) != bodies(other.frames, name) or one.journal != other.journal:
                return True
            if any(kinds(one.frames, who) != kinds(other.frames, who) for who in NAMES[:seats]):
                return True
        return False

    assert asyncio.run(work())


class Peeking:
    """A game whose first seat sees what the second one should."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def view(self, state: Any, viewer: Viewer) -> Any:
        return self._game.view(state, Seat(1) if viewer == 0 else viewer)


@EARLY_AND_LATE
@pytest.mark.parametrize("game", GAMES)
def test_every_telling_has_the_length_of_its_game_or_a_multiple(game: str, moves: tuple[int, ...]) -> None:
    entry = GAMES[game]

    async def work() -> None:
        for seats, options, after, rng in trials(entry, moves):
            actions, _ = await played(entry, seats, options, after, rng)
            found = await evening(entry, seats, options, {}, actions, NAMES[0])
            assert found is not None
            for name in (*NAMES[:seats], WATCHER):
                told = [body for body in bodies(found.frames, name) if body[1:6] == b"\xa4Told"]
                assert told
                assert {len(body) % told_block(game) for body in told} == {0}

    asyncio.run(work())
