"""Each way in which a host can cheat is found out by its guests, who name it; what is signed they can prove."""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest

from lan_thirteen.audit.findings import Verdict
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Absence, Colour, DealId, Person, Phase
from lan_thirteen.table import commands as c
from lan_thirteen.trust import journal as j
from tests.support import cheated, cheats, cheats_drawn, cheats_written
from tests.support.cheated import BO, Play, by_dealer, by_rules, by_scribe, takes_cards_from_nowhere, with_stock
from tests.support.fair import accused, in_loop, small_table


class Cheat(NamedTuple):
    """A host that cheats."""

    play: Play
    says: set[str]
    """What the laptops make of it."""
    is_proven: bool = True
    """Somebody's saved proof shows it to a third person; else it is only what a laptop saw."""


ALL: Final = ("leaves", "three-thirteen", "dreizehn")
CHEATS: dict[str, Cheat] = {}


def cheat(name: str, play: Play, *says: str, is_proven: bool = True) -> None:
    CHEATS[name] = Cheat(play, set(says), is_proven)


for _game in ALL:
    cheat(f"two cards swapped in {_game}", by_rules(cheats.TwoCardsSwapped, _game), "hand", "card")
    cheat(f"a card of another place in {_game}", by_rules(cheats.CardOfAnotherPlace, _game), "hand", "card")
    cheat(f"a chosen first seat in {_game}", by_rules(cheats.ChosenFirstSeat, _game), "first")
    # points are in no record: they follow from what was played, and only laptops were shown other ones
    cheat(f"a changed score in {_game}", by_rules(cheats.WrongPoints, _game), "points", is_proven=False)
    cheat(f"a total carried wrongly in {_game}", by_rules(cheats.TotalCarriedWrongly, _game, 2), "points")
cheat("dealt from the bottom in leaves", by_rules(cheats.FromTheBottom, "leaves"), "hand")
cheat("dealt from the bottom in dreizehn", by_rules(cheats.FromTheBottom, "dreizehn"), "hand")
# the card turned up is seen first
cheat("dealt from the bottom in three-thirteen", by_rules(cheats.FromTheBottom, "three-thirteen"), "card")
cheat("a card from nowhere in leaves", takes_cards_from_nowhere("leaves"), "card")
cheat("a card from nowhere in three-thirteen", takes_cards_from_nowhere("three-thirteen"), "card", "draw")
cheat("a card from nowhere in dreizehn", takes_cards_from_nowhere("dreizehn"), "card", "draw")
cheat("a draw not from the top in three-thirteen", by_rules(cheats.DrawNotFromTheTop, "three-thirteen"), "draw", "card")
cheat("a draw not from the top in dreizehn", by_rules(cheats.DrawNotFromTheTop, "dreizehn"), "draw")
cheat("a stolen discard", takes_cards_from_nowhere("three-thirteen", cheats.StolenDiscard), "card")
cheat("a skipped seat", by_rules(cheats.SkippedSeat, "three-thirteen"), "card")
cheat("an extra turn after going out", by_rules(cheats.ExtraTurn, "three-thirteen"), "card")
cheat("a majority freed on a tie", by_rules(cheats.FreedOnTie, "dreizehn", 3), "points")
cheat("a restock with a card left behind", with_stock(cheat=cheats.RestockWithCardLeftBehind), "restock")
cheat("a restock in another order", with_stock(cheat=cheats.RestockInAnotherOrder), "draw")
cheat("a restock that is not written down", with_stock(scribe=cheats_written.StockNotWritten), "index")

cheat("the bytes of an older deal", by_dealer(cheats_drawn.SecretOfAnOlderDeal), "reused")
cheat("other bytes than promised", by_dealer(cheats_drawn.OtherSecret), "secret")
cheat("a withheld reveal", by_dealer(cheats_drawn.WithheldSecret), "withheld")
cheat("a guest's mix left out of the seed", by_dealer(cheats_drawn.MixLeftOutOfTheSeed), "hand")
cheat("a seed of its own", by_dealer(cheats_drawn.OwnSeed), "hand")
cheat("a guest's mix left out of the list", by_dealer(cheats_drawn.MixLeftOutOfTheList), "mixes")
cheat("a changed mix", by_dealer(cheats_drawn.OtherMix), "mixes")
cheat("a changed commitment", by_dealer(cheats_drawn.CommitmentChanged), "commits")
cheat("a doubled commitment", by_dealer(cheats_drawn.CommitmentTwice), "commits")
cheat("a late commitment", by_dealer(cheats_drawn.CommitmentsAgain), "commits")
cheat("an opening not signed by its key", by_dealer(cheats_drawn.NotSignedByItsKey), "opening")
cheat("another deck", by_dealer(cheats_drawn.OtherDeck), "opening")
cheat("a deal opened twice", by_dealer(cheats_drawn.OpenedTwice), "twice")
cheat("a bot that draws", cheated.lets_a_bot_draw, "drawer")
cheat("a kicked guest's bytes used again", cheated.uses_what_a_kicked_guest_gave, "drawer")
cheat("a re-deal after a bad hand", cheated.in_mid_deal(cheated.deals_again), "again")
cheat("a drawing thrown away unseen", cheated.throws_a_drawing_away, "withheld")
cheat("a first attempt that nobody saw", cheated.begins_with_a_later_attempt, "number")

cheat("a bot's move changed afterwards", by_scribe(cheats_written.BotMoveChanged), "moves")
cheat("a guest's move changed", by_scribe(cheats_written.MoveChanged), "signature")
cheat("a guest's move signed by the host", by_scribe(cheats_written.MoveSignedByTheHost), "signature")
cheat("a dropped move", by_scribe(cheats_written.MoveDropped), "index")
cheat("a dropped move, counted on", by_scribe(cheats_written.MoveDroppedAndCountedOn), "signature")
cheat("an invented move", by_scribe(cheats_written.MoveInvented), "unsigned")
cheat("a move in a guest's name without a signature", by_scribe(cheats_written.MoveNotSigned), "unsigned")
cheat("a signed move used twice", by_scribe(cheats_written.MoveTwice), "index")
cheat("a signed move used at another moment", by_scribe(cheats_written.MoveUsedAgain), "stale")
cheat("a guest's move in another seat", by_scribe(cheats_written.MoveOfAnotherSeat), "signature")
cheat("an end signed over another story", by_scribe(cheats_written.EndedOverAnotherStory), "ended")
cheat("an end that is not signed", by_scribe(cheats_written.NotEnded), "withheld", "ended")
cheat("a changed receipt", by_scribe(cheats_written.ReceiptChanged), "receipt")
cheat("other rules than the table shows", by_scribe(cheats_written.HeaderOfOtherRules), "header", is_proven=False)
cheat("another table's journal", by_scribe(cheats_written.HeaderOfAnotherTable), "header", "opening")
cheat("a guest's seat under a stranger's key", by_scribe(cheats_written.SeatOfAStranger), "drawer")
cheat("deals that are not opened", cheated.opens_nothing, "unopened", "order", "index")
cheat("hands that are not signed", by_scribe(cheats_written.HandsNotSigned), "told", is_proven=False)
cheat("hands signed by a stranger", by_scribe(cheats_written.HandsSignedByAStranger), "told", is_proven=False)

for _why in Absence:
    cheat(f"a stand-in for a connected guest: {_why}", cheated.with_bo_gone(_why), "stand-in", is_proven=False)
cheat("a guest who is there left out of a deal", cheated.leaves_somebody_out_who_is_there, "stand-in", is_proven=False)
cheat("a rewritten history", cheated.rewrites_what_was_over, "rewritten")
cheat("another story for who comes back", cheated.tells_who_comes_back_another_story, "rewritten")


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheating_host_is_found_out_named_and_where_it_has_signed_proven(name: str) -> None:
    play, says, is_proven, *_ = CHEATS[name]
    of = in_loop(play)
    assert accused(of) == says
    proven = [key for laptop in of.laptops for key in laptop.proven()]
    assert bool(proven) is is_proven


def test_a_host_that_says_that_somebody_did_not_answer_is_contradicted_on_their_screen() -> None:
    def work() -> None:
        of = small_table("leaves")
        bo, cem = of.laptops[1:]
        cem.is_silent = True
        of.start()
        cem.is_silent = False
        without_bo = tuple((Seat(seat), Person(seat + 1)) for seat in (0, 2))
        of.carry_out(c.GiveUp(DealId(1, 1, 1), (BO,)), c.OpenDeal(DealId(1, 1, 2), without_bo))
        deal = bo.witness._deal
        assert deal is not None
        assert deal.was_left_out

    in_loop(work)


def test_an_accused_drawing_gets_no_bytes() -> None:
    def work() -> None:
        cheats_drawn.OpenedTwice.say = lambda record: None
        of = small_table("leaves", dealer=cheats_drawn.OpenedTwice)
        cheats_drawn.OpenedTwice.say = of.slip
        of.start()
        assert of.table.phase is Phase.DEALING
        assert not any(laptop.records(j.DealCommits) for laptop in of.laptops)

    in_loop(work)


def test_red_stays_red_whatever_the_host_says_later() -> None:
    def work() -> None:
        of = small_table("leaves", dealer=cheats_drawn.WithheldSecret)
        of.play(1)
        secret = of.dealer._open
        assert secret is not None
        of.write(j.DealShown(DealId(1, 1, 1), secret.secret))
        assert of.laptops[1].colours() == {1: Colour.RED}

    in_loop(work)


# stand-ins for whom nobody can blame the host


def test_a_stand_in_that_the_others_asked_for_in_time_is_no_fault() -> None:
    def work() -> None:
        of = small_table("dreizehn", people=2)
        of.start()
        while of.rules.actor(of.state) != BO:
            of.move(well=True)
        of.pass_time(61)
        of.do(c.StandIn(Person(1), BO))
        assert [record.why for record in of.laptops[1].records(j.Gone)] == ["asked"]
        of.play_deal()
        assert accused(of) == set()

    in_loop(work)


def test_a_bot_that_decides_when_the_clock_has_run_out_is_no_fault() -> None:
    def work() -> None:
        of = small_table("dreizehn", people=2)
        of.do(c.SetHouse(Person(1), "turn_clock_s", 30))
        of.start()
        while of.rules.actor(of.state) != BO:
            of.move(well=True)
        of.pass_time(31)
        of.play_deal()
        assert [record.why for record in of.laptops[1].records(j.Gone)] == ["clock"]
        assert of.laptops[1].records(j.Back)
        assert accused(of) == set()

    in_loop(work)


@pytest.mark.parametrize("why", [Absence.ASKED, Absence.CLOCK])
def test_a_stand_in_that_comes_too_soon_is_one_too_many(why: Absence) -> None:
    def work() -> None:
        of = small_table("dreizehn", people=2)
        of.do(c.SetHouse(Person(1), "turn_clock_s", 30))
        of.start()
        while of.rules.actor(of.state) != BO:
            of.move(well=True)
        of.clock.now += 20
        of.carry_out(c.GoneFrom(BO, "normal", why))
        of.play_deal()
        assert accused(of) == {"stand-in"}

    in_loop(work)


def test_who_was_away_does_not_mind_a_stand_in() -> None:
    def work() -> None:
        of = small_table("dreizehn", people=2)
        of.start()
        of.move(well=True)
        bo = of.laptops[1]
        of.cut(bo)
        of.pass_time(61)
        of.play_deal()
        of.bring_back(bo)
        assert bo.records(j.Gone)
        assert accused(of) == set()

    in_loop(work)


# honest hosts


@pytest.mark.parametrize("game", ALL)
def test_what_guests_of_an_honest_host_save_holds_in_every_check(game: str) -> None:
    def work() -> None:
        of = small_table(game, people=2)
        of.play(2)
        for laptop in of.laptops:
            checks = laptop.audit()
            assert {check.verdict for check in checks} <= {Verdict.GOOD, Verdict.UNKNOWN}
            assert [check.deal for check in checks if check.key == "audit.receipt.green"] == [1, 2]
            assert sum(check.key == "audit.told" for check in checks) >= 2
            assert not any(check.key.startswith("audit.attached") for check in checks)

    in_loop(work)
