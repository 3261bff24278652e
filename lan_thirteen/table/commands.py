"""What can be asked of a table, and what it wants done in return: data only.

Commands name the person or seat that asks; whoever carries them out knows that from the link they came by, never from
what was said on it.
"""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

import msgspec

from lan_thirteen.core.game import OptionValue, Seat, Viewer
from lan_thirteen.core.lobby import Absence, DealId, Lobby, Person
from lan_thirteen.core.values import Refusal
from lan_thirteen.table import records

A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class Command(msgspec.Struct, frozen=True, gc=False):
    """Base of all commands."""


class Enter(Command, frozen=True):
    """A new person has come. In the lobby they get the first free seat unless they only ``watch``."""

    person: Person
    name: str
    avatar: int
    watch: bool


class Faded(Command, frozen=True):
    """Nothing has been heard of a person for a while; their link still stands."""

    person: Person


class Heard(Command, frozen=True):
    """A person who had faded is heard again over the same link, so nothing that was said to them is lost."""

    person: Person


class Left(Command, frozen=True):
    """A person's link is gone; on purpose, or lost."""

    person: Person
    on_purpose: bool


class Returned(Command, frozen=True):
    """A person has a new link, whether or not the old one was missed, and has seen all up to index ``seen``.

    They are told how the match stands in any case: what they answered last may have gone down with the old link.
    """

    person: Person
    seen: int


class Sit(Command, frozen=True):
    """Take a seat; None: the first that may be taken, or one's own back from a stand-in.

    In the lobby it may be free or a bot's. In a match it is a bot's, and changes hands before the next deal.
    """

    person: Person
    seat: Seat | None


class Stand(Command, frozen=True):
    """Give up a seat in the lobby, and watch; in a match: no longer wait for one."""

    person: Person


class SetReady(Command, frozen=True):
    """In the lobby: may begin. Between deals: has seen the results. At the end: wants to play again."""

    person: Person
    is_ready: bool


class SetGame(Command, frozen=True):
    """Owner, in the lobby: play this game, with standard options and this many seats."""

    person: Person
    game: str
    seats: int


class SetOption(Command, frozen=True):
    person: Person
    name: str
    value: OptionValue


class SetHouse(Command, frozen=True):
    """Owner: change one house rule, by the name of its field."""

    person: Person
    name: str
    value: int


class SetSeatBot(Command, frozen=True):
    """Owner, in the lobby: a bot of this level in a seat that no person holds; an empty level frees it."""

    person: Person
    seat: Seat
    level: str


class Start(Command, frozen=True):
    """Owner: begin. Free seats vanish and the others close up, clockwise."""

    person: Person


class Submit(Command, Generic[A], frozen=True):
    """A seat plays. ``index`` is that of the ``Tell`` being answered, ``nonce`` the asker's own number for this.

    An old ``tenure`` is dropped without an answer, an old ``index`` refused; the very same again is answered with the
    same answer and played once.
    """

    seat: Seat
    tenure: int
    nonce: int
    index: int
    action: A


class StandIn(Command, frozen=True):
    """Let a bot play for a seat whose person is lost or idle: the owner alone, or more than half of the others."""

    person: Person
    seat: Seat


class Pause(Command, frozen=True):
    person: Person


class Resume(Command, frozen=True):
    person: Person


class Claim(Command, frozen=True):
    """Somebody who watches says that this seat, whose person is missing, is theirs; None: no longer."""

    person: Person
    seat: Seat | None


class Grant(Command, frozen=True):
    """Owner: the seat that this person claims is theirs, or is not."""

    person: Person
    claimant: Person
    is_granted: bool


class Kick(Command, frozen=True):
    """Owner: remove a person for good."""

    person: Person
    target: Person


class Lock(Command, frozen=True):
    """Owner: let nobody new in, or let them in again."""

    person: Person
    is_locked: bool


class Rename(Command, frozen=True):
    """Change one's own name; cleaned already."""

    person: Person
    name: str


class RenameTable(Command, frozen=True):
    person: Person
    name: str


class Chat(Command, frozen=True):
    """Say something to all; cleaned already."""

    person: Person
    text: str


class Again(Command, frozen=True):
    """Owner, at the end: the same seats, order and rules once more, back in the lobby."""

    person: Person


class Close(Command, frozen=True):
    """Owner: end the table."""

    person: Person


class Committed(Command, frozen=True):
    """A person's laptop has committed to bytes for this drawing; what it sent is in order."""

    person: Person
    of: DealId


class Mixed(Command, frozen=True):
    """A person's laptop has given the bytes that it had committed to."""

    person: Person
    of: DealId


class Receipted(Command, frozen=True):
    """A person's laptop has said what it makes of the deal that is over."""

    person: Person
    of: DealId


class NetworkLost(Command, frozen=True):
    """The host's own network is gone, or back: until then no clock runs against those who cannot be reached."""

    is_lost: bool


class Moving(Command, frozen=True):
    """The table is being handed over to another laptop, or stays after all: until then nothing is played."""

    is_moving: bool


class Wake(Command, frozen=True):
    """Look what is due now; it carries nothing, so a late or double one does no harm."""


Record = records.Record
"""Write this down before anything after it is done: a line of the match file as it stands."""


class Begin(msgspec.Struct, frozen=True, gc=False):
    """Write down that a match begins: its number at this table, its game, all its options and who sits where.

    A bot has no name. Who plays each seat follows.
    """

    match: int
    game: str
    options: tuple[tuple[str, OptionValue], ...]
    players: tuple[str, ...]


class Holds(msgspec.Struct, frozen=True, gc=False):
    """Write down that this seat is a person's from now on, or with ``person`` None that of a bot of this level."""

    seat: Seat
    person: Person | None
    name: str
    level: str


class GoneFrom(msgspec.Struct, frozen=True, gc=False):
    """Write down that a bot of this level plays for the person of this seat, and why."""

    seat: Seat
    level: str
    why: Absence


class BackAt(msgspec.Struct, frozen=True, gc=False):
    """Write down that the person of this seat plays for themselves again."""

    seat: Seat


class Tell(msgspec.Struct, Generic[A, E, V], frozen=True, gc=False):
    """All that a seat (``to`` None: those who watch) needs to draw the table afresh, and the story since the last one.

    ``index`` counts the actions played so far; ``tenure`` is that of the seat's present holder.
    """

    to: Viewer
    index: int
    tenure: int
    view: V
    events: tuple[E, ...]
    legal: tuple[A, ...]
    is_private: bool
    """It tells the seat of something that those who watch did not see."""


class Catch(msgspec.Struct, Generic[A, E, V], frozen=True, gc=False):
    """A ``Tell`` for one person only, who has just come or come back."""

    person: Person
    tell: Tell[A, E, V]


class AskBot(msgspec.Struct, Generic[A, V], frozen=True, gc=False):
    """A bot must answer for a seat with a ``Submit`` of this tenure and index; it is given what the seat may see."""

    seat: Seat
    tenure: int
    level: str
    index: int
    view: V
    legal: tuple[A, ...]
    pause_ms: int


class Accept(msgspec.Struct, frozen=True, gc=False):
    """The answer to a ``Submit`` that was played; the same again for the same nonce."""

    seat: Seat
    nonce: int


class Refuse(msgspec.Struct, frozen=True, gc=False):
    """The answer to a ``Submit`` that was not played; nothing changed."""

    seat: Seat
    nonce: int
    why: Refusal


class Deny(msgspec.Struct, frozen=True, gc=False):
    """The answer to any other command that was not carried out; nothing changed."""

    person: Person
    why: Refusal


class Announce(msgspec.Struct, frozen=True, gc=False):
    """The table has changed: tell everybody."""

    lobby: Lobby


class Say(msgspec.Struct, frozen=True, gc=False):
    """Pass somebody's words on to everybody."""

    person: Person
    text: str


class OpenDeal(msgspec.Struct, frozen=True, gc=False):
    """Begin to draw a deal with these people: commit to bytes of the house's own, keep them, and ask for theirs."""

    of: DealId
    seats: tuple[tuple[Seat, Person], ...]


class AskMixes(msgspec.Struct, frozen=True, gc=False):
    """All have committed: tell everybody to what, so that they give their bytes."""

    of: DealId


class TellMixes(msgspec.Struct, frozen=True, gc=False):
    """All have given their bytes: tell everybody which. The cards have just been dealt from them."""

    of: DealId


class GiveUp(msgspec.Struct, frozen=True, gc=False):
    """These seats did not answer: tell everybody, and the house's own bytes, for this will never be dealt."""

    of: DealId
    seats: tuple[Seat, ...]


class ShowSecret(msgspec.Struct, frozen=True, gc=False):
    """Tell everybody the house's own bytes: the deal is over."""

    of: DealId


class Note(msgspec.Struct, frozen=True, gc=False):
    """Tell everybody this sentence."""

    what: Refusal


class Handed(msgspec.Struct, frozen=True, gc=False):
    """A seat has gone from one person to another: from now on the old one is nobody here."""

    seat: Seat
    person: Person
    old: Person


class WakeAt(msgspec.Struct, frozen=True, gc=False):
    """Send ``Wake`` at this time; it replaces the one asked for before."""

    time: float


class Evict(msgspec.Struct, frozen=True, gc=False):
    """Tell a person why and close their link."""

    person: Person
    why: Refusal


Effect: TypeAlias = (
    "Begin | Holds | GoneFrom | BackAt | Record[A] | Tell[A, E, V] | Catch[A, E, V] | AskBot[A, V] | Accept | Refuse | "
    "Deny | Announce | Say | OpenDeal | AskMixes | TellMixes | GiveUp | ShowSecret | Note | Handed | WakeAt | Evict"
)
