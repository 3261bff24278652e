"""A host hands its table over: all go to the next one by themselves, to the same seats, hands and questions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from lan_thirteen.audit.findings import Verdict
from lan_thirteen.audit.report import report
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.lobby import Colour
from lan_thirteen.core.timing import Timing
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.guest import Bequest, Cut, Joined
from lan_thirteen.net.journal_file import read_journal
from lan_thirteen.net.opening import Opening, open_table, reopening_of
from lan_thirteen.net.profile import open_profile
from lan_thirteen.net.shelf import saved_tables
from lan_thirteen.trust import journal as j
from lan_thirteen.wire import messages as m
from tests.net.test_fair_sockets import play_to_the_end
from tests.support.handed import Successor
from tests.support.tables import HOME, MACHINE, QUICK, SOON, TABLE_ID, Player, Served, new_table, run, served

GAME = "dreizehn"


@asynccontextmanager
async def kitchen(
    tmp_path: Path, *, seats: int = 4, deals: int = 3, timing: Timing = QUICK
) -> AsyncIterator[tuple[Served, list[Successor]]]:
    """Ana, who owns the table, Bo, Cem and a bot."""
    dealer = Dealer(TABLE_ID, MACHINE)
    table = new_table(
        GAME, seats, bots=("easy",) * (seats - 3), options={"rounds": deals}, seeds=dealer.seed, timing=timing
    )
    async with AsyncExitStack() as stack:
        served_table = await stack.enter_async_context(served(table, dealer=dealer, timing=timing))
        people = []
        for name in ("Ana", "Bo", "Cem"):
            one = Successor(served_table.known, name, tmp_path, stack)
            people.append(one)
            await one.is_in()
        try:
            yield served_table, people
        finally:
            for one in people:
                one.drop()
            await asyncio.gather(*(one.visit for one in people), return_exceptions=True)


async def begin(people: list[Successor]) -> None:
    people[0].guest.send(m.Start())
    for one in people:
        await one.until(lambda o=one: o.told)  # type: ignore[misc]


async def some_moves(people: list[Successor], moves: int) -> None:
    for _ in range(moves):
        asked = await _asked(people)
        assert asked.told is not None
        index = asked.told.index
        asked.act(asked.choices(GAME)[0], asked.told)
        await asked.until(lambda o=asked, n=index: o.told is not None and o.told.index > n)  # type: ignore[misc]


async def _asked(people: list[Successor]) -> Successor:
    waiting = {asyncio.create_task(one.turn()): one for one in people}
    try:
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        return waiting[done.pop()]
    finally:
        for task in waiting:
            task.cancel()


async def play_a_deal(people: list[Successor]) -> None:
    """So that all have it checked; nobody is ready for the next one."""

    async def move() -> None:
        while True:
            await some_moves(people, 1)

    playing = asyncio.create_task(move())
    for one in people:
        await one.until(lambda o=one: o.all_of(DealChecked))  # type: ignore[misc]
    playing.cancel()


async def person_of(one: Successor) -> int:
    return (await one.is_in()).welcome.person


async def are_in(people: list[Successor], times: int) -> None:
    """All have been let in so many times, and know how the match stands."""
    for one in people:
        await one.is_in(times=times)
        at = one.heard.index(one.all_of(Joined)[times - 1])
        await one.until(lambda o=one, a=at: [news for news in o.heard[a:] if isinstance(news, m.Told)])  # type: ignore[misc]


async def hand_over(people: list[Successor], heir: Successor) -> None:
    people[0].guest.send(m.HandOver(await person_of(heir)))


def test_in_the_middle_of_a_deal_all_find_the_same_hands_and_questions_and_every_deal_is_green(tmp_path: Path) -> None:
    async def work() -> None:
        async with kitchen(tmp_path) as (served_table, people):
            bo = people[1]
            await begin(people)
            await some_moves(people, 5)
            await _asked(people)
            before = [(one.told.seat, one.told.view, one.told.legal) for one in people if one.told]
            await hand_over(people, bo)
            for one in people:
                await one.is_in(times=2)
                joined = one.all_of(Joined)
                at = one.heard.index(joined[1])
                told = await one.until(lambda o=one, a=at: [n for n in o.heard[a:] if isinstance(n, m.Told)])  # type: ignore[misc]
                assert (told[0].seat, told[0].view, told[0].legal) == before[people.index(one)]
                assert joined[1].table == joined[0].table
                assert joined[1].host_key == bo.profile.seat_key(TABLE_ID).public
                assert joined[1].welcome.person == joined[0].welcome.person
                assert one.all_of(Cut) == []
                assert m.Notice("hand-over.done-dealt", (), ("Bo",)) in one.heard
            await play_to_the_end(*people)
            for one in people:
                checks = await one.until(lambda o=one: len(o.all_of(DealChecked)) >= 3 and o.all_of(DealChecked))  # type: ignore[misc]
                assert [check.colour for check in checks] == [Colour.GREEN] * 3
            assert served_table.host.closed.is_set()
            assert bo.lobby is not None
            assert bo.lobby.owner == await person_of(bo)

    run(work())
    (match,) = (tmp_path / "Bo" / "matches").glob("*.lan13")
    lines = read_journal(match).lines
    assert [check for check in report(lines) if check.verdict is Verdict.BAD] == []
    records = [j.record_of(line) for line in lines]
    assert [record.seat for record in records if isinstance(record, j.HandedOver)] == [1]
    assert sum(isinstance(record, j.Ended) for record in records) == 3


def test_between_two_deals_no_secret_goes_over_and_the_next_deals_are_green(tmp_path: Path) -> None:
    async def work() -> None:
        async with kitchen(tmp_path, deals=2) as (served_table, people):
            cem = people[2]
            await begin(people)
            await play_a_deal(people)
            await hand_over(people, cem)
            await are_in(people, times=2)
            for one in people:
                assert m.Notice("hand-over.done", (), ("Cem",)) in one.heard
            (bequest,) = cem.all_of(Bequest)
            assert bequest.estate.secrets == ()
            await play_to_the_end(*people)
            for one in people:
                checks = await one.until(lambda o=one: len(o.all_of(DealChecked)) >= 2 and o.all_of(DealChecked))  # type: ignore[misc]
                assert [check.colour for check in checks] == [Colour.GREEN] * 2
            async with asyncio.timeout(SOON):
                await served_table.host.closed.wait()

    run(work())


def test_a_table_may_go_from_hand_to_hand_and_come_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with kitchen(tmp_path, deals=2) as (_, people):
            ana, bo, cem = people
            await begin(people)
            for owner, heir, epoch in ((ana, bo, 2), (bo, cem, 3), (cem, ana, 4)):
                await some_moves(people, 2)
                await _asked(people)
                owner.guest.send(m.HandOver(await person_of(heir)))
                await are_in(people, times=epoch)
                assert heir.table is not None
                assert heir.table.identity.epoch == epoch
            await play_to_the_end(*people)
            for one in people:
                checks = await one.until(lambda o=one: len(o.all_of(DealChecked)) >= 2 and o.all_of(DealChecked))  # type: ignore[misc]
                assert [check.colour for check in checks] == [Colour.GREEN] * 2

    run(work())


def test_who_does_not_want_it_changes_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with kitchen(tmp_path) as (served_table, people):
            bo = people[1]
            bo.is_willing = False
            await begin(people)
            await hand_over(people, bo)
            for one in people:
                await one.hears_so_far(m.Notice("hand-over.declined", (), ("Bo",)))
            await some_moves(people, 3)
            assert not served_table.host.closed.is_set()
            assert bo.all_of(Bequest) == []

    run(work())


def test_a_laptop_that_never_opens_the_table_leaves_it_where_it_was(tmp_path: Path) -> None:
    async def work() -> None:
        async with kitchen(tmp_path, timing=QUICK.scaled(0.1)) as (_, people):
            ana, bo, _ = people
            bo.opens = False
            await begin(people)
            await _asked(people)
            await hand_over(people, bo)
            await ana.sees(lambda lobby: lobby.paused == "table.moving")
            asked = await _asked(people)
            assert asked.told is not None
            asked.act(asked.choices(GAME)[0], asked.told)
            await asked.until(lambda: [r for r in asked.all_of(m.Refused) if r.code == "table.moving"])
            await ana.hears_so_far(m.Notice("hand-over.failed", (), ("Bo",)))
            await ana.sees(lambda lobby: not lobby.paused)
            await bo.until(lambda: bo.all_of(m.AskNoMore))
            bo.opens = True
            await some_moves(people, 2)
            await _asked(people)
            await hand_over(people, bo)
            await are_in(people, times=2)
            assert bo.table is not None
            assert bo.table.identity.epoch == 3
            await play_to_the_end(*people)
            assert {check.colour for one in people for check in one.all_of(DealChecked)} == {Colour.GREEN}

    run(work())


def test_a_laptop_that_is_cut_off_before_it_has_opened_the_table_is_told_so_when_it_is_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with kitchen(tmp_path) as (_, people):
            ana, bo, _ = people
            bo.opens = False
            await begin(people)
            await _asked(people)
            await hand_over(people, bo)
            await bo.until(lambda: bo.all_of(Bequest))
            assert bo.guest._connection is not None
            bo.guest._connection.abort()
            await ana.hears_so_far(m.Notice("hand-over.failed", (), ("Bo",)))
            await bo.is_in(times=2)
            await bo.until(lambda: bo.all_of(m.AskNoMore))
            await some_moves(people, 3)

    run(work())


def test_who_was_cut_off_when_the_table_went_over_is_told_where_by_the_old_host(tmp_path: Path) -> None:
    async def work() -> None:
        async with kitchen(tmp_path) as (_, people):
            _, bo, cem = people
            await begin(people)
            await _asked(people)
            cem.guest.move_to([])
            assert cem.guest._connection is not None
            cem.guest._connection.abort()
            await hand_over(people, bo)
            await bo.is_in(times=2)
            cem.guest.move_to([people[0].first_address])
            await are_in([cem], times=3)
            assert cem.all_of(Joined)[2].host_key == bo.profile.seat_key(TABLE_ID).public
            await are_in(people[:2], times=2)
            await play_to_the_end(*people)

    run(work())


REFUSALS = {
    "who is not the owner": (1, 2, "table.not-owner"),
    "to oneself": (0, 1, "hand-over.nobody"),
    "to nobody": (0, 77, "hand-over.nobody"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_a_hand_over_that_cannot_be_is_refused_with_its_reason(case: str, tmp_path: Path) -> None:
    asker, target, code = REFUSALS[case]

    async def work() -> None:
        async with kitchen(tmp_path) as (_, people):
            await begin(people)
            people[asker].guest.send(m.HandOver(target))
            refused = await people[asker].hears(m.Refused)
            assert refused.code == code

    run(work())


def test_before_the_match_there_is_nothing_to_hand_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with kitchen(tmp_path) as (_, people):
            await hand_over(people, people[1])
            assert (await people[0].hears(m.Refused)).code == "hand-over.not-now"

    run(work())


def test_nobody_goes_where_the_journal_names_no_host(tmp_path: Path) -> None:
    async def work() -> None:
        async with kitchen(tmp_path) as (served_table, people):
            await begin(people)
            served_table.host._crowd.send_all(m.Moved(2, bytes(32), 1, ("127.0.0.1",)))
            await some_moves(people, 3)
            assert [len(one.all_of(Joined)) for one in people] == [1, 1, 1]

    run(work())


def test_who_has_gone_over_takes_no_host_of_an_earlier_epoch_for_the_table(tmp_path: Path) -> None:
    """Nor one of the right epoch with another key, nor a later one that nobody has named."""

    async def work() -> None:
        async with kitchen(tmp_path) as (_, people):
            bo = people[1]
            await begin(people)
            await _asked(people)
            await hand_over(people, bo)
            await people[0].is_in(times=2)
            guest = people[0].guest
            theirs = bo.profile.seat_key(TABLE_ID).public

            def stranger(epoch: int, key: bytes) -> str:
                greeting = m.Greeting(m.PROTOCOL, "", TABLE_ID, epoch, bytes(32), False, key, bytes(64))
                why = guest._stranger(greeting)
                return "" if why is None else why.code

            assert stranger(2, theirs) == ""
            assert stranger(1, MACHINE.public) == "join.old-host"
            assert stranger(1, theirs) == "join.old-host"
            assert stranger(2, MACHINE.public) == "join.other-table"
            assert stranger(3, theirs) == "join.other-table"

    run(work())


def test_a_host_by_hand_over_goes_on_with_its_match_when_its_program_was_started_again(tmp_path: Path) -> None:
    before: dict[str, bytes] = {}

    async def first() -> None:
        async with kitchen(tmp_path) as (_, people):
            await begin(people)
            await some_moves(people, 3)
            await _asked(people)
            await hand_over(people, people[1])
            await are_in(people, times=2)
            await some_moves(people, 2)
            await _asked(people)
            before.update({one.name: one.told.view for one in people if one.told is not None})

    async def second() -> None:
        profiles = {name: open_profile(name, tmp_path) for name in ("Ana", "Bo", "Cem")}
        theirs = profiles["Bo"]
        (saved,) = saved_tables(theirs.folder, theirs.host_key().public)
        assert saved.why_not is None
        again = reopening_of(Path(saved.path), theirs)
        async with open_table(again.opening, theirs, QUICK, again) as table:
            assert table.identity.epoch == 2
            known = Known((Address(HOME, table.port),), table.identity.table, table.identity.fingerprint)
            for name, profile in profiles.items():
                one = Player(known, name, key=profile.seat_key(TABLE_ID))
                joined = await one.is_in()
                assert joined.host_key == theirs.seat_key(TABLE_ID).public
                told = await one.until(lambda o=one: o.told)  # type: ignore[misc]
                assert told.view == before[name]
                one.drop()
        for profile in profiles.values():
            profile.close()

    run(first())
    run(second())


def test_the_laptop_that_has_handed_the_table_over_does_not_offer_to_go_on_with_it(tmp_path: Path) -> None:
    """Nor can it be made to: its key signs nothing of this match any more."""
    profile = open_profile("Host", tmp_path)

    async def work() -> None:
        opening = Opening("Kitchen", GAME, 3, (), (), is_hidden=True)
        async with open_table(opening, profile, QUICK) as table, AsyncExitStack() as stack:
            known = Known((Address(HOME, table.port),), table.identity.table, table.identity.fingerprint)
            people = [Successor(known, name, tmp_path, stack) for name in ("Ana", "Bo", "Cem")]
            for one in people:
                await one.is_in()
            await begin(people)
            (path,) = (profile.folder / "matches").glob("*.lan13")
            kept = path.with_suffix(".table").read_bytes()
            await _asked(people)
            await hand_over(people, people[1])
            await are_in(people, times=2)
            for one in people:
                one.drop()
        assert saved_tables(profile.folder, profile.host_key().public) == ()
        path.with_suffix(".table").write_bytes(kept)
        with pytest.raises(JournalError, match="other-machine"):
            reopening_of(path, profile)

    run(work())
    profile.close()
