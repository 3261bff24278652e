"""Values to bytes and back: MessagePack of arrays, whole numbers, text, bytes, yes or no, and nothing.

Packing is msgspec's, which knows our types. Unpacking begins with msgpack, which can be given a hard limit for every
length before it allocates; what comes out is walked, without recursion, and only then made a value of its type.
Maps, floats and extension types are in no message, so none is let in.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

import msgpack
import msgspec

from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.core.values import Refusal
from lan_thirteen.wire.limits import DEPTH, SEATED, STRANGER, VALUES, WORD, Bounds

_BROKEN: Final = (
    ValueError,  # a limit, bytes after the end, text that is no UTF-8
    msgpack.UnpackException,
    TypeError,
    RecursionError,
    MemoryError,
    OverflowError,
)


def pack(value: msgspec.Struct | tuple[Any, ...]) -> bytes:
    """The bytes of a value, always the same for equal ones."""
    return msgspec.msgpack.encode(value)


def unpack(data: bytes, kind: Any, bounds: Bounds = SEATED) -> Any:
    """The value of this type that ``data`` is. Raises RemoteProtocolError for anything but exactly one such value."""
    return typed(plain(data, bounds), kind)


def plain(data: bytes, bounds: Bounds) -> Any:
    """What ``data`` says, as lists and plain values. Raises RemoteProtocolError past any limit."""
    if len(data) > bounds.frame:
        raise _bad()
    try:
        tree = msgpack.unpackb(
            data,
            raw=False,
            ext_hook=_no_extension,
            max_str_len=bounds.text,
            max_bin_len=bounds.binary,
            max_array_len=min(bounds.array, len(data)),
            max_map_len=0,
            max_ext_len=0,
        )
    except _BROKEN as error:
        raise _bad() from error
    _check(tree)
    return tree


def typed(tree: Any, kind: Any) -> Any:
    """A plain value as one of this type. Raises RemoteProtocolError where it is none."""
    try:
        # without builtin_types, text would pass as base64 where bytes are wanted
        return msgspec.convert(tree, kind, strict=True, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise _bad() from error


def opening(data: bytes) -> tuple[str, int] | None:
    """The tag and the number that a message begins with, whatever follows; None where it does not begin so."""
    unpacker = msgpack.Unpacker(
        raw=False, max_str_len=WORD, max_bin_len=0, max_array_len=0, max_map_len=0, max_ext_len=0
    )
    try:
        unpacker.feed(data[: STRANGER.frame])
        unpacker.read_array_header()
        tag, number = unpacker.unpack(), unpacker.unpack()
    except _BROKEN:
        return None
    return (tag, number) if type(tag) is str and type(number) is int else None


def _check(tree: Any) -> None:
    level, seen = [tree], 1
    for _ in range(DEPTH + 1):
        below: list[Any] = []
        for value in level:
            if type(value) is list:
                below += value
            elif value is not None and type(value) not in (int, str, bytes, bool):
                raise _bad()
        seen += len(below)
        if not below:
            return
        if seen > VALUES:
            break
        level = below
    raise _bad()


def _no_extension(code: int, data: bytes) -> NoReturn:
    raise ValueError


def _bad() -> RemoteProtocolError:
    return RemoteProtocolError(Refusal("link.bad-frame"))
