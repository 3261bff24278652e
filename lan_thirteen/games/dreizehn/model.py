"""Dreizehn: the deck, options, actions, events, state and view. Data only.

Every play is public, so who took which cards is known to all who remember; the view carries the plays of the deal.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from lan_thirteen.core.game import Card, Deal, GameInfo, Option, Seat
from lan_thirteen.core.values import Tagged, Value

Colour: TypeAlias = int
"""Blue, green or yellow, which targets take and seats collect; or red, the fours that fit everywhere."""

BLUE, GREEN, YELLOW, RED = range(4)
COLOURS: Final = (BLUE, GREEN, YELLOW)

_VALUES: Final = (1, 1, 1, 2, 2, 2, 4, 4, 5, 5, 5, 7, 7, 7)
_RED_FOURS: Final = 8

COLOUR_OF: Final = tuple(colour for colour in COLOURS for _ in _VALUES) + (RED,) * _RED_FOURS
"""The colour of each card: the canonical deck is blue, green, yellow, each by value, then red."""

VALUE_OF: Final = _VALUES * len(COLOURS) + (4,) * _RED_FOURS
"""The value of each card."""

CARDS: Final = len(VALUE_OF)
TARGETS: Final = range(3)

LIMIT: Final = 13
"""The most that may lie on a target."""

HAND_SIZE: Final = 5
FEWEST_PACKETS: Final = 4
"""Hands that are dealt where all cards are; with three players the fourth is set aside."""

Cards: TypeAlias = tuple[Card, ...]
"""Cards in the order in which they came."""

Target: TypeAlias = Annotated[int, Meta(ge=0, le=2)]


class Why(StrEnum):
    """Why an action is refused; the numbers that come with each. Targets are counted from 1 here."""

    NOT_YOUR_TURN = "turn.not-yours"
    """none"""
    NO_SUCH_TARGET = "dreizehn.no-such-target"
    """how many targets there are"""
    NOT_IN_HAND = "dreizehn.not-in-hand"
    """none"""
    OTHER_COLOUR = "dreizehn.other-colour"
    """the target"""
    COLOUR_ELSEWHERE = "dreizehn.colour-elsewhere"
    """the target that has the colour of the card"""


class Options(Value, frozen=True):
    """The options of a match, complete."""

    colour_lock: str = "round"
    deal_mode: str = "five"
    taken_view: str = "count"
    rounds: str | int = "players"
    limit: int = LIMIT

    def deals(self, seats: int) -> int:
        """How many deals ``seats`` players play."""
        return seats if isinstance(self.rounds, str) else self.rounds


INFO: Final = GameInfo(
    id="dreizehn",
    min_seats=3,
    max_seats=6,
    rules_version=1,
    options=(
        Option("colour_lock", "round", ("round", "pile", "printed")),
        Option("deal_mode", "five", ("five", "all")),
        Option("taken_view", "count", ("count", "own", "open")),
        Option("rounds", "players", ("players", *range(1, 13))),
        Option("limit", LIMIT, (LIMIT,)),
    ),
)


class Place(Tagged, frozen=True):
    """Lay ``card`` on ``target``."""

    card: Annotated[int, Meta(ge=0, le=CARDS - 1)]
    target: Target


Action: TypeAlias = Deal | Place


class Dealt(Tagged, frozen=True):
    """Deal number ``deal`` (1 up) began; ``first`` plays first."""

    deal: int
    first: Seat


class Placed(Tagged, frozen=True):
    """``seat`` laid ``card``; ``total`` is the sum with all that lay there before, above 13 where it was too much."""

    seat: Seat
    card: Card
    target: int
    total: int


class TookPile(Tagged, frozen=True):
    """``seat`` had to take the cards that lay on ``target`` before its own."""

    seat: Seat
    target: int
    cards: Cards


class Drew(Tagged, frozen=True):
    """``seat`` drew ``card`` from the stock; None for everybody else."""

    seat: Seat
    card: Card | None


class DealEnded(Tagged, frozen=True):
    """A deal is over: the points it gave and the totals with them, by seat, and who was freed of each colour."""

    points: tuple[int, ...]
    freed: tuple[Seat | None, ...]
    """For blue, green and yellow: the seat that alone took most; None: nobody."""
    totals: tuple[int, ...]


Event: TypeAlias = Dealt | Placed | TookPile | Drew | DealEnded


class State(Value, frozen=True):
    """A match of Dreizehn between two actions. What a deal leaves behind stays until the next one."""

    options: Options
    seats: int
    deal: int
    """Deals begun so far."""
    is_live: bool
    """A deal is being played; else one is due, or the match is over."""
    first: Seat
    """Who played first in this deal, or in the last one."""
    turn: Seat
    hands: tuple[Cards, ...]
    stock: Cards
    """Top card first."""
    aside: Cards
    """The packet that nobody plays."""
    colours: tuple[Colour | None, ...]
    """The colour of each target."""
    piles: tuple[Cards, ...]
    """What lies on each target."""
    taken: tuple[Cards, ...]
    """What each seat took in this deal."""
    played: tuple[tuple[Card, int], ...]
    """Card and target of every play of this deal."""
    points: tuple[int, ...]
    """What the last deal that ended gave each seat; empty before."""
    freed: tuple[Seat | None, ...]
    """Whom that deal freed of blue, green and yellow; empty before."""
    totals: tuple[int, ...]


class View(Value, frozen=True):
    """What one viewer may know of a match. What a deal leaves behind stays until the next one."""

    options: Options
    seat: Seat | None
    deal: int
    """Number of this deal, 1 up; 0 before the first."""
    deals: int
    """How many deals the match has."""
    first: Seat
    """Who played first in this deal."""
    turn: Seat | None
    """The seat that must act; None while the dealer must, and at the end."""
    hand: Cards
    """The viewer's cards in order of arrival; empty for one who watches."""
    hand_sizes: tuple[int, ...]
    stock: int
    """Cards that may still be drawn."""
    aside: int
    """Cards set aside; nobody knows which."""
    targets: tuple[tuple[Colour | None, Cards], ...]
    """Colour and cards of each target."""
    sums: tuple[int, ...]
    """The sum on each target."""
    taken_counts: tuple[int, ...]
    """How many cards each seat took in this deal."""
    taken: tuple[Cards, ...]
    """Those cards by seat, as far as ``taken_view`` shows them; empty where it does not."""
    played: tuple[tuple[Card, int], ...]
    """Card and target of every play of this deal; ``first`` made the first, and no seat is ever skipped."""
    points: tuple[int, ...]
    """What the last deal that ended gave each seat; empty before."""
    freed: tuple[Seat | None, ...]
    """For blue, green and yellow: the seat that alone took most in that deal, None: nobody; empty before."""
    totals: tuple[int, ...]
    is_over: bool
