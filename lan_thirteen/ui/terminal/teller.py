"""Who is speaking to whom: sentences about seats, told to one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol, TypeVar

from lan_thirteen.core.game import GameInfo, OptionValue, Seat, Standing, Viewer
from lan_thirteen.core.values import Refusal
from lan_thirteen.ui.text import Language

SUITS: Final = "♣♦♥♠"

V_contra = TypeVar("V_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)


class Teller:
    """Tells a match to ``me`` (None: to someone who watches), who is *you* in every sentence."""

    def __init__(self, language: Language, names: Sequence[str], me: Viewer, *, has_suits: bool = True) -> None:
        self.language = language
        self.me = me
        self.has_suits = has_suits
        """Whether ♣ ♦ ♥ ♠ can be shown; letters stand for them otherwise."""
        self._names = tuple(names)

    def say(self, key: str, *numbers: int | str, **words: object) -> str:
        return self.language.say(key, *numbers, **words)

    def why(self, refusal: Refusal) -> str:
        return self.language.why(refusal)

    def of(self, key: str, seat: Seat, *numbers: int | str, **words: object) -> str:
        """The sentence ``key`` about ``seat``, or its form ``key.you``."""
        if seat == self.me:
            return self.say(f"{key}.you", *numbers, **words)
        return self.say(key, *numbers, who=self._names[seat], **words)

    def who(self, seat: Seat) -> str:
        return self.say("seat.you") if seat == self.me else self._names[seat]

    def all(self, seats: Iterable[Seat]) -> str:
        return self.say("list.comma").join(self.who(seat) for seat in seats)

    def standings(self, standings: Sequence[Standing]) -> list[str]:
        """The final order, a line a seat."""
        shared = {s.rank for s in standings if sum(s.rank == t.rank for t in standings) > 1}
        return [
            self.say(
                "standing.shared" if s.rank in shared else "standing.alone", s.points, who=self.who(s.seat), rank=s.rank
            )
            for s in standings
        ]

    def unusual_options(self, info: GameInfo, options: Mapping[str, OptionValue]) -> list[str]:
        """A line with the options that are not as usual; empty where all are."""
        usual = {option.name: option.default for option in info.options}
        others = [f"{name}={value}" for name, value in options.items() if value != usual.get(name)]
        return [self.say("match.options", options=self.say("list.comma").join(others))] if others else []

    def totals(self, totals: Sequence[int]) -> str:
        """Everybody's points so far, in one line."""
        points = (self.say("seat.points", who=self.who(Seat(s)), points=total) for s, total in enumerate(totals))
        return self.say("seat.all-points", points=self.say("list.comma").join(points))

    def points(self, points: Sequence[int], totals: Sequence[int]) -> list[str]:
        """What a deal gave, a line a seat."""
        return [
            self.say("deal.points", gained, who=self.who(Seat(seat)), total=total)
            for seat, (gained, total) in enumerate(zip(points, totals, strict=True))
        ]


class TextBoard(Protocol[V_contra, A_contra, E_contra]):
    """How one game reads in a terminal. Every method works from what the seat was told."""

    def table(self, teller: Teller, view: V_contra) -> list[str]:
        """The table and the viewer's hand."""
        ...

    def order(self, view: V_contra, action: A_contra) -> tuple[int, ...]:
        """The choices are shown in ascending order of this."""
        ...

    def choice(self, teller: Teller, view: V_contra, action: A_contra) -> str:
        """One legal action, as a numbered choice reads; of actions that read the same, the first in order is played."""
        ...

    def closed(self, teller: Teller, view: V_contra, legal: Sequence[A_contra]) -> list[str]:
        """What the player, whose turn it is, cannot do, and why."""
        ...

    def story(self, teller: Teller, event: E_contra, view: V_contra) -> list[str]:
        """What happened, seen by somebody who now sees ``view``; empty where it is not worth a line."""
        ...
