"""What a player can be told of their own hand: why something cannot be done now, and what a group of cards is."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec.structs import replace

from lan_thirteen.core.game import Card, Seat
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.three_thirteen.model import (
    MAX_RESTOCKS,
    RANK_OF,
    SUIT_OF,
    Discard,
    DrawDiscard,
    DrawStock,
    Scheme,
    State,
    View,
    is_wild,
)
from lan_thirteen.games.three_thirteen.rules import ThreeThirteen


class Kind(StrEnum):
    """What a meld is."""

    RUN = "run"
    SET = "set"


def kind_of(cards: Sequence[Card], scheme: Scheme) -> Kind | None:
    """Whether these cards are one meld, and which; a set where they could be either."""
    naturals = [c for c in cards if not is_wild(c, scheme)]
    if len(cards) < 3 or not _may_have_wilds(len(naturals), len(cards) - len(naturals), scheme):
        return None
    ranks = {RANK_OF[c] for c in naturals}
    if len(ranks) <= 1:
        return Kind.SET
    is_run = len(ranks) == len(naturals) and len({SUIT_OF[c] for c in naturals}) == 1
    return Kind.RUN if is_run and _fits_window(ranks, len(cards), scheme) else None


def refusal(view: View, action: DrawStock | DrawDiscard | Discard) -> Refusal | None:
    """Why the viewer may not do this now; None where they may, and for somebody who watches."""
    if view.seat is None or view.turn is None:
        return None
    return ThreeThirteen().refuse(_as_state(view, view.seat, view.turn), view.seat, action)


def _may_have_wilds(naturals: int, wilds: int, scheme: Scheme) -> bool:
    if scheme.wild_limit == "half":
        return wilds <= naturals
    return naturals > 0 or scheme.wild_limit == "none"


def _fits_window(ranks: set[int], size: int, scheme: Scheme) -> bool:
    """Whether so many places in a row, at most 13, hold all these ranks, the ace being high where that is played."""
    if size > 13:
        return False
    readings = [ranks]
    if scheme.ace == "low_or_high" and 1 in ranks:
        readings.append(ranks - {1} | {14})
    return any(max(reading) - min(reading) < size for reading in readings)


def _as_state(view: View, seat: Seat, turn: Seat) -> State:
    """A state that holds the viewer's hand and the discards, and nothing that the viewer does not see."""
    seats = len(view.totals)
    hands = [()] * seats
    return replace(
        ThreeThirteen().new_match(seats, {}),
        options=view.options,
        deal=view.deal,
        is_live=True,
        turn=turn,
        is_drawing=view.is_drawing,
        barred=_barred(view, seat),
        hands=(*hands[:seat], view.hand, *hands[seat + 1 :]),
        stock=(0,) * view.stock,
        discards=view.discards,
        restocks=view.restocks,
        out=view.out,
    )


def _barred(view: View, seat: Seat) -> Card | None:
    """The discard that the viewer has just taken, where it may not be thrown back."""
    if view.drawn not in view.picked[seat] or view.options.return_drawn_discard == "allow":
        return None
    # the discards as they lay before it was taken
    had_stock = view.stock or (view.restocks < MAX_RESTOCKS and view.discards)
    return view.drawn if had_stock else None
