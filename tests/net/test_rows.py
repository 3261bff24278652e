"""The list of tables, with a clock in the hand of the test."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from msgspec.structs import replace

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.addresses import Mark, OwnAddress, Target
from lan_thirteen.net.rows import Pulse, Rows
from lan_thirteen.wire.advert import Advert
from lan_thirteen.wire.limits import LISTED, LISTED_TARGETS
from tests.support.adverts import KITCHEN, new_table

HERE = Target("10.0.0.5", 41313)
THERE = Target("10.9.0.5", 41313)
KEY = KITCHEN.table, KITCHEN.fingerprint
ONE = "lan13-54545454-0001._lan13._tcp.local."
TIMES = Timing()


@pytest.fixture
def rows() -> Rows:
    return Rows(TIMES)


def pulses(rows: Rows, now: float) -> list[Pulse]:
    return [row.pulse for row in rows.listed(now)]


def live(rows: Rows, until: float, *, answers: bool, step: float = 0.25) -> Iterator[float]:
    """Let time pass as a browser would, from 0 on."""
    for tick in count():
        now = tick * step
        if now > until:
            return
        for target in rows.questions(now):
            if answers:
                rows.answered(KITCHEN, target, 0.001, now)
        rows.sweep(now)
        yield now


def test_a_table_is_listed_as_soon_as_it_is_heard_and_asked_at_once(rows: Rows) -> None:
    rows.announced(ONE, KITCHEN, [HERE, THERE], 0.0)
    assert pulses(rows, 0.0) == [Pulse.HEARD]
    assert rows.questions(0.0) == [HERE, THERE]
    assert rows.questions(0.1) == []


def test_a_table_that_answers_stays(rows: Rows) -> None:
    rows.announced(ONE, KITCHEN, [HERE], 0.0)
    for now in live(rows, 60.0, answers=True):
        assert pulses(rows, now) == [Pulse.ALIVE]


def test_a_table_that_answers_is_asked_at_one_address_every_two_seconds(rows: Rows) -> None:
    rows.announced(ONE, KITCHEN, [THERE, HERE], 0.0)
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    asked = []
    for tick in range(400):
        for target in rows.questions(tick * 0.1):
            asked.append(target)
            rows.answered(KITCHEN, target, 0.001, tick * 0.1)
    assert set(asked) == {HERE}
    assert 19 <= len(asked) <= 24


def test_a_silent_table_is_grey_after_four_seconds_and_gone_after_six(rows: Rows) -> None:
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    seen = {now: pulses(rows, now) for now in live(rows, 8.0, answers=False)}
    assert [seen[3.75], seen[4.0], seen[5.75], seen[6.0]] == [[Pulse.ALIVE], [Pulse.STALE], [Pulse.STALE], []]


def test_one_lost_answer_is_asked_for_again_soon(rows: Rows) -> None:
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    times = [now for tick in range(60) if rows.questions(now := tick * 0.1)]
    assert times[1] - times[0] == pytest.approx(0.5)


def test_a_table_that_comes_back_is_listed_again(rows: Rows) -> None:
    """Multicast still knows it, so it is asked from time to time although nobody sees it."""
    rows.announced(ONE, KITCHEN, [HERE], 0.0)
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    for _ in live(rows, 30.0, answers=False):
        pass
    assert pulses(rows, 30.0) == []
    assert rows.questions(37.0) == [HERE]
    rows.answered(KITCHEN, HERE, 0.001, 37.1)
    assert pulses(rows, 37.1) == [Pulse.ALIVE]


def test_a_table_that_multicast_never_announced_is_forgotten_when_it_falls_silent(rows: Rows) -> None:
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    for _ in live(rows, 7.0, answers=False):
        pass
    assert rows.next_at(7.0) is None


def test_a_goodbye_is_believed_when_the_table_does_not_answer(rows: Rows) -> None:
    rows.announced(ONE, KITCHEN, [HERE], 0.0)
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    rows.withdrawn(ONE, 1.0)
    assert rows.questions(1.0) == [HERE]
    rows.sweep(1.9)
    assert pulses(rows, 1.9) == [Pulse.ALIVE]
    rows.sweep(2.0)
    assert pulses(rows, 2.0) == []


def test_a_false_goodbye_takes_nothing_away(rows: Rows) -> None:
    rows.announced(ONE, KITCHEN, [HERE], 0.0)
    rows.withdrawn(ONE, 1.0)
    rows.answered(KITCHEN, rows.questions(1.0)[0], 0.001, 1.0)
    rows.sweep(5.0)
    assert pulses(rows, 4.0) == [Pulse.ALIVE]


def test_a_goodbye_to_a_stranger_means_nothing(rows: Rows) -> None:
    rows.announced(ONE, KITCHEN, [HERE], 0.0)
    rows.withdrawn(ONE.replace("0001", "0002"), 1.0)
    rows.sweep(4.0)
    assert pulses(rows, 4.0) == [Pulse.HEARD]


def test_a_table_that_lets_only_connections_in_is_listed_by_them(rows: Rows) -> None:
    rows.announced(ONE, KITCHEN, [HERE], 0.0)
    assert rows.probes(1.9) == []
    assert rows.probes(2.0) == [(KEY, (HERE,))]
    rows.connected(KEY, HERE, 2.0)
    assert rows.probes(7.9) == []
    assert pulses(rows, 7.9) == [Pulse.ALIVE]
    assert rows.probes(8.0) == [(KEY, (HERE,))]
    rows.refused(KEY)
    assert pulses(rows, 8.0) == []


def test_a_table_that_ever_answered_is_not_kept_by_connections(rows: Rows) -> None:
    """A program that hangs is still connected to: its kernel does that."""
    rows.announced(ONE, KITCHEN, [HERE], 0.0)
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    assert [probe for now in live(rows, 60.0, answers=False) for probe in rows.probes(now)] == []


def test_what_is_announced_and_never_answers_is_not_listed_for_long(rows: Rows) -> None:
    rows.announced(ONE, KITCHEN, [HERE], 0.0)
    for _ in live(rows, 6.0, answers=False):
        pass
    assert pulses(rows, 6.0) == []
    assert rows.unreachable(6.0) == (KITCHEN,)


def test_a_killed_table_is_no_sign_that_the_network_keeps_laptops_apart(rows: Rows) -> None:
    rows.announced(ONE, KITCHEN, [HERE], 0.0)
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    other = new_table()
    rows.announced("other", other, [THERE], 0.0)
    rows.connected((other.table, other.fingerprint), THERE, 2.0)
    rows.refused((other.table, other.fingerprint))
    assert pulses(rows, 60.0) == []
    assert rows.unreachable(60.0) == ()


def test_one_table_is_one_row_however_it_is_heard(rows: Rows) -> None:
    rows.announced(ONE, KITCHEN, [HERE, THERE], 0.0)
    rows.answered(KITCHEN, Target("fe80::1%2", 41313), 0.001, 0.0)
    rows.answered(KITCHEN, THERE, 0.001, 0.1)
    (row,) = rows.listed(0.1)
    assert set(row.targets) == {HERE, THERE, Target("fe80::1%2", 41313)}
    assert row.targets[-1] == HERE  # which has not answered


def test_the_nearest_address_comes_first(rows: Rows) -> None:
    rows.own = (OwnAddress("10.9.0.1", 24, "eth0", 2, Mark.REAL),)
    rows.announced(ONE, KITCHEN, [HERE, THERE], 0.0)
    assert rows.listed(0.0)[0].targets == (THERE, HERE)


def test_two_tables_of_the_same_name_are_two_rows(rows: Rows) -> None:
    tables = [new_table(name="Game night") for _ in range(5)]
    for place, table in enumerate(tables):
        rows.answered(table, HERE, 0.001, float(place) / 10)
    assert [row.advert for row in rows.listed(0.5)] == tables
    assert not any(row.is_doubtful for row in rows.listed(0.5))


def test_a_stranger_with_a_copied_id_makes_a_second_row_and_both_are_doubtful(rows: Rows) -> None:
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    rows.answered(replace(KITCHEN, fingerprint=b"X" * 32, name="Evil"), THERE, 0.001, 0.0)
    assert [(row.advert.name, row.is_doubtful) for row in rows.listed(0.0)] == [("Kitchen", True), ("Evil", True)]


def test_of_a_table_that_changed_hands_only_the_new_host_is_listed(rows: Rows) -> None:
    new = replace(KITCHEN, epoch=2, fingerprint=b"N" * 32)
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    rows.announced(ONE, new, [THERE], 0.0)
    assert len(rows.listed(0.0)) == 2, "what was only heard takes nothing away"
    rows.answered(new, THERE, 0.001, 0.1)
    assert [(row.advert, row.is_doubtful) for row in rows.listed(0.1)] == [(new, False)]


def test_an_older_epoch_never_replaces_a_newer_one(rows: Rows) -> None:
    new = replace(KITCHEN, epoch=2)
    rows.answered(new, HERE, 0.001, 0.0)
    rows.answered(KITCHEN, THERE, 0.001, 0.1)
    rows.announced(ONE, KITCHEN, [THERE], 0.2)
    assert [row.advert for row in rows.listed(0.2)] == [new]


def test_what_multicast_claims_is_put_right_by_the_table_itself(rows: Rows) -> None:
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    rows.announced("evil", replace(KITCHEN, epoch=99, name="Evil"), [THERE], 0.1)
    assert rows.questions(0.1) == [HERE]
    rows.answered(KITCHEN, HERE, 0.001, 0.1)
    assert [row.advert for row in rows.listed(0.1)] == [KITCHEN]


def test_multicast_changes_a_row_but_does_not_shorten_its_name(rows: Rows) -> None:
    long = replace(KITCHEN, name="가" * 15 + "나" * 15)
    cut = replace(long, name="가" * 15 + "나" * 5, taken=3, program="", avatars=())
    rows.answered(long, HERE, 0.001, 0.0)
    rows.announced(ONE, cut, [HERE], 0.1)
    assert rows.listed(0.1)[0].advert == replace(long, taken=3)
    rows.announced(ONE, replace(cut, name="Attic"), [HERE], 0.2)
    assert rows.listed(0.2)[0].advert.name == "Attic"


def test_a_machine_that_slept_blames_no_table(rows: Rows) -> None:
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    rows.forgive(30.0, 31.0)
    assert pulses(rows, 31.0) == [Pulse.ALIVE]
    assert pulses(rows, 36.5) == []


def test_a_flood_of_tables_and_addresses_has_its_limit(rows: Rows) -> None:
    for number in range(2 * LISTED):
        targets = [Target(f"10.{number % 250}.{host}.1", 1) for host in range(3 * LISTED_TARGETS)]
        rows.announced(f"{number}", new_table(), targets, 0.0)
    listed = rows.listed(0.0)
    assert len(listed) == LISTED
    assert {len(row.targets) for row in listed} == {LISTED_TARGETS}
    rows.sweep(60.0)
    assert len(rows.unreachable(60.0)) == LISTED


@pytest.mark.parametrize("answers", [True, False])
def test_there_is_always_a_next_time_and_never_one_that_is_past(rows: Rows, answers: bool) -> None:
    """Whoever sleeps until ``next_at`` misses nothing, and does not spin."""
    rows.announced(ONE, KITCHEN, [HERE], 0.0)
    now, steps = 0.0, 0
    while now < 60.0:
        for target in rows.questions(now):
            if answers:
                rows.answered(KITCHEN, target, 0.001, now)
        rows.probes(now)
        rows.sweep(now)
        due = rows.next_at(now)
        assert due is not None
        assert due > now
        now, steps = due, steps + 1
    assert steps < 120


def test_an_empty_list_waits_for_nothing(rows: Rows) -> None:
    assert rows.next_at(0.0) is None
    assert rows.listed(0.0) == ()


def advert_of(rows: Rows, now: float) -> Advert:
    return rows.listed(now)[0].advert


def test_the_seats_of_a_listed_table_follow_every_answer(rows: Rows) -> None:
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    rows.answered(replace(KITCHEN, taken=4), HERE, 0.002, 0.5)
    assert advert_of(rows, 0.5).taken == 4
    assert rows.listed(0.5)[0].ping == 0.002


def test_an_address_that_answers_no_more_comes_after_one_that_does(rows: Rows) -> None:
    rows.own = (OwnAddress("10.0.0.1", 24, "eth0", 2, Mark.REAL),)
    rows.announced(ONE, KITCHEN, [HERE, THERE], 0.0)
    rows.answered(KITCHEN, THERE, 0.001, 0.0)
    rows.answered(KITCHEN, HERE, 0.001, 0.0)
    assert rows.listed(0.0)[0].targets == (HERE, THERE)
    rows.answered(KITCHEN, THERE, 0.001, 3.0)
    assert rows.listed(3.0)[0].targets == (THERE, HERE)
