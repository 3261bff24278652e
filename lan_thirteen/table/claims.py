"""Who says that a seat is theirs, by a key that is lost with their laptop: the owner of the table answers.

The seat changes hands, with what is in it. So it is given by somebody who plays here, and only while nobody plays it.
"""

from __future__ import annotations

import math
from typing import assert_never

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Person, SeatKind
from lan_thirteen.core.values import Refusal
from lan_thirteen.table.commands import Claim, Deny, Grant, Handed, Note
from lan_thirteen.table.phases import MATCH, Claiming
from lan_thirteen.table.room import Effects, Room
from lan_thirteen.table.roster import Member, Place
from lan_thirteen.table.why import Why


def carry_out(room: Room, command: Claiming) -> Effects:
    match command:
        case Claim(person, seat):
            return _claim(room, person, seat)
        case Grant():
            return _answer(room, command)
        case _:
            assert_never(command)


def _claim(room: Room, person: Person, seat: Seat | None) -> Effects:
    member = room.roster.members[person]
    if seat is None or seat == member.claims:
        member.claims = seat
        return []
    if (why := _objection(room, person, seat)) is not None:
        return [Deny(person, why)]
    member.claims, member.claims_again_at = seat, room.watch.now + room.timing.claim
    return []


def drop_stale(room: Room) -> Effects | None:
    """A claim ends with the visit of who made it, with the match, and when the seat's person is back."""
    stale = [m for m in room.roster.members.values() if m.claims is not None and not _stands(room, m, m.claims)]
    for member in stale:
        member.claims = None
    return [] if stale else None


def _stands(room: Room, member: Member, seat: Seat) -> bool:
    is_watching = member.is_present and room.roster.place_of(member.person) is None
    return is_watching and room.phase in MATCH and _missing_at(room, seat) is not None


def _missing_at(room: Room, seat: Seat) -> tuple[Place, Member] | None:
    """The place whose person is not there; None where nobody is missing."""
    if not room.roster.has(seat):
        return None
    place = room.roster.places[seat]
    member = room.roster.member_at(place)
    return None if place.kind is not SeatKind.PERSON or member is None or member.is_present else (place, member)


def _objection(room: Room, person: Person, seat: Seat) -> Refusal | None:
    """Why the owner is not asked."""
    if room.roster.place_of(person) is not None:
        return Refusal(Why.SEATED_ALREADY)
    if not room.roster.has(seat):
        return Refusal(Why.NO_SUCH_SEAT, (len(room.roster.places),))
    if _missing_at(room, seat) is None:
        return Refusal(Why.NOBODY_MISSING, (seat + 1,))
    if room.roster.owner is None or not _plays_here(room, room.roster.owner):
        return Refusal(Why.NOBODY_TO_ASK)
    left = room.roster.members[person].claims_again_at - room.watch.now
    return Refusal(Why.CLAIMS_TOO_SOON, (math.ceil(left),)) if left > room.watch.GRAIN else None


def _plays_here(room: Room, person: Person) -> bool:
    return any(member.person == person for member in room.roster.present_seated())


def _answer(room: Room, grant: Grant) -> Effects:
    claimant = room.roster.members.get(grant.claimant)
    if not _plays_here(room, grant.person):  # else who has a seat could be given to whoever was left alone
        return [Deny(grant.person, Refusal(Why.NO_SEAT))]
    if claimant is None or claimant.claims is None:
        return [Deny(grant.person, Refusal(Why.NO_CLAIM))]
    seat, claimant.claims = claimant.claims, None
    missing = _missing_at(room, seat)
    if missing is None:
        return [Deny(grant.person, Refusal(Why.NOBODY_MISSING, (seat + 1,)))]
    place, old = missing
    if not grant.is_granted:
        return [Note(Refusal(Why.CLAIM_DECLINED, (seat + 1,), (claimant.name, old.name)))]
    said = Note(Refusal(Why.CLAIM_GRANTED, (seat + 1,), (claimant.name, old.name)))
    room.roster.hand_over(place, claimant, old)
    room.hand_back(place)
    return [Handed(seat, claimant.person, old.person), *room.catch_up(claimant.person, 0), said]
