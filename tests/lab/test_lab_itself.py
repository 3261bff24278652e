"""The lab does to computers and cables what it says, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.lab.errors import LabError
from tests.lab.filters import Way
from tests.lab.host import Host, Kind
from tests.lab.keeper import lives_in
from tests.lab.lan import Lan
from tests.lab.relay import Lane

PYTHON = (sys.executable, "-c")
ECHO = """
import socket
server = socket.create_server(("", 7000))
print("up")
connection = server.accept()[0]
while data := connection.recv(99):
    connection.send(data)
"""
QUIET = 0.3
"""Seconds after which silence counts as silence."""
PATIENT = 10.0

two = pytest.mark.parametrize("lan", [2], indirect=True)


def reaches(one: Host, other: Host, port: int = 5000, timeout: float = PATIENT) -> bool:
    """Whether one host can open a connection to the other."""
    with other.listen(port):
        try:
            one.connect(other.ip, port, timeout).close()
        except OSError:  # silence, or nobody with that address
            return False
        return True


def hears(one: Host, other: Host, group: str = "224.0.0.251", timeout: float = PATIENT) -> bool:
    """Whether one host hears what the other sends to this group or broadcast address."""
    six = ":" in group
    family = socket.AF_INET6 if six else socket.AF_INET
    with one.socket(family, socket.SOCK_DGRAM) as ear, other.socket(family, socket.SOCK_DGRAM) as mouth:
        ear.bind(("", 5353))
        ear.settimeout(timeout)
        if six:
            membership = socket.inet_pton(family, group) + struct.pack("@I", one.scope)
            ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, membership)
            mouth.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, other.scope)
        elif group.startswith("224."):
            membership = socket.inet_aton(group) + socket.inet_aton(one.ip)
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(other.ip))
        else:
            mouth.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        try:
            mouth.sendto(b"hello", (group, 5353))
            return ear.recv(99) == b"hello"
        except OSError:
            return False


def cut_off(one: Host, other: Host, port: int = 5000) -> bool:
    """Whether one host tries in vain to reach the other."""
    return not reaches(one, other, port, QUIET)


def deaf(one: Host, other: Host, group: str = "224.0.0.251") -> bool:
    """Whether one host waits in vain for what the other sends."""
    return not hears(one, other, group, QUIET)


def seconds_there_and_back(one: Host, other: Host, times: int = 9) -> float:
    """The time of a datagram and its answer: the shortest, which a busy machine did not make longer."""
    taken = []
    with one.socket(kind=socket.SOCK_DGRAM) as asks, other.socket(kind=socket.SOCK_DGRAM) as answers:
        answers.bind(("", 7007))
        for connected in (asks, answers):
            connected.settimeout(PATIENT)
        asks.connect((other.ip, 7007))
        for _ in range(times):
            start = time.perf_counter()
            asks.send(b"?")
            answers.sendto(*answers.recvfrom(9))
            asks.recv(9)
            taken.append(time.perf_counter() - start)
    return min(taken)


def unacknowledged(connection: socket.socket) -> int:
    """How many segments the other kernel has not confirmed."""
    return int(struct.unpack_from("I", connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 192), 24)[0])


class TestPrograms:
    @two
    def test_two_computers_talk(self, lan: Lan) -> None:
        server = lan[0].spawn([*PYTHON, ECHO])
        server.wait_for("^up$")
        with lan[1].connect(lan[0].ip, 7000) as connection:
            connection.send(b"hi")
            assert connection.recv(9) == b"hi"
        assert server.wait() == 0

    @two
    def test_each_has_its_own_name_home_and_variables(self, lan: Lan) -> None:
        code = "import os, socket; print(socket.gethostname(), os.environ['HOME'], os.environ['HUE'])"
        done = lan[1].run([*PYTHON, code], HUE="red")
        assert (done.returncode, done.stdout) == (0, f"host1 {lan[1].home} red\n")
        assert lan[1].home.is_dir()
        assert lan[0].home != lan[1].home
        assert socket.gethostname() != "host1"

    @two
    def test_a_program_hears_and_is_heard(self, lan: Lan) -> None:
        program = lan[0].spawn([*PYTHON, "print(*(input('? ')[::-1] for _ in 'ab'), sep='\\n'); print(repr(input()))"])
        assert program.pid in lan[0].pids()
        program.wait_for(r"\? $")
        program.send("abc")
        mark = program.wait_for(r"\? \? $").end()
        program.send("def")
        with pytest.raises(LabError, match="no 'abc' in 0"):
            program.wait_for("abc", 0.0)
        program.wait_for("^fed$", since=mark)
        program.close_stdin()
        program.wait_for("EOFError")
        assert program.wait() == 1
        assert program.lines[1] == "fed"
        with pytest.raises(LabError, match="ended without saying 'never'"):
            program.wait_for("never")

    @two
    def test_whole_lines_can_be_taken_out_of_what_a_program_says(self, lan: Lan) -> None:
        taken: list[str] = []

        def take(line: str) -> bool:
            taken.extend([line] * line.startswith("{"))
            return line.startswith("{")

        code = "print('{1', end='', flush=True); input(); print('}'); print('plain'); print('{2}'); print('{3', end='')"
        program = lan[0].spawn([*PYTHON, code], take)
        with pytest.raises(LabError, match="no brace in 0"):
            program.wait_until(lambda: taken or None, 0.0, "brace")
        program.send("")
        assert program.wait_until(lambda: taken[1:] or None, PATIENT, "brace") == ["{2}"]
        assert program.wait() == 0
        assert (taken, program.output) == (["{1}", "{2}"], "plain\n{3")

    @two
    def test_a_program_can_be_killed_even_frozen(self, lan: Lan) -> None:
        program = lan[0].spawn(["sleep", "99"])
        assert program.running
        program.freeze()
        with pytest.raises(LabError, match="still running"):
            program.wait(0.01)
        assert program.kill() == -9
        assert not program.running

    @two
    def test_a_power_cut_kills_all_that_runs_there_and_nothing_else(self, lan: Lan) -> None:
        there = [lan[0].spawn(["sleep", "99"]) for _ in range(3)]
        elsewhere = lan[1].spawn(["sleep", "99"])
        lan[0].signal_all(9)
        assert [program.wait() for program in there] == [-9, -9, -9]
        assert elsewhere.running

    @two
    def test_a_server_inside_the_test_can_live_on_a_host(self, lan: Lan) -> None:
        async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(socket.gethostname().encode())
            writer.close()

        async def serve() -> None:
            async with await asyncio.start_server(say, "", 7000) as server:
                with await asyncio.to_thread(lan[1].connect, lan[0].ip, 7000) as connection:
                    assert await asyncio.to_thread(connection.recv, 9) == b"host0"
                server.close()

        with lan[0].threads() as pool:
            pool.submit(asyncio.run, serve()).result(PATIENT)


class TestCables:
    def test_everything_reaches_everybody(self, lan: Lan) -> None:
        assert reaches(lan[0], lan[2])
        assert hears(lan[0], lan[1])
        assert hears(lan[0], lan[1], "ff02::fb")
        assert hears(lan[0], lan[1], "255.255.255.255")
        assert hears(lan[0], lan[1], "10.77.0.255")
        with lan[1].listen(7000, socket.AF_INET6), lan[2].connect(lan[1].ip6, 7000) as connection:
            assert connection.getpeername()[0] == lan[1].ip6

    @two
    def test_nothing_gets_out(self, lan: Lan) -> None:
        with pytest.raises(TimeoutError):
            lan[0].connect("192.0.2.1", 9, QUIET)
        with socket.create_server(("", 0)) as ours, pytest.raises(OSError, match="refused"):
            lan[0].connect("127.0.0.1", ours.getsockname()[1], QUIET)

    @two
    @pytest.mark.parametrize("silent", [False, True])
    def test_a_cable_can_be_pulled_and_put_back(self, lan: Lan, silent: bool) -> None:
        carrier = "import socket; print(open('/proc/net/route').read())"
        assert "eth0" in lan[0].run([*PYTHON, carrier]).stdout
        lan[0].cut(silent=silent)
        assert ("NO-CARRIER" in lan[0].run(["ip", "link", "show", "eth0"]).stdout) is not silent
        assert cut_off(lan[1], lan[0])
        lan[0].plug()
        assert reaches(lan[1], lan[0])

    @two
    def test_a_connection_outlives_a_short_cut(self, lan: Lan) -> None:
        with lan[0].listen(7000) as server, lan[1].connect(lan[0].ip, 7000, PATIENT) as connection:
            peer, _ = server.accept()
            with peer:
                lan[0].cut()
                peer.send(b"late")
                lan[0].plug()
                assert connection.recv(9) == b"late"

    @two
    def test_a_cable_can_be_slow(self, lan: Lan) -> None:
        lan[0].impair(0.05)
        assert seconds_there_and_back(lan[1], lan[0]) >= 0.1
        lan[0].impair()
        assert seconds_there_and_back(lan[1], lan[0]) < 0.05
        lan[0].cut(silent=True)
        assert cut_off(lan[1], lan[0])
        lan[0].plug()
        lan[0].unimpair()
        assert reaches(lan[1], lan[0])

    @two
    def test_a_cable_can_lose_frames(self, lan: Lan) -> None:
        with lan[0].socket(kind=socket.SOCK_DGRAM) as here, lan[1].socket(kind=socket.SOCK_DGRAM) as there:
            here.bind(("", 7000))
            here.settimeout(PATIENT)
            there.sendto(b"x", (lan[0].ip, 7000))
            assert here.recv(9) == b"x"
            lan[0].impair(loss=0.5)
            for _ in range(200):
                there.sendto(b"x", (lan[0].ip, 7000))
            lan[0].impair()
            there.sendto(b"end", (lan[0].ip, 7000))
            arrived = iter(lambda: here.recv(9), b"end")
            assert 40 < len(list(arrived)) < 160

    @two
    @pytest.mark.parametrize("wrong", [{"delay": 40}, {"loss": 2}, {"jitter": -1}])
    def test_a_bad_cable_is_told_in_seconds_and_shares(self, lan: Lan, wrong: dict[str, float]) -> None:
        with pytest.raises(LabError, match="seconds"):
            lan[0].impair(**wrong)

    @pytest.mark.parametrize("lan", [4], indirect=True)
    def test_a_network_splits_and_heals(self, lan: Lan) -> None:
        lan.split([0, 1], [2, 3])
        assert reaches(lan[0], lan[1])
        assert reaches(lan[2], lan[3])
        assert cut_off(lan[0], lan[2])
        assert deaf(lan[0], lan[3])
        lan.heal()
        assert reaches(lan[0], lan[2])
        assert hears(lan[0], lan[3])

    @two
    def test_an_ear_on_the_wire_hears_each_frame_once(self, lan: Lan) -> None:
        with lan.sniff() as ear:
            with lan[0].listen(7000) as server, lan[1].connect(lan[0].ip, 7000) as connection:
                connection.send(b"in the clear")
                peer, _ = server.accept()
                with peer:
                    assert peer.recv(99) == b"in the clear"
            assert sum(b"in the clear" in frame for frame in ear.frames()) == 1


class TestFirewalls:
    def test_guest_wifi_without_multicast_still_finds_known_addresses(self, lan: Lan) -> None:
        lan.block_multicast()
        assert deaf(lan[0], lan[1])
        assert deaf(lan[0], lan[1], "ff02::fb")
        assert deaf(lan[0], lan[1], "255.255.255.255")
        assert reaches(lan[0], lan[1])
        with lan[1].listen(7000, socket.AF_INET6):
            lan[0].connect(lan[1].ip6, 7000).close()
        lan.block_multicast(broadcast=False)
        assert deaf(lan[0], lan[1])
        assert hears(lan[0], lan[1], "255.255.255.255")
        lan.unblock_multicast()
        assert hears(lan[0], lan[1])

    def test_isolated_hosts_hear_all_but_each_other(self, lan: Lan) -> None:
        lan[0].isolate()
        lan[1].isolate()
        assert cut_off(lan[0], lan[1])
        assert deaf(lan[0], lan[1])
        assert reaches(lan[0], lan[2])
        lan[0].impair()
        lan[0].cut()
        lan[0].plug()
        assert deaf(lan[0], lan[1])
        lan.isolate(False)
        assert reaches(lan[0], lan[1])

    @two
    @pytest.mark.parametrize("way", ["in", "out", "replies"])
    def test_a_tcp_port_can_be_blocked(self, lan: Lan, way: Way) -> None:
        blocked = lan[0] if way == "out" else lan[1]
        blocked.block("tcp", 5000, way)
        blocked.block("tcp", 5000, way)
        assert cut_off(lan[0], lan[1])
        assert reaches(lan[0], lan[1], 5001)
        with lan[1].listen(5000, socket.AF_INET6), pytest.raises(TimeoutError):
            lan[0].connect(lan[1].ip6, 5000, QUIET)
        blocked.unblock("tcp", 5000, way)
        assert reaches(lan[0], lan[1])

    @two
    def test_a_udp_port_can_be_blocked(self, lan: Lan) -> None:
        lan[0].block("udp", 5353)
        assert deaf(lan[0], lan[1])
        assert reaches(lan[1], lan[0], 5353)
        lan[0].unblock("udp", 5353)
        assert hears(lan[0], lan[1])


class TestLids:
    @two
    def test_a_frozen_program_is_silent_while_its_kernel_answers(self, lan: Lan) -> None:
        server = lan[0].spawn([*PYTHON, ECHO])
        server.wait_for("^up$")
        with lan[1].connect(lan[0].ip, 7000) as connection:
            server.freeze()
            connection.settimeout(QUIET)
            connection.send(b"x")
            with pytest.raises(TimeoutError):
                connection.recv(9)
            assert unacknowledged(connection) == 0
            server.thaw()
            connection.settimeout(PATIENT)
            assert connection.recv(9) == b"x"

    @two
    def test_a_sleeping_laptop_answers_nothing_and_goes_on_when_woken(self, lan: Lan) -> None:
        server = lan[0].spawn([*PYTHON, ECHO])
        server.wait_for("^up$")
        with lan[1].connect(lan[0].ip, 7000) as connection:
            lan[0].sleep()
            connection.settimeout(QUIET)
            connection.send(b"x")
            with pytest.raises(TimeoutError):
                connection.recv(9)
            assert unacknowledged(connection) > 0
            lan[0].wake()
            connection.settimeout(PATIENT)
            assert connection.recv(9) == b"x"


class TestAddresses:
    @two
    def test_a_host_gets_another_address(self, lan: Lan) -> None:
        with lan[0].listen(7000) as server, lan[1].connect(lan[0].ip, 7000) as connection:
            peer, _ = server.accept()
            with peer:
                lan[0].set_ip("10.77.0.99")
                connection.settimeout(QUIET)
                connection.send(b"x")
                with pytest.raises(OSError, match="timed out"):
                    connection.recv(9)
        assert lan[0].ip == "10.77.0.99"
        assert reaches(lan[1], lan[0])

    @two
    def test_a_host_without_ipv4_is_reached_by_ipv6(self, lan: Lan) -> None:
        lan[0].set_ip(None)
        with pytest.raises(LabError, match="no IPv4"):
            str(lan[0].ip)
        assert "inet " not in lan[0].run(["ip", "address", "show", "eth0"]).stdout
        with lan[0].listen(7000, socket.AF_INET6):
            lan[1].connect(lan[0].ip6, 7000).close()
        lan[0].set_ip6("fd77::1")
        lan[1].set_ip6("fd77::2")
        with lan[0].listen(7000, socket.AF_INET6):
            lan[1].connect("fd77::1", 7000).close()

    @pytest.mark.lab
    def test_a_lab_can_be_without_ipv4_or_ipv6(self) -> None:
        with Lan(1, ipv4=False) as six, Lan(1, ipv6=False) as four:
            assert "inet " not in six[0].run(["ip", "address", "show", "eth0"]).stdout
            assert "inet6" not in four[0].run(["ip", "address", "show", "eth0"]).stdout

    @two
    def test_the_network_can_be_off_and_come_on(self, lan: Lan) -> None:
        lan[0].airplane()
        with pytest.raises(OSError, match="unreachable"):
            lan[0].connect(lan[1].ip, 5000)
        assert cut_off(lan[1], lan[0])
        lan[0].airplane(False)
        assert reaches(lan[1], lan[0])
        assert hears(lan[0], lan[1])

    @two
    @pytest.mark.parametrize(
        ("kind", "flags"),
        [("bridge", "NO-CARRIER"), ("tun", "POINTOPOINT"), ("veth", "LOWER_UP"), ("lan", "LOWER_UP")],
    )
    def test_further_interfaces_come_and_go(self, lan: Lan, kind: Kind, flags: str) -> None:
        lan[0].add_interface("extra0", kind, "172.17.0.1/16")
        told = lan[0].run(["ip", "address", "show", "extra0"]).stdout
        assert flags in told
        assert "172.17.0.1/16" in told
        assert reaches(lan[0], lan[1])
        lan[0].remove_interface("extra0")
        assert "extra0" not in lan[0].run(["ip", "link"]).stdout
        assert reaches(lan[0], lan[1])

    @two
    def test_a_vpn_takes_the_default_route_and_with_it_limited_broadcast(self, lan: Lan) -> None:
        lan[1].add_interface("tun0", "tun", "10.8.0.2/24", default_route=True)
        assert reaches(lan[0], lan[1])
        assert deaf(lan[0], lan[1], "255.255.255.255")
        assert hears(lan[0], lan[1], "10.77.0.255")
        lan[1].remove_interface("tun0")
        assert hears(lan[0], lan[1], "255.255.255.255")

    @two
    def test_a_second_cable_leads_to_the_same_network(self, lan: Lan) -> None:
        lan[0].add_interface("eth1", "lan", "10.77.0.50/24")
        with lan[0].listen(7000):
            lan[1].connect("10.77.0.50", 7000).close()


class TestTidiness:
    @two
    def test_two_labs_with_the_same_addresses_do_not_meet(self, lan: Lan) -> None:
        with Lan(2) as other:
            assert other[0].ip == lan[0].ip
            with lan[0].listen(7000):
                with pytest.raises(ConnectionRefusedError):
                    other[1].connect(other[0].ip, 7000)
                lan[1].connect(lan[0].ip, 7000).close()

    @pytest.mark.lab
    def test_closing_ends_every_program_and_removes_every_file(self) -> None:
        with Lan(1) as lan:
            program = lan[0].spawn(["sh", "-c", "sleep 99 & sleep 99"])
            lan[0].sleep()
            home = lan[0].home
        assert not program.running
        assert not home.exists()
        assert not lan[0].processes[0].running

    @pytest.mark.lab
    @pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="Linux")
    def test_a_killed_test_leaves_nothing_behind(self) -> None:
        code = """
import os, sys
from tests.lab.lan import Lan
lan = Lan(2)
sleeper = lan[0].spawn(["sh", "-c", "sleep 99 & echo $! && sleep 99"])
child = sleeper.wait_for(r"^(\\d+)$")[1]
lan[1].impair(0.01)
inodes = {os.fstat(n.fd).st_ino for n in (lan._switch, *(host.namespace for host in lan))}
print(lan._folder, *inodes, "|", sleeper.pid, child, *lan._switch.pids(), flush=True)
sys.stdin.read()
"""
        with subprocess.Popen(
            [*PYTHON, code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=_environ()
        ) as owner:
            assert owner.stdout is not None
            (folder, *inodes), pids = (part.split() for part in owner.stdout.readline().split("|"))
            networks = {int(inode) for inode in inodes}
            assert len(pids) == 3
            assert all(lives_in(int(pid), networks) for pid in pids)
            owner.kill()
            assert not owner.stdout.read()  # the keeper had it too: now both are gone
        assert not any(lives_in(int(pid), networks) for pid in pids)
        assert not Path(folder).exists()


class TestRelay:
    """What needs neither root nor Linux."""

    def test_frames_keep_their_order(self) -> None:
        out: list[bytes] = []
        lane = Lane(out.append, random.Random(1), delay=0.5, jitter=0.4)
        frames = [bytes([number]) for number in range(100)]
        for number, frame in enumerate(frames):
            lane.take(frame, number / 100)
        lane.deliver(0.05)
        assert not out
        lane.deliver(2.0)
        assert out == frames

    def test_frames_are_lost_by_chance(self) -> None:
        out: list[bytes] = []
        lane = Lane(out.append, random.Random(1), loss=0.3)
        for _ in range(1000):
            lane.take(b"x", 0.0)
        lane.deliver(0.0)
        assert 600 < len(out) < 800
        assert lane.due() == float("inf")


def _environ() -> dict[str, str]:
    root = str(Path(__file__).parents[2])
    return os.environ | {"PYTHONPATH": root}
