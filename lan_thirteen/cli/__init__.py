"""The command line. Nothing is imported here before ``main`` can answer for what goes wrong while it is."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

EXIT_TROUBLE = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
"""What a shell reports for a program that Ctrl-C has ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments and return its exit status."""
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        from lan_thirteen.cli.window import run_wish, wished  # noqa: PLC0415  # see above

        if (wish := wished(given)) is not None and (status := run_wish(wish)) is not None:
            return status
        from lan_thirteen.cli.program import run  # noqa: PLC0415  # see above

        return run(given)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # whoever read our output has gone; without this Python would fail once more when it flushes at exit
        _silence(sys.stdout)
        return EXIT_TROUBLE


def _silence(stream: object) -> None:
    """Let what is still to be written to ``stream`` go nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]
    except (OSError, AttributeError, ValueError):
        return  # it is no file, or closed: nothing will be written
