"""So much a second, and a little more after a pause."""

from __future__ import annotations

from lan_thirteen.wire.bucket import Bucket


def test_a_burst_may_come_at_once_and_then_so_much_a_second() -> None:
    bucket = Bucket(rate=2, burst=3)
    assert [bucket.take(1, now=10.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1, now=10.5) for _ in range(2)] == [True, False]


def test_a_long_pause_gives_no_more_than_the_burst() -> None:
    bucket = Bucket(rate=2, burst=3)
    assert bucket.take(3, now=0.0)
    assert not bucket.take(4, now=1000.0)
    assert bucket.take(3, now=1000.0)


def test_what_was_refused_is_not_counted() -> None:
    bucket = Bucket(rate=1, burst=2)
    assert not bucket.take(3, now=0.0)
    assert bucket.take(2, now=0.0)


def test_a_clock_that_was_set_back_gives_nothing_and_takes_nothing() -> None:
    bucket = Bucket(rate=1, burst=1)
    assert bucket.take(1, now=100.0)
    assert not bucket.take(1, now=50.0)
    assert not bucket.take(1, now=50.5)
    assert bucket.take(1, now=51.0)
