"""Three Thirteen: what a player has picked, how their hand is arranged, and what each press does to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from lan_thirteen.core.game import Card
from lan_thirteen.games.three_thirteen.model import INFO, Action, Discard, DrawDiscard, DrawStock, View
from lan_thirteen.ui.boards.arrangement import Arrangement
from lan_thirteen.ui.boards.base import Dragged
from lan_thirteen.ui.boards.three_thirteen_order import (
    MAX_GROUPS,
    Groups,
    Sort,
    moved,
    put,
    shifted,
    sorted_hand,
    synced,
)
from lan_thirteen.ui.display import Key


class Pile(StrEnum):
    """What one can draw from."""

    STOCK = "stock"
    DISCARDS = "discards"


class Pick(NamedTuple):
    """What is picked, be it this seat's turn or not, and how the hand lies."""

    deal: int
    sort: Sort = Sort.MELDS
    own: Groups = ()
    """The player's own arrangement; empty until they make one."""
    chosen: Card | Pile | None = None
    wants_out: bool = False
    """What is thrown is thrown to go out."""
    is_arranging: bool = False
    """Presses put cards into groups, and nothing is played."""
    shows_laid: bool | None = None
    """Whether the hands that lie open are listed; None: once somebody is out."""


class PressPile(NamedTuple):
    """A press on a pile; on the discards with a card picked, that card goes there."""

    pile: Pile


class PressCard(NamedTuple):
    """A press on a card of the hand."""

    card: Card


class Confirm(NamedTuple):
    """Play what is picked."""


class Cancel(NamedTuple):
    """Pick nothing; or arrange no longer."""


class GoOut(NamedTuple):
    """Go out with what is picked, or with the only card that can be thrown for it."""


class Resort(NamedTuple):
    """Sort the hand the next way."""


class Arrange(NamedTuple):
    """Begin or end to put cards into groups."""


class MoveCard(NamedTuple):
    """Move the picked card one place to the left (-1) or right (1)."""

    step: int


class PutIn(NamedTuple):
    """Put the picked card into the group at this place; one past the last is a new one."""

    place: int


class Best(NamedTuple):
    """Give up the own arrangement."""


class ShowLaid(NamedTuple):
    """List the hands that lie open, or list them no longer."""


NEW_GROUP: Final[Key] = ("action", 1)
"""The button that begins a group, while the hand is being arranged."""
_DRAWS: Final[Mapping[Pile, DrawStock | DrawDiscard]] = {Pile.STOCK: DrawStock(), Pile.DISCARDS: DrawDiscard()}


def pile_key(pile: Pile) -> Key:
    return ("pile", pile)


def group_key(place: int) -> Key:
    return ("group", place)


def fresh(view: View) -> Pick:
    """Nothing picked, the hand in melds."""
    return Pick(view.deal)


def arrangement(pick: Pick) -> Arrangement:
    return Arrangement(INFO.id, pick.deal, pick.sort, pick.own)


def laid(view: View, arrangement: Arrangement) -> Pick:
    sort = next((sort for sort in Sort if sort == arrangement.sort), Sort.MELDS)
    own = arrangement.of_hand(view.hand)[:MAX_GROUPS] if arrangement.deal == view.deal else ()
    return Pick(view.deal, Sort.MELDS if sort is Sort.OWN and not own else sort, own)


def revised(pick: Pick, view: View, legal: Sequence[Action]) -> Pick:
    """The pick after news: what is no longer there is dropped, the own order stays, what came lies to its right."""
    if pick.deal != view.deal:
        return Pick(view.deal, Sort.MELDS if pick.sort is Sort.OWN else pick.sort)
    own = synced(pick.own, view.hand, view.scheme) if pick.own and view.hand else ()
    sort = pick.sort if own or pick.sort is not Sort.OWN else Sort.MELDS
    chosen = pick.chosen
    is_there = _DRAWS[chosen] in legal if isinstance(chosen, Pile) else chosen in view.hand
    wants_out = pick.wants_out and bool(outs(legal))
    return pick._replace(
        own=own,
        sort=sort,
        chosen=chosen if is_there else None,
        wants_out=wants_out,
        is_arranging=pick.is_arranging and bool(view.hand),
    )


def groups_of(pick: Pick, view: View) -> Groups:
    """The hand as it lies."""
    return pick.own if pick.sort is Sort.OWN and pick.own else sorted_hand(view, pick.sort)


def outs(legal: Sequence[Action]) -> tuple[Card, ...]:
    """What can be thrown to go out."""
    return tuple(action.card for action in legal if isinstance(action, Discard) and action.out)


def throws(legal: Sequence[Action]) -> tuple[Card, ...]:
    """What can be thrown."""
    return tuple(action.card for action in legal if isinstance(action, Discard) and not action.out)


def out_card(pick: Pick, legal: Sequence[Action]) -> Card | None:
    """What would be thrown to go out: what is picked, or the only one there is; None where that is open."""
    able = outs(legal)
    if isinstance(pick.chosen, int) and pick.chosen in able:
        return pick.chosen
    return able[0] if len(able) == 1 else None


def action_of(chosen: Card | Pile, *, is_out: bool = False) -> DrawStock | DrawDiscard | Discard:
    """What is played with this."""
    return _DRAWS[chosen] if isinstance(chosen, Pile) else Discard(chosen, is_out)


def confirmed(pick: Pick, legal: Sequence[Action]) -> Action | None:
    """The action that a confirming press makes; None where it makes none."""
    if pick.chosen is None or pick.is_arranging:
        return None
    action = action_of(pick.chosen, is_out=pick.wants_out)
    return action if action in legal else None


def pressed(pick: Pick, intent: object, view: View, legal: Sequence[Action]) -> tuple[Pick, Action | None]:
    """What a press does of a player who may play ``legal``; empty: nothing."""
    match intent:
        case PressPile(pile) if _DRAWS[pile] in legal and not pick.is_arranging:
            if pick.chosen == pile:
                return pick, confirmed(pick, legal)
            return pick._replace(chosen=pile, wants_out=False), None
        case PressPile(Pile.DISCARDS) if isinstance(pick.chosen, int):
            return pick, confirmed(pick, legal)
        case PressCard(card) if card in view.hand:
            return _card_pressed(pick, card, legal)
        case Confirm():
            return pick, confirmed(pick, legal)
        case GoOut():
            return _gone_out(pick, legal)
        case Dragged(source, onto):
            return _dragged(pick, source, onto, view, legal)
        case _:
            return arranged(pick, intent, view), None


def arranged(pick: Pick, intent: object, view: View) -> Pick:
    """What a press does to the pick that plays nothing."""
    groups = groups_of(pick, view)
    match intent:
        case Cancel() if pick.is_arranging and pick.chosen is None:
            return pick._replace(is_arranging=False)
        case Cancel():
            return pick._replace(chosen=None, wants_out=False)
        case Resort():
            return pick._replace(sort=next_sort(pick, view))
        case Arrange() if view.hand:
            return pick._replace(is_arranging=not pick.is_arranging, chosen=None, wants_out=False)
        case MoveCard(step) if isinstance(pick.chosen, int):
            return _arranged_as(pick, groups, shifted(groups, pick.chosen, step))
        case PutIn(place) if isinstance(pick.chosen, int) and pick.is_arranging:
            return _arranged_as(pick, groups, put(groups, pick.chosen, place))
        case Best():
            return pick._replace(own=(), sort=Sort.MELDS)
        case ShowLaid():
            return pick._replace(shows_laid=not shows_laid(pick, view))
        case _:
            return pick


def shows_laid(pick: Pick, view: View) -> bool:
    """Whether the hands that lie open are listed on the table."""
    if not any(view.shown):
        return False
    return view.out is not None if pick.shows_laid is None else pick.shows_laid


def sorts(pick: Pick, view: View) -> tuple[Sort, ...]:
    """The ways to sort that there are, in the order in which they come."""
    melds = (Sort.MELDS,) * (view.split is not None)
    return (*melds, Sort.RANK, Sort.SUIT, *((Sort.OWN,) * bool(pick.own)))


def sort_of(pick: Pick, view: View) -> Sort:
    """How the hand lies."""
    return pick.sort if pick.sort in sorts(pick, view) else Sort.RANK


def next_sort(pick: Pick, view: View) -> Sort:
    ways = sorts(pick, view)
    return ways[(ways.index(sort_of(pick, view)) + 1) % len(ways)]


def _card_pressed(pick: Pick, card: Card, legal: Sequence[Action]) -> tuple[Pick, Action | None]:
    if pick.chosen != card:
        return pick._replace(chosen=card, wants_out=pick.wants_out and card in outs(legal)), None
    action = confirmed(pick, legal)
    return (pick, action) if action is not None else (pick._replace(chosen=None, wants_out=False), None)


def _gone_out(pick: Pick, legal: Sequence[Action]) -> tuple[Pick, Action | None]:
    """The first press says what is meant, the second does it."""
    card = out_card(pick, legal)
    if not outs(legal) or (card is None and pick.chosen is not None):
        return pick, None
    if pick.wants_out and card is not None and pick.chosen == card:
        return pick, confirmed(pick, legal)
    return pick._replace(chosen=card, wants_out=True, is_arranging=False), None


def _dragged(
    pick: Pick, source: Key, onto: Key | None, view: View, legal: Sequence[Action]
) -> tuple[Pick, Action | None]:
    groups = groups_of(pick, view)
    match source, onto:
        case ("card", int(card)), ("card", int(other)) if card in view.hand and other in view.hand:
            return _arranged_as(pick, groups, moved(groups, card, other)), None
        case ("card", int(card)), ("group", int(place)) if card in view.hand:
            return _arranged_as(pick, groups, put(groups, card, place)), None
        case ("card", int(card)), _ if card in view.hand and pick.is_arranging and onto == NEW_GROUP:
            return _arranged_as(pick, groups, put(groups, card, len(groups))), None
        case ("card", int(card)), _ if card in view.hand and _pile_at(onto, view) is Pile.DISCARDS:
            picked = pick._replace(chosen=card, wants_out=pick.wants_out and card in outs(legal))
            return picked, confirmed(picked, legal)
        case _, ("card", int(card)) if card in view.hand and (pile := _pile_at(source, view)) is not None:
            picked = pick._replace(chosen=pile, wants_out=False) if _DRAWS[pile] in legal else pick
            return picked, confirmed(picked, legal)
        case _:
            return pick, None


def _pile_at(key: Key | None, view: View) -> Pile | None:
    match key:
        case ("pile", Pile() as pile):
            return pile
        case ("card", int(card)) if card in view.discards:
            return Pile.DISCARDS
        case _:
            return None


def _arranged_as(pick: Pick, before: Groups, after: Groups) -> Pick:
    """The pick with this arrangement as the player's own."""
    return pick if before == after else pick._replace(own=after, sort=Sort.OWN)
