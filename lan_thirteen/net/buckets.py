"""How much of something may happen for each address, whatever it is."""

from __future__ import annotations

from collections import OrderedDict

from lan_thirteen.net.addresses import origins
from lan_thirteen.wire.bucket import Bucket
from lan_thirteen.wire.limits import ASKERS


class Buckets:
    """``rate`` a second for one address, ``burst`` at once, and more for a whole IPv6 network.

    Of too many, those that were silent for longest are forgotten.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._each: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, host: str, now: float) -> bool:
        """Whether one more may happen for it now; if so it is counted."""
        return all(self._bucket(who, share).take(1, now) for who, share in origins(host))

    def _bucket(self, who: str, share: int) -> Bucket:
        bucket = self._each.pop(who, None)
        if bucket is None:
            bucket = Bucket(share * self._rate, share * self._burst)
        self._each[who] = bucket  # now the last to be forgotten
        if len(self._each) > ASKERS:
            self._each.popitem(last=False)
        return bucket
