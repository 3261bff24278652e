"""Whether a bot may play for us: we know for how long the others have waited for our move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lan_thirteen.core.lobby import Absence, HouseRules
from lan_thirteen.core.timing import Timing
from lan_thirteen.wire.messages import Told

_PATIENCE: Final = 0.8
"""Of the time after which a bot may play for somebody, what their own clock must have counted at least."""


class Attention:
    """Which move we are asked for, and since when."""

    def __init__(self, timing: Timing, now: Callable[[], float]) -> None:
        self._timing = timing
        self._now = now
        self._asked: tuple[int, float] | None = None

    def forget(self) -> None:
        """We have been away: nothing was asked that we know of."""
        self._asked = None

    def told(self, told: Told) -> None:
        """We are asked, or not any more; a bot that plays for us now does not change since when we were."""
        if self._asked is None or self._asked[0] != told.index:
            self._asked = (told.index, self._now()) if told.legal else None

    def back(self) -> None:
        """We decide again, and have all of the time."""
        if self._asked is not None:
            self._asked = self._asked[0], self._now()

    def is_reason(self, why: str, house: HouseRules) -> bool:
        """Whether a bot may play for us, who are here, for this reason: only if the others have waited for so long."""
        waited = 0.0 if self._asked is None else self._now() - self._asked[1]
        clock = house.turn_clock_s * self._timing.second
        if why == Absence.ASKED:
            return waited >= _PATIENCE * self._timing.idle
        return why == Absence.CLOCK and bool(clock) and waited >= _PATIENCE * clock
