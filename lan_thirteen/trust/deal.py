"""LAN13-DEAL-1: a deal that is drawn by everybody, so that nobody has chosen the cards.

The host commits to 32 secret bytes, everybody else to 32 of their own. When all commitments are known the others give
theirs away; the host's stay secret until the deal is over. The seed of the deal comes from all of them, so whoever was
honest about their own bytes knows, once the host's are shown, that nobody could choose it.

Who knows the host's bytes can compute the deal again. Nothing here asks a clock or draws a number.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.trust.keys import is_signed

SECRET_BYTES: Final = 32


def cat(*parts: bytes | str | int) -> bytes:
    """The parts, each with its length in four bytes before it; a number is eight bytes, all of it big-endian."""
    out = []
    for part in parts:
        data = part.encode() if isinstance(part, str) else part.to_bytes(8, "big") if isinstance(part, int) else part
        out.append(len(data).to_bytes(4, "big") + data)
    return b"".join(out)


class Drawer(NamedTuple):
    """Somebody whose bytes go into a deal: the seat, and the key that it is known by."""

    seat: Seat
    key: bytes


class Drawing(NamedTuple):
    """What all are told when a deal is opened; ``commitment`` is the host's, by its ``host`` key."""

    table: bytes
    of: DealId
    deck: str
    """The game and how many seats it is dealt to."""
    host: bytes
    commitment: bytes
    drawers: tuple[Drawer, ...]

    @property
    def keys(self) -> frozenset[bytes]:
        return frozenset(drawer.key for drawer in self.drawers)

    @property
    def is_sound(self) -> bool:
        """Whether everybody in it has one seat and one key, and nobody is the host."""
        seats = {drawer.seat for drawer in self.drawers}
        return 0 < len(self.drawers) == len(seats) == len(self.keys) and self.host not in self.keys


def deck_of(game: str, seats: int) -> str:
    """What a deck is called in a drawing."""
    return f"{game} {seats}"


def host_commitment(table: bytes, of: DealId, host: bytes, secret: bytes) -> bytes:
    """What commits the host to its secret bytes."""
    return _commitment("host", table, of, host, secret)


def mix_commitment(table: bytes, of: DealId, key: bytes, mix: bytes) -> bytes:
    """What commits the holder of a seat key to the bytes that they will give."""
    return _commitment("mix", table, of, key, mix)


def _commitment(role: str, table: bytes, of: DealId, who: bytes, secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"{SECRET_BYTES} bytes, not {len(secret)}")
    return hashlib.sha256(cat("lan13/1 commit", role, table, *_numbers(of), who, secret)).digest()


def seed_of(drawing: Drawing, secret: bytes, mixes: Mapping[bytes, bytes]) -> bytes:
    """The seed of the deal, from the host's secret bytes and everybody's by their keys.

    Where nobody draws with the host it is its secret as it stands.
    """
    if not drawing.drawers:
        return secret
    given = [part for key in sorted(mixes) for part in (key, mixes[key])]
    text = cat("lan13/1 seed", drawing.table, *_numbers(drawing.of), drawing.deck, *given)
    return hmac.digest(secret, text, "sha256")


def opening_text(drawing: Drawing) -> bytes:
    """What the host signs when it opens a deal."""
    drawers = [part for drawer in drawing.drawers for part in (drawer.seat, drawer.key)]
    return cat(
        "lan13/1 deal open",
        drawing.table,
        *_numbers(drawing.of),
        drawing.deck,
        drawing.host,
        drawing.commitment,
        *drawers,
    )


def commit_text(drawing: Drawing, commitment: bytes) -> bytes:
    """What a seat key signs with its commitment: it is worth something in this very drawing only."""
    return cat("lan13/1 deal commit", drawing.table, *_numbers(drawing.of), drawing.commitment, commitment)


def mix_text(drawing: Drawing, commitments: Mapping[bytes, bytes], mix: bytes) -> bytes:
    """What a seat key signs with its bytes: that it had seen just these commitments."""
    seen = hashlib.sha256(cat(drawing.commitment, *(p for key in sorted(commitments) for p in (key, commitments[key]))))
    return cat("lan13/1 deal mix", drawing.table, *_numbers(drawing.of), seen.digest(), mix)


def are_commitments(drawing: Drawing, given: Iterable[tuple[Seat, bytes, bytes]]) -> dict[bytes, bytes] | None:
    """The commitments by key, where these, with seats and signatures, are one of each drawer; else None."""
    out: dict[bytes, bytes] = {}
    keys = {drawer.seat: drawer.key for drawer in drawing.drawers}
    for seat, commitment, sig in given:
        key = keys.pop(seat, None)
        if key is None or not is_signed(key, sig, commit_text(drawing, commitment)):
            return None
        out[key] = commitment
    return None if keys else out


def are_mixes(
    drawing: Drawing, commitments: Mapping[bytes, bytes], given: Iterable[tuple[Seat, bytes, bytes]]
) -> dict[bytes, bytes] | None:
    """Everybody's bytes by key, where these, with seats and signatures, are just what was committed to; else None."""
    out: dict[bytes, bytes] = {}
    keys = {drawer.seat: drawer.key for drawer in drawing.drawers}
    for seat, mix, sig in given:
        key = keys.pop(seat, None)
        if key is None or not is_mix(drawing, commitments, key, mix, sig):
            return None
        out[key] = mix
    return None if keys else out


def is_mix(drawing: Drawing, commitments: Mapping[bytes, bytes], key: bytes, mix: bytes, sig: bytes) -> bool:
    """Whether these are the bytes that the holder of ``key`` has committed to, and signed by it."""
    if len(mix) != SECRET_BYTES or mix_commitment(drawing.table, drawing.of, key, mix) != commitments.get(key):
        return False
    return is_signed(key, sig, mix_text(drawing, commitments, mix))


def is_secret(drawing: Drawing, secret: bytes) -> bool:
    """Whether the host has committed to these bytes."""
    return (
        len(secret) == SECRET_BYTES
        and host_commitment(drawing.table, drawing.of, drawing.host, secret) == drawing.commitment
    )


def _numbers(of: DealId) -> tuple[int, int, int]:
    return of.match, of.deal, of.attempt
