"""Questions and answers by UDP, on this machine alone."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.addresses import PORTS, Target
from lan_thirteen.net.datagrams import Answerer, Asker, open_datagrams
from lan_thirteen.net.ports import open_doors
from lan_thirteen.wire.advert import Advert, answer, answered, question
from lan_thirteen.wire.limits import ASKERS, BURST_ANSWERS, QUESTION_BYTES
from tests.support.adverts import KITCHEN, new_table

T = TypeVar("T")
HOME = ("127.0.0.1",)
SOON = 5.0


def run(work: Coroutine[Any, Any, T]) -> T:
    async def limited() -> T:
        async with asyncio.timeout(SOON):
            return await work

    return asyncio.run(limited())


@asynccontextmanager
async def table(advert: Callable[[], Advert] = lambda: KITCHEN, host: str = HOME[0]) -> AsyncIterator[Target]:
    """A table that answers; where it is."""
    (sock,) = open_datagrams(0, (host,))
    port = sock.getsockname()[1]
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(lambda: Answerer(advert), sock=sock)
    yield Target(host, port)
    transport.close()


class Asking:
    """An asker, and what it was told."""

    def __init__(self) -> None:
        self.told: asyncio.Queue[tuple[Advert, Target, float]] = asyncio.Queue()
        self.asker = Asker(lambda *what: self.told.put_nowait(what), Timing())

    async def __aenter__(self) -> Asking:
        await self.asker.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.asker.close()


class Ear(asyncio.DatagramProtocol):
    """Hears everything, says nothing by itself."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[tuple[bytes, tuple[Any, ...]]] = asyncio.Queue()

    def datagram_received(self, data: bytes, addr: tuple[Any, ...]) -> None:
        self.heard.put_nowait((data, addr))


@asynccontextmanager
async def ear() -> AsyncIterator[tuple[Ear, asyncio.DatagramTransport, Target]]:
    transport, protocol = await asyncio.get_running_loop().create_datagram_endpoint(Ear, local_addr=(HOME[0], 0))
    yield protocol, transport, Target(HOME[0], transport.get_extra_info("sockname")[1])
    transport.close()


def test_a_question_is_answered_with_the_table_as_it_is_now() -> None:
    async def main() -> None:
        now = KITCHEN
        async with table(lambda: now) as where, Asking() as asking:
            asking.asker.ask(where)
            assert (await asking.told.get())[:2] == (KITCHEN, where)
            now = new_table(taken=4)
            asking.asker.ask(where)
            advert, _, seconds = await asking.told.get()
            assert advert == now
            assert 0 < seconds < SOON

    run(main())


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_ipv6_is_answered_too() -> None:
    async def main() -> None:
        async with table(host="::1") as where, Asking() as asking:
            asking.asker.ask(where)
            assert (await asking.told.get())[1] == where

    run(main())


def test_an_answer_that_nobody_asked_for_or_from_elsewhere_is_not_believed() -> None:
    async def main() -> None:
        async with table() as where, Asking() as asking, ear() as (heard, voice, there):
            asking.asker.ask(Target("127.0.0.2", there.port))  # which the ear does not hear
            asking.asker.ask(there)
            data, asker = await heard.heard.get()
            voice.sendto(answer(bytes(16), KITCHEN), asker)
            voice.sendto(b"LAN13!\x01" + data[7:23] + b"\xff", asker)
            voice.sendto(answer(data[7:23], KITCHEN), asker)
            voice.sendto(answer(data[7:23], new_table()), asker)  # a second answer to the same question
            assert (await asking.told.get())[:2] == (KITCHEN, there)
            asking.asker.ask(where)
            assert (await asking.told.get())[1] == where
            assert asking.told.empty()

    run(main())


def test_an_answer_from_another_machine_than_was_asked_is_not_believed() -> None:
    async def main() -> None:
        async with table() as where, Asking() as asking, ear() as (heard, _, there):
            asking.asker.ask(there)
            data, asker = await heard.heard.get()
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
                other.bind(("127.0.0.2", 0))
                other.sendto(answer(data[7:23], new_table()), asker)
            asking.asker.ask(where)
            assert (await asking.told.get())[0] == KITCHEN

    run(main())


def test_a_call_is_answered_by_all_that_hear_it() -> None:
    async def main() -> None:
        second = new_table()
        async with table() as one, table(lambda: second) as two, Asking() as asking:
            assert one.port is not None
            assert two.port is not None
            asking.asker.call(HOME[0], [one.port, two.port])
            told = [await asking.told.get() for _ in range(2)]
            assert {target: advert for advert, target, _ in told} == {one: KITCHEN, two: second}

    run(main())


def test_a_flood_of_questions_is_answered_eight_times_and_noise_never() -> None:
    async def main() -> None:
        async with table() as where, ear() as (heard, voice, _), ear() as (_, second, _):
            place = (where.host, where.port)
            for noise in (b"", b"LAN13?", question(bytes(16))[:-1], answer(bytes(16), KITCHEN), bytes(QUESTION_BYTES)):
                voice.sendto(noise, place)
            for number in range(50):
                second.sendto(question(bytes([number]) * 16), place)  # the same machine, another program
                voice.sendto(question(bytes([number]) * 16), place)
            told = [await heard.heard.get() for _ in range(BURST_ANSWERS // 2)]
            assert all(len(data) <= QUESTION_BYTES and answered(data) is not None for data, _ in told)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await heard.heard.get()

    run(main())


def test_many_addresses_are_counted_within_limits_and_an_ipv6_network_as_one() -> None:
    async def main() -> None:
        answerer = Answerer(lambda: KITCHEN)
        assert sum(answerer._may_answer(f"fd00::{number:x}", 0.0) for number in range(1000)) == 8 * BURST_ANSWERS
        assert not answerer._may_answer("fd00:0:0:0:ffff::1", 0.0)
        assert answerer._may_answer("fd00:0:0:1::1", 0.0)
        for number in range(2 * ASKERS):
            answerer._may_answer(f"10.0.{number // 256}.{number % 256}", 100.0)
        assert len(answerer._each._each) == ASKERS

    run(main())


def test_where_nobody_is_nothing_happens() -> None:
    async def main() -> None:
        async with table() as where, Asking() as asking:
            for host in ("fe80::1%no-such-adapter", "fe80::1", "240.0.0.1", "::ffff:0.0.0.0"):
                asking.asker.ask(Target(host, 9))
            asking.asker.ask(where)
            assert (await asking.told.get())[1] == where

    run(main())


def listen(port: int) -> socket.socket:
    return socket.create_server((HOME[0], port))


def test_a_table_has_one_number_for_both_kinds_of_door() -> None:
    doors = open_doors(listen)
    try:
        assert {sock.getsockname()[1] for sock in (doors.listener, *doors.datagrams)} == {doors.port}
    finally:
        for sock in (doors.listener, *doors.datagrams):
            sock.close()


def test_a_number_of_which_one_door_is_taken_is_passed_over() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("", 0))
        doors = open_doors(listen, [taken.getsockname()[1]])
        assert doors.port != taken.getsockname()[1]
        assert doors.port not in PORTS
        for sock in (doors.listener, *doors.datagrams):
            sock.close()


def test_no_door_at_all_is_said() -> None:
    def taken(port: int) -> socket.socket:
        raise OSError(port)

    with pytest.raises(OSError, match="0"):
        open_doors(taken)
