"""Between two deals: how the last one came to its points, how it stands, and who is ready for the next."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from lan_thirteen.core.game import Seat, ranked
from lan_thirteen.core.lobby import Phase, Presence, SeatInfo, SeatKind
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.orders import Say
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import AnyBoard, Sight
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Display, Key, Node, covered
from lan_thirteen.ui.pictures import SEAT_SHAPES, Align, Icon, Panel, Shade, Shape
from lan_thirteen.ui.screens.fair_mark import fair_mark, mark_width
from lan_thirteen.ui.theme import Face, Type
from lan_thirteen.ui.widgets import Tone, button, button_width, line
from lan_thirteen.wire import messages as m

_WIDEST: Final = 900
_TALLEST: Final = 600
_SUB: Final = Type(Face.MEDIUM, 13.5)
_TITLE_COMPACT: Final = Type(Face.DISPLAY_SEMI, 20)
_NAME: Final = Type(Face.BOLD, 13)
_MARK: Final = Type(Face.MEDIUM, 12)


class State(NamedTuple):
    """Which results are shown, and whether they are."""

    view: Any = None
    """What was known when the deal ended; None before one has."""
    is_open: bool = False


class SetReady(NamedTuple):
    """I have seen the results, or want to look at them a little longer."""

    is_ready: bool


class Close(NamedTuple):
    """Look at the table."""


Effect: TypeAlias = Say


def ended(state: State, view: Any) -> State:
    """A deal has ended: its results open."""
    return state._replace(view=view, is_open=True)


def began(state: State) -> State:
    """The next deal has begun: the results can still be opened."""
    return state._replace(is_open=False)


def reopened(state: State) -> State:
    return state._replace(is_open=state.view is not None)


def press(state: State, intent: object, sight: Sight[Any, Any]) -> tuple[State, tuple[Effect, ...]]:
    """What a press does."""
    match intent:
        case SetReady(is_ready) if _is_between(sight) and sight.seat is not None:
            return state, (Say(m.Ready(is_ready)),)
        case Close():
            return state._replace(is_open=False), ()
        case _:
            return state, ()


def keys(state: State, sight: Sight[Any, Any]) -> Mapping[str, object]:
    """The intent of each key while the results are open; to press return twice takes nothing back."""
    out: dict[str, object] = {"escape": Close()}
    if not _is_between(sight) or sight.seat is None:
        out["return"] = Close()
    elif not sight.lobby.seats[sight.seat].is_ready:
        out["return"] = SetReady(is_ready=True)
    return out


def present(
    state: State,
    sight: Sight[Any, Any],
    board: AnyBoard,
    stage: Stage,
    behind: Display,
    check: DealChecked | None = None,
) -> Display:
    """``behind`` with the results over it; as it is where they are closed. ``check``: of that deal."""
    if not state.is_open or state.view is None:
        return behind
    return covered(behind, _dialog(state, sight, board, stage, check))


def _is_between(sight: Sight[Any, Any]) -> bool:
    return sight.lobby.phase is Phase.INTERMISSION


def _dialog(
    state: State, sight: Sight[Any, Any], board: AnyBoard, stage: Stage, check: DealChecked | None
) -> Iterator[Node]:
    canvas = stage.canvas
    edge, pad, gap, foot_h = (10.0, 16.0, 8.0, 44.0) if canvas.is_compact else (24.0, 26.0, 14.0, 48.0)
    scale = max(1.0, stage.text_scale)
    wide, tall = min(canvas.w - 2 * edge, _WIDEST * scale), min(canvas.h - 2 * edge, _TALLEST * scale)
    box = Box.around(canvas.w / 2, canvas.h / 2, wide, tall)
    yield Node(("between", "shade"), canvas.box, Shade(theme.INK[0], 0.6))
    ground = Panel(
        theme.INK[2],
        theme.INK[1],
        theme.PANEL_RADIUS,
        opacity=0.98,
        edge=theme.WHITE,
        edge_opacity=0.12,
        has_shadow=True,
        shine=0.14,
    )
    yield Node(("between",), box, ground)
    inner = box.inset(pad, 0.8 * pad)
    style = _TITLE_COMPACT if canvas.is_compact else theme.DIALOG_TITLE
    title = Box(inner.x, inner.y, inner.w, style.size * 1.3 * stage.text_scale)
    most = 0.0 if check is None else min(mark_width(stage, check), 0.4 * title.w)
    words = title._replace(w=title.w - most - 12) if most else title
    yield from _title(state, sight, stage, words, style)
    foot = Box(inner.x, inner.bottom - foot_h, inner.w, foot_h)
    seats_h = (_NAME.size + _MARK.size) * 1.35 * stage.text_scale + 14
    seats = Box(inner.x, foot.y - gap - seats_h, inner.w, seats_h)
    middle = Box(inner.x, title.bottom + gap, inner.w, seats.y - gap - title.bottom - gap)
    yield from board.results(sight._replace(view=state.view, legal=()), stage, middle)
    yield from _seats(state, sight, stage, seats)
    yield from _foot(sight, stage, foot)
    if check is not None:  # the last, as the focus begins at what is done first
        spot = Box(title.right - most, title.y, most, title.h)
        yield from fair_mark(stage, ("between", "fair"), spot, check)


def _title(state: State, sight: Sight[Any, Any], stage: Stage, box: Box, style: Type) -> Iterator[Node]:
    """Which deal is over, and of how many where that is known."""
    deals = _deals(state.view)
    key = f"win.end.over.{sight.lobby.game}"
    say = sight.teller.say
    text = say(key, deal=state.view.deal) if deals is None else say(f"{key}.of", deal=state.view.deal, deals=deals)
    yield from line(stage, ("between", "title"), box, text, style, theme.TEXT)


def _deals(view: Any) -> int | None:
    """How many deals the match has; None where nobody knows."""
    known = getattr(view, "deals", None) or getattr(getattr(view, "options", None), "deals", None)
    return known if isinstance(known, int) else None


def _seats(state: State, sight: Sight[Any, Any], stage: Stage, box: Box) -> Iterator[Node]:
    """Each seat with its total; a crown for who is in front, and between deals whether they are ready."""
    totals: Sequence[int] = state.view.totals
    leading = {standing.seat for standing in ranked(totals) if standing.rank == 1}
    gap = 8.0
    wide = min((box.w - gap * (len(totals) - 1)) / len(totals), 220.0 * stage.text_scale)
    left = box.cx - (wide * len(totals) + gap * (len(totals) - 1)) / 2
    for place, total in enumerate(totals):
        seat = Seat(place)
        cell = Box(left + place * (wide + gap), box.y, wide, box.h)
        yield from _seat(sight, stage, seat, total, seat in leading, cell)


def _seat(sight: Sight[Any, Any], stage: Stage, seat: Seat, total: int, is_leading: bool, box: Box) -> Iterator[Node]:
    key = ("between", "seat", seat)
    info = sight.lobby.seats[seat]
    is_ready = info.is_ready or info.kind is not SeatKind.PERSON
    edge = theme.MINT if is_ready and _is_between(sight) else theme.WHITE
    ground = Panel(theme.WHITE, theme.WHITE, 12, opacity=0.06, edge=edge, edge_opacity=0.55 if is_ready else 0.12)
    yield Node(key, box, ground)
    inner = box.inset(10, 6)
    upper = inner._replace(h=_NAME.size * 1.35 * stage.text_scale)
    lower = Box(inner.x, upper.bottom + 2, inner.w, inner.bottom - upper.bottom - 2)
    size = 11 * stage.text_scale
    mark = Box.around(upper.x + size / 2, upper.cy, size, size)
    yield Node((*key, "shape"), mark, Shape(SEAT_SHAPES[seat], theme.PLAYERS[seat]))
    x = mark.right + 6
    if is_leading:
        crown = Box.around(upper.right - 8, upper.cy, 15, 15)
        yield Node((*key, "crown"), crown, Icon("crown", theme.AMBER), tip=sight.teller.say("win.end.in-front"))
    words = Box(x, upper.y, upper.right - (20 if is_leading else 0) - x, upper.h)
    yield from line(stage, (*key, "name"), words, sight.teller.who(seat), _NAME, theme.TEXT)
    sum_ = sight.teller.say("win.end.total-of", total)
    sum_w = min(stage.width(sum_, _MARK) + 1, lower.w)
    right = Box(lower.right - sum_w, lower.y, sum_w, lower.h)
    yield from line(stage, (*key, "total"), right, sum_, _MARK, theme.TEXT_2, Align.RIGHT)
    if _is_between(sight):
        yield from _readiness(sight, stage, info, key, Box(lower.x, lower.y, lower.w - sum_w - 6, lower.h))


def _readiness(
    sight: Sight[Any, Any], stage: Stage, info: SeatInfo, key: tuple[object, ...], box: Box
) -> Iterator[Node]:
    """A sign and, where there is room, a word."""
    if info.kind is not SeatKind.PERSON or info.level:
        icon, what, ink = "bot", "bot", theme.MINT
    elif info.presence in (Presence.LOST, Presence.LEFT):
        icon, what, ink = "wifi-off", "away", theme.MUTED
    elif info.is_ready:
        icon, what, ink = "check", "ready", theme.MINT
    else:
        icon, what, ink = "eye", "looking", theme.TEXT_2
    text = sight.teller.say(f"win.end.is.{what}")
    size = min(13 * stage.text_scale, max(0.0, box.w))
    yield Node((*key, "ready"), Box.around(box.x + size / 2, box.cy, size, size), Icon(icon, ink), tip=text, label=text)
    words = Box(box.x + size + 4, box.y, box.w - size - 4, box.h)
    if stage.width(text, _MARK) <= words.w:
        yield from line(stage, (*key, "ready", "word"), words, text, _MARK, ink)


def _foot(sight: Sight[Any, Any], stage: Stage, box: Box) -> Iterator[Node]:
    """What one can do, and when it goes on by itself."""
    say = sight.teller.say
    is_between = _is_between(sight)
    end = box.right
    if is_between and sight.seat is not None:
        is_ready = sight.lobby.seats[sight.seat].is_ready
        text = say("win.end.not-yet" if is_ready else "win.end.ready")
        icon, tone = ("undo-2", Tone.PLAIN) if is_ready else ("check", Tone.MINT)
        end = yield from _button(stage, ("between", "do"), (box, end), text, SetReady(not is_ready), tone, icon)
        end = yield from _button(stage, ("between", "see"), (box, end), say("win.end.see"), Close(), Tone.QUIET, "eye")
    else:
        end = yield from _button(stage, ("between", "see"), (box, end), say("win.end.close"), Close(), Tone.PLAIN, "x")
    waits = _waits(sight) if is_between else ""
    if waits:
        room = Box(box.x, box.y, max(0.0, end - 8 - box.x), box.h)
        yield from line(stage, ("between", "waits"), room, waits, _SUB, theme.TEXT_2)


def _waits(sight: Sight[Any, Any]) -> str:
    lobby, say = sight.lobby, sight.teller.say
    if lobby.paused:
        return say(lobby.paused)
    if lobby.waits_ms is None:
        return ""
    return say("win.end.goes-on", -(-lobby.waits_ms // 1000))


def _button(
    stage: Stage,
    key: Key,
    where: tuple[Box, float],
    text: str,
    intent: object,
    tone: Tone,
    icon: str,
) -> Generator[Node, None, float]:
    """A button at the right end of what is left of a row; gives where the next one ends."""
    box, end = where
    is_main = tone in (Tone.MINT, Tone.AMBER)
    hint = "↵" if is_main and not stage.canvas.is_compact else ""
    wide = min(max(button_width(stage, text, icon=icon, hint=hint, is_large=is_main) + 10, 120), box.w * 0.36)
    spot = Box(end - wide, box.y, wide, box.h)
    yield from button(stage, key, spot, text, intent, tone=tone, icon=icon, hint=hint, is_large=is_main)
    return spot.x - 12
