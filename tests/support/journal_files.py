"""Journals to write to files, disks that fill up, and writers that are killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from lan_thirteen.core.lobby import HouseRules
from lan_thirteen.net.journal_file import JournalFile, open_to_go_on, read_journal
from lan_thirteen.trust import journal as j

ROOT = Path(__file__).resolve().parents[2]
TABLE = b"kitchen's table!"


def story(match: int = 1, table: bytes = TABLE) -> Iterator[bytes]:
    """The lines of a match that never ends, the same each time. Nobody has played it; its shape is as it should be."""
    chance = Random(f"story {match}")
    house, key = HouseRules(), chance.randbytes(32)
    yield j.line_of(j.Header(j.FORMAT, table, key, key, 1, match, "Küche 桌", "leaves", 1, 3, (("rounds", 3),), house))
    for seat, name in enumerate(("Ana", "Žofía", "")):
        yield j.line_of(j.Seated(seat, chance.randbytes(32) if name else b"", name, "" if name else "easy"))
    for index in range(1, j.MAX_LINE**2):
        sig = chance.randbytes(64) if index % 3 else b""
        yield j.line_of(j.Played(index, index % 3, chance.randbytes(chance.randrange(3, 60)), index + 3, sig))


def some_lines(count: int, match: int = 1) -> tuple[bytes, ...]:
    """The first lines of that match."""
    return tuple(islice(story(match), count))


def append_all(file: JournalFile, lines: tuple[bytes, ...], *, after: tuple[bytes, ...] = ()) -> None:
    """Write these lines of a journal, which follow those ``after`` which they come."""
    chain = j.Chain(after)
    for line in lines:
        file.append(line, chain.add(line))


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file gets longer than this; a write takes what still goes in. Not on Windows."""
    import resource  # noqa: PLC0415  # Windows has none

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


class Killed(NamedTuple):
    """What was left of a journal whose writer was killed."""

    acknowledged: int
    """Lines that the writer had said were written."""
    found: int
    is_torn: bool
    wrong: str
    """What is wrong with what was found; empty, where nothing is."""


def killed_while_writing(path: Path, seed: int) -> Killed:
    """Have another process write a journal here, kill it in the middle, read what is there and go on with it."""
    least = Random(seed).randrange(1, 1500)
    command = [sys.executable, "-m", "tests.support.journal_files", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        for _ in range(least):
            writer.stdout.readline()
        writer.kill()
        acknowledged = least + writer.stdout.read().count(b"\n")
    found = read_journal(path)
    return Killed(acknowledged, len(found.lines), found.is_torn, _fault(path, acknowledged))


def _fault(path: Path, acknowledged: int) -> str:
    found = read_journal(path)
    if found.damage is not None:
        return f"line {found.damage} is damaged"
    if len(found.lines) < acknowledged:
        return f"{acknowledged - len(found.lines)} lines are lost"
    whole = some_lines(len(found.lines) + 2)
    if found.lines != whole[:-2]:
        return "other lines than were written"
    reopened = open_to_go_on(path)
    with reopened.file as file:
        append_all(file, whole[-2:], after=reopened.lines)
    return "" if read_journal(path).lines == whole else "it does not go on"


def _write_for_ever(path: Path) -> None:
    chain, file = j.Chain(), JournalFile(path, pause=0.001)
    for line in story():
        file.append(line, chain.add(line))
        sys.stdout.buffer.write(b"written\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _write_for_ever(Path(sys.argv[1]))
