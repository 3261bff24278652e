"""Lists that scroll by whole rows: nothing is ever cut in the middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.ui import theme
from lan_thirteen.ui.display import Box, Display, Key, Node
from lan_thirteen.ui.pictures import Panel

Row: TypeAlias = Callable[[Box], tuple[Node, ...]]
"""Draws a row of a list into its box."""


_SOME: Final = 0.5
"""Units; less of a way is none."""


class Wheel(NamedTuple):
    """An intent of every screen: the wheel was turned over this list, so many rows down."""

    over: Key
    rows: int


class Window(NamedTuple):
    """Which rows of a list are seen."""

    first: int
    end: int
    most: int
    """The greatest offset that makes sense."""


def window_of(count: int, seen: int, offset: int) -> Window:
    """``seen`` of ``count`` rows from ``offset`` on, or from as far as there are enough."""
    most = max(0, count - seen)
    first = min(max(offset, 0), most)
    return Window(first, min(count, first + max(seen, 0)), most)


def rows_seen(height: float, row: float, gap: float) -> int:
    """How many rows fit."""
    return max(1, int((height + gap + 0.01) / (row + gap)))


def scroll_list(
    key: Key,
    box: Box,
    rows: Sequence[Row],
    offset: int,
    *,
    row: float,
    gap: float = 10,
) -> tuple[Node, ...]:
    """As many whole rows from ``offset`` on as fit, each drawn into its box, and a bar where there are more."""
    seen = window_of(len(rows), rows_seen(box.h, row, gap), offset)
    nodes: list[Node] = [Node((*key, "area"), box, Panel(theme.BLACK, theme.BLACK, 0, 0.0))]
    w = box.w - (14 if seen.most else 0)
    for place, draw in enumerate(rows[seen.first : seen.end]):
        nodes += draw(Box(box.x, box.y + place * (row + gap), w, row))
    return (*nodes, *scroll_bar(key, box, seen, len(rows)))


def scroll_bar(key: Key, box: Box, seen: Window, count: int) -> tuple[Node, ...]:
    """At the right edge of ``box``, where not all rows are seen."""
    if not seen.most:
        return ()
    track = Box(box.right - 6, box.y, 6, box.h)
    h = max(24.0, box.h * (seen.end - seen.first) / count)
    thumb = Box(track.x, track.y + (track.h - h) * seen.first / seen.most, 6, h)
    return (
        Node((*key, "track"), track, Panel(theme.BLACK, theme.BLACK, 3, 0.3)),
        Node((*key, "thumb"), thumb, Panel(theme.TEXT_2, theme.TEXT_2, 3, 0.6)),
    )


def list_at(display: Display, x: float, y: float) -> Key | None:
    """The list that the wheel turns when the pointer is here."""
    for node in reversed(display.nodes[display.floor :]):
        if node.key and node.key[-1] == "area" and node.box.holds(x, y):
            return node.key[:-1]
    return None


def turned_on(display: Display, here: Node, there: Node | None, rows: int) -> Wheel | None:
    """What a step of the focus means that leads out of a list, or nowhere: the list is turned where it has more rows.

    ``rows`` is 1 for a step down or on, and -1 for one up or back.
    """
    over = list_at(display, here.reach.cx, here.reach.cy)
    area, track, thumb = (display.find((*(over or ()), part)) for part in ("area", "track", "thumb"))
    if over is None or area is None or track is None or thumb is None:
        return None
    if there is not None and there.key != here.key and area.box.holds(there.reach.cx, there.reach.cy):
        return None
    left = track.box.bottom - thumb.box.bottom if rows > 0 else thumb.box.y - track.box.y
    return Wheel(over, rows) if left > _SOME else None
