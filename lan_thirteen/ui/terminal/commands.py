"""What the commands of the program do in a terminal. Each raises LanThirteenError with the reason where it cannot."""

from __future__ import annotations

import argparse
import getpass
import os
import re
import secrets
import sys
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from lan_thirteen.bots.base import Bot
from lan_thirteen.bots.registry import LEVELS, make_bot
from lan_thirteen.core.errors import BadSettings, JournalError
from lan_thirteen.core.game import OptionValue, Seat, Viewer
from lan_thirteen.core.shuffle import SEED_BYTES, numbered_seed
from lan_thirteen.core.timing import AT_ONCE, Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.net.store import MatchFile, read_match
from lan_thirteen.table.match import Match, Seeds, header_for
from lan_thirteen.table.records import Header, decode_records, replay
from lan_thirteen.ui.terminal.boards import BOARDS
from lan_thirteen.ui.terminal.console import Terminal, printable
from lan_thirteen.ui.terminal.menu import ask_game, ask_level, ask_seats, usual_seats
from lan_thirteen.ui.terminal.replay import ReplayScreen
from lan_thirteen.ui.terminal.seat import PersonLeft, TerminalTable
from lan_thirteen.ui.terminal.teller import SUITS, Teller

NAME_LENGTH = 40
"""Longest name of a person, in characters."""

MAX_PAUSE_S = 2
"""Longest that bots may be asked to wait before a move."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A match that was asked for."""

    entry: AnyEntry
    names: Sequence[str]
    level: str
    options: Mapping[str, OptionValue]
    me: Viewer
    """The person's seat; None where bots play among themselves."""
    seeds: Seeds
    timing: Timing
    save: str | None
    is_silent: bool


def run_play(terminal: Terminal, arguments: argparse.Namespace) -> None:
    """A person against bots."""
    if _has_display():
        terminal.write(terminal.say("play.no-window-yet"))
    terminal.write(terminal.say("play.welcome"), "")
    name = _name(terminal, arguments.name)
    entry = _entry(arguments.game) if arguments.game else ask_game(terminal)
    seats = _number("--seats", arguments.seats) if arguments.seats else ask_seats(terminal, entry.game.info)
    setup = Setup(
        entry=entry,
        names=[name, *_bot_names(terminal, seats - 1)],
        level=_level(arguments.level) if arguments.level else ask_level(terminal),
        options=_options(arguments.options),
        me=Seat(0),
        seeds=_secret_seeds,
        timing=_timing(arguments.pause),
        save=arguments.save,
        is_silent=False,
    )
    terminal.write(terminal.say("play.keys"))
    _play(terminal, setup)


def run_demo(terminal: Terminal, arguments: argparse.Namespace) -> None:
    """Bots among themselves."""
    if not arguments.game:
        raise BadSettings(Refusal("cli.game-needed", (), (", ".join(GAMES),)))
    entry = _entry(arguments.game)
    seats = _number("--seats", arguments.seats) if arguments.seats else usual_seats(entry.game.info)
    setup = Setup(
        entry=entry,
        names=_bot_names(terminal, seats),
        level=_level(arguments.level) if arguments.level else "normal",
        options=_options(arguments.options),
        me=None,
        seeds=partial(numbered_seed, _number("--seed", arguments.seed)) if arguments.seed else _secret_seeds,
        timing=AT_ONCE if arguments.headless else _timing(arguments.pause),
        save=arguments.save,
        is_silent=arguments.headless,
    )
    _play(terminal, setup)


def run_replay(terminal: Terminal, arguments: argparse.Namespace) -> None:
    """A match file, step by step."""
    lines = read_match(Path(arguments.file))
    header = lines.header
    if header.game not in GAMES:
        raise JournalError(Refusal("file.unknown-game", (), (header.game,)))
    entry = GAMES[header.game]
    steps = tuple(replay(entry.game, header, decode_records(lines.records, entry.action_type)))
    me = _seat(arguments.seat, header.seats)
    if lines.is_torn:
        terminal.write(terminal.say("file.torn"))
    screen = ReplayScreen(entry, steps, BOARDS[header.game], _teller(terminal, _names(header), me), terminal.console)
    if arguments.all or not sys.stdin.isatty():
        screen.tell_all()
    else:
        screen.walk()


def _play(terminal: Terminal, setup: Setup) -> None:
    """Play one match and tell its end."""
    game = setup.entry.game
    if (why := game.refuse_options(len(setup.names), setup.options)) is not None:
        raise BadSettings(why)
    header = header_for(game, setup.options, setup.names)
    teller = _teller(terminal, setup.names, setup.me)
    with ExitStack() as closing:
        table = TerminalTable(
            match=Match(game, header, setup.seeds),
            board=BOARDS[game.info.id],
            teller=teller,
            console=terminal.console,
            bots=_bots(setup),
            pause=_pauses(setup.timing),
            file=closing.enter_context(MatchFile(Path(setup.save), header)) if setup.save else None,
            is_silent=setup.is_silent,
        )
        try:
            table.play()
        except PersonLeft:
            terminal.write(terminal.say("match.left"))
            return
    terminal.write("", terminal.say("match.over"), *teller.standings(game.standings(table.match.state)))


def _bots(setup: Setup) -> dict[Seat, Bot[Any, Any]]:
    """A bot for each seat without a person; its seed is that of a deal before the first one."""
    seats = map(Seat, range(len(setup.names)))
    game = setup.entry.game.info.id
    return {seat: make_bot(game, setup.level, setup.seeds(-1 - seat)) for seat in seats if seat != setup.me}


def _bot_names(terminal: Terminal, bots: int) -> list[str]:
    return [terminal.say("bot.name", n) for n in range(1, bots + 1)]


def _teller(terminal: Terminal, names: Sequence[str], me: Viewer) -> Teller:
    return Teller(terminal.language, names, me, has_suits=terminal.console.can_show(SUITS))


def _entry(game: str) -> AnyEntry:
    if game not in GAMES:
        raise BadSettings(Refusal("cli.unknown-game", (), (game, ", ".join(GAMES))))
    return GAMES[game]


def _level(level: str) -> str:
    if level not in LEVELS:
        raise BadSettings(Refusal("cli.unknown-level", (), (level, ", ".join(LEVELS))))
    return level


def _number(flag: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadSettings(Refusal("cli.not-a-number", (), (flag, text)))
    return int(text)


def _options(given: Sequence[str]) -> dict[str, OptionValue]:
    """The options typed as NAME=VALUE; names and values are still to be judged by the game."""
    options: dict[str, OptionValue] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadSettings(Refusal("cli.bad-option", (), (text,)))
        options[name] = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    return options


def _seat(text: str | None, seats: int) -> Viewer:
    """The seat that a person calls ``text``, 1 up; None: someone who watches."""
    if text is None:
        return None
    number = _number("--seat", text)
    if not 1 <= number <= seats:
        raise BadSettings(Refusal("cli.no-such-seat", (seats,)))
    return Seat(number - 1)


def _names(header: Header) -> list[str]:
    """A name for each seat, whatever the file holds."""
    return [*header.players, *(str(n + 1) for n in range(len(header.players), header.seats))]


def _name(terminal: Terminal, given: str | None) -> str:
    """The person's name: as given, or that of the account."""
    if given is None:
        try:
            given = getpass.getuser()
        except (OSError, KeyError):  # an account without a name, as in some containers
            given = terminal.say("seat.somebody")
    name = unicodedata.normalize("NFC", given).strip()
    if not name or len(name) > NAME_LENGTH or printable(name) != name:
        raise BadSettings(Refusal("settings.name", (NAME_LENGTH,)))
    return name


def _secret_seeds(deal: int) -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def _timing(pause: str | None) -> Timing:
    """The usual times, or those with which a bot waits about so many seconds."""
    if pause is None:
        return Timing()
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", pause) or float(pause) > MAX_PAUSE_S:
        raise BadSettings(Refusal("cli.bad-pause", (MAX_PAUSE_S,), (pause,)))
    low, high = Timing().bot_pause
    return Timing().scaled(2 * float(pause) / (low + high))


def _pauses(timing: Timing) -> Callable[[], None]:
    """Waits as long as a bot makes people wait; a draw that does not depend on its thinking."""
    chance = Random()  # noqa: S311  # how long a pause is need not be secret
    low, high = timing.bot_pause

    def pause() -> None:
        if high > 0:
            time.sleep(chance.uniform(low, high))

    return pause


def _has_display() -> bool:
    """Whether this machine seems to have a screen to open a window on."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
