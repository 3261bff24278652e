"""The command line: ``play`` (the same when alone), ``demo`` and ``replay``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from lan_thirteen import __version__
from lan_thirteen.core.errors import LanThirteenError
from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui.terminal.commands import run_demo, run_play, run_replay
from lan_thirteen.ui.terminal.console import Console, InputEnded, Terminal, printable
from lan_thirteen.ui.text import Language, load_language

EXIT_TROUBLE = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
"""What a shell reports for a program that Ctrl-C has ended."""

_COMMANDS = {"play": run_play, "demo": run_demo, "replay": run_replay}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments and return its exit status."""
    language = load_language()
    given = list(sys.argv[1:] if argv is None else argv)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "play")
    arguments = _parser(language).parse_args(given)
    try:
        _COMMANDS[arguments.command](Terminal(language, Console(sys.stdin, sys.stdout)), arguments)
    except LanThirteenError as error:
        return _complain(language.why(error.why), EXIT_TROUBLE)
    except InputEnded:
        return _complain(language.say("cli.input-ended"), EXIT_TROUBLE)
    except KeyboardInterrupt:
        return _complain(language.say("cli.interrupted"), EXIT_INTERRUPTED)
    except BrokenPipeError:
        # whoever read our output has gone; without this Python would fail once more when it flushes at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_TROUBLE
    return 0


def _complain(sentence: str, status: int) -> int:
    sys.stderr.write(printable(sentence) + "\n")
    return status


class _Parser(argparse.ArgumentParser):
    """Complains in one sentence instead of printing the usage first."""

    language: Language

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, self.language.say("cli.usage", message=message, program=self.prog) + "\n")


def _parser(language: Language) -> argparse.ArgumentParser:
    class Parser(_Parser):
        pass

    Parser.language = language
    say = language.say
    parser = Parser(
        prog="lan-thirteen",
        description=say("cli.about"),
        epilog=say("cli.examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}", help=say("cli.version"))
    commands = parser.add_subparsers(dest="command", metavar=say("cli.metavar.command"), required=True)

    def command(name: str, *more: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=say(f"cli.{name}.about"),
            description=say(f"cli.{name}.about"),
            epilog="\n".join([say(f"cli.{name}.examples"), *more]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    games = _options_of_games(language)
    play, demo, replay = command("play", *games), command("demo", *games), command("replay")
    for table in (play, demo):
        table.add_argument("--game", metavar="GAME", help=say("cli.game"))
        table.add_argument("--seats", metavar="N", help=say("cli.seats"))
        table.add_argument("--level", metavar="LEVEL", help=say("cli.level"))
        table.add_argument(
            "--option", metavar="NAME=VALUE", action="append", default=[], dest="options", help=say("cli.option")
        )
        table.add_argument("--pause", metavar="SECONDS", help=say("cli.pause"))
        table.add_argument("--save", metavar="FILE", help=say("cli.save"))
    play.add_argument("--name", metavar="NAME", help=say("cli.name"))
    demo.add_argument("--seed", metavar="N", help=say("cli.seed"))
    demo.add_argument("--headless", action="store_true", help=say("cli.headless"))
    replay.add_argument("file", metavar="FILE", help=say("cli.replay.file"))
    replay.add_argument("--seat", metavar="N", help=say("cli.replay.seat"))
    replay.add_argument("--all", action="store_true", help=say("cli.replay.all"))
    return parser


def _options_of_games(language: Language) -> list[str]:
    """The options of each game with their values, a line each."""
    lines = []
    for game, entry in GAMES.items():
        lines += ["", language.say("cli.options-of", game=game)]
        for option in entry.game.info.options:
            others = [value for value in option.spelled.split(", ") if value != str(option.default)]
            lines.append(f"  {option.name}={', '.join([str(option.default), *others])}")
    return lines
