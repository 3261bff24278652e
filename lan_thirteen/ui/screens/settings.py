"""The settings: what is changed here holds at once and is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Align, Icon, Panel
from lan_thirteen.ui.screens import common
from lan_thirteen.ui.screens import settings_state as s
from lan_thirteen.ui.screens.settings_parts import part
from lan_thirteen.ui.screens.settings_state import (
    NAME,
    Change,
    Changed,
    Closed,
    Done,
    Facts,
    Intent,
    Part,
    Reset,
    State,
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
    "Change",
    "Changed",
    "Closed",
    "Done",
    "Facts",
    "Intent",
    "Part",
    "Reset",
    "State",
    "Wish",
    "entered",
    "fields",
    "keys",
    "present",
    "press",
    "with_field",
]

_ICONS: Final = {
    Part.PROFILE: "user",
    Part.DISPLAY: "eye",
    Part.CONTROLS: "gamepad-2",
    Part.NETWORK: "wifi",
    Part.ABOUT: "info",
}
_SOFT: Final = theme.colour("#F3E6D4")


def present(state: State, facts: Facts, stage: Stage) -> Display:
    """The whole screen."""
    canvas = stage.canvas
    edge = common.margin(stage)
    is_compact = canvas.is_compact
    top, foot = (62.0, 62.0) if is_compact else (104.0, 76.0)
    inner = canvas.w - 2 * edge
    panel = Box(edge, top, inner, canvas.h - foot - top)
    side = 170.0 if is_compact else 228.0
    side = side * max(1.0, stage.text_scale * 0.88)
    content = Box(panel.x + side + 50, panel.y + 28, panel.w - side - 78, panel.h - 56)
    if is_compact:
        content = Box(panel.x + side + 22, panel.y + 14, panel.w - side - 38, panel.h - 28)
    title, back = stage.say("win.settings.title"), stage.say("win.settings.back")
    nodes = [
        *common.ground(stage),
        *w.grouped("bar", common.head(stage, title, Done(), back, room=inner)),
        *w.grouped("table", w.panel(("panel",), panel)),
        *w.grouped("table", _parts(state, facts, stage, Box(panel.x, panel.y, side, panel.h))),
        *w.grouped("table", part(state, facts, stage, content)),
        *w.grouped("actions", _foot(stage, Box(edge, canvas.h - foot, inner, foot))),
    ]
    return Display(tuple(nodes))


def _parts(state: State, facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """The names of the parts at the left."""
    step = min(54.0, (box.h - 32) / len(Part))
    high = max(theme.TARGET, step - 8)
    pad = 10.0 if stage.canvas.is_compact else 18.0
    y = box.y + (14 if stage.canvas.is_compact else 24)
    for each in Part:
        key = ("part", each.value)
        is_on = state.part is each
        spot = Box(box.x + pad, y, box.w - pad, high)
        lit = 0.1 if stage.hover == key else 0.0
        face = Panel(theme.AMBER_TOP, theme.AMBER_FOOT, 13) if is_on else Panel(theme.WHITE, theme.WHITE, 13, lit)
        ink = theme.ON_AMBER if is_on else theme.TEXT_2
        text = stage.say(f"win.settings.part.{each}")
        yield Node(key, spot, face, s.ShowPart(each), text)
        yield Node((*key, "icon"), Box.around(spot.x + 24, spot.cy, 19, 19), Icon(_ICONS[each], ink))
        words = Box(spot.x + 44, spot.y, spot.w - 52, spot.h)
        (line,) = w.line(stage, (*key, "text"), words, text, theme.NAME, ink)
        yield line._replace(tip="", label="")
        y += step
    rule = Box(box.right + (10 if stage.canvas.is_compact else 18), box.y + 20, 1, box.h - 40)
    yield Node(("parts", "rule"), rule, Panel(theme.WHITE, theme.WHITE, 0, 0.12))


def _foot(stage: Stage, box: Box) -> Iterator[Node]:
    say = stage.say
    high = 44.0
    y = box.bottom - 16 - high if not stage.canvas.is_compact else box.bottom - 10 - high
    reset = say("win.settings.reset")
    wide = min(max(220.0, w.button_width(stage, reset, icon="rotate-ccw")), box.w * 0.36)
    yield from w.button(stage, ("reset",), Box(box.x, y, wide, high), reset, Reset(), icon="rotate-ccw")
    done = say("win.settings.done")
    done_w = min(max(220.0, w.button_width(stage, done, icon="check", hint="Esc", is_large=True)), box.w * 0.32)
    spot = Box(box.right - done_w, y - 4, done_w, high + 4)
    yield from w.button(
        stage, ("done",), spot, done, Done(), tone=w.Tone.AMBER, icon="check", hint="Esc", is_large=True
    )
    tall = line_height(stage, theme.HINT)
    words = Box(box.x + wide + 20, spot.cy - tall / 2, spot.x - 20 - box.x - wide - 20, tall)
    yield from w.line(stage, ("at-once",), words, say("win.settings.at-once"), theme.HINT, _SOFT, Align.RIGHT)
