"""All who are connected to a table, each by one connection."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterator
from typing import TypeAlias

from lan_thirteen.core.errors import LocalProtocolError
from lan_thirteen.core.lobby import Person
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.connection import Connection
from lan_thirteen.net.doorman import Entry
from lan_thirteen.wire.messages import FromGuest, FromHost

GuestConnection: TypeAlias = Connection[FromGuest, FromHost]

_LOG = logging.getLogger(__name__)


class Crowd:
    """Who is connected. What cannot be said to one of them does not keep the others waiting."""

    def __init__(self) -> None:
        self._connections: dict[Person, GuestConnection] = {}
        self._entries: dict[Person, Entry] = {}

    def __iter__(self) -> Iterator[tuple[Person, GuestConnection]]:
        """Those who are connected now, whatever becomes of them meanwhile."""
        return iter(list(self._connections.items()))

    def put(self, person: Person, connection: GuestConnection, entry: Entry) -> None:
        """From now on this is the person's connection; an older one is closed."""
        entry.let_in()
        if (old := self.remove(person)) is not None:
            old.close(Refusal("link.replaced"))
        self._connections[person] = connection
        self._entries[person] = entry

    def remove(self, person: Person) -> GuestConnection | None:
        """Their connection, which is still open."""
        if (entry := self._entries.pop(person, None)) is not None:
            entry.see_out()
        return self._connections.pop(person, None)

    def has(self, person: Person, connection: GuestConnection) -> bool:
        """Whether the person is connected by this one."""
        return self._connections.get(person) is connection

    def person_with(self, connection: GuestConnection) -> Person | None:
        """Whose connection this is; None where a newer one has taken its place."""
        return next((person for person, theirs in self._connections.items() if theirs is connection), None)

    def address_of(self, person: Person) -> str:
        """Where this person's connection comes from; empty where there is none."""
        entry = self._entries.get(person)
        return "" if entry is None else entry.address

    def silences(self) -> dict[Person, float]:
        """For how long nothing was heard of each who is connected from another machine."""
        return {person: link.silence for person, link in self if not _is_near(link, self._entries[person].address)}

    def forgive(self) -> None:
        """This machine has slept: nobody's silence counts so far."""
        for _, connection in self:
            connection.forgive()

    def send(self, person: Person | None, message: FromHost, block: int = 0) -> None:
        """Say it to this person, if they are connected; a ``Told`` is filled up to a multiple of ``block``."""
        connection = None if person is None else self._connections.get(person)
        if connection is None:
            return
        try:
            connection.send(message, block)
        except LocalProtocolError:  # a fault of ours; they may come back
            _LOG.exception("a message was not sent")
            connection.abort()

    def send_all(self, message: FromHost) -> None:
        for person, _ in self:
            self.send(person, message)


def _is_near(link: GuestConnection, address: str) -> bool:
    """Whether both ends are on this machine."""
    own = link.own_address
    is_same = own is not None and str(own[0]).removeprefix("::ffff:") == address
    return is_same or ipaddress.ip_address(address.partition("%")[0]).is_loopback
