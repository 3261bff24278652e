"""A journal as the plain list of actions that it stands for: every deal made from what it was drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from lan_thirteen.audit.again import Again, Turn, played_again
from lan_thirteen.audit.journal import Auditor
from lan_thirteen.audit.report import refusal
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.table.records import FORMAT, Header, Record
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j


class Replayed(NamedTuple):
    """A match that can be played again."""

    header: Header
    records: tuple[Record[Any], ...]
    is_cut: bool
    """Cards were dealt last that nobody can know from what is given; those are left out."""


def replayed(lines: Sequence[bytes], secrets: Iterable[bytes] = ()) -> Replayed:
    """The match of a journal. ``secrets``: the host's bytes of a deal that was not finished may be among these.

    It is not asked who has signed what. Raises JournalError where no match follows from the journal.
    """
    auditor, deals, known = Auditor(), set[int](), dict[int, Again]()
    for line in lines:
        auditor.add(line)
        if auditor.mixes is not None and auditor.drawing is not None:
            deals.add(auditor.drawing.of.deal)
        if auditor.again is not None and auditor.drawing is not None:
            known[auditor.drawing.of.deal] = auditor.again
    if auditor.header is None:
        raise JournalError((refusal(lines[0]) if lines else None) or Refusal("file.not-a-match"))
    last = max(deals, default=0)
    if last and last not in known and (again := _unfinished(auditor, secrets)) is not None:
        known[last] = again
    for deal in sorted(deals):
        if (deal != last and deal not in known) or (deal in known and known[deal].wrong is not None):
            raise JournalError(Refusal("audit.not-playable", (deal,)))
    turns = [turn for deal in sorted(known) for turn in known[deal].turns]
    return Replayed(_header(auditor.header, auditor), _records(turns), bool(last) and last not in known)


def _unfinished(auditor: Auditor, secrets: Iterable[bytes]) -> Again | None:
    """The last deal as far as it was played, where one of these is what it was drawn with."""
    drawing, mixes, before = auditor.drawing, auditor.mixes, auditor.before
    if drawing is None or mixes is None or before is None or auditor.header is None:
        return None
    for secret in secrets:
        if d.is_secret(drawing, secret):
            entry = GAMES[auditor.header.game]
            return played_again(entry, before, d.seed_of(drawing, secret, mixes), auditor.moves)
    return None


def _header(header: j.Header, auditor: Auditor) -> Header:
    names = tuple(player.name for player in auditor.players)
    return Header(FORMAT, header.game, header.rules_version, header.seats, dict(header.options), names)


def _records(turns: Iterable[Turn]) -> tuple[Record[Any], ...]:
    return tuple(Record(index, turn.seat, turn.action) for index, turn in enumerate(turns))
