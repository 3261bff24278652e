"""Hands of Three Thirteen that lie open, as small cards: on the table, and in the results of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from lan_thirteen.core.game import Seat
from lan_thirteen.games.three_thirteen.model import Split, View
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.three_thirteen_order import Groups
from lan_thirteen.ui.boards.three_thirteen_words import Seen, card_names, face_of
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.layout import grid
from lan_thirteen.ui.pictures import SEAT_SHAPES, Align, Line, Panel, Shape
from lan_thirteen.ui.pictures import Card as CardPicture
from lan_thirteen.ui.theme import CARD_RATIO, Face, Type
from lan_thirteen.ui.widgets import line, paragraph, paragraph_height

_NAME: Final = Type(Face.BOLD, 14)
_POINTS: Final = Type(Face.EXTRABOLD, 15)
_HEAD: Final = Type(Face.BOLD, 12)
_NOTE: Final = theme.HINT
_LARGEST: Final = 46
_RAIL: Final = 7
"""What the bracket below small cards takes."""
_TALLEST: Final = 74
_ROOMY: Final = (0.62, 1.3)
"""From card to card, and from the last one of a group to the next, over the width of a card."""
_CLEAR: Final = (0.5, 1.2)
_TIGHT: Final = (0.34, 1.1)
_LEGIBLE: Final = 21
"""Cards are not drawn smaller than this so that more of each is seen."""
_ONE_COLUMN: Final = 4
_NARROWEST: Final = 250
"""Of a column, where there are two."""
_GAP: Final = 6.0


class Sum(NamedTuple):
    """What stands at the end of a row, from the left."""

    text: str
    is_good: bool = False
    is_main: bool = True


def split_cards(view: View, stage: Stage, key: Key, split: Split, room: Box) -> tuple[Node, ...]:
    """A hand in melds, each with its bracket, and what is left over with a dashed one; as large as fits."""
    groups = tuple(group for group in (*split.melds, split.left) if group)
    if not groups:
        return ()
    w, step, leap = _shape(groups, room)
    h = w * CARD_RATIO
    x, y = room.x, room.cy - (h + _RAIL) / 2
    nodes: list[Node] = []
    for place, group in enumerate(groups):
        is_meld = place < len(split.melds)
        span = Box(x, y, (len(group) - 1) * step + w, h)
        name = card_names(stage, view, group)
        tip = name if is_meld else stage.say("win.tt.loose-cards", split.points, cards=name)
        nodes += [
            Node((*key, "card", card), Box(x + i * step, y, w, h), CardPicture(face_of(view, card)), tip=tip)
            for i, card in enumerate(group)
        ]
        nodes.append(_rail((*key, place), span, is_meld=is_meld))
        x += (len(group) - 1) * step + leap
    return tuple(nodes)


def rows(sight: Seen, stage: Stage, key: str, room: Box, sums: Mapping[Seat, Sequence[Sum]]) -> tuple[Node, ...]:
    """The open hands of these seats with what stands at their ends; in two columns where they are many."""
    seats = list(sums)
    if not seats:
        return ()
    across = _across(len(seats), room)
    boxes = _boxes(room, across, -(-len(seats) // across), len(seats))
    widths = _sum_widths(stage, sums)
    return tuple(
        node
        for seat, box in zip(seats, boxes, strict=True)
        for node in _row(sight, stage, (key, seat), box, zip(sums[seat], widths, strict=False))
    )


def results(sight: Seen, stage: Stage, box: Box) -> tuple[Node, ...]:
    """Each hand in melds with what was left over, its points and its total; empty where no deal has just ended."""
    view = sight.view
    if not view.points:
        return ()
    note = stage.say("win.tt.results.rule")
    note_h = paragraph_height(stage, note, _NOTE, box.w)
    order = sorted(range(len(view.points)), key=lambda seat: (view.points[seat], seat))
    sums = {
        Seat(seat): (
            Sum(stage.say("win.tt.results.points", points=view.points[seat]), not view.points[seat]),
            Sum(str(view.totals[seat]), is_main=False),
        )
        for seat in order
    }
    head_h = _HEAD.size * stage.text_scale * 1.5
    body = Box(box.x, box.y + head_h, box.w, box.h - head_h - note_h - 8)
    foot = Box(box.x, body.bottom + 8, box.w, note_h)
    return (
        *_heads(stage, body._replace(y=box.y, h=head_h), _across(len(order), body)),
        *rows(sight, stage, "result", body, sums),
        *paragraph(stage, ("result", "rule"), foot, note, _NOTE, theme.TEXT_2),
    )


def _across(count: int, room: Box) -> int:
    """How many columns so many rows take."""
    return 2 if count > _ONE_COLUMN and room.w >= 2 * _NARROWEST else 1


def _heads(stage: Stage, room: Box, across: int) -> Iterator[Node]:
    """What the sums at the end of each row are."""
    for place, box in enumerate(grid(room, across, room.h, across, _GAP)):
        at = Box(box.x, box.y, box.w - 8, box.h)
        text = stage.say("win.tt.results.head")
        yield from line(stage, ("result", "head", place), at, text, _HEAD, theme.MUTED, Align.RIGHT)


def _boxes(room: Box, across: int, deep: int, count: int) -> tuple[Box, ...]:
    """The rows, down one column and then the next."""
    tall = min(_TALLEST, (room.h - _GAP * (deep - 1)) / deep)
    cells = grid(room, across, tall, across * deep, _GAP)
    down = [cells[y * across + x] for x in range(across) for y in range(deep)]
    return tuple(down[:count])


def _sum_widths(stage: Stage, sums: Mapping[Seat, Sequence[Sum]]) -> tuple[float, ...]:
    columns = zip(*sums.values(), strict=True)
    return tuple(max(stage.width(each.text, _POINTS) for each in column) + 8 for column in columns)


def _row(
    sight: Seen, stage: Stage, key: tuple[str, Seat], box: Box, sums: Iterator[tuple[Sum, float]]
) -> Iterator[Node]:
    view, seat = sight.view, key[1]
    is_own = seat == sight.seat
    yield Node(key, box, Panel(theme.WHITE, theme.WHITE, 10, 0.1 if is_own else 0.04, theme.WHITE, 1.0, 0.07))
    yield Node((*key, "shape"), Box.around(box.x + 15, box.cy, 12, 12), Shape(SEAT_SHAPES[seat], theme.PLAYERS[seat]))
    name_w = min(132.0 * stage.text_scale, 0.2 * box.w)
    name = Box(box.x + 27, box.y, name_w, box.h)
    yield from line(stage, (*key, "name"), name, sight.teller.who(seat), _NAME, theme.TEXT)
    right = box.right - 8
    for place, (each, wide) in reversed(list(enumerate(sums))):
        ink = theme.MINT if each.is_good else theme.TEXT if each.is_main else theme.TEXT_2
        at = Box(right - wide, box.y, wide, box.h)
        yield from line(stage, (*key, "sum", place), at, each.text, _POINTS, ink, Align.RIGHT)
        right = at.x - 4
    room = Box(name.right + 6, box.y + 3, right - 6 - name.right - 6, box.h - 6)
    split = view.shown[seat]
    if split is not None:
        yield from split_cards(view, stage, (*key, "meld"), split, room)


def _shape(groups: Groups, room: Box) -> tuple[float, float, float]:
    """Width, step and leap of small cards that fit into ``room``."""
    within, leaps = sum(len(group) - 1 for group in groups), len(groups) - 1
    most, clear, least = (within * step + leaps * leap + 1 for step, leap in (_ROOMY, _CLEAR, _TIGHT))
    # smaller cards whose signs are seen rather than larger ones that hide each other
    w = min(_LARGEST, max(8.0, room.h - _RAIL) / CARD_RATIO, max(_LEGIBLE, room.w / clear), room.w / least)
    share = min(1.0, max(0.0, (room.w / w - least) / max(0.01, most - least)))
    step, leap = (small + (big - small) * share for big, small in zip(_ROOMY, _TIGHT, strict=True))
    return w, step * w, leap * w


def _rail(key: Key, span: Box, *, is_meld: bool) -> Node:
    box = Box(span.x, span.bottom + 2, span.w, 4)
    ink = theme.MINT if is_meld else theme.RED
    points = ((0.0, 0.0), (0.0, box.h), (box.w, box.h), (box.w, 0.0))
    return Node((*key, "rail"), box, Line(points, ink, 1.8, is_dashed=not is_meld))
