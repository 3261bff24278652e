"""Noticing that this machine has got other addresses, and keeping tasks alive."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.addresses import OwnAddress, own_addresses

Look: TypeAlias = Callable[[], tuple[OwnAddress, ...]]
"""How to find out which addresses this machine has."""


class Reach(NamedTuple):
    """Which networks of this machine are used."""

    look: Look = own_addresses
    only: tuple[str, ...] | None = None
    """Keep to these own addresses, whatever others there are."""


EVERY_NETWORK: Final = Reach()

_LOOKS_PER_CHANGE: Final = 4
_log = logging.getLogger(__name__)


async def address_changes(timing: Timing, look: Look) -> AsyncIterator[tuple[OwnAddress, ...]]:
    """The addresses now, and again each time that they have changed and then stayed for ``Timing.settled``."""
    known = await asyncio.to_thread(look)
    yield known
    while True:
        await asyncio.sleep(timing.addresses)
        now = await asyncio.to_thread(look)
        if now != known:
            known = await _settled(now, timing, look)
            yield known


async def _settled(now: tuple[OwnAddress, ...], timing: Timing, look: Look) -> tuple[OwnAddress, ...]:
    quiet = 0
    while quiet < _LOOKS_PER_CHANGE:
        await asyncio.sleep(timing.settled / _LOOKS_PER_CHANGE)
        later = await asyncio.to_thread(look)
        quiet = quiet + 1 if later == now else 0
        now = later
    return now


async def keep_alive(work: Callable[[], Awaitable[None]], timing: Timing) -> None:
    """Do ``work``, and again after a growing pause whenever it fails: finding tables may not end before the program."""
    first, growth, longest = timing.redial
    pause = first
    clock = asyncio.get_running_loop().time
    while True:
        begun = clock()
        try:
            await work()
        except Exception:  # noqa: BLE001 - whatever a library makes of strange traffic
            _log.exception("finding tables failed, and is begun again")
        if clock() - begun > longest:
            pause = first
        await asyncio.sleep(pause)
        pause = min(longest, pause * growth)
