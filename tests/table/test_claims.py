"""Who has lost the key of their seat: they say which it is, and the owner gives it to them or does not."""

from __future__ import annotations

import pytest

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import HouseRules, Person, Presence
from lan_thirteen.core.timing import Timing
from lan_thirteen.table import commands as c
from lan_thirteen.table.why import Why
from tests.support.stage import ANA, BO, CEM, DAN, EVA, Stage, caught, denials, of_kind

SEAT = Seat(1)
YES, NO = c.Grant(ANA, DAN, is_granted=True), c.Grant(ANA, DAN, is_granted=False)


def without_bo(*, on_purpose: bool = False) -> Stage:
    """Ana, Bo and Cem play; Bo is gone, and Dan has come in."""
    stage = Stage()
    stage.begin(ANA, BO, CEM)
    stage.do(c.Left(BO, on_purpose))
    stage.come(DAN)
    return stage


def claims(stage: Stage) -> dict[Person, Seat | None]:
    return {watcher.person: watcher.claims for watcher in stage.lobby.watchers}


@pytest.mark.parametrize("on_purpose", [False, True])
def test_a_claim_is_shown_to_all_until_the_owner_answers(on_purpose: bool) -> None:
    stage = without_bo(on_purpose=on_purpose)
    (announced,) = of_kind(stage.do(c.Claim(DAN, SEAT)), c.Announce)
    assert announced.lobby.watchers[0].claims == SEAT
    (said,) = of_kind(stage.do(NO), c.Note)
    assert (said.what.code, said.what.numbers, said.what.names) == (Why.CLAIM_DECLINED, (2,), ("Dan", "Bo"))
    assert claims(stage) == {DAN: None}
    assert stage.info(BO).name == "Bo"


def test_a_seat_that_is_given_is_theirs_with_its_name_its_hand_and_the_decision() -> None:
    stage = without_bo()
    stage.pass_time(61)
    assert stage.info(BO).level
    tenure = stage.tenure(SEAT)
    stage.do(c.Claim(DAN, SEAT))
    effects = stage.do(YES)
    assert of_kind(effects, c.Handed) == [c.Handed(SEAT, DAN, BO)]
    (tell,) = caught(effects, DAN)
    assert tell.view == stage.rules.view(stage.table.state, SEAT)
    assert tell.tenure != tenure
    info = stage.lobby.seats[SEAT]
    assert (info.person, info.name, info.level, info.presence) == (DAN, "Bo", "", Presence.HERE)
    (said,) = of_kind(effects, c.Note)
    assert (said.what.code, said.what.names) == (Why.CLAIM_GRANTED, ("Dan", "Bo"))


def test_before_the_answer_nothing_of_the_hand_is_told() -> None:
    stage = without_bo()
    stage.do(c.Claim(DAN, SEAT))
    stage.play()
    hands = [tell for tell in caught(stage.all_said, DAN) if tell.to is not None]
    assert hands == []


def test_who_had_the_seat_is_somebody_without_one_when_they_come() -> None:
    stage = without_bo()
    stage.do(c.Claim(DAN, SEAT))
    stage.do(YES)
    stage.do(c.Returned(BO, 0))
    assert stage.table.seat_of(BO) is None
    assert stage.table.seat_of(DAN) == SEAT


def test_only_the_owner_answers_and_only_while_they_play_here() -> None:
    stage = without_bo()
    stage.do(c.Claim(DAN, SEAT))
    assert denials(stage.do(c.Grant(CEM, DAN, is_granted=True))) == [Why.NOT_OWNER]
    assert denials(stage.do(c.Grant(DAN, DAN, is_granted=True))) == [Why.NOT_OWNER]


def test_who_is_left_alone_at_a_table_cannot_give_a_seat_to_themselves_or_a_friend() -> None:
    stage = without_bo()
    stage.come(EVA)
    stage.do(c.Claim(DAN, SEAT))
    for person in (ANA, CEM):
        stage.do(c.Left(person, on_purpose=False))
    stage.pass_time(120)
    assert stage.lobby.owner == DAN
    assert denials(stage.do(c.Grant(DAN, DAN, is_granted=True))) == [Why.NO_SEAT]
    assert denials(stage.do(c.Claim(EVA, SEAT))) == [Why.NOBODY_TO_ASK]
    stage.do(c.Claim(DAN, None))
    assert denials(stage.do(c.Claim(DAN, Seat(2)))) == [Why.NOBODY_TO_ASK]


def test_a_seat_whose_person_is_there_cannot_be_claimed() -> None:
    stage = without_bo()
    assert denials(stage.do(c.Claim(DAN, Seat(2)))) == [Why.NOBODY_MISSING]
    stage.do(c.Left(CEM, on_purpose=False))
    assert denials(stage.do(c.Claim(DAN, Seat(2)))) == []


@pytest.mark.parametrize(("seat", "why"), [(-1, Why.NO_SUCH_SEAT), (3, Why.NO_SUCH_SEAT)])
def test_a_seat_that_is_not_there_cannot_be_claimed(seat: int, why: Why) -> None:
    assert denials(without_bo().do(c.Claim(DAN, Seat(seat)))) == [why]


def test_a_bots_seat_cannot_be_claimed() -> None:
    stage = Stage()
    stage.begin(ANA, BO, bots=1)
    stage.come(DAN)
    assert denials(stage.do(c.Claim(DAN, Seat(2)))) == [Why.NOBODY_MISSING]


def test_who_has_a_seat_claims_no_other() -> None:
    assert denials(without_bo().do(c.Claim(CEM, SEAT))) == [Why.SEATED_ALREADY]


def test_before_the_match_a_seat_is_simply_taken() -> None:
    stage = Stage()
    stage.come(ANA, BO)
    assert denials(stage.do(c.Claim(BO, Seat(0)))) == [Why.NOT_BEGUN]


def test_who_was_declined_may_ask_again_after_a_minute_and_not_sooner() -> None:
    stage = without_bo()
    stage.do(c.SetHouse(ANA, "stand_in_s", 0))
    stage.do(c.Claim(DAN, SEAT))
    stage.do(NO)
    stage.pass_time(Timing().claim - 1.5)
    refused = of_kind(stage.do(c.Claim(DAN, SEAT)), c.Deny)
    assert [(deny.why.code, deny.why.numbers) for deny in refused] == [(Why.CLAIMS_TOO_SOON, (2,))]
    stage.pass_time(1.5)
    assert denials(stage.do(c.Claim(DAN, SEAT))) == []
    assert claims(stage) == {DAN: SEAT}


def test_to_take_a_claim_back_and_make_it_again_asks_nobody_twice() -> None:
    stage = without_bo()
    stage.do(c.Claim(DAN, SEAT))
    assert claims(stage) == {DAN: SEAT}
    stage.do(c.Claim(DAN, None))
    assert claims(stage) == {DAN: None}
    assert denials(stage.do(c.Claim(DAN, SEAT))) == [Why.CLAIMS_TOO_SOON]


@pytest.mark.parametrize(
    "ends_it",
    [c.Returned(BO, 0), c.Left(DAN, on_purpose=False), c.Left(DAN, on_purpose=True), c.Kick(ANA, BO)],
    ids=["back", "lost", "left", "sent away"],
)
def test_a_claim_ends_when_there_is_nothing_left_to_claim(ends_it: c.Command) -> None:
    stage = without_bo()
    stage.do(c.Claim(DAN, SEAT))
    stage.do(ends_it)
    assert SEAT not in claims(stage).values()
    assert denials(stage.do(YES)) == [Why.NO_CLAIM]


def test_an_answer_to_somebody_who_claims_nothing_changes_nothing() -> None:
    stage = without_bo()
    assert denials(stage.do(YES)) == [Why.NO_CLAIM]
    assert denials(stage.do(c.Grant(ANA, EVA, is_granted=True))) == [Why.NO_CLAIM]


def test_of_two_who_claim_a_seat_one_gets_it_and_the_other_asks_no_more() -> None:
    stage = without_bo()
    stage.come(EVA)
    stage.do(c.Claim(DAN, SEAT))
    stage.do(c.Claim(EVA, SEAT))
    stage.do(YES)
    assert claims(stage) == {EVA: None}
    assert stage.table.seat_of(DAN) == SEAT


def test_the_match_ends_as_well_with_a_seat_that_has_changed_hands_in_a_drawing() -> None:
    stage = Stage(answers=False, house=HouseRules())
    stage.begin(ANA, BO, CEM)
    stage.do(c.Left(BO, on_purpose=False))
    stage.come(DAN)
    stage.do(c.Claim(DAN, SEAT))
    stage.answers = True
    stage.do(YES)
    stage.play_match()
    assert [info.name for info in stage.lobby.seats] == ["Ana", "Bo", "Cem"]


def test_no_seat_is_given_while_the_table_moves_and_the_claim_stands() -> None:
    stage = without_bo()
    stage.do(c.Claim(DAN, SEAT))
    stage.do(c.Moving(is_moving=True))
    assert denials(stage.do(YES)) == [Why.MOVING]
    assert stage.table.seat_of(BO) == SEAT
    stage.do(c.Moving(is_moving=False))
    stage.do(YES)
    assert stage.table.seat_of(DAN) == SEAT
