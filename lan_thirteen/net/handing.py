"""How a host hands its table over to a guest's laptop: it asks, stands still, entrusts all it knows, and steps down.

It has stepped down with the record that says so. Until that is written the other laptop is the host of nothing, and
whatever goes wrong leaves the table here; from then on nothing is played here any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from lan_thirteen.core.lobby import Lobby, Person, Phase, Presence
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.addresses import PORTS
from lan_thirteen.net.crowd import Crowd
from lan_thirteen.net.door import Door
from lan_thirteen.net.scribe import Scribe
from lan_thirteen.net.table_file import table_file
from lan_thirteen.net.tls import Certificate
from lan_thirteen.net.told import refused
from lan_thirteen.table import commands as c
from lan_thirteen.trust import journal as j
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.limits import ADDRESSES

_WHEN: Final = (Phase.PLAYING, Phase.INTERMISSION)
_NO_CERTIFICATE: Final = Certificate(b"", b"")
"""That of a table stays with the laptop that has made it."""


class Powers(NamedTuple):
    """What handing over needs of a host."""

    scribe: Scribe
    door: Door
    crowd: Crowd
    timing: Timing
    lobby: Callable[[], Lobby]
    pin: Callable[[], Pin | None]
    handle: Callable[[c.Command], None]
    """Carries a command out."""
    tell_journal: Callable[[], None]
    end: Callable[[], None]
    """Ends the table here."""


@dataclass(slots=True)
class _Offer:
    """One try."""

    person: Person
    name: str
    is_dealt: bool
    """It was asked for in the middle of a deal: then it need not wait until no cards lie."""
    record: j.HandedOver | None = None
    """What will make that laptop the host; None until its person has agreed."""


class Handing:
    """Hands one table over, once; it may be tried often. ``epoch``: of the host that this is."""

    def __init__(self, powers: Powers, epoch: int, *, is_hidden: bool = False) -> None:
        self._do = powers
        self._epoch = epoch
        """The last that was named; a number is never named twice."""
        self._is_hidden = is_hidden
        self._offer: _Offer | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._turned_down: set[Person] = set()
        """Whose laptops may still believe that they are to be the host."""
        self._told: set[Person] = set()
        """Who has been told where the table goes on."""
        self.moved: m.Moved | None = None
        """Where the table goes on; None while it is here."""

    @property
    def is_moving(self) -> bool:
        """Whether nothing may be written down."""
        return self.moved is not None or (self._offer is not None and self._offer.record is not None)

    def ask(self, asker: Person, target: int) -> None:
        """The owner wishes that the laptop of ``target`` hosts the table."""
        if (why := self._objection(asker, target)) is not None:
            self._do.crowd.send(asker, refused(Refusal(why)))
            return
        person, lobby = Person(target), self._do.lobby()
        name = next(seat.name for seat in lobby.seats if seat.person == person)
        self._offer = _Offer(person, name, is_dealt=lobby.phase is Phase.PLAYING)
        self._turned_down.discard(person)
        self._wait(self._do.timing.hand_over, self._fail)
        self._do.crowd.send(person, m.AskHost(self._offer.is_dealt))

    def answer(self, person: Person, answer: m.WillHost) -> None:
        """The person who was asked has answered; a No counts until the table has gone over."""
        offer = self._offer
        if offer is None or offer.person != person or self.moved is not None:
            return
        if not answer.is_willing:
            self._fail("hand-over.failed" if offer.record is not None else "hand-over.declined")
        elif self._do.lobby().phase not in (_WHEN if offer.is_dealt else (Phase.INTERMISSION,)):
            self._fail("hand-over.not-now")
        elif offer.record is None:
            self._entrust(offer)

    def opened(self, person: Person, opened: m.Opened) -> None:
        """That laptop has the table open: it is the host from here on."""
        offer = self._offer
        if offer is None or offer.person != person or offer.record is None or self.moved is not None:
            return
        self.moved = m.Moved(offer.record.epoch, opened.fingerprint, opened.port, self._where(person, opened))
        for trouble in self._do.scribe.hand_over(offer.record):
            self._tell_all(trouble)
        self._do.tell_journal()
        knows_cards = self._do.lobby().phase is Phase.PLAYING
        self._tell_all(Refusal("hand-over.done-dealt" if knows_cards else "hand-over.done", (), (offer.name,)))
        for other, _ in self._do.crowd:
            self.welcomed(other)
        self._wait(self._do.timing.go_over, self._do.end)

    def welcomed(self, person: Person) -> None:
        """Somebody has come or come back, and has heard the journal."""
        if self.moved is not None:
            self._told.add(person)
            self._do.crowd.send(person, self.moved)
        elif person in self._turned_down:
            self._turned_down.discard(person)
            self._do.crowd.send(person, m.AskNoMore())

    def gone(self, person: Person) -> None:
        """Somebody's link is gone. When all who play know where the table is, nobody needs this host any more."""
        if self.moved is None:
            if self._offer is not None and self._offer.person == person:
                self._fail()
        elif not any(True for _ in self._do.crowd) and self._told.issuperset(self._players()):
            self._do.end()

    def close(self) -> None:
        """Be done."""
        if self._clock is not None:
            self._clock.cancel()

    def _players(self) -> set[Person]:
        """All who have a seat and have not left it."""
        seats = self._do.lobby().seats
        return {s.person for s in seats if s.person is not None and s.presence is not Presence.LEFT}

    def _objection(self, asker: Person, target: int) -> str | None:
        lobby = self._do.lobby()
        if lobby.owner != asker:
            return "table.not-owner"
        if self._offer is not None or self.moved is not None:
            return "hand-over.busy"
        if lobby.phase not in _WHEN:
            return "hand-over.not-now"
        here = (Presence.HERE, Presence.UNSTEADY)
        is_there = any(seat.person == target and seat.presence in here and not seat.level for seat in lobby.seats)
        return None if is_there and target != asker else "hand-over.nobody"

    def _entrust(self, offer: _Offer) -> None:
        """Stand still, and give that laptop all that it needs."""
        self._do.handle(c.Moving(is_moving=True))
        lobby, door, scribe = self._do.lobby(), self._do.door, self._do.scribe
        seat = next(number for number, seat in enumerate(lobby.seats) if seat.person == offer.person)
        self._epoch += 1
        offer.record = scribe.named(self._epoch, seat, door.key_of(offer.person))
        facts = table_file(
            replace(lobby, owner=offer.person, paused=""),
            door.book,
            _NO_CERTIFICATE,
            port=PORTS[0],
            owner_key=b"",
            pin=self._do.pin(),
            is_hidden=self._is_hidden,
        )
        self._wait(self._do.timing.hand_over, self._fail)
        record, have = j.line_of(offer.record), len(scribe.clerk.chain)
        estate = m.Estate(scribe.clerk.match, have, record, msgspec.json.encode(facts), scribe.entrusted())
        self._do.crowd.send(offer.person, estate)

    def _fail(self, why: str = "hand-over.failed") -> None:
        """The table stays here."""
        offer, self._offer = self._offer, None
        if offer is None:
            return
        self.close()
        self._turned_down.add(offer.person)
        self._do.crowd.send(offer.person, m.AskNoMore())
        self._tell_all(Refusal(why, (), (offer.name,)))
        if offer.record is not None:
            self._do.handle(c.Moving(is_moving=False))

    def _where(self, person: Person, opened: m.Opened) -> tuple[str, ...]:
        """How others reach that laptop: first as its link comes from there, unless that says nothing to others."""
        seen = self._do.crowd.address_of(person)
        is_telling = not seen.startswith("127.") and seen != "::1"
        all_ways = (seen, *opened.addresses) if is_telling else (*opened.addresses, seen)
        return tuple(dict.fromkeys(way for way in all_ways if way))[:ADDRESSES]

    def _tell_all(self, what: Refusal) -> None:
        self._do.crowd.send_all(m.Notice(what.code, what.numbers, what.names))

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        self.close()
        self._clock = asyncio.get_running_loop().call_later(seconds, then)
