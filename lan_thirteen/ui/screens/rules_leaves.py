"""The rules of 13 Leaves as pages. What its examples claim is data: the tests ask the engine whether it is so."""

from __future__ import annotations

from typing import Final, NamedTuple

from lan_thirteen.games.leaves.model import CARDS, COPIES, HAND_SIZE, VALUES, Options
from lan_thirteen.ui.pictures import Back, LeafFace
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
    group,
    head,
    lead,
    points,
)

Stacks = tuple[tuple[int, int], ...]
"""Value and count of each stack of a row, from left to right."""

_STACKED: Final = 0.3
"""How much is seen of a card that has another of its stack on it."""


class Play(NamedTuple):
    """So many cards of a value for this row, and whether that is allowed."""

    row: Stacks
    value: int
    cards: int
    is_legal: bool
    text: str


class Take(NamedTuple):
    """A card that is taken from this row, and a play that the row then allows, or does not."""

    row: Stacks
    taken: int
    value: int
    cards: int
    was_legal: bool
    is_legal: bool
    title: str
    text: str


class Sum(NamedTuple):
    """A player of an expert match: the points before, the cards left, and the points then."""

    name: str
    before: int
    left: int
    after: int


_TABLE: Final[Stacks] = ((6, 2), (9, 1))
PLAYS: Final = (
    Play(_TABLE, 2, 2, is_legal=True, text="win.rules.leaves.turn.low"),
    Play(_TABLE, 4, 1, is_legal=False, text="win.rules.leaves.turn.few"),
    Play(_TABLE, 12, 1, is_legal=True, text="win.rules.leaves.turn.high"),
    Play(_TABLE, 7, 2, is_legal=False, text="win.rules.leaves.turn.between"),
    Play(_TABLE, 6, 2, is_legal=True, text="win.rules.leaves.turn.stack"),
    Play(((7, 2),), 8, 3, is_legal=True, text="win.rules.leaves.turn.only"),
)
_MIDDLE, _FEWER, _GONE = "win.rules.leaves.pass.middle", "win.rules.leaves.pass.fewer", "win.rules.leaves.pass.gone"
TAKES: Final = (
    Take(((4, 1), (6, 2), (10, 1)), 6, 3, 1, True, True, "win.rules.leaves.pass.middle.title", _MIDDLE),
    Take(((3, 3), (5, 1), (11, 2)), 3, 2, 2, False, True, "win.rules.leaves.pass.fewer.title", _FEWER),
    Take(((4, 1), (6, 2), (10, 1)), 4, 3, 1, True, False, "win.rules.leaves.pass.gone.title", _GONE),
)
EXPERT: Final = (
    Sum("win.rules.name.a", 13, 0, 13),
    Sum("win.rules.name.b", 16, 4, 20),
    Sum("win.rules.name.c", 19, 7, 26),
)
_USUAL: Final = Options()


def pages() -> tuple[Page, ...]:
    """All but the options."""
    return (
        Page(Say("win.rules.tab.idea"), _idea()),
        Page(Say("win.rules.tab.turn"), _turn()),
        Page(Say("win.rules.tab.passing"), _passing()),
        Page(Say("win.rules.tab.scoring"), _scoring()),
    )


def _idea() -> tuple[Grid, ...]:
    copies = tuple(Mini(str(v), Say("win.rules.leaves.idea.copies", (COPIES[v],))) for v in VALUES)
    row: Scene = (_stack(4, 1), _stack(6, 2), _stack(10, 1))
    back: Scene = (_stack(6, 1, Look.GOES), Sign("arrow-right"), group(Back("leaves"), Back("leaves"), step=0.4))
    return (
        lead("win.rules.leaves.idea.lead"),
        Grid(
            (
                Tile(Say("win.rules.leaves.idea.row.title"), row, Say("win.rules.leaves.idea.row")),
                Tile(Say("win.rules.leaves.idea.ends.title"), _played(PLAYS[0]), Say("win.rules.leaves.idea.ends")),
                Tile(Say("win.rules.leaves.idea.price.title"), back, Say("win.rules.leaves.idea.price")),
            ),
            3,
        ),
        head("win.rules.leaves.idea.deck"),
        Grid(copies, len(copies)),
        points(
            ("users", "win.rules.leaves.idea.hands", (*HAND_SIZE.values(), CARDS)),
            ("shuffle", "win.rules.leaves.idea.begins"),
            ("eye", "win.rules.leaves.idea.seen"),
        ),
    )


def _turn() -> tuple[Grid, ...]:
    rows = tuple(Row(_played(play), Say(play.text), Mark.RIGHT if play.is_legal else Mark.WRONG) for play in PLAYS)
    return (
        lead("win.rules.leaves.turn.lead"),
        points(
            ("play", "win.rules.leaves.turn.first"),
            ("layers", "win.rules.leaves.turn.least"),
        ),
        Grid(rows, 2),
        points(
            ("arrow-left-right", "win.rules.leaves.turn.one"),
            ("trophy", "win.rules.leaves.turn.last"),
        ),
    )


def _passing() -> tuple[Grid, ...]:
    tiles = tuple(Tile(Say(take.title), _taken(take), Say(take.text)) for take in TAKES)
    return (
        lead("win.rules.leaves.pass.lead"),
        Grid(tiles, 3),
        points(
            ("hand", "win.rules.leaves.pass.take"),
            ("log-out", "win.rules.leaves.pass.out"),
            ("check", "win.rules.leaves.pass.may"),
            ("ban", "win.rules.leaves.pass.leader"),
            ("flag", "win.rules.leaves.pass.ends"),
            ("circle", "win.rules.leaves.pass.empty"),
        ),
    )


def _scoring() -> tuple[Grid, ...]:
    least = min(who.after for who in EXPERT)
    tiles = tuple(
        Tile(
            Say(who.name),
            (group(*[Back("leaves")] * who.left, step=0.34),) if who.left else (Sign("check"),),
            Say("win.rules.leaves.score.sum", (who.before, who.left, who.after)),
            Mark.WINS if who.after == least else Mark.NONE,
        )
        for who in EXPERT
    )
    return (
        lead("win.rules.leaves.score.lead"),
        points(
            ("trophy", "win.rules.leaves.score.single"),
            ("list-ordered", "win.rules.leaves.score.expert"),
        ),
        head("win.rules.leaves.score.example"),
        Grid(tiles, 3),
        points(
            ("flag", "win.rules.leaves.score.target", (_USUAL.target_score,)),
            ("equal", "win.rules.tie"),
            ("hourglass", "win.rules.leaves.score.guard", (_USUAL.trick_guard,)),
        ),
    )


def _stack(value: int, count: int, look: Look = Look.LIES) -> Group:
    return group(*[LeafFace(value)] * count, look=look, step=_STACKED)


def _played(play: Play) -> Scene:
    """The row with what is played in its place."""
    look = Look.COMES if play.is_legal else Look.FORBIDDEN
    counts = dict(play.row)
    scene = []
    for value in sorted({*counts, play.value}):
        lying = (Shown(LeafFace(value)),) * counts.get(value, 0)
        coming = (Shown(LeafFace(value), look),) * (play.cards if value == play.value else 0)
        scene.append(Group((*lying, *coming), _STACKED))
    return tuple(scene)


def _taken(take: Take) -> Scene:
    """The row with the card that is taken."""
    return tuple(
        Group(
            (
                *(Shown(LeafFace(value)),) * (count - (value == take.taken)),
                *(Shown(LeafFace(value), Look.GOES),) * (value == take.taken),
            ),
            _STACKED,
        )
        for value, count in take.row
    )
