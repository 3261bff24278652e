"""The three targets of Dreizehn: what each takes, what lies on it, and what the picked card would do there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from lan_thirteen.core.game import Card
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.dreizehn.explain import refusals
from lan_thirteen.games.dreizehn.model import (
    COLOUR_OF,
    COLOURS,
    LIMIT,
    TARGETS,
    VALUE_OF,
    Action,
    Colour,
    View,
    Why,
)
from lan_thirteen.games.dreizehn.piles import landed
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.boards.dreizehn_pick import Pick, PickTarget, is_open
from lan_thirteen.ui.boards.dreizehn_pill import Look, Part, Wording, pill
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.pictures import (
    SEAT_SHAPES,
    Align,
    CardFace,
    DreizehnFace,
    Icon,
    Panel,
    Run,
    Shape,
    ShapeKind,
    Text,
    Wheel,
)
from lan_thirteen.ui.pictures import Card as CardPicture
from lan_thirteen.ui.theme import CARD_RATIO, Face, Type

SIGNS: Final = (ShapeKind.DROP, ShapeKind.TRIANGLE, ShapeKind.STAR, ShapeKind.CROSS)
"""The sign of each colour."""
NIGHT: Final = theme.colour("#10122E")
"""Behind words on this table."""
RADIUS: Final = 101
_MOST: Final = 1.3
"""How much larger than ``RADIUS`` a target gets where there is room."""
_CHIP: Final = Type(Face.BOLD, 12.5)
_SUM: Final = Type(Face.EXTRABOLD, 14.5)
_NUMBER: Final = Type(Face.EXTRABOLD, 12)
_MINI: Final = 44
_FOOT: Final = 29
"""How far the cards at the foot of a target of ``RADIUS`` stick out below it."""
_CLOSED: Final = 0.45
"""How much is seen of a target on which the picked card does not fit."""


class Spot(NamedTuple):
    """Where a target is, with all that belongs to it."""

    cx: float
    cy: float
    radius: float
    chip: Box
    verdict: Box

    @property
    def box(self) -> Box:
        return Box.around(self.cx, self.cy, 2 * self.radius, 2 * self.radius)

    @property
    def scale(self) -> float:
        return self.radius / RADIUS


def spots(stage: Stage, centres: tuple[float, ...], top: float, bottom: float) -> tuple[Spot, ...]:
    """Targets about these x, as large as fits between ``top`` and ``bottom``, in the middle of that."""
    step = centres[1] - centres[0]
    small = 0.86 if stage.canvas.is_compact else 1.0
    chip, verdict = 25 * small * stage.text_scale, 29 * small * stage.text_scale
    rest = chip + verdict + 6
    radius = min((bottom - top - rest) / (2 + _FOOT / RADIUS), step * 0.388, RADIUS * _MOST)
    tall = rest + radius * (2 + _FOOT / RADIUS)
    start = (top + bottom - tall) / 2
    cy = start + chip + 2 + radius
    foot = cy + radius * (1 + _FOOT / RADIUS) + 4
    wide = step - 10
    return tuple(
        Spot(x, cy, radius, Box.around(x, start + chip / 2, wide, chip), Box(x - wide / 2, foot, wide, verdict))
        for x in centres
    )


def face_of(card: Card) -> CardFace:
    return DreizehnFace(COLOUR_OF[card], VALUE_OF[card])


def target_key(target: int) -> Key:
    return ("target", target)


def last_player(view: View) -> int | None:
    """The seat that made the last play of this deal; None where none was made."""
    return (view.first + len(view.played) - 1) % len(view.hand_sizes) if view.played else None


def refusal(view: View, card: Card, target: int) -> Refusal | None:
    """Why the viewer's ``card`` cannot go there, be it their turn or not; None where it can."""
    if view.seat is None or is_open(view, card, target):
        return None
    whys = {(COLOUR_OF[c], t): why for c, t, why in refusals(replace(view, turn=view.seat))}
    return whys.get((COLOUR_OF[card], target))


def targets(sight: Sight[View, Action], pick: Pick, stage: Stage, places: tuple[Spot, ...]) -> Iterator[Node]:
    """All three, each with its colours above it, its cards at its foot and the verdict on the picked card below."""
    for target, spot in zip(TARGETS, places, strict=True):
        yield from _wheel(sight, pick, stage, target, spot)
        yield from _pile(sight, pick, target, spot)
        yield from _colours(sight, stage, target, spot)
        yield from _number(stage, target, spot)
        if pick.card is not None:
            yield from _verdict(sight, pick, stage, target, spot)


def _wheel(sight: Sight[View, Action], pick: Pick, stage: Stage, target: int, spot: Spot) -> Iterator[Node]:
    view, card = sight.view, pick.card
    colour, _ = view.targets[target]
    total = view.sums[target]
    fits = card is not None and is_open(view, card, target)
    added = VALUE_OF[card] if card is not None and fits else 0
    tone = theme.RED if total + added > LIMIT else theme.MINT
    is_picked = fits and target == pick.target
    if is_picked:
        yield _ring(view, target, spot, tone)
    glow = tone if is_picked or (fits and pick.target is None) else None
    yield Node(
        target_key(target),
        spot.box,
        Wheel(colour, total, added, glow),
        intent=PickTarget(target) if fits and not sight.is_sending else None,
        label=_sentence(sight, pick, target),
        tip=_sentence(sight, pick, target),
        group="table",
        alpha=_CLOSED if card is not None and not fits else 1.0,
    )


def _ring(view: View, target: int, spot: Spot, colour: theme.Colour) -> Node:
    """Round the target that is picked."""
    edge = colour if view.turn == view.seat else theme.SKY
    box = spot.box.inset(-5 * spot.scale)
    frame = Panel(NIGHT, NIGHT, box.w / 2, opacity=0.0, edge=edge, edge_width=3.5)
    return Node((*target_key(target), "ring"), box, frame, group="table")


def _sentence(sight: Sight[View, Action], pick: Pick, target: int) -> str:
    """What there is to say of a target: what lies there, or what the picked card would do."""
    view, teller, card = sight.view, sight.teller, pick.card
    if card is None:
        return teller.say("win.dz.target", view.sums[target], len(view.targets[target][1]), target=target + 1)
    if (why := refusal(view, card, target)) is not None:
        return teller.why(why)
    total, _, taken = landed(view.targets[target][1], card)
    key = "win.dz.would-take" if taken else "win.dz.would-fit"
    return teller.say(key, len(taken), card=card_name(sight, card), target=target + 1, total=total)


def card_name(sight: Sight[View, Action], card: Card) -> str:
    return sight.teller.say(f"dreizehn.card.{COLOUR_OF[card]}", value=VALUE_OF[card])


def _pile(sight: Sight[View, Action], pick: Pick, target: int, spot: Spot) -> Iterator[Node]:
    """The cards at the foot; the one that was played last is lit, the picked one is shown as if it lay there."""
    view = sight.view
    cards = view.targets[target][1]
    is_last = bool(view.played) and view.played[-1][1] == target
    ghost = pick.card if pick.target == target else None
    w = max(_MINI * spot.scale, 28)
    h = w * CARD_RATIO
    places = len(cards) + (ghost is not None)
    step = min(w * 0.62, (1.36 * spot.radius) / (places - 1)) if places > 1 else 0.0
    cy = spot.cy + spot.radius + _FOOT * spot.scale - h / 2
    marks: list[Node] = []
    for place in range(places):
        off = place - (places - 1) / 2
        box = Box.around(spot.cx + off * step, cy, w, h)
        angle = max(-9.0, min(9.0, 3 * off))
        if place == len(cards) and ghost is not None:
            picture = CardPicture(face_of(ghost), is_ghost=True)
            yield Node(("ghost", target), box, picture, group="table", angle=angle)
            continue
        lit = is_last and place == len(cards) - 1
        picture = CardPicture(face_of(cards[place]), glow=theme.AMBER if lit else None)
        yield Node(("card", cards[place]), box, picture, group="table", angle=angle)
        if lit and (seat := last_player(view)) is not None:
            badge = Box.around(box.x + 0.25 * w, box.y - 2, 12, 12)
            mark = Shape(SEAT_SHAPES[seat], theme.PLAYERS[seat], plate=NIGHT)
            marks.append(Node(("last", target), badge, mark, group="table"))
    yield from marks


def _colours(sight: Sight[View, Action], stage: Stage, target: int, spot: Spot) -> Iterator[Node]:
    """Above a target: the one colour that it takes, or those that are still free."""
    view, teller = sight.view, sight.teller
    own = view.targets[target][0]
    taken = {colour for colour, _ in view.targets}
    if own is not None:
        text = teller.say("win.dz.only", colour=teller.say(f"dreizehn.colour.{own}"))
        wordings: list[Wording] = [[_sign(own), _words(text)]]
        edge = theme.DREIZEHN[own]
        tip = teller.say(f"win.dz.lock.{view.options.colour_lock}", colour=teller.say(f"dreizehn.colour.{own}"))
    else:
        free = [colour for colour in COLOURS if colour not in taken]
        names = teller.say("list.comma").join(teller.say(f"dreizehn.colour.{colour}") for colour in free)
        signs: list[Part] = [_sign(colour) for colour in free]
        wordings = [
            [*signs, _words(teller.say("win.dz.free", colours=names))],
            [*signs, _words(teller.say("win.dz.free.short"))],
        ]
        edge = theme.DREIZEHN[free[0]] if len(free) == 1 else theme.MUTED
        tip = teller.say("win.dz.free.tip", len(free), colours=names)
    yield from pill(stage, ("colours", target), spot.chip, wordings, Look(NIGHT, edge), style=_CHIP, tip=tip)


def _sign(colour: Colour) -> Shape:
    return Shape(SIGNS[colour], theme.mixed(theme.DREIZEHN[colour], theme.WHITE, 0.18))


def _words(text: str) -> Run:
    return Run(text, _CHIP, theme.TEXT)


def _number(stage: Stage, target: int, spot: Spot) -> Iterator[Node]:
    """Targets are counted in sentences and on the keyboard, so each shows its number."""
    size = 21 * max(1.0, stage.text_scale)
    box = Box.around(spot.cx - 0.84 * spot.radius, spot.cy - 0.84 * spot.radius, size, size)
    disc = Panel(NIGHT, NIGHT, size / 2, opacity=0.97, edge=theme.MUTED, edge_opacity=0.7)
    yield Node(("number", target), box, disc, group="table")
    line = Text((Run(str(target + 1), stage.type(_NUMBER), theme.TEXT),), Align.CENTRE)
    yield Node(("number", target, "words"), box, line, group="table")


def _verdict(sight: Sight[View, Action], pick: Pick, stage: Stage, target: int, spot: Spot) -> Iterator[Node]:
    """Below a target: what the picked card would make of it, in numbers and words."""
    card = pick.card
    if card is None:
        return
    why = refusal(sight.view, card, target)
    wordings, look = _closed(sight, why) if why is not None else _open(sight, card, target, pick.target == target)
    tip = _sentence(sight, pick, target)
    yield from pill(stage, ("verdict", target), spot.verdict, wordings, look, style=_SUM, tip=tip)


def _closed(sight: Sight[View, Action], why: Refusal) -> tuple[list[Wording], Look]:
    """Why a card cannot go somewhere, in few words."""
    icon, teller = Icon("ban", theme.MUTED), sight.teller
    number = why.numbers[0]
    if why.code == Why.COLOUR_ELSEWHERE:
        text = teller.say("win.dz.elsewhere", target=number)
    else:
        colour = sight.view.targets[number - 1][0]
        text = teller.say("win.dz.only", colour=teller.say(f"dreizehn.colour.{colour}"))
    words = Run(text, _CHIP, theme.TEXT_2)
    return [[icon, words], [words]], Look(NIGHT, theme.MUTED, 1.0)


def _open(sight: Sight[View, Action], card: Card, target: int, is_picked: bool) -> tuple[list[Wording], Look]:
    teller = sight.teller
    before = sight.view.sums[target]
    total, _, taken = landed(sight.view.targets[target][1], card)
    total_text = teller.say("win.dz.sum", before=before, value=VALUE_OF[card], total=total)
    if taken:
        text, short = teller.say("win.dz.takes", len(taken)), teller.say("win.dz.takes.short", len(taken))
        icon, dark, bright, edge = "triangle-alert", theme.RED_DARK, theme.ON_RED, theme.RED
    else:
        text = short = teller.say("win.dz.thirteen" if total == LIMIT else "win.dz.fits")
        icon, dark, bright, edge = "check", theme.MINT_DARK, theme.MINT, theme.MINT
    fill, ink, strong = (edge, NIGHT, NIGHT) if is_picked else (dark, bright, theme.TEXT)
    sign, sum_ = Icon(icon, ink), Run(total_text, _SUM, strong)
    brief = Run(str(total), _SUM, strong)
    words, few = Run(text, _CHIP, ink), Run(short, _CHIP, ink)
    return [[sign, sum_, words], [sign, sum_, few], [sign, brief, words], [sign, brief, few], [sign, brief]], Look(
        fill, edge
    )
