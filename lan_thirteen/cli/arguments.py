"""What can be typed behind the program's name."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from lan_thirteen import __version__
from lan_thirteen.cli import EXIT_USAGE
from lan_thirteen.core.game import Option
from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui.terminal.console import printable
from lan_thirteen.ui.text import Language

PROGRAM_VARIABLE = "LAN_THIRTEEN_PROGRAM"
"""How the person has started the program, where that is not ``lan-thirteen``; for the help."""


def parse(language: Language, argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, ``play`` where no command is named. Ends the program with a sentence where they are none."""
    given = list(argv)
    has_chosen = bool(given)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "play")
    parser, commands = _parsers(language)
    arguments, unknown = parser.parse_known_args(given)
    if unknown:
        commands[arguments.command].error(language.say("cli.unknown-argument", " ".join(unknown)))
    arguments.has_chosen = has_chosen
    return arguments


class _Parser(argparse.ArgumentParser):
    """Complains in one sentence instead of printing the usage first."""

    def __init__(self, language: Language, **settings: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **settings)
        self._language = language

    def error(self, message: str) -> NoReturn:
        sentence = self._language.say("cli.usage", message=message[:1].upper() + message[1:], program=self.prog)
        self.exit(EXIT_USAGE, printable(sentence) + "\n")


def _parsers(language: Language) -> tuple[_Parser, dict[str, _Parser]]:
    """The parser of the program, and those of its commands."""
    say, program = language.say, os.environ.get(PROGRAM_VARIABLE, "lan-thirteen")
    parser = _Parser(language, prog=program, description=say("cli.about"), epilog=say("cli.examples", program=program))
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}", help=say("cli.version"))
    group = parser.add_subparsers(
        dest="command", metavar=say("cli.metavar.command"), required=True, parser_class=_Parser
    )
    commands: dict[str, _Parser] = {}
    for name, add in _COMMANDS.items():
        about = say(f"cli.{name}.about")
        examples = say(f"cli.{name}.examples", program=program)
        has_options = name in ("play", "demo", "host")
        epilog = "\n".join([examples, *_options_of_games(language)]) if has_options else examples
        commands[name] = group.add_parser(name, help=about, description=about, epilog=epilog, language=language)
        add(commands[name], language)
    return parser, commands


def _add_table(parser: _Parser, language: Language) -> None:
    """What a table on this computer alone has besides."""
    _add_match(parser, language)
    parser.add_argument("--save", metavar="FILE", help=language.say("cli.save"))


def _add_match(parser: _Parser, language: Language) -> None:
    """What every table has."""
    say = language.say
    parser.add_argument("--game", metavar="GAME", help=say("cli.game"))
    parser.add_argument("--seats", metavar="N", help=say("cli.seats"))
    parser.add_argument("--level", metavar="LEVEL", help=say("cli.level"))
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], dest="options", help=say("cli.option")
    )
    parser.add_argument("--pause", metavar="SECONDS", help=say("cli.pause"))


def _add_window(parser: _Parser, language: Language) -> None:
    parser.add_argument("--profile", metavar="NAME", help=language.say("cli.profile"))
    parser.add_argument("--tell-display", action="store_true", help=language.say("cli.window.tell-display"))


def _add_play(parser: _Parser, language: Language) -> None:
    _add_table(parser, language)
    parser.add_argument("--name", metavar="NAME", help=language.say("cli.name"))


def _add_demo(parser: _Parser, language: Language) -> None:
    _add_table(parser, language)
    parser.add_argument("--seed", metavar="N", help=language.say("cli.seed"))
    parser.add_argument("--headless", action="store_true", help=language.say("cli.headless"))


def _add_replay(parser: _Parser, language: Language) -> None:
    parser.add_argument("file", metavar="FILE", help=language.say("cli.replay.file"))
    parser.add_argument("--seat", metavar="N", help=language.say("cli.replay.seat"))
    parser.add_argument("--all", action="store_true", help=language.say("cli.replay.all"))
    parser.add_argument("--secrets", metavar="FILE", help=language.say("cli.replay.secrets"))


def _add_audit(parser: _Parser, language: Language) -> None:
    parser.add_argument("file", metavar="FILE", help=language.say("cli.audit.file"))


def _add_host(parser: _Parser, language: Language) -> None:
    say = language.say
    _add_match(parser, language)
    parser.add_argument("--bots", metavar="N|LEVELS", help=say("cli.host.bots"))
    parser.add_argument("--house", metavar="NAME=NUMBER", action="append", default=[], help=say("cli.host.house"))
    parser.add_argument("--name", metavar="NAME", help=say("cli.table-name"))
    parser.add_argument("--port", metavar="N", help=say("cli.port"))
    parser.add_argument("--pin", metavar="PIN|random", help=say("cli.host.pin"))
    parser.add_argument("--hidden", action="store_true", help=say("cli.host.hidden"))
    parser.add_argument("--resume", metavar="FILE", nargs="?", const="", help=say("cli.host.resume"))
    parser.add_argument("--profile", metavar="NAME", help=say("cli.profile"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    parser.add_argument("--owned", action="store_true", help=say("cli.owned"))


def _add_join(parser: _Parser, language: Language) -> None:
    say = language.say
    parser.add_argument("table", metavar="TABLE", help=say("cli.join.table"))
    parser.add_argument("--name", metavar="NAME", help=say("cli.name"))
    parser.add_argument("--bot", metavar="LEVEL", help=say("cli.join.bot"))
    parser.add_argument("--watch", action="store_true", help=say("cli.join.watch"))
    parser.add_argument("--pin", metavar="PIN", help=say("cli.join.pin"))
    parser.add_argument("--profile", metavar="NAME", help=say("cli.profile"))


def _add_tables(parser: _Parser, language: Language) -> None:
    parser.add_argument("--json", action="store_true", help=language.say("cli.json"))
    parser.add_argument("--watch", action="store_true", help=language.say("cli.tables.watch"))
    parser.add_argument("--saved", action="store_true", help=language.say("cli.tables.saved"))
    parser.add_argument("--profile", metavar="NAME", help=language.say("cli.profile"))


_COMMANDS: Final = {
    "window": _add_window,
    "play": _add_play,
    "demo": _add_demo,
    "replay": _add_replay,
    "audit": _add_audit,
    "host": _add_host,
    "join": _add_join,
    "tables": _add_tables,
}


def _options_of_games(language: Language) -> list[str]:
    """Every option of every game: its values, the standard one first, and what it does."""
    lines = []
    for game, entry in GAMES.items():
        lines += ["", language.say("cli.options-of", game=game)]
        for option in entry.game.info.options:
            if len(option.values) > 1:
                lines += [
                    f"  {option.name}={_spelled(option)}",
                    f"      {language.say(f'option.{game}.{option.name}')}",
                ]
    return lines


def _spelled(option: Option) -> str:
    others = [value for value in option.spelled.split(", ") if value != str(option.default)]
    return ", ".join([str(option.default), *others])
