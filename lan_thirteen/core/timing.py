"""Every waiting time of the program, as one value that is passed in."""

from __future__ import annotations

from typing import Final

from lan_thirteen.core.values import Value


class Timing(Value, frozen=True):
    """Waiting times in seconds."""

    bot_pause: tuple[float, float] = (0.6, 0.9)
    """A bot answers after a draw from this range, which does not depend on how long it thought."""

    def scaled(self, factor: float) -> Timing:
        """All times multiplied by ``factor``, 0 or more."""
        low, high = self.bot_pause
        return Timing(bot_pause=(low * factor, high * factor))


AT_ONCE: Final = Timing().scaled(0)
