"""A deal played again from its seed, and held against all that one person was told of it.

Every action happens in the open, so seed and story make the whole deal: each hand, each draw, each card on the table,
each new stock and all points. Where what was told differs from that, somebody has moved a card.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from lan_thirteen.core.errors import IllegalAction
from lan_thirteen.core.game import DEALER, Due, Game, Options, Seat, Viewer

AnyGame: TypeAlias = Game[Any, Any, Any, Any]


class Difference(StrEnum):
    """What was told otherwise than it was drawn."""

    FIRST = "first"
    """Who begins."""
    HAND = "hand"
    """The cards that this seat was dealt."""
    DRAW = "draw"
    """A card that this seat drew."""
    RESTOCK = "restock"
    """How many cards a new stock has."""
    CARD = "card"
    """A card that somebody played or showed, or that lay on the table."""
    POINTS = "points"
    """What a deal gave, or how the match stands."""


class Heard(NamedTuple):
    """What was told at once: the events, and what the seat then saw."""

    events: tuple[Any, ...]
    view: Any


_KEPT: Final = ("deal", "totals", "winners", "points", "freed")
"""What a deal leaves behind for the next one, in states and views alike."""


def before_deal(game: AnyGame, seats: int, options: Options, view: Any, first: Seat | None) -> Any:
    """The state before a deal, as far as deals go by it, from what was seen after the one before and who began that.

    ``view`` None: the match begins.
    """
    # raises BadSettings where the game refuses the seats or options
    state = game.new_match(seats, options)
    if view is None:
        return state
    fields = type(state).__struct_fields__
    known = {name: getattr(view, name) for name in _KEPT if name in fields and hasattr(view, name)}
    if first is not None:
        known["first"] = first
    return msgspec.structs.replace(state, **known)


def is_over(game: AnyGame, state: Any) -> bool:
    """Whether no deal is being played."""
    return game.due(state) is Due.DEAL or game.actor(state) is None


def difference(game: AnyGame, before: Any, seed: bytes, viewer: Viewer, heard: Sequence[Heard]) -> Difference | None:
    """Deal from this seed, play what was heard, and say what is not as ``viewer`` was told; None: all of it is.

    ``heard`` is the whole story of the deal, from its first event on.
    """
    try:
        return _difference(game, before, seed, viewer, heard)
    except IllegalAction:
        return Difference.CARD  # nobody could have played this


def _difference(game: AnyGame, before: Any, seed: bytes, viewer: Viewer, heard: Sequence[Heard]) -> Difference | None:
    state, told = before, deque[Any]()
    events = [event for told_at_once in heard for event in told_at_once.events]
    actions = deque(action for event in events if (action := game.retold(event)) is not None)
    state = _dealer_acts(game, state, seed, viewer, told)
    for place, (seen, view) in enumerate(heard):
        for event in seen:
            if not told:
                if not actions or (actor := game.actor(state)) is None or actor is DEALER:
                    return Difference.CARD
                step = game.apply(state, actor, actions.popleft())
                told.extend(_seen(game, step.events, viewer))
                state = _dealer_acts(game, step.state, seed, viewer, told)
            if not told:
                return kind_of(event, None)
            if (expected := told.popleft()) != event:
                return kind_of(event, expected)
        if told:
            return kind_of(None, told[0])
        if (expected := game.view(state, viewer)) != view:
            if expected.totals != view.totals:
                return Difference.POINTS
            is_dealt = place == 0 and expected.hand != view.hand
            return Difference.HAND if is_dealt else Difference.CARD
    return None if is_over(game, state) else Difference.CARD


def _dealer_acts(game: AnyGame, state: Any, seed: bytes, viewer: Viewer, told: deque[Any]) -> Any:
    """The state after the chance that is due; the deal itself where none has begun."""
    is_first = not told and game.due(state) is Due.DEAL
    while is_first or game.due(state) is Due.RESTOCK:
        is_first = False
        step = game.apply(state, DEALER, game.deal(state, seed))
        told.extend(_seen(game, step.events, viewer))
        state = step.state
    return state


def _seen(game: AnyGame, events: Iterable[Any], viewer: Viewer) -> Iterator[Any]:
    return (seen for event in events if (seen := game.redact(event, viewer)) is not None)


def kind_of(event: Any, expected: Any) -> Difference:
    """What it is that differs between an event and the one that should have been."""
    if getattr(event, "first", None) != getattr(expected, "first", None):
        return Difference.FIRST
    kinds = {type(either).__name__ for either in (event, expected)}
    if "Restocked" in kinds:
        return Difference.RESTOCK
    if kinds == {"DealEnded"}:
        return Difference.POINTS
    return Difference.DRAW if len(kinds) == 1 and kinds <= {"Drew", "DrewStock"} else Difference.CARD
