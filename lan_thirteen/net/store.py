"""Match files on disk that are plain lists of actions, and what a host keeps to itself beside a journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Self

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.line_file import LineFile, read_file
from lan_thirteen.net.locks import FAR, take_lock
from lan_thirteen.table.records import Header, Lines, Record, header_line, record_line, split_lines


class MatchFile:
    """A match file that grows while the match is played: each record is handed to the system before it is told.

    A killed program loses nothing of it; a power cut may cost the last moments.
    """

    def __init__(self, path: Path, header: Header) -> None:
        """Make the file. Raises JournalError where it exists already or cannot be written."""
        try:
            self._file = path.open("xb", buffering=0)
        except FileExistsError as error:
            raise JournalError(Refusal("file.exists", (), (str(path),))) from error
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path
            raise JournalError(Refusal("file.cannot-write", (), (str(path),))) from error
        self._path = path
        try:
            self._write(header_line(header))
        except JournalError:
            self._file.close()
            path.unlink(missing_ok=True)
            raise

    def append(self, record: Record[Any]) -> None:
        """Write one record. Raises JournalError where the disk is full or gone."""
        self._write(record_line(record))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    def _write(self, line: bytes) -> None:
        try:
            written = self._file.write(line)
        except OSError as error:
            raise JournalError(Refusal("file.cannot-write", (), (str(self._path),))) from error
        if written != len(line):  # a disk that fills up takes a part
            raise JournalError(Refusal("file.cannot-write", (), (str(self._path),)))


class SecretFile:
    """What the host must remember of its deals and nobody else may read yet: JSON, a line each, in a file beside.

    Whoever has it open is the one who writes the match.
    """

    SUFFIX: Final = ".deals"

    def __init__(self, path: Path, *, is_new: bool = True) -> None:
        """Make the file, or go on with one after its last whole line.

        Raises JournalError where that cannot be, or another program has it open.
        """
        size = None if is_new else read_file(path).rfind(b"\n") + 1
        if size is not None and is_being_written(path):
            raise JournalError(Refusal("resume.is-running"))
        self._file = LineFile(path, size=size, mode=0o600)
        if not self._file.lock():
            self._file.close()
            raise JournalError(Refusal("resume.is-running"))

    def append(self, line: bytes, *, is_synced: bool) -> None:
        """Write this down; ``is_synced``: it is on the disk when this returns, whatever becomes of the machine.

        Raises JournalError where the disk is full or gone.
        """
        self._file.append(line)
        if is_synced:
            self._file.sync()

    def close(self) -> None:
        self._file.close()


def is_being_written(path: Path) -> bool:
    """Whether a program has this file of secrets open, to write its match."""
    try:
        with path.open("ab") as file:
            return not take_lock(file.fileno(), FAR)
    except OSError:
        return False


def read_match(path: Path) -> Lines:
    """The parts of a match file. Raises JournalError where there is none or it cannot be read."""
    return split_lines(read_file(path))
