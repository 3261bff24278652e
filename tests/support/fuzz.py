"""Frames that were spoiled on the way, by the thousand, and bytes made to hurt a decoder."""

from __future__ import annotations

import struct
import time
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.wire.codec import pack
from lan_thirteen.wire.frames import frame
from lan_thirteen.wire.limits import SEATED
from lan_thirteen.wire.link import GUEST_SAYS, HOST_SAYS, Link
from tests.support.messages import SAMPLES, open_pair

_HEADS: Final = b"\xdc\xdd\xde\xdf\xda\xdb\xc4\xc5\xc6\xc7\xc8\xc9\xca\xcb\xd4\xd5\xd6\xd7\xd8\xc1\x91\x81\x9f\xc0\xff"
"""Bytes that begin arrays, maps, texts, extensions, floats, or nothing at all."""


def _nils(n: int) -> bytes:
    return b"\xdc" + struct.pack(">H", n) + b"\xc0" * n


_HASH: Final = b"\xc4\x20" + bytes(32)
_SIG: Final = b"\xc4\x40" + bytes(64)

BOMBS: Final[dict[str, bytes]] = {
    "nothing": b"",
    "no array": b"\x07",
    "an array without a tag": b"\x90",
    "a tag that is a number": b"\x92\x01\x02",
    "a tag that is an array": b"\x92\x91\xa4Ping\x02",
    "a tag that nobody has": b"\x92\xa5Shout\x02",
    "too few fields": b"\x91\xa4Ping",
    "too many fields": b"\x93\xa4Ping\x02\x03",
    "a field of another type": b"\x92\xa4Ping\xa12",
    "a truth value for a number": b"\x92\xa4Ping\xc3",
    "a whole float for a number": b"\x92\xa4Ping\xcb" + struct.pack(">d", 2.0),
    "not a number": b"\x92\xa4Ping\xcb" + struct.pack(">d", float("nan")),
    "a number out of bounds": b"\x92\xa4Ping\xcf" + b"\xff" * 8,
    "a negative number": b"\x92\xa4Ping\xff",
    "text for bytes": b"\x95\xa3Act\x01\x02\x03\xa4QUJD",
    "bytes for text": b"\x92\xa4Chat\xc4\x01a",
    "bytes after the end": b"\x92\xa4Ping\x02\xc0",
    "a map": b"\x81\xa1t\xa4Ping",
    "a map inside": b"\x92\xa4Ping\x80",
    "an extension": b"\x92\xa4Ping\xd4\x05\x00",
    "a time": b"\x92\xa4Ping\xd6\xff\x00\x00\x00\x01",
    "the reserved byte": b"\x92\xa4Ping\xc1",
    "text that is no UTF-8": b"\x92\xa4Chat\xa2\xff\xfe",
    "half a character": b"\x92\xa4Chat\xa3\xed\xa0\x80",
    "an array of 4 billion": b"\xdd\xff\xff\xff\xff",
    "a map of 4 billion": b"\xdf\xff\xff\xff\xff",
    "text of 4 GB": b"\xdb\xff\xff\xff\xff",
    "binary of 4 GB": b"\xc6\xff\xff\xff\xff",
    "an extension of 4 GB": b"\xc9\xff\xff\xff\xff\x01",
    "60000 arrays in each other": b"\x91" * 60000 + b"\xc0",
    "900 arrays in each other": b"\x91" * 900 + b"\xc0",
    "9 arrays in each other": b"\x92\xa4Ping" + b"\x91" * 9 + b"\xc0",
    "900 maps in each other": b"\x81\xa1a" * 900 + b"\xc0",
    "60000 values": b"\xdd" + struct.pack(">I", 60000) + b"\xc0" * 60000,
    "1000 times 60 values": b"\xdc\x03\xe8" + _nils(60) * 1000,
    "arrays that each claim 1024": b"\xdc\x04\x00" * 20000,
    "arrays that each claim 64": b"\xdc\x00\x40" * 1000,
    "a chat of 60000 bytes": b"\x92\xa4Chat\xda" + struct.pack(">H", 60000) + b"x" * 60000,
    "a move of 60000 bytes": b"\x95\xa3Act\x01\x02\x03\xc5" + struct.pack(">H", 60000) + bytes(60000),
    "a journal of 65 lines": b"\x95\xa7Entries\x01\x00\xdc\x00\x41" + b"\xc4\x02[]" * 65 + _HASH,
    "a journal without a line": b"\x95\xa7Entries\x01\x00\x90" + _HASH,
    "a line of 2049 bytes": b"\x95\xa7Entries\x01\x00\x91\xc5\x08\x01" + bytes(2049) + _HASH,
    "a journal that claims 4 billion lines": b"\x95\xa7Entries\x01\x00\xdd\xff\xff\xff\xff",
    "a receipt with half a signature": b"\x95\xa7Receipt\x93\x01\x01\x01\x09\xa5green" + _HASH,
    "a receipt of an endless colour": b"\x95\xa7Receipt\x93\x01\x01\x01\x09\xd9\x41" + b"x" * 65 + _SIG,
    "a move with a signature too long": b"\x97\xa3Act\x01\x02\x03\xc4\x00\x09\xc4\x41" + bytes(65),
    "a giant frame": bytes(SEATED.frame),
}
"""None of these is a message."""


class Tally(NamedTuple):
    """What became of spoiled frames, and how long the slowest took, in seconds."""

    accepted: int
    refused: int
    waiting: int
    """The length was spoiled: the rest never came."""
    slowest: float


def mutated_frames(count: int, seed: int = 13) -> Tally:
    """Give spoiled frames to open links. Raises whatever escapes that is no RemoteProtocolError."""
    rng = Random(seed)
    fates: dict[str, int] = {"accepted": 0, "refused": 0, "waiting": 0}
    slowest = 0.0
    for _ in range(count):
        link, data = _spoiled(rng)
        start = time.perf_counter()
        fates[_fate(link, data)] += 1
        slowest = max(slowest, time.perf_counter() - start)
    return Tally(**fates, slowest=slowest)


def _fate(link: Link[Any, Any], data: bytes) -> str:
    try:
        return "accepted" if link.receive(data) else "waiting"
    except RemoteProtocolError:
        return "refused"


def _spoiled(rng: Random) -> tuple[Link[Any, Any], bytes]:
    """A link, and bytes that are almost what it should hear."""
    says, end = rng.choice(((GUEST_SAYS, 0), (HOST_SAYS, 1)))
    message = rng.choice([s for s in SAMPLES if any(type(s) in row for row in says.values())])
    body = bytearray(msgspec.msgpack.encode(_tree(rng)) if rng.random() < 0.1 else pack(message))
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        _spoil(body, rng)
    data = frame(bytes(body), SEATED.frame)
    if rng.random() < 0.05:
        raw = bytearray(data)
        _spoil(raw, rng)
        data = bytes(raw)
    return open_pair()[end], data


def _spoil(raw: bytearray, rng: Random) -> None:
    at = rng.randrange(len(raw)) if raw else 0
    match rng.randrange(5):
        case 0:
            raw[at : at + 1] = rng.randbytes(1)
        case 1:
            del raw[at : at + rng.randrange(1, 6)]
        case 2:
            raw[at:at] = bytes([rng.choice(_HEADS)])
        case 3:
            raw[at : at + 1] = bytes([rng.choice(_HEADS)])
        case _:
            raw[at:at] = raw[at : at + rng.randrange(1, 40)]


def _tree(rng: Random, depth: int = 0) -> Any:
    """Any value at all, within what MessagePack can say."""
    if depth < 12 and rng.random() < 0.4:
        items = [_tree(rng, depth + 1) for _ in range(rng.randrange(6))]
        return {str(i): item for i, item in enumerate(items)} if rng.random() < 0.2 else items
    return rng.choice((None, True, 0, -1, 2**63, 1.5, "Ping", "x" * rng.randrange(40), bytes(rng.randrange(40))))
