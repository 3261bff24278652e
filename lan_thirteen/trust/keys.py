"""Ed25519 keys and what is signed with them.

A seat belongs to whoever holds its key; a host machine is known again by its own. A signature covers the table's
certificate, so it is worth nothing at another table and nothing to a relay, which has another certificate.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_BYTES: Final = 32

_SIGN_BIT: Final = 0x80
_SMALL: Final = frozenset(
    bytes.fromhex(point)
    for point in (
        "00" * 32,
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
    )
)
"""The points of small order, without their sign: as public keys they would have signed any text."""


class SigningKey:
    """A private key."""

    def __init__(self, secret: bytes) -> None:
        """The key with these 32 secret bytes. Raises ValueError for any other length."""
        self._key = Ed25519PrivateKey.from_private_bytes(secret)

    @classmethod
    def new(cls) -> SigningKey:
        """A key that nobody else has."""
        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @property
    def secret(self) -> bytes:
        return self._key.private_bytes_raw()

    @property
    def public(self) -> bytes:
        """The 32 bytes by which others know this key."""
        return self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """The 64-byte signature of ``message``."""
        return self._key.sign(message)


def is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the holder of this public key has signed ``message``; False for bytes that are nobody's key."""
    if public[:-1] + bytes(byte & ~_SIGN_BIT for byte in public[-1:]) in _SMALL:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def greeting_text(fingerprint: bytes, table: bytes, epoch: int, nonce: bytes) -> bytes:
    """What a host signs in its greeting."""
    return joined(b"lan13/1 host", fingerprint, table, epoch.to_bytes(8, "big"), nonce)


def join_text(fingerprint: bytes, table: bytes, host_nonce: bytes, nonce: bytes, name: str) -> bytes:
    """What a guest signs when it joins."""
    return joined(b"lan13/1 seat", fingerprint, table, host_nonce, nonce, name.encode())


def is_same(a: bytes, b: bytes) -> bool:
    """Whether two fingerprints are the same, in a time that does not depend on where they differ."""
    return hmac.compare_digest(a, b)


def fingerprint_of(certificate: bytes) -> bytes:
    """By which a table's certificate (DER) is known."""
    return hashlib.sha256(certificate).digest()


def joined(*parts: bytes) -> bytes:
    """The parts, each with its length, so that no two rows of parts join to the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
