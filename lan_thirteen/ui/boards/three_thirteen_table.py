"""Between the players of Three Thirteen: what is wild, the two piles, and the points; or what the player looks at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from lan_thirteen.core.game import Seat
from lan_thirteen.games.three_thirteen.model import View
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.frame import Frame
from lan_thirteen.ui.boards.three_thirteen_pick import Pick, Pile, PressPile, action_of, pile_key
from lan_thirteen.ui.boards.three_thirteen_words import Seen, card_name, card_names, face_of, why_no_pile
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.pictures import SEAT_SHAPES, Align, Back, FrenchFace, JokerFace, Panel, Shape
from lan_thirteen.ui.pictures import Card as CardPicture
from lan_thirteen.ui.theme import CARD_RATIO, Face, Type
from lan_thirteen.ui.widgets import Tone, chip, line

FELT: Final = theme.colour("#EAF7EF")
"""Words on the table itself."""
_LABEL: Final = Type(Face.BOLD, 13)
_WILD: Final = Type(Face.BOLD, 13.5)
_HEAD: Final = Type(Face.BOLD, 14)
_SMALL: Final = Type(Face.MEDIUM, 12)
_NAME: Final = Type(Face.MEDIUM, 14)
_OWN_NAME: Final = Type(Face.BOLD, 14)
_TOTAL: Final = Type(Face.EXTRABOLD, 16)
_LAYERS: Final = 6
_SEEN: Final = 3
"""So many discards lie open."""
_LISTED: Final = 12
_BETWEEN: Final = 58
_TURNED: Final = (-2.5, 6.0, -9.0)
_ASIDE: Final = ((0, 0), (6, -2), (-5, 2))
_WILD_BOX: Final = (192, 172)
_NARROWEST: Final = 116
"""The least width of a column of points."""


class Places(NamedTuple):
    """Where things lie on the table."""

    wild: Box | None
    stock: Box
    discards: Box
    side: Box
    """Points, or what the player looks at."""


def places(stage: Stage, where: Frame, spread: float = 0.0) -> Places:
    """The piles in the middle of the table; or left of a side that is up to ``spread`` wide, with nothing else."""
    room_down = min(where.table.bottom, where.pill.y) - where.table.y
    table = where.table.inset(_margin(where), 0)._replace(h=room_down)
    base = 84.0 if where.is_compact else 104.0
    w = min(max(base, base + 0.3 * (table.h - (198 if where.is_compact else 275))), base * 1.4)
    h = w * CARD_RATIO
    label, count = _label_height(stage), _chip_height(stage)
    cy = table.cy + (label - count) / 2
    between = _BETWEEN * w / 104
    both = 2 * w + between
    gap = 24.0 if where.is_compact or where.is_narrow else 36.0
    beside = 0.29 * w + both + _around(w) + gap
    all_w = min(table.w, beside + spread)
    left = table.cx - (all_w / 2 - 0.29 * w if spread else both / 2)
    stock = Box(left, cy - h / 2, w, h)
    discards = stock.moved(w + between, 0)
    start = discards.right + _around(w) + gap
    if spread:
        return Places(None, stock, discards, Box(start, table.y, all_w - beside, table.h))
    room = table.right - start
    far = min(84.0, max(gap, (room - 210) / 2))
    wild_w = min(_WILD_BOX[0] * w / 104 * max(1.0, 0.8 * stage.text_scale), room)
    wild_h = min(_WILD_BOX[1] * w / 104, table.h - 16)
    wild = Box(stock.x - _around(w) - far - wild_w, cy - wild_h / 2, wild_w, wild_h)
    side = Box(discards.right + _around(w) + far, table.y, table.right - discards.right - _around(w) - far, table.h)
    return Places(wild, stock, discards, side)


def table(sight: Seen, pick: Pick, stage: Stage, where: Frame, at: Places) -> tuple[Node, ...]:
    """What is wild and the two piles."""
    nodes = [*_stock(sight, pick, stage, at.stock), *_discards(sight, pick, stage, at.discards)]
    if at.wild is not None and sight.view.deal:
        nodes += _wild(sight.view, stage, at.wild)
    return tuple(node._replace(group="table") for node in nodes)


def _margin(where: Frame) -> float:
    return 12.0 if where.is_compact else float(theme.OUTER)


def _around(w: float) -> float:
    """How far the frame of a pile goes round its cards."""
    return 9 * w / 104


def _label_height(stage: Stage) -> float:
    return _LABEL.size * stage.text_scale * 1.4 + 10


def _chip_height(stage: Stage) -> float:
    return max(24.0, theme.CHIP.size * stage.text_scale * 2) + 14


def _stock(sight: Seen, pick: Pick, stage: Stage, at: Box) -> Iterator[Node]:
    view = sight.view
    yield from _label(stage, Pile.STOCK, at, stage.say("win.tt.stock"), is_open=_is_open(sight, Pile.STOCK))
    text = stage.say("win.tt.stock.left", view.stock)
    yield _pile(sight, pick, stage, Pile.STOCK, at, f"{stage.say('win.tt.stock')}, {text}", "")
    layers = min(_LAYERS, view.stock)
    for layer in range(layers):
        box = at.moved(-1.1 * (layer - layers / 2), -1.6 * (layer - layers / 2))
        glow = theme.MINT if pick.chosen is Pile.STOCK and layer == layers - 1 else None
        yield Node(("stock", layer), box, CardPicture(Back("three-thirteen"), glow))
    yield from _below(stage, ("stock", "count"), at, text, "layers", Tone.PLAIN)


def _discards(sight: Seen, pick: Pick, stage: Stage, at: Box) -> Iterator[Node]:
    view = sight.view
    is_open = _is_open(sight, Pile.DISCARDS)
    yield from _label(stage, Pile.DISCARDS, at, stage.say("win.tt.discards"), is_open=is_open)
    yield _pile(sight, pick, stage, Pile.DISCARDS, at, _discards_label(stage, view), _discards_tip(stage, view))
    for up, card in reversed(list(enumerate(reversed(view.discards[-_SEEN:])))):
        glow = theme.MINT if pick.chosen is Pile.DISCARDS and not up else None
        box = at.moved(*_ASIDE[up])
        yield Node(("card", card), box, CardPicture(face_of(view, card), glow), angle=_TURNED[up])
    if _takes(sight, pick):
        yield from _below(stage, ("discards", "drop"), at, stage.say("win.tt.drop"), "arrow-down-to-line", Tone.AMBER)
    elif view.discards:
        text = stage.say("win.tt.discards.count", len(view.discards))
        yield from _below(stage, ("discards", "count"), at, text, "square-stack", Tone.PLAIN)


def _takes(sight: Seen, pick: Pick) -> bool:
    """Whether a card can be dropped on the discards."""
    return bool(sight.legal) and not (sight.view.is_drawing or pick.is_arranging or sight.is_sending)


def _is_open(sight: Seen, pile: Pile) -> bool:
    return action_of(pile) in sight.legal


def _pile(sight: Seen, pick: Pick, stage: Stage, pile: Pile, at: Box, label: str, tip: str) -> Node:
    """The frame of a pile, which is where it is pressed; dashed and bright while one may draw from it."""
    is_open = _is_open(sight, pile) and not pick.is_arranging and not sight.is_sending
    takes = pile is Pile.DISCARDS and _takes(sight, pick)
    box = at.inset(-_around(at.w))
    key = pile_key(pile)
    if not is_open and not takes:
        count = sight.view.stock if pile is Pile.STOCK else len(sight.view.discards)
        empty = Panel(theme.WHITE, theme.WHITE, 14, 0.04, theme.WHITE, 1.5, 0.3, is_dashed=True)
        picture = Panel(theme.WHITE, theme.WHITE, 14, 0.0) if count else empty
        return Node(key, box, picture, None, label, why_no_pile(stage, sight, pile) or tip)
    ink = theme.MINT if pick.chosen is pile else theme.AMBER
    is_lit = pick.chosen is pile or stage.hover == key
    panel = Panel(ink, ink, 14, 0.1, ink, 2.4, 1.0, pick.chosen is not pile, glow=ink if is_lit else None)
    return Node(key, box, panel, PressPile(pile), label, tip)


def _label(stage: Stage, pile: Pile, at: Box, text: str, *, is_open: bool) -> tuple[Node, ...]:
    h = _LABEL.size * stage.text_scale * 1.3
    box = Box(at.cx - at.w * 0.78, at.y - _around(at.w) - 6 - h, at.w * 1.56, h)
    ink = theme.AMBER if is_open else FELT
    return line(stage, (*pile_key(pile), "label"), box, text, _LABEL, ink, Align.CENTRE)


def _below(stage: Stage, key: tuple[object, ...], at: Box, text: str, icon: str, tone: Tone) -> tuple[Node, ...]:
    cy = at.bottom + _around(at.w) + 2 + (_chip_height(stage) - 14) / 2
    return chip(stage, key, at.cx, cy, text, icon=icon, tone=tone, align=Align.CENTRE, room=at.w * 1.52)


def _discards_label(stage: Stage, view: View) -> str:
    if not view.discards:
        return stage.say("win.tt.discards.none")
    return stage.say("win.tt.discards.top", card=card_name(stage, view, view.discards[-1]))


def _discards_tip(stage: Stage, view: View) -> str:
    """The discards from the top down."""
    if not view.discards:
        return ""
    listed = card_names(stage, view, reversed(view.discards[-_LISTED:]))
    more = len(view.discards) - _LISTED
    if more > 0:
        return stage.say("win.tt.discards.list-more", more, cards=listed)
    return stage.say("win.tt.discards.list", cards=listed)


def _wild(view: View, stage: Stage, at: Box) -> Iterator[Node]:
    """The cards that stand for any other."""
    panel = Panel(
        theme.colour("#0E3A27"), theme.colour("#0A2A1C"), 20, 0.82, theme.AMBER, 1.3, 0.55, has_shadow=True, shine=0.08
    )
    yield Node(("wild",), at, panel)
    h = 26 * max(1.0, 0.95 * stage.text_scale)
    text = stage.say(f"win.tt.wild.{view.wild}")
    wide = min(at.w - 16, stage.width(text, _WILD) + 30)
    head = Box.around(at.cx, at.y, wide, h)
    yield Node(("wild", "head"), head, Panel(theme.AMBER_TOP, theme.AMBER_FOOT, h / 2, shine=0.4))
    yield from line(stage, ("wild", "rank"), head.inset(10, 0), text, _WILD, theme.ON_AMBER, Align.CENTRE)
    foot = _SMALL.size * stage.text_scale * 1.6
    words = Box(at.x + 8, at.bottom - foot - 4, at.w - 16, foot)
    has_jokers = view.options.jokers_per_deck > 0
    note = stage.say("win.tt.wild.jokers" if has_jokers else "win.tt.wild.stand")
    yield from line(stage, ("wild", "note"), words, note, _SMALL, FELT, Align.CENTRE)
    yield from _wild_cards(view, Box(at.x, head.bottom, at.w, words.y - head.bottom), has_jokers=has_jokers)


def _wild_cards(view: View, room: Box, *, has_jokers: bool) -> Iterator[Node]:
    w = min((room.h - 8) / CARD_RATIO * 0.9, room.w * 0.36)
    for place, suit in enumerate((3, 1, 2, 0)):
        t = place - 1.5
        face = JokerFace() if has_jokers and place == 3 else FrenchFace(view.wild, suit, is_wild=True)
        box = Box.around(room.cx + t * w * 0.31, room.cy + abs(t) * w * 0.04, w, w * CARD_RATIO)
        yield Node(("wild", "card", place), box, CardPicture(face), angle=t * 9)


def scores(sight: Seen, stage: Stage, room: Box) -> tuple[Node, ...]:
    """Everybody's points, the fewest first; nothing where there is no room, for the plates have them too."""
    totals = sight.view.totals
    pad = 14.0
    head = _HEAD.size * stage.text_scale * 1.5 + pad
    row = 30.0 * max(0.8, 0.86 * stage.text_scale)
    deep = max(1, int((room.h - head - pad) / row))
    across = -(-len(totals) // deep)
    wide = min(room.w, across * 164 * max(1.0, 0.9 * stage.text_scale) + 2 * pad + 4)
    if wide < across * _NARROWEST * stage.text_scale + 2 * pad:
        return ()
    deep = -(-len(totals) // across)
    tall = head + deep * row + pad
    box = Box(room.x, room.cy - tall / 2, wide, tall)
    order = sorted(range(len(totals)), key=lambda seat: (totals[seat], seat))
    column = (wide - 2 * pad) / across
    nodes = [Node(("scores",), box, _score_panel()), *_score_head(stage, box, head)]
    for place, seat in enumerate(order):
        x, y = divmod(place, deep)
        cell = Box(box.x + pad + x * column, box.y + head + y * row, column, row)
        nodes += _score_row(sight, stage, Seat(seat), cell.inset(2, 0))
    return tuple(node._replace(group="table") for node in nodes)


def _score_panel() -> Panel:
    top, bottom = theme.PLATES["three-thirteen"]
    return Panel(top, bottom, 18, 0.82, theme.WHITE, 1.0, 0.1, has_shadow=True, shine=0.12)


def _score_head(stage: Stage, box: Box, head: float) -> Iterator[Node]:
    title, note = stage.say("win.tt.scores"), stage.say("win.tt.scores.lowest")
    at = Box(box.x + 18, box.y + 8, box.w - 36, head - 8)
    wide = min(at.w, stage.width(title, _HEAD) + 0.5)
    yield from line(stage, ("scores", "title"), at._replace(w=wide), title, _HEAD, theme.TEXT)
    rest = at.w - wide - 10
    if stage.width(note, _SMALL) <= rest:
        yield from line(
            stage,
            ("scores", "note"),
            Box(at.right - rest, at.y, rest, at.h),
            note,
            _SMALL,
            theme.TEXT_2,
            Align.RIGHT,
        )


def _score_row(sight: Seen, stage: Stage, seat: Seat, at: Box) -> Iterator[Node]:
    is_own = seat == sight.seat
    if is_own:
        yield Node(("scores", seat), at.inset(0, 1), Panel(theme.WHITE, theme.WHITE, 8, 0.09))
    sign = Shape(SEAT_SHAPES[seat], theme.PLAYERS[seat])
    yield Node(("scores", seat, "shape"), Box.around(at.x + 12, at.cy, 11, 11), sign)
    total = str(sight.view.totals[seat])
    wide = stage.width(total, _TOTAL) + 0.5
    end = at.right - 8 - wide
    name = Box(at.x + 24, at.y, end - 6 - at.x - 24, at.h)
    style = _OWN_NAME if is_own else _NAME
    yield from line(stage, ("scores", seat, "name"), name, sight.teller.who(seat), style, theme.TEXT)
    yield from line(stage, ("scores", seat, "total"), Box(end, at.y, wide, at.h), total, _TOTAL, theme.TEXT)
