"""Dreizehn: the draw pile with what everybody holds, and the cards that one had to take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lan_thirteen.core.game import Seat
from lan_thirteen.games.dreizehn.model import COLOURS, INFO, RED, Action, Cards, View
from lan_thirteen.games.dreizehn.piles import counted
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.boards.dreizehn_pill import Look, Part, pill
from lan_thirteen.ui.boards.dreizehn_targets import NIGHT, face_of
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import Align, Back, Card, Icon, Panel, Run
from lan_thirteen.ui.theme import CARD_RATIO, Face, Type
from lan_thirteen.ui.widgets import line

OWN_PILE: Final = 74
"""How much room the own pile needs beside the hand."""
_LABEL: Final = Type(Face.BOLD, 13)
_SMALL: Final = Type(Face.BOLD, 12)
_CHIP: Final = Type(Face.BOLD, 12.5)
_COUNT: Final = Type(Face.EXTRABOLD, 12.5)
_LAYERS: Final = 6
_BACK: Final = Back(INFO.id)
_INK: Final = theme.colour("#E4E6FF")


def draw_pile(sight: Sight[View, Action], stage: Stage, room: Box) -> Iterator[Node]:
    """The draw pile with its count; below it how many cards everybody holds, which is the same for all."""
    view, say = sight.view, sight.teller.say
    small = 0.9 if stage.canvas.is_compact else 1.0
    label_h, chip_h = 18 * small * stage.text_scale, 24 * small * stage.text_scale
    chips = [_stock(sight), _hands(sight), *([_aside(sight)] if view.aside else [])]
    texts_h = label_h + 8 + len(chips) * (chip_h + 6)
    most = 84 if stage.canvas.is_compact else 98
    w = max(36.0, min(most, room.w - 16, (room.h - texts_h) / CARD_RATIO))
    h = w * CARD_RATIO
    top = room.cy - (h + texts_h) / 2
    label = Box(room.x, top, room.w, label_h)
    yield from line(stage, ("stock", "label"), label, say("win.dz.stock"), _LABEL, _INK, Align.CENTRE, group="table")
    centre = (room.cx, label.bottom + 8 + h / 2)
    layers = min(_LAYERS, view.stock)
    for layer in range(layers):
        box = Box.around(centre[0] + 3 - layer * 1.1, centre[1] + 3 - layer * 1.6, w, h)
        yield Node(("stock", layer), box, Card(_BACK), group="table")
    if not layers:
        yield Node(("stock", 0), Box.around(*centre, w, h), _hole(0.085 * w), group="table")
    y = centre[1] + h / 2 + 6
    for place, (icon, text, short, tip) in enumerate(chips):
        box = Box(room.x, y, room.w, chip_h)
        sign = Icon(icon, theme.TEXT_2)
        words: list[list[Part]] = [[sign, Run(each, _CHIP, theme.TEXT_2)] for each in (text, short)]
        look = Look(NIGHT, None, opacity=0.92)
        yield from pill(stage, ("stock", "chip", place), box, words, look, style=_CHIP, tip=tip)
        y += chip_h + 6


def _stock(sight: Sight[View, Action]) -> tuple[str, str, str, str]:
    """Sign, words, few words and a whole sentence."""
    say, stock = sight.teller.say, sight.view.stock
    if sight.view.options.deal_mode == "all":
        return "layers", say("win.dz.no-stock"), say("win.dz.none"), say("win.dz.no-stock.tip")
    return "layers", say("win.dz.left", stock), str(stock), say("win.dz.left.tip", stock)


def _hands(sight: Sight[View, Action]) -> tuple[str, str, str, str]:
    say, sizes = sight.teller.say, sight.view.hand_sizes
    least, most = min(sizes), max(sizes)
    if least == most:
        return "hand", say("win.dz.each", most), str(most), say("win.dz.each.tip", most)
    few = say("win.end.several", first=least, last=most)
    return "hand", say("win.dz.each.about", most, least=least), few, say("win.dz.each.about.tip", most, least=least)


def _aside(sight: Sight[View, Action]) -> tuple[str, str, str, str]:
    say, aside = sight.teller.say, sight.view.aside
    return "eye-off", say("win.dz.aside", aside), str(aside), say("win.dz.aside.tip", aside)


def _hole(radius: float) -> Panel:
    """Where cards have lain."""
    return Panel(
        theme.WHITE, theme.WHITE, radius, opacity=0.04, edge=theme.TEXT_2, edge_width=1.4, edge_opacity=0.45,
        is_dashed=True,
    )  # fmt: skip


def taken_words(sight: Sight[View, Action], seat: Seat) -> str:
    """How many cards a seat had to take, and where the option shows them which."""
    view, teller = sight.view, sight.teller
    count = view.taken_counts[seat]
    cards = view.taken[seat] if seat < len(view.taken) else ()
    if not cards:
        return teller.of("win.dz.taken", seat, count)
    numbers = counted(cards)
    parts = [
        teller.say("win.dz.of-colour", count=numbers[colour], colour=teller.say(f"dreizehn.colour.{colour}"))
        for colour in (*COLOURS, RED)
        if numbers[colour]
    ]
    return teller.of("win.dz.taken.open", seat, count, cards=teller.say("list.comma").join(parts))


def own_pile(sight: Sight[View, Action], stage: Stage, seat: Seat, plate: Box) -> Iterator[Node]:
    """Beside the own plate: what this seat had to take, face down unless the option shows it."""
    view = sight.view
    count = view.taken_counts[seat]
    cards = view.taken[seat] if seat < len(view.taken) else ()
    w = 36.0 if stage.canvas.is_compact else 44.0
    h = w * CARD_RATIO
    cx, cy = plate.right + 10 + OWN_PILE / 2, plate.cy - 14
    box = Box.around(cx, cy, w, h)
    tip = taken_words(sight, seat)
    yield Node(("own-pile",), box, _hole(0.085 * w), tip=tip, label=tip, group="own pile")
    yield from _lying(cards, min(count, 5 if cards else 3), box)
    label = sight.teller.say("win.dz.penalty")
    if stage.width(label, _SMALL) <= OWN_PILE:
        words = Box(cx - OWN_PILE / 2, box.y - 8 - 16 * stage.text_scale, OWN_PILE, 16 * stage.text_scale)
        key = ("own-pile", "label")
        yield from line(stage, key, words, label, _SMALL, _INK, Align.CENTRE, group="own pile")
    chip = Box(cx - OWN_PILE / 2, box.bottom - 6, OWN_PILE, 19 * max(1.0, 0.9 * stage.text_scale))
    count_words = [[Run(str(count), _COUNT, theme.TEXT)]]
    edge = Look(NIGHT, theme.TEXT_2, 1.0)
    yield from pill(stage, ("own-pile", "count"), chip, count_words, edge, style=_COUNT, group="own pile")


def _lying(cards: Cards, shown: int, box: Box) -> Iterator[Node]:
    """The last cards of a pile, open or face down; never one that the viewer is not shown."""
    step = 4.5 if cards else 3.0
    for place in range(shown):
        off = (place - (shown - 1) / 2) * step
        at = box.moved(off, -place * 2.0)
        if cards:
            card = cards[len(cards) - shown + place]
            yield Node(("card", card), at, Card(face_of(card)), group="own pile", angle=4)
        else:
            yield Node(("own-pile", place), at, Card(_BACK), group="own pile", angle=4)
