"""How few presses lead from the first start to a match."""

from __future__ import annotations

import pytest

from tests.e2e.screen import Screen, why_no_screen
from tests.e2e.window_driver import Window
from tests.lab.lan import Lan

pytestmark = [
    pytest.mark.parametrize("lan", [1], indirect=True),
    pytest.mark.skipif(bool(why_no_screen()), reason=why_no_screen()),
]


@pytest.mark.parametrize("has_mouse", [True, False])
def test_two_presses_lead_from_the_first_start_to_a_match_with_bots_and_from_every_next(
    lan: Lan, has_mouse: bool
) -> None:
    screen = Screen(lan[0])
    for _ in range(2):
        window = Window(lan[0], screen)
        for label, key in (("Practise with bots", "b"), ("Start the game", "Return")):
            thing = window.sees(label)
            if has_mouse:
                window.clicks(thing)
            else:
                window.presses(key)
        window.waits(lambda shown: shown.of_group("hand") or None, "a hand")
        window.program.kill()
