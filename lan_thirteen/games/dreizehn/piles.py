"""What lands on a target, who had to take what, and what it costs: pure facts about plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from lan_thirteen.core.game import Card, Seat
from lan_thirteen.games.dreizehn.model import COLOUR_OF, COLOURS, LIMIT, RED, TARGETS, VALUE_OF, Cards, Colour

Counts: TypeAlias = tuple[int, ...]
"""How many cards are blue, green, yellow and red."""


def fits(colours: Sequence[Colour | None], colour: Colour, target: int) -> bool:
    """Whether a card of ``colour`` may be laid on ``target``, where the targets have ``colours``."""
    return colour == RED or colours[target] == colour or (colours[target] is None and colour not in colours)


def total(cards: Cards) -> int:
    """The sum of these cards."""
    return sum(map(VALUE_OF.__getitem__, cards))


def landed(pile: Cards, card: Card) -> tuple[int, Cards, Cards]:
    """What it comes to when ``card`` joins ``pile``, what then lies there, and what must be taken from it."""
    reached = total(pile) + VALUE_OF[card]
    return (reached, (card,), pile) if reached > LIMIT else (reached, (*pile, card), ())


def piles_taken(played: Sequence[tuple[Card, int]], first: Seat, seats: int) -> tuple[Cards, ...]:
    """What each seat has taken after these plays of a deal that ``first`` began."""
    piles: list[Cards] = [()] * len(TARGETS)
    taken: list[Cards] = [()] * seats
    for place, (card, target) in enumerate(played):
        _, piles[target], mine = landed(piles[target], card)
        taken[(first + place) % seats] += mine
    return tuple(taken)


def counted(cards: Cards) -> Counts:
    """How many of these cards are of each colour."""
    colours = [COLOUR_OF[card] for card in cards]
    return tuple([colours.count(colour) for colour in (*COLOURS, RED)])


def scored(counts: Sequence[Counts]) -> tuple[tuple[int, ...], tuple[Seat | None, ...]]:
    """The points of each seat that took so many of each colour, and whom blue, green and yellow cost nothing.

    A red four is 2 points, any other card 1, but none for the seat that alone took most of its colour.
    """
    freed = tuple([_alone_with_most([count[colour] for count in counts]) for colour in COLOURS])
    points = [2 * count[RED] + sum(count[:RED]) for count in counts]
    for colour, seat in enumerate(freed):
        if seat is not None:
            points[seat] -= counts[seat][colour]
    return tuple(points), freed


def _alone_with_most(counts: Sequence[int]) -> Seat | None:
    most = max(counts)
    return Seat(counts.index(most)) if most and counts.count(most) == 1 else None
