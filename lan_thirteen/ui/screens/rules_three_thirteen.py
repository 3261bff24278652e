"""The rules of Three Thirteen as pages. What its examples claim is data: the tests ask the engine whether it is so."""

from __future__ import annotations

from typing import Final, NamedTuple

from lan_thirteen.games.three_thirteen.model import MAX_RESTOCKS, PACK, Options, packs_for
from lan_thirteen.ui.pictures import Back, FrenchFace
from lan_thirteen.ui.screens.rules_blocks import (
    Grid,
    Group,
    Look,
    Mark,
    Mini,
    Page,
    Row,
    Say,
    Scene,
    Shown,
    Sign,
    Tile,
    head,
    lead,
    points,
)

Cards = tuple[tuple[int, int], ...]
"""Rank (ace 1 to king 13) and suit (clubs, diamonds, hearts, spades) of each card."""

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_USUAL: Final = Options()
_BESIDE: Final = 1.06


class Meld(NamedTuple):
    """Cards where this rank is wild, and whether they are a meld."""

    cards: Cards
    wild: int
    is_meld: bool
    text: str
    title: str = ""


class Left(NamedTuple):
    """A way to split a hand where this rank is wild: melds, what is left, its points; whether none is cheaper."""

    melds: tuple[Cards, ...]
    left: Cards
    wild: int
    points: int
    is_best: bool
    text: str
    title: str


class Deal(NamedTuple):
    """Cards that somebody may have in a deal in which each has so many."""

    cards: Cards
    title: str
    text: str


MELDS: Final = (
    Meld(((7, HEARTS), (7, SPADES), (7, DIAMONDS)), 8, True, "win.rules.tt.melds.set", "win.rules.tt.melds.set.title"),
    Meld(((4, HEARTS), (5, HEARTS), (6, HEARTS)), 8, True, "win.rules.tt.melds.run", "win.rules.tt.melds.run.title"),
    Meld(
        ((12, SPADES), (12, DIAMONDS), (8, SPADES)), 8, True, "win.rules.tt.melds.wild", "win.rules.tt.melds.wild.title"
    ),
    Meld(((5, HEARTS), (8, CLUBS), (7, HEARTS)), 8, True, "win.rules.tt.melds.wild-run"),
    Meld(((1, SPADES), (2, SPADES), (3, SPADES)), 8, True, "win.rules.tt.melds.ace"),
    Meld(((12, SPADES), (13, SPADES), (1, SPADES)), 8, False, "win.rules.tt.melds.ace-high"),
    Meld(((8, SPADES), (8, DIAMONDS), (8, HEARTS)), 8, True, "win.rules.tt.melds.only-wild"),
    Meld(((9, CLUBS), (9, CLUBS), (9, HEARTS)), 8, True, "win.rules.tt.melds.twins"),
    Meld(((5, DIAMONDS), (6, DIAMONDS), (7, CLUBS)), 8, False, "win.rules.tt.melds.suits"),
    Meld(((11, HEARTS), (11, CLUBS)), 8, False, "win.rules.tt.melds.two"),
    Meld(((9, HEARTS), (8, DIAMONDS), (8, SPADES)), 8, True, "win.rules.tt.melds.two-wild"),
)
SPLITS: Final = (
    Left(
        (((8, CLUBS), (8, DIAMONDS), (8, HEARTS)),),
        ((6, CLUBS), (7, CLUBS)),
        5,
        13,
        True,
        "win.rules.tt.points.best",
        "win.rules.tt.points.best.title",
    ),
    Left(
        (((6, CLUBS), (7, CLUBS), (8, CLUBS)),),
        ((8, DIAMONDS), (8, HEARTS)),
        5,
        16,
        False,
        "win.rules.tt.points.other",
        "win.rules.tt.points.other.title",
    ),
    Left(
        (),
        ((3, DIAMONDS), (9, SPADES), (12, HEARTS)),
        3,
        22,
        True,
        "win.rules.tt.points.wild",
        "win.rules.tt.points.wild.title",
    ),
)
OUT: Final[Cards] = ((7, SPADES), (7, HEARTS), (7, DIAMONDS), (13, CLUBS))
"""A hand of the first deal after drawing: without its last card all are in a meld."""
COSTS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""What is paid for each rank, from ace to king."""
DEALS: Final = (
    Deal(((7, HEARTS), (3, CLUBS), (13, SPADES)), "win.rules.tt.idea.first.title", "win.rules.tt.idea.first"),
    Deal(
        ((4, DIAMONDS), (4, CLUBS), (9, HEARTS), (1, SPADES)),
        "win.rules.tt.idea.second.title",
        "win.rules.tt.idea.second",
    ),
    Deal(
        (
            *((2, CLUBS), (3, CLUBS), (4, CLUBS), (6, DIAMONDS), (6, HEARTS), (13, SPADES), (8, SPADES)),
            *((9, SPADES), (10, SPADES), (11, HEARTS), (11, DIAMONDS), (13, DIAMONDS), (1, HEARTS)),
        ),
        "win.rules.tt.idea.last.title",
        "win.rules.tt.idea.last",
    ),
)


def pages(wild: int | None = None) -> tuple[Page, ...]:
    """All but the options; ``wild``: the wild rank of the deal that is being played."""
    return (
        Page(Say("win.rules.tab.idea"), _idea(wild)),
        Page(Say("win.rules.tab.turn"), _turn()),
        Page(Say("win.rules.tab.melds"), _melds()),
        Page(Say("win.rules.tab.points"), _points()),
    )


def _idea(wild: int | None) -> tuple[Grid, ...]:
    each = [_USUAL.cards_each(deal) for deal in range(1, _USUAL.deals + 1)]
    chart = tuple(Mini(_RANKS[n - 1], Say("win.rules.tt.idea.cards", (n,)), n == wild) for n in each)
    tiles = tuple(Tile(Say(deal.title), (_cards(deal.cards, len(deal.cards)),), Say(deal.text)) for deal in DEALS)
    return (
        lead("win.rules.tt.idea.lead"),
        Grid(tiles, 3),
        head("win.rules.tt.idea.chart"),
        Grid(chart, len(chart)),
        points(
            ("trophy", "win.rules.tt.idea.wins"),
            ("rotate-ccw", "win.rules.tt.idea.begins"),
            ("layers", "win.rules.tt.idea.packs", (PACK, *map(packs_for, (2, 4, 6, 8)))),
        ),
    )


def _turn() -> tuple[Grid, ...]:
    draw: Scene = (Group((Shown(Back("three-thirteen"), Look.COMES),)), _cards(((9, DIAMONDS),), 3, Look.COMES))
    throw: Scene = (_cards(((10, HEARTS), (11, HEARTS)), 3), Sign("arrow-right"), _cards(((6, SPADES),), 3, Look.GOES))
    out: Scene = (_cards(OUT[:-1], 3), Sign("arrow-right"), _cards(OUT[-1:], 3, Look.GOES))
    return (
        lead("win.rules.tt.turn.lead"),
        Grid(
            (
                Tile(Say("win.rules.tt.turn.draw.title"), draw, Say("win.rules.tt.turn.draw")),
                Tile(Say("win.rules.tt.turn.throw.title"), throw, Say("win.rules.tt.turn.throw")),
                Tile(Say("win.rules.tt.turn.out.title"), out, Say("win.rules.tt.turn.out")),
            ),
            3,
        ),
        points(
            ("flag", "win.rules.tt.turn.last"),
            ("user-x", "win.rules.tt.turn.nobody-else"),
            ("undo-2", "win.rules.tt.turn.back"),
            ("info", "win.rules.tt.turn.may"),
            ("eye-off", "win.rules.tt.turn.hidden"),
            ("shuffle", "win.rules.tt.turn.empty", (MAX_RESTOCKS,)),
            ("hourglass", "win.rules.tt.turn.guard", (MAX_RESTOCKS,)),
        ),
    )


def _melds() -> tuple[Grid, ...]:
    tiles = tuple(
        Tile(Say(meld.title), (_cards(meld.cards, meld.wild),), Say(meld.text), Mark.RIGHT)
        for meld in MELDS
        if meld.title
    )
    rows = tuple(
        Row((_cards(meld.cards, meld.wild, step=_BESIDE),), Say(meld.text), Mark.RIGHT if meld.is_meld else Mark.WRONG)
        for meld in MELDS
        if not meld.title
    )
    return (
        lead("win.rules.tt.melds.lead"),
        Grid(tiles, 3),
        Grid(rows, 2),
        points(
            ("ban", "win.rules.tt.melds.once"),
            ("arrow-left-right", "win.rules.tt.melds.longer"),
        ),
    )


def _points() -> tuple[Grid, ...]:
    costs = tuple(
        Mini(rank, Say("win.rules.tt.points.cost", (cost,))) for rank, cost in zip(_RANKS, COSTS, strict=True)
    )
    tiles = tuple(
        Tile(
            Say(split.title),
            (*(_cards(meld, split.wild) for meld in split.melds), _cards(split.left, split.wild, Look.FORBIDDEN)),
            Say(split.text, (split.points,)),
            Mark.RIGHT if split.is_best else Mark.WRONG,
        )
        for split in SPLITS
    )
    return (
        lead("win.rules.tt.points.lead"),
        Grid(costs, len(costs)),
        head("win.rules.tt.points.example"),
        Grid(tiles, 3),
        points(
            ("flag", "win.rules.tt.points.out"),
            ("equal", "win.rules.tie"),
            ("wand-sparkles", "win.rules.tt.points.program"),
        ),
    )


def _cards(cards: Cards, wild: int, look: Look = Look.LIES, step: float | None = None) -> Group:
    """Cards that overlap; where they are small they must lie side by side, or their suits are not seen."""
    usual = 0.5 if len(cards) < 5 else 0.24
    faces = tuple(Shown(FrenchFace(rank, suit, rank == wild), look) for rank, suit in cards)
    return Group(faces, usual if step is None else step)
