"""Dreizehn: what a player has picked and how they sort their hand, and what each press does to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.core.game import Card
from lan_thirteen.games.dreizehn.model import COLOUR_OF, INFO, TARGETS, VALUE_OF, Action, Place, View
from lan_thirteen.games.dreizehn.piles import fits
from lan_thirteen.ui.boards.arrangement import Arrangement
from lan_thirteen.ui.boards.base import Dragged
from lan_thirteen.ui.display import Key


class Sort(StrEnum):
    """How a hand is sorted."""

    COLOUR = "colour"
    VALUE = "value"
    OWN = "own"
    """As the player has dragged it."""


class Pick(NamedTuple):
    """What is picked for the next play, be it this seat's turn or not, and how the hand is sorted."""

    deal: int
    order: tuple[Card, ...]
    """The hand from left to right."""
    sort: Sort = Sort.COLOUR
    card: Card | None = None
    target: int | None = None
    """Where ``card`` shall go; None while that is open."""
    new: tuple[Card, ...] = ()
    """What was drawn last."""


class PickCard(NamedTuple):
    """A press on a card of the hand."""

    card: Card


class PickTarget(NamedTuple):
    """A press on a target."""

    target: int


class Confirm(NamedTuple):
    """Play what is picked."""


class Drop(NamedTuple):
    """Pick nothing."""


class Resort(NamedTuple):
    """Sort the hand the other way."""


Intent: TypeAlias = PickCard | PickTarget | Confirm | Drop | Resort | Dragged

_DIGITS: Final = "123456789"


def fresh(view: View) -> Pick:
    """Nothing picked, the hand by colour."""
    return Pick(view.deal, _sorted(view.hand, Sort.COLOUR))


def arrangement(pick: Pick) -> Arrangement:
    groups = (pick.order,) if pick.sort is Sort.OWN else ()
    return Arrangement(INFO.id, pick.deal, pick.sort, groups)


def laid(view: View, arrangement: Arrangement) -> Pick:
    sort = next((sort for sort in Sort if sort == arrangement.sort), Sort.COLOUR)
    order = tuple(card for group in arrangement.of_hand(view.hand) for card in group)
    if sort is Sort.OWN and arrangement.deal == view.deal:
        rest = tuple(card for card in view.hand if card not in order)
        return Pick(view.deal, order + rest, sort)
    sort = Sort.COLOUR if sort is Sort.OWN else sort
    return Pick(view.deal, _sorted(view.hand, sort), sort)


def revised(pick: Pick, view: View) -> Pick:
    """The pick after news: what no longer fits is dropped, and what was drawn stands out until the next draw."""
    if view.deal != pick.deal:
        sort = Sort.COLOUR if pick.sort is Sort.OWN else pick.sort
        return Pick(view.deal, _sorted(view.hand, sort), sort)
    kept = tuple(card for card in pick.order if card in view.hand)
    drawn = tuple(card for card in view.hand if card not in pick.order)
    order = kept + drawn if pick.sort is Sort.OWN else _sorted(view.hand, pick.sort)
    new = drawn if len(kept) < len(pick.order) or drawn else pick.new
    card = pick.card if pick.card in view.hand else None
    target = pick.target
    if card is None or target is None or not is_open(view, card, target):
        target = None if card is None else only_target(view, card)
    return pick._replace(order=order, new=new, card=card, target=target)


def is_open(view: View, card: Card, target: int) -> bool:
    """Whether ``card`` fits on ``target`` as the targets are now."""
    return fits([colour for colour, _ in view.targets], COLOUR_OF[card], target)


def open_targets(view: View, card: Card) -> tuple[int, ...]:
    """Where ``card`` fits as the targets are now."""
    return tuple(target for target in TARGETS if is_open(view, card, target))


def only_target(view: View, card: Card) -> int | None:
    """The one target on which ``card`` fits; None where there are several."""
    targets = open_targets(view, card)
    return targets[0] if len(targets) == 1 else None


def is_playable(card: Card, legal: Sequence[Action]) -> bool:
    """Whether ``card`` may be played now."""
    return any(isinstance(action, Place) and action.card == card for action in legal)


def confirmed(pick: Pick, legal: Sequence[Action]) -> Place | None:
    """The play that a confirming press makes; None where it makes none."""
    if pick.card is None or pick.target is None:
        return None
    place = Place(pick.card, pick.target)
    return place if place in legal else None


def pressed(pick: Pick, intent: object, view: View, legal: Sequence[Action]) -> tuple[Pick, Place | None]:
    """What a press does, of a player who may choose."""
    match intent:
        case PickCard(card) if card in view.hand:
            return _with_card(pick, view, card), None
        case PickTarget(target) if pick.card is not None and target in open_targets(view, pick.card):
            if target == pick.target and (place := confirmed(pick, legal)) is not None:
                return pick, place
            return pick._replace(target=target), None
        case Confirm():
            return pick, confirmed(pick, legal)
        case Drop():
            return pick._replace(card=None, target=None), None
        case Dragged(("card", int(card)), ("target", int(target))) if card in view.hand and target in TARGETS:
            if is_open(view, card, target):
                return pick._replace(card=card, target=target), None
            return pick, None
        case _:
            return pick, None


def arranged(pick: Pick, intent: object) -> Pick:
    """The pick with the hand as it is after a press, which is never refused: it is nobody else's business."""
    match intent:
        case Resort():
            sort = Sort.VALUE if pick.sort is Sort.COLOUR else Sort.COLOUR
            return pick._replace(sort=sort, order=_sorted(pick.order, sort))
        case Dragged(("card", int(card)), ("card", int(onto))) if {card, onto} <= set(pick.order) and card != onto:
            return pick._replace(sort=Sort.OWN, order=_moved(pick.order, card, pick.order.index(onto)))
        case _:
            return pick


def keys(pick: Pick, view: View, legal: Sequence[Action]) -> Mapping[str, object]:
    """The intent of each key. Digits pick a card, and then its target."""
    out: dict[str, object] = {"s": Resort()}
    if pick.card is None:
        out |= {digit: PickCard(card) for digit, card in zip(_DIGITS, pick.order, strict=False)}
        return out
    out |= {str(target + 1): PickTarget(target) for target in open_targets(view, pick.card)}
    out["escape"] = Drop()
    if confirmed(pick, legal) is not None:
        out["return"] = Confirm()
    return out


def card_key(card: Card) -> Key:
    return ("card", card)


def _with_card(pick: Pick, view: View, card: Card) -> Pick:
    if card == pick.card:
        return pick._replace(card=None, target=None)
    return pick._replace(card=card, target=only_target(view, card))


def _sorted(cards: Sequence[Card], sort: Sort) -> tuple[Card, ...]:
    """A card's number is its place by colour, then value."""
    return tuple(sorted(cards, key=lambda card: (VALUE_OF[card] if sort is Sort.VALUE else 0, card)))


def _moved(order: tuple[Card, ...], card: Card, place: int) -> tuple[Card, ...]:
    """The hand with ``card`` at ``place``, the others closing up."""
    rest = [other for other in order if other != card]
    return (*rest[:place], card, *rest[place:])
