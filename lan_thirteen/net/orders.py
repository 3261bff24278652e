"""What crosses between the window and its backstage thread: orders go down, news comes up. All of it is frozen."""

from __future__ import annotations

from typing import TypeAlias

from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.net import guest
from lan_thirteen.net.acquaintances import Standing
from lan_thirteen.net.addresses import OwnAddress
from lan_thirteen.net.guest import Visitor
from lan_thirteen.net.opening import Opening
from lan_thirteen.net.remembered import Remembered
from lan_thirteen.net.rows import Listed
from lan_thirteen.net.shelf import SavedTable
from lan_thirteen.wire import messages as m


class Browse(Value, frozen=True):
    """Look for tables from now on; ``TablesSeen`` comes with each change."""


class StopBrowsing(Value, frozen=True):
    """Look no more."""


class Refresh(Value, frozen=True):
    """Ask all around once more, at once."""


class Open(Value, frozen=True):
    """Open a table on this machine, in a process of its own, and sit down as its owner."""

    opening: Opening
    """Without ``owner_key``, which is made for it."""
    visitor: Visitor


class JoinTable(Value, frozen=True):
    """Go to a table of the list."""

    table: bytes
    visitor: Visitor
    fingerprint: bytes = b""
    """Which of two rows that claim to be this table; empty: the first that answers."""
    has_pin: bool = False
    """Its row says that it asks for a PIN."""


class JoinAddress(Value, frozen=True):
    """Go to the table at an address as a person types it."""

    text: str
    visitor: Visitor


class ReturnToTable(Value, frozen=True):
    """Go back to the table of the last ``CanReturn``, into the same seat."""

    visitor: Visitor


class ForgetTable(Value, frozen=True):
    """Offer no more to return to that table."""


class ResumeTable(Value, frozen=True):
    """Open a table of this profile again whose match was broken off, and sit down as who one was there."""

    path: str
    """As ``SavedSeen`` has it."""
    visitor: Visitor


class ForgetSaved(Value, frozen=True):
    """Delete a match that was broken off."""

    path: str


class Say(Value, frozen=True):
    """Say this at the table; lost where nobody listens just now."""

    message: m.FromGuest


class SaveProof(Value, frozen=True):
    """Write down what this laptop can prove of the match; ``ProofSaved`` or ``ProofFailed`` comes of it."""


class KeepHand(Value, frozen=True):
    """Keep how we have put our hand at this table; ``HandKept`` gives it back when we come again."""

    data: bytes


class Leave(Value, frozen=True):
    """Leave the table, or give up joining it; ``Left`` comes when that is done."""

    close: bool = False
    """Close it for everybody; for its owner only."""


class Stop(Value, frozen=True):
    """End the thread, without a word to the table: one can return there."""


Order: TypeAlias = (
    Browse
    | StopBrowsing
    | Refresh
    | Open
    | JoinTable
    | JoinAddress
    | ReturnToTable
    | ForgetTable
    | ResumeTable
    | ForgetSaved
    | Say
    | SaveProof
    | KeepHand
    | Leave
    | Stop
)


class TablesSeen(Value, frozen=True):
    """The tables that can be seen now."""

    rows: tuple[Listed, ...]
    trouble: Refusal | None
    """Why tables may be there and not be seen."""


class Found(Value, frozen=True):
    """The addresses of this machine now, best first."""

    addresses: tuple[OwnAddress, ...]


class TableOpened(Value, frozen=True):
    """The table of ``Open`` is open; ``Joined`` follows."""

    table: bytes
    port: int
    addresses: tuple[str, ...]
    name: str
    game: str


class NotOurs(Value, frozen=True):
    """The table of ``TableOpened`` is at another laptop now."""


class TableKnown(Value, frozen=True):
    """What is known of the table that we have come to."""

    host: Standing
    is_proven: bool
    """It has proven that it knows the PIN."""


class HandKept(Value, frozen=True):
    """How we had put our hand at this table."""

    data: bytes


class Joining(Value, frozen=True):
    """On the way to a table: ``Joined``, ``JoinFailed`` or ``Left`` comes next."""


class JoinFailed(Value, frozen=True):
    """The table could not be opened or joined; nothing more comes of it."""

    why: Refusal


class Left(Value, frozen=True):
    """We are at no table any more, as was asked."""


class ChildEnded(Value, frozen=True):
    """The process of our own table has ended while we sat there; nothing more comes from the table."""

    why: Refusal
    path: str = ""
    """Of its match, which can go on; ``SavedSeen`` has told of it."""


class CanReturn(Value, frozen=True):
    """The table to which one can return; told at the start and with each change."""

    to: Remembered | None


class SavedSeen(Value, frozen=True):
    """The tables of this profile whose matches were broken off, newest first; told at the start, with each change."""

    tables: tuple[SavedTable, ...]


class ProofSaved(Value, frozen=True):
    """What this laptop can prove of the match is in this file now."""

    path: str


class ProofFailed(Value, frozen=True):
    """It could not be saved."""

    why: Refusal


class Trouble(Value, frozen=True):
    """Something does not work as it should, and all else goes on."""

    why: Refusal


News: TypeAlias = (
    TablesSeen
    | Found
    | TableOpened
    | NotOurs
    | TableKnown
    | HandKept
    | Joining
    | JoinFailed
    | Left
    | ChildEnded
    | CanReturn
    | SavedSeen
    | ProofSaved
    | ProofFailed
    | Trouble
    | guest.News
)
