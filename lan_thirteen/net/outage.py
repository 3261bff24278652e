"""Whether it is the host that has lost its network, rather than its guests theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lan_thirteen.core.lobby import Person
from lan_thirteen.core.timing import Timing
from lan_thirteen.net.addresses import advertised, own_addresses


def has_network() -> bool:
    """Whether this machine has an address at which others may reach it."""
    return bool(advertised(own_addresses()))


class Outage:
    """Looks at the people of other machines. One who falls silent is lost; all of them at once are not.

    Who hangs up, or says goodbye, has not fallen silent: the network brought that.
    """

    def __init__(self, timing: Timing, has_network: Callable[[], bool] = has_network) -> None:
        self._timing = timing
        self._has_network = has_network
        self._heard: dict[Person, float] = {}
        """When each was heard last: of those who are connected, and of those who were silent when that ended."""

    def look(self, silences: Mapping[Person, float], now: float) -> bool:
        """Whether the host is cut off; ``silences``: of all who are connected from elsewhere, in seconds."""
        fresh = now - self._timing.unsteady
        since = now - self._timing.outage
        self._heard = {p: at for p, at in self._heard.items() if p not in silences and since < at <= fresh}
        self._heard |= {person: now - silence for person, silence in silences.items()}
        newest = max(self._heard.values(), default=now)
        if not self._heard or newest > fresh:
            return False
        at_once = [at for at in self._heard.values() if newest - at <= self._timing.unsteady]
        return len(at_once) > 1 or not self._has_network()
