"""Where a journal that was broken off leaves its match: what its host must know to go on writing it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lan_thirteen.audit.drawn import Stage, opened
from lan_thirteen.audit.journal import Auditor
from lan_thirteen.audit.people import Player
from lan_thirteen.audit.replayed import replayed
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.table.records import Record
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j


@dataclass(slots=True)
class Attempt:
    """The attempt at a deal that was opened last, as its records tell it."""

    told: j.DealOpened
    drawing: d.Drawing
    secret: bytes
    """The host's bytes, shown or not."""
    left_out: frozenset[int]
    """The seats that have not answered in an attempt at this deal."""
    stage: Stage = Stage.OPENED
    commits: j.DealCommits | None = None
    mixes: j.DealMixes | None = None
    ended_at: int = 0
    """How many lines there were after its end; 0: it is not closed."""
    checked: set[Seat] = field(default_factory=set)
    """Whose receipts there are."""

    @property
    def of(self) -> DealId:
        return self.told.of

    @property
    def is_known(self) -> bool:
        """Whether the host's bytes are those that it had committed to."""
        return d.is_secret(self.drawing, self.secret)


class Standing(NamedTuple):
    """A match with which a host can go on, be it with its results only."""

    header: j.Header
    lines: tuple[bytes, ...]
    players: tuple[Player, ...]
    records: tuple[Record[Any], ...]
    """All that was played, the dealer's part too."""
    last: Attempt | None
    """None: no deal was opened yet."""
    given_up: int
    """Attempts in which somebody did not answer."""
    is_over: bool
    """It was played to its end, and shown."""


def standing_of(lines: Sequence[bytes], secrets: Mapping[DealId, bytes]) -> Standing:
    """Where this journal leaves its match. ``secrets``: what the host has sealed.

    Raises JournalError where it had not begun, or the deal that goes on cannot be known.
    """
    again = replayed(lines, secrets.values())
    auditor = Auditor()
    for line in lines:
        auditor.add(line)
    header = auditor.header
    assert header is not None  # noqa: S101  # or it could not have been replayed
    if not all(player.key or player.level for player in auditor.players):
        raise JournalError(Refusal("resume.not-begun"))
    last, given_up = _last(header, lines, secrets)
    if last is not None and (again.is_cut or not last.is_known):
        raise JournalError(Refusal("resume.no-secret", (last.of.deal,)))
    is_over = auditor.after is not None and GAMES[header.game].game.actor(auditor.after) is None
    return Standing(header, tuple(lines), auditor.players, again.records, last, given_up, is_over)


def _last(header: j.Header, lines: Iterable[bytes], secrets: Mapping[DealId, bytes]) -> tuple[Attempt | None, int]:
    """The attempt that was opened last, and how many were given up in all."""
    last, given_up = None, 0
    for number, line in enumerate(lines, start=1):
        record = j.record_of(line)
        given_up += isinstance(record, j.GivenUp)
        if isinstance(record, j.DealOpened):
            last = _opened(header, record, last, secrets)
        elif last is not None:
            _follow(last, record, number)
    return last, given_up


def _opened(header: j.Header, record: j.DealOpened, before: Attempt | None, secrets: Mapping[DealId, bytes]) -> Attempt:
    is_again = before is not None and before.of.deal == record.of.deal
    left_out = before.left_out if before is not None and is_again else frozenset()
    return Attempt(record, opened(header, record).drawing, secrets.get(record.of, b""), left_out)


def _follow(last: Attempt, record: j.Record, number: int) -> None:
    """``number``: of lines with this one."""
    match record:
        case j.DealCommits():
            last.stage, last.commits = Stage.COMMITTED, record
        case j.DealMixes():
            last.stage, last.mixes = Stage.DEALT, record
        case j.GivenUp(_, seats):
            last.stage, last.left_out = Stage.GIVEN_UP, last.left_out | set(seats)
        case j.DealShown():
            last.stage = Stage.THROWN_AWAY if last.stage is Stage.GIVEN_UP else Stage.SHOWN
            last.secret = record.secret
        case j.Ended():
            last.stage, last.ended_at = Stage.ENDED, number
        case j.Checked(seat, of) if of == last.of:
            last.checked.add(Seat(seat))
        case _:
            return
