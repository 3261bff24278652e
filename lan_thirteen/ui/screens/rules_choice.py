"""Draws an option of a game: all that it may be, what is usual, and what holds at this table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Icon, Panel
from lan_thirteen.ui.screens.rules_sizes import PAD, grown, said, tall_of
from lan_thirteen.ui.theme import Colour, Face, Type

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage
    from lan_thirteen.ui.screens.rules_blocks import Choice, Value

_SMALL: Final = Type(Face.MEDIUM, 13)


def choice_height(stage: Stage, choice: Choice, width: float) -> float:
    """How high ``choice_nodes`` will be."""
    inner = width - 2 * PAD
    texts = sum(tall_of(stage, words, theme.BODY, inner - grown(stage, 23)) for words, _, _ in _values(stage, choice))
    head = tall_of(stage, said(stage, choice.title), theme.NAME, inner)
    return head + 4 + texts + 4 + tall_of(stage, said(stage, choice.text), _SMALL, inner) + 2 * PAD - 6


def choice_nodes(stage: Stage, key: Key, box: Box, choice: Choice) -> Iterator[Node]:
    """The option in ``box``; one that is not as usual here has an edge."""
    ground = Panel(theme.WHITE, theme.WHITE, theme.ROW_RADIUS, 0.06, theme.WHITE, 1.0, 0.08)
    if choice.is_changed:
        ground = ground._replace(edge=theme.AMBER, edge_width=1.6, edge_opacity=0.9)
    yield Node(key, box, ground)
    x, y, wide = box.x + PAD, box.y + PAD - 3, box.w - 2 * PAD
    title = said(stage, choice.title)
    tall = tall_of(stage, title, theme.NAME, wide)
    yield from w.paragraph(stage, (*key, "title"), Box(x, y, wide, tall), title, theme.NAME, theme.AMBER)
    y += tall + 4
    size, start = grown(stage, 14), grown(stage, 23)
    for place, (words, icon, ink) in enumerate(_values(stage, choice)):
        tall = tall_of(stage, words, theme.BODY, wide - start)
        first = y + line_height(stage, theme.BODY) / 2
        yield Node((*key, "value", place), Box.around(x + size / 2 + 1, first, size, size), Icon(icon, ink))
        spot = Box(x + start, y, wide - start, tall)
        bright = theme.TEXT if ink is not theme.MUTED else theme.TEXT_2
        yield from w.paragraph(stage, (*key, "words", place), spot, words, theme.BODY, bright)
        y += tall
    text = said(stage, choice.text)
    spot = Box(x, y + 4, wide, tall_of(stage, text, _SMALL, wide))
    yield from w.paragraph(stage, (*key, "text"), spot, text, _SMALL, theme.TEXT_2)


def _values(stage: Stage, choice: Choice) -> Iterator[tuple[str, str, Colour]]:
    """Words, icon and its colour of each thing that an option may be."""
    for value in choice.values:
        yield _value(stage, value, is_on=value.is_in_force or (value.is_usual and not choice.is_changed))
    if choice.possible is not None:
        yield stage.say("win.rules.option.range", *choice.possible), "arrow-left-right", theme.MUTED


def _value(stage: Stage, value: Value, *, is_on: bool) -> tuple[str, str, Colour]:
    words = value.words
    if value.is_in_force:
        words = stage.say("win.rules.option.here", value=words)
    elif value.is_usual:
        words = stage.say("win.rules.option.usual", value=words)
    ink = theme.AMBER if value.is_in_force else theme.MINT if is_on else theme.MUTED
    return words, "circle-dot" if is_on else "circle", ink
