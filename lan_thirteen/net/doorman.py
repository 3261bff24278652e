"""Who may connect, counted from the moment a connection is accepted.

Links of people who were let in are theirs as long as they last. All others wait, in a small room of their own: whoever
comes new finds a place there, and where there is none, the oldest from the address with the most is pushed out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from lan_thirteen.net.addresses import origins
from lan_thirteen.net.buckets import Buckets
from lan_thirteen.wire.limits import BURST_DIALS, CONNECTIONS, CONNECTIONS_PER_ADDRESS, DIALS_PER_SECOND, WAITING


class Entry:
    """One connection, from the moment it is accepted to its end."""

    def __init__(self, doorman: Doorman, address: str, cut: Callable[[], object]) -> None:
        """``cut``: ends the connection at once; whoever carries it further may change that."""
        self.address = address
        self.cut = cut
        self.counted = origins(address)
        self._doorman = doorman

    def let_in(self) -> None:
        """It is the link of a person now, whom no newcomer pushes out."""
        self._doorman.let_in(self)

    def see_out(self) -> None:
        """It is nobody's link any more, and at its last words."""
        self._doorman.see_out(self)


class Doorman:
    """Counts links: all, and those that wait by address too, for IPv6 by network as well."""

    def __init__(self, most: int = CONNECTIONS, waiting: int = WAITING, per_address: int = CONNECTIONS_PER_ADDRESS):
        self._most = most
        self._most_waiting = waiting
        self._per_address = per_address
        self._dials = Buckets(DIALS_PER_SECOND, BURST_DIALS)
        self._waiting: dict[Entry, None] = {}
        """The oldest first."""
        self._let_in: set[Entry] = set()
        self._counts: Counter[str] = Counter()
        """Of those who wait, by what they count against."""

    @property
    def inside(self) -> int:
        """How many there are."""
        return len(self._waiting) + len(self._let_in)

    @property
    def waiting(self) -> int:
        """How many of them are nobody's."""
        return len(self._waiting)

    def enter(self, address: str, cut: Callable[[], object], now: float) -> Entry | None:
        """One more from this address at this time, ended by ``cut``.

        None where all places are people's, or where this address dials more often than people do.
        """
        if not self._dials.take(address, now):
            return None
        entry = Entry(self, address, cut)
        self._add(entry)
        if self.inside > self._most:
            self._drop(entry)
            return None
        return entry

    def let_in(self, entry: Entry) -> None:
        if entry in self._waiting:  # and was not pushed out in this very moment
            self._drop(entry)
            self._let_in.add(entry)

    def see_out(self, entry: Entry) -> None:
        if entry in self._let_in:
            self._let_in.remove(entry)
            self._add(entry)

    def leave(self, entry: Entry) -> None:
        """The connection is at its end."""
        self._let_in.discard(entry)
        if entry in self._waiting:
            self._drop(entry)

    def _add(self, entry: Entry) -> None:
        """One more waits, and others make room."""
        self._waiting[entry] = None
        self._counts.update(origin for origin, _ in entry.counted)
        for origin in entry.counted:
            while self._counts[origin[0]] > self._per_address * origin[1]:
                self._push_out([other for other in self._waiting if origin in other.counted])
        while len(self._waiting) > 1 and (len(self._waiting) > self._most_waiting or self.inside > self._most):
            self._push_out(list(self._waiting))

    def _push_out(self, some: list[Entry]) -> None:
        """End the oldest of them from where most wait; it is never the newest."""
        entry = max(some, key=self._share)
        self._drop(entry)
        entry.cut()

    def _share(self, entry: Entry) -> float:
        return max(self._counts[origin] / laptops for origin, laptops in entry.counted)

    def _drop(self, entry: Entry) -> None:
        del self._waiting[entry]
        self._counts.subtract(origin for origin, _ in entry.counted)
        self._counts = +self._counts  # whoever has left is not counted
