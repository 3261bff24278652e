"""What lies over a screen: dialogs, toasts, tips and the ring round what has the focus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lan_thirteen.ui import theme
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height, wrap
from lan_thirteen.ui.pictures import Align, Card, Icon, Panel, Shade
from lan_thirteen.ui.widgets.buttons import button, button_width, icon_button
from lan_thirteen.ui.widgets.surfaces import Tone
from lan_thirteen.ui.widgets.words import line, paragraph, paragraph_height

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage
    from lan_thirteen.ui.display import Key

DIALOG: Final = 500
_BUTTON: Final = 46
_TIP: Final = 300


class Answer(NamedTuple):
    """One button of a dialog."""

    text: str
    intent: object
    tone: Tone = Tone.PLAIN
    icon: str | None = None
    hint: str = ""


def shade(stage: Stage, share: float = 0.62) -> Node:
    """Darkens the whole screen."""
    return Node(("shade",), stage.canvas.box, Shade(theme.INK[0], share))


def dialog(
    stage: Stage, title: str, text: str, answers: Sequence[Answer], *, icon: str | None = None
) -> tuple[Node, ...]:
    """A question over a darkened screen, for ``covered``. The focus begins at the first answer: let it be the safe one.

    The answers stand from left to right, or from the top where they are too wide.
    """
    w = min(DIALOG * max(1.0, stage.text_scale), stage.canvas.w - 48)
    inner = w - 56
    headline = wrap(stage, title, theme.DIALOG_TITLE, inner - (40 if icon else 0))
    title_h = len(headline) * line_height(stage, theme.DIALOG_TITLE)
    text_h = paragraph_height(stage, text, theme.STATUS, inner) if text else 0.0
    spots, buttons_h = _answer_boxes(stage, answers, inner)
    h = 28 + title_h + 10 + text_h + 22 + buttons_h + 28
    box = Box.around(stage.canvas.w / 2, stage.canvas.h / 2, w, h)
    x, y = box.x + 28, box.y + 28
    ground = Panel(theme.INK[3], theme.INK[1], 24, 0.985, theme.WHITE, 1.0, 0.14, has_shadow=True, shine=0.14)
    nodes = [shade(stage), Node(("dialog",), box, ground)]
    if icon:
        spot = Box(x, y + line_height(stage, theme.DIALOG_TITLE) / 2 - 13, 26, 26)
        nodes.append(Node(("dialog", "icon"), spot, Icon(icon, theme.AMBER)))
    words = Box(x + (40 if icon else 0), y, inner - (40 if icon else 0), title_h)
    nodes += paragraph(stage, ("dialog", "title"), words, title, theme.DIALOG_TITLE, theme.TEXT)
    if text:
        words = Box(x, y + title_h + 10, inner, text_h)
        nodes += paragraph(stage, ("dialog", "text"), words, text, theme.STATUS, theme.TEXT_2)
    top = y + title_h + 10 + text_h + 22
    for place, (answer, spot) in enumerate(zip(answers, spots, strict=True)):
        nodes += button(
            stage,
            ("dialog", "answer", place),
            spot.moved(x, top),
            answer.text,
            answer.intent,
            tone=answer.tone,
            icon=answer.icon,
            hint=answer.hint,
        )
    return tuple(nodes)


def _answer_boxes(stage: Stage, answers: Sequence[Answer], width: float) -> tuple[list[Box], float]:
    """Where the answers stand in a dialog, and how high they are together."""
    h = max(_BUTTON, theme.BUTTON.size * stage.text_scale * 2.2)
    wides = [max(button_width(stage, a.text, icon=a.icon, hint=a.hint), 120.0) for a in answers]
    gap = 12
    if sum(wides) + gap * (len(wides) - 1) > width:
        return [Box(0, place * (h + gap), width, h) for place in range(len(answers))], len(answers) * (h + gap) - gap
    x = width - sum(wides) - gap * (len(wides) - 1)
    spots = []
    for wide in wides:
        spots.append(Box(x, 0, wide, h))
        x += wide + gap
    return spots, h


def toast(
    stage: Stage, key: Key, cx: float, top: float, text: str, *, tone: Tone = Tone.AMBER, icon: str, room: float = 560
) -> tuple[Node, ...]:
    """A sentence that goes by itself, its upper edge at ``top``; at most two lines."""
    edge = {Tone.RED: theme.RED, Tone.MINT: theme.MINT, Tone.SKY: theme.SKY}.get(tone, theme.AMBER)
    inner = min(room, stage.canvas.w - 40) - 62
    lines = wrap(stage, text, theme.BODY_STRONG, inner)
    count = min(2, len(lines))
    w = 62 + min(inner, max(stage.width(words, theme.BODY_STRONG) for words in lines[:count]) + 1)
    h = toast_height(stage, text, room)
    box = Box(cx - w / 2, top, w, h)
    tall = line_height(stage, theme.BODY_STRONG) * count
    words = Box(box.x + 40, box.cy - tall / 2, w - 58, tall)
    ground = Panel(theme.mixed(theme.INK[0], edge, 0.16), theme.INK[0], 13, 0.97, edge, 1.3, 0.8, has_shadow=True)
    return (
        Node(key, box, ground, label=text, group="toast"),
        Node((*key, "icon"), Box.around(box.x + 22, box.cy, 18, 18), Icon(icon, edge), group="toast"),
        *(
            node._replace(group="toast")
            for node in paragraph(stage, (*key, "text"), words, text, theme.BODY_STRONG, theme.TEXT, most=2)
        ),
    )


def toast_height(stage: Stage, text: str, room: float = 560) -> float:
    inner = min(room, stage.canvas.w - 40) - 62
    count = min(2, len(wrap(stage, text, theme.BODY_STRONG, inner)))
    return max(36.0, line_height(stage, theme.BODY_STRONG) * count + 14)


def tooltip(stage: Stage, node: Node, text: str) -> tuple[Node, ...]:
    """A tip beside ``node``: above it where there is room, else below."""
    width = min(_TIP * stage.text_scale, stage.canvas.w - 40)
    lines = wrap(stage, text, theme.HINT, width)
    w = max(stage.width(words, theme.HINT) for words in lines) + 21
    h = len(lines) * line_height(stage, theme.HINT) + 12
    at = node.reach
    x = min(max(at.cx - w / 2, 6.0), max(6.0, stage.canvas.w - 6 - w))
    y = at.y - h - 8
    y = y if y >= 4 else min(at.bottom + 8, stage.canvas.h - h - 4)
    box = Box(x, y, w, h)
    ground = Panel(theme.INK[0], theme.INK[0], 8, 0.97, theme.WHITE, 1.0, 0.2, has_shadow=True)
    return (
        Node(("tip",), box, ground),
        *paragraph(stage, ("tip", "text"), box.inset(10, 6), text, theme.HINT, theme.TEXT),
    )


def focus_ring(node: Node) -> tuple[Node, ...]:
    """A white ring with a dark one round it, round what has the focus."""
    box = node.box if isinstance(node.picture, Card) or node.box.h >= 24 else node.reach
    radius = node.picture.radius if isinstance(node.picture, Panel) else theme.CARD_RADIUS * box.w
    rings = ((5.0, theme.FOCUS_OUTER), (3.0, theme.FOCUS))
    return tuple(
        Node(
            ("focus", place),
            box.inset(-out),
            Panel(ink, ink, min(radius, box.h / 2) + out, 0.0, ink, 2.2, 1.0),
            angle=node.angle,
        )
        for place, (out, ink) in enumerate(rings)
    )


def drawer(stage: Stage, box: Box, title: str, close: object, label: str) -> tuple[Node, ...]:
    """The ground of a drawer, its title, and the button (called ``label``) that closes it."""
    ground = Panel(theme.INK[2], theme.INK[1], 18, 0.96, theme.WHITE, 1.0, 0.12, has_shadow=True, shine=0.14)
    words = Box(box.x + 20, box.y + 12, box.w - 80, 32)
    named = line(stage, ("drawer", "title"), words, title, theme.PANEL_TITLE, theme.TEXT, Align.LEFT) if title else ()
    return (
        Node(("drawer",), box, ground),
        *named,
        *icon_button(stage, ("drawer", "close"), box.right - 30, box.y + 28, "x", close, label),
    )
