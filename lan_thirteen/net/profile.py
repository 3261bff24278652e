"""What one person keeps on this machine: their keys, and the matches of tables that they opened.

A profile is a folder that one running program holds. Seat keys are made for each table, so that no two tables can tell
that the same person sat at both; they stay until they are 30 days old.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from lan_thirteen.core.errors import ProfileError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.folders import Complaint, Folder, hold_folder, share_folder
from lan_thirteen.net.whole_file import write_whole
from lan_thirteen.trust.keys import KEY_BYTES, SigningKey

KEY_DAYS: Final = 30
_DAY_S: Final = 24 * 60 * 60


class Profile:
    """One profile, held until closed."""

    def __init__(self, folder: Folder) -> None:
        self.name = folder.name
        self.tell: Callable[[Refusal], None] = lambda why: None
        """Called with what its owner should know of it."""
        self.folder = folder.path
        self._held = folder

    def close(self) -> None:
        self._held.close()

    def host_key(self) -> SigningKey:
        """By which guests know this machine again when it opens tables."""
        return self._key(self.folder / "machine-key")

    def seat_key(self, table: bytes) -> SigningKey:
        """By which this table knows us; made at the first visit."""
        return self._key(seat_key_path(self.folder, table))

    def keep_seat_key(self, table: bytes, key: SigningKey) -> None:
        """Be known by ``key`` at this table. Raises ProfileError where it cannot be kept."""
        path = seat_key_path(self.folder, table)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _keep(key, path)
        except OSError as error:
            raise ProfileError(Refusal("profile.unusable", (), (str(path),))) from error

    def new_match_path(self) -> Path:
        """Where the match that begins now can be written. Raises ProfileError where it cannot."""
        folder = self.folder / "matches"
        stamp = time.strftime("%Y-%m-%d %H.%M.%S")
        names = itertools.chain((stamp,), (f"{stamp} {n}" for n in itertools.count(2)))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return next(path for name in names if not (path := folder / f"{name}.lan13").exists())
        except OSError as error:
            raise ProfileError(Refusal("profile.unusable", (), (str(folder),))) from error

    def forget_old_keys(self) -> None:
        """Remove what was kept of seats at tables that were last visited long ago."""
        with contextlib.suppress(OSError):
            for kind in ("*.key", "*.hand"):
                for path in (self.folder / "seats").glob(kind):
                    self._forget_if_old(path)

    def _forget_if_old(self, path: Path) -> None:
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > KEY_DAYS * _DAY_S:
                path.unlink()

    def _key(self, path: Path) -> SigningKey:
        """The key in this file, which nobody else may read. Raises ProfileError where it cannot be kept."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            return self._kept_key(path) or _keep(SigningKey.new(), path)
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


def seat_key_path(profile: Path, table: bytes) -> Path:
    """Where the profile in this folder keeps the key by which this table knows us."""
    return profile / "seats" / f"{table.hex()}.key"


def _keep(key: SigningKey, path: Path) -> SigningKey:
    """``key``, now whole in this file or not at all, and on disk before anybody knows it."""
    write_whole(path, key.secret)
    return key


def open_profile(name: str | None, root: Path | None = None) -> Profile:
    """The profile of this name; None: the usual one, or the next that no running program holds.

    Raises ProfileError where the name is none, where another program holds it, or where it cannot be written.
    """
    return profile_in(hold_folder(name, root))


def shared_profile(name: str, root: Path | None = None) -> Profile:
    """The profile of this name, whoever holds it. Raises ProfileError where there is none."""
    return profile_in(share_folder(name, root))


def profile_in(folder: Folder | Complaint) -> Profile:
    """The profile in this folder. Raises ProfileError where there is none."""
    if isinstance(folder, Complaint):
        raise ProfileError(Refusal(folder.code, (), folder.names))
    return Profile(folder)
