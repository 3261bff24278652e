"""Who may come to a table: what it says of itself, by which key each person is known, and who was sent away."""

from __future__ import annotations

from typing import Final, NamedTuple

from lan_thirteen import __version__
from lan_thirteen.core.lobby import Person
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.net.guestbook import Guestbook
from lan_thirteen.trust.keys import SigningKey, greeting_text, is_same, is_signed, join_text
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.names import clean_name


class TableIdentity(Value, frozen=True):
    """What makes a table the same table: its random id and how often it has changed hands."""

    table: bytes
    epoch: int
    fingerprint: bytes
    """Of its certificate."""


OWNER: Final = Person(1)
"""The number of the person whose key the host was started with, whenever they come."""


class HostKeys(NamedTuple):
    """By which a host is known, and by which it knows its owner."""

    machine: SigningKey
    owner: bytes = b""
    """The public seat key of who opened the table; empty: the first who comes owns it."""
    pin: Pin | None = None
    """What somebody new must prove to know."""


class Door:
    """Knows everybody in its book by seat key. Whoever holds a key is that person, from any address."""

    def __init__(self, identity: TableIdentity, keys: HostKeys) -> None:
        self._identity = identity
        self._keys = keys
        self.book = Guestbook(Person(OWNER + 1))

    def greeting(self, nonce: bytes) -> m.Greeting:
        """The host's first words, signed."""
        known = self._identity
        text = greeting_text(known.fingerprint, known.table, known.epoch, nonce)
        return m.Greeting(
            m.PROTOCOL,
            __version__,
            known.table,
            known.epoch,
            nonce,
            pin=False,
            host_key=self._keys.machine.public,
            sig=self._keys.machine.sign(text),
        )

    def objection(self, join: m.Join, nonce: bytes, address: str) -> Refusal | None:
        """Why this one may not come in, whatever the table thinks; ``nonce`` is that of the greeting."""
        if join.protocol != m.PROTOCOL:
            return Refusal("join.other-version", (m.PROTOCOL, join.protocol))  # as the guest sees it
        text = join_text(self._identity.fingerprint, self._identity.table, nonce, join.nonce, join.name)
        if not is_signed(join.seat_key, join.sig, text):
            return Refusal("join.bad-signature")
        if self.book.has_barred_key(join.seat_key):
            return Refusal("join.kicked")
        if self.book.person(join.seat_key) is not None or is_same(join.seat_key, self._keys.owner):
            return None
        if self.book.has_barred_address(address):  # which is probably theirs too
            return Refusal("join.kicked")
        return None if clean_name(join.name) is not None else Refusal("join.bad-name")

    def is_known(self, seat_key: bytes) -> bool:
        """Whether this is somebody in the book, or the owner, who need not have come yet."""
        return self.book.person(seat_key) is not None or is_same(seat_key, self._keys.owner)

    def key_of(self, person: Person) -> bytes:
        """By which this person, who was let in, is known."""
        return self.book.key_of(person)

    def number_for(self, seat_key: bytes) -> Person:
        """The number of somebody new, should the table take them."""
        return OWNER if is_same(seat_key, self._keys.owner) else self.book.next_person
