"""Noticing that this end of a connection has no address any more: who changes networks need not wait for silence."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from typing import Final

from lan_thirteen.net.outage import has_network

_FIELDS_OF_IPV6: Final = 4
_NOT_HERE: Final = (errno.EADDRNOTAVAIL, errno.ENODEV, getattr(errno, "WSAEADDRNOTAVAIL", errno.EADDRNOTAVAIL))


async def has_moved(end: tuple[str | int, ...] | None, has_another: Callable[[], bool] = has_network) -> bool:
    """Whether this machine has lost the address ``end`` of a connection, and has another one for a new connection.

    Without another, as while a cable is out, waiting is better: the same address may come back, and then nothing is
    lost.
    """
    return end is not None and not _is_ours(end) and await asyncio.to_thread(has_another)


def _is_ours(end: tuple[str | int, ...]) -> bool:
    """Whether a socket could still have this address; who cannot know it takes it for ours."""
    family = socket.AF_INET6 if len(end) == _FIELDS_OF_IPV6 else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.bind((end[0], 0, *end[2:]))
    except OSError as error:
        return error.errno not in _NOT_HERE
    return True
