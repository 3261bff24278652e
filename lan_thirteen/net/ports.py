"""The doors of a table: one number, open for connections and for questions."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from lan_thirteen.net.addresses import PORTS
from lan_thirteen.net.datagrams import open_datagrams

_ANY: Final = 0
_ANY_TRIES: Final = 8


class Doors(NamedTuple):
    """The sockets of one table."""

    port: int
    listener: socket.socket
    datagrams: list[socket.socket]

    def close(self) -> None:
        """Close them all, whoever else has done so already."""
        for sock in (self.listener, *self.datagrams):
            sock.close()


def open_doors(listen: Callable[[int], socket.socket], ports: Iterable[int] = PORTS, *, or_any: bool = True) -> Doors:
    """The first of ``ports`` that is free for both kinds, or else any unless told otherwise; OSError where none is.

    ``listen`` opens a listening socket at a port, 0 for any, and raises OSError where that is taken.
    """
    trouble = OSError("no port was tried")
    for port in (*ports, *([_ANY] * _ANY_TRIES if or_any else ())):
        try:
            listener = listen(port)
        except OSError as error:
            trouble = error
            continue
        number = listener.getsockname()[1]
        try:
            # no other table has this number, since nobody else listens there
            return Doors(number, listener, open_datagrams(number, is_shared=True))
        except OSError as error:
            listener.close()
            trouble = error
    raise trouble
