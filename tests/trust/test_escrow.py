"""Shares of the host's bytes: who gets one, what they give away and what they restore."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.trust import escrow
from lan_thirteen.trust.escrow import Neighbour, Share
from tests.core.test_shuffle import chi_square, critical

TABLE = bytes(range(16))
OF = DealId(1, 3, 2)
SECRET = bytes(range(32))
EPOCH = 2


def product(a: int, b: int) -> int:
    """In GF(256), by long multiplication."""
    out = 0
    for bit in range(8):
        out ^= (a << bit) if b >> bit & 1 else 0
    for bit in range(15, 7, -1):
        out ^= (0x11B << (bit - 8)) if out >> bit & 1 else 0
    return out


def some_shares(n: int, k: int, secret: bytes = SECRET) -> tuple[Share, ...]:
    return escrow.shares(secret, TABLE, OF, EPOCH, n, k)


def restored(given_shares: list[Share], k: int) -> bytes | None:
    return escrow.restore(given_shares, k, lambda found: found == SECRET)


# what shares are


def test_a_share_is_these_few_lines_spelled_out() -> None:
    """Written without the module's tables, so that the page of the protocol is held to the byte."""

    def part(data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + data

    numbers = b"".join(part(n.to_bytes(8, "big")) for n in (1, 3, 2, EPOCH))
    label = part(b"lan13/1 share") + part(TABLE) + numbers
    rows = [SECRET, *(hmac.digest(SECRET, label + part(j.to_bytes(8, "big")), "sha256") for j in (1, 2))]
    for share in some_shares(5, 3):
        x = share.number
        powers = [1, x, product(x, x)]
        by_hand = [0] * 32
        for power, row in zip(powers, rows, strict=True):
            by_hand = [y ^ product(power, c) for y, c in zip(by_hand, row, strict=True)]
        assert share == Share(x, 3, 5, bytes(by_hand))


def test_the_vectors_of_the_page() -> None:
    first, *_, last = some_shares(5, 3)
    assert first.data.hex() == FIRST
    assert hashlib.sha256(last.data).hexdigest() == LAST


FIRST = "56c56088f82e342c3fd94f7387028815bdff68ec5274f055806cb605732783ee"
LAST = "0fa8a89e470d864241307d06457df74de3c4f9949d2ffb99296c8d6bedb669df"


@given(st.binary(min_size=32, max_size=32), st.integers(2, 8), st.data())
@settings(max_examples=60, deadline=None)
def test_any_k_of_n_restore_the_secret_and_none_fewer(secret: bytes, n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(2, n))
    made = data.draw(st.permutations(escrow.shares(secret, TABLE, OF, EPOCH, n, k)))
    assert escrow.restore(made[:k], k, lambda found: found == secret) == secret
    assert escrow.restore(made[: k - 1], k, lambda found: found == secret) is None
    assert escrow.restore(made[: k - 1], k - 1, lambda found: found == secret) is None


def test_one_more_share_makes_every_secret_possible_once() -> None:
    """Whatever k - 1 shares say, each value of a byte is left, and as likely as any other."""
    known = [(1, bytes([17])), (4, bytes([200]))]
    for missing in (2, 3, 255):
        left = {escrow._at_zero([*known, (missing, bytes([y]))])[0] for y in range(256)}
        assert left == set(range(256))


def test_one_share_looks_the_same_for_whatever_secret() -> None:
    """Secrets that are nearly all alike: 2 bytes of 32 differ. Their shares are drawn evenly."""
    rng = Random("shares")
    counts: Counter[int] = Counter()
    for _ in range(400):
        secret = bytes(30) + rng.randbytes(2)
        counts.update(some_shares(3, 2, secret)[rng.randrange(3)].data[:30])
    assert chi_square([counts[value] for value in range(256)]) < critical(255)


def test_table_deal_attempt_epoch_and_secret_are_in_every_polynomial() -> None:
    others = [
        escrow.shares(SECRET, bytes(16), OF, EPOCH, 3, 2),
        *(escrow.shares(SECRET, TABLE, of, EPOCH, 3, 2) for of in (DealId(2, 3, 2), DealId(1, 4, 2), DealId(1, 3, 3))),
        escrow.shares(SECRET, TABLE, OF, EPOCH + 1, 3, 2),
        escrow.shares(SECRET[::-1], TABLE, OF, EPOCH, 3, 2),
        some_shares(3, 2),
    ]
    assert len({made[0].data for made in others}) == len(others)
    assert some_shares(3, 2) == some_shares(3, 2)


@pytest.mark.parametrize(("n", "k"), [(3, 1), (3, 0), (2, 3), (256, 2), (0, 0)])
def test_shares_that_would_tell_or_never_restore_are_not_made(n: int, k: int) -> None:
    with pytest.raises(ValueError, match=f"{k} of {n}"):
        some_shares(n, k)
    with pytest.raises(ValueError, match="32 bytes"):
        some_shares(3, 2, SECRET[:31])


# lies


def test_lies_are_outvoted() -> None:
    made = some_shares(7, 4)
    lies = [replace(made[0], data=bytes(32)), replace(made[1], data=made[2].data), replace(made[3], number=5)]
    assert restored([*lies, made[2], made[4], made[5], made[6]], 4) == SECRET
    assert restored([*lies, made[2], made[4], made[5]], 4) is None


def test_who_gives_another_ones_number_spoils_nothing() -> None:
    one, two, three = some_shares(3, 2)
    assert restored([replace(one, number=2), two, three], 2) == SECRET
    assert restored([replace(two, data=bytes(32)), two], 2) is None
    assert restored([one, one], 2) is None


def test_what_is_no_share_at_all_spoils_nothing() -> None:
    one, two, _ = some_shares(3, 2)
    rubbish = [replace(one, data=b""), replace(one, data=bytes(33)), replace(one, number=77)]
    assert restored([*rubbish, one, two], 2) == SECRET
    assert restored([], 2) is None


def test_once_the_secret_is_shown_everybody_knows_a_true_share() -> None:
    for share in some_shares(5, 3):
        assert escrow.is_share(SECRET, TABLE, OF, EPOCH, share)
        spoiled = [
            replace(share, data=share.data[::-1]),
            replace(share, k=2),
            replace(share, k=1),
            replace(share, number=share.number % 5 + 1),
            replace(share, number=6),
        ]
        for bad in spoiled:
            assert not escrow.is_share(SECRET, TABLE, OF, EPOCH, bad)
        assert not escrow.is_share(SECRET, TABLE, OF, EPOCH + 1, share)
        assert not escrow.is_share(SECRET[::-1], TABLE, OF, EPOCH, share)


# who gets one


def around(*addresses: str) -> list[Neighbour]:
    """A seat at each address, in order; ``host`` is the host's machine."""
    return [Neighbour(Seat(n), where, where == "host") for n, where in enumerate(addresses)]


@pytest.mark.parametrize(
    ("addresses", "seats"),
    [
        (("host", "a", "b"), (1, 2)),
        (("a", "b", "c", "host"), (0, 1, 2)),
        (("host", "a", "b", "c", "d"), (1, 2, 3, 4)),
        (("a", "b", "c"), (0, 1, 2)),
        # two at one address have one share, and with too few holders nobody has any
        (("host", "a", "a", "b", "c"), (1, 3, 4)),
        (("host", "a", "a", "b"), ()),
        (("host", "a", "b", "b", "a"), ()),
        # who sits at the host's machine has none
        (("host", "host", "a", "b", "c"), (2, 3, 4)),
        (("host", "host", "a"), ()),
        # fewer than three people
        (("host", "a"), ()),
        (("host",), ()),
        (("a", "b"), ()),
        (("a",), ()),
        ((), ()),
    ],
)
def test_who_is_given_a_share(addresses: tuple[str, ...], seats: tuple[int, ...]) -> None:
    neighbours = around(*addresses)
    assert escrow.holders(neighbours) == seats
    assert escrow.holders(reversed(neighbours)) == seats
    assert escrow.holders(neighbours, is_strict=True) == ()


@given(st.lists(st.sampled_from(["host", "a", "b", "c", "d", "e", "f"]), max_size=8))
def test_it_takes_more_than_half_of_the_people_and_as_many_machines_to_read_the_hands(addresses: list[str]) -> None:
    neighbours = around(*addresses)
    chosen = escrow.holders(neighbours)
    k = escrow.threshold(len(addresses))
    assert 2 * k > len(addresses)
    assert not chosen or len(chosen) >= k >= 2
    assert len({addresses[seat] for seat in chosen}) == len(chosen)
    assert "host" not in {addresses[seat] for seat in chosen}
