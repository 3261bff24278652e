"""An ear on the wire."""

from __future__ import annotations

import socket
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from tests.lab.namespace import Namespace

BUFFER: Final = 64 << 20
SO_RCVBUFFORCE: Final = 33
PACKET_OUTGOING: Final = 4
ETH_P_ALL: Final = 3
LARGEST_FRAME: Final = 65536


class Sniffer:
    """Every frame that any host sends, as an attacker on the same Wi-Fi hears them."""

    def __init__(self, switch: Namespace) -> None:
        with switch.entered():
            self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        self._socket.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
        self._socket.setblocking(False)
        self._frames: list[bytes] = []

    def frames(self) -> list[bytes]:
        """All heard so far, each once, in order."""
        with suppress(BlockingIOError):
            while True:
                frame, address = self._socket.recvfrom(LARGEST_FRAME)
                if address[0].startswith("p") and address[2] != PACKET_OUTGOING:
                    self._frames.append(frame)
        return self._frames

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.frames()
        self._socket.close()
