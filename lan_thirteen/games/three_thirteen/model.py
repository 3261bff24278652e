"""Three Thirteen: the deck, options, actions, events, state and view. Data only.

The canonical deck is pack after pack, each clubs, diamonds, hearts, spades from ace to king, and then all jokers.
Two copies of a card are two cards. A *wild* is a joker or a card of this deal's wild rank, a *natural* any other.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from lan_thirteen.core.game import Card, Deal, GameInfo, Option, Restock, Seat
from lan_thirteen.core.values import Tagged, Value

PACK: Final = 52
"""Cards in a pack, jokers apart."""

MAX_CARDS: Final = 216
"""Cards in the largest deck: four packs with two jokers each."""

RANK_OF: Final = tuple(c % 13 + 1 for c in range(MAX_CARDS))
"""The rank of each card that is no joker, ace 1 to king 13."""

SUIT_OF: Final = tuple(c % PACK // 13 for c in range(MAX_CARDS))
"""The suit of each card that is no joker: clubs 0, diamonds 1, hearts 2, spades 3."""

MAX_RESTOCKS: Final = 2
"""Restocks in a deal; when the stock is empty once more, the deal ends."""


class Why(StrEnum):
    """Why an action is refused; the numbers that come with each."""

    NOT_YOUR_TURN = "turn.not-yours"
    """none"""
    MUST_DRAW = "three-thirteen.must-draw"
    """none"""
    HAS_DRAWN = "three-thirteen.has-drawn"
    """none"""
    STOCK_EMPTY = "three-thirteen.stock-empty"
    """none"""
    NO_DISCARD = "three-thirteen.no-discard"
    """none"""
    NOT_IN_HAND = "three-thirteen.not-in-hand"
    """none"""
    THROWN_BACK = "three-thirteen.thrown-back"
    """none"""
    SOMEBODY_IS_OUT = "three-thirteen.somebody-is-out"
    """none"""
    CANNOT_GO_OUT = "three-thirteen.cannot-go-out"
    """points that the hand without this discard would leave"""
    WRONG_RESTOCK = "three-thirteen.wrong-restock"
    """how many cards the new stock must have"""


class Scheme(Value, frozen=True):
    """What decides which cards form a meld in a deal, and what those outside cost."""

    wild: int
    """The wild rank."""
    packs: int
    ace: str = "low"
    wild_penalty: str | int = "rank"
    face_points: str = "ten"
    wild_limit: str = "none"


class Options(Value, frozen=True):
    """The options of a match, complete."""

    ace: str = "low"
    jokers_per_deck: int = 0
    wild_penalty: str | int = "rank"
    face_points: str = "ten"
    wild_limit: str = "none"
    last_turns: str = "one"
    rounds: str = "full"
    return_drawn_discard: str = "forbid"
    show_best_melds: str = "on"

    @property
    def deals(self) -> int:
        """How many deals a match has."""
        return 11 if self.rounds == "full" else 6

    def cards_each(self, deal: int) -> int:
        """How many cards each player has in this deal (1 up), which is also its wild rank."""
        return deal + 2 if self.rounds == "full" else 2 * deal + 1

    def deck(self, seats: int) -> int:
        """How many cards the deck for ``seats`` players has."""
        return packs_for(seats) * (PACK + self.jokers_per_deck)

    def scheme(self, deal: int, seats: int) -> Scheme:
        """The melds and points of this deal (1 up)."""
        return Scheme(
            self.cards_each(deal), packs_for(seats), self.ace, self.wild_penalty, self.face_points, self.wild_limit
        )


INFO: Final = GameInfo(
    id="three-thirteen",
    min_seats=2,
    max_seats=8,
    rules_version=1,
    options=(
        Option("ace", "low", ("low", "low_or_high")),
        Option("jokers_per_deck", 0, (0, 2)),
        Option("wild_penalty", "rank", ("rank", 15, 20, 25)),
        Option("face_points", "ten", ("ten", "rank")),
        Option("wild_limit", "none", ("none", "one_natural", "half")),
        Option("last_turns", "one", ("one", "none")),
        Option("rounds", "full", ("full", "odd")),
        Option("return_drawn_discard", "forbid", ("forbid", "allow")),
        Option("show_best_melds", "on", ("on", "off")),
    ),
)


class DrawStock(Tagged, frozen=True):
    """Draw the top card of the stock."""


class DrawDiscard(Tagged, frozen=True):
    """Draw the top discard."""


class Discard(Tagged, frozen=True):
    """Throw ``card``; with ``out`` the rest of the hand is laid open in melds."""

    card: Annotated[int, Meta(ge=0, lt=MAX_CARDS)]
    out: bool


Action: TypeAlias = Deal | Restock | DrawStock | DrawDiscard | Discard


class Split(Value, frozen=True):
    """A hand in melds, and what is left over; ``points`` is what that costs."""

    melds: tuple[tuple[Card, ...], ...]
    left: tuple[Card, ...]
    points: int


class Dealt(Tagged, frozen=True):
    """Deal number ``deal`` (1 up) began: ``cards`` each, rank ``wild`` is wild, ``up`` is the first discard."""

    deal: int
    first: Seat
    cards: int
    wild: int
    up: Card


class DrewStock(Tagged, frozen=True):
    """``seat`` drew from the stock; only it sees which card."""

    seat: Seat
    card: Card | None


class TookDiscard(Tagged, frozen=True):
    """``seat`` drew the top discard."""

    seat: Seat
    card: Card


class Discarded(Tagged, frozen=True):
    """``seat`` threw ``card``, and went out with it or not."""

    seat: Seat
    card: Card
    out: bool


class Restocked(Tagged, frozen=True):
    """The discards but the top one became the new stock of so many ``cards``."""

    cards: int


class Laid(Tagged, frozen=True):
    """``seat`` laid its hand open."""

    seat: Seat
    split: Split


class DealEnded(Tagged, frozen=True):
    """A deal is over: the points it gave, and the totals with them, by seat."""

    points: tuple[int, ...]
    totals: tuple[int, ...]


Event: TypeAlias = Dealt | DrewStock | TookDiscard | Discarded | Restocked | Laid | DealEnded


class State(Value, frozen=True):
    """A match of Three Thirteen between two actions. When a deal ends, its cards lie until the next one."""

    options: Options
    seats: int
    deal: int
    """Deals begun so far."""
    is_live: bool
    """A deal is being played; else one is due, or the match is over."""
    first: Seat
    """Who began this deal, or the last one."""
    turn: Seat
    is_drawing: bool
    """``turn`` must draw; else it must throw."""
    needs_restock: bool
    """``turn`` draws from an empty stock: the dealer must make a new one first."""
    barred: Card | None
    """The discard that ``turn`` has drawn and may not throw back."""
    hands: tuple[tuple[Card, ...], ...]
    """In the order in which the cards came."""
    picked: tuple[tuple[Card, ...], ...]
    """Of each hand the cards that all saw being drawn from the discards."""
    stock: tuple[Card, ...]
    """The top card comes first."""
    discards: tuple[Card, ...]
    """The top card comes last."""
    restocks: int
    """Restocks in this deal."""
    turns: int
    """Turns begun in this deal."""
    out: Seat | None
    """Who went out in this deal."""
    shown: tuple[Split | None, ...]
    """The hands that lie open."""
    points: tuple[int, ...]
    """What the last deal gave; empty while one is being played."""
    totals: tuple[int, ...]


class View(Value, frozen=True):
    """What one viewer may know of a match."""

    options: Options
    seat: Seat | None
    deal: int
    """Number of this deal, 1 up; 0 before the first."""
    wild: int
    """The wild rank of this deal; 0 before the first."""
    cards_each: int
    """How many cards each holds between two turns; 0 before the first deal."""
    first: Seat
    """Who began this deal; the dealer sits on its right."""
    turn: Seat | None
    """The seat that must act; None while the dealer must, and at the end."""
    is_drawing: bool
    """``turn`` must draw; else it must throw."""
    hand: tuple[Card, ...]
    """The viewer's cards in the order in which they came; empty for one who watches."""
    hand_sizes: tuple[int, ...]
    drawn: Card | None
    """The card that the viewer has drawn in this turn."""
    stock: int
    """Cards in the stock."""
    restocks: int
    """Restocks in this deal."""
    turns: int
    """Turns begun in this deal."""
    discards: tuple[Card, ...]
    """The top card comes last."""
    picked: tuple[tuple[Card, ...], ...]
    """Cards that all saw each seat draw from the discards and that must still be in its hand."""
    out: Seat | None
    """Who went out in this deal."""
    shown: tuple[Split | None, ...]
    """The hands that lie open: of who is out, of each other seat after its last turn, at the end of all."""
    split: Split | None
    """The cheapest split of the viewer's hand; while it must throw, of what is left after its best discard."""
    points: tuple[int, ...]
    """What the last deal gave; empty while one is being played."""
    totals: tuple[int, ...]
    is_over: bool

    @property
    def scheme(self) -> Scheme:
        """The melds and points of this deal."""
        return self.options.scheme(self.deal, len(self.totals))

    @property
    def finished(self) -> tuple[Seat, ...]:
        """The seats that have had their last turn."""
        return tuple(Seat(s) for s, split in enumerate(self.shown) if split is not None and s != self.out)


def packs_for(seats: int) -> int:
    """How many packs ``seats`` players need."""
    return (seats + 1) // 2


def is_joker(card: Card, packs: int) -> bool:
    """Whether ``card`` is a joker in a deck of so many packs."""
    return card >= packs * PACK


def is_wild(card: Card, scheme: Scheme) -> bool:
    """Whether ``card`` may stand for any other."""
    return RANK_OF[card] == scheme.wild or is_joker(card, scheme.packs)
