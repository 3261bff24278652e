"""One attempt at a deal, from its opening to its end, held against what everybody has committed to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

from lan_thirteen.audit.again import Move
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import is_signed


class Stage(Enum):
    """How far an attempt has come; what was wrong on the way does not hold it up."""

    OPENED = auto()
    COMMITTED = auto()
    DEALT = auto()
    SHOWN = auto()
    ENDED = auto()
    GIVEN_UP = auto()
    THROWN_AWAY = auto()
    """Given up, and its secret shown."""


@dataclass(slots=True)
class Drawn:
    """An attempt. Each method takes the record that has come and gives the word for what is wrong with it, or None."""

    drawing: d.Drawing
    stage: Stage = Stage.OPENED
    commits: dict[bytes, bytes] | None = None
    mixes: dict[bytes, bytes] | None = None
    secret: bytes | None = None
    """None too where what was shown is not what was committed to."""
    moves: list[Move] = field(default_factory=list)

    @property
    def of(self) -> DealId:
        return self.drawing.of

    @property
    def seed(self) -> bytes | None:
        """The seed that the deal must have been dealt from; None where it is not known, or never will be."""
        if self.secret is None or self.mixes is None:
            return None
        return d.seed_of(self.drawing, self.secret, self.mixes)

    def commit(self, record: j.DealCommits) -> str | None:
        if self.stage is not Stage.OPENED or record.of != self.of:
            return "commits"
        self.stage, self.commits = Stage.COMMITTED, d.are_commitments(self.drawing, _given(record.commits))
        return "commits" if self.commits is None else None

    def mix(self, record: j.DealMixes) -> str | None:
        is_due = self.stage is Stage.COMMITTED and record.of == self.of
        if self.stage in (Stage.OPENED, Stage.COMMITTED) and record.of == self.of:
            self.stage = Stage.DEALT
        if not is_due or self.commits is None:
            return "mixes"
        self.mixes = d.are_mixes(self.drawing, self.commits, _given(record.mixes))
        return "mixes" if self.mixes is None else None

    def give_up(self, record: j.GivenUp) -> str | None:
        if self.stage not in (Stage.OPENED, Stage.COMMITTED):
            return "again"
        self.stage = Stage.GIVEN_UP
        drawers = {drawer.seat for drawer in self.drawing.drawers}
        is_sound = record.of == self.of and bool(record.seats) and drawers.issuperset(map(Seat, record.seats))
        return None if is_sound else "given-up"

    def show(self, record: j.DealShown) -> str | None:
        after = {Stage.GIVEN_UP: Stage.THROWN_AWAY, Stage.DEALT: Stage.SHOWN}.get(self.stage)
        if after is None or record.of != self.of:
            return "shown"
        self.stage = after
        if not d.is_secret(self.drawing, record.secret):
            return "secret"
        self.secret = record.secret
        return None

    def end(self, record: j.Ended, host: bytes, head: bytes) -> str | None:
        """``host``: by whose key it must be signed; ``head``: that before the record."""
        is_shown, self.stage = self.stage is Stage.SHOWN, Stage.ENDED
        if not is_shown:
            return "withheld"
        is_sound = record.of == self.of and is_signed(host, record.sig, j.ended_text(head, record.of))
        return None if is_sound else "ended"


def opened(header: j.Header, host: bytes, record: j.DealOpened) -> Drawn:
    """The attempt that this record opens, under the host of this key."""
    drawers = tuple(d.Drawer(Seat(each.seat), each.key) for each in record.drawers)
    return Drawn(d.Drawing(header.table, record.of, record.deck, host, record.commitment, drawers))


def is_opened_well(header: j.Header, record: j.DealOpened, drawing: d.Drawing) -> bool:
    """Whether it is dealt from the right deck, by nobody twice, and signed by its host."""
    is_sound = drawing.is_sound or not drawing.drawers
    is_deck = record.deck == d.deck_of(header.game, header.seats)
    return is_sound and is_deck and is_signed(drawing.host, record.sig, d.opening_text(drawing))


def wrong_turn(now: Drawn | None, of: DealId) -> tuple[int, str] | None:
    """The deal and the word for what is wrong with opening ``of`` after ``now``; None where it is its turn."""
    if now is None:
        return None if (of.deal, of.attempt) == (1, 1) else (of.deal, "number")
    is_same = of.deal == now.of.deal
    match now.stage:
        case Stage.OPENED | Stage.COMMITTED:
            return (of.deal, "twice") if of == now.of else (now.of.deal, "withheld")
        case Stage.GIVEN_UP:
            return (now.of.deal, "withheld")
        case Stage.THROWN_AWAY:
            return None if is_same and of.attempt == now.of.attempt + 1 else (of.deal, "number")
        case Stage.DEALT:
            return (of.deal, "again") if is_same else (now.of.deal, "withheld")
        case Stage.SHOWN:
            return (of.deal, "again") if is_same else (now.of.deal, "ended")
        case Stage.ENDED:
            if is_same:
                return (of.deal, "again")
            return None if (of.deal, of.attempt) == (now.of.deal + 1, 1) else (of.deal, "number")


def _given(given: Iterable[j.Given]) -> list[tuple[Seat, bytes, bytes]]:
    return [(Seat(each.seat), each.what, each.sig) for each in given]
