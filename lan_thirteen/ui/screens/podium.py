"""Who has won: their faces in a wreath, crowned, the headline, and leaves falling beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import SeatKind
from lan_thirteen.ui import theme
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.pictures import SEAT_SHAPES, Align, Avatar, Icon, Panel, Shape, Text
from lan_thirteen.ui.screens.score_table import Ending
from lan_thirteen.ui.theme import Face, Type
from lan_thirteen.ui.widgets import line

_SUBTITLE: Final = Type(Face.MEDIUM, 14.5)
_SUBTITLE_COMPACT: Final = Type(Face.MEDIUM, 12.5)
_WINNER_COMPACT: Final = Type(Face.DISPLAY_BLACK, 27)
_WREATH: Final = (theme.LEAVES[7], theme.LEAVES[6], theme.LEAVES[5], theme.LEAVES[9], theme.LEAVES[3])


def _headline(ending: Ending) -> str:
    teller, winners = ending.sight.teller, ending.winners
    if len(winners) == 1:
        return teller.of("win.end.wins", winners[0])
    return teller.say("win.end.share", names=teller.all(winners))


def _subtitle(ending: Ending) -> str:
    teller = ending.sight.teller
    return teller.say(f"win.end.about.{ending.game}", ending.sight.view.deal, game=teller.say(f"game.{ending.game}"))


def podium(stage: Stage, ending: Ending, area: Box) -> Iterator[Node]:
    """Who has won: in the middle at the top, in a compact window all in one row."""
    title, subtitle = _headline(ending), _subtitle(ending)
    if stage.canvas.is_compact:
        style, radius, top = _WINNER_COMPACT, 26.0, 14.0
        title_h, sub_h = style.size * 1.25 * stage.text_scale, _SUBTITLE_COMPACT.size * 1.3 * stage.text_scale
        avatars_w = _medals_width(len(ending.winners), radius)
        words_w = min(
            max(stage.width(title, style), stage.width(subtitle, _SUBTITLE_COMPACT)) + 2, area.w - avatars_w - 20
        )
        x = area.cx - (avatars_w + 18 + words_w) / 2
        tall = max(2 * radius + 8, title_h + sub_h)
        yield from _medals(stage, ending, x + avatars_w / 2, top + tall / 2, radius)
        words = Box(x + avatars_w + 18, top + (tall - title_h - sub_h) / 2, words_w, title_h)
        yield from line(stage, ("hero", "title"), words, title, style, theme.TEXT)
        below = Box(words.x, words.bottom, words_w, sub_h)
        yield from line(stage, ("hero", "subtitle"), below, subtitle, _SUBTITLE_COMPACT, theme.TEXT_2)
        return
    radius = 48.0 if len(ending.winners) == 1 else 38.0
    yield from _medals(stage, ending, area.cx, 78, radius)
    title_h, sub_h = theme.WINNER.size * 1.25 * stage.text_scale, _SUBTITLE.size * 1.4 * stage.text_scale
    words = Box(area.x, 134, area.w, title_h)
    yield from line(stage, ("hero", "title"), words, title, theme.WINNER, theme.TEXT, Align.CENTRE)
    below = Box(area.x, words.bottom, area.w, sub_h)
    yield from line(stage, ("hero", "subtitle"), below, subtitle, _SUBTITLE, theme.TEXT_2, Align.CENTRE)


def _medals_width(count: int, radius: float) -> float:
    return count * 2 * radius + (count - 1) * 16


def _medals(stage: Stage, ending: Ending, cx: float, cy: float, radius: float) -> Iterator[Node]:
    """The winners' faces, with a crown each, in a wreath where there is one and room for it."""
    winners = ending.winners
    has_wreath = len(winners) == 1 and not stage.canvas.is_compact
    for place, seat in enumerate(winners):
        x = cx - _medals_width(len(winners), radius) / 2 + radius + place * (2 * radius + 16)
        if has_wreath:
            yield from _wreath(x, cy, radius)
        glow = Panel(theme.AMBER, theme.AMBER, radius + 4, opacity=0.0, glow=theme.AMBER)
        yield Node(("hero", seat, "glow"), Box.around(x, cy, 2 * radius + 8, 2 * radius + 8), glow)
        yield from face(ending, ("hero", seat), seat, x, cy, radius)
        size = radius * 0.74
        crown = Box.around(x, cy - radius - size * 0.22, size, size)
        yield Node(("hero", seat, "crown"), crown, Icon("crown", theme.AMBER_TOP))


def _wreath(cx: float, cy: float, radius: float) -> Iterator[Node]:
    for place, colour in enumerate(_WREATH):
        turn = math.radians(52 - 26 * place)
        for side in (-1, 1):
            x, y = cx + side * radius * 1.62 * math.cos(turn), cy + radius * 1.22 * math.sin(turn)
            box = Box.around(x, y, 26, 26)
            angle = side * (90 - 30 * place)
            yield Node(("hero", "wreath", place, side), box, Icon("leaf", colour), angle=angle)


def falling_leaves(stage: Stage, hero: tuple[Node, ...]) -> Iterator[Node]:
    """Leaves that fall beside the headline."""
    bottom = max(node.box.bottom for node in hero)
    lines = [node.picture.runs for node in hero if isinstance(node.picture, Text)]
    reach = max(stage.measure(run.text, run.type.face, run.type.size) for runs in lines for run in runs)
    clear = max(reach / 2, 150.0) + 30
    for place in range(14 if stage.canvas.is_compact else 36):
        # the golden ratio spreads them evenly, without looking so
        x = (place * 0.6180339 % 1.0) * stage.canvas.w
        y = (place * 0.7548777 % 1.0) ** 1.4 * (bottom - 36) + 6
        if abs(x - stage.canvas.w / 2) < clear:
            continue
        size = 14 + 16 * (place * 0.5698403 % 1.0)
        colour = theme.LEAVES[1 + place * 5 % 13]
        box = Box(min(x, stage.canvas.w - size), y, size, size)
        yield Node(("leaf", place), box, Icon("leaf", colour), angle=place * 67.0 % 360, alpha=0.65)


def face(ending: Ending, key: Key, seat: Seat, cx: float, cy: float, radius: float) -> Iterator[Node]:
    """The face of a seat in its colour, with its shape."""
    info = ending.sight.lobby.seats[seat]
    number = -1 if info.kind is SeatKind.BOT else info.avatar
    yield Node((*key, "face"), Box.around(cx, cy, 2 * radius, 2 * radius), Avatar(number, theme.PLAYERS[seat]))
    size = max(9.0, radius * 0.3 + 4)
    badge = Box.around(cx + radius * 0.74, cy + radius * 0.74, size, size)
    yield Node((*key, "shape"), badge, Shape(SEAT_SHAPES[seat], theme.PLAYERS[seat], plate=theme.INK[0]))
