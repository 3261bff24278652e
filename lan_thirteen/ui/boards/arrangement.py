"""How somebody has put their hand: what is kept of it, so that a program that was killed shows it as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from lan_thirteen.core.values import Value

Cards: TypeAlias = tuple[tuple[int, ...], ...]

_MOST: int = 16 * 1024


class Arrangement(Value, frozen=True):
    """The order of a hand, known to nobody but who holds it."""

    game: Annotated[str, Meta(max_length=32)]
    deal: int
    sort: Annotated[str, Meta(max_length=16)]
    """A word of the game's board for how it is sorted."""
    groups: Cards = ()
    """As the player has put it, from left to right; empty where it is sorted."""

    def of_hand(self, hand: Sequence[int]) -> Cards:
        """Its groups of what is in ``hand``, each card once, and no group without a card."""
        left = set(hand)
        groups: list[tuple[int, ...]] = []
        for group in self.groups:
            cards = tuple(dict.fromkeys(card for card in group if card in left))
            left -= set(cards)
            groups += [cards] if cards else []
        return tuple(groups)


def written(arrangement: Arrangement) -> bytes:
    return msgspec.json.encode(arrangement)


def read(data: bytes, game: str) -> Arrangement | None:
    """The arrangement of a hand of this game; None where ``data`` holds none."""
    if len(data) > _MOST:
        return None
    try:
        found = msgspec.json.decode(data, type=Arrangement)
    except (msgspec.DecodeError, RecursionError):
        return None
    return found if found.game == game else None
