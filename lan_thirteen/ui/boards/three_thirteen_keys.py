"""Three Thirteen: what each key means at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from lan_thirteen.games.three_thirteen.model import Action, View
from lan_thirteen.ui.boards.base import Ask
from lan_thirteen.ui.boards.three_thirteen_order import may_begin
from lan_thirteen.ui.boards.three_thirteen_pick import (
    Arrange,
    Best,
    Cancel,
    Confirm,
    GoOut,
    MoveCard,
    Pick,
    Pile,
    PressCard,
    PressPile,
    PutIn,
    Resort,
    ShowLaid,
    action_of,
    confirmed,
    groups_of,
    outs,
)

_DIGITS: Final = "1234567890"


def keys(pick: Pick, view: View, legal: Sequence[Action]) -> Mapping[str, object]:
    """The intent of each key."""
    out: dict[str, object] = {"h": Ask("hint"), "l": Ask("log"), "t": Ask("chat"), "f1": Ask("rules")}
    if any(view.shown):
        out["o"] = ShowLaid()
    if not view.hand:
        return out
    out |= {"s": Resort(), "a": Arrange()}
    flat = [c for group in groups_of(pick, view) for c in group]
    out |= {digit: PressCard(card) for digit, card in zip(_DIGITS, flat, strict=False)}
    if isinstance(pick.chosen, int):
        out |= {"shift+left": MoveCard(-1), "shift+right": MoveCard(1)}
    if pick.is_arranging:
        return out | _arranging_keys(pick, view)
    if action_of(Pile.STOCK) in legal:
        out["d"] = PressPile(Pile.STOCK)
    if action_of(Pile.DISCARDS) in legal:
        out["f"] = PressPile(Pile.DISCARDS)
    if outs(legal):
        out["g"] = GoOut()
    if confirmed(pick, legal) is not None:
        out["return"] = Confirm()
    if pick.chosen is not None or pick.wants_out:
        out["escape"] = Cancel()
    return out


def _arranging_keys(pick: Pick, view: View) -> dict[str, object]:
    out: dict[str, object] = {"escape": Cancel(), "r": Best()}
    groups = groups_of(pick, view)
    if pick.chosen is None:
        out["return"] = Arrange()
    if isinstance(pick.chosen, int) and may_begin(groups, pick.chosen):
        out["n"] = PutIn(len(groups))
    return out
