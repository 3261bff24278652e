"""One's own hand, held as a fan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.frame import Frame
from lan_thirteen.ui.boards.labels import small_label
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.layout import STRIP, FanCard, fan
from lan_thirteen.ui.pictures import Card, CardFace
from lan_thirteen.ui.theme import Colour
from lan_thirteen.ui.widgets import Tone

_OVERHANG: Final = 20
"""How much wider a fan is than its cards, for the outer ones are turned."""
_HOVER: Final = 14
_APART: Final = 8


class CardState(StrEnum):
    """What can be done with a card; each looks different without its colour."""

    PLAIN = "plain"
    LEGAL = "legal"
    CLOSED = "closed"
    """Not to be played now."""
    SELECTED = "selected"
    PRESELECTED = "preselected"
    """Picked while it is another's turn."""
    FADED = "faded"
    """It is about something else just now."""


class HandCard(NamedTuple):
    """A card of one's own hand."""

    key: Key
    face: CardFace
    state: CardState
    intent: object | None
    label: str
    tip: str = ""
    is_new: bool = False


class HandShape(NamedTuple):
    """How a game's cards are held; lengths for a wide and a compact table."""

    w: float = 106
    w_compact: float = 86
    cy_up: float = 108
    """How high the middle of the fan is above the foot."""
    cy_up_compact: float = 78
    gap_max: float = 0.86


_LIFT: Final = {
    CardState.PLAIN: (0, 0),
    CardState.LEGAL: (7, 5),
    CardState.CLOSED: (0, 0),
    CardState.SELECTED: (34, 26),
    CardState.PRESELECTED: (22, 18),
    CardState.FADED: (0, 0),
}
"""In a wide and a compact table."""
_GLOW: Final[dict[CardState, Colour]] = {
    CardState.LEGAL: theme.AMBER,
    CardState.SELECTED: theme.MINT,
    CardState.PRESELECTED: theme.SKY,
}
_DIM: Final = {CardState.CLOSED: 0.4, CardState.FADED: 0.3}
_DEFAULT: Final = HandShape()


def hand(stage: Stage, where: Frame, cards: Sequence[HandCard], shape: HandShape = _DEFAULT) -> tuple[Node, ...]:
    """The fan, from the left. Where a card can be pressed does not change when it is lifted."""
    places = fan_places(where, len(cards), shape)
    nodes: list[Node] = []
    for place, (card, at) in enumerate(zip(cards, places, strict=True)):
        nodes += _card(stage, where, card, at, _aside(stage, cards, place))
    return tuple(node._replace(group="hand") for node in nodes)


def fan_places(where: Frame, count: int, shape: HandShape = _DEFAULT) -> tuple[FanCard, ...]:
    """Where so many cards are held; they are smaller where they would not fit in one row."""
    if not count:
        return ()
    room = max(40.0, where.hand.w - _OVERHANG)
    w = min(shape.w_compact if where.is_compact else shape.w, room / (1 + STRIP * (count - 1)))
    up = shape.cy_up_compact if where.is_compact else shape.cy_up
    sink, arc = (11, 13) if where.is_compact else (16, 15)
    return fan(count, w, room, where.hand.cx, where.hand.bottom - up, gap_max=shape.gap_max, sink=sink, arc=arc)


def _aside(stage: Stage, cards: Sequence[HandCard], place: int) -> float:
    """How far a card moves away from the one under the pointer."""
    raised = next((i for i, card in enumerate(cards) if _is_raised(stage, card)), None)
    if raised is None or abs(raised - place) != 1:
        return 0.0
    return float(_APART if place > raised else -_APART)


def _is_raised(stage: Stage, card: HandCard) -> bool:
    return stage.hover == card.key or (stage.has_keys and stage.focus == card.key)


def _card(stage: Stage, where: Frame, card: HandCard, at: FanCard, aside: float) -> Iterator[Node]:
    lift = float(_LIFT[card.state][where.is_compact])
    is_raised = _is_raised(stage, card) and card.intent is not None
    if is_raised:
        lift = max(lift, float(_HOVER))
    picture = Card(card.face, glow=_GLOW.get(card.state), dim=_DIM.get(card.state, 0.0), lift=lift)
    box = at.box.moved(aside, -lift)
    room = float(_LIFT[CardState.SELECTED][where.is_compact])
    strip = Box(at.strip.x, at.strip.y - room, at.strip.w, at.strip.h + room)
    yield Node(card.key, box, picture, card.intent, card.label, card.tip, strip, angle=at.angle)
    if card.is_new:
        yield from small_label(
            stage,
            (*card.key, "new"),
            box.x + 2,
            box.y + 2,
            stage.say("win.table.new"),
            icon="sparkles",
            tone=Tone.SKY,
            room=at.strip.w - 2,
        )
