"""Two programs for the lab: a table that is played at, and a guest who never plays. Each line of theirs is JSON.

``table SCALE STAND_IN``: a table of two; tells every change of it, and a tick with each ping.
``guest SCALE NAME ADDRESS PORT``: comes to it, and begins the match once two are there and the table is theirs.

All waiting times are multiplied by SCALE; STAND_IN are the seconds after which a bot plays for the lost.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections.abc import Callable, Coroutine
from typing import Final

from lan_thirteen.core.lobby import HouseRules, Lobby, Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.follow import Follower
from lan_thirteen.net.guest import Cut, Guest, Joined, News, Over, Visitor, Wavering
from lan_thirteen.net.opening import Opening, open_table
from lan_thirteen.net.profile import open_profile
from lan_thirteen.wire import messages as m
from tests.support.lab_tables import say


def times(scale: str) -> Timing:
    return Timing().scaled(float(scale)).with_bot_pause(0)


async def table(scale: str, stand_in: str) -> None:
    timing = times(scale)
    house = HouseRules(stand_in_s=int(stand_in))
    async with open_table(Opening("Kitchen", "three-thirteen", 2, (), (), house), open_profile(None), timing) as opened:
        announce = opened.host.watch_lobby

        def changed(lobby: Lobby) -> None:
            announce(lobby)
            say(
                seats={seat.name: seat.presence.value for seat in lobby.seats if seat.person is not None},
                bots=[seat.name for seat in lobby.seats if seat.person is not None and seat.level],
                paused=lobby.paused,
                phase=lobby.phase.value,
            )

        opened.host.watch_lobby = changed
        say(event="open", port=opened.port)
        while not opened.host.closed.is_set():
            await asyncio.sleep(timing.ping)
            say(event="tick")


class Seat:
    """Says what it hears, and answers nothing that is asked."""

    def __init__(self, guest: Guest, name: str) -> None:
        self._guest = guest
        self._name = name
        self._has_begun = False

    def hear(self, news: News) -> None:
        match news:
            case Joined(welcome):
                say(event="in", is_back=welcome.is_back)
            case Cut():
                say(event="cut")
            case Over(why):
                say(event="over", why=why.code)
            case m.Told(_, index, tenure, view, _, legal):
                say(event="told", index=index, view=hashlib.sha256(view).hexdigest(), tenure=tenure, legal=len(legal))
            case m.TableChanged(lobby):
                self._begin(lobby)
            case Wavering(is_silent):
                say(event="silent" if is_silent else "heard")
            case _:
                pass

    def _begin(self, lobby: Lobby) -> None:
        mine = next((seat.person for seat in lobby.seats if seat.name == self._name), None)
        people = sum(seat.person is not None for seat in lobby.seats)
        if lobby.phase is Phase.LOBBY and people > 1 and lobby.owner == mine and not self._has_begun:
            self._has_begun = True
            self._guest.send(m.Start())


async def guest(scale: str, name: str, address: str, port: str) -> None:
    timing, profile = times(scale), open_profile(None)
    visitor = Guest(Known((Address(address, int(port)),)), profile.seat_key, Visitor(name), timing)
    seat = Seat(visitor, name)
    visitor.watch_link = seat.hear
    async with Follower(visitor, timing) as follower:
        async for news in visitor.news():
            follower.hear(news)
            seat.hear(news)


PROGRAMS: Final[dict[str, Callable[..., Coroutine[None, None, None]]]] = {"table": table, "guest": guest}

if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    asyncio.run(PROGRAMS[what](*arguments))
