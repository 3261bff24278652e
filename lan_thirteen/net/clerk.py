"""The host's journal of a match: what is written down, told to everybody, and told again to who comes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from lan_thirteen.core.values import Refusal
from lan_thirteen.net.dealer import Sealed, Unsealed
from lan_thirteen.trust import journal as j
from lan_thirteen.wire.limits import ENTRIES, KIB
from lan_thirteen.wire.messages import Entries

_ACTIONS: Final = (j.Played, j.Restocked, j.DealMixes)
"""The records that change what can be played."""

_MOST: Final = 32 * KIB
"""Bytes of lines in one message: half of what a message may have."""


class Recorder(Protocol):
    """Where a match is written down."""

    def begin(self, header: j.Header) -> Refusal | None:
        """A match begins; its lines follow, the header's too.

        Gives what everybody should know if it cannot be written down.
        """
        ...

    def write(self, line: bytes, head: bytes) -> Refusal | None:
        """The next line, and the journal's head after it; both are with the system when this returns.

        Gives what everybody should know, once, when no more can be written.
        """
        ...

    def keep(self, secret: Sealed | Unsealed) -> Refusal | None:
        """Keep this apart from the match; what is sealed is on the disk when this returns.

        Gives what everybody should know, once, when no more can be written.
        """
        ...


class Clerk:
    """Writes one match after the other. What is added is written at once, and told when it is asked for."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.match = 0
        """The number of the match at its table; 0 before the first."""
        self._lines: list[bytes] = []
        self._told = 0
        """How many lines everybody has been told."""
        self._acted = 0
        """How many lines there were after the last that changed what can be played."""
        self.chain = j.Chain()

    @property
    def lines(self) -> tuple[bytes, ...]:
        """All that is written."""
        return tuple(self._lines)

    def take_up(self, match: int, lines: Sequence[bytes]) -> None:
        """Go on writing of this match after these lines, which are written and told."""
        self.match, self._lines, self._told, self._acted = match, list(lines), len(lines), 0
        self.chain = j.Chain(lines)
        for number, line in enumerate(lines, start=1):
            if isinstance(j.record_of(line), _ACTIONS):
                self._acted = number

    def begin(self, header: j.Header) -> Iterator[Refusal]:
        """Write of another match from now on. Gives what everybody should know of the writing."""
        if (trouble := self._recorder.begin(header)) is not None:
            yield trouble
        self.match, self._lines, self._told, self._acted = header.match, [], 0, 0
        self.chain = j.Chain()
        yield from self.add(header)

    def add(self, record: j.Record) -> Iterator[Refusal]:
        """Write one record. Gives what everybody should know of the writing."""
        line = j.line_of(record)
        self._lines.append(line)
        head = self.chain.add(line)
        if isinstance(record, _ACTIONS):
            self._acted = len(self.chain)
        if (trouble := self._recorder.write(line, head)) is not None:
            yield trouble

    def is_current(self, at: int) -> bool:
        """Whether nothing was played since there were so many lines."""
        return self._acted <= at <= len(self.chain)

    def news(self) -> list[Entries]:
        """All that was not told to everybody yet; from now on it is."""
        first, self._told = self._told, len(self._lines)
        return self._entries(first, self._told)

    def since(self, match: int, have: int) -> list[Entries]:
        """What somebody lacks of all that everybody was told, who has so many lines of that match."""
        first = have if match == self.match and have <= self._told else 0
        return self._entries(first, self._told)

    def _entries(self, first: int, end: int) -> list[Entries]:
        out: list[Entries] = []
        while first < end:
            until, size = first, 0
            while until < min(end, first + ENTRIES) and (until == first or size + len(self._lines[until]) <= _MOST):
                size += len(self._lines[until])
                until += 1
            lines = tuple(self._lines[first:until])
            out.append(Entries(self.match, first, lines, self.chain.heads[until]))
            first = until
        return out
