"""How a deal is drawn: all who are there commit to bytes, then give them, and the cards come from everybody's.

Who does not answer is named and left out, and all begin anew: went on without them, the house could choose whose bytes
it likes, since it alone knows what the others make of the deal.
"""

from __future__ import annotations

from typing import Final, assert_never

from lan_thirteen.core.lobby import DealId, Person, Phase, Presence
from lan_thirteen.core.values import Refusal
from lan_thirteen.table.commands import AskMixes, Committed, GiveUp, Mixed, Note, OpenDeal, Receipted, TellMixes
from lan_thirteen.table.phases import Drawing as Answer
from lan_thirteen.table.play import Play
from lan_thirteen.table.playing import settle
from lan_thirteen.table.room import Drawing, Effects, Room
from lan_thirteen.table.why import Why

_TOO_OFTEN: Final = 2
"""So many attempts given up in one match, and everybody is told how many there were."""


def carry_out(room: Room, answer: Answer) -> Effects:
    """Somebody has answered; what does not belong to the drawing that goes on changes nothing."""
    if isinstance(answer, Receipted):
        if answer.of == room.over:
            room.awaited.discard(answer.person)
        return []
    drawing = room.drawing
    if drawing is None or answer.of != drawing.of or answer.person not in drawing.persons:
        return []
    match answer:
        case Committed():
            is_asked = not drawing.is_mixing
        case Mixed():
            is_asked = drawing.is_mixing
        case _:
            assert_never(answer)
    if is_asked:
        drawing.answered.add(answer.person)
    return []


def open_deal(room: Room, play: Play) -> Effects:
    """Draw the deal that is due with all who play here and are there; without anybody the house draws it alone."""
    of, left_out = DealId(room.matches, play.match.deals + 1, room.attempt), room.left_out
    room.attempt, room.left_out = 1, frozenset()
    persons = {
        member.person: (seat, member.name)
        for seat, place, member in room.roster.seated()
        if member.is_present and not place.stand_in and member.person not in left_out
    }
    if not persons:
        room.drawn, room.drawn_by = of, frozenset()
        return [OpenDeal(of, ()), AskMixes(of), TellMixes(of), *_dealt(room, play)]
    room.drawing = Drawing(of, persons, left_out, asked_at=room.watch.reading)
    return [OpenDeal(of, tuple((seat, person) for person, (seat, _) in persons.items()))]


def draw_on(room: Room) -> Effects | None:
    """Go on with the drawing as far as everybody has answered, or without those who do not."""
    drawing, play = room.drawing, room.play
    if drawing is None or play is None or room.phase is not Phase.DEALING:
        return None
    missing = _missing(room, drawing)
    if missing:
        return _give_up(room, play, drawing, missing)
    if drawing.answered != set(drawing.persons):
        return None
    if not drawing.is_mixing:
        drawing.is_mixing, drawing.answered, drawing.asked_at = True, set(), room.watch.reading
        return [AskMixes(drawing.of)]
    if room.is_paused:
        return None
    room.drawing, room.drawn, room.drawn_by = None, drawing.of, frozenset(drawing.persons)
    return [TellMixes(drawing.of), *_dealt(room, play)]


def _dealt(room: Room, play: Play) -> Effects:
    before = play.index
    for _, _, member in room.roster.seated():
        member.was_dealt_in = True
    records = play.deal()
    settle(room, play)
    return [*records, *room.tell_all(before)]


def _missing(room: Room, drawing: Drawing) -> list[Person]:
    """Who will not answer any more: those who have left, and after a while all who have not answered yet."""
    if drawing.is_done:
        return []
    ends_at = room.drawing_ends_at()
    is_over = ends_at is not None and room.is_time_running and room.watch.is_past(ends_at)
    return [
        person
        for person, (seat, _) in drawing.persons.items()
        if person not in drawing.answered
        and (is_over or room.roster.seat_of(person) != seat or room.roster.members[person].presence is Presence.LEFT)
    ]


def _give_up(room: Room, play: Play, drawing: Drawing, missing: list[Person]) -> Effects:
    """Show at once which deck is thrown away, say because of whom, and begin anew without them."""
    room.drawing = None
    room.given_up += 1
    out: Effects = [GiveUp(drawing.of, tuple(drawing.persons[person][0] for person in missing))]
    for seat, name in (drawing.persons[person] for person in missing):
        out.append(Note(Refusal(Why.LEFT_OUT, (seat + 1,), (name,))))
    if room.given_up >= _TOO_OFTEN:
        out.append(Note(Refusal(Why.GIVEN_UP, (room.given_up,))))
    room.attempt, room.left_out = drawing.of.attempt + 1, drawing.left_out.union(missing)
    return [*out, *open_deal(room, play)]
