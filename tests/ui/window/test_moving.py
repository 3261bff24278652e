"""A card on its way is made out of what it will be at rest, and leaves nothing behind."""

from __future__ import annotations

import pygame
import pytest

from lan_thirteen.ui import motion
from lan_thirteen.ui.canvas import canvas_of
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.pictures import Card, CardFace, DreizehnFace, Panel
from lan_thirteen.ui.theme import AMBER, INK
from lan_thirteen.ui.window.dirty import changed
from lan_thirteen.ui.window.paint import Painter
from tests.ui.window.test_paint import Plain

SIZE = (640, 480)
CANVAS = canvas_of(*SIZE)
GROUND = Node(("ground",), Box(0, 0, 800, 600), Panel(INK[3], INK[3], 0, 1.0))
CARD = Card(DreizehnFace(1, 5), glow=AMBER, lift=6)
WAYS = {
    "from the hand to a pile": (Box(100, 380, 106, 148), Box(520, 80, 84, 118), 12.0, 0.0),
    "from a pile into the hand": (Box(520, 80, 60, 84), Box(100, 380, 106, 148), 0.0, -9.0),
    "turning over": (Box(520, 80, 4, 118), Box(500, 90, 84, 118), 0.0, 0.0),
    "along the table": (Box(100, 80, 84, 118), Box(500, 80, 84, 118), 0.0, 0.0),
}


class Counting(Plain):
    """Faces that note for which widths they were drawn."""

    def __init__(self) -> None:
        self.widths: list[int] = []

    def surface(self, face: CardFace, width: int) -> pygame.Surface:
        self.widths.append(width)
        return super().surface(face, width)


def table(box: Box, angle: float) -> Display:
    return Display((GROUND, Node(("card", 1), box, CARD, angle=angle)))


@pytest.mark.parametrize("way", WAYS)
def test_a_card_is_drawn_with_care_once_however_long_its_way(way: str) -> None:
    start, end, from_angle, to_angle = WAYS[way]
    faces = Counting()
    painter, surface = Painter(load_advances(), faces), pygame.Surface(SIZE)
    for step in range(1, 17):
        painter.paint(surface, motion.tween(table(start, from_angle), table(end, to_angle), step / 16), CANVAS)
    assert len(faces.widths) == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_card_leaves_nothing_where_it_was_and_is_at_rest_what_it_always_is_there(way: str) -> None:
    start, end, from_angle, to_angle = WAYS[way]
    old, new = table(start, from_angle), table(end, to_angle)
    painter, shown, fresh = Painter(load_advances(), Plain()), pygame.Surface(SIZE), pygame.Surface(SIZE)
    painter.paint(shown, old, CANVAS)
    before = old
    for step in range(1, 9):
        after = motion.tween(old, new, step / 8)
        dirty = changed(before, after)
        assert dirty is not None
        part = pygame.Rect(*(int(length * CANVAS.unit) for length in dirty)).inflate(4, 4)
        painter.paint_part(shown, after, CANVAS, part)
        painter.paint(fresh, after, CANVAS)
        assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(fresh, "RGB"), step
        before = after
    assert before is new
    Painter(load_advances(), Plain()).paint(fresh, new, CANVAS)
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(fresh, "RGB")
