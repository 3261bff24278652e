"""What the table is to be like, who sits where, and what is said at it."""

from __future__ import annotations

from typing import assert_never

from lan_thirteen.core.lobby import Person, Phase, SeatKind
from lan_thirteen.core.values import Refusal
from lan_thirteen.table import commands as c
from lan_thirteen.table.phases import Choice, Setting
from lan_thirteen.table.room import Effects, Room
from lan_thirteen.table.roster import Place
from lan_thirteen.table.why import Why


def carry_out(room: Room, command: Choice) -> Effects:
    match command:
        case c.Sit():
            return _sit(room, command)
        case c.Stand(person):
            return _denied(person, _stand(room, person))
        case c.SetReady(person, is_ready):
            room.roster.members[person].is_ready = is_ready and room.phase is not Phase.PLAYING
            return []
        case c.RenameTable(_, name):
            room.settings.name = name
            return []
        case c.Chat(person, text):
            return [c.Say(person, text)]
        case c.Start(person):
            return _start(room, person)
        case c.Again():
            _again(room)
            return []
        case c.Close():
            return close(room)
        case c.SetGame() | c.SetOption() | c.SetHouse() | c.SetSeatBot():
            return _set(room, command)
        case _:
            assert_never(command)


def close(room: Room) -> Effects:
    """The end of the table, for all who are here."""
    room.go(Phase.CLOSED)
    room.is_paused = False
    return [c.Evict(member.person, Refusal(Why.CLOSED)) for member in room.roster.present()]


def _set(room: Room, command: Setting) -> Effects:
    """Change the settings; nobody is ready for rules that they have not seen."""
    match command:
        case c.SetGame(_, game, seats):
            why = room.settings.set_game(game, seats)
            if why is None and seats != len(room.roster.places):
                room.roster.resize(seats)
        case c.SetOption(_, name, value):
            why = room.settings.set_option(name, value)
        case c.SetHouse(_, name, value):
            why = room.settings.set_house(name, value)
        case c.SetSeatBot():
            return _denied(command.person, _set_seat_bot(room, command))
        case _:
            assert_never(command)
    if why is None and room.phase is Phase.LOBBY:
        room.roster.unready()
    return _denied(command.person, why)


def _set_seat_bot(room: Room, command: c.SetSeatBot) -> Refusal | None:
    if command.level and command.level not in room.levels:
        return Refusal(Why.UNKNOWN_LEVEL, (), (command.level, ", ".join(room.levels)))
    if not room.roster.has(command.seat):
        return Refusal(Why.NO_SUCH_SEAT, (len(room.roster.places),))
    place = room.roster.places[command.seat]
    if place.kind is SeatKind.PERSON:
        return Refusal(Why.SEAT_TAKEN, (command.seat + 1,))
    room.roster.seat_bot(place, command.level)
    return None


def _sit(room: Room, command: c.Sit) -> Effects:
    own = room.roster.place_of(command.person)
    is_own = own is not None and (command.seat is None or room.roster.seat_of(command.person) == command.seat)
    if own is not None and is_own:
        return _take_back(room, own)
    place = _wanted(room, command)
    if isinstance(place, Refusal):
        return _denied(command.person, place)
    if room.phase is Phase.LOBBY:
        was_ready = room.roster.members[command.person].is_ready
        room.roster.seat(command.person, place)
        room.roster.members[command.person].is_ready = was_ready
        room.roster.members[command.person].watches = False
    elif own is not None:
        return _denied(command.person, Refusal(Why.SEATED_ALREADY))
    else:
        room.roster.wait_for(command.person, place)
    return []


def _take_back(room: Room, own: Place) -> Effects:
    """From a stand-in; one that makes a single decision, because time was up, is left to make it."""
    if not own.stand_in or own.is_for_once:
        return []
    room.hand_back(own)
    return room.tell_holder(own)


def _wanted(room: Room, command: c.Sit) -> Place | Refusal:
    """The seat that the person may have, or wait for."""
    roster = room.roster
    if command.seat is None:
        free = roster.first(SeatKind.FREE) if room.phase is Phase.LOBBY else None
        return free or roster.first(SeatKind.BOT) or Refusal(Why.NO_FREE_SEAT)
    if not roster.has(command.seat):
        return Refusal(Why.NO_SUCH_SEAT, (len(roster.places),))
    place = roster.places[command.seat]
    if place.kind is SeatKind.PERSON or place.next_person not in (None, command.person):
        return Refusal(Why.SEAT_TAKEN, (command.seat + 1,))
    return place


def _stand(room: Room, person: Person) -> Refusal | None:
    if room.roster.place_of(person) is None:
        room.roster.stop_waiting(person)
        return None
    if room.phase is not Phase.LOBBY:
        return Refusal(Why.BEGUN)
    if not room.settings.house.may_watch and person != room.roster.owner:
        return Refusal(Why.NO_WATCHING)
    room.roster.unseat(person)
    room.roster.members[person].watches = True
    return None


def _start(room: Room, owner: Person) -> Effects:
    settings, roster = room.settings, room.roster
    taken = sum(place.kind is not SeatKind.FREE for place in roster.places)
    fewest = settings.rules.info.min_seats
    if taken < fewest:
        return _denied(owner, Refusal(Why.TOO_FEW, (fewest,)))
    if (why := settings.rules.refuse_options(taken, settings.options)) is not None:
        return _denied(owner, why)
    roster.close_up()
    roster.unready()
    play = room.begin_match()
    room.go(Phase.DEALING)
    return [play.begun]


def _again(room: Room) -> None:
    """Those who are here keep their seats, as far as there are any, and the empty ones are free again."""
    roster = room.roster
    roster.let_waiting_sit()
    for _, _, member in list(roster.seated()):
        if not member.is_present:
            roster.unseat(member.person)
    for place in roster.places:
        if place.stand_in:
            roster.hand_back(place)
    roster.resize(room.settings.seats)
    room.go(Phase.LOBBY)
    room.play = room.drawn = room.over = None
    room.awaited.clear()


def _denied(person: Person, why: Refusal | None) -> Effects:
    return [] if why is None else [c.Deny(person, why)]
