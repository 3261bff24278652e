"""A host that keeps two tables in one: each guest plays with a puppet of the host's that has the other one's name.

Both tables have the same id, certificate and host key, and each guest sees a table where every signature holds. The
door is one: who comes from the first address sits in one world, and everybody else in the other.

As a program for the lab: ``split.py GAME FIRST SECOND [OPTION=VALUE …]``, with the names of the guests in the order in
which they will come.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from lan_thirteen.core.lobby import Lobby, Phase, SeatKind
from lan_thirteen.core.timing import AT_ONCE, Timing
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.door import HostKeys, TableIdentity
from lan_thirteen.net.doorman import Doorman
from lan_thirteen.net.host import Host
from lan_thirteen.net.opening import running
from lan_thirteen.net.ports import open_doors
from lan_thirteen.net.server import Server, listen
from lan_thirteen.net.tls import Certificate, host_context, make_certificate
from lan_thirteen.wire import messages as m
from tests.support.tables import HOME, MACHINE, TABLE_ID, Memory, Player, free_listener, new_table


class World:
    """One of the two tables, with its puppet."""

    def __init__(self, game: str, options: dict[str, Any], certificate: Certificate, timing: Timing) -> None:
        self.dealer = Dealer(TABLE_ID, MACHINE)
        identity = TableIdentity(TABLE_ID, 1, certificate.fingerprint)
        table = new_table(game, 3, bots=("easy",), options=options, seeds=self.dealer.seed, timing=timing)
        self.memory = Memory()
        self.host = Host(table, identity, HostKeys(MACHINE, b"", None), self.memory, timing, self.dealer)
        self.game = game
        self._certificate = certificate
        self._timing = timing

    @asynccontextmanager
    async def open_to_puppets(self) -> AsyncIterator[Known]:
        """A door that only this program knows."""
        with free_listener() as listener:
            server = Server(listener, host_context(self._certificate), self.host.visit, self._timing, Doorman())
            async with running(self.host, server):
                address = Address(HOME, listener.getsockname()[1])
                yield Known((address,), TABLE_ID, self._certificate.fingerprint)

    async def puppet(self, known: Known, name: str) -> None:
        """Plays what it may first, is always ready, and begins the match where the table is its own."""
        puppet, answered, has_begun = Player(known, name, timing=self._timing), -1, False
        await puppet.is_in()
        try:
            while True:
                heard = len(puppet.heard)
                told, lobby = puppet.told, puppet.lobby
                if told is not None and told.legal and told.index > answered:
                    answered = told.index
                    puppet.act(puppet.choices(self.game)[0], told)
                if lobby is not None and not _is_ready(lobby, name) and lobby.phase in _BETWEEN:
                    puppet.guest.send(m.Ready(True))
                elif lobby is not None and _may_begin(lobby, name) and not has_begun:
                    has_begun = True
                    puppet.guest.send(m.Start())
                await puppet.until(lambda: puppet.heard[heard:])  # noqa: B023 - waited for at once
        finally:
            puppet.drop()


_BETWEEN = (Phase.LOBBY, Phase.INTERMISSION)


def _is_ready(lobby: Lobby, name: str) -> bool:
    return any(seat.name == name and seat.is_ready for seat in lobby.seats)


def _may_begin(lobby: Lobby, name: str) -> bool:
    is_owner = any(seat.name == name and seat.person == lobby.owner for seat in lobby.seats)
    are_ready = all(seat.kind is SeatKind.BOT or seat.is_ready for seat in lobby.seats)
    return is_owner and are_ready and lobby.phase is Phase.LOBBY


@asynccontextmanager
async def split_table(
    game: str, names: tuple[str, str], options: dict[str, Any], listener: socket.socket, timing: Timing
) -> AsyncIterator[tuple[World, World]]:
    """The two worlds behind this door; the guests of these names come in this order, each from an address of theirs."""
    certificate = make_certificate()
    worlds = World(game, options, certificate, timing), World(game, options, certificate, timing)
    first: list[str] = []
    first_is_in = asyncio.Event()
    async with AsyncExitStack() as stack:
        doors = [await stack.enter_async_context(world.open_to_puppets()) for world in worlds]

        async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, entry: Any) -> None:
            came_from = f"{writer.get_extra_info('peername')[0]} {writer.get_extra_info('sockname')[0]}"
            first.append(came_from)
            await worlds[came_from != first[0]].host.visit(reader, writer, entry)

        async def second_puppet() -> None:
            await first_is_in.wait()
            await worlds[0].puppet(doors[0], names[1])

        worlds[0].host.watch_lobby = lambda lobby: first_is_in.set() if lobby.owner is not None else None
        server = Server(listener, host_context(certificate), visit, timing, Doorman())
        tasks = [
            asyncio.create_task(work)
            for work in (server.serve(), worlds[1].puppet(doors[1], names[0]), second_puppet())
        ]
        try:
            yield worlds
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _keep(game: str, names: tuple[str, str], options: Sequence[str]) -> None:
    chosen = {name: int(value) if value.isdigit() else value for name, _, value in (o.partition("=") for o in options)}
    doors = open_doors(listen)
    async with split_table(game, names, chosen, doors.listener, AT_ONCE):
        sys.stdout.write(json.dumps({"port": doors.port, "table": TABLE_ID.hex()}) + "\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)
    doors.close()


if __name__ == "__main__":
    asyncio.run(_keep(sys.argv[1], (sys.argv[2], sys.argv[3]), sys.argv[4:]))
