"""Before a match: who comes in, who sits where, what is agreed on."""

from __future__ import annotations

import pytest

from lan_thirteen.core.errors import BadSettings
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import HouseRules, Person, Phase, Presence, SeatKind
from lan_thirteen.table import commands as c
from lan_thirteen.table.why import Why
from tests.support.stage import ANA, BO, CEM, DAN, EVA, TINY, Stage, denials, kinds, of_kind


def seated(stage: Stage) -> list[Person | str | None]:
    """Who sits where: a person, a bot's level, or None."""
    return [info.person if info.kind is SeatKind.PERSON else info.level or None for info in stage.lobby.seats]


def test_who_comes_gets_the_first_free_seat_and_all_are_told() -> None:
    stage = Stage()
    stage.come(ANA)
    assert kinds(stage.come(BO)) == ["Announce"]
    assert seated(stage) == [ANA, BO, None]
    assert stage.lobby.owner == ANA


def test_who_comes_to_watch_or_finds_no_seat_watches() -> None:
    stage = Stage(seats=2)
    stage.come(CEM, watch=True)
    stage.come(ANA, BO, DAN)
    assert seated(stage) == [ANA, BO]
    assert [(w.person, w.name) for w in stage.lobby.watchers] == [(CEM, "Cem"), (DAN, "Dan")]


def test_a_table_that_runs_by_itself_belongs_to_the_first_who_comes() -> None:
    stage = Stage(owner=None)
    assert stage.lobby.owner is None
    stage.come(BO, ANA)
    assert stage.lobby.owner == BO


def test_a_guest_who_is_faster_than_the_owner_does_not_become_the_owner() -> None:
    stage = Stage()
    stage.come(BO)
    stage.pass_time(500)
    assert stage.lobby.owner == ANA
    assert denials(stage.do(c.Start(BO))) == [Why.NOT_OWNER]
    stage.come(ANA)
    assert stage.lobby.owner == ANA


def test_two_of_one_name_are_told_apart_also_after_a_change() -> None:
    stage = Stage()
    for person in (ANA, BO, CEM):
        stage.do(c.Enter(person, "Ana", 0, False))
    assert [info.name for info in stage.lobby.seats] == ["Ana", "Ana (2)", "Ana (3)"]
    stage.do(c.Rename(BO, "Bo"))
    stage.do(c.Rename(CEM, "bo"))
    assert [info.name for info in stage.lobby.seats] == ["Ana", "Bo", "bo (2)"]
    stage.do(c.Rename(BO, "Bo"))
    assert stage.info(BO).name == "Bo"


def test_the_name_of_one_who_has_left_is_free_and_they_get_another_when_they_return() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    stage.do(c.Left(BO, on_purpose=True))
    stage.do(c.Enter(CEM, "Bo", 0, False))
    assert stage.info(CEM).name == "Bo"
    stage.do(c.Returned(BO, 0))
    assert stage.info(BO).name == "Bo (2)"


def test_the_name_of_one_who_is_lost_is_kept_for_them() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    stage.do(c.Left(BO, on_purpose=False))
    stage.do(c.Enter(CEM, "Bo", 0, False))
    assert stage.info(CEM).name == "Bo (2)"


def test_who_comes_back_is_told_how_the_table_is_although_nothing_changed() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    assert stage.do(c.Returned(BO, 0)) == [c.Announce(stage.lobby)]


def test_one_may_move_to_a_free_seat_or_a_bots_and_stay_ready() -> None:
    stage = Stage(seats=4)
    stage.come(ANA, BO)
    stage.do(c.SetReady(BO, True))
    stage.do(c.Sit(BO, Seat(3)))
    assert seated(stage) == [ANA, None, None, BO]
    assert stage.info(BO).is_ready
    stage.do(c.SetSeatBot(ANA, Seat(2), "normal"))
    stage.do(c.Sit(BO, Seat(2)))
    assert seated(stage) == [ANA, None, BO, None]


def test_any_seat_means_a_free_one_before_a_bots() -> None:
    stage = Stage()
    stage.come(BO, CEM, watch=True)
    stage.come(ANA)
    stage.do(c.SetSeatBot(ANA, Seat(1), "easy"))
    stage.do(c.Sit(BO, None))
    assert seated(stage) == [ANA, "easy", BO]
    stage.do(c.Sit(CEM, None))
    assert seated(stage) == [ANA, CEM, BO]


def test_no_seat_has_two_people() -> None:
    stage = Stage(seats=2)
    stage.come(ANA, BO, CEM)
    assert denials(stage.do(c.Sit(CEM, Seat(0)))) == [Why.SEAT_TAKEN]
    assert denials(stage.do(c.Sit(CEM, Seat(9)))) == [Why.NO_SUCH_SEAT]
    assert denials(stage.do(c.Sit(CEM, Seat(-1)))) == [Why.NO_SUCH_SEAT]
    assert denials(stage.do(c.Sit(CEM, None))) == [Why.NO_FREE_SEAT]


def test_standing_up_frees_the_seat() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    stage.do(c.SetReady(BO, True))
    stage.do(c.Stand(BO))
    assert seated(stage) == [ANA, None, None]
    assert [w.person for w in stage.lobby.watchers] == [BO]
    stage.do(c.Sit(BO, None))
    assert not stage.info(BO).is_ready


def test_who_stood_up_is_not_seated_again_when_their_link_comes_back() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    stage.do(c.Stand(BO))
    stage.do(c.Left(BO, on_purpose=False))
    stage.do(c.Returned(BO, 0))
    assert seated(stage) == [ANA, None, None]


def test_who_watched_and_then_sat_down_is_one_who_wants_a_seat() -> None:
    stage = Stage()
    stage.come(ANA)
    stage.come(BO, watch=True)
    stage.do(c.Sit(BO, None))
    stage.do(c.Left(BO, on_purpose=False))
    stage.pass_time(61)
    stage.do(c.Returned(BO, 0))
    assert seated(stage) == [ANA, BO, None]


def test_leaving_frees_the_seat_at_once_and_a_lost_link_after_a_while() -> None:
    stage = Stage()
    stage.come(ANA, BO, CEM)
    stage.do(c.Left(BO, on_purpose=True))
    stage.do(c.Left(CEM, on_purpose=False))
    assert seated(stage) == [ANA, None, CEM]
    assert stage.info(CEM).presence is Presence.LOST
    stage.pass_time(59)
    assert seated(stage) == [ANA, None, CEM]
    stage.pass_time(2)
    assert seated(stage) == [ANA, None, None]
    stage.do(c.Returned(CEM, 0))
    assert seated(stage) == [ANA, CEM, None]


def test_a_locked_table_lets_nobody_new_in_but_those_who_were_there() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    stage.do(c.Lock(ANA, True))
    assert stage.lobby.is_locked
    stage.do(c.Left(BO, on_purpose=False))
    assert denials(stage.come(CEM)) == [Why.LOCKED]
    assert denials(stage.do(c.Returned(BO, 0))) == []
    stage.do(c.Lock(ANA, False))
    assert denials(stage.come(CEM)) == []


def test_a_table_without_watchers_sends_away_whom_it_cannot_seat() -> None:
    stage = Stage(seats=2, house=HouseRules(may_watch=False))
    stage.come(ANA, BO)
    assert denials(stage.come(CEM)) == [Why.FULL]
    assert denials(stage.come(CEM, watch=True)) == [Why.NO_WATCHING]
    assert denials(stage.do(c.Stand(BO))) == [Why.NO_WATCHING]
    assert denials(stage.do(c.Stand(ANA))) == []
    stage.come(DAN)
    assert seated(stage) == [DAN, BO]


def test_the_owner_may_watch_in_any_case() -> None:
    stage = Stage(house=HouseRules(may_watch=False))
    assert denials(stage.come(ANA, watch=True)) == []
    assert seated(stage) == [None, None, None]


def test_who_was_sent_away_stays_away() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    effects = stage.do(c.Kick(ANA, BO))
    assert of_kind(effects, c.Evict)[0].person == BO
    assert denials(effects) == [Why.KICKED]
    assert seated(stage) == [ANA, None, None]
    assert denials(stage.come(BO)) == [Why.KICKED]
    assert denials(stage.do(c.Returned(BO, 0))) == [Why.KICKED]
    assert denials(stage.do(c.Sit(BO, None))) == [Why.NO_SUCH_PERSON]


def test_nobody_can_send_away_the_owner_or_somebody_who_is_not_there() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    assert denials(stage.do(c.Kick(BO, ANA))) == [Why.NOT_OWNER]
    assert denials(stage.do(c.Kick(ANA, ANA))) == [Why.NOT_YOURSELF]
    assert denials(stage.do(c.Kick(ANA, EVA))) == [Why.NO_SUCH_PERSON]


def test_every_change_of_the_rules_clears_readiness_and_is_told() -> None:
    changes = [
        c.SetOption(ANA, "mode", "expert"),
        c.SetHouse(ANA, "turn_clock_s", 30),
        c.SetHouse(ANA, "has_hints", 0),
        c.SetGame(ANA, "dreizehn", 3),
    ]
    stage = Stage("leaves")
    stage.come(ANA, BO)
    for change in changes:
        stage.do(c.SetReady(BO, True))
        assert kinds(stage.do(change)) == ["Announce"]
        assert not stage.info(BO).is_ready
    assert stage.lobby.house == HouseRules(turn_clock_s=30, has_hints=False)
    assert stage.lobby.game == "dreizehn"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.SetGame(ANA, "poker", 3), Why.UNKNOWN_GAME),
        (c.SetGame(ANA, "leaves", 8), "settings.seats"),
        (c.SetOption(ANA, "mode", "wild"), "settings.bad-value"),
        (c.SetOption(ANA, "target_score", True), "settings.bad-value"),
        (c.SetOption(ANA, "x" * 9999, "y" * 9999), "settings.unknown-option"),
        (c.SetOption(ANA, "mode", "y" * 9999), "settings.bad-value"),
        (c.SetHouse(ANA, "volume", 3), Why.UNKNOWN_HOUSE_RULE),
        (c.SetHouse(ANA, "turn_clock_s", 601), Why.BAD_HOUSE_RULE),
        (c.SetHouse(ANA, "turn_clock_s", -1), Why.BAD_HOUSE_RULE),
        (c.SetHouse(ANA, "stand_in_s", 14), Why.BAD_HOUSE_RULE),
        (c.SetHouse(ANA, "stand_in_s", 301), Why.BAD_HOUSE_RULE),
        (c.SetHouse(ANA, "may_watch", 2), Why.BAD_HOUSE_RULE),
        (c.SetSeatBot(ANA, Seat(1), "genius"), Why.UNKNOWN_LEVEL),
        (c.SetSeatBot(ANA, Seat(3), "easy"), Why.NO_SUCH_SEAT),
        (c.SetSeatBot(ANA, Seat(0), "easy"), Why.SEAT_TAKEN),
        (c.SetSeatBot(ANA, Seat(0), ""), Why.SEAT_TAKEN),
        (c.Start(ANA), Why.TOO_FEW),
        (c.Again(ANA), Why.NOT_OVER),
        (c.Pause(ANA), Why.NOT_BEGUN),
        (c.StandIn(ANA, Seat(0)), Why.NOT_BEGUN),
        (c.SetGame(BO, "leaves", 3), Why.NOT_OWNER),
        (c.SetReady(BO, True), Why.NO_SEAT),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(command: c.Command, code: str) -> None:
    stage = Stage("leaves")
    stage.come(ANA)
    stage.come(BO, watch=True)
    before = stage.lobby
    effects = stage.do(command)
    assert denials(effects) == [code]
    assert all(len(name) <= 64 for deny in of_kind(effects, c.Deny) for name in deny.why.names)
    assert stage.lobby == before
    assert len(effects) == 1


def test_never_is_a_value_of_the_clocks() -> None:
    stage = Stage()
    stage.come(ANA)
    for name in ("turn_clock_s", "stand_in_s", "bot_pause_ms"):
        assert denials(stage.do(c.SetHouse(ANA, name, 0))) == []
    assert stage.lobby.house == HouseRules(0, 0, 0)


def test_fewer_seats_keep_the_people_before_the_bots() -> None:
    stage = Stage("leaves", seats=6)
    stage.come(ANA, BO)
    stage.do(c.SetSeatBot(ANA, Seat(2), "easy"))
    stage.come(CEM)
    stage.do(c.Sit(CEM, Seat(5)))
    stage.do(c.SetGame(ANA, "leaves", 3))
    assert seated(stage) == [ANA, BO, CEM]
    stage.come(DAN)
    assert [w.person for w in stage.lobby.watchers] == [DAN]
    stage.do(c.SetGame(ANA, TINY, 2))
    assert seated(stage) == [ANA, BO]
    assert [w.person for w in stage.lobby.watchers] == [CEM, DAN]
    stage.do(c.SetGame(ANA, TINY, 4))
    assert seated(stage) == [ANA, BO, None, None]


def test_another_number_of_seats_keeps_the_options_where_they_fit() -> None:
    stage = Stage("leaves")
    stage.come(ANA)
    stage.do(c.SetOption(ANA, "mode", "expert"))
    stage.do(c.SetGame(ANA, "leaves", 4))
    assert dict(stage.lobby.options)["mode"] == "expert"
    stage.do(c.SetOption(ANA, "hand_size", 13))
    stage.do(c.SetGame(ANA, "leaves", 6))
    assert dict(stage.lobby.options)["hand_size"] == "auto"


def test_a_table_cannot_be_made_of_settings_that_its_game_refuses() -> None:
    for game, seats, options in (("poker", 3, {}), ("leaves", 99, {}), ("leaves", 3, {"mode": "wild"})):
        with pytest.raises(BadSettings):
            Stage(game, seats, options=dict(options))


def test_bots_fill_seats_and_free_them() -> None:
    stage = Stage()
    stage.come(ANA)
    stage.do(c.SetSeatBot(ANA, Seat(2), "easy"))
    assert seated(stage) == [ANA, None, "easy"]
    stage.do(c.SetSeatBot(ANA, Seat(2), "normal"))
    assert seated(stage) == [ANA, None, "normal"]
    stage.do(c.SetSeatBot(ANA, Seat(2), ""))
    assert seated(stage) == [ANA, None, None]


def test_names_and_chat_go_to_all() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    stage.come(CEM, watch=True)
    stage.do(c.RenameTable(ANA, "Garden"))
    assert stage.lobby.name == "Garden"
    assert stage.do(c.Chat(CEM, "hello")) == [c.Say(CEM, "hello")]
    assert denials(stage.do(c.Chat(EVA, "hello"))) == [Why.NO_SUCH_PERSON]


def test_closing_sends_everybody_away_and_nothing_comes_after() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    stage.do(c.Left(BO, on_purpose=False))
    stage.come(CEM)
    effects = stage.do(c.Close(ANA))
    assert {e.person for e in of_kind(effects, c.Evict)} == {ANA, CEM}
    assert stage.is_in(Phase.CLOSED)
    assert denials(stage.come(DAN)) == [Why.CLOSED]
    assert denials(stage.do(c.Returned(BO, 0))) == [Why.CLOSED]
    assert stage.do(c.Sit(ANA, None)) == []
    assert stage.pass_time(1000) == []


def test_a_table_that_all_have_left_closes_and_one_to_which_nobody_came_does_not() -> None:
    stage = Stage()
    stage.do(c.Wake())
    stage.pass_time(1000)
    stage.come(ANA)
    stage.do(c.Left(ANA, on_purpose=True))
    stage.pass_time(59)
    assert stage.is_in(Phase.LOBBY)
    stage.do(c.Returned(ANA, 0))
    stage.pass_time(500)
    stage.do(c.Left(ANA, on_purpose=False))
    stage.pass_time(61)
    assert stage.is_in(Phase.CLOSED)


def test_when_the_owner_goes_another_takes_over_until_the_one_who_opened_it_is_back() -> None:
    stage = Stage()
    stage.come(BO, watch=True)
    stage.come(ANA, DAN, CEM)
    stage.do(c.Left(ANA, on_purpose=True))
    assert stage.lobby.owner == CEM
    stage.do(c.Returned(ANA, 0))
    assert stage.lobby.owner == ANA
    stage.do(c.Left(ANA, on_purpose=False))
    stage.pass_time(59)
    assert stage.lobby.owner == ANA
    stage.pass_time(2)
    assert stage.lobby.owner == CEM
    stage.do(c.Returned(ANA, 0))
    assert stage.lobby.owner == ANA


def test_what_an_unknown_person_does_is_nobodys_doing() -> None:
    stage = Stage()
    stage.come(ANA)
    for command in (c.Faded(EVA), c.Heard(EVA), c.Left(EVA, False), c.Left(EVA, True)):
        assert stage.do(command) == []
    assert denials(stage.do(c.Returned(EVA, 0))) == [Why.NO_SUCH_PERSON]
    stage.do(c.Left(ANA, on_purpose=True))
    assert denials(stage.do(c.Sit(ANA, None))) == [Why.NO_SUCH_PERSON]


def test_who_enters_twice_is_there_once() -> None:
    stage = Stage()
    stage.come(ANA, ANA)
    assert seated(stage) == [ANA, None, None]


def test_who_is_gone_and_was_never_dealt_in_is_forgotten_first_and_the_owner_never() -> None:
    stage = Stage(seats=2)
    stage.begin(ANA, BO)
    stage.come(CEM)
    stage.do(c.Left(BO, on_purpose=True))
    stage.come(DAN)
    stage.do(c.Left(CEM, on_purpose=False))
    stage.pass_time(1)
    stage.do(c.Left(DAN, on_purpose=True))
    assert [stage.table.forget_one() for _ in range(3)] == [CEM, DAN, None]
    assert stage.info(BO).presence is Presence.LEFT


def test_who_was_dealt_in_is_forgotten_only_once_their_seat_is_anothers_and_no_stranger_is_left() -> None:
    stage = Stage(seats=2)
    stage.begin(ANA, BO)
    stage.do(c.Left(BO, on_purpose=True))
    stage.play_match()
    stage.do(c.Again(ANA))
    stage.pass_time(1)
    stage.come(CEM)
    stage.do(c.Left(CEM, on_purpose=True))
    assert [stage.table.forget_one() for _ in range(3)] == [CEM, BO, None]


def test_it_is_known_before_they_come_in_who_would_have_a_seat() -> None:
    stage = Stage(seats=2)
    stage.come(ANA)
    assert stage.table.has_seat_for(BO, watch=False)
    assert not stage.table.has_seat_for(BO, watch=True)
    stage.come(DAN, watch=True)
    assert not stage.table.has_seat_for(DAN, watch=False)
    stage.come(BO)
    assert stage.table.has_seat_for(BO, watch=True)
    assert not stage.table.has_seat_for(CEM, watch=False)
