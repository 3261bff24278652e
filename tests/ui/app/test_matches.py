"""Whole matches at the window, from the first screen to the standings."""

from __future__ import annotations

import pytest

from lan_thirteen.core.lobby import Phase
from lan_thirteen.wire import messages as m
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import GAMES, play_match, plays_with_keys, plays_with_mouse, started


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_with_the_mouse_alone(game: str) -> None:
    lan = Lan()
    ana, bo = started(lan, game, "Ana", "Bo")
    play_match(lan, ana, bo, plays=plays_with_mouse, ready=lambda pilot: pilot.click("Ready for more"))
    for pilot in (ana, bo):
        assert pilot.reads("Final standing")
        assert not pilot.model.toasts
    bo.click("I would play again")
    ana.click("Play again")
    assert lan.lobby.phase is Phase.PLAYING


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_with_keys_alone_and_the_focus_is_always_seen(game: str) -> None:
    lan = Lan()
    ana, bo = started(lan, game, "Ana", "Bo")

    def look(pilot: Pilot) -> None:
        if pilot.app._hands.has_keys and pilot.app.focus_key is not None:
            assert pilot.display.find(("focus", 0)) is not None

    ana.look = bo.look = look
    play_match(lan, ana, bo, plays=plays_with_keys, ready=lambda pilot: pilot.key("return"))
    bo.key("return")
    ana.key("return")
    assert bo.said(m.Ready)[-1].is_ready
    assert lan.lobby.phase is Phase.PLAYING


def test_who_would_still_think_it_over_is_waited_for_in_the_waiting_room() -> None:
    lan = Lan()
    ana, bo = started(lan, "leaves", "Ana", "Bo")
    play_match(lan, ana, bo, plays=plays_with_mouse, ready=lambda pilot: pilot.click("Ready for more"))
    ana.click("Play again")
    assert lan.lobby.phase is Phase.LOBBY
