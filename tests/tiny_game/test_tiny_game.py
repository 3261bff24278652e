"""A new game needs its own files and nothing else: this one passes conformance as it stands."""

from __future__ import annotations

from tests.support.laws import violations
from tests.tiny_game.rules import ENTRY


def test_a_new_game_keeps_every_law_without_a_change_elsewhere() -> None:
    assert violations(ENTRY, "tiny", 300) == {}
