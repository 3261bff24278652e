"""What can be attached to a journal so that it proves more: things signed that are not in the chain.

An attachment is one value as JSON, bytes in base64. Each stands for itself: it is worth what its signature is worth,
whoever shows it.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.lobby import Count, DealId
from lan_thirteen.core.values import Refusal, Tagged
from lan_thirteen.trust.journal import Hash, Key, SeatNumber, Signature, Word

MAX_ATTACHMENT: Final = 64 * 1024
"""Bytes; the longest story that a seat is told has some 400 events."""

Blob: TypeAlias = Annotated[bytes, Meta(max_length=8 * 1024)]


class Told(Tagged, frozen=True):
    """What the host told a seat when so many actions had been played; ``sig`` is the host's, over ``told_text``."""

    match: Count
    seat: SeatNumber
    index: Count
    view: Blob
    events: Annotated[tuple[Blob, ...], Meta(max_length=1024)]
    sig: Signature


class Line(Tagged, frozen=True):
    """A line of a journal that is not this one: a ``DealOpened`` or ``Ended``, which the host has signed."""

    head: Hash
    """That before the line."""
    line: Annotated[bytes, Meta(max_length=2 * 1024)]


class Heard(Tagged, frozen=True):
    """What another laptop said of a deal, past the host: that its journal had this head when the deal was over.

    ``sig`` is that of ``key`` over ``receipt_text``.
    """

    of: DealId
    head: Hash
    colour: Word
    key: Key
    sig: Signature


Attachment: TypeAlias = Told | Line | Heard

_DECODER: Final = msgspec.json.Decoder(Attachment)


def attached(attachment: Attachment) -> bytes:
    """The attachment as one line, without the newline."""
    return msgspec.json.encode(attachment)


def attachment_of(line: bytes) -> Attachment:
    """The attachment that this line is. Raises JournalError where it is none."""
    if len(line) > MAX_ATTACHMENT:
        raise JournalError(Refusal("journal.bad-record"))
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(Refusal("journal.bad-record")) from error
