"""The seats of the waiting room: who sits where, who is ready, bots, and who watches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lan_thirteen.core.lobby import Presence, SeatInfo, SeatKind
from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import SEAT_SHAPES, Align, Avatar, Icon, Panel, Shape
from lan_thirteen.ui.screens import room_state as r
from lan_thirteen.ui.screens import room_trust
from lan_thirteen.wire import messages as m

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

LEVELS: Final = ("easy", "normal")
_NAME: Final = theme.Type(theme.Face.BOLD, 17)
_FREE: Final = theme.Type(theme.Face.MEDIUM, 15.5)
_MOST: Final = 68
_SELECT: Final = 132


def seats_panel(state: r.State, facts: r.Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    """All seats; ``box`` is the panel's."""
    return w.grouped("table", _panel(state, facts, stage, box))


def _panel(state: r.State, facts: r.Facts, stage: Stage, box: Box) -> Iterator[Node]:
    yield from w.panel(("seats",), box)
    info = GAMES[facts.lobby.game].game.info
    pad = 16.0 if stage.canvas.is_compact else 26.0
    head_h = max(34.0, line_height(stage, theme.PANEL_TITLE))
    head = Box(box.x + pad, box.y + (8 if stage.canvas.is_compact else 17), box.w - 2 * pad, head_h)
    bounds = stage.say("win.wait.players-of", info.max_seats, low=info.min_seats)
    wide = min(stage.width(bounds, theme.HINT) + 1, head.w * 0.45)
    title = head._replace(w=head.w - wide - 8)
    yield from w.line(stage, ("seats", "title"), title, stage.say("win.wait.players"), theme.PANEL_TITLE, theme.TEXT)
    right = Box(head.right - wide, head.y, wide, head.h)
    yield from w.line(stage, ("seats", "bounds"), right, bounds, theme.HINT, theme.MUTED, Align.RIGHT)
    foot = line_height(stage, theme.HINT) if facts.lobby.watchers else 0.0
    top = head.bottom + (6 if stage.canvas.is_compact else 9)
    side = 10 if stage.canvas.is_compact else 16
    wide = box.w - 2 * side
    words_h = room_trust.words_height(facts, stage, wide)
    end = box.bottom - 12 - (foot + 6 if foot else 0)
    room = Box(box.x + side, top, wide, end - (words_h + 8 if words_h else 0) - top)
    yield from _rows(state, facts, stage, room)
    yield from room_trust.words_part(facts, stage, Box(room.x, end - words_h, wide, words_h))
    if facts.lobby.watchers:
        names = stage.say("list.comma").join(watcher.name for watcher in facts.lobby.watchers)
        said = stage.say("win.wait.watching", len(facts.lobby.watchers), who=names)
        yield from w.line(
            stage,
            ("seats", "watchers"),
            Box(head.x, box.bottom - foot - 9, head.w, foot),
            said,
            theme.HINT,
            theme.TEXT_2,
        )


def _rows(state: r.State, facts: r.Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    count, gap = len(facts.lobby.seats), 6.5
    least = max(50.0, line_height(stage, _NAME) + line_height(stage, theme.HINT) + 4)
    height = min(float(_MOST), max(least, (box.h - gap * (count - 1)) / count))
    height = max(height, least)

    def drawn(seat: int, info: SeatInfo) -> w.Row:
        return lambda spot: tuple(_seat(facts, stage, seat, info, spot))

    rows = [drawn(seat, info) for seat, info in enumerate(facts.lobby.seats)]
    return w.scroll_list(r.SEATS, box, rows, state.seats_offset, row=height, gap=gap)


def _seat(facts: r.Facts, stage: Stage, seat: int, info: SeatInfo, box: Box) -> Iterator[Node]:
    key = ("seat", seat)
    is_free = info.kind is SeatKind.FREE
    yield from w.plaque(key, box, radius=15, is_dashed=is_free)
    yield from _face(seat, info, box)
    words_x = box.x + box.h + 8
    tools = _tools(facts, stage, seat, info, box)
    left = min((node.reach.x for node in tools if node.reach.w > 1), default=box.right)
    yield from _words(facts, stage, seat, info, Box(words_x, box.y, left - 8 - words_x, box.h))
    yield from tools


def _face(seat: int, info: SeatInfo, box: Box) -> Iterator[Node]:
    key = ("seat", seat)
    r_ = min(22.0, box.h / 2 - 6)
    cx = box.x + box.h / 2 + 2
    spot = Box.around(cx, box.cy, 2 * r_ + 6, 2 * r_ + 6)
    if info.kind is SeatKind.FREE:
        ring = Panel(theme.BLACK, theme.BLACK, spot.w / 2, 0.0, theme.TEXT_2, 1.5, 0.45, is_dashed=True)
        yield Node((*key, "ring"), spot.inset(3), ring)
        yield Node((*key, "free"), Box.around(cx, box.cy, 19, 19), Icon("user-plus", theme.MUTED))
        return
    number = -1 if info.kind is SeatKind.BOT else info.avatar % 8
    is_dim = info.kind is SeatKind.PERSON and info.presence is not Presence.HERE
    ink = theme.PLAYERS[seat % len(theme.PLAYERS)]
    yield Node((*key, "face"), spot, Avatar(number, ink, is_dim))
    badge = Box.around(cx + r_ * 0.74, box.cy + r_ * 0.74, 11, 11)
    yield Node((*key, "shape"), badge, Shape(SEAT_SHAPES[seat % len(SEAT_SHAPES)], ink, theme.INK[0]))


def _words(facts: r.Facts, stage: Stage, seat: int, info: SeatInfo, box: Box) -> Iterator[Node]:
    key = ("seat", seat)
    if info.kind is SeatKind.FREE:
        yield from w.line(stage, (*key, "name"), box, stage.say("win.wait.free"), _FREE, theme.MUTED)
        return
    name_h, sub_h = line_height(stage, _NAME), line_height(stage, theme.HINT)
    y = box.cy - (name_h + sub_h) / 2
    is_owner = info.person is not None and info.person == facts.lobby.owner
    sign = 24.0 if is_owner else 0.0
    wide = min(stage.width(info.name, _NAME) + 1, box.w - sign)
    yield from w.line(stage, (*key, "name"), Box(box.x, y, wide, name_h), info.name, _NAME, theme.TEXT)
    if is_owner:
        spot = Box(box.x + wide + 7, y + name_h / 2 - 8, 16, 16)
        tip = stage.say("win.wait.owner")
        yield Node((*key, "crown"), spot, Icon("crown", theme.AMBER), label=tip, tip=tip)
    sub = Box(box.x, y + name_h, box.w, sub_h)
    ink = theme.AMBER if info.presence is not Presence.HERE and info.kind is SeatKind.PERSON else theme.MUTED
    yield from w.line(stage, (*key, "sub"), sub, _about(facts, stage, info), theme.HINT, ink)


def _about(facts: r.Facts, stage: Stage, info: SeatInfo) -> str:
    if info.kind is SeatKind.BOT:
        return stage.say("win.wait.bot", level=stage.say(f"level.{info.level}"))
    if info.presence is not Presence.HERE:
        return stage.say(f"win.wait.presence.{info.presence}")
    is_me = info.person == facts.me
    if info.person == facts.lobby.owner:
        return stage.say("win.wait.host-you" if is_me else "win.wait.host")
    return stage.say("win.wait.guest-you" if is_me else "win.wait.guest")


def _tools(facts: r.Facts, stage: Stage, seat: int, info: SeatInfo, box: Box) -> tuple[Node, ...]:
    """What can be done with a seat, and whether its person is ready, at the right."""
    if info.kind is SeatKind.FREE:
        return tuple(_free_tools(facts, stage, seat, box))
    if info.kind is SeatKind.BOT:
        return tuple(_bot_tools(facts, stage, seat, info, box))
    return tuple(_person_tools(facts, stage, seat, info, box))


def _free_tools(facts: r.Facts, stage: Stage, seat: int, box: Box) -> Iterator[Node]:
    """What a free seat offers, in words where there is room for them beside what it is called."""
    offers: list[tuple[str, str, object]] = []
    if facts.is_owner:
        offers.append(("bot", stage.say("win.wait.add-bot"), r.Tell(m.SetSeatBot(seat, r.USUAL_LEVEL))))
    if not facts.is_cut:
        offers.append(("user-plus", stage.say("win.wait.sit"), r.Tell(m.Sit(seat))))
    wides = [w.button_width(stage, text, icon=icon) - 8 for icon, text, _ in offers]
    named = box.h + 16 + stage.width(stage.say("win.wait.free"), _FREE)
    has_words = named + sum(wides) + 8 * len(wides) + 14 <= box.w
    right, high = box.right - 14, min(40.0, box.h - 8)
    for (icon, text, intent), wide in zip(offers, wides, strict=True):
        key = ("seat", seat, icon)
        if has_words:
            spot = Box(right - wide, box.cy - high / 2, wide, high)
            yield from w.button(stage, key, spot, text, intent, tone=w.Tone.QUIET, icon=icon)
            right -= wide + 8
        else:
            yield from w.icon_button(stage, key, right - 18, box.cy, icon, intent, text, size=36)
            right -= 48


def _bot_tools(facts: r.Facts, stage: Stage, seat: int, info: SeatInfo, box: Box) -> Iterator[Node]:
    right = box.right - 14
    if facts.is_owner:
        label = stage.say("win.wait.remove-bot", bot=info.name)
        free = r.Tell(m.SetSeatBot(seat, ""))
        yield from w.icon_button(stage, ("seat", seat, "free"), right - 17, box.cy, "x", free, label)
        wide = min(_SELECT * max(1.0, stage.text_scale), box.w * 0.34)
        spot = Box(right - 46 - wide, box.cy - 17, wide, 34)
        value, named = stage.say(f"level.{info.level}"), stage.say("win.host.level")
        yield from w.select(stage, ("level", seat), spot, value, named, r.OpenList(f"level {seat}"))
        return
    if facts.seat is None and not facts.is_cut:
        text = stage.say("win.wait.sit")
        wide = min(w.button_width(stage, text, icon="user-plus") - 8, box.w * 0.4)
        spot = Box(right - wide, box.cy - 20, wide, 40)
        tone, take = w.Tone.QUIET, r.Tell(m.Sit(seat))
        yield from w.button(stage, ("seat", seat, "sit"), spot, text, take, tone=tone, icon="user-plus")
        return
    ready = stage.say("win.wait.ready")
    yield from w.chip(
        stage, ("seat", seat, "ready"), right, box.cy, ready, icon="check", tone=w.Tone.MINT, align=Align.RIGHT
    )


def _person_tools(facts: r.Facts, stage: Stage, seat: int, info: SeatInfo, box: Box) -> Iterator[Node]:
    right = box.right - 14
    if facts.is_owner and info.person is not None and info.person != facts.me:
        label = stage.say("win.wait.remove", who=info.name)
        remove = r.Remove(info.person, info.name)
        yield from w.icon_button(stage, ("seat", seat, "kick"), right - 17, box.cy, "user-x", remove, label)
        right -= 46
    is_ready = info.is_ready or info.person == facts.lobby.owner
    text, icon, tone = (
        ("win.wait.ready", "check", w.Tone.MINT) if is_ready else ("win.wait.unready", "hourglass", w.Tone.AMBER)
    )
    yield from w.chip(
        stage,
        ("seat", seat, "ready"),
        right,
        box.cy,
        stage.say(text),
        icon=icon,
        tone=tone,
        align=Align.RIGHT,
        room=box.w * 0.36,
    )
