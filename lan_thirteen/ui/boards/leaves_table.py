"""The table of 13 Leaves: a branch with a place for each value, and what its ends ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from lan_thirteen.core.values import Refusal
from lan_thirteen.games.leaves.model import COPIES, VALUES, Why
from lan_thirteen.ui import theme, widgets
from lan_thirteen.ui.boards.frame import Frame
from lan_thirteen.ui.boards.labels import count_label
from lan_thirteen.ui.boards.leaves_pick import LeavesSight, Pick, PressSlot, fits, may_play
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import Align, Branch, Card, Icon, LeafFace, Line, Panel, Run, Text
from lan_thirteen.ui.theme import Colour, Type

_LEANS: Final = (-1.0, 0.8, -0.5, 0.6)
"""Degrees by which the cards of a stack lie askew."""
_BRANCH_FOOT: Final = 0.42
"""What is below the branch in the box that it is drawn in, as a share."""
_TIP: Final = 20
_LOW: Final = 226
"""Below this height of the table all is closer together."""
_NONE: Final = 0
_HIGHEST: Final = 13


class Slots(NamedTuple):
    """The places of the thirteen values."""

    boxes: tuple[Box, ...]
    """By value, from 1; index 0 is no place."""
    branch: Box
    wings_y: float
    """The middle of the arrows below."""
    is_low: bool
    """There is no room for the leaves of the branch."""
    step: float
    """How far the next card of a stack lies below the one before, at the most."""
    depth: float
    """How much longer a stack may be than a card."""

    def stack(self, value: int, count: int) -> Box:
        """What a stack of so many cards takes."""
        box = self.boxes[value]
        return box._replace(h=box.h + self.offset(count) * max(0, count - 1))

    def offset(self, count: int) -> float:
        return min(self.step, self.depth / max(1, count - 1))


def slots(where: Frame) -> Slots:
    """The places in the middle of the table."""
    zone = where.table
    gap, widest = (6.0, 65.0) if where.is_compact else (8.0, 84.0)
    w = min(widest, (zone.w - 40 - 12 * gap) / 13)
    if w < 80:
        gap = 6.0
        w = min(widest, (zone.w - 40 - 12 * gap) / 13)
    h = w * theme.CARD_RATIO
    is_low = zone.h < _LOW
    above, drop, below = (6.0, 18.0, 44.0) if is_low else (36.0, 27.0, 62.0)
    step, depth = (7.0, 26.0) if is_low else (9.0, 44.0)
    top = zone.cy - (above + drop + h + below + 13) / 2 + above + drop
    x = zone.cx - (13 * w + 12 * gap) / 2
    boxes = tuple(Box(x + (value - 1) * (w + gap), top, w, h) for value in range(14))
    tall = drop / _BRANCH_FOOT
    left = max(zone.x + 4, x - 23)
    branch = Box(left, top - tall, 2 * (zone.cx - left), tall)
    return Slots(boxes, branch, top + h + below, is_low, step, depth)


def table(stage: Stage, sight: LeavesSight, where: Frame, pick: Pick, *, is_asked: bool) -> tuple[Node, ...]:
    """The branch and all that hangs there; ``is_asked``: something can be picked for the table."""
    places = slots(where)
    twigs = tuple(places.boxes[value].cx - places.branch.x for value in VALUES)
    scene = _Scene(stage, sight, pick, places, is_asked, dict(sight.view.table))
    nodes = list(_rod(places, twigs)) if places.is_low else [Node(("branch",), places.branch, Branch(twigs))]
    for value in VALUES:
        nodes += _slot(scene, value)
    nodes += _wings(scene)
    return widgets.grouped("table", nodes)


def _rod(places: Slots, twigs: tuple[float, ...]) -> Iterator[Node]:
    """The branch where there is no room for its leaves."""
    bark, low = theme.colour("#8A6240"), places.boxes[1].y
    y = places.branch.y + places.branch.h * (1 - _BRANCH_FOOT)
    for place, x in enumerate(twigs):
        twig = Line(((1.0, 0.0), (1.0, low - y)), theme.mixed(bark, theme.BLACK, 0.3), width=2.0)
        yield Node(("branch", place), Box(places.branch.x + x - 1, y, 2, low - y), twig)
    rod = Panel(bark, theme.colour("#3F2818"), 4.5, has_shadow=True)
    yield Node(("branch",), Box(places.branch.x + 8, y - 4.5, places.branch.w - 16, 9), rod)


class _Scene(NamedTuple):
    stage: Stage
    sight: LeavesSight
    pick: Pick
    places: Slots
    is_asked: bool
    stacks: dict[int, int]

    @property
    def ghost(self) -> int:
        """The value whose picked cards are shown as if they lay there."""
        play = self.pick.play
        if play is None or not fits(self.sight.view, play.value, play.count):
            return _NONE
        return play.value

    def is_playable(self, value: int) -> bool:
        return self.is_asked and may_play(value, self.sight.legal)

    def is_open(self, value: int) -> bool:
        """Whether the rules let any number of this value be laid, whoever holds them."""
        view = self.sight.view
        return not view.table or value <= view.table[0][0] or value >= view.table[-1][0]


def _slot(scene: _Scene, value: int) -> Iterator[Node]:
    count, box = scene.stacks.get(value, 0), scene.places.boxes[value]
    ghosts = len(scene.pick.chosen) if scene.ghost == value else 0
    whole = scene.places.stack(value, count + ghosts)
    is_pressable = scene.is_playable(value) or (ghosts > 0 and scene.is_asked)
    yield Node(
        ("slot", value),
        whole,
        _ground(scene, value, is_taken=count + ghosts > 0),
        PressSlot(value) if is_pressable else None,
        scene.stage.say("win.leaves.slot", value=value) if is_pressable else "",
        _tip(scene, value),
    )
    if not count + ghosts:
        yield from _number(scene, value, box)
        return
    yield from _stack(scene, value, count + ghosts)
    if ghosts:
        yield from _ghosts(scene, value, count, ghosts)
    ends = (scene.sight.view.table[0][0], scene.sight.view.table[-1][0]) if scene.sight.view.table else ()
    edge, ink = (theme.AMBER if value in ends else theme.WHITE), theme.TEXT
    if ghosts:
        edge = ink = _ghost_colour(scene)
    if count + ghosts > 1 or value in ends:
        text = scene.stage.say("win.leaves.times", count + ghosts)
        yield from count_label(scene.stage, ("times", value), whole.cx, whole.bottom - 3, text, ink=ink, edge=edge)


def _ground(scene: _Scene, value: int, *, is_taken: bool) -> Panel:
    """What a place looks like that no card lies on."""
    radius = 9.0
    if is_taken:
        return Panel(theme.BLACK, theme.BLACK, radius, opacity=0.0)
    if not scene.is_open(value):
        return Panel(theme.INK[0], theme.INK[0], radius, opacity=0.3)
    is_amber = scene.is_playable(value)
    ink = theme.AMBER if is_amber else theme.TEXT_2
    return Panel(
        ink,
        ink,
        radius,
        opacity=0.14 if is_amber else 0.04,
        edge=ink,
        edge_width=2.0 if is_amber else 1.5,
        edge_opacity=0.95 if is_amber else 0.4,
        is_dashed=True,
        glow=theme.AMBER if is_amber else None,
    )


def _number(scene: _Scene, value: int, box: Box) -> Iterator[Node]:
    """The value of a free place; a lock where nothing can be laid."""
    is_open, is_amber = scene.is_open(value), scene.is_playable(value)
    size = box.w * (0.4 if is_open else 0.31)
    ink: Colour = theme.AMBER if is_amber else theme.TEXT_2
    alpha = 0.95 if is_amber else 0.5 if is_open else 0.3
    run = Run(str(value), Type(theme.Face.DISPLAY_BLACK, size), ink)
    at = Box(box.x, box.y + box.h * (0.46 if is_open else 0.4) - size * 0.6, box.w, size * 1.2)
    yield Node(("slot", value, "number"), at, Text((run,), Align.CENTRE), alpha=alpha)
    if not is_open:
        spot = Box.around(box.cx, box.y + box.h * 0.7, box.w * 0.18, box.w * 0.18)
        yield Node(("slot", value, "lock"), spot, Icon("lock", theme.MUTED), alpha=0.6)


def _stack(scene: _Scene, value: int, total: int) -> Iterator[Node]:
    leaves = [leaf for leaf in scene.pick.cards.table if leaf.value == value]
    box, step = scene.places.boxes[value], scene.places.offset(total)
    for place, leaf in enumerate(leaves):
        is_top = place == len(leaves) - 1
        glow = None
        if is_top and scene.pick.last == value:
            glow = theme.TEXT
        elif is_top and scene.is_playable(value):
            glow = theme.AMBER
        lean = _LEANS[(place + value) % len(_LEANS)]
        at = box.moved(0, place * step)
        yield Node(("card", leaf.number), at, Card(LeafFace(value), glow=glow), angle=lean)


def _ghosts(scene: _Scene, value: int, count: int, ghosts: int) -> Iterator[Node]:
    """Only the last card is drawn, as those below would be seen through it; a frame is as long as all of them."""
    box, step = scene.places.boxes[value], scene.places.offset(count + ghosts)
    ink = _ghost_colour(scene)
    whole = box.moved(0, count * step)._replace(h=box.h + (ghosts - 1) * step)
    ground = Panel(theme.PAPER, theme.PAPER, 9, opacity=0.3, edge=ink, edge_width=2.4, is_dashed=True, glow=ink)
    yield Node(("ghost", value), whole, ground)
    last = box.moved(0, (count + ghosts - 1) * step)
    yield Node(("ghost", value, "card"), last, Card(LeafFace(value), is_ghost=True))


def _ghost_colour(scene: _Scene) -> Colour:
    return theme.MINT if scene.sight.legal else theme.SKY


def _tip(scene: _Scene, value: int) -> str:
    """Why nothing can be laid here, or what lies here."""
    view, say = scene.sight.view, scene.stage.say
    if not scene.is_open(value):
        ends = view.table[0][0], view.table[-1][0]
        return scene.sight.teller.why(Refusal(Why.BETWEEN_ENDS, (value, *ends)))
    if count := scene.stacks.get(value, 0):
        return say("win.leaves.stack", count, value=value, copies=COPIES[value])
    if not view.table or scene.is_playable(value):
        return ""
    end, least = view.table[0] if value < view.table[0][0] else view.table[-1]
    return scene.sight.teller.why(Refusal(Why.END_NEEDS_MORE, (least, end)))


def _wings(scene: _Scene) -> Iterator[Node]:
    """The arrows below both ends, with what is asked for there."""
    if not scene.sight.view.table:
        return
    (low, low_count), (high, high_count) = scene.sight.view.table[0], scene.sight.view.table[-1]
    first, last = scene.places.boxes[1], scene.places.boxes[_HIGHEST]
    left = (first.x, scene.places.boxes[low].right)
    right = (scene.places.boxes[high].x, last.right)
    words = _words(scene.stage, scene, (low, low_count), (high, high_count))
    wings = (*_wing(scene, "low", left, words[0], is_left=True), *_wing(scene, "high", right, words[1], is_left=False))
    # both arrows first: where an end is near the edge, the other one's would go through its words
    yield from (node for node in wings if isinstance(node.picture, Line))
    yield from (node for node in wings if not isinstance(node.picture, Line))


def _words(
    stage: Stage, scene: _Scene, low: tuple[int, int], high: tuple[int, int]
) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """What stands on both wings: in full where there is room for it, else in short."""
    strong, plain = Type(theme.Face.BOLD, 13.5), Type(theme.Face.MEDIUM, 13)
    only = ("win.leaves.only", "win.leaves.only.short")
    low_keys = ("win.leaves.low", "win.leaves.low.short") if low[0] > 1 else only
    high_keys = ("win.leaves.high", "win.leaves.high.short") if high[0] < _HIGHEST else only
    full = tuple(
        (
            Run(stage.say(keys[0], value=value), strong, theme.AMBER),
            Run("  •  ", plain, theme.MUTED),
            Run(stage.say("win.leaves.least", count), plain, theme.TEXT),
        )
        for keys, (value, count) in ((low_keys, low), (high_keys, high))
    )
    room = (scene.places.boxes[_HIGHEST].right - scene.places.boxes[1].x) * 0.42 - 28
    if not stage.canvas.is_compact and all(widgets.runs_width(stage, words) <= room for words in full):
        return full[0], full[1]
    short = tuple(
        (Run(stage.say(keys[1], count, value=value), strong, theme.AMBER),)
        for keys, (value, count) in ((low_keys, low), (high_keys, high))
    )
    return short[0], short[1]


def _wing(
    scene: _Scene, name: str, span: tuple[float, float], words: tuple[Run, ...], *, is_left: bool
) -> Iterator[Node]:
    start, end = span
    y, stage = scene.places.wings_y, scene.stage
    arrow = ((end - start, 6.0), (0.0, 6.0)) if is_left else ((0.0, 6.0), (end - start, 6.0))
    line = Line(arrow, theme.AMBER, width=2.0, has_arrow=True)
    yield Node(("wing", name), Box(start, y - 6, end - start, 12), line, alpha=0.85)
    left, right = scene.places.boxes[1].x, scene.places.boxes[_HIGHEST].right
    wide = min(widgets.runs_width(stage, words) + 26, (right - left) * 0.46)
    h = max(26.0, 20.0 * stage.text_scale)
    # the tip of the arrow is seen, however short it is
    low, high = (left + _TIP, right - wide) if is_left else (left, right - wide - _TIP)
    x = min(max((start + end - wide) / 2, low), high)
    box = Box(x, y - h / 2, wide, h)
    ground = Panel(theme.INK[1], theme.INK[0], h / 2, opacity=0.96, edge=theme.AMBER, edge_width=1.2, edge_opacity=0.7)
    yield Node(("wing", name, "label"), box, ground)
    yield from widgets.runs(stage, ("wing", name, "text"), box.inset(12.5, 0), words, Align.CENTRE)
