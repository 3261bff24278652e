"""Words of strangers, cleaned once, at the border: what comes out can be drawn on any line of any screen."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterator
from typing import Final

from lan_thirteen.core.names import CHAT, PERSON, TABLE, Room, fitted

_HIDDEN: Final = ("Cc", "Cf", "Cs", "Co")
"""Categories of what steers, turns the direction of writing, is half a character, or looks different everywhere."""

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that draw nothing, and so would make an empty name."""

_SHRINKS: Final = 4
"""So many code points can become one when they are composed; at most three are known."""


def clean_name(text: str) -> str | None:
    """``text`` as the name of a person; None where nothing of it is left."""
    return _cleaned(text, PERSON)


def clean_table_name(text: str) -> str | None:
    """``text`` as the name of a table; None where nothing of it is left."""
    return _cleaned(text, TABLE)


def clean_chat(text: str) -> str | None:
    """``text`` as one line of talk; None where nothing of it is left."""
    return _cleaned(text, CHAT)


def cut_bytes(text: str, n: int) -> str:
    """The longest beginning of ``text`` of at most ``n`` bytes, cut between code points."""
    return text.encode(errors="ignore")[: max(0, n)].decode(errors="ignore")


def _cleaned(text: str, room: Room) -> str | None:
    words = " ".join("".join(itertools.dropwhile(_needs_a_letter, _drawn(text))).split())
    composed = unicodedata.normalize("NFC", words[: _SHRINKS * room.code_points])
    return fitted(composed, room) or None


def _drawn(text: str) -> Iterator[str]:
    for char in text:
        if char.isspace():
            yield " "
        elif unicodedata.category(char) not in _HIDDEN and char not in _BLANK and not _is_no_character(char):
            yield char


def _needs_a_letter(char: str) -> bool:
    return char == " " or unicodedata.category(char).startswith("M")


def _is_no_character(char: str) -> bool:
    return ord(char) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(char) <= 0xFDEF
