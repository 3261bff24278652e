"""A guest's own copies of the journals of matches, and of what the host has told and signed for this guest only.

With them a guest can prove what was played, and knows after its program has ended how far it was told.
"""

from __future__ import annotations

import contextlib
import logging
import re
import time
from collections import defaultdict
from pathlib import Path
from typing import Final

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.journal_file import JournalFile, free_path, open_to_go_on, read_journal
from lan_thirteen.net.line_file import LineFile, read_file
from lan_thirteen.trust.journal import Header, record_of

DAYS: Final = 30
"""As long as the key by which the table knows us."""
MOST: Final = 200
_DAY_S: Final = 24 * 60 * 60
_NAME: Final = re.compile(r"[0-9a-f]{16}-([1-9][0-9]{0,9})\.lan13")
_NO_JOURNAL: Final = ("file.not-a-match", "file.other-format", "file.is-proof")
_LOG = logging.getLogger(__name__)


class Copy:
    """The copy of one match. A disk that fails stops the keeping only; it is said once, and play goes on."""

    def __init__(self, path: Path | None, table: bytes, match: int) -> None:
        """``path``: where it is or shall be; None: it is kept nowhere."""
        self.lines: tuple[bytes, ...] = ()
        """What was kept of it before."""
        self.trouble: Refusal | None = None
        """What its owner should know of what was kept before."""
        self._path = path
        self._file: JournalFile | None = None
        self._tells: LineFile | None = None
        self._unsaid: Refusal | None = None
        if path is None:
            return
        try:
            self._open(path, table, match)
        except (JournalError, OSError) as error:
            self._unsaid = self._stopped(error)

    def append(self, line: bytes, head: bytes) -> Refusal | None:
        """Keep one more line, after which the journal has this head. Gives what to say, once, when no more is kept."""
        if self._file is None:
            return self._said()
        try:
            self._file.append(line, head)
        except JournalError as error:
            return self._stopped(error)
        return None

    def keep_told(self, told: bytes) -> Refusal | None:
        """Keep what the host has told us only and signed: JSON on one line. Gives what to say, once, as above."""
        if self._file is None or self._path is None:
            return self._said()
        try:
            if self._tells is None:
                self._tells = _open_tells(self._path)
            self._tells.append(told)
        except JournalError as error:
            return self._stopped(error)
        return None

    def tells(self) -> tuple[bytes, ...]:
        """All that was kept by ``keep_told``, also before. Raises JournalError where it cannot be read."""
        if self._path is None or not (path := _tells_path(self._path)).exists():
            return ()
        return tuple(read_file(path).split(b"\n")[:-1])

    def close(self) -> None:
        for file in (self._file, self._tells):
            if file is not None:
                file.close()
        self._file = self._tells = None

    def _open(self, path: Path, table: bytes, match: int) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            self._file = JournalFile(path)
            return
        try:
            reopened = open_to_go_on(path)
        except JournalError as error:
            if error.why.code not in _NO_JOURNAL:
                raise
            self._begin_anew(path)
            return
        if reopened.lines and not _is_of(reopened.lines, table, match):
            reopened.file.close()
            self._begin_anew(path)
            return
        self._file, self.lines, self.trouble = reopened.file, reopened.lines, reopened.trouble

    def _begin_anew(self, path: Path) -> None:
        """What is in this file is none of this match, but may be dear to somebody."""
        aside = path.replace(free_path(path, "damaged"))
        if (tells := _tells_path(path)).exists():
            tells.replace(free_path(tells, "damaged"))
        self.trouble = Refusal("file.kept-damaged", (1,), (str(aside),))
        self._file = JournalFile(path)

    def _stopped(self, error: Exception) -> Refusal:
        _LOG.warning("the copy of a match is not kept further: %s", error)
        self.close()
        return Refusal("file.copy-stopped")

    def _said(self) -> Refusal | None:
        unsaid, self._unsaid = self._unsaid, None
        return unsaid


class Copies:
    """All copies of one profile, in a folder of their own."""

    def __init__(self, profile: Path | None) -> None:
        """``profile``: its folder; None: nothing is kept."""
        self._folder = None if profile is None else profile / "copies"

    def open(self, table: bytes, match: int) -> Copy:
        """The copy of this match of this table, new or to go on. Old ones are removed."""
        if self._folder is None:
            return Copy(None, table, match)
        path = self._folder / f"{_stem(table)}-{match}.lan13"
        _forget_old(self._folder, path)
        return Copy(path, table, match)

    def newest(self, table: bytes) -> tuple[int, int] | None:
        """The last match of this table that is kept, and how many lines of it; None where there is none to read."""
        if self._folder is None:
            return None
        try:
            names = [_NAME.fullmatch(path.name) for path in self._folder.glob(f"{_stem(table)}-*.lan13")]
            match = max(int(name[1]) for name in names if name is not None)
            lines = read_journal(self._folder / f"{_stem(table)}-{match}.lan13").lines
        except (JournalError, OSError, ValueError):  # ValueError: there is none
            return None
        return (match, len(lines)) if lines and _is_of(lines, table, match) else None


def _stem(table: bytes) -> str:
    return table.hex()[:16]


def _is_of(lines: tuple[bytes, ...], table: bytes, match: int) -> bool:
    """Whether this is the journal of this match, and not one of a table whose name begins the same."""
    try:
        header = record_of(lines[0])
    except JournalError:
        return False
    return isinstance(header, Header) and (header.table, header.match) == (table, match)


def _tells_path(path: Path) -> Path:
    return path.with_suffix(".told")


def _open_tells(copy: Path) -> LineFile:
    path = _tells_path(copy)
    if not path.exists():
        return LineFile(path, mode=0o600)
    return LineFile(path, size=read_file(path).rfind(b"\n") + 1)


def _forget_old(folder: Path, opened: Path) -> None:
    """Remove the copies that are old or too many, with all that lies beside them; not the one that is opened."""
    copies: defaultdict[str, list[Path]] = defaultdict(list)
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            copies[path.name.partition(".")[0]].append(path)
    copies.pop(opened.stem, None)
    ages = sorted((_age(paths), stem) for stem, paths in copies.items())
    for number, (age, stem) in enumerate(ages, start=1):
        if age > DAYS * _DAY_S or number >= MOST:
            for path in copies[stem]:
                with contextlib.suppress(OSError):
                    path.unlink()


def _age(paths: list[Path]) -> float:
    """Seconds since one of these was written; of what cannot be read, none."""
    try:
        return time.time() - max(path.stat().st_mtime for path in paths)
    except OSError:
        return 0.0
