"""Three Thirteen in the window: two piles, a hand in groups, and how good the hand is at every moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Phase
from lan_thirteen.games.three_thirteen.model import INFO, Action, Event, View
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards import parts
from lan_thirteen.ui.boards import three_thirteen_pick as picks
from lan_thirteen.ui.boards.arrangement import Arrangement
from lan_thirteen.ui.boards.base import Ask, Sight
from lan_thirteen.ui.boards.frame import Frame, frame
from lan_thirteen.ui.boards.pill import status_pill
from lan_thirteen.ui.boards.plates import PlateFacts, own_plate, plates
from lan_thirteen.ui.boards.presence import Chip
from lan_thirteen.ui.boards.three_thirteen_hand import hand
from lan_thirteen.ui.boards.three_thirteen_keys import keys
from lan_thirteen.ui.boards.three_thirteen_minis import results
from lan_thirteen.ui.boards.three_thirteen_pick import Pick, ShowLaid
from lan_thirteen.ui.boards.three_thirteen_rail import rail
from lan_thirteen.ui.boards.three_thirteen_side import side, spread
from lan_thirteen.ui.boards.three_thirteen_table import places, table
from lan_thirteen.ui.boards.three_thirteen_words import actions, card_names, status
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import Panel
from lan_thirteen.ui.widgets import Tone

_GOLD: Final = theme.colour("#E9C46A")
_FELT_DARK: Final = theme.colour("#031A10")


class ThreeThirteenBoard:
    """Three Thirteen on the screen."""

    def fresh(self, view: View) -> Pick:
        return picks.fresh(view)

    def revised(self, pick: Pick, view: View, legal: Sequence[Action], events: Sequence[Event]) -> Pick:
        return picks.revised(pick, view, legal)

    def arrangement(self, pick: Pick) -> Arrangement:
        return picks.arrangement(pick)

    def laid(self, view: View, arrangement: Arrangement) -> Pick:
        return picks.laid(view, arrangement)

    def press(self, pick: Pick, intent: object, sight: Sight[View, Action]) -> tuple[Pick, Action | None]:
        return picks.pressed(pick, intent, sight.view, () if sight.is_sending else sight.legal)

    def keys(self, pick: Pick, sight: Sight[View, Action]) -> Mapping[str, object]:
        return keys(pick, sight.view, () if sight.is_sending else sight.legal)

    def present(self, sight: Sight[View, Action], pick: Pick, stage: Stage) -> tuple[Node, ...]:
        where = frame(stage, sight.area)
        at = places(stage, where, spread(pick, sight.view))
        return (
            parts.backdrop(stage, "felt"),
            *_ornament(where),
            *_bar(sight, stage),
            *_players(sight, stage, where),
            *table(sight, pick, stage, where, at),
            *side(sight, pick, stage, at.side),
            *status_pill(stage, where, INFO.id, status(sight, pick, stage)),
            *parts.log_lines(stage, where, sight.log),
            *_mine(sight, pick, stage, where),
        )

    def results(self, sight: Sight[View, Action], stage: Stage, box: Box) -> tuple[Node, ...]:
        return results(sight, stage, box)


def _ornament(where: Frame) -> Iterator[Node]:
    """The edge of the table, in gold."""
    side = min(56.0, where.table.w * 0.05)
    top, bottom = where.plates.y + 8, where.table.bottom + (20 if where.is_compact else 40)
    outer = Box(where.table.x + side, top, where.table.w - 2 * side, bottom - top)
    for place, (inset, width, opacity) in enumerate(((0.0, 2.4, 0.4), (10.0, 1.0, 0.28))):
        box = outer.inset(inset)
        fill = 0.0 if place else 0.16
        panel = Panel(_FELT_DARK, _FELT_DARK, min(96.0, box.h / 3), fill, _GOLD, width, opacity)
        yield Node(("ornament", place), box, panel)


def _bar(sight: Sight[View, Action], stage: Stage) -> tuple[Node, ...]:
    title = stage.say(f"game.{INFO.id}")
    aces = stage.say(f"win.tt.aces.{sight.view.options.ace}")
    if not sight.view.deal:
        return parts.top_bar(stage, sight, title, aces, chip=stage.say("win.tt.deals", sight.view.options.deals))
    return parts.top_bar(stage, sight, title, aces, middle=rail(sight.view, stage, title))


def _players(sight: Sight[View, Action], stage: Stage, where: Frame) -> Iterator[Node]:
    view = sight.view
    facts = {Seat(seat): _facts(sight, stage, Seat(seat)) for seat in range(len(view.totals))}
    can_show = any(view.shown)
    for node in plates(stage, sight, where, facts, view.turn):
        if can_show and node.key[0] == "plate":
            name = sight.teller.who(Seat(int(str(node.key[1]))))
            yield node._replace(intent=ShowLaid(), label=stage.say("win.tt.plate", who=name))
        else:
            yield node
    if sight.seat is not None:
        yield from own_plate(stage, sight, where, facts[sight.seat], view.turn)


def _facts(sight: Sight[View, Action], stage: Stage, seat: Seat) -> PlateFacts:
    view = sight.view
    picked = view.picked[seat] if view.picked and view.shown[seat] is None and seat != sight.seat else ()
    return PlateFacts(
        score=str(view.totals[seat]),
        chip=_chip(sight, stage, seat),
        cards=view.hand_sizes[seat] if seat != sight.seat else None,
        tip=stage.say("win.tt.plate.picked", cards=card_names(stage, view, picked)) if picked else "",
    )


def _chip(sight: Sight[View, Action], stage: Stage, seat: Seat) -> Chip | None:
    """What matters most of a seat: out, what its hand cost, in front of all, dealer."""
    view, say = sight.view, stage.say
    shown = view.shown[seat]
    if seat == view.out:
        return Chip(say("win.tt.chip.out"), "flag", Tone.MINT)
    if shown is not None:
        return Chip(say("win.tt.chip.laid", points=shown.points), "flag", Tone.PLAIN)
    if seat == view.turn:
        return Chip(say("win.tt.chip.last"), "flag", Tone.RED) if view.out is not None else None
    if view.deal > 1 and view.totals[seat] == min(view.totals) and view.totals.count(view.totals[seat]) == 1:
        return Chip(say("win.tt.chip.in-front"), "crown", Tone.AMBER)
    if view.deal and seat == (view.first - 1) % len(view.totals):
        return Chip(say("win.tt.chip.dealer"), "layers", Tone.SKY)
    return None


def _mine(sight: Sight[View, Action], pick: Pick, stage: Stage, where: Frame) -> Iterator[Node]:
    """The buttons and the hand; the hand is the uppermost."""
    if sight.seat is None:
        return
    if sight.lobby.phase in (Phase.INTERMISSION, Phase.FINISHED):
        button = parts.Action(stage.say("win.tt.results"), Ask("results"), "trophy", tone=Tone.AMBER)
        yield from parts.actions(stage, where, button)
    elif sight.view.hand:
        main, others = actions(sight, pick, stage)
        yield from parts.actions(stage, where, main, *others)
        yield from parts.key_hints(stage, where, _hints(sight, pick, stage))
    yield from hand(sight, pick, stage, where)


def _hints(sight: Sight[View, Action], pick: Pick, stage: Stage) -> list[tuple[str, str]]:
    if pick.is_arranging:
        hints = [("Shift ←→", "move"), ("N", "group"), ("Esc", "done")]
    elif sight.legal and sight.view.is_drawing:
        hints = [("D", "stock"), ("F", "discards"), ("S", "sort")]
    else:
        hints = [("←→", "choose"), ("S", "sort"), ("G", "out")]
    return [(cap, stage.say(f"win.tt.hint.{what}")) for cap, what in hints]
