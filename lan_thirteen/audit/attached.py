"""What the attachments of a journal prove: what somebody was told in private, and stories that are not this one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from msgspec.structs import replace

from lan_thirteen.audit.deals import Difference, kind_of
from lan_thirteen.audit.drawn import is_opened_well, opened
from lan_thirteen.audit.findings import Check, Findings, Verdict
from lan_thirteen.audit.journal import Auditor
from lan_thirteen.core.errors import JournalError, RemoteProtocolError
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.trust import journal as j
from lan_thirteen.trust import proof as p
from lan_thirteen.trust.keys import is_signed
from lan_thirteen.wire.codec import unpack

_NOTHING = Check(Verdict.UNKNOWN, 0, "audit.attached.nothing")
_UNSIGNED = Check(Verdict.UNKNOWN, 0, "audit.attached.unsigned")


def attachment_check(
    line: bytes,
    auditor: Auditor,
    deals: Mapping[int, Findings],
    openings: Sequence[j.DealOpened],
    ended: Mapping[int, bytes],
) -> Check:
    """What one attachment shows, beside a journal that was followed.

    ``deals`` and ``ended``, by their numbers: what was found of them, and the head before each one's end.
    """
    header = auditor.header
    try:
        attachment = p.attachment_of(line)
    except JournalError:
        return _NOTHING
    if header is None:
        return _NOTHING
    match attachment:
        case p.Told():
            return _told(attachment, header, auditor, deals.values())
        case p.Line():
            return _line(attachment, header, openings, ended)
        case p.Heard():
            return _heard(attachment, header, auditor)
        case _:
            assert_never(attachment)


def _told(told: p.Told, header: j.Header, auditor: Auditor, deals: Iterable[Findings]) -> Check:
    text = j.told_text(header.table, told.match, told.seat, told.index, told.view, told.events)
    if not is_signed(header.host, told.sig, text):
        return _UNSIGNED
    if told.match != header.match or told.seat >= header.seats:
        return _NOTHING
    name = auditor.players[told.seat].name
    for deal in deals:
        if deal.again is not None and deal.dealt_at < told.index <= deal.dealt_at + len(deal.again.turns):
            differs = _difference(GAMES[header.game], deal, told)
            if differs is None:
                return Check(Verdict.GOOD, 0, "audit.told", (deal.number,), (name,))
            return Check(Verdict.BAD, 0, f"audit.told.{differs}", (deal.number,), (name,))
    return Check(Verdict.UNKNOWN, 0, "audit.told.not", (), (name,))


def _difference(entry: AnyEntry, deal: Findings, told: p.Told) -> Difference | None:
    """What was told otherwise than the deal went."""
    if deal.again is None:
        return None
    game, seat, turns = entry.game, Seat(told.seat), deal.again.turns[: told.index - deal.dealt_at]
    try:
        view: Any = unpack(told.view, entry.view_type)
        events = [unpack(event, entry.event_type) for event in told.events]
    except RemoteProtocolError:
        return Difference.CARD
    happened = (game.redact(event, seat) for turn in turns for event in turn.step.events)
    seen = [event for event in happened if event is not None]
    if len(events) > len(seen):
        return Difference.CARD
    for event, expected in zip(events, seen[len(seen) - len(events) :], strict=True):
        if event != expected:
            return kind_of(event, expected)
    expected_view = game.view(turns[-1].step.state, seat)
    if view == expected_view:
        return None
    if getattr(view, "totals", ()) != expected_view.totals:
        return Difference.POINTS
    return Difference.HAND if getattr(view, "hand", ()) != expected_view.hand else Difference.CARD


def _line(other: p.Line, header: j.Header, openings: Sequence[j.DealOpened], ended: Mapping[int, bytes]) -> Check:
    try:
        record = j.record_of(other.line)
    except JournalError:
        return _NOTHING
    match record:
        case j.DealOpened():
            if not is_opened_well(header, record, opened(header, record).drawing):
                return _UNSIGNED
            is_same = any(replace(record, sig=known.sig) == known for known in openings)
            is_of_ours = record.of.match == header.match and _is_known(record.of, openings)
        case j.Ended():
            if not is_signed(header.host, record.sig, j.ended_text(other.head, record.of)):
                return _UNSIGNED
            is_same = ended.get(record.of.deal) == other.head
            is_of_ours = record.of.match == header.match and record.of.deal in ended
        case _:
            return _NOTHING
    if is_same or not is_of_ours:
        return _NOTHING
    return Check(Verdict.BAD, 0, "audit.two-stories", (record.of.deal,))


def _is_known(of: DealId, openings: Iterable[j.DealOpened]) -> bool:
    """Whether this journal goes as far as this attempt."""
    return any((known.of.deal, known.of.attempt) >= (of.deal, of.attempt) for known in openings)


def _heard(heard: p.Heard, header: j.Header, auditor: Auditor) -> Check:
    if not is_signed(heard.key, heard.sig, j.receipt_text(header.table, heard.head, heard.of, heard.colour)):
        return _UNSIGNED
    name = next((player.name for player in auditor.players if player.key == heard.key), None)
    ours = auditor.head_of(heard.of)
    if name is None or ours is None:
        return _NOTHING
    if ours == heard.head:
        return Check(Verdict.GOOD, 0, "audit.heard", (heard.of.deal,), (name,))
    return Check(Verdict.BAD, 0, "audit.heard.other", (heard.of.deal,), (name,))
