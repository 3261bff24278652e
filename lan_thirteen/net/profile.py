"""What one person keeps on this machine: their keys, and the matches of tables that they opened.

A profile is a folder that one running program holds. Seat keys are made for each table, so that no two tables can tell
that the same person sat at both; they stay until they are 30 days old.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import sys
import time
from collections.abc import Callable
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
        self.tell: Callable[[Refusal], None] = lambda why: None
        """Called with what its owner should know of it."""
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
        """Where the match that begins now can be written. Raises ProfileError where it cannot."""
        folder = self._folder / "matches"
        stamp = time.strftime("%Y-%m-%d %H.%M.%S")
        names = itertools.chain((stamp,), (f"{stamp} {n}" for n in itertools.count(2)))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return next(path for name in names if not (path := folder / f"{name}.lan13").exists())
        except OSError as error:
            raise ProfileError(Refusal("profile.unusable", (), (str(folder),))) from error

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
            return self._kept_key(path) or _new_key(path)
        except OSError as error:
            raise ProfileError(Refusal("profile.unusable", (), (str(path),))) from error

    def _kept_key(self, path: Path) -> SigningKey | None:
        """The key that was made before; a file that holds none is put aside, and noted."""
        try:
            secret = path.read_bytes()
        except FileNotFoundError:
            return None
        if len(secret) != KEY_BYTES:
            aside = path.with_name(f"{path.name}.broken")
            path.replace(aside)
            self.tell(Refusal("profile.broken-key", (), (str(aside),)))
            return None
        with contextlib.suppress(OSError):  # a key that can only be read serves as well
            path.touch()  # it is in use, and not old
        return SigningKey(secret)


def _new_key(path: Path) -> SigningKey:
    """A new key, whole in this file or not at all, and on disk before anybody knows it."""
    key, draft = SigningKey.new(), path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key.secret)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
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
