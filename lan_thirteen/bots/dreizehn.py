"""What the bots know of Dreizehn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lan_thirteen.core.game import Card, Seat
from lan_thirteen.games.dreizehn.model import (
    COLOUR_OF,
    COLOURS,
    LIMIT,
    RED,
    TARGETS,
    VALUE_OF,
    Action,
    Cards,
    Place,
    View,
)
from lan_thirteen.games.dreizehn.piles import Counts, counted, fits, landed, piles_taken, scored

_IN_COLOUR = sum(colour == COLOURS[0] for colour in COLOUR_OF)

_FREE_AT_PAR = 0.25
"""How likely one is freed of a colour of which somebody else has as many cards so far."""
_FREE_PER_CARD = 2.0
"""How much each card of a lead adds to that, in parts of what is still to come."""
_SHED = 0.12
"""What each point of value is worth that leaves the hand: big cards are the ones that break targets."""
_TIGHT = 0.35
"""What it is worth to leave the next seat a target on which next to nothing fits."""
_STUCK = 0.3
"""What each card costs that would have to take something, were it played now."""


class _Outcome(NamedTuple):
    """What a place leads to at once."""

    place: Place
    reached: int
    taken: Cards
    counts: list[Counts]
    """What each seat has taken then."""
    points: int
    """What the acting seat would pay then."""


class DreizehnJudge:
    """Remembers who took what, and guesses who will be freed of each colour."""

    blur = 2.5

    def sensible(self, view: View, legal: Sequence[Action]) -> Sequence[Action]:
        known = _known(view)
        outcomes = [_outcome(view, known, action) for action in legal if isinstance(action, Place)]
        before = _points(view, known)
        safe = {outcome.place.card for outcome in outcomes if not outcome.taken}
        if len(view.hand) == 1 and not view.stock:
            least = min(outcome.points for outcome in outcomes)
            outcomes = [outcome for outcome in outcomes if outcome.points == least]
        return [
            outcome.place
            for outcome in outcomes
            if outcome.place.card not in safe or outcome.points < before or not counted(outcome.taken)[RED]
        ]

    def worth(self, view: View, actions: Sequence[Action]) -> Sequence[float]:
        known = _known(view)
        return [_worth(view, _outcome(view, known, action)) for action in actions if isinstance(action, Place)]


def _known(view: View) -> list[Counts]:
    """How many cards of each colour each seat has taken, as everybody may remember."""
    return [counted(cards) for cards in piles_taken(view.played, view.first, len(view.hand_sizes))]


def _outcome(view: View, known: list[Counts], place: Place) -> _Outcome:
    reached, _, taken = landed(view.targets[place.target][1], place.card)
    counts = list(known)
    if taken:
        me = _me(view)
        counts[me] = tuple(map(sum, zip(known[me], counted(taken), strict=True)))
    return _Outcome(place, reached, taken, counts, _points(view, counts))


def _points(view: View, counts: Sequence[Counts]) -> int:
    """What the viewer pays if the deal ends with these cards taken."""
    return scored(counts)[0][_me(view)]


def _me(view: View) -> Seat:
    return view.seat or Seat(0)  # one who only watches is never asked


def _worth(view: View, outcome: _Outcome) -> float:
    place = outcome.place
    worth = _SHED * VALUE_OF[place.card] - _expected(view, outcome.counts)
    if LIMIT - 1 <= outcome.reached <= LIMIT:
        worth += _TIGHT
    rest = list(view.hand)
    rest.remove(place.card)
    return worth - _STUCK * sum(_is_stuck(view, outcome, card) for card in rest)


def _expected(view: View, counts: Sequence[Counts]) -> float:
    """What the viewer will pay for these cards, as far as one can guess who will be freed of them."""
    mine = counts[_me(view)]
    expected = 2.0 * mine[RED]
    for colour in COLOURS:
        others = [count[colour] for s, count in enumerate(counts) if s != view.seat]
        to_come = _IN_COLOUR - mine[colour] - sum(others)
        chance = _FREE_AT_PAR + _FREE_PER_CARD * (mine[colour] - max(others)) / (to_come + 1)
        expected += mine[colour] * (1 - min(max(chance, 0.0), 1.0))
    return expected


def _is_stuck(view: View, outcome: _Outcome, card: Card) -> bool:
    """Whether ``card`` would break every target that it fits, as the targets are after this outcome."""
    sums = list(view.sums)
    colours = [colour for colour, _ in view.targets]
    laid, target = outcome.place.card, outcome.place.target
    sums[target] = VALUE_OF[laid] if outcome.taken else outcome.reached
    if COLOUR_OF[laid] != RED:
        colours[target] = COLOUR_OF[laid]
    return all(sums[t] + VALUE_OF[card] > LIMIT for t in TARGETS if fits(colours, COLOUR_OF[card], t))
