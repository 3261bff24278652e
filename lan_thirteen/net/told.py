"""How long every ``Told`` of a table is, so that its length says nothing about what it tells."""

from __future__ import annotations

from typing import Final

_BLOCKS: Final = {"leaves": 1024, "three-thirteen": 4096, "dreizehn": 2048}
"""For each game the smallest of 1, 2 and 4 KiB that holds what a seat is told of any single action."""


def told_block(game: str) -> int:
    """Bytes of every ``Told`` at a table of this game; a long story takes a multiple of it."""
    return _BLOCKS.get(game, 4096)
