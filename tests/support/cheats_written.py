"""Hosts that write down or sign something else than they must: each is an honest one but for one thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from lan_thirteen.core.game import Seat
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.dreizehn.model import TARGETS, Place
from lan_thirteen.net.scribe import Scribe
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire.codec import pack, unpack

STRANGER = SigningKey(bytes(32))


class Forger(Scribe):
    """Writes something else ``instead`` of a record."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._write = self.clerk.add
        self.clerk.add = self._forged  # type: ignore[method-assign]
        self.is_done = False

    def _forged(self, record: j.Record) -> Iterator[Refusal]:
        for each in self.instead(record):
            yield from self._write(each)

    def instead(self, record: j.Record) -> Iterable[j.Record]:
        raise NotImplementedError


class Once(Forger):
    """The first record that it ``wants`` becomes ``others``."""

    def instead(self, record: j.Record) -> Iterable[j.Record]:
        if self.is_done or not self.wants(record):
            return (record,)
        self.is_done = True
        return self.others(record)

    def wants(self, record: j.Record) -> bool:
        """A move of a person."""
        return isinstance(record, j.Played) and bool(record.sig)

    def others(self, record: Any) -> Iterable[j.Record]:
        raise NotImplementedError


def otherwise(played: j.Played) -> j.Played:
    """The same card of Dreizehn on another target."""
    place = unpack(played.action, Place)
    return replace(played, action=pack(replace(place, target=(place.target + 1) % len(TARGETS))))


class BotMoveChanged(Once):
    def wants(self, record: j.Record) -> bool:
        return isinstance(record, j.Played) and not record.sig

    def others(self, record: Any) -> Iterable[j.Record]:
        return (otherwise(record),)


class MoveChanged(Once):
    def others(self, record: Any) -> Iterable[j.Record]:
        return (otherwise(record),)


class MoveSignedByTheHost(Once):
    """Changes a move and signs it with a key that is not its person's."""

    def others(self, record: Any) -> Iterable[j.Record]:
        other = otherwise(record)
        text = j.act_text(self.clerk.chain.heads[other.at], other.index, other.action)
        return (replace(other, sig=self._machine.sign(text)),)


class MoveDropped(Once):
    def others(self, record: Any) -> Iterable[j.Record]:
        return ()


class MoveDroppedAndCountedOn(MoveDropped):
    """Nor does the count show it."""

    def instead(self, record: j.Record) -> Iterable[j.Record]:
        if self.is_done and isinstance(record, j.Played):
            return (replace(record, index=record.index - 1),)
        return super().instead(record)


class MoveInvented(Once):
    """Somebody plays once more, without having signed it."""

    def others(self, record: Any) -> Iterable[j.Record]:
        at = len(self.clerk.chain) + 1
        return (record, j.Played(record.index + 1, record.seat, record.action, at, b""))


class MoveTwice(Once):
    def others(self, record: Any) -> Iterable[j.Record]:
        return (record, record)


class MoveUsedAgain(Forger):
    """What somebody has signed for one moment is what they play at the next."""

    first: j.Played | None = None

    def instead(self, record: j.Record) -> Iterable[j.Record]:
        if isinstance(record, j.Played) and record.sig:
            self.first = self.first or record
            if record.seat == self.first.seat:
                return (replace(self.first, index=record.index),)
        return (record,)


class MoveNotSigned(Once):
    """Takes the signature away: a bot might have played."""

    def others(self, record: Any) -> Iterable[j.Record]:
        return (replace(record, sig=b""),)


class MoveOfAnotherSeat(Once):
    def others(self, record: Any) -> Iterable[j.Record]:
        return (replace(record, seat=Seat(1 - record.seat)),)


class EndedOverAnotherStory(Once):
    def wants(self, record: j.Record) -> bool:
        return isinstance(record, j.Ended)

    def others(self, record: Any) -> Iterable[j.Record]:
        return (replace(record, sig=self._machine.sign(j.ended_text(bytes(32), record.of))),)


class NotEnded(EndedOverAnotherStory):
    def others(self, record: Any) -> Iterable[j.Record]:
        return ()


class ReceiptChanged(Once):
    def wants(self, record: j.Record) -> bool:
        return isinstance(record, j.Checked)

    def others(self, record: Any) -> Iterable[j.Record]:
        return (replace(record, colour="grey"),)


class HeaderOfOtherRules(Once):
    """What is written down is a match of more deals."""

    def wants(self, record: j.Record) -> bool:
        return isinstance(record, j.Header)

    def others(self, record: Any) -> Iterable[j.Record]:
        return (replace(record, options=tuple((dict(record.options) | {"rounds": 12}).items())),)


class HeaderOfAnotherTable(HeaderOfOtherRules):
    def others(self, record: Any) -> Iterable[j.Record]:
        return (replace(record, table=bytes(16)),)


class SeatOfAStranger(Once):
    """Who sits in seat 1 is written down under another key."""

    def wants(self, record: j.Record) -> bool:
        return isinstance(record, j.Seated) and record.seat == 1

    def others(self, record: Any) -> Iterable[j.Record]:
        return (replace(record, key=STRANGER.public),)


class StockNotWritten(Once):
    def wants(self, record: j.Record) -> bool:
        return isinstance(record, j.Restocked)

    def others(self, record: Any) -> Iterable[j.Record]:
        return ()


class NothingOpened(Forger):
    """Writes down what is played, and nothing of what it was dealt from."""

    def instead(self, record: j.Record) -> Iterable[j.Record]:
        drawn = (j.DealOpened, j.DealCommits, j.DealMixes, j.GivenUp, j.DealShown, j.Ended)
        return () if isinstance(record, drawn) else (record,)


class HandsNotSigned(Scribe):
    def signature(self, *given: Any) -> bytes:
        return b""


class HandsSignedByAStranger(Scribe):
    def signature(self, *given: Any) -> bytes:
        return STRANGER.sign(b"") if super().signature(*given) else b""
