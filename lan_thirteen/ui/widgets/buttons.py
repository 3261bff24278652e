"""Buttons, with words or with a sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lan_thirteen.ui import theme
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.layout import wrap
from lan_thirteen.ui.pictures import Align, Icon, Panel
from lan_thirteen.ui.theme import Colour, Type, colour, mixed
from lan_thirteen.ui.widgets.surfaces import Tone, cap_width, key_cap
from lan_thirteen.ui.widgets.words import line

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

_FOOT: Final = 3
_CLOSE: Final = 1.2
"""From one line to the next on a button, over the size."""
ICON_BUTTON: Final = 30


class _Coat(NamedTuple):
    top: Colour
    bottom: Colour
    foot: Colour | None
    ink: Colour
    opacity: float = 1.0
    edge: float = 0.0
    shine: float = 0.5


_PLAIN: Final = _Coat(colour("#2E4A45"), colour("#233A36"), colour("#14231F"), theme.TEXT, edge=0.1, shine=0.16)
_COATS: Final = {
    Tone.AMBER: _Coat(theme.AMBER_TOP, theme.AMBER_FOOT, colour("#A9690F"), theme.ON_AMBER),
    Tone.MINT: _Coat(theme.MINT_TOP, theme.MINT_FOOT, colour("#157157"), theme.ON_MINT),
    Tone.DANGER: _Coat(colour("#F58878"), colour("#D4483A"), colour("#8A221A"), colour("#2A0604")),
    Tone.QUIET: _Coat(theme.WHITE, theme.WHITE, None, theme.TEXT, opacity=0.08, edge=0.14, shine=0.0),
}


def button_width(stage: Stage, text: str, *, icon: str | None = None, hint: str = "", is_large: bool = False) -> float:
    """How wide a button is whose words stand on one line."""
    style = theme.BUTTON_LARGE if is_large else theme.BUTTON
    return stage.width(text, style) + _icon_room(stage, style, icon) + _cap_room(stage, hint) + 32


def button(
    stage: Stage,
    key: Key,
    box: Box,
    text: str,
    intent: object,
    *,
    tone: Tone = Tone.PLAIN,
    icon: str | None = None,
    hint: str = "",
    tip: str = "",
    is_enabled: bool = True,
    is_large: bool = False,
) -> tuple[Node, ...]:
    """A button; one that is not enabled means nothing and its ``tip`` says why.

    Words that do not fit are first given the room of the key cap, then of the icon, then a second line.
    """
    coat = _COATS.get(tone, _PLAIN)
    is_pressed = is_enabled and stage.pressed == key
    face = _face(stage, key, box, coat, is_enabled, is_pressed)
    ink = coat.ink if is_enabled else theme.MUTED
    ground = Node(key, box, face, intent if is_enabled else None, text, tip, _reach(box))
    room = box.moved(0, _FOOT if is_pressed and coat.foot else 0).inset(8, 2)
    style = theme.BUTTON_LARGE if is_large else theme.BUTTON
    words = _words(stage, (key, room), (text, style, ink), icon, hint)
    return (ground, *words)


def icon_button(
    stage: Stage,
    key: Key,
    cx: float,
    cy: float,
    icon: str,
    intent: object,
    label: str,
    *,
    badge: str = "",
    is_on: bool = False,
    is_enabled: bool = True,
    size: float = ICON_BUTTON,
) -> tuple[Node, ...]:
    """A round button with a sign; ``label`` is also its tip. A badge is a word or a number at its edge."""
    is_lit = is_enabled and stage.hover == key
    ground = Panel(theme.WHITE, theme.WHITE, size / 2, 0.2 if is_on or is_lit else 0.08, theme.WHITE, 1.0, 0.18)
    ink = theme.AMBER if is_on else theme.TEXT_2 if is_enabled else theme.MUTED
    box = Box.around(cx, cy, size, size)
    nodes = [
        Node(key, box, ground, intent if is_enabled else None, label, label, _reach(box)),
        Node((*key, "icon"), Box.around(cx, cy, size * 0.54, size * 0.54), Icon(icon, ink)),
    ]
    if badge:
        style = Type(theme.Face.BOLD, theme.CHIP.size / stage.text_scale)
        w = max(17.0, stage.width(badge, style) + 8)
        spot = Box.around(cx + size * 0.36, cy - size * 0.36, w, 17)
        nodes.append(Node((*key, "badge"), spot, Panel(theme.RED, theme.RED, 8.5, 1.0, theme.INK[0], 1.5)))
        nodes += line(stage, (*key, "badge", "text"), spot, badge, style, colour("#2A0705"), Align.CENTRE)
    return tuple(nodes)


def _reach(box: Box) -> Box | None:
    """Where it can be pressed: a target is never smaller than a finger."""
    w, h = max(box.w, theme.TARGET), max(box.h, theme.TARGET)
    return None if (w, h) == (box.w, box.h) else Box.around(box.cx, box.cy, w, h)


def _face(stage: Stage, key: Key, box: Box, coat: _Coat, is_enabled: bool, is_pressed: bool) -> Panel:
    is_lit = is_enabled and stage.hover == key and not is_pressed
    top, bottom = (mixed(c, theme.WHITE, 0.1 if is_lit else 0.0) for c in (coat.top, coat.bottom))
    opacity = coat.opacity + (0.06 if is_lit and coat.opacity < 1 else 0.0)
    if not is_enabled:
        top, bottom, opacity = theme.INK[3], theme.INK[2], 0.75
    return Panel(
        top,
        bottom,
        min(theme.BUTTON_RADIUS, box.h / 2),
        opacity,
        theme.WHITE if coat.edge or not is_enabled else None,
        1.0,
        coat.edge or 0.1,
        has_shadow=is_enabled and coat.foot is not None,
        foot=coat.foot if is_enabled else None,
        is_pressed=is_pressed,
        shine=coat.shine if is_enabled else 0.0,
    )


def _words(
    stage: Stage, where: tuple[Key, Box], what: tuple[str, Type, Colour], icon: str | None, hint: str
) -> list[Node]:
    """What stands on a button: sign, words and key cap, in the middle."""
    (key, box), (text, style, ink) = where, what
    wide = stage.width(text, style)
    if wide + _icon_room(stage, style, icon) + _cap_room(stage, hint) > box.w:
        hint = ""
    if wide + _icon_room(stage, style, icon) > box.w:
        icon = None
    if wide > box.w and box.h >= 2 * style.size * stage.text_scale * _CLOSE:
        return _two_lines(stage, where, what)
    before, after = _icon_room(stage, style, icon), _cap_room(stage, hint)
    wide = min(wide, box.w)
    start = box.cx - (before + wide + after) / 2
    nodes: list[Node] = []
    if icon:
        size = style.size * stage.text_scale + 3
        spot = Box(start, box.cy - size / 2, size, size)
        nodes.append(Node((*key, "icon"), spot, Icon(icon, ink)))
    words = Box(start + before, box.y, wide + 0.01, box.h)
    nodes += [_silent(node) for node in line(stage, (*key, "text"), words, text, style, ink)]
    if hint:
        nodes += key_cap(stage, (*key, "cap"), words.right + 9, box.cy, hint, ink)
    return nodes


def _two_lines(stage: Stage, where: tuple[Key, Box], what: tuple[str, Type, Colour]) -> list[Node]:
    (key, box), (text, style, ink) = where, what
    first, *others = wrap(stage, text, style, box.w)
    words = [first, " ".join(others)] if others else [first]
    tall = style.size * stage.text_scale * _CLOSE
    top = box.cy - len(words) * tall / 2
    return [
        _silent(node)
        for place, part in enumerate(words)
        for node in line(
            stage, (*key, "text", place), Box(box.x, top + place * tall, box.w, tall), part, style, ink, Align.CENTRE
        )
    ]


def _silent(node: Node) -> Node:
    """Words on something that can be pressed are not in its way."""
    return node._replace(tip="", label="")


def _icon_room(stage: Stage, style: Type, icon: str | None) -> float:
    return style.size * stage.text_scale + 11 if icon else 0.0


def _cap_room(stage: Stage, hint: str) -> float:
    return cap_width(stage, hint) + 9 if hint else 0.0
