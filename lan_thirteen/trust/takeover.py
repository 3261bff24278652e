"""What is said, asked and done when a table's host is gone: all data."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from lan_thirteen.core.lobby import Count, DealId
from lan_thirteen.core.values import Tagged, Value
from lan_thirteen.trust.escrow import Share
from lan_thirteen.trust.journal import Hash, Key, NoKey, Secret, Signature
from lan_thirteen.trust.story import Ballots, Claim

SomeLines = tuple[bytes, ...]


class Held(Value, frozen=True):
    """A share, and the epoch of the host that gave it: only those of one host fit together."""

    epoch: Count
    share: Share


Shares = Annotated[tuple[Held, ...], Meta(max_length=16)]


class Waits(Value, frozen=True):
    """Waiting times in seconds."""

    lease: float
    """So long after a question that they answered, a host counts on the people of its table."""
    silence: float
    """So long without a word of the host, and its people are asked whether they go on without it.

    Much longer than ``lease``: whoever helps another host must long have ceased to count for this one.
    """
    bid: float
    """So long has a candidate to open the table."""


class Facts(Value, frozen=True):
    """What a laptop must not forget: it is on the disk before anything that follows from it goes out."""

    epoch: Count
    """Of the host that it follows, or is."""
    host: Key
    """The key of the seat at that host's machine, or the machine's own where there is no such seat."""
    voted: Count = 0
    """The highest number that it has voted in."""
    candidate: NoKey = b""
    """For whom."""
    has_left: bool = False
    """Its person has left the table on purpose, and it votes no more until they are back."""

    @property
    def promised(self) -> int:
        """No host of a lower number can count on this laptop."""
        return max(self.epoch, self.voted)


# what laptops tell each other; who sends it has been proven by the link


class Ping(Tagged, frozen=True):
    """A host asks whether somebody is there; ``at``: when, by its own clock since it began."""

    epoch: Count
    at: float


class Pong(Tagged, frozen=True):
    """The answer to the question of then. ``epoch``: no host of a lower one may count on this laptop."""

    epoch: Count
    claim: Claim
    at: float


class Farewell(Tagged, frozen=True):
    """A person leaves on purpose. Their laptop votes for nobody until it has heard that they are back.

    ``at``: of the last question that they were asked, so that a farewell before they came back is worth nothing.
    """

    epoch: Count
    at: float


class Know(Tagged, frozen=True):
    """So far I know the story; send me the rest, if you know more."""

    claim: Claim


class Lines(Tagged, frozen=True):
    """Lines of the journal of a match, from this one on."""

    match: Count
    first: Count
    lines: SomeLines


class Ask(Tagged, frozen=True):
    """Let me be the host of this number, with this story."""

    number: Count
    claim: Claim


class Vote(Tagged, frozen=True):
    """Be the host of this number. ``sig``: over ``vote_text``."""

    number: Count
    head: Hash
    sig: Signature


class No(Tagged, frozen=True):
    """Not with this number, or not any more. ``highest``: that the sender knows of."""

    number: Count
    highest: Count


class Give(Tagged, frozen=True):
    """More than half want me as the host of this number, as you see: give me your share."""

    number: Count
    ballots: Ballots


class Given(Tagged, frozen=True):
    """The shares that a laptop was entrusted with, for the host of this number."""

    number: Count
    shares: Shares


class Opened(Tagged, frozen=True):
    """The table has another host. ``line``: the record that proves it; ``claim``: the story before that."""

    claim: Claim
    line: bytes


Message: TypeAlias = Ping | Pong | Farewell | Know | Lines | Ask | Vote | No | Give | Given | Opened


# what happens to a laptop


class Tick(Tagged, frozen=True):
    """Time has passed; at least once a second."""


class Woke(Tagged, frozen=True):
    """The machine has slept: who was heard before it may long be elsewhere. Comes before anything else it does."""


class Linked(Tagged, frozen=True):
    """There is a link to this person's laptop, which has proven its seat key."""

    key: Key


class Cut(Tagged, frozen=True):
    """There is none any more."""

    key: Key


class Heard(Tagged, frozen=True):
    """A message of this person's laptop."""

    sender: Key
    message: Message


class Grew(Tagged, frozen=True):
    """The journal has these lines more: the host has written them, or told them."""

    lines: SomeLines


class Entrusted(Tagged, frozen=True):
    """The host of this epoch gave this laptop a share of its bytes for a deal."""

    of: DealId
    epoch: Count
    share: Share


class Sealed(Tagged, frozen=True):
    """This laptop hosts, and these are its bytes for a deal."""

    of: DealId
    secret: Secret


class Agreed(Tagged, frozen=True):
    """The person here lets this laptop host; their own, where it is theirs."""

    candidate: Key


class Declined(Tagged, frozen=True):
    """They do not."""

    candidate: Key


class Leave(Tagged, frozen=True):
    """The person here leaves the table on purpose."""


class CameBack(Tagged, frozen=True):
    """They are back at the host's table, and the host knows of the link."""


Event: TypeAlias = Tick | Woke | Linked | Cut | Heard | Grew | Entrusted | Sealed | Agreed | Declined | Leave | CameBack


# what is to be done, in this order


class Keep(Tagged, frozen=True):
    """Write this down, and sync it, before anything that comes after it."""

    facts: Facts


class Send(Tagged, frozen=True):
    to: Key
    message: Message


class AskPerson(Tagged, frozen=True):
    """Whether they go on with this laptop as the host, which will hold all cards; their own, where it is theirs."""

    candidate: Key


class Withdraw(Tagged, frozen=True):
    """There is nothing to ask any more."""


class Open(Tagged, frozen=True):
    """Open the table in this epoch, or go on with the open one in it.

    ``line`` is the next of the journal. ``secret``: the bytes of the deal to go on with, restored; None between deals.
    """

    epoch: Count
    line: bytes
    secret: bytes | None


class Join(Tagged, frozen=True):
    """The table is at this person's laptop now, in this epoch."""

    host: Key
    epoch: Count


class StepDown(Tagged, frozen=True):
    """Close the table here: it has another host."""


class Told(Tagged, frozen=True):
    """The story as it is known now; it takes the place of the one on the disk."""

    lines: SomeLines


class TwoStories(Tagged, frozen=True):
    """A host has told this person's laptop another story than this one, which these lines prove: keep them."""

    other: Key
    lines: SomeLines


class Elsewhere(Tagged, frozen=True):
    """This laptop says that the table has another host, and cannot prove it with what is known here: join it anew."""

    by: Key


class GiveUp(Tagged, frozen=True):
    """The table cannot go on without its host as things are; the match could be begun anew from its scores.

    ``why``: few (here are too few of those who must agree), failed (all have tried), strict (shares were given to
    nobody, so the deal is lost with its host).
    """

    why: str
    here: Count
    needed: Count


class StopClocks(Tagged, frozen=True):
    """This host reaches fewer than half: no deal, no move, no stand-in."""


class RunClocks(Tagged, frozen=True):
    """It reaches them again."""


Effect: TypeAlias = (
    Keep
    | Send
    | AskPerson
    | Withdraw
    | Open
    | Join
    | StepDown
    | Told
    | TwoStories
    | Elsewhere
    | GiveUp
    | StopClocks
    | RunClocks
)
