"""A match going on: what seats play, stand-ins, pauses."""

from __future__ import annotations

from typing import Any, assert_never

from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.values import Refusal
from lan_thirteen.table.commands import (
    Accept,
    Deny,
    NetworkLost,
    Pause,
    Refuse,
    Resume,
    ShowSecret,
    StandIn,
    Submit,
    Wake,
)
from lan_thirteen.table.phases import Playing
from lan_thirteen.table.play import Play
from lan_thirteen.table.room import Effects, Room
from lan_thirteen.table.roster import Place
from lan_thirteen.table.why import Why


def carry_out(room: Room, command: Playing) -> Effects:
    match command:
        case Submit():
            return _submit(room, command)
        case StandIn():
            return _ask_for_stand_in(room, command)
        case Pause():
            room.is_paused = True
            return []
        case Resume():
            room.is_paused = False
            return []
        case NetworkLost(is_lost):
            room.is_cut_off = is_lost
            if room.empty_from is not None:
                room.empty_from = room.watch.now
            return []
        case Wake():
            return []
        case _:
            assert_never(command)


def _submit(room: Room, submit: Submit[Any]) -> Effects:
    play = room.play
    if play is None or not room.roster.has(submit.seat):
        return []
    if (known := play.answer_to(submit)) is not None:
        return [known]
    place = room.roster.places[submit.seat]
    if submit.tenure != place.tenure:
        return []
    why = _objection(room, play, submit)
    if why is None:
        return _act(room, play, place, submit)
    refuse = Refuse(submit.seat, submit.nonce, why)
    if why.code != Why.PAUSED:  # asked again after the pause it may be played
        play.remember(submit, refuse)
    return [refuse]


def _objection(room: Room, play: Play, submit: Submit[Any]) -> Refusal | None:
    if submit.index != play.index:
        return Refusal(Why.STALE)
    if room.is_paused:
        return Refusal(Why.PAUSED)
    if room.phase is not Phase.PLAYING:
        return Refusal(Why.NOT_DEALT)
    return play.match.game.refuse(play.match.state, submit.seat, submit.action)


def _act(room: Room, play: Play, place: Place, submit: Submit[Any]) -> Effects:
    records = play.act(submit.seat, submit.action)
    accept = Accept(submit.seat, submit.nonce)
    play.remember(submit, accept)
    if place.is_for_once:
        room.roster.hand_back(place)
    settle(room, play)
    return [*records, accept, *room.tell_all(submit.index), *show_what_is_over(room)]


def show_what_is_over(room: Room) -> Effects:
    """A deal that everybody has drawn is over: how it lay need not be secret any more."""
    if room.drawn is None or room.phase is Phase.PLAYING:
        return []
    of, room.drawn, room.awaited = room.drawn, None, set(room.drawn_by)
    room.over = of
    return [ShowSecret(of)]


def settle(room: Room, play: Play) -> None:
    """Go to the phase that the match is in, where the next question begins."""
    if play.phase is not room.phase:
        room.go(play.phase)
        room.roster.unready()
    if room.phase is Phase.FINISHED:
        room.is_paused = False
    room.ask_anew()


def _ask_for_stand_in(room: Room, command: StandIn) -> Effects:
    roster = room.roster
    if not roster.has(command.seat):
        return [Deny(command.person, Refusal(Why.NO_SUCH_SEAT, (len(roster.places),)))]
    place = roster.places[command.seat]
    if command.seat not in room.may_stand_in():
        return [Deny(command.person, Refusal(Why.PLAYS_HERE, (command.seat + 1,)))]
    if place.person == command.person:
        return [Deny(command.person, Refusal(Why.NOT_YOURSELF))]
    if command.person != roster.owner and command.person not in room.voters(place):
        return [Deny(command.person, Refusal(Why.NO_SEAT))]
    place.votes.add(command.person)
    return []
