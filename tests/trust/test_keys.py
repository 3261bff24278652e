"""Keys and what they sign: a signature is worth something for one text only."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lan_thirteen.trust.keys import (
    KEY_BYTES,
    SigningKey,
    fingerprint_of,
    greeting_text,
    is_same,
    is_signed,
    join_text,
)

FINGERPRINT, TABLE, NONCE, OTHER_NONCE = b"f" * 32, b"t" * 16, b"n" * 32, b"o" * 32

GREETINGS = (
    greeting_text(FINGERPRINT, TABLE, 1, NONCE),
    greeting_text(b"g" * 32, TABLE, 1, NONCE),
    greeting_text(FINGERPRINT, b"u" * 16, 1, NONCE),
    greeting_text(FINGERPRINT, TABLE, 2, NONCE),
    greeting_text(FINGERPRINT, TABLE, 1, OTHER_NONCE),
)
JOINS = (
    join_text(FINGERPRINT, TABLE, NONCE, OTHER_NONCE, "Ana"),
    join_text(b"g" * 32, TABLE, NONCE, OTHER_NONCE, "Ana"),
    join_text(FINGERPRINT, b"u" * 16, NONCE, OTHER_NONCE, "Ana"),
    join_text(FINGERPRINT, TABLE, OTHER_NONCE, OTHER_NONCE, "Ana"),
    join_text(FINGERPRINT, TABLE, NONCE, NONCE, "Ana"),
    join_text(FINGERPRINT, TABLE, NONCE, OTHER_NONCE, "Anna"),
    join_text(FINGERPRINT, TABLE, NONCE, OTHER_NONCE, ""),
)


def test_a_key_signs_and_others_can_tell() -> None:
    key = SigningKey.new()
    signature = key.sign(b"text")
    assert len(signature) == 64
    assert len(key.public) == len(key.secret) == KEY_BYTES
    assert is_signed(key.public, signature, b"text")
    assert not is_signed(key.public, signature, b"texts")
    assert not is_signed(SigningKey.new().public, signature, b"text")


def test_a_key_is_the_same_when_its_secret_is_read_again() -> None:
    key = SigningKey.new()
    again = SigningKey(key.secret)
    assert (again.public, again.sign(b"text")) == (key.public, key.sign(b"text"))
    assert SigningKey.new().secret != key.secret


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_a_secret_of_another_length_is_no_key(length: int) -> None:
    with pytest.raises(ValueError, match="32"):
        SigningKey(bytes(length))


@settings(max_examples=50, deadline=None)
@given(public=st.binary(max_size=70), signature=st.binary(max_size=70), text=st.binary(max_size=20))
def test_junk_has_signed_nothing(public: bytes, signature: bytes, text: bytes) -> None:
    assert not is_signed(public, signature, text)
    key = SigningKey(bytes(32))
    assert not is_signed(key.public, signature, text)
    assert not is_signed(public, key.sign(text), text)


@pytest.mark.parametrize("sign", [0, 0x80])
def test_a_point_for_which_one_signature_fits_all_texts_is_no_key(sign: int) -> None:
    one = b"\x01" + bytes(31)
    for public in (one, bytes(32), b"\xec" + b"\xff" * 30 + b"\x7f", b"\xee" + b"\xff" * 30 + b"\x7f"):
        signed = public[:-1] + bytes([public[-1] | sign])
        assert not any(is_signed(signed, start + bytes(32), text) for start in (one, public) for text in (b"a", b"b"))


@settings(max_examples=50, deadline=None)
@given(bit=st.integers(0, 64 * 8 - 1))
def test_every_bit_of_a_signature_counts(bit: int) -> None:
    key = SigningKey(bytes(32))
    spoiled = (int.from_bytes(key.sign(b"text"), "big") ^ 1 << bit).to_bytes(64, "big")
    assert not is_signed(key.public, spoiled, b"text")


@pytest.mark.parametrize("texts", [GREETINGS, JOINS, (GREETINGS[0], JOINS[0])], ids=["greeting", "join", "both"])
def test_each_thing_that_is_signed_makes_another_text(texts: tuple[bytes, ...]) -> None:
    assert len(set(texts)) == len(texts)


@settings(max_examples=50, deadline=None)
@given(one=st.tuples(*[st.binary(max_size=6)] * 4), other=st.tuples(*[st.binary(max_size=6)] * 4))
def test_no_byte_can_move_from_one_thing_to_the_next(
    one: tuple[bytes, bytes, bytes, bytes], other: tuple[bytes, bytes, bytes, bytes]
) -> None:
    assert (join_text(*one, "") == join_text(*other, "")) == (one == other)


def test_fingerprints_are_told_apart() -> None:
    assert len(fingerprint_of(b"certificate")) == 32
    assert is_same(fingerprint_of(b"certificate"), fingerprint_of(b"certificate"))
    assert not is_same(fingerprint_of(b"certificate"), fingerprint_of(b"Certificate"))
    assert not is_same(b"", fingerprint_of(b""))
