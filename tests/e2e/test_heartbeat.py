"""What everybody notices when a program dies, a cable is pulled or a lid is closed, and how all come back from it.

A quarter of the usual times is waited, except where the kernel's own retransmissions decide.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

import pytest

from lan_thirteen.core.timing import Timing
from tests.lab.host import Host
from tests.lab.lan import Lan
from tests.lab.process import Process

pytestmark = pytest.mark.timeout(120)

PATIENT: Final = 30.0
QUICK: Final = 0.25
HALF: Final = 0.5


class Heard:
    """A program of the lab and how much of what it said was looked at."""

    def __init__(self, host: Host, what: str, *arguments: str) -> None:
        self.host = host
        self.program: Process = host.spawn([sys.executable, "-m", "tests.support.lab_seats", what, *arguments])
        self._mark = 0

    def says(self, pattern: str) -> dict[str, Any]:
        """The next line that reads so, and which was not waited for before."""
        match = self.program.wait_for(rf"^.*{pattern}.*\n", PATIENT, since=self._mark)
        self._mark = match.end()
        said: dict[str, Any] = json.loads(match[0])
        return said

    def new(self) -> list[dict[str, Any]]:
        """All that it has said since, but ticks."""
        lines = self.program.output[self._mark :].split("\n")[:-1]
        return [said for line in lines if (said := json.loads(line)).get("event") != "tick"]

    def skip(self) -> None:
        self._mark = self.program.mark()


class Evening:
    """A match that has begun: the table on the first computer, Bo and Ana on the others."""

    def __init__(self, lan: Lan, scale: float, *, stand_in_s: int = 60) -> None:
        for host in lan:
            host.set_ip6(None)  # or the other family would carry on
        self.lan = lan
        self.timing = Timing().scaled(scale)
        self.table = Heard(lan[0], "table", str(scale), str(stand_in_s))
        port = self.table.says('"open"')["port"]
        self.ana = Heard(lan[2], "guest", str(scale), "Ana", lan[0].ip, str(port))
        self.ana.says('"in"')
        self.bo = Heard(lan[1], "guest", str(scale), "Bo", lan[0].ip, str(port))
        self.told = self.bo.says('"told"')
        self.ana.says('"told"')
        self.table.says('"playing"')

    def tick(self, times: int) -> None:
        """Wait for so many pings of the table."""
        for _ in range(times):
            self.table.says('"tick"')

    def bo_is(self, presence: str) -> dict[str, Any]:
        return self.table.says(f'"Bo": "{presence}"')

    def bo_is_back_as_before(self) -> None:
        """In the same seat, and told the same table."""
        assert self.bo.says('"in"')["is_back"]
        told = self.bo.says('"told"')
        assert [told[name] for name in ("index", "view", "legal")] == [
            self.told[name] for name in ("index", "view", "legal")
        ]
        self.bo_is("here")

    def nothing_was_noticed(self) -> None:
        assert [each.new() for each in (self.table, self.ana, self.bo)] == [[], [], []]


def test_a_killed_guest_is_noticed_at_once(lan: Lan) -> None:
    evening = Evening(lan, QUICK)
    evening.bo.program.kill()
    assert evening.bo_is("lost")["paused"] == ""
    assert "unsteady" not in evening.table.program.output


def test_a_killed_table_is_noticed_at_once(lan: Lan) -> None:
    evening = Evening(lan, QUICK)
    evening.table.program.kill()
    for guest in (evening.ana, evening.bo):
        guest.says('"cut"')
        assert '"silent"' not in guest.program.output


def test_a_cable_that_is_out_for_a_moment_is_noticed_by_nobody(lan: Lan) -> None:
    evening = Evening(lan, HALF)
    lan[1].cut()
    evening.tick(2)
    lan[1].plug()
    evening.tick(8)
    evening.nothing_was_noticed()


@pytest.mark.parametrize("silent", [False, True], ids=["cable", "radio"])
def test_who_is_without_network_for_long_is_shown_lost_and_back(lan: Lan, silent: bool) -> None:
    evening = Evening(lan, QUICK)
    lan[1].cut(silent=silent)
    evening.bo.says('"silent"')
    evening.bo.says('"cut"')
    evening.bo_is("unsteady")
    evening.bo_is("lost")
    lan[1].plug()
    evening.bo_is_back_as_before()


def test_a_guest_who_slept_comes_back_as_soon_as_awake(lan: Lan) -> None:
    evening = Evening(lan, QUICK)
    lan[1].sleep()
    evening.bo_is("lost")
    evening.tick(4)
    evening.bo.skip()
    lan[1].wake()
    evening.bo.says('"cut"')
    evening.bo_is_back_as_before()
    assert '"silent"' not in evening.bo.program.output


def test_a_guest_who_nodded_off_takes_a_new_connection_at_once(lan: Lan) -> None:
    evening = Evening(lan, HALF)
    lan[1].sleep()
    evening.bo_is("unsteady")
    evening.tick(2)
    lan[1].wake()
    evening.bo.says('"cut"')
    evening.bo_is_back_as_before()


def test_a_program_that_hung_comes_back_by_itself(lan: Lan) -> None:
    evening = Evening(lan, QUICK)
    evening.bo.program.freeze()
    evening.bo_is("lost")
    evening.bo.program.thaw()
    evening.bo.says('"cut"')
    evening.bo_is_back_as_before()


def test_to_a_host_that_slept_all_come_back(lan: Lan) -> None:
    evening = Evening(lan, QUICK)
    lan[0].sleep()
    for guest in (evening.ana, evening.bo):
        guest.says('"silent"')
        guest.says('"cut"')
    lan[0].wake()
    evening.bo_is_back_as_before()
    evening.ana.says('"in"')


def test_who_has_another_address_is_back_before_anybody_could_notice_silence(lan: Lan) -> None:
    evening = Evening(lan, QUICK)
    lan[1].set_ip("10.77.0.99")
    evening.bo.says('"cut"')
    evening.bo_is_back_as_before()
    assert '"silent"' not in evening.bo.program.output
    assert '"lost"' not in evening.table.program.output


def test_a_network_that_fails_for_all_at_once_turns_nobody_into_a_bot(lan: Lan) -> None:
    evening = Evening(lan, QUICK, stand_in_s=4)
    lan[0].cut(silent=True)
    evening.table.says('"paused": "table.network-lost"')
    evening.table.says('"Bo": "lost"')
    evening.tick(12)
    lan[0].plug()
    evening.bo_is_back_as_before()
    evening.table.says('"paused": ""')
    assert '"bots": ["' not in evening.table.program.output


def test_a_network_that_loses_much_is_noticed_by_nobody(lan: Lan) -> None:
    evening = Evening(lan, 1.0)
    lan[1].impair(loss=0.15)
    evening.bo.skip()
    evening.table.skip()
    evening.tick(6)
    lan[1].unimpair()
    evening.nothing_was_noticed()
