"""Lists that are longer than their room, with the keyboard alone."""

from __future__ import annotations

import pytest

from tests.support.pilot import Lan, Pilot

FIRST, LAST = ("select", "ace"), ("select", "show_best_melds")
PASSES = 60
SIZES = pytest.mark.parametrize("size", [(1280, 720), (800, 600)])


def form_with_rules(size: tuple[int, int]) -> Pilot:
    """The form for a table of Three Thirteen, which has the most rules."""
    pilot = Pilot(Lan(), size=size)
    pilot.click("Host a table")
    pilot.click("Three Thirteen")
    pilot.click("Game rules")
    assert pilot.display.find(FIRST) is not None
    assert pilot.display.find(LAST) is None
    return pilot


@SIZES
def test_the_tab_key_comes_to_all_rules_of_a_game_and_back(size: tuple[int, int]) -> None:
    pilot = form_with_rules(size)
    for way, wanted in (("tab", LAST), ("shift+tab", FIRST)):
        for _ in range(PASSES):
            pilot.key(way)
            if pilot.app.focus_key == wanted:
                break
        assert pilot.app.focus_key == wanted


@SIZES
def test_arrows_turn_a_list_to_its_end_and_back_before_they_leave_it(size: tuple[int, int]) -> None:
    pilot = form_with_rules(size)
    pilot.walk_to(FIRST)
    for way, wanted, over in (("down", LAST, FIRST), ("up", FIRST, LAST)):
        while pilot.display.find(wanted) is None:
            pilot.key(way)
            assert pilot.app.focus_key is not None
            assert pilot.app.focus_key[0] == "select"
        assert pilot.display.find(over) is None


def test_a_list_that_is_at_its_end_is_left() -> None:
    pilot = form_with_rules((1280, 720))
    pilot.walk_to(FIRST)
    for _ in range(PASSES):
        pilot.key("down")
    assert pilot.app.focus_key is not None
    assert pilot.app.focus_key[0] != "select"
