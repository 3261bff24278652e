"""Peers that do not behave are told why, are gone in time, and keep nobody else from playing."""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.net.host import Host
from lan_thirteen.net.tls import guest_context
from lan_thirteen.wire import limits
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack
from lan_thirteen.wire.frames import frame
from tests.support.fuzz import BOMBS
from tests.support.hostile import Raw, closes, nothing_stays, one_move, plain, raw
from tests.support.messages import JOIN
from tests.support.tables import HOME, QUICK, Player, Served, begin, players, run, served

HASTY = replace(QUICK, step=Timing().scaled(0.1).step)
"""Strangers have a second for a step; guests are given up no sooner than elsewhere, as this machine may be busy."""

Misdeed = Callable[[Served], Awaitable[None]]

BETWEEN_S = 0.02
"""So that what is asked without a break is read in parts."""


async def says_nothing_inside_tls(table: Served) -> None:
    async with raw(table) as peer:
        assert (await bye(peer)).code == "link.too-slow"


async def says_nothing_at_all(table: Served) -> None:
    async with plain(table) as (reader, _):
        await closes(reader)


async def says_that_it_will_say_nothing(table: Served) -> None:
    async with plain(table) as (reader, writer):
        writer.write_eof()
        await closes(reader)


async def agrees_on_tls_one_byte_at_a_time(table: Served) -> None:
    """Each byte is in time, and the whole never comes."""
    client, server = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = guest_context().wrap_bio(server, client, server_hostname="lan13")
    with pytest.raises(ssl.SSLWantReadError):
        tls.do_handshake()
    hello = client.read()
    async with plain(table) as (reader, writer):
        ended = asyncio.ensure_future(closes(reader))
        for byte in hello:
            writer.write(bytes([byte]))
            await asyncio.wait({ended}, timeout=HASTY.handshake / 20)
            if ended.done():
                break
        assert len(hello) > 20
        await ended


async def speaks_plain_text(table: Served) -> None:
    async with plain(table) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: lan13\r\n\r\n")
        await closes(reader)


async def speaks_one_byte_at_a_time(table: Served) -> None:
    async with raw(table) as peer:
        for byte in frame(pack(m.Bye(m.PROTOCOL, "1.0", "x" * 60)), 4096):
            peer.writer.write(bytes([byte]))
            try:
                async with asyncio.timeout(HASTY.step / 4):
                    if not await peer.hear():
                        break
            except TimeoutError:
                continue
        assert (await bye(peer)).code == "link.too-slow"


async def sends_garbage_inside_tls(table: Served) -> None:
    async with raw(table) as peer:
        peer.writer.write(Random(1).randbytes(3000))
        assert (await bye(peer)).code in ("link.too-long", "link.bad-frame")


async def claims_a_frame_of_four_gigabytes(table: Served) -> None:
    async with raw(table) as peer:
        peer.writer.write(struct.pack(">I", 2**32 - 1))
        last = await bye(peer)
        assert (last.code, last.numbers) == ("link.too-long", (2**32 - 1, limits.STRANGER.frame))


async def plays_before_joining(table: Served) -> None:
    async with raw(table) as peer:
        peer.writer.write(frame(pack(m.Ready(True)), 4096))
        last = await bye(peer)
        assert (last.code, last.names) == ("link.not-now", ("Ready",))


async def floods_after_joining(table: Served) -> None:
    async with raw(table) as peer:
        await peer.join()
        peer.writer.write(frame(pack(m.Ping(1)), 4096) * 3 * limits.BURST_MESSAGES)
        assert (await bye(peer)).code == "link.flood"


async def asks_without_a_break_after_joining(table: Served) -> None:
    """Each time a little less than what may come at once, so only its rate gives it away."""
    async with raw(table) as peer:
        await peer.join()
        ended = asyncio.ensure_future(peer.ends())
        for _ in range(20):
            peer.writer.write(frame(pack(m.Ping(1)), 4096) * (limits.BURST_MESSAGES // 2))
            await asyncio.wait({ended}, timeout=BETWEEN_S)
            if ended.done():
                break
        last = await ended
        assert last is not None
        assert last.code == "link.flood"


async def sends_bombs_after_joining(table: Served) -> None:
    for data in list(BOMBS.values())[:8]:
        async with raw(table) as peer:
            await peer.join()
            peer.writer.write(frame(data, limits.SEATED.frame))
            assert (await bye(peer)).code in ("link.bad-frame", "link.too-long")


async def joins_twice(table: Served) -> None:
    async with raw(table) as peer:
        await peer.join()
        peer.writer.write(frame(pack(JOIN), 4096))
        last = await bye(peer)
        assert (last.code, last.names) == ("link.not-now", ("Join",))


async def speaks_one_byte_at_a_time_after_joining(table: Served) -> None:
    async with raw(table) as peer:
        await peer.join()
        chat = frame(pack(m.Chat("x" * 200)), 4096)
        ended = asyncio.ensure_future(peer.ends())
        for byte in chat:
            peer.writer.write(bytes([byte]))
            await asyncio.wait({ended}, timeout=HASTY.ping)
            if ended.done():
                break
        assert len(chat) * HASTY.ping > HASTY.lost
        assert await ended is None


async def falls_silent_after_joining(table: Served) -> None:
    async with raw(table) as peer:
        await peer.join()
        assert await peer.ends() is None


async def hangs_up_in_every_state(table: Served) -> None:
    async with plain(table):
        pass
    async with raw(table):
        pass
    async with raw(table) as peer:
        await peer.join()
    async with raw(table) as peer:
        await peer.join()
        peer.writer.write(frame(pack(m.Ready(True)), 4096)[:-1])


async def bye(peer: Raw) -> m.Bye:
    last = await peer.ends()
    assert last is not None, "hung up without a word"
    return last


MISDEEDS: tuple[Misdeed, ...] = (
    says_nothing_inside_tls,
    says_nothing_at_all,
    says_that_it_will_say_nothing,
    agrees_on_tls_one_byte_at_a_time,
    speaks_plain_text,
    speaks_one_byte_at_a_time,
    sends_garbage_inside_tls,
    claims_a_frame_of_four_gigabytes,
    plays_before_joining,
    floods_after_joining,
    asks_without_a_break_after_joining,
    sends_bombs_after_joining,
    joins_twice,
    speaks_one_byte_at_a_time_after_joining,
    falls_silent_after_joining,
    hangs_up_in_every_state,
)


@pytest.mark.parametrize("misdeed", MISDEEDS, ids=lambda misdeed: misdeed.__name__)
def test_who_misbehaves_is_told_why_and_gone_in_time_while_the_others_play(misdeed: Misdeed) -> None:
    async def work() -> None:
        async with served(timing=HASTY) as table, players(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            async with nothing_stays(table):
                deed = asyncio.ensure_future(misdeed(table))
                for _ in range(3):
                    await one_move(people)
                await deed
                await one_move(people)

    run(work())


def test_four_hundred_connections_from_one_address_are_turned_away_and_those_inside_play_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lan_thirteen.net.doorman.BURST_DIALS", 1000)

    async def work() -> None:
        async with served(timing=HASTY) as table, players(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            async with nothing_stays(table), AsyncExitStack() as stack:
                for _ in range(400):
                    client = socket.socket()
                    stack.callback(client.close)
                    client.setblocking(False)
                    await asyncio.get_running_loop().sock_connect(client, (HOME, table.port))
                await one_move(people)
                assert 0 < table.doorman.waiting <= limits.CONNECTIONS_PER_ADDRESS
            again = Player(table.known, "again", key=people[1].key)
            assert (await again.is_in()).welcome.is_back
            await again.leave()

    run(work())


def test_honest_guests_come_in_while_others_sit_silent() -> None:
    async def work() -> None:
        async with served() as table, AsyncExitStack() as stack:
            for _ in range(limits.CONNECTIONS_PER_ADDRESS):
                await stack.enter_async_context(plain(table))
            async with players(table, "Ana", "Bo") as (ana, _):
                await ana.sees(lambda lobby: lobby.seats[1].person is not None)

    run(work())


def test_who_does_not_read_is_cut_off_and_may_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lan_thirteen.net.connection.QUEUE_BYTES", 4096)

    async def work() -> None:
        async with served() as table, players(table, "Ana") as (ana,), raw(table) as deaf:
            await deaf.join()
            deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a stream's transport can
            person = next(iter(table.host._crowd._connections.keys() - {(await ana.is_in()).welcome.person}))
            connection = table.host._crowd._connections[person]
            while connection.is_open:
                table.host._crowd.send(person, m.Said(person, "x" * 200))
            await ana.sees(lambda lobby: all(seat.person != person or seat.presence != "here" for seat in lobby.seats))

    run(work())


def test_a_fault_of_ours_with_one_guest_does_not_end_the_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hear = Host._hear

    def faulty(host: Host, person: Any, connection: Any, message: m.FromGuest) -> None:
        if isinstance(message, m.Stand):
            raise ZeroDivisionError
        hear(host, person, connection, message)

    monkeypatch.setattr(Host, "_hear", faulty)

    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            people[1].guest.send(m.Stand())
            assert (await people[1].is_in(2)).welcome.is_back
            await one_move(people)
            assert table.table.phase is Phase.PLAYING

    run(work())
    assert "a visit failed" in caplog.text


def test_mutated_frames_of_a_guest_end_its_own_visit_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lan_thirteen.net.doorman.BURST_DIALS", 1000)

    async def work() -> None:
        rng = Random("frames")
        async with served() as table, players(table, "Ana", "Bo") as (ana, bo):
            for _ in range(25):
                async with raw(table) as peer:
                    await peer.join()
                    body = bytearray(
                        pack(rng.choice((m.Act(1, 2, 3, b"\x93\x01"), m.Kick(2), m.SetOption("mode", "x"))))
                    )
                    for _ in range(rng.randint(1, 3)):
                        body[rng.randrange(len(body))] = rng.randrange(256)
                    peer.writer.write(frame(bytes(body), 4096) + frame(pack(m.Bye(m.PROTOCOL, "1", "x")), 4096))
                    await peer.ends()
            bo.guest.send(m.Chat("here"))
            assert (await ana.hears(m.Said)).text == "here"

    run(work())
