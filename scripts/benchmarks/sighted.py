"""Two programs for the lab that do what they are told, line by line. Each line of theirs is JSON with a time.

``announce``: ``table`` announces a table, ``probed`` a service as zeroconf does it unless told otherwise.
``look``: ``table`` looks for tables, ``probed`` for such services.
Any other line ends what was begun.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from zeroconf import ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.beacon import Beacon
from lan_thirteen.net.browser import Browser
from lan_thirteen.net.ports import open_doors
from lan_thirteen.net.server import listen
from lan_thirteen.wire.advert import Advert, TableStatus
from lan_thirteen.wire.messages import PROTOCOL

PROBED: Final = "_probed._tcp.local."

Does = Callable[[], AbstractAsyncContextManager[object]]


def say(**facts: object) -> None:
    # the clock is the same for all who live on one kernel
    sys.stdout.write(json.dumps({"at": time.monotonic(), **facts}) + "\n")
    sys.stdout.flush()


def _advert() -> Advert:
    return Advert(
        protocol=PROTOCOL,
        rules=1,
        table=secrets.token_bytes(16),
        epoch=1,
        name="Game night",
        host="Ana",
        game="leaves",
        options=(),
        taken=1,
        seats=4,
        pin=False,
        status=TableStatus.LOBBY,
        fingerprint=secrets.token_bytes(32),
    )


@asynccontextmanager
async def _table() -> AsyncIterator[None]:
    doors, advert = open_doors(listen), _advert()
    say(event="opening", id=advert.table.hex())
    try:
        async with Beacon(advert, doors.port, Timing(), sockets=doors.datagrams):
            say(event="open")
            yield
            say(event="closing")
    finally:
        doors.listener.close()


@asynccontextmanager
async def _probed() -> AsyncIterator[None]:
    name = f"{secrets.token_hex(8)}.{PROBED}"
    ip = socket.inet_aton("10.77.0.11")
    async with AsyncZeroconf() as service:
        info = AsyncServiceInfo(PROBED, name, 41313, addresses=[ip], properties={"n": "Game night"})
        say(event="opening", id=name)
        await (await service.async_register_service(info))
        say(event="open")
        yield
        say(event="closing")


@asynccontextmanager
async def _looking() -> AsyncIterator[None]:
    say(event="looking")
    async with Browser(Timing()) as browser:
        watcher = asyncio.create_task(_tell(browser))
        try:
            yield
        finally:
            watcher.cancel()


@asynccontextmanager
async def _looking_probed() -> AsyncIterator[None]:
    def changed(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Added:
            say(tables=[name])

    async with AsyncZeroconf() as service:
        browser = AsyncServiceBrowser(service.zeroconf, PROBED, handlers=[changed])
        say(event="looking")
        yield
        await browser.async_cancel()


async def _tell(browser: Browser) -> None:
    async for rows in browser.watch():
        say(tables=[row.advert.table.hex() for row in rows])


async def obey(does: dict[str, Does]) -> None:
    """Begin what is called so by a line; the next line ends it."""
    lines: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line.strip())
        loop.call_soon_threadsafe(lines.put_nowait, "")

    threading.Thread(target=read, daemon=True).start()
    say(event="ready")
    while word := await lines.get():
        async with does[word]():
            await lines.get()
        say(event="done")


async def announce() -> None:
    await obey({"table": _table, "probed": _probed})


async def look() -> None:
    await obey({"table": _looking, "probed": _looking_probed})


PROGRAMS: Final[dict[str, Callable[[], Coroutine[None, None, None]]]] = {"announce": announce, "look": look}

if __name__ == "__main__":
    asyncio.run(PROGRAMS[sys.argv[1]]())
