"""A host that is killed again and again, and goes on each time with what it had written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from lan_thirteen.audit.standing import standing_of
from lan_thirteen.core.lobby import DealId, HouseRules, Person
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.dealer import Dealer, Sealed, Unsealed
from lan_thirteen.net.door import HostKeys, TableIdentity
from lan_thirteen.net.host import Host
from lan_thirteen.net.past import past_of
from lan_thirteen.net.table_file import TableFile, table_file
from lan_thirteen.net.tls import Certificate
from lan_thirteen.table.session import Table
from lan_thirteen.trust import journal as j
from tests.support.fair import LEVELS, FairTable, _NoHouse
from tests.support.tables import MACHINE, TABLE_ID, Memory

EARLY, LATE = "before", "after"
NO_CERTIFICATE = Certificate(b"", b"")

Plan = Callable[[str], str]
"""Whether the host is killed before what it writes now is on the disk, after it, or not at all (empty)."""


class Killed(BaseException):
    """The host's program is gone, in the middle of what it did."""


@dataclass
class Disk(Memory):
    """What outlasts the host. ``plan`` is asked at each line and each secret, once, by the kind of record."""

    plan: Plan = lambda kind: ""
    kills: list[str] = field(default_factory=list)
    """At which records it was killed."""
    asked: set[object] = field(default_factory=set)

    def write(self, line: bytes, head: bytes) -> Refusal | None:
        return self._between(type(j.record_of(line)).__name__, line, lambda: Memory.write(self, line, head))

    def keep(self, secret: Sealed | Unsealed) -> Refusal | None:
        return self._between(type(secret).__name__, (type(secret), secret.of), lambda: Memory.keep(self, secret))

    def _between(self, kind: str, what: object, work: Callable[[], Refusal | None]) -> Refusal | None:
        when = "" if what in self.asked else self.plan(kind)
        self.asked.add(what)
        if when == EARLY:
            self.kills.append(kind)
            raise Killed
        done = work()
        if when == LATE:
            self.kills.append(kind)
            raise Killed
        return done

    def sealed(self) -> dict[DealId, bytes]:
        return {kept.of: kept.secret for kept in self.secrets if isinstance(kept, Sealed)}


class RisingTable(FairTable):
    """A table whose host is killed by this plan from the moment when its match has begun."""

    def __init__(self, game: str, seats: int, people: int, rng: Random, **other: Any) -> None:
        super().__init__(game, seats, people, rng, **other)
        self.disk = Disk()
        self.memory = self.disk
        self.host._scribe.clerk._recorder = self.disk
        self.host._scribe._recorder = self.disk

    def survive(self, work: Callable[[], object]) -> None:
        """Do this; if the host is killed meanwhile it rises, as often as it takes."""
        try:
            work()
        except Killed:
            self.rise()

    def rise(self) -> None:
        while True:
            try:
                self._lose()
                self.host = self._new_host()
                for laptop in self.rng.sample(self.laptops, len(self.laptops)):
                    self.bring_back(laptop)
            except Killed:
                continue
            return

    def _lose(self) -> None:
        """All links are cut. Some of what was on its way still comes."""
        for laptop in self.laptops:
            while laptop.inbox and self.rng.random() < 0.7:
                message = laptop.inbox.popleft()
                laptop.heard.append(message)
                laptop.checks += laptop.witness.hear(message).checks
            laptop.inbox.clear()
            laptop.is_connected = False

    def file(self) -> TableFile:
        """What is kept beside the match."""
        return table_file(
            self.host.lobby(),
            self.host.book,
            NO_CERTIFICATE,
            port=41313,
            owner_key=self.laptops[0].key.public,
            pin=None,
            is_hidden=False,
        )

    def _new_host(self) -> Host:
        sealed = self.disk.sealed()
        past = past_of(standing_of(self.disk.lines, sealed), sealed, self.file())
        self.dealer = Dealer(TABLE_ID, MACHINE)
        self.dealer.fresh = self._fresh  # type: ignore[method-assign]
        registry = {**GAMES, self.game: GAMES[self.game]._replace(game=self.rules)}
        options = dict(past.standing.header.options)
        self.table = Table(
            registry,
            "Kitchen",
            Person(1),
            self.game,
            past.standing.header.seats,
            options,
            HouseRules(),
            Timing(),
            self.dealer.seed,
            LEVELS,
        )
        identity = TableIdentity(TABLE_ID, 1, bytes(32))
        host = Host(self.table, identity, HostKeys(MACHINE), self.disk, Timing(), self.dealer)
        host._loop = cast(Any, self.clock)
        host._house = cast(Any, _NoHouse())
        host.take_up(past)
        return host
