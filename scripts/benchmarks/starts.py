"""P14: from the start of the program to its first frame, and until it looks for tables, beside ``import pygame``."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import Final

from scripts.benchmarks.measure import Effort, Report, ratio
from scripts.benchmarks.peers import NotMeasured
from scripts.benchmarks.screens import UNSEEN, surrounded, x_screen

GOALS: Final = ("P14",)

_STUCK: Final = 60.0
_BARE: Final = "import pygame"
_FIRST: Final = """
import time
from lan_thirteen.cli import window
from lan_thirteen.ui.window import program, start
def opened(profile):
    start.open_first_frame(profile)
    print(time.time(), flush=True)
    raise SystemExit
program.open_first_frame = opened
"""
_BROWSING: Final = """
import os, time
from lan_thirteen.cli import window
from lan_thirteen.ui.window import program, start
def told(backstage, news):
    if type(news).__name__ == "TablesSeen":
        print(time.time(), flush=True)
        os._exit(0)
def opened(profile):
    shown = start.open_first_frame(profile)
    from lan_thirteen.net.backstage import Backstage
    Backstage._tell = told
    return shown
program.open_first_frame = opened
"""
_START: Final = "from lan_thirteen.cli import main\nmain([])"


def measure(effort: Effort, report: Report) -> None:
    turns = 2 * effort.turns + 1
    _starts(UNSEEN, "on SDL's unseen screen", 1.3, turns, report)
    try:
        with x_screen() as screen:
            _starts(screen, "in an X server without a graphics processor", 1.6, turns, report)
    except NotMeasured as error:
        report.not_measured("P14", "the same in an X server", str(error))


def _starts(screen: Mapping[str, str], where: str, most: float, turns: int, report: Report) -> None:
    report.heading(f"Cold starts {where}, each in a process of its own: milliseconds, {turns} turns")
    programs = {"import pygame": _BARE, "first frame": _FIRST + _START, "looking for tables": _BROWSING + _START}
    times: dict[str, list[float]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as folder:
        around = surrounded({**screen, "PYTHONPYCACHEPREFIX": f"{folder}/compiled", "XDG_DATA_HOME": f"{folder}/data"})
        for turn in range(turns + 1):
            for name, code in programs.items():
                spent = _time(code, around)
                if turn:  # at first everything is compiled
                    times[name].append(spent)
    for name, spent_each in times.items():
        report.figure(name, spent_each)
    bare = times["import pygame"]
    report.at_most("P14", "first frame / import pygame", ratio(times["first frame"], bare), most)
    report.at_most("P14", "looking for tables / import pygame", ratio(times["looking for tables"], bare), 3)


def _time(code: str, around: Mapping[str, str]) -> float:
    """The milliseconds until the program says what time it is, or until its end where it says nothing."""
    start = time.time()
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        env=dict(around),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=_STUCK,
    )
    end = time.time()
    said = done.stdout.split()
    return 1e3 * ((float(said[-1]) if said else end) - start)
