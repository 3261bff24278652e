"""The PIN of a table: five digits that its host tells the people in the room."""

from __future__ import annotations

from typing import Final

from lan_thirteen.core.values import Value

DIGITS: Final = 5


class Pin(Value, frozen=True):
    """A PIN. It is shown where a person must read it, and nowhere by accident."""

    digits: str

    def __repr__(self) -> str:
        return "Pin(…)"


def pin_of(text: str) -> Pin | None:
    """The PIN that somebody typed, blanks or not; None where it is none."""
    digits = "".join(text.split())
    return Pin(digits) if len(digits) == DIGITS and digits.isascii() and digits.isdigit() else None
