"""A match over real sockets: every laptop finds its deals as they were drawn, and one that does not answer is named."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from lan_thirteen.audit.replayed import replayed
from lan_thirteen.core.lobby import DealId, Phase
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.dealing import Colour, DealChecked
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.journal_file import read_journal
from lan_thirteen.net.opening import Opening, open_table
from lan_thirteen.net.profile import open_profile
from lan_thirteen.net.recorder import read_secrets
from lan_thirteen.net.store import SecretFile
from lan_thirteen.trust import journal as j
from lan_thirteen.wire import messages as m
from tests.support.tables import HOME, MACHINE, QUICK, TABLE_ID, Player, new_table, players, run, served

GAME = "dreizehn"
TWO_DEALS = {"rounds": 2}


def fair_table(seats: int = 4, bots: tuple[str, ...] = ("easy",)) -> tuple[Any, Dealer]:
    dealer = Dealer(TABLE_ID, MACHINE)
    return new_table(GAME, seats, bots=bots, options=TWO_DEALS, seeds=dealer.seed), dealer


async def play_to_the_end(*people: Player) -> None:
    """Each plays the first of what it may, and is ready when a deal is over."""

    async def play(one: Player) -> None:
        answered, was_ready = -1, 0
        while True:
            told, lobby = one.told, one.lobby
            if lobby is not None and lobby.phase is Phase.FINISHED:
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
            people = [Player(known, name) for name in ("Ana", "Bo")]
            for one in people:
                await one.is_in()
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
