"""What stands on the table of every game: the bar, log lines, actions and key hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from lan_thirteen.ui import theme, widgets
from lan_thirteen.ui.boards.base import Ask, Sight
from lan_thirteen.ui.boards.frame import Frame
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import Align, Backdrop, Panel, Shape, ShapeKind
from lan_thirteen.ui.theme import Type
from lan_thirteen.ui.widgets import Tone

_STEP: Final = 42
_STEP_COMPACT: Final = 40
_BESIDE_WORDS: Final = 16
"""The least that a button leaves at both sides of its words."""


class Action(NamedTuple):
    """A button beside the hand; without an intent it is dimmed, and ``tip`` says why."""

    text: str
    intent: object | None
    icon: str = ""
    cap: str = ""
    """The key that does it."""
    tip: str = ""
    tone: Tone = Tone.PLAIN


def backdrop(stage: Stage, name: str) -> Node:
    return Node(("backdrop",), stage.canvas.box, Backdrop(name))


def top_bar(
    stage: Stage,
    sight: Sight[Any, Any],
    title: str,
    subtitle: str,
    *,
    chip: str = "",
    icon: str = "",
    middle: Sequence[Node] = (),
) -> tuple[Node, ...]:
    """The bar with the game's name; in its middle a chip with an icon, or ``middle``."""
    is_compact = stage.canvas.is_compact
    h = 40.0 if is_compact else float(theme.BAR)
    box = Box(0, 0, stage.canvas.w, h)
    buttons = tuple(_bar_buttons(stage, sight, box))
    middle = middle or (widgets.chip(stage, ("bar", "chip"), box.cx, h / 2, chip, icon=icon, align=Align.CENTRE))
    left_end = min((node.box.x for node in middle), default=box.cx) - 14
    nodes = [
        Node(("bar",), box, Panel(theme.INK[0], theme.INK[0], 0, opacity=0.66)),
        Node(("bar", "edge"), Box(0, h - 0.5, box.w, 0.5), Panel(theme.WHITE, theme.WHITE, 0, opacity=0.12)),
        *buttons,
        *_titles(stage, h, title, subtitle, left_end),
        *middle,
    ]
    return tuple(node._replace(group="bar") for node in nodes)


def _bar_buttons(stage: Stage, sight: Sight[Any, Any], box: Box) -> Iterator[Node]:
    step = _STEP_COMPACT if stage.canvas.is_compact else _STEP
    edge = 24 if stage.canvas.is_compact else 30
    yield from widgets.icon_button(
        stage, ("bar", "menu"), edge, box.cy, "menu", Ask("menu"), stage.say("win.table.menu")
    )
    asks = (("chat", "message-circle"), ("log", "scroll-text"), ("rules", "circle-help"), ("settings", "settings"))
    for place, (what, icon) in enumerate(reversed(asks)):
        badge = str(min(sight.unread, 99)) if what == "chat" and sight.unread else ""
        x = box.w - edge - place * step
        label = stage.say(f"win.table.{what}")
        yield from widgets.icon_button(stage, ("bar", what), x, box.cy, icon, Ask(what), label, badge=badge)


def _titles(stage: Stage, h: float, title: str, subtitle: str, end: float) -> Iterator[Node]:
    style = Type(theme.GAME_TITLE.face, 18) if stage.canvas.is_compact else theme.GAME_TITLE
    x = 48.0 if stage.canvas.is_compact else 58.0
    wide = min(stage.width(title, style) + 0.5, end - x)
    yield from widgets.line(stage, ("bar", "title"), Box(x, 0, wide, h), title, style, theme.TEXT)
    x += wide + 14
    small = Type(theme.Face.MEDIUM, 13.5)
    if stage.canvas.is_compact or end - x < 80 or not subtitle:
        return
    yield Node(("bar", "line"), Box(x, 15, 1, 18), Panel(theme.WHITE, theme.WHITE, 0, opacity=0.25))
    yield from widgets.line(stage, ("bar", "subtitle"), Box(x + 14, 0, end - x - 14, h), subtitle, small, theme.TEXT_2)


def log_lines(stage: Stage, where: Frame, lines: Sequence[str]) -> tuple[Node, ...]:
    """The last three lines of the story; the last one is the brightest."""
    last = lines[-3:]
    step = where.log.h / 3
    nodes: list[Node] = []
    for place, text in enumerate(last):
        up = len(last) - place
        box = Box(where.log.x, where.log.bottom - up * step, where.log.w, step)
        colour = theme.TEXT if up == 1 else theme.TEXT_2 if up == 2 else theme.MUTED
        dot = Box.around(box.x + 6, box.cy, 7, 7)
        nodes.append(Node(("log", place, "dot"), dot, Shape(ShapeKind.DISC, colour), alpha=0.8))
        nodes += widgets.line(stage, ("log", place), box.moved(16, 0)._replace(w=box.w - 16), text, theme.HINT, colour)
    return tuple(node._replace(group="log") for node in nodes)


def actions(stage: Stage, where: Frame, main: Action | None, *others: Action) -> tuple[Node, ...]:
    """The main button and up to three others: below it, or in a narrow table beside it."""
    boxes = _action_row(where, 1 + len(others)) if where.is_narrow else _action_block(stage, where, others)
    nodes: list[Node] = []
    for place, action in enumerate((main, *others)):
        if action is None:
            continue
        nodes += widgets.button(
            stage,
            ("action", place),
            boxes[place],
            action.text,
            action.intent,
            tone=action.tone,
            icon=action.icon or None,
            hint="" if where.is_compact or boxes[place].w < 150 else action.cap,
            tip=action.tip,
            is_enabled=action.intent is not None,
            is_large=place == 0 and not where.is_compact,
        )
    return tuple(node._replace(group="actions") for node in nodes)


def _action_row(where: Frame, count: int) -> tuple[Box, ...]:
    room = where.actions
    wide = min(206.0, (room.w - 12 * (count - 1)) / count)
    x = room.cx - (wide * count + 12 * (count - 1)) / 2
    return tuple(Box(x + place * (wide + 12), room.y, wide, room.h) for place in range(count))


def _action_block(stage: Stage, where: Frame, others: Sequence[Action]) -> tuple[Box, ...]:
    room = where.actions
    high, low = (44.0, 42.0) if where.is_compact else (48.0, 44.0)
    main = Box(room.x, room.y, room.w, high)
    foot = Box(room.x, room.bottom - low, room.w, low)
    if len(others) <= 1:
        return main, foot
    left = _left_of_two(stage, room.w - 10, others[0], others[1])
    pair = Box(room.x, foot.y, left, low), Box(room.x + left + 10, foot.y, room.w - 10 - left, low)
    return main, *pair, Box(room.x, main.y - 12 - low, room.w, low)


def _left_of_two(stage: Stage, room: float, one: Action, other: Action) -> float:
    """How wide the left one of two buttons is: half of the room, or what its words need beside the other's."""
    first, second = (stage.width(action.text, theme.BUTTON) + _BESIDE_WORDS for action in (one, other))
    return room / 2 if max(first, second) <= room / 2 else room * first / (first + second)


def key_hints(stage: Stage, where: Frame, hints: Sequence[tuple[str, str]]) -> tuple[Node, ...]:
    """Keys and what they do, at the foot on the right; the last ones are left out where there is no room."""
    x_end = where.hints.right
    nodes: list[Node] = []
    widths = [widgets.key_hint_width(stage, cap, text) for cap, text in hints]
    while hints and sum(widths) + 14 * (len(widths) - 1) > where.hints.w:
        hints, widths = hints[:-1], widths[:-1]
    x = x_end - sum(widths) - 14 * (len(widths) - 1)
    for (cap, text), wide in zip(hints, widths, strict=True):
        nodes += widgets.key_hint(stage, ("hint", cap), x, where.hints.cy, cap, text)
        x += wide + 14
    return tuple(node._replace(group="hints") for node in nodes)
