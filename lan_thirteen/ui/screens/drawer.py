"""The drawer beside a table: what was said, and the story of the match. It never covers the hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lan_thirteen.core.names import CHAT
from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Display, Key, Node
from lan_thirteen.ui.field import Field
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Align
from lan_thirteen.ui.screens import chat
from lan_thirteen.ui.screens.common import Focus, Typing
from lan_thirteen.ui.widgets import Wheel
from lan_thirteen.wire import messages as m

if TYPE_CHECKING:
    from lan_thirteen.core.lobby import Lobby
    from lan_thirteen.ui.canvas import Stage

FIELD: Final = ("drawer", "say")
LIST: Final = ("drawer", "lines")
_WIDE: Final = 300
_TOP: Final = 140
_FOOT: Final = 24
_LEAST: Final = 190
"""No drawer is lower."""


class State(NamedTuple):
    """What a person has done to the drawer."""

    is_open: bool = False
    has_log: bool = False
    """The story is shown, not what was said."""
    field: Field = Field(limit=CHAT)
    offset: int = 0
    """So many lines of the end are scrolled away."""


class Facts(NamedTuple):
    """What the drawer shows and has not made itself."""

    said: Sequence[chat.Said] = ()
    told: Sequence[str] = ()
    unread: int = 0
    lobby: Lobby | None = None


class Show(NamedTuple):
    """Open the drawer at the story, or at what was said; where that is shown already, close it."""

    log: bool


class Close(NamedTuple):
    pass


class Tab(NamedTuple):
    log: bool


class Send(NamedTuple):
    """Say what stands in the field."""


class Scroll(NamedTuple):
    lines: int


Intent: TypeAlias = Show | Close | Tab | Send | Scroll | Typing | Wheel
Wish: TypeAlias = m.Chat | Focus


def press(state: State, intent: Intent) -> tuple[State, tuple[Wish, ...]]:
    """What a press does to the drawer, and what is to be said at the table."""
    match intent:
        case Show(log):
            is_shown = state.is_open and state.has_log == log
            shown = state._replace(is_open=not is_shown, has_log=log, offset=0)
            return shown, () if is_shown or log else (Focus(FIELD),)
        case Close():
            return state._replace(is_open=False), ()
        case Tab(log):
            return state._replace(has_log=log, offset=0), ()
        case Send():
            text = " ".join(state.field.text.split())
            return state._replace(field=Field(limit=CHAT), offset=0), (m.Chat(text),) if text else ()
        case Scroll(lines) | Wheel(_, lines):
            return state._replace(offset=max(0, state.offset - lines)), ()
        case Typing(key):
            return state, (Focus(key),)


def keys(state: State) -> Mapping[str, Intent]:
    """The intent of each key, while no text field has the focus."""
    found: dict[str, Intent] = {"t": Show(log=False), "l": Show(log=True)}
    if state.is_open:
        found |= {"escape": Close(), "pageup": Scroll(-4), "pagedown": Scroll(4)}
    return found


def fields(state: State) -> Mapping[Key, Field]:
    return {FIELD: state.field} if state.is_open and not state.has_log else {}


def with_field(state: State, key: Key, field: Field) -> State:
    return state._replace(field=field) if key == FIELD else state


def entered(state: State, key: Key) -> Intent | None:
    """What the return key means in the field."""
    return Send()


def table_area(state: State, stage: Stage) -> Box:
    """Where the table goes beside the drawer: an open one takes of its width, but none in a compact window."""
    canvas = stage.canvas
    taken = theme.DRAWER if state.is_open and not canvas.is_compact else 0
    return Box(0, 0, canvas.w - taken, canvas.h)


def place(stage: Stage, table: Display) -> Box:
    """Where the drawer goes: at the right; in a compact window over the middle of ``table``, where no hand is."""
    canvas = stage.canvas
    if not canvas.is_compact:
        return Box(canvas.w - 22 - _WIDE, _TOP, _WIDE, canvas.h - _TOP - _FOOT)
    parts = [node.box for node in table.nodes if node.group == "table"]
    below = [node.box.y for node in table.nodes if node.group in ("pill", "hand", "actions", "own plate")]
    top = min((box.y for box in parts), default=112.0)
    bottom = min(below, default=canvas.h * 0.6) - 6
    if bottom - top < _LEAST:
        top = max(52.0, bottom - _LEAST)
    wide = min(420.0, canvas.w - 44)
    return Box(canvas.w - 16 - wide, top, wide, bottom - top)


def nodes(state: State, facts: Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    """The drawer in ``box``, for ``display.above``; nothing while it is closed."""
    return w.grouped("drawer", _nodes(state, facts, stage, box)) if state.is_open else ()


def _nodes(state: State, facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    say = stage.say
    yield from w.drawer(stage, box, "", Close(), say("win.drawer.close"))
    yield from _tabs(state, facts, stage, Box(box.x + 14, box.y + 10, box.w - 72, 36))
    foot = 0.0 if state.has_log else max(40.0, theme.BODY.size * stage.text_scale * 2.4)
    top = box.y + 56
    room = Box(box.x + 14, top, box.w - 24, box.bottom - 12 - foot - (8 if foot else 0) - top)
    lines = facts.told if state.has_log else facts.said
    if not lines:
        words = say("win.drawer.nothing-told" if state.has_log else "win.drawer.nothing-said")
        spot = room._replace(h=line_height(stage, theme.HINT))
        yield from w.paragraph(stage, (*LIST, "none"), spot, words, theme.HINT, theme.MUTED, Align.CENTRE, most=2)
    elif state.has_log:
        yield from chat.story(stage, LIST, room, facts.told, state.offset)
    else:
        yield from chat.talk(stage, LIST, room, facts.said, facts.lobby, state.offset)
    if foot:
        yield from say_field(
            stage, FIELD, Box(box.x + 12, box.bottom - 12 - foot, box.w - 24, foot), state.field, Send()
        )


def say_field(stage: Stage, key: Key, box: Box, field: Field, send: object) -> tuple[Node, ...]:
    """The field for words to all, with its button."""
    label = stage.say("win.drawer.say")
    return (
        *w.field(stage, key, box._replace(w=box.w - 46), field, label, placeholder=label, intent=Typing(key)),
        *w.icon_button(
            stage, (*key, "send"), box.right - 20, box.cy, "send", send, stage.say("win.drawer.send"), size=36
        ),
    )


def _tabs(state: State, facts: Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    talk = stage.say("win.drawer.chat")
    if facts.unread and state.has_log:
        talk = stage.say("win.drawer.chat-unread", facts.unread)
    choices = ((False, talk), (True, stage.say("win.drawer.story")))
    return w.tabs(stage, ("drawer", "tab"), box, choices, state.has_log, Tab)
