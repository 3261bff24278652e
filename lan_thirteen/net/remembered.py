"""The table to which a person can return after the program ended: one small file of the profile."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from lan_thirteen.core.values import Value
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.whole_file import write_whole

_DAY_S: Final = 24 * 60 * 60
_WORTH_WRITING_S: Final = 60 * 60
_LOG = logging.getLogger(__name__)


class Remembered(Value, frozen=True):
    """The table at which we sat last."""

    table: bytes
    fingerprint: bytes
    addresses: tuple[Address, ...]
    name: str
    game: str
    since: float
    """When we were there, in seconds of the system's clock; up to an hour may be missing."""
    is_proven: bool = False
    """The table with this certificate has proven that it knows the PIN."""

    @property
    def known(self) -> Known:
        return Known(self.addresses, self.table, self.fingerprint)


class LastTable:
    """The table to which one can return, and the file where that is written, if there is a folder for it."""

    def __init__(self, folder: Path | None, changed: Callable[[Remembered | None], None]) -> None:
        """``changed`` is called with each other table."""
        self._path = None if folder is None else folder / "last-table.json"
        self._changed = changed
        self.table = None if self._path is None else _read(self._path)

    def remember(self, table: Remembered) -> None:
        """This is the table now. What cannot be written is known until the program ends."""
        if self.table is not None and table.since - self.table.since < _WORTH_WRITING_S:
            table = msgspec.structs.replace(table, since=self.table.since)
        if table == self.table:
            return
        self.table = table
        if self._path is not None:
            _write(self._path, table)
        self._changed(table)

    def forget(self) -> None:
        """There is no table to which one could return."""
        if self.table is None:
            return
        self.table = None
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()
        self._changed(None)


def _read(path: Path) -> Remembered | None:
    """The table in this file, unless it is a day old. A broken file is put aside."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Remembered)
    except OSError:
        return None
    except (msgspec.DecodeError, RecursionError):
        _LOG.warning("the last table could not be read from %s", path)
        with contextlib.suppress(OSError):
            path.replace(path.with_name(f"{path.name}.broken"))
        return None
    return found if abs(time.time() - found.since) < _DAY_S else None


def _write(path: Path, table: Remembered) -> None:
    try:
        write_whole(path, msgspec.json.encode(table))
    except OSError:
        _LOG.warning("the table cannot be remembered in %s", path, exc_info=True)
