"""The tables of a profile whose matches were broken off and can go on."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Final

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.net.past import Past, read_past
from lan_thirteen.net.profile import KEY_DAYS
from lan_thirteen.net.recorder import TABLE_SUFFIX
from lan_thirteen.net.store import SecretFile, is_being_written

_DAY_S: Final = 24 * 60 * 60


class SavedTable(Value, frozen=True):
    """One of them."""

    table: bytes
    """Its id; empty where that cannot be read."""
    path: str
    """Of the match."""
    since: float
    """When it was written last, in seconds of the system's clock."""
    name: str
    game: str
    people: tuple[str, ...]
    """Who plays there; bots are not among them."""
    deal: int
    """Which deal goes on, or comes next."""
    why_not: Refusal | None = None
    """Why it cannot go on; then the rest of what is told of it is empty."""


def saved_tables(profile: Path, machine: bytes) -> tuple[SavedTable, ...]:
    """The tables that nobody keeps open, newest first. ``machine``: the public key of this host."""
    with contextlib.suppress(OSError):
        paths = [path.with_suffix(".lan13") for path in (profile / "matches").glob(f"*{TABLE_SUFFIX}")]
        found = [table for path in paths if (table := _saved(path, machine)) is not None]
        return tuple(sorted(found, key=lambda table: table.since, reverse=True))
    return ()


def forget_saved(path: Path) -> None:
    """Delete a match that was broken off, and all that was kept of it. Raises OSError where that cannot be."""
    if is_being_written(path.with_suffix(SecretFile.SUFFIX)):
        return
    for suffix in (TABLE_SUFFIX, SecretFile.SUFFIX, path.suffix):
        path.with_suffix(suffix).unlink(missing_ok=True)


def _saved(path: Path, machine: bytes) -> SavedTable | None:
    """What there is to be told of this match; None where it is played to its end, goes on just now, or is too old.

    Then the keys are gone by which its people were known.
    """
    try:
        since = path.stat().st_mtime
        if time.time() - since > KEY_DAYS * _DAY_S:
            path.with_suffix(TABLE_SUFFIX).unlink()  # the match itself stays
            return None
    except OSError:
        return None
    if is_being_written(path.with_suffix(SecretFile.SUFFIX)):
        return None
    try:
        past, _ = read_past(path, machine)
    except JournalError as error:
        # before it had begun nobody had anything to lose
        return (
            None
            if error.why.code == "resume.not-begun"
            else SavedTable(b"", str(path), since, "", "", (), 0, error.why)
        )
    if past.standing.is_over:
        return None
    header, name = past.standing.header, past.saved.lobby.name
    return SavedTable(header.table, str(path), since, name, header.game, _people(past), _deal(past))


def _people(past: Past) -> tuple[str, ...]:
    return tuple(seat.name for seat in past.saved.lobby.seats if seat.person is not None)


def _deal(past: Past) -> int:
    last = past.standing.last
    if last is None:
        return 1
    return last.of.deal + bool(last.ended_at)
