"""A match at a table: from the start through the deals to once more."""

from __future__ import annotations

from typing import Any

import pytest

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import HouseRules, Phase, SeatKind
from lan_thirteen.core.timing import Timing
from lan_thirteen.table import commands as c
from lan_thirteen.table.match import header_for
from lan_thirteen.table.records import decode_records, header_line, record_line, replay, split_lines
from lan_thirteen.table.why import Why
from tests.support.stage import ANA, BO, CEM, DAN, REGISTRY, Stage, caught, denials, kinds, of_kind, told


def test_a_match_begins_with_a_header_a_deal_and_a_tell_for_each_person() -> None:
    stage = Stage()
    effects = stage.begin(ANA, BO, CEM)
    wanted = ["Begin", "Holds", "Holds", "Holds", "OpenDeal", "Announce", "WakeAt", "AskMixes"]
    wanted += ["TellMixes", "Record", "Tell", "Tell", "Tell", "Announce", "WakeAt"]
    assert kinds(effects) == wanted
    assert [tell.to for tell in of_kind(effects, c.Tell)] == [0, 1, 2]
    assert stage.lobby.phase is Phase.PLAYING
    asked = [tell for tell in of_kind(effects, c.Tell) if tell.legal]
    assert [tell.to for tell in asked] == [stage.to_act]
    assert {tell.index for tell in of_kind(effects, c.Tell)} == {1} == {stage.table.index}


def test_each_match_of_a_table_has_a_number_of_its_own() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.play_match()
    stage.do(c.Again(ANA))
    stage.do(c.Start(ANA))
    assert [begun.match for begun in of_kind(stage.all_said, c.Begin)] == [1, 2]
    assert {opened.of.match for opened in of_kind(stage.said, c.OpenDeal)} == {2}


def test_free_seats_vanish_and_the_others_close_up_clockwise() -> None:
    stage = Stage(seats=4)
    stage.come(ANA, BO)
    stage.do(c.Sit(ANA, Seat(3)))
    stage.do(c.SetSeatBot(ANA, Seat(2), "normal"))
    begun = of_kind(stage.do(c.Start(ANA)), c.Begin)[0]
    assert [(info.kind, info.person, info.level) for info in stage.lobby.seats] == [
        (SeatKind.PERSON, BO, ""),
        (SeatKind.BOT, None, "normal"),
        (SeatKind.PERSON, ANA, ""),
    ]
    assert begun.players == ("Bo", "", "Ana")
    assert (stage.table.seat_of(ANA), stage.table.person_of(Seat(0)), stage.table.person_of(Seat(1))) == (2, BO, None)


def test_the_owner_may_start_although_somebody_is_not_ready_and_watch_it() -> None:
    stage = Stage()
    stage.come(ANA, watch=True)
    stage.come(BO, CEM)
    effects = stage.do(c.Start(ANA))
    assert stage.is_in(Phase.PLAYING)
    assert len(told(effects, None)) == 1


@pytest.mark.parametrize("game", REGISTRY)
def test_what_is_to_be_written_down_replays_to_the_same_match(game: str) -> None:
    stage = Stage(game, seats=3)
    stage.begin(ANA, BO, bots=1)
    while len(of_kind(stage.all_said, c.Record)) < 120 and stage.phase is not Phase.FINISHED:
        stage.play(stage.table.index)
        for person in (ANA, BO):
            stage.do(c.SetReady(person, True))
    begun = of_kind(stage.all_said, c.Begin)[0]
    header = header_for(REGISTRY[game].game, dict(begun.options), begun.players)
    data = header_line(header) + b"".join(map(record_line, of_kind(stage.all_said, c.Record)))
    lines = split_lines(data)
    records = decode_records(lines.records, REGISTRY[game].action_type)
    states = [step.state for step in replay(REGISTRY[game].game, lines.header, records)]
    assert states[-1] == stage.table.state
    assert {option.name for option in REGISTRY[game].game.info.options} == {name for name, _ in begun.options}


def test_a_move_is_written_down_then_accepted_then_told() -> None:
    stage = Stage()
    stage.begin(ANA, BO, CEM)
    seat = stage.to_act
    effects = stage.play()
    assert kinds(effects)[:5] == ["Record", "Accept", "Tell", "Tell", "Tell"]
    assert of_kind(effects, c.Record)[0].seat == seat
    assert of_kind(effects, c.Accept)[0].seat == seat


def test_a_bot_is_asked_and_never_told() -> None:
    stage = Stage(house=HouseRules(bot_pause_ms=300))
    effects = stage.begin(ANA, bots=2)
    while stage.phase is Phase.PLAYING:
        seat = stage.to_act
        asked = of_kind(effects, c.AskBot)
        assert {tell.to for tell in of_kind(effects, c.Tell)} <= {0}
        if seat == 0:
            assert asked == []
        else:
            assert [(a.seat, a.level, a.index, a.pause_ms) for a in asked] == [(seat, "easy", stage.table.index, 300)]
            assert asked[0].view == stage.rules.view(stage.table.state, seat)
            assert asked[0].legal == stage.rules.legal(stage.table.state)
            assert asked[0].tenure == stage.tenure(seat)
        effects = stage.play()


def test_an_answer_to_an_older_state_is_refused_and_nothing_changes() -> None:
    stage = Stage()
    stage.begin(ANA, BO, CEM)
    seat, legal = stage.to_act, stage.rules.legal(stage.table.state)
    before = stage.table.state
    for index in (0, stage.table.index - 1, stage.table.index + 1, 10**9):
        effects = stage.do(stage.submit_for(seat, legal[0], index=index))
        assert effects == [c.Refuse(seat, stage.nonce, of_kind(effects, c.Refuse)[0].why)]
        assert denials(effects) == [Why.STALE]
    assert stage.table.state == before


def test_the_very_same_answer_again_gets_the_same_reply_and_is_played_once() -> None:
    stage = Stage()
    stage.begin(ANA, BO, CEM)
    submit = stage.submit_for(stage.to_act, stage.rules.legal(stage.table.state)[0])
    accept = of_kind(stage.do(submit), c.Accept)
    index = stage.table.index
    assert stage.do(submit) == accept
    stage.play()
    assert stage.do(submit) == accept
    assert stage.table.index == index + 1


def test_a_refusal_is_repeated_as_well() -> None:
    stage = Stage()
    stage.begin(ANA, BO, CEM)
    wrong = stage.submit_for(Seat((stage.to_act + 1) % 3), stage.rules.legal(stage.table.state)[0])
    refused = stage.do(wrong)
    assert denials(refused) == ["turn.not-yours"]
    stage.play()
    assert stage.do(wrong) == refused


def test_a_number_that_is_used_again_for_something_else_is_another_question() -> None:
    stage = Stage()
    stage.begin(ANA, BO, CEM)
    first = stage.to_act
    stage.do(stage.submit_for(first, stage.rules.legal(stage.table.state)[0], nonce=1))
    again = stage.submit_for(stage.to_act, stage.rules.legal(stage.table.state)[0], nonce=1)
    assert of_kind(stage.do(again), c.Accept)


def test_an_answer_under_an_old_tenure_is_dropped_without_a_word() -> None:
    stage = Stage()
    stage.begin(ANA, BO, CEM)
    seat, legal = stage.to_act, stage.rules.legal(stage.table.state)
    assert stage.do(stage.submit_for(seat, legal[0], tenure=stage.tenure(seat) - 1)) == []
    assert stage.do(stage.submit_for(seat, legal[0], tenure=0)) == []


def test_nothing_can_be_played_from_a_seat_that_is_not_there_or_without_a_match() -> None:
    stage = Stage()
    stage.come(ANA)
    assert stage.do(c.Submit(Seat(0), stage.tenure(Seat(0)), 1, 0, None)) == []
    stage = Stage()
    stage.begin(ANA, BO)
    for seat in (-1, 2, 99):
        assert stage.do(c.Submit(Seat(seat), 1, 1, 1, None)) == []


def test_between_deals_nothing_can_be_played() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    legal = stage.rules.legal(stage.table.state)
    stage.play_deal()
    assert stage.is_in(Phase.INTERMISSION)
    assert denials(stage.do(stage.submit_for(Seat(0), legal[0]))) == [Why.NOT_DEALT]


def test_the_next_deal_comes_when_all_who_are_here_are_ready() -> None:
    stage = Stage(seats=4)
    stage.begin(ANA, BO, CEM, bots=1)
    stage.come(DAN)
    stage.play_deal()
    assert not any(stage.info(person).is_ready for person in (ANA, BO, CEM))
    stage.do(c.Left(CEM, on_purpose=False))
    stage.do(c.SetReady(ANA, True))
    assert stage.is_in(Phase.INTERMISSION)
    effects = stage.do(c.SetReady(BO, True))
    assert stage.is_in(Phase.PLAYING)
    assert [kind for kind in kinds(effects) if kind in ("Record", "Tell")][:3] == ["Record", "Tell", "Tell"]
    assert not stage.info(ANA).is_ready


def test_one_who_goes_away_holds_up_nobody_who_is_ready() -> None:
    for on_purpose in (True, False):
        stage = Stage()
        stage.begin(ANA, BO, CEM)
        stage.play_deal()
        stage.do(c.SetReady(ANA, True))
        stage.do(c.SetReady(BO, True))
        stage.do(c.Left(CEM, on_purpose))
        assert stage.is_in(Phase.PLAYING)


def test_readiness_can_be_taken_back() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.play_deal()
    stage.do(c.SetReady(ANA, True))
    stage.do(c.SetReady(ANA, False))
    stage.do(c.SetReady(BO, True))
    assert stage.is_in(Phase.INTERMISSION)


def test_a_press_of_ready_that_comes_after_the_deal_does_nothing() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    assert stage.do(c.SetReady(ANA, True)) == []
    stage.play_deal()
    assert not stage.info(ANA).is_ready


def test_the_results_end_by_themselves_after_a_minute() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.pass_time(1000)
    stage.play_deal()
    assert stage.lobby.waits_ms == 60_000
    stage.pass_time(45)
    assert stage.lobby.waits_ms == 15_000
    assert stage.is_in(Phase.INTERMISSION)
    stage.pass_time(16)
    assert stage.is_in(Phase.PLAYING)


def test_results_stay_for_those_who_watch_although_no_player_is_here() -> None:
    stage = Stage()
    stage.come(DAN, watch=True)
    stage.begin(ANA, BO)
    stage.do(c.Left(ANA, on_purpose=False))
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(61)
    stage.play_deal()
    assert stage.is_in(Phase.INTERMISSION)
    stage.pass_time(61)
    assert stage.is_in(Phase.PLAYING)


def test_with_no_waiting_times_the_next_deal_follows_at_once() -> None:
    stage = Stage(timing=Timing().scaled(0))
    stage.begin(ANA, BO)
    deals = sum(record.seat is None for record in of_kind(stage.all_said, c.Record))
    while sum(record.seat is None for record in of_kind(stage.all_said, c.Record)) == deals:
        stage.play()
    assert stage.is_in(Phase.PLAYING)


def test_a_new_stock_in_mid_turn_stops_nobody() -> None:
    stage = Stage("three-thirteen", seats=2)
    stage.begin(ANA, BO)
    restocks: list[Any] = []
    while not restocks:
        effects = stage.play(0)
        dealt = [record for record in of_kind(effects, c.Record) if record.seat is None]
        restocks = [record for record in dealt if type(record.action).__name__ == "Restock"]
        if stage.phase is Phase.INTERMISSION:
            stage.do(c.SetReady(ANA, True))
            stage.do(c.SetReady(BO, True))
    assert stage.is_in(Phase.PLAYING)
    assert kinds(effects)[:5] == ["Record", "Record", "Accept", "Tell", "Tell"]
    tell = told(effects, Seat(0))[0]
    assert tell.index == stage.table.index == restocks[0].index + 1
    assert [type(event).__name__ for event in tell.events][-1] != "Restocked" or len(tell.events) > 1


@pytest.mark.parametrize("game", REGISTRY)
def test_a_match_can_be_played_to_its_end_and_once_more(game: str) -> None:
    stage = Stage(game, options={"rounds": "odd"} if game == "three-thirteen" else {})
    stage.begin(ANA, BO, bots=1)
    stage.play_match()
    assert of_kind(stage.said, c.AskBot) == []
    assert stage.rules.standings(stage.table.state)
    stage.do(c.Again(ANA))
    assert stage.is_in(Phase.LOBBY)
    assert (stage.table.index, stage.table.state) == (0, None)
    assert [kind for kind in kinds(stage.do(c.Start(ANA))) if kind in ("Begin", "Record")] == ["Begin", "Record"]


def test_once_more_keeps_seats_order_and_rules_and_drops_those_who_are_gone() -> None:
    stage = Stage(seats=4, house=HouseRules(turn_clock_s=600))
    stage.come(ANA, BO)
    stage.do(c.Sit(ANA, Seat(3)))
    stage.come(CEM)
    stage.do(c.Start(ANA))
    stage.come(DAN)
    stage.play_match()
    assert denials(stage.do(c.Again(BO))) == [Why.NOT_OWNER]
    stage.do(c.Left(BO, on_purpose=True))
    stage.do(c.SetReady(CEM, True))
    stage.do(c.Again(ANA))
    assert [info.person for info in stage.lobby.seats] == [CEM, None, ANA, None]
    assert stage.info(CEM).is_ready
    assert stage.lobby.house == HouseRules(turn_clock_s=600)
    assert [w.person for w in stage.lobby.watchers] == [DAN]
    stage.do(c.Returned(BO, 0))
    assert [info.person for info in stage.lobby.seats] == [CEM, BO, ANA, None]


def test_once_more_everybody_plays_for_themselves() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    while stage.to_act != 1:
        stage.play()
    stage.pass_time(61)
    stage.do(c.StandIn(ANA, Seat(1)))
    stage.play_match()
    assert stage.info(BO).level
    stage.do(c.Again(ANA))
    assert not stage.info(BO).level


def test_an_answer_from_the_match_before_is_dropped() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    old = stage.submit_for(stage.to_act, stage.rules.legal(stage.table.state)[0])
    stage.play_match()
    stage.do(c.Again(ANA))
    stage.do(c.Start(ANA))
    assert stage.table.index == old.index
    assert stage.do(old) == []


def test_a_late_comer_watches_and_takes_a_bots_seat_before_the_next_deal() -> None:
    stage = Stage()
    stage.begin(ANA, bots=2)
    stage.come(DAN)
    assert stage.do(c.Sit(DAN, Seat(2))) == [c.Announce(stage.lobby)]
    assert stage.lobby.seats[2].next_person == DAN
    assert stage.table.seat_of(DAN) is None
    stage.come(CEM)
    assert denials(stage.do(c.Sit(CEM, Seat(2)))) == [Why.SEAT_TAKEN]
    assert denials(stage.do(c.Sit(CEM, Seat(0)))) == [Why.SEAT_TAKEN]
    assert denials(stage.do(c.Sit(ANA, Seat(1)))) == [Why.SEATED_ALREADY]
    stage.do(c.Sit(CEM, None))
    stage.do(c.Stand(CEM))
    stage.play_deal()
    effects = stage.do(c.SetReady(ANA, True))
    assert stage.table.seat_of(DAN) == 2
    assert stage.lobby.seats[1].kind is SeatKind.BOT
    assert [tell.to for tell in of_kind(effects, c.Tell)] == [0, 2, None]


def test_who_waits_for_a_seat_and_is_gone_when_it_is_free_does_not_get_it() -> None:
    for on_purpose in (True, False):
        stage = Stage()
        stage.begin(ANA, bots=2)
        stage.come(DAN)
        stage.do(c.Sit(DAN, Seat(2)))
        stage.do(c.Left(DAN, on_purpose))
        stage.play_deal()
        stage.do(c.SetReady(ANA, True))
        assert stage.lobby.seats[2].kind is SeatKind.BOT
        assert stage.lobby.seats[2].next_person is None


def test_the_seat_for_which_nobody_waits_any_more_can_be_waited_for() -> None:
    stage = Stage()
    stage.begin(ANA, bots=2)
    stage.come(DAN, CEM)
    stage.do(c.Sit(DAN, Seat(2)))
    stage.do(c.Left(DAN, on_purpose=True))
    assert denials(stage.do(c.Sit(CEM, Seat(2)))) == []


def test_who_waits_at_the_end_sits_when_it_begins_again() -> None:
    stage = Stage()
    stage.begin(ANA, bots=2)
    stage.play_match()
    stage.come(DAN)
    stage.do(c.Sit(DAN, None))
    stage.do(c.Again(ANA))
    assert [info.person for info in stage.lobby.seats] == [ANA, DAN, None]


def test_who_is_sent_away_in_a_match_is_followed_by_a_bot() -> None:
    stage = Stage()
    stage.begin(ANA, BO, CEM)
    while stage.to_act != 1:
        stage.play()
    old = stage.submit_for(Seat(1), stage.rules.legal(stage.table.state)[0])
    effects = stage.do(c.Kick(ANA, BO))
    assert kinds(effects)[:3] == ["Evict", "Holds", "AskBot"]
    assert stage.lobby.seats[1].kind is SeatKind.BOT
    assert stage.do(old) == []
    stage.play_match()


def test_the_lobbys_choices_are_closed_while_a_match_is_played() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    for command in (
        c.SetGame(ANA, "leaves", 3),
        c.SetOption(ANA, "mode", "expert"),
        c.SetSeatBot(ANA, Seat(0), "easy"),
        c.Start(ANA),
        c.Stand(ANA),
    ):
        assert denials(stage.do(command)) == [Why.BEGUN]
    assert denials(stage.do(c.SetHouse(ANA, "turn_clock_s", 30))) == []
    assert denials(stage.do(c.Rename(BO, "Zoë"))) == []


def test_a_newcomer_is_shown_the_table_and_the_story_of_the_deal() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.play()
    tell = caught(stage.come(DAN), DAN)[0]
    assert (tell.to, tell.index, tell.legal, tell.tenure) == (None, 2, (), 0)
    assert [type(event).__name__ for event in tell.events] == ["Shown"]
