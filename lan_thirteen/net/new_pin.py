"""PINs that nobody has thought of."""

from __future__ import annotations

import secrets

from lan_thirteen.core.pin import DIGITS, Pin


def new_pin() -> Pin:
    return Pin(f"{secrets.randbelow(10**DIGITS):0{DIGITS}}")
