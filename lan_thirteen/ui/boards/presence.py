"""Whether the player of a seat is there, in a word and in a sentence."""

from __future__ import annotations

from typing import Any, NamedTuple, assert_never

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Lobby, Presence, SeatInfo, SeatKind
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.widgets import Tone


class Chip(NamedTuple):
    """A word about a player, with its icon."""

    text: str
    icon: str
    tone: Tone = Tone.PLAIN


def plate_chip(stage: Stage, sight: Sight[Any, Any], seat: Seat, of_game: Chip | None, *, is_turn: bool) -> Chip | None:
    """The one word that matters most: whether somebody is gone, what the game says, whose turn it is, who plays."""
    say, info = stage.say, sight.lobby.seats[seat]
    if (away := _away(stage, info)) is not None:
        return away
    if of_game is not None:
        return of_game
    if is_turn and seat != sight.seat:
        return Chip(say("win.table.chip.turn"), "hourglass", Tone.MINT)
    if info.next_person is not None:
        who = person_name(sight.lobby, info.next_person)
        return Chip(say("win.table.chip.next", who=who), "user-plus")
    return Chip(say("win.table.chip.bot"), "bot", Tone.SKY) if info.kind is SeatKind.BOT else None


def plate_tip(sight: Sight[Any, Any], seat: Seat, of_game: str) -> str:
    """What is to be known of a seat, in sentences."""
    info, teller = sight.lobby.seats[seat], sight.teller
    out = [of_game] if of_game else []
    if info.kind is SeatKind.PERSON and info.presence is not Presence.HERE:
        out.append(teller.of(f"far.{info.presence}", seat))
    if info.waits_ms is not None:
        out.append(teller.of("far.bot-in", seat, seconds(info.waits_ms)))
    if info.kind is SeatKind.PERSON and info.level:
        out.append(teller.of("far.stand-in", seat))
    if info.next_person is not None:
        out.append(teller.say("win.table.next", who=person_name(sight.lobby, info.next_person)))
    return " ".join(out)


def person_name(lobby: Lobby, person: int) -> str:
    """The name of somebody at the table; empty where nobody has this number."""
    names = {seat.person: seat.name for seat in lobby.seats} | {each.person: each.name for each in lobby.watchers}
    return next((name for number, name in names.items() if number == person), "")


def seconds(milliseconds: int) -> int:
    """What is left, in seconds that have begun."""
    return max(0, -(-milliseconds // 1000))


def _lost(stage: Stage, info: SeatInfo) -> str:
    """That somebody is away, and until when the table waits for them."""
    if info.waits_ms is None:
        return stage.say("win.table.chip.lost")
    return stage.say("win.table.chip.lost.until", seconds(info.waits_ms))


def _away(stage: Stage, info: SeatInfo) -> Chip | None:
    if info.kind is not SeatKind.PERSON:
        return None
    if info.level:
        return Chip(stage.say("win.table.chip.stand-in"), "bot", Tone.SKY)
    match info.presence:
        case Presence.HERE:
            return None
        case Presence.UNSTEADY:
            return Chip(stage.say("win.table.chip.unsteady"), "wifi", Tone.AMBER)
        case Presence.LOST:
            return Chip(_lost(stage, info), "wifi-off", Tone.AMBER)
        case Presence.LEFT:
            return Chip(stage.say("win.table.chip.left"), "log-out", Tone.AMBER)
        case _:
            assert_never(info.presence)
