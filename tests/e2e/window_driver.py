"""The window on computers of the lab, driven as people drive it: by mouse or keyboard, and by what it shows."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from lan_thirteen.net.folders import USUAL as USUAL_PROFILE
from lan_thirteen.ui.settings import USUAL, Settings
from tests.e2e.screen import Screen
from tests.lab.errors import LabError
from tests.lab.host import Host

PATIENT: Final = 40.0
"""Seconds for anything that must come on a machine that is busy."""
TOLD_LABELS: Final = 40
"""So many labels and texts of what was shown last go into an error."""

T = TypeVar("T")
Name = tuple[str, ...]
"""The key of something on the screen, each part as a string; ``("stack",)`` finds all whose keys begin so."""


class Thing(NamedTuple):
    """Something that can be pressed, or has something to say."""

    key: Name
    label: str
    tip: str
    group: str
    can: bool
    """A press on it means something."""
    focus: bool
    x: float
    y: float
    """Its middle."""


class Shown(NamedTuple):
    """What a window shows."""

    title: str
    things: tuple[Thing, ...]
    texts: tuple[tuple[Name, str], ...]

    def find(self, *key: str) -> Thing | None:
        """The thing of this key."""
        return next((thing for thing in reversed(self.things) if thing.key == key), None)

    def labelled(self, label: str) -> Thing | None:
        """What is called so, or begins so, and can be pressed."""
        return next((thing for thing in reversed(self.things) if thing.can and thing.label.startswith(label)), None)

    def all(self, *key: str, group: str = "") -> tuple[Thing, ...]:
        """The things that can be pressed and whose keys begin so."""
        return tuple(t for t in self.things if t.can and t.key[: len(key)] == key and group in ("", t.group))

    def of_group(self, group: str) -> tuple[Thing, ...]:
        """All that belongs to this part of the screen."""
        return tuple(thing for thing in self.things if thing.group == group)

    def can(self, *key: str) -> Thing | None:
        """The thing of this key, if it can be pressed."""
        thing = self.find(*key)
        return thing if thing is not None and thing.can else None

    def text(self, *key: str) -> str:
        """The text of this key; empty where there is none."""
        return next((text for name, text in self.texts if name == key), "")

    @property
    def words(self) -> tuple[str, ...]:
        """All texts."""
        return tuple(text for _, text in self.texts)

    @property
    def meaning(self) -> object:
        """What is the same as long as only the mouse or the focus moves."""
        return self.title, tuple((thing.key, thing.label, thing.can) for thing in self.things)


class Window:
    """The program's window on one computer."""

    def __init__(self, host: Host, screen: Screen, *arguments: str) -> None:
        self.host = host
        self.screen = screen
        self._arguments = arguments
        self._line = ""
        self._shown: tuple[str, Shown] | None = None
        self.program = host.spawn(
            [sys.executable, "-m", "lan_thirteen", "window", "--tell-display", *arguments],
            self._take,
            PYTHONUTF8="1",
            **screen.variables,
        )
        self.waits(lambda shown: shown.things or None, "a first display")
        self._id = screen.window_of(self.program.pid)

    def again(self) -> Window:
        """The same person on the same computer, who has started the program once more."""
        return Window(self.host, self.screen, *self._arguments)

    # what is seen

    @property
    def shown(self) -> Shown:
        """What it has told last."""
        line = self._line
        if self._shown is None or self._shown[0] is not line:
            self._shown = line, _shown(line)
        return self._shown[1]

    def waits(self, look: Callable[[Shown], T | None], what: str, timeout: float = PATIENT) -> T:
        """What ``look`` finds in what is shown. Raises LabError if it finds nothing in so many seconds."""
        try:
            return self.program.wait_until(lambda: look(self.shown) if self._line else None, timeout, what)
        except LabError as error:
            raise LabError(f"{self.host.name}: {error}\n{self._told() if self._line else ''}") from error

    def sees(self, label: str, timeout: float = PATIENT) -> Thing:
        """What is called so, or begins so, once it can be pressed."""
        return self.waits(lambda shown: shown.labelled(label), f"{label!r} to press", timeout)

    def sees_key(self, *key: str) -> Thing:
        """What has this key, once it can be pressed."""
        return self.waits(lambda shown: shown.can(*key), f"{key} to press")

    def changes(self, before: Shown, timeout: float) -> bool:
        """Whether it shows something else than before, in so many seconds at the latest."""
        meaning = before.meaning
        return self.changes_to(lambda shown: shown.meaning != meaning, timeout)

    def changes_to(self, holds: Callable[[Shown], bool], timeout: float) -> bool:
        """Whether this holds of what it shows, in so many seconds at the latest."""
        try:
            self.program.wait_until(lambda: holds(self.shown) or None, timeout, "anything new")
        except LabError:
            if not self.program.running:
                raise
            return False
        return True

    # what is done

    def clicks(self, thing: Thing | str) -> None:
        """Move the mouse to the middle of this, or of what is called so, and press and let go."""
        at = self.sees(thing) if isinstance(thing, str) else thing
        self.screen.does(f"mousemove --window {self._id} {at.x:.0f} {at.y:.0f} click 1")

    def turns_wheel(self, thing: Thing) -> None:
        """Turn the wheel a notch down over this."""
        self.screen.does(f"mousemove --window {self._id} {thing.x:.0f} {thing.y:.0f} click 5")

    def presses(self, *keys: str) -> None:
        """Press keys, one after the other."""
        self.screen.does(f"key {' '.join(keys)}")

    def types(self, text: str) -> None:
        self.screen.does(f"type '{text}'")

    def is_asked_to_close(self) -> None:
        """Press the cross in the corner that a desktop would draw."""
        self.screen.ask_to_close(self._id)

    def _told(self) -> str:
        """What it shows, for an error: what can be pressed, and the last texts, which lie on top."""
        things = ", ".join(thing.label for thing in self.shown.things[:TOLD_LABELS])
        return f"it offers: {things}\nit says: {' | '.join(self.shown.words[-TOLD_LABELS:])}"

    def _take(self, line: str) -> bool:
        """Keep the last line that tells a display; all others are what the program says otherwise."""
        if not line.startswith("{"):
            return False
        self._line = line
        return True


def with_settings(host: Host, name: str, **changed: Any) -> None:
    """Somebody has used the window here before: it knows their name, and what moves is there at once."""
    settings = replace(USUAL, name=name, speed=0.0, **changed)
    folder = _profiles(host) / USUAL_PROFILE
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text(json.dumps(asdict(settings)), "utf-8")


def settings_of(host: Host) -> Settings:
    return Settings(**json.loads((_profiles(host) / USUAL_PROFILE / "settings.json").read_text("utf-8")))


def _profiles(host: Host) -> Path:
    return host.home / ".local" / "share" / "lan-thirteen" / "profiles"


def _shown(line: str) -> Shown:
    told = json.loads(line)
    return Shown(
        told["title"],
        tuple(_thing(node) for node in told["nodes"]),
        tuple((tuple(key), text) for key, text in told["texts"]),
    )


def _thing(node: dict[str, Any]) -> Thing:
    x, y, w, h = node["box"]
    place = (x + w / 2, y + h / 2)
    return Thing(tuple(node["key"]), node["label"], node["tip"], node["group"], node["can"], node["focus"], *place)
