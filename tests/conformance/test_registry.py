"""Every game of the registry keeps every law, over random seats, options, chance and moves."""

from __future__ import annotations

import pytest

from lan_thirteen.games.registry import GAMES
from tests.support.laws import LAWS, violations

DEALS = 2000
CHUNKS = 20


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", GAMES)
def test_every_law_holds_in_random_deals(game: str, chunk: int) -> None:
    assert violations(GAMES[game], f"{game} {chunk}", DEALS // CHUNKS) == {}


def test_there_is_a_law_for_each_planted_fault() -> None:
    assert len(LAWS) == len(set(LAWS)) == 12
