"""Tables that were broken off, as a terminal tells of them and finds the one to go on with."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, Final

from lan_thirteen.core.errors import BadSettings
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.opening import Reopening, reopening_of
from lan_thirteen.net.profile import Profile
from lan_thirteen.net.shelf import SavedTable, saved_tables
from lan_thirteen.ui.terminal.console import Terminal

NEWEST: Final = ""
"""The file of ``--resume`` where none is named."""

_SET: Final[dict[str, Any]] = {
    "game": None,
    "seats": None,
    "level": None,
    "options": [],
    "bots": None,
    "house": [],
    "name": None,
    "port": None,
    "pin": None,
    "hidden": False,
}
"""What a table is opened with, and what it is where nobody has said so."""


def reopening(arguments: argparse.Namespace, profile: Profile) -> Reopening:
    """The table of ``--resume``. Raises BadSettings where there is none, and JournalError where it cannot go on."""
    return reopening_of(Path(arguments.resume or _newest(profile).path), profile)


def refuse_rules(arguments: argparse.Namespace) -> None:
    """A table that goes on is as it was. Raises BadSettings where it should be otherwise."""
    for name, unset in _SET.items():
        if getattr(arguments, name) != unset:
            flag = {"options": "option"}.get(name, name)
            raise BadSettings(Refusal("cli.resume-alone", (), (f"--{flag}",)))


def show_saved(terminal: Terminal, profile: Profile) -> None:
    """All tables of this profile that can go on, and why others cannot."""
    tables = _shelf(profile)
    if not tables:
        terminal.write(terminal.say("saved.none"))
    for table in tables:
        terminal.write(*_lines(terminal, table))


def plain_saved(profile: Profile) -> list[dict[str, Any]]:
    """The same as other programs read it."""
    return [
        {
            "path": table.path,
            "since": table.since,
            "name": table.name,
            "game": table.game,
            "people": table.people,
            "deal": table.deal,
            "why_not": None if table.why_not is None else table.why_not.code,
        }
        for table in _shelf(profile)
    ]


def _lines(terminal: Terminal, table: SavedTable) -> list[str]:
    when, say = time.strftime("%Y-%m-%d %H:%M", time.localtime(table.since)), terminal.say
    if table.why_not is not None:
        return [say("saved.broken", path=table.path, when=when), "    " + terminal.language.why(table.why_not)]
    game = say(f"game.{table.game}") if table.game in GAMES else table.game
    people = ", ".join(table.people)
    line = say("saved.table", name=table.name, game=game, deal=table.deal, people=people, when=when)
    return [line, "    " + table.path]


def _shelf(profile: Profile) -> tuple[SavedTable, ...]:
    return saved_tables(profile.folder, profile.host_key().public)


def _newest(profile: Profile) -> SavedTable:
    for table in _shelf(profile):
        if table.why_not is None:
            return table
    raise BadSettings(Refusal("saved.none"))
