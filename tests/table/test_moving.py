"""A table that another laptop is about to host stands still, and goes on where it was if that comes to nothing."""

from __future__ import annotations

from typing import Any

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Phase
from lan_thirteen.table import commands as c
from lan_thirteen.table.why import Why
from tests.support.stage import ANA, BO, CEM, DAN, EVA, Effects, Stage, denials, of_kind

WRITTEN = (
    c.Begin,
    c.Record,
    c.Holds,
    c.GoneFrom,
    c.BackAt,
    c.OpenDeal,
    c.AskMixes,
    c.TellMixes,
    c.GiveUp,
    c.ShowSecret,
)


def playing(*, bots: int = 0) -> Stage:
    stage = Stage()
    stage.begin(ANA, BO, *([] if bots else [CEM]), bots=bots)
    assert stage.is_in(Phase.PLAYING)
    return stage


def written(effects: Effects) -> list[Any]:
    return of_kind(effects, *WRITTEN)


def test_while_a_table_moves_all_see_why_it_stands_still() -> None:
    stage = playing()
    stage.do(c.Moving(is_moving=True))
    assert stage.lobby.paused == Why.MOVING
    assert stage.lobby.waits_ms is None
    stage.do(c.Moving(is_moving=False))
    assert stage.lobby.paused == ""


def test_nothing_that_happens_meanwhile_is_written_down() -> None:
    stage = playing()
    move = stage.good_move()
    said = stage.do(c.Moving(is_moving=True))
    said += stage.do(move)
    said += stage.do(c.Left(BO, on_purpose=True))
    said += stage.do(c.Left(CEM, on_purpose=False))
    said += stage.pass_time(300)
    said += stage.do(c.Returned(CEM, 0))
    assert written(said) == []
    assert [refuse.why.code for refuse in of_kind(said, c.Refuse)] == [Why.MOVING]


def test_what_the_next_host_was_told_already_does_not_change_any_more() -> None:
    stage = playing()
    stage.come(DAN, watch=True)
    stage.do(c.Moving(is_moving=True))
    before = stage.lobby
    asked = (
        c.Kick(ANA, CEM),
        c.Lock(ANA, True),
        c.Rename(BO, "Bob"),
        c.RenameTable(ANA, "Garden"),
        c.SetHouse(ANA, "turn_clock_s", 40),
        c.Sit(DAN, None),
        c.Pause(BO),
        c.Enter(EVA, "Eva", 0, True),
    )
    for command in asked:
        assert denials(stage.do(command)) == [Why.MOVING]
    assert stage.lobby == before
    stage.do(c.Moving(is_moving=False))
    assert denials(stage.do(c.Kick(ANA, CEM))) == ["join.kicked"]
    assert denials(stage.do(c.Enter(EVA, "Eva", 0, True))) == []


def test_a_move_that_came_too_early_may_be_made_again_when_the_table_stays_after_all() -> None:
    stage = playing()
    move = stage.good_move()
    stage.do(c.Moving(is_moving=True))
    stage.do(move)
    stage.do(c.Moving(is_moving=False))
    assert of_kind(stage.do(move), c.Accept) == [c.Accept(move.seat, move.nonce)]


def test_what_was_due_meanwhile_is_done_then() -> None:
    stage = playing()
    stage.do(c.Moving(is_moving=True))
    stage.do(c.Left(BO, on_purpose=True))
    said = stage.do(c.Moving(is_moving=False))
    assert [gone.seat for gone in of_kind(said, c.GoneFrom)] == [Seat(1)]


def test_a_bot_is_asked_anew_when_the_table_stays_after_all() -> None:
    stage = playing(bots=2)
    for _ in range(30):
        if stage.lobby.seats[stage.to_act].person is None:
            break
        stage.play_well()
    stage.do(c.Moving(is_moving=True))
    assert of_kind(stage.do(c.Wake()), c.AskBot) == []
    asked = of_kind(stage.do(c.Moving(is_moving=False)), c.AskBot)
    assert [ask.seat for ask in asked] == [stage.to_act]


def test_whose_laptop_is_the_host_draws_no_deal_with_it() -> None:
    stage = Stage()
    stage.table.deal_at(BO)
    said = stage.begin(ANA, BO, CEM)
    opened = of_kind(said, c.OpenDeal)
    assert [[person for _, person in deal.seats] for deal in opened] == [[ANA, CEM]]
    assert stage.is_in(Phase.PLAYING)
