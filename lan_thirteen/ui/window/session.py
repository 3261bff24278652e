"""One run of the window after its first frame: the app, the network's thread and the loop together."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import getpass
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from lan_thirteen.core.names import PERSON, fitted
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.backstage import Backstage
from lan_thirteen.ui.app.app import App
from lan_thirteen.ui.app.model import Known, Model, with_toast
from lan_thirteen.ui.display import Box, Display
from lan_thirteen.ui.effects import Copy, Effect, Flash, FocusOn, Quit, Save
from lan_thirteen.ui.events import Event, Resized
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.screens import home
from lan_thirteen.ui.settings import save_settings
from lan_thirteen.ui.window.frame import Frame, copy
from lan_thirteen.ui.window.loop import Loop, clock
from lan_thirteen.ui.window.start import Opened
from lan_thirteen.ui.window.telling import tell, told

_STILL: Final = 0.0
_MMAP_THRESHOLD: Final = -3
"""What mallopt(3) calls the size from which on a block is given back by itself."""
_LARGE: Final = 8 << 20


class Session:
    """What the loop asks, answered by the app; what the app wants done is done here."""

    def __init__(self, opened: Opened, app: App, backstage: Backstage, *, tells: bool) -> None:
        self._opened = opened
        self._app = app
        self._backstage = backstage
        self._tells = tells
        self._told: Display | None = None

    @property
    def display(self) -> Display:
        display = self._app.display
        if self._tells and display is not self._told:
            self._told = display
            tell(told(display, self._frame.points_per_unit(self._frame.canvas), self._app.focus_key, self.title))
        return display

    @property
    def title(self) -> str:
        return self._app.title

    @property
    def caret(self) -> Box | None:
        return self._app.caret

    @property
    def is_full_screen(self) -> bool:
        return self._app.model.settings.full_screen

    @property
    def motion_speed(self) -> float:
        settings = self._app.model.settings
        return _STILL if settings.reduced_motion else settings.speed

    @property
    def is_over(self) -> bool:
        return self._app.model.is_over

    def handle(self, event: Event) -> None:
        self._carry_out(self._app.handle(event))
        if isinstance(event, Resized):
            self.keep_shape()

    def hear_all(self, now: float) -> None:
        for news in self._backstage.drain():
            self._carry_out(self._app.hear(news, now))

    def tick(self, now: float) -> None:
        self._app.tick(now)

    def next_tick(self) -> float | None:
        return self._app.next_tick()

    @property
    def _frame(self) -> Frame:
        return self._opened.frame

    def _carry_out(self, effects: Iterable[o.Order | Effect]) -> None:
        for effect in effects:
            match effect:
                case Copy(text):
                    if not copy(text):
                        self._warn("win.app.no-clipboard")
                case Save(settings):
                    complaint = save_settings(self._opened.folder.path, settings)
                    if complaint is not None:
                        self._warn(complaint.code, *complaint.names)
                case Flash():
                    self._frame.flash()
                case Quit() | FocusOn():
                    pass
                case _:
                    self._backstage.post(effect)

    def _warn(self, code: str, *names: str) -> None:
        self._carry_out(self._app.hear(o.Trouble(Refusal(code, (), names)), clock()))

    def keep_shape(self) -> None:
        """Remember how large the window is and where, for the next start."""
        shape, settings = self._frame.shape, self._app.model.settings
        if shape is not None and (settings.window_size, settings.window_position) != shape:
            size, position = shape
            self._app.model = replace(
                self._app.model, settings=replace(settings, window_size=size, window_position=position)
            )


def run_session(opened: Opened, backstage: Backstage, timing: Timing, *, tells: bool) -> int:
    """Stay until the window is closed, beside a network that looks for tables already; gives the exit status."""
    settings, now = opened.settings, clock()
    language = opened.language
    model = Model(
        settings=settings,
        usual_name=_usual_name(),
        profile=opened.folder.name,
        known=Known(browsing_since=now),
        home=home.fresh(settings.name, settings.avatar),
    )
    for complaint in opened.complaints:
        model = with_toast(model, language.say(complaint.code, *complaint.names), now, is_trouble=True)
    app = App(model, language, load_advances(), opened.frame.canvas, timing)
    session = Session(opened, app, backstage, tells=tells)
    keep_small()
    try:
        Loop(opened.frame, opened.painter, session, backstage.wake).run()
    finally:
        session.keep_shape()
        save_settings(opened.folder.path, app.model.settings)
    return 0


def keep_small() -> None:
    """Tidy up once all is loaded, and give large blocks of memory back to the system as soon as they are free.

    Pictures are tens of megabytes while they are loaded. The C library of Linux would soon keep as much for itself.
    """
    gc.freeze()  # what was loaded stays: a search for garbage among it would only hold a frame up
    gc.enable()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)


def _usual_name() -> str:
    """What the system calls whoever sits here; empty where it calls them nothing."""
    try:
        return fitted(getpass.getuser(), PERSON)
    except (OSError, KeyError, ImportError):
        return ""
