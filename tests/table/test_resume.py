"""A table that is taken up again goes on where it was."""

from __future__ import annotations

from typing import Any

import pytest

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId, Phase, Presence, SeatKind
from lan_thirteen.table import commands as c
from lan_thirteen.table.saved import LastDrawing, Reached
from lan_thirteen.table.why import Why
from tests.support.stage import ANA, BO, CEM, DAN, REGISTRY, Effects, Stage, caught, denials, kinds, of_kind, saved


def records_of(effects: Effects) -> list[Any]:
    """What was written down since the match began."""
    begun = max(n for n, effect in enumerate(effects) if isinstance(effect, c.Begin))
    return of_kind(effects[begun:], c.Record)


def taken_up(old: Stage, records: list[Any] | None = None) -> Stage:
    """A new program with what the old one wrote down."""
    new = Stage(old.game, seats=old.seats, owner=old.owner, number=old.number)
    new.now = 7.0
    new.said = new.table.resume(saved(old, records), new.now)
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


def before_its_first_deal() -> Stage:
    """A table of Ana's and Bo's whose program ended before a deal was opened."""
    old = Stage(answers=False)
    old.begin(ANA, BO)
    del old.all_said[old.all_said.index(of_kind(old.all_said, c.OpenDeal)[0])]
    return taken_up(old)


def test_a_deal_that_was_not_opened_yet_waits_for_all_who_play() -> None:
    new = before_its_first_deal()
    assert kinds(new.said) == ["Announce"]
    new.pass_time(1000)
    new.do(c.Returned(BO, 0))
    assert of_kind(new.said, c.OpenDeal) == []
    new.do(c.Returned(ANA, 0))
    assert of_kind(new.said, c.OpenDeal) == [c.OpenDeal(DealId(1, 1, 1), ((Seat(0), ANA), (Seat(1), BO)))]
    assert new.is_in(Phase.PLAYING)


def test_but_not_for_long() -> None:
    new = before_its_first_deal()
    new.do(c.Returned(BO, 0))
    assert of_kind(new.pass_time(new.timing.lost - 0.1), c.OpenDeal) == []
    assert of_kind(new.pass_time(0.2), c.OpenDeal) == [c.OpenDeal(DealId(1, 1, 1), ((Seat(1), BO),))]
    assert new.is_in(Phase.PLAYING)


def drawing(*answers: c.Command) -> Stage:
    """A table of Ana's and Bo's that has drawn its first deal so far."""
    old = Stage(answers=False)
    old.begin(ANA, BO)
    for answer in answers:
        old.do(answer)
    new = taken_up(old)
    new.answers = False
    new.do(c.Returned(ANA, 0))
    new.do(c.Returned(BO, 0))
    return new


OF = DealId(1, 1, 1)


def test_a_deal_that_was_opened_is_the_same_one_and_everybody_says_again_that_they_draw_it() -> None:
    new = drawing(c.Committed(ANA, OF))
    assert of_kind(new.all_said, c.OpenDeal) == []
    new.do(c.Committed(BO, OF))
    assert of_kind(new.all_said, c.AskMixes) == []
    assert of_kind(new.do(c.Committed(ANA, OF)), c.AskMixes) == [c.AskMixes(OF)]
    new.do(c.Mixed(ANA, OF))
    assert kinds(new.do(c.Mixed(BO, OF)))[0] == "TellMixes"
    assert new.is_in(Phase.PLAYING)


def test_to_what_all_have_committed_they_are_not_asked_again() -> None:
    new = drawing(c.Committed(ANA, OF), c.Committed(BO, OF), c.Mixed(BO, OF))
    new.do(c.Mixed(BO, OF))
    assert new.is_in(Phase.DEALING)
    assert kinds(new.do(c.Mixed(ANA, OF)))[0] == "TellMixes"
    assert of_kind(new.all_said, c.OpenDeal, c.AskMixes) == []


def test_who_does_not_come_back_to_draw_is_left_out_in_the_end() -> None:
    old = Stage(answers=False)
    old.begin(ANA, BO)
    new = taken_up(old)
    new.answers = False
    new.do(c.Returned(ANA, 0))
    new.do(c.Committed(ANA, OF))
    assert of_kind(new.pass_time(new.timing.lost), c.GiveUp) == []
    said = new.pass_time(new.timing.commit + 0.1)
    assert of_kind(said, c.GiveUp) == [c.GiveUp(OF, (Seat(1),))]
    assert of_kind(said, c.OpenDeal) == [c.OpenDeal(DealId(1, 1, 2), ((Seat(0), ANA),))]


def test_after_an_attempt_that_was_given_up_the_next_one_is_opened_without_who_did_not_answer() -> None:
    old = Stage(answers=False)
    old.begin(ANA, BO, CEM)
    for person in (ANA, CEM):
        old.do(c.Committed(person, OF))
    old.pass_time(old.timing.commit + 0.1)
    opened = of_kind(old.all_said, c.OpenDeal)[-1]
    assert opened.of == DealId(1, 1, 2)
    left = saved(old)
    last = LastDrawing(OF, tuple((Seat(n), p) for n, p in enumerate((ANA, BO, CEM))), Reached.GIVEN_UP, frozenset({BO}))
    new = Stage(old.game, seats=3, answers=False)
    new.table.resume(left._replace(drawing=last), new.now)
    for person in (ANA, BO, CEM):
        new.do(c.Returned(person, 0))
    assert of_kind(new.all_said, c.OpenDeal) == [opened]
    new.do(c.Committed(ANA, opened.of))
    new.do(c.Left(CEM, on_purpose=True))
    notes = [note.what.code for note in of_kind(new.all_said, c.Note)]
    assert notes == [Why.LEFT_OUT, Why.GIVEN_UP]


def test_a_drawing_that_nobody_has_a_part_in_goes_on_by_itself() -> None:
    old = Stage()
    old.come(ANA)
    for seat in (1, 2):
        old.do(c.SetSeatBot(ANA, Seat(seat), "easy"))
    old.do(c.Stand(ANA))
    old.do(c.SetSeatBot(ANA, Seat(0), "easy"))
    old.do(c.Start(ANA))
    opened = of_kind(old.all_said, c.OpenDeal)
    assert opened == [c.OpenDeal(OF, ())]
    left = saved(old, [])
    for reached in (Reached.OPENED, Reached.COMMITTED):
        new = Stage(old.game, seats=3)
        said = new.table.resume(left._replace(drawing=LastDrawing(OF, (), reached)), new.now)
        assert [type(e).__name__ for e in of_kind(said, c.AskMixes, c.TellMixes, c.Record)] == [
            *(["AskMixes"] if reached is Reached.OPENED else []),
            "TellMixes",
            "Record",
        ]


def test_a_deal_whose_last_move_was_written_down_is_shown_at_once_and_those_who_check_it_are_waited_for() -> None:
    old = Stage()
    old.begin(ANA, BO)
    old.play_deal()
    left = saved(old)
    assert left.drawing is not None
    for reached in (Reached.DEALT, Reached.OVER):
        new = Stage(old.game, seats=old.seats, number=old.number, answers=False)
        said = new.table.resume(left._replace(drawing=left.drawing._replace(reached=reached)), new.now)
        assert of_kind(said, c.ShowSecret) == ([c.ShowSecret(OF)] if reached is Reached.DEALT else [])
        for person in (ANA, BO):
            new.do(c.Returned(person, 0))
        for person in (ANA, BO):
            new.do(c.SetReady(person, is_ready=True))
        new.do(c.Receipted(ANA, OF))
        assert new.is_in(Phase.INTERMISSION)
        new.do(c.Receipted(BO, OF))
        assert new.is_in(Phase.DEALING)


def test_who_has_said_already_what_they_make_of_a_deal_is_not_asked_again() -> None:
    old = Stage()
    old.begin(ANA, BO)
    old.play_deal()
    left = saved(old)
    assert left.drawing is not None
    new = Stage(old.game, seats=old.seats, number=old.number, answers=False)
    new.table.resume(left._replace(drawing=left.drawing._replace(checked=frozenset({ANA, BO}))), new.now)
    for person in (ANA, BO):
        new.do(c.Returned(person, 0))
    for person in (ANA, BO):
        new.do(c.SetReady(person, is_ready=True))
    assert new.is_in(Phase.DEALING)


def test_the_next_match_has_the_next_number() -> None:
    old = Stage()
    old.begin(ANA, BO)
    old.play_match()
    old.do(c.Again(ANA))
    old.do(c.Start(ANA))
    new = taken_up(old)
    new.do(c.Returned(ANA, 0))
    new.do(c.Returned(BO, 0))
    new.play_match()
    new.do(c.Again(ANA))
    assert [begun.match for begun in of_kind(new.do(c.Start(ANA)), c.Begin)] == [3]


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
    assert new.is_in(Phase.INTERMISSION)
    new.pass_time(new.timing.lost + 0.1)
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
