"""The menu of a table: it has room for all that it may offer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Phase
from lan_thirteen.ui.boards.base import Ask
from lan_thirteen.ui.display import Display, covered
from lan_thirteen.ui.screens import menu
from lan_thirteen.ui.text import load_language
from tests.ui.rectangles import EACH_SIZE, Longer, check, stage_of, text_scales
from tests.ui.screens.rooms import FULL

PLAYING = replace(FULL, phase=Phase.PLAYING)
SILENT = tuple(map(Seat, range(1, 5)))
"""Four of the others have not moved for a while."""


@pytest.mark.parametrize("size", EACH_SIZE)
def test_nothing_overlaps_or_is_cut(size: tuple[int, int]) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        for language in (load_language(), Longer(load_language())):
            stage = stage_of(*size, scale, language)
            for silent in ((), SILENT):
                lobby = replace(PLAYING, may_stand_in=silent)
                facts = menu.Facts(lobby, Seat(0), True, True, has_pin=True, pin="40713")
                check(covered(Display(()), menu.nodes(facts, stage)), stage)


def test_the_mark_is_behind_the_menu_for_all_at_the_table() -> None:
    for seat, is_owner in ((Seat(0), True), (Seat(1), False), (None, False)):
        facts = menu.Facts(PLAYING, seat, is_owner, has_results=False)
        offered = [node.intent for node in menu.nodes(facts, stage_of(1280, 720))]
        assert Ask("fair") in offered
