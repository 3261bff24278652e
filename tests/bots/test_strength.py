"""The normal bot beats chance clearly, in every game, from every seat."""

from __future__ import annotations

import pytest

from tests.support.series import win_share

NEEDED = 0.75
"""What one normal bot must win among random ones."""

TABLES = [("leaves", 4), ("dreizehn", 4), ("three-thirteen", 2), ("three-thirteen", 3), ("three-thirteen", 4)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_one_normal_bot_among_random_ones_wins_most_matches(game: str, seats: int) -> None:
    assert win_share(game, "normal", "random", seats, 12).won >= NEEDED


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_one_normal_bot_among_random_ones_wins_most_of_a_long_series(game: str, seats: int) -> None:
    assert win_share(game, "normal", "random", seats, 60 if game == "three-thirteen" else 100).low >= NEEDED


@pytest.mark.slow
@pytest.mark.parametrize("game", ["leaves", "dreizehn", "three-thirteen"])
def test_the_levels_are_in_order(game: str) -> None:
    matches = 20 if game == "three-thirteen" else 100
    assert win_share(game, "easy", "random", 4, matches).won > 0.25
    assert win_share(game, "normal", "easy", 4, matches).won > 0.25
