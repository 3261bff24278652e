"""Small files that are whole, old or new, whatever happens meanwhile."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import Final

_HELD_S: Final = (0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.4) if os.name == "nt" else ()
"""Pauses before trying again: on Windows a virus scanner may hold a new file for a moment."""


def write_whole(path: Path, data: bytes) -> None:
    """``data`` is in this file and on disk, or the file is as before. Nobody else may read it. Raises OSError."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _replace(draft, path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """The names in this folder are on disk too, as far as the system can do that."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):  # some file systems know no such thing
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _replace(draft: Path, path: Path) -> None:
    for pause in _HELD_S:
        try:
            draft.replace(path)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    draft.replace(path)
