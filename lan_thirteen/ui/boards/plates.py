"""The plates of the players: who sits there, how it stands for them, and whether they can be reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Presence, SeatInfo, SeatKind
from lan_thirteen.ui import theme, widgets
from lan_thirteen.ui.boards.base import Sight, clockwise
from lan_thirteen.ui.boards.frame import Frame
from lan_thirteen.ui.boards.labels import count_label, count_width, small_label
from lan_thirteen.ui.boards.presence import Chip, plate_chip, plate_tip
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import SEAT_SHAPES, Avatar, Back, Card, Icon, Panel, Run, Shape, Text
from lan_thirteen.ui.theme import Type

_GAPS: Final = {1: 26, 2: 26, 3: 26, 4: 22}
_GAPS_COMPACT: Final = {1: 18, 2: 18, 3: 18, 4: 14}
_WIDEST: Final = 248
_WIDEST_COMPACT: Final = 206
_FAN: Final = 62
"""What the cards of a hand take of a plate."""
_FAN_FROM: Final = 176
"""The least width of a plate with a fan."""
_FAN_SEATS: Final = 5
"""With more opponents there is no fan."""
_SLIM: Final = 150
_SIDE: Final = 44
"""What a button takes of the own plate."""
_FEW: Final = 2
"""From so many cards down a hand is nearly empty."""
_BOT: Final = -1
_DIM: Final = 0.45


class PlateFacts(NamedTuple):
    """What a game tells of a seat."""

    score: str = ""
    """Empty where no points are kept."""
    score_icon: str = "sigma"
    chip: Chip | None = None
    cards: int | None = None
    """How many are in this hand, where that is to be seen."""
    pile: int | None = None
    """How many lie face down before this seat, where the game has that."""
    is_dim: bool = False
    """Out of it for now."""
    tip: str = ""
    """The same in a sentence."""


class SideButton(NamedTuple):
    """A round button on the own plate."""

    icon: str
    intent: object
    label: str


class _Plate(NamedTuple):
    """One plate, to be drawn."""

    stage: Stage
    sight: Sight[Any, Any]
    seat: Seat
    facts: PlateFacts
    box: Box
    group: str
    is_turn: bool
    has_fan: bool
    side: SideButton | None = None

    @property
    def info(self) -> SeatInfo:
        return self.sight.lobby.seats[self.seat]

    @property
    def radius(self) -> float:
        """Of the face."""
        return 17.0 if self.box.w < _SLIM else 21.0 if self.box.h < 60 else 23.0

    @property
    def name_x(self) -> float:
        return self.box.x + 2 * self.radius + (14 if self.box.w < _SLIM else 24)

    @property
    def is_dim(self) -> bool:
        return self.facts.is_dim or self.info.presence in (Presence.LOST, Presence.LEFT)

    @property
    def line_2(self) -> float:
        return self.box.cy + 12 + 3 * (self.stage.text_scale - 1)


def plates(
    stage: Stage, sight: Sight[Any, Any], where: Frame, facts: Mapping[Seat, PlateFacts], turn: Seat | None
) -> tuple[Node, ...]:
    """The others in a row, in the order they play after this seat."""
    seats = clockwise(len(sight.lobby.seats), sight.seat)
    boxes = plate_boxes(where, len(seats))
    has_fan = len(seats) <= _FAN_SEATS and boxes[0].w >= _FAN_FROM
    nodes: list[Node] = []
    for seat, box in zip(seats, boxes, strict=True):
        group, known = f"plate {seat}", facts.get(seat, PlateFacts())
        nodes += _plate(_Plate(stage, sight, seat, known, box, group, seat == turn, has_fan))
    for place, (one, other) in enumerate(pairwise(boxes)):
        gap = other.x - one.right
        size = min(18.0, gap)
        at = Box.around(one.right + gap / 2, one.cy, size, size)
        nodes.append(Node(("chevron", place), at, Icon("chevron-right", theme.MUTED)))
    return tuple(nodes)


def own_plate(
    stage: Stage,
    sight: Sight[Any, Any],
    where: Frame,
    facts: PlateFacts,
    turn: Seat | None,
    side: SideButton | None = None,
) -> tuple[Node, ...]:
    """The plate of this seat at the lower left; empty for somebody who watches."""
    if sight.seat is None:
        return ()
    plate = _Plate(
        stage, sight, sight.seat, facts, where.own, "own plate", sight.seat == turn, has_fan=False, side=side
    )
    nodes = list(_plate(plate))
    if side is not None:
        key, cx = ("own", side.icon), where.own.right - _SIDE / 2 - 2
        nodes += widgets.icon_button(stage, key, cx, where.own.cy, side.icon, side.intent, side.label, size=28)
    return widgets.grouped("own plate", nodes)


def plate_boxes(where: Frame, count: int) -> tuple[Box, ...]:
    """Where so many plates stand."""
    row = where.plates
    if where.is_compact:
        gap, widest = _GAPS_COMPACT.get(count, 10), _WIDEST_COMPACT
    else:
        gap, widest = _GAPS.get(count, 14), _WIDEST
    wide = min(widest, (row.w - (count - 1) * gap) / count)
    x = row.cx - (count * wide + (count - 1) * gap) / 2
    return tuple(Box(x + place * (wide + gap), row.y, wide, row.h) for place in range(count))


def _plate(plate: _Plate) -> Iterator[Node]:
    top, bottom = theme.PLATES[plate.sight.lobby.game]
    if plate.is_turn:
        top, bottom = theme.mixed(top, theme.WHITE, 0.06), theme.mixed(bottom, theme.WHITE, 0.04)
    panel = Panel(
        top,
        bottom,
        theme.PLATE_RADIUS,
        opacity=0.94,
        edge=theme.AMBER if plate.is_turn else theme.WHITE,
        edge_width=1.6 if plate.is_turn else 1.0,
        edge_opacity=0.95 if plate.is_turn else 0.12,
        has_shadow=True,
        glow=theme.AMBER if plate.is_turn else None,
        shine=0.12,
    )
    yield Node(
        ("plate", plate.seat),
        plate.box,
        panel,
        tip=plate_tip(plate.sight, plate.seat, plate.facts.tip),
        group=plate.group,
    )
    yield from _face(plate)
    right = plate.box.right - (8 if plate.side is None else _SIDE)
    if plate.facts.cards is not None or plate.facts.pile is not None:
        yield from _holding(plate)
        right -= _FAN if plate.has_fan else 0
    yield from _words(plate, right)


def _face(plate: _Plate) -> Iterator[Node]:
    r, cy = plate.radius, plate.box.cy
    cx = plate.box.x + r + (7 if plate.box.w < _SLIM else 12)
    colour = theme.PLAYERS[plate.seat]
    number = _BOT if plate.info.kind is SeatKind.BOT else plate.info.avatar
    face = Avatar(number, colour, is_dim=plate.is_dim, share=_clock_share(plate))
    yield Node(("avatar", plate.seat), Box.around(cx, cy, 2 * r, 2 * r), face, group=plate.group)
    sign = Shape(SEAT_SHAPES[plate.seat], colour, plate=theme.FOCUS_OUTER)
    at = Box.around(cx + 0.74 * r, cy + 0.74 * r, 10.5, 10.5)
    yield Node(("avatar", plate.seat, "shape"), at, sign, group=plate.group)


def _clock_share(plate: _Plate) -> float:
    """How much of its time a seat has left; all of it without a clock."""
    lobby = plate.sight.lobby
    if not plate.is_turn or not lobby.house.turn_clock_s or lobby.waits_ms is None:
        return 1.0
    return min(1.0, max(0.0, lobby.waits_ms / 1000 / lobby.house.turn_clock_s))


def _words(plate: _Plate, right: float) -> Iterator[Node]:
    stage, box, x = plate.stage, plate.box, plate.name_x
    ink = theme.MUTED if plate.is_dim else theme.TEXT
    name_h = theme.NAME.size * stage.text_scale * 1.15
    name_y = box.cy - 12.5 - 3 * (stage.text_scale - 1)
    at = Box(x, name_y - name_h / 2, max(12.0, right - x), name_h)
    yield from widgets.grouped(
        plate.group, widgets.line(stage, ("name", plate.seat), at, _name(plate), theme.NAME, ink)
    )
    y = plate.line_2
    if plate.facts.score:
        style = Type(theme.Face.BOLD, 13.5)
        wide = stage.width(plate.facts.score, style) + 0.5
        if box.w >= _SLIM:
            sign = Icon(plate.facts.score_icon, theme.MUTED if plate.is_dim else theme.AMBER)
            yield Node(("score", plate.seat, "icon"), Box(x, y - 6.5, 13, 13), sign, group=plate.group)
            x += 17
        run = Run(plate.facts.score, stage.type(style), ink)
        h = style.size * stage.text_scale * 1.15
        yield Node(("score", plate.seat), Box(x, y - h / 2, wide, h), Text((run,)), group=plate.group)
        x += wide + 8
    chip = plate_chip(plate.stage, plate.sight, plate.seat, plate.facts.chip, is_turn=plate.is_turn)
    if not plate.has_fan and plate.box.w >= _SLIM and _count(plate) is not None:
        right -= 30 * stage.text_scale
    if chip is not None and right - x > 18:
        yield from small_label(
            stage,
            ("chip", plate.seat),
            x,
            y,
            chip.text,
            icon=chip.icon,
            tone=chip.tone,
            room=right - x,
            group=plate.group,
        )


def _count(plate: _Plate) -> int | None:
    return plate.facts.cards if plate.facts.cards is not None else plate.facts.pile


def _holding(plate: _Plate) -> Iterator[Node]:
    """The cards of this seat, with their number: a fan, a pile, or in a slim plate the number alone."""
    count = _count(plate)
    if count is None:
        return
    box, back = plate.box, Back(plate.sight.lobby.game)
    cx = box.right - 36
    if plate.has_fan:
        is_fan = plate.facts.cards is not None
        yield from _fan(plate, cx, count, back) if is_fan else _pile(plate, cx, count, back)
    words = str(count)
    wide = count_width(plate.stage, words)
    cy = box.bottom - 11.5
    if not plate.has_fan:
        cx = box.x + 3 + wide / 2 if box.w < _SLIM else box.right - 8 - wide / 2
    is_few = plate.facts.cards is not None and count <= _FEW
    ink, edge = (theme.AMBER, theme.AMBER) if is_few else (theme.TEXT, theme.WHITE)
    label = count_label(plate.stage, ("count", plate.seat), cx, cy, words, ink=ink, edge=edge, size=12.5)
    yield from widgets.grouped(plate.group, label)


def _fan(plate: _Plate, cx: float, count: int, back: Back) -> Iterator[Node]:
    shown = min(5, count)
    dim = _DIM if plate.is_dim else 0.0
    for place in range(shown):
        t = place - (shown - 1) / 2
        at = Box.around(cx + t * 6.5, plate.box.cy - 2 + abs(t) * 1.2, 25, 35)
        yield Node(("back", plate.seat, place), at, Card(back, dim=dim), angle=t * 7, group=plate.group)


def _pile(plate: _Plate, cx: float, count: int, back: Back) -> Iterator[Node]:
    shown = min(3, count)
    for place in range(shown):
        at = Box.around(cx + place * 3 - 3, plate.box.cy - 2 - place * 2.5, 27, 37.8)
        yield Node(("pile", plate.seat, place), at, Card(back), angle=4, group=plate.group)
    if not shown:
        empty = Panel(
            theme.WHITE,
            theme.WHITE,
            5,
            opacity=0.03,
            edge=theme.TEXT_2,
            edge_width=1.4,
            edge_opacity=0.45,
            is_dashed=True,
        )
        at = Box.around(cx, plate.box.cy - 2, 27, 37.8)
        yield Node(("pile", plate.seat), at, empty, group=plate.group)


def _name(plate: _Plate) -> str:
    return plate.info.name or plate.sight.teller.who(plate.seat)
