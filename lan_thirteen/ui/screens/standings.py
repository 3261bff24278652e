"""The end of a match: who has won, the final standing, how it came about, and whether there is another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.core.game import Standing
from lan_thirteen.core.lobby import SeatKind
from lan_thirteen.net.orders import Say
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import Ask
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.effects import Copy
from lan_thirteen.ui.pictures import Align, Backdrop, Icon, Panel
from lan_thirteen.ui.screens.chart import Curve, chart, chart_height
from lan_thirteen.ui.screens.fair_mark import fair_mark, sign_width
from lan_thirteen.ui.screens.podium import face, falling_leaves, podium
from lan_thirteen.ui.screens.score_table import Ending, as_text, height, label, score_table
from lan_thirteen.ui.theme import Face, Type
from lan_thirteen.ui.widgets import Tone, button, button_width, line, panel, segmented, segmented_width
from lan_thirteen.wire import messages as m

_HEADING: Final = Type(Face.DISPLAY_SEMI, 18)
_HEADING_COMPACT: Final = Type(Face.DISPLAY_SEMI, 15)
_UNIT: Final = Type(Face.MEDIUM, 12.5)
_RANK: Final = Type(Face.DISPLAY_BLACK, 24)
_NAME: Final = Type(Face.BOLD, 16.5)
_POINTS: Final = Type(Face.DISPLAY_BLACK, 28)
_WIDEST: Final = 1440
_GOLD: Final = (theme.colour("#5A4312"), theme.colour("#3E2E0C"))


class State(NamedTuple):
    """What of the end is shown."""

    is_copied: bool = False
    """The score is on the clipboard."""
    shows_table: bool = False
    """The table and not the lines, where there is no room for both."""


class PlayAgain(NamedTuple):
    """The owner: the same once more."""


class WantAgain(NamedTuple):
    """Everybody else with a seat: I would play once more, or not."""

    is_wanted: bool


class SaveScore(NamedTuple):
    """Put the table of points on the clipboard."""


class Show(NamedTuple):
    """Show the table, or the lines."""

    is_table: bool


Effect: TypeAlias = Say | Copy


def press(state: State, intent: object, ending: Ending) -> tuple[State, tuple[Effect, ...]]:
    """What a press does; leaving is ``Ask("leave")``, which is the window's."""
    match intent:
        case PlayAgain() if ending.is_owner:
            # who still thinks it over is waited for in the waiting room
            return state, (Say(m.Again()),) if _thinking(ending) else (Say(m.Again()), Say(m.Start()))
        case WantAgain(is_wanted) if ending.sight.seat is not None:
            return state, (Say(m.Ready(is_wanted)),)
        case SaveScore():
            return state._replace(is_copied=True), (Copy(as_text(ending)),)
        case Show(is_table):
            return state._replace(shows_table=is_table), ()
        case _:
            return state, ()


def keys(state: State, ending: Ending) -> Mapping[str, object]:
    """The intent of each key; to press return twice takes nothing back."""
    out: dict[str, object] = {"c": SaveScore(), "escape": Ask("leave"), "t": Ask("chat"), "l": Ask("log")}
    again = _again(ending)
    if again is not None and again != WantAgain(is_wanted=False):
        out["return"] = again
    return out


def present(state: State, ending: Ending, stage: Stage) -> Display:
    """The whole screen."""
    canvas = stage.canvas
    margin = 24.0 if canvas.is_compact else float(theme.MENU_OUTER)
    wide = min(canvas.w - 2 * margin, _WIDEST)
    left = (canvas.w - wide) / 2
    foot_h = 44.0 if canvas.is_compact else 52.0
    foot = Box(left, canvas.h - foot_h - (14 if canvas.is_compact else 28), wide, foot_h)
    hero = tuple(podium(stage, ending, Box(left, 0, wide, canvas.h)))
    top = max(node.box.bottom for node in hero) + (12 if canvas.is_compact else 16)
    gap = 12.0 if canvas.is_compact else 20.0
    list_w = min(352 * max(1.0, 0.8 * stage.text_scale), 0.34 * wide)
    body = Box(left, top, wide, foot.y - gap - top)
    standing = Box(body.x, body.y, list_w, body.h)
    right = Box(standing.right + gap, body.y, body.right - standing.right - gap, body.h)
    return Display(
        (
            Node(("backdrop",), canvas.box, Backdrop("dusk-blurred")),
            *falling_leaves(stage, hero),
            *hero,
            *_standing(stage, ending, standing),
            *_right(stage, state, ending, right),
            *_foot(stage, state, ending, foot),
        )
    )


def _thinking(ending: Ending) -> bool:
    """Whether anybody else in a seat has not said yet that they would play again."""
    seats = enumerate(ending.sight.lobby.seats)
    return any(i.kind is SeatKind.PERSON and not i.is_ready for s, i in seats if s != ending.sight.seat)


def _again(ending: Ending) -> PlayAgain | WantAgain | None:
    """What this person can say about another match; None for one who watches."""
    if ending.is_owner:
        return PlayAgain()
    seat = ending.sight.seat
    return None if seat is None else WantAgain(not ending.sight.lobby.seats[seat].is_ready)


def _heading(stage: Stage) -> Type:
    return _HEADING_COMPACT if stage.canvas.is_compact else _HEADING


def _standing(stage: Stage, ending: Ending, box: Box) -> Iterator[Node]:
    say = ending.sight.teller.say
    style = _heading(stage)
    pad = 10.0 if stage.canvas.is_compact else 14.0
    head = style.size * 1.3 * stage.text_scale
    yield from panel(("standing",), box, opacity=0.88)
    unit = say("win.end.points")
    unit_w = min(stage.width(unit, _UNIT) + 1, 0.4 * box.w)
    words = Box(box.x + pad + 10, box.y + pad, box.w - 2 * pad - 28 - unit_w, head)
    title = say("win.end.standing")
    title_w = min(stage.width(title, style) + 2, words.w)
    if ending.check is not None and words.w - title_w - 8 >= sign_width(stage):
        spot = Box(words.x + title_w + 8, words.y, words.w - title_w - 8, head)
        yield from fair_mark(stage, ("standing", "fair"), spot, ending.check)
        words = words._replace(w=title_w)
    yield from line(stage, ("standing", "title"), words, title, style, theme.TEXT)
    right = Box(box.right - pad - 12 - unit_w, box.y + pad, unit_w, head)
    yield from line(stage, ("standing", "unit"), right, unit, _UNIT, theme.MUTED, Align.RIGHT)
    room = Box(box.x + pad, words.bottom + 8, box.w - 2 * pad, box.bottom - pad - words.bottom - 8)
    standings = ending.standings
    gap = 8.0 if room.h / len(standings) > 50 else 4.0
    tall = min((room.h - gap * (len(standings) - 1)) / len(standings), 74 * max(1.0, stage.text_scale))
    for place, standing in enumerate(standings):
        row = Box(room.x, room.y + place * (tall + gap), room.w, tall)
        yield from _standing_row(stage, ending, standing, row)


def _standing_row(stage: Stage, ending: Ending, standing: Standing, box: Box) -> Iterator[Node]:
    """Rank, face, name, and points; a second line where there is room for it."""
    seat, is_first = standing.seat, standing.rank == 1
    key = ("standing", seat)
    if is_first:
        ground = Panel(*_GOLD, 16, opacity=0.9, edge=theme.AMBER, edge_width=1.6, edge_opacity=0.9)
    else:
        ground = Panel(theme.WHITE, theme.WHITE, 16, opacity=0.06, edge=theme.WHITE, edge_opacity=0.08)
    yield Node(key, box, ground)
    size = min(1.0, box.h / 60 / max(1.0, stage.text_scale * 0.9), box.w / 300)
    rank, points = (Type(style.face, max(13, style.size * size)) for style in (_RANK, _POINTS))
    rank_w = stage.width("0", rank) + 4
    rank_box = Box(box.x + 10, box.y, rank_w, box.h)
    ink = theme.AMBER if is_first else theme.MUTED
    yield from line(stage, (*key, "rank"), rank_box, str(standing.rank), rank, ink, Align.CENTRE)
    radius = max(9.0, min(21.0, box.h / 2 - 8))
    face_x = rank_box.right + 12 + radius
    yield from face(ending, key, seat, face_x, box.cy, radius)
    points_w = max(stage.width(str(s.points), points) for s in ending.standings) + 2
    points_box = Box(box.right - 14 - points_w, box.y, points_w, box.h)
    yield from line(stage, (*key, "points"), points_box, str(standing.points), points, theme.TEXT, Align.RIGHT)
    name = Type(_NAME.face, min(_NAME.size, max(13, _NAME.size * size)))
    name_h, sub_h = name.size * 1.3 * stage.text_scale, _UNIT.size * 1.3 * stage.text_scale
    sub = _second_line(ending, standing) if name_h + sub_h + 8 <= box.h else ""
    x = face_x + radius + 12
    wide = points_box.x - 8 - x
    words = Box(x, box.cy - (name_h + (sub_h if sub else 0)) / 2, wide, name_h)
    yield from line(stage, (*key, "name"), words, ending.name(seat), name, theme.TEXT)
    if sub:
        below = Box(x, words.bottom, wide, sub_h)
        yield from line(stage, (*key, "sub"), below, sub, _UNIT, theme.TEXT_2 if is_first else theme.MUTED)


def _second_line(ending: Ending, standing: Standing) -> str:
    """Whether the place is shared; else in how many deals this seat got no points."""
    teller = ending.sight.teller
    if sum(other.rank == standing.rank for other in ending.standings) > 1:
        return teller.say("win.end.shared")
    zeros = ending.zeros(standing.seat)
    return teller.say(f"win.end.zeros.{ending.game}", zeros) if zeros else ""


def _right(stage: Stage, state: State, ending: Ending, box: Box) -> Iterator[Node]:
    """The lines above the table of points; where there is no room for both, one of them."""
    gap, pad = (10.0, 10.0) if stage.canvas.is_compact else (14.0, 16.0)
    seats = len(ending.totals)
    table_h = height(stage, seats) + 2 * pad - 6
    if _heading_h(stage) + 1.5 * pad + chart_height(stage, seats) + gap + table_h <= box.h:
        above = Box(box.x, box.y, box.w, box.h - table_h - gap)
        below = Box(box.x, above.bottom + gap, box.w, table_h)
        yield from panel(("chart",), above, opacity=0.88)
        yield from _title(stage, ending, above, pad, None)
        yield from _plot(stage, ending, above, pad)
        yield from panel(("scores",), below, opacity=0.88)
        yield from score_table(stage, ending, below.inset(24, pad - 4))
        return
    yield from panel(("chart",), box, opacity=0.88)
    yield from _title(stage, ending, box, pad, state)
    if not state.shows_table:
        yield from _plot(stage, ending, box, pad)
        return
    top = box.y + pad + _heading_h(stage)
    tall = min(height(stage, seats) * 1.25, box.bottom - pad - top - 6)
    yield from score_table(stage, ending, Box(box.x + 24, top + 6, box.w - 48, tall))


def _heading_h(stage: Stage) -> float:
    return max(_heading(stage).size * 1.3 * stage.text_scale, 30.0)


def _title(stage: Stage, ending: Ending, box: Box, pad: float, state: State | None) -> Iterator[Node]:
    """What the lines are; with ``state`` the choice between them and the table. Whether something was not seen."""
    say, style = ending.sight.teller.say, _heading(stage)
    row = Box(box.x + 22, box.y + pad - 4, box.w - 44, _heading_h(stage))
    if state is None:
        title = say(f"win.end.chart.{ending.game}")
        words = row._replace(w=min(stage.width(title, style) + 1, row.w))
        yield from line(stage, ("chart", "title"), words, title, style, theme.TEXT)
        left = words.right
    else:
        choices = ((False, say("win.end.lines")), (True, say("win.end.table")))
        control = row._replace(w=min(row.w, segmented_width(stage, [text for _, text in choices])))
        yield from segmented(stage, ("shown",), control, choices, state.shows_table, Show)
        left = control.right
    if not ending.is_whole and row.right - left > 60:
        note = say("win.end.came-late", ending.columns[0].last)
        room = Box(left + 20, row.y, row.right - left - 20, row.h)
        yield from line(stage, ("chart", "note"), room, note, theme.HINT, theme.AMBER, Align.RIGHT)


def _plot(stage: Stage, ending: Ending, box: Box, pad: float) -> Iterator[Node]:
    top = box.y + pad + _heading_h(stage)
    plot = Box(box.x + 14, top, box.w - 34, box.bottom - pad / 2 - top)
    labels = [label(ending, column) for column in ending.columns]
    yield from chart(stage, plot, _curves(ending), ["", *labels] if len(labels) == 1 else labels)


def _curves(ending: Ending) -> tuple[Curve, ...]:
    """The winner's comes last, above the others; a single deal is a line from nothing."""
    seats = [standing.seat for standing in reversed(ending.standings)]
    start = (0,) if len(ending.columns) == 1 else ()
    return tuple(
        Curve(seat, ending.sight.teller.who(seat), (*start, *(column.totals[seat] for column in ending.columns)))
        for seat in seats
    )


def _foot(stage: Stage, state: State, ending: Ending, box: Box) -> Iterator[Node]:
    say = ending.sight.teller.say
    gap = 12.0 if stage.canvas.is_compact else 16.0
    again = _again(ending)
    most = (box.w - 3 * gap) / 4
    leave = Box(box.x, box.y, min(_button_w(stage, say("win.end.leave"), ""), most), box.h)
    yield from button(stage, ("leave",), leave, say("win.end.leave"), Ask("leave"), icon="log-out")
    text = say(f"win.end.last.{ending.game}")
    last = Box(leave.right + gap, box.y, min(_button_w(stage, text, ""), most), box.h)
    yield from button(stage, ("last",), last, text, Ask("results"), tone=Tone.QUIET, icon="eye")
    end = box.right
    if again is not None:
        text, tone = _again_words(ending, again)
        w = min(max(_button_w(stage, text, "↵"), box.w * 0.18), most * 1.2)
        spot = Box(end - w, box.y, w, box.h)
        hint = "" if stage.canvas.is_compact else "↵"
        yield from button(stage, ("again",), spot, text, again, tone=tone, icon="rotate-ccw", hint=hint, is_large=True)
        end = spot.x - gap
    text, icon = (say("win.end.copied"), "check") if state.is_copied else (say("win.end.save"), "copy")
    w = min(max(_button_w(stage, text, ""), _button_w(stage, say("win.end.save"), "")), most)
    save = Box(end - w, box.y, w, box.h)
    yield from button(stage, ("save",), save, text, SaveScore(), icon=icon, tip=say("win.end.save.tip"))
    room = Box(last.right + gap, box.y, save.x - gap - last.right - gap, box.h)
    yield from _wishes(stage, ending, room)


def _wishes(stage: Stage, ending: Ending, box: Box) -> Iterator[Node]:
    """How many of the people with a seat want another match, in as many words as fit.

    Bots always do, and the owner begins it.
    """
    lobby = ending.sight.lobby
    people = [seat for seat in lobby.seats if seat.kind is SeatKind.PERSON and seat.person != lobby.owner]
    willing = sum(seat.is_ready for seat in people)
    if not people or box.w < 40:
        return
    say = ending.sight.teller.say
    text = say("win.end.willing", willing, of=len(people))
    short = say("win.end.willing.short", willing, of=len(people))
    if stage.width(text, theme.BODY) <= box.w:
        yield from line(stage, ("wish",), box, text, theme.BODY, theme.TEXT, Align.RIGHT)
        return
    sign = Box(box.right - 16, box.cy - 8, 16, 16)
    yield Node(("wish", "sign"), sign, Icon("thumbs-up", theme.TEXT_2), tip=text, label=text)
    words = Box(box.x, box.y, sign.x - 6 - box.x, box.h)
    yield from line(stage, ("wish",), words, short, theme.BODY, theme.TEXT, Align.RIGHT)


def _button_w(stage: Stage, text: str, hint: str) -> float:
    return button_width(stage, text, icon="copy", hint=hint, is_large=bool(hint)) + 12


def _again_words(ending: Ending, again: PlayAgain | WantAgain) -> tuple[str, Tone]:
    say = ending.sight.teller.say
    if isinstance(again, PlayAgain):
        return say("win.end.again"), Tone.AMBER
    return (say("win.end.want"), Tone.AMBER) if again.is_wanted else (say("win.end.wanted"), Tone.MINT)
