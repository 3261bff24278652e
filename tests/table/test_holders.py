"""It is written down who plays each seat, and who in their place and why, before anything comes of it."""

from __future__ import annotations

import pytest

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Absence, DealId, HouseRules, Phase, Presence
from lan_thirteen.table import commands as c
from tests.support.stage import ANA, BO, CEM, DAN, LEVELS, Effects, Stage, kinds, of_kind, saved

STAND_IN = LEVELS[-1]
BO_PLAYS = c.Holds(Seat(1), BO, "Bo", "")


def holders(effects: Effects) -> Effects:
    """All that is written down of who plays."""
    return of_kind(effects, c.Holds, c.GoneFrom, c.BackAt)


def until_turn_of(stage: Stage, seat: int) -> None:
    while stage.phase is not Phase.PLAYING or stage.to_act != seat:
        if stage.phase is Phase.PLAYING:
            stage.play()
        for person in (ANA, BO, CEM):
            stage.do(c.SetReady(person, is_ready=True))


def three(house: HouseRules | None = None) -> Stage:
    """Ana, Bo and Cem in a match, and Bo is to act."""
    stage = Stage(house=house or HouseRules())
    stage.begin(ANA, BO, CEM)
    until_turn_of(stage, 1)
    return stage


def test_who_plays_each_seat_is_written_after_the_beginning_and_before_the_first_deal() -> None:
    stage = Stage(seats=4)
    stage.come(ANA, BO)
    stage.do(c.Sit(ANA, Seat(3)))
    stage.do(c.SetSeatBot(ANA, Seat(2), "easy"))
    said = stage.do(c.Start(ANA))
    assert said[1:4] == [
        c.Holds(Seat(0), BO, "Bo", ""),
        c.Holds(Seat(1), None, "", "easy"),
        c.Holds(Seat(2), ANA, "Ana", ""),
    ]
    assert (kinds(said)[0], kinds(said)[4]) == ("Begin", "OpenDeal")


def test_nothing_of_it_is_written_in_the_lobby() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    stage.do(c.Sit(BO, Seat(2)))
    stage.do(c.SetSeatBot(ANA, Seat(1), "easy"))
    stage.do(c.Left(BO, on_purpose=True))
    assert holders(stage.all_said) == []


def test_each_match_says_it_anew() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.play_match()
    stage.do(c.Again(ANA))
    stage.do(c.Start(ANA))
    assert holders(stage.said) == [c.Holds(Seat(0), ANA, "Ana", ""), BO_PLAYS]


def test_as_long_as_everybody_plays_for_themselves_nothing_more_is_written() -> None:
    stage = Stage()
    stage.begin(ANA, BO, bots=1)
    before = len(holders(stage.all_said))
    stage.play_match()
    assert len(holders(stage.all_said)) == before == 3


def test_one_who_has_left_is_written_as_that_before_the_bot_is_asked() -> None:
    stage = three()
    said = stage.do(c.Left(BO, on_purpose=True))
    assert holders(said) == [c.GoneFrom(Seat(1), STAND_IN, Absence.LEFT)]
    assert kinds(said).index("GoneFrom") < kinds(said).index("AskBot")


def test_one_who_was_lost_is_gone_when_the_stand_in_comes_and_not_before() -> None:
    stage = three()
    assert holders(stage.do(c.Left(BO, on_purpose=False))) == []
    assert holders(stage.pass_time(59.9)) == []
    assert holders(stage.pass_time(0.2)) == [c.GoneFrom(Seat(1), STAND_IN, Absence.LOST)]


def test_one_for_whom_the_others_wanted_a_bot_is_written_as_that() -> None:
    stage = three()
    stage.do(c.Left(BO, on_purpose=False))
    assert holders(stage.do(c.StandIn(CEM, Seat(1)))) == []
    assert holders(stage.do(c.StandIn(ANA, Seat(1)))) == [c.GoneFrom(Seat(1), STAND_IN, Absence.ASKED)]


def test_so_is_one_who_is_there_and_let_them_wait() -> None:
    stage = three()
    stage.pass_time(61)
    assert holders(stage.do(c.StandIn(ANA, Seat(1)))) == [c.GoneFrom(Seat(1), STAND_IN, Absence.ASKED)]


def test_one_whose_time_was_up_is_gone_for_that_one_decision() -> None:
    stage = three(HouseRules(turn_clock_s=30))
    assert holders(stage.pass_time(29.9)) == []
    assert holders(stage.pass_time(0.2)) == [c.GoneFrom(Seat(1), STAND_IN, Absence.CLOCK)]
    said = stage.play()
    assert holders(said) == [c.BackAt(Seat(1))]
    assert kinds(said).index("Record") < kinds(said).index("BackAt")


def test_one_whose_clock_ran_out_on_the_last_move_is_back_before_the_next_deal_and_draws_it() -> None:
    stage = Stage(house=HouseRules(turn_clock_s=30))
    stage.begin(ANA, BO)
    stage.play()
    last = stage.to_act
    stage.pass_time(31)
    assert holders(stage.play()) == [c.BackAt(last)]
    assert stage.is_in(Phase.INTERMISSION)
    for person in (ANA, BO):
        stage.do(c.SetReady(person, is_ready=True))
    opened = of_kind(stage.said, c.OpenDeal)
    assert opened == [c.OpenDeal(DealId(1, 2, 1), ((Seat(0), ANA), (Seat(1), BO)))]


def test_one_who_left_while_the_clocks_bot_was_thinking_is_back_from_that_and_gone_for_good() -> None:
    stage = three(HouseRules(turn_clock_s=30))
    stage.pass_time(31)
    assert holders(stage.do(c.Left(BO, on_purpose=True))) == []
    assert holders(stage.play()) == [c.BackAt(Seat(1)), c.GoneFrom(Seat(1), STAND_IN, Absence.LEFT)]


@pytest.mark.parametrize("back", [c.Returned(BO, 0), c.Enter(BO, "Bo", 0, watch=False)])
def test_one_who_returns_is_back_before_anything_is_played(back: c.Command) -> None:
    stage = three()
    stage.do(c.Left(BO, on_purpose=True))
    assert holders(stage.do(back)) == [c.BackAt(Seat(1))]
    assert holders(stage.play()) == []


def test_one_who_takes_the_seat_back_with_a_press_is_back() -> None:
    stage = three()
    stage.pass_time(61)
    stage.do(c.StandIn(ANA, Seat(1)))
    assert holders(stage.do(c.Sit(BO, None))) == [c.BackAt(Seat(1))]
    assert holders(stage.do(c.Sit(BO, None))) == []


def test_one_who_returns_before_a_stand_in_came_was_never_gone() -> None:
    stage = three()
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(30)
    stage.do(c.Returned(BO, 0))
    stage.do(c.Faded(BO))
    stage.do(c.Heard(BO))
    assert len(holders(stage.all_said)) == 3


def test_one_who_was_gone_and_is_back_can_be_gone_again() -> None:
    stage = three()
    before = len(holders(stage.all_said))
    for _ in range(2):
        stage.do(c.Left(BO, on_purpose=True))
        stage.do(c.Returned(BO, 0))
    gone = c.GoneFrom(Seat(1), STAND_IN, Absence.LEFT)
    assert holders(stage.all_said)[before:] == [gone, c.BackAt(Seat(1))] * 2


def test_one_who_leaves_between_deals_is_gone_before_the_next_is_opened() -> None:
    stage = three()
    stage.play_deal()
    assert holders(stage.do(c.Left(BO, on_purpose=True))) == [c.GoneFrom(Seat(1), STAND_IN, Absence.LEFT)]
    for person in (ANA, CEM):
        stage.do(c.SetReady(person, is_ready=True))
    assert [person for _, person in of_kind(stage.said, c.OpenDeal)[0].seats] == [ANA, CEM]


def test_one_who_leaves_while_a_deal_is_drawn_is_gone_once_the_cards_lie() -> None:
    stage = Stage(answers=False)
    stage.begin(ANA, BO, CEM)
    assert holders(stage.do(c.Left(BO, on_purpose=True))) == []
    for kind in (c.Committed, c.Mixed):
        for person in (ANA, CEM):
            stage.do(kind(person, DealId(1, 1, 2)))
    assert holders(stage.said) == [c.GoneFrom(Seat(1), STAND_IN, Absence.LEFT)]


@pytest.mark.parametrize("is_gone", [False, True])
def test_the_seat_of_one_who_was_sent_away_is_a_bots(is_gone: bool) -> None:
    stage = three()
    if is_gone:
        stage.do(c.Left(BO, on_purpose=True))
    said = stage.do(c.Kick(ANA, BO))
    assert holders(said) == [c.Holds(Seat(1), None, "", STAND_IN)]
    assert "AskBot" not in kinds(said)[: kinds(said).index("Holds")]
    assert holders(stage.play()) == []


def test_one_who_was_sent_away_in_the_middle_of_a_drawing_is_written_out_before_the_next_attempt() -> None:
    stage = Stage(answers=False)
    stage.begin(ANA, BO, CEM)
    said = kinds(stage.do(c.Kick(ANA, BO)))
    assert [kind for kind in said if kind in ("Holds", "GiveUp", "OpenDeal")] == ["Holds", "GiveUp", "OpenDeal"]


def test_one_who_takes_over_a_bots_seat_is_written_before_the_deal_that_they_draw() -> None:
    stage = Stage()
    stage.begin(ANA, bots=1)
    stage.come(DAN)
    assert holders(stage.do(c.Sit(DAN, Seat(1)))) == []
    stage.play_deal()
    said = stage.do(c.SetReady(ANA, is_ready=True))
    assert kinds(said)[:2] == ["Holds", "OpenDeal"]
    assert said[0] == c.Holds(Seat(1), DAN, "Dan", "")
    assert of_kind(said, c.OpenDeal)[0].seats == ((Seat(0), ANA), (Seat(1), DAN))


def test_another_name_changes_nothing_in_what_was_written() -> None:
    stage = three()
    before = len(holders(stage.all_said))
    stage.do(c.Rename(BO, "Boris"))
    stage.play_match()
    assert len(holders(stage.all_said)) == before
    stage.do(c.Again(ANA))
    stage.do(c.Start(ANA))
    assert c.Holds(Seat(1), BO, "Boris", "") in stage.said


def test_a_pause_or_a_lost_network_makes_nobody_gone() -> None:
    stage = three(HouseRules(turn_clock_s=30))
    stage.do(c.Pause(ANA))
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(500)
    stage.do(c.NetworkLost(is_lost=True))
    stage.do(c.Resume(ANA))
    stage.pass_time(500)
    assert len(holders(stage.all_said)) == 3


def taken_up(old: Stage) -> Stage:
    """A new program with what the old one wrote down."""
    new = Stage(old.game, seats=old.seats, owner=old.owner, number=old.number)
    new.said = new.table.resume(saved(old), new.now)
    new.note(new.said)
    return new


def test_of_a_match_that_is_taken_up_again_it_is_written_down_already_who_plays_each_seat() -> None:
    old = Stage()
    old.begin(ANA, BO, bots=1)
    old.play()
    new = taken_up(old)
    assert holders(new.said) == []
    new.do(c.Returned(ANA, 0))
    assert holders(new.pass_time(61)) == [c.GoneFrom(Seat(1), STAND_IN, Absence.LOST)]
    assert holders(new.do(c.Returned(BO, 0))) == [c.BackAt(Seat(1))]


def test_also_where_a_new_stock_is_due_at_once() -> None:
    old = Stage("three-thirteen", seats=2)
    old.begin(ANA, BO)
    while sum(record.seat is None for record in of_kind(old.all_said, c.Record)) < 2:
        old.play(0)
    old.all_said.remove(of_kind(old.all_said, c.Record)[-1])
    assert kinds(taken_up(old).said) == ["Record", "Announce"]


def test_in_the_middle_of_a_deal_the_stand_ins_go_on_until_somebody_is_back() -> None:
    old = three()
    old.do(c.Left(BO, on_purpose=True))
    old.do(c.Left(CEM, on_purpose=False))
    old.pass_time(61)
    assert old.info(CEM).level == STAND_IN
    new = taken_up(old)
    assert [info.presence for info in new.lobby.seats] == [Presence.LOST, Presence.LEFT, Presence.LOST]
    assert holders(new.said) == []
    assert holders(new.do(c.Returned(CEM, 0))) == [c.BackAt(Seat(2))]
    assert holders(new.do(c.Returned(BO, 0))) == [c.BackAt(Seat(1))]


def test_a_table_that_is_taken_up_in_the_lobby_writes_nothing() -> None:
    old = Stage()
    old.begin(ANA, BO)
    old.play_match()
    old.do(c.Again(ANA))
    new = Stage()
    assert holders(new.table.resume(saved(old), new.now)) == []
