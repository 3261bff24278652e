"""All that a table knows, what it waits for, and how its people are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from msgspec.structs import replace

from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.core.lobby import Absence, DealId, Lobby, Person, Phase, Presence, SeatInfo
from lan_thirteen.core.timing import Timing
from lan_thirteen.table.commands import Catch, Effect
from lan_thirteen.table.match import Seeds
from lan_thirteen.table.phases import NEXT
from lan_thirteen.table.play import Play
from lan_thirteen.table.roster import Member, Place, Roster
from lan_thirteen.table.saved import Holder
from lan_thirteen.table.settings import Settings
from lan_thirteen.table.stopwatch import Stopwatch
from lan_thirteen.table.why import Why

Effects: TypeAlias = "list[Effect[Any, Any, Any]]"


@dataclass(slots=True)
class Drawing:
    """A deal that is being drawn."""

    of: DealId
    persons: dict[Person, tuple[Seat, str]]
    """Whose bytes go into it, where they sit and what they are called."""
    left_out: frozenset[Person]
    """Who has not answered in an earlier attempt at this deal."""
    asked_at: float
    answered: set[Person] = field(default_factory=set)
    is_mixing: bool = False
    """All have committed; now they are asked for their bytes."""

    @property
    def is_done(self) -> bool:
        """Whether everybody has given their bytes."""
        return self.is_mixing and self.answered == set(self.persons)


@dataclass(slots=True)
class Room:
    """The state of a table. Times are readings of ``watch``, which stands still while nobody may be hurried."""

    settings: Settings
    roster: Roster
    timing: Timing
    seeds: Seeds
    levels: Sequence[str]
    watch: Stopwatch
    phase: Phase = Phase.LOBBY
    play: Play | None = None
    is_paused: bool = False
    is_cut_off: bool = False
    """The host has no network."""
    is_moving: bool = False
    """Another laptop is about to be the host: nothing is done that must be written down."""
    dealer: Person | None = None
    """Whose seat key the host signs with, who therefore draws no deal with it; None where it has a key of its own."""
    asked_at: float = 0.0
    """When the seat to act was asked, or the results were shown."""
    asked_bot: tuple[int, int] | None = None
    """Tenure and index of the question that a bot is thinking about."""
    came: bool = False
    """Whether anybody has ever been here."""
    matches: int = 0
    """Begun at this table."""
    given_up: int = 0
    """Attempts at deals of this match in which somebody did not answer."""
    attempt: int = 1
    """Which one at its deal the next drawing is."""
    left_out: frozenset[Person] = frozenset()
    """Who has no part in that, as they have not answered before."""
    gathers_until: float | None = None
    """Until then no deal is opened without those who were lost when the table was taken up."""
    drawing: Drawing | None = None
    drawn: DealId | None = None
    """The deal on the table, as long as the house has not shown its own bytes."""
    drawn_by: frozenset[Person] = frozenset()
    """Who has given bytes for it."""
    over: DealId | None = None
    """The last deal that was played to its end and shown."""
    awaited: set[Person] = field(default_factory=set)
    """Whose laptops have not said yet what they make of it."""
    holders: dict[Seat, Holder] = field(default_factory=dict)
    """Who plays each seat, as it was written down last."""
    empty_from: float | None = None
    """The time, not a reading, since which nobody is here."""

    @property
    def index(self) -> int:
        return 0 if self.play is None else self.play.index

    @property
    def stand_in_level(self) -> str:
        """A stand-in plays as well as a bot can."""
        return self.levels[-1]

    @property
    def is_time_running(self) -> bool:
        return not self.is_paused and not self.is_cut_off and not self.is_moving and bool(self.roster.present())

    @property
    def paused(self) -> str:
        """Why the clocks stand still, as all are told."""
        if self.is_moving:
            return Why.MOVING
        if self.is_paused:
            return Why.PAUSED
        return Why.NETWORK_LOST if self.is_cut_off else ""

    def begin_match(self) -> Play:
        """A new match of those who sit here now."""
        self.matches += 1
        self.play = Play(self.settings.rules, self.settings.options, self.players(), self.seeds, self.matches)
        self.given_up, self.drawing, self.drawn, self.over = 0, None, None, None
        self.drawn_by, self.awaited, self.holders = frozenset(), set(), {}
        self.attempt, self.left_out, self.gathers_until = 1, frozenset(), None
        return self.play

    def go(self, phase: Phase) -> None:
        if phase not in NEXT[self.phase]:
            raise ValueError(f"from {self.phase} to {phase}")
        self.phase = phase

    def to_act(self) -> tuple[Seat, Place] | None:
        """The seat that must act, where one must."""
        actor = self.play.actor if self.play is not None and self.phase is Phase.PLAYING else None
        return None if actor is None or actor is DEALER else (actor, self.roster.places[actor])

    def ask_anew(self) -> None:
        """The seat to act has all of its time again."""
        self.asked_at = self.watch.reading

    def begin_stand_in(self, place: Place, why: Absence) -> None:
        """Let a bot play for this seat."""
        self.roster.begin_stand_in(place, self.stand_in_level, why)
        self._ask_anew_at(place)

    def hand_back(self, place: Place) -> None:
        """Let the person of this seat decide what is not decided yet."""
        self.roster.hand_back(place)
        self._ask_anew_at(place)

    def _ask_anew_at(self, place: Place) -> None:
        acting = self.to_act()
        if acting is not None and acting[1] is place:
            self.ask_anew()

    def tell_holder(self, place: Place) -> Effects:
        """Tell the person of this seat, if there, that it has changed hands."""
        member = self.roster.member_at(place)
        return [] if member is None or not member.is_present else self.catch_up(member.person, self.index)

    def catch_up(self, person: Person, since: int) -> Effects:
        """Tell one person how the table stands, and the story from ``since``; nothing before the first deal."""
        if self.play is None or not self.play.index:
            return []
        seat = self.roster.seat_of(person)
        if seat is None:
            return [Catch(person, self.play.tell(None, 0, since))]
        place = self.roster.places[seat]
        tell = self.play.tell(seat, place.tenure, since, may_act=not place.stand_in)
        return [Catch(person, tell)]

    def tell_all(self, since: int) -> Effects:
        """Tell everybody who is there, each what they may know; those who watch are told together."""
        if self.play is None:
            return []
        out: Effects = []
        for seat, place, member in self.roster.seated():
            if member.is_present:
                out.append(self.play.tell(seat, place.tenure, since, may_act=not place.stand_in))
        if self.roster.watchers():
            out.append(self.play.tell(None, 0, since))
        return out

    def stand_ins_at(self) -> Iterator[tuple[Place, float]]:
        """The seats of the lost that a stand-in takes, and when."""
        if self.phase not in (Phase.PLAYING, Phase.INTERMISSION) or not self.settings.house.stand_in_s:
            return
        wait = self.settings.house.stand_in_s * self.timing.second
        for _, place, member in self.roster.seated():
            if member.presence is Presence.LOST and not place.stand_in:
                yield place, member.lost_at + wait

    def turn_ends_at(self) -> float | None:
        """When the seat to act has used up its time."""
        acting, clock = self.to_act(), self.settings.house.turn_clock_s
        if acting is None or not clock or acting[1].bot_level:
            return None
        return self.asked_at + clock * self.timing.second

    def drawing_ends_at(self) -> float | None:
        """When those who have not answered are left out of the deal."""
        if self.drawing is None:
            return None
        return self.drawing.asked_at + (self.timing.mix if self.drawing.is_mixing else self.timing.commit)

    def results_end_at(self) -> float | None:
        return self.asked_at + self.timing.results if self.phase is Phase.INTERMISSION else None

    def receipts_end_at(self) -> float | None:
        """Until when the next deal waits for those who are checking the one that is over; None: for nobody."""
        members = (self.roster.members.get(person) for person in self.awaited)
        if self.phase is not Phase.INTERMISSION or not any(m is not None and m.is_present for m in members):
            return None
        return self.asked_at + self.timing.mix

    def gathered_at(self) -> float | None:
        """Until when a deal waits for those who are coming back to a table that was taken up; None: for nobody."""
        are_missing = any(
            member.presence is Presence.LOST and not place.stand_in for _, place, member in self.roster.seated()
        )
        return self.gathers_until if are_missing else None

    def idle_at(self) -> float | None:
        """When the person to act, who is there, may be played for."""
        acting = self.to_act()
        member = None if acting is None else self.roster.member_at(acting[1])
        if acting is None or member is None or not member.is_present or acting[1].bot_level:
            return None
        return max(self.asked_at, member.back_at) + self.timing.idle

    def forgotten_at(self) -> Iterator[tuple[Member, float]]:
        """Those lost from their seats before the match, and when their seats are free again."""
        if self.phase is Phase.LOBBY:
            for _, _, member in self.roster.seated():
                if member.presence is Presence.LOST:
                    yield member, member.lost_at + self.timing.idle

    def owner_gone_at(self) -> float | None:
        """When somebody else must be the owner."""
        owner = None if self.roster.owner is None else self.roster.members.get(self.roster.owner)
        if owner is None or owner.is_present or not self.roster.present():
            return None
        return self.watch.reading if owner.presence is Presence.LEFT else owner.lost_at + self.timing.idle

    def goes_on_at(self) -> float | None:
        """When the table goes on by itself, if it does, whatever its people do."""
        ends = [time for time in (self.turn_ends_at(), self.results_end_at()) if time is not None]
        ends += [time for _, time in self.stand_ins_at()]
        return min(ends, default=None) if self.is_time_running else None

    def waits(self) -> tuple[float | None, ...]:
        """The readings from which all that a lobby says of waiting is counted."""
        return self.goes_on_at(), *(time for _, time in self.stand_ins_at())

    def wakes_at(self) -> float | None:
        """The next time at which anything may be due."""
        wakes: list[float] = []
        if self.is_time_running:
            readings = [self.goes_on_at(), self.drawing_ends_at(), self.idle_at(), self.owner_gone_at()]
            readings += [self.receipts_end_at(), self.gathered_at()]
            readings += [time for _, time in self.forgotten_at()]
            # what lies in the past is offered already
            wakes = [self.watch.time_of(r) for r in readings if r is not None and not self.watch.is_past(r)]
        if self.empty_from is not None and not self.is_cut_off:
            wakes.append(self.empty_from + self.timing.empty)
        return min(wakes, default=None)

    def may_stand_in(self) -> tuple[Seat, ...]:
        """The seats of the lost, and of one who is idle."""
        if self.phase not in (Phase.PLAYING, Phase.INTERMISSION):
            return ()
        lost = [s for s, place, m in self.roster.seated() if m.presence is Presence.LOST and not place.stand_in]
        idle_at, acting = self.idle_at(), self.to_act()
        if acting is not None and idle_at is not None and self.watch.is_past(idle_at):
            lost.append(acting[0])
        return tuple(sorted(lost))

    def voters(self, place: Place) -> set[Person]:
        """Whose wish for a stand-in counts: the others who play here or, where there are none, who watch."""
        others = [m for m in self.roster.present_seated() if m.person != place.person]
        return {member.person for member in others or self.roster.present() if member.person != place.person}

    def is_outvoted(self, place: Place) -> bool:
        """Whether the owner, or more than half of the others, want a stand-in here."""
        voters = self.voters(place)
        return self.roster.owner in place.votes or 2 * len(place.votes & voters) > len(voters)

    def lobby(self) -> Lobby:
        """The table as all may see it."""
        settings, roster, goes_on = self.settings, self.roster, self.goes_on_at()
        return Lobby(
            name=settings.name,
            phase=self.phase,
            paused=self.paused,
            game=settings.game,
            options=tuple(settings.options.items()),
            house=settings.house,
            seats=tuple(map(self._with_wait, roster.places, roster.infos())),
            watchers=roster.watcher_infos(),
            owner=roster.owner,
            is_locked=roster.is_locked,
            waits_ms=None if goes_on is None else self._left_ms(goes_on),
            may_stand_in=self.may_stand_in(),
        )

    def _with_wait(self, place: Place, info: SeatInfo) -> SeatInfo:
        """This seat, with the time until a stand-in where that runs."""
        times = (time for other, time in self.stand_ins_at() if other is place)
        time = next(times, None) if self.is_time_running else None
        return info if time is None else replace(info, waits_ms=self._left_ms(time))

    def _left_ms(self, reading: float) -> int:
        return max(0, int((reading - self.watch.reading) * 1000))

    def players(self) -> list[str]:
        """A name for each seat, for the match file; a bot has none."""
        members = map(self.roster.member_at, self.roster.places)
        return ["" if member is None else member.name for member in members]
