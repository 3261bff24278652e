"""The backs: leaves on green, a burgundy lattice, rings of indigo; each with a gold medallion."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

import pygame

from lan_thirteen.ui.pictures import Back
from lan_thirteen.ui.theme import Colour, colour, mixed
from lan_thirteen.ui.window.card_sheet import MIDDLE, H, Sheet, W
from lan_thirteen.ui.window.leaf_shapes import leaf_of
from lan_thirteen.ui.window.outlines import turned

EDGE: Final = colour("#050A0A")


class Cloth(NamedTuple):
    """The colours of a back."""

    top: Colour
    bottom: Colour
    thread: Colour
    """What the pattern is drawn with."""
    gold: Colour
    medal: Colour


GREEN: Final = Cloth(*map(colour, ("#28554C", "#17332E", "#6CA08A", "#F0C26B", "#18362F")))
BURGUNDY: Final = Cloth(*map(colour, ("#A3263B", "#6B1226", "#F0C6A6", "#F6D9A0", "#7A172C")))
INDIGO: Final = Cloth(*map(colour, ("#2A2E6E", "#2A2E6E", "#3A40A0", "#FFD45E", "#23265C")))


def back(sheet: Sheet, face: Back) -> pygame.Surface:
    match face.game:
        case "leaves":
            cloth, pattern = GREEN, _leaves
        case "three-thirteen":
            cloth, pattern = BURGUNDY, _lattice
        case _:
            cloth, pattern = INDIGO, _rings
    sheet.wash(cloth.top, cloth.bottom)
    pattern(sheet, cloth)
    _medallion(sheet, cloth)
    return sheet.finished(EDGE, 0.6)


def _leaves(sheet: Sheet, cloth: Cloth) -> None:
    """Rows of leaves that lie every way."""
    random = Random(3)  # noqa: S311 - a picture, the same every time
    kinds = (9, 7, 5, 1, 13, 10, 6, 12)
    step, reach = (120, 0.62) if sheet.is_small else (84, 0.5)
    for row in range(-1, 560 // step + 2):
        for column in range(-1, 400 // step + 2):
            value = kinds[(row * 5 + column) % len(kinds)]
            at = column * step + row % 2 * step / 2, row * step * 0.96
            thread = mixed(mixed(cloth.top, cloth.bottom, min(1, max(0, at[1] / H))), cloth.thread, 0.34)
            degrees = random.randrange(360)
            for blade in leaf_of(value).blades:
                lying = turned(((x, y + 0.4) for x, y in blade[::6]), degrees)
                sheet.polygon(
                    ((at[0] + x * step * 2 * reach * 0.8, at[1] + y * step * 2 * reach * 0.8) for x, y in lying), thread
                )


def _lattice(sheet: Sheet, cloth: Cloth) -> None:
    """Diamonds with a bead in each."""
    line, bead = mixed(cloth.bottom, cloth.thread, 0.42), mixed(cloth.bottom, cloth.thread, 0.55)
    step = 100 if sheet.is_small else 56
    for shift in range(-H, W + H, step):
        sheet.line(((shift, 0), (shift + H, H)), line, 3)
        sheet.line(((shift, 0), (shift - H, H)), line, 3)
    half = step // 2
    for row in range(H // half + 2):
        for column in range(-1, W // step + 2):
            at = column * step + row % 2 * half, row * half
            sheet.disc(at, 6 if row % 2 else 4, bead)
            sheet.disc((at[0] + half, at[1]), 8, mixed(bead, cloth.gold, 0.3))


def _rings(sheet: Sheet, cloth: Cloth) -> None:
    """Rings about the middle, as those of a target."""
    for at, radius in enumerate(range(380, 60, -44)):
        sheet.disc(MIDDLE, radius, cloth.thread if at % 2 else cloth.top)
        sheet.circle(MIDDLE, radius, mixed(cloth.thread, cloth.gold, 0.18), 2)


def _medallion(sheet: Sheet, cloth: Cloth) -> None:
    """A double frame, and the number in a disc."""
    sheet.frame((17, 17, W - 34, H - 34), 22, cloth.gold, 12 if sheet.is_small else 5, 0.9)
    if not sheet.is_small:
        sheet.frame((29, 29, W - 58, H - 58), 14, cloth.gold, 2, 0.6)
    radius = 124 if sheet.is_small else 102
    sheet.disc((MIDDLE[0], MIDDLE[1] + 4), radius + 2, mixed(cloth.bottom, EDGE, 0.6))
    sheet.disc(MIDDLE, radius, cloth.gold)
    sheet.ball(MIDDLE, radius - (11 if sheet.is_small else 5), mixed(cloth.medal, cloth.top, 0.4), cloth.medal)
    if not sheet.is_small:
        sheet.circle(MIDDLE, radius - 11, mixed(cloth.medal, cloth.gold, 0.6), 2)
    sheet.write("13", MIDDLE, 156 if sheet.is_small else 128, cloth.gold)
