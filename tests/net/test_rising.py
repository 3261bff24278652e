"""A host that is killed goes on with what it had written down: the same hands, nothing lost, every deal green."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lan_thirteen.audit.findings import Verdict
from lan_thirteen.audit.report import report
from lan_thirteen.audit.standing import standing_of
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.lobby import Colour, DealId, Phase
from lan_thirteen.net.dealer import Sealed
from lan_thirteen.trust import journal as j
from tests.support.fair import in_loop
from tests.support.rising import EARLY, LATE, RisingTable

RULES: dict[str, Any] = {"leaves": {"mode": "expert", "target_score": 50}, "three-thirteen": {}, "dreizehn": {}}
OTHERS = ("three-thirteen", "dreizehn")
MOVES = 400


def rising(game: str, rng: Random, people: int = 3) -> RisingTable:
    return RisingTable(game, people + 1, people, rng, options=RULES[game])


def play(table: RisingTable, deals: int) -> None:
    """So many deals, whatever happens to the host. Nobody waits for anything."""
    table.survive(table.start)
    for _ in range(MOVES * deals):
        if table.is_playing:
            table.survive(lambda: table.move(well=True))
        elif table.table.phase is Phase.FINISHED or table.state.deal >= deals:
            return
        else:
            table.survive(table.next_deal)
    raise AssertionError(f"{table.table.phase} has no end")


def wrong(table: RisingTable) -> list[str]:
    """What is not as it should be of the journal, and of what the laptops make of the deals that are over."""
    out = [check.key for check in report(table.disk.lines) if check.verdict is Verdict.BAD]
    ended = {record.of.deal for record in table.disk.records if isinstance(record, j.Ended)}
    for laptop in table.laptops:
        colours = laptop.colours()
        out += [f"{laptop.name}: {n} {colours.get(n)}" for n in ended if colours.get(n) is not Colour.GREEN]
    return out


@pytest.mark.slow
@pytest.mark.parametrize("game", RULES)
def test_a_host_that_is_killed_after_every_record_loses_nothing(game: str) -> None:
    def work() -> None:
        table = rising(game, Random(f"every {game}"))
        table.disk.plan = lambda kind: LATE if kind not in ("Header", "Seated") else ""
        play(table, deals=2)
        assert wrong(table) == []
        kinds = {"DealOpened", "DealCommits", "DealMixes", "Played", "DealShown", "Ended", "Checked"}
        assert kinds | {"Sealed", "Unsealed"} <= set(table.disk.kills)

    in_loop(work)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 4))])
@pytest.mark.parametrize("game", RULES)
def test_a_match_whose_host_is_killed_anywhere_is_played_to_its_end(game: str, part: int) -> None:
    def work() -> None:
        rng = Random(f"anywhere {game} {part}")
        table = rising(game, rng, rng.randint(2, 3))

        def plan(kind: str) -> str:
            if kind in ("Header", "Seated"):
                return ""
            return rng.choices((EARLY, LATE, ""), (1, 1, 10 if kind == "Played" else 3))[0]

        table.disk.plan = plan
        play(table, deals=3)
        assert wrong(table) == []
        assert len(table.disk.kills) > 3

    in_loop(work)


def test_who_stays_silent_is_left_out_however_often_the_host_is_killed_on_the_way() -> None:
    def work() -> None:
        table = rising("leaves", Random("silent"))
        ana, bo, _ = table.laptops
        bo.is_silent = True
        table.disk.plan = lambda kind: LATE if kind not in ("Header", "Seated", "Played") else ""
        table.survive(table.start)
        for _ in range(20):
            table.survive(lambda: table.pass_time(20.0))
        assert table.is_playing
        bo.is_silent = False
        while table.is_playing:
            table.survive(lambda: table.move(well=True))
        assert "GivenUp" in table.disk.kills
        shown = [record for record in table.disk.records if isinstance(record, j.DealShown)]
        assert [record.of for record in shown] == [DealId(1, 1, 1), DealId(1, 1, 2)]
        assert ana.colours()[1] is Colour.GREEN
        assert bo.checks[-1].why.code == "fair.grey.answered"
        assert [check.key for check in report(table.disk.lines) if check.verdict is Verdict.BAD] == []

    in_loop(work)


def test_a_deal_that_the_house_draws_alone_is_the_same_deal_after_a_kill_at_any_record() -> None:
    def work() -> None:
        table = rising("leaves", Random("alone"), people=2)
        for laptop in table.laptops:
            laptop.is_silent = True
        table.disk.plan = lambda kind: LATE if kind not in ("Header", "Seated", "Played") else ""
        table.survive(table.start)
        for _ in range(20):
            table.survive(lambda: table.pass_time(20.0))
        assert table.is_playing
        while table.is_playing:
            table.survive(lambda: table.move(well=True))
        assert [check.why.code for check in table.laptops[0].checks] == ["fair.grey.nobody"]
        assert [check.key for check in report(table.disk.lines) if check.verdict is Verdict.BAD] == []
        assert {"Sealed", "DealOpened", "DealCommits", "Unsealed", "DealMixes"} <= set(table.disk.kills)

    in_loop(work)


def test_stand_ins_and_their_end_are_written_once_whatever_happens_to_the_host() -> None:
    def work() -> None:
        table = rising("dreizehn", Random("stand-ins"))
        bo = table.laptops[1]
        table.disk.plan = lambda kind: LATE if kind in ("Gone", "Back", "Played") else ""
        table.start()
        table.cut(bo)
        table.survive(lambda: table.pass_time(61.0))
        assert table.disk.kills == ["Gone", "Back"]
        while table.is_playing:
            table.survive(lambda: table.move(well=True))
        changes = [type(r).__name__ for r in table.disk.records if isinstance(r, j.Gone | j.Back)]
        assert changes == ["Gone", "Back"]
        assert wrong(table) == []

    in_loop(work)


@pytest.mark.parametrize("when", [EARLY, LATE])
def test_there_is_one_secret_for_each_drawing_for_ever(when: str) -> None:
    def work() -> None:
        table = rising("leaves", Random(f"secrets {when}"))
        table.disk.plan = lambda kind: when if kind in ("Sealed", "DealOpened") else ""
        play(table, deals=3)
        secrets: dict[DealId, set[bytes]] = {}
        for kept in table.disk.secrets:
            if isinstance(kept, Sealed):
                secrets.setdefault(kept.of, set()).add(kept.secret)
        assert len(secrets) == 3
        assert all(len(each) == 1 for each in secrets.values())
        assert wrong(table) == []

    in_loop(work)


def test_a_deal_whose_secret_is_lost_cannot_go_on_and_says_so() -> None:
    def work() -> None:
        table = rising("leaves", Random("lost"))
        table.start()
        table.move(well=True)
        with pytest.raises(JournalError) as caught:
            standing_of(table.disk.lines, {})
        assert (caught.value.why.code, caught.value.why.numbers) == ("resume.no-secret", (1,))
        while table.is_playing:
            table.move(well=True)
        assert standing_of(table.disk.lines, {}).records

    in_loop(work)


def test_a_match_of_which_nothing_was_written_but_its_rules_had_not_begun() -> None:
    def work() -> None:
        table = rising("leaves", Random("begun"))
        table.start()
        for lines in range(1, 5):
            with pytest.raises(JournalError) as caught:
                standing_of(table.disk.lines[:lines], {})
            assert caught.value.why.code == "resume.not-begun"
        assert standing_of(table.disk.lines[:5], {}).last is None

    in_loop(work)
