"""What people and tables may be called: how much room a name has, and how two of the same are told apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Final, NamedTuple


class Room(NamedTuple):
    """How much text has room. A code point may be no column wide, so columns alone bound nothing."""

    columns: int
    code_points: int
    utf8_bytes: int


PERSON: Final = Room(20, 40, 80)
TABLE: Final = Room(30, 60, 120)
CHAT: Final = Room(400, 200, 800)

_NUMBERED: Final = re.compile(r" \(\d+\)$")


def columns(text: str) -> int:
    """How many columns of a terminal ``text`` takes."""
    return sum(map(_width, text))


def fitted(text: str, room: Room) -> str:
    """The longest beginning of ``text`` that has room, without a space at its end."""
    wide = used = 0
    for at, char in enumerate(text):
        wide += _width(char)
        used += len(char.encode())
        if at == room.code_points or wide > room.columns or used > room.utf8_bytes:
            return text[:at].rstrip()
    return text.rstrip()


def unlike(name: str, others: Collection[str]) -> str:
    """``name``, or "``name`` (2)" and so on where one of the others reads the same; it still has a person's room."""
    taken = {_folded(other) for other in others}
    if _folded(name) not in taken:
        return name
    base = _NUMBERED.sub("", name) or name
    number = 2
    while _folded(candidate := _numbered(base, number)) in taken:
        number += 1
    return candidate


def _numbered(base: str, number: int) -> str:
    end = f" ({number})"
    return fitted(base, Room(*(all_of - len(end) for all_of in PERSON))) + end


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
