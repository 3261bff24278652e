"""All that one laptop knows and has promised while its table's host may be gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from msgspec.structs import replace

from lan_thirteen.core.lobby import DealId
from lan_thirteen.trust import takeover as t
from lan_thirteen.trust.escrow import Share
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.trust.story import Ballot, Story
from lan_thirteen.trust.support import Support

_LEAP = 64
"""No honest number is so far ahead of those that are known here."""

Audit: TypeAlias = Callable[[Sequence[bytes]], bool]
"""Whether these lines of a match, from its first, are signed as they must be."""


@dataclass(slots=True)
class Bid:
    """One number that is being tried, and what its candidate has got, where that is this laptop."""

    number: int
    candidate: bytes
    since: float
    head: bytes = b""
    """Of the story that the votes are for; empty before anybody was asked for theirs."""
    ballots: dict[bytes, Ballot] = field(default_factory=dict)
    noes: set[bytes] = field(default_factory=set)
    asked: set[bytes] = field(default_factory=set)
    """Who was asked for shares."""
    shares: dict[bytes, tuple[t.Held, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class Laptop:
    """``now`` is the time of the event that is being handled, and ``out`` what follows from it."""

    key: SigningKey
    story: Story
    facts: t.Facts
    waits: t.Waits
    audit: Audit
    may_help: bool
    now: float
    heard: float
    """When the host was heard last."""
    support: Support
    linked: set[bytes] = field(default_factory=set)
    shares_of: DealId | None = None
    shares: dict[int, Share] = field(default_factory=dict)
    """Of that deal, by the epoch of the host that gave them."""
    secret: tuple[DealId, bytes] | None = None
    """The bytes that this laptop has dealt with, where it hosts."""
    asks: dict[bytes, t.Ask] = field(default_factory=dict)
    agreed: set[bytes] = field(default_factory=set)
    declined: set[bytes] = field(default_factory=set)
    questions: set[bytes] = field(default_factory=set)
    """The candidates about whom the person here was asked."""
    disputes: set[bytes] = field(default_factory=set)
    """Those who were told another story."""
    bid: Bid | None = None
    last: int = 0
    """The last number that was tried here."""
    highest: int = 0
    """That anybody has spoken of."""
    failures: int = 0
    """Of bids, one after another."""
    rests_until: float = 0.0
    """When there is a next try, after all have failed."""
    gave_up: str = ""
    """What the person here was told of that."""
    out: list[t.Effect] = field(default_factory=list)

    @property
    def me(self) -> bytes:
        return self.key.public

    @property
    def is_host(self) -> bool:
        return self.facts.host == self.me

    @property
    def is_silent(self) -> bool:
        """Whether the host was not heard for so long that another may take its place."""
        return not self.is_host and self.now - self.heard >= self.waits.silence

    @property
    def is_running(self) -> bool:
        """Whether this laptop hosts, and reaches enough of its people for the clocks to run."""
        is_mine = self.is_host and self.facts.voted <= self.facts.epoch
        return is_mine and self.support.is_half(self.story.council, self.now)

    @property
    def held(self) -> tuple[t.Held, ...]:
        """The shares of the deal that this laptop was entrusted with."""
        is_of_it = self.story.sealed is not None and self.story.sealed.of == self.shares_of
        return tuple(t.Held(epoch, share) for epoch, share in self.shares.items()) if is_of_it else ()

    @property
    def known_number(self) -> int:
        return max(self.facts.promised, self.highest, self.last)

    @property
    def here(self) -> set[bytes]:
        """Who can be asked, and this laptop."""
        return self.linked | {self.me}

    def send(self, to: bytes, message: t.Message) -> None:
        self.out.append(t.Send(to, message))

    def send_all(self, message: t.Message) -> None:
        for key in sorted(self.linked):
            self.send(key, message)

    def keep(self, facts: t.Facts) -> None:
        if facts != self.facts:
            self.facts = facts
            self.out.append(t.Keep(facts))

    def note(self, number: int) -> None:
        """Somebody has spoken of this number; one that is absurd would leave none to come."""
        if number <= self.known_number + _LEAP:
            self.highest = max(self.highest, number)

    def refuse(self, to: bytes, number: int) -> None:
        self.send(to, t.No(number, self.facts.promised))

    def drop_bid(self) -> None:
        """The host is back, or another one is there: nothing is asked of anybody any more."""
        if self.bid is not None and self.bid.candidate == self.me and self.bid.head:
            self.send_all(t.No(self.bid.number, self.facts.promised))
        if self.questions:
            self.out.append(t.Withdraw())
        self.bid = None
        self.agreed, self.declined, self.questions = set(), set(), set()
        self.try_again()

    def try_again(self) -> None:
        """Something is otherwise than when all had failed."""
        self.failures, self.rests_until, self.gave_up = 0, 0.0, ""

    def follow(self, host: bytes, epoch: int) -> None:
        """The table has this host now."""
        if self.is_host:
            self.out.append(t.StepDown())
        self.keep(replace(self.facts, epoch=epoch, host=host, has_left=False))
        self.out.append(t.Join(host, epoch))
        self.drop_bid()
        self.heard, self.asks = self.now, {}
        self.support = Support(self.me, self.waits.lease)
