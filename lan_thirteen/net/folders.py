"""Which folder a profile has, and who holds it. Loads fast: the window needs its folder before its first frame."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import platformdirs

from lan_thirteen.net.locks import take_lock

USUAL: Final = "default"
_MOST_PROFILES: Final = 100
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


@dataclass(frozen=True, slots=True)
class Complaint:
    """A ``Refusal`` of what is done before the types of messages are loaded."""

    code: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of one profile."""

    path: Path
    name: str
    lock: IO[bytes] | None
    """What this process holds it by, until closed; None where another process of the same person does."""

    def close(self) -> None:
        if self.lock is not None:
            self.lock.close()


def hold_folder(name: str | None, root: Path | None = None) -> Folder | Complaint:
    """The folder of this profile; None: the usual one, or the next that no running program holds."""
    if name is not None:
        if not _NAME.fullmatch(name):
            return Complaint("profile.bad-name", (name,))
        folder = _held(_home(root), name)
        return Complaint("profile.in-use", (name,)) if folder is None else folder
    for other in (USUAL, *(f"{USUAL}-{n}" for n in range(2, _MOST_PROFILES))):
        if (folder := _held(_home(root), other)) is not None:
            return folder
    return Complaint("profile.in-use", (USUAL,))


def share_folder(name: str, root: Path | None = None) -> Folder | Complaint:
    """The folder of this profile, whoever holds it: for a program that was started by its holder, and may outlive it.

    It is not held, so that the holder's next start finds it free.
    """
    if not _NAME.fullmatch(name):
        return Complaint("profile.bad-name", (name,))
    path = _home(root) / name
    return Folder(path, name, None) if path.is_dir() else Complaint("profile.unusable", (str(path),))


def _home(root: Path | None) -> Path:
    return root or platformdirs.user_data_path("lan-thirteen", appauthor=False) / "profiles"


def _held(home: Path, name: str) -> Folder | Complaint | None:
    """The folder, now held by us; None where another program holds it."""
    path = home / name
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (path / "lock").open("ab")
    except OSError:
        return Complaint("profile.unusable", (str(path),))
    if take_lock(lock.fileno()):
        return Folder(path, name, lock)
    lock.close()
    return None
