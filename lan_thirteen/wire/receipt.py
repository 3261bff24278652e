"""What every laptop tells all others of a deal when it is over, past the host: one datagram, signed.

datagram: ``LAN13=`` 1, the table's id, match, deal, attempt and ``at`` with four bytes each, the head, the colour (0
green, 1 red, 2 grey), the seat key, the signature. Whoever can broadcast can send one, so nothing in it is believed
before it was checked.
"""

from __future__ import annotations

import struct
from typing import Final

from lan_thirteen.core.lobby import Colour, DealId
from lan_thirteen.core.values import Value

COLOURS: Final = tuple(Colour)
"""A datagram has the place of one here."""

_MAGIC: Final = b"LAN13=\x01"
_FORM: Final = struct.Struct(">7s16sIIIIB32s32s64s")
_MOST: Final = 2**31 - 1

RECEIPT_BYTES: Final = _FORM.size


class Overheard(Value, frozen=True):
    """A receipt as it was heard, from anybody."""

    table: bytes
    match: int
    deal: int
    attempt: int
    at: int
    """How many records of the journal end with this deal's ``Ended``; it is not signed, since the head says it."""
    head: bytes
    """After them."""
    colour: str
    key: bytes
    """The seat's, if it is one."""
    sig: bytes
    """That key's, over ``receipt_text``."""

    @property
    def of(self) -> DealId:
        return DealId(self.match, self.deal, self.attempt)


def receipt(told: Overheard) -> bytes:
    """The datagram. Raises ValueError for a colour that there is not."""
    colour = COLOURS.index(told.colour)
    numbers = (told.match, told.deal, told.attempt, told.at)
    return _FORM.pack(_MAGIC, told.table, *numbers, colour, told.head, told.key, told.sig)


def overheard(data: bytes) -> Overheard | None:
    """The receipt that this datagram is; None for anything else."""
    if len(data) != RECEIPT_BYTES or not data.startswith(_MAGIC):
        return None
    _, table, match, deal, attempt, at, colour, head, key, sig = _FORM.unpack(data)
    if max(match, deal, attempt, at) > _MOST or colour >= len(COLOURS):
        return None
    return Overheard(table, match, deal, attempt, at, head, COLOURS[colour], key, sig)
