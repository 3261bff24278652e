"""Two programs for the lab: a table that is announced, and a list of tables. Each line of theirs is JSON with a time.

``table NAME``: the table NAME, open until its input ends; a number on a line is how many seats are taken.
``list ADDRESS…``: tells the list whenever it changes; the addresses are those where a table was before.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Final

from msgspec.structs import replace

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.addresses import Target, parse_address
from lan_thirteen.net.beacon import Beacon
from lan_thirteen.net.browser import Browser
from lan_thirteen.net.ports import open_doors
from tests.support.adverts import new_table


def say(**facts: object) -> None:
    # the clock is the same for all who live on one kernel
    sys.stdout.write(json.dumps({"at": time.monotonic(), **facts}) + "\n")
    sys.stdout.flush()


def listen(port: int) -> socket.socket:
    return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)


def read_lines(loop: asyncio.AbstractEventLoop, line: Callable[[str], None], end: Callable[[], object]) -> None:
    """Hand over what is typed, from a thread of its own."""

    def read() -> None:
        for typed in sys.stdin:
            loop.call_soon_threadsafe(line, typed.strip())
        loop.call_soon_threadsafe(end)

    threading.Thread(target=read, daemon=True).start()


async def table(name: str) -> None:
    doors = open_doors(listen)
    advert = new_table(name=name, taken=1, seats=6)
    over = asyncio.Event()
    async with Beacon(advert, doors.port, Timing(), sockets=doors.datagrams) as beacon:

        def seat(taken: str) -> None:
            say(event="update")
            beacon.update(replace(advert, taken=int(taken)))

        read_lines(asyncio.get_running_loop(), seat, over.set)
        say(event="open", port=doors.port, id=advert.table.hex())
        await over.wait()
        say(event="closing")
    doors.listener.close()
    say(event="closed")


async def tables(*recent: str) -> None:
    targets = [target for text in recent if isinstance(target := parse_address(text), Target)]
    async with Browser(Timing(), recent=targets) as browser:
        async for rows in browser.watch():
            say(
                trouble=None if browser.trouble is None else browser.trouble.code,
                tables=[
                    {
                        "id": row.advert.table.hex(),
                        "name": row.advert.name,
                        "taken": row.advert.taken,
                        "pulse": row.pulse.value,
                        "targets": [str(target) for target in row.targets],
                    }
                    for row in rows
                ],
            )


PROGRAMS: Final[dict[str, Callable[..., Coroutine[None, None, None]]]] = {"table": table, "list": tables}

if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    asyncio.run(PROGRAMS[what](*arguments))
