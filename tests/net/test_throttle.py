"""How often a PIN may be guessed, with a clock that the test turns."""

from __future__ import annotations

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.addresses import origins
from lan_thirteen.net.throttle import OwnTries, Throttle
from lan_thirteen.wire.limits import LAPTOPS_PER_NETWORK, PIN_ADDRESSES, PIN_TRIES, PIN_TRIES_IN_ALL

TIMING = Timing()
ANA = origins("192.168.0.7")


def wrong(throttle: Throttle, address: str, now: float, most: int = 100) -> int:
    """How many tries at once this address has, all of them wrong."""
    return next(n for n in range(most) if throttle.wait(origins(address), now))


def strained() -> Throttle:
    """Thirty were wrong, from six addresses, at 0 seconds."""
    throttle = Throttle(TIMING)
    for n in range(6):
        assert wrong(throttle, f"10.0.0.{n}", 0.0, 6) == PIN_TRIES
    assert throttle.is_strained
    return throttle


def test_an_address_has_five_tries_and_gets_one_back_every_half_minute() -> None:
    throttle = Throttle(TIMING)
    left = [(throttle.wait(ANA, 0.0), throttle.left(ANA, 0.0)) for _ in range(PIN_TRIES)]
    assert left == [(0.0, 4), (0.0, 3), (0.0, 2), (0.0, 1), (0.0, 0)]
    assert throttle.wait(ANA, 0.0) == TIMING.pin_forgiven
    assert throttle.wait(ANA, 20.0) == TIMING.pin_forgiven - 20
    assert throttle.wait(ANA, 30.0) == 0.0
    assert throttle.wait(ANA, 30.0) == TIMING.pin_forgiven
    assert throttle.wait(origins("192.168.0.8"), 30.0) == 0.0


def test_a_right_one_is_given_back() -> None:
    throttle = Throttle(TIMING)
    for _ in range(10 * PIN_TRIES_IN_ALL):
        assert throttle.wait(ANA, 0.0) == 0.0
        throttle.was_right(ANA, 0.0)
    assert throttle.left(ANA, 0.0) == PIN_TRIES
    assert not throttle.is_strained


def test_a_clock_that_is_set_back_forgives_nothing() -> None:
    throttle = Throttle(TIMING)
    assert wrong(throttle, "192.168.0.7", 100.0) == PIN_TRIES
    assert throttle.wait(ANA, 0.0) > 0


def test_all_addresses_of_an_ipv6_network_count_together() -> None:
    throttle = Throttle(TIMING)
    found = sum(wrong(throttle, f"2001:db8::{n:x}", 0.0, 6) for n in range(1, 9))
    assert found <= PIN_TRIES * LAPTOPS_PER_NETWORK
    throttle = Throttle(TIMING)
    throttle._wrong = -(10**6)
    assert sum(wrong(throttle, f"2001:db8::{n:x}", 0.0) for n in range(1, 90)) == PIN_TRIES * LAPTOPS_PER_NETWORK
    assert wrong(throttle, "2001:db8:0:1::1", 0.0) == PIN_TRIES


def test_after_thirty_in_all_one_a_minute_may_try_in_turn_by_address() -> None:
    throttle = strained()
    assert throttle.wait(origins("10.0.1.1"), 1.0) == 0.0
    assert throttle.wait(origins("10.0.1.2"), 1.0) == 60.0
    assert throttle.wait(origins("10.0.1.3"), 1.0) == 120.0
    assert throttle.wait(origins("10.0.1.2"), 31.0) == 30.0
    assert throttle.wait(origins("10.0.1.1"), 31.0) == 150.0, "who has had a turn waits behind the others"
    assert throttle.wait(origins("10.0.1.2"), 61.0) == 0.0
    assert throttle.wait(origins("10.0.1.3"), 61.0) == 60.0


def test_a_turn_that_is_not_used_is_over_after_a_minute() -> None:
    throttle = strained()
    assert throttle.wait(origins("10.0.1.1"), 0.0) == 0.0
    assert throttle.wait(origins("10.0.1.2"), 0.0) == 60.0
    assert throttle.wait(origins("10.0.1.2"), 121.0) == 0.0, "nobody else waits"
    assert throttle.wait(origins("10.0.1.3"), 121.0) == 60.0


def test_an_hour_of_a_thousand_addresses_is_sixty_guesses() -> None:
    throttle = strained()
    guesses = sum(
        not throttle.wait(origins(f"10.{n // 250}.1.{n % 250}"), float(second))
        for second in range(1, 3601)
        for n in range(second % 7, 1000, 97)
    )
    assert 40 <= guesses <= 61


def test_an_honest_guest_gets_a_turn_while_others_flood() -> None:
    throttle = strained()
    for second in range(3600):
        for n in range(20):
            throttle.wait(origins(f"10.9.0.{n}"), float(second))
        if not throttle.wait(ANA, float(second)):
            assert second <= 22 * 60
            return
    raise AssertionError


def test_who_is_known_waits_for_no_turn_and_counts_against_nobody_else() -> None:
    throttle = strained()
    own = [("a key", 1)]
    assert [throttle.wait(own, 0.0, is_new=False) for _ in range(PIN_TRIES)] == [0.0] * PIN_TRIES
    assert throttle.wait(own, 0.0, is_new=False) > 0
    fresh = Throttle(TIMING)
    for n in range(PIN_TRIES_IN_ALL * 2):
        assert fresh.wait([(f"key {n}", 1)], 0.0, is_new=False) == 0.0
    assert not fresh.is_strained


def test_it_keeps_no_more_addresses_than_the_limit() -> None:
    throttle = Throttle(TIMING)
    for n in range(3 * PIN_ADDRESSES):
        throttle.wait(origins(f"10.1.{n // 250}.{n % 250}"), 1.0)
    assert len(throttle._charged) <= PIN_ADDRESSES
    assert len(throttle._turns) <= PIN_ADDRESSES


def test_this_program_types_three_wrong_ones_at_a_table_and_then_rests() -> None:
    tries = OwnTries(TIMING)
    for _ in range(3):
        assert tries.may_try(b"table", 0.0)
        tries.begin(b"table", 0.0)
    assert not tries.may_try(b"table", TIMING.pin_rest)
    assert tries.may_try(b"another", 0.0)
    assert tries.may_try(b"table", TIMING.pin_rest + 1)
    tries.begin(b"table", 400.0)
    tries.was_right(b"table")
    assert all(tries.may_try(b"table", 400.0) for _ in range(5))
