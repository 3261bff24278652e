"""The window from its first frame to its last."""

from __future__ import annotations

import pygame

from lan_thirteen.ui.window.start import Opened, open_first_frame


def run_window(profile: str | None, *, tells: bool) -> int:
    """Open the window and stay until it is closed; gives the exit status.

    With ``tells`` each new display is also written to standard output as a line of JSON.
    """
    opened = open_first_frame(profile)
    try:
        return _stay(opened, tells=tells)
    finally:
        opened.frame.close()
        opened.folder.close()
        pygame.quit()


def _stay(opened: Opened, *, tells: bool) -> int:
    """Look for tables at once; the screens are loaded while the network answers."""
    from lan_thirteen.core.timing import Timing  # noqa: PLC0415  # the first frame waits for none of these
    from lan_thirteen.net.backstage import Backstage  # noqa: PLC0415
    from lan_thirteen.net.orders import Browse  # noqa: PLC0415

    timing = Timing()
    backstage = Backstage(opened.folder, timing)
    backstage.start()
    try:
        backstage.post(Browse())
        from lan_thirteen.ui.window.session import run_session  # noqa: PLC0415

        return run_session(opened, backstage, timing, tells=tells)
    finally:
        backstage.stop()
