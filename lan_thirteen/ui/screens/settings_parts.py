"""The parts of the settings screen: profile, display, sound, controls, network, about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lan_thirteen.core.names import PERSON
from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.field import filled
from lan_thirteen.ui.layout import grid, line_height, wrap
from lan_thirteen.ui.pictures import (
    SEAT_SHAPES,
    Align,
    Avatar,
    Card,
    CardFace,
    DreizehnFace,
    FrenchFace,
    Icon,
    LeafFace,
    Panel,
    Shape,
)
from lan_thirteen.ui.screens import settings_state as s
from lan_thirteen.ui.screens.common import Typing
from lan_thirteen.ui.settings import AVATARS, SPEEDS, TEXT_SCALES

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

_LABEL: Final = theme.Type(theme.Face.BOLD, 15)
_STEP: Final = 10
_KEYS: Final = (
    ("win.settings.keys.everywhere", ()),
    ("win.settings.keys.focus", ("← →", "↑ ↓", "Tab")),
    ("win.settings.keys.choose", ("Space", "Enter")),
    ("win.settings.keys.back", ("Esc",)),
    ("win.settings.keys.rules", ("F1",)),
    ("win.settings.keys.settings", ("F10",)),
    ("win.settings.keys.full", ("F11", "Alt Enter")),
    ("win.settings.keys.home", ()),
    ("win.settings.keys.host", ("H",)),
    ("win.settings.keys.address", ("J",)),
    ("win.settings.keys.bots", ("B",)),
    ("win.settings.keys.table", ()),
    ("win.settings.keys.play", ("Enter",)),
    ("win.settings.keys.sort", ("S",)),
    ("win.settings.keys.pass", ("P",)),
    ("win.settings.keys.stock", ("D",)),
    ("win.settings.keys.discard", ("F",)),
    ("win.settings.keys.arrange", ("A",)),
    ("win.settings.keys.out", ("G",)),
    ("win.settings.keys.card", ("1 – 9",)),
    ("win.settings.keys.chat", ("T",)),
    ("win.settings.keys.story", ("L",)),
    ("win.settings.keys.fair", ("F2",)),
)
"""A key of the language files, and the keys of the keyboard; without any it is a headline."""
_LICENCES: Final = (
    ("pygame-ce", "LGPL-2.1"),
    ("Pretendard (LT Sans)", "OFL-1.1"),
    ("Fraunces (LT Display)", "OFL-1.1"),
    ("Lucide", "ISC"),
    ("msgspec", "BSD-3-Clause"),
    ("msgpack", "Apache-2.0"),
    ("python-zeroconf", "LGPL-2.1"),
    ("cryptography", "Apache-2.0, BSD-3-Clause"),
    ("ifaddr", "MIT"),
    ("platformdirs", "MIT"),
)
"""What the program is made of, and under which licences."""


class _Row(NamedTuple):
    """One setting: its name, what more there is to say, and what it is set with."""

    label: str
    sub: str
    draw: Callable[[Box], tuple[Node, ...]]


def part(state: s.State, facts: s.Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    """The part that is open, in ``box``."""
    match state.part:
        case s.Part.PROFILE:
            return tuple(_profile(state, facts, stage, box))
        case s.Part.DISPLAY:
            return tuple(_display(state, facts, stage, box))
        case s.Part.CONTROLS:
            return tuple(_controls(state, stage, box))
        case s.Part.NETWORK:
            return tuple(_network(state, facts, stage, box))
        case s.Part.ABOUT:
            return tuple(_about(state, facts, stage, box))


def _rows(state: s.State, stage: Stage, box: Box, rows: list[_Row]) -> tuple[Node, ...]:
    """Settings below each other; those that do not fit are scrolled to."""
    height = max(
        54.0 if stage.canvas.is_compact else 62.0,
        line_height(stage, _LABEL) + 2 * line_height(stage, theme.HINT) + 2 if stage.text_scale > 1.2 else 0.0,
    )

    def drawn(row: _Row) -> w.Row:
        return lambda spot: tuple(_row(stage, row, spot))

    return w.scroll_list(s.LINES, box, [drawn(row) for row in rows], state.offset, row=height, gap=2)


def _row(stage: Stage, row: _Row, box: Box) -> Iterator[Node]:
    key = ("setting", row.label)
    left = min(216.0 * max(1.0, stage.text_scale * 0.9), box.w * 0.42)
    label, sub = line_height(stage, _LABEL), line_height(stage, theme.HINT)
    lines = wrap(stage, row.sub, theme.HINT, left - 12)[:2] if row.sub else ()
    y = box.cy - (label + sub * len(lines)) / 2
    yield from w.line(stage, key, Box(box.x, y, left - 12, label), row.label, _LABEL, theme.TEXT)
    if lines:
        spot = Box(box.x, y + label, left - 12, sub * len(lines))
        yield from w.paragraph(stage, (*key, "sub"), spot, row.sub, theme.HINT, theme.MUTED, most=2)
    yield from row.draw(Box(box.x + left, box.cy - 20, box.w - left, 40))


def _profile(state: s.State, facts: s.Facts, stage: Stage, box: Box) -> Iterator[Node]:
    field = state.name or filled(facts.settings.name, PERSON)
    label = stage.say("win.settings.name")

    def name(spot: Box) -> tuple[Node, ...]:
        wide = min(280.0, spot.w - 52)
        keep = stage.say("win.home.keep-name")
        return (
            *w.field(stage, s.NAME, spot._replace(w=wide), field, label, intent=Typing(s.NAME), style=theme.NAME),
            *w.icon_button(stage, ("settings", "keep"), spot.x + wide + 28, spot.cy, "check", s.KeepName(), keep),
        )

    rows = [_Row(label, stage.say("win.settings.name-sub"), name)]
    first = 62.0 if not stage.canvas.is_compact else 54.0
    first = max(first, line_height(stage, _LABEL) + 2 * line_height(stage, theme.HINT) + 2)
    yield from _rows(state._replace(offset=0), stage, box._replace(h=first), rows)
    title = Box(box.x, box.y + first + 16, box.w, line_height(stage, _LABEL))
    yield from w.line(stage, ("settings", "face"), title, stage.say("win.settings.face"), _LABEL, theme.TEXT)
    size = 84.0 if stage.canvas.is_compact else 108.0
    across = 4
    room = Box(box.x, title.bottom + 12, min(box.w, across * (size + 14) - 14), 0)
    for number, spot in enumerate(grid(room, across, size, AVATARS, 14)):
        yield from _face(facts, stage, number, spot)


def _face(facts: s.Facts, stage: Stage, number: int, box: Box) -> Iterator[Node]:
    key = ("face", number)
    is_on = facts.settings.avatar == number
    lit = 0.14 if stage.hover == key else 0.06
    edge = (theme.AMBER, 2.0, 1.0) if is_on else (theme.WHITE, 1.0, 0.08)
    ground = Panel(theme.WHITE, theme.WHITE, 18, lit, *edge)
    yield Node(key, box, ground, s.Change("avatar", number), stage.say("win.settings.face-of", number + 1))
    side = min(box.w, box.h) * 0.74
    spot = Box.around(box.cx, box.cy, side, side)
    yield Node((*key, "face"), spot, Avatar(number, theme.AMBER if is_on else theme.INK[4]))
    if is_on:
        sign = Box.around(box.right - 16, box.y + 16, 20, 20)
        yield Node((*key, "on"), sign, Panel(theme.MINT, theme.MINT, 10))
        yield Node((*key, "check"), sign.inset(4), Icon("check", theme.ON_MINT))


def _display(state: s.State, facts: s.Facts, stage: Stage, box: Box) -> Iterator[Node]:
    settings = facts.settings
    say = stage.say
    side = 302.0
    has_preview = box.w > 780 * max(1.0, stage.text_scale * 0.85)
    room = box._replace(w=box.w - side - 28) if has_preview else box
    low, high = (round(scale * 100) for scale in TEXT_SCALES)
    sizes = tuple(range(low, high + 1, _STEP))
    size = round(settings.text_scale * 100)
    is_held = stage.text_scale + 0.005 < settings.text_scale
    held = say("win.settings.text-held", round(stage.text_scale * 100))

    def text(spot: Box) -> tuple[Node, ...]:
        steps = [s.Change("text_scale", percent / 100) for percent in sizes]
        at = min(range(len(sizes)), key=lambda place: abs(sizes[place] - size))
        return _slider(
            stage, ("text-size",), spot, at, steps, say("win.settings.text"), say("win.settings.percent", size)
        )

    def window(spot: Box) -> tuple[Node, ...]:
        choices = ((False, say("win.settings.window-is")), (True, say("win.settings.full-screen")))
        return w.segmented(
            stage, ("window",), spot.inset(0, 2), choices, settings.full_screen, lambda v: s.Change("full_screen", v)
        )

    def speed(spot: Box) -> tuple[Node, ...]:
        words = ("off", "slow", "usual", "fast")
        choices = [(v, say(f"win.settings.speed.{word}")) for v, word in zip(SPEEDS, words, strict=True)]
        return w.segmented(stage, ("speed",), spot.inset(0, 2), choices, settings.speed, lambda v: s.Change("speed", v))

    rows = [
        _Row(say("win.settings.text"), held if is_held else say("win.settings.text-sub", high, low=low), text),
        _Row(say("win.settings.window"), say("win.settings.window-sub"), window),
        _Row(say("win.settings.motion"), say("win.settings.motion-sub"), speed),
        _Row(say("win.settings.calm"), say("win.settings.calm-sub"), _switch(facts, stage, "reduced_motion")),
    ]
    yield from _rows(state, stage, room, rows)
    if has_preview:
        yield from _preview(stage, Box(box.right - side, box.y - 4, side, box.h + 8))


def _switch(facts: s.Facts, stage: Stage, name: str) -> Callable[[Box], tuple[Node, ...]]:
    """A switch for the setting of this name."""
    is_on = bool(getattr(facts.settings, name))

    def draw(spot: Box) -> tuple[Node, ...]:
        words = stage.say("win.settings.on" if is_on else "win.settings.off")
        wide = min(spot.w, stage.width(words, theme.BODY) + 70)
        return w.toggle(stage, ("switch", name), spot._replace(w=wide), words, is_on, s.Change(name, not is_on))

    return draw


def _slider(
    stage: Stage, key: tuple[str, ...], spot: Box, at: int, steps: list[s.Change], label: str, value: str
) -> tuple[Node, ...]:
    room = stage.width("100 %", theme.BODY_STRONG) + 6
    wide = min(220.0, spot.w - room - 36)
    track = Box(spot.x + 12, spot.y, wide, spot.h)
    words = Box(track.right + 20, spot.y, room, spot.h)
    return (
        *w.slider(stage, key, track, at, steps, label),
        *w.line(stage, (*key, "value"), words, value, theme.BODY_STRONG, theme.TEXT),
    )


def _preview(stage: Stage, box: Box) -> Iterator[Node]:
    """What the settings lead to: cards, the players' signs, a sentence at the size that was chosen."""
    yield Node(("preview",), box, Panel(theme.INK[1], theme.INK[0], 18, 0.8, theme.WHITE, 1.0, 0.1))
    head = Box(box.x + 20, box.y + 12, box.w - 40, line_height(stage, theme.BODY_STRONG))
    title = stage.say("win.settings.preview")
    yield from w.line(stage, ("preview", "title"), head, title, theme.BODY_STRONG, theme.MUTED)
    room = box.bottom - head.bottom
    fan = ((LeafFace(5), -8.0, 5.0), (LeafFace(9), 0.0, 0.0), (LeafFace(13), 8.0, 5.0))
    wide = min(76.0, room * 0.19)
    cy = head.bottom + 14 + wide * 0.72
    for place, (face, angle, sink) in enumerate(fan):
        spot = Box.around(box.cx + (place - 1) * wide * 0.95, cy + sink, wide, wide * theme.CARD_RATIO)
        glow = theme.AMBER if place == 1 else None
        yield Node(("preview", "leaf", place), spot, Card(face, glow=glow), angle=angle)
    small = wide * 0.79
    dealt: tuple[tuple[CardFace, ...], ...] = (
        tuple(FrenchFace(7, suit) for suit in (3, 2, 1, 0)),
        tuple(DreizehnFace(of, value) for of, value in _DEALT),
    )
    y = cy + wide * 0.7 + 22
    for row, faces in enumerate(dealt):
        for place, shown in enumerate(faces):
            x = box.cx + (place - 1.5) * (small + 5)
            spot = Box.around(x, y + small * 0.7, small, small * theme.CARD_RATIO)
            yield Node(("preview", row, place), spot, Card(shown))
        y += small * 1.4 + 12
    for place, (kind, ink) in enumerate(zip(SEAT_SHAPES, theme.PLAYERS, strict=True)):
        spot = Box.around(box.cx + (place - 3.5) * 32, y + 14, 19, 19)
        yield Node(("preview", "shape", place), spot, Shape(kind, ink))
    words = stage.say("win.settings.preview-says")
    spot = Box(box.x + 16, y + 34, box.w - 32, box.bottom - y - 40)
    lines = int(spot.h / line_height(stage, theme.HINT))
    if lines > 0:
        yield from w.paragraph(
            stage, ("preview", "words"), spot, words, theme.HINT, theme.MUTED, Align.CENTRE, most=lines
        )


_DEALT: Final = ((0, 5), (1, 2), (2, 7), (3, 4))


def _controls(state: s.State, stage: Stage, box: Box) -> tuple[Node, ...]:
    row = max(30.0, line_height(stage, theme.BODY) + 8)
    columns = 2 if box.w > 620 * stage.text_scale and not stage.canvas.is_compact else 1
    if columns == 1:
        rows = [_key_row(stage, *entry) for entry in _KEYS]
        return w.scroll_list(s.LINES, box, rows, state.offset, row=row, gap=2)
    split = next(place for place, (key, _) in enumerate(_KEYS) if key.endswith(".table"))
    half = (box.w - 40) / 2
    left = w.scroll_list(s.LINES, box._replace(w=half), [_key_row(stage, *e) for e in _KEYS[:split]], 0, row=row, gap=2)
    other = Box(box.x + half + 40, box.y, half, box.h)
    rows = [_key_row(stage, *e) for e in _KEYS[split:]]
    return (*left, *w.scroll_list((*s.LINES, "right"), other, rows, state.offset, row=row, gap=2))


def _key_row(stage: Stage, key: str, caps: tuple[str, ...]) -> w.Row:
    def draw(spot: Box) -> tuple[Node, ...]:
        if not caps:
            return w.line(stage, ("key", key), spot, stage.say(key), _LABEL, theme.AMBER)
        nodes: list[Node] = []
        x = spot.x + 4
        for cap in caps:
            nodes += w.key_cap(stage, ("key", key, cap), x, spot.cy, cap)
            x += w.cap_width(stage, cap) + 6
        start = max(x + 6, spot.x + 150 * max(1.0, stage.text_scale * 0.95))
        words = Box(start, spot.y, spot.right - start, spot.h)
        return (*nodes, *w.line(stage, ("key", key), words, stage.say(key), theme.BODY, theme.TEXT_2))

    return draw


def _network(state: s.State, facts: s.Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    say = stage.say
    shown = say("list.comma").join(facts.addresses) if facts.addresses else say("win.settings.no-address")
    texts = [
        (say("win.settings.addresses"), shown),
        (say("win.settings.firewall"), say("win.home.firewall")),
        (say("win.settings.profile"), say("win.settings.profile-sub", name=facts.profile)),
    ]
    return _texts(state, stage, box, texts)


def _about(state: s.State, facts: s.Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    say = stage.say
    texts = [
        (say("win.settings.version", version=facts.version), say("win.settings.about")),
        (say("fair.about.title"), say("fair.about")),
        (say("win.settings.licences"), say("win.settings.licences-sub")),
        *(("", say("win.settings.licence", what=what, licence=licence)) for what, licence in _LICENCES),
    ]
    return _texts(state, stage, box, texts)


def _texts(state: s.State, stage: Stage, box: Box, texts: list[tuple[str, str]]) -> tuple[Node, ...]:
    """Headlines and what belongs to them, line by line."""
    row = max(line_height(stage, _LABEL), line_height(stage, theme.BODY))
    lines: list[tuple[str, theme.Type, theme.Colour]] = []
    for title, text in texts:
        if title and lines:
            lines.append(("", theme.BODY, theme.TEXT))
        if title:
            lines += [(words, _LABEL, theme.TEXT) for words in wrap(stage, title, _LABEL, box.w - 20)]
        lines += [(words, theme.BODY, theme.TEXT_2) for words in wrap(stage, text, theme.BODY, box.w - 20)]

    def drawn(place: int) -> w.Row:
        words, style, ink = lines[place]
        return lambda spot: w.line(stage, ("text", place), spot, words, style, ink) if words else ()

    rows = [drawn(place) for place in range(len(lines))]
    return w.scroll_list(s.LINES, box, rows, state.offset, row=row, gap=2)
