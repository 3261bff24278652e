"""What a host has lost with the power and its guests still have: it is taken back if it fits, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.lobby import Phase
from lan_thirteen.net.refill import Found, Refill
from lan_thirteen.trust import journal as j
from lan_thirteen.wire import messages as m
from tests.support.fair import in_loop
from tests.support.messages import JOIN
from tests.support.rising import RisingTable

LOST = 3


def after_power_cut(moves: int = 5) -> tuple[RisingTable, Refill, tuple[bytes, ...]]:
    """A table that goes on without its last lines, before anybody is back, and the lines that it had."""
    table = RisingTable("leaves", 3, 3, Random("power"), options={"mode": "expert"})
    table.start()
    for _ in range(moves):
        table.move(well=True)
    lines = tuple(table.disk.lines)
    del table.disk.lines[-LOST:]
    table._lose()
    table.host = table._new_host()
    assert table.host._refill is not None
    return table, table.host._refill, lines


def join(have: int, match: int = 1) -> m.Join:
    return replace(JOIN, match=match, have=have)


def test_it_is_asked_for_line_by_line_and_the_match_is_where_it_was() -> None:
    def work() -> None:
        table, refill, lines = after_power_cut()
        found = Found(refill._scribe.clerk.lines)
        asked = []
        while (lack := refill.lack(join(len(lines)), found)) is not None:
            assert (lack.match, lack.head) == (1, j.Chain(lines[: lack.have]).head)
            asked.append(lack.have)
            assert found.take(lines[lack.have])
        assert asked == list(range(len(lines) - LOST, len(lines)))
        assert len(table.disk.lines) == len(lines) - LOST
        before = table.table.index
        refill.go_on_with(found)
        assert tuple(table.disk.lines) == lines
        assert table.table.index == before + LOST
        assert table.host._scribe.clerk.lines == lines
        for laptop in table.laptops:
            table.bring_back(laptop)
        while table.is_playing:
            table.move(well=True)
        assert all(laptop.reds() == [] for laptop in table.laptops)

    in_loop(work)


def test_who_has_no_more_or_another_match_is_not_asked() -> None:
    def work() -> None:
        _, refill, lines = after_power_cut()
        found = Found(refill._scribe.clerk.lines)
        assert refill.lack(join(len(lines) - LOST), found) is None
        assert refill.lack(join(len(lines), match=2), found) is None

    in_loop(work)


def test_once_something_new_is_written_it_is_too_late() -> None:
    def work() -> None:
        table, refill, lines = after_power_cut()
        found = Found(refill._scribe.clerk.lines)
        assert found.take(lines[-LOST])
        for laptop in table.laptops:
            table.bring_back(laptop, is_new=True)  # they have kept nothing either
        table.move(well=False)
        written = list(table.disk.lines)
        assert len(written) > len(lines) - LOST
        refill.go_on_with(found)
        assert table.disk.lines == written
        assert refill.lack(join(len(lines) + 9), Found(refill._scribe.clerk.lines)) is None

    in_loop(work)


BAD: dict[str, Callable[[Any], bytes]] = {
    "nothing": lambda record: b"",
    "no record": lambda record: b"[]",
    "another signature": lambda record: j.line_of(replace(record, sig=bytes(64))),
    "another index": lambda record: j.line_of(replace(record, index=77)),
    "spelled otherwise": lambda record: j.line_of(record) + b" ",
    "the end of the deal": lambda record: b'["Ended",[1,1,1],"' + b"A" * 86 + b'=="]',
}


@pytest.mark.parametrize("name", BAD)
def test_what_does_not_follow_is_not_taken(name: str) -> None:
    def work() -> None:
        table, refill, lines = after_power_cut()
        found = Found(refill._scribe.clerk.lines)
        record = j.record_of(lines[-LOST])
        assert isinstance(record, j.Played)
        assert not found.take(BAD[name](record))
        before = list(table.disk.lines)
        refill.go_on_with(found)
        assert table.disk.lines == before
        assert table.table.phase is Phase.PLAYING

    in_loop(work)


def test_a_bots_move_that_the_rules_forbid_is_not_gone_on_with() -> None:
    def work() -> None:
        table = RisingTable("leaves", 3, 2, Random("bot"), options={"mode": "expert"})
        table.start()
        while table.rules.actor(table.state) != 2:
            table.move(well=True)
        lines = tuple(table.disk.lines)
        table._lose()
        table.host = table._new_host()
        refill = table.host._refill
        assert refill is not None
        found = Found(lines)
        forged = j.Played(table.table.index, 2, b"\x92\xa4Play\x90", len(lines), b"")
        assert found.take(j.line_of(forged))
        refill.go_on_with(found)
        assert tuple(table.disk.lines) == lines

    in_loop(work)
