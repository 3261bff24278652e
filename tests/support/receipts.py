"""Receipts as laptops of a table send them."""

from __future__ import annotations

from typing import Final

from lan_thirteen.core.lobby import DealId
from lan_thirteen.trust.journal import receipt_text
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire.receipt import Overheard

TABLE: Final = bytes(range(16))
HEAD: Final = b"h" * 32
ANA, BO, CEM, ZENO = (SigningKey(bytes([number]) * 32) for number in (1, 2, 3, 26))


def receipt_of(
    key: SigningKey,
    deal: int = 1,
    *,
    head: bytes = HEAD,
    colour: str = "green",
    match: int = 1,
    attempt: int = 1,
    table: bytes = TABLE,
) -> Overheard:
    """What the laptop with this seat key says of a deal."""
    sig = key.sign(receipt_text(table, head, DealId(match, deal, attempt), colour))
    return Overheard(table, match, deal, attempt, 40 * deal, head, colour, key.public, sig)
