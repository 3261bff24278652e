"""The table to which a person can return after the program ended: one small file of the profile."""

from __future__ import annotations

import contextlib
import logging
import os
import time
from pathlib import Path
from typing import Final

import msgspec

from lan_thirteen.core.values import Value
from lan_thirteen.net.dial import Address, Known

_DAY_S: Final = 24 * 60 * 60
_LOG = logging.getLogger(__name__)


class Remembered(Value, frozen=True):
    """The table at which we sat last."""

    table: bytes
    fingerprint: bytes
    addresses: tuple[Address, ...]
    name: str
    game: str
    since: float
    """When we came there, in seconds of the system's clock."""

    @property
    def known(self) -> Known:
        return Known(self.addresses, self.table, self.fingerprint)


class LastTable:
    """The file. What cannot be written is not remembered; nothing else suffers from it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "last-table.json"

    def load(self) -> Remembered | None:
        """The table, unless it is a day old. A broken file is put aside."""
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=Remembered)
        except OSError:
            return None
        except msgspec.DecodeError:
            _LOG.warning("the last table could not be read from %s", self._path)
            with contextlib.suppress(OSError):
                self._path.replace(self._path.with_name(f"{self._path.name}.broken"))
            return None
        return found if abs(time.time() - found.since) < _DAY_S else None

    def save(self, table: Remembered) -> None:
        draft = self._path.with_name(f"{self._path.name}.new")
        try:
            draft.unlink(missing_ok=True)
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(table))
            draft.replace(self._path)
        except OSError:
            _LOG.warning("the table cannot be remembered in %s", self._path, exc_info=True)

    def forget(self) -> None:
        with contextlib.suppress(OSError):
            self._path.unlink()
