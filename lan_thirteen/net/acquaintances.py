"""The computers at whose tables this person has sat: one small file of the profile, and what can be said by it.

A computer is known by its host key, which it keeps; what a table is called anybody may choose. So no more is said than
this: whether that key was met before, and whether another key came with the same name.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import msgspec

from lan_thirteen.core.errors import ProfileError
from lan_thirteen.core.values import Value
from lan_thirteen.net.profile import Profile
from lan_thirteen.net.whole_file import write_whole

_MOST: Final = 300
_LOG = logging.getLogger(__name__)


class Standing(StrEnum):
    """What is known of the computer that keeps a table."""

    OWN = "own"
    """It is this one."""
    KNOWN = "known"
    """One has sat at a table of it before."""
    FIRST = "first"
    OTHER = "other"
    """Another computer was the last to use the name of its table."""


class Met(Value, frozen=True):
    """A computer that kept a table of this name."""

    key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    name: str
    seen: float
    """The last time, in seconds of the system's clock."""


class Acquaintances:
    """All that were met, and the file where that is written, if there is a folder for it."""

    def __init__(self, folder: Path | None, own: Callable[[], bytes] = bytes) -> None:
        """``own`` gives this computer's host key; empty: it has none."""
        self._path = None if folder is None else folder / "hosts.json"
        self._own = own
        self._met = () if self._path is None else _read(self._path)

    def meet(self, host_key: bytes, name: str, now: float) -> Standing:
        """What was known of this computer until now; from now on it is met. ``name`` is its table's."""
        if host_key == self._own():
            return Standing.OWN
        met = Met(host_key.hex(), name, now)
        standing = _standing(self._met, met)
        others = tuple(old for old in self._met if (old.key, _plain(old.name)) != (met.key, _plain(name)))
        self._met = (*others, met)[-_MOST:]
        if self._path is not None:
            try:
                write_whole(self._path, msgspec.json.encode(self._met))
            except OSError:
                _LOG.warning("who was met cannot be kept in %s", self._path, exc_info=True)
        return standing

    def met_before(self, host_key: bytes) -> Standing:
        """What is known of a computer at whose table we sat before, which its certificate proves; nothing is noted.

        The table may have come to it from another computer, whose name it bears.
        """
        return Standing.OWN if host_key == self._own() else Standing.KNOWN


def acquaintances_of(profile: Profile | None) -> Acquaintances:
    """Those of this profile; without one whoever is met is forgotten with the end of the program."""
    if profile is None:
        return Acquaintances(None)

    def own() -> bytes:
        try:
            return profile.host_key().public
        except ProfileError:
            return b""

    return Acquaintances(profile.folder, own)


def _standing(before: tuple[Met, ...], met: Met) -> Standing:
    """The order of those before is that in which they were met last."""
    of_name = [old for old in before if _plain(old.name) == _plain(met.name)]
    if of_name and of_name[-1].key != met.key:
        return Standing.OTHER
    return Standing.KNOWN if any(old.key == met.key for old in before) else Standing.FIRST


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def _read(path: Path) -> tuple[Met, ...]:
    """Who stands in this file. A broken one is put aside."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[Met, ...])
    except OSError:
        return ()
    except (msgspec.DecodeError, RecursionError):
        _LOG.warning("who was met could not be read from %s", path)
        with contextlib.suppress(OSError):
            path.replace(path.with_name(f"{path.name}.broken"))
        return ()
