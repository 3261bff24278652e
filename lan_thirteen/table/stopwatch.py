"""Time that can be made to stand still."""

from __future__ import annotations


class Stopwatch:
    """Counts the seconds while it runs; it stands still at first. It is told the time, and looks at no clock."""

    GRAIN = 0.001
    """What lies closer than this is now: neither timers nor sums of seconds are exact."""

    def __init__(self) -> None:
        self.now = 0.0
        """The latest time that it was told."""
        self._is_running = False
        self._stood = 0.0
        """How much of ``now`` it did not count."""
        self._is_fresh = True

    @property
    def reading(self) -> float:
        return self.now - self._stood

    def advance(self, now: float) -> None:
        """It is ``now``; an earlier time than before changes nothing."""
        if self._is_fresh:
            self._is_fresh, self.now, self._stood = False, now, now
        passed = max(0.0, now - self.now)
        self.now += passed
        if not self._is_running:
            self._stood += passed

    def run(self, is_running: bool) -> None:
        """Count from now on, or do not."""
        self._is_running = is_running

    def is_past(self, reading: float) -> bool:
        return self.reading > reading - self.GRAIN

    def time_of(self, reading: float) -> float:
        """When it will show this, if nothing stops it."""
        return reading + self._stood
