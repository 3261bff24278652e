"""What a table does by itself, as soon as it is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Absence, Phase, Presence
from lan_thirteen.table.choices import close
from lan_thirteen.table.claims import drop_stale
from lan_thirteen.table.commands import AskBot, BackAt, GoneFrom, Holds
from lan_thirteen.table.drawing import draw_on, open_deal
from lan_thirteen.table.room import Effects, Room
from lan_thirteen.table.saved import Holder


def go_on(room: Room) -> Effects:
    """Do all that is due; after it nothing is until somebody does something, or until time passes."""
    out: Effects = []
    while room.phase is not Phase.CLOSED:
        for step in _WHILE_MOVING if room.is_moving else _STEPS:
            effects = step(room)
            if effects is not None:
                out += effects
                break
        else:
            break
    return out


def _note_emptiness(room: Room) -> Effects | None:
    """A table that all have left closes after a while; one to which nobody has come yet does not."""
    room.came = room.came or bool(room.roster.present())
    if room.roster.present() or not room.came:
        room.empty_from = None
        return None
    if room.empty_from is None:
        room.empty_from = room.watch.now
        room.asked_bot = None
    if room.is_cut_off or room.watch.now < room.empty_from + room.timing.empty - room.watch.GRAIN:
        return None
    return close(room)


def _end_lonely_pause(room: Room) -> Effects | None:
    """A pause lasts only while somebody is there who could end it."""
    if not room.is_paused or room.roster.present_seated():
        return None
    room.is_paused = False
    return []


def _pass_ownership(room: Room) -> Effects | None:
    """The one who has been here longest takes over, the seated first."""
    gone_at = room.owner_gone_at()
    if gone_at is None or not room.watch.is_past(gone_at):
        return None
    heirs = room.roster.present_seated() or room.roster.present()
    room.roster.owner = min(member.person for member in heirs)
    return []


def _free_seat(room: Room) -> Effects | None:
    for member, time in room.forgotten_at():
        if room.watch.is_past(time):
            room.roster.unseat(member.person)
            return []
    return None


def note_holders(room: Room) -> Effects | None:
    """Write down who plays each seat of the match, before anything is played in it."""
    if room.play is None:
        return None
    out: Effects = []
    for number, place in enumerate(room.roster.places):
        seat, now = Seat(number), Holder(place.person, place.level, place.stand_in, place.absence)
        before = room.holders.get(seat)
        if now == before:
            continue
        room.holders[seat] = now
        if before is None or (before.person, before.level) != (now.person, now.level):
            member = room.roster.member_at(place)
            out.append(Holds(seat, place.person, "" if member is None else member.name, place.level))
        elif before.stand_in and not now.stand_in:
            out.append(BackAt(seat))
        if now.absence is not None:
            out.append(GoneFrom(seat, now.stand_in, now.absence))
    return out or None


def _begin_stand_in(room: Room) -> Effects | None:
    """For those who have left, those who were lost for long, and where the others want it."""
    if room.phase not in (Phase.PLAYING, Phase.INTERMISSION):
        return None
    open_to_it = room.may_stand_in()
    for seat, place, _ in room.roster.seated():
        if seat not in open_to_it:
            place.votes.clear()
    due = [(place, Absence.ASKED) for place in room.roster.places if place.votes and room.is_outvoted(place)]
    due += [(place, Absence.LOST) for place, time in room.stand_ins_at() if room.watch.is_past(time)]
    gone = (place for _, place, m in room.roster.seated() if m.presence is Presence.LEFT and not place.stand_in)
    due += [(place, Absence.LEFT) for place in gone]
    if not due:
        return None
    place, why = due[0]
    room.begin_stand_in(place, why)
    return room.tell_holder(place)


def _end_turn(room: Room) -> Effects | None:
    """Whose time is up is played for, once."""
    ends_at, acting = room.turn_ends_at(), room.to_act()
    if ends_at is None or acting is None or not room.watch.is_past(ends_at):
        return None
    room.begin_stand_in(acting[1], Absence.CLOCK)
    return room.tell_holder(acting[1])


def _deal(room: Room) -> Effects | None:
    """The first deal at once; the others when all who are here have seen the results, or after a while.

    With nobody here it waits: what the house draws alone, people need not believe. What somebody who is checking the
    last deal makes of it is written down before the next one, and who is on the way back has a part in it.
    """
    if room.play is None or room.drawing is not None or room.is_paused or not room.roster.present():
        return None
    if room.phase is not Phase.DEALING and not _are_results_over(room):
        return None
    if _is_still(room, room.receipts_end_at()) or _is_still(room, room.gathered_at()):
        return None
    if room.phase is Phase.INTERMISSION:
        room.go(Phase.DEALING)
    if room.roster.let_waiting_sit():
        return []  # that is written down before the deal is opened
    return open_deal(room, room.play)


def _is_still(room: Room, ends_at: float | None) -> bool:
    """Whether there is such a time, and it has not come."""
    return ends_at is not None and not room.watch.is_past(ends_at)


def _are_results_over(room: Room) -> bool:
    ends_at = room.results_end_at()
    if ends_at is None:
        return False
    # while the host has no network, those who cannot be reached are waited for
    lost = (Presence.LOST,) if room.is_cut_off else ()
    awaited = [m for _, _, m in room.roster.seated() if m.is_present or m.presence in lost]
    all_ready = bool(awaited) and all(m.is_ready for m in awaited)
    return all_ready or (room.is_time_running and room.watch.is_past(ends_at))


def _ask_bot(room: Room) -> Effects | None:
    """Ask the bot that is to act, unless it was asked; bots do not play among themselves."""
    acting, play = room.to_act(), room.play
    if acting is None or play is None or room.is_paused or not room.roster.present():
        if room.is_paused:
            room.asked_bot = None
        return None
    seat, place = acting
    question = (place.tenure, play.index)
    if not place.bot_level or room.asked_bot == question:
        return None
    room.asked_bot = question
    tell = play.tell(seat, place.tenure, play.index)
    pause = room.settings.house.bot_pause_ms
    return [AskBot(seat, place.tenure, place.bot_level, play.index, tell.view, tell.legal, pause)]


_STEPS: Final[tuple[Callable[[Room], Effects | None], ...]] = (
    _note_emptiness,
    _end_lonely_pause,
    _pass_ownership,
    _free_seat,
    drop_stale,
    note_holders,
    _begin_stand_in,
    _end_turn,
    draw_on,
    _deal,
    _ask_bot,
)
"""Each does one thing and says what comes of it, or None where nothing is due; then they are tried again in order."""

_WHILE_MOVING: Final = (_note_emptiness,)
