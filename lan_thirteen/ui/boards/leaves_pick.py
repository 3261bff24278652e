"""13 Leaves: what a player has picked, and what each press does to it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.core.game import Seat
from lan_thirteen.games.leaves.model import INFO, Action, Dealt, Event, Play, Played, Take, TrickEnded, View
from lan_thirteen.ui.boards.arrangement import Arrangement
from lan_thirteen.ui.boards.base import Dragged, Sight
from lan_thirteen.ui.boards.leaves_cards import Leaf, Leaves, shows, synced
from lan_thirteen.ui.display import Key

_UP: Final = "up"
_DOWN: Final = "down"

LeavesSight: TypeAlias = Sight[View, Action]


class Pick(NamedTuple):
    """What is picked, be it this seat's turn or not, and what is remembered of the table."""

    deal: int
    cards: Leaves
    chosen: frozenset[int] = frozenset()
    """Numbers of cards of one value."""
    is_descending: bool = False
    is_passing: bool = False
    """The card is being chosen that is taken by who passes."""
    taking: int | None = None
    """Its value."""
    new: frozenset[int] = frozenset()
    """What came into the hand last."""
    last: int | None = None
    """The value that was played last, until something else happens."""
    leader: Seat | None = None
    """Who led this trick, where that was seen."""

    @property
    def value(self) -> int | None:
        """The value that is picked."""
        return next((leaf.value for leaf in self.cards.hand if leaf.number in self.chosen), None)

    @property
    def play(self) -> Play | None:
        """What is picked, as an action that may be legal or not."""
        return None if self.value is None else Play(self.value, len(self.chosen))

    def group(self, value: int) -> frozenset[int]:
        """All cards of this value in the hand."""
        return frozenset(leaf.number for leaf in self.cards.hand if leaf.value == value)

    @property
    def held(self) -> tuple[Leaf, ...]:
        """The hand from left to right."""
        return self.cards.hand[::-1] if self.is_descending else self.cards.hand


class PressCard(NamedTuple):
    """A press on a card of the hand: all of its value are picked, and then this one is left out or put in again."""

    number: int


class PressSlot(NamedTuple):
    """A press on a place on the table: what would go there is picked; and then it is played."""

    value: int


class PressStack(NamedTuple):
    """A press on what could be taken; a second one takes it."""

    value: int


class Count(NamedTuple):
    """So many of what is picked; or the stack at this place, 1 up, of those to take from."""

    number: int


class Confirm(NamedTuple):
    """Play or take what is picked."""


class Pass(NamedTuple):
    """Choose what to take."""


class Back(NamedTuple):
    """Pick nothing; or do not pass after all."""


class Turn(NamedTuple):
    """Sort the hand the other way."""


def fresh(view: View) -> Pick:
    """Nothing picked."""
    return Pick(view.deal, synced(Leaves(), view))


def arrangement(pick: Pick) -> Arrangement:
    return Arrangement(INFO.id, pick.deal, _DOWN if pick.is_descending else _UP)


def laid(view: View, arrangement: Arrangement) -> Pick:
    return fresh(view)._replace(is_descending=arrangement.sort == _DOWN)


def revised(pick: Pick, view: View, legal: Sequence[Action], events: Sequence[Event]) -> Pick:
    """The pick after news."""
    if view.deal != pick.deal:
        before = Leaves(numbers=pick.cards.numbers)
        pick = Pick(view.deal, synced(before, view), is_descending=pick.is_descending, leader=pick.leader)
    pick = _remembered(_followed(pick, view), events)
    takes = [action.value for action in legal if isinstance(action, Take)]
    pick = pick._replace(
        is_passing=pick.is_passing and bool(takes), taking=pick.taking if pick.taking in takes else None
    )
    if legal and pick.value is not None and not may_play(pick.value, legal):
        pick = pick._replace(chosen=frozenset())
    return pick


def press(pick: Pick, intent: object, sight: LeavesSight) -> tuple[Pick, Action | None]:
    """What a press does; what no longer fits does nothing."""
    if isinstance(intent, Turn):
        return pick._replace(is_descending=not pick.is_descending), None
    if sight.seat is None or sight.is_sending:
        return pick, None
    pick, action = _pressed(pick, intent, sight)
    return pick, None if is_paused(sight) else action


def _pressed(pick: Pick, intent: object, sight: LeavesSight) -> tuple[Pick, Action | None]:
    match intent:
        case Confirm():
            return pick, _confirmed(pick, sight.legal)
        case Pass():
            return _passing(pick, sight.legal), None
        case Back():
            return _back(pick), None
        case Dragged(source, onto):
            return _dragged(pick, source, onto, sight.legal)
        case PressStack(value) | Count(value) if pick.is_passing:
            return _stack_pressed(pick, intent, value, sight)
        case PressCard() | PressSlot() | Count() if not pick.is_passing:
            return _picked(pick, intent, sight)
        case _:
            return pick, None


def keys(pick: Pick, sight: LeavesSight) -> Mapping[str, object]:
    """What each key means now."""
    out: dict[str, object] = {"s": Turn()}
    if sight.seat is None or sight.is_sending:
        return out
    if _confirmed(pick, sight.legal) is not None and not is_paused(sight):
        out["return"] = Confirm()
    if not pick.is_passing and any(isinstance(action, Take) for action in sight.legal):
        out["p"] = Pass()
    if pick.is_passing or pick.chosen:
        out["escape"] = Back()
        out |= {str(digit): Count(digit) for digit in range(1, 10)}
    return out


def is_paused(sight: LeavesSight) -> bool:
    """Whether somebody has paused the table: one may pick, but not play."""
    return sight.lobby.paused == "table.paused"


def may_play(value: int, legal: Sequence[Action]) -> bool:
    """Whether any number of this value may be played."""
    return any(isinstance(action, Play) and action.value == value for action in legal)


def fits(view: View, value: int, count: int) -> bool:
    """Whether so many of ``value`` could be laid on the table as it is, by whoever holds them."""
    if not view.table:
        return True
    (low, low_count), (high, high_count) = view.table[0], view.table[-1]
    return (value <= low and count >= low_count) or (value >= high and count >= high_count)


def _confirmed(pick: Pick, legal: Sequence[Action]) -> Action | None:
    """What is picked, where it may be played."""
    action: Action | None = pick.play
    if pick.is_passing:
        action = Take(pick.taking)
    return action if action is not None and action in legal else None


def _passing(pick: Pick, legal: Sequence[Action]) -> Pick:
    takes = [action.value for action in legal if isinstance(action, Take)]
    if not takes or pick.is_passing:
        return pick
    return pick._replace(is_passing=True, taking=takes[0] if len(takes) == 1 else None)


def _back(pick: Pick) -> Pick:
    if pick.is_passing:
        return pick._replace(is_passing=False, taking=None)
    return pick._replace(chosen=frozenset())


def _stack_pressed(pick: Pick, intent: object, value: int, sight: LeavesSight) -> tuple[Pick, Action | None]:
    stacks = [stack for stack, _ in sight.view.table]
    if isinstance(intent, Count):
        value = stacks[value - 1] if 0 < value <= len(stacks) else 0
    elif pick.taking == value:
        return pick, _confirmed(pick, sight.legal)
    return (pick._replace(taking=value), None) if Take(value) in sight.legal else (pick, None)


def _picked(pick: Pick, intent: PressCard | PressSlot | Count, sight: LeavesSight) -> tuple[Pick, Action | None]:
    match intent:
        case PressCard(number):
            leaf = next((leaf for leaf in pick.cards.hand if leaf.number == number), None)
            if leaf is None or not _may_pick(leaf.value, sight):
                return pick, None
            is_other = leaf.value != pick.value
            chosen = pick.group(leaf.value) if is_other else pick.chosen ^ {number}
            return pick._replace(chosen=chosen), None
        case PressSlot(value):
            if value == pick.value:
                return pick, _confirmed(pick, sight.legal)
            chosen = pick.group(value) if _may_pick(value, sight) else pick.chosen
            return pick._replace(chosen=chosen), None
        case Count(count):
            return _counted(pick, count), None


def _counted(pick: Pick, count: int) -> Pick:
    """So many of the picked value, from the left."""
    group = [leaf.number for leaf in pick.held if leaf.value == pick.value]
    return pick._replace(chosen=frozenset(group[:count])) if 0 < count <= len(group) else pick


def _may_pick(value: int, sight: LeavesSight) -> bool:
    """On one's turn only what may be played; before it, anything in the hand."""
    return may_play(value, sight.legal) if sight.legal else value in sight.view.hand


def _dragged(pick: Pick, source: Key, onto: Key | None, legal: Sequence[Action]) -> tuple[Pick, Action | None]:
    """Cards dragged onto the table are played; a card of the table dragged onto the hand is taken."""
    if onto is None:
        return pick, None
    match source[0], onto[0]:
        case "stack", "card" if pick.is_passing and Take(taken := _number(source)) in legal:
            return pick._replace(taking=taken), Take(taken)
        case "card", "slot" if not pick.is_passing:
            leaf = next((leaf for leaf in pick.cards.hand if leaf.number == _number(source)), None)
            if leaf is None:
                return pick, None
            whole = pick.chosen if leaf.number in pick.chosen else pick.group(leaf.value)
            dragged = pick._replace(chosen=whole)
            action = _confirmed(dragged, legal)
            return (dragged, action) if action is not None else (pick, None)
        case _:
            return pick, None


def _number(key: Key) -> int:
    return key[1] if len(key) > 1 and isinstance(key[1], int) else -1


def _followed(pick: Pick, view: View) -> Pick:
    """The pick with the cards that now are in the hand and on the table."""
    cards = synced(pick.cards, view, pick.chosen)
    had, has = ({leaf.number for leaf in each.hand} for each in (pick.cards, cards))
    is_changed = had != has
    return pick._replace(cards=cards, chosen=pick.chosen & has, new=frozenset(has - had) if is_changed else pick.new)


def _remembered(pick: Pick, events: Sequence[Event]) -> Pick:
    for event in events:
        match event:
            case Played(_, value):
                pick = pick._replace(last=value)
            case Dealt(_, seat) | TrickEnded(seat):
                pick = pick._replace(last=None, leader=seat)
            case _:
                pick = pick._replace(last=None)
    return pick


def shown(pick: Pick, sight: LeavesSight) -> Pick:
    """The pick as it goes with ``sight``: one that was made of another view is brought in line."""
    is_of = pick.deal == sight.view.deal and shows(pick.cards, sight.view)
    return pick if is_of else revised(pick, sight.view, sight.legal, ())
