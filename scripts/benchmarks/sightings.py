"""P11: how soon a table is seen, and seen no more, on another computer of the test lab."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from scripts.benchmarks.measure import Effort, Report, Spread, ratio, spread
from scripts.benchmarks.moves import at
from tests.lab import kernel
from tests.lab.host import Host
from tests.lab.lan import Lan
from tests.lab.process import Process

GOALS: Final = ("P11",)

PROGRAM: Final = (sys.executable, "-m", "scripts.benchmarks.sighted")
PATIENT: Final = 20.0
"""Seconds for anything that must come."""

Line = dict[str, Any]


class Wanted(NamedTuple):
    """A goal: nearly always, or always, within so many milliseconds."""

    title: str
    share: float
    most: float


NEW: Final = Wanted("new table seen, p95, ms", 0.95, 100)
THERE: Final = Wanted("existing table seen, p95, ms", 0.95, 300)
CLOSED: Final = Wanted("closed table gone, p95, ms", 0.95, 300)
KILLED: Final = Wanted("killed host gone, longest, ms", 1, 10_000)
PROBING: Final = "new table seen / zeroconf with probing"


class Talk:
    """One of the programs, and what it has said since the last question."""

    def __init__(self, host: Host, what: str) -> None:
        self.program: Process = host.spawn([*PROGRAM, what])
        self._mark = 0
        self.until(lambda line: line.get("event") == "ready")

    def tell(self, word: str) -> None:
        self.program.send(word)

    def until(self, wanted: Callable[[Line], bool]) -> Line:
        """The next line that is like that."""
        end = time.monotonic() + PATIENT
        while True:
            match = self.program.wait_for(r"^\{.*\}\n", end - time.monotonic(), since=self._mark)
            self._mark = match.end()
            line: Line = json.loads(match[0])
            if wanted(line):
                return line

    def event(self, name: str) -> Line:
        return self.until(lambda line: line.get("event") == name)


def measure(effort: Effort, report: Report) -> None:
    report.heading("Tables seen from another computer of the lab")
    titles = (NEW.title, THERE.title, CLOSED.title, KILLED.title, PROBING)
    if why := kernel.why_not():
        for title in titles:
            report.not_measured("P11", title, "not root" if why == "the lab needs root" else why)
        return
    with Lan(2) as lan:
        _measure(lan, effort, report)


def _measure(lan: Lan, effort: Effort, report: Report) -> None:
    times = 3 * effort.turns
    announcer, looker = Talk(lan[0], "announce"), Talk(lan[1], "look")
    probed = [_new(announcer, looker, "probed")[0] for _ in range(effort.turns)]
    opened = [_new(announcer, looker, "table") for _ in range(times)]
    new = [seen for seen, _ in opened]
    report.figure("zeroconf with probing: register to seen, ms", probed)
    _judge(report, NEW, new)
    report.at_most("P11", PROBING, ratio(new[: len(probed)], probed), 0.1)
    _judge(report, THERE, [_there(announcer, looker) for _ in range(times)])
    _judge(report, CLOSED, [gone for _, gone in opened])
    _judge(report, KILLED, [_killed(lan[0], looker) for _ in range(effort.turns)])


def _judge(report: Report, wanted: Wanted, times: Sequence[float]) -> None:
    found = spread(times)
    report.figure(wanted.title.partition(",")[0] + ", ms", times)
    reached = Spread(at(sorted(times), wanted.share), found.low, found.high)
    report.at_most("P11", wanted.title, reached, wanted.most)


def _new(announcer: Talk, looker: Talk, what: str) -> tuple[float, float]:
    """Open one where somebody looks, and close it: after how long it was seen, and gone."""
    looker.tell(what)
    looker.event("looking")
    time.sleep(1)  # the questions with which looking begins are over
    announcer.tell(what)
    opening = announcer.event("opening")
    seen = looker.until(_shows(opening["id"]))
    announcer.event("open")
    announcer.tell("end")
    closing, gone = announcer.event("closing"), seen
    if what == "table":
        gone = looker.until(lambda line: "tables" in line and opening["id"] not in line["tables"])
    announcer.event("done")
    _end(looker)
    return _between(opening, seen), _between(closing, gone)


def _there(announcer: Talk, looker: Talk) -> float:
    """Look where a table has been open for a while: after how long it was seen."""
    announcer.tell("table")
    opening = announcer.event("opening")
    announcer.event("open")
    time.sleep(1.5)  # what was announced at first is over
    looker.tell("table")
    looking = looker.event("looking")
    seen = looker.until(_shows(opening["id"]))
    _end(looker)
    _end(announcer)
    return _between(looking, seen)


def _killed(host: Host, looker: Talk) -> float:
    """Kill a host whose table is seen: after how long it was gone."""
    announcer = Talk(host, "announce")
    looker.tell("table")
    looker.event("looking")
    announcer.tell("table")
    table = announcer.event("opening")["id"]
    looker.until(_shows(table))
    time.sleep(1)
    killed = {"at": time.monotonic()}
    announcer.program.kill()
    gone = looker.until(lambda line: "tables" in line and table not in line["tables"])
    _end(looker)
    return _between(killed, gone)


def _end(program: Talk) -> None:
    program.tell("end")
    program.event("done")


def _shows(table: str) -> Callable[[Line], bool]:
    return lambda line: table in line.get("tables", ())


def _between(before: Line, after: Line) -> float:
    """Milliseconds."""
    return float(1e3 * (after["at"] - before["at"]))
