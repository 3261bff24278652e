"""The window from the command line: decided and opened without loading what its first frame does not need."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

from lan_thirteen.cli import EXIT_TROUBLE

COMMAND: Final = "window"
_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


class Wish(NamedTuple):
    """A window that was asked for."""

    profile: str | None
    tells: bool
    """Each display is to be written to standard output too."""
    is_named: bool
    """The command was typed, so nothing else will do."""


def wished(argv: Sequence[str]) -> Wish | None:
    """The window that these arguments ask for; None where they ask for another command, for help, or for nothing known.

    Without any arguments it is the window.
    """
    if not argv:
        return Wish(None, tells=False, is_named=False)
    if argv[0] != COMMAND:
        return None
    profile, tells, rest = None, False, list(argv[1:])
    while rest:
        word = rest.pop(0)
        if word == "--tell-display":
            tells = True
        elif word == "--profile" and rest:
            profile = rest.pop(0)
        elif word.startswith("--profile="):
            profile = word.removeprefix("--profile=")
        else:
            return None
    return Wish(profile, tells, is_named=True)


def run_wish(wish: Wish) -> int | None:
    """Open the window and stay until it is closed; gives the exit status.

    None where there can be no window here and none was named: a terminal may do.
    """
    if may_have_screen():
        gc.disable()  # until all is loaded: it stays, and a search for garbage among it only takes time
        try:
            status = _run(wish)
        finally:
            gc.enable()
        if status is not None:
            return status
    return _complain("window.no-screen") if wish.is_named else None


def _run(wish: Wish) -> int | None:
    """The exit status; None where no window could be opened."""
    from lan_thirteen.ui.window import start  # noqa: PLC0415  # other commands do without pygame
    from lan_thirteen.ui.window.program import run_window  # noqa: PLC0415

    try:
        return run_window(wish.profile, tells=wish.tells)
    except start.ProfileTroubleError as error:
        return _complain(error.complaint.code, *error.complaint.names)
    except start.NoScreenError:
        return None


def may_have_screen() -> bool:
    """Whether it makes sense to try: over a bare Linux console a window would only fail late."""
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in _SCREENS)


def _complain(key: str, *names: str) -> int:
    from lan_thirteen.ui.text import load_language  # noqa: PLC0415  # only who needs it waits for it

    if sys.stderr is not None:
        sys.stderr.write(load_language().say(key, *names) + "\n")
    return EXIT_TROUBLE
