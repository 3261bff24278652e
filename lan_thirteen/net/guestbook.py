"""Who was let in to a table, by which key and from where, and who was sent away; both within bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lan_thirteen.core.lobby import Person
from lan_thirteen.net.addresses import origins
from lan_thirteen.wire.limits import BARRED, PEOPLE_PER_ADDRESS, PERSONS


class Guestbook:
    """Each person has one key and the address they came from last. A number is given to one person only, ever."""

    def __init__(self, first: Person) -> None:
        """``first``: the number of the first who is new."""
        self.next_person = first
        self._persons: dict[bytes, Person] = {}
        self._addresses: dict[Person, str] = {}
        self._barred: dict[bytes, str] = {}

    @property
    def is_full(self) -> bool:
        """Whether somebody must be forgotten before anybody new is let in."""
        return len(self._persons) >= PERSONS

    def person(self, key: bytes) -> Person | None:
        """Whose key this is; None for somebody new."""
        return self._persons.get(key)

    def key_of(self, person: Person) -> bytes:
        """By which this person, who is in the book, is known."""
        return next(key for key, known in self._persons.items() if known == person)

    def note(self, key: bytes, person: Person, address: str) -> None:
        """This person has come in, from here."""
        self._persons[key] = person
        self._addresses[person] = address
        self.next_person = Person(max(self.next_person, person + 1))

    def remember(self, key: bytes, person: Person) -> None:
        """This person was here before the program was started again; from where, nobody knows any more."""
        self._persons[key] = person
        self.next_person = Person(max(self.next_person, person + 1))

    def remember_barred(self, key: bytes, address: str) -> None:
        """Somebody was sent away before the program was started again."""
        self._barred[key] = address

    @property
    def people(self) -> tuple[tuple[bytes, Person], ...]:
        """All who were let in and are not forgotten, with their keys."""
        return tuple(self._persons.items())

    @property
    def barred(self) -> tuple[tuple[bytes, str], ...]:
        """The keys of those who were sent away, and where they had come from."""
        return tuple(self._barred.items())

    def forget(self, person: Person) -> None:
        """Whoever comes with their key from now on is new."""
        self._persons = {key: known for key, known in self._persons.items() if known != person}
        self._addresses.pop(person, None)

    def bar(self, person: Person) -> None:
        """Remember this person's key and address as those of somebody who was sent away.

        Where too many were, the oldest from the network with the most of them is forgotten, so that nobody makes a
        place for themselves by being sent away from many addresses that are all theirs.
        """
        address = self._addresses.get(person, "")
        self._barred |= {key: address for key, known in self._persons.items() if known == person}
        self.forget(person)
        while len(self._barred) > BARRED:
            networks = {key: _network(where) for key, where in self._barred.items()}
            most = Counter(networks.values())
            del self._barred[max(networks, key=lambda key: most[networks[key]])]

    def has_barred_key(self, key: bytes) -> bool:
        return key in self._barred

    def has_barred_address(self, address: str) -> bool:
        return address in self._barred.values()

    def is_crowded(self, address: str, people: Iterable[Person]) -> bool:
        """Whether so many of these people have come from this address that no more may."""
        counted = Counter(
            origin for person in people if person in self._addresses for origin, _ in origins(self._addresses[person])
        )
        return any(counted[origin] >= PEOPLE_PER_ADDRESS * laptops for origin, laptops in origins(address))


def _network(address: str) -> str:
    """The IPv6 /64, or the IPv4 address."""
    return origins(address)[-1][0] if address else ""
