"""Why a player's other cards cannot be played, from what the player sees."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from lan_thirteen.core.game import Seat
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.leaves.model import OF_VALUE, CardSet, Play, State, View
from lan_thirteen.games.leaves.rules import Leaves


def refusals(view: View) -> tuple[tuple[int, Refusal], ...]:
    """For each value in the hand, the reasons why so many of it cannot be played; copies not held are no matter."""
    if view.seat is None or view.turn != view.seat:
        return ()
    rules, state, seat = Leaves(), _as_state(view, view.seat), view.seat
    plays = [Play(value, n) for value in sorted(set(view.hand)) for n in range(1, view.hand.count(value) + 1)]
    whys = [(play.value, rules.refuse(state, seat, play)) for play in plays]
    return tuple(dict.fromkeys((value, why) for value, why in whys if why is not None))


def _as_state(view: View, seat: Seat) -> State:
    """A state that holds the viewer's hand and the table, and nothing that the viewer does not see."""
    seats = len(view.hand_sizes)
    hands = [0] * seats
    hands[seat] = _cards((value, view.hand.count(value)) for value in set(view.hand))
    empty = Leaves().new_match(seats, {})
    return replace(empty, deal=1, is_live=True, turn=seat, has_led=True, hands=tuple(hands), table=_cards(view.table))


def _cards(groups: Iterable[tuple[int, int]]) -> CardSet:
    """Any ``count`` cards of each value: copies are alike."""
    out = 0
    for value, count in groups:
        lowest = OF_VALUE[value] & -OF_VALUE[value]
        out |= lowest * ((1 << count) - 1)
    return out
