"""13 Leaves in words. On the screen a deal is a game and a trick is a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from lan_thirteen.core.game import Deal, Seat
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.leaves.explain import refusals
from lan_thirteen.games.leaves.model import (
    Action,
    DealEnded,
    Dealt,
    Event,
    Play,
    Played,
    Take,
    Took,
    TrickEnded,
    View,
    Why,
)
from lan_thirteen.ui.terminal.teller import Teller


class LeavesBoard:
    """13 Leaves in words."""

    def table(self, teller: Teller, view: View) -> list[str]:
        stacks = "  ".join(f"{count}×{value}" for value, count in view.table)
        lines = [
            teller.say("leaves.heading", deal=view.deal, trick=view.trick),
            *(self._seat(teller, view, Seat(s)) for s in range(len(view.hand_sizes))),
            teller.say("leaves.table", stacks=stacks) if stacks else teller.say("leaves.empty-table"),
        ]
        if view.options.mode == "expert":
            lines.append(teller.totals(view.totals))
        if view.seat is not None:
            lines.append(teller.say("hand.yours", cards=_grouped(view.hand)))
        return lines

    def order(self, view: View, action: Action) -> tuple[int, ...]:
        match action:
            case Play(value, count):
                return (0, value, count)
            case Take(value):
                return (1, value or 0)
            case Deal():
                return ()
            case _:
                assert_never(action)

    def choice(self, teller: Teller, view: View, action: Action) -> str:
        match action:
            case Play(value, count):
                return teller.say(
                    "leaves.choice.play" if view.table else "leaves.choice.lead", card=f"{count} × {value}"
                )
            case Take(None):
                return teller.say("leaves.choice.pass")
            case Take(value):
                return teller.say("leaves.choice.take", value=value)
            case Deal():
                return teller.say("choice.deal")
            case _:
                assert_never(action)

    def closed(self, teller: Teller, view: View, legal: Sequence[Action]) -> list[str]:
        lines = [f"{value}: {teller.why(why)}" for value, why in refusals(view)]
        if not any(isinstance(action, Take) for action in legal):
            lines.append(teller.say("leaves.closed.pass", why=teller.why(Refusal(Why.MUST_LEAD))))
        return lines

    def story(self, teller: Teller, event: Event, view: View) -> list[str]:
        match event:
            case Dealt(deal, first):
                return [teller.of("leaves.told.dealt", first, deal=deal)]
            case Played(seat, value, count, total):
                key = "leaves.told.played" if total == count else "leaves.told.stacked"
                return [teller.of(key, seat, card=f"{count} × {value}", stack=f"{total} × {value}")]
            case Took(seat, None):
                return [teller.of("leaves.told.passed", seat)]
            case Took(seat, value):
                return [teller.of("leaves.told.took", seat, value=value)]
            case TrickEnded(seat, removed):
                return [teller.of("leaves.told.trick", seat, removed)]
            case DealEnded(winners, points, totals):
                won = (
                    teller.of("leaves.told.won", winners[0])
                    if len(winners) == 1
                    else teller.say("leaves.told.shared", who=teller.all(winners))
                )
                return [won, *teller.points(points, totals)]
            case _:
                assert_never(event)

    def _seat(self, teller: Teller, view: View, seat: Seat) -> str:
        key = "leaves.seat.passed" if seat in view.passed else "leaves.seat"
        if seat == view.turn:
            key = "leaves.seat.turn"
        return teller.of(key, seat, view.hand_sizes[seat])


def _grouped(values: tuple[int, ...]) -> str:
    """``3  7 7 7  10``: equal cards stand together."""
    return "  ".join(" ".join([str(v)] * values.count(v)) for v in sorted(set(values)))
