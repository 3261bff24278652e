"""Questions and bad news over everything else. What ends something is never the answer that a key gives by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.widgets import Answer, Tone

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage
    from lan_thirteen.ui.display import Node


class Kind(StrEnum):
    """What a dialog is about."""

    TOLD = "told"
    """Something to be read."""
    JOINING = "joining"
    """On the way to a table: one can give up."""
    LEAVE_ROOM = "leave-room"
    LEAVE_MATCH = "leave-match"
    CLOSE_TABLE = "close-table"
    """For its owner: the table ends for everybody."""
    SAVE_TABLE = "save-table"
    """The same in the middle of a match, which can go on another day."""
    GO_ON = "go-on"
    """The program that kept our table has ended: the table can be opened again."""
    DELETE_SAVED = "delete-saved"
    CLOSE_WINDOW = "close-window"
    """While one sits at a table."""
    CLOSE_OWN = "close-own"
    """While the table is this window's own."""
    KICK = "kick"
    HAND_OVER = "hand-over"
    """For its owner: the table goes on at another laptop."""
    HAND_OVER_DEALT = "hand-over-dealt"
    """The same in the middle of a deal, whose cards that laptop will know."""
    HOST = "be-host"
    """Whether this laptop will be the host, as the owner wishes."""
    HOST_DEALT = "be-host-dealt"
    CLAIM = "claim"
    """Somebody says that a seat is theirs, whose key they have lost."""
    PIN = "pin"
    """Our own table's: a new one, or none."""


class State(NamedTuple):
    """An open dialog."""

    kind: Kind
    who: str = ""
    """The person or the table it is about."""
    number: int = 0
    """The person it is about."""
    text: str = ""
    """What is told, the file that it is about, or whose seat."""
    others: tuple[tuple[int, str], ...] = ()
    """Whom it may be about instead: their numbers and names."""

    @property
    def is_for_host(self) -> bool:
        """Whether it asks for a host."""
        return self.kind in (Kind.HOST, Kind.HOST_DEALT)

    @property
    def is_asked(self) -> bool:
        """Whether somebody else has asked it, who waits for the answer."""
        return self.is_for_host or self.kind is Kind.CLAIM


class No(NamedTuple):
    """Everything stays as it is."""


class Yes(NamedTuple):
    """What was asked shall happen."""


class Without(NamedTuple):
    """There shall be no PIN."""


class Next(NamedTuple):
    """It shall be about somebody else."""


class Instead(NamedTuple):
    """The table shall go on at another laptop."""


Intent: TypeAlias = No | Yes | Without | Next | Instead


class Sure(NamedTuple):
    """The program is to do what this dialog asked."""

    kind: Kind
    number: int
    text: str = ""
    """The file that it was about."""
    is_refused: bool = False
    """The answer to who has asked is no."""
    is_instead: bool = False
    """Rather let the table go on at another laptop."""
    is_without: bool = False
    """Rather take away what was asked about than change it."""


_LOOKS: Final[Mapping[Kind, tuple[str, str]]] = {
    Kind.LEAVE_ROOM: ("log-out", "win.dialog.leave"),
    Kind.LEAVE_MATCH: ("log-out", "win.dialog.leave"),
    Kind.CLOSE_TABLE: ("power", "win.dialog.close"),
    Kind.SAVE_TABLE: ("save", "win.dialog.save"),
    Kind.DELETE_SAVED: ("trash-2", "win.dialog.delete"),
    Kind.CLOSE_WINDOW: ("power", "win.dialog.quit"),
    Kind.CLOSE_OWN: ("power", "win.dialog.quit"),
    Kind.KICK: ("user-x", "win.dialog.kick"),
    Kind.HAND_OVER: ("share-2", "win.dialog.hand-over"),
    Kind.HAND_OVER_DEALT: ("share-2", "win.dialog.hand-over"),
    Kind.HOST: ("server", "win.dialog.host"),
    Kind.HOST_DEALT: ("server", "win.dialog.host"),
    Kind.CLAIM: ("user-plus", "win.dialog.give-seat"),
}
"""The sign of a question, and what its second answer says."""


def told(text: str) -> State:
    """A sentence that must be read."""
    return State(Kind.TOLD, text=text)


def joining(table: str) -> State:
    """On the way to this table."""
    return State(Kind.JOINING, who=table)


def asked(kind: Kind, who: str = "", number: int = 0, path: str = "") -> State:
    """A question; ``number`` is the person and ``path`` the file that it is about."""
    return State(kind, who, number, path)


def claimed(who: str, whose: str, number: int) -> State:
    """Person ``number``, called ``who``, says that the seat of ``whose`` is theirs."""
    return State(Kind.CLAIM, who, number, whose)


def press(state: State, intent: Intent) -> tuple[State | None, tuple[Sure, ...]]:
    """The dialog after an answer, which ends it unless it is to be about somebody else, and what the program is to do.

    A No means something where the program must stop trying to join, and where somebody waits for an answer.
    """
    if isinstance(intent, Next) and state.others:
        (number, who), *rest = state.others
        return state._replace(who=who, number=number, others=(*rest, (state.number, state.who))), ()
    is_no = isinstance(intent, No)
    is_wanted = not is_no or state.kind is Kind.JOINING or state.is_asked
    sure = Sure(
        state.kind,
        state.number,
        state.text,
        is_refused=is_no and state.is_asked,
        is_instead=isinstance(intent, Instead),
        is_without=isinstance(intent, Without),
    )
    return None, (sure,) if is_wanted else ()


def keys(state: State) -> Mapping[str, Intent]:
    """The intent of each key: all of them are safe."""
    if state.kind is Kind.JOINING:
        return {"escape": No()}
    if state.kind is Kind.GO_ON:
        return {"escape": No(), "return": Yes()}
    return {"escape": No(), "return": No()}


def nodes(state: State, stage: Stage) -> tuple[Node, ...]:
    """The dialog, for ``display.covered``."""
    say = stage.say
    if state.kind is Kind.TOLD:
        read = Answer(say("win.dialog.ok"), No(), Tone.AMBER, hint="↵")
        return w.dialog(stage, say("win.dialog.told"), state.text, (read,), icon="circle-alert")
    if state.kind is Kind.JOINING:
        stop = Answer(say("win.dialog.stop"), No(), hint="Esc")
        title = say("win.dialog.joining", table=state.who) if state.who else say("win.dialog.joining-any")
        return w.dialog(stage, title, "", (stop,), icon="hourglass")
    if state.kind is Kind.PIN:
        three = (
            Answer(say("win.dialog.stay.pin"), No(), hint="Esc"),
            Answer(say("win.dialog.no-pin"), Without(), icon="lock-open"),
            Answer(say("win.dialog.new-pin"), Yes(), Tone.AMBER, "lock"),
        )
        return w.dialog(stage, say("win.dialog.ask.pin"), say("win.dialog.why.pin"), three, icon="lock")
    if state.kind is Kind.GO_ON:
        two = (
            Answer(say("win.dialog.go-on"), Yes(), Tone.AMBER, "play", "↵"),
            Answer(say("win.dialog.later"), No(), hint="Esc"),
        )
        return w.dialog(stage, say("win.dialog.ask.go-on"), say("win.dialog.why.go-on"), two, icon="unplug")
    icon, yes = _LOOKS[state.kind]
    answers = (
        Answer(say(f"win.dialog.stay.{state.kind}"), No(), Tone.AMBER, hint="Esc"),
        *((_other_way(state, stage),) if state.others else ()),
        Answer(say(yes), Yes(), Tone.PLAIN if state.kind is Kind.SAVE_TABLE else Tone.DANGER, icon),
    )
    words = {"who": state.who, "whose": state.text}
    title = say(f"win.dialog.ask.{state.kind}", **words)
    return w.dialog(stage, title, say(f"win.dialog.why.{state.kind}", **words), answers, icon=icon)


def _other_way(state: State, stage: Stage) -> Answer:
    """What one can choose besides, where there is somebody else."""
    if state.kind is Kind.SAVE_TABLE:
        return Answer(stage.say("win.menu.hand-over"), Instead(), icon="share-2")
    return Answer(stage.say("win.dialog.somebody-else"), Next(), icon="user")


class Toast(Protocol):
    """A sentence that goes away by itself."""

    @property
    def text(self) -> str: ...

    @property
    def is_trouble(self) -> bool: ...


def toasts(stage: Stage, shown: Sequence[Toast], cx: float, bottom: float, room: float = 560) -> tuple[Node, ...]:
    """The last two of them, one above the other, the newest ending at ``bottom``; none is wider than ``room``."""
    made: list[Node] = []
    y = bottom
    for place, toast in enumerate(reversed(shown[-2:])):
        y -= w.toast_height(stage, toast.text, room)
        tone, icon = (Tone.AMBER, "triangle-alert") if toast.is_trouble else (Tone.MINT, "info")
        made += w.toast(stage, ("toast", place), cx, y, toast.text, tone=tone, icon=icon, room=room)
        y -= 8
    return tuple(made)
