"""What an audit has to say of one deal, gathered while its journal is followed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from lan_thirteen.audit.again import Again
from lan_thirteen.audit.journal import Fault
from lan_thirteen.core.lobby import Colour
from lan_thirteen.core.values import Value


class Verdict(StrEnum):
    """What comes of one check."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"
    """This file cannot show it; that alone is nobody's fault."""


class Place(Value, frozen=True):
    """One seat in the standings."""

    rank: int
    seat: int
    name: str
    """Empty for a bot's seat."""
    points: int


class Check(Value, frozen=True):
    """One line of a report: the sentence ``key``, with the numbers, then the names, and ``people`` in its blanks."""

    verdict: Verdict
    deal: int
    """0: it is about the match as a whole."""
    key: str
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    """Who stands where, best first; they go where ``people`` go."""


_DRAWN: Final = ("number", "opening", "drawer", "commits", "mixes", "given-up", "twice", "again", "shown")
_KEPT: Final = ("secret", "reused", "withheld")
_SIGNED: Final = ("index", "seat", "unsigned", "stale", "signature", "order")
_PLAYED: Final = ("move", "stock", "over")
_ENDED: Final = ("ended",)
_RECEIPT: Final = ("receipt",)
_GROUPED: Final = frozenset((*_DRAWN, *_KEPT, *_SIGNED, *_PLAYED, *_ENDED, *_RECEIPT))


@dataclass(slots=True)
class Findings:
    """One deal. Names are those that its people had then."""

    number: int
    drawers: tuple[str, ...] = ()
    left_out: list[str] = field(default_factory=list)
    is_dealt: bool = False
    is_shown: bool = False
    is_ended: bool = False
    signed: int = 0
    by_bots: int = 0
    away: Counter[str] = field(default_factory=Counter)
    """Of the moves by bots those for people, by name."""
    passed: list[tuple[str, str, str]] = field(default_factory=list)
    """Seats that changed hands: the key of what to say, whose each was, and whose it is."""
    handed_to: tuple[str, ...] = ()
    """Whose laptops have hosted the table from somewhere in this deal on, one after the other."""
    people: dict[int, str] = field(default_factory=dict)
    """Who was there when it ended, by seat."""
    colours: dict[int, str] = field(default_factory=dict)
    """What was made of it, by seat; red stays."""
    faults: list[tuple[Fault, str]] = field(default_factory=list)
    """Each with the name of its seat, or nothing."""
    dealt_at: int = 0
    again: Again | None = None

    def checks(self) -> Iterator[Check]:
        """All that is to be said of it, a line each."""
        yield from self._drawn()
        if self.is_dealt:
            yield from self._group(_KEPT, self._kept())
            yield from self._group(_SIGNED, self._signed())
            yield from self._away()
            yield from self._group(_PLAYED, self._played())
            yield from self._group(_ENDED, self._ended())
            yield from self._receipts()
        else:
            yield from self._bad(_GROUPED.difference(_DRAWN))
        yield from self._bad({fault.what for fault, _ in self.faults} - _GROUPED)
        for name in self.handed_to:
            yield Check(Verdict.GOOD, self.number, "audit.handed-over", (), (name,))
        for key, old, new in self.passed:
            yield Check(Verdict.UNKNOWN, self.number, key, (), (old, new))

    def wrongs(self) -> Iterator[Check]:
        """What is wrong, and nothing else."""
        yield from self._bad({fault.what for fault, _ in self.faults})

    def _drawn(self) -> Iterator[Check]:
        if not self.is_dealt:
            good = Check(Verdict.UNKNOWN, self.number, "audit.drawn.not")
        elif not self.drawers:
            good = Check(Verdict.UNKNOWN, self.number, "audit.drawn.alone")
        else:
            good = Check(Verdict.GOOD, self.number, "audit.drawn", people=self.drawers)
        yield from self._group(_DRAWN, good)
        if self.left_out:
            yield Check(Verdict.UNKNOWN, self.number, "audit.left-out", people=tuple(self.left_out))

    def _kept(self) -> Check:
        return self._known(self.is_shown, "audit.kept", "audit.kept.not")

    def _signed(self) -> Check:
        if not self.signed:
            return Check(Verdict.GOOD, self.number, "audit.signed.bots", (self.by_bots,))
        return Check(Verdict.GOOD, self.number, "audit.signed", (self.signed, self.by_bots))

    def _away(self) -> Iterator[Check]:
        for name, moves in self.away.items():
            yield Check(Verdict.UNKNOWN, self.number, "audit.away", (moves,), (name,))

    def _played(self) -> Check:
        if self.again is None:
            return Check(Verdict.UNKNOWN, self.number, "audit.played.not")
        return Check(Verdict.GOOD, self.number, "audit.played", (len(self.again.turns),))

    def _ended(self) -> Check:
        return self._known(self.is_ended, "audit.ended", "audit.ended.not")

    def _known(self, is_known: bool, known: str, unknown: str) -> Check:
        return Check(Verdict.GOOD, self.number, known) if is_known else Check(Verdict.UNKNOWN, self.number, unknown)

    def _receipts(self) -> Iterator[Check]:
        yield from self._bad(_RECEIPT)
        verdicts = dict(zip(Colour, (Verdict.GOOD, Verdict.BAD, Verdict.UNKNOWN), strict=True))
        for colour, verdict in verdicts.items():
            people = tuple(self.people.get(seat, "") for seat, said in sorted(self.colours.items()) if said == colour)
            if people:
                yield Check(verdict, self.number, f"audit.receipt.{colour}", people=people)
        accused = {fault.seat for fault, _ in self.faults if fault.what in _RECEIPT}
        silent = tuple(name for seat, name in self.people.items() if seat not in self.colours and seat not in accused)
        if silent and self.is_ended:
            yield Check(Verdict.UNKNOWN, self.number, "audit.receipt.none", people=silent)

    def _group(self, whats: Iterable[str], good: Check) -> Iterator[Check]:
        """What is wrong of these, or else the good line."""
        bad = list(self._bad(whats))
        yield from bad or (good,)

    def _bad(self, whats: Iterable[str]) -> Iterator[Check]:
        """A line for each kind of fault and seat, as they came."""
        wanted, told = set(whats), set[tuple[str, str]]()
        for fault, name in self.faults:
            if fault.what in wanted and (fault.what, name) not in told:
                told.add((fault.what, name))
                yield Check(Verdict.BAD, self.number, f"audit.bad.{fault.what}", (), (name,) if name else ())
