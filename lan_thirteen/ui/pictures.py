"""What a node of a display looks like, as data; ``ui.window.paint`` is the only one who draws."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.ui.theme import Colour, Type


class Backdrop(NamedTuple):
    """A whole background, cut to fit: dusk, dusk-blurred, forest, felt, rays."""

    name: str


class Shade(NamedTuple):
    """Darkens what lies behind."""

    colour: Colour
    share: float


class Panel(NamedTuple):
    """A rounded box: fill from ``top`` to ``bottom``, edge, highlight, shadow, glow, and a button's darker foot."""

    top: Colour
    bottom: Colour
    radius: float
    opacity: float = 1.0
    edge: Colour | None = None
    edge_width: float = 1.0
    edge_opacity: float = 1.0
    is_dashed: bool = False
    has_shadow: bool = False
    glow: Colour | None = None
    foot: Colour | None = None
    """The 3 units at the lower edge of a button that is not pressed."""
    is_pressed: bool = False
    shine: float = 0.0
    """Opacity of the highlight along the upper edge."""


class Run(NamedTuple):
    """Some words of a line in one type and colour."""

    text: str
    type: Type
    colour: Colour


class Align(StrEnum):
    """Where a line stands in its box."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Text(NamedTuple):
    """One line, vertically in the middle of its box by the height of its capitals; sizes are final."""

    runs: tuple[Run, ...]
    align: Align = Align.LEFT


class FieldText(NamedTuple):
    """What stands in a text field: the words, the caret after so many characters, and what is being composed there."""

    text: str
    type: Type
    colour: Colour
    caret: int | None = None
    """None: no focus."""
    composing: str = ""
    placeholder: str = ""
    is_marked: bool = False
    """What is typed next takes the place of all of it."""


class Icon(NamedTuple):
    """A line icon of the atlas, as large as its box."""

    name: str
    colour: Colour


class Avatar(NamedTuple):
    """A round face with its ring; ``number`` -1 is the bot. ``share`` of the ring is lit: a clock."""

    number: int
    ring: Colour
    is_dim: bool = False
    share: float = 1.0


class ShapeKind(StrEnum):
    """Flat signs, each distinct without its colour."""

    DISC = "disc"
    TRIANGLE = "triangle"
    SQUARE = "square"
    DIAMOND = "diamond"
    STAR = "star"
    HEXAGON = "hexagon"
    PLUS = "plus"
    CRESCENT = "crescent"
    DROP = "drop"
    CROSS = "cross"
    CLUB = "club"
    HEART = "heart"
    SPADE = "spade"
    SUIT_DIAMOND = "suit-diamond"


SEAT_SHAPES: Final = (
    ShapeKind.DISC,
    ShapeKind.TRIANGLE,
    ShapeKind.SQUARE,
    ShapeKind.DIAMOND,
    ShapeKind.STAR,
    ShapeKind.HEXAGON,
    ShapeKind.PLUS,
    ShapeKind.CRESCENT,
)
"""The shape of each seat, with ``theme.PLAYERS``."""


class Shape(NamedTuple):
    """A flat sign as large as its box; with ``plate`` on a dark disc that is a little larger."""

    kind: ShapeKind
    colour: Colour
    plate: Colour | None = None


class LeafFace(NamedTuple):
    """A card of 13 Leaves."""

    value: int


class FrenchFace(NamedTuple):
    """A card of a standard pack: rank 1-13, suit 0-3 as clubs, diamonds, hearts, spades."""

    rank: int
    suit: int
    is_wild: bool = False


class JokerFace(NamedTuple):
    """A joker; ``copy`` tells several apart by nothing that is seen."""

    copy: int = 0


class DreizehnFace(NamedTuple):
    """A card of Dreizehn: colour 0-3 as blue, green, yellow, red."""

    colour: int
    value: int


class Back(NamedTuple):
    """The back of a game's cards, by the game's id."""

    game: str


CardFace: TypeAlias = LeafFace | FrenchFace | JokerFace | DreizehnFace | Back


class Card(NamedTuple):
    """A card; ``glow`` lights its edge, ``dim`` darkens it by so much, ``ghost`` shows it as if it lay there."""

    face: CardFace
    glow: Colour | None = None
    dim: float = 0.0
    is_ghost: bool = False
    lift: float = 0.0
    """How far above the table it is held: for its shadow only."""


class Wheel(NamedTuple):
    """A target of Dreizehn: thirteen wedges, ``total`` in the middle, ``added`` as what a card would add.

    ``colour`` 0-2 as blue, green, yellow; None while it is free.
    """

    colour: int | None
    total: int
    added: int = 0
    glow: Colour | None = None


class Branch(NamedTuple):
    """The branch of 13 Leaves from left to right; twigs hang at these x, from the left edge of its box."""

    twigs: tuple[float, ...]


class Line(NamedTuple):
    """Straight lines through these points, from the upper left of its box."""

    points: tuple[tuple[float, float], ...]
    colour: Colour
    width: float = 1.5
    is_dashed: bool = False
    has_arrow: bool = False
    """At the last point."""


class Bars(NamedTuple):
    """How near a table is: ``lit`` of four bars."""

    lit: int


Picture: TypeAlias = (
    Backdrop | Shade | Panel | Text | FieldText | Icon | Avatar | Shape | Card | Wheel | Branch | Line | Bars
)
