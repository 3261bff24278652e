"""A table that is taken up again goes on where it was."""

from __future__ import annotations

from typing import Any

import pytest

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId, Lobby, Phase, Presence, SeatKind
from lan_thirteen.table import commands as c
from tests.support.stage import ANA, BO, CEM, DAN, REGISTRY, Effects, Stage, caught, denials, kinds, of_kind


def last_lobby(effects: Effects) -> Lobby:
    lobby = of_kind(effects, c.Announce)[-1].lobby
    assert isinstance(lobby, Lobby)
    return lobby


def records_of(effects: Effects) -> list[Any]:
    """What was written down since the match began."""
    begun = max(n for n, effect in enumerate(effects) if isinstance(effect, c.Begin))
    return of_kind(effects[begun:], c.Record)


def taken_up(old: Stage, saved: Lobby | None = None, records: list[Any] | None = None) -> Stage:
    """A new program with what the old one wrote down."""
    new = Stage(old.game, seats=old.seats, owner=old.owner, number=old.number)
    new.now = 7.0
    written = records_of(old.all_said) if records is None else records
    new.said = new.table.resume(saved or last_lobby(old.all_said), written, new.now)
    new.note(new.said)
    return new


@pytest.mark.parametrize("game", REGISTRY)
def test_after_any_move_the_match_goes_on_as_it_would_have(game: str) -> None:
    old = Stage(game, seats=3)
    old.begin(ANA, BO, bots=1)
    for _ in range(10):
        if old.phase is not Phase.PLAYING:
            break
        old.play_well()
        new = taken_up(old)
        assert (new.table.state, new.phase, new.table.index) == (old.table.state, old.phase, old.table.index)
        for person in (ANA, BO):
            ours, theirs = (caught(s.do(c.Returned(person, 1)), person)[0] for s in (old, new))
            assert (ours.view, ours.events, ours.legal) == (theirs.view, theirs.events, theirs.legal)


def test_seats_rules_and_owner_are_the_same_and_everybody_is_lost_at_first() -> None:
    old = Stage("leaves", seats=4)
    old.come(ANA, BO, CEM)
    old.come(DAN, watch=True)
    old.do(c.SetSeatBot(ANA, Seat(3), "easy"))
    old.do(c.SetOption(ANA, "mode", "expert"))
    old.do(c.SetHouse(ANA, "turn_clock_s", 40))
    old.do(c.RenameTable(ANA, "Garden"))
    old.do(c.Lock(ANA, is_locked=True))
    old.do(c.Start(ANA))
    old.do(c.Left(CEM, on_purpose=True))
    new, before = taken_up(old), old.lobby
    after = new.lobby
    assert (after.name, after.options, after.house, after.owner, after.is_locked) == (
        before.name,
        before.options,
        before.house,
        before.owner,
        before.is_locked,
    )
    assert [info.presence for info in after.seats] == [Presence.LOST, Presence.LOST, Presence.LEFT, Presence.HERE]
    assert [info.person for info in after.seats] == [ANA, BO, CEM, None]
    new.do(c.Returned(DAN, 0))
    assert [w.person for w in new.lobby.watchers] == [DAN]
    assert [info.name for info in new.lobby.seats] == ["Ana", "Bo", "Cem", ""]


def test_it_waits_without_end_for_the_first_to_come_back() -> None:
    old = Stage()
    old.begin(ANA, BO, bots=1)
    while old.to_act != 2:
        old.play()
    new = taken_up(old)
    assert of_kind(new.said, c.AskBot) == []
    new.pass_time(100_000)
    assert new.is_in(Phase.PLAYING)
    assert [a.seat for a in of_kind(new.do(c.Returned(BO, 0)), c.AskBot)] == [2]
    new.pass_time(61)
    assert new.info(ANA).level
    assert new.lobby.owner == BO
    new.do(c.Returned(ANA, 0))
    assert new.lobby.owner == ANA


def test_a_move_that_was_sent_before_the_crash_is_played_after_it_at_most_once() -> None:
    old = Stage()
    old.begin(ANA, BO, CEM)
    seat, legal = old.to_act, old.rules.legal(old.table.state)
    new = taken_up(old)
    for person in (ANA, BO, CEM):
        new.do(c.Returned(person, 1))
    again = new.submit_for(seat, legal[0])
    assert of_kind(new.do(again), c.Accept)
    assert of_kind(new.do(again), c.Record) == []


def test_after_a_crash_between_the_header_and_the_deal_it_is_drawn_with_the_first_who_is_back() -> None:
    old = Stage()
    old.begin(ANA, BO)
    new = taken_up(old, records=[])
    assert kinds(new.said) == ["Holds", "Holds", "Announce"]
    new.pass_time(1000)
    assert new.is_in(Phase.DEALING)
    new.do(c.Returned(BO, 0))
    assert of_kind(new.said, c.OpenDeal) == [c.OpenDeal(DealId(1, 1, 1), ((Seat(1), BO),))]
    assert new.is_in(Phase.PLAYING)


def test_a_crash_before_a_new_stock_was_written_down_makes_it_now() -> None:
    old = Stage("three-thirteen", seats=2)
    old.begin(ANA, BO)
    while sum(record.seat is None for record in of_kind(old.all_said, c.Record)) < 2:
        old.play(0)
    records = records_of(old.all_said)
    assert type(records[-1].action).__name__ == "Restock"
    new = taken_up(old, records=records[:-1])
    assert of_kind(new.said, c.Record) == records[-1:]
    assert new.table.state == old.table.state


def test_between_deals_the_results_stand_until_those_who_came_back_are_ready() -> None:
    old = Stage()
    old.begin(ANA, BO)
    old.play_deal()
    new = taken_up(old)
    assert new.is_in(Phase.INTERMISSION)
    new.pass_time(1000)
    assert new.is_in(Phase.INTERMISSION)
    new.do(c.Returned(ANA, 0))
    assert new.lobby.waits_ms == 60_000
    new.do(c.SetReady(ANA, is_ready=True))
    assert new.is_in(Phase.PLAYING)


def test_a_table_at_its_end_or_in_the_lobby_is_taken_up_as_that() -> None:
    old = Stage()
    old.begin(ANA, BO)
    old.play_match()
    new = taken_up(old)
    assert new.is_in(Phase.FINISHED)
    assert caught(new.do(c.Returned(ANA, 0)), ANA)[0].view == new.rules.view(new.table.state, Seat(0))
    old.do(c.Again(ANA))
    new = taken_up(old)
    assert (new.phase, new.table.state) == (Phase.LOBBY, None)
    new.do(c.Returned(ANA, 0))
    new.pass_time(61)
    assert [info.kind for info in new.lobby.seats] == [SeatKind.PERSON, SeatKind.FREE, SeatKind.FREE]


def test_a_stranger_is_let_in_under_a_number_of_their_own() -> None:
    old = Stage()
    old.begin(ANA, BO)
    new = taken_up(old)
    assert denials(new.come(DAN)) == []
    assert new.table.seat_of(DAN) is None


def test_records_that_do_not_replay_are_refused() -> None:
    old = Stage()
    old.begin(ANA, BO)
    old.play()
    records = records_of(old.all_said)
    with pytest.raises(JournalError):
        taken_up(old, records=[records[0], records[0]])
