"""On whom a host can count: who answers it, and who knows what it has written."""

from __future__ import annotations

from math import inf

from lan_thirteen.trust.electorate import Council, Place


class Support:
    """Those who have answered a host in its epoch, and when the question was asked; pure."""

    def __init__(self, me: bytes, lease: float) -> None:
        self._me = me
        self._lease = lease
        self._asked: dict[bytes, float] = {}
        self._known: dict[bytes, Place] = {}
        self._linked: dict[bytes, float] = {}
        self.promised: set[bytes] = set()
        """Who answers, and has promised themselves to a later host."""

    def answered(self, key: bytes, at: float, knows: Place) -> None:
        """They have answered what was asked at that time, and have the journal up to there.

        It is the time of the question that counts: an answer may have been on its way for long.
        """
        self.promised.discard(key)
        self._asked[key] = max(at, self._asked.get(key, at))
        self._known[key] = max(knows, self._known.get(key, knows))

    def left(self, key: bytes, at: float) -> None:
        """They have left on purpose and help no other host; ``at``: of the last question that they were asked."""
        if at >= self._linked.get(key, 0.0):
            self._asked[key] = inf

    def linked(self, key: bytes, now: float) -> None:
        """They may be back."""
        self._linked[key] = now
        self.lost(key)

    def voted(self, key: bytes) -> None:
        """They have voted for somebody else."""
        self.lost(key)
        self.promised.add(key)

    def lost(self, key: bytes) -> None:
        """They may help another one now; what they know they know."""
        self._asked.pop(key, None)

    def forget(self) -> None:
        """The machine has slept: nobody counts before they have answered again, but who has left has left."""
        self._asked = {key: at for key, at in self._asked.items() if at == inf}

    def is_half(self, council: Council, now: float) -> bool:
        """Whether enough can be counted on for the clocks to run."""
        reached = {self._me, *(key for key, at in self._asked.items() if at + self._lease > now)}
        if self.is_settled(council):
            return council.now is None or council.now.is_half(reached)
        return council.is_half(reached)

    def is_settled(self, council: Council) -> bool:
        """Whether enough know of the last change of the electorate for it to count alone."""
        return council.is_known_to_half({self._me, *(k for k, place in self._known.items() if place >= council.since)})
