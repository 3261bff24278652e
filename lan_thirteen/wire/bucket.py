"""How much of something may happen, whatever it is."""

from __future__ import annotations


class Bucket:
    """``rate`` a second, and ``burst`` at once after a pause. Times are the caller's, in seconds."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._at: float | None = None

    def take(self, n: float, now: float) -> bool:
        """Whether ``n`` more may happen now; if so they are counted."""
        passed = 0.0 if self._at is None else max(0.0, now - self._at)  # a clock that was set back gives nothing
        self._at = now
        self._level = min(self._burst, self._level + passed * self._rate)
        if self._level < n:
            return False
        self._level -= n
        return True
