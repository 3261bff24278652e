"""What everybody at a table may know of it, apart from the game: who sits where, the house rules, what is awaited."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NewType, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from lan_thirteen.core.game import OptionValue, Seat
from lan_thirteen.core.values import Value

Person = NewType("Person", int)
"""Somebody at the table, seated or watching; the table numbers them, 1 up, and gives no number twice."""


Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class DealId(Value, frozen=True):
    """Which drawing of which deal: matches of the table, deals of the match and attempts at the deal count from 1."""

    match: Count
    deal: Count
    attempt: Count


class Phase(StrEnum):
    """Where a table is between being opened and being closed."""

    LOBBY = "lobby"
    DEALING = "dealing"
    PLAYING = "playing"
    INTERMISSION = "intermission"
    """A deal is over and the next one waits until all have seen its results."""
    FINISHED = "finished"
    CLOSED = "closed"


class SeatKind(StrEnum):
    """Who plays a seat by right."""

    FREE = "free"
    PERSON = "person"
    BOT = "bot"


class Presence(StrEnum):
    """Whether the person of a seat can be reached."""

    HERE = "here"
    UNSTEADY = "unsteady"
    """Silent for longer than ``Timing.unsteady``."""
    LOST = "lost"
    LEFT = "left"
    """Gone on purpose; the seat stays theirs until the match ends."""


class Colour(StrEnum):
    """What a laptop makes of a deal."""

    GREEN = "green"
    """Its bytes are in it, and all is as it was drawn."""
    RED = "red"
    """Something is not as it should be."""
    GREY = "grey"
    """It cannot tell."""


class Absence(StrEnum):
    """Why a bot plays for the person of a seat."""

    LEFT = "left"
    LOST = "lost"
    """Silent for so long that a stand-in was due."""
    ASKED = "asked"
    """The others wanted it, as this person was lost or let them wait."""
    CLOCK = "clock"
    """The time for the turn was up; the bot makes this decision only."""


class HouseRules(Value, frozen=True):
    """What a table agrees on apart from the game's own options."""

    turn_clock_s: Annotated[int, Meta(ge=0, le=600)] = 0
    """Seconds for a turn; 0: as long as it takes."""
    stand_in_s: Annotated[int, Meta(ge=0, le=300)] = 60
    """Seconds after which a bot plays for somebody who was lost; 0: never."""
    bot_pause_ms: Annotated[int, Meta(ge=0, le=2000)] = 750
    """About how long a bot waits before its move."""
    may_watch: bool = True
    """Whether people without a seat are let in."""
    has_hints: bool = True


class SeatInfo(Value, frozen=True):
    """One seat as all may see it."""

    kind: SeatKind
    person: Person | None
    """None for a free seat and for a bot."""
    name: str
    avatar: int
    level: str
    """The level of the bot that plays here, be it a stand-in; empty where none does."""
    is_ready: bool
    presence: Presence
    next_person: Person | None = None
    """Who takes this seat from its bot before the next deal."""
    waits_ms: int | None = None
    """After how long a bot plays for this person, who is lost; None: it does not by itself."""


class WatcherInfo(Value, frozen=True):
    """One person without a seat."""

    person: Person
    name: str
    claims: Seat | None = None
    """The seat that they say is theirs, by a key that is lost; its owner must answer."""


class Lobby(Value, frozen=True):
    """The table as all may see it."""

    name: str
    phase: Phase
    paused: str
    """Why the clocks stand still, as a key of the language files; empty while they run."""
    game: str
    options: tuple[tuple[str, OptionValue], ...]
    """All options of the game, by name."""
    house: HouseRules
    seats: tuple[SeatInfo, ...]
    watchers: tuple[WatcherInfo, ...]
    owner: Person | None
    """Who opened the table; None for a table that runs by itself until somebody has come."""
    is_locked: bool
    waits_ms: int | None
    """After how long the table goes on by itself: the results, a stand-in, the turn clock; None: it does not."""
    may_stand_in: tuple[Seat, ...]
    """Seats for which the others may ask a bot to play."""

    def after(self, milliseconds: int) -> Lobby:
        """The same table so much later, if nothing happens meanwhile."""
        seats = tuple(replace(seat, waits_ms=_less(seat.waits_ms, milliseconds)) for seat in self.seats)
        return replace(self, waits_ms=_less(self.waits_ms, milliseconds), seats=seats)

    @property
    def timeless(self) -> Lobby:
        """The same without what becomes another number from moment to moment."""
        seats = tuple(replace(seat, waits_ms=None) for seat in self.seats)
        return replace(self, waits_ms=None, seats=seats)


def _less(waits_ms: int | None, milliseconds: int) -> int | None:
    return None if waits_ms is None else max(0, waits_ms - milliseconds)
