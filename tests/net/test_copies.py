"""A guest's copies: they go on after a new start, are found again, and a disk that fails stops nothing else."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from lan_thirteen.core.values import Refusal
from lan_thirteen.net.copies import DAYS, MOST, Copies, Copy
from lan_thirteen.net.journal_file import joined, read_journal
from lan_thirteen.trust import journal as j
from tests.support.journal_files import TABLE, room_for, some_lines, story

LINES = some_lines(10)
NAME = f"{TABLE.hex()[:16]}-1.lan13"
OVER = Refusal("file.copy-stopped")
TOLD = (b'["Told",0,7]', '["Told",0,8,"Ž"]'.encode())
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file's size and has no such permissions")


@pytest.fixture
def copies(tmp_path: Path) -> Copies:
    return Copies(tmp_path)


def kept(copy: Copy, lines: tuple[bytes, ...] = LINES) -> list[Refusal | None]:
    """What the copy says of the rest of these lines, given one by one."""
    chain = j.Chain(copy.lines)
    return [copy.append(line, chain.add(line)) for line in lines[len(copy.lines) :]]


def keep(copies: Copies, lines: tuple[bytes, ...] = LINES, match: int = 1, table: bytes = TABLE) -> None:
    copy = copies.open(table, match)
    assert not any(kept(copy, lines))
    copy.close()


def test_a_copy_goes_on_after_a_new_start(tmp_path: Path, copies: Copies) -> None:
    assert copies.newest(TABLE) is None
    keep(copies, LINES[:4])
    assert copies.newest(TABLE) == (1, 4)
    copy = Copies(tmp_path).open(TABLE, 1)
    assert (copy.lines, copy.trouble) == (LINES[:4], None)
    assert not any(kept(copy))
    copy.close()
    assert (tmp_path / "copies" / NAME).read_bytes() == joined(LINES)


def test_the_newest_match_of_a_table_is_the_one_with_the_highest_number(copies: Copies) -> None:
    for match in (9, 10, 2):
        keep(copies, some_lines(match + 1, match), match)
    other = b"cellar's table!!"
    keep(copies, tuple(line for line, _ in zip(story(11, other), "ab", strict=False)), 11, other)
    assert copies.newest(TABLE) == (10, 11)
    assert copies.newest(other) == (11, 2)


def test_a_file_that_is_cut_off_counts_as_far_as_it_is_whole(tmp_path: Path, copies: Copies) -> None:
    keep(copies)
    path = tmp_path / "copies" / NAME
    path.write_bytes(path.read_bytes()[:-1])
    assert copies.newest(TABLE) == (1, 9)
    copy = copies.open(TABLE, 1)
    assert copy.lines == LINES[:9]
    copy.close()


def test_a_damaged_copy_is_kept_aside_and_goes_on_from_before(tmp_path: Path, copies: Copies) -> None:
    keep(copies)
    path = tmp_path / "copies" / NAME
    spoiled = path.read_bytes().replace(b"Seated", b"Sated_", 1)
    path.write_bytes(spoiled)
    copy = copies.open(TABLE, 1)
    aside = path.with_name(f"{NAME}.damaged")
    assert (copy.lines, copy.trouble) == (LINES[:1], Refusal("file.kept-damaged", (2,), (str(aside),)))
    assert not any(kept(copy))
    copy.close()
    assert path.read_bytes() == joined(LINES)
    assert aside.read_bytes() == spoiled


@pytest.mark.parametrize(
    "there",
    [bytes(900), b"Dear Ana", joined(some_lines(3, match=2)), joined([b'["Back",1]'])],
    ids=["zeros", "a letter", "another match", "no header"],
)
def test_what_is_none_of_the_match_is_kept_aside_and_the_copy_begins_anew(
    there: bytes, tmp_path: Path, copies: Copies
) -> None:
    path = tmp_path / "copies" / NAME
    path.parent.mkdir()
    path.write_bytes(there)
    assert copies.newest(TABLE) is None
    copy = copies.open(TABLE, 1)
    aside = path.with_name(f"{NAME}.damaged")
    assert (copy.lines, copy.trouble) == ((), Refusal("file.kept-damaged", (1,), (str(aside),)))
    assert not any(kept(copy))
    copy.close()
    assert (path.read_bytes(), aside.read_bytes()) == (joined(LINES), there)


def test_the_copy_of_another_table_with_a_like_name_is_not_ours(tmp_path: Path, copies: Copies) -> None:
    twin = TABLE[:8] + b"12345678"
    keep(copies)
    copy = copies.open(TABLE, 1)
    copy.keep_told(TOLD[0])
    copy.close()
    assert copies.newest(twin) is None
    copy = copies.open(twin, 1)
    assert (copy.lines, copy.tells()) == ((), ())
    copy.close()
    assert read_journal(tmp_path / "copies" / f"{NAME}.damaged").lines == LINES


@posix
def test_a_full_disk_is_said_once(tmp_path: Path, copies: Copies) -> None:
    copy = copies.open(TABLE, 1)
    with room_for(len(joined(LINES[:8])) + 10):
        assert kept(copy) == [None] * 8 + [OVER, None]
    assert copy.keep_told(TOLD[0]) is None
    copy.close()
    assert read_journal(tmp_path / "copies" / NAME).lines == LINES[:8]


def test_a_folder_that_cannot_be_used_is_said_once(tmp_path: Path, copies: Copies) -> None:
    (tmp_path / "copies").write_text("a file")
    copy = copies.open(TABLE, 1)
    assert (copy.lines, copies.newest(TABLE)) == ((), None)
    assert kept(copy) == [OVER] + [None] * 9
    assert copy.tells() == ()


def test_without_a_profile_nothing_is_kept_and_nothing_said() -> None:
    copies = Copies(None)
    copy = copies.open(TABLE, 1)
    assert not any(kept(copy))
    assert copy.keep_told(TOLD[0]) is None
    assert (copies.newest(TABLE), copy.tells()) == (None, ())
    copy.close()


def test_what_only_we_were_told_is_kept_apart_and_goes_on_after_a_new_start(tmp_path: Path, copies: Copies) -> None:
    for told in TOLD:
        copy = copies.open(TABLE, 1)
        assert copy.keep_told(told) is None
        copy.close()
    path = tmp_path / "copies" / NAME.replace(".lan13", ".told")
    with path.open("ab") as file:
        file.write(b'["Tol')
    copy = copies.open(TABLE, 1)
    assert copy.tells() == TOLD
    copy.keep_told(TOLD[0])
    assert copy.tells() == (*TOLD, TOLD[0])
    copy.close()


@posix
def test_nobody_else_may_read_what_only_we_were_told(tmp_path: Path, copies: Copies) -> None:
    copy = copies.open(TABLE, 1)
    copy.keep_told(TOLD[0])
    copy.close()
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "copies").glob("*.told")} == {0o600}


def test_copies_that_are_old_go_with_all_that_lies_beside_them(tmp_path: Path, copies: Copies) -> None:
    folder = tmp_path / "copies"
    for match in (1, 2, 12):
        keep(copies, some_lines(2, match), match)
    beside = [NAME, NAME.replace(".lan13", ".told"), f"{NAME}.damaged"]
    for name, days in [*((name, DAYS + 1) for name in beside), (NAME.replace("-1.", "-2."), DAYS - 1)]:
        (folder / name).touch()
        then = time.time() - days * 24 * 60 * 60
        os.utime(folder / name, (then, then))
    keep(copies, some_lines(2, 3), 3)
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        NAME.replace("-1.", f"-{match}.") for match in (2, 3, 12)
    )


def test_an_old_copy_that_is_opened_stays(tmp_path: Path, copies: Copies) -> None:
    keep(copies)
    os.utime(tmp_path / "copies" / NAME, (0, 0))
    copy = copies.open(TABLE, 1)
    assert copy.lines == LINES
    copy.close()


def test_of_too_many_copies_the_oldest_go(tmp_path: Path, copies: Copies) -> None:
    folder, now = tmp_path / "copies", time.time()
    folder.mkdir()
    for number in range(MOST + 5):
        path = folder / f"{number:016x}-1.lan13"
        path.touch()
        os.utime(path, (now - 1000 + number, now - 1000 + number))
    copies.open(TABLE, 1).close()
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == MOST
    assert f"{6:016x}-1.lan13" in names
    assert f"{5:016x}-1.lan13" not in names
