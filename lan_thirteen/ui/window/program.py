"""The window from its first frame to its last."""

from __future__ import annotations

import pygame

from lan_thirteen.ui.window.start import open_first_frame


def run_window(profile: str | None, *, tells: bool) -> int:
    """Open the window and stay until it is closed; gives the exit status.

    With ``tells`` each new display is also written to standard output as a line of JSON.
    """
    opened = open_first_frame(profile)
    from lan_thirteen.ui.window.session import run_session  # noqa: PLC0415  # the first frame waits for nothing else

    try:
        return run_session(opened, tells=tells)
    finally:
        opened.frame.close()
        opened.folder.close()
        pygame.quit()
