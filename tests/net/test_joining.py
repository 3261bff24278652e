"""Coming to a table and coming back to it: both ends prove who they are, over real sockets."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from lan_thirteen.core.errors import JoinError
from lan_thirteen.core.lobby import HouseRules, Phase, Presence
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.connection import Connection
from lan_thirteen.net.dial import Address, Known, dial
from lan_thirteen.net.door import Door
from lan_thirteen.net.doorman import Doorman, Entry
from lan_thirteen.net.guest import Cut, Over
from lan_thirteen.net.server import Server
from lan_thirteen.net.tls import host_context, make_certificate
from lan_thirteen.table import commands as c
from lan_thirteen.trust.keys import SigningKey, join_text
from lan_thirteen.wire import limits
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.link import guest_end
from tests.support.messages import JOIN
from tests.support.tables import (
    HOME,
    QUICK,
    SOON,
    Player,
    Served,
    begin,
    free_listener,
    new_table,
    players,
    run,
    served,
    whose_turn,
)

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter, Entry], Any]


async def refusal_of(known: Known, name: str = "Ana", **other: Any) -> Refusal:
    """Why this one could not join."""
    player = Player(known, name, **other)
    with pytest.raises(JoinError) as caught:
        await player.until(lambda: None)
    return caught.value.why


async def raw_join(table: Served, **changes: Any) -> list[m.FromHost]:
    """What a host says to a guest whose first words differ in these fields; it has signed them as they should be."""
    key = SigningKey.new()
    reader, writer, fingerprint = await dial(table.known, QUICK)
    connection: Connection[m.FromHost, m.FromGuest] = Connection(guest_end(), reader, writer, is_limited=False)
    heard: list[m.FromHost] = []
    async for message in connection.messages():
        heard.append(message)
        if isinstance(message, m.Greeting):
            text = join_text(fingerprint, message.table, message.nonce, JOIN.nonce, JOIN.name)
            fields = {"seat_key": key.public, "sig": key.sign(text), **changes}
            connection.send(msgspec.structs.replace(JOIN, **fields))
        if isinstance(message, m.TableChanged):
            connection.abort()
    connection.abort()
    return heard


def test_who_joins_is_let_in_and_told_of_the_table() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo") as (ana, bo):
            lobby = await ana.sees(lambda lobby: len([s for s in lobby.seats if s.person]) == 2)
            assert [seat.name for seat in lobby.seats] == ["Ana", "Bo", ""]
            assert lobby.owner == (await ana.is_in()).welcome.person
            assert (await bo.is_in()).welcome.is_back is False

    run(work())


def test_a_bad_signature_of_a_guest_is_refused() -> None:
    async def work() -> None:
        async with served() as table:
            assert isinstance((await raw_join(table))[1], m.Welcome)
            spoiled: dict[str, Any]
            for spoiled in ({"sig": bytes(64)}, {"name": "Bo"}, {"nonce": bytes(32)}, {"seat_key": bytes(32)}):
                last = (await raw_join(table, **spoiled))[-1]
                assert isinstance(last, m.Bye)
                assert last.code == "join.bad-signature"
            assert table.table.lobby(0.0).watchers == ()

    run(work())


@pytest.mark.parametrize("field", ["host_key", "sig", "nonce", "epoch"])
def test_a_bad_signature_of_a_host_is_refused_before_anything_is_sent(
    field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    greeting = Door.greeting
    wrong = {"host_key": SigningKey(bytes(32)).public, "sig": bytes(64), "nonce": bytes(32), "epoch": 2}
    monkeypatch.setattr(
        Door, "greeting", lambda self, nonce: msgspec.structs.replace(greeting(self, nonce), **{field: wrong[field]})
    )

    async def work() -> None:
        async with served() as table:
            player = Player(table.known, "Ana")
            with pytest.raises(JoinError) as caught:
                await player.until(lambda: None)
            assert caught.value.why.code == "join.bad-signature"
            assert not player.tables

    run(work())


def test_a_wrong_certificate_is_refused_and_nothing_is_sent() -> None:
    heard = bytearray()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, entry: Entry) -> None:
        heard.extend(await reader.read())

    async def work() -> None:
        async with served() as right, impostor(listen) as address:
            known = Known((address,), right.identity.table, right.identity.fingerprint)
            assert (await refusal_of(known)).code == "join.other-table"

    run(work())
    assert not heard


def impostor(handler: Handler) -> Any:
    """A server with a certificate of its own."""

    @asynccontextmanager
    async def opened() -> Any:
        with free_listener() as listener:
            server = Server(listener, host_context(make_certificate()), handler, QUICK, Doorman())
            task = asyncio.create_task(server.serve())
            try:
                yield Address(HOME, listener.getsockname()[1])
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    return opened()


def test_another_table_with_the_right_certificate_is_refused() -> None:
    async def work() -> None:
        async with served() as table:
            known = Known((table.address,), b"another table's!", table.identity.fingerprint)
            assert (await refusal_of(known)).code == "join.other-table"

    run(work())


def test_a_host_of_another_protocol_gives_a_sentence_with_both_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    greeting = Door.greeting
    monkeypatch.setattr(
        Door, "greeting", lambda self, nonce: msgspec.structs.replace(greeting(self, nonce), protocol=9)
    )

    async def work() -> None:
        async with served() as table:
            assert await refusal_of(table.known) == Refusal("join.other-version", (9, m.PROTOCOL))

    run(work())


def test_a_guest_of_another_protocol_is_told_both_versions() -> None:
    async def work() -> None:
        async with served() as table:
            last = (await raw_join(table, protocol=9))[-1]
            assert isinstance(last, m.Bye)
            assert (last.code, last.numbers) == ("join.other-version", (m.PROTOCOL, 9))

    run(work())


def test_names_are_cleaned_and_told_apart() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "\u202e A\u200bna\n ") as (ana, _):
            lobby = await ana.sees(lambda lobby: lobby.seats[1].person is not None)
            assert [seat.name for seat in lobby.seats] == ["Ana", "Ana (2)", ""]
            assert (await refusal_of(table.known, "\u200b\u202e")).code == "join.bad-name"

    run(work())


def test_a_locked_table_lets_nobody_new_in_but_those_it_knows() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo") as (ana, bo):
            ana.guest.send(m.Lock(True))
            await bo.sees(lambda lobby: lobby.is_locked)
            assert (await refusal_of(table.known, "Cem")).code == "join.locked"
            bo.drop()
            again = Player(table.known, "Bo", key=bo.key)
            assert (await again.is_in()).welcome.is_back
            await again.leave()

    run(work())


def test_a_full_table_without_watchers_says_so() -> None:
    async def work() -> None:
        house = HouseRules(may_watch=False)
        async with served(new_table(house=house)) as table, players(table, "Ana", "Bo", "Cem"):
            assert (await refusal_of(table.known, "Dan")).code == "join.full"

    run(work())


def test_no_more_watch_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lan_thirteen.net.space.WATCHERS", 1)

    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo") as (_, bo):
            watcher = Player(table.known, "Cem", watch=True)
            await watcher.is_in()
            assert (await refusal_of(table.known, "Dan", watch=True)).code == "join.full"
            eva = Player(table.known, "Eva")
            await eva.is_in()
            bo.guest.send(m.Stand())
            assert (await bo.hears(m.Refused)).code == "table.too-many-watch"
            await watcher.leave()
            dan = Player(table.known, "Dan", watch=True)
            await dan.is_in()
            assert (await refusal_of(table.known, "Cem", key=watcher.key)).code == "join.full"
            await asyncio.gather(eva.leave(), dan.leave())

    run(work())


def test_who_opened_the_table_comes_in_though_no_more_may_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lan_thirteen.net.space.WATCHERS", 1)

    async def work() -> None:
        key = SigningKey.new()
        async with served(new_table(owner=True), owner=key.public) as table, players(table, "Ana"):
            watcher = Player(table.known, "Cem", watch=True)
            await watcher.is_in()
            owner = Player(table.known, "Olga", key=key, watch=True)
            await owner.is_in()
            await asyncio.gather(owner.leave(), watcher.leave())

    run(work())


def test_who_is_gone_and_never_had_a_seat_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes and goes with ever new keys is forgotten, who was dealt in is not."""
    monkeypatch.setattr("lan_thirteen.net.guestbook.PERSONS", 5)

    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            people[2].drop()
            numbers = set()
            for place in range(8):
                stranger = Player(table.known, f"Stranger {place}")
                numbers.add((await stranger.is_in()).welcome.person)
                await stranger.leave()
                await people[0].sees(lambda lobby: not lobby.watchers)
            assert len(numbers) == 8
            assert len(table.table._room.roster.members) <= 5
            again = Player(table.known, "Cem", key=people[2].key)
            assert (await again.is_in()).welcome.is_back
            await again.until(lambda: again.told)
            await again.leave()

    run(work())


def test_no_more_people_come_from_one_address_than_sit_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lan_thirteen.net.guestbook.PEOPLE_PER_ADDRESS", 2)

    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo") as (ana, bo):
            assert (await refusal_of(table.known, "Cem")).code == "join.crowded"
            bo.drop()
            again = Player(table.known, "Bo", key=bo.key)
            assert (await again.is_in()).welcome.is_back
            await again.leave()
            await ana.sees(lambda lobby: lobby.seats[1].person is None)
            cem = Player(table.known, "Cem")
            await cem.is_in()
            await cem.leave()

    run(work())


def test_who_was_kicked_stays_out_under_a_new_name_and_with_a_new_key() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo") as (ana, bo):
            ana.guest.send(m.Kick((await bo.is_in()).welcome.person))
            assert await bo.is_over() == Refusal("join.kicked")
            assert (await refusal_of(table.known, "Cem", key=bo.key)).code == "join.kicked"
            assert (await refusal_of(table.known, "Dan")).code == "join.kicked"
            assert (await refusal_of(table.known, "Bo", key=bo.key, watch=True)).code == "join.kicked"
            ana.drop()
            again = Player(table.known, "Ana", key=ana.key)
            assert (await again.is_in()).welcome.is_back
            await again.leave()

    run(work())


def test_the_same_key_takes_the_seat_back_at_once_and_replaces_the_older_link() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as (ana, bo, cem):
            await begin(ana, bo, cem)
            again = Player(table.known, "Somebody", key=bo.key)
            welcome = (await again.is_in()).welcome
            assert welcome == m.Welcome((await bo.is_in()).welcome.person, is_back=True, mac=b"")
            assert await bo.is_over() == Refusal("link.replaced")
            told = await again.until(lambda: again.told)
            assert bo.told is not None
            assert (told.seat, told.view) == (bo.told.seat, bo.told.view)
            lobby = await ana.sees(lambda lobby: True)
            assert lobby.seats[1].presence is Presence.HERE
            await again.leave()

    run(work())


def test_who_dials_again_before_the_older_link_is_given_up_is_asked_again() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as (ana, bo, cem):
            await begin(ana, bo, cem)
            actor, asked = await whose_turn(ana, bo, cem)
            table.host.handle(c.Faded((await actor.is_in()).welcome.person))
            again = Player(table.known, "Somebody", key=actor.key)
            again.guest._seen = asked.index
            told = await again.turn()
            assert (told.index, told.view, told.legal) == (asked.index, asked.view, asked.legal)
            again.act(again.choices()[0], told)
            await again.hears(m.Accepted)
            await again.leave()

    run(work())


def test_nobody_else_can_take_a_seat() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as (ana, bo, cem):
            await begin(ana, bo, cem)
            last = (await raw_join(table, seat_key=bo.key.public))[-1]
            assert isinstance(last, m.Bye)
            assert last.code == "join.bad-signature"
            stranger = Player(table.known, "Bo")
            assert not (await stranger.is_in()).welcome.is_back
            told = await stranger.until(lambda: stranger.told)
            assert told.seat is None
            assert not bo.all_of(Over)
            await stranger.leave()

    run(work())


def test_the_key_that_the_host_was_started_with_owns_the_table_whenever_it_comes() -> None:
    async def work() -> None:
        key = SigningKey.new()
        async with served(new_table(owner=True), owner=key.public) as table, players(table, "Bo") as (bo,):
            assert (await bo.sees(lambda lobby: True)).owner != (await bo.is_in()).welcome.person
            owner = Player(table.known, "Ana", key=key)
            person = (await owner.is_in()).welcome.person
            await bo.sees(lambda lobby: lobby.owner == person)
            await owner.leave()

    run(work())


def test_who_comes_during_a_match_is_told_of_the_table_before_the_match() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            watcher = Player(table.known, "Dan", watch=True)
            await watcher.until(lambda: watcher.told)
            kinds = [type(news) for news in watcher.heard]
            assert kinds.index(m.TableChanged) < kinds.index(m.Told)
            assert watcher.lobby is not None
            assert watcher.lobby.phase is Phase.PLAYING
            await watcher.leave()

    run(work())


def test_a_guest_that_is_cut_off_comes_back_by_itself() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as (ana, bo, cem):
            await begin(ana, bo, cem)
            for times in (2, 3):
                connection = bo.guest._connection
                assert connection is not None
                connection.abort()
                assert (await bo.is_in(times)).welcome.is_back
                assert len(bo.all_of(Cut)) == times - 1
            lobby = await bo.sees(lambda lobby: lobby.seats[1].presence is Presence.HERE)
            assert [seat.name for seat in lobby.seats] == ["Ana", "Bo", "Cem"]

    run(work())


def test_redialling_goes_on_with_longer_and_longer_pauses_and_says_once_that_it_began(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []

    async def no_pause(guest: Any, seconds: float) -> bool:
        pauses.append(seconds)
        return len(pauses) == 8

    monkeypatch.setattr("lan_thirteen.net.guest.Guest._leaves_within", no_pause)

    async def work() -> None:
        async with served() as table, players(table, "Ana") as (ana,):
            free = free_listener()
            nobody = Address(HOME, free.getsockname()[1])
            free.close()
            ana.guest.move_to([nobody])
            connection = ana.guest._connection
            assert connection is not None
            connection.abort()
            async with asyncio.timeout(SOON):
                await ana.visit
            assert len(ana.all_of(Cut)) == 1

    run(work())
    first, growth, longest = QUICK.redial
    for n, pause in enumerate(pauses):
        assert pause == pytest.approx(min(first * growth**n, longest), rel=0.21)


def test_a_guest_that_cannot_reach_the_table_any_more_can_still_leave() -> None:
    async def work() -> None:
        silent = free_listener()  # never answers: dialling lasts until it is given up
        async with served() as table, players(table, "Ana") as (ana,):
            ana.guest.move_to([Address(HOME, silent.getsockname()[1])])
            connection = ana.guest._connection
            assert connection is not None
            connection.abort()
            await ana.hears(Cut)
            await ana.leave()
        silent.close()

    run(work())


def test_who_was_kicked_while_cut_off_is_told_so_and_dials_no_more() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo") as (ana, bo):
            person = (await bo.is_in()).welcome.person
            connection = bo.guest._connection
            assert connection is not None
            bo.guest.move_to([])
            connection.abort()
            await ana.sees(lambda lobby: lobby.seats[1].presence is Presence.LOST)
            ana.guest.send(m.Kick(person))
            await ana.sees(lambda lobby: lobby.seats[1].person is None)
            bo.guest.move_to([table.address])
            assert (await bo.is_over()).code == "join.kicked"

    run(work())


def test_all_addresses_are_tried_and_the_first_right_certificate_wins() -> None:
    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, entry: Entry) -> None:
        await reader.read()

    async def work() -> None:
        silent, closed = free_listener(), free_listener()
        nobody = Address(HOME, closed.getsockname()[1])
        closed.close()
        async with served() as table, impostor(listen) as wrong:
            addresses = (nobody, Address("no such name\0", 1), wrong, Address(HOME, silent.getsockname()[1]))
            known = Known((*addresses, table.address), table.identity.table, table.identity.fingerprint)
            player = Player(known, "Ana")
            assert (await player.is_in()).fingerprint == table.identity.fingerprint
            await player.leave()
            why = await refusal_of(Known((nobody, wrong), b"", table.identity.fingerprint))
            assert why.code == "join.other-table"
            assert (await refusal_of(Known((nobody,)))).code == "join.unreachable"
            assert (await refusal_of(Known(()))).code == "join.unreachable"
        silent.close()

    run(work())


def test_a_host_that_does_not_answer_as_one_is_given_up() -> None:
    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, entry: Entry) -> None:
        await reader.read()

    async def chat(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, entry: Entry) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        await reader.read()

    async def work() -> None:
        async with impostor(listen) as address:
            assert (await refusal_of(Known((address,)))).code == "join.no-answer"
        async with impostor(chat) as address:
            assert (await refusal_of(Known((address,)))).code == "link.too-long"

    run(work())


def test_only_tls_1_3_is_spoken_and_no_ticket_is_given() -> None:
    async def work() -> None:
        async with served() as table:
            old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
            old.maximum_version = ssl.TLSVersion.TLSv1_2
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await asyncio.open_connection(HOME, table.port, ssl=old)
            _, writer, fingerprint = await dial(table.known, QUICK)
            tls = writer.get_extra_info("ssl_object")
            assert (tls.version(), tls.selected_alpn_protocol()) == ("TLSv1.3", "lan13/1")
            assert fingerprint == table.identity.fingerprint
            assert tls.session is None or not tls.session.has_ticket
            writer.transport.abort()

    run(work())


def test_a_certificate_says_nothing_of_its_owner_and_two_differ() -> None:
    one, other = make_certificate(), make_certificate()
    assert one.fingerprint != other.fingerprint
    assert len(one.fingerprint) == 32
    assert host_context(one).num_tickets == 0
    assert b"lan13 table" in ssl.PEM_cert_to_DER_cert(one.certificate.decode())


def test_the_limits_of_people_are_what_the_protocol_says() -> None:
    assert limits.PERSONS > limits.SEATS + limits.WATCHERS
