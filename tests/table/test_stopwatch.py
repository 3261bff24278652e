"""A stopwatch counts the time that it was told, and only while it runs."""

from __future__ import annotations

from lan_thirteen.table.stopwatch import Stopwatch


def test_it_stands_still_at_first_and_whenever_it_is_stopped() -> None:
    watch = Stopwatch()
    watch.advance(5000.0)
    assert watch.reading == 0
    watch.advance(5010.0)
    assert watch.reading == 0
    watch.run(is_running=True)
    watch.advance(5013.0)
    assert watch.reading == 3
    watch.run(is_running=False)
    watch.advance(9000.0)
    assert watch.reading == 3


def test_time_that_goes_back_changes_nothing() -> None:
    watch = Stopwatch()
    watch.run(is_running=True)
    watch.advance(100.0)
    watch.advance(107.0)
    watch.advance(50.0)
    assert (watch.reading, watch.now) == (7, 107)
    watch.advance(108.0)
    assert (watch.reading, watch.now) == (8, 108)


def test_it_tells_when_it_will_show_a_reading() -> None:
    watch = Stopwatch()
    watch.run(is_running=True)
    watch.advance(100.0)
    watch.run(is_running=False)
    watch.advance(130.0)
    watch.run(is_running=True)
    assert watch.time_of(12.0) == 142
    watch.advance(watch.time_of(12.0))
    assert watch.is_past(12.0)
    assert not watch.is_past(12.1)


def test_a_timer_that_fires_a_little_early_is_in_time() -> None:
    watch = Stopwatch()
    watch.run(is_running=True)
    watch.advance(1e6)
    watch.advance(1e6 + 59.9995)
    assert watch.is_past(60.0)
