"""An ear on the wire."""

from __future__ import annotations

import ctypes
import os
import select
import socket
import struct
import subprocess
import sys
import tempfile
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from tests.lab import ear
from tests.lab.errors import LabError
from tests.lab.namespace import Namespace

BUFFER: Final = 256 << 20
"""Bytes that the system keeps for an ear that is late; a busy machine sends much in a match."""
SO_ATTACH_FILTER: Final = 26
SO_RCVBUFFORCE: Final = 33
ETH_P_ALL: Final = 3
INCOMING: Final = ((0x28, 0, 0, 0xFFFFF004), (0x15, 0, 1, 4), (0x06, 0, 0, 0), (0x06, 0, 0, 0xFFFFFFFF))
"""Classic BPF: of a frame that goes out keep nothing, of others all. Each comes in at one port only."""
ANSWERS_IN: Final = 30.0
"""Seconds."""


class Sniffer:
    """Every frame that any host sends, as an attacker on the same Wi-Fi hears them."""

    def __init__(self, switch: Namespace) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed at the end
        self._frames: list[bytes] = []
        self._read = 0
        with _frames_of(switch) as heard:
            fds = heard.fileno(), self._file.fileno()
            command = [sys.executable, "-IS", ear.__file__, *map(str, fds)]
            self._ear = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=fds)

    def frames(self) -> list[bytes]:
        """All heard so far, each once, in order. Raises LabError if one was lost."""
        kept, lost = self._asked()
        if lost:
            raise LabError(f"the sniffer was late: {lost} frames were lost")
        more = os.pread(self._file.fileno(), kept - self._read, self._read)  # the ear writes where the file stands
        self._read, at = kept, 0
        while at < len(more):
            begin, (length,) = at + ear.LENGTH.size, ear.LENGTH.unpack_from(more, at)
            at = begin + length
            self._frames.append(more[begin:at])
        return list(self._frames)

    def _asked(self) -> tuple[int, int]:
        """See ``ear.ANSWER``."""
        stdin, stdout = self._ear.stdin, self._ear.stdout
        assert stdin is not None
        assert stdout is not None
        os.write(stdin.fileno(), b"?")
        if not select.select([stdout], [], [], ANSWERS_IN)[0]:
            raise LabError(f"the sniffer has not answered in {ANSWERS_IN} s")
        kept, lost = ear.ANSWER.unpack(os.read(stdout.fileno(), ear.ANSWER.size))
        return kept, lost

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ear.communicate(timeout=ANSWERS_IN)
        self._file.close()


def _frames_of(switch: Namespace) -> socket.socket:
    """A socket that hears what comes in at any device there, from now on."""
    with switch.entered():
        heard = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
    heard.setblocking(False)
    heard.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in INCOMING))
    heard.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HP", len(INCOMING), ctypes.addressof(code)))
    with suppress(BlockingIOError):
        while heard.recv(1):  # what came before the filter
            pass
    return heard
