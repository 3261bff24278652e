"""A match as one laptop knows it, for the time when its host is gone: who may decide, and what must be restored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Count, DealId
from lan_thirteen.core.values import Tagged, Value
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.deal import Drawer, Drawing, cat
from lan_thirteen.trust.electorate import Council, Elector, Electorate
from lan_thirteen.trust.keys import is_signed


class Ballot(Value, frozen=True):
    """A vote that anybody can check: the seat key's, over ``vote_text``."""

    key: j.Key
    sig: j.Signature


Ballots = Annotated[tuple[Ballot, ...], Meta(max_length=16)]


class TakenOver(Tagged, frozen=True):
    """From now on this seat's laptop hosts the table, by the votes of these, over the head before this record.

    Who has voted is the new electorate. What the host signs from here on is checked by this seat's key.
    """

    epoch: Count
    seat: j.SeatNumber
    key: j.Key
    ballots: Ballots


class Claim(Value, frozen=True):
    """How far a laptop knows the story: so many records of a match, the head after them, and the epoch of the last."""

    epoch: Count
    match: Count
    records: Count
    head: j.Hash

    @property
    def length(self) -> tuple[int, int, int]:
        """What a later epoch has written holds over what an earlier one has, and more over less."""
        return (self.match, self.epoch, self.records)


_DECODER: Final = msgspec.json.Decoder(j.Record | TakenOver)


def crown_line(record: TakenOver) -> bytes:
    """The record as a line of the journal."""
    return msgspec.json.encode(record)


def vote_text(table: bytes, epoch: int, candidate: bytes, head: bytes) -> bytes:
    """What a seat key signs when its person lets another laptop host: that one, with just this story."""
    return cat("lan13/1 vote", table, epoch, candidate, head)


def voters(table: bytes, epoch: int, candidate: bytes, head: bytes, ballots: Iterable[Ballot]) -> frozenset[bytes]:
    """Those who have signed that this candidate may host in this epoch."""
    text = vote_text(table, epoch, candidate, head)
    return frozenset(ballot.key for ballot in ballots if is_signed(ballot.key, ballot.sig, text))


class Story:
    """The journal of a match, followed line by line; pure.

    ``owner`` is the seat at the host's machine; it must be the same on every laptop, since it has a voice. ``base`` is
    the council that the match before has left.
    """

    def __init__(self, table: bytes, owner: int | None, base: Council = Council()) -> None:  # noqa: B008  # frozen
        self.table = table
        self.owner = owner
        self.council = base
        self.match = 0
        self.epoch = 0
        self.host = b""
        """By which the host's signatures are checked now."""
        self.lines: list[bytes] = []
        self.chain = j.Chain()
        self.sealed: Drawing | None = None
        """The deal whose secret bytes are needed to go on with it; None between deals."""
        self.crowned_at: int | None = None
        """The place of the last ``TakenOver``; None in a match that has its first host still."""
        self.before_crown = self.claim
        self._first = (owner, base)
        self._keys: dict[int, bytes] = {}
        self._opened: Drawing | None = None

    @property
    def claim(self) -> Claim:
        return Claim(self.epoch, self.match, len(self.chain), self.chain.head)

    def next(self) -> Story:
        """That of the next match, still without a line."""
        return Story(self.table, self.owner, self.council)

    def has(self, claim: Claim) -> bool:
        """Whether all that is claimed stands in this story."""
        return (
            claim.match == self.match
            and claim.records <= len(self.chain)
            and self.chain.heads[claim.records] == claim.head
        )

    def told_otherwise(self, lines: Sequence[bytes]) -> Story | None:
        """The same match as these lines have it from its first; None where they cannot stand like that."""
        story = Story(self.table, *self._first)
        return story if all(story.add(line) for line in lines) and story.match == self.match else None

    def add(self, line: bytes) -> bool:
        """Follow one more line; False, and nothing is changed, where it is no record or can have no place here."""
        try:
            record = _DECODER.decode(line) if len(line) <= j.MAX_LINE else None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            record = None
        if record is None or isinstance(record, j.Header) != (not self.lines) or not self._is_backed(record):
            return False
        if isinstance(record, TakenOver):
            self.crowned_at, self.before_crown = len(self.lines), self.claim
        self.lines.append(line)
        self.chain.add(line)
        self._follow(record)
        return True

    def _is_backed(self, record: j.Record | TakenOver) -> bool:
        """Whether it is about this table, and who takes it over has the votes for that."""
        match record:
            case j.Header():
                return record.table == self.table
            case TakenOver():
                have = voters(self.table, record.epoch, record.key, self.chain.head, record.ballots)
                is_right = self.council.candidate(self.epoch, record.epoch) == record.key
                is_elector = record.key in have and Elector(record.seat, record.key) in self._electors()
                is_won = len(have) == len(record.ballots) and self.council.is_majority(have)
                return record.epoch > self.epoch and is_right and is_elector and is_won
            case j.HandedOver():
                text = j.handed_text(self.table, self.chain.head, record.epoch, record.seat, record.key)
                is_theirs = self._keys.get(record.seat) == record.key
                return record.epoch > self.epoch and is_theirs and is_signed(self.host, record.sig, text)
            case _:
                return True

    def _follow(self, record: j.Record | TakenOver) -> None:
        match record:
            case j.Header():
                self.match, self.epoch, self.host = record.match, record.epoch, record.host
            case j.Seated():
                self._keys[record.seat] = record.key
            case j.DealOpened():
                self._opened = self._drawing(record)
            case j.DealMixes():
                self._draw(record.of)
            case j.DealShown():
                self.sealed = None
            case j.Played():
                self.council = self.council.settled()
            case TakenOver():
                joined = {ballot.key for ballot in record.ballots}
                electors = [elector for elector in self._electors() if elector.key in joined]
                self.epoch, self.host, self.owner = record.epoch, record.key, record.seat
                self._change(Electorate.of(electors, record.key))
            case j.HandedOver():
                self.epoch, self.host, self.owner = record.epoch, record.key, record.seat
                self._change(Electorate.of([*self._electors(), Elector(record.seat, record.key)], record.key))
            case _:
                pass

    def _drawing(self, record: j.DealOpened) -> Drawing:
        drawers = tuple(Drawer(Seat(drawer.seat), drawer.key) for drawer in record.drawers)
        return Drawing(self.table, record.of, record.deck, self.host, record.commitment, drawers)

    def _draw(self, of: DealId) -> None:
        """A deal is drawn: those who drew it may decide on it, and whose machine hosts."""
        if self._opened is None or self._opened.of != of:
            return
        self.sealed = self._opened
        owner = b"" if self.owner is None else self._keys.get(self.owner, b"")
        electors = {Elector(drawer.seat, drawer.key) for drawer in self.sealed.drawers}
        if self.owner is not None and owner:
            electors.add(Elector(self.owner, owner))
        self._change(Electorate.of(electors, owner or self.host))

    def _change(self, electorate: Electorate) -> None:
        self.council = self.council.changed(electorate, (self.match, len(self.lines)))

    def _electors(self) -> list[Elector]:
        return [elector for electorate in self.council.all for elector in electorate.electors]
