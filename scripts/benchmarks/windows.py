"""P10, P12, P13 and P15: the window at work, each time in a process of its own, in an X server without graphics."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from scripts.benchmarks.measure import Effort, Report, ratio, spread
from scripts.benchmarks.moves import at
from scripts.benchmarks.peers import NotMeasured
from scripts.benchmarks.screens import surrounded, x_screen

GOALS: Final = ("P10", "P12", "P13", "P15")

SIZES: Final = ((1280, 720), (1920, 1080))
GAMES: Final = ("leaves", "dreizehn", "three-thirteen")
FRAME_MS: Final = 1000 / 60
_BARE: Final = """
import pygame
print(*(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS:")))
"""
_STUCK: Final = 600.0


def measure(goals: Collection[str], effort: Effort, report: Report) -> None:
    parts = {"P10": _waking, "P12": _idling, "P13": _drawing, "P15": _holding}
    try:
        with x_screen() as screen, tempfile.TemporaryDirectory() as folder:
            around = surrounded({**screen, "XDG_DATA_HOME": folder})
            for goal, part in parts.items():
                if goal in goals:
                    part(around, effort, report)
    except NotMeasured as error:
        for goal in goals:
            report.not_measured(goal, "the window", str(error))


def _run(around: Mapping[str, str], *arguments: str) -> Any:
    command = [sys.executable, "-m", "scripts.benchmarks.windowed", *arguments]
    done = subprocess.run(
        command, check=True, env=dict(around), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=_STUCK
    )
    return json.loads(done.stdout.splitlines()[-1])


def _bare(around: Mapping[str, str]) -> float:
    """The MB that a process holds which has only imported pygame; 0 where the system does not say."""
    command = [sys.executable, "-c", _BARE]
    done = subprocess.run(command, check=False, env=dict(around), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return int(done.stdout) * 1024 / 1e6 if done.returncode == 0 else 0.0


def _waking(around: Mapping[str, str], effort: Effort, report: Report) -> None:
    turns = min(effort.turns, 3)
    report.heading(
        f"From the network's thread to the window, which is idle: milliseconds, {turns} turns of 200 messages"
    )
    ticks = [_run(around, "waking", "tick") for _ in range(turns)]
    ours = [_run(around, "waking", "ours") for _ in range(turns)]
    tick_p50, our_p99 = [at(turn, 0.5) for turn in ticks], [at(turn, 0.99) for turn in ours]
    report.figure("a loop that looks 60 times a second, p50", tick_p50)
    report.figure("the window, p99", our_p99)
    report.at_most("P10", "message to window, p99, ms", spread(our_p99), 2)
    report.at_most("P10", "window's p99 / the other loop's p50", ratio(our_p99, tick_p50), 0.25)


def _idling(around: Mapping[str, str], effort: Effort, report: Report) -> None:
    seconds, turns = effort.seconds * 100 / 3, min(effort.turns, 3)
    report.heading(f"Nothing happens: per cent of a processor, {turns} turns of {seconds:.0f} s")
    shares: dict[str, list[float]] = {"tick": [], "home": [], "table": []}
    for _ in range(turns):
        for which, share in shares.items():
            share.append(_run(around, "idling", which, str(seconds)))
    report.figure("a loop that looks 60 times a second", shares["tick"])
    for which in ("home", "table"):
        report.at_most("P12", f"{which}, % of a processor", spread(shares[which]), 1)
        report.at_most("P12", f"{which} / the other loop", ratio(shares[which], shares["tick"]), 0.7)


def _drawing(around: Mapping[str, str], effort: Effort, report: Report) -> None:
    frames = max(30, effort.hands // 10)
    for width, height in SIZES:
        for game in GAMES:
            report.heading(f"{game} for four at {width} × {height}: CPU milliseconds, {frames} frames each")
            times: dict[str, list[float]] = _run(around, "drawing", str(width), str(height), game, str(frames))
            _judge_frames(game, height, times, report)


def _judge_frames(game: str, height: int, times: Mapping[str, Sequence[float]], report: Report) -> None:
    for name, title in (("scene", "60 cards, 30 texts and a background"), ("whole", "the whole table")):
        report.figure(title, times[name])
    report.figure("one card moves", times["moving"])
    report.figure("the pointer comes to another card: laid out anew", times["hover"])
    report.figure("the first deal of a process, p99", [at(times["first dealing"], 0.99)])
    where = f"{game}, {height}p"
    report.at_most("P13", f"{where}: table / scene", ratio(times["whole"], times["scene"]), 2)
    if height == SIZES[-1][1]:
        report.at_most("P13", f"{where}: whole table, ms of the wall", spread(times["whole, by the wall"]), 12)
    report.at_most("P13", f"{where}: one card / whole", ratio(times["moving"], times["whole"]), 0.25)
    report.at_most("P13", f"{where}: while dealing, p99, ms", spread([at(times["dealing"], 0.99)]), FRAME_MS)


def _holding(around: Mapping[str, str], effort: Effort, report: Report) -> None:
    matches = 2 * effort.turns
    for game in GAMES:
        report.heading(f"{game}: what the window's process holds, MB, after each of {matches} matches")
        bare, held = _bare(around), _run(around, "holding", game, str(matches))
        if not bare:
            report.not_measured("P15", "memory of the window", "the system does not say how much a process holds")
            return
        report.figure("import pygame", [bare])
        report.figure("the window before the first match", held[:1])
        report.figure("after its matches", held[1:])
        report.at_most("P15", f"{game}: after a match / import pygame", spread([held[1] / bare]), 2.5)
        report.at_most("P15", f"{game}: growth after the first match, %", spread([100 * (held[-1] / held[1] - 1)]), 5)
