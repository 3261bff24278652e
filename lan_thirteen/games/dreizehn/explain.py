"""Why a player's cards cannot go on some targets, from what the player sees."""

from __future__ import annotations

from msgspec.structs import replace

from lan_thirteen.core.game import Card, Seat
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.dreizehn.model import COLOUR_OF, TARGETS, Place, State, View
from lan_thirteen.games.dreizehn.rules import Dreizehn


def refusals(view: View) -> tuple[tuple[Card, int, Refusal], ...]:
    """For one card of each colour in the hand: the targets on which it may not lie, with the reason."""
    if view.seat is None or view.turn != view.seat:
        return ()
    rules, state = Dreizehn(), _as_state(view, view.seat)
    of_colour = {COLOUR_OF[card]: card for card in sorted(view.hand)}
    whys = [(c, t, rules.refuse(state, view.seat, Place(c, t))) for c in of_colour.values() for t in TARGETS]
    return tuple((card, target, why) for card, target, why in whys if why is not None)


def _as_state(view: View, seat: Seat) -> State:
    """A state that holds the viewer's hand and the targets, and nothing that the viewer does not see."""
    seats = len(view.hand_sizes)
    hands = [()] * seats
    return replace(
        Dreizehn().new_match(seats, {}),
        deal=1,
        is_live=True,
        turn=seat,
        hands=(*hands[:seat], view.hand, *hands[seat + 1 :]),
        colours=tuple(colour for colour, _ in view.targets),
        piles=tuple(cards for _, cards in view.targets),
    )
