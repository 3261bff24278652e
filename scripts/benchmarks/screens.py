"""Where a window opens for a benchmark: SDL's own screen that nobody sees, or an X server that draws into memory."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from scripts.benchmarks.peers import NotMeasured

UNSEEN: Final = {"SDL_VIDEODRIVER": "dummy"}
_SIZE: Final = "2560x1440x24"
"""A window takes nine tenths of a screen at most."""


@contextmanager
def x_screen() -> Iterator[Mapping[str, str]]:
    """What a program must have in its environment to open its window in an X server. Raises NotMeasured without one."""
    server = shutil.which("Xvfb")
    if server is None:
        raise NotMeasured("there is no Xvfb on the PATH")
    command = [server, "-displayfd", "1", "-screen", "0", _SIZE, "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            number = process.stdout.readline().strip() if process.stdout is not None else ""
            if not number:
                raise NotMeasured("Xvfb did not start")
            # as on a machine without a graphics processor, whatever this one has
            yield {"SDL_VIDEODRIVER": "x11", "DISPLAY": f":{number}", "SDL_FRAMEBUFFER_ACCELERATION": "0"}
        finally:
            process.terminate()


def surrounded(by: Mapping[str, str]) -> dict[str, str]:
    """Our environment with this in it, for programs that keep what they have compiled."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYGAME_HIDE_SUPPORT_PROMPT": "1", **by}
