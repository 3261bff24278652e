"""The points of a match, deal by deal: as columns, as a table on the screen, and as text to paste elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from lan_thirteen.core.game import Seat, Standing, ranked
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import SEAT_SHAPES, Align, Panel, Shape
from lan_thirteen.ui.theme import Face, Type
from lan_thirteen.ui.widgets import line

HEAD: Final = Type(Face.BOLD, 12)
_NAME: Final = Type(Face.BOLD, 13.5)
_CELL: Final = Type(Face.MEDIUM, 13)
_ZERO: Final = Type(Face.EXTRABOLD, 13)
_TOTAL: Final = Type(Face.EXTRABOLD, 15.5)
_ROW: Final = 25.5
_ZERO_FILL: Final = theme.colour("#1E4A3D")


class Column(NamedTuple):
    """What the deals from ``first`` to ``last`` gave each seat, and the totals with them."""

    first: int
    last: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


class Ending(NamedTuple):
    """A match that is over, as somebody saw it."""

    sight: Sight[Any, Any]
    history: tuple[tuple[int, ...], ...]
    """The totals after each deal that was seen to end; the last deals of the match, not always all of them."""
    is_owner: bool
    """Whether it is the owner of the table who sees it."""
    check: DealChecked | None = None
    """What this laptop makes of its deals."""

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(self.sight.view.totals)

    @property
    def standings(self) -> tuple[Standing, ...]:
        return ranked(self.totals)

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(standing.seat for standing in self.standings if standing.rank == 1)

    @property
    def game(self) -> str:
        return self.sight.lobby.game

    def name(self, seat: Seat) -> str:
        """The name of a seat, with a word that it is one's own."""
        if seat != self.sight.seat:
            return self.sight.teller.who(seat)
        return self.sight.teller.say("win.end.myself", who=self.sight.lobby.seats[seat].name)

    @property
    def columns(self) -> tuple[Column, ...]:
        """A column for each deal; where the first ones were not seen, these are one."""
        deals: int = self.sight.view.deal
        ends = self.history if self.history and self.history[-1] == self.totals else (*self.history, self.totals)
        ends = ends[-max(1, deals) :]
        out: list[Column] = []
        for place, totals in enumerate(ends):
            before = out[-1].totals if out else (0,) * len(totals)
            deal = deals - len(ends) + 1 + place
            points = tuple(now - then for now, then in zip(totals, before, strict=True))
            out.append(Column(deal if out else 1, deal, points, totals))
        return tuple(out)

    @property
    def is_whole(self) -> bool:
        """Whether every deal was seen."""
        return self.columns[0].last <= 1

    def zeros(self, seat: Seat) -> int:
        """In how many deals that were seen this seat got no points."""
        return sum(column.points[seat] == 0 for column in self.columns if column.first == column.last)


def label(ending: Ending, column: Column) -> str:
    """The number of a deal, or those of the first and the last of several."""
    if column.first == column.last:
        return str(column.last)
    return ending.sight.teller.say("win.end.several", first=column.first, last=column.last)


def merged(columns: Sequence[Column], most: int) -> tuple[Column, ...]:
    """At most so many columns: of more the first ones are one."""
    over = len(columns) - max(1, most)
    if over <= 0:
        return tuple(columns)
    head = columns[over]
    return (Column(columns[0].first, head.last, head.totals, head.totals), *columns[over + 1 :])


def as_text(ending: Ending) -> str:
    """The table to be pasted: fields with tabs between them, a line for each seat, the winner's first."""
    teller = ending.sight.teller
    lines = [teller.say("win.end.saved", game=teller.say(f"game.{ending.game}"), table=ending.sight.lobby.name)]
    heads = [label(ending, column) for column in ending.columns]
    lines.append("\t".join([teller.say(f"win.end.deal.{ending.game}"), *heads, teller.say("win.end.total")]))
    for standing in ending.standings:
        name = ending.sight.lobby.seats[standing.seat].name or teller.who(standing.seat)
        points = [str(column.points[standing.seat]) for column in ending.columns]
        lines.append("\t".join([f"{standing.rank}. {name}", *points, str(standing.points)]))
    return "\n".join(lines) + "\n"


def height(stage: Stage, seats: int) -> float:
    """How high the table is if nothing is squeezed."""
    return (26 + _ROW * seats) * max(1.0, stage.text_scale)


def score_table(stage: Stage, ending: Ending, box: Box) -> Iterator[Node]:
    """A row for each seat, a column for each deal, as many as there is room for; no points are a pill."""
    say = ending.sight.teller.say
    standings = ending.standings
    row = box.h / (len(standings) + 1)
    name_w = min(box.w * 0.24, 150 * stage.text_scale)
    total_w = max(stage.width(say("win.end.total"), HEAD), stage.width("0000", _TOTAL)) + 6
    cell_least = max(stage.width("000", _CELL), stage.width("00–00", HEAD) * 0.7, 24) + 8
    room = box.w - name_w - total_w
    columns = merged(ending.columns, int(room / cell_least))
    cell_w = min(room / len(columns), 130)
    first = box.right - total_w - cell_w * len(columns)
    head = Box(box.x, box.y, name_w, row)
    yield from line(stage, ("scores", "deal"), head, say(f"win.end.deal.{ending.game}"), HEAD, theme.MUTED)
    cells = [Box(first + cell_w * place, box.y, cell_w, row) for place in range(len(columns))]
    for place, column in enumerate(columns):
        inner = cells[place].inset(1, 0)
        text = label(ending, column)
        yield from line(stage, ("scores", "head", place), inner, text, HEAD, theme.MUTED, Align.CENTRE)
    total = Box(box.right - total_w, box.y, total_w, row)
    yield from line(stage, ("scores", "total"), total, say("win.end.total"), HEAD, theme.MUTED, Align.RIGHT)
    for place, standing in enumerate(standings):
        down = row * (place + 1)
        if standing.seat == ending.sight.seat:
            back = Panel(theme.WHITE, theme.WHITE, 8, opacity=0.08)
            yield Node(("scores", "own"), Box(box.x - 12, box.y + down, box.w + 24, row), back)
        yield from _row(stage, ending, standing, columns, [cell.moved(0, down) for cell in (head, *cells, total)])


def _row(
    stage: Stage, ending: Ending, standing: Standing, columns: Sequence[Column], boxes: Sequence[Box]
) -> Iterator[Node]:
    seat = standing.seat
    key = ("scores", seat)
    name, *cells, total = boxes
    size = min(10.5 * max(1.0, stage.text_scale), name.h - 4)
    mark = Box.around(name.x + size / 2, name.cy, size, size)
    yield Node((*key, "mark"), mark, Shape(SEAT_SHAPES[seat], theme.PLAYERS[seat]))
    words = Box(mark.right + 8, name.y, name.right - mark.right - 14, name.h)
    yield from line(stage, (*key, "name"), words, ending.name(seat), _fitting(stage, _NAME, name.h), theme.TEXT)
    for place, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        points = column.points[seat]
        style, ink = (_ZERO, theme.MINT) if points == 0 else (_CELL, theme.TEXT_2)
        if points == 0:
            scale = max(1.0, stage.text_scale)
            pill = Box.around(cell.cx, cell.cy, min(30 * scale, cell.w - 3), min(20 * scale, cell.h - 2))
            yield Node((*key, place, "pill"), pill, Panel(_ZERO_FILL, _ZERO_FILL, pill.h / 2))
        text = str(points)
        style = _fitting(stage, style, cell.h)
        yield from line(stage, (*key, place), cell.inset(1, 0), text, style, ink, Align.CENTRE)
    style = _fitting(stage, _TOTAL, total.h)
    yield from line(stage, (*key, "total"), total, str(standing.points), style, theme.TEXT, Align.RIGHT)


def _fitting(stage: Stage, style: Type, height: float) -> Type:
    """``style``, smaller where a row is too low for it."""
    return Type(style.face, min(style.size, height / 1.22 / stage.text_scale))
