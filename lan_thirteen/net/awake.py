"""The host's clock, which does not count what its own machine slept through."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from lan_thirteen.core.timing import Timing


class AwakeClock:
    """The time of a loop while its machine is awake. Until the first ``tick`` it is the loop's own.

    Whoever asks for the time first after a sleep notices it, be it a timer that is overdue or a message: so nothing is
    due, and nobody is lost, because of it.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, timing: Timing, woken: Callable[[], None]) -> None:
        """``woken`` is called after each sleep, before anybody is told the time."""
        self._loop = loop
        self._longest = timing.ping + timing.unsteady
        self._woken = woken
        self._ticked_at: float | None = None
        self._slept = 0.0

    def tick(self) -> None:
        """To be called every ``Timing.ping``: what is much longer than that was a sleep."""
        self.time()
        self._ticked_at = self._loop.time()

    def time(self) -> float:
        now = self._loop.time()
        if self._ticked_at is not None and now - self._ticked_at > self._longest:
            self._slept += now - self._ticked_at
            self._ticked_at = now
            self._woken()
        return now - self._slept

    def call_at(self, time: float, act: Callable[..., object], *arguments: Any) -> asyncio.TimerHandle:
        """Call ``act`` when this clock shows ``time``; sooner after a sleep, by as much as that lasted."""
        return self._loop.call_at(time + self._slept, act, *arguments)
