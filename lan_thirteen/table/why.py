"""Why a table says no."""

from __future__ import annotations

from enum import StrEnum


class Why(StrEnum):
    """Why a command was not carried out, or somebody was sent away; the numbers and names that come with each."""

    KICKED = "join.kicked"
    LOCKED = "join.locked"
    FULL = "join.full"
    NO_WATCHING = "join.no-watching"
    CLOSED = "table.closed"
    SAVED = "table.saved"

    STALE = "table.stale"
    PAUSED = "table.paused"
    NETWORK_LOST = "table.network-lost"
    MOVING = "table.moving"
    NOT_DEALT = "table.not-dealt"

    NOT_OWNER = "table.not-owner"
    NO_SEAT = "table.no-seat"
    BEGUN = "table.begun"
    NOT_BEGUN = "table.not-begun"
    NOT_OVER = "table.not-over"

    SEAT_TAKEN = "table.seat-taken"
    """The seat's number, 1 up."""
    NO_SUCH_SEAT = "table.no-such-seat"
    """The number of seats."""
    NO_FREE_SEAT = "table.no-free-seat"
    SEATED_ALREADY = "table.seated-already"
    PLAYS_HERE = "table.plays-here"
    """The number of the seat; nobody needs a stand-in there."""
    TOO_FEW = "table.too-few"
    """How many seats the game needs."""
    UNKNOWN_GAME = "table.unknown-game"
    """The game, then all that there are."""
    UNKNOWN_LEVEL = "table.unknown-level"
    """The level, then all that there are."""
    UNKNOWN_HOUSE_RULE = "table.unknown-house-rule"
    """The rule."""
    BAD_HOUSE_RULE = "table.bad-house-rule"
    """The value; the rule, then what it can be."""
    NO_SUCH_PERSON = "table.no-such-person"
    NOT_YOURSELF = "table.not-yourself"

    NOBODY_MISSING = "claim.nobody-missing"
    """The number of the seat."""
    NOBODY_TO_ASK = "claim.nobody-to-ask"
    CLAIMS_TOO_SOON = "claim.too-soon"
    """Seconds until they may ask again."""
    NO_CLAIM = "claim.none"
    CLAIM_DECLINED = "claim.declined"
    """The number of the seat; who says that it is theirs, and whose it was."""
    CLAIM_GRANTED = "claim.granted"
    """The same."""

    LEFT_OUT = "fair.left-out"
    """The number of the seat; the name of its person, without whom the deal is drawn."""
    GIVEN_UP = "fair.given-up"
    """How many attempts were given up in this match."""
