"""How high each cell of the rules is at a width, and how it is drawn there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, assert_never

from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.layout import grid, line_height, rows
from lan_thirteen.ui.pictures import Align, Icon, Panel
from lan_thirteen.ui.screens.rules_blocks import (
    Cell,
    Choice,
    Grid,
    Head,
    Lead,
    Mark,
    Mini,
    Note,
    Page,
    Picture,
    Point,
    Row,
    Tile,
)
from lan_thirteen.ui.screens.rules_choice import choice_height, choice_nodes
from lan_thirteen.ui.screens.rules_scene import scene_nodes
from lan_thirteen.ui.screens.rules_sizes import PAD, grown, said, tall_of
from lan_thirteen.ui.theme import Face, Type

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

_LEAD: Final = Type(Face.DISPLAY_SEMI, 19)
_LARGE: Final = Type(Face.DISPLAY_BLACK, 19)
_LEAST: Final = {Tile: 216.0, Row: 372.0, Point: 276.0, Choice: 270.0}
"""How wide a cell must be to be read, at the standard size of text."""
_MARKS: Final = {
    Mark.RIGHT: ("check", theme.MINT, theme.MINT_DARK),
    Mark.WRONG: ("x", theme.ON_RED, theme.RED_DARK),
    Mark.WINS: ("crown", theme.AMBER, theme.AMBER_DARK),
}
_SPRINGS: Final = {Tile: 80.0, Row: 16.0, Picture: 20.0}
"""How much higher a cell may become than it must be."""
_MARK: Final = 24
"""How large the sign of an example is, at the standard size of text."""
_SIDE: Final = 12
"""Between cells side by side."""
_SCENE: Final = 152
"""How wide the picture of a row is."""


class Line(NamedTuple):
    """Cells side by side, in columns of which there are ``across``."""

    cells: tuple[Cell, ...]
    across: int
    height: float
    gap: float
    is_head: bool
    spring: float = 0.0
    """So much higher it may become where there is room: its pictures grow."""


def lines_of(stage: Stage, page: Page, room: Box) -> tuple[Line, ...]:
    """A page from its top, in lines that stay whole, none of them higher than ``room``."""
    found: list[Line] = []
    for cells in page.grids:
        across = _across(stage, cells, room)
        side = _side(room.w, across)
        for first in range(0, len(cells.cells), across):
            some = cells.cells[first : first + across]
            height = max(_height(stage, cell, side) for cell in some)
            is_after_head = bool(found) and found[-1].is_head
            gap = 8.0 if first or is_after_head else 15.0
            spring = _SPRINGS.get(type(some[0]), 0.0)
            found.append(Line(some, across, height, gap, isinstance(some[0], Head), spring))
    return tuple(found)


def line_nodes(stage: Stage, key: Key, line: Line, box: Box) -> Iterator[Node]:
    """A line in ``box``, which may be higher than the line by its spring."""
    spots = grid(box, line.across, box.h, len(line.cells), _SIDE)
    for place, (cell, spot) in enumerate(zip(line.cells, spots, strict=True)):
        yield from _drawn(stage, (*key, place), spot, cell)


def _across(stage: Stage, cells: Grid, room: Box) -> int:
    """How many cells stand side by side, so that all lines but the last are as full as each other."""
    least = max(_least(stage, cell) for cell in cells.cells)
    fit = max(1, min(cells.most, int((room.w + _SIDE) / (least + _SIDE))))
    while fit > 1 and any(_height(stage, cell, _side(room.w, fit)) > room.h for cell in cells.cells):
        fit -= 1
    down = -(-len(cells.cells) // fit)
    return -(-len(cells.cells) // down)


def _side(width: float, across: int) -> float:
    """How wide each of so many cells is."""
    return (width - _SIDE * (across - 1)) / across


def _least(stage: Stage, cell: Cell) -> float:
    if isinstance(cell, Mini):
        words = (stage.width(cell.large, _LARGE), stage.width(said(stage, cell.small), theme.HINT))
        return max(words) + 8
    return _LEAST.get(type(cell), 0.0) * max(1.0, stage.text_scale)


def _height(stage: Stage, cell: Cell, width: float) -> float:
    match cell:
        case Tile():
            mark = grown(stage, _MARK)
            head = tall_of(stage, said(stage, cell.title), theme.NAME, width - 2 * PAD - mark - 6)
            text = tall_of(stage, said(stage, cell.text), theme.BODY, width - 2 * PAD)
            return PAD + max(head, mark) + 6 + _tile_scene(stage) + 8 + text + PAD
        case Row():
            text = tall_of(stage, said(stage, cell.text), theme.BODY, _row_words(stage, Box(0, 0, width, 0)).w)
            return max(_row_scene(stage), text) + 14
        case Point():
            return tall_of(stage, said(stage, cell.text), theme.BODY, width - grown(stage, 29))
        case Mini():
            return line_height(stage, _LARGE) + line_height(stage, theme.HINT) + 8
        case Picture():
            return _row_scene(stage) - 10
        case Lead():
            return tall_of(stage, said(stage, cell.text), _LEAD, width)
        case Head():
            return tall_of(stage, said(stage, cell.text), theme.NAME, width)
        case Note():
            return tall_of(stage, said(stage, cell.text), theme.BODY_STRONG, width - 54) + 16
        case Choice():
            return choice_height(stage, cell, width)
        case _:
            assert_never(cell)


def _drawn(stage: Stage, key: Key, box: Box, cell: Cell) -> Iterator[Node]:
    match cell:
        case Tile():
            yield from _tile(stage, key, box, cell)
        case Row():
            yield from _row(stage, key, box, cell)
        case Point(icon, text):
            yield from _point(stage, key, box, icon, said(stage, text))
        case Mini():
            yield from _mini(stage, key, box, cell)
        case Picture(scene):
            yield from scene_nodes((*key, "scene"), box, scene)
        case Lead(text):
            yield from w.paragraph(stage, key, box, said(stage, text), _LEAD, theme.TEXT)
        case Head(text):
            yield from w.paragraph(stage, key, box, said(stage, text), theme.NAME, theme.TEXT)
        case Note(text):
            yield from _note(stage, key, box, said(stage, text))
        case Choice():
            yield from choice_nodes(stage, key, box, cell)
        case _:
            assert_never(cell)


def _tile(stage: Stage, key: Key, box: Box, tile: Tile) -> Iterator[Node]:
    yield from w.plaque(key, box)
    inner = box.inset(PAD)
    title, text = said(stage, tile.title), said(stage, tile.text)
    mark = grown(stage, _MARK)
    wide = inner.w - mark - 6
    head = tall_of(stage, title, theme.NAME, wide)
    yield from w.paragraph(stage, (*key, "title"), inner._replace(w=wide), title, theme.NAME, theme.AMBER)
    yield from _mark(stage, (*key, "mark"), inner.right - mark / 2, inner.y + mark / 2, tile.mark)
    tall = tall_of(stage, text, theme.BODY, inner.w)
    top = inner.y + max(head, mark) + 6
    scene, words = rows(Box(inner.x, top, inner.w, inner.bottom - top), None, tall, gap=8)
    yield from scene_nodes((*key, "scene"), scene, tile.scene, turn=1.6)
    yield from w.paragraph(stage, (*key, "text"), words, text, theme.BODY, theme.TEXT_2)


def _row(stage: Stage, key: Key, box: Box, row: Row) -> Iterator[Node]:
    yield from w.plaque(key, box, radius=13)
    mark = grown(stage, _MARK)
    yield from _mark(stage, (*key, "mark"), box.x + 10 + mark / 2, box.cy, row.mark)
    scene = Box(box.x + 10 + mark + 8, box.y + 7, _SCENE, box.h - 14)
    yield from scene_nodes((*key, "scene"), scene, row.scene)
    words = _row_words(stage, box)
    text = said(stage, row.text)
    tall = tall_of(stage, text, theme.BODY, words.w)
    spot = Box(words.x, box.cy - tall / 2, words.w, tall)
    yield from w.paragraph(stage, (*key, "text"), spot, text, theme.BODY, theme.TEXT_2)


def _row_words(stage: Stage, box: Box) -> Box:
    x = box.x + 10 + grown(stage, _MARK) + 8 + _SCENE + 12
    return Box(x, box.y, box.right - 12 - x, box.h)


def _point(stage: Stage, key: Key, box: Box, icon: str, text: str) -> Iterator[Node]:
    first = box.y + line_height(stage, theme.BODY) / 2
    size, start = grown(stage, 18), grown(stage, 29)
    yield Node((*key, "icon"), Box.around(box.x + size / 2 + 1, first, size, size), Icon(icon, theme.AMBER))
    words = Box(box.x + start, box.y, box.w - start, box.h)
    yield from w.paragraph(stage, (*key, "text"), words, text, theme.BODY, theme.TEXT_2)


def _mini(stage: Stage, key: Key, box: Box, mini: Mini) -> Iterator[Node]:
    if mini.is_lit:
        yield Node(key, box, Panel(theme.AMBER_TOP, theme.AMBER_FOOT, 11, has_shadow=True, shine=0.4))
    else:
        yield from w.plaque(key, box, radius=11)
    large = line_height(stage, _LARGE)
    top = Box(box.x + 2, box.y + 4, box.w - 4, large)
    below = Box(box.x + 2, top.bottom, box.w - 4, line_height(stage, theme.HINT))
    inks = (theme.ON_AMBER, theme.ON_AMBER) if mini.is_lit else (theme.TEXT, theme.MUTED)
    yield from w.line(stage, (*key, "large"), top, mini.large, _LARGE, inks[0], Align.CENTRE)
    yield from w.line(stage, (*key, "small"), below, said(stage, mini.small), theme.HINT, inks[1], Align.CENTRE)


def _note(stage: Stage, key: Key, box: Box, text: str) -> Iterator[Node]:
    ground = Panel(theme.AMBER_DARK, theme.AMBER_DARK, 13, 0.6, theme.AMBER, 1.2, 0.5)
    yield Node(key, box, ground)
    first = box.y + 8 + line_height(stage, theme.BODY_STRONG) / 2
    yield Node((*key, "icon"), Box.around(box.x + 22, first, 18, 18), Icon("sliders-horizontal", theme.AMBER))
    words = Box(box.x + 42, box.y + 8, box.w - 54, box.h - 16)
    yield from w.paragraph(stage, (*key, "text"), words, text, theme.BODY_STRONG, theme.TEXT)


def _mark(stage: Stage, key: Key, cx: float, cy: float, mark: Mark) -> Iterator[Node]:
    if mark is Mark.NONE:
        return
    icon, ink, ground = _MARKS[mark]
    size, sign = grown(stage, _MARK), grown(stage, 14)
    yield Node(key, Box.around(cx, cy, size, size), Panel(ground, ground, size / 2))
    yield Node((*key, "icon"), Box.around(cx, cy, sign, sign), Icon(icon, ink))


def _tile_scene(stage: Stage) -> float:
    return 76.0 if stage.canvas.is_compact else 84.0


def _row_scene(stage: Stage) -> float:
    return 58.0 if stage.canvas.is_compact else 64.0
