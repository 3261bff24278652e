"""How a deal of Dreizehn came to its points: what each seat took of each colour, and what that cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lan_thirteen.core.game import Seat
from lan_thirteen.games.dreizehn.model import COLOURS, RED, Action, Colour, View
from lan_thirteen.games.dreizehn.piles import Counts, counted, piles_taken
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.boards.dreizehn_targets import SIGNS
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import columns, rows
from lan_thirteen.ui.pictures import SEAT_SHAPES, Align, Panel, Shape
from lan_thirteen.ui.theme import Face, Type
from lan_thirteen.ui.widgets import line, paragraph, paragraph_height

_HEAD: Final = Type(Face.BOLD, 12)
_NAME: Final = Type(Face.BOLD, 14.5)
_CELL: Final = Type(Face.MEDIUM, 14)
_FREE: Final = Type(Face.EXTRABOLD, 13)
_POINTS: Final = Type(Face.EXTRABOLD, 16)
_NOTE: Final = Type(Face.MEDIUM, 12)
_TALLEST: Final = 58


class Bill(NamedTuple):
    """What one seat took in a deal, and what it cost."""

    counts: Counts
    freed: tuple[bool, ...]
    """Of which of blue, green and yellow it alone took most."""
    points: int

    def cost(self, colour: Colour) -> int:
        """What the cards of this colour cost: a red four 2, any other 1, and nothing where the seat was freed."""
        if colour == RED:
            return 2 * self.counts[RED]
        return 0 if self.freed[colour] else self.counts[colour]


def bills(view: View) -> tuple[Bill, ...]:
    """The bill of each seat for the deal that has just ended; empty where none has, or the next one is on."""
    if not view.points or view.turn is not None or not view.played:
        return ()
    taken = piles_taken(view.played, view.first, len(view.totals))
    return tuple(
        Bill(counted(cards), tuple(freed == seat for freed in view.freed), view.points[seat])
        for seat, cards in enumerate(taken)
    )


def results(sight: Sight[View, Action], stage: Stage, box: Box) -> tuple[Node, ...]:
    """A row for each seat: its cards by colour with what they cost, and its points; below them the rule."""
    all_bills = bills(sight.view)
    if not all_bills:
        return ()
    note = sight.teller.say("win.dz.rule")
    note_height = paragraph_height(stage, note, _NOTE, box.w - 16)
    head_height = 26 * max(1.0, stage.text_scale)
    body = box.h - note_height - 8 - head_height
    row_height = min(body / len(all_bills), _TALLEST * max(1.0, stage.text_scale))
    tall = head_height + row_height * len(all_bills)
    parts = rows(
        Box(box.x, box.y + (box.h - tall - 8 - note_height) / 2, box.w, tall),
        head_height,
        *[row_height] * len(all_bills),
    )
    note_box = Box(box.x + 8, parts[-1].bottom + 8, box.w - 16, note_height)
    return (
        *_head(sight, stage, parts[0]),
        *(node for seat, row in enumerate(parts[1:]) for node in _row(sight, stage, Seat(seat), all_bills[seat], row)),
        *paragraph(stage, ("results", "rule"), note_box, note, _NOTE, theme.TEXT_2),
    )


def _columns(box: Box) -> Sequence[Box]:
    """Name, the four colours, points."""
    share = box.w / 100
    return columns(box.inset(12, 0), 26 * share, *[None] * 4, 14 * share, gap=4)


def _head(sight: Sight[View, Action], stage: Stage, box: Box) -> Iterator[Node]:
    _, *colours, points = _columns(box)
    for colour, cell in enumerate(colours):
        key = ("results", "head", colour)
        name = sight.teller.say("win.dz.fours" if colour == RED else f"dreizehn.colour.{colour}")
        size = 14 * stage.text_scale
        wide = min(stage.width(name, _HEAD) + 1, cell.w - size - 5)
        start = cell.cx - (wide + size + 5) / 2
        sign = Shape(SIGNS[colour], theme.mixed(theme.DREIZEHN[colour], theme.WHITE, 0.18))
        yield Node((*key, "sign"), Box.around(start + size / 2, cell.cy, size, size), sign)
        place = Box(start + size + 5, cell.y, wide, cell.h)
        yield from line(stage, key, place, name, _HEAD, theme.TEXT_2)
    words = sight.teller.say("win.end.points")
    yield from line(stage, ("results", "points"), points, words, _HEAD, theme.TEXT_2, Align.RIGHT)


def _row(sight: Sight[View, Action], stage: Stage, seat: Seat, bill: Bill, box: Box) -> Iterator[Node]:
    key = ("results", seat)
    is_best = bill.points == min(sight.view.points)
    ground = Panel(theme.WHITE, theme.WHITE, 12, opacity=0.12 if seat == sight.seat else 0.05)
    yield Node((*key, "back"), box.inset(0, 2), ground)
    name, *colours, points = _columns(box)
    size = 13 * stage.text_scale
    mark = Box.around(name.x + size / 2, name.cy, size, size)
    yield Node((*key, "mark"), mark, Shape(SEAT_SHAPES[seat], theme.PLAYERS[seat]))
    words = Box(mark.right + 7, name.y, name.right - mark.right - 7, name.h)
    yield from line(stage, (*key, "name"), words, sight.teller.who(seat), _NAME, theme.TEXT)
    for colour, cell in enumerate(colours):
        yield from _cell(sight, stage, seat, bill, colour, cell)
    gained = sight.teller.say("win.end.gained", bill.points)
    ink = theme.MINT if is_best else theme.TEXT
    yield from line(stage, (*key, "points"), points, gained, _POINTS, ink, Align.RIGHT)


def _cell(sight: Sight[View, Action], stage: Stage, seat: Seat, bill: Bill, colour: Colour, box: Box) -> Iterator[Node]:
    """How many cards of a colour, and what they cost where that is not the same number."""
    key = ("results", seat, "of", colour)
    count = bill.counts[colour]
    teller = sight.teller
    if not count:
        yield from line(stage, key, box, teller.say("win.dz.none"), _CELL, theme.MUTED, Align.CENTRE)
    elif colour in COLOURS and bill.freed[colour]:
        text = teller.say("win.dz.freed", count)
        wide = min(box.w, stage.width(text, _FREE) + 18)
        frame = Box.around(box.cx, box.cy, wide, min(box.h - 6, 24 * stage.text_scale))
        pill = Panel(theme.MINT_DARK, theme.MINT_DARK, frame.h / 2, edge=theme.MINT)
        name = teller.say(f"dreizehn.colour.{colour}")
        tip = teller.of("dreizehn.told.freed", seat, colour=name)
        yield Node((*key, "pill"), frame, pill, tip=tip)
        yield from line(stage, key, frame.inset(6, 0), text, _FREE, theme.MINT, Align.CENTRE)
    else:
        text = teller.say("win.dz.doubled", count=count, cost=bill.cost(colour)) if colour == RED else str(count)
        yield from line(stage, key, box, text, _CELL, theme.TEXT, Align.CENTRE)
