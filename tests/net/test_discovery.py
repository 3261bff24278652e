"""Tables that tell of themselves and lists that find them, on this machine alone."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import socket
import struct
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from zeroconf import DNSOutgoing, DNSPointer, DNSText, IPVersion, const  # type: ignore[attr-defined]
from zeroconf.asyncio import AsyncZeroconf

from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import beacon as beacon_module
from lan_thirteen.net.addresses import Mark, OwnAddress, Target
from lan_thirteen.net.beacon import Beacon
from lan_thirteen.net.browser import Browser, resolve
from lan_thirteen.net.datagrams import open_datagrams
from lan_thirteen.net.rows import Listed, Pulse
from lan_thirteen.net.watch import Reach
from lan_thirteen.wire.advert import SERVICE, Advert, instance_name, properties
from tests.support.adverts import new_table

HOME = "127.0.0.1"
LOOPBACK = (OwnAddress(HOME, 8, "lo", 1, Mark.REAL),)
HERE = Reach(lambda: LOOPBACK, (HOME,))
TIMING = Timing().scaled(0.25)
SOON = 10.0

Rows = tuple[Listed, ...]


def run(work: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(3 * SOON):
            await work

    asyncio.run(limited())


async def until(browser: Browser, wanted: Callable[[Rows], bool]) -> Rows:
    """The list as soon as it is like that. Other tests on this machine have tables, too."""
    async with asyncio.timeout(SOON):
        async for tables in browser.watch():
            if wanted(tables):
                return tables
    raise AssertionError


def of(tables: Rows, table: Advert) -> list[Listed]:
    return [row for row in tables if row.advert.table == table.table]


def shows(table: Advert, pulse: Pulse = Pulse.ALIVE) -> Callable[[Rows], bool]:
    return lambda tables: [(row.advert, row.pulse) for row in of(tables, table)] == [(table, pulse)]


def lacks(table: Advert) -> Callable[[Rows], bool]:
    return lambda tables: not of(tables, table)


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind((HOME, 0))
        port: int = sock.getsockname()[1]
        return port


def beacon(table: Advert, port: int | None = None) -> Beacon:
    return Beacon(table, port or free_port(), TIMING, reach=HERE)


def browser(recent: Sequence[Target] = ()) -> Browser:
    return Browser(TIMING, recent=recent, reach=HERE)


class Adapters:
    """Stands for AsyncZeroconf on a machine some of whose adapters raise."""

    def __init__(self, bad: set[str], everywhere: Sequence[str] = (HOME,)) -> None:
        self._bad = bad
        self._everywhere = list(everywhere)
        self.opened: list[list[str]] = []

    def __call__(self, interfaces: object, ip_version: IPVersion) -> AsyncZeroconf:
        chosen = interfaces if isinstance(interfaces, list) else self._everywhere
        if self._bad & set(chosen):
            raise OSError("a bad adapter")
        self.opened.append(chosen)
        return AsyncZeroconf(interfaces=chosen, ip_version=ip_version)


def test_a_table_is_found_by_who_looks_already_and_by_who_comes_later() -> None:
    async def main() -> None:
        table, port = new_table(), free_port()
        async with browser() as early, beacon(table, port):
            (row,) = of(await until(early, shows(table)), table)
            assert row.targets == (Target(HOME, port),)
            assert row.ping is not None
            async with browser() as late:
                await until(late, shows(table))

    run(main())


def test_seats_and_status_follow_live() -> None:
    async def main() -> None:
        table = new_table(taken=0, seats=6)
        async with browser() as looking, beacon(table) as telling:
            await until(looking, shows(table))
            for taken in range(1, 7):
                table = replace(table, taken=taken)
                telling.update(table)
            await until(looking, shows(table))

    run(main())


def test_a_table_that_closes_is_gone_at_once() -> None:
    async def main() -> None:
        table = new_table()
        async with browser() as looking:
            async with beacon(table):
                await until(looking, shows(table))
            begun = asyncio.get_running_loop().time()
            await until(looking, lacks(table))
            assert asyncio.get_running_loop().time() - begun < 2 * TIMING.settled + 0.5

    run(main())


def test_a_table_that_falls_silent_is_grey_and_then_gone_and_comes_back() -> None:
    async def main() -> None:
        table, port = new_table(), free_port()
        async with browser() as looking, beacon(table, port) as telling:
            await until(looking, shows(table))
            for transport in telling._transports:
                transport.close()
            await until(looking, shows(table, Pulse.STALE))
            await until(looking, lacks(table))
            async with beacon(table, port):
                await until(looking, shows(table))

    run(main())


def test_tables_of_one_name_on_one_machine_are_all_found_each_at_its_port() -> None:
    async def main() -> None:
        tables = {free_port(): new_table(name="Game night") for _ in range(5)}
        beacons = [beacon(table, port) for port, table in tables.items()]
        async with browser() as looking, beacons[0], beacons[1], beacons[2], beacons[3], beacons[4]:
            for port, table in tables.items():
                (row,) = of(await until(looking, shows(table)), table)
                assert row.targets == (Target(HOME, port),)

    run(main())


def test_without_multicast_a_table_is_found_where_it_was_before(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        table, port = new_table(), free_port()
        monkeypatch.setattr(beacon_module, "AsyncZeroconf", Adapters(bad={HOME}))
        async with beacon(table, port) as telling, browser([Target(HOME, port), Target("x.local")]) as looking:
            await until(looking, shows(table))
            assert looking.trouble == Refusal("discovery.no-multicast")
            assert telling.trouble == Refusal("discovery.not-announced")

    run(main())


def test_a_bad_adapter_is_passed_over(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    bad = OwnAddress("127.0.0.7", 8, "bad0", 7, Mark.REAL)
    adapters = Adapters({bad.ip}, (HOME, bad.ip))
    all_of_it = Reach(lambda: (bad, *LOOPBACK))

    async def main() -> None:
        monkeypatch.setattr(beacon_module, "AsyncZeroconf", adapters)
        table = new_table()
        async with Browser(TIMING, reach=all_of_it) as looking, Beacon(table, free_port(), TIMING, reach=all_of_it):
            await until(looking, shows(table))

    with caplog.at_level(logging.INFO):
        run(main())
    assert adapters.opened == [[HOME]] * 4, "each is tried alone, then used"
    assert f"no multicast on ['{bad.ip}']" in caplog.text


def test_a_machine_is_found_by_its_name() -> None:
    async def main() -> None:
        table = new_table()
        async with browser() as looking, beacon(table) as telling:
            await until(looking, shows(table))
            assert await resolve(f"{telling._name}.local", TIMING, HERE) == (HOME,)
            assert await resolve("nobody-has-this-name.local", TIMING, HERE) == ()

    run(main())


def test_a_place_that_is_typed_later_is_asked_too() -> None:
    async def main() -> None:
        table, port = new_table(), free_port()
        async with beacon(table, port), browser() as looking:
            looking.ask(Target(HOME, port))
            await until(looking, shows(table))

    run(main())


def test_a_table_behind_a_firewall_that_lets_only_connections_in_is_found() -> None:
    async def main() -> None:
        table, port = new_table(), free_port()
        async with beacon(table, port) as telling, browser() as looking:
            for transport in telling._transports:
                transport.close()
            server = await asyncio.start_server(lambda _, writer: writer.close(), HOME, port)
            plain = replace(table, program="", avatars=())
            await until(looking, shows(plain))
            server.close()
            await server.wait_closed()
            await until(looking, lacks(table))

    run(main())


def test_a_port_that_is_taken_is_said_and_the_table_is_announced_all_the_same() -> None:
    async def main() -> None:
        table = new_table()
        with open_datagrams(0, (HOME,))[0] as taken:
            port = taken.getsockname()[1]
            async with beacon(table, port) as telling, browser() as looking:
                assert telling.trouble == Refusal("discovery.no-answers", (port,))
                await until(looking, lambda tables: bool(of(tables, table)))

    run(main())


def test_no_network_is_said_and_finding_begins_by_itself_when_there_is_one() -> None:
    async def main() -> None:
        own: list[tuple[OwnAddress, ...]] = [()]
        later = Reach(lambda: own[0], (HOME,))
        table, port = new_table(), free_port()
        async with Browser(TIMING, reach=later) as looking, Beacon(table, port, TIMING, reach=HERE):
            await until(looking, lambda _: looking.trouble == Refusal("discovery.no-network"))
            own[0] = LOOPBACK
            await until(looking, shows(table))
            await until(looking, lambda _: looking.trouble is None)

    run(main())


@asynccontextmanager
async def loudspeaker() -> AsyncIterator[Callable[[bytes], None]]:
    """Says anything to all who hear multicast on this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(HOME))
        sock.bind((HOME, 5353))

        def say(data: bytes) -> None:
            sock.sendto(data, ("224.0.0.251", 5353))

        yield say


def announcement(table: Advert) -> bytes:
    """What multicast says of a table, without a word on where it is."""
    name = f"{instance_name(table.table, bytes(2))}.{SERVICE}"
    out = DNSOutgoing(const._FLAGS_QR_RESPONSE | const._FLAGS_AA)
    strings = [f"{key}={value}".encode() for key, value in properties(table).items()]
    text = b"".join(struct.pack("B", len(string)) + string for string in strings)
    out.add_answer_at_time(DNSPointer(SERVICE, const._TYPE_PTR, const._CLASS_IN, 4500, name), 0)
    out.add_answer_at_time(DNSText(name, const._TYPE_TXT, const._CLASS_IN, 4500, text), 0)
    (packet,) = out.packets()
    return packet


def test_malformed_multicast_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    luck = random.Random(13)
    whole = announcement(new_table())

    def damaged() -> bytes:
        data = bytearray(whole)
        for _ in range(luck.randint(1, 12)):
            data[luck.randrange(len(data))] = luck.randrange(256)
        return bytes(data[: luck.randint(1, len(data))]) if luck.random() < 0.3 else bytes(data)

    async def main() -> None:
        faults: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
        table = new_table()
        async with browser() as looking, loudspeaker() as say:
            await asyncio.wait_for(looking._looked.wait(), SOON)
            for _ in range(1000):
                say(damaged())
                await asyncio.sleep(0)
            async with beacon(table):
                await until(looking, shows(table))
        assert faults == []

    run(main())
    assert [record for record in caplog.records if record.name.startswith("lan_thirteen")] == []


def test_a_false_goodbye_takes_no_table_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        table = new_table()
        async with browser() as looking, beacon(table) as telling, loudspeaker() as say:
            await until(looking, shows(table))
            name = f"{telling._name}.{SERVICE}"
            goodbye = DNSOutgoing(const._FLAGS_QR_RESPONSE | const._FLAGS_AA)
            goodbye.add_answer_at_time(DNSPointer(SERVICE, const._TYPE_PTR, const._CLASS_IN, 0, name), 0)
            heard, defended = asyncio.Event(), asyncio.Event()
            withdrawn, answered = looking._rows.withdrawn, looking._rows.answered

            def on_withdrawn(instance: str, now: float) -> None:
                withdrawn(instance, now)
                if instance == name:
                    heard.set()

            def on_answered(advert: Advert, *rest: Any) -> None:
                answered(advert, *rest)
                if heard.is_set() and advert == table:
                    defended.set()

            monkeypatch.setattr(looking._rows, "withdrawn", on_withdrawn)
            monkeypatch.setattr(looking._rows, "answered", on_answered)
            say(goodbye.packets()[0])
            await heard.wait()
            await defended.wait()
            assert shows(table)(looking.tables())

    run(main())


def test_a_loop_that_was_blocked_blames_no_table() -> None:
    async def main() -> None:
        table = new_table()
        async with browser() as looking, beacon(table):
            await until(looking, shows(table))
            gone = asyncio.create_task(until(looking, lacks(table)))
            clock = asyncio.get_running_loop().time
            end = clock() + 1.5 * TIMING.gone
            while clock() < end:  # nothing else may run meanwhile
                pass
            second = new_table()
            async with beacon(second):
                await until(looking, shows(second))
                await until(looking, shows(table))
            assert not gone.done()
            gone.cancel()

    run(main())


def test_a_list_that_is_closed_while_it_is_being_opened_leaves_no_socket_open() -> None:
    async def main(steps: int) -> None:
        looking = browser()
        async with looking:
            for _ in range(steps):
                await asyncio.sleep(0)

    for steps in range(30):
        run(main(steps))
        gc.collect()  # a socket that was left open would warn now


def test_a_list_asks_anew_when_it_is_told_to() -> None:
    async def main() -> None:
        async with browser() as looking:
            await until(looking, lambda rows: True)
            table, port = new_table(), free_port()
            async with beacon(table, port):
                await until(looking, shows(table))
                looking.refresh()
                await until(looking, shows(table))

    run(main())
