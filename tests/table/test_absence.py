"""Those who are lost, gone or idle: stand-ins, clocks and pauses, so that a match can always go on."""

from __future__ import annotations

import pytest

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import HouseRules, Person, Phase, Presence
from lan_thirteen.core.timing import Timing
from lan_thirteen.table import commands as c
from lan_thirteen.table.why import Why
from tests.support.stage import ANA, BO, CEM, DAN, EVA, LEVELS, REGISTRY, Stage, caught, denials, kinds, of_kind, told


def until_turn_of(stage: Stage, seat: int) -> Stage:
    """Play until this seat is to act."""
    while stage.phase is not Phase.PLAYING or stage.to_act != seat:
        if stage.phase is Phase.PLAYING:
            stage.play()
        for info in stage.lobby.seats:
            if info.person is not None:
                stage.do(c.SetReady(info.person, True))
    return stage


def three(seat: int = 1, **settings: object) -> Stage:
    """Ana, Bo and Cem in a match, and this seat is to act."""
    stage = Stage(**settings)  # type: ignore[arg-type]
    stage.begin(ANA, BO, CEM)
    return until_turn_of(stage, seat)


def test_silence_is_shown_and_ends() -> None:
    stage = three()
    assert kinds(stage.do(c.Faded(BO))) == ["Announce"]
    assert stage.info(BO).presence is Presence.UNSTEADY
    assert kinds(stage.do(c.Heard(BO))) == ["Announce"]
    assert stage.info(BO).presence is Presence.HERE


@pytest.mark.parametrize(
    "before", [[], [c.Faded(BO)], [c.Left(BO, on_purpose=False)], [c.Faded(BO), c.Left(BO, on_purpose=False)]]
)
def test_who_comes_by_a_new_link_is_asked_again_whatever_was_noticed_of_the_old_one(before: list[c.Command]) -> None:
    """Also one who has seen everything: an answer may have been on its way when the old link died."""
    stage = three()
    for command in before:
        stage.do(command)
    tell = caught(stage.do(c.Returned(BO, stage.table.index)), BO)[0]
    assert (tell.legal, tell.events) == (stage.rules.legal(stage.table.state), ())
    assert stage.info(BO).presence is Presence.HERE


@pytest.mark.parametrize("before", [[], [c.Left(BO, on_purpose=False)], [c.Left(BO, on_purpose=True)]])
def test_only_silence_ends_by_being_heard(before: list[c.Command]) -> None:
    stage = three()
    for command in before:
        stage.do(command)
    presence = stage.info(BO).presence
    assert stage.do(c.Heard(BO)) == []
    assert stage.info(BO).presence is presence


def test_a_stand_in_comes_a_minute_after_somebody_was_lost() -> None:
    stage = three()
    effects = stage.do(c.Left(BO, on_purpose=False))
    assert stage.info(BO).presence is Presence.LOST
    assert stage.lobby.waits_ms == 60_000
    assert of_kind(effects, c.AskBot) == []
    assert of_kind(stage.pass_time(59.9), c.AskBot) == []
    asked = of_kind(stage.pass_time(0.2), c.AskBot)
    assert [(a.seat, a.level) for a in asked] == [(1, LEVELS[-1])]
    assert stage.info(BO).level == LEVELS[-1]
    assert stage.lobby.waits_ms is None


def test_one_who_is_back_before_that_has_missed_nothing() -> None:
    stage = three()
    legal = stage.rules.legal(stage.table.state)
    old = stage.submit_for(Seat(1), legal[0])
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(30)
    tell = caught(stage.do(c.Returned(BO, stage.table.index)), BO)[0]
    assert (tell.to, tell.legal, tell.events) == (1, legal, ())
    assert of_kind(stage.do(old), c.Accept)
    assert stage.pass_time(59) == []


def test_to_be_lost_twice_is_no_longer_wait_and_to_have_left_stays_that() -> None:
    stage = three()
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(40)
    assert stage.do(c.Left(BO, on_purpose=False)) == []
    assert stage.lobby.waits_ms == 20_000
    stage.do(c.Left(BO, on_purpose=True))
    stage.do(c.Left(BO, on_purpose=False))
    assert stage.info(BO).presence is Presence.LEFT


def test_one_who_left_on_purpose_is_played_for_at_once_and_has_the_seat_back() -> None:
    stage = three(house=HouseRules(stand_in_s=0))
    effects = stage.do(c.Left(BO, on_purpose=True))
    assert stage.info(BO).presence is Presence.LEFT
    assert [a.seat for a in of_kind(effects, c.AskBot)] == [1]
    stage.do(c.Returned(BO, 0))
    assert stage.info(BO).presence is Presence.HERE
    assert stage.info(BO).level == ""


def test_who_returns_has_the_decision_that_the_stand_in_has_not_made() -> None:
    stage = three()
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(61)
    bots = stage.submit_for(Seat(1), stage.rules.legal(stage.table.state)[0])
    tell = caught(stage.do(c.Returned(BO, stage.table.index)), BO)[0]
    assert tell.legal == stage.rules.legal(stage.table.state)
    assert tell.tenure > bots.tenure
    assert stage.do(bots) == []
    assert of_kind(stage.play(), c.Accept)


def test_who_returns_is_told_what_the_stand_in_did() -> None:
    stage = three(0, game="leaves")
    stage.do(c.Left(BO, on_purpose=False))
    seen = stage.table.index
    stage.pass_time(61)
    stage.play()
    assert stage.to_act == 1
    stage.play()
    tell = caught(stage.do(c.Returned(BO, seen)), BO)[0]
    assert tell.index == stage.table.index == seen + 2
    assert [getattr(event, "seat", None) for event in tell.events if event.__struct_fields__[0] == "seat"] == [0, 1]


def test_a_stand_in_plays_on_until_the_person_is_back() -> None:
    stage = three()
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(61)
    stage.play_match()
    assert stage.is_in(Phase.FINISHED)
    assert stage.info(BO).person == BO


def test_the_wait_can_be_longer_or_have_no_end() -> None:
    stage = three(house=HouseRules(stand_in_s=300))
    stage.do(c.Left(BO, on_purpose=False))
    assert of_kind(stage.pass_time(299), c.AskBot) == []
    assert of_kind(stage.pass_time(2), c.AskBot)
    stage = three(house=HouseRules(stand_in_s=0))
    stage.do(c.Left(BO, on_purpose=False))
    assert stage.lobby.waits_ms is None
    assert of_kind(stage.pass_time(10_000), c.AskBot) == []
    assert of_kind(stage.do(c.StandIn(ANA, Seat(1))), c.AskBot)


def test_the_owner_may_have_a_stand_in_at_once() -> None:
    stage = three()
    assert denials(stage.do(c.StandIn(ANA, Seat(1)))) == [Why.PLAYS_HERE]
    stage.do(c.Left(BO, on_purpose=False))
    assert list(stage.lobby.may_stand_in) == [1]
    assert of_kind(stage.do(c.StandIn(ANA, Seat(1))), c.AskBot)
    assert list(stage.lobby.may_stand_in) == []
    assert denials(stage.do(c.StandIn(ANA, Seat(1)))) == [Why.PLAYS_HERE]


def test_without_the_owner_it_takes_more_than_half_of_the_others() -> None:
    stage = Stage("leaves", seats=5)
    stage.begin(ANA, BO, CEM, DAN, EVA)
    until_turn_of(stage, 1)
    stage.do(c.Left(BO, on_purpose=False))
    for person in (CEM, CEM, DAN):
        assert of_kind(stage.do(c.StandIn(person, Seat(1))), c.AskBot) == []
    assert of_kind(stage.do(c.StandIn(EVA, Seat(1))), c.AskBot)


def test_what_is_more_than_half_changes_when_one_of_them_goes() -> None:
    stage = Stage("leaves", seats=5)
    stage.begin(ANA, BO, CEM, DAN, EVA)
    until_turn_of(stage, 1)
    for person in (BO, DAN):
        stage.do(c.Left(person, on_purpose=False))
    stage.do(c.StandIn(CEM, Seat(1)))
    assert stage.info(BO).level == ""
    effects = stage.do(c.Left(EVA, on_purpose=False))
    assert of_kind(effects, c.AskBot) == []
    effects = stage.do(c.Left(ANA, on_purpose=False))
    assert of_kind(effects, c.AskBot)


def test_the_wish_of_one_who_has_gone_does_not_count() -> None:
    stage = Stage("leaves", seats=5)
    stage.begin(ANA, BO, CEM, DAN, EVA)
    until_turn_of(stage, 1)
    stage.do(c.Left(BO, on_purpose=False))
    stage.do(c.StandIn(CEM, Seat(1)))
    stage.do(c.Left(CEM, on_purpose=False))
    stage.do(c.StandIn(DAN, Seat(1)))
    assert stage.info(BO).level == ""
    stage.do(c.StandIn(EVA, Seat(1)))
    assert stage.info(BO).level


def test_wishes_are_forgotten_when_the_seat_plays_again() -> None:
    stage = Stage("leaves", seats=4)
    stage.begin(ANA, BO, CEM, DAN)
    for voter in (CEM, DAN):
        until_turn_of(stage, 1)
        stage.pass_time(61)
        stage.do(c.StandIn(voter, Seat(1)))
        assert stage.info(BO).level == ""
        stage.play()


def test_those_who_watch_have_no_vote_while_anybody_plays() -> None:
    stage = three()
    stage.come(DAN)
    stage.do(c.Left(BO, on_purpose=False))
    assert denials(stage.do(c.StandIn(DAN, Seat(1)))) == [Why.NO_SEAT]
    for person in (ANA, CEM):
        stage.do(c.Left(person, on_purpose=False))
    assert denials(stage.do(c.StandIn(DAN, Seat(1)))) == []
    assert stage.info(BO).level


def test_a_seat_that_is_not_there_gets_no_stand_in() -> None:
    stage = three()
    for seat in (-1, 3, 99):
        assert denials(stage.do(c.StandIn(ANA, Seat(seat)))) == [Why.NO_SUCH_SEAT]


def test_one_who_is_idle_for_a_minute_can_be_played_for_when_the_others_want_it() -> None:
    stage = three()
    stage.pass_time(59)
    assert list(stage.lobby.may_stand_in) == []
    effects = stage.pass_time(2)
    assert [type(e) for e in effects] == [c.Announce]
    assert effects[0].lobby.may_stand_in == (1,)  # type: ignore[union-attr]
    assert denials(stage.do(c.StandIn(BO, Seat(1)))) == [Why.NOT_YOURSELF]
    stage.do(c.StandIn(CEM, Seat(1)))
    effects = stage.do(c.StandIn(ANA, Seat(1)))
    assert kinds(effects)[:3] == ["Catch", "GoneFrom", "AskBot"]
    assert caught(effects, BO)[0].legal == ()


def test_one_who_has_just_come_back_is_not_idle() -> None:
    stage = three()
    stage.pass_time(50)
    stage.do(c.Left(BO, on_purpose=False))
    stage.do(c.Returned(BO, stage.table.index))
    stage.pass_time(50)
    assert list(stage.lobby.may_stand_in) == []
    stage.pass_time(11)
    assert list(stage.lobby.may_stand_in) == [1]


def test_an_idle_person_takes_the_seat_back_with_one_press() -> None:
    stage = three()
    stage.pass_time(61)
    stage.do(c.StandIn(ANA, Seat(1)))
    stage.play()
    assert stage.info(BO).level == LEVELS[-1]
    stage.do(c.Sit(BO, None))
    assert stage.info(BO).level == ""
    until_turn_of(stage, 1)
    assert told(stage.said, Seat(1)) == [] or told(stage.said, Seat(1))[0].legal
    assert of_kind(stage.play(), c.Accept)
    assert denials(stage.do(c.Sit(BO, Seat(1)))) == []


def test_a_person_who_is_played_for_and_there_is_told_all_and_asked_nothing() -> None:
    stage = three()
    stage.pass_time(61)
    stage.do(c.StandIn(ANA, Seat(1)))
    for _ in range(8):
        if stage.phase is Phase.PLAYING:
            effects = stage.play()
            assert [tell.legal for tell in told(effects, Seat(1))] == [()]
        for person in (ANA, BO, CEM):
            stage.do(c.SetReady(person, True))


def test_a_new_link_of_an_idle_person_takes_the_seat_back() -> None:
    stage = three()
    stage.pass_time(61)
    stage.do(c.StandIn(ANA, Seat(1)))
    tell = caught(stage.do(c.Returned(BO, 0)), BO)[0]
    assert tell.legal


def test_an_old_link_that_is_heard_again_does_not() -> None:
    stage = three()
    stage.pass_time(61)
    stage.do(c.StandIn(ANA, Seat(1)))
    stage.do(c.Faded(BO))
    assert kinds(stage.do(c.Heard(BO))) == ["Announce"]
    assert stage.info(BO).level


def test_without_a_turn_clock_a_turn_has_no_end() -> None:
    stage = three()
    stage.pass_time(100_000)
    assert stage.to_act == 1
    assert stage.info(BO).level == ""


def test_when_the_turn_clock_has_run_down_a_bot_makes_that_one_move() -> None:
    stage = three(house=HouseRules(turn_clock_s=30))
    assert stage.lobby.waits_ms == 30_000
    late = stage.submit_for(Seat(1), stage.rules.legal(stage.table.state)[0])
    effects = stage.pass_time(31)
    assert kinds(effects)[:3] == ["Catch", "GoneFrom", "AskBot"]
    assert stage.info(BO).level == LEVELS[-1]
    assert stage.do(late) == []
    assert stage.do(c.Sit(BO, None)) == []
    stage.play()
    assert stage.info(BO).level == ""
    until_turn_of(stage, 1)
    assert stage.info(BO).level == ""
    assert stage.lobby.waits_ms == 30_000


def test_a_new_link_does_not_win_back_the_time_that_is_up() -> None:
    stage = three(house=HouseRules(turn_clock_s=30))
    stage.pass_time(31)
    assert caught(stage.do(c.Returned(BO, 0)), BO)[0].legal == ()
    assert stage.info(BO).level


def test_each_decision_has_the_whole_turn_clock() -> None:
    stage = three(0, game="leaves", house=HouseRules(turn_clock_s=30))
    stage.pass_time(20)
    stage.play()
    stage.pass_time(20)
    assert stage.lobby.waits_ms == 10_000


def test_an_answer_that_comes_just_in_time_counts_although_nobody_looked() -> None:
    stage = three(house=HouseRules(turn_clock_s=30))
    stage.now += 31
    assert of_kind(stage.play(), c.Accept)


def test_the_clock_goes_on_while_a_link_is_gone_and_does_not_begin_again() -> None:
    stage = three(house=HouseRules(turn_clock_s=30))
    stage.pass_time(20)
    stage.do(c.Left(BO, on_purpose=False))
    stage.do(c.Returned(BO, stage.table.index))
    assert stage.lobby.waits_ms == 10_000


def test_a_lost_person_whose_time_was_up_once_still_gets_a_stand_in() -> None:
    stage = three(house=HouseRules(turn_clock_s=30))
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(31)
    stage.pass_time(30)
    stage.play()
    assert stage.info(BO).level == LEVELS[-1]


def test_time_up_for_a_lost_person_who_returns_gives_them_the_decision() -> None:
    stage = three(house=HouseRules(turn_clock_s=30))
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(31)
    assert caught(stage.do(c.Returned(BO, 0)), BO)[0].legal


def test_in_a_pause_nothing_moves_and_no_clock_runs() -> None:
    stage = three(house=HouseRules(turn_clock_s=30))
    stage.do(c.Left(CEM, on_purpose=False))
    stage.pass_time(10)
    stage.do(c.Pause(BO))
    assert stage.lobby.paused == Why.PAUSED
    assert stage.lobby.waits_ms is None
    stage.pass_time(10_000)
    assert stage.info(CEM).level == ""
    submit = stage.submit_for(Seat(1), stage.rules.legal(stage.table.state)[0])
    assert denials(stage.do(submit)) == [Why.PAUSED]
    stage.do(c.Resume(ANA))
    assert stage.lobby.paused == ""
    assert stage.lobby.waits_ms == 20_000
    assert of_kind(stage.do(submit), c.Accept)


def test_bots_rest_in_a_pause_and_are_asked_again_after_it() -> None:
    stage = Stage()
    stage.begin(ANA, bots=2)
    until_turn_of(stage, 1)
    stage.do(c.Pause(ANA))
    submit = stage.submit_for(Seat(1), stage.rules.legal(stage.table.state)[0])
    assert denials(stage.do(submit)) == [Why.PAUSED]
    assert [a.seat for a in of_kind(stage.do(c.Resume(ANA)), c.AskBot)] == [1]
    assert of_kind(stage.do(submit), c.Accept)


def test_no_deal_is_made_in_a_pause() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.play_deal()
    stage.do(c.Pause(ANA))
    stage.do(c.SetReady(ANA, True))
    stage.do(c.SetReady(BO, True))
    assert stage.is_in(Phase.INTERMISSION)
    stage.do(c.Resume(BO))
    assert stage.is_in(Phase.PLAYING)


def test_a_pause_ends_when_nobody_is_left_who_could_end_it() -> None:
    stage = three()
    stage.come(DAN)
    stage.do(c.Pause(BO))
    assert denials(stage.do(c.Resume(DAN))) == [Why.NO_SEAT]
    for person in (ANA, BO, CEM):
        stage.do(c.Left(person, on_purpose=False))
    assert stage.lobby.paused == ""
    stage.pass_time(61)
    assert stage.info(BO).level


def test_a_lost_network_of_the_host_turns_nobody_into_a_bot() -> None:
    stage = three()
    stage.do(c.NetworkLost(is_lost=True))
    assert stage.lobby.paused == Why.NETWORK_LOST
    for person in (BO, CEM):
        stage.do(c.Left(person, on_purpose=False))
    stage.pass_time(500)
    assert stage.info(BO).level == ""
    stage.do(c.NetworkLost(is_lost=False))
    stage.pass_time(59)
    assert stage.info(BO).level == ""
    stage.pass_time(2)
    assert stage.info(BO).level


def test_practice_with_bots_needs_no_network() -> None:
    stage = Stage()
    stage.do(c.NetworkLost(is_lost=True))
    stage.begin(ANA, bots=2)
    stage.play_match()
    assert stage.is_in(Phase.FINISHED)


def test_without_network_the_next_deal_waits_for_those_who_cannot_be_reached() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.play_deal()
    stage.do(c.NetworkLost(is_lost=True))
    stage.do(c.Left(BO, on_purpose=False))
    stage.do(c.SetReady(ANA, True))
    stage.pass_time(500)
    assert stage.is_in(Phase.INTERMISSION)
    stage.do(c.NetworkLost(is_lost=False))
    assert stage.is_in(Phase.PLAYING)


def test_a_table_cut_off_from_everybody_does_not_close() -> None:
    stage = three()
    stage.do(c.NetworkLost(is_lost=True))
    for person in (ANA, BO, CEM):
        stage.do(c.Left(person, on_purpose=False))
    stage.pass_time(5000)
    stage.do(c.NetworkLost(is_lost=False))
    stage.pass_time(59)
    assert stage.is_in(Phase.PLAYING)
    stage.pass_time(2)
    assert stage.is_in(Phase.CLOSED)


def test_when_all_people_have_left_bots_stop_and_the_table_closes_after_a_minute() -> None:
    stage = Stage()
    stage.begin(ANA, bots=2)
    until_turn_of(stage, 1)
    stage.do(c.Left(ANA, on_purpose=True))
    assert of_kind(stage.play(), c.AskBot) == []
    stage.pass_time(59)
    stage.do(c.Returned(ANA, 0))
    assert stage.is_in(Phase.PLAYING)
    stage.do(c.Left(ANA, on_purpose=False))
    stage.pass_time(61)
    assert stage.is_in(Phase.CLOSED)


def test_a_bot_is_asked_again_when_somebody_is_back() -> None:
    stage = Stage()
    stage.begin(ANA, bots=2)
    until_turn_of(stage, 1)
    stage.do(c.Left(ANA, on_purpose=False))
    stage.pass_time(20)
    assert [a.seat for a in of_kind(stage.do(c.Returned(ANA, 0)), c.AskBot)] == [1]


def test_waiting_times_can_be_scaled() -> None:
    stage = three(timing=Timing().scaled(1 / 8), house=HouseRules(turn_clock_s=80))
    assert stage.lobby.waits_ms == 10_000
    stage.do(c.Left(CEM, on_purpose=False))
    assert stage.lobby.waits_ms == 7_500
    stage.pass_time(7.6)
    assert stage.info(CEM).level


def test_wakes_that_are_late_doubled_or_early_do_no_harm() -> None:
    stage = three()
    stage.do(c.Left(BO, on_purpose=False))
    for _ in range(3):
        assert kinds(stage.do(c.Wake())) == ["WakeAt"]
    stage.now += 1000
    assert of_kind(stage.do(c.Wake()), c.AskBot)
    assert of_kind(stage.do(c.Wake()), c.AskBot) == []
    stage.now -= 500
    assert of_kind(stage.do(c.Wake()), c.AskBot) == []


@pytest.mark.parametrize("on_purpose", [True, False])
@pytest.mark.parametrize("game", REGISTRY)
def test_whoever_is_to_decide_vanishes_and_the_match_still_ends(game: str, on_purpose: bool) -> None:
    """One person stays to see it; at each decision of another, that one goes, and comes back when a bot has decided."""
    options = {"rounds": "odd"} if game == "three-thirteen" else {}
    stage = Stage(game, options=dict(options))
    stage.begin(ANA, BO, CEM)
    gone: Person | None = None
    while stage.phase is not Phase.FINISHED:
        if stage.phase is Phase.INTERMISSION:
            stage.pass_time(61)
            continue
        person = stage.table.person_of(stage.to_act)
        assert person is not None
        if person != ANA:
            stage.do(c.Left(person, on_purpose))
            if not on_purpose:
                stage.pass_time(61)
            gone = person
        assert (stage.info(person).level != "") == (person != ANA)
        stage.play_well()
        if gone is not None:
            stage.do(c.Returned(gone, 0))
            gone = None


def test_each_lost_seat_counts_down_by_itself_and_not_while_the_clocks_stand() -> None:
    stage = three()
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(20)
    stage.do(c.Left(CEM, on_purpose=False))
    assert [info.waits_ms for info in stage.lobby.seats] == [None, 40_000, 60_000]
    stage.do(c.Pause(ANA))
    assert [info.waits_ms for info in stage.lobby.seats] == [None, None, None]
    stage.pass_time(500)
    (resumed,) = of_kind(stage.do(c.Resume(ANA)), c.Announce)
    assert [info.waits_ms for info in resumed.lobby.seats] == [None, 40_000, 60_000]


def test_a_longer_wait_is_told_to_all_at_once() -> None:
    stage = three()
    stage.do(c.Left(BO, on_purpose=False))
    (announced,) = of_kind(stage.do(c.SetHouse(ANA, "stand_in_s", 90)), c.Announce)
    assert announced.lobby.seats[1].waits_ms == 90_000
