"""A match over real sockets: every laptop finds its deals as they were drawn, and one that does not answer is named."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lan_thirteen.audit.findings import Verdict
from lan_thirteen.audit.replayed import replayed
from lan_thirteen.audit.report import report
from lan_thirteen.core.lobby import Colour, DealId, Lobby, Phase
from lan_thirteen.net.aside import TableWords
from lan_thirteen.net.copies import Copies
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.journal_file import read_journal
from lan_thirteen.net.opening import Opening, open_table
from lan_thirteen.net.outcome import Outcome
from lan_thirteen.net.profile import open_profile
from lan_thirteen.net.recorder import read_secrets
from lan_thirteen.net.store import SecretFile
from lan_thirteen.trust import journal as j
from lan_thirteen.wire import messages as m
from tests.support.tables import (
    HOME,
    MACHINE,
    QUICK,
    TABLE_ID,
    Player,
    Served,
    begin,
    is_in,
    new_table,
    players,
    run,
    served,
)

GAME = "dreizehn"
TWO_DEALS = {"rounds": 2}
IS_FINISHED = is_in(Phase.FINISHED)


def fair_table(seats: int = 4, bots: tuple[str, ...] = ("easy",)) -> tuple[Any, Dealer]:
    dealer = Dealer(TABLE_ID, MACHINE)
    return new_table(GAME, seats, bots=bots, options=TWO_DEALS, seeds=dealer.seed), dealer


async def play_to_the_end(*people: Player, until: Callable[[Lobby], bool] = IS_FINISHED) -> None:
    """Each plays the first of what it may, and is ready when a deal is over, ``until`` the table is so."""

    async def play(one: Player) -> None:
        answered, was_ready = -1, 0
        while True:
            told, lobby = one.told, one.lobby
            if lobby is not None and until(lobby):
                return
            if told is not None and told.legal and told.index > answered:
                answered = told.index
                one.act(one.choices(GAME)[0], told)
            deals = len({check.of for check in one.all_of(DealChecked)})
            if lobby is not None and lobby.phase is Phase.INTERMISSION and deals > was_ready:
                was_ready = deals
                one.guest.send(m.Ready(True))
            before = len(one.heard)
            await one.until(lambda o=one, n=before: o.heard[n:])  # type: ignore[misc]

    await asyncio.gather(*map(play, people))


def test_three_guests_and_a_bot_play_a_match_and_all_deals_are_green() -> None:
    async def work() -> None:
        table, dealer = fair_table()
        async with served(table, dealer=dealer) as kitchen, players(kitchen, "Ana", "Bo", "Cem") as people:
            people[0].guest.send(m.Start())
            await play_to_the_end(*people)
            for one in people:
                checks = await one.until(lambda o=one: o.all_of(DealChecked)[1:] and o.all_of(DealChecked))  # type: ignore[misc]
                assert [(check.of, check.colour) for check in checks] == [
                    (DealId(1, 1, 1), Colour.GREEN),
                    (DealId(1, 2, 1), Colour.GREEN),
                ]

    run(work())


def test_a_guest_that_never_answers_is_left_out_by_name_and_the_others_stay_green(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        table, dealer = fair_table(3, ())
        async with served(table, dealer=dealer) as kitchen, players(kitchen, "Ana", "Bo", "Cem") as people:
            bo = people[1].guest.witness
            hear = bo.hear
            monkeypatch.setattr(bo, "hear", lambda message: hear(message)._replace(answers=()))
            people[0].guest.send(m.Start())
            notice = await people[2].until(lambda: people[2].all_of(m.Notice))
            assert notice[0] == m.Notice("fair.left-out", (2,), ("Bo",))
            await play_to_the_end(*people)
            colours = [[check.colour for check in one.all_of(DealChecked)] for one in people]
            assert colours == [[Colour.GREEN] * 2, [Colour.GREY] * 2, [Colour.GREEN] * 2]

    run(work())


def test_one_who_is_cut_off_in_mid_deal_still_checks_it() -> None:
    async def work() -> None:
        table, dealer = fair_table(3, ())
        async with served(table, dealer=dealer) as kitchen, players(kitchen, "Ana", "Bo", "Cem") as people:
            people[0].guest.send(m.Start())
            bo = people[1]
            await bo.until(lambda: bo.told)
            connection = bo.guest._connection
            assert connection is not None
            connection.abort()
            await bo.is_in(times=2)
            await play_to_the_end(*people)
            assert {check.colour for one in people for check in one.all_of(DealChecked)} == {Colour.GREEN}

    run(work())


def test_the_secrets_lie_beside_the_match_for_their_owner_only_and_make_its_deals(tmp_path: Path) -> None:
    profile = open_profile("Ana", tmp_path)

    async def work() -> None:
        opening = Opening("Kitchen", GAME, 3, tuple(TWO_DEALS.items()), ("easy",))
        async with open_table(opening, profile, QUICK) as table:
            known = Known((Address(HOME, table.port),), table.identity.table, table.identity.fingerprint)
            people: list[Player] = []
            for name in ("Ana", "Bo"):  # one after the other: the first opens the table
                people.append(Player(known, name))
                await people[-1].is_in()
            people[0].guest.send(m.Start())
            await play_to_the_end(*people)
            assert {check.colour for one in people for check in one.all_of(DealChecked)} == {Colour.GREEN}
            for one in people:
                one.drop()

    run(work())
    profile.close()
    (match,) = (tmp_path / "Ana" / "matches").glob("*.lan13")
    secrets = match.with_suffix(SecretFile.SUFFIX)
    assert secrets.stat().st_mode & 0o777 == 0o600
    kept, lines = read_secrets(secrets), read_journal(match).lines
    records = [j.record_of(line) for line in lines]
    assert not replayed(lines).is_cut
    checks = report(lines)
    assert {check.verdict for check in checks} == {Verdict.GOOD}
    assert [check.deal for check in checks if check.key == "audit.receipt.green"] == [1, 2]
    assert checks[-1].key == "audit.standings"
    assert {of: one.sealed.secret for of, one in kept.items()} == {
        record.of: record.secret for record in records if isinstance(record, j.DealShown)
    }
    mixed = {
        record.of: sorted(given.what for given in record.mixes) for record in records if isinstance(record, j.DealMixes)
    }
    assert [of.deal for of in mixed] == [1, 2]
    for of, bytes_of_all in mixed.items():
        unsealed = kept[of].unsealed
        assert unsealed is not None
        assert sorted(mix for _, mix in unsealed.mixes) == bytes_of_all
        assert {key for key, _ in unsealed.mixes} == {key for _, key in kept[of].sealed.drawers}


# receipts


def receipts_before(deal: int, kitchen: Served) -> list[tuple[int, int]]:
    """Deal and seat of all receipts that stand before this deal was opened."""
    records = kitchen.memory.records
    opened = next(n for n, r in enumerate(records) if isinstance(r, j.DealOpened) and r.of.deal == deal)
    return sorted((r.of.deal, r.seat) for r in records[:opened] if isinstance(r, j.Checked))


def test_everybody_has_signed_what_they_make_of_a_deal_before_the_next_one_is_opened() -> None:
    async def work() -> None:
        table, dealer = fair_table()
        async with served(table, dealer=dealer) as kitchen, players(kitchen, "Ana", "Bo", "Cem") as people:
            people[0].guest.send(m.Start())
            await play_to_the_end(*people)
            assert receipts_before(2, kitchen) == [(1, 0), (1, 1), (1, 2)]
            for one in people:
                await one.until(lambda o=one: len(o.all_of(DealChecked)) == 2)  # type: ignore[misc]
            # each answers the end of the journal, and is answered by what all have signed
            for one in people:
                await until_told(one, lambda records: sum(isinstance(r, j.Checked) for r in records) == 6)

    run(work())


async def until_told(one: Player, wanted: Callable[[list[j.Record]], bool]) -> None:
    """Until the journal that this guest has is so; whatever else it is told it was told before."""

    def found() -> bool:
        proof = one.guest.witness.proof()
        return proof is not None and wanted([j.record_of(line) for line in proof.lines])

    while not found():
        one.guest.send(m.Chat("hello"))  # what is said to all comes after what was written before
        await one.hears(m.Said)


def test_one_who_signs_nothing_keeps_the_others_waiting_for_a_moment_only(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        table, dealer = fair_table(3, ())
        async with served(table, dealer=dealer) as kitchen, players(kitchen, "Ana", "Bo", "Cem") as people:
            bo = people[1].guest.witness
            hear = bo.hear

            def without_receipts(message: m.FromHost) -> Outcome:
                outcome = hear(message)
                kept = tuple(answer for answer in outcome.answers if not isinstance(answer, m.Receipt))
                return outcome._replace(answers=kept)

            monkeypatch.setattr(bo, "hear", without_receipts)
            people[0].guest.send(m.Start())
            await play_to_the_end(*people)
            assert receipts_before(2, kitchen) == [(1, 0), (1, 2)]
            assert {check.colour for one in people for check in one.all_of(DealChecked)} == {Colour.GREEN}

    run(work())


# copies


def copy_of(folder: Path) -> tuple[bytes, ...]:
    return read_journal(folder / "copies" / f"{TABLE_ID.hex()[:16]}-1.lan13").lines


def test_who_leaves_has_the_journal_as_far_as_they_were_there(tmp_path: Path) -> None:
    async def work() -> None:
        table, dealer = fair_table(3, ())
        async with served(table, dealer=dealer) as kitchen, players(kitchen, "Ana", "Bo") as people:
            cem = Player(kitchen.known, "Cem", keeper=Copies(tmp_path))
            await cem.is_in()
            await begin(*people, cem)
            await play_to_the_end(*people, cem, until=is_in(Phase.INTERMISSION))
            await cem.leave()
            await play_to_the_end(*people)
            copy, lines = copy_of(tmp_path), tuple(kitchen.memory.lines)
            assert any(isinstance(j.record_of(line), j.Ended) for line in copy)
            assert len(copy) < len(lines)
            assert copy == lines[: len(copy)]

    run(work())


def test_a_program_that_was_killed_goes_on_from_its_copy_and_is_told_the_rest_only(tmp_path: Path) -> None:
    async def work() -> None:
        table, dealer = fair_table(3, ())
        async with served(table, dealer=dealer) as kitchen, players(kitchen, "Ana", "Bo") as people:
            cem = Player(kitchen.known, "Cem", keeper=Copies(tmp_path))
            await cem.is_in()
            await begin(*people, cem)
            cem.drop()
            await asyncio.wait([cem.visit])
            clerk, asked = kitchen.host._scribe.clerk, list[tuple[int, int]]()
            since = clerk.since

            def noted(match: int, have: int) -> list[m.Entries]:
                asked.append((match, have))
                return since(match, have)

            clerk.since = noted  # type: ignore[method-assign]
            had = len(copy_of(tmp_path))
            back = Player(kitchen.known, "Cem", key=cem.key, keeper=Copies(tmp_path))
            await back.is_in()
            await play_to_the_end(*people, back)
            assert asked == [(1, had)]
            assert had > 0
            deals = [(check.of.deal, check.why.code) for check in back.all_of(DealChecked)]
            assert deals == [(1, "fair.grey.late"), (2, "fair.green")]
            await back.leave()
            assert copy_of(tmp_path) == tuple(kitchen.memory.lines)[: len(copy_of(tmp_path))]
            assert len(copy_of(tmp_path)) > had

    run(work())


# the words of the table


def words_of(one: Player) -> tuple[str, str, str] | None:
    found = one.all_of(TableWords)
    return found[-1].words if found else None


def test_the_words_of_a_table_are_the_same_on_every_laptop_and_others_when_somebody_else_comes() -> None:
    async def work() -> None:
        async with served() as kitchen, players(kitchen, "Ana", "Bo") as people:
            ana, bo = people
            first = await ana.until(lambda: words_of(ana))
            assert await bo.until(lambda: words_of(bo)) == first
            cem = Player(kitchen.known, "Cem")
            await cem.is_in()
            second = await ana.until(lambda: words_of(ana) if words_of(ana) != first else None)
            for one in (bo, cem):
                assert await one.until(lambda o=one: words_of(o) if words_of(o) != first else None) == second  # type: ignore[misc]
            await cem.leave()
            assert await ana.until(lambda: words_of(ana) if words_of(ana) != second else None) == first
            dan = Player(kitchen.known, "Cem")
            await dan.is_in()
            third = await ana.until(lambda: words_of(ana) if words_of(ana) not in (first, second) else None)
            assert await dan.until(lambda: words_of(dan)) == third, "the name is the same, the key is not"
            dan.drop()

    run(work())
