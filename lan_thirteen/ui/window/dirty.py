"""Which part of the window must be drawn anew."""

from __future__ import annotations

from collections.abc import Iterable

from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.window.ink import ink


def changed(old: Display, new: Display) -> Box | None:
    """The box, in units, around all in which two displays differ; None where nothing does."""
    # most nodes are the very same ones: to look at what is in them takes long
    were, are = set(map(id, old.nodes)), set(map(id, new.nodes))
    gone = dict.fromkeys(node for node in old.nodes if id(node) not in are)
    come = dict.fromkeys(node for node in new.nodes if id(node) not in were)
    differing = [node for node in gone if node not in come] + [node for node in come if node not in gone]
    if differing:
        return _around(differing)
    # the same nodes in another order: what lies above has changed
    return None if old.nodes == new.nodes else _around(new.nodes)


def _around(nodes: Iterable[Node]) -> Box:
    boxes = [ink(node) for node in nodes]
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.right for b in boxes), max(b.bottom for b in boxes)
    return Box(left, top, right - left, bottom - top)
