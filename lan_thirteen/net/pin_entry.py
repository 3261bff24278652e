"""The PIN that a guest has typed: it is proven before the table is believed, and never told."""

from __future__ import annotations

import asyncio

from lan_thirteen.core.errors import JoinError
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.throttle import OwnTries
from lan_thirteen.trust.keys import is_same
from lan_thirteen.trust.pin import Bound, PinRun, Proofs, Role
from lan_thirteen.wire import messages as m


class PinEntry:
    """For one guest. Once it was right it is not asked for again: from then on the certificate is known."""

    def __init__(self, pin: Pin | None, tries: OwnTries, timing: Timing) -> None:
        self._pin = pin
        self._tries = tries
        self._timing = timing
        self._table = b""
        self._run: PinRun | None = None
        self._proofs: Proofs | None = None
        self.was_right = False

    def objection(self, greeting: m.Greeting, *, has_pin: bool) -> Refusal | None:
        """Why nothing should be said to this table; ``has_pin``: it was announced with a PIN."""
        if self.was_right:
            return None
        if (self._pin is not None or has_pin) and not greeting.pin:
            return Refusal("join.no-pin-there")
        if self._pin is not None and not self._tries.may_try(greeting.table, self._now()):
            return Refusal("join.pin-rests", (round(self._timing.pin_rest / 60),))
        return None

    async def half(self, bound: Bound) -> bytes:
        """Our half of the proof; empty where none was typed, or where it was proven before."""
        if self._pin is None or self.was_right:
            return b""
        self._table = bound.table
        self._run = await asyncio.to_thread(PinRun, Role.GUEST, self._pin, bound)
        return self._run.message

    async def proof(self, theirs: m.Pin) -> m.Proof:
        """Our proof, which a table that does not know the PIN can use for one guess. Raises JoinError."""
        run, self._run = self._run, None
        self._proofs = None if run is None else await asyncio.to_thread(run.finish, theirs.spake)
        if self._proofs is None:
            raise JoinError(Refusal("join.no-proof"))
        self._tries.begin(self._table, self._now())
        return m.Proof(self._proofs.guest)

    def is_proven_by(self, welcome: m.Welcome) -> bool:
        """Whether the table has proven the PIN, too."""
        proofs, self._proofs = self._proofs, None
        self.was_right = proofs is not None and is_same(welcome.mac, proofs.host)
        if self.was_right:
            self._tries.was_right(self._table)
        return self.was_right

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
