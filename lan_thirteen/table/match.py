"""A match in progress: the state, and the records that led to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeAlias, TypeVar

from lan_thirteen.core.game import DEALER, Actor, Due, Game, Options, Seat
from lan_thirteen.table.records import FORMAT, Header, Record, replay

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

Seeds: TypeAlias = Callable[[int], bytes]
"""The 32 bytes of each deal's chance, by its number in the match, 0 up.

It is asked once for each deal, and once more for the deal in which a match is taken up.
"""


def header_for(game: Game[S, A, E, V], options: Options, players: Sequence[str]) -> Header:
    """The header of a match; all options are written out, so that a later default changes no old file."""
    defaults = {option.name: option.default for option in game.info.options}
    return Header(
        lan13=FORMAT,
        game=game.info.id,
        rules_version=game.info.rules_version,
        seats=len(players),
        options={**defaults, **options},
        players=tuple(players),
    )


class Match(Generic[S, A, E, V]):
    """The one who applies actions. Raises BadSettings where the game refuses seats or options."""

    def __init__(self, game: Game[S, A, E, V], header: Header, seeds: Seeds) -> None:
        self.game = game
        self.header = header
        self.state = game.new_match(header.seats, header.options)
        self.records: list[Record[A]] = []
        self._seeds = seeds
        self.deals = 0
        self._seed: bytes | None = None

    @property
    def actor(self) -> Actor | None:
        return self.game.actor(self.state)

    @property
    def is_between_deals(self) -> bool:
        """Whether a deal has been played and the next one is due."""
        return self.deals > 0 and self.game.due(self.state) is Due.DEAL

    def play(self, seat: Seat, action: A) -> tuple[E, ...]:
        """Play a seat's action: what happened. Raises IllegalAction where the rules refuse it."""
        return self._apply(seat, action)

    def draw(self) -> tuple[E, ...]:
        """Make the chance action that is due: what happened."""
        if self.game.due(self.state) is Due.DEAL:
            self._seed = self._seeds(self.deals)
            self.deals += 1
        elif self._seed is None:  # of a deal that began before this program did
            self._seed = self._seeds(self.deals - 1)
        return self._apply(None, self.game.deal(self.state, self._seed))

    def take_up(self, records: Sequence[Record[A]]) -> Iterator[tuple[E, ...]]:
        """Bring a fresh match to where these records left it, telling what happened at each.

        Raises JournalError, naming the line, at the first illegal one.
        """
        for record, step in zip(records, replay(self.game, self.header, records), strict=True):
            self.deals += self.game.due(self.state) is Due.DEAL
            self.state = step.state
            self.records.append(record)
            yield step.events

    def _apply(self, seat: Seat | None, action: A) -> tuple[E, ...]:
        step = self.game.apply(self.state, DEALER if seat is None else seat, action)
        self.state = step.state
        self.records.append(Record(len(self.records), seat, action))
        return step.events
