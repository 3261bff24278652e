"""What a ``Sniffer`` hears with, as a program of its own that only keeps: nothing else makes it late.

``ear.py SOCKET FILE``, two descriptors: frames from ports go into the file, each after its ``LENGTH``. A byte on its
input is a question; it takes all that is there and answers how far the file goes and how much was lost. It ends with
its input.
"""

from __future__ import annotations

import os
import select
import socket
import struct
import sys
from contextlib import suppress
from io import BufferedWriter
from typing import Final

LENGTH: Final = struct.Struct("=I")
ANSWER: Final = struct.Struct("=QQ")
"""Bytes in the file; frames that the system had no room for."""

LARGEST_FRAME: Final = 65536
SOL_PACKET: Final = 263
PACKET_STATISTICS: Final = 6
STATISTICS: Final = struct.Struct("=II")
"""Frames heard, and those of them dropped, since it was asked last."""
STDIN, STDOUT = 0, 1
BEFORE_ALL_OTHERS: Final = -20


class Ear:
    """A packet socket that does not block, and the file."""

    def __init__(self, heard: socket.socket, file: BufferedWriter) -> None:
        self._heard = heard
        self._file = file
        self._kept = 0
        self._lost = 0

    def run(self) -> None:
        """Keep frames and answer until the input ends."""
        while True:
            is_asked = STDIN in select.select([self._heard.fileno(), STDIN], [], [])[0]
            if is_asked and not os.read(STDIN, 1):
                return
            self._hear()
            if is_asked:
                os.write(STDOUT, self._answer())

    def _hear(self) -> None:
        with suppress(BlockingIOError):
            while True:
                frame, address = self._heard.recvfrom(LARGEST_FRAME)
                if address[0].startswith("p"):
                    self._kept += self._file.write(LENGTH.pack(len(frame)) + frame)

    def _answer(self) -> bytes:
        self._file.flush()
        numbers = STATISTICS.unpack(self._heard.getsockopt(SOL_PACKET, PACKET_STATISTICS, STATISTICS.size))
        self._lost += numbers[1]
        return ANSWER.pack(self._kept, self._lost)


def main(heard: str, file: str) -> None:
    """See above."""
    with suppress(OSError):  # where it may not, the room that the system keeps must do
        os.setpriority(os.PRIO_PROCESS, 0, BEFORE_ALL_OTHERS)
    with socket.socket(fileno=int(heard)) as frames, os.fdopen(int(file), "wb") as kept:
        Ear(frames, kept).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
