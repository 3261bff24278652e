"""What a game is: pure functions over an immutable state.

Nothing here, or in any game, reads a clock, draws a random number, does I/O or logs. Chance is an action like any
other, made by the dealer, so a match is its list of actions. A card is a small int: its place in the canonical deck.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Final, Generic, Literal, NewType, Protocol, TypeAlias, TypeVar

import msgspec

from lan_thirteen.core.values import Refusal, Tagged, Value

Seat = NewType("Seat", int)
"""A place at the table, 0 up, clockwise."""

Card: TypeAlias = int
"""A card: its place in the canonical deck, 0 up."""


class _Dealer(enum.Enum):
    DEALER = "dealer"


DEALER: Final = _Dealer.DEALER
"""Who makes chance actions. Not an int, so it can never index a hand by accident."""

Actor: TypeAlias = "Seat | Literal[_Dealer.DEALER]"
Viewer: TypeAlias = "Seat | None"
"""Whose eyes: a seat, or None for someone who only watches. A number that is no seat of the match only watches too."""

OptionValue: TypeAlias = "str | int"
Options: TypeAlias = Mapping[str, OptionValue]

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V_co = TypeVar("V_co", covariant=True)


class Due(enum.Enum):
    """What the dealer must do now."""

    DEAL = "deal"
    RESTOCK = "restock"


class Deal(Tagged, frozen=True):
    """Chance: a new deal. ``order`` is the whole shuffled deck, top card first; ``first`` begins."""

    first: Seat
    order: tuple[Card, ...]


class Restock(Tagged, frozen=True):
    """Chance: the discards but the top one, shuffled, are the new stock; top card first."""

    order: tuple[Card, ...]


class Option(Value, frozen=True):
    """One table option of a game: its name, the value it has unless chosen, and all that it may have."""

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...]

    @property
    def spelled(self) -> str:
        """The allowed values as they are typed: ``auto, 6-17``."""
        numbers = [v for v in self.values if isinstance(v, int)]
        words = [v for v in self.values if isinstance(v, str)]
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return ", ".join([*words, f"{numbers[0]}-{numbers[-1]}"])
        return ", ".join([*words, *map(str, numbers)])


class GameInfo(Value, frozen=True):
    """What is known of a game before anyone sits down."""

    id: str
    min_seats: int
    max_seats: int
    rules_version: int
    """Changes whenever an old match file would replay differently."""
    options: tuple[Option, ...]


class Step(msgspec.Struct, Generic[S, E], frozen=True, gc=False):
    """What one action led to: the next state, and the story of how it came about."""

    state: S
    events: tuple[E, ...]


class Standing(Value, frozen=True):
    """One seat's place in the order; rank 1 is best, ties share it."""

    seat: Seat
    points: int
    rank: int


class Sight(enum.Enum):
    """Who may know the cards of a zone."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"


class Zone(Value, frozen=True):
    """A place where cards lie, and who may know which; ``owner`` matters for ``Sight.OWNER`` only."""

    name: str
    cards: tuple[Card, ...]
    sight: Sight
    owner: Seat = Seat(-1)

    def is_open_to(self, viewer: Viewer) -> bool:
        """Whether ``viewer`` may know these cards."""
        return self.sight is Sight.ALL or (self.sight is Sight.OWNER and viewer == self.owner)


class Game(Protocol[S, A, E, V_co]):
    """The rules of one game. Every method is pure, and total unless it says otherwise."""

    @property
    def info(self) -> GameInfo: ...

    def refuse_options(self, seats: int, options: Options) -> Refusal | None:
        """Why no match can be made of these, or None."""
        ...

    def new_match(self, seats: int, options: Options) -> S:
        """The state before the first deal. Raises BadSettings where ``refuse_options`` gives a reason."""
        ...

    def due(self, state: S) -> Due | None:
        """What the dealer must do now; None when a seat must act or the match is over."""
        ...

    def actor(self, state: S) -> Actor | None:
        """Who must act now; None when the match is over."""
        ...

    def deal(self, state: S, seed: bytes) -> A:
        """The chance action that is due, drawn from this deal's seed; only asked for when one is due."""
        ...

    def legal(self, state: S) -> tuple[A, ...]:
        """Every action open to the acting seat, in a fixed order; empty when no seat must act."""
        ...

    def refuse(self, state: S, actor: Actor, action: A) -> Refusal | None:
        """Why ``action`` is illegal, or None if it is legal."""
        ...

    def apply(self, state: S, actor: Actor, action: A) -> Step[S, E]:
        """Play ``action``. Raises IllegalAction where ``refuse`` gives a reason."""
        ...

    def view(self, state: S, viewer: Viewer) -> V_co:
        """All that ``viewer`` may know, built up from nothing, never cut down from ``state``.

        Who has no seat sees what None sees: ``seated`` says so before a number picks a hand.
        """
        ...

    def redact(self, event: E, viewer: Viewer) -> E | None:
        """``event`` as ``viewer`` saw it; None if they saw nothing."""
        ...

    def retold(self, event: E) -> A | None:
        """The action of a seat that this event tells of, one event for each action; None for what follows from one.

        It is the same for whoever sees the event: every action happens in the open.
        """
        ...

    def standings(self, state: S) -> tuple[Standing, ...]:
        """Seats in order, best first."""
        ...

    def zones(self, state: S) -> tuple[Zone, ...]:
        """Where every card of the deal lies, each in one zone; no zones between ``new_match`` and a deal."""
        ...

    def relabel(self, state: S, names: Mapping[Card, Card]) -> S:
        """``state`` with each card c that is a key of ``names`` turned into names[c]: another possible world."""
        ...


def seated(viewer: Viewer, seats: int) -> Viewer:
    """``viewer`` where it is one of so many seats, else None: -1 would pick the last hand."""
    return viewer if viewer is not None and 0 <= viewer < seats else None


def refuse_settings(info: GameInfo, seats: int, options: Options) -> Refusal | None:
    """Why a seat count, an option's name or its value is none of this game's, or None; whatever their types are."""
    bounds = info.min_seats, info.max_seats
    # True is no number here
    if type(seats) is not int:
        return Refusal("settings.seats", bounds, (str(seats),))
    if not info.min_seats <= seats <= info.max_seats:
        return Refusal("settings.seats", (*bounds, seats))
    known = {option.name: option for option in info.options}
    if not isinstance(options, Mapping):
        return Refusal("settings.unknown-option", (), (str(options), ", ".join(known)))
    for name, value in options.items():
        option = known.get(name)
        if option is None:
            return Refusal("settings.unknown-option", (), (str(name), ", ".join(known)))
        # True == 1: a value must be of the right type as well
        if not any(type(value) is type(v) and value == v for v in option.values):
            return Refusal("settings.bad-value", (), (name, str(value), option.spelled))
    return None


def refuse_deal(deal: Deal, cards: int, seats: int, first: Seat | None) -> Refusal | None:
    """Why ``deal`` is none of ``cards`` cards or begins with another seat than ``first`` (None: any may), or None."""
    if not 0 <= deal.first < seats or (first is not None and deal.first != first):
        return Refusal("deal.wrong-first", (deal.first,))
    if len(deal.order) != cards or set(deal.order) != set(range(cards)):
        return Refusal("deal.wrong-cards", (cards,))
    return None


def ranked(points: Sequence[int]) -> tuple[Standing, ...]:
    """The seats by their points, fewest first; equal points share a rank."""
    order = sorted(range(len(points)), key=points.__getitem__)
    return tuple(Standing(Seat(s), points[s], 1 + sum(p < points[s] for p in points)) for s in order)
