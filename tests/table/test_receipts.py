"""The next deal waits a moment for the laptops that check the last one: what they make of it is written before it."""

from __future__ import annotations

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId, Person, Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.table import commands as c
from tests.support.stage import ANA, BO, CEM, DAN, Effects, Stage, of_kind

FIRST, SECOND = DealId(1, 1, 1), DealId(1, 2, 1)
MIX = Timing().mix


def over(*, bots: int = 0, timing: Timing | None = None) -> Stage:
    """The first deal is over, and no laptop has said what it makes of it."""
    stage = Stage(timing=timing or Timing())
    stage.begin(ANA, BO, *([] if bots else [CEM]), bots=bots)
    stage.answers = False
    stage.play_deal()
    assert of_kind(stage.said, c.ShowSecret) == [c.ShowSecret(FIRST)]
    return stage


def all_want_more(stage: Stage) -> Effects:
    out: Effects = []
    for person in (ANA, BO, CEM):
        out += stage.do(c.SetReady(person, is_ready=True))
    return out


def say(stage: Stage, *persons: Person, of: DealId = FIRST) -> Effects:
    return [effect for person in persons for effect in stage.do(c.Receipted(person, of))]


def opened(effects: Effects) -> list[DealId]:
    return [effect.of for effect in of_kind(effects, c.OpenDeal)]


def test_when_all_laptops_have_said_what_they_make_of_a_deal_nothing_is_waited_for() -> None:
    stage = over()
    assert opened(say(stage, ANA, BO, CEM)) == []
    assert opened(all_want_more(stage)) == [SECOND]


def test_the_next_deal_is_opened_with_the_last_receipt() -> None:
    stage = over()
    assert opened(all_want_more(stage)) == []
    assert stage.is_in(Phase.INTERMISSION)
    assert opened(say(stage, CEM, ANA)) == []
    assert opened(say(stage, BO)) == [SECOND]


def test_one_slow_laptop_is_waited_for_and_not_for_ever() -> None:
    stage = over()
    say(stage, ANA, CEM)
    all_want_more(stage)
    assert opened(stage.pass_time(MIX - 0.1)) == []
    assert opened(stage.pass_time(0.2)) == [SECOND]


def test_the_wait_counts_from_the_end_of_the_deal() -> None:
    stage = over()
    stage.pass_time(MIX + 0.1)
    assert opened(all_want_more(stage)) == [SECOND]


def test_while_results_are_looked_at_a_receipt_hurries_nobody() -> None:
    stage = over()
    assert opened(say(stage, ANA, BO, CEM)) == []
    assert opened(stage.pass_time(59.9)) == []
    assert opened(stage.pass_time(0.2)) == [SECOND]


def test_the_table_asks_to_be_woken_when_the_wait_is_over() -> None:
    stage = over()
    ends_at = stage.now + MIX
    assert stage.wake == ends_at
    all_want_more(stage)
    assert stage.wake == ends_at


def test_with_nobody_to_wait_for_it_is_woken_for_the_results_alone() -> None:
    stage = over()
    say(stage, ANA, BO, CEM)
    stage.pass_time(MIX)
    assert stage.wake == stage.now - MIX + Timing().results


def test_who_is_lost_or_has_left_is_not_waited_for() -> None:
    for on_purpose in (True, False):
        stage = over()
        say(stage, ANA, CEM)
        stage.do(c.SetReady(ANA, is_ready=True))
        stage.do(c.SetReady(CEM, is_ready=True))
        assert opened(stage.do(c.Left(BO, on_purpose))) == [SECOND]


def test_who_was_sent_away_is_not_waited_for() -> None:
    stage = over()
    say(stage, ANA, CEM)
    all_want_more(stage)
    assert opened(stage.do(c.Kick(ANA, BO))) == [SECOND]


def test_one_whose_link_is_unsteady_is_waited_for() -> None:
    stage = over()
    say(stage, ANA, CEM)
    all_want_more(stage)
    assert opened(stage.do(c.Faded(BO))) == []
    assert opened(say(stage, BO)) == [SECOND]


def test_one_who_comes_back_in_time_is_waited_for_again() -> None:
    stage = over()
    say(stage, ANA, CEM)
    stage.do(c.Left(BO, on_purpose=False))
    stage.do(c.Returned(BO, stage.table.index))
    assert opened(all_want_more(stage)) == []
    assert opened(say(stage, BO)) == [SECOND]


def test_bots_and_those_who_watch_are_not_waited_for() -> None:
    stage = over(bots=1)
    stage.come(DAN)
    say(stage, ANA, BO)
    assert opened(all_want_more(stage)) == [SECOND]


def test_what_one_who_watches_says_stands_for_nobody() -> None:
    stage = over()
    stage.come(DAN)
    say(stage, ANA, CEM, DAN)
    assert opened(all_want_more(stage)) == []


def test_who_had_no_part_in_the_drawing_is_not_waited_for() -> None:
    stage = Stage(answers=False)
    stage.begin(ANA, BO, CEM)
    for attempt in (FIRST, DealId(1, 1, 2)):
        for kind in (c.Committed, c.Mixed):
            for person in (ANA, CEM):
                stage.do(kind(person, attempt))
        stage.pass_time(MIX + 0.1 if attempt == FIRST else 0)
    stage.play_deal()
    say(stage, ANA, CEM, of=DealId(1, 1, 2))
    assert opened(all_want_more(stage)) == [SECOND]


def test_who_left_in_the_deal_and_is_back_for_its_end_is_waited_for() -> None:
    stage = Stage()
    stage.begin(ANA, BO, CEM)
    stage.do(c.Left(BO, on_purpose=True))
    stage.do(c.Returned(BO, 0))
    stage.answers = False
    stage.play_deal()
    say(stage, ANA, CEM)
    assert opened(all_want_more(stage)) == []


def test_receipts_of_another_deal_stand_for_nothing() -> None:
    stage = over()
    all_want_more(stage)
    for of in (DealId(1, 1, 2), SECOND, DealId(2, 1, 1), DealId(1, 0, 1)):
        assert opened(say(stage, ANA, BO, CEM, of=of)) == []
    say(stage, ANA, BO, CEM)
    for kind in (c.Committed, c.Mixed):
        for person in (ANA, BO, CEM):
            stage.do(kind(person, SECOND))
    stage.play_deal()
    all_want_more(stage)
    assert opened(say(stage, ANA, BO, CEM)) == [], "that is of the deal before"
    assert opened(say(stage, ANA, BO, CEM, of=SECOND)) == [DealId(1, 3, 1)]


def test_double_and_late_receipts_change_nothing() -> None:
    stage = over()
    all_want_more(stage)
    assert opened(say(stage, ANA, ANA, ANA, BO)) == []
    stage.pass_time(MIX + 0.1)
    assert stage.is_in(Phase.DEALING)
    assert say(stage, CEM, CEM) == []


def test_a_pause_stops_the_wait_and_not_the_receipts() -> None:
    stage = over()
    stage.pass_time(2)
    stage.do(c.Pause(ANA))
    all_want_more(stage)
    assert opened(stage.pass_time(60)) == []
    stage.do(c.Resume(ANA))
    assert opened(stage.pass_time(MIX - 2.1)) == []
    assert opened(stage.pass_time(0.2)) == [SECOND]
    stage = over()
    all_want_more(stage)
    stage.do(c.Pause(ANA))
    assert opened(say(stage, ANA, BO, CEM)) == []
    assert opened(stage.do(c.Resume(ANA))) == [SECOND]


def test_without_network_nobodys_time_runs_out() -> None:
    stage = over()
    stage.do(c.NetworkLost(is_lost=True))
    say(stage, ANA, CEM)
    all_want_more(stage)
    assert opened(stage.pass_time(60)) == []
    stage.do(c.NetworkLost(is_lost=False))
    assert opened(stage.pass_time(MIX - 0.1)) == []
    assert opened(stage.pass_time(0.2)) == [SECOND]


def test_the_wait_can_be_scaled() -> None:
    stage = over(timing=Timing().scaled(0.5))
    all_want_more(stage)
    assert opened(stage.pass_time(MIX / 2 - 0.1)) == []
    assert opened(stage.pass_time(0.2)) == [SECOND]


def test_at_the_end_of_a_match_nobody_is_waited_for_and_the_next_one_knows_nothing_of_it() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    for deal in (1, 2):
        stage.play_deal()
        all_want_more(stage)
        assert stage.is_in(Phase.PLAYING), deal
    stage.answers = False
    stage.play_deal()
    last = DealId(1, 3, 1)
    assert of_kind(stage.said, c.ShowSecret) == [c.ShowSecret(last)]
    assert stage.is_in(Phase.FINISHED)
    assert say(stage, ANA, of=last) == []
    stage.do(c.Again(ANA))
    assert say(stage, BO, of=last) == [], "in the lobby nothing waits for it"
    stage.answers = True
    assert opened(stage.do(c.Start(ANA))) == [DealId(2, 1, 1)]
    assert stage.is_in(Phase.PLAYING)
    stage.answers = False
    stage.play_deal()
    assert of_kind(stage.said, c.ShowSecret) == [c.ShowSecret(DealId(2, 1, 1))]
    all_want_more(stage)
    assert opened(say(stage, ANA, BO, of=last)) == []
    assert opened(say(stage, ANA, BO, of=DealId(2, 1, 1))) == [DealId(2, 2, 1)]


def test_one_who_takes_over_a_bots_seat_says_nothing_of_the_deal_before() -> None:
    stage = over(bots=1)
    stage.come(DAN)
    stage.do(c.Sit(DAN, Seat(2)))
    say(stage, ANA, BO)
    said = of_kind(all_want_more(stage), c.OpenDeal)
    assert said == [c.OpenDeal(SECOND, ((Seat(0), ANA), (Seat(1), BO), (Seat(2), DAN)))]
