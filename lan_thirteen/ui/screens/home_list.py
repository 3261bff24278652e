"""The panel of the first screen that lists the tables on this network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Align, Icon, Panel
from lan_thirteen.ui.screens import home_state as h
from lan_thirteen.ui.screens.common import GAMES, Typing, bars_of, game_tile, seat_dots

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

_ROW_TITLE: Final = theme.Type(theme.Face.BOLD, 18)
_ROW_SMALL: Final = theme.Type(theme.Face.MEDIUM, 12.5)
_TITLE: Final = theme.Type(theme.Face.DISPLAY_SEMI, 24)
_FILTER: Final = theme.Type(theme.Face.BOLD, 13.5)
_SEARCH: Final = 190


def tables_panel(state: h.State, facts: h.Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    """All of the list: its head, its filters, its rows or what to do where there are none."""
    pad = 16.0 if stage.canvas.is_compact else 28.0
    head_h = 40.0 if stage.canvas.is_compact else 56.0
    inner = Box(box.x + pad, box.y + (6 if stage.canvas.is_compact else 10), box.w - 2 * pad, 0)
    head = inner._replace(h=head_h)
    nodes = [*w.panel(("tables",), box), *_head(facts, stage, head)]
    filters, below = _filters(state, stage, Box(inner.x, head.bottom + 2, inner.w, 40))
    nodes += filters
    foot = line_height(stage, theme.HINT)
    side = 12 if stage.canvas.is_compact else 20
    room = Box(box.x + side, below + 8, box.w - 2 * side, box.bottom - below - 8 - foot - 18)
    rows = h.shown(state, facts)
    nodes += _rows(state, rows, stage, room) if rows else _nothing(state, facts, stage, room)
    words = Box(inner.x, box.bottom - foot - 10, inner.w, foot)
    said = facts.trouble if facts.trouble and rows else stage.say("win.home.not-in-list")
    ink = theme.AMBER if facts.trouble and rows else theme.MUTED
    nodes += w.line(stage, ("tables", "foot"), words, said, theme.HINT, ink)
    return w.grouped("list", nodes)


def _head(facts: h.Facts, stage: Stage, box: Box) -> Iterator[Node]:
    title = stage.say("win.home.tables")
    count = stage.say("win.home.found", len(facts.rows))
    title_w = min(stage.width(title, _TITLE), box.w - 56 - w.chip_width(stage, count, "radar") - 14)
    yield from w.line(stage, ("tables", "title"), box._replace(w=title_w + 0.5), title, _TITLE, theme.TEXT)
    tone = w.Tone.MINT if facts.rows else w.Tone.PLAIN
    yield from w.chip(stage, ("tables", "count"), box.x + title_w + 14, box.cy, count, icon="radar", tone=tone)
    label = stage.say("win.home.refresh")
    yield from w.icon_button(
        stage, ("tables", "refresh"), box.right - 16, box.cy, "refresh-cw", h.Simple.REFRESH, label
    )


def _filters(state: h.State, stage: Stage, box: Box) -> tuple[list[Node], float]:
    """The chips of the games and the search field, beside each other or below; and where they end."""
    names = [("", stage.say("win.home.all-games")), *((game, stage.say(f"game.{game}")) for game in GAMES)]
    wides = [max(stage.width(text, _FILTER) + (20 if stage.canvas.is_compact else 28), 40.0) for _, text in names]
    gap = 8
    need = sum(wides) + gap * (len(wides) - 1)
    is_beside = need + 16 + 130 <= box.w
    share = 1.0 if is_beside else min(1.0, (box.w - gap * 3) / (need - gap * 3))
    nodes: list[Node] = []
    x = box.x
    for (game, text), wide in zip(names, wides, strict=True):
        spot = Box(x, box.cy - 16, wide * share, 32)
        nodes += _filter(stage, game, text, spot, is_on=state.game == game)
        x = spot.right + gap
    search_w = min(_SEARCH * max(1.0, stage.text_scale), box.right - x - 8) if is_beside else box.w
    search = Box(box.right - search_w, box.cy - 17 + (0 if is_beside else 42), search_w, 34)
    nodes += w.field(
        stage,
        h.SEARCH_KEY,
        search,
        state.search,
        stage.say("win.home.search"),
        placeholder=stage.say("win.home.search"),
        intent=Typing(h.SEARCH_KEY),
        icon="search",
    )
    return nodes, search.bottom + 3


def _filter(stage: Stage, game: str, text: str, box: Box, *, is_on: bool) -> Iterator[Node]:
    key = ("filter", game)
    lit = 0.16 if stage.hover == key else 0.08
    face = Panel(theme.WHITE, theme.WHITE, 16, lit)
    if is_on:
        face = Panel(theme.AMBER, theme.AMBER, 16)
    reach = Box.around(box.cx, box.cy, box.w, theme.TARGET)
    yield Node(key, box, face, h.Filter(game), text, hit=reach)
    ink = theme.ON_AMBER if is_on else theme.TEXT_2
    (words,) = w.line(stage, (*key, "text"), box.inset(8, 0), text, _FILTER, ink, Align.CENTRE)
    yield words._replace(tip="", label="")


class _Columns(NamedTuple):
    """Where the parts of a row stand, from its left edge."""

    tile: float
    name: float
    seats: float
    state: float
    button: float
    height: float


def _rows(state: h.State, rows: tuple[h.TableRow, ...], stage: Stage, box: Box) -> tuple[Node, ...]:
    title = line_height(stage, _title(stage))
    small = line_height(stage, theme.BODY) + line_height(stage, _ROW_SMALL)
    gap = 8 if stage.canvas.is_compact else 10
    height = max(76.0 if stage.canvas.is_compact else 100.0, title + small + (8 if stage.canvas.is_compact else 20))
    seen = w.rows_seen(box.h, height, gap)
    wide = box.w - (14 if len(rows) > seen else 0)
    columns = _columns(stage, wide, height)

    def drawn(row: h.TableRow) -> w.Row:
        return lambda spot: tuple(_row(state, row, stage, spot, columns))

    return w.scroll_list(h.TABLES, box, [drawn(row) for row in rows], state.offset, row=height, gap=gap)


def _title(stage: Stage) -> theme.Type:
    return theme.NAME if stage.canvas.is_compact else _ROW_TITLE


def _columns(stage: Stage, wide: float, height: float) -> _Columns:
    is_compact = stage.canvas.is_compact
    tile = 52.0 if is_compact else 68.0
    names = [stage.say(f"win.home.{way}") for way in ("join", "watch")]
    button = max(86.0 if not is_compact else 74.0, *(w.button_width(stage, name) - 16 for name in names))
    chips = [stage.say(f"win.home.status.{status}") for status in ("lobby", "playing", "full")]
    status = max(80.0, *(w.chip_width(stage, chip) for chip in chips))
    seats = max(110.0 if is_compact else 143.0, stage.width(stage.say("win.home.seats", 8, taken=8), _ROW_SMALL) + 2)
    edge = 12.0 if is_compact else 16.0
    at_button = wide - edge - button
    at_status = at_button - (10 if is_compact else 12) - status
    at_seats = at_status - (10 if is_compact else 18) - seats
    return _Columns(tile, edge + tile + (12 if is_compact else 18), at_seats, at_status, at_button, height)


def _row(state: h.State, row: h.TableRow, stage: Stage, box: Box, at: _Columns) -> Iterator[Node]:
    """A table; a press anywhere but on its button chooses it."""
    key = ("table", row.id, row.fingerprint)
    is_on = state.chosen == (row.id, row.fingerprint)
    is_near = stage.hover == key or (stage.has_keys and stage.focus == ("join", *key[1:]))
    lit = 0.1 if is_near else 0.055
    face = Panel(theme.WHITE, theme.WHITE, 18, lit, theme.WHITE, 1.0, 0.08)
    if is_on:
        face = Panel(theme.INK[4], theme.INK[3], 18, 0.96, theme.AMBER, 2.0, 1.0, glow=theme.AMBER)
    label = f"{row.name}: {stage.say(f'win.home.status.{row.status}')}"
    reach = box._replace(w=at.button - 6)
    ground = Node(key, box, face, h.Choose(row.id, row.fingerprint), label, hit=reach)
    nodes = [
        *game_tile((*key, "tile"), Box.around(box.x + at.name - 16 - at.tile / 2, box.cy, at.tile, at.tile), row.game),
        *_names(row, stage, Box(box.x + at.name, box.y, at.seats - at.name - 10, box.h)),
        *_seats(row, stage, Box(box.x + at.seats, box.y, at.state - at.seats - 8, box.h)),
        *_status(row, stage, Box(box.x + at.state, box.y, at.button - at.state - 10, box.h)),
    ]
    yield ground
    yield from (node._replace(alpha=0.5) if row.is_stale else node for node in nodes)
    yield from _way_in(row, stage, Box(box.x + at.button, box.y, box.w - at.button - 12, box.h), is_on=is_on)


def _names(row: h.TableRow, stage: Stage, box: Box) -> Iterator[Node]:
    key = ("table", row.id, row.fingerprint)
    style = _title(stage)
    title, body = line_height(stage, style), line_height(stage, theme.BODY)
    small = line_height(stage, _ROW_SMALL)
    y = box.cy - (title + body + small) / 2
    sign = 20 if row.is_doubtful else 0
    lock = 22 if row.has_pin else 0
    if row.has_pin:
        spot, tip = Box(box.x, y + title / 2 - 8.5, 17, 17), stage.say("win.pin.lock")
        yield Node((*key, "lock"), spot, Icon("lock", theme.AMBER), label=tip, tip=tip)
    name = Box(box.x + lock, y, box.w - sign - lock, title)
    yield from w.line(stage, (*key, "name"), name, row.name, style, theme.TEXT)
    if row.is_doubtful:
        spot = Box(box.right - 17, y + title / 2 - 8.5, 17, 17)
        tip = stage.say("win.home.doubtful")
        yield Node((*key, "doubt"), spot, Icon("triangle-alert", theme.AMBER), label=tip, tip=tip)
    what = stage.say(f"game.{row.game}") if row.game in GAMES else row.game
    if row.options:
        what = stage.say("win.home.game-and-options", game=what, options=row.options)
    if row.speaks is not h.Speaks.OURS:
        what = stage.say(f"win.home.{row.speaks}", program=row.program or "?")
    ink = theme.TEXT_2 if row.speaks is h.Speaks.OURS else theme.AMBER
    yield from w.line(stage, (*key, "what"), Box(box.x, y + title, box.w, body), what, theme.BODY, ink)
    if row.host:
        yield Node((*key, "crown"), Box(box.x, y + title + body + small / 2 - 6.5, 13, 13), Icon("crown", theme.MUTED))
        host = Box(box.x + 19, y + title + body, box.w - 19, small)
        yield from w.line(stage, (*key, "host"), host, row.host, _ROW_SMALL, theme.MUTED)


def _seats(row: h.TableRow, stage: Stage, box: Box) -> Iterator[Node]:
    key = ("table", row.id, row.fingerprint)
    tall = line_height(stage, _ROW_SMALL)
    yield from seat_dots((*key, "seat"), Box(box.x, box.cy - 27, box.w, 24), row.avatars, row.taken, row.seats)
    words = stage.say("win.home.seats", row.seats, taken=row.taken)
    yield from w.line(
        stage, (*key, "seats"), Box(box.x, box.cy + 19 - tall / 2, box.w, tall), words, _ROW_SMALL, theme.MUTED
    )


def _status(row: h.TableRow, stage: Stage, box: Box) -> Iterator[Node]:
    key = ("table", row.id, row.fingerprint)
    tone = {"lobby": w.Tone.MINT, "playing": w.Tone.AMBER}.get(row.status, w.Tone.PLAIN)
    words = stage.say(f"win.home.status.{row.status}")
    yield from w.chip(stage, (*key, "status"), box.x, box.cy - 15, words, tone=tone, room=box.w)
    yield Node((*key, "bars"), Box(box.x + 2, box.cy + 10, 24, 18), bars_of(row.ping_ms))
    ping = stage.say("win.home.no-ping") if row.ping_ms is None else stage.say("win.home.ping", row.ping_ms)
    tall = line_height(stage, _ROW_SMALL)
    spot = Box(box.x + 32, box.cy + 19 - tall / 2, box.w - 32, tall)
    yield from w.line(stage, (*key, "ping"), spot, ping, _ROW_SMALL, theme.MUTED)


def _way_in(row: h.TableRow, stage: Stage, box: Box, *, is_on: bool) -> tuple[Node, ...]:
    way = h.way_in(row)
    words = stage.say("win.home.watch" if row.status != "lobby" else "win.home.join")
    tip = "" if way else stage.say(f"win.home.{row.speaks}", program=row.program or "?")
    tall = max(42.0, 26 * stage.text_scale)
    return w.button(
        stage,
        ("join", row.id, row.fingerprint),
        Box.around(box.cx, box.cy, box.w, tall),
        words,
        way,
        tone=w.Tone.AMBER if is_on else w.Tone.PLAIN,
        is_enabled=way is not None,
        tip=tip,
    )


def _nothing(state: h.State, facts: h.Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """What to do where no table is to be seen."""
    lines: list[tuple[str, str]] = []
    if facts.rows:
        title = stage.say("win.home.none-matches")
    elif facts.looked_s < h.LOOKING_S and not facts.trouble:
        title = stage.say("win.home.looking")
    else:
        title, lines = stage.say("win.home.none"), _advice(facts, stage)
    inner = box.inset(24, 0)
    headline = line_height(stage, theme.PANEL_TITLE)
    heights = [w.paragraph_height(stage, text, theme.BODY, inner.w - 30) + 10 for text, _ in lines]
    y = max(box.y + 40, box.cy - (headline + 16 + sum(heights)) / 2)
    yield Node(("nothing", "icon"), Box.around(box.cx, y - 22, 30, 30), Icon("radar", theme.MUTED))
    title_box = Box(inner.x, y, inner.w, headline)
    yield from w.line(stage, ("nothing", "title"), title_box, title, theme.PANEL_TITLE, theme.TEXT, Align.CENTRE)
    y += headline + 16
    for place, ((text, icon), tall) in enumerate(zip(lines, heights, strict=True)):
        if y + tall > box.bottom:
            return
        yield Node(("nothing", place, "icon"), Box(inner.x, y + 1, 17, 17), Icon(icon, theme.AMBER))
        spot = Box(inner.x + 30, y, inner.w - 30, tall)
        yield from w.paragraph(stage, ("nothing", place), spot, text, theme.BODY, theme.TEXT_2)
        y += tall


def _advice(facts: h.Facts, stage: Stage) -> list[tuple[str, str]]:
    own = stage.say("win.home.own-address", address=facts.address) if facts.address else ""
    trouble = facts.trouble or stage.say("win.home.firewall")
    advice = [
        (stage.say("win.home.open-one"), "plus"),
        (stage.say("win.home.ask-address"), "link"),
        (trouble, "triangle-alert"),
        (own, "wifi"),
    ]
    return [(text, icon) for text, icon in advice if text]
