"""Sides that take turns, and what comes out of it, printed."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

_IS_FINE: Final = time.get_clock_info("process_time").resolution <= 1e-6

clock: Final = time.process_time_ns if _IS_FINE else time.perf_counter_ns
"""Nanoseconds of this process's CPU time; of the wall where the system counts CPU time in ticks."""


class Effort(NamedTuple):
    """How much is measured."""

    turns: int
    """How often each side has its turn."""
    seconds: float
    """The length of a turn, where it is a time."""
    hands: int
    """The hands of a turn, where it is a number of hands."""


FULL: Final = Effort(7, 0.6, 2000)
QUICK: Final = Effort(3, 0.1, 300)


SLICES: Final = 10


class Rate(NamedTuple):
    """What a side got done in a turn."""

    moves: int
    games: int
    seconds: float

    @property
    def speed(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds


class Side(Protocol):
    """One program at work."""

    def run(self, seconds: float) -> Rate:
        """Play whole games until so many seconds of CPU time are over."""
        ...


@dataclass(frozen=True)
class Loop:
    """A side in this process: ``play`` plays a game and gives the number of its moves."""

    play: Callable[[], int]

    def run(self, seconds: float) -> Rate:
        gc.collect()  # nobody pays for the garbage of the side before
        moves = games = spent = 0
        limit, start = int(seconds * 1e9), clock()
        while spent < limit:
            moves += self.play()
            games += 1
            spent = clock() - start
        return Rate(moves, games, spent / 1e9)


def take_turns(sides: dict[str, Side], effort: Effort) -> dict[str, list[Rate]]:
    """The rates of each side in each turn. The slices of a turn alternate: load comes and goes by the second."""
    for side in sides.values():
        side.run(effort.seconds / 5)  # caches, compilers and processors warm up
    gc.freeze()  # what the sides have loaded is nobody's garbage
    rates: dict[str, list[Rate]] = {name: [] for name in sides}
    for _ in range(effort.turns):
        slices = [{name: side.run(effort.seconds / SLICES) for name, side in sides.items()} for _ in range(SLICES)]
        for name, turns in rates.items():
            turns.append(_sum([rates_of[name] for rates_of in slices]))
    return rates


def _sum(parts: Sequence[Rate]) -> Rate:
    return Rate(
        sum(part.moves for part in parts), sum(part.games for part in parts), sum(part.seconds for part in parts)
    )


class Times(NamedTuple):
    """The times of single calls, in microseconds."""

    median: float
    p99: float
    worst: float


def time_calls(call: Callable[[], object], times: int) -> Times:
    """Time the call so often."""
    gc.collect()
    spent = []
    for _ in range(times):
        start = clock()
        call()
        spent.append(clock() - start)
    spent.sort()
    return Times(spent[times // 2] / 1e3, spent[times * 99 // 100] / 1e3, spent[-1] / 1e3)


class Spread(NamedTuple):
    """The median of several turns, the least and the most."""

    middle: float
    low: float
    high: float


def spread(values: Sequence[float]) -> Spread:
    return Spread(statistics.median(values), min(values), max(values))


def ratio(above: Sequence[float], below: Sequence[float]) -> Spread:
    """The ratio of two sides, turn by turn."""
    return spread([a / b for a, b in zip(above, below, strict=True)])


@dataclass
class Report:
    """Prints figures and goals as they come, and remembers which goals were missed or not measured."""

    missed: list[str] = field(default_factory=list)
    unmeasured: list[str] = field(default_factory=list)

    def heading(self, text: str) -> None:
        print(f"\n{text}", flush=True)

    def figure(self, name: str, values: Sequence[float], note: str = "") -> None:
        """What one side reached in its turns."""
        print(f"  {name:<48}{_shown(spread(values))}  {note}".rstrip(), flush=True)

    def at_least(self, goal: str, name: str, reached: Spread, least: float) -> None:
        self._judge(goal, name, reached, f"≥ {least:g}", reached.middle >= least)

    def at_most(self, goal: str, name: str, reached: Spread, most: float) -> None:
        self._judge(goal, name, reached, f"≤ {most:g}", reached.middle <= most)

    def never_above(self, goal: str, name: str, reached: Spread, most: float) -> None:
        """Like ``at_most``, for what must hold in every turn."""
        self._judge(goal, name, reached, f"< {most:g}", reached.high < most)

    def not_measured(self, goal: str, name: str, why: str) -> None:
        print(f"{goal:<4}{name}: not measured: {why}", flush=True)
        self.unmeasured.append(f"{goal} {name}")

    def end(self) -> None:
        self.heading(f"MISSED: {'; '.join(self.missed)}" if self.missed else "No goal was missed.")
        if self.unmeasured:
            print(f"Not measured: {'; '.join(self.unmeasured)}")

    def _judge(self, goal: str, name: str, reached: Spread, wanted: str, is_met: bool) -> None:
        verdict = "ok" if is_met else "MISSED"
        print(f"{goal:<4}{name:<44}{_shown(reached)}  goal {wanted:<8}{verdict}", flush=True)
        if not is_met:
            self.missed.append(f"{goal} {name}")


def _shown(values: Spread) -> str:
    places = 0 if values.middle >= 1000 else 1 if values.middle >= 20 else 2
    middle, low, high = (f"{value:,.{places}f}" for value in values)
    return f"{middle:>10}  {low:>9} … {high:<9}"
