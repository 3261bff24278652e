"""Measure what was asked for; the environment is the caller's."""

from __future__ import annotations

import argparse
import platform
import sys

from scripts.benchmarks import crowds, melds, moves, replays, returns, rules, sightings, sizes, starts, windows
from scripts.benchmarks.measure import FULL, QUICK, Report

ALL = (
    *rules.GOALS,
    *melds.GOALS,
    *sizes.GOALS,
    *moves.GOALS,
    *crowds.GOALS,
    *sightings.GOALS,
    *replays.GOALS,
    *starts.GOALS,
    *(goal for goal in windows.GOALS if goal not in crowds.GOALS),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.py", description="Measure the program beside its peers.")
    parser.add_argument("--only", type=_goals, default=ALL, metavar="P1,P4", help=f"some of {', '.join(ALL)}")
    parser.add_argument("--quick", action="store_true", help="shorter turns and fewer of them")
    given = parser.parse_args()
    effort, report = QUICK if given.quick else FULL, Report()
    print(f"Python {platform.python_version()}; medians of {effort.turns} turns, with the least and the most; CPU time")
    wanted = set(given.only)
    for part in (rules, melds, moves, crowds, windows):
        if asked := wanted & set(part.GOALS):
            part.measure(asked, effort, report)
    for whole in (sizes, sightings, replays, returns, starts):
        if wanted & set(whole.GOALS):
            whole.measure(effort, report)
    report.end()
    return 0


def _goals(text: str) -> tuple[str, ...]:
    goals = tuple(text.upper().split(","))
    if unknown := set(goals) - set(ALL):
        raise argparse.ArgumentTypeError(f"no such goal: {', '.join(sorted(unknown))}")
    return goals


if __name__ == "__main__":
    sys.exit(main())
