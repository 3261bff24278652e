"""Journals on disk: no damage goes unnoticed, no acknowledged line is lost, and the disk is asked soon but seldom."""

from __future__ import annotations

import errno
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net import line_file, syncer
from lan_thirteen.net.journal_file import (
    ENOUGH,
    JournalFile,
    is_journal,
    joined,
    open_to_go_on,
    read_journal,
    split_journal,
)
from lan_thirteen.net.line_file import MAX_FILE_BYTES
from lan_thirteen.table.match import header_for
from lan_thirteen.table.records import header_line
from lan_thirteen.trust.journal import Chain, head_after
from tests.support.journal_files import append_all, killed_while_writing, room_for, some_lines
from tests.support.waiting import eventually

LINES = some_lines(20)
WHOLE = joined(LINES)
SOON = 20.0
NEVER = 3600.0
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file's size")


def code_of(error: pytest.ExceptionInfo[JournalError]) -> str:
    return error.value.why.code


def syncing() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "syncer"]


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    before = syncing()
    yield
    assert syncing() == before


class Disk:
    """Counts how often it is asked; it can be held, and fail."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self.times = 0
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.fails = False

    def sync(self, descriptor: int) -> None:
        self.times += 1
        self.asked.release()
        assert self.may_answer.wait(SOON)
        if self.fails:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def is_asked(self) -> bool:
        return self.asked.acquire(timeout=SOON)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(line_file, "sync_data", disk.sync)
    return disk


def test_a_line_is_with_the_system_when_it_is_written_whatever_the_disk_does(tmp_path: Path, disk: Disk) -> None:
    path, chain = tmp_path / "Žofía 桌.lan13", Chain()
    with JournalFile(path, pause=NEVER) as file:
        for number, line in enumerate(LINES, start=1):
            file.append(line, chain.add(line))
            assert path.read_bytes() == joined(LINES[:number])
        assert disk.times == 0
    assert read_journal(path).lines == LINES


def test_a_line_is_its_head_and_its_record() -> None:
    first = WHOLE.split(b"\n")[0]
    assert first == Chain(LINES[:1]).head.hex().encode() + b" " + LINES[0]


def test_a_file_cut_at_any_byte_is_a_journal_of_what_came_before() -> None:
    for cut in range(len(WHOLE) + 1):
        part = WHOLE[:cut]
        found = split_journal(part)
        assert found.lines == LINES[: part.count(b"\n")]
        assert found.damage is None
        assert found.is_torn == bool(part and not part.endswith(b"\n"))
        assert part[: found.size] == joined(found.lines)


def test_no_flipped_bit_goes_unnoticed_and_all_before_it_is_given() -> None:
    line_of = [number for number, line in enumerate(WHOLE.splitlines(keepends=True), start=1) for _ in line]
    for place, number in enumerate(line_of):
        for bit in range(8):
            spoiled = bytearray(WHOLE)
            spoiled[place] ^= 1 << bit
            found = split_journal(bytes(spoiled))
            is_last_end = place == len(WHOLE) - 1
            assert (found.damage, found.is_torn) == ((None, True) if is_last_end else (number, False)), (place, bit)
            assert found.lines == LINES[: number - 1]


@pytest.mark.parametrize(
    ("order", "damage"),
    [([0, 1, 3], 3), ([0, 2, 1, 3], 2), ([0, 1, 1, 2], 3), ([1, 2], 1), ([0, 1, 2, 0, 1], 4)],
    ids=["missing", "swapped", "doubled", "no beginning", "from the beginning again"],
)
def test_a_line_that_does_not_follow_is_named(order: list[int], damage: int) -> None:
    texts = WHOLE.splitlines(keepends=True)
    found = split_journal(b"".join(texts[number] for number in order))
    assert (found.damage, found.lines) == (damage, LINES[: damage - 1])


def test_another_spelling_of_the_same_line_is_damage() -> None:
    texts = WHOLE.splitlines()
    head, _, record = texts[4].partition(b" ")
    for other in (head.upper() + b" " + record, head + b"\t" + record, head + b"  " + record, texts[4] + b"\r", b""):
        assert split_journal(b"\n".join([*texts[:4], other, *texts[5:], b""])).damage == 5


def test_a_proof_has_attachments_after_its_lines() -> None:
    found = split_journal(joined(LINES, [b'["Told"]', b"{}"]))
    assert (found.lines, found.attachments, found.damage, found.is_torn) == (LINES, (b'["Told"]', b"{}"), None, False)
    assert found.size == len(WHOLE)


def test_a_line_of_the_journal_after_an_attachment_is_damage() -> None:
    last = WHOLE.splitlines(keepends=True)[-1]
    found = split_journal(joined(LINES[:-1], [b"{}"]) + last)
    assert (found.damage, found.lines, found.attachments) == (21, LINES[:-1], (b"{}",))


def test_what_is_attached_to_a_damaged_journal_is_not_given() -> None:
    texts = joined(LINES, [b"{}"]).splitlines(keepends=True)
    found = split_journal(b"".join(texts[:4] + texts[5:]))
    assert (found.damage, found.lines, found.attachments) == (5, LINES[:4], ())


@given(
    st.lists(st.binary(max_size=80).map(lambda line: line.replace(b"\n", b"")), max_size=8),
    st.lists(st.binary(max_size=80).map(lambda line: line.replace(b"\n", b"")), max_size=3),
)
def test_whatever_lines_were_joined_come_apart_again(lines: list[bytes], attached: list[bytes]) -> None:
    found = split_journal(joined([LINES[0], *lines], attached))
    assert (found.lines, found.attachments) == ((LINES[0], *lines), tuple(attached))
    assert (found.damage, found.is_torn) == (None, False)


@given(st.binary(max_size=200))
def test_no_bytes_are_a_fault_of_the_program(data: bytes) -> None:
    for mixed in (data, WHOLE[:300] + data, data + WHOLE):
        with suppress(JournalError):
            found = split_journal(mixed)
            assert found.lines == LINES[: len(found.lines)]


OLD = header_line(header_for(GAMES["leaves"].game, {}, ["a", "b", "c"]))


def _of_format_3() -> bytes:
    return joined([LINES[0].replace(b'["Header",2', b'["Header",3')])


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (OLD, Refusal("file.other-format", (1, 2))),
        (_of_format_3(), Refusal("file.other-format", (3, 2))),
        (b"Dear Ana,\n", Refusal("file.not-a-match")),
        (b'{"lan13":"x"}\n', Refusal("file.not-a-match")),
        (b"- {}\n", Refusal("file.not-a-match")),
        (b"[" * 100_000, Refusal("file.not-a-match")),
    ],
    ids=["format 1", "format 3", "a letter", "another header", "attachments only", "deep"],
)
def test_what_is_no_journal_of_ours_is_a_sentence(data: bytes, why: Refusal, tmp_path: Path) -> None:
    path = tmp_path / "x.lan13"
    path.write_bytes(data)
    for read in (read_journal, open_to_go_on):
        with pytest.raises(JournalError) as caught:
            read(path)
        assert caught.value.why == why
    assert path.read_bytes() == data


def test_the_first_bytes_tell_a_journal_from_a_list_of_actions() -> None:
    assert is_journal(WHOLE[:ENOUGH])
    assert is_journal(WHOLE[:30])
    assert is_journal(b"#" + WHOLE[1:ENOUGH])
    assert not is_journal(OLD[:ENOUGH])
    assert not is_journal(b"")


def test_a_missing_file_a_folder_and_a_giant_are_told_apart(tmp_path: Path) -> None:
    with (tmp_path / "giant").open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    for name, code in (("none", "file.missing"), (".", "file.cannot-read"), ("giant", "file.not-a-match")):
        with pytest.raises(JournalError) as caught:
            read_journal(tmp_path / name)
        assert code_of(caught) == code


def test_an_old_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("dear")
    with pytest.raises(JournalError) as caught:
        JournalFile(path)
    assert code_of(caught) == "file.exists"
    assert path.read_text() == "dear"


@pytest.mark.parametrize("name", ["no such folder/x", "nul\0byte"])
def test_a_place_that_cannot_be_written_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(JournalError) as caught:
        JournalFile(tmp_path / name)
    assert code_of(caught) == "file.cannot-write"


def test_a_file_that_was_cut_off_goes_on_where_it_was_whole(tmp_path: Path) -> None:
    path, whole = tmp_path / "x.lan13", len(joined(LINES[:19]))
    for cut in range(whole, len(WHOLE)):
        path.write_bytes(WHOLE[:cut])
        reopened = open_to_go_on(path, pause=NEVER)
        assert (reopened.lines, reopened.trouble) == (LINES[:19], None)
        with reopened.file as file:
            append_all(file, LINES[19:], after=LINES[:19])
        assert path.read_bytes() == WHOLE


def test_a_damaged_file_is_kept_aside_and_what_came_before_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "x.lan13"
    spoiled = WHOLE.replace(LINES[7], LINES[7].replace(b"Played", b"Slayed"))
    for name in ("x.lan13.damaged", "x.lan13.damaged-2"):
        path.write_bytes(spoiled)
        reopened = open_to_go_on(path)
        aside = tmp_path / name
        assert reopened.lines == LINES[:7]
        assert reopened.trouble == Refusal("file.kept-damaged", (8,), (str(aside),))
        with reopened.file as file:
            append_all(file, LINES[7:], after=reopened.lines)
        assert aside.read_bytes() == spoiled
        assert path.read_bytes() == WHOLE


def test_a_damaged_file_that_cannot_be_kept_aside_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.lan13"
    spoiled = WHOLE.replace(b"Seated", b"Heated")
    path.write_bytes(spoiled)

    def fails(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("lan_thirteen.net.journal_file.write_whole", fails)
    with pytest.raises(JournalError) as caught:
        open_to_go_on(path)
    assert caught.value.why == Refusal("file.cannot-write", (), (str(path),))
    assert path.read_bytes() == spoiled


def test_nobody_plays_on_in_a_proof(tmp_path: Path) -> None:
    path, proof = tmp_path / "proof.lan13", joined(LINES, [b"{}"])
    path.write_bytes(proof)
    with pytest.raises(JournalError) as caught:
        open_to_go_on(path)
    assert code_of(caught) == "file.is-proof"
    assert path.read_bytes() == proof


def test_a_record_with_a_line_end_in_it_is_refused_and_the_journal_goes_on(tmp_path: Path) -> None:
    path, bad = tmp_path / "x.lan13", b'["Back",\n1]'
    with JournalFile(path) as file:
        append_all(file, LINES[:3])
        with pytest.raises(JournalError) as caught:
            file.append(bad, head_after(Chain(LINES[:3]).head, bad))
        assert code_of(caught) == "journal.bad-record"
        append_all(file, LINES[3:], after=LINES[:3])
    assert path.read_bytes() == WHOLE


class Clocked(threading.Condition):
    """Notes how long it is waited at most."""

    waits: ClassVar[list[float | None]] = []

    def wait_for(self, predicate: Callable[[], Any], timeout: float | None = None) -> Any:
        self.waits.append(timeout)
        return super().wait_for(predicate, timeout)


def test_the_disk_is_asked_less_than_100_ms_after_a_line(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syncer, "threading", SimpleNamespace(Condition=Clocked, Thread=threading.Thread))
    monkeypatch.setattr(Clocked, "waits", [])
    disk.may_answer.clear()
    with JournalFile(tmp_path / "x") as file:
        append_all(file, LINES[:1])
        assert disk.is_asked()
        assert Clocked.waits == [None, pytest.approx(0.05)]  # for a line, then for more of them
        disk.may_answer.set()


def test_the_disk_is_asked_for_a_line_though_none_follows(tmp_path: Path, disk: Disk) -> None:
    with JournalFile(tmp_path / "x") as file:
        append_all(file, LINES[:1])
        assert disk.is_asked()
        append_all(file, LINES[1:2], after=LINES[:1])
        assert disk.is_asked()
    assert disk.times == 2


def test_the_disk_is_asked_once_for_all_lines_of_a_moment_and_at_the_end_at_once(tmp_path: Path, disk: Disk) -> None:
    with JournalFile(tmp_path / "x", pause=NEVER) as file:
        append_all(file, some_lines(50))
    assert disk.times == 1


def test_lines_that_come_while_the_disk_works_wait_for_nothing_and_go_together(tmp_path: Path, disk: Disk) -> None:
    lines = some_lines(50)
    disk.may_answer.clear()
    with JournalFile(tmp_path / "x", pause=0) as file:
        append_all(file, lines[:1])
        assert disk.is_asked()
        append_all(file, lines[1:], after=lines[:1])
        disk.may_answer.set()
    assert disk.times == 2
    assert read_journal(tmp_path / "x").lines == lines


def test_the_disk_is_not_asked_for_nothing(tmp_path: Path, disk: Disk) -> None:
    JournalFile(tmp_path / "x").close()
    assert disk.times == 0


def test_the_disk_knows_the_name_of_a_new_file_with_its_first_lines(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[tuple[Path, int]] = []
    monkeypatch.setattr(line_file, "sync_folder", lambda folder: folders.append((folder, disk.times)))
    path = tmp_path / "x"
    with JournalFile(path, pause=0) as file:
        append_all(file, LINES[:1])
        assert disk.is_asked()
        append_all(file, LINES[1:2], after=LINES[:1])
    with open_to_go_on(path).file as file:
        append_all(file, LINES[2:3], after=LINES[:2])
    assert folders == [(tmp_path, 1)]


def test_after_a_sync_that_failed_nothing_is_written_or_asked_any_more(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "x"
    disk.fails = True
    with JournalFile(path, pause=0) as file:
        append_all(file, LINES[:1])
        eventually(lambda: file.is_broken, SOON)
        disk.fails = False
        for _ in range(2):
            with pytest.raises(JournalError) as caught:
                append_all(file, LINES[1:2], after=LINES[:1])
            assert caught.value.why == Refusal("file.cannot-write", (), (str(path),))
    assert disk.times == 1
    assert read_journal(path).lines == LINES[:1]


@posix
@pytest.mark.parametrize("room", [0, 1, 100])
def test_a_disk_that_fills_up_leaves_whole_lines_and_is_not_written_to_again(tmp_path: Path, room: int) -> None:
    path, kept = tmp_path / "x", joined(LINES[:5])
    with JournalFile(path) as file:
        append_all(file, LINES[:5])
        with room_for(len(kept) + room), pytest.raises(JournalError) as caught:
            append_all(file, LINES[5:6], after=LINES[:5])
        assert code_of(caught) == "file.cannot-write"
        assert path.read_bytes() == kept
        with pytest.raises(JournalError):
            append_all(file, LINES[6:7], after=LINES[:6])
    assert path.read_bytes() == kept


def test_no_file_grows_past_what_can_be_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_file, "MAX_FILE_BYTES", len(joined(LINES[:6])) + 100)
    path = tmp_path / "x"
    with JournalFile(path) as file:
        append_all(file, LINES[:6])
        with pytest.raises(JournalError):
            append_all(file, LINES[6:7], after=LINES[:6])
        with pytest.raises(JournalError):
            file.append(b"0", head_after(Chain(LINES[:6]).head, b"0"))
    assert read_journal(path).lines == LINES[:6]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_killed_writer_loses_no_line_that_it_acknowledged(tmp_path: Path, seed: int) -> None:
    killed = killed_while_writing(tmp_path / "x.lan13", seed)
    assert not killed.wrong
    assert killed.found >= killed.acknowledged > 0
