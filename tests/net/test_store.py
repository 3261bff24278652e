"""Files on disk: nothing is overwritten, and every fault is a sentence."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from lan_thirteen.core.errors import JournalError
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net import whole_file
from lan_thirteen.net.line_file import MAX_FILE_BYTES
from lan_thirteen.net.store import MatchFile, SecretFile, read_match
from lan_thirteen.net.whole_file import write_whole
from lan_thirteen.table.match import header_for
from lan_thirteen.table.records import Record, header_line

HEADER = header_for(GAMES["leaves"].game, {}, ["a", "b", "c"])


def code_of(error: pytest.ExceptionInfo[JournalError]) -> str:
    return error.value.why.code


def test_what_was_written_is_on_disk_at_once(tmp_path: Path) -> None:
    path = tmp_path / "Žofía 桌.lan13"
    with MatchFile(path, HEADER) as file:
        assert path.read_bytes() == header_line(HEADER)
        file.append(Record(0, None, 1))
        assert path.read_bytes() == header_line(HEADER) + b"[0,null,1]\n"
    assert read_match(path).header == HEADER


def test_an_old_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("dear")
    with pytest.raises(JournalError) as caught:
        MatchFile(path, HEADER)
    assert code_of(caught) == "file.exists"
    assert path.read_text() == "dear"


@pytest.mark.parametrize("name", ["no such folder/x", "nul\0byte"])
def test_a_place_that_cannot_be_written_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(JournalError) as caught:
        MatchFile(tmp_path / name, HEADER)
    assert code_of(caught) == "file.cannot-write"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with MatchFile(path, HEADER) as file, Path("/dev/full").open("wb", buffering=0) as full:
        os.dup2(full.fileno(), file._file.fileno())
        with pytest.raises(JournalError) as caught:
            file.append(Record(0, None, 1))
    assert code_of(caught) == "file.cannot-write"


def test_a_missing_file_and_one_that_is_none_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(JournalError) as missing:
        read_match(tmp_path / "x")
    assert code_of(missing) == "file.missing"
    with pytest.raises(JournalError) as folder:
        read_match(tmp_path)
    assert code_of(folder) == "file.cannot-read"


def test_a_giant_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "giant"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(JournalError) as caught:
        read_match(path)
    assert code_of(caught) == "file.not-a-match"


def test_secrets_are_never_written_over_old_ones(tmp_path: Path) -> None:
    path = tmp_path / "old.deals"
    path.write_text("dear")
    with pytest.raises(JournalError) as caught:
        SecretFile(path)
    assert code_of(caught) == "file.exists"
    assert path.read_text() == "dear"


def test_a_file_is_whole_the_new_or_the_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "small"
    write_whole(path, b"old")

    def fails(_: int) -> None:
        assert path.read_bytes() == b"old"
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        write_whole(path, b"new")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("small", b"old")]


@pytest.mark.skipif(os.name != "posix", reason="Windows syncs no folders")
def test_the_disk_knows_the_name_of_a_new_file_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[str, bool]] = []

    def sync(descriptor: int) -> None:
        kind = "folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file"
        synced.append((kind, (tmp_path / "small").exists()))

    monkeypatch.setattr(os, "fsync", sync)
    write_whole(tmp_path / "small", b"new")
    assert synced == [("file", False), ("folder", True)]


def test_a_file_that_a_virus_scanner_holds_for_a_moment_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, held = Path.replace, [True, True, False]

    def replace(draft: Path, path: Path) -> Path:
        if held.pop(0):
            raise PermissionError
        return real(draft, path)

    monkeypatch.setattr(whole_file, "_HELD_S", (0.0, 0.0))
    monkeypatch.setattr(Path, "replace", replace)
    write_whole(tmp_path / "small", b"new")
    assert (tmp_path / "small").read_bytes() == b"new"
    held[:] = [True] * 3
    with pytest.raises(PermissionError):
        write_whole(tmp_path / "small", b"newer")
    assert not held
    assert (tmp_path / "small").read_bytes() == b"new"
