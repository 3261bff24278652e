"""The PIN of a table, at its host: who is new must prove it, as often as the throttle lets them try."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Callable
from typing import NamedTuple, TypeAlias

from lan_thirteen.core.pin import Pin, pin_of
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.addresses import origins
from lan_thirteen.net.crowd import GuestConnection
from lan_thirteen.net.throttle import Origins, Throttle
from lan_thirteen.trust.keys import is_same
from lan_thirteen.trust.pin import Bound, PinRun, Proofs, Role
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.limits import PIN_TRIES_IN_ALL

Messages: TypeAlias = AsyncGenerator[m.FromGuest, None]


class Arrival(NamedTuple):
    """Somebody who has come and whose signature is good."""

    half: bytes
    """Theirs of the proof; empty where they have typed no PIN."""
    bound: Bound
    address: str
    is_new: bool

    @property
    def counted(self) -> Origins:
        """What their tries count against: of somebody known against nobody but themselves."""
        return origins(self.address) if self.is_new else [(self.bound.seat_key.hex(), 1)]


class Gate:
    """Asks those who come for the PIN, where there is one. ``tell`` is called with what the owner should know."""

    def __init__(self, pin: Pin | None, timing: Timing, tell: Callable[[m.Notice], None]) -> None:
        self._pin = pin
        self._timing = timing
        self._tell = tell
        self._throttle = Throttle(timing)
        self._has_warned = False

    @property
    def pin(self) -> Pin | None:
        return self._pin

    @property
    def is_locked(self) -> bool:
        """Whether there is a PIN."""
        return self._pin is not None

    @property
    def warning(self) -> m.Notice | None:
        """What the owner should know, as long as it is so."""
        return m.Notice("pin.many-wrong", (PIN_TRIES_IN_ALL,), ()) if self._throttle.is_strained else None

    def change(self, digits: str) -> m.Notice | m.Refused:
        """Ask for this PIN from now on, or for none. What is said to the owner."""
        pin = pin_of(digits)
        if digits and pin is None:
            return m.Refused(None, "pin.bad", (), ())
        self._pin = pin
        self._throttle = Throttle(self._timing)
        self._has_warned = False
        return m.Notice("pin.removed" if pin is None else "pin.set", (), ())

    async def pass_through(self, connection: GuestConnection, messages: Messages, arrival: Arrival) -> bytes | Refusal:
        """Our proof for the welcome, empty where none is wanted; or why this one may not come in.

        Whoever is known needs no PIN. One that they have typed is proven all the same.
        """
        if not arrival.half:
            return Refusal("join.pin-needed") if arrival.is_new and self.is_locked else b""
        pin = self._pin
        if pin is None:
            return Refusal("join.no-pin-there")
        throttle, counted = self._throttle, arrival.counted
        if wait := throttle.wait(counted, self._now(), is_new=arrival.is_new):
            return Refusal("join.try-later", (math.ceil(wait),))
        proofs: Proofs | Refusal | None = None
        try:
            proofs = await self._proven(connection, messages, arrival, pin)
        finally:
            if isinstance(proofs, Proofs):
                throttle.was_right(counted, self._now(), is_new=arrival.is_new)
            else:
                self._warn()
        if isinstance(proofs, Proofs):
            return proofs.host if pin is self._pin else Refusal("join.pin-changed")
        return proofs or _wrong(throttle.left(counted, self._now()), self._timing)

    async def _proven(
        self, connection: GuestConnection, messages: Messages, arrival: Arrival, pin: Pin
    ) -> Proofs | Refusal | None:
        """The proofs, where the guest's was right; None where it was wrong."""

        def begun() -> tuple[bytes, Proofs | None]:
            run = PinRun(Role.HOST, pin, arrival.bound)
            return run.message, run.finish(arrival.half)

        half, proofs = await asyncio.to_thread(begun)
        if proofs is None:
            return Refusal("link.bad-frame")
        connection.send(m.Pin(half))
        async with asyncio.timeout(self._timing.step):
            proof = await anext(messages, None)
        if not isinstance(proof, m.Proof):
            return Refusal("link.goodbye")
        return proofs if is_same(proof.mac, proofs.guest) else None

    def _warn(self) -> None:
        """Tell the owner once that so many were wrong."""
        if not self._has_warned and (warning := self.warning) is not None:
            self._has_warned = True
            self._tell(warning)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _wrong(left: int, timing: Timing) -> Refusal:
    if left:
        return Refusal("join.wrong-pin", (left,))
    return Refusal("join.try-later", (math.ceil(timing.pin_forgiven),))
