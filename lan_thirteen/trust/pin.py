"""Proving to each other that both know a PIN, without telling it: SPAKE2.

Who listens learns nothing, and who takes part has one guess. Both halves are tied to the table's certificate and to the
seat key, so a relay, which shows another certificate, ends up with two halves that do not fit.
"""

from __future__ import annotations

import hashlib
import hmac
from enum import StrEnum
from typing import Final, NamedTuple

from spake2 import SPAKE2_A, SPAKE2_B

from lan_thirteen.core.pin import Pin
from lan_thirteen.trust.keys import joined

MESSAGE_BYTES: Final = 33


class Role(StrEnum):
    GUEST = "guest"
    HOST = "host"


class Bound(NamedTuple):
    """What a proof of the PIN is good for, and nothing else."""

    fingerprint: bytes
    """Of the certificate that this end has seen, or shows."""
    table: bytes
    seat_key: bytes
    host_nonce: bytes
    nonce: bytes


class Proofs(NamedTuple):
    """By which each end proves its PIN; they fit only where both had the same."""

    guest: bytes
    host: bytes


class PinRun:
    """One end of one run; good for one guess. Each of its two steps takes some ten milliseconds of pure Python."""

    def __init__(self, role: Role, pin: Pin, bound: Bound) -> None:
        self._bound = joined(b"lan13/1 pin", *bound)
        ids = {each: hashlib.sha256(joined(each.encode(), self._bound)).digest() for each in Role}
        kind = SPAKE2_A if role is Role.GUEST else SPAKE2_B
        self._spake = kind(pin.digits.encode(), idA=ids[Role.GUEST], idB=ids[Role.HOST])
        self.message: bytes = self._spake.start()
        """The half that the other end needs."""

    def finish(self, theirs: bytes) -> Proofs | None:
        """The proofs, given the other end's half; None where that is no half at all. Once only."""
        if len(theirs) != MESSAGE_BYTES:
            return None
        try:
            key: bytes = self._spake.finish(theirs)
        except Exception:  # noqa: BLE001  # the package has many kinds for bytes that are no point, of no common base
            return None
        return Proofs(*(hmac.digest(key, joined(each.encode(), self._bound), "sha256") for each in Role))
