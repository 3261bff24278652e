"""The files in assets/: all that the code names is there, can be opened, and is small enough to ship."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from lan_thirteen import ui
from lan_thirteen.ui.assets import asset
from lan_thirteen.ui.measure import FILES
from lan_thirteen.ui.window.icons import Icons

CODE = Path(ui.__file__).parent
BUDGET = 6 << 20
"""Bytes of all that is shipped beside the code."""
AVATARS = ("fox", "owl", "bear", "rabbit", "hedgehog", "badger", "frog", "squirrel", "bot")
BACKDROPS = ("dusk", "dusk-blurred", "forest", "felt", "rays")


def named(picture: str) -> Iterator[tuple[str, str]]:
    """Where the code makes this picture with a name it spells out, and that name."""
    for path in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for given in givens(node, picture):
                for part in ast.walk(given):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield f"{path.name}:{given.lineno}", part.value


def givens(node: ast.AST, picture: str) -> list[ast.expr]:
    """What a call gives as the name of such a picture: to the picture itself, or to what is called icon elsewhere."""
    if not isinstance(node, ast.Call):
        return []
    first = node.args[:1] if ast.unparse(node.func).split(".")[-1] == picture else []
    return first + [each.value for each in node.keywords if (each.arg or "").endswith(picture.lower())]


def test_every_icon_that_the_code_names_is_in_the_atlas() -> None:
    icons = json.loads(asset("icons", "icons.json").read_bytes())["icons"]
    assert {place: name for place, name in named("Icon") if name not in icons} == {}


def test_the_atlas_is_grey_by_opacity_with_every_icon_in_it() -> None:
    index = json.loads(asset("icons", "icons.json").read_bytes())
    sheet = pygame.image.load(asset("icons", "icons.png"))
    assert sheet.get_bitsize() == 8
    assert [colour[:3] for colour in sheet.get_palette()] == [(grey, grey, grey) for grey in range(256)]
    for name, corner in index["icons"].items():
        icon = sheet.subsurface((*corner, index["cell"], index["cell"]))
        assert set(pygame.image.tobytes(icon, "P")) >= {0, 255}, f"{name} has no lines"


def test_an_icon_is_as_opaque_as_the_atlas_says_and_has_the_colour_that_was_asked_for() -> None:
    index = json.loads(asset("icons", "icons.json").read_bytes())
    sheet, side = pygame.image.load(asset("icons", "icons.png")), index["cell"]
    drawn = Icons().icon("house", (200, 100, 50), side)
    left, top = index["icons"]["house"]
    for x, y in [(x, y) for x in range(side) for y in range(side)]:
        opacity = sheet.get_at((left + x, top + y)).r
        wanted = *(round(channel * opacity / 255) for channel in (200, 100, 50)), opacity
        assert max(abs(a - b) for a, b in zip(drawn.get_at((x, y)), wanted, strict=True)) <= 1


@pytest.mark.parametrize("name", BACKDROPS)
def test_every_background_opens_and_fills_a_large_screen(name: str) -> None:
    assert pygame.image.load(asset("backgrounds", f"{name}.webp")).get_size() == (2560, 1440)


def test_every_background_that_the_code_names_is_there() -> None:
    assert {place: name for place, name in named("Backdrop") if name not in BACKDROPS} == {}


@pytest.mark.parametrize("name", AVATARS)
def test_every_avatar_is_a_disc_on_nothing(name: str) -> None:
    face = pygame.image.load(asset("avatars", f"{name}.webp"))
    assert face.get_size() == (160, 160)
    assert face.get_at((0, 0)).a == 0
    assert face.get_at((80, 80)).a == 255


@pytest.mark.parametrize("name", FILES.values())
def test_every_font_opens_under_a_name_of_its_own(name: str) -> None:
    pygame.font.init()
    assert pygame.font.Font(asset("fonts", name), 20).name.startswith("LT ")


@pytest.mark.parametrize(
    "path", ["fonts/LICENSE-LTSans.txt", "fonts/LICENSE-LTDisplay.txt", "icons/LICENSE-Lucide.txt"]
)
def test_what_others_made_comes_with_its_licence(path: str) -> None:
    assert "ermission" in asset(*path.split("/")).read_text("utf-8")


def test_all_assets_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in asset().rglob("*") if path.is_file()) <= BUDGET
