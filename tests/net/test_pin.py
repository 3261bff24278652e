"""A table with a PIN: who knows it comes in, and nobody can stand between; over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.errors import JoinError
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.connection import Connection
from lan_thirteen.net.dial import Known, dial
from lan_thirteen.net.guest import Over, Visitor
from lan_thirteen.net.throttle import OwnTries
from lan_thirteen.trust.keys import SigningKey, greeting_text, join_text
from lan_thirteen.trust.pin import Bound, PinRun, Role
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.limits import PIN_TRIES, PIN_TRIES_OF_OURS
from lan_thirteen.wire.link import guest_end
from tests.support.messages import GREETING, JOIN
from tests.support.relays import relay_to, stranger
from tests.support.tables import QUICK, SOON, Player, begin, new_table, players, run, served

PIN, WRONG = Pin("40713"), Pin("40714")
SLOW = replace(QUICK, pin_forgiven=3600.0)
"""No wrong PIN is forgiven while a test runs."""
BOUND = Bound(bytes(32), bytes(16), bytes(32), bytes(32), bytes(32))


async def refusal_of(known: Known, pin: Pin | None = None, **other: Any) -> Refusal:
    """Why somebody with this PIN could not join."""
    player = Player(known, "Ana", pin=pin, **other)
    with pytest.raises(JoinError) as caught:
        await player.until(lambda: None)
    return caught.value.why


class Raw:
    """A guest that does as it likes."""

    def __init__(self, connection: Connection[m.FromHost, m.FromGuest], fingerprint: bytes) -> None:
        self.connection = connection
        self.fingerprint = fingerprint
        self.messages: AsyncGenerator[m.FromHost, None] = connection.messages()
        self.key = SigningKey.new()

    async def hears(self) -> m.FromHost | None:
        async with asyncio.timeout(SOON):
            return await anext(self.messages, None)

    async def joins(self, half: Callable[[Bound], bytes]) -> m.Greeting:
        """Say who we are, with this half of the proof."""
        greeting = await self.hears()
        assert isinstance(greeting, m.Greeting)
        bound = Bound(self.fingerprint, greeting.table, self.key.public, greeting.nonce, JOIN.nonce)
        text = join_text(self.fingerprint, greeting.table, greeting.nonce, JOIN.nonce, JOIN.name)
        join = replace(JOIN, seat_key=self.key.public, sig=self.key.sign(text), spake=half(bound))
        self.connection.send(join)
        return greeting


@asynccontextmanager
async def raw(known: Known) -> AsyncIterator[Raw]:
    reader, writer, fingerprint = await dial(known, QUICK)
    connection: Connection[m.FromHost, m.FromGuest] = Connection(guest_end(), reader, writer, is_limited=False)
    peer = Raw(connection, fingerprint)
    try:
        yield peer
    finally:
        connection.abort()
        await peer.messages.aclose()


def signed(fingerprint: bytes, *, pin: bool) -> m.Greeting:
    """A good greeting of a stranger that claims to be any table."""
    key = SigningKey(bytes(32))
    text = greeting_text(fingerprint, GREETING.table, GREETING.epoch, GREETING.nonce)
    return replace(GREETING, pin=pin, host_key=key.public, sig=key.sign(text))


# who comes in


def test_who_knows_the_pin_comes_in_and_so_does_the_proof_of_the_table() -> None:
    async def work() -> None:
        async with served(pin=PIN) as table:
            ana = Player(table.known, "Ana", pin=PIN)
            joined = await ana.is_in()
            assert joined.has_pin
            assert joined.is_proven
            assert len(joined.welcome.mac) == 32
            await ana.leave()

    run(work())


def test_a_wrong_pin_is_refused_with_the_number_of_tries_that_are_left() -> None:
    async def work() -> None:
        async with served(pin=PIN, timing=SLOW) as table:
            assert await refusal_of(table.known, WRONG) == Refusal("join.wrong-pin", (PIN_TRIES - 1,))
            assert await refusal_of(table.known, WRONG) == Refusal("join.wrong-pin", (PIN_TRIES - 2,))
            ana = Player(table.known, "Ana", pin=PIN)
            await ana.is_in()
            assert await refusal_of(table.known, WRONG) == Refusal("join.wrong-pin", (PIN_TRIES - 3,))
            await ana.leave()

    run(work())


def test_who_types_none_is_told_that_one_is_needed_and_nothing_is_charged() -> None:
    async def work() -> None:
        async with served(pin=PIN, timing=SLOW) as table:
            for _ in range(2 * PIN_TRIES):
                assert (await refusal_of(table.known)).code == "join.pin-needed"
            assert await refusal_of(table.known, WRONG) == Refusal("join.wrong-pin", (PIN_TRIES - 1,))

    run(work())


def test_after_five_wrong_ones_even_the_right_one_must_wait_and_is_told_how_long() -> None:
    async def work() -> None:
        async with served(pin=PIN, timing=replace(SLOW, pin_forgiven=90.0)) as table:
            whys = [await refusal_of(table.known, WRONG) for _ in range(PIN_TRIES)]
            assert [why.code for why in whys] == ["join.wrong-pin"] * (PIN_TRIES - 1) + ["join.try-later"]
            late = await refusal_of(table.known, PIN)
            assert late.code == "join.try-later"
            assert 60 < late.numbers[0] <= 90

    run(work())


def test_a_guess_is_charged_even_if_the_one_who_guesses_hangs_up_at_the_last_moment() -> None:
    async def work() -> None:
        async with served(pin=PIN, timing=SLOW) as table:
            for _ in range(PIN_TRIES):
                async with raw(table.known) as peer:
                    await peer.joins(lambda bound: PinRun(Role.GUEST, WRONG, bound).message)
                    assert isinstance(await peer.hears(), m.Pin)
            assert (await refusal_of(table.known, PIN)).code == "join.try-later"

    run(work())


@pytest.mark.parametrize("half", [b"A", b"A" + bytes(32), b"B" + b"\x01" * 32, b"A" + b"\xff" * 32, bytes(64)])
def test_a_half_that_is_none_ends_the_link(half: bytes) -> None:
    async def work() -> None:
        async with served(pin=PIN) as table, raw(table.known) as peer:
            await peer.joins(lambda bound: half)
            bye = await peer.hears()
            assert isinstance(bye, m.Bye)
            assert bye.code == "link.bad-frame"

    run(work())


# who is known


def test_who_has_come_in_needs_no_pin_again_after_a_cut_or_a_new_start() -> None:
    async def work() -> None:
        async with served(pin=PIN, timing=SLOW) as table:
            ana = Player(table.known, "Ana", pin=PIN)
            await ana.is_in()
            connection = ana.guest._connection
            assert connection is not None
            connection.abort()
            back = await ana.is_in(2)
            assert back.welcome.is_back
            assert back.welcome.mac == b""
            assert back.is_proven
            ana.drop()
            again = Player(table.known, "Ana", key=ana.key)
            assert (await again.is_in()).welcome.is_back
            assert not (await again.is_in()).is_proven
            await again.leave()

    run(work())


def test_who_holds_a_seat_comes_back_while_all_others_must_wait() -> None:
    async def work() -> None:
        async with served(pin=PIN, timing=SLOW) as table:
            ana = Player(table.known, "Ana", pin=PIN)
            await ana.is_in()
            for _ in range(PIN_TRIES):
                await refusal_of(table.known, WRONG)
            assert (await refusal_of(table.known, PIN)).code == "join.try-later"
            ana.drop()
            for pin in (None, PIN):
                again = Player(table.known, "Ana", key=ana.key, pin=pin)
                joined = await again.is_in()
                assert joined.welcome.is_back
                assert joined.is_proven == (pin is not None)
                await again.leave()

    run(work())


def test_a_known_person_who_types_a_wrong_one_is_refused_but_never_bars_others() -> None:
    async def work() -> None:
        async with served(pin=PIN, timing=SLOW) as table:
            ana = Player(table.known, "Ana", pin=PIN)
            await ana.is_in()
            for _ in range(PIN_TRIES + 1):
                await refusal_of(table.known, WRONG, key=ana.key)
            bo = Player(table.known, "Bo", pin=PIN)
            await bo.is_in()
            await asyncio.gather(bo.leave(), ana.leave())

    run(work())


def test_the_owner_of_a_table_that_a_window_opened_needs_no_pin() -> None:
    async def work() -> None:
        key = SigningKey.new()
        async with served(new_table(owner=True), owner=key.public, pin=PIN) as table:
            owner = Player(table.known, "Ana", key=key)
            await owner.is_in()
            await owner.leave()

    run(work())


def test_who_was_sent_away_stays_out_with_the_pin() -> None:
    async def work() -> None:
        async with served(pin=PIN) as table:
            ana, bo = Player(table.known, "Ana", pin=PIN), None
            await ana.is_in()
            bo = Player(table.known, "Bo", pin=PIN)
            ana.guest.send(m.Kick((await bo.is_in()).welcome.person))
            assert await bo.is_over() == Refusal("join.kicked")
            assert (await refusal_of(table.known, PIN, key=bo.key)).code == "join.kicked"
            await ana.leave()

    run(work())


# spoofed tables


def test_a_table_that_says_it_has_no_pin_is_refused_by_who_typed_one_before_they_say_a_word() -> None:
    async def work() -> None:
        async with served() as table:
            player = Player(table.known, "Ana", pin=PIN)
            with pytest.raises(JoinError) as caught:
                await player.until(lambda: None)
            assert caught.value.why.code == "join.no-pin-there"
            assert not player.tables

    run(work())


def test_a_table_that_was_announced_with_a_pin_and_asks_for_none_is_refused() -> None:
    async def work() -> None:
        async with served() as table:
            assert (await refusal_of(replace(table.known, has_pin=True))).code == "join.no-pin-there"

    run(work())


@pytest.mark.parametrize("pin", [PIN, None], ids=["with", "without"])
def test_a_table_that_lets_us_in_without_proof_is_not_believed(pin: Pin | None) -> None:
    """With a PIN; who has none to prove anything by sees a table like any other, and no claim that it is proven."""

    async def talk(connection: Any, fingerprint: bytes) -> None:
        connection.send(signed(fingerprint, pin=True))
        async for message in connection.messages():
            if isinstance(message, m.Join):
                connection.send(m.Welcome(GREETING.epoch, is_back=False, mac=bytes(32)))  # type: ignore[arg-type]

    async def work() -> None:
        async with stranger(talk) as address:
            if pin is not None:
                assert (await refusal_of(Known((address,)), pin)).code == "join.no-proof"
                return
            player = Player(Known((address,)), "Ana")
            assert not (await player.is_in()).is_proven
            await player.leave()

    run(work())


def test_a_table_that_guesses_learns_three_times_whether_it_was_right_and_then_no_more() -> None:
    proofs = []

    async def talk(connection: Any, fingerprint: bytes) -> None:
        connection.send(signed(fingerprint, pin=True))
        async for message in connection.messages():
            if isinstance(message, m.Join):
                bound = Bound(fingerprint, GREETING.table, message.seat_key, GREETING.nonce, message.nonce)
                guess = PinRun(Role.HOST, WRONG, bound)
                connection.send(m.Pin(guess.message))
                mine = guess.finish(message.spake)
                assert mine is not None
            if isinstance(message, m.Proof):
                assert mine is not None
                proofs.append(message.mac == mine.guest)
                connection.send(m.Welcome(GREETING.epoch, is_back=False, mac=mine.host))  # type: ignore[arg-type]

    async def work() -> None:
        tries = OwnTries(QUICK)
        async with stranger(talk) as address:
            whys = [await refusal_of(Known((address,)), PIN, tries=tries) for _ in range(PIN_TRIES_OF_OURS + 2)]
        assert [why.code for why in whys] == ["join.no-proof"] * PIN_TRIES_OF_OURS + ["join.pin-rests"] * 2

    run(work())
    assert proofs == [False] * PIN_TRIES_OF_OURS


def test_a_relay_is_refused_with_a_pin_and_is_a_stranger_without() -> None:
    async def work() -> None:
        async with served(pin=PIN, timing=SLOW) as table, stranger(relay_to(table.known)) as address:
            assert (await refusal_of(Known((address,)), PIN)).code == "join.wrong-pin"
        async with served() as table, stranger(relay_to(table.known)) as address:
            bo = Player(Known((address,)), "Bo")
            joined = await bo.is_in()
            assert not joined.is_proven
            assert joined.host_key != table.host._door._keys.machine.public
            bo.drop()
            assert (await refusal_of(replace(table.known, addresses=(address,)))).code == "join.other-table"

    run(work())


# replays


def test_what_was_said_once_proves_nothing_in_another_link() -> None:
    async def work() -> None:
        async with served(pin=PIN, timing=SLOW) as table:
            heard: list[bytes] = []

            def half(bound: Bound) -> bytes:
                runs.append(PinRun(Role.GUEST, PIN, bound))
                return heard[0] if heard else runs[0].message

            runs: list[PinRun] = []
            for expected in (m.Welcome, m.Bye):
                async with raw(table.known) as peer:
                    await peer.joins(half)
                    answer = await peer.hears()
                    assert isinstance(answer, m.Pin)
                    if not heard:
                        proofs = runs[0].finish(answer.spake)
                        assert proofs is not None
                        heard += [runs[0].message, proofs.guest]
                    peer.connection.send(m.Proof(heard[1]))
                    assert isinstance(await peer.hears(), expected)

    run(work())


# a PIN that comes and goes while the table is open


def test_the_owner_sets_changes_and_removes_it_and_nobody_else_does() -> None:
    async def work() -> None:
        async with served(timing=SLOW) as table, players(table, "Ana", "Bo") as (ana, bo):
            said = []
            table.host.watch_lobby = lambda lobby: said.append(table.host.has_pin)
            bo.guest.send(m.SetPin("11111"))
            assert (await bo.hears(m.Refused)).code == "table.not-owner"
            assert not table.host.has_pin
            ana.guest.send(m.SetPin("1111x"))
            assert (await ana.hears(m.Refused)).code == "pin.bad"
            ana.guest.send(m.SetPin(PIN.digits))
            assert (await ana.hears(m.Notice)).code == "pin.set"
            assert (await refusal_of(table.known)).code == "join.pin-needed"
            assert (await refusal_of(table.known, WRONG)).code == "join.wrong-pin"
            cem = Player(table.known, "Cem", pin=PIN)
            assert (await cem.is_in()).is_proven
            ana.guest.send(m.SetPin(WRONG.digits))
            assert (await ana.hears(m.Notice)).code == "pin.set"
            assert await refusal_of(table.known, PIN) == Refusal("join.wrong-pin", (PIN_TRIES - 1,))
            ana.guest.send(m.SetPin(""))
            assert (await ana.hears(m.Notice)).code == "pin.removed"
            dan = Player(table.known, "Dan", watch=True)
            assert not (await dan.is_in()).has_pin
            assert said[-1] is False
            assert True in said
            assert not [news for news in bo.heard if isinstance(news, m.Notice)]
            await asyncio.gather(cem.leave(), dan.leave())

    run(work())


def test_a_pin_that_is_changed_during_a_proof_lets_nobody_in_by_the_old_one() -> None:
    async def work() -> None:
        async with served(pin=PIN) as table, raw(table.known) as peer:
            runs: list[PinRun] = []

            def half(bound: Bound) -> bytes:
                runs.append(PinRun(Role.GUEST, PIN, bound))
                return runs[0].message

            await peer.joins(half)
            answer = await peer.hears()
            assert isinstance(answer, m.Pin)
            proofs = runs[0].finish(answer.spake)
            assert proofs is not None
            table.host._gate.change(WRONG.digits)
            peer.connection.send(m.Proof(proofs.guest))
            bye = await peer.hears()
            assert isinstance(bye, m.Bye)
            assert bye.code == "join.pin-changed"

    run(work())


def test_after_thirty_wrong_ones_the_owner_is_told_once_and_again_when_they_come_back() -> None:
    told: list[m.Notice] = []

    async def work() -> None:
        async with served(pin=PIN, timing=SLOW) as table:
            ana = Player(table.known, "Ana", pin=PIN)
            await ana.is_in()
            addresses = iter(f"10.0.{n}.1" for n in range(40))
            table.host._gate._tell = told.append
            for address in addresses:
                wait = table.host._gate._throttle.wait([(address, 1)], 0.0)
                if wait:
                    break
                table.host._gate._warn()
            assert [notice.code for notice in told] == ["pin.many-wrong"]
            ana.drop()
            again = Player(table.known, "Ana", key=ana.key)
            assert (await again.hears(m.Notice)).code == "pin.many-wrong"
            again.guest.send(m.SetPin(WRONG.digits))
            assert (await again.hears(m.Notice)).code == "pin.set"
            bo = Player(table.known, "Bo", pin=WRONG)
            await bo.is_in()
            await asyncio.gather(again.leave(), bo.leave())

    run(work())


# a flood


def test_a_flood_of_guesses_leaves_a_match_as_it_was() -> None:
    async def work() -> None:
        async with served(pin=PIN, timing=SLOW) as table:
            people = []
            for name in ("Ana", "Bo", "Cem"):
                people.append(Player(table.known, name, pin=PIN))
                await people[-1].is_in()
            await begin(*people)
            whys = await asyncio.gather(*(refusal_of(table.known, WRONG) for _ in range(12)))
            assert sum(why.code == "join.wrong-pin" for why in whys) <= PIN_TRIES
            for player in people:
                assert not player.all_of(Over)
                await player.leave()

    run(work())


def test_the_pin_is_told_by_nothing_that_could_be_logged() -> None:
    visitor = Visitor("Ana", pin=PIN)
    shown = [repr(PIN), str(PIN), repr(m.SetPin(PIN.digits)), repr(visitor), repr(PinRun(Role.HOST, PIN, BOUND))]
    assert not [text for text in shown if PIN.digits in text]
