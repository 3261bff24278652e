"""Messages in a stream of bytes: each is its length, four bytes, most significant first, and then its body."""

from __future__ import annotations

import struct
from typing import Final

from lan_thirteen.core.errors import LocalProtocolError, RemoteProtocolError
from lan_thirteen.core.values import Refusal

_LENGTH: Final = struct.Struct(">I")


def frame(body: bytes, limit: int) -> bytes:
    """``body`` as it goes into the stream. Raises LocalProtocolError where the peer would not take it."""
    if len(body) > limit:
        raise LocalProtocolError(Refusal("link.too-long", (len(body), limit)))
    return _LENGTH.pack(len(body)) + body


class FrameReader:
    """Finds the bodies in the stream, however it was cut. ``limit`` may be raised at any time."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that are whole now. Raises RemoteProtocolError as soon as a length is above the limit."""
        self.add(data)
        return list(iter(self.take, None))

    def add(self, data: bytes) -> None:
        """Keep what came, to be taken body by body, where a body may raise the limit for the next one."""
        self._buffer += data

    def take(self) -> bytes | None:
        """The next body, None until it is whole. Raises RemoteProtocolError once its length is above the limit."""
        buffer = self._buffer
        if len(buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(buffer)
        if length > self.limit:
            raise RemoteProtocolError(Refusal("link.too-long", (length, self.limit)))
        end = _LENGTH.size + length
        if len(buffer) < end:
            return None
        body = bytes(buffer[_LENGTH.size : end])
        del buffer[:end]
        return body
