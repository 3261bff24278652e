"""What all screens but the table share: their ground, their head, pictures of games, avatars in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lan_thirteen.ui import theme
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.pictures import (
    Align,
    Avatar,
    Backdrop,
    Bars,
    Card,
    CardFace,
    DreizehnFace,
    FrenchFace,
    LeafFace,
    Panel,
    Shade,
)
from lan_thirteen.ui.theme import Colour, colour
from lan_thirteen.ui.widgets import icon_button, key_hint, key_hint_width, line

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

GAMES: Final = ("leaves", "three-thirteen", "dreizehn")
"""The games in the order in which they are offered."""


class Focus(NamedTuple):
    """What a screen wants: the keyboard is at this node now."""

    key: Key


class Typing(NamedTuple):
    """The intent of a text field: a press gives it the focus, and does nothing else."""

    key: Key


class GameArt(NamedTuple):
    """How a game looks from afar."""

    top: Colour
    bottom: Colour
    cards: tuple[CardFace, ...]


ART: Final = {
    "leaves": GameArt(colour("#2F6154"), colour("#12302B"), (LeafFace(1), LeafFace(5), LeafFace(9), LeafFace(13))),
    "three-thirteen": GameArt(
        colour("#27805A"),
        colour("#0C3B29"),
        (FrenchFace(4, 2), FrenchFace(5, 2), FrenchFace(6, 2), FrenchFace(8, 3, is_wild=True)),
    ),
    "dreizehn": GameArt(
        colour("#464BA8"),
        colour("#1D2058"),
        (DreizehnFace(0, 5), DreizehnFace(1, 2), DreizehnFace(2, 7), DreizehnFace(3, 4)),
    ),
}
_UNKNOWN: Final = GameArt(colour("#3A4A47"), colour("#1E2A28"), ())
_EMPTY: Final = 19
"""How large the ring of a free seat is."""


def margin(stage: Stage) -> float:
    """Between the edge of the canvas and what stands there."""
    return 24.0 if stage.canvas.is_compact else float(theme.MENU_OUTER)


def ground(stage: Stage, name: str = "dusk-blurred") -> tuple[Node, ...]:
    """What lies under a menu."""
    share = 0.22 if name == "dusk" else 0.3
    return (
        Node(("backdrop",), stage.canvas.box, Backdrop(name)),
        Node(("backdrop", "shade"), stage.canvas.box, Shade(theme.INK[0], share)),
    )


def head(stage: Stage, title: str, back: object, back_label: str, *, room: float) -> tuple[Node, ...]:
    """The name of a screen and the button that leads back, at the top; at most ``room`` wide."""
    edge, cy = margin(stage), head_middle(stage)
    words = Box(edge + 56, cy - 26, room - 56, 52)
    return (
        *icon_button(stage, ("back",), edge + 20, cy, "arrow-left", back, back_label, size=36),
        *line(stage, ("title",), words, title, theme.TITLE, theme.TEXT),
    )


def head_middle(stage: Stage) -> float:
    return 34.0 if stage.canvas.is_compact else 60.0


def art_of(game: str) -> GameArt:
    """How this game looks; one that is not known has no cards."""
    return ART.get(game, _UNKNOWN)


def game_tile(key: Key, box: Box, game: str) -> tuple[Node, ...]:
    """A small picture of a game: two of its cards."""
    art = art_of(game)
    nodes = [
        Node(
            key,
            box,
            Panel(art.top, art.bottom, box.w * 0.2, 1.0, theme.WHITE, 1.0, 0.14, has_shadow=True, shine=0.2),
        )
    ]
    places = ((0.38, 0.52, -12.0), (0.62, 0.53, 8.0))
    for (x, y, angle), face in zip(places, art.cards[1::2], strict=False):
        w = box.w * 0.42
        spot = Box.around(box.x + box.w * x, box.y + box.h * y, w, w * theme.CARD_RATIO)
        nodes.append(Node((*key, "card", x), spot, Card(face), angle=angle))
    return tuple(nodes)


def card_row(
    key: Key, faces: Sequence[CardFace], cx: float, cy: float, w: float, step: float, *, turn: float = 0.0
) -> tuple[Node, ...]:
    """Some cards side by side about a middle, each turned a bit more than the one before it."""
    middle = (len(faces) - 1) / 2
    return tuple(
        Node(
            (*key, place),
            Box.around(cx + (place - middle) * step, cy + (place - middle) ** 2 * turn * 0.55, w, w * theme.CARD_RATIO),
            Card(face),
            angle=(place - middle) * turn,
        )
        for place, face in enumerate(faces)
    )


def seat_dots(key: Key, box: Box, avatars: Sequence[int], taken: int, seats: int) -> tuple[Node, ...]:
    """Who sits at a table: faces, then bots and others whose face is not known, then free seats; from the left."""
    step = min(24.0, (box.w - 23) / max(1, seats - 1))
    nodes = []
    for place in range(seats):
        cx = box.x + 11.5 + place * step
        if place < taken:
            number = avatars[place] % 8 if place < len(avatars) else -1
            spot = Box.around(cx, box.cy, 23, 23)
            nodes.append(Node((*key, place), spot, Avatar(number, theme.INK[0])))
        else:
            spot = Box.around(cx, box.cy, _EMPTY, _EMPTY)
            ring = Panel(theme.BLACK, theme.BLACK, _EMPTY / 2, 0.0, theme.TEXT_2, 1.4, 0.55, is_dashed=True)
            nodes.append(Node((*key, place), spot, ring))
    return tuple(nodes)


def bars_of(ping_ms: int | None) -> Bars:
    """How near a table is: 4 bars below 10 ms, 3 below 30."""
    if ping_ms is None:
        return Bars(0)
    return Bars(4 if ping_ms < 10 else 3 if ping_ms < 30 else 2)


def hints_width(stage: Stage, hints: Sequence[tuple[str, str]]) -> float:
    return sum(key_hint_width(stage, cap, text) + 16 for cap, text in hints) - 16


def hint_row(stage: Stage, right: float, cy: float, hints: Sequence[tuple[str, str]], room: float) -> tuple[Node, ...]:
    """Keys and what they do, the last one ending at ``right``; as many from the first as have ``room``."""
    shown = list(hints)
    while shown and hints_width(stage, shown) > room:
        shown.pop()
    x = right - hints_width(stage, shown) if shown else right
    nodes: list[Node] = []
    for cap, text in shown:
        nodes += key_hint(stage, ("hint", cap), x, cy, cap, text, theme.TEXT_2)
        x += key_hint_width(stage, cap, text) + 16
    return tuple(node._replace(group="hints") for node in nodes)


def logo(stage: Stage, x: float, y: float, scale: float) -> tuple[Node, ...]:
    """The name of the program beside a card of each of its games; about 400 by 108 units at scale 1."""
    faces: tuple[CardFace, ...] = (LeafFace(13), FrenchFace(13, 2), DreizehnFace(2, 7))
    cards = card_row(("logo", "card"), faces, x + 54 * scale, y + 56 * scale, 50 * scale, 27 * scale, turn=14)
    plain = stage._replace(text_scale=1.0)
    small = theme.Type(theme.Face.EXTRABOLD, 17 * scale)
    large = theme.Type(theme.Face.DISPLAY_BLACK, theme.LOGO.size * scale)
    left = x + 122 * scale
    nodes = [*cards]
    step = 21 * scale
    for place, letter in enumerate("LAN"):
        box = Box(left + 3 * scale + place * step, y + 8 * scale, step, 24 * scale)
        nodes += line(plain, ("logo", letter), box, letter, small, theme.AMBER)
    words = Box(left, y + 24 * scale, 300 * scale, 80 * scale)
    nodes += line(plain, ("logo", "name"), words, "Thirteen", large, colour("#FFF6E0"), Align.LEFT)
    return tuple(nodes)
