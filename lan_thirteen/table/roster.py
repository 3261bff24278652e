"""Who is at a table and who sits where: people, bots and stand-ins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Absence, Lobby, Person, Presence, SeatInfo, SeatKind, WatcherInfo
from lan_thirteen.core.names import unlike
from lan_thirteen.table.saved import Holder


@dataclass(slots=True)
class Member:
    """Somebody who was let in; they stay known after they have left."""

    person: Person
    name: str
    avatar: int
    presence: Presence = Presence.HERE
    lost_at: float = 0.0
    """On the table's stopwatch; what is older than their absence means nothing."""
    back_at: float = 0.0
    is_ready: bool = False
    watches: bool = False
    """Whether they chose to have no seat."""
    was_dealt_in: bool = False
    claims: Seat | None = None
    """The seat that they say is theirs."""
    claims_again_at: float = 0.0
    """The time, not a reading, from which they may claim another."""

    @property
    def is_present(self) -> bool:
        """Whether they can be reached, as far as is known."""
        return self.presence in (Presence.HERE, Presence.UNSTEADY)


@dataclass(slots=True)
class Place:
    """One seat."""

    kind: SeatKind = SeatKind.FREE
    person: Person | None = None
    level: str = ""
    """Of the bot whose seat it is."""
    stand_in: str = ""
    """The level of the bot that plays for the person, or nothing."""
    absence: Absence | None = None
    """Why that bot plays."""
    tenure: int = 0
    """Another number each time the seat changes hands; no two seats ever have the same."""
    next_person: Person | None = None
    votes: set[Person] = field(default_factory=set)
    """Who wants a stand-in here."""

    @property
    def is_for_once(self) -> bool:
        """Whether that bot makes one decision only."""
        return self.absence is Absence.CLOCK

    @property
    def bot_level(self) -> str:
        """The level of the bot that plays here, or nothing."""
        return self.level or self.stand_in


class Roster:
    """The people and seats of a table."""

    def __init__(self, seats: int, owner: Person | None) -> None:
        self.places = [Place() for _ in range(seats)]
        self.members: dict[Person, Member] = {}
        self.owner = owner
        self.opener = owner
        """Who opened the table has it back whenever they come back."""
        self.is_locked = False
        self.barred: set[Person] = set()
        self._tenures = count(1)

    def take_up(self, saved: Lobby, holders: Mapping[Seat, Holder], now: float) -> None:
        """Be what this lobby shows, with everybody lost, and the stand-ins that these seats have."""
        self.owner, self.is_locked = saved.owner, saved.is_locked
        self.places = []
        for info in saved.seats:
            level = info.level if info.kind is SeatKind.BOT else ""
            place = Place(info.kind, info.person, level, tenure=next(self._tenures))
            holder = holders.get(Seat(len(self.places)))
            if holder is not None and info.person is not None:
                place.stand_in, place.absence = holder.stand_in, holder.absence
            self.places.append(place)
            if info.person is not None:
                self.members[info.person] = Member(info.person, info.name, info.avatar, lost_at=now)
                left = info.presence is Presence.LEFT
                self.members[info.person].presence = Presence.LEFT if left else Presence.LOST
        for watcher in saved.watchers:
            self.members[watcher.person] = Member(watcher.person, watcher.name, 0, Presence.LOST, now)

    def present(self) -> list[Member]:
        return [member for member in self.members.values() if member.is_present]

    def watchers(self) -> list[Member]:
        """Those present who have no seat."""
        return [member for member in self.present() if self.seat_of(member.person) is None]

    def seated(self) -> Iterator[tuple[Seat, Place, Member]]:
        """Each seat that is a person's."""
        for number, place in enumerate(self.places):
            if place.person is not None:
                yield Seat(number), place, self.members[place.person]

    def present_seated(self) -> list[Member]:
        return [member for _, _, member in self.seated() if member.is_present]

    def seat_of(self, person: Person) -> Seat | None:
        for number, place in enumerate(self.places):
            if place.person == person:
                return Seat(number)
        return None

    def place_of(self, person: Person) -> Place | None:
        return next((place for place in self.places if place.person == person), None)

    def member_at(self, place: Place) -> Member | None:
        return None if place.person is None else self.members[place.person]

    def has(self, seat: Seat) -> bool:
        return 0 <= seat < len(self.places)

    def first(self, kind: SeatKind) -> Place | None:
        """The first seat of this kind that nobody waits for."""
        return next((p for p in self.places if p.kind is kind and p.next_person is None), None)

    def add(self, person: Person, name: str, avatar: int, now: float) -> Member:
        """Let somebody in, under a name that nobody else here has."""
        member = Member(person, unlike(name, self._names(person)), avatar, back_at=now)
        self.members[person] = member
        if self.owner is None or person == self.opener:
            self.owner = person
        return member

    def rename(self, person: Person, name: str) -> None:
        self.members[person].name = unlike(name, self._names(person))

    def seat(self, person: Person, place: Place) -> None:
        """Give a person this seat, and take their old one from them."""
        self.unseat(person)
        self.stop_waiting(person)
        self._renew(place, SeatKind.PERSON)
        place.person = person

    def unseat(self, person: Person) -> None:
        if (place := self.place_of(person)) is not None:
            self._renew(place, SeatKind.FREE)
            self.members[person].is_ready = False

    def seat_bot(self, place: Place, level: str) -> None:
        """A bot of this level has the seat; without a level the seat is free."""
        self._renew(place, SeatKind.BOT if level else SeatKind.FREE)
        place.level = level

    def begin_stand_in(self, place: Place, level: str, why: Absence) -> None:
        self._change_hands(place, level, why)

    def hand_back(self, place: Place) -> None:
        """The person plays for themselves again."""
        self._change_hands(place, "", None)

    def _change_hands(self, place: Place, level: str, why: Absence | None) -> None:
        place.stand_in, place.absence = level, why
        place.tenure = next(self._tenures)
        place.votes.clear()

    def hand_over(self, place: Place, to: Member, old: Member) -> None:
        """The seat is another's, who sits there as the one who had it did, down to the name."""
        self.stop_waiting(to.person)
        place.person = to.person
        to.name, to.avatar, to.watches = old.name, old.avatar, False
        to.is_ready, to.was_dealt_in = old.is_ready, old.was_dealt_in
        for other in self.places:
            other.votes.discard(old.person)

    def wait_for(self, person: Person, place: Place) -> None:
        """The person gets this bot's seat before the next deal."""
        self.stop_waiting(person)
        place.next_person = person

    def stop_waiting(self, person: Person) -> None:
        for place in self.places:
            if place.next_person == person:
                place.next_person = None

    def let_waiting_sit(self) -> bool:
        """Those who wait for a bot's seat, and are there, have it now: whether there was anybody."""
        has_changed = False
        for place in self.places:
            person, place.next_person = place.next_person, None
            if person is not None and self.members[person].is_present:
                self.seat(person, place)
                has_changed = True
        return has_changed

    def close_up(self) -> None:
        """Free seats vanish, and the order of the others stays."""
        self.places = [place for place in self.places if place.kind is not SeatKind.FREE]
        for place in self.places:
            place.tenure = next(self._tenures)

    def resize(self, seats: int) -> None:
        """So many seats: people keep theirs, or move to one that is free; bots go first, and who is left watches."""
        kept, rest = self.places[:seats], self.places[seats:]
        kept += [Place() for _ in range(seats - len(kept))]
        self.places = kept
        for gone in rest:
            place = self.first(SeatKind.FREE) or self.first(SeatKind.BOT)
            if gone.person is not None and place is not None:
                self.seat(gone.person, place)
            elif gone.person is not None:
                self.members[gone.person].is_ready = False

    def remove(self, person: Person, level: str) -> None:
        """Nobody at this table knows the person any more; their seat is a bot's of this level, or free."""
        self.stop_waiting(person)
        if (place := self.place_of(person)) is not None:
            self.seat_bot(place, level)
        for place in self.places:
            place.votes.discard(person)
        self.members.pop(person, None)
        self.barred.add(person)

    def forget_one(self) -> Person | None:
        """Know no more who of those without a seat is gone for longest, those who were never dealt in first.

        None where nobody may be forgotten.
        """
        gone = [m for m in self.members.values() if not m.is_present and self.seat_of(m.person) is None]
        gone = [m for m in gone if m.person not in (self.owner, self.opener)]
        if not gone:
            return None
        person = min(gone, key=lambda m: (m.was_dealt_in, m.lost_at)).person
        self.stop_waiting(person)
        for place in self.places:
            place.votes.discard(person)
        del self.members[person]
        return person

    def unready(self) -> None:
        for member in self.members.values():
            member.is_ready = False

    def infos(self) -> tuple[SeatInfo, ...]:
        """The seats as all may see them."""
        return tuple(map(self._info, self.places))

    def watcher_infos(self) -> tuple[WatcherInfo, ...]:
        return tuple(WatcherInfo(member.person, member.name, member.claims) for member in self.watchers())

    def _info(self, place: Place) -> SeatInfo:
        member, bot = self.member_at(place), place.bot_level
        if member is None:
            return SeatInfo(place.kind, None, "", 0, bot, place.kind is SeatKind.BOT, Presence.HERE, place.next_person)
        return SeatInfo(place.kind, place.person, member.name, member.avatar, bot, member.is_ready, member.presence)

    def _names(self, besides: Person) -> list[str]:
        """The names that a person's must differ from: of all who are present or have a seat."""
        others = [member for member in self.members.values() if member.person != besides]
        return [m.name for m in others if m.is_present or self.seat_of(m.person) is not None]

    def _renew(self, place: Place, kind: SeatKind) -> None:
        place.kind, place.person, place.level, place.stand_in = kind, None, "", ""
        place.absence, place.next_person = None, None
        place.tenure = next(self._tenures)
        place.votes.clear()
