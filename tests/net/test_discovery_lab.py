"""Tables found, and lost, on a network of several computers. All times are real ones."""

from __future__ import annotations

import json
import random
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pytest

from tests.lab.errors import LabError
from tests.lab.host import Host
from tests.lab.lan import Lan
from tests.lab.process import Process
from tests.lab.sniffer import Sniffer
from tests.support.waiting import eventually

PROGRAM: Final = (sys.executable, "-m", "tests.support.lab_tables")
SEEN: Final = 3.0
"""Seconds in which a table must be in every list."""
GONE: Final = 10.0
CLOSED: Final = 2.0
PATIENT: Final = 20.0

Line = dict[str, Any]
Wanted = Callable[[Line], bool]

two = pytest.mark.parametrize("lan", [2], indirect=True)


class Table(NamedTuple):
    """A table that was opened."""

    program: Process
    opened: float
    port: int
    id: str


def lines_until(program: Process, wanted: Wanted, timeout: float, since: int = 0) -> Line:
    """The first line that is like that."""
    end = time.monotonic() + timeout
    while True:
        match = program.wait_for(r"^\{.*\}\n", max(0.0, end - time.monotonic()), since=since)
        line: Line = json.loads(match[0])
        if wanted(line):
            return line
        since = match.end()


def open_table(host: Host, name: str = "Game night") -> Table:
    program = host.spawn([*PROGRAM, "table", name])
    line = lines_until(program, lambda told: told.get("event") == "open", PATIENT)
    return Table(program, line["at"], line["port"], line["id"])


def open_list(host: Host, *recent: str) -> Process:
    program = host.spawn([*PROGRAM, "list", *recent])
    program.wait_for(r"^\{.*\}\n", PATIENT)
    return program


def has(*tables: Table, pulse: str = "alive") -> Wanted:
    """Whether a line tells these tables and no others."""
    ids = sorted(table.id for table in tables)
    return lambda line: (
        sorted(row["id"] for row in line["tables"]) == ids and all(row["pulse"] == pulse for row in line["tables"])
    )


def has_trouble(code: str | None) -> Wanted:
    return lambda line: line["trouble"] == code


def row_of(line: Line, table: Table) -> Line:
    (row,) = (row for row in line["tables"] if row["id"] == table.id)
    found: Line = row
    return found


def pause(seconds: float) -> None:
    """Let time pass where time itself is what is tried."""
    threading.Event().wait(seconds)


def never(program: Process, wanted: Wanted, seconds: float, since: int = 0) -> None:
    """No line is like that for so long."""
    with pytest.raises(LabError, match="no "):
        lines_until(program, wanted, seconds, since)


@two
def test_a_table_is_seen_at_once_and_its_seats_follow(lan: Lan) -> None:
    looking = open_list(lan[1])
    table = open_table(lan[0])
    assert lines_until(looking, has(table), PATIENT)["at"] - table.opened < SEEN
    for taken in (2, 3, 4, 5, 6):
        mark = table.program.mark()
        table.program.send(str(taken))
        told = lines_until(table.program, lambda line: line["event"] == "update", PATIENT, mark)
        seen = lines_until(looking, lambda line: line["tables"][0]["taken"] == taken if line["tables"] else False, SEEN)  # noqa: B023 - used at once
        assert seen["at"] - told["at"] < 1.0


@two
def test_a_table_that_was_there_before_is_seen_at_once(lan: Lan) -> None:
    table = open_table(lan[0])
    looking = open_list(lan[1])
    first: Line = json.loads(looking.lines[0])
    assert lines_until(looking, has(table), PATIENT)["at"] - first["at"] < SEEN


@two
def test_a_killed_host_leaves_the_list(lan: Lan) -> None:
    looking, table = open_list(lan[1]), open_table(lan[0])
    lines_until(looking, has(table), PATIENT)
    mark = looking.mark()
    table.program.kill()
    killed = time.monotonic()
    assert lines_until(looking, has(), PATIENT, mark)["at"] - killed < GONE


@two
def test_a_table_that_closes_leaves_the_list(lan: Lan) -> None:
    looking, table = open_list(lan[1]), open_table(lan[0])
    lines_until(looking, has(table), PATIENT)
    mark = looking.mark()
    table.program.close_stdin()
    closing = lines_until(table.program, lambda line: line["event"] == "closing", PATIENT)["at"]
    assert lines_until(looking, has(), PATIENT, mark)["at"] - closing < CLOSED
    assert table.program.wait() == 0


@two
def test_a_program_that_hangs_leaves_the_list_and_comes_back(lan: Lan) -> None:
    looking, table = open_list(lan[1]), open_table(lan[0])
    lines_until(looking, has(table), PATIENT)
    mark = looking.mark()
    table.program.freeze()
    lines_until(looking, has(table, pulse="stale"), GONE, mark)
    lines_until(looking, has(), GONE, mark)
    pause(6.5)  # a connection to it is still accepted, by its kernel
    mark = looking.mark()
    table.program.thaw()
    lines_until(looking, has(table), PATIENT, mark)


@two
def test_networks_that_lead_nowhere_are_not_advertised_and_do_no_harm(lan: Lan) -> None:
    for number, host in enumerate(lan):
        host.add_interface("docker0", "bridge", "172.17.0.1/16")
        host.add_interface("vboxnet0", "veth", "192.168.56.1/24")
        host.add_interface("tun0", "tun", f"10.8.0.{2 + number}/24")
    looking, table = open_list(lan[1]), open_table(lan[0])
    line = lines_until(looking, has(table), PATIENT)
    assert line["at"] - table.opened < SEEN
    targets = row_of(line, table)["targets"]
    assert f"{lan[0].ip}:{table.port}" in targets
    assert not [target for target in targets if target.startswith(("172.", "192.168.56.", "10.8."))]


@two
def test_a_vpn_that_takes_the_route_to_elsewhere_hides_no_table(lan: Lan) -> None:
    for number, host in enumerate(lan):
        host.add_interface("tun0", "tun", f"10.8.0.{2 + number}/24", default_route=True)
    looking, table = open_list(lan[1]), open_table(lan[0])
    assert lines_until(looking, has(table), PATIENT)["at"] - table.opened < SEEN


@two
def test_two_cables_and_two_families_are_one_row(lan: Lan) -> None:
    for number, host in enumerate(lan):
        host.add_interface("eth1", "lan", f"10.78.0.{11 + number}/24")
    looking, table = open_list(lan[1]), open_table(lan[0])
    wanted = {f"{ip}:{table.port}" for ip in (lan[0].ip, "10.78.0.11")}
    line = lines_until(
        looking, lambda told: has(table)(told) and wanted <= set(row_of(told, table)["targets"]), PATIENT
    )
    assert any("fe80::" in target for target in row_of(line, table)["targets"])


@two
def test_ipv6_alone_is_enough(lan: Lan) -> None:
    for host in lan:
        host.set_ip(None)
    looking, table = open_list(lan[1]), open_table(lan[0])
    line = lines_until(looking, has(table), PATIENT)
    assert line["at"] - table.opened < SEEN
    assert row_of(line, table)["targets"] == [f"[{lan[0].ip6}%{lan[1].scope}]:{table.port}"]
    lan[1].connect(lan[0].ip6, table.port).close()


@two
def test_ipv4_alone_is_enough(lan: Lan) -> None:
    for host in lan:
        host.set_ip6(None)
    looking, table = open_list(lan[1]), open_table(lan[0])
    assert lines_until(looking, has(table), PATIENT)["at"] - table.opened < SEEN


@two
def test_a_network_that_comes_later_is_used_by_itself(lan: Lan) -> None:
    for host in lan:
        host.airplane()
    looking, table = open_list(lan[1]), open_table(lan[0])
    lines_until(looking, has_trouble("discovery.no-network"), PATIENT)
    mark = looking.mark()
    for host in lan:
        host.airplane(False)
    plugged = time.monotonic()
    line = lines_until(looking, has(table), PATIENT, mark)
    assert line["at"] - plugged < GONE
    lines_until(looking, has_trouble(None), PATIENT, mark)


@two
def test_a_host_whose_network_comes_later_is_found_by_who_was_there(lan: Lan) -> None:
    lan[0].airplane()
    looking, table = open_list(lan[1]), open_table(lan[0])
    lan[0].airplane(False)
    plugged = time.monotonic()
    assert lines_until(looking, has(table), PATIENT)["at"] - plugged < GONE


def announcements(sniffer: Sniffer, of: str, seconds: float) -> int:
    """How many bursts of multicast tell of this table; packets less than two seconds apart are one burst."""
    bursts, seen, last = 0, len(sniffer.frames()), -2.0
    begun = time.monotonic()
    while (now := time.monotonic() - begun) < seconds:
        frames = sniffer.frames()
        if any(f"id={of}".encode() in frame for frame in frames[seen:]):
            bursts += now - last > 2.0
            last = now
        seen = len(frames)
        pause(0.1)
    return bursts


@two
def test_an_address_that_changes_five_times_is_announced_once(lan: Lan) -> None:
    table = open_table(lan[0])
    with lan.sniff() as sniffer:
        assert announcements(sniffer, table.id, 4.0) <= 1  # the first one
        for number in range(5):
            lan[0].set_ip(f"10.77.0.{100 + number}")
            pause(0.6)
        changed = time.monotonic()
        assert announcements(sniffer, table.id, 9.0) == 1
        looking = open_list(lan[1])
        line = lines_until(looking, has(table), PATIENT)
        assert f"10.77.0.104:{table.port}" in row_of(line, table)["targets"]
        assert changed < line["at"]


@two
def test_a_table_is_found_at_its_new_address_in_time(lan: Lan) -> None:
    for host in lan:
        host.set_ip6(None)
    looking, table = open_list(lan[1]), open_table(lan[0])
    lines_until(looking, has(table), PATIENT)
    lan[0].set_ip("10.77.0.99")
    changed = time.monotonic()

    def is_there(line: Line) -> bool:
        return has(table)(line) and row_of(line, table)["targets"][0] == f"10.77.0.99:{table.port}"

    assert lines_until(looking, is_there, PATIENT)["at"] - changed < GONE


@pytest.mark.parametrize("lan", [6], indirect=True)
def test_five_tables_of_one_name_at_once_are_five_rows(lan: Lan) -> None:
    looking = open_list(lan[5])
    programs = [host.spawn([*PROGRAM, "table", "Game night"]) for host in lan.hosts[:5]]
    opened = [lines_until(program, lambda told: told.get("event") == "open", PATIENT) for program in programs]
    tables = [Table(p, told["at"], told["port"], told["id"]) for p, told in zip(programs, opened, strict=True)]
    line = lines_until(looking, has(*tables), PATIENT)
    assert line["at"] - max(table.opened for table in tables) < SEEN
    for host, table in zip(lan, tables, strict=False):
        assert f"{host.ip}:{table.port}" in row_of(line, table)["targets"]


@two
def test_two_tables_on_one_machine_have_ports_of_their_own(lan: Lan) -> None:
    one, other = open_table(lan[0]), open_table(lan[0])
    assert (one.port, other.port) == (41313, 41314)
    for host in lan:  # who is on the same machine sees them, too
        looking = open_list(host)
        line = lines_until(looking, has(one, other), PATIENT)
        for table in (one, other):
            assert {target.rsplit(":", 1)[1] for target in row_of(line, table)["targets"]} == {str(table.port)}


@two
def test_where_multicast_is_blocked_a_broadcast_finds_the_table(lan: Lan) -> None:
    lan.block_multicast(broadcast=False)
    table = open_table(lan[0])
    looking = open_list(lan[1])
    first: Line = json.loads(looking.lines[0])
    assert lines_until(looking, has(table), PATIENT)["at"] - first["at"] < SEEN


@two
def test_where_all_of_it_is_blocked_a_table_is_found_where_it_was_before(lan: Lan) -> None:
    lan.block_multicast()
    table = open_table(lan[0])
    never(open_list(lan[1]), lambda line: bool(line["tables"]), SEEN)
    looking = open_list(lan[1], lan[0].ip, "10.77.0.200:41313")
    first: Line = json.loads(looking.lines[0])
    assert lines_until(looking, has(table), PATIENT)["at"] - first["at"] < SEEN


@two
def test_a_firewall_that_lets_only_connections_in_hides_no_table(lan: Lan) -> None:
    lan[0].block("udp", 41313)
    looking, table = open_list(lan[1]), open_table(lan[0])
    lines_until(looking, has(table), PATIENT)
    mark = looking.mark()
    never(looking, lambda line: not has(table)(line), GONE, mark)
    table.program.kill()
    killed = time.monotonic()
    assert lines_until(looking, has(), PATIENT, mark)["at"] - killed < GONE


@two
def test_a_firewall_that_lets_nothing_in_is_named(lan: Lan) -> None:
    for protocol in ("udp", "tcp"):
        lan[0].block(protocol, 41313)
    looking = open_list(lan[1])
    open_table(lan[0])
    line = lines_until(looking, has_trouble("discovery.kept-apart"), PATIENT)
    assert line["tables"] == []


@two
def test_a_network_that_is_cut_and_heals_shows_the_table_again(lan: Lan) -> None:
    looking, table = open_list(lan[1]), open_table(lan[0])
    lines_until(looking, has(table), PATIENT)
    mark = looking.mark()
    lan.split([0], [1])
    lines_until(looking, has(), PATIENT, mark)
    mark = looking.mark()
    lan.heal()
    lines_until(looking, has(table), PATIENT, mark)


@two
def test_a_laptop_that_slept_still_has_its_list(lan: Lan) -> None:
    looking, table = open_list(lan[1]), open_table(lan[0])
    lines_until(looking, has(table), PATIENT)
    mark = looking.mark()
    lan[1].sleep()
    pause(8.0)
    lan[1].wake()
    never(looking, lambda line: not has(table)(line), SEEN, mark)


def damaged(frame: bytes, luck: random.Random) -> bytes:
    data = bytearray(frame)
    for _ in range(luck.randint(1, 10)):
        data[luck.randrange(len(data))] = luck.randrange(256)
    return bytes(data[: luck.randint(1, len(data))]) if luck.random() < 0.3 else bytes(data)


def multicast(sniffer: Sniffer) -> list[bytes]:
    """What was said by multicast DNS over IPv4 so far."""
    frames = sniffer.frames()
    return [frame[42:] for frame in frames if frame[12:14] == b"\x08\x00" and frame[36:38] == b"\x14\xe9"]


def test_malformed_multicast_ends_nothing(lan: Lan) -> None:
    """What is damaged are real packets of a real table, questions and announcements."""
    with lan.sniff() as sniffer:
        looking, table = open_list(lan[1]), open_table(lan[0])
        lines_until(looking, has(table), PATIENT)
        eventually(lambda: len(multicast(sniffer)) >= 2, PATIENT)
        packets = multicast(sniffer)
    luck = random.Random(13)
    with lan[2].socket(kind=socket.SOCK_DGRAM) as mouth:
        mouth.bind(("", 5353))
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(lan[2].ip))
        for number in range(1000):
            mouth.sendto(damaged(packets[number % len(packets)], luck), ("224.0.0.251", 5353))
    table.program.kill()
    second = open_table(lan[0], "Second")
    line = lines_until(looking, lambda told: second.id in [row["id"] for row in told["tables"]], PATIENT)
    assert line["at"] - second.opened < SEEN
    assert "Traceback" not in looking.output + second.program.output
