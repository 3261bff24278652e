"""Nothing on the wire depends on what the one who reads it must not know: no byte, no length, no order, no number.

The same deal is played in two worlds that differ only in cards whose places one viewer never learns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from lan_thirteen.core.game import DEALER, Card, Seat, Viewer
from lan_thirteen.core.lobby import Person
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.net.told import told_block
from lan_thirteen.table import commands as c
from lan_thirteen.table.session import Table
from lan_thirteen.wire.frames import FrameReader
from tests.support.play import random_settings
from tests.support.tables import new_table
from tests.support.wires import Frame, Wires

NAMES = ("Ana", "Bo", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal")
WATCHER = "Wim"
MOVES = (4, 8, 14, 22, 34, 60)
"""Of the deals that are compared: late in one nothing may be secret any more, and early nothing has been told."""


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


def table_of(entry: AnyEntry, seats: int, options: dict[str, Any], names: dict[Card, Card]) -> Table:
    game = entry.game.info.id
    registry = {**GAMES, game: entry._replace(game=World(entry.game, names))}
    return new_table(game, seats, registry=registry, options=options)


def played(
    entry: AnyEntry, seats: int, options: dict[str, Any], moves: int, rng: Random
) -> tuple[list[Any], list[Any]]:
    """The actions with which a deal begins, and the states that they lead to."""
    table, game = table_of(entry, seats, options, {}), entry.game
    for number in range(seats):
        table.handle(c.Enter(Person(number + 1), NAMES[number], 0, watch=False), 0.0)
    for effect in table.handle(c.Start(Person(1)), 0.0):
        if isinstance(effect, c.OpenDeal):
            for answer in (c.Committed, c.Mixed):
                for _, person in effect.seats:
                    table.handle(answer(person, effect.of), 0.0)
    actions: list[Any] = []
    states = [table.state]
    while len(actions) < moves and (actor := game.actor(table.state)) is not None and actor is not DEALER:
        actions.append(rng.choice(game.legal(table.state)))
        table.handle(submit(table, actor, actions[-1]), 0.0)
        states.append(table.state)
    return actions, states


def submit(table: Table, seat: Seat, action: Any) -> c.Submit[Any]:
    tenure = table._room.roster.places[seat].tenure
    return c.Submit(seat, tenure, table.index, table.index, action)


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


async def frames_of(  # noqa: PLR0917
    entry: AnyEntry, seats: int, options: dict[str, Any], names: dict[Card, Card], actions: list[Any], viewer: str
) -> list[Frame] | None:
    """All that the host says while these actions are played and the viewer comes back twice.

    None where the rules refuse one of them in that world: then the others' choice has told something by itself.
    """
    wires = Wires(table_of(entry, seats, options, names))
    try:
        for name in NAMES[:seats]:
            await wires.join(name)
        await wires.join(WATCHER, watch=True)
        wires.host.handle(c.Start(Person(2)))
        await wires.settle()
        for number, action in enumerate(actions):
            actor = entry.game.actor(wires.table.state)
            assert isinstance(actor, int)
            if entry.game.refuse(wires.table.state, actor, action) is not None:
                return None
            wires.host.handle(submit(wires.table, actor, action))
            if number in (len(actions) // 3, len(actions) - 1):
                await wires.drop(viewer)
                await wires.join(viewer, seen=number // 2)
        return wires.frames
    finally:
        await wires.close()


def bodies(frames: list[Frame], name: str) -> list[bytes]:
    """What was said to one of them, but for the greetings, which are never the same twice."""
    reader = FrameReader(2**20)
    found = [body for frame in frames if frame.to == name for body in reader.feed(frame.data)]
    return [body for body in found if body[1:10] != b"\xa8Greeting"]


def trials(entry: AnyEntry) -> Iterator[tuple[int, dict[str, Any], int, Random]]:
    for moves in MOVES:
        rng = Random(f"{entry.game.info.id} {moves}")
        yield *random_settings(entry, rng), moves, rng


@pytest.mark.parametrize("game", GAMES)
def test_no_frame_tells_a_secret_by_its_bytes_its_length_its_order_or_its_number(game: str) -> None:
    entry = GAMES[game]
    compared = 0

    async def work() -> None:
        nonlocal compared
        for seats, options, moves, rng in trials(entry):
            actions, states = played(entry, seats, options, moves, rng)
            for viewer in (None, *map(Seat, range(seats))):
                name = WATCHER if viewer is None else NAMES[viewer]
                names = mixed(never_known(entry, states, viewer), rng)
                if all(old == new for old, new in names.items()):
                    continue
                one = await frames_of(entry, seats, options, {}, actions, name)
                other = await frames_of(entry, seats, options, names, actions, name)
                if one is None or other is None:
                    continue
                assert bodies(one, name) == bodies(other, name)
                assert [(frame.to, len(frame.data)) for frame in one] == [(f.to, len(f.data)) for f in other]
                compared += 1

    asyncio.run(work())
    assert compared >= 4, "too few worlds in which the same can be played"


@pytest.mark.parametrize("game", GAMES)
def test_a_secret_that_is_told_would_be_noticed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above has teeth: with the view of another seat it fails."""
    entry = GAMES[game]
    peeking = entry._replace(game=Peeking(entry.game))

    async def work() -> bool:
        for seats, options, moves, rng in trials(entry):
            actions, states = played(entry, seats, options, moves, rng)
            names = mixed(never_known(entry, states, Seat(0)), rng)
            one = await frames_of(peeking, seats, options, {}, actions, NAMES[0])
            other = await frames_of(peeking, seats, options, names, actions, NAMES[0])
            if one is not None and other is not None and bodies(one, NAMES[0]) != bodies(other, NAMES[0]):
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


@pytest.mark.parametrize("game", GAMES)
def test_every_telling_has_the_length_of_its_game_or_a_multiple(game: str) -> None:
    entry = GAMES[game]

    async def work() -> None:
        for seats, options, moves, rng in trials(entry):
            actions, _ = played(entry, seats, options, moves, rng)
            frames = await frames_of(entry, seats, options, {}, actions, NAMES[0])
            assert frames is not None
            for name in (*NAMES[:seats], WATCHER):
                told = [body for body in bodies(frames, name) if body[1:6] == b"\xa4Told"]
                assert told
                assert {len(body) % told_block(game) for body in told} == {0}

    asyncio.run(work())
