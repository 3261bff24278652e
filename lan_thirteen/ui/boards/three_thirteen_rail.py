"""The wild ranks of a match of Three Thirteen in the bar, one for each deal: past, current and to come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lan_thirteen.games.three_thirteen.model import View
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.three_thirteen_words import rank_name
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import Align, Icon, Panel, Run, Text
from lan_thirteen.ui.theme import Face, Type
from lan_thirteen.ui.widgets import line

_TILE: Final = Type(Face.BOLD, 12.5)
_NOW: Final = Type(Face.EXTRABOLD, 15)
_LABEL: Final = Type(Face.BOLD, 13)
_STEP: Final = 34.0
_LARGEST: Final = 1.2
"""Tiles do not grow with the text beyond this."""


def rail(view: View, stage: Stage, title: str) -> tuple[Node, ...]:
    """The tiles in the middle of the bar, with the number of the deal before them where there is room."""
    is_compact = stage.canvas.is_compact
    cy = 20.0 if is_compact else 24.0
    deals = view.options.deals
    label = stage.say("win.tt.deal", deal=view.deal)
    label_w = stage.width(label, _LABEL) + 0.5
    # beside the menu and the title, which is never cut for the rail
    style = Type(theme.GAME_TITLE.face, 18) if is_compact else theme.GAME_TITLE
    least = (48.0 if is_compact else 58.0) + stage.width(title, style) + 16
    most = stage.canvas.w - (200.0 if is_compact else 222.0)
    has_label = (most - least) >= deals * _STEP + label_w + 14
    taken = label_w + 14 if has_label else 0.0
    step = min(_STEP, (most - least - taken) / deals)
    start = min(max(stage.canvas.w / 2 - (step * deals + taken) / 2, least), most - step * deals - taken)
    nodes = list(_tiles(view, stage, Box(start + taken, cy - 14, step * deals, 28), step))
    if has_label:
        nodes += line(stage, ("rail", "label"), Box(start, cy - 14, label_w, 28), label, _LABEL, theme.TEXT_2)
    return tuple(nodes)


def _tiles(view: View, stage: Stage, room: Box, step: float) -> Iterator[Node]:
    scale = min(stage.text_scale, _LARGEST)
    for place in range(view.options.deals):
        deal = place + 1
        rank = view.options.cards_each(deal)
        cx = room.x + (place + 0.5) * step
        is_now = deal == view.deal
        w = min(30.0 if is_now else 26.0, step - (2 if is_now else 4))
        box = Box.around(cx, room.cy, w, 28 if is_now else 24)
        yield Node(("rail", deal), box, _tile(is_now=is_now, is_past=deal < view.deal))
        style, ink = (_NOW, theme.ON_AMBER) if is_now else (_TILE, theme.TEXT_2 if deal < view.deal else theme.MUTED)
        text = rank_name(stage, rank)
        size = min(style.size * scale, style.size * (w - 2) / max(1.0, stage.measure(text, style.face, style.size)))
        yield Node(("rail", deal, "rank"), box, Text((Run(text, Type(style.face, size), ink),), Align.CENTRE))
        if deal < view.deal:
            yield Node(
                ("rail", deal, "past"), Box.around(cx + w / 2 - 3, room.cy + 10, 9, 9), Icon("check", theme.MINT)
            )


def _tile(*, is_now: bool, is_past: bool) -> Panel:
    if is_now:
        return Panel(theme.AMBER_TOP, theme.AMBER_FOOT, 9, glow=theme.AMBER, shine=0.4)
    return Panel(theme.WHITE, theme.WHITE, 7, 0.12 if is_past else 0.05)
