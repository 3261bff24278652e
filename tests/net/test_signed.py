"""What guests sign is taken as it was signed, and nothing else is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.game import Deal, Restock
from lan_thirteen.core.lobby import Colour, DealId, Person, Phase
from lan_thirteen.games.registry import GAMES
from lan_thirteen.table import commands as c
from lan_thirteen.trust import journal as j
from lan_thirteen.ui.text import load_language
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack
from lan_thirteen.wire.frames import frame
from lan_thirteen.wire.limits import SEATED
from tests.support.play import random_moves
from tests.support.tables import new_table, run
from tests.support.wires import IDENTITY, Wires

NAMES = ("Ana", "Bo", "Cy")


@asynccontextmanager
async def match() -> AsyncIterator[Wires]:
    """Three people play 13 Leaves."""
    wires = Wires(lambda seeds: new_table("leaves", seeds=seeds))
    try:
        for name in NAMES:
            await wires.join(name)
        wires.host.handle(c.Start(Person(2)))
        await wires.settle()
        assert wires.table.phase is Phase.PLAYING
        yield wires
    finally:
        await wires.close()


def asked(wires: Wires) -> tuple[str, Any]:
    """Whose turn it is, and something that they may play."""
    name = next(name for name in NAMES if wires.told[name].legal)
    return name, unpack(wires.told[name].legal[0], Any)


def other(name: str) -> str:
    return NAMES[(NAMES.index(name) + 1) % len(NAMES)]


async def play_deal(wires: Wires) -> None:
    while wires.table.phase is Phase.PLAYING:
        await wires.play(*asked(wires))


def answers(heard: list[Any]) -> list[Any]:
    return [message for message in heard if isinstance(message, m.Accepted | m.Refused)]


# moves


def unsigned(wires: Wires, act: m.Act, name: str) -> m.Act:
    return replace(act, sig=b"")


def with_a_part_of_the_signature(wires: Wires, act: m.Act, name: str) -> m.Act:
    return replace(act, sig=act.sig[:63])


def with_zeros(wires: Wires, act: m.Act, name: str) -> m.Act:
    return replace(act, sig=bytes(64))


def with_the_key_of_another(wires: Wires, act: m.Act, name: str) -> m.Act:
    head = j.Chain(wires.memory.lines).heads[act.at]
    return replace(act, sig=wires.key(other(name)).sign(j.act_text(head, act.index, act.action)))


def with_another_card(wires: Wires, act: m.Act, name: str) -> m.Act:
    return replace(act, action=pack(("Take", None)))


def after_another_story(wires: Wires, act: m.Act, name: str) -> m.Act:
    head = j.Chain([*wires.memory.lines[:-1], b'["Back",1]']).head
    return replace(act, sig=wires.key(name).sign(j.act_text(head, act.index, act.action)))


@pytest.mark.parametrize(
    "spoiled",
    [
        unsigned,
        with_a_part_of_the_signature,
        with_zeros,
        with_the_key_of_another,
        with_another_card,
        after_another_story,
    ],
)
def test_a_move_that_its_person_has_not_signed_is_refused_and_can_be_made_again(spoiled: Any) -> None:
    async def work() -> None:
        async with match() as wires:
            name, action = asked(wires)
            index, written = wires.table.index, list(wires.memory.lines)
            act = wires.act(name, action)
            wires.say(name, spoiled(wires, act, name))
            heard = await wires.settle(name)
            assert answers(heard) == [m.Refused(act.nonce, "turn.not-signed", (), ())]
            assert (wires.table.index, wires.memory.lines) == (index, written)
            assert answers(await wires.play(name, action)) == [m.Accepted(act.nonce)]
            played = j.record_of(wires.memory.lines[len(written)])
            assert isinstance(played, j.Played)
            assert (played.action, played.at, played.sig) == (act.action, act.at, act.sig)

    run(work())


@pytest.mark.parametrize("at", [0, 1, 4, 10**6, 2**31 - 1])
def test_a_move_over_lines_from_before_the_cards_or_that_there_are_not_answers_no_question(at: int) -> None:
    async def work() -> None:
        async with match() as wires:
            name, action = asked(wires)
            index, written = wires.table.index, list(wires.memory.lines)
            wires.say(name, replace(wires.act(name, action), at=at))
            (refused,) = answers(await wires.settle(name))
            assert isinstance(refused, m.Refused)
            assert (wires.table.index, wires.memory.lines) == (index, written)
            assert isinstance(answers(await wires.play(name, action))[0], m.Accepted)

    run(work())


def test_a_move_that_is_said_twice_is_written_once() -> None:
    async def work() -> None:
        async with match() as wires:
            name, action = asked(wires)
            act, written = wires.act(name, action), len(wires.memory.lines)
            for _ in range(2):
                wires.say(name, act)
            assert answers(await wires.settle(name)) == [m.Accepted(act.nonce)] * 2
            assert [type(record) for record in wires.memory.records[written:]] == [j.Played]

    run(work())


@pytest.mark.parametrize("game", GAMES)
def test_a_move_has_64_bytes_at_most_and_its_proof_112(game: str) -> None:
    for move in random_moves(GAMES[game], "signed", 2):
        act = m.Act(2**31 - 1, 2**31 - 1, 2**31 - 1, pack(move.action))
        if isinstance(move.action, Deal | Restock):
            continue
        proven = replace(act, at=2**31 - 1, sig=bytes(64))
        bare, whole = (len(frame(pack(one), SEATED.frame)) for one in (act, proven))
        assert bare <= 64
        assert whole - bare <= 112


# receipts


def of_no_colour(wires: Wires, said: m.Receipt, name: str) -> m.Receipt:
    return signed(wires, replace(said, colour="purple"), name)


def of_another_colour(wires: Wires, said: m.Receipt, name: str) -> m.Receipt:
    return replace(said, colour=Colour.RED)


def of_the_other_key(wires: Wires, said: m.Receipt, name: str) -> m.Receipt:
    return signed(wires, said, other(name))


def of_an_earlier_line(wires: Wires, said: m.Receipt, name: str) -> m.Receipt:
    return signed(wires, replace(said, at=said.at - 1), name)


def of_lines_that_there_are_not(wires: Wires, said: m.Receipt, name: str) -> m.Receipt:
    return replace(said, at=2**31 - 1)


def of_another_deal(wires: Wires, said: m.Receipt, name: str) -> m.Receipt:
    return signed(wires, replace(said, of=DealId(1, 2, 1)), name)


def without_signature(wires: Wires, said: m.Receipt, name: str) -> m.Receipt:
    return replace(said, sig=bytes(64))


def signed(wires: Wires, said: m.Receipt, name: str) -> m.Receipt:
    head = j.Chain(wires.memory.lines).heads[said.at]
    return replace(said, sig=wires.key(name).sign(j.receipt_text(IDENTITY.table, head, said.of, said.colour)))


@pytest.mark.parametrize(
    "spoiled",
    [
        of_no_colour,
        of_another_colour,
        of_the_other_key,
        of_an_earlier_line,
        of_lines_that_there_are_not,
        of_another_deal,
        without_signature,
    ],
)
def test_a_receipt_that_is_not_as_it_must_be_is_left_lying_and_the_right_one_is_taken(spoiled: Any) -> None:
    async def work() -> None:
        async with match() as wires:
            wires.slow.add("Bo")
            await play_deal(wires)
            right, written = wires.kept["Bo"], list(wires.memory.lines)
            wires.say("Bo", spoiled(wires, right, "Bo"))
            assert await wires.settle("Bo") == []
            assert wires.memory.lines == written
            for _ in range(2):
                wires.say("Bo", right)
            await wires.settle()
            (checked,) = wires.memory.records[len(written) :]
            assert checked == j.Checked(1, right.of, right.at, Colour.GREEN, right.sig)

    run(work())


def test_who_watches_says_nothing_of_a_deal() -> None:
    async def work() -> None:
        async with match() as wires:
            await wires.join("Wim", watch=True)
            wires.slow.add("Bo")
            await play_deal(wires)
            written = list(wires.memory.lines)
            wires.say("Wim", wires.kept["Bo"])
            wires.say("Wim", signed(wires, wires.kept["Bo"], "Wim"))
            await wires.settle()
            assert wires.memory.lines == written

    run(work())


# coming back


@pytest.mark.parametrize(
    ("match_of", "more"), [(1, 1), (1, 10**6), (2, 0), (0, 0)], ids=["one more", "a million", "next match", "no match"]
)
def test_who_claims_lines_that_there_are_not_or_of_another_match_is_told_all(match_of: int, more: int) -> None:
    async def work() -> None:
        async with match() as wires:
            await wires.play(*asked(wires))
            await wires.drop("Bo")
            there = len(wires.memory.lines)
            heard = await wires.join("Bo", has=(match_of, there + more))
            entries = [message for message in heard if isinstance(message, m.Entries)]
            assert entries[0].first == 0
            assert [line for each in entries for line in each.lines] == wires.memory.lines
            await play_deal(wires)
            assert all(check.colour is Colour.GREEN for _, check in wires.checks)
            assert len(wires.checks) == len(NAMES)

    run(work())


def test_who_comes_back_is_told_just_the_lines_that_are_missing_before_the_story() -> None:
    async def work() -> None:
        async with match() as wires:
            away = other(asked(wires)[0])
            await wires.drop(away)
            have = len(wires.memory.lines)
            await wires.play(*asked(wires))
            heard = await wires.join(away)
            entries = [message for message in heard if isinstance(message, m.Entries)]
            assert [line for each in entries for line in each.lines] == wires.memory.lines[have:]
            assert [type(record) for record in wires.memory.records[have:]] == [j.Played]
            kinds = [type(message) for message in heard]
            assert kinds.index(m.Entries) < kinds.index(m.Told)

    run(work())


def test_the_sentence_says_what_to_do() -> None:
    language = load_language("en")
    for code in ("turn.not-signed", "proof.nothing"):
        assert language.say(code) != code
