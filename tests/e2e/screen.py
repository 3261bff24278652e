"""A screen, a mouse and a keyboard for a computer of the lab; needs Xvfb and xdotool.

    screen = Screen(lan[0])
    host.spawn(program, **screen.variables)
    screen.does("mousemove 40 50 click 1")
    screen.save(path)                                     # what is to be seen, as a PNG

No desktop runs on it: a window has the size it asks for, in the middle.
"""

from __future__ import annotations

import shutil
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import pygame

from tests.lab.computer import Computer
from tests.support.waiting import eventually

SIZE: Final = (1440, 900)
"""A window of the usual size fits on it."""
TOOLS: Final = ("Xvfb", "xdotool")
PATIENT: Final = 20.0
STILL: Final = 2.0
PAUSE: Final = 0.15
"""So long must a picture stay as it is to be whole: what is told is drawn a moment later."""
_HEADER: Final = struct.Struct(">25I")
"""Of the file in which Xvfb keeps what is to be seen: the beginning of an XWD dump."""
_COLOUR: Final = 12
"""Bytes of each entry of its table of colours, which lies before the picture."""
_ASK: Final = Path(__file__).with_name("ask_to_close.py")


def why_no_screen() -> str:
    """Why there can be no screen here; empty where there can."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    return f"needs {' and '.join(missing)}: apt-get install xvfb xdotool" if missing else ""


class Screen:
    """A screen without anything on it. It ends with its computer."""

    def __init__(self, host: Computer) -> None:
        self._host = host
        self._folder = host.home / "screen"
        self._folder.mkdir()
        size = f"{SIZE[0]}x{SIZE[1]}x24"
        # the socket that has no file: it is of this computer's network alone, and no other server's file is replaced
        sockets = ("-nolisten", "tcp", "-nolisten", "unix", "-displayfd", "1")
        server = host.spawn(["Xvfb", *sockets, "-noreset", "-screen", "0", size, "-fbdir", self._folder])
        number = server.wait_for(r"^(\d+)\n", PATIENT)[1]
        self._display = f":{number}"
        self._hands = host.spawn(["xdotool", "-"], DISPLAY=self._display)

    @property
    def variables(self) -> dict[str, str]:
        """By which a program finds the screen, and makes no sound."""
        return {
            "DISPLAY": self._display,
            "WAYLAND_DISPLAY": "",
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
        }

    def does(self, commands: str) -> None:
        """Move the mouse or press keys, by these commands of ``xdotool``."""
        self._hands.send(commands)
        assert not self._hands.output, self._hands.output  # of what came before

    def window_of(self, pid: int) -> str:
        """What X calls the window of this process, once it is there; it has the keyboard from then on."""
        found = self._host.run(
            ["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(pid), "windowfocus", "--sync"],
            DISPLAY=self._display,
        )
        window = self._host.run(["xdotool", "getwindowfocus"], DISPLAY=self._display).stdout.strip()
        assert window.isdecimal(), (found.stdout, window)
        return window

    def ask_to_close(self, window: str) -> None:
        """What the cross in the corner of a window does on a desktop."""
        done = self._host.run([sys.executable, _ASK, window], DISPLAY=self._display)
        assert done.returncode == 0, done.stdout

    def save(self, path: Path) -> None:
        """Write what is to be seen as a PNG, once nothing moves."""
        seen = [b""]

        def is_still() -> bool:
            seen.append((self._folder / "Xvfb_screen0").read_bytes())
            return seen.pop(0) == seen[0]

        with suppress(TimeoutError):
            eventually(is_still, STILL, pause=PAUSE)
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(_picture(seen[0]), path)


def _picture(dump: bytes) -> pygame.Surface:
    head = _HEADER.unpack_from(dump)
    size, width, height, line, colours = head[0], head[4], head[5], head[12], head[19]
    start = size + colours * _COLOUR
    whole = pygame.image.frombuffer(dump[start : start + line * height], (line // 4, height), "BGRA")
    # without the fourth byte, which means nothing
    solid = pygame.image.frombytes(pygame.image.tobytes(whole, "RGB"), whole.get_size(), "RGB")
    return solid.subsurface((0, 0, width, height))
