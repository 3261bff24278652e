"""The first screen: who one is, the tables that can be seen, and all ways to one. Light: it is drawn first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Display, Key, Node
from lan_thirteen.ui.layout import columns, line_height
from lan_thirteen.ui.pictures import Align, Avatar, Icon, Panel
from lan_thirteen.ui.screens import common
from lan_thirteen.ui.screens.common import Typing
from lan_thirteen.ui.screens.home_list import tables_panel
from lan_thirteen.ui.screens.home_state import (
    ADDRESS_KEY,
    NAME,
    SEARCH_KEY,
    TABLES,
    Choose,
    EditName,
    Enter,
    Facts,
    Filter,
    Intent,
    JoinAt,
    KeepName,
    NextAvatar,
    Page,
    SetName,
    Simple,
    Speaks,
    State,
    TableRow,
    ToAddress,
    TypedAddress,
    Wish,
    entered,
    fields,
    fresh,
    keys,
    press,
    shown,
    way_in,
    with_field,
)

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

__all__ = [
    "ADDRESS_KEY",
    "NAME",
    "SEARCH_KEY",
    "TABLES",
    "Choose",
    "EditName",
    "Enter",
    "Facts",
    "Filter",
    "Intent",
    "JoinAt",
    "KeepName",
    "NextAvatar",
    "Page",
    "SetName",
    "Simple",
    "Speaks",
    "State",
    "TableRow",
    "ToAddress",
    "TypedAddress",
    "Wish",
    "entered",
    "fields",
    "fresh",
    "keys",
    "present",
    "press",
    "with_field",
]

_NAME_TYPE: Final = theme.Type(theme.Face.DISPLAY_SEMI, 22)
_SLOGAN: Final = theme.Type(theme.Face.MEDIUM, 16.5)
_FOOT: Final = theme.Type(theme.Face.MEDIUM, 13)


def present(state: State, facts: Facts, stage: Stage) -> Display:
    """The whole screen."""
    canvas = stage.canvas
    edge = 24.0 if canvas.is_compact else float(theme.MENU_OUTER)
    left = 300.0 if canvas.is_compact else 370.0
    gap = 20.0 if canvas.is_compact else 66.0
    foot = 40.0 if canvas.is_compact else 74.0
    top = 18.0 if canvas.is_compact else 56.0
    column = Box(edge, top, left, canvas.h - top - foot)
    tables = Box(column.right + gap, top, canvas.w - edge - column.right - gap, column.h)
    nodes = [
        *common.ground(stage, "dusk"),
        *_left(state, facts, stage, column),
        *tables_panel(state, facts, stage, tables),
        *_foot(facts, stage, Box(edge, canvas.h - foot, canvas.w - 2 * edge, foot)),
    ]
    return Display(tuple(nodes), first=_first(state, facts))


def _first(state: State, facts: Facts) -> Key:
    """Where the arrows begin: at the ways to the tables, or where there are none at the way to one's own."""
    if facts.return_to is not None or facts.resume is not None:
        return ("return",)
    ways = [(row.id, row.fingerprint) for row in shown(state, facts)[state.offset :] if way_in(row) is not None]
    if not ways:
        return ("host",)
    return ("join", *(state.chosen if state.chosen in ways else ways[0]))


def _left(state: State, facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """Logo, profile, and what can be begun, from the top; what is too high for the canvas moves closer."""
    is_compact = stage.canvas.is_compact
    scale = 0.74 if is_compact else 1.0
    yield from w.grouped("bar", common.logo(stage, box.x - 4, box.y, scale))
    y = box.y + (86 if is_compact else 124)
    if not is_compact:
        words = Box(box.x + 2, y, box.w + 30, 34)
        calm = stage._replace(text_scale=min(stage.text_scale, 1.1))
        slogan = w.line(calm, ("slogan",), words, stage.say("win.home.slogan"), _SLOGAN, theme.colour("#F5E6D2"))
        yield from w.grouped("bar", slogan)
        y += 44
    profile = Box(box.x, y, box.w, 64 if is_compact else 84)
    yield from w.grouped("own plate", _profile(state, facts, stage, profile))
    yield from w.grouped("actions", _actions(state, facts, stage, Box(box.x, profile.bottom, box.w, box.bottom)))


def _profile(state: State, facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    yield from w.panel(("profile",), box, radius=18, opacity=0.86)
    r = box.h * 0.345
    face = Box.around(box.x + 14 + r + 4, box.cy, 2 * r + 6, 2 * r + 6)
    label = stage.say("win.home.next-avatar")
    yield Node(("avatar",), face, Avatar(state.avatar, theme.PLAYERS[0]), NextAvatar(), label, label)
    x = face.right + 14
    if state.is_naming:
        yield from _naming(state, facts, stage, Box(x, box.y, box.right - 12 - x, box.h))
        return
    hint = line_height(stage, theme.HINT)
    tall = line_height(stage, _NAME_TYPE)
    y = box.cy - (hint + tall) / 2
    room = box.right - 60 - x
    playing = stage.say("win.home.playing-as")
    yield from w.line(stage, ("profile", "as"), Box(x, y, room, hint), playing, theme.HINT, theme.MUTED)
    name = Box(x, y + hint, room, tall)
    yield from w.line(stage, ("profile", "name"), name, state.name.text, _NAME_TYPE, theme.TEXT)
    edit = stage.say("win.home.edit-name")
    yield from w.icon_button(stage, ("profile", "edit"), box.right - 34, box.cy, "pencil", EditName(), edit, size=32)


def _naming(state: State, facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    hint = line_height(stage, theme.HINT)
    y = box.cy - (hint + 40) / 2
    asked = stage.say("win.home.your-name")
    yield from w.line(stage, ("profile", "as"), Box(box.x, y, box.w, hint), asked, theme.HINT, theme.MUTED)
    spot = Box(box.x, y + hint + 1, box.w - 48, 38)
    yield from w.field(
        stage,
        NAME,
        spot,
        state.name,
        asked,
        placeholder=facts.usual_name or asked,
        intent=Typing(NAME),
        style=theme.NAME,
    )
    keep = stage.say("win.home.keep-name")
    yield from w.icon_button(stage, ("profile", "keep"), box.right - 18, spot.cy, "check", KeepName(), keep, size=34)


def _actions(state: State, facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """The buttons; ``box`` begins where the profile ends and its height is where they must end."""
    is_compact = stage.canvas.is_compact
    bottom = box.h
    high, low, small = (46.0, 42.0, 52.0) if is_compact else (58.0, 50.0, 64.0)
    has_return = facts.return_to is not None or facts.resume is not None
    count = 4 if has_return else 3
    gaps = count + 1
    room = bottom - box.y - high - low * (count - 1) - small
    gap = min(14.0 if is_compact else 16.0, max(5.0, room / gaps))
    y = box.y + gap + (0 if is_compact else 4)
    if has_return:
        yield from _return(facts, stage, Box(box.x, y, box.w, high))
        y += high + gap
    host = Box(box.x, y, box.w, low if has_return else high)
    tone = w.Tone.PLAIN if has_return else w.Tone.AMBER
    say = stage.say
    yield from w.button(
        stage, ("host",), host, say("win.home.host"), Simple.HOST, tone=tone, icon="plus", hint="H", is_large=True
    )
    y = host.bottom + gap
    yield from _address(state, stage, Box(box.x, y, box.w, low))
    y += low + gap
    practise = Box(box.x, y, box.w, low)
    yield from w.button(
        stage, ("practise",), practise, say("win.home.practise"), Simple.PRACTISE, icon="bot", hint="B", is_large=True
    )
    yield from _small(facts, stage, Box(box.x, practise.bottom + gap + 2, box.w, small))


def _return(facts: Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    """Back to where one sat, or else to one's own table whose match was broken off."""
    is_back = facts.return_to is not None
    words = stage.say("win.home.return", table=facts.return_to) if is_back else ""
    words = words or stage.say("win.home.resume", table=facts.resume)
    tip = words
    lit = w.button(
        stage,
        ("return",),
        box,
        words,
        Simple.RETURN if is_back else Simple.RESUME,
        tone=w.Tone.AMBER,
        icon="rotate-ccw" if is_back else "play",
        hint="↵",
        tip=tip,
        is_large=True,
    )
    ground = lit[0]
    face = ground.picture
    glowing = face._replace(glow=theme.AMBER) if isinstance(face, Panel) else face
    return (ground._replace(picture=glowing), *lit[1:])


def _address(state: State, stage: Stage, box: Box) -> Iterator[Node]:
    """Joining by an address that is typed right here."""
    words = stage.say("win.home.join")
    wide = max(86.0, w.button_width(stage, words) - 8)
    spot = Box(box.x, box.y + 2, box.w - wide - 10, box.h - 4)
    label = stage.say("win.home.address")
    yield from w.field(
        stage,
        ADDRESS_KEY,
        spot,
        state.address,
        label,
        placeholder=label,
        intent=Typing(ADDRESS_KEY),
        icon="link",
        style=theme.NAME,
        depth=0.62,
    )
    join = Box(box.right - wide, box.y, wide, box.h - 2)
    yield from w.button(stage, ("join-address",), join, words, TypedAddress(), tip=stage.say("win.home.address-tip"))


def _small(facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    saved = ((Simple.SAVED, "save"),) if facts.saved else ()
    items = (*saved, (Simple.RULES, "book-open"), (Simple.SETTINGS, "settings"), (Simple.QUIT, "power"))
    for spot, (intent, icon) in zip(columns(box, *(None for _ in items), gap=9), items, strict=True):
        key = ("small", intent.value)
        lit = stage.hover == key
        face = Panel(theme.INK[3] if lit else theme.INK[1], theme.INK[0], 14, 0.8, theme.WHITE, 1.0, 0.14)
        text = stage.say(f"win.home.{intent}")
        yield Node(key, spot, face, intent, text)
        tall = line_height(stage, theme.HINT)
        top = spot.cy - (20 + 6 + tall) / 2
        yield Node((*key, "icon"), Box.around(spot.cx, top + 10, 20, 20), Icon(icon, theme.TEXT_2))
        words = Box(spot.x + 4, top + 24, spot.w - 8, tall)
        (line,) = w.line(stage, (*key, "text"), words, text, theme.HINT, theme.TEXT_2, Align.CENTRE)
        yield line._replace(tip="", label="")


def _foot(facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    cy = box.bottom - (18 if stage.canvas.is_compact else 28)
    is_on = bool(facts.address)
    words = stage.say("win.home.online", address=facts.address) if is_on else stage.say("win.home.offline")
    tall = line_height(stage, _FOOT)
    wide = min(stage.width(words, _FOOT) + 1, box.w * 0.5)
    ink = theme.MINT if is_on else theme.AMBER
    yield Node(("online", "dot"), Box.around(box.x + 8, cy, 9, 9), Panel(ink, ink, 4.5), group="log")
    spot = Box(box.x + 20, cy - tall / 2, wide, tall)
    yield from w.grouped("log", w.line(stage, ("online",), spot, words, _FOOT, theme.colour("#E8DCCB")))
    hints = [("↑ ↓", "win.home.hint.choose"), ("Enter", "win.home.hint.join"), ("J", "win.home.hint.address")]
    hints += [("F1", "win.home.hint.rules"), ("F11", "win.home.hint.full")]
    said = [(cap, stage.say(key)) for cap, key in hints]
    yield from common.hint_row(stage, box.right, cy, said, box.right - spot.right - 24)
