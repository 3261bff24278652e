"""A guest whose window hangs delays nobody else."""

from __future__ import annotations

import asyncio
import sys

import pytest

from lan_thirteen.core.game import Seat
from lan_thirteen.core.timing import Timing
from lan_thirteen.games.leaves.model import View
from lan_thirteen.games.registry import GAMES
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import unpack
from tests.support.tables import SOON, Player, new_table, players, run, served

FROZEN = Seat(2)
FROZEN_S = 30.0
BETWEEN_S = 0.25
"""Pause between two wishes: a table cuts off who asks without a break."""
DELAY_S = 0.2
"""No move of the others may take longer, on a machine that has time for it."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="usleep is POSIX's")
def test_a_guest_that_holds_its_interpreter_for_seconds_delays_no_other_move() -> None:
    async def work() -> None:
        timing = Timing()
        table = new_table(timing=timing)
        async with (
            served(table, timing=timing) as open_table,
            players(open_table, "Ana", "Bo", timing=timing) as people,
        ):
            identity = open_table.identity
            arguments = [str(open_table.port), identity.table.hex(), identity.fingerprint.hex(), str(FROZEN_S)]
            frozen = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.net.frozen_guest", *arguments, stdout=asyncio.subprocess.PIPE
            )
            assert frozen.stdout is not None
            try:
                await people[0].sees(lambda lobby: lobby.seats[2].person is not None)
                people[0].guest.send(m.Start())
                index = 1
                await know(people, index)
                while turn(people, index) != FROZEN:
                    index, _ = await move(people, index)
                index += 1
                await know(people, index)
                async with asyncio.timeout(SOON):
                    assert await frozen.stdout.readline() == b"frozen\n"
                awake = asyncio.create_task(frozen.stdout.readline())
                took = []
                while turn(people, index) != FROZEN:
                    index, seconds = await move(people, index)
                    took.append(seconds)
                assert took, "it has frozen in its own turn"
                while not awake.done():
                    took.append(await wish(people))
                    await asyncio.wait({awake}, timeout=BETWEEN_S)
                assert len(took) > FROZEN_S
                assert max(took) < DELAY_S
                assert await awake == b"awake\n"
            finally:
                frozen.kill()
                await frozen.wait()

    run(work())


def turn(people: list[Player], index: int) -> Seat | None:
    """Who was to act after so many actions."""
    told = next(told for told in people[0].all_of(m.Told) if told.index == index)
    view = unpack(told.view, GAMES["leaves"].view_type)
    assert isinstance(view, View)
    return view.turn


async def move(people: list[Player], index: int) -> tuple[int, float]:
    """The index after a move of one of them, and the seconds until both know of it."""
    actor = people[turn(people, index) or 0]
    told = await actor.turn()
    began = asyncio.get_running_loop().time()
    actor.act(actor.choices()[0], told)
    await know(people, index + 1)
    return index + 1, asyncio.get_running_loop().time() - began


async def know(people: list[Player], index: int) -> None:
    """They are told what the table is like after so many actions."""
    for one in people:
        await one.until(lambda o=one: o.told if o.told and o.told.index >= index else None)  # type: ignore[misc]


async def wish(people: list[Player]) -> float:
    """Seconds from what one of them asks of the table until the other one sees it."""
    began = asyncio.get_running_loop().time()
    is_locked = not (people[1].lobby is not None and people[1].lobby.is_locked)
    people[0].guest.send(m.Lock(is_locked))
    await people[1].sees(lambda lobby: lobby.is_locked is is_locked)
    return asyncio.get_running_loop().time() - began
