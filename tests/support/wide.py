"""Many more actions than are legal, made from the types of a game's actions alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import inspect

from lan_thirteen.core.game import Deal, Restock

CHANCE = (Deal, Restock)


@cache
def wide_actions(action_type: Any, cards: int) -> tuple[Any, ...]:
    """Every action of a seat whose numbers lie in, or one beside, the bounds of their types."""
    kinds = [kind for kind in get_args(action_type) if kind not in CHANCE]
    return tuple(action for kind in kinds for action in _actions_of(kind, cards))


def spoiled_chance(action: Any, seats: int) -> Iterator[Any]:
    """``action``, one of the dealer's, with a fault: a card twice, one missing, one too many, one from nowhere."""
    order = action.order
    replace = msgspec.structs.replace
    if order:
        yield replace(action, order=order[1:])
        yield replace(action, order=(*order, order[0]))
        yield replace(action, order=(*order[1:], -1))
        yield replace(action, order=(*order[1:], max(order) + 1))
    if len(order) > 1:
        yield replace(action, order=(order[1], *order[1:]))
    if isinstance(action, Deal):
        yield replace(action, first=seats)
        yield replace(action, first=-1)


def _actions_of(kind: Any, cards: int) -> Iterator[Any]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    ranges = [_values(field.type, cards) for field in info.fields]
    return (kind(*values) for values in itertools.product(*ranges))


def _values(kind: inspect.Type, cards: int) -> Sequence[Any]:
    match kind:
        case inspect.BoolType():
            return (False, True)
        case inspect.NoneType():
            return (None,)
        case inspect.UnionType(types=types):
            return [value for part in types for value in _values(part, cards)]
        case inspect.IntType(ge=low, le=high):
            return range((0 if low is None else low) - 1, (cards if high is None else high) + 2)
        case _:
            raise TypeError(f"actions have numbers and yes or no, not {kind}")
