"""The painter: what it changes, what it leaves alone, and that it is quick."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Final, get_args

import pygame
import pytest

from lan_thirteen.ui.canvas import Canvas, canvas_of
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.pictures import (
    Align,
    Avatar,
    Backdrop,
    Bars,
    Branch,
    Card,
    CardFace,
    DreizehnFace,
    FieldText,
    FrenchFace,
    Icon,
    JokerFace,
    LeafFace,
    Line,
    Panel,
    Picture,
    Run,
    Shade,
    Shape,
    ShapeKind,
    Text,
    Wheel,
)
from lan_thirteen.ui.theme import AMBER, BODY, BODY_STRONG, DIALOG_TITLE, INK, MINT, RED, TEXT, WHITE
from lan_thirteen.ui.window.ink import ink, touches
from lan_thirteen.ui.window.paint import Painter

PLAIN: Final = Panel(INK[2], INK[1], 16)
SAMPLES: Final[tuple[Picture, ...]] = (
    Backdrop("forest"),
    Backdrop("no such background"),
    Shade((0, 0, 0), 0.5),
    Shade(AMBER, 0.3),
    PLAIN,
    Panel(INK[2], INK[1], 22, 0.9, edge=WHITE, edge_opacity=0.1, has_shadow=True, shine=0.14),
    Panel(INK[2], INK[1], 400, 0.9, edge=AMBER, edge_width=1.6, glow=AMBER),
    Panel(AMBER, AMBER, 9, 0.1, edge=AMBER, edge_width=1.8, is_dashed=True),
    Panel(AMBER, RED, 12, foot=INK[0], has_shadow=True, shine=0.5),
    Panel(AMBER, RED, 12, foot=INK[0], is_pressed=True),
    Text((Run("Host a table", BODY, TEXT),)),
    Text((Run("4 or lower ", BODY_STRONG, AMBER), Run("or pass ♠ ↵", DIALOG_TITLE, TEXT)), Align.CENTRE),
    Text((Run("A line that is far longer than the box that it was given", DIALOG_TITLE, TEXT),), Align.RIGHT),
    FieldText("Nice hand, ", BODY, TEXT, 11, "하"),
    FieldText("", BODY, TEXT, 0, placeholder="Find a table or host"),
    FieldText("long " * 40, BODY, TEXT, 200),
    FieldText("192.168.1", BODY, TEXT, 9, is_marked=True),
    Icon("leaf", AMBER),
    Icon("no such icon", AMBER),
    Avatar(0, AMBER),
    Avatar(-1, MINT, is_dim=True, share=0.4),
    *(Shape(kind, MINT) for kind in ShapeKind),
    Shape(ShapeKind.STAR, MINT, INK[0]),
    Card(LeafFace(9)),
    Card(FrenchFace(12, 2, is_wild=True), glow=MINT, lift=26),
    Card(DreizehnFace(3, 4), dim=0.4),
    Card(JokerFace(), is_ghost=True),
    Wheel(0, 8, 4, MINT),
    Wheel(None, 0),
    Wheel(2, 11, 4, RED),
    Branch((20.0, 50.0)),
    Line(((0, 0), (60, 0), (60, 30)), AMBER, has_arrow=True),
    Line(((0, 30), (80, -10)), AMBER, 3, is_dashed=True),
    Line((), AMBER),
    Bars(3),
)
GROUND: Final = (90, 120, 160)
PLACE: Final = Box(110, 90, 84, 62)


class Plain:
    """Card faces that are quick to draw: a colour and a stripe for each."""

    def surface(self, face: CardFace, width: int) -> pygame.Surface:
        picture = pygame.Surface((width, round(width * 1.4)), pygame.SRCALPHA)
        pygame.draw.rect(picture, (250, 240, 220), picture.get_rect(), border_radius=width // 12)
        seed = sum(ord(char) for char in type(face).__name__) + 7 * sum(map(hash, face))
        picture.fill(
            (seed * 37 % 256, seed * 91 % 256, seed * 53 % 256), (width // 3, width // 3, width // 3, width // 3)
        )
        return picture


@pytest.fixture(scope="module", autouse=True)
def fonts() -> None:
    pygame.font.init()


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(load_advances(), Plain())


def ground(w: int = 320, h: int = 240) -> pygame.Surface:
    return pygame.Surface((w, h))


def painted(painter: Painter, *nodes: Node, size: tuple[int, int] = (320, 240), unit: float = 1.0) -> pygame.Surface:
    surface = ground(*size)
    painter.paint(surface, Display(nodes), Canvas(size[0] / unit, size[1] / unit, unit, is_compact=False))
    return surface


def node(picture: Picture, box: Box = PLACE, angle: float = 0.0, alpha: float = 1.0) -> Node:
    return Node(("it",), box, picture, angle=angle, alpha=alpha)


def changed(one: pygame.Surface, other: pygame.Surface) -> pygame.Rect:
    """The smallest rectangle outside of which two surfaces are equal."""
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255), other)
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 0, 0)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def grey(surface: pygame.Surface) -> pygame.Surface:
    return pygame.transform.grayscale(surface)


def backed() -> Node:
    return Node(("ground",), Box(0, 0, 400, 300), Panel(GROUND, GROUND, 0))


def test_there_is_a_sample_of_every_picture() -> None:
    assert {type(sample) for sample in SAMPLES} == set(get_args(Picture))


@pytest.mark.parametrize("picture", SAMPLES, ids=str)
@pytest.mark.parametrize(
    ("unit", "angle", "alpha"), [(1.0, 0.0, 1.0), (1.47, 0.0, 0.5), (0.8, 0.0, 1.0), (1.2, 9.0, 1.0)]
)
def test_a_picture_changes_nothing_beyond_its_ink(
    painter: Painter, picture: Picture, unit: float, angle: float, alpha: float
) -> None:
    it = node(picture, angle=angle, alpha=alpha)
    without = painted(painter, backed(), unit=unit)
    difference = changed(painted(painter, backed(), it, unit=unit), without)
    reach = ink(it)
    allowed = pygame.Rect(
        int(reach.x * unit) - 1, int(reach.y * unit) - 1, round(reach.w * unit) + 3, round(reach.h * unit) + 3
    )
    assert not difference.w or allowed.contains(difference), (allowed, difference)
    assert difference.w or picture == Line((), AMBER), "nothing was drawn"


def test_drawing_twice_gives_the_same_pixels(painter: Painter) -> None:
    nodes = [backed(), *(node(sample) for sample in SAMPLES)]
    surface = ground()
    first = painted(painter, *nodes)
    for _ in range(2):
        painter.paint(surface, Display(tuple(nodes)), Canvas(320, 240, 1.0, is_compact=False))
    assert pixels(surface) == pixels(first)
    assert pixels(painted(Painter(load_advances(), Plain()), *nodes)) == pixels(first)


@pytest.mark.parametrize("picture", [*SAMPLES, Card(LeafFace(1), lift=34)], ids=str)
def test_what_is_passed_over_quickly_has_no_ink_there(picture: Picture) -> None:
    for box in (PLACE, Box(110, 90, 4, 4), Box(110, 90, 250, 200)):
        it = node(picture, box)
        reach = ink(it)
        corners = [(x, y) for x in (reach.x + 1, reach.right - 2) for y in (reach.y + 1, reach.bottom - 2)]
        assert picture == Line((), AMBER) or all(touches(it, Box(x, y, 1, 1)) for x, y in corners)
        assert not touches(it, Box(reach.right + 1, reach.y, 50, 50))
        assert not touches(it, Box(reach.x, reach.y - 51, 50, 50))


@pytest.mark.parametrize(
    "dirty", [(0, 0, 320, 240), (100, 80, 57, 33), (150, 130, 1, 1), (140, 60, 400, 90), (0, 0, 9, 240)]
)
@pytest.mark.parametrize("is_turned", [False, True])
def test_a_part_looks_as_in_the_whole_and_the_rest_is_left_alone(
    painter: Painter, dirty: tuple[int, int, int, int], is_turned: bool
) -> None:
    angle = 11.0 if is_turned else 0.0
    display = Display((backed(), *(node(sample, angle=angle, alpha=0.9) for sample in SAMPLES[2:])))
    canvas = Canvas(320, 240, 1.0, is_compact=False)
    whole, part = ground(), ground()
    painter.paint(whole, display, canvas)
    part.fill(GROUND)
    painter.paint_part(part, display, canvas, pygame.Rect(dirty))
    inside = pygame.Rect(dirty).clip(part.get_rect())
    assert pixels(part.subsurface(inside)) == pixels(whole.subsurface(inside))
    part.fill(GROUND, inside)
    untouched = ground()
    untouched.fill(GROUND)
    assert pixels(part) == pixels(untouched)


@pytest.mark.parametrize("picture", SAMPLES, ids=str)
@pytest.mark.parametrize(
    "box", [Box(20, 20, 0, 0), Box(20, 20, -30, 12), Box(20, 20, 12, -30), Box(20, 20, 0.3, 0.3)], ids=str
)
def test_a_box_without_an_area_is_no_trouble(painter: Painter, picture: Picture, box: Box) -> None:
    painted(painter, backed(), node(picture, box), node(picture, box, angle=20.0))


@pytest.mark.parametrize("side", [1, 2, 3, 5, 9, 14])
def test_anything_can_be_drawn_tiny(painter: Painter, side: int) -> None:
    nodes = (node(sample, Box(40, 40, side, side)) for sample in SAMPLES)
    painted(painter, backed(), *nodes, size=(200, 112), unit=canvas_of(200, 112).unit)


def test_another_size_draws_as_if_it_had_been_the_first(painter: Painter) -> None:
    nodes = [backed(), *(node(sample) for sample in SAMPLES)]
    painted(painter, *nodes, unit=2.0, size=(640, 480))
    fresh = Painter(load_advances(), Plain())
    assert pixels(painted(painter, *nodes)) == pixels(painted(fresh, *nodes))


def test_half_of_a_panel_lies_between_all_and_nothing(painter: Painter) -> None:
    bare, half, full = (
        painted(painter, backed(), node(Panel(WHITE, WHITE, 4), alpha=share)).get_at((150, 120))[0]
        for share in (0.0, 0.5, 1.0)
    )
    assert (bare, full) == (GROUND[0], 255)
    assert abs(half - (bare + full) / 2) <= 1


def test_cards_of_two_games_with_the_same_numbers_are_two_cards(painter: Painter) -> None:
    assert LeafFace(1) == JokerFace(1)  # type: ignore[comparison-overlap]
    leaf, joker = (painted(painter, node(Card(face))) for face in (LeafFace(1), JokerFace(1)))
    assert pixels(leaf) != pixels(joker)


def test_the_states_of_a_card_differ_without_colour(painter: Painter) -> None:
    states = [
        Card(LeafFace(5)),
        Card(LeafFace(5), dim=0.4),
        Card(LeafFace(5), glow=AMBER),
        Card(LeafFace(5), is_ghost=True),
    ]
    drawn = [grey(painted(painter, backed(), node(state, Box(110, 60, 70, 98)))) for state in states]
    for one, other in combinations(drawn, 2):
        mask = pygame.mask.from_threshold(one, (0, 0, 0), (24, 24, 24, 255), other)
        assert 320 * 240 - mask.count() > 300


def test_every_sum_of_a_wheel_is_another_picture(painter: Painter) -> None:
    sums = [pixels(painted(painter, node(Wheel(0, total), Box(60, 20, 200, 200)))) for total in range(14)]
    assert len(set(sums)) == 14


def test_what_fits_and_what_is_too_much_differ_without_colour(painter: Painter) -> None:
    """Too much is striped: along the wedges, light and dark follow each other."""

    def stripes(added: int) -> int:
        surface = grey(painted(painter, node(Wheel(None, 6, added), Box(20, 20, 200, 200))))
        row = [surface.get_at((x, 70))[0] for x in range(55, 80)]
        return sum(abs(a - b) > 40 for a, b in pairwise(row))

    assert stripes(7) == 0
    assert stripes(8) >= 6


def test_a_clock_runs_out_clockwise_from_the_top(painter: Painter) -> None:
    surface = painted(painter, node(Avatar(1, WHITE, share=0.25), Box(60, 20, 200, 200)))
    assert surface.get_at((225, 60))[0] > 200
    assert all(surface.get_at(at)[0] < 120 for at in ((94, 60), (94, 184), (225, 184)))


def test_the_caret_is_always_in_sight(painter: Painter) -> None:
    box = Box(40, 100, 120, 30)
    for at in (0, 3, 60, 120):
        text = "wide " * 24
        without = painted(painter, node(FieldText(text, BODY, TEXT, at), box))
        more = painted(painter, node(FieldText(text, BODY, TEXT, at, composing="하"), box))
        assert pixels(without) != pixels(more)
        assert pygame.Rect(38, 85, 126, 60).contains(changed(without, painted(painter)))


def test_what_is_kept_is_bounded(painter: Painter) -> None:
    canvas = Canvas(320, 240, 1.0, is_compact=False)
    for step in range(400):
        painter.paint(ground(), Display((node(Card(LeafFace(3)), angle=step / 4 - 50),)), canvas)
    assert painter.kept <= 6 * 320 * 240 + 200 * 200
