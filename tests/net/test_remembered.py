"""The table to which one can return: a file that is whole or none, and never in the way."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from lan_thirteen.net.dial import Address
from lan_thirteen.net.remembered import LastTable, Remembered

KITCHEN = Remembered(bytes(16), bytes(32), (Address("fe80::1%3", 41313),), "Küche", "leaves", time.time())


def last(folder: Path | None, changes: list[Remembered | None] | None = None) -> LastTable:
    return LastTable(folder, (lambda table: None) if changes is None else changes.append)


def test_a_table_is_remembered_until_it_is_forgotten(tmp_path: Path) -> None:
    changes: list[Remembered | None] = []
    one = last(tmp_path, changes)
    one.remember(KITCHEN)
    one.remember(replace(KITCHEN, since=KITCHEN.since + 1))  # still there
    assert last(tmp_path).table == KITCHEN
    moved = replace(KITCHEN, addresses=(Address("10.0.0.1", 41313),))
    one.remember(moved)
    assert last(tmp_path).table == moved
    one.forget()
    one.forget()
    assert last(tmp_path).table is None
    assert changes == [KITCHEN, moved, None]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_nobody_else_may_read_where_we_sat(tmp_path: Path) -> None:
    last(tmp_path).remember(KITCHEN)
    assert (tmp_path / "last-table.json").stat().st_mode & 0o777 == 0o600


def test_a_table_of_the_day_before_is_not_offered(tmp_path: Path) -> None:
    for hours, is_offered in ((23, True), (25, False), (-25, False)):
        one = last(tmp_path)
        one.forget()
        one.remember(replace(KITCHEN, since=time.time() - hours * 3600))
        assert (last(tmp_path).table is not None) is is_offered


def test_who_stays_for_long_is_offered_the_table_for_a_day_after(tmp_path: Path) -> None:
    came, now = time.time() - 25 * 3600, time.time()
    one = last(tmp_path)
    one.remember(replace(KITCHEN, since=came))
    one.remember(replace(KITCHEN, since=now))
    assert last(tmp_path).table == replace(KITCHEN, since=now)


def test_a_file_that_was_cut_short_anywhere_is_put_aside(tmp_path: Path) -> None:
    last(tmp_path).remember(KITCHEN)
    path = tmp_path / "last-table.json"
    whole = path.read_bytes()
    for broken in [*(whole[:length] for length in range(len(whole))), b"\xff", b"[" * 100_000, b'["x"]']:
        path.write_bytes(broken)
        assert last(tmp_path).table is None
        assert path.with_name("last-table.json.broken").read_bytes() == broken
        assert not path.exists()


def test_where_nothing_can_be_written_it_is_known_until_the_end(tmp_path: Path) -> None:
    (tmp_path / "last-table.json").mkdir()
    for folder in (None, tmp_path, tmp_path / "none"):
        one = last(folder)
        assert one.table is None
        one.remember(KITCHEN)
        assert one.table == KITCHEN
        one.forget()
        assert one.table is None
