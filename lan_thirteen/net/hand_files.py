"""How we have put our hand at each table: a small file beside the key of our seat there, for us alone."""

from __future__ import annotations

import contextlib
import logging
from pathlib import Path

from lan_thirteen.net.whole_file import write_whole

_MOST = 64 * 1024
_LOG = logging.getLogger(__name__)


class HandFiles:
    """What is in them is the window's business. What cannot be written is lost with the program, and nothing else."""

    def __init__(self, folder: Path | None) -> None:
        """``folder``: of the profile; None: nothing is kept."""
        self._folder = None if folder is None else folder / "seats"

    def keep(self, table: bytes, data: bytes) -> None:
        if self._folder is None or not table:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(self._folder / f"{table.hex()}.hand", data)
        except OSError:
            _LOG.warning("the order of a hand is not kept in %s", self._folder, exc_info=True)

    def kept(self, table: bytes) -> bytes:
        """What was kept last; empty where there is nothing."""
        if self._folder is None:
            return b""
        with contextlib.suppress(OSError), (self._folder / f"{table.hex()}.hand").open("rb") as file:
            return file.read(_MOST)
        return b""
