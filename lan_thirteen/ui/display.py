"""One screen as a list: what is where, what a press on it means, and how focus walks over it. Lengths are units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.ui.pictures import Picture

Key: TypeAlias = tuple[object, ...]
"""What a node is: the same key in two displays is the same thing, moved.

``("card", id)`` for a card that is seen, ``("back", seat, place)`` for one that is not: never an id of a hidden card.
"""


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """Smaller by ``dx`` on the left and right and ``dy`` (usually as much) at the top and bottom."""
        down = dx if dy is None else dy
        return Box(self.x + dx, self.y + down, self.w - 2 * dx, self.h - 2 * down)

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def holds(self, x: float, y: float) -> bool:
        """Whether this point lies in it; the right and lower edges do not."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def within(self, other: Box, slack: float = 0.01) -> bool:
        """Whether all of it lies in ``other``."""
        return (
            self.x >= other.x - slack
            and self.y >= other.y - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def meets(self, other: Box, slack: float = 0.01) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x + slack < other.right
            and other.x + slack < self.right
            and self.y + slack < other.bottom
            and other.y + slack < self.bottom
        )

    @staticmethod
    def around(centre_x: float, centre_y: float, w: float, h: float) -> Box:
        return Box(centre_x - w / 2, centre_y - h / 2, w, h)


_PLAYED: Final = ("hand", "table")
"""The parts of the screen where games are played."""


class Node(NamedTuple):
    """One thing on the screen."""

    key: Key
    box: Box
    """Before it is turned about its centre."""
    picture: Picture
    intent: object | None = None
    """What a press on it means; None: nothing."""
    label: str = ""
    """What it is called where it cannot be seen; all that has an intent has one."""
    tip: str = ""
    """A sentence that is shown while the pointer or the focus rests on it."""
    hit: Box | None = None
    """Where it can be pressed, if not in its box."""
    group: str = ""
    """The part of the screen it belongs to; parts do not overlap."""
    angle: float = 0.0
    """Degrees, clockwise."""
    alpha: float = 1.0
    is_field: bool = False
    """Typing goes into it while it has the focus."""
    rest: tuple[float, float, float] | None = None
    """Width, height and angle with which it comes to rest, while it moves: only for these it is drawn with care."""

    @property
    def reach(self) -> Box:
        """Where it can be pressed."""
        return self.hit or self.box


class Display(NamedTuple):
    """A whole screen, the lowest things first.

    Only what lies at ``floor`` or above can be reached: a dialog covers the rest.
    """

    nodes: tuple[Node, ...]
    floor: int = 0
    first: Key | None = None
    """Where the focus begins; None: in the hand, on the table, or at the first node."""

    def reachable(self) -> Iterator[Node]:
        """All that can be pressed, the lowest first."""
        return (node for node in self.nodes[self.floor :] if node.intent is not None)

    def find(self, key: Key) -> Node | None:
        """The topmost node of this key."""
        return next((node for node in reversed(self.nodes) if node.key == key), None)


def covered(display: Display, nodes: Iterable[Node]) -> Display:
    """``display`` with a dialog of ``nodes`` over it, which alone can be reached."""
    return Display((*display.nodes, *nodes), len(display.nodes))


def above(display: Display, nodes: Iterable[Node]) -> Display:
    """``display`` with ``nodes`` over it; all can still be reached."""
    return display._replace(nodes=(*display.nodes, *nodes))


def hit(display: Display, x: float, y: float) -> Node | None:
    """The topmost node at this point that means something or has something to say."""
    for node in reversed(display.nodes[display.floor :]):
        if (node.intent is not None or node.tip) and node.reach.holds(x, y):
            return node
    return None


def touched(display: Display, x: float, y: float) -> Node | None:
    """What is pressed at this point: words that only have something to say are not in the way of what lies below."""
    for node in reversed(display.nodes[display.floor :]):
        if node.intent is not None and node.reach.holds(x, y):
            return node
    return hit(display, x, y)


class Way(StrEnum):
    """Where the focus goes."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    NEXT = "next"
    PREVIOUS = "previous"


def walked(display: Display, focus: Key | None, way: Way) -> Key | None:
    """The key that has the focus after a step from ``focus``; None where there is nothing to focus.

    NEXT and PREVIOUS go through the display in its order and around; arrows go to the nearest node that lies that
    way, sideways first of all to one in the same row, and stay where there is none. Without a focus they begin where
    most is done.
    """
    nodes = [node for node in display.nodes[display.floor :] if node.intent is not None or (node.tip and node.label)]
    if not nodes:
        return None
    place = next((i for i, node in enumerate(nodes) if node.key == focus), None)
    if place is None:
        return nodes[-1].key if way is Way.PREVIOUS else _first(display, nodes).key
    if way in (Way.NEXT, Way.PREVIOUS):
        return nodes[(place + (1 if way is Way.NEXT else -1)) % len(nodes)].key
    here = nodes[place].reach
    there = [
        (not _is_in_row(here, node.reach, way), far, i)
        for i, node in enumerate(nodes)
        if i != place and (far := _distance(here, node.reach, way)) is not None
    ]
    return nodes[min(there)[2]].key if there else focus


def _first(display: Display, nodes: Sequence[Node]) -> Node:
    """Where the focus begins."""
    wanted = [node for node in nodes if node.key == display.first]
    played = [node for group in _PLAYED for node in nodes if node.group == group and node.intent is not None]
    return (*wanted, *played, *nodes)[0]


def _is_in_row(here: Box, there: Box, way: Way) -> bool:
    """Whether ``there`` lies straight to the side of ``here``: each other's middle is level with the other."""
    if way not in (Way.LEFT, Way.RIGHT):
        return False
    return here.y < there.cy < here.bottom and there.y < here.cy < there.bottom


def _distance(here: Box, there: Box, way: Way) -> float | None:
    """How far ``there`` is that way, sideways steps counting double; None where it lies another way."""
    dx, dy = there.cx - here.cx, there.cy - here.cy
    along = {Way.LEFT: -dx, Way.RIGHT: dx, Way.UP: -dy, Way.DOWN: dy}[way]
    across = abs(dy) if way in (Way.LEFT, Way.RIGHT) else abs(dx)
    if along <= 0.5 or across > 3 * along + max(here.w, there.w, here.h, there.h):
        return None
    return along + 2 * across
