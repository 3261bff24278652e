"""Match files on disk."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal
from lan_thirteen.table.records import Header, Lines, Record, header_line, record_line, split_lines

MAX_FILE_BYTES = 8 * 1024 * 1024
"""A match file is some hundred KiB; what is larger than this is something else."""


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
    """What the host must remember of its deals and nobody else may read yet: JSON, a line each, in a file beside."""

    SUFFIX: Final = ".deals"

    def __init__(self, path: Path) -> None:
        """Make the file. Raises JournalError where it exists already or cannot be written."""
        self._path = path
        try:
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        except OSError as error:
            raise JournalError(Refusal("file.cannot-write", (), (str(path),))) from error

    def append(self, line: dict[str, Any], *, is_synced: bool) -> None:
        """Write this down; ``is_synced``: it is on the disk when this returns, whatever becomes of the machine.

        Raises JournalError where the disk is full or gone.
        """
        data = msgspec.json.encode(line) + b"\n"
        try:
            written = os.write(self._descriptor, data)
            if is_synced:
                os.fsync(self._descriptor)
        except OSError as error:
            raise JournalError(Refusal("file.cannot-write", (), (str(self._path),))) from error
        if written != len(data):
            raise JournalError(Refusal("file.cannot-write", (), (str(self._path),)))

    def close(self) -> None:
        os.close(self._descriptor)


def read_match(path: Path) -> Lines:
    """The parts of a match file. Raises JournalError where there is none or it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise JournalError(Refusal("file.cannot-read", (), (str(path),)))
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError as error:
        raise JournalError(Refusal("file.missing", (), (str(path),))) from error
    except (OSError, ValueError) as error:
        raise JournalError(Refusal("file.cannot-read", (), (str(path),))) from error
    if len(data) > MAX_FILE_BYTES:
        raise JournalError(Refusal("file.not-a-match"))
    return split_lines(data)
