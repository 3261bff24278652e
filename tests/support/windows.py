"""A window on a screen that nobody sees, and what pygame would say of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pygame

from lan_thirteen.ui.canvas import canvas_of
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.effects import Save
from lan_thirteen.ui.events import Event
from lan_thirteen.ui.window.frame import Frame
from tests.support.pilot import Pilot


@contextmanager
def hidden_window(
    size: tuple[int, int] = (900, 600), position: tuple[int, int] | None = None, driver: str = "dummy"
) -> Iterator[Frame]:
    """A window of SDL's driver that shows nothing; none of its own events wait."""
    before = os.environ.get("SDL_VIDEODRIVER")
    os.environ["SDL_VIDEODRIVER"] = driver
    try:
        pygame.display.quit()
        pygame.font.init()
        frame = Frame("Test", size, position)
        pygame.event.pump()
        pygame.event.clear()
        try:
            yield frame
        finally:
            frame.close()
            pygame.display.quit()
    finally:
        if before is None:
            del os.environ["SDL_VIDEODRIVER"]
        else:
            os.environ["SDL_VIDEODRIVER"] = before


def resize(frame: Frame, width: int, height: int) -> None:
    frame._window.size = (width, height)


def post_press(x: float, y: float) -> None:
    """Press here, in points of the window, and let go."""
    place = (round(x), round(y))
    post(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0), touch=False)
    post(pygame.MOUSEBUTTONDOWN, pos=place, button=1, touch=False)
    post(pygame.MOUSEBUTTONUP, pos=place, button=1, touch=False)


def post(kind: int, **facts: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **facts))


def post_key(scancode: int, key: int = 0, mod: int = 0, text: str = "", *, is_held: bool = False) -> None:
    post(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=scancode)
    if not is_held:
        post(pygame.KEYUP, key=key, mod=mod, unicode=text, scancode=scancode)


class PilotMind:
    """The window's mind is somebody of a table in memory."""

    def __init__(self, pilot: Pilot, frame: Frame) -> None:
        self.pilot = pilot
        self.frame = frame
        pilot.app._change(pilot.model)
        pilot.app._canvas = canvas_of(*frame.surface.get_size())

    @property
    def display(self) -> Display:
        return self.pilot.display

    @property
    def title(self) -> str:
        return self.pilot.app.title

    @property
    def caret(self) -> Box | None:
        return self.pilot.app.caret

    @property
    def is_full_screen(self) -> bool:
        return self.pilot.model.settings.full_screen

    @property
    def motion_speed(self) -> float:
        settings = self.pilot.model.settings
        return 0.0 if settings.reduced_motion else settings.speed

    @property
    def is_over(self) -> bool:
        return self.pilot.model.is_over

    def handle(self, event: Event) -> None:
        self.pilot.handle(event)

    def hear_all(self, now: float) -> None:
        self.pilot.lan.pass_time(max(0.0, now - self.pilot.lan.now))

    def tick(self, now: float) -> None:
        self.pilot.app.tick(now)

    def next_tick(self) -> float | None:
        return self.pilot.app.next_tick()

    @property
    def saved(self) -> list[Save]:
        return self.pilot.done(Save)


class PlainMind:
    """A mind that shows what it is told to."""

    def __init__(self, display: Display) -> None:
        self.display = display
        self.title = "Test"
        self.caret: Box | None = None
        self.is_full_screen = False
        self.motion_speed = 1.0
        self.is_over = False
        self.heard: list[Event] = []
        self.due: float | None = None

    def handle(self, event: Event) -> None:
        self.heard.append(event)

    def hear_all(self, now: float) -> None:
        pass

    def tick(self, now: float) -> None:
        pass

    def next_tick(self) -> float | None:
        return self.due


def moved(node: Node, dx: float, dy: float) -> Node:
    return node._replace(box=node.box.moved(dx, dy))
