"""The journal of a match: all that everybody may know of it, each line bound to all lines before it.

A line is one record as JSON, bytes in base64. The *head* after a line is SHA-256 over the head before it and the line,
so whoever signs a head has signed the whole story up to there. The host writes the journal and everybody keeps a copy.
What a deal was dealt from stands in it only when the deal is over; the deal itself never does, since it follows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.game import OptionValue
from lan_thirteen.core.lobby import Count, DealId, HouseRules
from lan_thirteen.core.values import Refusal, Tagged, Value
from lan_thirteen.trust.deal import cat

FORMAT: Final = 2
"""Of a match file that is a journal; 1 is the plain list of actions that a match without others is kept as."""

START: Final = hashlib.sha256(b"lan13/1 journal").digest()
"""The head before the first line."""

HEAD_BYTES: Final = 32
MAX_LINE: Final = 2 * 1024
"""Bytes; the longest is that of eight people's bytes, 1.3 KiB."""

Key: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
NoKey: TypeAlias = Annotated[bytes, Meta(max_length=32)]
Hash: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Secret: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
NoSignature: TypeAlias = Annotated[bytes, Meta(max_length=64)]
Name: TypeAlias = Annotated[str, Meta(max_length=80)]
Word: TypeAlias = Annotated[str, Meta(max_length=64)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7)]


class Header(Tagged, frozen=True):
    """The first record: which match of which table this is, and its rules."""

    lan13: int
    table: Annotated[bytes, Meta(min_length=16, max_length=16)]
    fingerprint: Hash
    """Of the table's certificate."""
    host: Key
    """By which the host's signatures are checked."""
    epoch: Count
    match: Count
    name: Name
    """Of the table."""
    game: Word
    rules_version: Count
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: Annotated[tuple[tuple[Word, OptionValue], ...], Meta(max_length=32)]
    """All of them, so that a later default changes no old match."""
    house: HouseRules


class Seated(Tagged, frozen=True):
    """From now on this seat is theirs: a person's, known by their seat key, or a bot's, with its level and no key."""

    seat: SeatNumber
    key: NoKey
    name: Name
    level: Word


class Gone(Tagged, frozen=True):
    """A bot of this level plays for the person of this seat, until they are ``Back``; ``why`` is one of ``Why``."""

    seat: SeatNumber
    level: Word
    why: Word


class Back(Tagged, frozen=True):
    """The person of this seat decides again."""

    seat: SeatNumber


class Drawer(Value, frozen=True):
    """Somebody whose bytes go into a deal."""

    seat: SeatNumber
    key: Key


class Given(Value, frozen=True):
    """A commitment, or the bytes that were committed to, with the signature of the seat's key."""

    seat: SeatNumber
    what: Hash
    sig: Signature


class DealOpened(Tagged, frozen=True):
    """A deal is to be drawn. ``commitment``: the host's own; ``sig``: its key over all of this and the table."""

    of: DealId
    deck: Word
    """The game's id and the number of seats, a space between them."""
    drawers: Annotated[tuple[Drawer, ...], Meta(max_length=8)]
    """Nobody, where nobody was there: then the host draws alone."""
    commitment: Hash
    sig: Signature


class DealCommits(Tagged, frozen=True):
    """All have committed, to this; whoever is among them gives their bytes now, if it is as it should be."""

    of: DealId
    commits: Annotated[tuple[Given, ...], Meta(max_length=8)]


class DealMixes(Tagged, frozen=True):
    """All have given their bytes. The cards are dealt from them and the host's."""

    of: DealId
    mixes: Annotated[tuple[Given, ...], Meta(max_length=8)]


class GivenUp(Tagged, frozen=True):
    """These did not answer: the attempt is shown at once and the next one goes without them."""

    of: DealId
    seats: Annotated[tuple[SeatNumber, ...], Meta(max_length=8)]


class DealShown(Tagged, frozen=True):
    """The host's bytes: the deal is over, or the attempt was given up. Now everybody can deal it again."""

    of: DealId
    secret: Secret


class Played(Tagged, frozen=True):
    """A seat's action. ``index`` counts all actions of the match, the dealer's too, from 0.

    ``sig``: the seat key's, over the head after ``at`` records and the action; empty where a bot played. Between those
    records and this one no other action may stand.
    """

    index: Count
    seat: SeatNumber
    action: Annotated[bytes, Meta(max_length=1024)]
    """MessagePack, as it travelled."""
    at: Count
    sig: NoSignature


class Restocked(Tagged, frozen=True):
    """The dealer made a new stock, as the seed of the deal has it."""

    index: Count


class Ended(Tagged, frozen=True):
    """A deal is over. ``sig``: the host's, over the head before this record: it has told this story and no other."""

    of: DealId
    sig: Signature


class Checked(Tagged, frozen=True):
    """What a person's laptop makes of a deal, signed over the head after ``at`` records, its ``Ended`` the last."""

    seat: SeatNumber
    of: DealId
    at: Count
    colour: Word
    """green, red or grey."""
    sig: Signature


class HandedOver(Tagged, frozen=True):
    """From now on the laptop of this seat hosts the table; what it signs as host is checked by its seat key, ``key``.

    ``sig``: of who hosted it until now, over the head before this record.
    """

    epoch: Count
    seat: SeatNumber
    key: Key
    sig: Signature


Record: TypeAlias = (
    Header
    | Seated
    | Gone
    | Back
    | DealOpened
    | DealCommits
    | DealMixes
    | GivenUp
    | DealShown
    | Played
    | Restocked
    | Ended
    | Checked
    | HandedOver
)

_DECODER: Final = msgspec.json.Decoder(Record)


def line_of(record: Record) -> bytes:
    """The record as one line, without the newline."""
    return msgspec.json.encode(record)


def record_of(line: bytes) -> Record:
    """The record that this line is. Raises JournalError where it is none."""
    if len(line) > MAX_LINE:
        raise JournalError(Refusal("journal.bad-record"))
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(Refusal("journal.bad-record")) from error


def head_after(head: bytes, line: bytes) -> bytes:
    """The head after one more line."""
    return hashlib.sha256(head + line).digest()


class Chain:
    """The heads of a journal as it grows: ``heads[n]`` is that after n lines."""

    def __init__(self, lines: Iterable[bytes] = ()) -> None:
        self.heads = [START]
        for line in lines:
            self.add(line)

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self.heads) - 1

    @property
    def head(self) -> bytes:
        return self.heads[-1]

    def add(self, line: bytes) -> bytes:
        """The head after this line too."""
        self.heads.append(head_after(self.head, line))
        return self.head


def act_text(head: bytes, index: int, action: bytes) -> bytes:
    """What a seat key signs when its person plays: this action, after just this story."""
    return cat("lan13/1 act", head, index, action)


def ended_text(head: bytes, of: DealId) -> bytes:
    """What the host signs when a deal is over."""
    return cat("lan13/1 ended", head, of.match, of.deal, of.attempt)


def receipt_text(table: bytes, head: bytes, of: DealId, colour: str) -> bytes:
    """What a seat key signs of a deal when it is over: the story that this laptop was told, and what it makes of it."""
    return cat("lan13/1 checked", table, head, of.match, of.deal, of.attempt, colour)


def handed_text(table: bytes, head: bytes, epoch: int, seat: int, key: bytes) -> bytes:
    """What the host signs when it hands the table over: this story to that seat."""
    return cat("lan13/1 handed over", table, head, epoch, seat, key)


def told_text(table: bytes, match: int, seat: int, index: int, view: bytes, events: Sequence[bytes]) -> bytes:  # noqa: PLR0913, PLR0917  # all that is signed
    """What the host signs when it tells a seat of cards that not everybody sees."""
    return cat("lan13/1 told", table, match, seat, index, view, *events)
