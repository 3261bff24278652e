"""The list of tables, kept by what was heard, asked and answered. It does no I/O: times are passed in.

Multicast only suggests a table, and never says in time that one is gone. What keeps a row is an answer to a question
by UDP; for a table that has never answered one, behind a firewall that lets only TCP in, a connection.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Value
from lan_thirteen.net.addresses import OwnAddress, Target, nearest_first
from lan_thirteen.wire.advert import Advert
from lan_thirteen.wire.limits import LISTED, LISTED_TARGETS

Key: TypeAlias = "tuple[bytes, bytes]"
"""Table id and fingerprint: a stranger who copies the id makes a second row, not a change in the first."""

NEVER: Final = float("inf")
NEVER_HEARD: Final = float("-inf")
HASTE: Final = 4
"""An unanswered question is asked again after this part of the usual pause."""


class Pulse(StrEnum):
    """Whether a listed table is there."""

    HEARD = "heard"
    """Announced, and not yet asked in vain."""
    ALIVE = "alive"
    STALE = "stale"
    """It has not answered for a while: shown in grey."""


class Listed(Value, frozen=True):
    """One row of the list."""

    advert: Advert
    targets: tuple[Target, ...]
    """Where it may be reached, in the order in which to try them."""
    pulse: Pulse
    is_doubtful: bool
    """Another row claims to be the same table, with another certificate."""
    ping: float | None
    """Seconds from the last question to its answer; None before the first."""


@dataclass(slots=True)
class _Row:
    advert: Advert
    heard: float
    instances: set[str] = field(default_factory=set)
    """The multicast services that announce it now."""
    targets: dict[Target, None] = field(default_factory=dict)
    """A set in the order of being heard."""
    answering: dict[Target, float] = field(default_factory=dict)
    """When each of those that answered did so last."""
    answered: float | None = None
    connected: float | None = None
    asked: float | None = None
    probed: float | None = None
    withdrawn: float | None = None
    epoch: int = -1
    """Which the table itself told; multicast may be anybody's."""
    has_udp: bool = False
    has_tcp: bool = False
    ping: float | None = None


class Rows:
    """All tables that were heard of."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._rows: dict[Key, _Row] = {}
        self.own: tuple[OwnAddress, ...] = ()
        """This machine's addresses; they say which of a table's is nearest."""

    def announced(self, instance: str, advert: Advert, targets: Sequence[Target], now: float) -> None:
        """Multicast says that there is such a table."""
        row = self._row(advert, now)
        if row is None:
            return
        for other in self._rows.values():
            other.instances.discard(instance)
        row.instances.add(instance)
        if advert.epoch >= row.epoch:
            row.advert = _told_again(row.advert, advert)
        row.withdrawn = None
        row.asked = None  # ask at once
        _remember(row.targets, targets)

    def withdrawn(self, instance: str, now: float) -> None:
        """Multicast says that the table is gone. Anyone can say so: it is asked once more before it is believed."""
        for row in self._rows.values():
            if instance in row.instances:
                row.instances.discard(instance)
                row.withdrawn = now
                row.asked = None

    def answered(self, advert: Advert, target: Target, ping: float, now: float) -> None:
        """The table itself answered a question, from ``target``."""
        row = self._row(advert, now)
        if row is None:
            return
        if advert.epoch >= row.epoch:
            row.advert, row.epoch = advert, advert.epoch
        row.answered, row.has_udp, row.ping, row.withdrawn = now, True, ping, None
        row.asked = now if row.asked is None else row.asked
        _remember(row.targets, (target,))
        row.answering[target] = now

    def connected(self, key: Key, target: Target, now: float) -> None:
        """A connection to the table was accepted."""
        if (row := self._rows.get(key)) is not None:
            row.connected, row.has_tcp, row.withdrawn = now, True, None
            row.answering[target] = now

    def refused(self, key: Key) -> None:
        """No connection to the table came about, anywhere."""
        if (row := self._rows.get(key)) is not None:
            row.connected, row.answering = None, {}

    def questions(self, now: float) -> list[Target]:
        """Whom to ask by UDP now; they count as asked."""
        out: list[Target] = []
        for row in self._rows.values():
            if now >= self._ask_at(row, now):
                row.asked = now
                is_prompt = row.answered is not None and now - row.answered <= 1.5 * self._timing.udp
                out += self._targets(row)[:1] if is_prompt and row.withdrawn is None else row.targets
        return out

    def probes(self, now: float) -> list[tuple[Key, tuple[Target, ...]]]:
        """Where to try a connection now; they count as tried."""
        out = []
        for key, row in self._rows.items():
            if now >= self._probe_at(row):
                row.probed = now
                out.append((key, self._targets(row)))
        return out

    def next_at(self, now: float) -> float | None:
        """When there will be something to do, if nothing is heard before."""
        times = [t for row in self._rows.values() for t in (self._ask_at(row, now), self._probe_at(row))]
        ends = [end for row in self._rows.values() for end in self._ends(row) if end > now]
        soonest = min(times + ends, default=NEVER)
        return None if soonest == NEVER else soonest

    def sweep(self, now: float) -> None:
        """Forget what is gone."""
        gone = [key for key, row in self._rows.items() if self._is_over(row, now)]
        for key in gone:
            del self._rows[key]
        for row in self._rows.values():
            if self._pulse(row, now) is None:
                row.answering = {}

    def forgive(self, seconds: float, now: float) -> None:
        """Nobody could be heard for so long, because this machine slept: no table is to blame."""
        for row in self._rows.values():
            row.heard = min(now, row.heard + seconds)
            row.answered = None if row.answered is None else min(now, row.answered + seconds)

    def listed(self, now: float) -> tuple[Listed, ...]:
        """The rows to show, in the order in which the tables were first heard."""
        seen = [(row, pulse) for row in self._rows.values() if (pulse := self._pulse(row, now)) is not None]
        latest: dict[bytes, int] = {}
        for row, pulse in seen:
            if pulse is not Pulse.HEARD:
                latest[row.advert.table] = max(row.advert.epoch, latest.get(row.advert.table, 0))
        seen = [(r, p) for r, p in seen if r.advert.epoch >= latest.get(r.advert.table, 0)]
        claims = Counter(row.advert.table for row, _ in seen)
        return tuple(
            Listed(row.advert, self._targets(row), pulse, claims[row.advert.table] > 1, row.ping) for row, pulse in seen
        )

    def unreachable(self, now: float) -> tuple[Advert, ...]:
        """Tables that multicast announces and that have never answered: this network keeps computers apart."""
        return tuple(
            row.advert
            for row in self._rows.values()
            if row.instances and not (row.has_udp or row.has_tcp) and self._pulse(row, now) is None
        )

    def _row(self, advert: Advert, now: float) -> _Row | None:
        """The row of this table; None where the list is full."""
        key = advert.table, advert.fingerprint
        if key not in self._rows:
            if len(self._rows) >= LISTED:
                return None
            self._rows[key] = _Row(advert, now)
        return self._rows[key]

    def _targets(self, row: _Row) -> tuple[Target, ...]:
        latest = max(row.answering.values(), default=0.0)
        known = {**dict.fromkeys(row.targets, NEVER_HEARD), **row.answering}
        fresh = [target for target, at in known.items() if at >= latest - self._timing.udp]
        once = [target for target, at in known.items() if NEVER_HEARD < at < latest - self._timing.udp]
        rest = [target for target, at in known.items() if at == NEVER_HEARD]
        return tuple(target for some in (fresh, once, rest) for target in nearest_first(some, self.own))

    def _pulse(self, row: _Row, now: float) -> Pulse | None:
        """How the table is; None where it is not to be shown."""
        if row.has_udp:
            quiet = now - (row.answered if row.answered is not None else row.heard)
            if quiet >= self._timing.gone:
                return None
            return Pulse.STALE if quiet >= self._timing.stale else Pulse.ALIVE
        if row.connected is not None:
            return Pulse.ALIVE
        return Pulse.HEARD if now - row.heard < self._timing.gone else None

    def _is_over(self, row: _Row, now: float) -> bool:
        if row.withdrawn is not None:
            return now - row.withdrawn >= self._timing.settled
        return not row.instances and self._pulse(row, now) is None

    def _ask_at(self, row: _Row, now: float) -> float:
        if row.asked is None:
            return now
        if self._pulse(row, now) is None:
            return row.asked + self._timing.gone
        is_open = row.answered is None or row.answered < row.asked
        return row.asked + self._timing.udp / (HASTE if is_open and not row.connected else 1)

    def _probe_at(self, row: _Row) -> float:
        if row.has_udp or not row.instances:
            return NEVER
        return row.heard + self._timing.udp if row.probed is None else row.probed + self._timing.gone

    def _ends(self, row: _Row) -> list[float]:
        """When the row changes by time alone."""
        ends = [] if row.withdrawn is None else [row.withdrawn + self._timing.settled]
        since = row.heard if row.answered is None else row.answered
        return [*ends, since + self._timing.stale, since + self._timing.gone]


def _remember(known: dict[Target, None], targets: Sequence[Target]) -> None:
    """Add ``targets``; the oldest make room."""
    for target in targets[:LISTED_TARGETS]:
        if target not in known and len(known) >= LISTED_TARGETS:
            del known[next(iter(known))]
        known[target] = None


def _told_again(old: Advert, new: Advert) -> Advert:
    """``old`` after multicast told ``new``, which has a shortened name and lacks what only an answer tells."""
    name = old.name if old.name.startswith(new.name) and len(new.name.encode()) > 50 else new.name
    return msgspec.structs.replace(new, name=name, program=old.program, avatars=old.avatars)
