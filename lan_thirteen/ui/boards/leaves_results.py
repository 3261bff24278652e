"""How a deal of 13 Leaves ended: who was out first, and what the others held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import SeatKind
from lan_thirteen.ui import theme, widgets
from lan_thirteen.ui.boards.leaves_pick import LeavesSight
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import SEAT_SHAPES, Align, Avatar, Panel, Shape
from lan_thirteen.ui.theme import Type

_BOT: Final = -1
_ROW: Final = 46.0
_NUMBER: Final = Type(theme.Face.EXTRABOLD, 16)


class _Row(NamedTuple):
    seat: Seat
    cards: int
    points: int
    total: int
    is_winner: bool


def results(stage: Stage, sight: LeavesSight, box: Box) -> tuple[Node, ...]:
    """The last deal, a row for each seat; empty where none has ended."""
    view = sight.view
    if not view.winners:
        return ()
    head = line_height(stage, theme.PANEL_TITLE) + 6
    title = sight.teller.of("leaves.told.won", view.winners[0])
    if len(view.winners) > 1:
        title = stage.say("leaves.told.shared", who=sight.teller.all(view.winners))
    nodes = list(widgets.line(stage, ("results", "title"), box._replace(h=head), title, theme.PANEL_TITLE, theme.TEXT))
    rows = _rows(sight)
    captions = line_height(stage, theme.HINT)
    step = min(_ROW * max(1.0, 0.9 * stage.text_scale), (box.h - head - captions - 4) / len(rows))
    is_series = view.options.mode == "expert"
    table = Box(box.x, box.y + head, box.w, captions)
    nodes += _captions(stage, table, is_series=is_series)
    for place, row in enumerate(rows):
        at = Box(box.x, table.bottom + 4 + place * step, box.w, step - 4)
        nodes += _row(stage, sight, row, at, is_series=is_series)
    return tuple(nodes)


def _rows(sight: LeavesSight) -> list[_Row]:
    """The best first."""
    view = sight.view
    rows = []
    for seat in map(Seat, range(len(view.hand_sizes))):
        cards, is_winner = view.hand_sizes[seat], seat in view.winners
        rows.append(_Row(seat, cards, 0 if is_winner else cards, view.totals[seat], is_winner))
    return sorted(rows, key=lambda row: (row.total, row.seat))


def _columns(box: Box, *, is_series: bool) -> tuple[Box, ...]:
    """Where the numbers stand, from the left: cards left, points, total."""
    wide = min(96.0, box.w * 0.2)
    count = 3 if is_series else 1
    return tuple(Box(box.right - 12 - (count - place) * wide, box.y, wide, box.h) for place in range(count))


def _captions(stage: Stage, box: Box, *, is_series: bool) -> Iterator[Node]:
    texts = [stage.say("win.leaves.results.cards")]
    if is_series:
        texts += [stage.say("win.leaves.results.points"), stage.say("win.leaves.results.total")]
    for place, (text, at) in enumerate(zip(texts, _columns(box, is_series=is_series), strict=True)):
        key = ("results", "caption", place)
        yield from widgets.line(stage, key, at.inset(2, 0), text, theme.HINT, theme.MUTED, Align.RIGHT)


def _row(stage: Stage, sight: LeavesSight, row: _Row, box: Box, *, is_series: bool) -> Iterator[Node]:
    key, info = ("results", row.seat), sight.lobby.seats[row.seat]
    edge = theme.AMBER if row.is_winner else None
    ground = Panel(theme.WHITE, theme.WHITE, min(12.0, box.h / 2), 0.09 if row.is_winner else 0.05, edge, 1.2, 0.7)
    yield Node(key, box, ground)
    r = min(16.0, box.h / 2 - 3)
    face = Avatar(_BOT if info.kind is SeatKind.BOT else info.avatar, theme.PLAYERS[row.seat])
    yield Node((*key, "face"), Box.around(box.x + 12 + r, box.cy, 2 * r, 2 * r), face)
    sign = Box.around(box.x + 12 + 1.74 * r, box.cy + 0.74 * r, 8, 8)
    yield Node((*key, "sign"), sign, Shape(SEAT_SHAPES[row.seat], theme.PLAYERS[row.seat], theme.FOCUS_OUTER))
    columns = _columns(box, is_series=is_series)
    x = box.x + 24 + 2 * r
    name = Box(x, box.y, columns[0].x - 8 - x, box.h)
    yield from widgets.line(stage, (*key, "name"), name, sight.teller.who(row.seat), theme.NAME, theme.TEXT)
    numbers = [str(row.cards)]
    if is_series:
        numbers += [stage.say("win.leaves.results.plus", row.points), str(row.total)]
    for place, (text, at) in enumerate(zip(numbers, columns, strict=True)):
        ink = theme.AMBER if place == len(numbers) - 1 else theme.TEXT_2
        yield from widgets.line(stage, (*key, "number", place), at.inset(2, 0), text, _NUMBER, ink, Align.RIGHT)
