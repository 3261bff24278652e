"""What one person keeps on this machine: their keys, and the matches of tables that they opened.

A profile is a folder that one running program holds. Seat keys are made for each table, so that no two tables can tell
that the same person sat at both; they stay until they are 30 days old.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from pathlib import Path
from typing import IO, Final

import platformdirs

from lan_thirteen.core.errors import ProfileError
from lan_thirteen.core.values import Refusal
from lan_thirteen.trust.keys import KEY_BYTES, SigningKey

USUAL: Final = "default"
_MOST_PROFILES: Final = 100
_KEY_DAYS: Final = 30
_DAY_S: Final = 24 * 60 * 60
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Profile:
    """One profile, held until closed."""

    def __init__(self, folder: Path, name: str, lock: IO[bytes]) -> None:
        self.name = name
        self._folder = folder
        self._lock = lock

    def close(self) -> None:
        self._lock.close()

    def host_key(self) -> SigningKey:
        """By which guests know this machine again when it opens tables."""
        return self._key(self._folder / "machine-key")

    def seat_key(self, table: bytes) -> SigningKey:
        """By which this table knows us; made at the first visit."""
        return self._key(self._folder / "seats" / f"{table.hex()}.key")

    def new_match_path(self) -> Path:
        """Where the match that begins now can be written."""
        folder = self._folder / "matches"
        folder.mkdir(parents=True, exist_ok=True)
        stamp = time.strftime("%Y-%m-%d %H.%M.%S")
        taken = (folder / f"{stamp}{suffix}.lan13" for suffix in ("", *(f" {n}" for n in range(2, 1000))))
        return next(path for path in taken if not path.exists())

    def forget_old_keys(self) -> None:
        """Remove the seat keys of tables that were last visited long ago."""
        for path in (self._folder / "seats").glob("*.key"):
            with contextlib.suppress(OSError):
                if time.time() - path.stat().st_mtime > _KEY_DAYS * _DAY_S:
                    path.unlink()

    def _key(self, path: Path) -> SigningKey:
        """The key in this file, which nobody else may read. Raises ProfileError where it cannot be kept."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if path.exists():
                path.touch()
                return SigningKey(path.read_bytes()[:KEY_BYTES])
            key = SigningKey.new()
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(key.secret)
        except (OSError, ValueError) as error:
            raise ProfileError(Refusal("profile.unusable", (), (str(path),))) from error
        return key


def open_profile(name: str | None, root: Path | None = None) -> Profile:
    """The profile of this name; None: the usual one, or the next that no running program holds.

    Raises ProfileError where the name is none, where another program holds it, or where it cannot be written.
    """
    home = root or platformdirs.user_data_path("lan-thirteen", appauthor=False) / "profiles"
    if name is not None:
        if not _NAME.fullmatch(name):
            raise ProfileError(Refusal("profile.bad-name", (), (name,)))
        if (profile := _held(home, name)) is None:
            raise ProfileError(Refusal("profile.in-use", (), (name,)))
        return profile
    for other in (USUAL, *(f"{USUAL}-{n}" for n in range(2, _MOST_PROFILES))):
        if (profile := _held(home, other)) is not None:
            return profile
    raise ProfileError(Refusal("profile.in-use", (), (USUAL,)))


def _held(home: Path, name: str) -> Profile | None:
    """The profile, now held by us; None where another program holds it."""
    folder = home / name
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (folder / "lock").open("ab")
    except OSError as error:
        raise ProfileError(Refusal("profile.unusable", (), (str(folder),))) from error
    if _is_locked(lock):
        return Profile(folder, name, lock)
    lock.close()
    return None


if sys.platform == "win32":
    import msvcrt

    def _is_locked(file: IO[bytes]) -> bool:
        """Whether this process now holds the file's lock; the system frees it when the process ends."""
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _is_locked(file: IO[bytes]) -> bool:
        """Whether this process now holds the file's lock; the system frees it when the process ends."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
