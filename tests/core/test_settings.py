"""Settings of any kind are refused with a reason and never with an exception; who has no seat only watches."""

from __future__ import annotations

from typing import Any

import pytest

from lan_thirteen.core.game import Seat, Viewer, seated
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("seats", "told"),
    [(None, "None"), (True, "True"), ("4", "4"), (4.0, "4.0"), ([4], "[4]"), (float("nan"), "nan")],
)
def test_seats_that_are_no_number_are_refused_as_they_were_given(game: str, seats: Any, told: str) -> None:
    rules = GAMES[game].game
    bounds = (rules.info.min_seats, rules.info.max_seats)
    assert rules.refuse_options(seats, {}) == Refusal("settings.seats", bounds, (told,))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [-1, 0, 99, 10**30])
def test_a_number_of_seats_that_is_too_low_or_too_high_is_refused_as_a_number(game: str, seats: int) -> None:
    rules = GAMES[game].game
    numbers = (rules.info.min_seats, rules.info.max_seats, seats)
    assert rules.refuse_options(seats, {}) == Refusal("settings.seats", numbers)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [None, 5, [("ace", "low")], {None: 1}, {3: "low"}])
def test_options_that_are_none_are_refused(game: str, options: Any) -> None:
    why = GAMES[game].game.refuse_options(4, options)
    assert why is not None
    assert why.code == "settings.unknown-option"
    assert all(isinstance(name, str) for name in why.names)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("value", [None, True, 2.0, [], {}, "", -1])
def test_a_value_of_another_type_is_refused(game: str, value: Any) -> None:
    rules = GAMES[game].game
    for option in rules.info.options:
        why = rules.refuse_options(4, {option.name: value})
        assert why == Refusal("settings.bad-value", (), (option.name, str(value), option.spelled))


@pytest.mark.parametrize(
    ("viewer", "as_what"), [(None, None), (Seat(0), 0), (Seat(2), 2), (Seat(3), None), (Seat(-1), None)]
)
def test_only_a_seat_of_the_match_is_one(viewer: Viewer, as_what: int | None) -> None:
    assert seated(viewer, 3) == as_what
