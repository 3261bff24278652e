"""The rules of Dreizehn as pages. What its examples claim is data: the tests ask the engine whether it is so."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from lan_thirteen.games.dreizehn.model import BLUE, COLOUR_OF, GREEN, HAND_SIZE, RED, VALUE_OF, YELLOW
from lan_thirteen.ui.pictures import DreizehnFace
from lan_thirteen.ui.screens.rules_blocks import (
    Grid,
    Group,
    Look,
    Mark,
    Page,
    Picture,
    Row,
    Say,
    Scene,
    Shown,
    Sign,
    Target,
    Tile,
    group,
    head,
    lead,
    points,
)

Cards = tuple[tuple[int, int], ...]
"""Colour and value of each card."""


class Fit(NamedTuple):
    """Three targets, a card, the one where it is to go, and whether it may."""

    targets: tuple[tuple[int | None, int], ...]
    """Colour and sum of each."""
    card: tuple[int, int]
    target: int
    is_legal: bool
    text: str


class Landing(NamedTuple):
    """A card that joins a pile: what that comes to, and how many cards are taken."""

    pile: Cards
    card: tuple[int, int]
    total: int
    taken: int
    title: str
    text: str


class Score(NamedTuple):
    """What somebody took of blue, green, yellow and red, and what each of these costs."""

    name: str
    counts: tuple[int, int, int, int]
    costs: tuple[int, int, int, int]
    points: int
    text: str


_TARGETS: Final = ((BLUE, 12), (GREEN, 7), (None, 0))
FITS: Final = (
    Fit(_TARGETS, (BLUE, 1), 0, True, "win.rules.dz.turn.same"),
    Fit(_TARGETS, (YELLOW, 4), 0, False, "win.rules.dz.turn.other"),
    Fit(_TARGETS, (YELLOW, 4), 2, True, "win.rules.dz.turn.new"),
    Fit(_TARGETS, (GREEN, 5), 2, False, "win.rules.dz.turn.elsewhere"),
    Fit(_TARGETS, (RED, 4), 1, True, "win.rules.dz.turn.red"),
    Fit(_TARGETS, (RED, 4), 2, True, "win.rules.dz.turn.red-first"),
)
_PILE: Final[Cards] = ((BLUE, 5), (BLUE, 7))
LANDINGS: Final = (
    Landing(_PILE, (BLUE, 1), 13, 0, "win.rules.dz.take.safe.title", "win.rules.dz.take.safe"),
    Landing(_PILE, (BLUE, 2), 14, 2, "win.rules.dz.take.over.title", "win.rules.dz.take.over"),
    Landing(_PILE, (RED, 4), 16, 2, "win.rules.dz.take.red.title", "win.rules.dz.take.red"),
)
SCORES: Final = (
    Score("win.rules.name.a", (3, 1, 0, 1), (3, 1, 0, 2), 6, "win.rules.dz.points.a"),
    Score("win.rules.name.b", (3, 4, 2, 0), (3, 0, 2, 0), 5, "win.rules.dz.points.b"),
    Score("win.rules.name.c", (1, 0, 2, 2), (1, 0, 2, 4), 7, "win.rules.dz.points.c"),
)
_FACES: Final = (1, 2, 5, 7)


def pages() -> tuple[Page, ...]:
    """All but the options."""
    return (
        Page(Say("win.rules.tab.idea"), _idea()),
        Page(Say("win.rules.tab.turn"), _turn()),
        Page(Say("win.rules.tab.taking"), _taking()),
        Page(Say("win.rules.tab.points"), _points()),
    )


def _idea() -> tuple[Grid, ...]:
    copies = Counter(VALUE_OF[c] for c, colour in enumerate(COLOUR_OF) if colour == BLUE)
    deck = tuple(group(*[DreizehnFace(BLUE, value)] * n, step=0.42) for value, n in copies.items())
    colours = group(DreizehnFace(BLUE, 5), DreizehnFace(GREEN, 2), DreizehnFace(YELLOW, 7), step=0.72)
    fours = group(*[DreizehnFace(RED, 4)] * 3, step=0.4)
    return (
        lead("win.rules.dz.idea.lead"),
        Grid(
            (
                _tile(
                    "win.rules.dz.idea.targets.title",
                    "win.rules.dz.idea.targets",
                    (Target(BLUE, 12), Target(GREEN, 7), Target(None, 0)),
                ),
                _tile(
                    "win.rules.dz.idea.colours.title", "win.rules.dz.idea.colours", (colours,), COLOUR_OF.count(BLUE)
                ),
                _tile("win.rules.dz.idea.fours.title", "win.rules.dz.idea.fours", (fours,), COLOUR_OF.count(RED)),
            ),
            3,
        ),
        head("win.rules.dz.idea.deck"),
        Grid((Picture(deck),)),
        points(
            ("layers", "win.rules.dz.idea.hands", (HAND_SIZE,)),
            ("rotate-ccw", "win.rules.dz.idea.begins"),
            ("trophy", "win.rules.dz.idea.wins"),
        ),
    )


def _turn() -> tuple[Grid, ...]:
    rows = tuple(Row(_aimed(fit), Say(fit.text), Mark.RIGHT if fit.is_legal else Mark.WRONG) for fit in FITS)
    return (
        lead("win.rules.dz.turn.lead"),
        Grid(rows, 2),
        points(
            ("check", "win.rules.dz.turn.always"),
            ("lock", "win.rules.dz.turn.stays"),
            ("layers", "win.rules.dz.turn.draw"),
            ("flag", "win.rules.dz.turn.empty"),
        ),
    )


def _taking() -> tuple[Grid, ...]:
    tiles = tuple(
        Tile(
            Say(landing.title),
            _landed(landing),
            Say(landing.text, (landing.total,)),
            Mark.WRONG if landing.taken else Mark.RIGHT,
        )
        for landing in LANDINGS
    )
    return (
        lead("win.rules.dz.take.lead"),
        Grid(tiles, 3),
        points(
            ("arrow-down", "win.rules.dz.take.stays"),
            ("circle-alert", "win.rules.dz.take.next"),
            ("layers", "win.rules.dz.take.then-draw"),
            ("eye-off", "win.rules.dz.take.down"),
            ("circle", "win.rules.dz.take.fours"),
            ("flag", "win.rules.dz.take.end"),
        ),
    )


def _points() -> tuple[Grid, ...]:
    least = min(score.points for score in SCORES)
    tiles = tuple(
        Tile(
            Say(score.name),
            _counted(score.counts),
            Say(score.text, (*score.costs, score.points)),
            Mark.WINS if score.points == least else Mark.NONE,
        )
        for score in SCORES
    )
    colours = group(DreizehnFace(BLUE, 5), DreizehnFace(GREEN, 2), DreizehnFace(YELLOW, 7), step=0.72)
    most = group(*(DreizehnFace(GREEN, value) for value in _FACES), step=0.42)
    return (
        lead("win.rules.dz.points.lead"),
        Grid(
            (
                _tile("win.rules.dz.points.each.title", "win.rules.dz.points.each", (colours,)),
                _tile("win.rules.dz.points.red.title", "win.rules.dz.points.red", (group(DreizehnFace(RED, 4)),)),
                _tile("win.rules.dz.points.most.title", "win.rules.dz.points.most", (most,)),
            ),
            3,
        ),
        head("win.rules.dz.points.example"),
        Grid(tiles, 3),
        points(("target", "win.rules.dz.points.lying"), ("equal", "win.rules.tie")),
    )


def _tile(title: str, text: str, scene: Scene, *numbers: int) -> Tile:
    return Tile(Say(title), scene, Say(text, numbers))


def _aimed(fit: Fit) -> Scene:
    """The card on its way to the target."""
    look = Look.COMES if fit.is_legal else Look.FORBIDDEN
    colour, total = fit.targets[fit.target]
    card = DreizehnFace(*fit.card)
    return group(card, look=look), Sign("arrow-right"), Target(colour, total, fit.card[1] if fit.is_legal else 0)


def _landed(landing: Landing) -> Scene:
    """The pile, the card, and what the target holds then."""
    lying = group(*(DreizehnFace(*card) for card in landing.pile), look=Look.GOES if landing.taken else Look.LIES)
    card = Group((Shown(DreizehnFace(*landing.card), Look.COMES),))
    (colour, _), value = landing.pile[0], landing.card[1]
    return lying, Sign("plus"), card, Sign("arrow-right"), Target(colour, value if landing.taken else landing.total)


def _counted(counts: tuple[int, ...]) -> Scene:
    """So many cards of each colour."""
    return tuple(
        group(*(DreizehnFace(colour, 4 if colour == RED else value) for value in _FACES[:count]), step=0.34)
        for colour, count in enumerate(counts)
        if count
    )
