"""Three Thirteen: the order of a hand. A hand is groups of cards from left to right; nobody else ever learns of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.core.game import Card
from lan_thirteen.games.three_thirteen.explain import Kind, kind_of
from lan_thirteen.games.three_thirteen.faces import faces_of
from lan_thirteen.games.three_thirteen.model import RANK_OF, SUIT_OF, Scheme, View, is_joker, is_wild

Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Every card of a hand once; no group is empty."""

MAX_GROUPS: Final = 6
"""More than any hand has melds, with one for the rest: so many stand beside each other on the smallest window."""


class Sort(StrEnum):
    """How a hand is sorted."""

    MELDS = "melds"
    """In the cheapest split, where the table shows it."""
    RANK = "rank"
    SUIT = "suit"
    OWN = "own"
    """As the player has put it."""


class Judged(NamedTuple):
    """A group of a hand and what it is worth."""

    cards: tuple[Card, ...]
    kind: Kind | None
    """None: no meld."""
    points: int
    """What it costs; nothing if it is a meld."""


def sorted_hand(view: View, sort: Sort) -> Groups:
    """The viewer's hand sorted this way; by rank where what was asked for is not to be had."""
    if not view.hand:
        return ()
    scheme = view.scheme
    match sort:
        case Sort.MELDS if view.split is not None:
            melds = view.split.melds
            rest = set(view.hand).difference(*melds)
            return _without_empty((*melds, _by_rank(rest, scheme)))
        case Sort.SUIT:
            naturals = [c for c in view.hand if not is_wild(c, scheme)]
            suits = [_by_rank((c for c in naturals if SUIT_OF[c] == suit), scheme) for suit in range(4)]
            return _without_empty((*suits, _by_rank(set(view.hand).difference(naturals), scheme)))
        case _:
            return (_by_rank(view.hand, scheme),)


def judged(groups: Groups, scheme: Scheme) -> tuple[Judged, ...]:
    """Each group with what it is and costs."""
    points = faces_of(scheme).points
    kinds = [kind_of(group, scheme) for group in groups]
    return tuple(
        Judged(group, kind, 0 if kind else sum(points[c] for c in group))
        for group, kind in zip(groups, kinds, strict=True)
    )


def cost(groups: Groups, scheme: Scheme, thrown: Card | None = None) -> int:
    """What the groups leave over once ``thrown`` is gone."""
    kept = _without_empty(tuple(c for c in group if c != thrown) for group in groups)
    return sum(group.points for group in judged(kept, scheme))


def synced(groups: Groups, hand: Sequence[Card], scheme: Scheme) -> Groups:
    """The same order without what has left the hand; what has come lies to the right of it, in no meld."""
    kept = _without_empty(tuple(c for c in group if c in hand) for group in groups)
    known = {c for group in kept for c in group}
    came = tuple(c for c in hand if c not in known)
    if not came:
        return kept
    loose = [i for i, group in enumerate(kept) if kind_of(group, scheme) is None]
    if loose and (loose[-1] == len(kept) - 1 or len(kept) >= MAX_GROUPS):
        return tuple((*group, *came) if i == loose[-1] else group for i, group in enumerate(kept))
    return (*kept, came)


def moved(groups: Groups, card: Card, onto: Card) -> Groups:
    """``card`` beside ``onto``: behind it where it comes from the left of it, before it otherwise."""
    flat = [c for group in groups for c in group]
    if card == onto or card not in flat or onto not in flat:
        return groups
    behind = flat.index(card) < flat.index(onto)
    pair = (onto, card) if behind else (card, onto)
    out = [tuple(c for c in group if c != card) for group in groups]
    return _without_empty(tuple(d for c in group for d in (pair if c == onto else (c,))) for group in out)


def shifted(groups: Groups, card: Card, step: int) -> Groups:
    """``card`` one place further to the right (step 1) or left (-1); from the end of a group into the next one."""
    at = _group_of(groups, card)
    if at is None:
        return groups
    group = groups[at]
    place, there = group.index(card), at + step
    if 0 <= place + step < len(group):
        return moved(groups, card, group[place + step])
    if not 0 <= there < len(groups):
        return groups
    onto = (card, *groups[there]) if step > 0 else (*groups[there], card)
    rest = tuple(c for c in group if c != card)
    return _without_empty({at: rest, there: onto}.get(i, g) for i, g in enumerate(groups))


def put(groups: Groups, card: Card, place: int) -> Groups:
    """``card`` at the end of the group at ``place``; one place past the last group is a new one."""
    at = _group_of(groups, card)
    if at is None or not 0 <= place <= len(groups) or (place == len(groups) and not may_begin(groups, card)):
        return groups
    rest = [tuple(c for c in group if c != card) for group in groups]
    grown = [(*group, card) if i == place else group for i, group in enumerate([*rest, ()])]
    return _without_empty(grown)


def may_begin(groups: Groups, card: Card) -> bool:
    """Whether ``card`` may begin a new group."""
    return len(groups) < MAX_GROUPS and (card,) not in groups


def _group_of(groups: Groups, card: Card) -> int | None:
    return next((i for i, group in enumerate(groups) if card in group), None)


def _without_empty(groups: Iterable[tuple[Card, ...]]) -> Groups:
    return tuple(group for group in groups if group)


def _by_rank(cards: Iterable[Card], scheme: Scheme) -> tuple[Card, ...]:
    """From ace to king, then the wilds, jokers last."""

    def place(card: Card) -> tuple[int, ...]:
        if is_joker(card, scheme.packs):
            return 2, card
        return is_wild(card, scheme), RANK_OF[card], SUIT_OF[card], card

    return tuple(sorted(cards, key=place))
