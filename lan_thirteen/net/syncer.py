"""Lines that were written reach the disk soon, and nobody waits for it."""

from __future__ import annotations

import logging
import threading
from typing import Final

from lan_thirteen.core.errors import JournalError
from lan_thirteen.net.line_file import LineFile

PAUSE_S: Final = 0.05
"""So long after a line the disk is asked, once for all lines of that time; 100 ms are promised."""

_LOG = logging.getLogger(__name__)


class Syncer:
    """Syncs one file in a thread of its own, which lives from the first line to the end."""

    def __init__(self, file: LineFile, pause: float = PAUSE_S) -> None:
        self._file = file
        self._pause = pause
        self._changed = threading.Condition()
        self._is_due = False
        self._is_over = False
        # a daemon: a disk that never answers keeps no program from ending
        self._thread = threading.Thread(target=self._run, name="syncer", daemon=True)

    def note(self) -> None:
        """A line was written."""
        with self._changed:
            if self._is_due:
                return
            self._is_due = True
            self._changed.notify()
        if self._thread.ident is None:
            self._thread.start()

    def end(self) -> None:
        """When this returns, all that was noted is on the disk or the file is broken, and the thread has ended."""
        with self._changed:
            self._is_over = True
            self._changed.notify()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            while self._has_come():
                self._file.sync()
        except JournalError as error:
            _LOG.warning("what was written may not be on the disk: %s", error)

    def _has_come(self) -> bool:
        """Wait until lines were written, and others of the same moment too; False where there will be none."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_due or self._is_over)
            self._changed.wait_for(lambda: self._is_over, self._pause)
            is_due, self._is_due = self._is_due, False
            return is_due
