"""An ear on the wire."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from tests.lab.namespace import Namespace

BUFFER: Final = 64 << 20
SO_RCVBUFFORCE: Final = 33
PACKET_OUTGOING: Final = 4
ETH_P_ALL: Final = 3
LARGEST_FRAME: Final = 65536
_LOOK_AGAIN: Final = 0.2
"""Seconds, after which it is seen that nobody wants to listen any more."""


class Sniffer:
    """Every frame that any host sends, as an attacker on the same Wi-Fi hears them.

    It listens in a thread of its own: a busy machine sends more in a match than the system keeps for one who is late.
    """

    def __init__(self, switch: Namespace) -> None:
        with switch.entered():
            self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        self._socket.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
        self._socket.setblocking(False)
        self._frames: list[bytes] = []
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def frames(self) -> list[bytes]:
        """All heard so far, each once, in order."""
        self._hear()
        return list(self._frames)

    def _listen(self) -> None:
        while not self._is_over.is_set():
            if select.select([self._socket], [], [], _LOOK_AGAIN)[0]:
                self._hear()

    def _hear(self) -> None:
        with self._lock, suppress(BlockingIOError):
            while True:
                frame, address = self._socket.recvfrom(LARGEST_FRAME)
                if address[0].startswith("p") and address[2] != PACKET_OUTGOING:
                    self._frames.append(frame)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over.set()
        self._thread.join()
        self._hear()
        self._socket.close()
