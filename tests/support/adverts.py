"""Tables to be found, for tests."""

from __future__ import annotations

import secrets
from typing import Any, Final

from msgspec.structs import replace

from lan_thirteen.wire.advert import Advert, TableStatus
from lan_thirteen.wire.messages import PROTOCOL

KITCHEN: Final = Advert(
    protocol=PROTOCOL,
    rules=1,
    table=b"T" * 16,
    epoch=1,
    name="Kitchen",
    host="Ana",
    game="leaves",
    options=(("mode", "expert"), ("target_score", 30)),
    taken=2,
    seats=4,
    pin=False,
    status=TableStatus.LOBBY,
    fingerprint=b"F" * 32,
    program="0.1.0",
    avatars=(3, 7),
)


def new_table(**changes: Any) -> Advert:
    """A table like the kitchen's that is nobody else's."""
    return replace(KITCHEN, **{"table": secrets.token_bytes(16), "fingerprint": secrets.token_bytes(32), **changes})
