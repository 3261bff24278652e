"""Who is known at a table, and who was sent away."""

from __future__ import annotations

import pytest

from lan_thirteen.core.lobby import Person
from lan_thirteen.net.guestbook import Guestbook
from lan_thirteen.wire import limits

HERE = "10.0.0.1"


def sent_away(book: Guestbook, key: bytes, address: str) -> None:
    person = book.next_person
    book.note(key, person, address)
    book.bar(person)


def test_a_number_is_given_once_only() -> None:
    book = Guestbook(Person(2))
    for key in (b"a", b"b"):
        book.note(key, book.next_person, HERE)
    book.forget(Person(3))
    assert book.person(b"b") is None
    assert book.next_person == Person(4)
    book.note(b"owner", Person(1), HERE)
    assert book.next_person == Person(4)


def test_who_was_sent_away_is_barred_by_key_and_by_the_address_they_came_from_last() -> None:
    book = Guestbook(Person(2))
    book.note(b"a", Person(2), HERE)
    book.note(b"a", Person(2), "10.0.0.9")
    book.bar(Person(2))
    assert book.person(b"a") is None
    assert book.has_barred_key(b"a")
    assert book.has_barred_address("10.0.0.9")
    assert not book.has_barred_address(HERE)


def test_as_many_as_are_remembered_stay_barred() -> None:
    book = Guestbook(Person(2))
    for number in range(limits.BARRED):
        sent_away(book, bytes([number]), f"10.0.0.{number}")
    assert all(book.has_barred_key(bytes([number])) for number in range(limits.BARRED))
    sent_away(book, b"one more", "10.0.1.1")
    assert book.has_barred_key(b"one more")
    assert not book.has_barred_address("10.0.0.0")


@pytest.mark.parametrize("where", ["10.0.0.1", "2001:db8::{:x}"])
def test_who_is_sent_away_from_one_network_again_and_again_frees_nobody_but_themselves(where: str) -> None:
    book = Guestbook(Person(2))
    sent_away(book, b"other", "10.0.0.2")
    for number in range(3 * limits.BARRED):
        sent_away(book, b"%d" % number, where.format(number))
    assert book.has_barred_key(b"other")
    assert book.has_barred_address("10.0.0.2")
    assert not book.has_barred_key(b"0")
    assert len(book._barred) == limits.BARRED


def test_people_count_where_they_came_from_last() -> None:
    book = Guestbook(Person(2))
    people = [Person(number) for number in range(2, 2 + limits.PEOPLE_PER_ADDRESS)]
    for person in people:
        book.note(b"%d" % person, person, HERE)
    assert book.is_crowded(HERE, people)
    assert not book.is_crowded(HERE, people[1:])
    assert not book.is_crowded("10.0.0.2", people)
    book.note(b"2", Person(2), "10.0.0.2")
    assert not book.is_crowded(HERE, people)
