"""Receipts by broadcast: all who are there hear them, past the host, and nobody is in the table's way."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from random import Random
from typing import Any

import pytest

from lan_thirteen.core.timing import Timing
from lan_thirteen.net import ear as ear_module
from lan_thirteen.net.addresses import Mark, OwnAddress, Target
from lan_thirteen.net.datagrams import Answerer, Asker, open_datagrams
from lan_thirteen.net.ear import TIMES, Ear, Hearing
from lan_thirteen.net.ports import Doors, open_doors
from lan_thirteen.net.server import listen
from lan_thirteen.net.watch import EVERY_NETWORK, Reach
from lan_thirteen.wire.advert import Advert
from lan_thirteen.wire.limits import (
    BURST_RECEIPTS,
    BURST_RECEIPTS_IN_ALL,
    RECEIPTS_PER_SECOND,
    RECEIPTS_REMEMBERED,
)
from lan_thirteen.wire.receipt import Overheard, receipt
from tests.lab.lan import Lan
from tests.support.adverts import KITCHEN
from tests.support.receipts import ANA, BO, CEM, receipt_of
from tests.support.waiting import eventually

HOME = "127.0.0.1"
LOOPBACK = OwnAddress(HOME, 8, "lo", 1, Mark.REAL)
HERE = Reach(lambda: (LOOPBACK,), (HOME,))
TIMING = Timing().scaled(0.1)
SOON = 10.0
"""Seconds."""

broadcasts = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a broadcast address of its own machine")


def run(work: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(SOON):
            await work

    asyncio.run(limited())


class Listener:
    """An ear, and what it heard."""

    def __init__(self, port: int, reach: Reach = HERE) -> None:
        self.heard: asyncio.Queue[Overheard] = asyncio.Queue()
        self.ear = Ear(port, self.heard.put_nowait, TIMING, reach)

    async def __aenter__(self) -> Listener:
        await self.ear.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.ear.__aexit__()


@asynccontextmanager
async def open_table() -> AsyncIterator[Doors]:
    """A table that answers at a port of its own."""
    doors = open_doors(listen, ())
    transports = [
        (await asyncio.get_running_loop().create_datagram_endpoint(lambda: Answerer(lambda: KITCHEN), sock=sock))[0]
        for sock in doors.datagrams
    ]
    yield doors
    for transport in transports:
        transport.close()
    doors.listener.close()


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("", 0))
        port: int = sock.getsockname()[1]
        return port


@broadcasts
def test_all_programs_of_a_machine_hear_each_other_and_themselves_once_each_time() -> None:
    async def main() -> None:
        port = free_port()
        async with Listener(port) as ana, Listener(port) as bo:
            for key, speaker in ((ANA, ana), (BO, bo)):
                said = receipt_of(key)
                speaker.ear.tell(said)
                assert [await ana.heard.get(), await bo.heard.get()] == [said, said]
            last = receipt_of(ANA, 2)
            ana.ear.tell(last)
            assert [await ana.heard.get(), await bo.heard.get()] == [last, last]
            assert ana.heard.empty()
            assert bo.heard.empty()

    run(main())


@broadcasts
def test_who_is_called_away_while_it_is_being_opened_leaves_no_socket_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        ear, is_listening = Ear(free_port(), lambda heard: None, TIMING, HERE), asyncio.Event()
        settle = ear._settle

        async def settle_for_long(own: Any) -> None:
            await settle(own)
            is_listening.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(ear, "_settle", settle_for_long)
        opening = asyncio.create_task(ear.__aenter__())
        await is_listening.wait()
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)
        assert ear._transports
        assert all(transport.is_closing() for transport in ear._transports.values())
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main())


@broadcasts
def test_a_receipt_is_said_a_few_times() -> None:
    async def main() -> None:
        port, loop = free_port(), asyncio.get_running_loop()
        async with Listener(port) as ana:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                sock.setblocking(False)
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                sock.bind(("127.255.255.255", port))
                ana.ear.tell(receipt_of(ANA))
                assert {await loop.sock_recv(sock, 1024) for _ in range(TIMES)} == {receipt(receipt_of(ANA))}
                assert not ana.ear._again
                ana.ear.tell(receipt_of(BO))
                assert len(ana.ear._again) == TIMES - 1
        assert all(handle.cancelled() for handle in ana.ear._again)

    run(main())


@broadcasts
def test_an_ear_beside_a_table_hears_and_takes_none_of_its_questions() -> None:
    async def main() -> None:
        told: asyncio.Queue[Advert] = asyncio.Queue()
        asker = Asker(lambda advert, *_: told.put_nowait(advert), Timing())
        await asker.open()
        async with open_table() as doors, Listener(doors.port) as ana, Listener(doors.port) as bo:
            assert not ana.ear.is_deaf
            ana.ear.tell(receipt_of(ANA))
            assert await bo.heard.get() == receipt_of(ANA)
            asker.ask(Target(HOME, doors.port))
            assert await told.get() == KITCHEN
            asker.call("127.255.255.255", [doors.port])
            assert await told.get() == KITCHEN
            assert told.empty(), "the ear answers nobody, and the table no receipt"
        asker.close()

    run(main())


@broadcasts
def test_a_table_can_be_opened_where_an_ear_is_but_not_where_a_table_is() -> None:
    async def main() -> None:
        port = free_port()
        async with Listener(port) as ana:
            doors = open_doors(listen, (port,), or_any=False)
            try:
                with pytest.raises(OSError, match="in use"):
                    open_doors(listen, (port,), or_any=False)
                with pytest.raises(OSError, match="in use"):
                    open_datagrams(port)
                ana.ear.tell(receipt_of(ANA))
                assert await ana.heard.get() == receipt_of(ANA)
            finally:
                doors.close()

    run(main())


def test_where_another_program_has_the_port_for_itself_the_ear_is_deaf_and_nothing_breaks() -> None:
    async def main() -> None:
        with open_datagrams(0, ("0.0.0.0",))[0] as taken:  # noqa: S104
            port = taken.getsockname()[1]
            async with Listener(port) as ana:
                assert ana.ear.is_deaf
                ana.ear.tell(receipt_of(ANA))

    run(main())


def test_where_no_broadcast_address_can_be_had_the_whole_port_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = ear_module._open

    def strict(host: str, port: int) -> socket.socket:
        if host != "0.0.0.0":  # noqa: S104
            raise OSError("as on Windows")
        return opened(host, port)

    monkeypatch.setattr(ear_module, "_open", strict)

    async def main() -> None:
        port = free_port()
        async with Listener(port) as ana:
            assert not ana.ear.is_deaf
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                sock.sendto(receipt(receipt_of(BO)), (HOME, port))
            assert await ana.heard.get() == receipt_of(BO)

    run(main())


@broadcasts
def test_an_ear_goes_where_the_laptop_goes() -> None:
    own = [LOOPBACK]
    elsewhere = OwnAddress("127.7.0.1", 16, "lo", 1, Mark.REAL)
    wandering = Reach(lambda: tuple(own), (HOME, elsewhere.ip))

    async def main() -> None:
        port = free_port()
        async with Listener(port, wandering) as ana:
            assert set(ana.ear._transports) == {"127.255.255.255"}
            own[:] = [elsewhere]
            wanted = {"127.7.255.255", "255.255.255.255"}
            await asyncio.to_thread(eventually, lambda: set(ana.ear._transports) == wanted, SOON)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                sock.sendto(receipt(receipt_of(BO)), ("127.7.255.255", port))
            assert await ana.heard.get() == receipt_of(BO)

    run(main())


def test_a_laptop_that_does_not_tell_its_addresses_hears_nothing_and_plays_on() -> None:
    def broken() -> tuple[OwnAddress, ...]:
        raise OSError

    async def main() -> None:
        async with Listener(free_port(), Reach(broken)) as ana:
            ana.ear.tell(receipt_of(ANA))
            assert ana.ear.is_deaf

    run(main())


def test_whatever_comes_in_nothing_breaks_and_only_receipts_are_handed_on() -> None:
    async def main() -> None:
        heard: list[Overheard] = []
        hearing, rng, good = Hearing(heard.append), Random(1), receipt(receipt_of(ANA))
        for number in range(20_000):
            data = bytearray(good)
            for _ in range(rng.randrange(3)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            cut = rng.choice((len(data), rng.randrange(len(data))))
            hearing.datagram_received(bytes(data[:cut]), (f"10.0.{number >> 8}.{number & 255}", 1))
            hearing.datagram_received(rng.randbytes(rng.randrange(300)), ("fe80::1%2", 1, 0, 2))
        assert heard
        assert heard[0] == receipt_of(ANA)
        assert len(hearing._heard) <= RECEIPTS_REMEMBERED

    run(main())


def spoken(number: int) -> bytes:
    """One of many different receipts; whether they are signed is not the ear's business."""
    return receipt(Overheard(bytes(16), 1, number, 1, 1, bytes(32), "green", bytes(32), bytes(64)))


def test_a_flood_is_not_handed_on_and_what_is_said_again_costs_nothing() -> None:
    async def main() -> None:
        heard: list[Overheard] = []
        now = 0.0
        hearing = Hearing(heard.append)
        hearing._clock = lambda: now
        for _ in range(3):
            for number in range(8):
                hearing.datagram_received(spoken(number), ("10.0.0.1", 1))
        assert len(heard) == 8
        for number in range(8, 1000):
            hearing.datagram_received(spoken(number), ("10.0.0.1", number))
        assert len(heard) == BURST_RECEIPTS
        hearing.datagram_received(spoken(1001), ("10.0.0.2", 1))
        assert len(heard) == BURST_RECEIPTS + 1, "the others are heard all the same"
        now += 1.0
        for number in range(1000):
            hearing.datagram_received(spoken(number), ("10.0.0.1", 1))
        assert len(heard) == BURST_RECEIPTS + 1 + int(RECEIPTS_PER_SECOND)
        now += 100.0
        for number in range(2000):
            hearing.datagram_received(spoken(2000 + number), (f"10.1.{number >> 8}.{number & 255}", 1))
        assert len(heard) == BURST_RECEIPTS + 1 + int(RECEIPTS_PER_SECOND) + BURST_RECEIPTS_IN_ALL
        assert len(hearing._heard) == RECEIPTS_REMEMBERED

    run(main())


def exchanged(lan: Lan, *, tables_at: int | None = None) -> list[set[bytes]]:
    """One laptop each says its receipt; the seat keys that each of them has heard."""
    port, all_there = 41313, threading.Barrier(len(lan))

    async def laptop(number: int) -> set[bytes]:
        async with AsyncExitStack() as stack:
            if number == tables_at:
                stack.callback(open_doors(listen, (port,), or_any=False).close)
            own = await stack.enter_async_context(Listener(port, EVERY_NETWORK))
            await asyncio.to_thread(all_there.wait, SOON)
            own.ear.tell(receipt_of(LAPTOPS[number]))
            heard = set[bytes]()
            with suppress(TimeoutError):
                async with asyncio.timeout(SOON):
                    while len(heard) < len(lan):
                        heard.add((await own.heard.get()).key)
            await asyncio.to_thread(all_there.wait, 2 * SOON)
            return heard

    with ExitStack() as pools:
        threads = [pools.enter_context(host.threads()) for host in lan]
        work = [pool.submit(lambda n=n: asyncio.run(laptop(n))) for n, pool in enumerate(threads)]  # type: ignore[misc]
        return [each.result() for each in work]


LAPTOPS = (ANA, BO, CEM)
ALL = {key.public for key in LAPTOPS}


def test_all_laptops_of_a_network_hear_each_other_the_one_with_the_table_too(lan: Lan) -> None:
    assert exchanged(lan, tables_at=0) == [ALL] * len(lan)


def test_a_laptop_whose_way_to_elsewhere_is_a_vpn_is_heard_and_hears(lan: Lan) -> None:
    lan[1].add_interface("tun0", "tun", "10.99.0.2/24", default_route=True)
    lan[2].add_interface("docker0", "bridge", "172.17.0.1/16")
    assert exchanged(lan) == [ALL] * len(lan)


def test_a_laptop_whose_network_has_another_size_than_that_of_the_others_is_heard(lan: Lan) -> None:
    lan[1].namespace.ip("address flush dev eth0", "address add 10.77.0.12/16 broadcast + dev eth0")
    assert exchanged(lan) == [ALL] * len(lan)


def test_a_receipt_goes_to_the_address_of_all_and_to_that_of_the_network(lan: Lan) -> None:
    """Some systems let nobody listen at the first one, and some networks let nothing through to the other."""
    port, places = 41313, ("255.255.255.255", "10.77.0.255")

    async def say() -> None:
        async with Listener(port, EVERY_NETWORK) as ana:
            ana.ear.tell(receipt_of(ANA))

    with ExitStack() as stack:
        socks = [stack.enter_context(lan[1].socket(socket.AF_INET, socket.SOCK_DGRAM)) for _ in places]
        for sock, place in zip(socks, places, strict=True):
            sock.bind((place, port))
            sock.settimeout(SOON)
        stack.enter_context(lan[0].threads()).submit(lambda: asyncio.run(say())).result()
        assert [sock.recv(1024) for sock in socks] == [receipt(receipt_of(ANA))] * 2
