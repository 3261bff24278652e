"""One length for all that a seat is told, since TLS hides what is said but not how long it is.

How many moves a player has, or that they can only pass, would show to everybody on the same Wi-Fi.
"""

from __future__ import annotations

from typing import Final

import msgspec

from lan_thirteen.wire.codec import pack
from lan_thirteen.wire.messages import Told

_NO_BYTES: Final = b"\xc4\x00"
_BIN16: Final = b"\xc5"


def padded(told: Told, block: int) -> bytes:
    """``told`` packed, filled up to ``block`` bytes or the next multiple of it, at most 32 KiB.

    The padding is Told's last field, and its length is written in two bytes even where one would do: packed as usual,
    255 and 256 bytes of it would differ by two.
    """
    bare = pack(msgspec.structs.replace(told, padding=b""))
    missing = -len(bare) % block
    if missing == 0:
        return bare
    return bare[: -len(_NO_BYTES)] + _BIN16 + (missing - 1).to_bytes(2, "big") + bytes(missing - 1)
