"""The painter is quick: a frame in which little moves costs little."""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame
import pytest

from lan_thirteen.ui.canvas import canvas_of
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.pictures import (
    Avatar,
    Backdrop,
    Card,
    CardFace,
    Icon,
    LeafFace,
    Panel,
    Run,
    Shape,
    ShapeKind,
    Text,
)
from lan_thirteen.ui.theme import AMBER, BODY, BODY_STRONG, INK, MINT, TEXT, WHITE
from lan_thirteen.ui.window.ink import ink
from lan_thirteen.ui.window.paint import Painter
from tests.ui.window.test_paint import Plain

PLATE = Panel(INK[2], INK[1], 22, 0.9, edge=WHITE, edge_opacity=0.1, has_shadow=True, shine=0.14)


@pytest.fixture(scope="module", autouse=True)
def fonts() -> None:
    pygame.font.init()


def crowd() -> tuple[Display, Node]:
    """A table with about 200 nodes, and a card that lies on it."""
    nodes: list[Node] = [Node(("ground",), Box(0, 0, 1280, 720), Backdrop("forest"))]
    for i in range(6):
        x = 20.0 + 208 * i
        nodes.append(Node(("plate", i), Box(x, 64, 196, 66), PLATE))
        nodes.append(Node(("face", i), Box(x + 8, 70, 54, 54), Avatar(i, AMBER)))
        nodes.append(Node(("sign", i), Box(x + 46, 110, 10, 10), Shape(ShapeKind.STAR, MINT, INK[0])))
        nodes += [
            Node(("word", i, k), Box(x + 66, 70 + 18 * k, 110, 18), Text((Run(f"Player {i} {k}", BODY, TEXT),)))
            for k in range(3)
        ]
    for i in range(13):
        for k in range(4):
            box = Box(40.0 + 92 * i, 210 + 6 * k, 84, 118)
            nodes.append(Node(("pile", i, k), box, Card(LeafFace(i + 1), dim=0.4 if i % 3 else 0.0)))
        nodes.append(Node(("chip", i), Box(60.0 + 92 * i, 330, 44, 20), Panel(INK[0], INK[0], 10, 0.9)))
        nodes.append(Node(("count", i), Box(60.0 + 92 * i, 330, 44, 20), Text((Run(f"×{i}", BODY_STRONG, TEXT),))))
    for i in range(14):
        card = Card(LeafFace(i % 13 + 1), glow=AMBER if i % 2 else None, dim=0.0 if i % 2 else 0.4)
        nodes.append(Node(("hand", i), Box(250.0 + 50 * i, 530, 106, 148), card, angle=i - 7.0))
    for i in range(40):
        nodes.append(Node(("dot", i), Box(30.0 + 30 * i, 480, 16, 16), Icon("leaf", AMBER)))
    for i in range(24):
        nodes.append(Node(("line", i), Box(30, 370 + 4.0 * i, 300, 18), Text((Run(f"Jan played {i}", BODY, TEXT),))))
    moving = Node(("moving",), Box(600, 380, 106, 148), Card(LeafFace(7), lift=20), angle=5.0)
    return Display((*nodes, moving)), moving


def quickest(action: Callable[[], None], times: int = 15) -> float:
    spans = []
    for _ in range(times):
        begin = time.perf_counter()
        action()
        spans.append(time.perf_counter() - begin)
    return min(spans)


def test_a_frame_in_which_a_card_moves_costs_a_quarter_of_a_whole_one() -> None:
    painter, surface, canvas = Painter(load_advances(), Plain()), pygame.Surface((1920, 1080)), canvas_of(1920, 1080)
    display, moving = crowd()
    assert len(display.nodes) > 190
    reach = ink(moving)
    dirty = pygame.Rect(*(round(length * canvas.unit) for length in reach))
    painter.paint(surface, display, canvas)
    whole = quickest(lambda: painter.paint(surface, display, canvas))
    part = quickest(lambda: painter.paint_part(surface, display, canvas, dirty))
    assert part <= 0.25 * whole, (part, whole)


def test_a_rough_frame_waits_for_no_picture_and_the_next_one_is_whole() -> None:
    display, _ = crowd()
    canvas = canvas_of(1280, 720)
    rough, whole, fresh = (pygame.Surface((1280, 720)) for _ in range(3))
    painter = Painter(load_advances(), Plain())
    painter.is_rough = True
    painter.paint(rough, display, canvas)
    bare = pygame.Surface((1280, 720))
    painter.paint(bare, Display(tuple(node for node in display.nodes if not isinstance(node.picture, Card))), canvas)
    assert pygame.image.tobytes(bare, "RGB") == pygame.image.tobytes(rough, "RGB"), "a card was waited for"
    painter.is_rough = False
    painter.paint(whole, display, canvas)
    Painter(load_advances(), Plain()).paint(fresh, display, canvas)
    shown, expected, unfinished = (pygame.image.tobytes(each, "RGB") for each in (whole, fresh, rough))
    assert shown == expected != unfinished


def test_other_card_faces_are_used_at_once() -> None:
    class Blank(Plain):
        def surface(self, face: CardFace, width: int) -> pygame.Surface:
            return pygame.Surface((width, round(width * 1.4)), pygame.SRCALPHA)

    node = Node(("card",), Box(20, 20, 50, 70), Card(LeafFace(3)))
    painter, surface, canvas = Painter(load_advances(), Plain()), pygame.Surface((200, 120)), canvas_of(200, 120)
    painter.paint(surface, Display((node,)), canvas)
    before = surface.copy()
    painter.use(Blank())
    painter.paint(surface, Display((node,)), canvas)
    assert pygame.image.tobytes(surface, "RGB") != pygame.image.tobytes(before, "RGB")
