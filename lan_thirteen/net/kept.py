"""What a guest has of one match: the journal as far as it was told, what is signed beside it, and a copy on disk."""

from __future__ import annotations

import contextlib
from typing import Protocol

from lan_thirteen.core.errors import JournalError, RemoteProtocolError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.line_file import MAX_FILE_BYTES
from lan_thirteen.net.proof_file import Proof
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.proof import Attachment, Line, Told, attached, attachment_of


class Kept(Protocol):
    """The copy of a journal that outlasts this program."""

    @property
    def lines(self) -> tuple[bytes, ...]:
        """What was kept of it before."""
        ...

    @property
    def trouble(self) -> Refusal | None:
        """What its owner should know of that."""
        ...

    def tells(self) -> tuple[bytes, ...]:
        """What was kept by ``keep_told``. Raises JournalError where it cannot be read."""
        ...

    def append(self, line: bytes, head: bytes) -> Refusal | None: ...

    def keep_told(self, told: bytes) -> Refusal | None: ...

    def close(self) -> None: ...


class Keeper(Protocol):
    """Where copies are kept."""

    def newest(self, table: bytes) -> tuple[int, int] | None:
        """The last match of this table that is kept, and how many lines of it."""
        ...

    def open(self, table: bytes, match: int) -> Kept: ...


class OwnJournal:
    """One match. Where there is a copy, it outlasts this program."""

    def __init__(self, match: int, copy: Kept | None) -> None:
        self.match = match
        self.lines: list[bytes] = []
        self._size = 0
        self.attachments: list[Attachment] = []
        """What is signed and not in the journal."""
        self.troubles: list[Refusal] = []
        """What the person should know of the keeping."""
        self._copy = copy
        if copy is not None and copy.trouble is not None:
            self.troubles.append(copy.trouble)
        if copy is not None:
            with contextlib.suppress(JournalError):  # the journal alone proves most
                self.attachments += map(attachment_of, copy.tells())

    def earlier(self) -> tuple[bytes, ...]:
        """The lines that an earlier run of this program has kept; they are to be taken as others are."""
        return () if self._copy is None else self._copy.lines

    def take(self, line: bytes) -> None:
        """One more line. Raises RemoteProtocolError where no match is as long as that."""
        self._size += len(line)
        if self._size > MAX_FILE_BYTES:
            raise RemoteProtocolError(Refusal("link.flood"))
        self.lines.append(line)

    def keep(self, line: bytes, head: bytes) -> None:
        """Keep a line that was just taken, after which the journal has this head."""
        if self._copy is not None:
            self._note(self._copy.append(line, head))

    def attach(self, told: Told) -> None:
        """Hold fast what the host has told us only, and signed."""
        self.attachments.append(told)
        if self._copy is not None:
            self._note(self._copy.keep_told(attached(told)))

    def attach_other(self, head: bytes, lines: list[bytes]) -> None:
        """Hold fast what the host has signed of another story, after this head."""
        for line in lines:
            with contextlib.suppress(JournalError):
                if line not in self.lines and isinstance(j.record_of(line), j.DealOpened | j.Ended):
                    self.attachments.append(Line(head, line))
            head = j.head_after(head, line)

    def proof(self) -> Proof | None:
        """What it proves; None before there is anything."""
        return Proof(tuple(self.lines), tuple(self.attachments)) if self.lines else None

    def close(self) -> None:
        """Nothing more is kept; what was is on the disk."""
        if self._copy is not None:
            self._copy.close()
            self._copy = None

    def _note(self, trouble: Refusal | None) -> None:
        if trouble is not None:
            self.troubles.append(trouble)
