"""P17: how long somebody who comes, or comes back, waits until the table is on the screen."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from random import Random
from typing import Final

from lan_thirteen.core.pin import Pin
from lan_thirteen.core.timing import Timing
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.guest import Guest, Joined, Visitor
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import unpack
from lan_thirteen.wire.limits import DIALS_PER_SECOND
from scripts.benchmarks.measure import Effort, Report, spread
from scripts.benchmarks.party import STUCK, Player, sitting
from scripts.benchmarks.served import HERE, Served

GOALS: Final = ("P17",)
PIN: Final = Pin("40713")

MOVES: Final = 60
"""So far into the deal somebody comes back: it is a long story by then."""


def measure(effort: Effort, report: Report) -> None:
    report.heading("Back at a table in play, by a program started again: from dialling to the whole view, in ms")
    for game, entry in GAMES.items():
        report.at_most("P17", f"{game}: rejoin to full view", spread(asyncio.run(_times(game, entry, effort))), 50)
    report.heading("New at a table: from dialling to being in, in ms")
    for title, pin, most in (("without a PIN", None, 50), ("with a PIN", PIN, 150)):
        report.at_most("P17", f"joining {title}", spread(asyncio.run(_joining(pin, effort))), most)


async def _times(game: str, entry: AnyEntry, effort: Effort) -> list[float]:
    with Served("tables", game, "1") as host:
        async with sitting(game, host.port, Random(game)) as party:
            for _ in range(MOVES):
                await party.move()
                await asyncio.sleep(1 / 100)  # a host cuts off who says too much
            return [await _come_back(party.players[-1], entry, host.port) for _ in range(3 * effort.turns)]


async def _joining(pin: Pin | None, effort: Effort) -> list[float]:
    with Served("tables", "leaves", "1", "" if pin is None else pin.digits) as host:
        times = []
        for _ in range(3 * effort.turns + 1):
            times.append(await _join(pin, host.port))
            await asyncio.sleep(1 / DIALS_PER_SECOND)  # a host turns away who dials more often
    return times[1:]  # the first one loads what it needs


async def _join(pin: Pin | None, port: int) -> float:
    """Somebody new comes in and is gone: the milliseconds until they were in."""
    key, start = SigningKey.new(), time.perf_counter()
    visitor = Visitor("Guest", watch=True, pin=pin)
    guest = Guest(Known((Address(HERE, port),)), lambda table: key, visitor, Timing())
    async with asyncio.timeout(STUCK), aclosing(guest.news()) as news:
        async for one in news:
            if isinstance(one, Joined):
                if one.is_proven == (pin is None):
                    raise RuntimeError("the PIN was not proven as it should be")
                took = 1e3 * (time.perf_counter() - start)
                guest.leave()
                return took
    raise RuntimeError("the table has said goodbye")


async def _come_back(player: Player, entry: AnyEntry, port: int) -> float:
    """Take the place of this player's connection: the milliseconds it took."""
    start = time.perf_counter()
    guest = Guest(Known((Address(HERE, port),)), lambda table: player.key, Visitor("Guest again"), Timing())
    async with asyncio.timeout(STUCK), aclosing(guest.news()) as news:
        async for one in news:
            if isinstance(one, Joined) and not one.welcome.is_back:
                raise RuntimeError("the table does not know who has come back")
            if isinstance(one, m.Told):
                unpack(one.view, entry.view_type)
                for event in one.events:
                    unpack(event, entry.event_type)
                for action in one.legal:
                    unpack(action, entry.action_type)
                return 1e3 * (time.perf_counter() - start)
    raise RuntimeError("the table has said goodbye")
