"""Who has fallen silent at a table, and whether it is the host that has."""

from __future__ import annotations

from collections.abc import Callable

from lan_thirteen.core.lobby import Person
from lan_thirteen.core.timing import Timing
from lan_thirteen.net.crowd import Crowd, GuestConnection
from lan_thirteen.net.outage import Outage
from lan_thirteen.table import commands as c
from lan_thirteen.wire import messages as m


class Pulse:
    """Pings everybody who is connected. ``handle`` is called with what the table should know of their silence."""

    def __init__(self, crowd: Crowd, timing: Timing, handle: Callable[[c.Command], None]) -> None:
        self._crowd = crowd
        self._timing = timing
        self._handle = handle
        self._outage = Outage(timing)
        self._is_cut_off = False
        self._faded: set[Person] = set()

    def look(self, now: float) -> None:
        """Ping everybody, and notice who has fallen silent, or is heard again."""
        for person, connection in self._crowd:
            self._look_after(person, connection)
        is_cut_off = self._outage.look(self._crowd.silences(), now)
        if is_cut_off is not self._is_cut_off:
            self._is_cut_off = is_cut_off
            self._handle(c.NetworkLost(is_cut_off))

    def forget(self, person: Person) -> None:
        """This one is gone, or has come back with a new connection."""
        self._faded.discard(person)

    def _look_after(self, person: Person, connection: GuestConnection) -> None:
        if connection.silence > self._timing.lost:
            connection.abort()
        elif connection.silence > self._timing.unsteady and person not in self._faded:
            self._faded.add(person)
            self._handle(c.Faded(person))
        elif connection.silence <= self._timing.unsteady and person in self._faded:
            self._faded.discard(person)
            self._handle(c.Heard(person))
        self._crowd.send(person, m.Ping(0))
