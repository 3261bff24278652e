"""Everything that two laptops can say to each other. What belongs to a game travels as opaque bytes.

``Greeting`` and ``Bye`` never change their first fields: a program of any other protocol must be able to read them.
A message is an array: its tag, then its fields in order.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId, Lobby, Person
from lan_thirteen.core.values import Tagged
from lan_thirteen.wire.limits import (
    ADDRESS,
    ADDRESSES,
    BLOB,
    CHAT,
    DETAIL,
    ENTRIES,
    FACTS,
    LINE,
    PERSON_NAME,
    PIN_DIGITS,
    SEATS,
    TABLE_NAME,
    WORD,
)

PROTOCOL: Final = 3
"""Raised by every change that an older program would not understand."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Key: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Nonce: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
TableId: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Word: TypeAlias = Annotated[str, Meta(max_length=WORD)]
Detail: TypeAlias = Annotated[str, Meta(max_length=DETAIL)]
"""What fills a blank of a sentence."""
PersonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=PERSON_NAME)]
TableName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=TABLE_NAME)]
ChatText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=CHAT)]
Half: TypeAlias = Annotated[bytes, Meta(max_length=64)]
Blob: TypeAlias = Annotated[bytes, Meta(max_length=BLOB)]
"""An action, event or view, packed."""
Hash: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Secret: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""What somebody gives to a deal; from its commitment on nobody can change it."""
Port: TypeAlias = Annotated[int, Meta(ge=1, le=65535)]
Addresses: TypeAlias = Annotated[tuple[Annotated[str, Meta(max_length=ADDRESS)], ...], Meta(max_length=ADDRESSES)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=SEATS - 1)]


class Greeting(Tagged, frozen=True):
    """First words of a host. ``sig``: its host key over the certificate, the table, the epoch and the nonce."""

    protocol: Number
    program: Word
    table: TableId
    epoch: Number
    nonce: Nonce
    pin: bool
    """Whether somebody new must prove a PIN."""
    host_key: Key
    sig: Signature


class Join(Tagged, frozen=True):
    """First words of a guest. ``sig``: its seat key over the certificate, the table, both nonces and the name."""

    protocol: Number
    program: Word
    name: PersonName
    avatar: Annotated[int, Meta(ge=0, le=63)]
    watch: bool
    """Come to watch only."""
    seen: Number
    """The index of the last ``Told`` that the guest has; 0 for none. The story since then comes with the next one."""
    match: Number
    """Of which match the guest has the journal; 0 for none."""
    have: Number
    """How many lines of it."""
    seat_key: Key
    nonce: Nonce
    spake: Half
    """The guest's half of proving the PIN; empty where none was typed."""
    sig: Signature


class Pin(Tagged, frozen=True):
    """The host's half of proving the PIN, for a guest that has sent its own."""

    spake: Half


class Proof(Tagged, frozen=True):
    """The guest proves the PIN first: so a guess tells nothing before it is counted."""

    mac: Annotated[bytes, Meta(min_length=32, max_length=32)]


class Lack(Tagged, frozen=True):
    """The host has only so many lines of the journal: the power went before the others were on its disk."""

    match: Number
    have: Number
    head: Hash
    """The journal's after them: who has another one there has nothing to give."""


class Rest(Tagged, frozen=True):
    """The next line of the journal after those that the host has; empty where the guest has none to give."""

    line: Annotated[bytes, Meta(max_length=LINE)]


class Welcome(Tagged, frozen=True):
    """The guest is in: who it is at this table."""

    person: Person
    is_back: bool
    """The table knew this seat key."""
    mac: Annotated[bytes, Meta(max_length=32)]
    """The host's proof of the PIN; empty where the guest has not sent its half."""


class Told(Tagged, frozen=True):
    """The whole table as this guest may see it, and the story since the last one.

    ``seat`` is None for one who watches. ``padding`` makes all of these the same length.
    """

    seat: Seat | None
    index: Number
    tenure: Number
    view: Blob
    events: tuple[Blob, ...]
    legal: tuple[Blob, ...]
    sig: Annotated[bytes, Meta(max_length=64)]
    """The host key's, where this tells the seat of cards that not everybody sees; else empty."""
    padding: bytes


class TableChanged(Tagged, frozen=True):
    """Who sits where, the rules, what is awaited."""

    lobby: Lobby
    keys: Annotated[tuple[Annotated[bytes, Meta(max_length=32)], ...], Meta(max_length=SEATS)]
    """The seat key of each seat; empty for a bot's and a free one."""


class Accepted(Tagged, frozen=True):
    """An ``Act`` was played."""

    nonce: Number


class Refused(Tagged, frozen=True):
    """What was asked was not done, and nothing changed; ``nonce`` is that of the ``Act``, None for anything else."""

    nonce: Number | None
    code: Word
    numbers: tuple[int, ...]
    names: tuple[Detail, ...]


class Said(Tagged, frozen=True):
    """Somebody's words."""

    person: Person
    text: ChatText


class Notice(Tagged, frozen=True):
    """Something that all at the table should know: ``code`` names a sentence, the rest fills its blanks."""

    code: Word
    numbers: tuple[int, ...]
    names: tuple[Detail, ...]


class Entries(Tagged, frozen=True):
    """The next lines of the match's journal; they come before the ``Told`` that they explain.

    ``first``: how many lines came before them; ``head``: the journal's after the last of them.
    """

    match: Number
    """Matches of the table count from 1."""
    first: Number
    lines: Annotated[tuple[Annotated[bytes, Meta(max_length=LINE)], ...], Meta(min_length=1, max_length=ENTRIES)]
    head: Hash


class AskHost(Tagged, frozen=True):
    """Whether this person's laptop will host the table from now on, as its owner wishes.

    ``is_dealt``: in the middle of a deal, whose cards that laptop will then know.
    """

    is_dealt: bool


class AskNoMore(Tagged, frozen=True):
    """Your laptop need not host the table, whatever was asked or begun."""


class Estate(Tagged, frozen=True):
    """All that a laptop needs to host the table from now on, beside the lines of the journal that it has.

    ``record``: the line that makes it the host, after ``have`` lines of the match. ``facts``: what a host knows of its
    table. ``secrets``: the host's bytes of the deal that goes on, if one does.
    """

    match: Number
    have: Number
    record: Annotated[bytes, Meta(max_length=LINE)]
    facts: Annotated[bytes, Meta(max_length=FACTS)]
    secrets: Annotated[tuple[tuple[DealId, Secret], ...], Meta(max_length=1)]

    def __repr__(self) -> str:
        return "Estate(…)"


class Moved(Tagged, frozen=True):
    """The table goes on at another laptop, which the journal names as the host of this epoch."""

    epoch: Number
    fingerprint: Hash
    port: Port
    addresses: Addresses


class Pong(Tagged, frozen=True):
    number: Number


class Bye(Tagged, frozen=True):
    """Last words of either side; ``code`` names a sentence of the language files, the rest fills its blanks."""

    protocol: Number
    program: Word
    code: Word
    numbers: tuple[int, ...] = ()
    names: tuple[Detail, ...] = ()


class Act(Tagged, frozen=True):
    """Play. ``index`` and ``tenure`` are those of the ``Told`` being answered; ``nonce`` is the guest's own number.

    ``sig``: the seat key's, over the head of the journal after ``at`` lines, the index and the action. Both are filled
    in as it is sent.
    """

    nonce: Number
    index: Number
    tenure: Number
    action: Blob
    at: Number = 0
    sig: Annotated[bytes, Meta(max_length=64)] = b""


class DealCommit(Tagged, frozen=True):
    """The answer to a ``DealOpened`` in the journal, of one who is among its drawers."""

    of: DealId
    commitment: Hash
    sig: Signature


class DealMix(Tagged, frozen=True):
    """The answer to a ``DealCommits`` in the journal: the bytes committed to; ``sig`` covers all commitments."""

    of: DealId
    mix: Secret
    sig: Signature


class Receipt(Tagged, frozen=True):
    """What this laptop makes of a deal that is over; ``sig``: its seat key's over the head after ``at`` lines."""

    of: DealId
    at: Number
    colour: Word
    sig: Signature


class Sit(Tagged, frozen=True):
    """Take this seat; None: any."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None


class Stand(Tagged, frozen=True):
    """Give up the seat, in the lobby."""


class Ready(Tagged, frozen=True):
    is_ready: bool


class SetGame(Tagged, frozen=True):
    game: Word
    seats: Annotated[int, Meta(ge=1, le=8)]


class SetOption(Tagged, frozen=True):
    name: Word
    value: Word | int


class SetHouse(Tagged, frozen=True):
    name: Word
    value: Number


class SetSeatBot(Tagged, frozen=True):
    """An empty level frees the seat."""

    seat: Annotated[int, Meta(ge=0, le=7)]
    level: Word


class Start(Tagged, frozen=True):
    """Begin the match."""


class StandIn(Tagged, frozen=True):
    """Let a bot play for this seat."""

    seat: Annotated[int, Meta(ge=0, le=7)]


class Claim(Tagged, frozen=True):
    """This seat, whose person is missing, is ours by a key that is lost; None: it is not."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None


class Grant(Tagged, frozen=True):
    """For the owner: the seat that this person claims is theirs, or is not."""

    person: Number
    is_granted: bool


class Pause(Tagged, frozen=True):
    """Stop the clocks."""


class Resume(Tagged, frozen=True):
    """Let the clocks run again."""


class Kick(Tagged, frozen=True):
    target: Number


class Lock(Tagged, frozen=True):
    is_locked: bool


class SetPin(Tagged, frozen=True):
    """For the owner: whoever is new must prove this PIN from now on; empty: none."""

    pin: Annotated[str, Meta(max_length=PIN_DIGITS)]

    def __repr__(self) -> str:
        return "SetPin(…)"


class HandOver(Tagged, frozen=True):
    """For the owner: let this person's laptop host the table from now on."""

    target: Number


class WillHost(Tagged, frozen=True):
    """The answer to ``AskHost``."""

    is_willing: bool


class Opened(Tagged, frozen=True):
    """The table of an ``Estate`` is open here."""

    fingerprint: Hash
    port: Port
    addresses: Addresses


class Rename(Tagged, frozen=True):
    name: PersonName


class RenameTable(Tagged, frozen=True):
    name: TableName


class Chat(Tagged, frozen=True):
    text: ChatText


class Again(Tagged, frozen=True):
    """The same once more."""


class Close(Tagged, frozen=True):
    """End the table."""


class Ping(Tagged, frozen=True):
    number: Number


FromHost: TypeAlias = (
    Greeting
    | Pin
    | Lack
    | Welcome
    | Told
    | TableChanged
    | Accepted
    | Refused
    | Said
    | Notice
    | Entries
    | AskHost
    | AskNoMore
    | Estate
    | Moved
    | Ping
    | Pong
    | Bye
)
_Joining: TypeAlias = Join | Proof | Rest
_Playing: TypeAlias = Act | DealCommit | DealMix | Receipt
_Seating: TypeAlias = Sit | Stand | Ready
_Deciding: TypeAlias = SetGame | SetOption | SetHouse | SetSeatBot | Start | StandIn | Claim | Grant
_Owning: TypeAlias = Pause | Resume | Kick | Lock | SetPin
_HandingOver: TypeAlias = HandOver | WillHost | Opened
_Talking: TypeAlias = Rename | RenameTable | Chat | Again | Close | Ping | Pong | Bye
FromGuest: TypeAlias = _Joining | _Playing | _Seating | _Deciding | _Owning | _HandingOver | _Talking
