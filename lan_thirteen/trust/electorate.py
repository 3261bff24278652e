"""Who decides whether a table goes on without its host, and how many of them it takes.

Two rules keep two hosts from ever playing on: a take-over needs more than half of the electorate, and a host that
reaches fewer than half of it stops. Both count the same people, so the electorate must not change behind anybody's
back: until an action has been played after a change, the one before counts as well, and no action is played before half
of those before know of the change (D. Ongaro and J. Ousterhout, In Search of an Understandable Consensus Algorithm,
2014, section 6, has the idea).
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from typing import NamedTuple


class Elector(NamedTuple):
    """A seat with a voice, and the key that it is known by."""

    seat: int
    key: bytes


@dataclass(frozen=True, slots=True)
class Electorate:
    """The seats whose bytes are in a deal, and the one at the host's machine; or those who have joined a successor."""

    electors: tuple[Elector, ...]
    """In the order of their seats."""
    host: bytes
    """The key of the seat at the host's machine; of no elector, where a table runs by itself."""

    @classmethod
    def of(cls, electors: Iterable[Elector], host: bytes) -> Electorate:
        return cls(tuple(sorted(set(electors))), host)

    @property
    def keys(self) -> frozenset[bytes]:
        return frozenset(elector.key for elector in self.electors)

    @property
    def order(self) -> tuple[bytes, ...]:
        """In which they are asked to host: by their seats, the host that was last."""
        keys = [elector.key for elector in self.electors]
        return tuple(sorted(keys, key=lambda key: key == self.host))

    def is_majority(self, keys: Set[bytes]) -> bool:
        """Whether these are more than half of all, those counted that are gone."""
        return 2 * len(self.keys & keys) > len(self.electors)

    def is_half(self, keys: Set[bytes]) -> bool:
        """Whether these are at least half of all."""
        return 2 * len(self.keys & keys) >= len(self.electors)


Place = tuple[int, int]
"""A line of a journal: the match, and how many records there are with it."""


@dataclass(frozen=True, slots=True)
class Council:
    """The electorate, and those before it which still count."""

    now: Electorate | None = None
    """None before the first deal, when there is nothing to take over."""
    before: tuple[Electorate, ...] = ()
    """Those that count as well, until an action has been played."""
    since: Place = (0, 0)
    """The record by which it changed last."""
    is_whole: bool = True
    """Whether this laptop knows all that count; False for one that came after a deal that it knows nothing of."""

    @property
    def all(self) -> tuple[Electorate, ...]:
        return self.before if self.now is None else (*self.before, self.now)

    @property
    def keys(self) -> frozenset[bytes]:
        return frozenset(key for electorate in self.all for key in electorate.keys)

    def changed(self, now: Electorate, since: Place) -> Council:
        return Council(now, self.all, since, self.is_whole)

    def settled(self) -> Council:
        """After an action: nobody who may decide can be without the last change any more."""
        return replace(self, before=(), is_whole=self.is_whole or self.now is not None)

    def is_majority(self, keys: Set[bytes]) -> bool:
        """Whether these may take the table over."""
        return self.now is not None and all(electorate.is_majority(keys) for electorate in self.all)

    def is_half(self, keys: Set[bytes]) -> bool:
        """Whether a host that reaches these may play on."""
        return all(electorate.is_half(keys) for electorate in self.all)

    def is_known_to_half(self, keys: Set[bytes]) -> bool:
        """Whether the electorate alone counts, once these know of it."""
        return all(electorate.is_half(keys) for electorate in self.before)

    def candidate(self, epoch: int, number: int) -> bytes:
        """Who may try to be the host of this number, after one of that epoch; nobody, where there is nobody."""
        order = () if self.now is None else self.now.order
        return order[(number - epoch - 1) % len(order)] if order else b""
