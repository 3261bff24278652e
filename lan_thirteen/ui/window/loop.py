"""The frame loop: it sleeps until something happens, tells the app, and draws what has changed."""

from __future__ import annotations

import math
import select
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

import pygame

from lan_thirteen.ui import motion
from lan_thirteen.ui.display import Box, Display
from lan_thirteen.ui.events import Down, Event, Focused, Pressed, Resized
from lan_thirteen.ui.window.dirty import changed
from lan_thirteen.ui.window.frame import Frame, clipboard
from lan_thirteen.ui.window.paint import Painter
from lan_thirteen.ui.window.pump import Pump

if TYPE_CHECKING:
    import socket

_FAST_S: Final = 1 / 60
"""Between two looks at the window's events while something moves or the pointer has just moved."""
_SLOW_S: Final = 1 / 30
_IDLE_S: Final = 1 / 15
"""While nobody is at it; the network is heard at once all the same."""
_LIVELY_S: Final = 2.0
"""So long after the pointer moved is it looked for fast."""
_WATCHFUL_S: Final = 20.0
"""So long after that is somebody believed to sit before the window."""
_SETTLED_S: Final = 0.12
"""So long must a size last before everything is laid out for it anew."""


clock: Final = time.monotonic
"""The clock of everything in the window, in seconds."""


class Mind(Protocol):
    """What decides: it takes what happens, and says what is to be seen."""

    @property
    def display(self) -> Display: ...

    @property
    def title(self) -> str: ...

    @property
    def caret(self) -> Box | None:
        """Where text is being typed; None where it is not."""
        ...

    @property
    def is_full_screen(self) -> bool: ...

    @property
    def motion_speed(self) -> float:
        """1 is usual; 0: nothing moves, what changes is there at once."""
        ...

    @property
    def is_over(self) -> bool: ...

    def handle(self, event: Event) -> None: ...

    def hear_all(self, now: float) -> None:
        """Take what the network's thread has for us."""
        ...

    def tick(self, now: float) -> None:
        """Let what has had its time go."""
        ...

    def next_tick(self) -> float | None:
        """When ``tick`` is due next; None: at no time."""
        ...


class Loop:
    """Runs one window until its mind says that it is over."""

    def __init__(
        self,
        frame: Frame,
        painter: Painter,
        mind: Mind,
        wake: socket.socket | None = None,
        now: Callable[[], float] = clock,
    ) -> None:
        self._frame = frame
        self._painter = painter
        self._mind = mind
        self._wake = wake
        self._now = now
        self._pump = Pump(clipboard, now)
        self._canvas = frame.canvas
        self._shown: Display | None = None
        self._target: Display | None = None
        self._from: Display | None = None
        self._began = 0.0
        self._lively_until = now()
        self._size = frame.surface.get_size()
        self._size_since: float | None = None

    def run(self) -> None:
        """Run until it is over."""
        while not self._mind.is_over:
            self.turn(self.pause())

    def turn(self, pause: float) -> None:
        """Sleep at most so many seconds, take what has happened, and draw what has changed."""
        has_news = self._sleep(pause)
        if not has_news and not pygame.event.peek(pump=False) and self._is_at_rest():
            return
        for event in self._events():
            self._finish_motion_by(event)
            self._mind.handle(event)
        now = self._now()
        if has_news:
            self._mind.hear_all(now)
        self._mind.tick(now)
        self._watch_size(now)
        self._frame.name(self._mind.title)
        self._frame.fill_screen(self._mind.is_full_screen)
        self._frame.type_at(self._mind.caret, self._canvas)
        self._draw(now)

    def _is_at_rest(self) -> bool:
        """Whether nothing can have changed by itself."""
        is_still = self._from is None and self._size_since is None and self._shown is not None
        due = self._mind.next_tick()
        return is_still and (due is None or self._now() < due)

    def pause(self) -> float:
        """How long to sleep now, unless the network has news."""
        now = self._now()
        is_lively = self._from is not None or now < self._lively_until or self._size_since is not None
        is_watched = self._frame.has_focus and now < self._lively_until + _WATCHFUL_S
        pause = _FAST_S if is_lively else _SLOW_S if is_watched else _IDLE_S
        due = self._mind.next_tick()
        return pause if due is None else min(pause, max(due - now, 0.0))

    def _sleep(self, pause: float) -> bool:
        """Whether the network may have news."""
        has_news = True
        if self._wake is None:
            time.sleep(pause)
        else:
            has_news = bool(select.select([self._wake], [], [], pause)[0])
        if sys.platform == "win32":
            # it lets the other thread run while a dragged window holds the queue; 0 would wait for ever
            pygame.event.wait(1)
        else:
            pygame.event.pump()
        return has_news

    def _events(self) -> Sequence[Event]:
        events = list(self._pump.drain(self._frame.points_per_unit(self._canvas)))
        if events:
            self._lively_until = self._now() + _LIVELY_S
        if self._pump.take_exposed():
            self._shown = None
        for event in events:
            if isinstance(event, Focused):
                self._frame.has_focus = event.has_focus
        return events

    def _finish_motion_by(self, event: Event) -> None:
        """A press or a key ends what moves: nobody waits for it."""
        if isinstance(event, Down | Pressed):
            self._from = None

    def _watch_size(self, now: float) -> None:
        """Lay out anew once the size has settled; while an edge is being dragged the old layout is kept."""
        size = self._frame.surface.get_size()
        if size != self._size:
            self._size, self._size_since = size, now
            self._shown = None
        if self._size_since is not None and now - self._size_since >= _SETTLED_S:
            self._size_since = None
            self._canvas = self._frame.canvas
            self._shown = self._from = None
            self._mind.handle(Resized(*size))

    def _draw(self, now: float) -> None:
        display = self._mind.display
        if display is not self._target:
            self._aim(display, now)
        frame = self._between(now)
        if frame is not self._shown and self._paint(frame):
            self._frame.flip()
        self._shown = frame

    def _paint(self, frame: Display) -> bool:
        """Draw what differs from what is shown; False where nothing does."""
        surface = self._frame.surface
        if self._shown is None:
            self._painter.paint(surface, frame, self._canvas)
            return True
        dirty = changed(self._shown, frame)
        if dirty is None:
            return False
        unit = self._canvas.unit
        left, top = (math.floor(length * unit) - 1 for length in (dirty.x, dirty.y))
        right, bottom = (math.ceil(length * unit) + 1 for length in (dirty.right, dirty.bottom))
        part = pygame.Rect(left, top, right - left, bottom - top).clip(surface.get_rect())
        self._painter.paint_part(surface, frame, self._canvas, part)
        return True

    def _aim(self, display: Display, now: float) -> None:
        """Move from what is seen now to ``display``."""
        speed, seen = self._mind.motion_speed, self._shown
        is_motion = speed > 0 and seen is not None and motion.moves(self._target or seen, display)
        if is_motion:
            self._from, self._began = seen, now
        elif self._from is not None and self._target is not None and motion.moves(self._target, display):
            self._from = None
        self._target = display

    def _between(self, now: float) -> Display:
        target = self._target
        assert target is not None  # noqa: S101  # aimed at before
        if self._from is None:
            return target
        share = (now - self._began) * self._mind.motion_speed / motion.PLAY_S
        if share >= 1:
            self._from = None
            return target
        return motion.tween(self._from, target, share)
