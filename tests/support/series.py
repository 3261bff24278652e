"""Series of matches: how often one bot wins among others, its seat going round."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from lan_thirteen.bots.base import Bot, RandomBot
from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.games.registry import GAMES
from lan_thirteen.table.match import Match, header_for


class Share(NamedTuple):
    """Of ``matches`` the part that was won, a victory shared by k being 1/k; ``low`` and ``high`` hold it at 95 %."""

    matches: int
    won: float
    low: float
    high: float


def player(game: str, level: str, seed: int) -> Bot[Any, Any]:
    """A bot of this level; ``random`` is one as well."""
    character = numbered_seed(seed, -1)
    return RandomBot(character) if level == "random" else make_bot(game, level, character)


def win_share(game: str, level: str, others: str, seats: int, matches: int) -> Share:
    """How often one ``level`` wins among ``others``; match m is played from seat m modulo seats."""
    won = sum(_won(game, level, others, seats, number) for number in range(matches)) / matches
    return Share(matches, won, *_wilson(won, matches))


def _won(game: str, level: str, others: str, seats: int, number: int) -> float:
    mine = Seat(number % seats)
    bots = {Seat(s): player(game, level if s == mine else others, number * seats + s) for s in range(seats)}
    standings = play_out(game, bots, number)
    best = [s.seat for s in standings if s.rank == 1]
    return 1 / len(best) if mine in best else 0.0


def play_out(game: str, bots: Mapping[Seat, Bot[Any, Any]], number: int) -> Any:
    """The final standings of a match of these bots."""
    rules = GAMES[game].game
    header = header_for(rules, {}, [""] * len(bots))
    match: Match[Any, Any, Any, Any] = Match(rules, header, lambda deal: numbered_seed(number, deal))
    while (actor := match.actor) is not None:
        if actor is DEALER:
            match.draw()
        else:
            view, legal = rules.view(match.state, actor), rules.legal(match.state)
            match.play(actor, bots[actor].choose(view, legal))
    return rules.standings(match.state)


def _wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % score interval of a share (E. B. Wilson, 1927)."""
    z = 1.96
    middle = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)
