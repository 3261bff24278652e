"""LAN13-DEAL-1 to the byte, and what of a drawing is refused."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.core.shuffle import shuffled
from lan_thirteen.trust import deal as d
from lan_thirteen.trust.keys import SigningKey

TABLE = bytes(range(16))
OF = DealId(1, 3, 2)
HOST = SigningKey(bytes(32))
KEYS = [SigningKey(bytes([n]) * 32) for n in (1, 2, 3)]
SECRET = bytes(range(32))
MIXES = [bytes([n]) * 32 for n in (7, 8, 9)]


def drawing(of: DealId = OF) -> d.Drawing:
    drawers = tuple(d.Drawer(Seat(n), key.public) for n, key in enumerate(KEYS))
    commitment = d.host_commitment(TABLE, of, HOST.public, SECRET)
    return d.Drawing(TABLE, of, "leaves 3", HOST.public, commitment, drawers)


def commitments(of: d.Drawing) -> list[tuple[Seat, bytes, bytes]]:
    made = [d.mix_commitment(TABLE, of.of, key.public, mix) for key, mix in zip(KEYS, MIXES, strict=True)]
    return [(Seat(n), c, KEYS[n].sign(d.commit_text(of, c))) for n, c in enumerate(made)]


def mixes(of: d.Drawing, seen: Any) -> list[tuple[Seat, bytes, bytes]]:
    return [(Seat(n), mix, KEYS[n].sign(d.mix_text(of, seen, mix))) for n, mix in enumerate(MIXES)]


def test_the_published_vector_of_the_shuffle() -> None:
    order = shuffled(range(52), bytes(range(32)))
    assert order[:8] == (44, 40, 7, 45, 3, 19, 15, 23)
    assert hashlib.sha256(bytes(order)).hexdigest().startswith("3c5278ab58d168ab")


def test_a_commitment_is_this_hash_spelled_out() -> None:
    """Written without the module, so that the page of the protocol is held to the byte."""

    def part(data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + data

    def number(n: int) -> bytes:
        return part(n.to_bytes(8, "big"))

    numbers = number(1) + number(3) + number(2)
    of_host = part(b"lan13/1 commit") + part(b"host") + part(TABLE) + numbers + part(HOST.public) + part(SECRET)
    assert d.host_commitment(TABLE, OF, HOST.public, SECRET) == hashlib.sha256(of_host).digest()
    key = KEYS[0].public
    of_mix = part(b"lan13/1 commit") + part(b"mix") + part(TABLE) + numbers + part(key) + part(MIXES[0])
    assert d.mix_commitment(TABLE, OF, key, MIXES[0]) == hashlib.sha256(of_mix).digest()
    by_key = dict(zip((k.public for k in KEYS), MIXES, strict=True))
    given = b"".join(part(k) + part(by_key[k]) for k in sorted(by_key))
    text = part(b"lan13/1 seed") + part(TABLE) + numbers + part(b"leaves 3") + given
    assert d.seed_of(drawing(), SECRET, by_key) == hmac.digest(SECRET, text, "sha256")


def test_the_vectors_of_the_page() -> None:
    by_key = dict(zip((k.public for k in KEYS), MIXES, strict=True))
    assert HOST.public.hex().startswith("3b6a27bcceb6a42d")
    assert drawing().commitment.hex() == HOST_COMMITMENT
    assert d.seed_of(drawing(), SECRET, by_key).hex() == SEED


HOST_COMMITMENT = "3281f3705b2a80d557a9fba038cadb5f440e21044fcabaef30cd51b8b0c105a9"
SEED = "9e227991a764ff4b867735b878f39b73cd5812836108b51f276d591fc25a947f"


@pytest.mark.parametrize("of", [DealId(2, 3, 2), DealId(1, 4, 2), DealId(1, 3, 3)])
def test_match_deal_and_attempt_are_in_every_hash(of: DealId) -> None:
    one, other = drawing(), drawing(of)
    assert one.commitment != other.commitment
    assert d.mix_commitment(TABLE, OF, KEYS[0].public, SECRET) != d.mix_commitment(TABLE, of, KEYS[0].public, SECRET)
    assert d.seed_of(one, SECRET, {}) != d.seed_of(other._replace(commitment=one.commitment), SECRET, {})
    texts = [(d.opening_text(x), d.commit_text(x, SECRET), d.mix_text(x, {}, SECRET)) for x in (one, other)]
    assert not set(texts[0]) & set(texts[1])


def test_an_honest_drawing_is_taken() -> None:
    of = drawing()
    seen = d.are_commitments(of, commitments(of))
    assert seen is not None
    assert d.are_mixes(of, seen, mixes(of, seen)) == dict(zip((k.public for k in KEYS), MIXES, strict=True))
    assert d.is_secret(of, SECRET)
    assert of.is_sound


def test_commitments_that_are_not_one_of_each_are_refused() -> None:
    of = drawing()
    good = commitments(of)
    seat, commitment, sig = good[1]
    for bad in (good[:2], [*good, good[0]], [good[0], good[0], good[2]], [good[0], (seat, SECRET, sig), good[2]],
                [good[0], (seat, commitment, good[0][2]), good[2]], [*good[:2], (Seat(5), *good[2][1:])]):  # fmt: skip
        assert d.are_commitments(of, bad) is None
    assert d.are_commitments(drawing(DealId(1, 3, 3)), good) is None


def test_bytes_that_nobody_has_committed_to_are_refused() -> None:
    of = drawing()
    seen = d.are_commitments(of, commitments(of))
    assert seen is not None
    good = mixes(of, seen)
    spoiled = [(Seat(0), SECRET, good[0][2]), (Seat(0), MIXES[0], good[1][2]), (Seat(0), MIXES[0][:31], good[0][2])]
    for bad in (good[:2], [good[0], good[0], good[2]], *([first, *good[1:]] for first in spoiled)):
        assert d.are_mixes(of, seen, bad) is None
    other = {**seen, KEYS[2].public: SECRET}
    assert d.are_mixes(of, other, good) is None


def test_a_copied_commitment_cannot_be_opened() -> None:
    """Who gives another one's commitment for their own has committed to nothing: the key is in the hash."""
    of = drawing()
    copied = d.mix_commitment(TABLE, OF, KEYS[0].public, MIXES[0])
    assert not d.is_mix(of, {KEYS[1].public: copied}, KEYS[1].public, MIXES[0], bytes(64))


def test_another_secret_is_no_secret() -> None:
    assert not d.is_secret(drawing(), bytes(32))
    assert not d.is_secret(drawing(), SECRET[:31])
    with pytest.raises(ValueError, match="32 bytes"):
        d.host_commitment(TABLE, OF, HOST.public, b"short")


def test_a_drawing_without_people_or_with_somebody_twice_is_not_sound() -> None:
    of = drawing()
    assert not of._replace(drawers=()).is_sound
    assert not of._replace(drawers=(*of.drawers, d.Drawer(Seat(5), KEYS[0].public))).is_sound
    assert not of._replace(drawers=(*of.drawers, d.Drawer(Seat(0), HOST.public))).is_sound
