"""What receipts that came past the host say about it: free of I/O, and nothing in them is believed unsigned.

A host that tells two stories, or shows two tables in one, cannot keep laptops of one network from hearing each other.
But anybody on that network can make a key and sign something with it: a stranger may be a joke.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import StrEnum
from typing import NamedTuple

from lan_thirteen.core.lobby import DealId
from lan_thirteen.trust.journal import receipt_text
from lan_thirteen.trust.keys import is_signed
from lan_thirteen.wire.limits import RECEIPTS_KEPT_OF_KEY, RECEIPTS_KEPT_OF_STRANGERS
from lan_thirteen.wire.receipt import Overheard


class Verdict(StrEnum):
    """What one receipt shows."""

    SAME = "same"
    """A person of our journal was told the same story."""
    OTHER_STORY = "other-story"
    """A person of our journal has signed another story of this deal."""
    STRANGER = "stranger"
    """Somebody who is not in our journal says that they play at this table."""
    IGNORED = "ignored"
    """Not signed, not of this table, or of a deal that we know nothing of."""


class Finding(NamedTuple):
    """A receipt that does not go with our journal: ``verdict`` is OTHER_STORY or STRANGER."""

    heard: Overheard
    verdict: Verdict


def judge(heard: Overheard, table: bytes, keys: Container[bytes], heads: Mapping[DealId, bytes]) -> Verdict:
    """What this receipt shows, where our journal of ``table`` has these seat keys and these heads of deals."""
    if heard.of not in heads or not _is_signed(heard, table):
        return Verdict.IGNORED
    if heard.key not in keys:
        return Verdict.STRANGER
    return Verdict.SAME if heard.head == heads[heard.of] else Verdict.OTHER_STORY


class Overhearing:
    """Everything overheard at a table, held against our journal as that grows.

    Others may be ahead of us, so a receipt of a deal that we do not know yet is kept. It is due when our journal has
    that deal, or when we have drawn a new one: whatever was over before we gave our bytes was written down before.
    """

    def __init__(self, table: bytes) -> None:
        self._table = table
        self._keys: set[bytes] = set()
        self._heads: dict[DealId, bytes] = {}
        self._early: list[Overheard] = []
        self._drawing: tuple[DealId, frozenset[Overheard]] | None = None
        """The deal that we have committed to, and what we had heard before that."""
        self._drew: list[DealId] = []
        """The first and the last of the deals that we have drawn since we came."""

    def joined(self) -> None:
        """We come, or come back: of what was over meanwhile some may never be in our journal, so it is no sign."""
        self._drawing, self._drew = None, []

    def seated(self, key: bytes) -> None:
        """Our journal has this seat key; empty, a bot's, has signed nothing."""
        self._keys.add(key)

    def hear(self, heard: Overheard) -> tuple[Finding, ...]:
        """What a receipt shows now; nothing where it goes with our journal, is worth nothing or came early."""
        if heard.of in self._heads:
            return self._judged([heard])
        if heard not in self._early and self._has_room(heard) and _is_signed(heard, self._table):
            self._early.append(heard)
        return ()

    def ended(self, of: DealId, head: bytes) -> tuple[Finding, ...]:
        """Our journal has this head right after this deal: what the receipts of it show that came early."""
        self._heads[of] = head
        due = [heard for heard in self._early if heard.of == of]
        self._early = [heard for heard in self._early if heard.of != of]
        return self._judged(due)

    def drawing(self, of: DealId) -> None:
        """We commit to bytes for this deal just now."""
        self._drawing = of, frozenset(self._early)

    def drew(self, of: DealId) -> tuple[Finding, ...]:
        """It is dealt from those bytes: what the receipts from before show whose deals our journal does not have.

        A host might number the deals of two worlds so that no receipt is ever of a deal that the other world has.
        """
        if self._drawing is None or self._drawing[0] != of:
            return ()
        due = [heard for heard in self._early if heard in self._drawing[1]]
        self._early = [heard for heard in self._early if heard not in self._drawing[1]]
        if not self._drew:
            due = []  # they may have played before we came
        elif len(self._drew) == 1:
            due = [heard for heard in due if heard.match >= self._drew[0].match]  # and said so late
        self._drawing, self._drew = None, [*self._drew[:1], of]
        return tuple(
            Finding(heard, Verdict.OTHER_STORY if heard.key in self._keys else Verdict.STRANGER) for heard in due
        )

    def _judged(self, due: list[Overheard]) -> tuple[Finding, ...]:
        found = (Finding(heard, judge(heard, self._table, self._keys, self._heads)) for heard in due)
        return tuple(finding for finding in found if finding.verdict in (Verdict.OTHER_STORY, Verdict.STRANGER))

    def _has_room(self, heard: Overheard) -> bool:
        """Strangers take no room from those whom we know, and everything that is kept comes due."""
        if heard.key in self._keys:
            return sum(early.key == heard.key for early in self._early) < RECEIPTS_KEPT_OF_KEY
        return sum(early.key not in self._keys for early in self._early) < RECEIPTS_KEPT_OF_STRANGERS


def _is_signed(heard: Overheard, table: bytes) -> bool:
    text = receipt_text(heard.table, heard.head, heard.of, heard.colour)
    return heard.table == table and is_signed(heard.key, heard.sig, text)
