"""Every laptop checks the deals of its host: no honest one is accused, and each way to cheat is found out and named."""

from __future__ import annotations

import itertools
import statistics
import time
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from lan_thirteen.audit import deals
from lan_thirteen.core.game import Deal, Seat
from lan_thirteen.core.lobby import Colour, DealId, Phase
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net import dealing
from lan_thirteen.net.dealer import Sealed, Unsealed
from lan_thirteen.net.outcome import Outcome
from lan_thirteen.table import commands as c
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.ui.text import load_language
from lan_thirteen.wire import messages as m
from tests.support.fair import RULES, FairTable, Laptop, in_loop, small_table
from tests.support.honest import honest_deals

# honest hosts


@pytest.mark.parametrize("game", GAMES)
def test_no_honest_host_is_accused(game: str) -> None:
    """All seat counts and options, people who are cut off in mid-deal and come back, and one who watches."""
    assert honest_deals(game, "test", 12) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", range(4))
def test_no_honest_host_is_accused_in_a_twentieth_of_the_long_run(game: str, part: int) -> None:
    assert honest_deals(game, f"test {part}", 42) == []


def test_a_deal_is_checked_faster_than_anybody_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    took: list[float] = []

    def timed(*given: Any) -> Any:
        start = time.process_time()
        result = deals.difference(*given)
        took.append(time.process_time() - start)
        return result

    monkeypatch.setattr(dealing, "difference", timed)
    for game in GAMES:
        assert honest_deals(game, "speed", 2) == []
    assert statistics.median(took) < 0.005


def test_each_deal_of_a_match_is_green_for_those_who_drew_it() -> None:
    def work() -> None:
        of = small_table("dreizehn", people=2)
        of.play(3)
        assert of.table.phase is Phase.FINISHED
        for laptop in of.laptops:
            assert laptop.colours() == dict.fromkeys((1, 2, 3), Colour.GREEN)
            assert len(laptop.checks) == 3

    in_loop(work)


def test_against_bots_alone_there_is_nobody_to_check_it_for() -> None:
    def work() -> None:
        of = small_table("dreizehn", people=1)
        of.play(2)
        assert [check.why.code for check in of.laptops[0].checks] == ["fair.grey.alone"] * 2

    in_loop(work)


def test_who_comes_late_is_told_so_and_checks_the_next_deal() -> None:
    def work() -> None:
        of = small_table("leaves", people=2)
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
        of = small_table("leaves")
        watcher = of.come("Dan", watch=True)
        of.play(1)
        assert [check.why.code for check in watcher.checks] == ["fair.grey.without-you"]

    in_loop(work)


def test_a_program_that_was_started_again_cannot_tell() -> None:
    def work() -> None:
        of = small_table("leaves")
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
        of = small_table("leaves")
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
        of = small_table("leaves")
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
        of = small_table("leaves")
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
            of = small_table("leaves")
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
        of = small_table("leaves")
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
        of = small_table("leaves")
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
        of = small_table("leaves", people=2)
        for laptop in of.laptops:
            laptop.is_silent = True
        of.start()
        of.pass_time(5.1)
        assert of.is_playing
        of.play_deal()
        for laptop in of.laptops:
            assert [check.why.code for check in laptop.checks] == ["fair.grey.nobody"]

    in_loop(work)


# the host's side


def test_a_host_takes_each_answer_once_in_time_and_signed() -> None:
    def work() -> None:
        of = small_table("leaves")
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
        of = small_table("leaves")
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
        play = of.table._room.play
        assert play is not None
        played = [record.action for record in play.match.records if record.seat is None]
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
