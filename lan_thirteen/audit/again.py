"""A deal made again from its seed and the actions of a journal, everybody's cards open."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from lan_thirteen.audit.deals import is_over
from lan_thirteen.audit.people import Wrong
from lan_thirteen.core.errors import IllegalAction, RemoteProtocolError
from lan_thirteen.core.game import DEALER, Due, Seat, Step
from lan_thirteen.games.registry import AnyEntry
from lan_thirteen.wire.codec import unpack


class Move(NamedTuple):
    """An action that a journal has: a seat's, or the new stock that the dealer made (``seat`` None)."""

    seat: Seat | None
    action: bytes


class Turn(NamedTuple):
    """An action played again; ``seat`` None for the dealer's."""

    seat: Seat | None
    action: Any
    step: Step[Any, Any]


class Again(NamedTuple):
    """A deal played again, as far as it can be."""

    turns: tuple[Turn, ...]
    state: Any
    """After the last of them."""
    wrong: Wrong | None
    """Why it goes no further, where there is more of it."""


def played_again(entry: AnyEntry, before: Any, seed: bytes, moves: Iterable[Move]) -> Again:
    """Deal from ``seed`` and play these moves, up to the first that cannot have been played."""
    game, left, turns = entry.game, deque(moves), list[Turn]()
    if game.due(before) is not Due.DEAL:
        return Again((), before, Wrong("over"))
    state = _dealt(entry, before, seed, turns)
    while left:
        move = left.popleft()
        if (game.due(state) is Due.RESTOCK) is not (move.seat is None):
            return Again(tuple(turns), state, Wrong("stock"))
        if move.seat is None:
            state = _dealt(entry, state, seed, turns)
            continue
        if is_over(game, state):
            return Again(tuple(turns), state, Wrong("over", move.seat))
        try:
            action = unpack(move.action, entry.action_type)
            step = game.apply(state, move.seat, action)
        except (RemoteProtocolError, IllegalAction):
            return Again(tuple(turns), state, Wrong("move", move.seat))
        turns.append(Turn(move.seat, action, step))
        state = step.state
    return Again(tuple(turns), state, None)


def _dealt(entry: AnyEntry, state: Any, seed: bytes, turns: list[Turn]) -> Any:
    """The state after the chance that is due."""
    action = entry.game.deal(state, seed)
    step = entry.game.apply(state, DEALER, action)
    turns.append(Turn(None, action, step))
    return step.state
