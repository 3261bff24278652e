"""Arguments in, a command run, an exit status out; whatever cannot be done is one sentence on standard error."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from lan_thirteen.cli import EXIT_TROUBLE, EXIT_USAGE, window
from lan_thirteen.cli.arguments import parse
from lan_thirteen.core.errors import BadSettings, LanThirteenError
from lan_thirteen.ui.terminal.commands import run_demo, run_play, run_replay
from lan_thirteen.ui.terminal.console import Console, InputEnded, OutputLost, Terminal, printable
from lan_thirteen.ui.text import load_language

_COMMANDS = {"play": run_play, "demo": run_demo, "replay": run_replay}
_NET_COMMANDS = ("host", "join", "tables")


def run(argv: Sequence[str]) -> int:
    """Run the program with these arguments."""
    language = load_language()
    arguments = parse(language, argv)
    console = Console(sys.stdin, sys.stdout)
    try:
        _command(arguments.command)(Terminal(language, console), arguments)
    except LanThirteenError as error:
        return _complain(language.why(error.why), EXIT_USAGE if isinstance(error, BadSettings) else EXIT_TROUBLE)
    except InputEnded:
        return _complain(language.say("cli.you-ended" if console.is_terminal else "cli.input-ended"), EXIT_TROUBLE)
    except OutputLost:
        os._exit(_complain(language.say("cli.output-lost"), EXIT_TROUBLE))  # a flush at exit would fail again
    return 0


def _command(name: str) -> Callable[[Terminal, argparse.Namespace], None]:
    """What runs this command. What reaches other computers takes long to load, and only those who need it wait."""
    if name == window.COMMAND:
        return _run_window
    if name == "audit":
        return _run_audit
    if name not in _NET_COMMANDS:
        return _COMMANDS[name]
    from lan_thirteen.ui.terminal import net_commands  # noqa: PLC0415  # see above

    commands = {"host": net_commands.run_host, "join": net_commands.run_join, "tables": net_commands.run_tables}
    return commands[name]


def _run_window(_: Terminal, arguments: argparse.Namespace) -> None:
    status = window.run_wish(window.Wish(arguments.profile, arguments.tell_display, is_named=True))
    if status:
        raise SystemExit(status)


def _run_audit(terminal: Terminal, arguments: argparse.Namespace) -> None:
    from lan_thirteen.ui.terminal.audit import run_audit  # noqa: PLC0415  # signatures take long to load

    if not run_audit(terminal, arguments):
        raise SystemExit(EXIT_TROUBLE)


def _complain(sentence: str, status: int) -> int:
    if sys.stderr is not None:
        sys.stderr.write(printable(sentence) + "\n")
        sys.stderr.flush()
    return status
