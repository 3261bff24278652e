"""The tables of this person whose matches were broken off: to go on with one, or to delete it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Icon, Panel
from lan_thirteen.ui.screens.common import game_tile
from lan_thirteen.ui.widgets import Tone, Wheel

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

LIST: Final = ("saved", "list")
_WIDE: Final = 760
_MOST_ROWS: Final = 5
_GAP: Final = 8.0
_TILE: Final = 44.0


class State(NamedTuple):
    """The open list."""

    offset: int = 0


class Row(NamedTuple):
    """One table, in words."""

    path: str
    """Of its match."""
    name: str
    game: str
    about: str
    """The game, the deal and the people, or why it cannot go on."""
    when: str
    can_go_on: bool


class Facts(NamedTuple):
    rows: tuple[Row, ...] = ()


class Close(NamedTuple):
    pass


class GoOn(NamedTuple):
    """Open this table again."""

    path: str


class Delete(NamedTuple):
    """Delete this match, which is asked first."""

    path: str
    name: str


Intent: TypeAlias = Close | GoOn | Delete | Wheel


def press(state: State, intent: Intent, facts: Facts) -> tuple[State | None, GoOn | Delete | None]:
    """The list after a press, None where it closes, and what the program is to do."""
    match intent:
        case Close():
            return None, None
        case Wheel(_, rows):
            return state._replace(offset=min(max(state.offset + rows, 0), max(0, len(facts.rows) - 1))), None
        case GoOn() | Delete():
            return None, intent


def keys(facts: Facts) -> Mapping[str, Intent]:
    """The return key goes on with the newest that can."""
    newest = next((row for row in facts.rows if row.can_go_on), None)
    found: dict[str, Intent] = {"escape": Close()}
    if newest is not None:
        found["return"] = GoOn(newest.path)
    return found


def nodes(state: State, facts: Facts, stage: Stage) -> tuple[Node, ...]:
    """The list, for ``display.covered``."""
    canvas, large = stage.canvas, max(1.0, stage.text_scale)
    pad = 18.0 if canvas.is_compact else 26.0
    wide = min(_WIDE * large, canvas.w - 48)
    head = max(line_height(stage, theme.DIALOG_TITLE), 28.0)
    foot = max(46.0, theme.BUTTON.size * stage.text_scale * 2.2)
    row = _row_height(stage)
    room = canvas.h - 40 - 2 * pad - head - foot - 28
    count = max(1, min(len(facts.rows), _MOST_ROWS, w.rows_seen(room, row, _GAP)))
    list_h = count * (row + _GAP) - _GAP
    box = Box.around(canvas.w / 2, canvas.h / 2, wide, 2 * pad + head + 12 + list_h + 16 + foot)
    inner = Box(box.x + pad, box.y + pad, wide - 2 * pad, head)
    ground = Panel(theme.INK[3], theme.INK[1], 24, 0.985, theme.WHITE, 1.0, 0.14, has_shadow=True, shine=0.14)
    rows = [_drawn(stage, place, each) for place, each in enumerate(facts.rows)]
    spot = Box(inner.x, inner.bottom + 12, inner.w, list_h)
    listed = w.scroll_list(LIST, spot, rows, state.offset, row=row, gap=_GAP) if rows else _none(stage, spot)
    return (
        w.shade(stage),
        Node(("saved",), box, ground),
        Node(("saved", "icon"), Box(inner.x, inner.cy - 13, 26, 26), Icon("save", theme.AMBER)),
        *w.line(
            stage, ("saved", "title"), Box(inner.x + 40, inner.y, inner.w - 40, head), stage.say("win.saved.title"),
            theme.DIALOG_TITLE, theme.TEXT,
        ),
        *listed,
        *_close(stage, Box(inner.x, box.bottom - pad - foot, inner.w, foot)),
    )  # fmt: skip


def _row_height(stage: Stage) -> float:
    return max(64.0, line_height(stage, theme.BODY_STRONG) + 2 * line_height(stage, theme.HINT) + 16)


def _none(stage: Stage, box: Box) -> tuple[Node, ...]:
    return w.line(stage, ("saved", "none"), box, stage.say("win.saved.none"), theme.BODY, theme.TEXT_2)


def _close(stage: Stage, box: Box) -> tuple[Node, ...]:
    words = stage.say("win.end.close")
    wide = max(130.0, w.button_width(stage, words, icon="x", hint="Esc") + 8)
    spot = Box(box.right - wide, box.y, wide, box.h - 3)
    return w.button(stage, ("saved", "close"), spot, words, Close(), icon="x", hint="Esc")


def _drawn(stage: Stage, place: int, row: Row) -> w.Row:
    def draw(box: Box) -> tuple[Node, ...]:
        return tuple(_parts(stage, ("saved", "row", place), row, box))

    return draw


def _parts(stage: Stage, key: tuple[str, str, int], row: Row, box: Box) -> Iterator[Node]:
    """The game's tile, what is known of the table, and what can be done with it."""
    yield from w.panel(key, box, radius=14, opacity=0.7)
    x = box.x + 12
    if row.game:
        yield from game_tile((*key, "tile"), Box(x, box.cy - _TILE / 2, _TILE, _TILE), row.game)
    else:
        yield Node((*key, "sign"), Box.around(x + _TILE / 2, box.cy, 24, 24), Icon("triangle-alert", theme.AMBER))
    right = box.right - 12
    label = stage.say("win.saved.delete", table=row.name)
    yield from w.icon_button(
        stage, (*key, "delete"), right - 20, box.cy, "trash-2", Delete(row.path, row.name), label, size=34
    )
    right -= 52
    if row.can_go_on:
        text = stage.say("win.saved.go-on")
        wide = max(96.0, w.button_width(stage, text))
        spot = Box(right - wide, box.cy - 21, wide, 42)
        yield from w.button(stage, (*key, "go-on"), spot, text, GoOn(row.path), tone=Tone.AMBER)
        right = spot.x - 12
    x += _TILE + 14
    strong, small = line_height(stage, theme.BODY_STRONG), line_height(stage, theme.HINT)
    y = box.cy - (strong + 2 * small) / 2
    for part, text, style, ink, tall in (
        ("name", row.name, theme.BODY_STRONG, theme.TEXT, strong),
        ("about", row.about, theme.HINT, theme.TEXT_2, small),
        ("when", row.when, theme.HINT, theme.MUTED, small),
    ):
        yield from w.line(stage, (*key, part), Box(x, y, right - x, tall), text, style, ink)
        y += tall
