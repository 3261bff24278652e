"""What the settings screen knows, what a person can mean on it, and what comes of that."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from lan_thirteen.core.names import PERSON
from lan_thirteen.ui.display import Key
from lan_thirteen.ui.field import Field, filled
from lan_thirteen.ui.screens.common import Focus, Typing
from lan_thirteen.ui.settings import USUAL, Settings
from lan_thirteen.ui.widgets import Wheel

NAME: Final = ("settings", "name")
LINES: Final = ("settings", "lines")


class Part(StrEnum):
    """The parts of the screen, in their order."""

    PROFILE = "profile"
    DISPLAY = "display"
    CONTROLS = "controls"
    NETWORK = "network"
    ABOUT = "about"


class Facts(NamedTuple):
    """What the screen shows and has not made itself."""

    settings: Settings
    addresses: tuple[str, ...] = ()
    """Of this laptop, the best first."""
    profile: str = ""
    """The name of the folder in which all is kept."""
    version: str = ""


class State(NamedTuple):
    """What a person has done to the screen."""

    part: Part = Part.DISPLAY
    name: Field | None = None
    """The name while it is typed; None: as it is set."""
    offset: int = 0


class Change(NamedTuple):
    """This setting has this value now."""

    name: str
    value: object


class ShowPart(NamedTuple):
    part: Part


class KeepName(NamedTuple):
    pass


class Reset(NamedTuple):
    """All as usual again, but for name, face and where the window is."""


class Done(NamedTuple):
    pass


class Scroll(NamedTuple):
    lines: int


Intent: TypeAlias = Change | ShowPart | KeepName | Reset | Done | Scroll | Typing | Wheel


class Changed(NamedTuple):
    """These are the settings now: to be used at once, and kept."""

    settings: Settings


class Closed(NamedTuple):
    """Back to where the person came from."""


Wish: TypeAlias = Changed | Closed | Focus


def press(state: State, intent: Intent, facts: Facts) -> tuple[State, tuple[Wish, ...]]:
    """What a press does to the screen, and what the program is to do."""
    match intent:
        case Change(name, value):
            changed: dict[str, Any] = {name: value}
            return state, (Changed(dataclasses.replace(facts.settings, **changed)),)
        case ShowPart(part):
            named, wishes = _named(state, facts)
            return named._replace(part=part, offset=0), wishes
        case KeepName():
            return _named(state, facts)
        case Reset():
            kept = {name: getattr(facts.settings, name) for name in _KEPT}
            return state._replace(name=None), (Changed(dataclasses.replace(USUAL, **kept)),)
        case Done():
            named, wishes = _named(state, facts)
            return named, (*wishes, Closed())
        case Scroll(lines) | Wheel(_, lines):
            return state._replace(offset=max(0, state.offset + lines)), ()
        case Typing(key):
            begun = state if state.name is not None else state._replace(name=filled(facts.settings.name, PERSON))
            return begun, (Focus(key),)


def keys(state: State, facts: Facts) -> Mapping[str, Intent]:
    """The intent of each key, while no text field has the focus."""
    found: dict[str, Intent] = {"escape": Done(), "pagedown": Scroll(4), "pageup": Scroll(-4)}
    found |= {str(place): ShowPart(part) for place, part in enumerate(Part, 1)}
    return found


def fields(state: State, facts: Facts) -> Mapping[Key, Field]:
    """The text fields by their keys."""
    return {NAME: state.name or filled(facts.settings.name, PERSON)} if state.part is Part.PROFILE else {}


def with_field(state: State, key: Key, field: Field) -> State:
    return state._replace(name=field) if key == NAME else state


def entered(state: State, key: Key) -> Intent | None:
    """What the return key means in the name's field."""
    return KeepName()


_KEPT: Final = ("name", "avatar", "language", "window_size", "window_position")


def _named(state: State, facts: Facts) -> tuple[State, tuple[Wish, ...]]:
    """The name is kept if one was typed."""
    name = "" if state.name is None else " ".join(state.name.text.split())
    kept = state._replace(name=None)
    if not name or name == facts.settings.name:
        return kept, ()
    return kept, (Changed(dataclasses.replace(facts.settings, name=name)),)
