"""The list of saved tables: what is seen of each, and what presses do."""

from __future__ import annotations

import pytest

from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Display, Node, covered
from lan_thirteen.ui.screens import saved_list as s
from lan_thirteen.ui.text import Language, load_language
from lan_thirteen.ui.theme import TEXT
from lan_thirteen.ui.widgets import Wheel
from tests.ui.rectangles import EACH_SIZE, Longer, check, plain_width, stage_of, text_scales

KITCHEN = s.Row("k.lan13", "Kitchen", "leaves", "Leaves · deal 3 · Ana, Bo", "Last played 2026-11-30 20:14", True)
GARDEN = s.Row("g.lan13", "W" * 30, "dreizehn", "뷁 " * 60, "Last played 2026-11-29 20:14", True)
BROKEN = s.Row("b.lan13", "2026-11-28 20.14.12.lan13", "", "The table cannot go on. " * 9, "Last played", False)
ROWS = (KITCHEN, GARDEN, BROKEN)


def shown(facts: s.Facts, stage: Stage | None = None, state: s.State | None = None) -> Display:
    stage = stage or stage_of(1280, 720)
    under = Display((Node(("home",), stage.canvas.box, p.Icon("x", TEXT)),))
    return covered(under, s.nodes(state or s.State(), facts, stage))


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("language", [load_language(), Longer(load_language())], ids=["en", "longer"])
@pytest.mark.parametrize("rows", [(), ROWS, ROWS * 5], ids=["none", "some", "many"])
@pytest.mark.parametrize("offset", [0, 2, 99])
def test_nothing_overlaps_or_is_cut(
    size: tuple[int, int], language: Language, rows: tuple[s.Row, ...], offset: int
) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        stage = Stage(stage_of(*size).canvas, language, plain_width, scale)
        check(shown(s.Facts(rows), stage, s.State(offset)), stage)


def test_each_table_can_be_deleted_and_gone_on_with_if_it_can() -> None:
    offers = [node.intent for node in shown(s.Facts(ROWS)).reachable()]
    assert [each for each in offers if isinstance(each, s.GoOn)] == [s.GoOn("k.lan13"), s.GoOn("g.lan13")]
    assert {each.path for each in offers if isinstance(each, s.Delete)} == {"k.lan13", "g.lan13", "b.lan13"}
    assert s.Close() in offers


def test_a_press_closes_the_list_whatever_it_means() -> None:
    facts = s.Facts(ROWS)
    assert s.press(s.State(), s.Close(), facts) == (None, None)
    assert s.press(s.State(), s.GoOn("k.lan13"), facts) == (None, s.GoOn("k.lan13"))
    assert s.press(s.State(), s.Delete("k.lan13", "Kitchen"), facts)[0] is None


def test_the_wheel_turns_it_within_its_bounds() -> None:
    facts = s.Facts(ROWS)
    assert s.press(s.State(), Wheel(s.LIST, 9), facts) == (s.State(2), None)
    assert s.press(s.State(1), Wheel(s.LIST, -9), facts) == (s.State(0), None)


def test_the_return_key_goes_on_with_the_newest_that_can() -> None:
    assert s.keys(s.Facts((BROKEN, KITCHEN, GARDEN)))["return"] == s.GoOn("k.lan13")
    assert "return" not in s.keys(s.Facts((BROKEN,)))
    assert s.keys(s.Facts())["escape"] == s.Close()
