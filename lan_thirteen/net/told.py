"""What a table tells, as messages, and how long they are: their length must say nothing about what they tell."""

from __future__ import annotations

from typing import Any, Final

from lan_thirteen.core.values import Refusal
from lan_thirteen.table.commands import Tell
from lan_thirteen.wire.codec import pack
from lan_thirteen.wire.messages import Refused, Told

_KIB: Final = 1024
_BLOCKS: Final = {
    "leaves": _KIB,  # the longest in 150,000 of random play, with a signature: 377 bytes
    "three-thirteen": 2 * _KIB,  # 968; below 1,500 where eight hold what all saw them pick up and the last goes out
    "dreizehn": _KIB,  # 631: the first choice of the first player, with 13 cards
}
"""For each game the smallest of 1, 2 and 4 KiB that holds what a seat is told of any single action."""


def told_block(game: str) -> int:
    """Bytes of every ``Told`` at a table of this game; a long story takes a multiple of it."""
    return _BLOCKS.get(game, 4 * _KIB)


def told_message(tell: Tell[Any, Any, Any]) -> Told:
    """As it travels; not filled up yet."""
    return Told(
        tell.to,
        tell.index,
        tell.tenure,
        pack(tell.view),
        tuple(map(pack, tell.events)),
        tuple(map(pack, tell.legal)),
        sig=b"",
        padding=b"",
    )


def refused(why: Refusal, nonce: int | None = None) -> Refused:
    """The answer to an ``Act`` with this nonce, or to anything else."""
    return Refused(nonce, why.code, why.numbers, why.names)
