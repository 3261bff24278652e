"""What comes of something that a guest has heard of a deal, or of the journal."""

from __future__ import annotations

from typing import NamedTuple

from lan_thirteen.core.values import Refusal
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.receipt import Overheard


class Outcome(NamedTuple):
    """What comes of something that was heard."""

    answers: tuple[m.FromGuest, ...] = ()
    checks: tuple[DealChecked, ...] = ()
    receipt: Overheard | None = None
    """To be told to everybody, past the host."""
    troubles: tuple[Refusal, ...] = ()
    """What the person should know of the keeping."""
