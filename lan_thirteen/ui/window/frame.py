"""The window on the desktop: opened, titled, flashed, made full-screen, typed into."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Final

import pygame

from lan_thirteen.ui.canvas import Canvas, canvas_of
from lan_thirteen.ui.display import Box

USUAL_SIZE: Final = (1280, 720)
_SMALLEST: Final = (200, 150)
_LEAST_OPENED: Final = (480, 360)
"""A window that was made smaller than this comes back at this."""
_UNSEEN: Final = ("offscreen", "dummy")
"""What SDL falls back to where it finds no screen: nobody would ever see that window."""
_SCREEN_PART: Final = 0.9
"""A window takes at most this part of the screen's width and height."""


def prepare() -> None:
    """Tell SDL what it must know before it begins. What is set already is left alone."""
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
    # a desktop that logs out, or Ctrl-C, ends the program: SDL would only ask whether the window may close
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
    if not _has_graphics():
        # measured: a flip through a texture that a processor draws costs 25 times that of a plain copy
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


class Frame:
    """One window."""

    def __init__(self, title: str, size: tuple[int, int] | None, position: tuple[int, int] | None) -> None:
        """Open it. Raises pygame.error where there is no screen."""
        pygame.display.init()
        if pygame.display.get_driver() in _UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
            raise pygame.error("the screen cannot be reached")  # as where SDL says so itself
        fitting = _fitting(size or USUAL_SIZE)
        place = pygame.WINDOWPOS_CENTERED if position is None else _reachable(position)
        self._window = pygame.Window(title, fitting, place, resizable=True, allow_high_dpi=True)
        self._window.minimum_size = _SMALLEST
        self._title = title
        self._typing: Box | None = None
        self._is_full = False
        self._wants_full = False
        """What the desktop was asked for last, whether or not it did it."""
        self.has_focus = True
        pygame.key.stop_text_input()
        pygame.key.set_repeat(400, 40)

    @property
    def surface(self) -> pygame.Surface:
        return self._window.get_surface()

    @property
    def canvas(self) -> Canvas:
        return canvas_of(*self.surface.get_size())

    def points_per_unit(self, canvas: Canvas) -> float:
        """How many of the desktop's points, in which the pointer and the input method are told, one unit has."""
        return canvas.unit * self._window.size[0] / max(self.surface.get_width(), 1)

    @property
    def shape(self) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """Size and position to come back to; None while it is full-screen."""
        if self._is_full:
            return None
        width, height = self._window.size
        left, top = self._window.position
        return (width, height), (left, top)

    def flip(self) -> None:
        self._window.flip()

    def name(self, title: str) -> None:
        """Show this in the title."""
        if title != self._title:
            self._window.title, self._title = title, title

    def flash(self) -> None:
        """Ask for attention, where the desktop can."""
        with contextlib.suppress(pygame.error):
            self._window.flash(pygame.FLASH_UNTIL_FOCUSED)

    def fill_screen(self, is_full: bool) -> None:
        """Without borders over the whole screen, or a window again."""
        if is_full == self._wants_full:
            return
        self._wants_full = is_full
        with contextlib.suppress(pygame.error):
            if is_full:
                self._window.set_fullscreen(desktop=True)
            else:
                self._window.set_windowed()
            self._is_full = is_full

    def type_at(self, caret: Box | None, canvas: Canvas) -> None:
        """Take text with the caret there, so that an input method shows its list beside it; None: take none.

        Otherwise a keyboard that writes Hangul would swallow the keys of the table.
        """
        if caret == self._typing:
            return
        if caret is None:
            pygame.key.stop_text_input()
        else:
            if self._typing is None:
                pygame.key.start_text_input()
            scale = self.points_per_unit(canvas)
            pygame.key.set_text_input_rect(pygame.Rect(*(round(length * scale) for length in caret)))
        self._typing = caret

    def close(self) -> None:
        self._window.destroy()


def copy(text: str) -> bool:
    """Put this on the clipboard; False where there is none."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def clipboard() -> str:
    """The text on the clipboard; empty where there is none."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


def _has_graphics() -> bool:
    """Whether a graphics processor may be there; only Linux machines are known to run without."""
    return sys.platform != "linux" or any(Path("/dev/dri").glob("renderD*"))


def _fitting(size: tuple[int, int]) -> tuple[int, int]:
    """``size``, or less where the screen is smaller."""
    sizes = pygame.display.get_desktop_sizes()
    if not sizes:
        return size
    width, height = sizes[0]
    most = round(width * _SCREEN_PART), round(height * _SCREEN_PART)
    return min(max(size[0], _LEAST_OPENED[0]), most[0]), min(max(size[1], _LEAST_OPENED[1]), most[1])


def _reachable(position: tuple[int, int]) -> tuple[int, int] | int:
    """``position`` where its upper left lies on the screen: a second screen may be gone since."""
    sizes = pygame.display.get_desktop_sizes()
    on_screen = sizes and 0 <= position[0] < sizes[0][0] - 100 and 0 <= position[1] < sizes[0][1] - 100
    return position if on_screen else pygame.WINDOWPOS_CENTERED
