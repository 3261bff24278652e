"""What a host that lost its power has lost of a journal, taken back from guests who had been told it.

Only whoever has a seat is asked, and only until something new is written. Each line must follow from those before it,
and the match must still play: what people and the host have signed cannot be made up. A bot's move is not signed; it
is believed, and a laptop that was told another one says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from lan_thirteen.audit.journal import Auditor
from lan_thirteen.audit.standing import standing_of
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.crowd import GuestConnection
from lan_thirteen.net.gate import Messages
from lan_thirteen.net.past import Past, past_of
from lan_thirteen.net.scribe import Scribe
from lan_thirteen.table.saved import Saved
from lan_thirteen.trust import journal as j
from lan_thirteen.wire import messages as m

_LOG = logging.getLogger(__name__)


class Refill:
    """Of one match that goes on."""

    def __init__(self, past: Past, scribe: Scribe, resume: Callable[[Saved], None]) -> None:
        """``resume``: makes the table be at this point of the match."""
        self._past = past
        self._resume = resume
        self._scribe = scribe
        self._length = 0
        """How many lines there are as long as nothing new is written."""

    def begin(self) -> Refusal | None:
        """Go on from there. Gives what the owner should know of the writing."""
        trouble = None
        for unwritten in self._scribe.take_up(self._past.standing, self._past.sealed):
            trouble = unwritten
        self._resume(self._past.saved)
        self._length = len(self._scribe.clerk.chain)
        return trouble

    async def fill(self, connection: GuestConnection, messages: Messages, join: m.Join, patience: float) -> None:
        """Take back what this guest has more than we, unless it is too late, and go on from there.

        ``patience``: seconds for each line. Raises TimeoutError.
        """
        found = Found(self._scribe.clerk.lines)
        while (lack := self.lack(join, found)) is not None:
            connection.send(lack)
            async with asyncio.timeout(patience):
                rest = await anext(messages, None)
            if not isinstance(rest, m.Rest) or not found.take(rest.line):
                break
        self.go_on_with(found)

    def lack(self, join: m.Join, found: Found) -> m.Lack | None:
        """What to ask this guest for; None where they have no more than that, or it is too late."""
        have = len(found.lines)
        is_asked = join.match == self._scribe.clerk.match and join.have > have and self._is_unchanged
        return m.Lack(join.match, have, found.head) if is_asked else None

    def go_on_with(self, found: Found) -> None:
        """Write what was found, and be where that leaves the match; nothing where that is none, or it is too late."""
        clerk = self._scribe.clerk
        if not self._is_unchanged or len(found.lines) == self._length:
            return
        try:
            standing = standing_of(found.lines, self._past.sealed)
        except JournalError:
            return
        for line in found.lines[self._length :]:
            for trouble in clerk.add(j.record_of(line)):
                _LOG.warning("what was lost is not written again: %s", trouble)
        self._past = past_of(standing, self._past.sealed, self._past.file)
        self.begin()

    @property
    def _is_unchanged(self) -> bool:
        return len(self._scribe.clerk.chain) == self._length


class Found:
    """A journal, and the lines after it that a guest has given."""

    def __init__(self, lines: tuple[bytes, ...]) -> None:
        self.lines = lines
        self._auditor = Auditor()
        for line in lines:
            self._auditor.add(line)

    @property
    def head(self) -> bytes:
        return self._auditor.chain.head

    def take(self, line: bytes) -> bool:
        """Whether this is the next line, with nothing wrong with it."""
        if not line or self._auditor.add(line):
            return False
        self.lines = (*self.lines, line)
        return True
