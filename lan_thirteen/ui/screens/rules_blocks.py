"""What a page of the rules is made of: sentences by their keys, small pictures, and rows of these. Data only."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from lan_thirteen.ui.pictures import CardFace


class Say(NamedTuple):
    """A sentence of the language files and the numbers in its blanks."""

    key: str
    numbers: tuple[int | str, ...] = ()


class Mark(StrEnum):
    """Whether an example is right."""

    NONE = "none"
    RIGHT = "right"
    WRONG = "wrong"
    WINS = "wins"


class Look(StrEnum):
    """What happens to a card of a picture."""

    LIES = "lies"
    COMES = "comes"
    FORBIDDEN = "forbidden"
    GOES = "goes"


class Shown(NamedTuple):
    """A card of a picture."""

    face: CardFace
    look: Look = Look.LIES


class Group(NamedTuple):
    """Cards that overlap: of each but the last so much of its width is seen."""

    cards: tuple[Shown, ...]
    step: float = 0.5


class Target(NamedTuple):
    """A target of Dreizehn."""

    colour: int | None
    total: int
    added: int = 0


class Sign(NamedTuple):
    """An icon between cards."""

    icon: str


Scene: TypeAlias = "tuple[Group | Target | Sign, ...]"
"""A picture, from left to right."""


class Tile(NamedTuple):
    """A large picture with its name above and a sentence below."""

    title: Say
    scene: Scene
    text: Say
    mark: Mark = Mark.NONE


class Row(NamedTuple):
    """A small picture with a sentence beside it, right or wrong."""

    scene: Scene
    text: Say
    mark: Mark


class Picture(NamedTuple):
    """A picture of the width of the page."""

    scene: Scene


class Point(NamedTuple):
    """A sentence with an icon before it."""

    icon: str
    text: Say


class Mini(NamedTuple):
    """A box of a chart: something large, and what belongs to it."""

    large: str
    small: Say
    is_lit: bool = False


class Lead(NamedTuple):
    """What a page says first."""

    text: Say


class Head(NamedTuple):
    """The name of what follows."""

    text: Say


class Note(NamedTuple):
    """Something that is special at this table."""

    text: Say


class Value(NamedTuple):
    """Something that an option may be, in words."""

    words: str
    is_usual: bool = False
    is_in_force: bool = False
    """It holds at this table, and is not as usual."""


class Choice(NamedTuple):
    """An option of a game: what it may be, and what that means."""

    title: Say
    values: tuple[Value, ...]
    text: Say
    possible: tuple[int, int] | None = None
    """The lowest and the highest number that it may be as well."""
    is_changed: bool = False
    """It is not as usual at this table."""


Cell: TypeAlias = Tile | Row | Picture | Point | Mini | Lead | Head | Note | Choice


class Grid(NamedTuple):
    """Cells of one kind side by side: at most ``most``, fewer where they would be too narrow to read."""

    cells: tuple[Cell, ...]
    most: int = 1


class Page(NamedTuple):
    """One chapter of the rules, behind one tab."""

    tab: Say
    grids: tuple[Grid, ...]


def group(*faces: CardFace, look: Look = Look.LIES, step: float = 0.5) -> Group:
    """Cards that all look the same way."""
    return Group(tuple(Shown(face, look) for face in faces), step)


def lead(key: str) -> Grid:
    return Grid((Lead(Say(key)),))


def head(key: str) -> Grid:
    return Grid((Head(Say(key)),))


def points(*given: tuple[str, str] | tuple[str, str, tuple[int | str, ...]]) -> Grid:
    """Sentences, each as icon, key and numbers."""
    return Grid(tuple(Point(icon, Say(key, *numbers)) for icon, key, *numbers in given), 3 if len(given) == 3 else 2)
