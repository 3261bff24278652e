"""Which part of the window must be drawn anew."""

from __future__ import annotations

from collections.abc import Iterable

from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.window.ink import ink


def changed(old: Display, new: Display) -> Box | None:
    """The box, in units, around all in which two displays differ; None where nothing does."""
    before, after = dict.fromkeys(old.nodes), dict.fromkeys(new.nodes)
    differing = [node for node in old.nodes if node not in after]
    differing += [node for node in new.nodes if node not in before]
    if differing:
        return _around(differing)
    # the same nodes in another order: what lies above has changed
    return None if old.nodes == new.nodes else _around(new.nodes)


def _around(nodes: Iterable[Node]) -> Box:
    boxes = [ink(node) for node in nodes]
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.right for b in boxes), max(b.bottom for b in boxes)
    return Box(left, top, right - left, bottom - top)
