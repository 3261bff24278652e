"""Files that only grow, by whole lines: each line is with the system when ``append`` returns."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.locks import FAR, take_lock
from lan_thirteen.net.whole_file import sync_folder

MAX_FILE_BYTES: Final = 8 * 1024 * 1024
"""A match file is some hundred KiB; what is larger than this is something else, and is neither read nor written."""

_LOOKED_AT_S: Final = (0.01, 0.03, 0.1, 0.0)
"""Pauses before asking for a lock again: another program may just have looked whether it is free."""

# without O_BINARY Windows writes another line end than it is given
_FLAGS: Final = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)

sync_data: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)
"""Windows and macOS have only the second."""


class LineFile:
    """A file of lines. Once a write or a sync has failed, nothing more is written to it: it could not be believed."""

    def __init__(self, path: Path, *, size: int | None = None, mode: int = 0o666) -> None:
        """Make the file, or go on with one that is there after ``size`` of its bytes; what follows those is cut off.

        Raises JournalError where there is one that should not be, or it cannot be written.
        """
        self.path = path
        self.is_broken = False
        self._is_new = size is None
        self._size = size or 0
        try:
            self._descriptor = os.open(path, _FLAGS | (os.O_CREAT | os.O_EXCL if size is None else 0), mode)
        except FileExistsError as error:
            raise JournalError(Refusal("file.exists", (), (str(path),))) from error
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path
            raise self._unwritable() from error
        try:
            if size is not None:
                os.ftruncate(self._descriptor, size)
        except OSError as error:
            os.close(self._descriptor)
            raise self._unwritable() from error

    def lock(self) -> bool:
        """Whether the file is ours alone now, among those who ask; until it is closed, or this program ends."""
        for pause in _LOOKED_AT_S:
            if take_lock(self._descriptor, FAR):
                return True
            time.sleep(pause)
        return False

    def append(self, line: bytes) -> None:
        """Hand one line to the system, newline added. Raises JournalError where the disk is full or gone, from then on.

        A line of which only a part could be written is taken away again, where that is possible.
        """
        data = line + b"\n"
        if self.is_broken or self._size + len(data) > MAX_FILE_BYTES:
            self.is_broken = True  # a shorter line would still go in, and not follow from the one before it
            raise self._unwritable()
        try:
            written = os.write(self._descriptor, data)
        except OSError as error:
            self._give_up()
            raise self._unwritable() from error
        if written != len(data):  # a disk that fills up takes a part
            self._give_up()
            raise self._unwritable()
        self._size += written

    def sync(self) -> None:
        """All whole lines are on the disk when this returns. Raises JournalError where nobody can know that."""
        try:
            sync_data(self._descriptor)
        except OSError as error:
            # the system may have dropped what it could not write: a second sync would succeed and mean nothing
            self.is_broken = True
            raise self._unwritable() from error
        if self._is_new:
            sync_folder(self.path.parent)
            self._is_new = False

    def close(self) -> None:
        os.close(self._descriptor)

    def _give_up(self) -> None:
        self.is_broken = True
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, self._size)

    def _unwritable(self) -> JournalError:
        return JournalError(Refusal("file.cannot-write", (), (str(self.path),)))


def read_file(path: Path) -> bytes:
    """What is in this file. Raises JournalError where there is none, it cannot be read or it is too large for ours."""
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
    return data
