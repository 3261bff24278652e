"""Matches of every game between two deals and at their end, as a seat sees them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Lobby, Person, Phase
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.screens.score_table import Ending
from lan_thirteen.ui.terminal.teller import Teller
from tests.ui.boards.sights import lobby_of, seat_info


def totals_of(seats: int, deals: int, seed: int = 1) -> tuple[tuple[int, ...], ...]:
    """Totals after each of so many deals."""
    chance = Random(seed)
    run, out = [0] * seats, []
    for _ in range(deals):
        run = [total + chance.choice((0, 0, 1, 3, 7, 12, 25)) for total in run]
        out.append(tuple(run))
    return tuple(out)


def a_lobby(game: str, seats: int, ready: Sequence[int] = (), **changes: Any) -> Lobby:
    """A table whose last seat is a bot's."""
    people = tuple(seat_info(s, is_bot=s == seats - 1, is_ready=s in ready) for s in range(seats))
    return lobby_of(game, seats, **{"seats": people, **changes})


def a_sight(stage: Stage, totals: Sequence[int], deal: int, seat: int | None, lobby: Lobby) -> Sight[Any, Any]:
    """A sight of which the end of a match needs no more than totals and the number of the deal."""
    viewer = None if seat is None else Seat(seat)
    names = [info.name or f"Bot {place + 1}" for place, info in enumerate(lobby.seats)]
    teller = Teller(stage.language, names, viewer)
    view = SimpleNamespace(totals=tuple(totals), deal=deal)
    return Sight(lobby, teller, viewer, view, (), stage.canvas.box)


def an_ending(
    stage: Stage,
    history: Sequence[tuple[int, ...]],
    *,
    game: str = "three-thirteen",
    known: int | None = None,
    seat: int | None = 0,
    ready: Sequence[int] = (),
    is_owner: bool = True,
) -> Ending:
    """The end of a match with this history, of which the last ``known`` deals were seen."""
    lobby = a_lobby(game, len(history[-1]), ready, phase=Phase.FINISHED, owner=Person(1))
    seen = tuple(history) if known is None else tuple(history[len(history) - known :])
    return Ending(a_sight(stage, history[-1], len(history), seat, lobby), seen, is_owner)
