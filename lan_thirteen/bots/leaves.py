"""What the bots know of 13 Leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from lan_thirteen.core.game import Deal, Seat
from lan_thirteen.games.leaves.model import COPIES, VALUES, Action, Play, Take, View

_WHOLE = 3.0
"""What it is worth that no card of the value is left behind: turns are what wins, and a group is one turn."""
_GAP = 0.7
"""What each step costs that an end moves on: values inside are closed."""
_OFF_CENTRE = 0.3
"""What each step from the middle costs a lead, which soon has to be left on both sides."""
_PASS = -3.0
"""What it costs to leave the trick, apart from the card that is taken."""
_NEW_GROUP = 4.0
"""What a taken card costs that joins nothing: one more turn."""
_AT_END = 0.4
"""What it costs to take from an end, which lowers it for those still in."""


class LeavesJudge:
    """Plays out whole groups, and takes what joins a group, from the middle."""

    blur = 6.0

    def sensible(self, view: View, legal: Sequence[Action]) -> Sequence[Action]:
        last = [action for action in legal if isinstance(action, Play) and action.count == len(view.hand)]
        return last or [action for action in legal if not _splits_in_vain(view, action)]

    def worth(self, view: View, actions: Sequence[Action]) -> Sequence[float]:
        return [_worth(view, action) for action in actions]


def _worth(view: View, action: Action) -> float:
    match action:
        case Play():
            return _worth_of_play(view, action)
        case Take():
            return _PASS if action.value is None else _PASS + _worth_of_take(view, action.value)
        case Deal():
            return 0.0  # the dealer's, never a seat's
        case _:
            assert_never(action)


def _worth_of_play(view: View, play: Play) -> float:
    worth = float(play.count)
    if play.count == view.hand.count(play.value):
        worth += _WHOLE
    if not view.table:
        return worth - _OFF_CENTRE * abs(play.value - 7)
    low, high = view.table[0][0], view.table[-1][0]
    return worth - _GAP * max(low - play.value, play.value - high, 0)


def _worth_of_take(view: View, value: int) -> float:
    held = view.hand.count(value)
    worth = float(held) if held else -_NEW_GROUP
    if value in (view.table[0][0], view.table[-1][0]):
        worth -= _AT_END
    return worth - _OFF_CENTRE * abs(value - 7)


def _splits_in_vain(view: View, action: Action) -> bool:
    """Whether the action leaves cards of its value in hand although nobody else could answer a bigger play there."""
    if not isinstance(action, Play) or not view.table or action.count == view.hand.count(action.value):
        return False
    low, high = view.table[0][0], view.table[-1][0]
    # a lone stack is both ends
    is_left, is_right = action.value <= low, action.value >= high
    return not (is_left and _can_reach(view, range(1, low + 1), low)) and not (
        is_right and _can_reach(view, range(high, 14), high)
    )


def _can_reach(view: View, beyond: range, end: int) -> bool:
    """Whether, for all one knows, another seat in this trick can play one of the values ``beyond`` at this end."""
    needed = dict(view.table)[end]
    return any(_most(view, seat, value) >= needed for seat in _rivals(view) for value in beyond)


def _rivals(view: View) -> list[Seat]:
    """The other seats that are still in this trick."""
    return [Seat(s) for s in range(len(view.hand_sizes)) if s != view.seat and s not in view.passed]


def _most(view: View, rival: Seat, value: int) -> int:
    """How many cards of ``value`` this seat may have: those all saw it take, and hidden ones as far as it has room."""
    known = view.known[rival]
    return known.count(value) + min(_hidden(view, value), view.hand_sizes[rival] - len(known))


def _hidden(view: View, value: int) -> int:
    """How many cards of ``value`` lie where one cannot see them: undealt, or in a hand and not known to be there."""
    seen = view.hand.count(value) + dict(view.table).get(value, 0) + view.removed[VALUES.index(value)]
    return COPIES[value] - seen - sum(view.known[s].count(value) for s in range(len(view.known)) if s != view.seat)
