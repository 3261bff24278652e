"""What is written of a match is told to everybody once, and to who comes back from where they were."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lan_thirteen.core.lobby import DealId, HouseRules
from lan_thirteen.net.clerk import Clerk
from lan_thirteen.trust import journal as j
from lan_thirteen.wire.limits import ENTRIES
from lan_thirteen.wire.messages import Entries
from tests.support.messages import open_pair
from tests.support.tables import Memory

HEADER = j.Header(
    lan13=j.FORMAT,
    table=bytes(16),
    fingerprint=bytes(32),
    host=bytes(32),
    epoch=1,
    match=2,
    name="Kitchen",
    game="leaves",
    rules_version=1,
    seats=8,
    options=(),
    house=HouseRules(),
)
SHORT = j.Back(1)
LONG = j.DealMixes(DealId(2**31 - 1, 2**31 - 1, 2**31 - 1), (j.Given(7, bytes(32), bytes(64)),) * 8)
LONGEST = j.Played(1, 1, bytes(1024), 1, bytes(64))


def clerk_of(*records: j.Record) -> Clerk:
    clerk = Clerk(Memory())
    assert list(clerk.begin(HEADER)) == []
    for record in records:
        assert list(clerk.add(record)) == []
    return clerk


def told(entries: list[Entries], first: int) -> tuple[bytes, ...]:
    """The lines of these messages, which follow on each other, and on so many before them."""
    lines: tuple[bytes, ...] = ()
    for each in entries:
        assert each.first == first + len(lines)
        lines += each.lines
    return lines


@settings(max_examples=60, deadline=None)
@given(records=st.lists(st.sampled_from([SHORT, SHORT, SHORT, LONG, LONGEST]), max_size=200), have=st.integers(0, 201))
def test_however_long_a_journal_is_a_link_bears_all_of_it_in_order(records: list[j.Record], have: int) -> None:
    clerk, lines = clerk_of(*records), tuple(map(j.line_of, (HEADER, *records)))
    assert told(clerk.news(), 0) == lines
    have = min(have, len(lines))
    entries = clerk.since(HEADER.match, have)
    assert told(entries, have) == lines[have:]
    host, guest = open_pair()
    chain = j.Chain(lines[:have])
    for each in entries:
        assert guest.receive(host.send(each)) == [each]
        for line in each.lines:
            chain.add(line)
        assert each.head == chain.head


def test_a_message_has_as_many_lines_as_it_may() -> None:
    clerk = clerk_of(*[SHORT] * (2 * ENTRIES))
    assert [len(entries.lines) for entries in clerk.news()] == [ENTRIES, ENTRIES, 1]


def test_what_was_told_to_everybody_is_not_told_again() -> None:
    clerk = clerk_of(SHORT)
    assert told(clerk.news(), 0)
    assert clerk.news() == []
    list(clerk.add(LONG))
    assert told(clerk.news(), 2) == (j.line_of(LONG),)


def test_who_comes_back_is_told_no_line_before_all_others_are() -> None:
    clerk = clerk_of(SHORT)
    assert clerk.since(HEADER.match, 0) == []
    clerk.news()
    list(clerk.add(LONG))
    assert told(clerk.since(HEADER.match, 1), 1) == (j.line_of(SHORT),)


@pytest.mark.parametrize(
    ("match", "have", "first"),
    [(2, 0, 0), (2, 2, 2), (2, 3, 3), (2, 4, 0), (2, 2**31 - 1, 0), (1, 2, 0), (3, 2, 0), (0, 0, 0), (0, 2, 0)],
)
def test_whoever_claims_lines_that_there_are_not_or_those_of_another_match_gets_all(
    match: int, have: int, first: int
) -> None:
    records: tuple[j.Record, ...] = (HEADER, SHORT, LONG)
    clerk, lines = clerk_of(SHORT, LONG), tuple(map(j.line_of, records))
    clerk.news()
    assert told(clerk.since(match, have), first) == lines[first:]


def test_another_match_is_told_from_its_own_first_line() -> None:
    clerk = clerk_of(SHORT, LONG)
    clerk.news()
    header = msgspec.structs.replace(HEADER, match=3)
    assert list(clerk.begin(header)) == []
    assert told(clerk.news(), 0) == (j.line_of(header),)
    assert told(clerk.since(2, 3), 0) == (j.line_of(header),)
