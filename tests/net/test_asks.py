"""What a guest asks for is played once, answers what it was asked, and only by the one who may."""

from __future__ import annotations

import pytest

from lan_thirteen.core.lobby import HouseRules, Phase
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.guest import Over
from lan_thirteen.trust import journal as j
from lan_thirteen.wire import limits
from lan_thirteen.wire import messages as m
from tests.support.tables import Player, begin, new_table, players, run, served, whose_turn


def test_a_stale_ask_is_refused_and_changes_nothing() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            actor, told = await whose_turn(*people)
            nonce = actor.act(actor.choices()[0], told, index=told.index - 1)
            refused = await actor.hears(m.Refused)
            assert (refused.nonce, refused.code) == (nonce, "table.stale")
            assert table.table.index == told.index

    run(work())


def test_the_same_ask_twice_is_answered_the_same_and_played_once() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            actor, told = await whose_turn(*people)
            choice = actor.choices()[0]
            for _ in range(2):
                actor.act(choice, told, nonce=7)
            await actor.until(lambda: actor.all_of(m.Accepted)[1:])
            assert actor.all_of(m.Accepted) == [m.Accepted(7), m.Accepted(7)]
            assert table.table.index == told.index + 1
            played = [record.index for record in table.memory.records if isinstance(record, j.Played)]
            assert played == [told.index]

    run(work())


def test_an_ask_of_an_old_tenure_is_dropped() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            actor, told = await whose_turn(*people)
            choice = actor.choices()[0]
            actor.act(choice, told, tenure=told.tenure + 100)
            nonce = actor.act(choice, told)
            assert (await actor.hears(m.Accepted)).nonce == nonce
            assert not actor.all_of(m.Refused)

    run(work())


def test_who_is_not_to_move_or_watches_cannot_play() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            watcher = Player(table.known, "Wim", watch=True)
            await watcher.until(lambda: watcher.told)
            actor, told = await whose_turn(*people)
            choice = actor.choices()[0]
            for other in (*[one for one in people if one is not actor], watcher):
                assert other.told is not None
                nonce = other.act(choice, other.told)
                refused = await other.hears(m.Refused)
                assert (refused.nonce, refused.code) == (nonce, "turn.not-yours")
            # the tenure of the one to move is of no use to another seat
            other = next(one for one in people if one is not actor)
            other.act(choice, told)
            other.guest.send(m.Chat("done"))
            await other.hears(m.Said)
            assert table.table.index == told.index
            await watcher.leave()

    run(work())


def test_an_ask_in_the_waiting_room_is_refused() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana") as (ana,):
            ana.guest.send(m.Act(3, 0, 0, b"\xc0"))
            assert await ana.hears(m.Refused) == m.Refused(3, "turn.not-yours", (), ())
            assert table.table.phase is Phase.LOBBY

    run(work())


def test_an_action_that_is_none_closes_the_link_with_the_reason_and_the_seat_is_kept() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            actor, told = await whose_turn(*people)
            actor.guest.send(m.Act(1, told.index, told.tenure, b"\x91\xa4Deal"))
            assert await actor.is_over() == Refusal("link.bad-frame")
            again = Player(table.known, "again", key=actor.key)
            assert (await again.is_in()).welcome.is_back
            back = await again.turn()
            assert (back.seat, back.index) == (told.seat, told.index)
            await again.leave()

    run(work())


def test_more_talk_than_a_person_types_is_not_passed_on_and_the_talker_stays() -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana", "Bo") as (ana, bo):
            for number in range(limits.BURST_CHATS + 2):
                ana.guest.send(m.Chat(str(number)))
            assert (await ana.hears(m.Refused)).code == "table.too-much-talk"
            ana.guest.send(m.Ready(True))
            await bo.sees(lambda lobby: lobby.seats[0].is_ready)
            assert 1 <= len(bo.all_of(m.Said)) <= limits.BURST_CHATS + 1
            assert not ana.all_of(Over)

    run(work())


@pytest.mark.parametrize("text", ["\u200b", "\u202e\u200f", " \n "])
def test_words_in_which_nothing_can_be_seen_are_refused(text: str) -> None:
    async def work() -> None:
        async with served() as table, players(table, "Ana") as (ana,):
            for message in (m.Chat(text), m.Rename(text), m.RenameTable(text)):
                ana.guest.send(message)
                assert (await ana.hears(m.Refused)).code == "table.no-such-text"

    run(work())


def test_a_stand_in_plays_without_an_answer_to_the_person_whose_seat_it_is() -> None:
    """The answer to a bot would look like one to the person, who uses numbers of their own."""

    async def work() -> None:
        table = new_table(house=HouseRules(turn_clock_s=1))
        async with served(table) as open_table, players(open_table, "Ana", "Bo", "Cem") as people:
            await begin(*people)
            actor, told = await whose_turn(*people)
            await actor.until(lambda: actor.told if actor.told and actor.told.index > told.index else None)
            assert not actor.all_of(m.Accepted)
            assert not actor.all_of(m.Refused)

    run(work())
