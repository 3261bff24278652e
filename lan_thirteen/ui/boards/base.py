"""What a board is: one game's table on the screen, as pure functions over what the seat was told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from lan_thirteen.core.game import Seat, Viewer
from lan_thirteen.core.lobby import Lobby
from lan_thirteen.ui.boards.arrangement import Arrangement
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.terminal.teller import Teller

V = TypeVar("V")
A = TypeVar("A")
P = TypeVar("P")
E_contra = TypeVar("E_contra", contravariant=True)


class Sight(NamedTuple, Generic[V, A]):
    """What a seat knows of its table: of a match that has begun."""

    lobby: Lobby
    teller: Teller
    """Tells the table to this seat, in its language."""
    seat: Viewer
    """None: somebody who watches."""
    view: V
    legal: tuple[A, ...]
    """What may be played now; empty while it is not this seat's turn."""
    area: Box
    """Where the table goes: all of the canvas but what an open drawer takes."""
    log: tuple[str, ...] = ()
    """The story of this match so far, a line each; the last lines stand on the table."""
    unread: int = 0
    """Words said that have not been seen."""
    is_sending: bool = False
    """What was played is on its way: nothing can be chosen."""
    is_cut: bool = False
    """The connection to the table is lost, and is being made anew."""
    is_silent: bool = False
    """The table has not answered for a while; the connection still stands."""


class Dragged(NamedTuple):
    """An intent of every board: the node ``source`` was dragged onto ``onto`` (None: onto nothing)."""

    source: Key
    onto: Key | None


class Ask(NamedTuple):
    """An intent that a board leaves to the window: menu, hint, chat, log, rules, settings, pause."""

    what: str


class Board(Protocol[V, A, P, E_contra]):
    """One game on the screen. ``P`` is what the player has picked but not played, and how they sort their hand."""

    def fresh(self, view: V) -> P:
        """Nothing picked."""
        ...

    def revised(self, pick: P, view: V, legal: Sequence[A], events: Sequence[E_contra]) -> P:
        """The pick after news.

        What has become impossible is dropped, the order of the hand stays, new cards are marked.
        """
        ...

    def arrangement(self, pick: P) -> Arrangement:
        """How the hand lies, without what is chosen of it."""
        ...

    def laid(self, view: V, arrangement: Arrangement) -> P:
        """Nothing picked, and the hand as it lay, as far as there are the same cards; an own order is of one deal."""
        ...

    def press(self, pick: P, intent: object, sight: Sight[V, A]) -> tuple[P, A | None]:
        """What a press on something of this board does; an action is what is now to be played.

        An action comes only from what confirms: the main button, or a second press on what is picked.
        An intent that no longer fits changes nothing.
        """
        ...

    def keys(self, pick: P, sight: Sight[V, A]) -> Mapping[str, object]:
        """The intent of each key: names as in ``ui.window.events``: ``return``, ``space``, ``escape``, ``p``, ``1``."""
        ...

    def present(self, sight: Sight[V, A], pick: P, stage: Stage) -> tuple[Node, ...]:
        """The whole table: backdrop, bar, plates, table, status pill, hand, actions, log lines, key hints."""
        ...

    def results(self, sight: Sight[V, A], stage: Stage, box: Box) -> tuple[Node, ...]:
        """How the last deal came to its points, into this box; empty where none has ended."""
        ...


AnyBoard = Board[Any, Any, Any, Any]


def clockwise(seats: int, seat: Viewer) -> tuple[Seat, ...]:
    """The other seats in the order they play after ``seat``; all of them for somebody who watches."""
    if seat is None:
        return tuple(Seat(s) for s in range(seats))
    return tuple(Seat((seat + step) % seats) for step in range(1, seats))
