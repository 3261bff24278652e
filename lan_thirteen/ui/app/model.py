"""All that the window knows between two events."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from lan_thirteen.core.lobby import Phase
from lan_thirteen.net.addresses import OwnAddress
from lan_thirteen.net.orders import JoinAddress, JoinTable, Order, ReturnToTable, TablesSeen
from lan_thirteen.net.remembered import Remembered
from lan_thirteen.net.shelf import SavedTable
from lan_thirteen.ui.app.at_table import AtTable
from lan_thirteen.ui.effects import Effect
from lan_thirteen.ui.screens import (
    dialogs,
    drawer,
    home,
    host_form,
    menu,
    pin_dialog,
    results,
    rules,
    saved_list,
    settings,
    standings,
    trust_dialog,
    waiting_room,
)
from lan_thirteen.ui.settings import Settings

TOAST_S: Final = 4.0
TOAST_WITH_REASON_S: Final = 8.0
"""So long stays what one must read."""
MOST_TOASTS: Final = 2

Overlay: TypeAlias = (
    settings.State | rules.State | dialogs.State | menu.State | pin_dialog.State | trust_dialog.State | saved_list.State
)
Way: TypeAlias = JoinTable | JoinAddress | ReturnToTable
Effects: TypeAlias = tuple[Order | Effect, ...]
Outcome: TypeAlias = "tuple[Model, Effects]"


@dataclass(frozen=True, slots=True)
class Toast:
    """A sentence that goes away by itself."""

    text: str
    until: float
    is_trouble: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """What the network has told about the world beyond a table."""

    seen: TablesSeen | None = None
    addresses: tuple[OwnAddress, ...] = ()
    return_to: Remembered | None = None
    saved: tuple[SavedTable, ...] = ()
    """Our own tables whose matches were broken off, newest first."""
    browsing_since: float = 0.0


@dataclass(frozen=True, slots=True)
class Model:
    """The state of the window."""

    settings: Settings
    usual_name: str
    """What the system calls this person."""
    profile: str = ""
    """The name of the folder in which their things are kept."""
    known: Known = Known()
    home: home.State = field(default_factory=home.State)
    form: host_form.State | None = None
    """The form by which a table is opened, while it is filled in."""
    table: AtTable | None = None
    joining: str = ""
    """The table on the way to which we are, where it has a name."""
    way: Way | None = None
    """How we went to another's table; once more the same with a PIN, if it asks for one."""
    is_practice: bool = False
    """The table that is being opened is for bots and us alone: it begins by itself."""
    room: waiting_room.State = field(default_factory=waiting_room.State)
    drawer: drawer.State = field(default_factory=drawer.State)
    results: results.State = field(default_factory=results.State)
    standings: standings.State = field(default_factory=standings.State)
    overlay: Overlay | None = None
    """What covers everything else."""
    shown_at: float = 0.0
    """When the network last brought another phase, results or a message."""
    toasts: tuple[Toast, ...] = ()
    has_focus: bool = True
    """The window is the one that is typed into."""
    is_over: bool = False

    @property
    def phase(self) -> Phase | None:
        """Where the table is that we sit at; None at none."""
        return None if self.table is None or self.table.lobby is None else self.table.lobby.phase

    @property
    def is_read(self) -> bool:
        """Whether what is shown came by itself and wants to be looked at: results, the end, a message."""
        if self.overlay is not None:
            return isinstance(self.overlay, dialogs.State) and self.overlay.kind is dialogs.Kind.TOLD
        return self.table is not None and (self.results.is_open or self.phase is Phase.FINISHED)


def with_toast(model: Model, text: str, now: float, *, is_trouble: bool = False) -> Model:
    """The model with one more sentence on show, and without the oldest where there are too many."""
    toast = Toast(text, now + (TOAST_WITH_REASON_S if is_trouble else TOAST_S), is_trouble)
    others = tuple(old for old in model.toasts if old.text != text)
    return replace(model, toasts=(*others, toast)[-MOST_TOASTS:])
