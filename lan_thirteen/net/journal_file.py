"""A match's journal on disk: each line with the head of the journal after it, so that damage anywhere is noticed.

A line is 64 hex digits, a space and a record. A *proof* has more lines after those, a hyphen and a space before each:
its attachments, which are signed and stand for themselves. A file that was cut off is a journal of all that came before
the last line; in any other file that is damaged what follows the damage is not given, and the damage is told.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.net.line_file import LineFile, read_file
from lan_thirteen.net.syncer import PAUSE_S, Syncer
from lan_thirteen.net.whole_file import write_whole
from lan_thirteen.trust.journal import FORMAT, HEAD_BYTES, START, head_after

_AT: Final = 2 * HEAD_BYTES + 1
"""Where in a line its record begins."""

_BEGINNING: Final = re.compile(rb"[0-9a-f]{64} |[0-9a-f]{1,64}\Z")
_FIRST_RECORD: Final = b'["Header"'
ENOUGH: Final = _AT + len(_FIRST_RECORD)
"""So many bytes of a file tell a journal from something else."""

_ATTACHED: Final = b"- "


class JournalLines(Value, frozen=True):
    """A journal file taken apart, as far as it is sound."""

    lines: tuple[bytes, ...]
    """The records, each of which follows from those before it; whether it is a sound one, nobody has looked."""
    attachments: tuple[bytes, ...]
    is_torn: bool
    """The last line is cut off, and not among the others."""
    damage: int | None
    """The number of the first line that does not follow from those before it, 1 up."""
    size: int
    """Bytes of ``lines`` in the file."""


class JournalFile:
    """A journal that grows while the match is played: a killed program loses nothing of it, a power cut some 100 ms.

    It is for one thread.
    """

    def __init__(self, path: Path, *, size: int | None = None, pause: float = PAUSE_S) -> None:
        """Make the file, or go on with one that is there after ``size`` of its bytes. Raises JournalError.

        ``pause``: seconds after a line until the disk is asked for it and all that came meanwhile.
        """
        self._file = LineFile(path, size=size)
        self._syncer = Syncer(self._file, pause)

    @property
    def is_broken(self) -> bool:
        """Nothing more can be written."""
        return self._file.is_broken

    def append(self, line: bytes, head: bytes) -> None:
        """Write one line, after which the journal has this head; the system has it when this returns.

        Raises JournalError where the disk is full or gone, or did not take what was written before; from then on
        always.
        """
        if b"\n" in line:  # from another laptop it could be anything
            raise JournalError(Refusal("journal.bad-record"))
        self._file.append(_text(line, head))
        self._syncer.note()

    def close(self) -> None:
        """All is on the disk when this returns, unless the file is broken."""
        self._syncer.end()
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class Reopened:
    """A journal that goes on."""

    file: JournalFile
    lines: tuple[bytes, ...]
    """Those that are in it."""
    trouble: Refusal | None
    """What its owner should know: a part of it was damaged, and is kept elsewhere."""


def is_journal(beginning: bytes) -> bool:
    """Whether a file whose first ``ENOUGH`` bytes are these, or all if it has fewer, is a journal, sound or not."""
    return bool(_BEGINNING.match(beginning)) or beginning[_AT:].startswith(_FIRST_RECORD)


def read_journal(path: Path) -> JournalLines:
    """What is sound of this journal. Raises JournalError where it cannot be read or is none."""
    return split_journal(read_file(path))


def split_journal(data: bytes) -> JournalLines:
    """What is sound of the journal in these bytes, of which there may be none. Raises JournalError where it is none."""
    if data and not is_journal(data):
        raise JournalError(_not_ours(data))
    *whole, tail = data.split(b"\n")
    lines, size = _sound(whole)
    rest = whole[len(lines) :]
    attachments = tuple(text[len(_ATTACHED) :] for text in itertools.takewhile(_is_attached, rest))
    known = len(lines) + len(attachments)
    if lines and (number := _other_format(lines[0])) is not None:
        raise JournalError(Refusal("file.other-format", (number, FORMAT)))
    return JournalLines(lines, attachments, bool(tail), known + 1 if known < len(whole) else None, size)


def joined(lines: Iterable[bytes], attachments: Sequence[bytes] = ()) -> bytes:
    """The bytes of a whole journal file, or of a proof."""
    head, texts = START, list[bytes]()
    for line in lines:
        head = head_after(head, line)
        texts.append(_text(line, head))
    texts += [_ATTACHED + attached for attached in attachments]
    return b"".join(text + b"\n" for text in texts)


def open_to_go_on(path: Path, *, pause: float = PAUSE_S) -> Reopened:
    """The journal in this file, to be written further. Raises JournalError where that cannot be, or it is a proof.

    A last line that was cut off is taken away: nobody was told of it. A file that is damaged elsewhere is kept aside,
    and the new one has all that came before the damage.
    """
    data = read_file(path)
    found = split_journal(data)
    if found.attachments:
        raise JournalError(Refusal("file.is-proof", (), (str(path),)))
    trouble = None
    if found.damage is not None:
        aside = free_path(path, "damaged")
        try:
            write_whole(aside, data)
            write_whole(path, joined(found.lines))
        except OSError as error:
            raise JournalError(Refusal("file.cannot-write", (), (str(path),))) from error
        trouble = Refusal("file.kept-damaged", (found.damage,), (str(aside),))
    return Reopened(JournalFile(path, size=found.size, pause=pause), found.lines, trouble)


def free_path(path: Path, ending: str) -> Path:
    """This path with an ending more, and with a number too if there is such a file already."""
    names = itertools.chain((ending,), (f"{ending}-{number}" for number in itertools.count(2)))
    return next(other for name in names if not (other := path.with_name(f"{path.name}.{name}")).exists())


def _text(line: bytes, head: bytes) -> bytes:
    return head.hex().encode() + b" " + line


def _sound(texts: Iterable[bytes]) -> tuple[tuple[bytes, ...], int]:
    """The records of the lines that follow from each other from the first, and their bytes in the file."""
    head, lines, size = START, list[bytes](), 0
    for text in texts:
        line = text[_AT:]
        head = head_after(head, line)
        if text != _text(line, head):  # the text itself: another spelling of the same head is damage
            break
        lines.append(line)
        size += len(text) + 1
    return tuple(lines), size


def _is_attached(text: bytes) -> bool:
    return text.startswith(_ATTACHED)


def _other_format(line: bytes) -> int | None:
    """The format of a journal that begins with this line, if it is not ours."""
    match _plain(line):
        case ["Header", int(number), *_] if number != FORMAT:
            return number
        case _:
            return None


def _not_ours(data: bytes) -> Refusal:
    """What to say of a file that is no journal."""
    match _plain(data.partition(b"\n")[0]):
        case {"lan13": int(number)}:
            return Refusal("file.other-format", (number, FORMAT))
        case _:
            return Refusal("file.not-a-match")


def _plain(line: bytes) -> Any:
    """What this line is as JSON; None where it is none."""
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
