"""Two ends that know the same PIN, at the same table, prove it to each other; anything else proves nothing."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from lan_thirteen.core.pin import DIGITS, Pin, pin_of
from lan_thirteen.trust.pin import MESSAGE_BYTES, Bound, PinRun, Proofs, Role
from lan_thirteen.wire.limits import PIN_DIGITS

PIN = Pin("40713")
BOUND = Bound(b"f" * 32, b"t" * 16, b"s" * 32, b"h" * 32, b"n" * 32)


def meet(guest: PinRun, host: PinRun) -> tuple[Proofs, Proofs]:
    """What either end has after both have heard the other's half."""
    ours, theirs = guest.finish(host.message), host.finish(guest.message)
    assert ours is not None
    assert theirs is not None
    return ours, theirs


def test_the_same_pin_gives_both_the_same_proofs_and_one_for_each() -> None:
    guest, host = meet(PinRun(Role.GUEST, PIN, BOUND), PinRun(Role.HOST, PIN, BOUND))
    assert guest == host
    assert guest.guest != guest.host
    assert [len(mac) for mac in guest] == [32, 32]


def test_no_run_is_like_another() -> None:
    runs = [PinRun(Role.GUEST, PIN, BOUND) for _ in range(3)]
    host = [PinRun(Role.HOST, PIN, BOUND) for _ in range(3)]
    assert len({run.message for run in runs}) == 3
    assert len({meet(*pair)[0] for pair in zip(runs, host, strict=True)}) == 3
    assert all(len(run.message) == MESSAGE_BYTES for run in runs)


@pytest.mark.parametrize("other", ["40714", "00000", "04071", "31704"])
def test_another_pin_gives_no_proof_in_common(other: str) -> None:
    guest, host = meet(PinRun(Role.GUEST, PIN, BOUND), PinRun(Role.HOST, Pin(other), BOUND))
    assert not set(guest) & set(host)


@pytest.mark.parametrize("field", Bound._fields)
def test_a_proof_is_good_for_one_certificate_table_seat_key_and_pair_of_nonces(field: str) -> None:
    before = getattr(BOUND, field)
    changed = BOUND._replace(**{field: before[:-1] + bytes([before[-1] ^ 1])})
    guest, host = meet(PinRun(Role.GUEST, PIN, BOUND), PinRun(Role.HOST, PIN, changed))
    assert not set(guest) & set(host)


def test_bytes_that_move_from_one_field_into_the_next_are_another_binding() -> None:
    moved = BOUND._replace(host_nonce=BOUND.host_nonce + b"n", nonce=BOUND.nonce[1:])
    guest, host = meet(PinRun(Role.GUEST, PIN, BOUND), PinRun(Role.HOST, PIN, moved))
    assert not set(guest) & set(host)


def test_what_is_no_half_is_refused_and_never_escapes_as_a_fault() -> None:
    own = PinRun(Role.HOST, PIN, BOUND)
    assert own.finish(own.message) is None, "a half that is thrown back"
    chance = Random(1)
    small = [bytes(32), b"\x01" + bytes(31), b"\xec" + b"\xff" * 30 + b"\x7f"]
    for body in (*small, *(chance.randbytes(32) for _ in range(20))):
        for side in (b"A", b"B", b"S", b"\0"):
            PinRun(Role.HOST, PIN, BOUND).finish(side + body)
    for body in small:
        assert PinRun(Role.HOST, PIN, BOUND).finish(b"A" + body) is None
    for length in (0, 1, 32, 34, 64):
        assert PinRun(Role.HOST, PIN, BOUND).finish(b"A" * length) is None


def test_five_digits_are_a_pin_and_nothing_else_is() -> None:
    assert pin_of(" 4 07 13 ") == PIN
    for text in ("", "4071", "407133", "4071x", "４０７１３", "-4071", "4071.", "٤٠٧١٣"):
        assert pin_of(text) is None
    assert DIGITS == PIN_DIGITS


def test_a_pin_is_not_shown_by_accident() -> None:
    assert PIN.digits not in repr(PIN) + str(PIN) + f"{PIN} {(PIN,)}"


def test_a_guess_says_nothing_of_its_pin() -> None:
    """The halves of many PINs have no byte in common that could tell them apart."""
    halves = [PinRun(Role.GUEST, Pin(f"{n:05}"), BOUND).message[1:] for n in range(12)]
    assert all(one != other for one, other in itertools.combinations(halves, 2))
