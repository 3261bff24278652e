"""What one laptop can prove of a match, as a file that anybody can check."""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from typing import NamedTuple

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.journal_file import joined
from lan_thirteen.net.whole_file import write_whole
from lan_thirteen.trust.proof import Attachment, attached


class Proof(NamedTuple):
    """A journal, and what was signed for this laptop only."""

    lines: tuple[bytes, ...]
    attachments: tuple[Attachment, ...]

    def data(self) -> bytes:
        """The bytes of the file."""
        return joined(self.lines, tuple(map(attached, self.attachments)))


def save_proof(profile: Path, proof: Proof) -> Path:
    """The new file that holds it, in this profile's folder. Raises JournalError where it cannot be written."""
    folder = profile / "proofs"
    stamp = time.strftime("%Y-%m-%d %H.%M.%S")
    names = itertools.chain((stamp,), (f"{stamp} {n}" for n in itertools.count(2)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = next(path for name in names if not (path := folder / f"{name}.lan13").exists())
        write_whole(path, proof.data())
    except OSError as error:
        raise JournalError(Refusal("file.cannot-write", (), (str(folder),))) from error
    return path
