"""Lobbies for the tests of screens."""

from __future__ import annotations

from typing import NamedTuple

from lan_thirteen.core.game import OptionValue
from lan_thirteen.core.lobby import HouseRules, Lobby, Person, Phase, Presence, SeatInfo, SeatKind, WatcherInfo
from lan_thirteen.games.registry import GAMES


class Spoken(NamedTuple):
    """Somebody's words."""

    who: str
    seat: int | None
    text: str
    is_mine: bool = False


FREE = SeatInfo(SeatKind.FREE, None, "", 0, "", False, Presence.HERE)


def person(number: int, name: str, *, is_ready: bool = False, presence: Presence = Presence.HERE) -> SeatInfo:
    return SeatInfo(SeatKind.PERSON, Person(number), name, number, "", is_ready, presence)


def bot(name: str) -> SeatInfo:
    return SeatInfo(SeatKind.BOT, None, name, 0, "normal", True, Presence.HERE)


def room(*seats: SeatInfo, game: str = "leaves", name: str = "Friday Leaves", watchers: int = 0) -> Lobby:
    """A waiting room that the first person has opened."""
    options: tuple[tuple[str, OptionValue], ...] = tuple((o.name, o.default) for o in GAMES[game].game.info.options)
    return Lobby(
        name,
        Phase.LOBBY,
        "",
        game,
        options,
        HouseRules(),
        seats,
        tuple(WatcherInfo(Person(90 + n), "W" * 20) for n in range(watchers)),
        Person(1),
        False,
        None,
        (),
    )


SOME = room(person(1, "Femke"), person(2, "Jan", is_ready=True), person(3, "민지 Minji"), bot("Bot 4"), FREE, FREE)
FULL = room(
    person(1, "W" * 20),
    person(2, "뷁" * 10, presence=Presence.LOST),
    person(3, "M" * 20, is_ready=True),
    person(4, "Ada", presence=Presence.UNSTEADY),
    bot("Bot 5"),
    bot("Bot 6"),
    FREE,
    FREE,
    game="three-thirteen",
    name="W" * 30,
    watchers=16,
)
SAID = (
    Spoken("Jan", 1, "Who else is coming?"),
    Spoken("민지 Minji", 2, "안녕하세요! 곧 준비할게요"),
    Spoken("", None, "Sjoukje is watching."),
    Spoken("Femke", 0, "Fine! I made the bot a bit stronger, so that it does not lose every time.", is_mine=True),
    Spoken("W" * 20, None, "W" * 200),
    Spoken("Jan", 1, "뷁" * 200),
)
