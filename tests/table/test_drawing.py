"""A deal is drawn by everybody: who is asked, what follows on what, and what becomes of those who do not answer."""

from __future__ import annotations

import pytest

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId, HouseRules, Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.table import commands as c
from lan_thirteen.table.why import Why
from tests.support.stage import ANA, BO, CEM, DAN, Effects, Stage, kinds, of_kind

FIRST, SECOND = DealId(1, 1, 1), DealId(1, 1, 2)
ALL = ((Seat(0), ANA), (Seat(1), BO), (Seat(2), CEM))


def stage(**other: object) -> Stage:
    """One where nobody answers by itself."""
    return Stage(answers=False, **other)  # type: ignore[arg-type]


def begun(bots: int = 0) -> Stage:
    out = stage()
    out.begin(ANA, BO, *([] if bots else [CEM]), bots=bots)
    return out


def without_news(effects: Effects) -> Effects:
    """What is done for the deal, without what is told of the table."""
    return [e for e in effects if not isinstance(e, c.Announce | c.WakeAt)]


def commit(of: Stage, deal: DealId, *persons: object) -> Effects:
    return [e for person in persons for e in of.do(c.Committed(person, deal))]  # type: ignore[arg-type]


def mix(of: Stage, deal: DealId, *persons: object) -> Effects:
    return [e for person in persons for e in of.do(c.Mixed(person, deal))]  # type: ignore[arg-type]


def test_a_deal_is_opened_with_all_who_play_here() -> None:
    of = begun()
    assert without_news(of.said)[-1] == c.OpenDeal(FIRST, ALL)
    assert kinds(without_news(of.said)) == ["Begin", "Holds", "Holds", "Holds", "OpenDeal"]
    assert of.lobby.phase is Phase.DEALING
    assert of.wake == of.now + 5


def test_all_commit_then_all_give_their_bytes_then_the_cards_are_dealt() -> None:
    of = begun()
    assert commit(of, FIRST, ANA, BO) == []
    assert without_news(commit(of, FIRST, CEM)) == [c.AskMixes(FIRST)]
    assert mix(of, FIRST, CEM, ANA) == []
    said = without_news(mix(of, FIRST, BO))
    assert said[0] == c.TellMixes(FIRST)
    assert kinds(said[1:]) == ["Record", "Tell", "Tell", "Tell"]
    assert of.phase is Phase.PLAYING


def test_the_secret_is_shown_when_the_deal_is_over_and_told_before_the_phase() -> None:
    of = Stage()
    of.begin(ANA, BO, CEM)
    assert of_kind(of.all_said, c.ShowSecret) == []
    of.play_deal()
    said: Effects = [e for e in of.said if isinstance(e, c.Record | c.Accept | c.Tell | c.ShowSecret | c.Announce)]
    assert kinds(said) == ["Record", "Accept", "Tell", "Tell", "Tell", "ShowSecret", "Announce"]
    assert of_kind(said, c.ShowSecret) == [c.ShowSecret(FIRST)]
    for person in (ANA, BO, CEM):
        of.do(c.SetReady(person, is_ready=True))
    assert of_kind(of.all_said, c.OpenDeal)[-1].of == DealId(1, 2, 1)


def test_the_last_deal_of_a_match_is_shown_and_the_next_match_has_its_own_number() -> None:
    of = Stage()
    of.begin(ANA, BO, CEM)
    of.play_match()
    assert [e.of.deal for e in of_kind(of.all_said, c.ShowSecret)] == [1, 2, 3]
    of.do(c.Again(ANA))
    assert of_kind(of.do(c.Start(ANA)), c.OpenDeal)[0].of == DealId(2, 1, 1)


def test_bots_stand_ins_watchers_and_who_is_not_there_are_not_asked() -> None:
    of = stage()
    of.come(ANA, BO, CEM)
    of.come(DAN, watch=True)
    of.do(c.Left(CEM, on_purpose=False))
    assert of_kind(of.do(c.Start(ANA)), c.OpenDeal) == [c.OpenDeal(FIRST, ALL[:2])]
    of = begun(bots=1)
    assert of_kind(of.all_said, c.OpenDeal) == [c.OpenDeal(FIRST, ALL[:2])]


def test_without_people_the_house_deals_alone_at_once() -> None:
    of = stage()
    of.come(ANA, watch=True)
    for seat in range(3):
        of.do(c.SetSeatBot(ANA, Seat(seat), "easy"))
    said = without_news(of.do(c.Start(ANA)))
    assert [e for e in said if not isinstance(e, c.Begin | c.Holds)][:3] == [
        c.OpenDeal(FIRST, ()),
        c.AskMixes(FIRST),
        c.TellMixes(FIRST),
    ]
    assert kinds(said)[-3:] == ["Record", "Tell", "AskBot"]


def test_a_deal_that_the_house_drew_alone_is_shown_too_and_nobody_is_waited_for() -> None:
    of = stage()
    of.come(ANA, watch=True)
    for seat in range(3):
        of.do(c.SetSeatBot(ANA, Seat(seat), "easy"))
    of.do(c.Start(ANA))
    of.play_deal()
    assert of_kind(of.said, c.ShowSecret) == [c.ShowSecret(FIRST)]
    assert of_kind(of.pass_time(60), c.OpenDeal) == [c.OpenDeal(DealId(1, 2, 1), ())]


def test_who_comes_in_the_middle_of_a_drawing_is_not_in_it() -> None:
    of = begun(bots=1)
    of.come(DAN)
    of.do(c.Sit(DAN, Seat(2)))
    assert commit(of, FIRST, DAN) == []
    assert without_news(commit(of, FIRST, ANA, BO)) == [c.AskMixes(FIRST)]
    mix(of, FIRST, ANA, BO)
    assert of.lobby.seats[2].next_person == DAN


@pytest.mark.parametrize("is_mixing", [False, True])
def test_who_does_not_answer_is_named_and_left_out_and_all_begin_anew(is_mixing: bool) -> None:
    of = begun()
    if is_mixing:
        commit(of, FIRST, ANA, BO, CEM)
        mix(of, FIRST, ANA, CEM)
    else:
        commit(of, FIRST, ANA, CEM)
    assert without_news(of.pass_time(4.9)) == []
    assert without_news(of.pass_time(0.2)) == [
        c.GiveUp(FIRST, (Seat(1),)),
        c.Note(Refusal(Why.LEFT_OUT, (2,), ("Bo",))),
        c.OpenDeal(SECOND, (ALL[0], ALL[2])),
    ]
    assert commit(of, FIRST, BO, ANA) == [], "that attempt is over"
    assert commit(of, SECOND, BO) == []
    commit(of, SECOND, ANA, CEM)
    assert kinds(without_news(mix(of, SECOND, ANA, CEM)))[:2] == ["TellMixes", "Record"]
    assert [tell.to for tell in of_kind(of.said, c.Tell)] == [0, 1, 2]


def test_the_second_attempt_that_is_given_up_is_told_to_all_with_their_number() -> None:
    of = begun()
    commit(of, FIRST, ANA)
    said = without_news(of.pass_time(5.1))
    assert [note.what.code for note in of_kind(said, c.Note)] == [Why.LEFT_OUT, Why.LEFT_OUT]
    said = without_news(of.pass_time(5.1))
    assert of_kind(said, c.Note)[-1] == c.Note(Refusal(Why.GIVEN_UP, (2,)))
    third = DealId(1, 1, 3)
    assert said[0] == c.GiveUp(SECOND, (Seat(0),))
    assert kinds(said)[:3] == ["GiveUp", "Note", "Note"]
    assert said[3:6] == [c.OpenDeal(third, ()), c.AskMixes(third), c.TellMixes(third)]
    assert kinds(said)[6] == "Record"
    assert of.phase is Phase.PLAYING


def test_each_match_counts_for_itself_and_each_deal_asks_everybody_again() -> None:
    of = begun()
    commit(of, FIRST, ANA, CEM)
    of.pass_time(5.1)
    of.answers = True
    commit(of, SECOND, ANA, CEM)
    mix(of, SECOND, ANA, CEM)
    of.play_deal()
    for person in (ANA, BO, CEM):
        of.do(c.SetReady(person, is_ready=True))
    assert of_kind(of.all_said, c.OpenDeal)[-1] == c.OpenDeal(DealId(1, 2, 1), ALL)
    of.play_match()
    of.do(c.Again(ANA))
    of.answers = False
    of.do(c.Start(ANA))
    commit(of, DealId(2, 1, 1), ANA, CEM)
    assert [note.what.code for note in of_kind(of.pass_time(5.1), c.Note)] == [Why.LEFT_OUT]


@pytest.mark.parametrize("is_mixing", [False, True])
def test_who_leaves_or_is_sent_away_is_not_waited_for(is_mixing: bool) -> None:
    for gone in (c.Left(BO, on_purpose=True), c.Kick(ANA, BO)):
        of = begun()
        if is_mixing:
            commit(of, FIRST, ANA, BO, CEM)
        said = of.do(gone)
        assert c.GiveUp(FIRST, (Seat(1),)) in said
        assert c.Note(Refusal(Why.LEFT_OUT, (2,), ("Bo",))) in said
        assert c.OpenDeal(SECOND, (ALL[0], ALL[2])) in said


def test_who_has_given_their_bytes_may_go() -> None:
    of = begun()
    commit(of, FIRST, ANA, BO, CEM)
    mix(of, FIRST, BO)
    assert of_kind(of.do(c.Left(BO, on_purpose=True)), c.GiveUp) == []
    mix(of, FIRST, ANA, CEM)
    assert of.phase is Phase.PLAYING


def test_who_is_lost_has_the_time_to_come_back() -> None:
    of = begun()
    commit(of, FIRST, ANA, CEM)
    assert of_kind(of.do(c.Left(BO, on_purpose=False)), c.GiveUp) == []
    of.pass_time(3)
    assert of_kind(of.do(c.Returned(BO, 0)), c.Catch) == [], "nothing is on the table yet"
    assert without_news(commit(of, FIRST, BO)) == [c.AskMixes(FIRST)]


def test_double_late_and_early_answers_change_nothing() -> None:
    of = begun()
    assert mix(of, FIRST, ANA, BO, CEM) == []
    assert commit(of, FIRST, ANA, ANA, ANA, BO) == []
    assert commit(of, DealId(1, 1, 7), CEM) == commit(of, DealId(2, 1, 1), CEM) == []
    commit(of, FIRST, CEM)
    assert commit(of, FIRST, ANA, BO, CEM) == []
    assert of.phase is Phase.DEALING
    mix(of, FIRST, ANA, BO, CEM)
    assert commit(of, FIRST, ANA) == mix(of, FIRST, ANA) == []


def test_a_pause_stops_the_clock_and_the_cards_and_not_the_answers() -> None:
    of = begun()
    of.do(c.Pause(ANA))
    commit(of, FIRST, ANA, BO)
    of.pass_time(60)
    assert of.phase is Phase.DEALING
    assert c.AskMixes(FIRST) in commit(of, FIRST, CEM)
    mix(of, FIRST, ANA, BO, CEM)
    assert of.phase is Phase.DEALING
    assert kinds(without_news(of.do(c.Resume(ANA))))[:2] == ["TellMixes", "Record"]


def test_nobody_is_hurried_while_the_host_has_no_network_or_all_are_gone() -> None:
    of = begun()
    of.do(c.NetworkLost(is_lost=True))
    of.pass_time(30)
    of.do(c.NetworkLost(is_lost=False))
    assert of_kind(of.pass_time(4), c.GiveUp) == []
    for person in (ANA, BO, CEM):
        of.do(c.Left(person, on_purpose=False))
    of.pass_time(30)
    of.do(c.Returned(ANA, 0))
    commit(of, FIRST, ANA)
    assert c.OpenDeal(SECOND, ALL[:1]) in of.pass_time(1.5)


def test_nothing_can_be_played_before_the_cards_are_dealt() -> None:
    of = begun()
    refused = of.do(c.Submit(Seat(0), of.tenure(Seat(0)), 1, 0, None))
    assert [e.why.code for e in of_kind(refused, c.Refuse)] == [Why.NOT_DEALT]


def test_all_times_can_be_scaled() -> None:
    of = stage(timing=Timing().scaled(0.5))
    of.begin(ANA, BO)
    assert of_kind(of.pass_time(2.4), c.GiveUp) == []
    assert of_kind(of.pass_time(0.2), c.GiveUp) == [c.GiveUp(FIRST, (Seat(0), Seat(1)))]


def test_a_table_that_closes_shows_nothing_of_a_deal_that_was_not_played_to_its_end() -> None:
    of = Stage(house=HouseRules())
    of.begin(ANA, BO)
    assert of_kind(of.do(c.Close(ANA)), c.ShowSecret, c.GiveUp) == []
