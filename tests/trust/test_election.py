"""A table whose host is gone goes on at another laptop, when its people want that and are enough; and never twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.trust import campaign, support
from lan_thirteen.trust import election as e
from lan_thirteen.trust import electorate as el
from lan_thirteen.trust import journal as j
from lan_thirteen.trust import laptop as la
from lan_thirteen.trust import takeover as t
from lan_thirteen.trust.deal import cat
from lan_thirteen.trust.story import Ballot, Story, TakenOver, crown_line, vote_text
from tests.support.laptops import TABLE, WAITS, Lan, Laptop, Wrong

ASKED = WAITS.silence + 4.0
"""Seconds after which all have been asked."""


def lan_without_host(people: int) -> Lan:
    lan = Lan(people)
    assert lan.host() == 0
    lan.pass_time(4.0)
    lan.kill(lan.seats[0])
    return lan


def go_on(lan: Lan, *seats: int) -> None:
    """These people agree to whatever they are asked, and what follows from it happens."""
    lan.all_agree(*seats)
    lan.deliver_all()
    lan.pass_time(8.0)


def asked(lan: Lan, seat: int) -> set[int]:
    return {lan.laptops[key].seat for key in lan.seats[seat].questions}


# the table goes on


def test_the_next_in_order_hosts_when_both_others_have_said_yes() -> None:
    lan = lan_without_host(3)
    lan.pass_time(60.0)
    assert not asked(lan, 1)
    lan.pass_time(ASKED - 60.0)
    assert asked(lan, 1) == asked(lan, 2) == {1}
    go_on(lan, 1)
    assert not lan.running()
    go_on(lan, 2)
    assert lan.host() == 1
    assert lan.said(2, t.Join) == [t.Join(lan.seats[1].name, 2)]
    (opened,) = lan.said(1, t.Open)
    assert opened.secret == lan.seats[0].sealed.secret  # type: ignore[union-attr]  # it has dealt


def test_nobody_is_asked_while_the_host_may_come_back_and_nothing_is_left_of_the_question_then() -> None:
    lan = lan_without_host(3)
    lan.pass_time(ASKED)
    lan.start(lan.seats[0])
    lan.pass_time(8.0)
    assert not asked(lan, 1)
    assert len(lan.said(2, t.Withdraw)) == 1
    assert lan.host() == 0
    assert set(lan.opened) == {1}


def test_a_host_that_comes_back_too_late_sits_down_within_ten_seconds() -> None:
    lan = lan_without_host(3)
    lan.pass_time(ASKED)
    go_on(lan)
    lan.start(lan.seats[0])
    lan.pass_time(8.0)
    assert lan.said(0, t.StepDown) == [t.StepDown()]
    assert lan.said(0, t.Join) == [t.Join(lan.seats[1].name, 2)]
    assert lan.host() == 1


def test_three_of_five_go_on_and_the_host_with_one_guest_stands_still() -> None:
    lan = Lan(5)
    assert lan.host() == 0
    lan.cut([0, 1], [2, 3, 4])
    lan.pass_time(12.0)
    assert not lan.running()
    assert isinstance(lan.seats[0].said[-1], t.Send)
    assert len(lan.said(0, t.StopClocks)) == 2  # before anybody had come, and now
    lan.pass_time(ASKED)
    go_on(lan)
    assert lan.host() == 2
    lan.heal()
    lan.pass_time(8.0)
    assert {x.facts.epoch for x in lan.seats} == {3}
    assert lan.host() == 2


def test_a_host_that_still_reaches_half_plays_on_and_the_others_cannot() -> None:
    lan = Lan(4)
    lan.cut([0, 1], [2, 3])
    lan.pass_time(ASKED)
    go_on(lan)
    assert lan.host() == 0
    assert lan.said(2, t.GiveUp) == [t.GiveUp("few", 2, 3)]


def test_too_few_wait_and_are_asked_when_another_one_comes() -> None:
    lan = lan_without_host(5)
    lan.cut([1, 2], [3, 4])
    lan.pass_time(ASKED)
    assert lan.said(1, t.GiveUp) == [t.GiveUp("few", 2, 3)]
    assert not asked(lan, 1)
    lan.heal()
    lan.pass_time(4.0)
    go_on(lan)
    assert lan.host() == 1


def test_a_second_death_of_five_is_no_end() -> None:
    lan = lan_without_host(5)
    for seat in (1, 2, 3):
        lan.pass_time(ASKED)
        go_on(lan)
        assert lan.host() == seat
        lan.pass_time(4.0)
        lan.kill(lan.seats[seat])
    lan.pass_time(ASKED)
    assert lan.said(4, t.GiveUp)[-1] == t.GiveUp("few", 1, 2)


def test_a_second_death_of_three_is_the_end() -> None:
    lan = lan_without_host(3)
    lan.pass_time(ASKED)
    go_on(lan)
    lan.kill(lan.seats[1])
    lan.pass_time(ASKED)
    assert lan.said(2, t.GiveUp) == [t.GiveUp("few", 1, 2)]


def test_shares_of_the_first_host_help_where_the_second_died_before_it_gave_any() -> None:
    lan = lan_without_host(5)
    lan.pass_time(ASKED)
    lan.all_agree()
    while 2 not in lan.opened:
        lan.deliver()
    opened = [letter for letter in lan.post if isinstance(letter[2], t.Opened)]
    lan.post = opened
    lan.deliver_all()
    lan.kill(lan.seats[1])
    lan.pass_time(ASKED)
    go_on(lan)
    assert lan.host() == 2


def test_a_candidate_that_dies_between_votes_and_opening_is_followed_by_the_next() -> None:
    lan = lan_without_host(5)
    lan.pass_time(ASKED)
    lan.all_agree()
    lan.deliver_all_but(t.Vote)
    lan.kill(lan.seats[1])
    lan.pass_time(4.0)
    assert asked(lan, 2) == asked(lan, 3) == asked(lan, 4) == {1, 2}
    go_on(lan)
    assert lan.host() == 2


def test_who_does_not_want_to_host_is_passed_over() -> None:
    lan = lan_without_host(4)
    lan.pass_time(ASKED)
    lan.answer(lan.seats[1], lan.seats[1], is_yes=False)
    lan.pass_time(ASKED)
    go_on(lan)
    assert lan.host() == 2
    assert not lan.said(1, t.Open)


def test_without_a_majority_of_yeses_it_is_the_next_ones_turn_and_then_nobodys() -> None:
    lan = lan_without_host(3)
    lan.pass_time(ASKED)
    lan.answer(lan.seats[2], lan.seats[1], is_yes=False)
    go_on(lan, 1)
    assert not lan.running()
    assert asked(lan, 1) == asked(lan, 2) == {1, 2}
    lan.answer(lan.seats[1], lan.seats[2], is_yes=False)
    lan.answer(lan.seats[2], lan.seats[2])
    lan.pass_time(3 * WAITS.bid)
    assert lan.said(1, t.GiveUp) == lan.said(2, t.GiveUp) == [t.GiveUp("failed", 2, 2)]
    lan.answer(lan.seats[1], lan.seats[2])
    lan.pass_time(2 * WAITS.bid)
    assert lan.host() == 2


def test_a_yes_is_for_one_candidate_only() -> None:
    lan = lan_without_host(5)
    lan.pass_time(ASKED)
    lan.all_agree(2, 3)
    lan.kill(lan.seats[1])
    lan.pass_time(8.0)
    assert asked(lan, 3) == {1, 2}
    assert not lan.said(3, t.Keep)


def test_where_no_shares_were_given_nobody_is_asked() -> None:
    lan = Lan(3, may_help=False)
    lan.kill(lan.seats[0])
    lan.pass_time(ASKED)
    assert lan.said(1, t.GiveUp) == [t.GiveUp("strict", 2, 2)]
    assert not asked(lan, 1)


def test_between_deals_nobody_needs_a_share() -> None:
    lan = Lan(3)
    lan.play()
    lan.end_deal(lan.seats[0])
    lan.pass_time(4.0)
    lan.kill(lan.seats[0])
    lan.pass_time(ASKED)
    go_on(lan)
    assert lan.host() == 1
    assert lan.said(1, t.Open)[0].secret is None
    assert not lan.given


def test_votes_that_led_nowhere_do_not_keep_the_host_away_and_it_asks_nobody() -> None:
    lan = lan_without_host(3)
    lan.pass_time(ASKED)
    lan.all_agree(2)
    lan.answer(lan.seats[1], lan.seats[1])
    lan.post.clear()
    lan.seats[1].dies_after = 0
    lan.pass_time(4.0)
    lan.start(lan.seats[0])
    lan.start(lan.seats[1])
    lan.pass_time(16.0)
    assert lan.host() == 0
    assert sorted(lan.opened) == [1, lan.seats[0].facts.epoch]
    assert not lan.said(0, t.AskPerson)


def test_who_leaves_on_purpose_does_not_stop_the_clocks() -> None:
    lan = Lan(5)
    for seat in (2, 3, 4):
        lan.do(lan.seats[seat], t.Leave())
        lan.deliver_all()
        lan.kill(lan.seats[seat])
    lan.pass_time(60.0)
    assert lan.host() == 0
    lan.start(lan.seats[4])
    assert lan.seats[4].facts.has_left
    lan.kill(lan.seats[0])
    lan.pass_time(ASKED)
    assert not asked(lan, 4)


def test_a_lie_about_a_share_is_outvoted() -> None:
    lan = lan_without_host(5)
    liar = lan.seats[2]
    trusted = liar.trusted[0]
    lan.do(liar, replace(trusted, share=replace(trusted.share, data=bytes(32))))
    lan.pass_time(ASKED)
    go_on(lan)
    assert lan.host() == 1


# the story


def test_the_longest_story_among_those_who_vote_holds() -> None:
    lan = Lan(4)
    host = lan.seats[0]
    lan.pass_time(4.0)
    lan.play()
    lan.post = [letter for letter in lan.post if letter[1] == lan.seats[3].name]
    lan.deliver_all()
    lan.kill(host)
    lan.pass_time(ASKED)
    go_on(lan)
    assert lan.host() == 1
    assert all(x.lines[: len(host.lines)] == host.lines for x in lan.seats[1:])


def test_what_only_the_old_host_had_written_is_dropped_when_it_sits_down() -> None:
    lan = Lan(3)
    host = lan.seats[0]
    lan.cut([1, 2])
    assert lan.play()
    lan.post.clear()
    mine = list(host.lines)
    lan.pass_time(ASKED)
    go_on(lan)
    assert lan.host() == 1
    lan.heal()
    lan.pass_time(12.0)
    assert host.lines == lan.seats[1].lines
    assert mine[-1] not in host.lines


def test_two_stories_of_one_host_are_kept_by_both_who_heard_them() -> None:
    lan = Lan(3)
    for seat, level in ((1, "easy"), (2, "normal")):
        line = j.line_of(j.Gone(0, level, "lost"))
        lan.do(lan.seats[seat], t.Grew((line,)))
    lan.kill(lan.seats[0])
    lan.pass_time(ASKED)
    go_on(lan)
    assert not lan.running()
    (mine,), (theirs,) = lan.said(1, t.TwoStories), lan.said(2, t.TwoStories)
    assert mine.lines[:-1] == theirs.lines[:-1]
    assert mine.lines[-1] != theirs.lines[-1]


def test_a_longer_story_that_is_not_signed_is_not_taken_over() -> None:
    lan = Lan(3, audit=lambda lines: not any(b"forged" in line for line in lines))
    lan.do(lan.seats[2], t.Grew((j.line_of(j.Gone(0, "forged", "lost")),)))
    before = list(lan.seats[1].lines)
    lan.kill(lan.seats[0])
    lan.pass_time(ASKED)
    go_on(lan)
    assert lan.seats[1].lines == before
    assert not lan.running()


def crowned(lan: Lan, number: int, seat: int, signers: list[int], text: bytes | None = None) -> bool:
    """Whether a story takes this record for what it says."""
    story = Story(TABLE, 0)
    assert all(story.add(line) for line in lan.seats[0].lines)
    key = lan.seats[seat].name
    text = vote_text(TABLE, number, key, story.claim.head) if text is None else text
    ballots = tuple(Ballot(lan.seats[n].name, lan.seats[n].key.sign(text)) for n in signers)
    return story.add(crown_line(TakenOver(number, seat, key, ballots)))


def test_a_vote_is_signed_for_table_number_candidate_and_story() -> None:
    """Written without the module, so that the page of the protocol is held to the byte."""
    lan = Lan(5)
    story = Story(TABLE, 0)
    assert all(story.add(line) for line in lan.seats[0].lines)
    key, head = lan.seats[1].name, story.claim.head
    assert vote_text(TABLE, 2, key, head) == cat("lan13/1 vote", TABLE, 2, key, head)
    assert crowned(lan, 2, 1, [1, 2, 3])
    for other in (vote_text(bytes(16), 2, key, head), vote_text(TABLE, 3, key, head)):
        assert not crowned(lan, 2, 1, [1, 2, 3], other)
    for other in (vote_text(TABLE, 2, lan.seats[2].name, head), vote_text(TABLE, 2, key, bytes(32))):
        assert not crowned(lan, 2, 1, [1, 2, 3], other)


def test_a_record_of_a_new_host_proves_more_than_half_of_the_votes() -> None:
    lan = Lan(5)
    assert crowned(lan, 2, 1, [1, 2, 3, 4])
    assert not crowned(lan, 2, 1, [1, 2])
    assert not crowned(lan, 2, 1, [1, 2, 2])
    assert not crowned(lan, 2, 1, [2, 3, 4])  # not its own
    assert not crowned(lan, 2, 2, [1, 2, 3])  # not its turn
    assert not crowned(lan, 1, 0, [0, 1, 2])  # not a later epoch
    assert crowned(lan, 6, 0, [0, 1, 2])


def in_match(lan: Lan, number: int, council: el.Council, epoch: int = 1) -> Story:
    """The same people in a later match: its journal as far as their first deal is drawn."""
    story = Story(TABLE, 0, council)
    for line in lan.seats[0].lines:
        record = j.record_of(line)
        if isinstance(record, j.Header):
            record = replace(record, match=number, epoch=epoch)
        assert story.add(j.line_of(record))
    return story


def test_the_electorate_of_the_match_before_counts_until_an_action_is_played() -> None:
    lan = Lan(3)
    first = in_match(lan, 1, el.Council())
    second = in_match(lan, 2, first.next().council)
    assert (len(first.council.all), len(second.council.all)) == (1, 2)
    assert second.add(j.line_of(j.Played(0, 0, b"", 6, b"")))
    assert len(second.council.all) == 1


def test_who_does_not_know_of_the_match_before_asks_for_no_votes_until_an_action_is_played() -> None:
    lan = Lan(3)
    for is_played in (False, True):
        story = in_match(lan, 2, el.Council(is_whole=False))
        if is_played:
            assert story.add(j.line_of(j.Played(0, 0, b"", 6, b"")))
        one, two = lan.seats[1], lan.seats[2]
        laptop = e.Election(one.key, story, one.facts, WAITS, lambda _: True, 0.0)
        for event in (t.Linked(two.name), t.Agreed(one.name)):
            laptop.handle(event, 0.0)
        said = laptop.handle(t.Tick(), ASKED)
        assert any(isinstance(effect, t.Send) for effect in said) == is_played


def test_a_new_host_that_cannot_be_proven_here_is_named_so_that_the_table_can_be_joined_anew() -> None:
    lan = Lan(3)
    one, two = lan.seats[1], lan.seats[2]
    other = in_match(lan, 2, el.Council(), epoch=2).claim
    before = one.facts
    for message in (t.Know(other), t.Opened(other, b"")):
        lan.do(one, t.Heard(two.name, message))
    assert lan.said(1, t.Elsewhere) == [t.Elsewhere(two.name)] * 2
    assert one.facts == before
    lan.do(one, t.Heard(two.name, t.Know(replace(other, match=0))))
    assert lan.post[-1][2] == t.Know(one.election.story.claim)  # type: ignore[union-attr]  # it is up


@pytest.mark.parametrize(
    "line", [b"", b"{}", b"[" * 3000, b'["Nothing"]', b"\xff", crown_line(TakenOver(2, 0, bytes(32), ()))]
)
def test_what_is_no_line_of_a_story_changes_nothing(line: bytes) -> None:
    story = in_match(Lan(3), 1, el.Council())
    before = story.claim
    assert not story.add(line)
    assert not story.add(story.lines[0])  # a second header
    assert story.claim == before
    assert not Story(bytes(16), 0).add(story.lines[0])  # of another table


def test_a_host_that_would_count_on_somebody_elses_people_is_not_begun() -> None:
    lan = Lan(3)
    laptop = lan.seats[1]
    with pytest.raises(ValueError, match="must be less"):
        e.Election(laptop.key, Story(TABLE, 0), laptop.facts, replace(WAITS, lease=68.0), lambda _: True, 0.0)


def test_absurd_numbers_leave_room_for_honest_ones() -> None:
    lan = lan_without_host(3)
    lan.pass_time(ASKED)
    liar = lan.seats[2].name
    claim = lan.seats[1].election.story.claim  # type: ignore[union-attr]  # it is up
    absurd = 2**31 - 1
    for message in (t.Ask(absurd, claim), t.No(99, absurd), t.Pong(absurd, claim, 0.0), t.Give(absurd, ())):
        lan.do(lan.seats[1], t.Heard(liar, message))
    go_on(lan)
    assert lan.host() == 1
    assert max(lan.opened) < 100


# planted faults: each rule is needed


def one_vote_after_a_restart(lan: Lan) -> None:
    lan.kill(lan.seats[0])
    lan.kill(lan.seats[1])
    lan.pass_time(ASKED)
    lan.all_agree(2, 4)
    lan.deliver_all()
    lan.kill(lan.seats[2])
    lan.kill(lan.seats[4])
    lan.start(lan.seats[4])
    lan.start(lan.seats[1])
    lan.pass_time(ASKED)
    for seat in (1, 3, 4):
        lan.answer(lan.seats[seat], lan.seats[1])
    lan.deliver_all()


def two_sides(lan: Lan, *sides: list[int]) -> None:
    """Cut in the middle of a deal, for long, and everybody always agrees."""
    lan.cut(*sides)
    lan.pass_time(ASKED)
    go_on(lan)


def two_sides_between_deals(lan: Lan, *sides: list[int]) -> None:
    lan.end_deal(lan.seats[0])
    lan.pass_time(4.0)
    two_sides(lan, *sides)


def answers_that_were_long_on_their_way(lan: Lan) -> None:
    lan.pass_time(4.0, is_lost=True)
    for letter in [letter for letter in lan.post if isinstance(letter[2], t.Ping)]:
        lan.deliver(lan.post.index(letter))
    late = [letter for letter in lan.post if isinstance(letter[2], t.Pong)]
    lan.post.clear()
    two_sides(lan, [0], [1, 2, 3, 4])
    lan.post += late
    lan.deliver_all()
    lan.check()


def a_host_that_slept_with_its_clock(lan: Lan) -> None:
    slept_at = lan.now
    lan.sleep(lan.seats[0])
    lan.pass_time(ASKED)
    go_on(lan)
    lan.wake(lan.seats[0], slept=lan.now - slept_at)
    lan.check()


def a_deal_that_half_of_them_never_heard_of(lan: Lan) -> None:
    lan.cut([0, 1, 2], [3, 4])
    lan.pass_time(4.0)
    lan.begin_deal(lan.seats[0], lan.seats[:2])
    lan.post = [letter for letter in lan.post if letter[1] == lan.seats[1].name]
    lan.deliver_all()
    two_sides(lan, [0, 1], [2, 3, 4])


def a_vote_and_then_the_host_is_heard_again(lan: Lan) -> None:
    lan.end_deal(lan.seats[0])
    lan.pass_time(4.0)
    lan.cut([0], [1, 2, 3])
    lan.pass_time(ASKED)
    lan.all_agree()
    lan.deliver_all_but(t.Vote)
    votes = list(lan.post)
    lan.heal()
    lan.link()
    lan.do(lan.seats[0], t.Tick())
    lan.post = [letter for letter in lan.post if letter not in votes and letter[1] != lan.seats[1].name]
    lan.deliver_all()
    lan.cut([0], [1, 2, 3])
    lan.post += votes
    lan.deliver_all()
    lan.do(lan.seats[1], t.Tick())
    lan.deliver_all()
    lan.check()


def yeses_while_the_host_is_there(lan: Lan) -> None:
    lan.end_deal(lan.seats[0])
    lan.pass_time(4.0)
    lan.cut([0], [1, 2])
    for laptop in lan.seats:
        lan.answer(laptop, lan.seats[1])
    lan.deliver_all()
    lan.do(lan.seats[1], t.Tick())
    lan.deliver_all()
    lan.check()


def forged_votes_for_a_share(lan: Lan) -> None:
    lan.kill(lan.seats[0])
    lan.pass_time(ASKED)
    lan.all_agree(1, 2)
    lan.deliver_all()
    one, two = lan.seats[1], lan.seats[2]
    true = [message.sig for _, _, message in lan.heard if isinstance(message, t.Vote)]
    ballots = tuple(Ballot(x.name, true[0]) for x in lan.seats)
    lan.do(two, t.Heard(one.name, t.Give(2, ballots)))
    lan.do(two, t.Heard(one.name, t.Give(2, ballots[2:3])))


def a_farewell_from_before_they_came_back(lan: Lan) -> None:
    for seat in (3, 4):
        lan.do(lan.seats[seat], t.Leave())
    farewells = [letter for letter in lan.post if isinstance(letter[2], t.Farewell)]
    lan.deliver_all()
    lan.pass_time(4.0)
    for seat in (3, 4):
        lan.come_back(lan.seats[seat])
    lan.pass_time(4.0)
    lan.post += farewells
    lan.deliver_all()
    two_sides(lan, [0], [1, 2, 3, 4])


def forgetful_start(lan: Lan, laptop: Laptop) -> None:
    laptop.facts = replace(laptop.facts, voted=0, candidate=b"")
    START(lan, laptop)


START = Lan.start


def keep_in_memory_only(laptop: la.Laptop, facts: t.Facts) -> None:
    laptop.facts = facts


def forget_what_was_before(council: el.Council, now: el.Electorate, since: el.Place) -> el.Council:
    return el.Council(now, (), since, council.is_whole)


def count_from_arrival(election: e.Election, sender: bytes, pong: t.Pong) -> None:
    HEAR_PONG(election, sender, replace(pong, at=election._laptop.now))


def count_who_has_voted(election: e.Election, sender: bytes, pong: t.Pong) -> None:
    HEAR_PONG(election, sender, replace(pong, epoch=min(pong.epoch, election.facts.epoch)))


HEAR_PONG = e.Election._hear_pong

FAULTS: dict[str, tuple[Any, str, Any, Callable[[Lan], None], int]] = {
    "a restart forgets the vote": (Lan, "start", forgetful_start, one_vote_after_a_restart, 5),
    "a vote is not written down": (la.Laptop, "keep", keep_in_memory_only, one_vote_after_a_restart, 5),
    "a vote may be cast again": (
        t.Facts, "promised", property(lambda facts: facts.epoch), one_vote_after_a_restart, 5
    ),
    "half is enough to take over": (
        el.Electorate, "is_majority", el.Electorate.is_half, lambda lan: two_sides_between_deals(lan, [0, 1], [2, 3]), 4
    ),
    "more than half of the living is enough": (
        el.Council, "is_majority", lambda council, keys: len(keys) > 1,
        lambda lan: two_sides(lan, [0, 1, 2], [3, 4]), 5
    ),
    "a host never stops": (
        el.Electorate, "is_half", lambda electorate, keys: True, lambda lan: two_sides(lan, [0, 1], [2, 3, 4]), 5
    ),
    "an answer counts from when it comes": (
        e.Election, "_hear_pong", count_from_arrival, answers_that_were_long_on_their_way, 5
    ),
    "sleep is not noticed": (support.Support, "forget", lambda _: None, a_host_that_slept_with_its_clock, 4),
    "a deal changes the electorate at once": (
        el.Council, "changed", forget_what_was_before, a_deal_that_half_of_them_never_heard_of, 5
    ),
    "nobody need know of a change": (
        support.Support, "is_settled", lambda *_: True, a_deal_that_half_of_them_never_heard_of, 5
    ),
    "who voted for another still counts": (
        e.Election, "_hear_pong", count_who_has_voted, a_vote_and_then_the_host_is_heard_again, 4
    ),
    "a vote while the host is there": (
        la.Laptop, "is_silent", property(lambda laptop: not laptop.is_host), yeses_while_the_host_is_there, 3
    ),
    "a share before the votes": (
        campaign, "voters", lambda *case: {ballot.key for ballot in case[-1]}, forged_votes_for_a_share, 5
    ),
    "a late farewell": (support.Support, "linked", lambda *_: None, a_farewell_from_before_they_came_back, 5),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_each_rule_is_needed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The story goes well, and goes wrong as soon as the rule is left out."""
    where, what, fault, story, people = FAULTS[name]
    story(Lan(people))
    monkeypatch.setattr(where, what, fault)
    with pytest.raises(Wrong):
        story(Lan(people))
