"""What pygame says, as events of the window."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import pygame

from lan_thirteen.ui import events

_NAMES: Final = {
    pygame.KSCAN_RETURN: "return",
    pygame.KSCAN_KP_ENTER: "return",
    pygame.KSCAN_SPACE: "space",
    pygame.KSCAN_ESCAPE: "escape",
    pygame.KSCAN_TAB: "tab",
    pygame.KSCAN_BACKSPACE: "backspace",
    pygame.KSCAN_DELETE: "delete",
    pygame.KSCAN_LEFT: "left",
    pygame.KSCAN_RIGHT: "right",
    pygame.KSCAN_UP: "up",
    pygame.KSCAN_DOWN: "down",
    pygame.KSCAN_HOME: "home",
    pygame.KSCAN_END: "end",
    pygame.KSCAN_PAGEUP: "pageup",
    pygame.KSCAN_PAGEDOWN: "pagedown",
    **{getattr(pygame, f"KSCAN_F{n}"): f"f{n}" for n in range(1, 13)},
    **{getattr(pygame, f"KSCAN_{n}"): str(n) for n in range(10)},
    **{getattr(pygame, f"KSCAN_KP_{n}" if n else "KSCAN_KP_0"): str(n) for n in range(10)},
}
"""Keys by their place: with a Hangul or Cyrillic layout the keys are where they were."""
_LETTERS: Final = {getattr(pygame, f"KSCAN_{chr(c)}"): chr(c).lower() for c in range(ord("A"), ord("Z") + 1)}
_CONTROL: Final = pygame.KMOD_CTRL | pygame.KMOD_META


class Pump:
    """Takes what pygame has and tells it in units; keeps which keys are held, so that repeats are known."""

    def __init__(self, clipboard: Callable[[], str], now: Callable[[], float] = time.monotonic) -> None:
        self._clipboard = clipboard
        self._now = now
        self._held: set[int] = set()
        self._is_exposed = False

    def take_exposed(self) -> bool:
        """Whether what the window shows may have been lost since this was asked last."""
        is_exposed, self._is_exposed = self._is_exposed, False
        return is_exposed

    def drain(self, unit: float) -> Iterator[events.Event]:
        """All that has happened since the last time. The system's queue must have been pumped.

        ``unit``: how many of the desktop's own points one unit of the canvas has.
        """
        for event in pygame.event.get(pump=False):
            yield from self._told(event, unit)

    def _told(self, event: pygame.Event, unit: float) -> Iterator[events.Event]:
        kind = event.type
        if kind == pygame.MOUSEMOTION:
            yield events.Moved((event.pos[0] / unit, event.pos[1] / unit))
        elif kind == pygame.WINDOWLEAVE:
            yield events.Moved(None)
        elif kind == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            yield events.Down(event.pos[0] / unit, event.pos[1] / unit, self._now())
        elif kind == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            yield events.Up(event.pos[0] / unit, event.pos[1] / unit, self._now())
        elif kind == pygame.MOUSEWHEEL:
            x, y = pygame.mouse.get_pos()
            yield events.Wheeled(x / unit, y / unit, float(event.precise_y))
        elif kind == pygame.KEYDOWN:
            yield from self._key(event)
        elif kind == pygame.KEYUP:
            self._held.discard(event.scancode)
        else:
            yield from self._other(event)

    def _other(self, event: pygame.Event) -> Iterator[events.Event]:
        kind = event.type
        if kind == pygame.TEXTINPUT:
            yield events.Typed(event.text)
        elif kind == pygame.TEXTEDITING:
            yield events.Composing(event.text)
        elif kind == pygame.WINDOWFOCUSGAINED:
            yield events.Focused(True)
        elif kind == pygame.WINDOWFOCUSLOST:
            self._held.clear()
            yield events.Focused(False)
        elif kind in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._is_exposed = True
        elif kind in (pygame.QUIT, pygame.WINDOWCLOSE):
            yield events.CloseAsked()

    def _key(self, event: pygame.Event) -> Iterator[events.Event]:
        is_repeat = event.scancode in self._held
        self._held.add(event.scancode)
        name = _name(event)
        if not name:
            return
        yield events.Pressed(name, self._now(), is_repeat)
        if name in ("ctrl+v", "shift+insert"):
            yield events.Pasted(self._clipboard())


def _name(event: Any) -> str:
    """The name of a key with its modifiers; empty for a modifier alone and for keys that mean nothing here.

    Letters go by what is written on the keys where that is a Latin letter, and by their place where it is not.
    """
    name = _NAMES.get(event.scancode, "")
    if not name:
        written = chr(event.key) if ord("a") <= event.key <= ord("z") else ""
        name = written or _LETTERS.get(event.scancode, "")
    if not name:
        return ""
    shift = "shift+" if event.mod & pygame.KMOD_SHIFT else ""
    control = "ctrl+" if event.mod & _CONTROL else ""
    alt = "alt+" if event.mod & pygame.KMOD_LALT else ""
    return f"{control}{alt}{shift}{name}"
