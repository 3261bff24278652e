"""Motion: what lies between two displays. A card that is in both moves from the one place to the other."""

from __future__ import annotations

from typing import Final

from lan_thirteen.ui.display import Box, Display, Key, Node
from lan_thirteen.ui.pictures import Card

PLAY_S: Final = 0.26
"""How long a card moves at the usual speed."""
_APPEAR: Final = 0.45
"""The part of a motion in which a new card becomes visible."""
_NEAR: Final = 1.0
"""Units; a card that moves less is not worth a motion."""


def moves(old: Display, new: Display) -> bool:
    """Whether any card lies elsewhere in ``new``, or is new among others."""
    before = _cards(old)
    if not before:
        return False
    return any(_is_elsewhere(before.get(key), node) for key, node in _cards(new).items())


def tween(old: Display, new: Display, share: float) -> Display:
    """The display after ``share`` (0-1) of the way from ``old`` to ``new``; at 1 it is ``new`` itself."""
    if share >= 1:
        return new
    before, eased = _cards(old), _out_cubic(max(share, 0.0))
    nodes = tuple(_between(before.get(n.key), n, eased) if isinstance(n.picture, Card) else n for n in new.nodes)
    return Display(nodes, new.floor)


def _cards(display: Display) -> dict[Key, Node]:
    return {node.key: node for node in display.nodes if isinstance(node.picture, Card)}


def _is_elsewhere(old: Node | None, new: Node) -> bool:
    if old is None:
        return True
    return any(abs(a - b) > _NEAR for a, b in zip(old.box, new.box, strict=True))


def _between(old: Node | None, new: Node, eased: float) -> Node:
    if old is None:
        return new._replace(alpha=new.alpha * min(eased / _APPEAR, 1.0))
    if not _is_elsewhere(old, new):
        return new
    x, y, w, h = (a + (b - a) * eased for a, b in zip(old.box, new.box, strict=True))
    angle = old.angle + (new.angle - old.angle) * eased
    return new._replace(box=Box(x, y, w, h), angle=angle, rest=(new.box.w, new.box.h, new.angle))


def _out_cubic(share: float) -> float:
    """Fast at first, slow at the end."""
    return 1 - (1 - share) ** 3
