"""What a player changes: fields, switches, choices, sliders, lists that scroll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from lan_thirteen.ui import theme
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.layout import clusters, shortened
from lan_thirteen.ui.pictures import Align, FieldText, Icon, Panel
from lan_thirteen.ui.widgets.surfaces import well
from lan_thirteen.ui.widgets.words import line

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage
    from lan_thirteen.ui.field import Field

C = TypeVar("C")

_PAD: Final = 12
_SWITCH: Final = (42, 22)
_KNOB: Final = 17
_LIST_ROW: Final = 40


class Along(NamedTuple):
    """An intent of a slider: which of ``steps`` is meant is said by where on its node the pointer is.

    Left and right on the keyboard mean the neighbours of the one ``at`` which it is.
    """

    steps: tuple[object, ...]
    at: int


def along(intent: Along, box: Box, x: float) -> object:
    """What a press at ``x`` on a slider means."""
    share = (x - box.x) / box.w if box.w else 0.0
    return intent.steps[min(max(round(share * (len(intent.steps) - 1)), 0), len(intent.steps) - 1)]


def field(
    stage: Stage,
    key: Key,
    box: Box,
    field: Field,
    label: str,
    *,
    placeholder: str = "",
    intent: object,
    icon: str | None = None,
    style: theme.Type = theme.BODY,
    depth: float = 0.32,
) -> tuple[Node, ...]:
    """A text field; of a long text it shows what is about the caret."""
    has_focus = stage.focus == key
    ground = well(key, box, is_lit=has_focus, depth=depth)
    reach = Box.around(box.cx, box.cy, box.w, max(box.h, theme.TARGET))
    nodes = [ground._replace(intent=intent, label=label, hit=reach, is_field=True)]
    start = box.x + _PAD
    if icon:
        nodes.append(Node((*key, "icon"), Box.around(start + 8, box.cy, 16, 16), Icon(icon, theme.MUTED)))
        start += 25
    room = Box(start, box.y, box.right - _PAD - start, box.h)
    final = stage.type(style)
    text, caret = _seen(stage, field, final, room.w)
    shown = text or field.composing
    picture = FieldText(
        text,
        final,
        theme.TEXT,
        caret if has_focus else None,
        field.composing if has_focus else "",
        "" if shown else shortened(stage, placeholder, final, room.w),
        has_focus and field.is_marked,
    )
    return (*nodes, Node((*key, "text"), room, picture))


def toggle(stage: Stage, key: Key, box: Box, text: str, is_on: bool, intent: object | None) -> tuple[Node, ...]:
    """A switch at the right of what it is for; without an intent it only shows how it stands."""
    w, h = _SWITCH
    ground = theme.MINT_2 if is_on else theme.colour("#3A4A47")
    track = Box(box.right - w, box.cy - h / 2, w, h)
    x = track.right - h / 2 if is_on else track.x + h / 2
    knob = Box.around(x, box.cy, _KNOB, _KNOB)
    words = Box(box.x, box.y, box.w - w - 12, box.h)
    lit = 0.06 if intent is not None and stage.hover == key else 0.0
    nodes = [
        Node(key, box, Panel(theme.WHITE, theme.WHITE, theme.FIELD_RADIUS, lit), intent, text),
        *_silent(line(stage, (*key, "text"), words, text, theme.BODY, theme.TEXT)),
        Node((*key, "track"), track, Panel(ground, ground, h / 2, 1.0 if intent is not None else 0.6)),
        Node((*key, "knob"), knob, Panel(theme.WHITE, theme.WHITE, _KNOB / 2, 1.0 if intent is not None else 0.75)),
    ]
    if is_on:
        nodes.append(Node((*key, "check"), Box.around(x, box.cy, 11, 11), Icon("check", theme.MINT_2)))
    return tuple(nodes)


def segmented_width(stage: Stage, texts: Sequence[str]) -> float:
    """How wide ``segmented`` is if no words are cut."""
    return sum(max(stage.width(text, theme.BODY_STRONG) + 26, theme.TARGET) for text in texts) + 6


def segmented(
    stage: Stage,
    key: Key,
    box: Box,
    choices: Sequence[tuple[C, str]],
    chosen: C,
    make_intent: Callable[[C], object],
) -> tuple[Node, ...]:
    """All choices side by side, the chosen one lit; at most as wide as ``box``."""
    natural = segmented_width(stage, [text for _, text in choices])
    share = min(1.0, (box.w - 6) / (natural - 6))
    frame = box._replace(w=min(natural, box.w))
    nodes = [well((*key, "frame"), frame, radius=11)]
    x = frame.x + 3
    for value, text in choices:
        w = max(stage.width(text, theme.BODY_STRONG) + 26, theme.TARGET) * share
        piece = Box(x, frame.y + 3, w, frame.h - 6)
        nodes += _segment(stage, (*key, value), piece, text, value == chosen, make_intent(value))
        x += w
    return tuple(nodes)


def _segment(stage: Stage, key: Key, box: Box, text: str, is_on: bool, intent: object) -> list[Node]:
    ground = Panel(theme.WHITE, theme.WHITE, 9, 0.1 if stage.hover == key else 0.0)
    if is_on:
        ground = Panel(theme.AMBER_TOP, theme.AMBER_FOOT, 9)
    reach = Box.around(box.cx, box.cy, box.w, max(box.h, theme.TARGET))
    ink = theme.ON_AMBER if is_on else theme.TEXT_2
    words = line(stage, (*key, "text"), box.inset(4, 0), text, theme.BODY_STRONG, ink, Align.CENTRE)
    return [Node(key, box, ground, intent, text, hit=reach), *_silent(words)]


def select(
    stage: Stage, key: Key, box: Box, value: str, label: str, intent: object | None, *, tip: str = ""
) -> tuple[Node, ...]:
    """What is chosen, of a list that opens; without an intent it only says what is chosen."""
    ground = well(key, box, is_lit=stage.hover == key and intent is not None)
    reach = Box.around(box.cx, box.cy, box.w, max(box.h, theme.TARGET))
    nodes = [ground._replace(intent=intent, label=f"{label}: {value}", hit=reach, tip=tip)]
    room = Box(box.x + _PAD, box.y, box.w - 2 * _PAD - (22 if intent is not None else 0), box.h)
    nodes += _silent(line(stage, (*key, "text"), room, value, theme.BODY, theme.TEXT))
    if intent is not None:
        spot = Box.around(box.right - 18, box.cy, 16, 16)
        nodes.append(Node((*key, "chevron"), spot, Icon("chevron-down", theme.TEXT_2)))
    return tuple(nodes)


def select_list(
    stage: Stage,
    key: Key,
    anchor: Box,
    choices: Sequence[tuple[C, str]],
    chosen: C,
    make_intent: Callable[[C], object],
) -> tuple[Node, ...]:
    """The open list of a select, for ``covered``: below ``anchor``, or wherever on the canvas it fits."""
    canvas = stage.canvas
    row = max(_LIST_ROW, theme.BODY.size * stage.text_scale * 1.8)
    across = 1 + int(row * len(choices) + 12 > canvas.h - 16)
    down = -(-len(choices) // across)
    widest = max(stage.width(text, theme.BODY) for _, text in choices) + 2 * _PAD + 34
    w = min(max(anchor.w, widest * across + 12), canvas.w - 16)
    h = row * down + 12
    frame = Box(min(max(anchor.x, 8.0), canvas.w - 8 - w), min(anchor.bottom + 4, canvas.h - 8 - h), w, h)
    ground = Panel(theme.INK[3], theme.INK[2], 14, 0.99, theme.WHITE, 1.0, 0.2, has_shadow=True, shine=0.1)
    nodes = [Node((*key, "list"), frame, ground)]
    each = (w - 12) / across
    for place, (value, text) in enumerate(choices):
        column, line_no = divmod(place, down)
        box = Box(frame.x + 6 + column * each, frame.y + 6 + line_no * row, each, row)
        nodes += _choice(stage, (*key, "list", value), box, text, value == chosen, make_intent(value))
    return tuple(nodes)


def _choice(stage: Stage, key: Key, box: Box, text: str, is_on: bool, intent: object) -> list[Node]:
    lit = 0.12 if stage.hover == key else 0.0
    ink = theme.AMBER if is_on else theme.TEXT
    words = Box(box.x + 32, box.y, box.w - 40, box.h)
    nodes = [Node(key, box, Panel(theme.WHITE, theme.WHITE, 9, lit), intent, text)]
    if is_on:
        nodes.append(Node((*key, "check"), Box.around(box.x + 18, box.cy, 15, 15), Icon("check", ink)))
    return [*nodes, *_silent(line(stage, (*key, "text"), words, text, theme.BODY, ink))]


def slider(
    stage: Stage, key: Key, box: Box, at: int, steps: Sequence[object], label: str, *, is_enabled: bool = True
) -> tuple[Node, ...]:
    """A track with a knob at step ``at``; ``steps`` are what the places along it mean."""
    share = at / (len(steps) - 1) if len(steps) > 1 else 0.0
    track = Box(box.x, box.cy - 3, box.w, 6)
    x = track.x + track.w * share
    ink = theme.AMBER if is_enabled else theme.MUTED
    reach = Box.around(box.cx, box.cy, box.w + 24, max(box.h, theme.TARGET))
    size = 21.0 if stage.hover == key and is_enabled else 18.0
    return (
        Node(
            key,
            track,
            Panel(theme.BLACK, theme.BLACK, 3, 0.4, theme.WHITE, 1.0, 0.14),
            Along(tuple(steps), at) if is_enabled else None,
            label,
            hit=reach,
        ),
        Node((*key, "filled"), track._replace(w=max(6.0, x - track.x)), Panel(ink, ink, 3)),
        Node(
            (*key, "knob"),
            Box.around(x, box.cy, size, size),
            Panel(theme.TEXT, theme.TEXT, size / 2, 1.0, theme.INK[0], 1.5),
        ),
    )


def _seen(stage: Stage, field: Field, style: theme.Type, width: float) -> tuple[str, int]:
    """As much of the field's text as fits, with the caret in it, and where the caret then is."""
    room = width - stage.measure(field.composing, style.face, style.size) - 2
    before, after = list(clusters(field.text[: field.caret])), list(clusters(field.text[field.caret :]))
    kept: list[str] = []
    for cluster in reversed(before):
        room -= stage.measure(cluster, style.face, style.size)
        if room < 0:
            break
        kept.insert(0, cluster)
    head, tail = "".join(kept), ""
    for cluster in after:
        room -= stage.measure(cluster, style.face, style.size)
        if room < 0:
            break
        tail += cluster
    return head + tail, len(head)


def _silent(nodes: Sequence[Node]) -> tuple[Node, ...]:
    return tuple(node._replace(tip="", label="") for node in nodes)
