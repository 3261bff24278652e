"""The status: one sentence that always says who acts and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Phase, Presence
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.boards.frame import Frame
from lan_thirteen.ui.boards.labels import EDGES
from lan_thirteen.ui.boards.presence import seconds
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import shortened
from lan_thirteen.ui.pictures import Align, Icon, Panel, Run, Text
from lan_thirteen.ui.theme import Colour, Type
from lan_thirteen.ui.widgets import Tone

_COMPACT: Final = 13.5
_STRONG: Final = "*"
"""Stands on both sides of what is emphasised in a sentence."""


class Status(NamedTuple):
    """The sentence that always says who acts and what may be done; ``*`` stands around what is emphasised."""

    lead: str
    text: str
    icon: str = ""
    tone: Tone = Tone.AMBER


def waiting(stage: Stage, sight: Sight[Any, Any], turn: Seat | None) -> Status | None:
    """What keeps everybody waiting, whatever is played; None where it is just this seat's turn."""
    lobby = sight.lobby
    if sight.is_cut:
        return Status(stage.say("win.table.cut"), stage.say("win.table.cut.more"), "wifi-off")
    if sight.is_silent:
        return Status(stage.say("win.table.silent"), stage.say("win.table.silent.more"), "wifi")
    if lobby.paused:
        return Status(stage.say("win.table.paused"), stage.say(lobby.paused), "hourglass", Tone.SKY)
    if lobby.phase is Phase.DEALING:
        return Status(stage.say("win.table.dealing"), "", "layers")
    if lobby.phase is not Phase.PLAYING or turn is None:
        is_over = lobby.phase in (Phase.FINISHED, Phase.CLOSED)
        return Status(stage.say("win.table.over" if is_over else "win.table.between"), "", "trophy")
    if sight.is_sending:
        return Status(stage.say("win.table.sending"), "", "hourglass")
    if turn == sight.seat:
        return None
    info = lobby.seats[turn]
    is_away = info.presence in (Presence.LOST, Presence.LEFT) and not info.level
    lead = stage.say("win.table.away" if is_away else "win.table.plays", who=sight.teller.who(turn))
    return Status(lead, _of_turn(stage, sight, turn), "wifi-off" if is_away else "hourglass")


def _of_turn(stage: Stage, sight: Sight[Any, Any], turn: Seat) -> str:
    """What is to be known while somebody else plays."""
    info, waits = sight.lobby.seats[turn], sight.lobby.waits_ms
    if info.presence in (Presence.LOST, Presence.LEFT):
        if info.level:
            return stage.say("win.table.stand-in")
        until_bot = info.waits_ms
        if until_bot is None:
            return stage.say("win.table.lost")
        return stage.say("win.table.lost.until", seconds(until_bot))
    if waits is not None and sight.lobby.house.turn_clock_s:
        return stage.say("win.table.clock", seconds(waits))
    return stage.say("win.table.watch") if sight.seat is None else stage.say("win.table.preselect")


def clock(stage: Stage, sight: Sight[Any, Any]) -> str:
    """How long this seat has for its turn; empty where it has all the time."""
    waits = sight.lobby.waits_ms
    if waits is None or not sight.lobby.house.turn_clock_s:
        return ""
    return stage.say("win.table.clock", seconds(waits))


def status_pill(stage: Stage, where: Frame, game: str, status: Status) -> tuple[Node, ...]:
    """The status in the middle of its place: in one line, in two, or smaller where two are too much."""
    colour, icon_room = EDGES[status.tone], 28.0 if status.icon else 0.0
    words = _words(stage, status, colour, is_compact=where.is_compact)
    room = where.pill.w - 44 - icon_room
    scale, lines = _fitted(stage, words, room, where.pill.h)
    style = words[0].type
    step = style.size * stage.text_scale * scale * theme.LINE_HEIGHT
    least = 32.0 if where.is_compact else 38.0
    h = max(least, len(lines) * step + (16 if len(lines) > 1 else 8))
    wide = max(_width(stage, line, scale) for line in lines) + 0.5
    cy = where.pill.bottom - h / 2 if where.is_narrow else where.pill.cy
    box = Box.around(where.pill.cx, cy, wide + 44 + icon_room, h)
    nodes = [Node(("pill",), box, _pill_panel(game, colour, h / 2))]
    if status.icon:
        nodes.append(Node(("pill", "icon"), Box(box.x + 20, cy - 9, 18, 18), Icon(status.icon, colour)))
    top = cy - step * len(lines) / 2
    for place, line in enumerate(lines):
        at = Box(box.x + 22 + icon_room, top + place * step, wide, step)
        nodes.append(Node(("pill", place), at, Text(_scaled(stage, line, scale), Align.CENTRE)))
    return tuple(node._replace(group="pill") for node in nodes)


def _pill_panel(game: str, edge: Colour, radius: float) -> Panel:
    top, bottom = (theme.mixed(colour, theme.BLACK, 0.35) for colour in theme.PLATES[game])
    return Panel(top, bottom, radius, opacity=0.95, edge=edge, edge_width=1.3, edge_opacity=0.75, has_shadow=True)


def _words(stage: Stage, status: Status, colour: Colour, *, is_compact: bool) -> tuple[Run, ...]:
    """The sentence in pieces that may stand on different lines, none of them scaled; each ends with its space."""
    size = _COMPACT if is_compact else theme.STATUS.size
    lead, strong, plain = (Type(each.face, size) for each in (theme.STATUS_LEAD, theme.STATUS_STRONG, theme.STATUS))
    pieces = [Run(f"{word} ", lead, colour) for word in status.lead.split()]
    if pieces and status.text:
        pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + " ")
    for place, part in enumerate(status.text.split(_STRONG)):
        style, ink = (strong, colour) if place % 2 else (plain, theme.TEXT)
        pieces += [Run(word, style, ink) for word in _spaced(part)]
    return tuple(pieces)


def _spaced(part: str) -> list[str]:
    """The words of ``part``, each with the space that comes after it."""
    *words, last = part.split(" ")
    return [word for word in (*(f"{word} " for word in words), last) if word]


def _fitted(
    stage: Stage, words: Sequence[Run], room: float, height: float
) -> tuple[float, tuple[tuple[Run, ...], ...]]:
    """The scale of the words and their lines, so that they fit; cut short where nothing else helps."""
    scale = 1.0
    while True:
        lines = _lines(stage, words, room, scale)
        step = words[0].type.size * stage.text_scale * scale * theme.LINE_HEIGHT
        if len(lines) == 1 or (len(lines) == 2 and 2 * step + 16 <= height + 0.5):
            return scale, lines
        if scale <= 0.6:
            return scale, lines[:2]
        scale -= 0.05


def _lines(stage: Stage, words: Sequence[Run], room: float, scale: float) -> tuple[tuple[Run, ...], ...]:
    lines: list[list[Run]] = [[]]
    used = 0.0
    for word in words:
        wide = stage.width(word.text.rstrip(), word.type) * scale
        if lines[-1] and used + wide > room:
            lines.append([])
            used = 0.0
        if wide > room:
            size = Type(word.type.face, word.type.size * stage.text_scale * scale)
            word = word._replace(text=shortened(stage, word.text, size, room))  # noqa: PLW2901
        lines[-1].append(word)
        used += stage.width(word.text, word.type) * scale
    return tuple((*line[:-1], line[-1]._replace(text=line[-1].text.rstrip())) for line in lines if line)


def _width(stage: Stage, line: Sequence[Run], scale: float) -> float:
    return sum(stage.width(run.text, run.type) for run in line) * scale


def _scaled(stage: Stage, line: Sequence[Run], scale: float) -> tuple[Run, ...]:
    return tuple(run._replace(type=Type(run.type.face, run.type.size * stage.text_scale * scale)) for run in line)
