"""A match as a file: one line for the header, then one line for each action, chance included.

Every line is JSON: ``{"lan13":1,"game":"leaves",…}``, then ``[index, seat or null for the dealer, action]``. The file
of a match that was broken off, even in the middle of a line, is a file of all that was played until then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec

from lan_thirteen.core.errors import IllegalAction, JournalError
from lan_thirteen.core.game import DEALER, Actor, Game, OptionValue, Seat, Step
from lan_thirteen.core.values import Refusal

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

FORMAT: Final = 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be known to play a match again."""

    lan13: int
    """The format of this file."""
    game: str
    rules_version: int
    seats: int
    options: dict[str, OptionValue]
    players: tuple[str, ...]
    """Who sat where; names for people to read, and none for a bot."""


class Record(msgspec.Struct, Generic[A], frozen=True, array_like=True, forbid_unknown_fields=True):
    """One action that was played; ``seat`` is None for the dealer's."""

    index: int
    seat: Seat | None
    action: A

    @property
    def actor(self) -> Actor:
        return DEALER if self.seat is None else self.seat


class Lines(msgspec.Struct, frozen=True):
    """A match file taken apart: its header, the lines of its records, and whether the last line was cut off."""

    header: Header
    records: tuple[bytes, ...]
    is_torn: bool


def header_line(header: Header) -> bytes:
    return msgspec.json.encode(header) + b"\n"


def record_line(record: Record[Any]) -> bytes:
    return msgspec.json.encode(record) + b"\n"


def split_lines(data: bytes) -> Lines:
    """The parts of a match file. Raises JournalError where the header is none of ours."""
    head, newline, rest = data.partition(b"\n")
    try:
        header = msgspec.json.decode(head, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise JournalError(Refusal("file.not-a-match")) from error
    if not newline:
        raise JournalError(Refusal("file.not-a-match"))
    if header.lan13 != FORMAT:
        raise JournalError(Refusal("file.other-format", (header.lan13, FORMAT)))
    *lines, tail = rest.split(b"\n")
    return Lines(header, tuple(lines), bool(tail))


def decode_records(lines: Sequence[bytes], action_type: Any) -> tuple[Record[Any], ...]:
    """The records of these lines. Raises JournalError that names the first line which is none."""
    decoder = msgspec.json.Decoder(Record[action_type])
    out: list[Record[Any]] = []
    for index, line in enumerate(lines):
        try:
            record = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise JournalError(Refusal("file.bad-line", (index + 2,))) from error
        if record.index != index:
            raise JournalError(Refusal("file.bad-line", (index + 2,)))
        out.append(record)
    return tuple(out)


def replay(game: Game[S, A, E, V], header: Header, records: Sequence[Record[A]]) -> Iterator[Step[S, E]]:
    """The step that each record leads to. Raises JournalError, naming the line, at the first illegal one."""
    if header.rules_version != game.info.rules_version:
        raise JournalError(Refusal("file.other-rules", (header.rules_version, game.info.rules_version)))
    if (why := game.refuse_options(header.seats, header.options)) is not None:
        raise JournalError(why)
    state = game.new_match(header.seats, header.options)
    for record in records:
        try:
            step = game.apply(state, record.actor, record.action)
        except IllegalAction as error:
            raise JournalError(Refusal("file.illegal", (record.index + 2,))) from error
        state = step.state
        yield step
