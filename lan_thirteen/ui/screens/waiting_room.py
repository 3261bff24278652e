"""The waiting room of a table: seats, rules and talk, until its owner starts the match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lan_thirteen.core.lobby import SeatKind
from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.layout import columns, line_height
from lan_thirteen.ui.pictures import Align, Icon
from lan_thirteen.ui.screens import chat, common, room_trust
from lan_thirteen.ui.screens import room_state as r
from lan_thirteen.ui.screens.common import Typing
from lan_thirteen.ui.screens.drawer import say_field
from lan_thirteen.ui.screens.room_rules import rules_panel, with_list
from lan_thirteen.ui.screens.room_seats import seats_panel
from lan_thirteen.ui.screens.room_state import (
    NAME,
    SAY,
    Ask,
    Copy,
    Facts,
    Intent,
    NewPin,
    ReadRules,
    ReadTrust,
    State,
    Tell,
    Wish,
    entered,
    fields,
    keys,
    press,
    with_field,
)

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

__all__ = [
    "NAME",
    "SAY",
    "Ask",
    "Copy",
    "Facts",
    "Intent",
    "NewPin",
    "ReadRules",
    "ReadTrust",
    "State",
    "Tell",
    "Wish",
    "entered",
    "fields",
    "keys",
    "present",
    "press",
    "with_field",
]

_ADDRESS: Final = theme.Type(theme.Face.EXTRABOLD, 20)
_SUB: Final = theme.Type(theme.Face.MEDIUM, 14.5)
_SOFT: Final = theme.colour("#EADFD0")
_GAP: Final = 12
_NAME: Final = theme.Type(theme.Face.DISPLAY_SEMI, 28)


def present(state: State, facts: Facts, stage: Stage) -> Display:
    """The whole room."""
    canvas = stage.canvas
    edge = common.margin(stage)
    is_compact = canvas.is_compact
    top, foot = (74.0, 62.0) if is_compact else (114.0, 86.0)
    if stage.text_scale > 1.2:
        top += 16
    body = Box(edge, top, canvas.w - 2 * edge, canvas.h - foot - top)
    nodes = [
        *common.ground(stage),
        *_head(state, facts, stage, Box(edge, 0, body.w, top)),
        *_panels(state, facts, stage, body),
        *w.grouped("actions", _foot(facts, stage, Box(edge, canvas.h - foot, body.w, foot))),
    ]
    display = Display(tuple(nodes))
    return with_list(state, facts, stage, display) if state.opened else display


def _panels(state: State, facts: Facts, stage: Stage, body: Box) -> Iterator[Node]:
    if stage.canvas.is_compact:
        seats, other = columns(body, body.w * 0.52, None, gap=14)
        yield from seats_panel(state, facts, stage, seats)
        tabs = other._replace(h=40)
        choices = [(part, _part_words(part, state, facts, stage)) for part in r.Part]
        yield from w.grouped("pill", w.tabs(stage, ("part",), tabs, choices, state.part, r.ShowPart))
        below = Box(other.x, other.y + 48, other.w, other.h - 48)
        shows = rules_panel if state.part is r.Part.RULES else _chat_panel
        yield from w.grouped("pill", shows(state, facts, stage, below))
        return
    extra = max(0.0, body.w - 1168)
    seats, rules, talk = columns(body, 470 + extra * 0.4, 330 + extra * 0.2, None, gap=20)
    yield from seats_panel(state, facts, stage, seats)
    yield from rules_panel(state, facts, stage, rules)
    yield from w.grouped("log", _chat_panel(state, facts, stage, talk))


def _part_words(part: r.Part, state: State, facts: Facts, stage: Stage) -> str:
    if part is r.Part.CHAT and facts.unread and state.part is not part:
        return stage.say("win.drawer.chat-unread", facts.unread)
    return stage.say("win.wait.rules" if part is r.Part.RULES else "win.drawer.chat")


def _head(state: State, facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    cy = common.head_middle(stage)
    lobby = facts.lobby
    back = stage.say("win.wait.close" if facts.is_owner else "win.wait.leave")
    yield from w.grouped("bar", w.icon_button(stage, ("back",), box.x + 20, cy, "arrow-left", r.Leave(), back, size=36))
    tile = 44.0 if stage.canvas.is_compact else 60.0
    spot = Box(box.x + 56, cy - tile / 2, tile, tile)
    yield from w.grouped("bar", common.game_tile(("tile",), spot, lobby.game))
    card_w, pin_w = _card_widths(facts, stage, box.w)
    cards_w = card_w + pin_w + (_GAP if card_w and pin_w else 0)
    x = spot.right + (12 if stage.canvas.is_compact else 18)
    right = box.right - cards_w - 18 if cards_w else box.right
    words = Box(x, box.y, right - x, box.h)
    yield from w.grouped("bar", _title(state, facts, stage, words, cy))
    tall = max(52.0 if stage.canvas.is_compact else 68.0, room_trust.height(stage) + 8)
    card = Box(box.right - card_w, cy - tall / 2, card_w, tall)
    if card_w:
        show = _address if facts.addresses else room_trust.trust_part
        yield from w.grouped("hints", show(facts, stage, card))
    if pin_w:
        pin = Box(box.right - cards_w, card.y, pin_w, tall)
        yield from w.grouped("hints", room_trust.pin_part(facts, stage, pin))


def _card_widths(facts: Facts, stage: Stage, room: float) -> tuple[float, float]:
    """Of the address or of what is known of the table, and of the PIN beside it; 0 where there is nothing to show."""
    wide = min(388.0 * max(1.0, stage.text_scale * 0.85), room * 0.42)
    left = wide if facts.addresses else min(room_trust.trust_width(facts, stage), wide)
    return left, room_trust.pin_width(facts, stage)


def _title(state: State, facts: Facts, stage: Stage, box: Box, cy: float) -> Iterator[Node]:
    style = theme.Type(_NAME.face, 22) if stage.canvas.is_compact else _NAME
    name_h, sub_h = line_height(stage, style), line_height(stage, _SUB)
    y = max(2.0, cy - 4 - (name_h + sub_h) / 2 + (4 if stage.canvas.is_compact else 0))
    lobby = facts.lobby
    if state.name is not None:
        label = stage.say("win.host.name")
        wide = min(340.0, box.w - 46)
        spot = Box(box.x, y + name_h / 2 - 20, wide, 40)
        yield from w.field(stage, NAME, spot, state.name, label, intent=Typing(NAME), style=theme.NAME, depth=0.6)
        keep = stage.say("win.wait.keep-name")
        yield from w.icon_button(stage, ("keep-name",), spot.right + 26, spot.cy, "check", r.KeepName(), keep)
    else:
        room = box.w - (40 if facts.is_owner else 0)
        wide = min(stage.width(lobby.name, style) + 1, room)
        yield from w.line(stage, ("room", "title"), Box(box.x, y, wide, name_h), lobby.name, style, theme.TEXT)
        if facts.is_owner:
            edit = stage.say("win.wait.rename")
            middle = y + name_h / 2
            yield from w.icon_button(
                stage, ("rename",), box.x + wide + 22, middle, "pencil", r.EditName(), edit, size=26
            )
    taken = sum(info.kind is not SeatKind.FREE for info in lobby.seats)
    said = stage.say(
        "win.wait.about-host" if facts.is_owner else "win.wait.about",
        len(lobby.seats),
        game=stage.say(f"game.{lobby.game}"),
        taken=taken,
    )
    top = y + name_h + (4 if state.name is not None else 0)
    yield from w.line(stage, ("room", "about"), Box(box.x, top, box.w, sub_h), said, _SUB, _SOFT)


def _address(facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """The address to read aloud."""
    yield from w.panel(("address",), box, radius=16, opacity=0.86)
    yield Node(("address", "icon"), Box.around(box.x + 30, box.cy, 22, 22), Icon("wifi", theme.MINT))
    hint, big = line_height(stage, theme.HINT), line_height(stage, _ADDRESS)
    y = box.cy - (hint + big) / 2
    x = box.x + 54
    room = box.right - 62 - x
    said = stage.say("win.wait.address")
    yield from w.line(stage, ("address", "hint"), Box(x, y, room, hint), said, theme.HINT, theme.TEXT_2)
    first, *others = facts.addresses
    words = Box(x, y + hint, room, big)
    (line,) = w.line(stage, ("address", "first"), words, first, _ADDRESS, theme.TEXT)
    also = stage.say("win.wait.also", addresses=stage.say("list.comma").join(others)) if others else line.tip
    yield line._replace(tip=also, label=also)
    copy = stage.say("win.wait.copy")
    yield from w.icon_button(stage, ("copy",), box.right - 34, box.cy, "copy", r.CopyAddress(), copy)


def _chat_panel(state: State, facts: Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    return tuple(_chat(state, facts, stage, box))


def _chat(state: State, facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    yield from w.panel(("chat",), box)
    top = box.y + 14
    if not stage.canvas.is_compact:
        head_h = max(34.0, line_height(stage, theme.PANEL_TITLE))
        head = Box(box.x + 24, box.y + 17, box.w - 48, head_h)
        yield from w.line(stage, ("chat", "title"), head, stage.say("win.drawer.chat"), theme.PANEL_TITLE, theme.TEXT)
        top = head.bottom + 10
    tall = max(40.0, theme.BODY.size * stage.text_scale * 2.4)
    spot = Box(box.x + 20, box.bottom - 20 - tall, box.w - 40, tall)
    room = Box(box.x + 20, top, box.w - 34, spot.y - 10 - top)
    if facts.said:
        yield from chat.talk(stage, r.TALK, room, facts.said, facts.lobby, state.talk_offset)
    else:
        words = stage.say("win.drawer.nothing-said")
        yield from w.paragraph(stage, (*r.TALK, "none"), room, words, theme.HINT, theme.MUTED, Align.CENTRE, most=2)
    yield from say_field(stage, SAY, spot, state.say, r.SendWords())


def _foot(facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    say = stage.say
    is_compact = stage.canvas.is_compact
    high = 46.0 if is_compact else 52.0
    bottom = box.bottom - (8 if is_compact else 20)
    leave, icon = (say("win.wait.close"), "x") if facts.is_owner else (say("win.wait.leave"), "log-out")
    wide = min(max(190.0, w.button_width(stage, leave, icon=icon)), box.w * 0.3)
    yield from w.button(stage, ("leave",), Box(box.x, bottom - high + 4, wide, high - 6), leave, r.Leave(), icon=icon)
    words, sign, tone = _main(facts, stage)
    main_w = min(max(262.0, w.button_width(stage, words, icon=sign, hint="F5", is_large=True)), box.w * 0.34)
    main = Box(box.right - main_w, bottom - high, main_w, high)
    intent = r.main_intent(facts)
    status = _status(facts, stage)
    yield from w.button(
        stage,
        ("main",),
        main,
        words,
        intent,
        tone=tone,
        icon=sign,
        hint="F5",
        tip="" if intent else status,
        is_enabled=intent is not None,
        is_large=True,
    )
    tall = 2 * line_height(stage, theme.BODY)
    room = Box(box.x + wide + 20, main.cy - tall / 2, main.x - 24 - box.x - wide - 20, tall)
    lines = 1 if stage.width(status, theme.BODY) <= room.w else 2
    spot = room if lines == 2 else Box(room.x, main.cy - tall / 4, room.w, tall / 2)
    yield from w.paragraph(stage, ("status",), spot, status, theme.BODY, _SOFT, Align.RIGHT, most=2)


def _main(facts: Facts, stage: Stage) -> tuple[str, str, w.Tone]:
    """What the large button says."""
    if facts.is_owner:
        return stage.say("win.wait.start"), "play", w.Tone.AMBER
    if facts.seat is None:
        return stage.say("win.wait.take-seat"), "user-plus", w.Tone.AMBER
    if facts.lobby.seats[facts.seat].is_ready:
        return stage.say("win.wait.not-ready-after-all"), "hourglass", w.Tone.PLAIN
    return stage.say("win.wait.i-am-ready"), "check", w.Tone.MINT


def _status(facts: Facts, stage: Stage) -> str:
    """What is being waited for."""
    say = stage.say
    if facts.is_cut:
        return say("win.wait.cut")
    if facts.lacking:
        return say("win.wait.lacking", facts.lacking, game=say(f"game.{facts.lobby.game}"))
    waited = facts.waited_for
    if facts.is_owner:
        names = say("list.comma").join(info.name for info in waited)
        return say("win.wait.waited-for", len(waited), who=names) if waited else say("win.wait.all-ready")
    if facts.seat is not None and not facts.lobby.seats[facts.seat].is_ready:
        return say("win.wait.ready-asked")
    return say("win.wait.host-starts")
