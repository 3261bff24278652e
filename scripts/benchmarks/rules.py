"""P1, P2 and P3: how fast the rules are played at random."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Final, NamedTuple

from scripts.benchmarks import lockstep, selfplay
from scripts.benchmarks.measure import Effort, Rate, Report, Side, ratio, spread, take_turns
from scripts.benchmarks.peers import NotMeasured

LEAVES: Final = "13 Leaves"
DREIZEHN: Final = "Dreizehn"
THREE_THIRTEEN: Final = "Three Thirteen"
PLAIN_LEAVES: Final = "13 Leaves, yardstick"
PLAIN_DREIZEHN: Final = "Dreizehn, yardstick"
PLAIN_THREE_THIRTEEN: Final = "Three Thirteen, yardstick"
RLCARD_STEPS: Final = "RLCard game.step"
RLCARD_RUN: Final = "RLCard env.run"
BOARDGAME: Final = "boardgame.io"

SIDES: Final[dict[str, Callable[[Random], Side]]] = {
    LEAVES: selfplay.shipped_leaves,
    DREIZEHN: selfplay.shipped_dreizehn,
    THREE_THIRTEEN: selfplay.shipped_three_thirteen,
    RLCARD_STEPS: selfplay.rlcard_steps,
    RLCARD_RUN: selfplay.rlcard_run,
    PLAIN_LEAVES: selfplay.plain_leaves,
    PLAIN_DREIZEHN: selfplay.plain_dreizehn,
    PLAIN_THREE_THIRTEEN: selfplay.plain_three_thirteen,
    BOARDGAME: selfplay.boardgame_client,
}


class Wanted(NamedTuple):
    """A goal: one side is at least so many times as fast as the other."""

    goal: str
    side: str
    other: str
    least: float


WANTED: Final = (
    Wanted("P1", LEAVES, RLCARD_STEPS, 4),
    Wanted("P1", LEAVES, RLCARD_RUN, 15),
    Wanted("P1", DREIZEHN, RLCARD_STEPS, 4),
    Wanted("P1", DREIZEHN, RLCARD_RUN, 15),
    Wanted("P2", LEAVES, PLAIN_LEAVES, 0.3),
    Wanted("P2", DREIZEHN, PLAIN_DREIZEHN, 0.3),
    Wanted("P2", THREE_THIRTEEN, PLAIN_THREE_THIRTEEN, 0.3),
    Wanted("P2", LEAVES, BOARDGAME, 20),
    Wanted("P3", THREE_THIRTEEN, RLCARD_STEPS, 1),
)
GOALS: Final = ("P1", "P2", "P3")

HEADING: Final = f"""Random self-play of whole deals, {selfplay.SEATS} seats, events included: moves a second
(Three Thirteen with 13 cards, RLCard gin rummy, boardgame.io 13 Leaves on its local client)"""

LOCKSTEP_DEALS: Final = 20


def measure(goals: Collection[str], effort: Effort, report: Report) -> None:
    """Let all sides that these goals need take turns, and hold their ratios against the goals."""
    wanted = [want for want in WANTED if want.goal in goals]
    names = {name for want in wanted for name in (want.side, want.other)}
    sides, missing = _sides([name for name in SIDES if name in names])
    report.heading(HEADING)
    rates = take_turns(sides, effort)
    for name, turns in rates.items():
        moves, games = sum(rate.moves for rate in turns), sum(rate.games for rate in turns)
        report.figure(name, _speeds(turns), f"{moves / games:.0f} moves a deal")
    for want in wanted:
        title = f"{want.side} / {want.other}"
        if why := missing.get(want.side) or missing.get(want.other):
            report.not_measured(want.goal, title, why)
        else:
            report.at_least(want.goal, title, ratio(_speeds(rates[want.side]), _speeds(rates[want.other])), want.least)
    if "P2" in goals:
        # only one that plays the same game is a yardstick
        parted = lockstep.disagreements(LOCKSTEP_DEALS)
        report.at_most("P2", "deals in which a yardstick plays otherwise", spread([parted]), 0)


def _sides(names: Collection[str]) -> tuple[dict[str, Side], dict[str, str]]:
    """The sides that can run here, and why the others cannot."""
    sides: dict[str, Side] = {}
    missing: dict[str, str] = {}
    for name in names:
        try:
            sides[name] = SIDES[name](Random(f"bench {name}"))
        except NotMeasured as error:
            missing[name] = str(error)
    return sides, missing


def _speeds(turns: list[Rate]) -> list[float]:
    return [rate.speed for rate in turns]
