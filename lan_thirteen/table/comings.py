"""Who comes, goes, falls silent and returns."""

from __future__ import annotations

from typing import assert_never

from lan_thirteen.core.lobby import Person, Phase, Presence, SeatKind
from lan_thirteen.core.values import Refusal
from lan_thirteen.table.commands import Deny, Enter, Evict, Faded, Heard, Kick, Left, Lock, Rename, Returned
from lan_thirteen.table.phases import Coming
from lan_thirteen.table.room import Effects, Room
from lan_thirteen.table.roster import Member
from lan_thirteen.table.why import Why


def carry_out(room: Room, command: Coming) -> Effects:
    match command:
        case Enter():
            return _enter(room, command)
        case Faded(person):
            member = room.roster.members.get(person)
            if member is not None and member.presence is Presence.HERE:
                member.presence = Presence.UNSTEADY
            return []
        case Heard(person):
            member = room.roster.members.get(person)
            if member is not None and member.presence is Presence.UNSTEADY:
                member.presence = Presence.HERE
            return []
        case Left(person, on_purpose):
            return _leave(room, person, on_purpose)
        case Returned(person, seen):
            return _return(room, person, seen)
        case Kick(person, target):
            return _kick(room, person, target)
        case Lock(_, is_locked):
            room.roster.is_locked = is_locked
            return []
        case Rename(person, name):
            room.roster.rename(person, name)
            return []
        case _:
            assert_never(command)


def _enter(room: Room, enter: Enter) -> Effects:
    roster = room.roster
    if enter.person in roster.members:
        return _return(room, enter.person, 0)
    why = _barrier(room, enter)
    if why is not None:
        return [Evict(enter.person, Refusal(why))]
    member = roster.add(enter.person, enter.name, enter.avatar, room.watch.reading)
    member.watches = enter.watch
    return _welcome(room, member, 0)


def _barrier(room: Room, enter: Enter) -> Why | None:
    """Why a new person may not come in."""
    if room.is_moving:  # the next host has been told already who is here
        return Why.MOVING
    if enter.person in room.roster.barred:
        return Why.KICKED
    if room.roster.is_locked:
        return Why.LOCKED
    if enter.person == room.roster.owner or room.settings.house.may_watch:
        return None
    if room.phase is not Phase.LOBBY or enter.watch:
        return Why.NO_WATCHING
    return None if room.roster.first(SeatKind.FREE) else Why.FULL


def _welcome(room: Room, member: Member, seen: int) -> Effects:
    roster = room.roster
    place = roster.first(SeatKind.FREE)
    if (
        room.phase is Phase.LOBBY
        and not member.watches
        and place is not None
        and roster.place_of(member.person) is None
    ):
        roster.seat(member.person, place)
    return room.catch_up(member.person, seen if seen <= room.index else 0)


def _return(room: Room, person: Person, seen: int) -> Effects:
    roster = room.roster
    member = roster.members.get(person)
    if member is None:
        why = Why.KICKED if person in roster.barred else Why.NO_SUCH_PERSON
        return [Evict(person, Refusal(why))]
    was_present = member.is_present
    member.presence = Presence.HERE
    place = roster.place_of(person)
    if not was_present:
        member.back_at = room.watch.reading
        roster.rename(person, member.name)
        if person == roster.opener:
            roster.owner = person
    if place is not None and place.stand_in and not (place.is_for_once and was_present):
        room.hand_back(place)
    return _welcome(room, member, seen)


def _leave(room: Room, person: Person, on_purpose: bool) -> Effects:
    """A seat is kept through the match; before it, only for those who were lost."""
    roster = room.roster
    member = roster.members.get(person)
    if member is None:
        return []
    if member.is_present:
        member.lost_at = room.watch.reading
        member.presence = Presence.LOST
    if on_purpose:
        member.presence = Presence.LEFT
        roster.stop_waiting(person)
        if room.phase is Phase.LOBBY:
            roster.unseat(person)
    return []


def _kick(room: Room, owner: Person, target: Person) -> Effects:
    if target == owner:
        return [Deny(owner, Refusal(Why.NOT_YOURSELF))]
    member = room.roster.members.get(target)
    if member is None:
        return [Deny(owner, Refusal(Why.NO_SUCH_PERSON))]
    room.roster.remove(target, "" if room.phase is Phase.LOBBY else room.stand_in_level)
    return [Evict(target, Refusal(Why.KICKED))]
