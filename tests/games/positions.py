"""Positions written down in short: ``7 7 10`` and ``6x2 9x1`` for 13 Leaves, ``B5 R4`` for Dreizehn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lan_thirteen.core.game import Card, Seat
from lan_thirteen.games.dreizehn import model as dreizehn
from lan_thirteen.games.dreizehn.rules import Dreizehn
from lan_thirteen.games.leaves import model as leaves

COLOUR_NAMES = "BGYR"


class _Leaves:
    """Hands out the copies of each value, lowest card first."""

    def __init__(self) -> None:
        self.left = [[c for c, v in enumerate(leaves.VALUE_OF) if v == value] for value in range(14)]

    def cards(self, text: str) -> int:
        """The set for ``7 7 10`` or ``7x2 10x1``."""
        out = 0
        for word in text.split():
            value, _, count = word.partition("x")
            for _ in range(int(count or 1)):
                out |= 1 << self.left[int(value)].pop(0)
        return out


def leaves_position(
    *hands: str,
    table: str = "",
    removed: str = "",
    known: Sequence[str] = (),
    passed: Sequence[int] = (),
    turn: int = 0,
    has_led: bool = True,
    tricks: int = 0,
    totals: Sequence[int] | None = None,
    **options: Any,
) -> leaves.State:
    """A deal of 13 Leaves in progress; ``known`` are further cards of each hand, which all saw being taken."""
    deck = _Leaves()
    seen = [deck.cards(text) for text in known] or [0] * len(hands)
    held = [deck.cards(text) | seen[s] for s, text in enumerate(hands)]
    on_table, gone = deck.cards(table), deck.cards(removed)
    return leaves.State(
        options=leaves.Options(**options),
        seats=len(hands),
        deal=1,
        is_live=True,
        first=Seat(0),
        turn=Seat(turn),
        hands=tuple(held),
        known=tuple(seen),
        table=on_table,
        removed=gone,
        undealt=leaves.ALL_CARDS & ~(sum(held) | on_table | gone),
        passed=sum(1 << s for s in passed),
        has_led=has_led,
        tricks=tricks,
        winners=(),
        totals=tuple(totals or [0] * len(hands)),
    )


def value_counts(cards: int) -> dict[int, int]:
    """How many of each value a set of leaves holds."""
    counts = {v: (cards & leaves.OF_VALUE[v]).bit_count() for v in leaves.VALUES}
    return {v: n for v, n in counts.items() if n}


class _Dreizehn:
    """Hands out the copies of each card, lowest first."""

    def __init__(self) -> None:
        self.left: dict[str, list[Card]] = {}
        for card in range(dreizehn.CARDS):
            self.left.setdefault(name(card), []).append(card)

    def cards(self, text: str) -> tuple[Card, ...]:
        return tuple(self.left[word].pop(0) for word in text.split())


def name(card: Card) -> str:
    """A card of Dreizehn in short: its colour's letter and its value."""
    return f"{COLOUR_NAMES[dreizehn.COLOUR_OF[card]]}{dreizehn.VALUE_OF[card]}"


def names(cards: Sequence[Card]) -> str:
    return " ".join(map(name, cards))


def dreizehn_position(
    *hands: str,
    targets: Sequence[str] = ("-", "-", "-"),
    stock: str = "",
    taken: Sequence[str] = (),
    turn: int = 0,
    **options: Any,
) -> dreizehn.State:
    """A deal of Dreizehn in progress; a target is ``B B5 R4`` or, without a colour, ``- R4``. The rest is aside."""
    deck = _Dreizehn()
    colours = tuple(None if text[0] == "-" else COLOUR_NAMES.index(text[0]) for text in targets)
    piles = tuple(deck.cards(text[1:]) for text in targets)
    held = tuple(map(deck.cards, hands))
    mine = tuple(map(deck.cards, taken or [""] * len(hands)))
    top = deck.cards(stock)
    return dreizehn.State(
        options=dreizehn.Options(**options),
        seats=len(hands),
        deal=1,
        is_live=True,
        first=Seat(0),
        turn=Seat(turn),
        hands=held,
        stock=top,
        aside=tuple(sorted(card for cards in deck.left.values() for card in cards)),
        colours=colours,
        piles=piles,
        taken=mine,
        played=(),
        points=(),
        freed=(),
        totals=(0,) * len(hands),
    )


def dreizehn_after(script: str, *rest: str, **options: Any) -> dreizehn.State:
    """The deal in which the seats in turn have played ``B7>1 Y5>2`` and so on, and then hold ``rest``; no stock."""
    plays = [word.split(">") for word in script.split()]
    seats = len(rest)
    hands = [" ".join([card for card, _ in plays[s::seats]] + [rest[s]]) for s in range(seats)]
    state = dreizehn_position(*hands, **options)
    for card, target in plays:
        state = play(state, card, int(target)).state
    return state


def place(state: dreizehn.State, card: str, target: int) -> dreizehn.Place:
    """The play of the first such card in the acting seat's hand on this target, counted from 1."""
    return dreizehn.Place(next(c for c in state.hands[state.turn] if name(c) == card), target - 1)


def play(state: dreizehn.State, card: str, target: int) -> Any:
    """The step that ``place`` leads to."""
    return Dreizehn().apply(state, state.turn, place(state, card, target))
