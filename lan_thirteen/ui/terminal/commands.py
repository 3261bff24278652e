"""What the commands of the program do in a terminal. Each raises LanThirteenError with the reason where it cannot."""

from __future__ import annotations

import argparse
import os
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

from lan_thirteen.bots.base import Bot
from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.errors import BadSettings, JournalError
from lan_thirteen.core.game import OptionValue, Seat, Viewer
from lan_thirteen.core.shuffle import SEED_BYTES
from lan_thirteen.core.timing import AT_ONCE, Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.net.line_file import read_file
from lan_thirteen.net.store import MatchFile
from lan_thirteen.table.match import Match, Seeds, header_for
from lan_thirteen.table.records import Header, Record, decode_records, replay, split_lines
from lan_thirteen.ui.terminal.boards import BOARDS
from lan_thirteen.ui.terminal.console import Terminal
from lan_thirteen.ui.terminal.menu import ask_game, ask_level, ask_seats, usual_seats
from lan_thirteen.ui.terminal.replay import ReplayScreen
from lan_thirteen.ui.terminal.seat import PersonLeft, TerminalTable
from lan_thirteen.ui.terminal.setup import (
    bot_names,
    game_of,
    judged,
    judged_options,
    level_of,
    name_of,
    number_of,
    options_of,
    seat_of,
    seeds_of,
    timing_of,
)
from lan_thirteen.ui.terminal.teller import SUITS, Teller


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
    save: Path | None
    is_silent: bool


def run_play(terminal: Terminal, arguments: argparse.Namespace) -> None:
    """A person against bots. What was typed is judged before anything is asked."""
    name, timing, options = name_of(terminal, arguments.name), timing_of(arguments.pause), options_of(arguments.options)
    save = _save_path(arguments.save)
    entry = None if arguments.game is None else game_of(arguments.game)
    seats = None if arguments.seats is None else number_of("--seats", arguments.seats)
    level = None if arguments.level is None else level_of(arguments.level)
    if entry is not None:
        judged_options(entry, options) if seats is None else judged(entry, seats, options)
    if not arguments.has_chosen:
        terminal.write(terminal.say("play.no-window"))
    terminal.write(terminal.say("play.welcome"), "")
    if entry is None:
        entry = ask_game(terminal)
        judged_options(entry, options)
    if seats is None:
        seats = ask_seats(terminal, entry.game.info)
    judged(entry, seats, options)
    setup = Setup(
        entry=entry,
        names=[name, *bot_names(terminal, seats - 1, name)],
        level=ask_level(terminal) if level is None else level,
        options=options,
        me=Seat(0),
        seeds=_secret_seeds,
        timing=timing,
        save=save,
        is_silent=False,
    )
    terminal.write(terminal.say("play.keys"))
    _play(terminal, setup)


def run_demo(terminal: Terminal, arguments: argparse.Namespace) -> None:
    """Bots among themselves."""
    if arguments.game is None:
        raise BadSettings(Refusal("cli.game-needed", (), (", ".join(GAMES),)))
    entry, timing, options = game_of(arguments.game), timing_of(arguments.pause), options_of(arguments.options)
    seats = usual_seats(entry.game.info) if arguments.seats is None else number_of("--seats", arguments.seats)
    judged(entry, seats, options)
    setup = Setup(
        entry=entry,
        names=bot_names(terminal, seats),
        level="normal" if arguments.level is None else level_of(arguments.level),
        options=options,
        me=None,
        seeds=seeds_of(arguments.seed, _secret_seeds),
        timing=AT_ONCE if arguments.headless else timing,
        save=_save_path(arguments.save),
        is_silent=arguments.headless,
    )
    _play(terminal, setup)


def run_replay(terminal: Terminal, arguments: argparse.Namespace) -> None:
    """A match file, step by step."""
    header, records, notes = _saved(arguments)
    entry = GAMES[header.game]
    steps = tuple(replay(entry.game, header, records))
    me = seat_of(arguments.seat, header.seats)
    terminal.write(*map(terminal.language.why, notes))
    teller = _teller(terminal, _names(terminal, header), me)
    terminal.write(*teller.unusual_options(entry.game.info, header.options))
    screen = ReplayScreen(entry, steps, BOARDS[header.game], teller, terminal.console)
    if arguments.all or not terminal.console.is_terminal:
        screen.tell_all()
    else:
        screen.walk()


def _saved(arguments: argparse.Namespace) -> tuple[Header, Sequence[Record[Any]], Sequence[Refusal]]:
    """The match of a file, and what is to be said of the file. Raises JournalError where there is none in it."""
    path = Path(arguments.file)
    data = read_file(path)
    if not data.startswith(b"{"):
        # signatures take long to load, and the other kind of file has none
        from lan_thirteen.ui.terminal.audit import saved_journal  # noqa: PLC0415

        return saved_journal(data, arguments.secrets)
    lines = split_lines(data)
    if lines.header.game not in GAMES:
        raise JournalError(Refusal("file.unknown-game", (), (lines.header.game,)))
    records = decode_records(lines.records, GAMES[lines.header.game].action_type)
    return lines.header, records, [Refusal("file.torn")] if lines.is_torn else []


def _play(terminal: Terminal, setup: Setup) -> None:
    """Play one match and tell its end. Raises JournalError in the end where it could not be saved whole."""
    game = setup.entry.game
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
            file=None if setup.save is None else closing.enter_context(MatchFile(setup.save, header)),
            is_silent=setup.is_silent,
        )
        if not setup.is_silent:
            terminal.write(*teller.unusual_options(game.info, header.options))
        try:
            table.play()
        except PersonLeft:
            terminal.write(terminal.say("match.left"))
        else:
            terminal.write("", terminal.say("match.over"), *teller.standings(game.standings(table.match.state)))
    if table.unsaved is not None:
        raise JournalError(table.unsaved)


def _save_path(given: str | None) -> Path | None:
    """Where to save. Raises JournalError at once where something is there already."""
    if given is None:
        return None
    if not given:
        raise JournalError(Refusal("file.cannot-write", (), (given,)))
    if os.path.lexists(given):
        raise JournalError(Refusal("file.exists", (), (given,)))
    return Path(given)


def _bots(setup: Setup) -> dict[Seat, Bot[Any, Any]]:
    """A bot for each seat without a person; its seed is that of a deal before the first one."""
    seats = map(Seat, range(len(setup.names)))
    game = setup.entry.game.info.id
    return {seat: make_bot(game, setup.level, setup.seeds(-1 - seat)) for seat in seats if seat != setup.me}


def _teller(terminal: Terminal, names: Sequence[str], me: Viewer) -> Teller:
    return Teller(terminal.language, names, me, has_suits=terminal.console.can_show(SUITS))


def _names(terminal: Terminal, header: Header) -> list[str]:
    """A name for each seat, whatever the file holds."""
    names = zip_longest(header.players, range(1, header.seats + 1), fillvalue="")
    return [name or terminal.say("bot.name", number) for name, number in names]


def _secret_seeds(deal: int) -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def _pauses(timing: Timing) -> Callable[[], None]:
    """Waits as long as a bot makes people wait; a draw that does not depend on its thinking."""
    chance = Random()  # noqa: S311  # how long a pause is need not be secret
    low, high = timing.bot_pause

    def pause() -> None:
        if high > 0:
            time.sleep(chance.uniform(low, high))

    return pause
