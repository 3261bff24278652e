"""A match as one window hears it: what its network thread would tell, made beforehand by a table in memory.

As a program, ``GAME SEATS NUMBER``, it writes it all to its standard output: for a process that is to hold no table.
"""

from __future__ import annotations

import pickle
import sys
from collections import deque
from collections.abc import Iterator
from typing import Any

from lan_thirteen.bots.registry import LEVELS, make_bot
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import HouseRules, Lobby, Person, Phase
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.core.timing import AT_ONCE
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net import orders as o
from lan_thirteen.net.guest import Joined
from lan_thirteen.net.told import told_message
from lan_thirteen.table import commands as c
from lan_thirteen.table.session import Table
from lan_thirteen.wire import messages as m

ME = Person(1)
_SEAT = Seat(0)
_EASY = "easy"


def match(game: str, seats: int, number: int) -> Iterator[o.News]:
    """All that the first seat's window hears of one match in which everybody plays like an easy bot."""
    table = Table(
        GAMES, "Kitchen", ME, game, seats, {}, HouseRules(), AT_ONCE, lambda deal: numbered_seed(number, deal), LEVELS
    )
    yield o.Joining()
    yield Joined(m.Welcome(ME, False, b""), bytes(16), bytes(32), bytes(32))
    yield _changed(table.lobby(0.0))
    commands: deque[c.Command] = deque([c.Enter(ME, "Ana", 0, False)])
    commands += [c.SetSeatBot(ME, Seat(seat), _EASY) for seat in range(1, seats)]
    commands.append(c.Start(ME))
    now = 0.0
    while commands:
        now += 0.01
        for effect in table.handle(commands.popleft(), now):
            yield from _heard(effect)
            commands += _answers(game, effect)
        if not commands and table.phase is Phase.INTERMISSION:
            commands.append(c.SetReady(ME, True))
    if table.phase is not Phase.FINISHED:
        raise RuntimeError(f"the match stopped while {table.phase}")


def _heard(effect: c.Effect[Any, Any, Any]) -> Iterator[o.News]:
    match effect:
        case c.Tell(to) if to == _SEAT:
            yield told_message(effect)
        case c.Announce(lobby):
            yield _changed(lobby)
        case _:
            pass


def _changed(lobby: Lobby) -> m.TableChanged:
    return m.TableChanged(lobby, tuple(b"" if seat.person is None else bytes(32) for seat in lobby.seats))


def _answers(game: str, effect: c.Effect[Any, Any, Any]) -> Iterator[c.Command]:
    """What bots play, and we like one of them."""
    match effect:
        case c.AskBot(seat, tenure, level, index, view, legal):
            yield c.Submit(seat, tenure, index, index, make_bot(game, level, bytes(32)).choose(view, list(legal)))
        case c.Tell(to, index, tenure, view, _, legal) if to == _SEAT and legal:
            action = make_bot(game, _EASY, bytes(32)).choose(view, list(legal))
            yield c.Submit(_SEAT, tenure, index + 1, index, action)
        case c.WakeAt():
            yield c.Wake()
        case _:
            pass


if __name__ == "__main__":
    game, seats, number = sys.argv[1:]
    pickle.dump(list(match(game, int(seats), int(number))), sys.stdout.buffer)
