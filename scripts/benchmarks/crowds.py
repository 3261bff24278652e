"""P9 and P15: many tables in one host process, and what a host holds in memory."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from random import Random
from typing import Final, NamedTuple

from scripts.benchmarks.measure import Effort, Report, ratio, spread
from scripts.benchmarks.moves import MOVES_PER_SECOND, at
from scripts.benchmarks.party import Mover, sitting, sitting_plain
from scripts.benchmarks.served import SEATS, Served, memory_of

GOALS: Final = ("P9", "P15")

GAME: Final = "leaves"
TABLES: Final = (25, 100)
MOST_TURNS: Final = 3
"""To sit down takes longer than a turn."""
JOINING: Final = 8
"""Tables that sit down at once."""
MB_PER_CONNECTION: Final = 0.35


class Crowd(NamedTuple):
    """What came of all tables in one turn."""

    times: list[float]
    """Of all moves, in milliseconds."""
    cpu: float
    """Per cent of a processor that the host took."""
    guests: float
    """And all guests together."""
    seconds: float


def measure(goals: Collection[str], effort: Effort, report: Report) -> None:
    if "P9" in goals:
        for tables in TABLES:
            asyncio.run(_crowded(tables, effort, report))
    if "P15" in goals:
        asyncio.run(_held(effort, report))


async def _crowded(tables: int, effort: Effort, report: Report) -> None:
    seconds, turns = effort.seconds * 15, min(effort.turns, MOST_TURNS)
    report.heading(
        f"{tables} tables of {SEATS} in one host process, each person one move a second, over TLS 1.3: "
        f"{turns} turns of {seconds:.0f} s"
    )
    crowds: dict[str, list[Crowd]] = {"plain host": [], "host": []}
    for _ in range(turns):
        # one after the other, people too: those of an idle host have to be asked whether they are still there
        with Served("plain", str(tables)) as plain:
            async with _all_plain(plain) as parties:
                crowds["plain host"].append(await _crowd(plain, parties, seconds))
        with Served("tables", GAME, str(tables)) as host:
            async with _all_sitting(host) as parties:
                crowds["host"].append(await _crowd(host, parties, seconds))
    for name, of_one in crowds.items():
        speed = [len(crowd.times) / crowd.seconds for crowd in of_one]
        report.figure(f"{name}: moves a second", speed, f"{tables * MOVES_PER_SECOND} wanted")
        report.figure(f"{name}: click to slowest screen, p50, ms", [at(crowd.times, 0.5) for crowd in of_one])
        report.figure(f"{name}: per cent of a processor", [crowd.cpu for crowd in of_one])
        report.figure(f"{name}: all its guests, per cent", [crowd.guests for crowd in of_one], "in one process")
    rivals, own = crowds.values()
    title = f"{tables} tables: "
    report.at_most("P9", f"{title}p99, ms", spread([at(crowd.times, 0.99) for crowd in own]), 20)
    cpu = ratio([_cost(crowd) for crowd in own], [_cost(crowd) for crowd in rivals])
    report.at_most("P9", f"{title}CPU of a move, host / plain host", cpu, 2)


def _cost(crowd: Crowd) -> float:
    return crowd.cpu * crowd.seconds / len(crowd.times)


@asynccontextmanager
async def _all_sitting(host: Served) -> AsyncIterator[list[Mover]]:
    """Parties at all tables of this host."""
    room = asyncio.Semaphore(JOINING)

    async def sit(place: int, port: int) -> Mover:
        async with room:
            return await stack.enter_async_context(sitting(GAME, port, Random(place)))

    async with AsyncExitStack() as stack:
        yield await asyncio.gather(*(sit(place, port) for place, port in enumerate(host.ports)))


@asynccontextmanager
async def _all_plain(host: Served) -> AsyncIterator[list[Mover]]:
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(sitting_plain(port, Random(place))) for place, port in enumerate(host.ports)
        ]


async def _crowd(host: Served, parties: Sequence[Mover], seconds: float) -> Crowd:
    """Let all tables play side by side; a table that is late lets a beat out."""
    loop, chance, times = asyncio.get_running_loop(), Random("crowd"), list[float]()
    before, start, own = await host.used(), loop.time(), time.process_time()

    async def drive(party: Mover) -> None:
        beat = start + chance.random() / MOVES_PER_SECOND
        while beat < start + seconds:
            await asyncio.sleep(beat - loop.time())
            times.append(await party.move())
            while beat <= loop.time():
                beat += 1 / MOVES_PER_SECOND

    await asyncio.gather(*map(drive, parties))
    own = time.process_time() - own
    after, spent = await host.used(), loop.time() - start
    return Crowd(times, 100 * (after.cpu - before.cpu) / spent, 100 * own / spent, spent)


async def _held(effort: Effort, report: Report) -> None:
    report.heading("What a host process holds in memory, in MB")
    if memory_of(os.getpid()) is None:
        report.not_measured("P15", "memory of the host", "the system does not say how much a process holds")
        return
    with tempfile.TemporaryDirectory() as home, _program(home) as program:
        assert program.stdout is not None  # noqa: S101 - PIPE makes it
        port = json.loads(program.stdout.readline())["port"]
        await _report_host(program.pid, port, effort.hands // 10, report)
    await _report_connections(report)


@contextmanager
def _program(home: str) -> Iterator[subprocess.Popen[str]]:
    """The program as people start it to host a table, keeping what it keeps in this folder."""
    program = subprocess.Popen(
        [sys.executable, "-m", "lan_thirteen", "host", "--game", GAME, "--seats", str(SEATS), "--json"],
        env=os.environ | {"HOME": home, "XDG_DATA_HOME": home},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield program
    finally:
        program.terminate()
        program.communicate(timeout=60)


async def _report_host(process: int, port: int, moves: int, report: Report) -> None:
    report.figure("python -m lan_thirteen host, before anybody comes", [memory_of(process) or 0.0])
    async with sitting(GAME, port, Random("held")) as party:
        for _ in range(moves):
            await party.move()
            await asyncio.sleep(1 / 100)  # a host cuts off who says too much
        held = memory_of(process) or 0.0
    report.at_most("P15", f"host with {SEATS} guests, after {moves} moves", spread([held]), 48)


async def _report_connections(report: Report) -> None:
    with Served("tables", GAME, str(TABLES[0])) as host:
        before = (await host.used()).memory or 0.0
        async with _all_sitting(host) as parties:
            await asyncio.gather(*(party.move() for party in parties))
            after = (await host.used()).memory or 0.0
    each = (after - before) / len(parties) / SEATS
    title = f"each of {len(parties) * SEATS} TLS connections, tables included"
    report.at_most("P15", title, spread([each]), MB_PER_CONNECTION)
