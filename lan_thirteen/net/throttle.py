"""How often a PIN may be guessed. Times are the caller's, in seconds; nothing here reads a clock.

A try is charged when it begins, since whoever guesses may hang up as soon as they know, and given back where the PIN
was right. Many addresses are no help either: after too many wrong PINs in all, whoever is new waits for a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from lan_thirteen.core.timing import Timing
from lan_thirteen.wire.limits import PIN_ADDRESSES, PIN_TRIES, PIN_TRIES_IN_ALL, PIN_TRIES_OF_OURS

Origins: TypeAlias = Sequence[tuple[str, int]]
"""What a try counts against, and how many times as much as one address each of it may try; the widest is last."""


class _Charged(NamedTuple):
    tries: float
    at: float


class Throttle:
    """Counts the tries at one table's PIN."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._charged: dict[str, _Charged] = {}
        self._wrong = 0
        self._turns: dict[str, float] = {}
        """When each of those who wait may try."""
        self._next_turn = 0.0

    @property
    def is_strained(self) -> bool:
        """Whether so many PINs were wrong that one waits for a turn, until there is a new PIN."""
        return self._wrong >= PIN_TRIES_IN_ALL

    def wait(self, origins: Origins, now: float, *, is_new: bool = True) -> float:
        """How long one must wait; 0: the try begins now, and is charged. Who is known waits for no turn."""
        if wait := max(self._until_forgiven(name, most * PIN_TRIES, now) for name, most in origins):
            return wait
        if is_new and self.is_strained and (wait := self._until_turn(origins[-1][0], now)):
            return wait
        self._charge(origins, 1, now)
        self._wrong += is_new
        return 0.0

    def was_right(self, origins: Origins, now: float, *, is_new: bool = True) -> None:
        """The try that was charged is given back."""
        self._charge(origins, -1, now)
        self._wrong -= is_new

    def left(self, origins: Origins, now: float) -> int:
        """How many tries are left to who comes from there."""
        return int(min(most * PIN_TRIES - self._tries(name, now) for name, most in origins) + 1e-9)

    def _tries(self, name: str, now: float) -> float:
        """How many are charged and not yet forgiven."""
        tries, at = self._charged.get(name, _Charged(0.0, now))
        return max(0.0, tries - max(0.0, now - at) / self._timing.pin_forgiven)

    def _until_forgiven(self, name: str, most: int, now: float) -> float:
        return round(max(0.0, self._tries(name, now) + 1 - most) * self._timing.pin_forgiven, 6)

    def _charge(self, origins: Origins, by: int, now: float) -> None:
        for name, _ in origins:
            self._charged[name] = _Charged(max(0.0, self._tries(name, now) + by), now)
        if len(self._charged) > PIN_ADDRESSES:
            self._charged = {name: kept for name, kept in self._charged.items() if self._tries(name, now) > 0}
        while len(self._charged) > PIN_ADDRESSES:
            del self._charged[next(iter(self._charged))]

    def _until_turn(self, name: str, now: float) -> float:
        """How long this address waits; its turn is over with the try, or unused after a while."""
        pause = self._timing.pin_turn
        self._turns = {other: turn for other, turn in self._turns.items() if now <= turn + pause}
        turn = self._turns.get(name)
        if turn is None:
            turn = max(now, self._next_turn)
            if turn > now and len(self._turns) >= PIN_ADDRESSES:
                return turn - now
            self._next_turn = turn + pause
            self._turns[name] = turn
        if turn > now:
            return turn - now
        del self._turns[name]
        return 0.0


class OwnTries:
    """Counts the PINs that were typed here, by table: one that only claims to be it may guess by them."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing
        self._wrong: dict[bytes, _Charged] = {}

    def may_try(self, table: bytes, now: float) -> bool:
        wrong = self._wrong.get(table)
        if wrong is not None and now - wrong.at > self._timing.pin_rest:
            del self._wrong[table]
            return True
        return wrong is None or wrong.tries < PIN_TRIES_OF_OURS

    def begin(self, table: bytes, now: float) -> None:
        """A PIN is about to be proven there; it is wrong until it was right."""
        wrong = self._wrong.get(table, _Charged(0, now))
        self._wrong[table] = _Charged(wrong.tries + 1, now)

    def was_right(self, table: bytes) -> None:
        self._wrong.pop(table, None)
