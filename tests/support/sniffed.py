"""What somebody makes of frames that they have sniffed: datagrams, and the lengths of what TLS hides."""

from __future__ import annotations

import ipaddress
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

_IPV4, _IPV6 = 0x0800, 0x86DD
TCP, UDP = 6, 17
_FIN, _SYN, _RST = 1, 2, 4
_END: Final = b"\0"
"""The end of a stream has a number too."""
_APPLICATION_DATA: Final = 23
_TLS_HEAD: Final = struct.Struct(">BHH")


class Packet(NamedTuple):
    """The inside of one frame."""

    protocol: int
    source: tuple[str, int]
    to: tuple[str, int]
    data: bytes
    """After the ports."""


def datagrams(frames: Iterable[bytes]) -> Iterator[tuple[Packet, bytes]]:
    """Everything that was sent by UDP."""
    return ((packet, packet.data[4:]) for packet in packets(frames) if packet.protocol == UDP)


def record_lengths(frames: Sequence[bytes], port: int) -> list[list[int]]:
    """For each connection to the table at this port how many bytes each record from it has that TLS hides, in order.

    Raises AssertionError where a piece was never heard.
    """
    connections: dict[tuple[str, int], dict[int, dict[int, bytes]]] = {}
    for packet in packets(frames):
        if packet.protocol != TCP or packet.source[1] != port:
            continue
        sequence, _, offset, flags = struct.unpack_from(">IIBB", packet.data)
        begun = connections.setdefault(packet.to, {})
        if flags & _SYN:
            begun.setdefault((sequence + 1) % 2**32, {})
        elif begun and not flags & _RST:
            begin = next(reversed(begun))
            place = (sequence - begin) % 2**32
            text = packet.data[(offset >> 4) * 4 - 4 :] + (_END if flags & _FIN else b"")
            begun[begin][place] = max(begun[begin].get(place, b""), text, key=len)
    return [list(_lengths(_joined(pieces))) for begun in connections.values() for pieces in begun.values()]


def packets(frames: Iterable[bytes]) -> Iterator[Packet]:
    """Everything that was sent by TCP or UDP in one piece."""
    for frame in frames:
        (kind,) = struct.unpack_from(">H", frame, 12)
        if kind == _IPV4:
            size, protocol = (frame[14] & 15) * 4, frame[23]
            (total,) = struct.unpack_from(">H", frame, 16)
            addresses, body = (frame[26:30], frame[30:34]), frame[14 + size : 14 + total]
        elif kind == _IPV6:
            protocol = frame[20]
            (total,) = struct.unpack_from(">H", frame, 18)
            addresses, body = (frame[22:38], frame[38:54]), frame[54 : 54 + total]
        else:
            continue
        if protocol in (TCP, UDP):
            ports = struct.unpack_from(">HH", body)
            ends = [(str(ipaddress.ip_address(ip)), number) for ip, number in zip(addresses, ports, strict=True)]
            yield Packet(protocol, ends[0], ends[1], body[4:])


def _joined(pieces: dict[int, bytes]) -> bytes:
    """The stream, of which some may have been sent twice and nothing may be missing."""
    stream = bytearray()
    for place, text in sorted(pieces.items()):
        assert place <= len(stream), f"bytes {len(stream)} to {place} were never heard"
        stream[place : place + len(text)] = text
    return bytes(stream)


def _lengths(stream: bytes) -> Iterator[int]:
    at = 0
    while at + _TLS_HEAD.size <= len(stream):
        kind, _, length = _TLS_HEAD.unpack_from(stream, at)
        assert kind in (20, 21, 22, _APPLICATION_DATA), f"no TLS at byte {at}"
        if kind == _APPLICATION_DATA:
            yield length
        at += _TLS_HEAD.size + length
