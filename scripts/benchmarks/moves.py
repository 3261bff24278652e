"""P7 and P8: from the click until the slowest of four screens knows, beside an echo over the same transport."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from lan_thirteen.games.registry import GAMES
from scripts.benchmarks.measure import Effort, Report, ratio, spread
from scripts.benchmarks.party import Mover, echoing, sitting
from scripts.benchmarks.served import SEATS, Served

GOALS: Final = ("P7", "P8")

PACED: Final = "leaves"
MOVES_PER_SECOND: Final = 4
REST: Final = 1.5
"""Seconds in which a table takes back that its guests have spoken often: a host cuts off who says too much."""
NAGLE: Final = (35.0, 50.0)
"""Milliseconds that a move takes where one end waits for the other's acknowledgement."""

Turn = list[float]
"""The times of its moves, in milliseconds."""


def measure(goals: Collection[str], effort: Effort, report: Report) -> None:
    if "P7" in goals:
        for game in GAMES:
            asyncio.run(_back_to_back(game, effort, report))
    if "P8" in goals:
        asyncio.run(_paced(effort, report))


async def _back_to_back(game: str, effort: Effort, report: Report) -> None:
    moves = max(40, effort.hands // 10)
    report.heading(f"{game}, a move after the other, to and fro over TLS 1.3: milliseconds, {moves} moves a turn")
    with Served("echo") as other, Served("tables", game, "1") as host:
        async with echoing(other.port) as echo, sitting(game, host.port, Random(game)) as party:
            await _moves(echo, moves)
            await _moves(party, 20)
            turns = []
            for _ in range(effort.turns):
                echoed = await _moves(echo, moves)
                turns.append((echoed, await _moves(party, moves)))
                await asyncio.sleep(REST * moves / SEATS / 40)
    echoes, ours = [echo for echo, _ in turns], [our for _, our in turns]
    for name, share, most in (("p50", 0.5, 6), ("p99", 0.99, 10)):
        echo_times, our_times = _at(echoes, share), _at(ours, share)
        report.figure(f"echo, {name}", echo_times)
        report.figure(f"{game}: click to slowest of {SEATS} screens, {name}", our_times)
        report.at_most("P7", f"{game}: table / echo, {name}", ratio(our_times, echo_times), most)


async def _paced(effort: Effort, report: Report) -> None:
    moves = int(effort.seconds * 25 * MOVES_PER_SECOND)
    report.heading(
        f"{PACED}, {MOVES_PER_SECOND} moves a second, each written down before it is told: milliseconds, "
        f"{moves} moves a turn"
    )
    with Served("echo") as other, Served("tables", PACED, "1") as host:
        async with echoing(other.port) as echo, sitting(PACED, host.port, Random(PACED)) as party:
            await _moves(party, 20)
            turns = [
                await asyncio.gather(_moves(echo, moves, 0.5), _moves(party, moves, 0)) for _ in range(effort.turns)
            ]
    echoes, ours = [echo for echo, _ in turns], [our for _, our in turns]
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        report.figure(f"echo, {name}", _at(echoes, share))
        report.figure(f"click to slowest of {SEATS} screens, {name}", _at(ours, share))
    added = [our - echo for our, echo in zip(_at(ours, 0.99), _at(echoes, 0.99), strict=True)]
    report.at_most("P8", "p99 added to the echo, in ms", spread(added), 5)
    waits = [sum(NAGLE[0] <= time <= NAGLE[1] for time in turn) for turn in ours]
    report.at_most("P8", f"moves of {NAGLE[0]:.0f} to {NAGLE[1]:.0f} ms in a turn", spread(waits), 0)


async def _moves(mover: Mover, number: int, phase: float | None = None) -> Turn:
    """So many moves: at the pace, beginning at this part of its beat, or one right after the other."""
    gc.collect()
    loop, times = asyncio.get_running_loop(), []
    start = loop.time()
    for move in range(number):
        if phase is not None:
            await asyncio.sleep(max(0.0, start + (move + phase) / MOVES_PER_SECOND - loop.time()))
        times.append(await mover.move())
    return times


def at(times: Sequence[float], share: float) -> float:
    """The time that this share of them does not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def _at(turns: Sequence[Turn], share: float) -> list[float]:
    return [at(turn, share) for turn in turns]
