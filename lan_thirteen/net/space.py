"""Whether a table has room for somebody more."""

from __future__ import annotations

from lan_thirteen.core.lobby import Lobby, Person
from lan_thirteen.net.crowd import Crowd
from lan_thirteen.net.door import OWNER
from lan_thirteen.table.session import Table
from lan_thirteen.wire.limits import WATCHERS


def is_full_for(person: Person, table: Table, crowd: Crowd, lobby: Lobby, *, watch: bool) -> bool:
    """Whether nobody more can watch, and this one, who may be new, would have to; for the owner there is room."""
    if person in (OWNER, lobby.owner):
        return False
    watching = sum(table.seat_of(other) is None for other, _ in crowd if other != person)
    return watching >= WATCHERS and not table.has_seat_for(person, watch)


def is_too_full_to_stand(person: Person, table: Table, crowd: Crowd) -> bool:
    """Whether this one may not give up a seat and watch, since too many do."""
    watching = sum(table.seat_of(other) is None for other, _ in crowd)
    return watching >= WATCHERS and table.seat_of(person) is not None


def people(crowd: Crowd, lobby: Lobby) -> set[Person]:
    """All who are connected or have a seat."""
    return {person for person, _ in crowd} | {seat.person for seat in lobby.seats if seat.person is not None}
