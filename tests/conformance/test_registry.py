"""Every game of the registry keeps every law, over random seats, options, chance and moves."""

from __future__ import annotations

import pytest

from lan_thirteen.games.registry import GAMES
from tests.support.laws import violations

CHUNK = 50
"""Deals in one test; 40 of them for each game, the first in the default run."""


@pytest.mark.parametrize("chunk", range(1))
@pytest.mark.parametrize("game", GAMES)
def test_every_law_holds_in_random_deals(game: str, chunk: int) -> None:
    assert violations(GAMES[game], f"{game} {chunk}", CHUNK) == {}


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(1, 40))
@pytest.mark.parametrize("game", GAMES)
def test_every_law_holds_in_many_more_random_deals(game: str, chunk: int) -> None:
    assert violations(GAMES[game], f"{game} {chunk}", CHUNK) == {}
