"""What was typed at the command line, as values. Each function raises BadSettings where it is none."""

from __future__ import annotations

import getpass
import re
import unicodedata
from collections.abc import Sequence
from functools import partial
from typing import Final

from lan_thirteen.bots.registry import LEVELS
from lan_thirteen.core.errors import BadSettings
from lan_thirteen.core.game import OptionValue, Seat, Viewer
from lan_thirteen.core.lobby import HouseRules
from lan_thirteen.core.pin import Pin, pin_of
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.table.match import Seeds
from lan_thirteen.table.settings import house_with
from lan_thirteen.ui.terminal.console import Terminal, printable, whole_number

NAME_LENGTH: Final = 40
"""Longest name of a person, in characters."""

MAX_PAUSE_S: Final = 2
"""Longest that bots may be asked to wait before a move."""


def game_of(text: str) -> AnyEntry:
    if text not in GAMES:
        raise BadSettings(Refusal("cli.unknown-game", (), (text, ", ".join(GAMES))))
    return GAMES[text]


def level_of(text: str) -> str:
    if text not in LEVELS:
        raise BadSettings(Refusal("cli.unknown-level", (), (text, ", ".join(LEVELS))))
    return text


def number_of(flag: str, text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise BadSettings(Refusal("cli.not-a-number", (), (flag, text)))
    return number


def options_of(given: Sequence[str]) -> dict[str, OptionValue]:
    """The options typed as NAME=VALUE; names and values are still to be judged by the game."""
    options: dict[str, OptionValue] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name in options:
            raise BadSettings(Refusal("cli.bad-option" if not equals else "cli.option-twice", (), (text,)))
        number = whole_number(value)
        options[name] = value if number is None else number
    return options


def house_of(given: Sequence[str]) -> HouseRules:
    """The house rules typed as NAME=NUMBER."""
    house = HouseRules()
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadSettings(Refusal("cli.host.bad-house", (), (text,)))
        changed = house_with(house, name, number_of(f"--house {name}", value))
        if isinstance(changed, Refusal):
            raise BadSettings(changed)
        house = changed
    return house


def typed_pin(text: str | None) -> Pin | None:
    """The PIN that was given, if one was."""
    pin = None if text is None else pin_of(text)
    if text is not None and pin is None:
        raise BadSettings(Refusal("pin.bad"))
    return pin


def judged(entry: AnyEntry, seats: int, options: dict[str, OptionValue]) -> None:
    """Raises BadSettings where no match of this game can be made of these."""
    if (why := entry.game.refuse_options(seats, options)) is not None:
        raise BadSettings(why)


def judged_options(entry: AnyEntry, options: dict[str, OptionValue]) -> None:
    """The same before it is known how many will sit at the table."""
    info = entry.game.info
    whys = [entry.game.refuse_options(seats, options) for seats in range(info.min_seats, info.max_seats + 1)]
    if all(whys) and whys[0] is not None:
        raise BadSettings(whys[0])


def seat_of(text: str | None, seats: int) -> Viewer:
    """The seat that a person calls ``text``, 1 up; None: someone who watches."""
    if text is None:
        return None
    number = number_of("--seat", text)
    if not 1 <= number <= seats:
        raise BadSettings(Refusal("cli.no-such-seat", (seats,)))
    return Seat(number - 1)


def timing_of(pause: str | None) -> Timing:
    """The usual times, or those with which a bot waits about so many seconds."""
    if pause is None:
        return Timing()
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", pause) or float(pause) > MAX_PAUSE_S:
        raise BadSettings(Refusal("cli.bad-pause", (MAX_PAUSE_S,), (pause,)))
    return Timing().with_bot_pause(float(pause))


def seeds_of(seed: str | None, otherwise: Seeds) -> Seeds:
    """The seeds of the match that has this number."""
    return otherwise if seed is None else partial(numbered_seed, number_of("--seed", seed))


def name_of(terminal: Terminal, given: str | None) -> str:
    """The person's name: as given, or that of the account where it can be shown."""
    name = unicodedata.normalize("NFC", _account() if given is None else given).strip()
    if name and len(name) <= NAME_LENGTH and printable(name) == name:
        return name
    if given is None:
        return terminal.say("seat.somebody")
    raise BadSettings(Refusal("settings.name", (NAME_LENGTH,)))


def bot_names(terminal: Terminal, bots: int, person: str = "") -> list[str]:
    """Names for so many bots, none of them that of the person."""
    names = (terminal.say("bot.name", n) for n in range(1, bots + 2))
    return [name for name in names if name.casefold() != person.casefold()][:bots]


def _account() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name, as in some containers
        return ""
