"""13 Leaves: the deck, options, actions, events, state and view. Data only.

All copies of a value are alike, so people and bots speak of values and counts, never of single cards. Inside the
state a set of cards is an int with a bit for each card: ``hand & OF_VALUE[7]`` are the sevens of a hand.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from lan_thirteen.core.game import Deal, GameInfo, Option, Seat
from lan_thirteen.core.values import Tagged, Value

VALUES: Final = range(1, 14)
COPIES: Final = {v: min(v + 1, 15 - v) for v in VALUES}
"""Copies of each value in the deck: 2 3 4 5 6 7 8 7 6 5 4 3 2 (known for 1, 6, 7, 8 and 13, the others inferred)."""

VALUE_OF: Final = tuple(v for v in VALUES for _ in range(COPIES[v]))
"""The value of each card: the canonical deck is in ascending order, copies together."""

CARDS: Final = len(VALUE_OF)
ALL_CARDS: Final = (1 << CARDS) - 1
OF_VALUE: Final = tuple(sum(1 << c for c in range(CARDS) if VALUE_OF[c] == v) for v in range(14))
"""The set of all cards of a value; index 0 is empty."""

HAND_SIZE: Final = {3: 15, 4: 13, 5: 11, 6: 9}
"""Cards for each player, by players; printed for six, the others go on in its steps of two."""

CardSet: TypeAlias = int
"""A set of cards: bit c stands for card c."""

LeafValue: TypeAlias = Annotated[int, Meta(ge=1, le=13)]


class Why(StrEnum):
    """Why an action is refused; the numbers that come with each."""

    NOT_YOUR_TURN = "turn.not-yours"
    """none"""
    MUST_LEAD = "leaves.must-lead"
    """none"""
    NO_SUCH_PLAY = "leaves.no-such-play"
    """value, count"""
    TOO_FEW_IN_HAND = "leaves.too-few-in-hand"
    """how many are in hand, value, how many were asked for"""
    BETWEEN_ENDS = "leaves.between-ends"
    """value, lowest and highest value on the table"""
    END_NEEDS_MORE = "leaves.end-needs-more"
    """how many are needed, the value at that end"""
    NOT_ON_TABLE = "leaves.not-on-table"
    """value"""
    MUST_TAKE = "leaves.must-take"
    """none"""
    HAND_SIZE = "leaves.hand-size"
    """hand size, seats, cards in the deck"""


class Options(Value, frozen=True):
    """The options of a match, complete."""

    mode: str = "single"
    target_score: int = 20
    hand_size: str | int = "auto"
    next_leader: str = "random"
    trick_guard: int = 100

    def cards_each(self, seats: int) -> int:
        """How many cards each of ``seats`` players is dealt."""
        return HAND_SIZE[seats] if isinstance(self.hand_size, str) else self.hand_size


INFO: Final = GameInfo(
    id="leaves",
    min_seats=3,
    max_seats=6,
    rules_version=1,
    options=(
        Option("mode", "single", ("single", "expert")),
        Option("target_score", 20, tuple(range(5, 51))),
        Option("hand_size", "auto", ("auto", *range(6, 18))),
        Option("next_leader", "random", ("random", "winner", "rotate")),
        Option("trick_guard", 100, tuple(range(20, 501))),
    ),
)


class Play(Tagged, frozen=True):
    """Lay ``count`` cards of one value at an end, or as the lead."""

    value: LeafValue
    count: Annotated[int, Meta(ge=1, le=8)]


class Take(Tagged, frozen=True):
    """Pass: take a card of ``value`` from the table, or None from an empty one, and leave the trick."""

    value: LeafValue | None


Action: TypeAlias = Deal | Play | Take


class Dealt(Tagged, frozen=True):
    """Deal number ``deal`` (1 up) began; ``first`` leads."""

    deal: int
    first: Seat


class Played(Tagged, frozen=True):
    """``seat`` laid ``count`` cards; ``total`` of that value now lie on the table."""

    seat: Seat
    value: int
    count: int
    total: int


class Took(Tagged, frozen=True):
    """``seat`` passed and took a card of ``value``; None: the table was empty."""

    seat: Seat
    value: int | None


class TrickEnded(Tagged, frozen=True):
    """All but ``seat`` have passed; ``removed`` cards left the deal, and ``seat`` leads."""

    seat: Seat
    removed: int


class DealEnded(Tagged, frozen=True):
    """A deal is over: who won it, the points it gave, and the totals with them, by seat."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


Event: TypeAlias = Dealt | Played | Took | TrickEnded | DealEnded


class State(Value, frozen=True):
    """A match of 13 Leaves between two actions."""

    options: Options
    seats: int
    deal: int
    """Deals begun so far."""
    is_live: bool
    """A deal is being played; else one is due, or the match is over."""
    first: Seat
    """Who led first in this deal, or in the last one."""
    turn: Seat
    hands: tuple[CardSet, ...]
    known: tuple[CardSet, ...]
    """Of each hand the cards that all saw being taken and that must still be there."""
    table: CardSet
    removed: CardSet
    undealt: CardSet
    passed: int
    """The seats that have passed in this trick: bit s stands for seat s."""
    has_led: bool
    """The leader of this trick has played."""
    tricks: int
    """Tricks ended in this deal."""
    winners: tuple[Seat, ...]
    """Who won the last deal."""
    totals: tuple[int, ...]


class View(Value, frozen=True):
    """What one viewer may know of a match."""

    options: Options
    seat: Seat | None
    deal: int
    """Number of this deal, 1 up; 0 before the first."""
    trick: int
    """Number of this trick in its deal, 1 up."""
    turn: Seat | None
    """The seat that must act; None while the dealer must, and at the end."""
    hand: tuple[int, ...]
    """The viewer's values, ascending; empty for one who watches."""
    hand_sizes: tuple[int, ...]
    table: tuple[tuple[int, int], ...]
    """Value and count of each stack, left to right."""
    passed: tuple[Seat, ...]
    known: tuple[tuple[int, ...], ...]
    """Values that all saw each seat take and that must still be in its hand."""
    removed: tuple[int, ...]
    """How many cards of each value 1..13 have left this deal."""
    undealt: int
    """Cards that were not dealt; nobody knows which."""
    winners: tuple[Seat, ...]
    """Who won the last deal; empty while one is being played."""
    totals: tuple[int, ...]
    is_over: bool
