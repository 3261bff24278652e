"""One's own hand of Three Thirteen: groups of cards side by side, each with a bracket that says what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from lan_thirteen.core.game import Card
from lan_thirteen.games.three_thirteen.explain import Kind
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.frame import Frame
from lan_thirteen.ui.boards.labels import EDGES, small_label
from lan_thirteen.ui.boards.three_thirteen_order import Groups, Judged, Sort, judged
from lan_thirteen.ui.boards.three_thirteen_pick import (
    Pick,
    PressCard,
    PutIn,
    group_key,
    groups_of,
    outs,
    sort_of,
    throws,
)
from lan_thirteen.ui.boards.three_thirteen_words import Seen, card_label, face_of, why_barred
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import Align, Line, Panel
from lan_thirteen.ui.pictures import Card as CardPicture
from lan_thirteen.ui.theme import CARD_RATIO, Colour
from lan_thirteen.ui.widgets import Tone, chip, chip_width

_STOPS: Final = ((58, 152), (46, 152), (46, 120), (34, 120), (34, 50))
"""From card to card, and from the last one of a group to the next one: ever closer. In a hand of cards 104 wide."""
_OF: Final = 104
_TURN: Final = 1.6
"""How much a card is turned against its neighbour, in degrees."""
_TURNED: Final = 3.2
_HOVER: Final = 14
_LEGAL: Final = 7


class Shape(NamedTuple):
    """How cards lie: ``step`` within a group, ``leap`` from one group to the next."""

    w: float
    step: float
    leap: float


class Place(NamedTuple):
    """Where a card lies before it is lifted, and where it can be pressed: that stays."""

    card: Card
    box: Box
    angle: float
    strip: Box


class Laid(NamedTuple):
    """A hand on the table: the places of each group."""

    shape: Shape
    groups: tuple[tuple[Place, ...], ...]


def shape_of(groups: Groups, room: float, w: float) -> Shape:
    """The widest shape in which the groups fit."""
    within, leaps = sum(len(group) - 1 for group in groups), len(groups) - 1

    def wide(stop: tuple[float, float]) -> float:
        return (within * stop[0] + leaps * stop[1]) * w / _OF + w

    for wider, closer in pairwise(_STOPS):
        most, least = wide(wider), wide(closer)
        if room >= least:
            share = 1.0 if room >= most else (room - least) / (most - least)
            step, leap = (small + (big - small) * share for big, small in zip(wider, closer, strict=True))
            return Shape(w, step * w / _OF, leap * w / _OF)
    # only where somebody drags a window smaller than promised
    return shape_of(groups, room, room / (wide(_STOPS[-1]) / w))


def laid(groups: Groups, where: Frame, *, is_arranging: bool) -> Laid:
    """Where each card of the hand lies."""
    if not groups:
        return Laid(Shape(0, 0, 0), ())
    small = where.is_compact or where.is_narrow
    shape = shape_of(groups, where.hand.w - 12, 84 if small else 104)
    starts = list(accumulate(((len(group) - 1) * shape.step + shape.leap for group in groups), initial=0.0))
    total = starts[-1] - shape.leap + shape.w
    h = shape.w * CARD_RATIO
    top = where.hand.bottom - _foot(where) - h
    lift = lift_of(where)
    # what is below the strips belongs to the brackets
    deep = min(h, where.hand.bottom - theme.TARGET - top) if is_arranging else h
    out = []
    for start, group in zip(starts, groups, strict=False):
        left = where.hand.cx - total / 2 + start
        places = []
        for i, card in enumerate(group):
            is_last = i == len(group) - 1
            box = Box(left + i * shape.step, top, shape.w, h)
            strip = Box(box.x, top - lift, min(shape.w, shape.leap) if is_last else shape.step, deep + lift)
            angle = max(-_TURNED, min(_TURNED, (i - (len(group) - 1) / 2) * _TURN))
            places.append(Place(card, box, angle, strip))
        out.append(tuple(places))
    return Laid(shape, tuple(out))


def lift_of(where: Frame) -> float:
    """How far a picked card is lifted."""
    return 26 if where.is_compact else 28


def _foot(where: Frame) -> float:
    """What the brackets take below the cards."""
    return 22 if where.is_compact else 43


def hand(sight: Seen, pick: Pick, stage: Stage, where: Frame) -> tuple[Node, ...]:
    """The hand with its brackets; empty for somebody who watches."""
    if not sight.view.hand:
        return ()
    groups = groups_of(pick, sight.view)
    lying = laid(groups, where, is_arranging=pick.is_arranging)
    cards = [node for group in lying.groups for at in group for node in (_card(sight, pick, stage, where, at),)]
    nodes = (*cards, *_brackets(sight, pick, stage, where, lying), *_new_label(sight, pick, stage, lying, where))
    return tuple(node._replace(group="hand") for node in nodes)


def _card(sight: Seen, pick: Pick, stage: Stage, where: Frame, at: Place) -> Node:
    view, card = sight.view, at.card
    may_go = card in outs(sight.legal) and not pick.is_arranging
    is_barred = bool(throws(sight.legal)) and card not in throws(sight.legal)
    lift, glow, angle = 0.0, None, at.angle
    if pick.chosen == card:
        lift, angle = lift_of(where), 0.0
        glow = theme.MINT if card in throws(sight.legal) and not pick.is_arranging else theme.SKY
    elif may_go:
        lift, glow = _LEGAL, theme.AMBER
    key = ("card", card)
    if stage.hover == key or (stage.has_keys and stage.focus == key):
        lift = max(lift, _HOVER)
    return Node(
        key,
        at.box.moved(0, -lift),
        CardPicture(face_of(view, card), glow, 0.4 if is_barred else 0.0, lift=lift),
        PressCard(card),
        card_label(stage, view, card),
        why_barred(stage) if is_barred else "",
        at.strip,
        angle=angle,
    )


def _new_label(sight: Seen, pick: Pick, stage: Stage, lying: Laid, where: Frame) -> Iterator[Node]:
    """Above the card that was drawn in this turn; it makes way for a card that is lifted there."""
    at = next((at for group in lying.groups for at in group if at.card == sight.view.drawn), None)
    if at is None or pick.chosen == at.card:
        return
    text = stage.say("win.table.new")
    wide = stage.width(text, theme.CHIP) + 44 * stage.text_scale
    h = max(18.0, 1.45 * theme.CHIP.size * stage.text_scale)
    x = min(max(at.strip.cx - wide / 2, where.hand.x), where.hand.right - wide)
    box = Box(x, at.box.y - h - 4, wide, h)
    raised = [other.box for group in lying.groups for other in group if other.card == pick.chosen]
    if not any(box.meets(other.moved(0, -lift_of(where))) for other in raised):
        yield from small_label(
            stage, ("card", at.card, "new"), x, box.cy, text, icon="sparkles", tone=Tone.SKY, room=wide
        )


def _brackets(sight: Seen, pick: Pick, stage: Stage, where: Frame, lying: Laid) -> Iterator[Node]:
    view, sort = sight.view, sort_of(pick, sight.view)
    worth = judged(groups_of(pick, view), view.scheme)
    has_brackets = sort is Sort.MELDS or (sort is Sort.OWN and (len(worth) > 1 or any(g.kind for g in worth)))
    if not has_brackets and not pick.is_arranging:
        if view.split is not None:
            yield from _best(stage, where, view.split.points)
        return
    for place, (group, cards) in enumerate(zip(worth, lying.groups, strict=True)):
        end = cards[-1].box.x + min(lying.shape.w, lying.shape.leap - 6)
        span = Box(cards[0].box.x, cards[0].box.bottom, end - cards[0].box.x, _foot(where))
        if pick.is_arranging:
            yield _target(stage, pick, where, place, group, span)
        yield from _bracket(stage, where, place, group, span, has_tip=not pick.is_arranging)


def _bracket(stage: Stage, where: Frame, place: int, group: Judged, span: Box, *, has_tip: bool) -> Iterator[Node]:
    tone = Tone.MINT if group.kind else Tone.RED
    ink = EDGES[tone] if group.kind else theme.ON_RED
    y = span.y + 10
    yield _rail(place, Box(span.x + 5, y - 5, span.w - 10, 6), ink)
    icon, words = ("check" if group.kind else "circle-alert"), _wordings(stage, group)
    text = next((w for w in words if chip_width(stage, w, icon) <= span.w - 4), "")
    tip = words[0] if has_tip and text != words[0] else ""
    cy = min(y, where.hand.bottom - max(24.0, 2 * theme.CHIP.size * stage.text_scale) / 2)
    yield from chip(
        stage, ("group", place, "chip"), span.cx, cy, text, icon=icon, tone=tone, align=Align.CENTRE, tip=tip
    )


def _rail(place: int, box: Box, ink: Colour) -> Node:
    points = ((0.0, 0.0), (0.0, box.h), (box.w, box.h), (box.w, 0.0))
    return Node(("group", place, "rail"), box, Line(points, ink, 2.2))


def _wordings(stage: Stage, group: Judged) -> Sequence[str]:
    """What a bracket says, the longest first."""
    match group.kind:
        case Kind.RUN:
            return (stage.say("win.tt.run"),)
        case Kind.SET:
            return (stage.say("win.tt.set"),)
        case None:
            return stage.say("win.tt.loose", group.points), str(group.points)


def _target(stage: Stage, pick: Pick, where: Frame, place: int, group: Judged, span: Box) -> Node:
    """Where a picked card can be put into a group."""
    box = Box(span.x, where.hand.bottom - theme.TARGET, span.w, theme.TARGET)
    is_open = isinstance(pick.chosen, int) and pick.chosen not in group.cards
    panel = Panel(theme.SKY, theme.SKY, 12, 0.14 if is_open else 0.0, theme.SKY if is_open else None, 1.6, 0.9, is_open)
    label = stage.say("win.tt.put-in", group=_wordings(stage, group)[0])
    return Node(group_key(place), box, panel, PutIn(place), label)


def _best(stage: Stage, where: Frame, points: int) -> tuple[Node, ...]:
    """How good the hand is where its order does not show it."""
    tone, icon = (Tone.RED, "circle-alert") if points else (Tone.MINT, "check")
    h = max(24.0, 2 * theme.CHIP.size * stage.text_scale)
    cy = where.hand.bottom - max(_foot(where) - 10.0, h / 2)
    text = stage.say("win.tt.best-leaves", points)
    return chip(stage, ("best",), where.hand.cx, cy, text, icon=icon, tone=tone, align=Align.CENTRE, room=where.hand.w)
