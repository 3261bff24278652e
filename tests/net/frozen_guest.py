"""A guest whose program hangs: after its first move it holds the interpreter for some seconds.

Usage: python -m tests.net.frozen_guest PORT TABLE FINGERPRINT SECONDS
"""

from __future__ import annotations

import asyncio
import ctypes
import sys

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.guest import Guest, Visitor
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire import messages as m


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


async def main(port: str, table: str, fingerprint: str, seconds: str) -> None:
    known = Known((Address("127.0.0.1", int(port)),), bytes.fromhex(table), bytes.fromhex(fingerprint))
    key = SigningKey.new()
    guest = Guest(known, lambda table: key, Visitor("Frozen"), Timing())
    async for news in guest.news():
        if isinstance(news, m.Told) and news.legal:
            guest.send(m.Act(1, news.index, news.tenure, news.legal[0]))
        if isinstance(news, m.Accepted):
            say("frozen")
            ctypes.PyDLL(None).usleep(int(float(seconds) * 1_000_000))
            say("awake")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
