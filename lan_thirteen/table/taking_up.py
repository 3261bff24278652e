"""How a table that was lost with its program goes on where it was."""

from __future__ import annotations

from lan_thirteen.core.lobby import Phase
from lan_thirteen.table.play import Play
from lan_thirteen.table.playing import show_what_is_over
from lan_thirteen.table.room import Drawing, Effects, Room
from lan_thirteen.table.saved import LastDrawing, Reached, Saved


def take_up(room: Room, saved: Saved) -> Effects:
    """Be this table, with everybody lost. Raises JournalError where its records do not replay."""
    room.settings = room.settings.saved(saved.lobby)
    room.roster.take_up(saved.lobby, saved.holders, room.watch.reading)
    if saved.lobby.phase is Phase.LOBBY:
        return []
    room.matches = saved.match - 1
    play = room.begin_match()
    room.holders, room.given_up = dict(saved.holders), saved.given_up
    effects: Effects = [*play.take_up(saved.records)]
    room.phase = play.phase
    room.gathers_until = room.watch.reading + room.timing.lost
    room.ask_anew()
    return effects if saved.drawing is None else [*effects, *_draw(room, play, saved.drawing)]


def _draw(room: Room, play: Play, last: LastDrawing) -> Effects:
    """Go on with the attempt that was opened last."""
    drawers = frozenset(person for _, person in last.drawers)
    match last.reached:
        case Reached.OPENED | Reached.COMMITTED:
            room.phase, room.drawing = Phase.DEALING, _reopened(room, last)
        case Reached.GIVEN_UP:
            room.phase, room.attempt, room.left_out = Phase.DEALING, last.of.attempt + 1, last.left_out
        case Reached.DEALT:
            room.drawn, room.drawn_by = last.of, drawers
            for _, _, member in room.roster.seated():
                member.was_dealt_in = True
            return show_what_is_over(room)
        case Reached.OVER:
            room.over, room.awaited = last.of, set(drawers - last.checked)
    return []


def _reopened(room: Room, last: LastDrawing) -> Drawing:
    """Nobody has answered: their laptops say it again. They have to come back first."""
    members = room.roster.members
    names = {person: members[person].name if person in members else "" for _, person in last.drawers}
    persons = {person: (seat, names[person]) for seat, person in last.drawers}
    asked_at = room.watch.reading + room.timing.lost
    return Drawing(last.of, persons, last.left_out, asked_at, is_mixing=last.reached is Reached.COMMITTED)
