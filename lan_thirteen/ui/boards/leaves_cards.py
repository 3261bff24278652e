"""The cards of 13 Leaves that are seen, each followed from place to place. Copies are alike, so they are numbered."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from lan_thirteen.games.leaves.model import VALUES, View


class Leaf(NamedTuple):
    """A card that is seen."""

    value: int
    number: int


class Leaves(NamedTuple):
    """All cards that are seen."""

    hand: tuple[Leaf, ...] = ()
    """Ascending."""
    table: tuple[Leaf, ...] = ()
    """From left to right, each stack from its first card to its last."""
    numbers: int = 0
    """How many numbers have been given."""


def shows(cards: Leaves, view: View) -> bool:
    """Whether these are the cards of ``view``."""
    return tuple(leaf.value for leaf in cards.hand) == view.hand and _counts(cards.table) == dict(view.table)


def synced(cards: Leaves, view: View, played: Collection[int] = ()) -> Leaves:
    """The cards of ``view``; those that were played or taken keep their numbers, ``played`` before other copies."""
    hand: list[Leaf] = []
    table: list[Leaf] = []
    numbers, on_table = cards.numbers, dict(view.table)
    for value in VALUES:
        held = sorted((leaf for leaf in cards.hand if leaf.value == value), key=lambda x: (x.number in played, x))
        lying = [leaf for leaf in cards.table if leaf.value == value]
        in_hand, there = view.hand.count(value), on_table.get(value, 0)
        new = _numbered(value, numbers)
        numbers += in_hand + there
        hand += sorted(held[:in_hand] + _filled(in_hand - len(held), lying[there:], new))
        table += lying[:there] + _filled(there - len(lying), held[in_hand:], new)
    return Leaves(tuple(hand), tuple(table), numbers)


def _counts(leaves: Sequence[Leaf]) -> dict[int, int]:
    values = [leaf.value for leaf in leaves]
    return {value: values.count(value) for value in values}


def _numbered(value: int, first: int) -> Iterator[Leaf]:
    while True:
        yield Leaf(value, first)
        first += 1


def _filled(count: int, leaves: Sequence[Leaf], new: Iterator[Leaf]) -> list[Leaf]:
    """``count`` of ``leaves``, and new ones where they are too few."""
    taken = list(leaves[: max(0, count)])
    return taken + [next(new) for _ in range(count - len(taken))]
