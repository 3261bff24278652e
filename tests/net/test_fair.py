"""Every laptop checks the deals of its host: no honest one is accused, and each way to cheat is found out and named."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from lan_thirteen.audit import deals
from lan_thirteen.core.game import Deal, OptionValue, Seat
from lan_thirteen.core.lobby import DealId, Person, Phase
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net import dealing
from lan_thirteen.net.dealer import Dealer, Sealed, Unsealed
from lan_thirteen.net.dealing import Colour
from lan_thirteen.net.witness import Outcome
from lan_thirteen.table import commands as c
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.ui.text import load_language
from lan_thirteen.wire import messages as m
from tests.support import cheats
from tests.support.fair import FairTable, Laptop, honest_deals, in_loop

RULES: dict[str, dict[str, OptionValue]] = {
    "leaves": {"mode": "expert", "target_score": 50},
    "three-thirteen": {},
    "dreizehn": {},
}  # several deals each


def table(game: str, people: int = 3, **other: Any) -> FairTable:
    return FairTable(game, 3, people, Random(7), options=dict(RULES[game]), **other)


def accused(of: FairTable) -> set[str]:
    """Of what the laptops accuse the host; each must name it."""
    reds = [check for laptop in of.laptops for check in laptop.checks if check.colour is Colour.RED]
    for check in reds:
        sentence = load_language().why(check.why)
        assert "host of Kitchen, the table of Ana," in sentence
    return {check.why.code.removeprefix("fair.red.") for check in reds}


# honest hosts


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", range(4))
def test_no_honest_host_is_accused(game: str, part: int) -> None:
    """All seat counts and options, people who are cut off in mid-deal and come back, and one who watches."""
    assert honest_deals(game, f"test {part}", 42) == []


def test_a_deal_is_checked_faster_than_anybody_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    took: list[float] = []

    def timed(*given: Any) -> Any:
        start = time.perf_counter()
        result = deals.difference(*given)
        took.append(time.perf_counter() - start)
        return result

    monkeypatch.setattr(dealing, "difference", timed)
    for game in GAMES:
        assert honest_deals(game, "speed", 4) == []
    assert statistics.median(took) < 0.005


def test_each_deal_of_a_match_is_green_for_those_who_drew_it() -> None:
    def work() -> None:
        of = table("dreizehn", people=2)
        of.play(3)
        assert of.table.phase is Phase.FINISHED
        for laptop in of.laptops:
            assert laptop.colours() == dict.fromkeys((1, 2, 3), Colour.GREEN)
            assert len(laptop.checks) == 3

    in_loop(work)


def test_against_bots_alone_there_is_nobody_to_check_it_for() -> None:
    def work() -> None:
        of = table("dreizehn", people=1)
        of.play(2)
        assert [check.why.code for check in of.laptops[0].checks] == ["fair.grey.alone"] * 2

    in_loop(work)


def test_who_comes_late_is_told_so_and_checks_the_next_deal() -> None:
    def work() -> None:
        of = table("leaves", people=2)
        of.start()
        for _ in range(5):
            of.move(well=True)
        late = of.come("Dan", watch=True)
        of.do(c.Sit(late.person, None))
        of.play_deal()
        assert [check.why.code for check in late.checks] == ["fair.grey.late"]
        of.next_deal()
        of.play_deal()
        assert late.colours()[2] is Colour.GREEN

    in_loop(work)


def test_who_watches_is_told_that_it_was_drawn_without_them() -> None:
    def work() -> None:
        of = table("leaves")
        watcher = of.come("Dan", watch=True)
        of.play(1)
        assert [check.why.code for check in watcher.checks] == ["fair.grey.without-you"]

    in_loop(work)


def test_a_program_that_was_started_again_cannot_tell() -> None:
    def work() -> None:
        of = table("leaves")
        of.start()
        bo = of.laptops[1]
        of.cut(bo)
        of.move(well=True)
        of.bring_back(bo, is_new=True)
        of.play_deal()
        assert [check.why.code for check in bo.checks] == ["fair.grey.late"]
        of.next_deal()
        of.play_deal()
        assert bo.colours()[2] is Colour.GREEN

    in_loop(work)


def test_who_was_away_at_the_end_checks_when_they_are_back() -> None:
    def work() -> None:
        of = table("leaves")
        of.start()
        bo = of.laptops[1]
        of.move(well=True)
        of.cut(bo)
        of.play_deal()
        assert bo.checks == []
        of.bring_back(bo)
        assert [check.colour for check in bo.checks] == [Colour.GREEN]

    in_loop(work)


def test_one_who_is_cut_off_while_all_draw_comes_back_in_time() -> None:
    def work() -> None:
        of = table("leaves")
        bo = of.laptops[1]
        bo.is_silent = True
        of.start()
        assert of.table.phase is Phase.DEALING
        of.cut(bo)
        bo.is_silent = False
        of.bring_back(bo)
        of.play_deal()
        assert {laptop.name: laptop.colours()[1] for laptop in of.laptops} == dict.fromkeys(
            ("Ana", "Bo", "Cem"), Colour.GREEN
        )

    in_loop(work)


def test_who_was_away_for_the_end_and_the_next_beginning_is_told_of_both_and_checks_the_third() -> None:
    def work() -> None:
        of = table("leaves")
        bo = of.laptops[1]
        of.start()
        of.move(well=True)
        of.cut(bo)
        of.play_deal()
        of.next_deal()
        of.move(well=True)
        of.bring_back(bo)
        of.play_deal()
        assert [check.why.code for check in bo.checks] == ["fair.grey.away", "fair.grey.late"]
        assert [check.of.deal for check in bo.checks] == [1, 2]
        of.next_deal()
        of.play_deal()
        assert bo.colours()[3] is Colour.GREEN

    in_loop(work)


def test_a_table_of_an_unknown_game_or_of_impossible_seats_is_no_fault_of_ours() -> None:
    def work() -> None:
        for changes in ({"game": "chess"}, {"seats": ()}):
            of = table("leaves")
            bo = of.laptops[1]
            assert of.table.phase is Phase.LOBBY
            bo.witness.hear(m.TableChanged(replace(of.table.lobby(of.clock.now), **changes), ()))
            bo.witness._lobby = replace(of.table.lobby(of.clock.now), **changes)
            hear = bo.witness.hear
            changed = m.TableChanged
            bo.witness.hear = lambda e, h=hear, k=changed: Outcome() if isinstance(e, k) else h(e)  # type: ignore[misc, method-assign]
            of.play(1)
            assert not any(check.colour is Colour.GREEN for check in bo.checks)

    in_loop(work)


@pytest.mark.parametrize("stage", ["commit", "mix"])
def test_one_who_does_not_answer_is_left_out_by_name_and_the_others_stay_green(stage: str) -> None:
    def work() -> None:
        of = table("leaves")
        bo = of.laptops[1]
        _be_silent(bo, stage)
        of.start()
        assert of.table.phase is Phase.DEALING
        of.pass_time(5.1)
        assert of.is_playing
        of.play_deal()
        assert [laptop.colours()[1] for laptop in of.laptops] == [Colour.GREEN, Colour.GREY, Colour.GREEN]
        for laptop in of.laptops:
            heard = [each for each in laptop.heard if isinstance(each, m.Notice)]
            assert heard == [m.Notice("fair.left-out", (2,), ("Bo",))]
            shown = [each.of for each in laptop.records(j.DealShown)]
            assert shown == [DealId(1, 1, 1), DealId(1, 1, 2)]
        assert bo.checks[-1].why.code == "fair.grey.answered"
        hands = [each for each in bo.heard if isinstance(each, m.Told)]
        assert hands
        assert all(told.seat == 1 for told in hands)

    in_loop(work)


def _be_silent(laptop: Laptop, stage: str) -> None:
    """Lose what this one answers: all of it, or only the bytes."""
    hear = laptop.witness.hear

    def deaf(message: m.FromHost) -> Any:
        outcome = hear(message)
        kept = () if stage == "commit" else tuple(each for each in outcome.answers if isinstance(each, m.DealCommit))
        return outcome._replace(answers=kept)

    laptop.witness.hear = deaf  # type: ignore[method-assign]


def test_attempts_given_up_twice_are_told_to_all() -> None:
    def work() -> None:
        of = table("leaves")
        of.laptops[1].is_silent = True
        of.start()
        of.pass_time(5.1)
        of.play_deal()
        of.next_deal()
        of.pass_time(5.1)
        assert of.is_playing
        for laptop in of.laptops:
            notices = [each for each in laptop.heard if isinstance(each, m.Notice)]
            assert notices[-1] == m.Notice("fair.given-up", (2,), ())

    in_loop(work)


def test_without_anybody_who_answers_the_house_deals_alone_and_says_so() -> None:
    def work() -> None:
        of = table("leaves", people=2)
        for laptop in of.laptops:
            laptop.is_silent = True
        of.start()
        of.pass_time(5.1)
        assert of.is_playing
        of.play_deal()
        for laptop in of.laptops:
            assert [check.why.code for check in laptop.checks] == ["fair.grey.nobody"]

    in_loop(work)


# hosts that cheat

ALL = tuple(GAMES)
WITH_STOCK = ("three-thirteen", "dreizehn")
BY_RULES: list[tuple[Callable[[Any], Any], tuple[str, ...], set[str]]] = [
    (cheats.TwoCardsSwapped, ALL, {"hand"}),
    (cheats.CardOfAnotherPlace, ALL, {"hand"}),
    (cheats.FromTheBottom, ("leaves", "dreizehn"), {"hand"}),
    (cheats.FromTheBottom, ("three-thirteen",), {"card"}),  # the card turned up is seen first
    (cheats.ChosenFirstSeat, ALL, {"first"}),
    (cheats.DrawNotFromTheTop, WITH_STOCK, {"draw"}),
    (cheats.WrongPoints, ALL, {"points"}),
    (cheats.SkippedSeat, ("three-thirteen",), {"card"}),
]


@pytest.mark.parametrize(
    ("cheat", "game", "wanted"),
    [(cheat, game, wanted) for cheat, games, wanted in BY_RULES for game in games],
    ids=lambda given: getattr(given, "__name__", None),
)
def test_cards_that_do_not_lie_as_drawn_are_noticed(cheat: Callable[[Any], Any], game: str, wanted: set[str]) -> None:
    def work() -> None:
        of = table(game, cheat=cheat)
        of.play(1)
        assert accused(of) & wanted == wanted

    in_loop(work)


@pytest.mark.parametrize("game", GAMES)
def test_a_host_that_takes_other_cards_into_its_hand_is_noticed_by_the_others(game: str) -> None:
    def work() -> None:
        of = table(game, cheat=cheats.CardFromNowhere)
        of.start()
        for _ in range(3000):
            if of.is_playing:
                of.move(well=False)
            else:
                of.next_deal()
        assert {"fair.red.card"} & {red for laptop in of.laptops[1:] for red in laptop.reds()}
        assert "card" in accused(of)

    in_loop(work)


@pytest.mark.parametrize("cheat", [cheats.RestockWithCardLeftBehind, cheats.RestockInAnotherOrder])
def test_a_new_stock_that_is_not_as_it_should_be_is_noticed(cheat: Callable[[Any], Any]) -> None:
    def work() -> None:
        of = FairTable("three-thirteen", 2, 2, Random(3), cheat=cheat)
        of.start()
        while of.is_playing:
            of.move(well=False, which=0)  # from the stock, and nobody goes out
        assert accused(of) <= {"restock", "draw", "card"}
        assert "restock" in accused(of) or cheat is cheats.RestockInAnotherOrder
        assert accused(of)

    in_loop(work)


BY_DEALERS: list[tuple[type[Dealer], set[str]]] = [
    (cheats.SecretOfAnOlderDeal, {"reused"}),
    (cheats.OtherSecret, {"secret"}),
    (cheats.WithheldSecret, {"withheld"}),
    (cheats.MixLeftOutOfTheSeed, {"hand", "first", "card"}),
    (cheats.OwnSeed, {"hand", "first", "card"}),
    (cheats.MixLeftOutOfTheList, {"mixes"}),
    (cheats.OtherMix, {"mixes"}),
    (cheats.CommitmentChanged, {"commits"}),
    (cheats.CommitmentTwice, {"commits"}),
    (cheats.NotSignedByItsKey, {"opening"}),
    (cheats.OtherDeck, {"opening"}),
    (cheats.OpenedTwice, {"twice"}),
    (cheats.CommitmentsAgain, {"commits"}),
]


@pytest.mark.parametrize(("dealer", "wanted"), BY_DEALERS, ids=lambda given: getattr(given, "__name__", None))
def test_a_drawing_that_is_not_as_it_must_be_is_noticed(dealer: type[Dealer], wanted: set[str]) -> None:
    def work() -> None:
        of = table("leaves", dealer=dealer)
        if issubclass(dealer, cheats.Busy):
            dealer.say = of.slip
        if issubclass(dealer, cheats.CommitmentsAgain):
            dealer.accomplice = of.laptops[1].key
        of.start()
        while of.is_playing and of.state.deal < 3:
            of.play_deal()
            of.next_deal()
        of.pass_time(5.1)
        assert accused(of)
        assert accused(of) <= wanted
        assert of.laptops[0].reds()

    in_loop(work)


def test_to_deal_again_after_a_bad_hand_is_noticed() -> None:
    def work() -> None:
        of = table("leaves")
        of.start()
        seats = tuple((seat, Person(seat + 1)) for seat in range(3))
        of.carry_out(c.OpenDeal(DealId(1, 1, 2), cast(Any, seats)))
        assert accused(of) == {"again"}
        assert all(laptop.reds() for laptop in of.laptops)

    in_loop(work)


def test_to_throw_a_drawing_away_without_showing_it_is_noticed() -> None:
    def work() -> None:
        of = table("leaves")
        of.laptops[1].is_silent = True
        of.start()
        seats = tuple((seat, Person(seat + 1)) for seat in (0, 2))
        of.carry_out(c.OpenDeal(DealId(1, 1, 2), cast(Any, seats)))
        assert accused(of) == {"withheld"}

    in_loop(work)


def test_to_begin_with_a_later_attempt_is_noticed() -> None:
    """The host may have looked at the first one with an accomplice alone."""

    def work() -> None:
        of = table("leaves")
        seats = tuple((Seat(seat), Person(seat + 1)) for seat in range(3))
        options = of.table.lobby(of.clock.now).options
        of.carry_out(
            c.Begin(1, "leaves", options, ("Ana", "Bo", "Cem")),
            *(c.Holds(seat, person, "", "") for seat, person in seats),
            c.OpenDeal(DealId(1, 1, 2), seats),
        )
        assert accused(of) == {"number"}

    in_loop(work)


def test_a_host_that_says_that_somebody_did_not_answer_is_contradicted_on_their_screen() -> None:
    def work() -> None:
        of = table("leaves")
        bo, cem = of.laptops[1:]
        cem.is_silent = True
        of.start()
        cem.is_silent = False
        now = DealId(1, 1, 1)
        of.carry_out(
            c.GiveUp(now, (Seat(1),)), c.OpenDeal(DealId(1, 1, 2), cast(Any, ((0, Person(1)), (2, Person(3)))))
        )
        deal = bo.witness._deal
        assert deal is not None
        assert deal.was_left_out

    in_loop(work)


def test_an_accused_drawing_gets_no_bytes() -> None:
    def work() -> None:
        cheats.OpenedTwice.say = lambda record: None
        of = table("leaves", dealer=cheats.OpenedTwice)
        cheats.OpenedTwice.say = of.slip
        of.start()
        assert of.table.phase is Phase.DEALING
        assert not any(laptop.records(j.DealCommits) for laptop in of.laptops)

    in_loop(work)


def test_red_stays_red_whatever_the_host_says_later() -> None:
    def work() -> None:
        of = table("leaves", dealer=cheats.WithheldSecret)
        of.play(1)
        bo = of.laptops[1]
        secret = of.dealer._open
        assert secret is not None
        of.write(j.DealShown(DealId(1, 1, 1), secret.secret))
        assert bo.colours() == {1: Colour.RED}

    in_loop(work)


# the host's side


def test_a_host_takes_each_answer_once_in_time_and_signed() -> None:
    def work() -> None:
        of = table("leaves")
        bo = of.laptops[1]
        bo.is_silent = True
        of.start()
        opened = bo.records(j.DealOpened)[0]
        drawing = of.dealer._open
        assert drawing is not None
        mine = d.mix_commitment(drawing.drawing.table, opened.of, bo.key.public, bytes(32))
        commit = m.DealCommit(opened.of, mine, bo.key.sign(d.commit_text(drawing.drawing, mine)))
        other = of.laptops[0].key.public
        assert not of.dealer.commit(bo.key.public, m.DealCommit(opened.of, mine, bytes(64)))
        assert not of.dealer.commit(other, commit)
        assert not of.dealer.commit(b"a stranger", commit)
        assert not of.dealer.commit(bo.key.public, m.DealCommit(DealId(1, 1, 9), mine, commit.sig))
        assert not of.dealer.mix(bo.key.public, m.DealMix(opened.of, bytes(32), bytes(64)))
        of.host._hear(bo.person, cast(Any, bo), commit)
        assert not of.dealer.commit(bo.key.public, commit), "a second time"
        of.pump()
        text = d.mix_text(drawing.drawing, drawing.commitments, bytes(32))
        assert not of.dealer.commit(bo.key.public, commit), "too late"
        assert not of.dealer.mix(bo.key.public, m.DealMix(opened.of, bytes(31) + b"x", bo.key.sign(text)))
        of.host._hear(bo.person, cast(Any, bo), m.DealMix(opened.of, bytes(32), bo.key.sign(text)))
        of.pump()
        assert of.is_playing

    in_loop(work)


def test_a_secret_is_kept_before_anybody_hears_of_it_and_all_deals_can_be_computed_again() -> None:
    def work() -> None:
        of = table("leaves")
        heard_before: list[int] = []
        keep = of.memory.keep

        def kept(secret: Sealed | Unsealed) -> Any:
            if isinstance(secret, Sealed):
                told = [e for e in of.laptops[0].inbox if isinstance(e, m.Entries)]
                heard_before.append(sum(b"DealOpened" in line for entries in told for line in entries.lines))
            return keep(secret)

        of.memory.keep = kept  # type: ignore[method-assign]
        of.play(3)
        assert heard_before
        assert not any(heard_before)
        played = [record.action for record in of.table._room.play.match.records if record.seat is None]
        dealt = [action for action in played if isinstance(action, Deal)]
        sealed = {kept.of: kept for kept in of.memory.secrets if isinstance(kept, Sealed)}
        unsealed = [kept for kept in of.memory.secrets if isinstance(kept, Unsealed)]
        assert len(unsealed) == len(dealt) >= 2
        for action, mixes in zip(dealt, unsealed, strict=True):
            own = sealed[mixes.of]
            drawing = d.Drawing(own.table, own.of, own.deck, own.host, b"", (d.Drawer(Seat(0), b""),))
            seed = d.seed_of(drawing, own.secret, dict(mixes.mixes))
            state = GAMES["leaves"].game.new_match(3, RULES["leaves"])
            assert GAMES["leaves"].game.deal(state, seed) == action

    in_loop(work)


@pytest.mark.parametrize("kind", [j.DealOpened, j.DealCommits, j.DealMixes, j.DealShown, j.Ended])
def test_what_is_said_of_a_drawing_has_one_length_whatever_the_cards(kind: type) -> None:
    def work() -> None:
        lengths = set()
        for number in range(6):
            of = FairTable("leaves", 4, 3, Random(number))
            of.play(1)
            lengths.add(tuple(len(j.line_of(record)) for record in of.laptops[1].records(kind)))
        assert len(lengths) == 1

    in_loop(work)


def test_every_sentence_of_a_check_is_in_the_language() -> None:
    say = load_language()
    reds = itertools.chain((kind.value for kind in deals.Difference), ("opening", "twice", "again", "commits"))
    for code in (*reds, "mixes", "secret", "reused", "withheld"):
        assert "Kitchen" in say.say(f"fair.red.{code}", 3, "Kitchen", "Ana")
    for code in ("alone", "late", "away", "without-you", "answered", "nobody", "unfinished"):
        assert "Deal 3" in say.say(f"fair.grey.{code}", 3)
