"""What a laptop that becomes the host has from the one before, and the match that it goes on with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from lan_thirteen.audit.journal import Auditor
from lan_thirteen.audit.standing import Standing, standing_of
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.lobby import DealId
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.net.dealer import Sealed
from lan_thirteen.net.guest import Bequest
from lan_thirteen.net.past import Past, past_of
from lan_thirteen.net.profile import Profile
from lan_thirteen.net.recorder import MatchRecorder
from lan_thirteen.net.table_file import TableFile, table_in
from lan_thirteen.trust import journal as j


class Heritage(Value, frozen=True):
    """All of it, as it goes to the process that will host; it holds secrets."""

    table: Annotated[bytes, Meta(min_length=16, max_length=16)]
    lines: tuple[bytes, ...]
    """The journal, with the record that makes this laptop the host as its last line."""
    facts: bytes
    secrets: tuple[tuple[DealId, bytes], ...]

    def __repr__(self) -> str:
        return "Heritage(…)"


_DECODER = msgspec.json.Decoder(Heritage)


def heritage_of(bequest: Bequest) -> Heritage:
    """What was entrusted to this laptop."""
    estate = bequest.estate
    return Heritage(bequest.table, (*bequest.lines, estate.record), estate.facts, estate.secrets)


def epoch_of(bequest: Bequest) -> int:
    """Of the host that this laptop would be; 0 where the host before has written nothing sound."""
    try:
        record = j.record_of(bequest.estate.record)
    except JournalError:
        return 0
    return record.epoch if isinstance(record, j.HandedOver) else 0


def written(heritage: Heritage) -> bytes:
    """As one line."""
    return msgspec.json.encode(heritage)


def read(line: bytes) -> Heritage:
    """The heritage in this line. Raises JournalError where it is none."""
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(Refusal("hand-over.no-heritage")) from error


def heir_of(heritage: Heritage, key: bytes) -> tuple[Past, TableFile]:
    """What the host with this public seat key goes on with.

    Raises JournalError where the journal does not name it, or nobody could go on from there.
    """
    auditor = Auditor()
    faults = [fault for line in heritage.lines for fault in auditor.add(line)]
    header, reigns = auditor.header, auditor.reigns
    if faults or header is None or header.table != heritage.table or reigns[-1].key != key or len(reigns) == 1:
        raise JournalError(Refusal("hand-over.no-heritage"))
    secrets = dict(heritage.secrets)
    file = table_in(heritage.facts)
    return past_of(standing_of(heritage.lines, secrets), secrets, file), file


def write_down(standing: Standing, profile: Profile) -> Path:
    """Write all that was played so far on this laptop's own disk, as its host keeps it. Gives the match's file.

    Raises JournalError where that cannot be.
    """
    recorder, chain = MatchRecorder(profile), j.Chain()
    troubles = [recorder.begin(standing.header)]
    troubles += [recorder.write(line, chain.add(line)) for line in standing.lines]
    troubles += [recorder.keep(secret) for secret in _sealed(standing)]
    path = recorder.path
    recorder.close()
    if path is None:
        raise JournalError(next(filter(None, troubles), Refusal("file.not-saved-further")))
    return path


def _sealed(standing: Standing) -> tuple[Sealed, ...]:
    """The bytes of the deal that goes on."""
    last = standing.last
    if last is None or not last.secret:
        return ()
    drawing = last.drawing
    drawers = tuple((int(drawer.seat), drawer.key) for drawer in drawing.drawers)
    return (Sealed(standing.header.table, last.of, drawing.deck, drawing.host, last.secret, drawers),)
