"""What the host of a table writes down: the journal of each match, and beside it what its deals are made of."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, TypeAlias, assert_never

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from lan_thirteen.core.errors import JournalError, LanThirteenError, ProfileError
from lan_thirteen.core.lobby import Count, DealId
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.net.dealer import Sealed, Unsealed
from lan_thirteen.net.journal_file import JournalFile, free_path, open_to_go_on
from lan_thirteen.net.line_file import read_file
from lan_thirteen.net.profile import Profile
from lan_thirteen.net.store import SecretFile
from lan_thirteen.net.whole_file import write_whole
from lan_thirteen.trust.journal import Header, SeatNumber, Word

_LOG = logging.getLogger(__name__)

TABLE_SUFFIX: Final = ".table"
"""Of the file beside a match by which its table can be the same again."""

_Hex16: TypeAlias = Annotated[str, Meta(min_length=32, max_length=32, pattern="^[0-9a-f]*$")]
_Hex32: TypeAlias = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*$")]


class MatchRecorder:
    """Writes each match of a table to a file of its own in the profile. A disk that fails stops the writing only."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._path: Path | None = None
        self._file: JournalFile | None = None
        self._secrets: SecretFile | None = None
        self._table = b""
        """What was kept of the table last."""
        self.table: Callable[[], bytes] | None = None
        """What is to be kept of it, so that it can be the same table again."""

    def begin(self, header: Header) -> Refusal | None:
        """A match begins, whose journal begins with this: the line itself is still to be written.

        Gives what everybody should know if it cannot be written down.
        """
        self.close()
        try:
            path = self._profile.new_match_path()
            self._file = JournalFile(path)
            self._secrets = SecretFile(path.with_suffix(SecretFile.SUFFIX))
        except (JournalError, ProfileError) as error:
            return self._failed(error)
        self._path, self._table = path, b""
        self.note_table()
        _LOG.info("match %d is written to %s", header.match, path)
        return None

    @property
    def keeps(self) -> bool:
        """Whether the match is written down, with all that it takes to go on with it."""
        return self._file is not None and not self._file.is_broken and self._secrets is not None and bool(self._table)

    def go_on(self, path: Path) -> Refusal | None:
        """Write a match further that was broken off. Gives what its owner should know of the files.

        Raises JournalError where it cannot be written, or another program writes it.
        """
        self.close()
        secrets, trouble = path.with_suffix(SecretFile.SUFFIX), None
        try:
            read_secrets(secrets)
        except JournalError:  # then no deal goes on that needs them
            trouble = _put_aside(secrets)
        self._secrets = SecretFile(secrets, is_new=not secrets.exists())
        try:
            reopened = open_to_go_on(path)
        except JournalError:
            self.close()
            raise
        self._path, self._file, self._table = path, reopened.file, b""
        return reopened.trouble or trouble

    def note_table(self) -> None:
        """Keep how the table stands now, where that is not kept yet. Without it the match is written all the same."""
        if self._file is None or self._path is None or self.table is None:
            return
        if (data := self.table()) == self._table:
            return
        try:
            write_whole(self._path.with_suffix(TABLE_SUFFIX), data)
        except OSError as error:
            _LOG.warning("the table is not kept beside its match: %s", error)
            return
        self._table = data

    def forget_table(self) -> None:
        """The match was played to its end: nobody goes on with it."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.with_suffix(TABLE_SUFFIX).unlink(missing_ok=True)
            self._table = b""

    def write(self, line: bytes, head: bytes) -> Refusal | None:
        """The journal has one more line and this head; it is with the system when this returns.

        Gives what everybody should know, once, when no more can be written.
        """
        if self._file is None:
            return None
        try:
            self._file.append(line, head)
        except JournalError as error:
            return self._failed(error)
        return None

    def keep(self, secret: Sealed | Unsealed) -> Refusal | None:
        """Keep this apart from the journal; what is sealed is on the disk when this returns.

        Gives what everybody should know, once, when no more can be written.
        """
        if self._secrets is None:
            return None
        try:
            self._secrets.append(_line_of(secret), is_synced=isinstance(secret, Sealed))
        except JournalError as error:
            return self._failed(error)
        return None

    def close(self) -> None:
        """All that was written is on the disk when this returns, if the disk takes it."""
        for file in (self._file, self._secrets):
            if file is not None:
                file.close()
        self._path = self._file = self._secrets = None

    def _failed(self, error: LanThirteenError) -> Refusal:
        """Guests need not know where on this machine the file is."""
        _LOG.warning("a match is not saved further: %s", error)
        self.close()
        return Refusal("file.not-saved-further")


def _put_aside(path: Path) -> Refusal | None:
    """Keep a damaged file under another name; None where there is none."""
    try:
        aside = path.replace(free_path(path, "damaged"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise JournalError(Refusal("file.cannot-write", (), (str(path),))) from error
    return Refusal("file.kept-damaged", (1,), (str(aside),))


class Kept(Value, frozen=True):
    """What a host has kept of one drawing; nothing is unsealed before all have given their bytes."""

    sealed: Sealed
    unsealed: Unsealed | None


class _Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: Count
    deal: Count
    attempt: Count

    @property
    def of(self) -> DealId:
        return DealId(self.match, self.deal, self.attempt)


class _SealedLine(_Numbers, frozen=True, forbid_unknown_fields=True):
    """For people and programs that check deals later, all bytes in hex."""

    table: _Hex16
    deck: Word
    host: _Hex32
    secret: _Hex32
    drawers: Annotated[tuple[tuple[SeatNumber, _Hex32], ...], Meta(max_length=8)]


class _UnsealedLine(_Numbers, frozen=True, forbid_unknown_fields=True):
    mixes: Annotated[tuple[tuple[_Hex32, _Hex32], ...], Meta(max_length=8)]


_SEALED: Final = msgspec.json.Decoder(_SealedLine)
_UNSEALED: Final = msgspec.json.Decoder(_UnsealedLine)


def read_secrets(path: Path) -> dict[DealId, Kept]:
    """What a host has kept of its drawings. A last line that was cut off is left out: nobody was told of it.

    Raises JournalError where the file cannot be read, or with the number of the first line that is not as it should be:
    no bytes may be guessed that somebody relies on.
    """
    kept: dict[DealId, Kept] = {}
    *lines, _ = read_file(path).split(b"\n")
    for number, line in enumerate(lines, start=1):
        secret = _secret_of(line)
        if secret is None or not _takes(kept, secret):
            raise JournalError(Refusal("file.bad-line", (number,)))
    return kept


def _takes(kept: dict[DealId, Kept], secret: Sealed | Unsealed) -> bool:
    """Add this to what is kept; False, where it contradicts that or is unsealed before it was sealed."""
    known = kept.get(secret.of)
    match secret:
        case Sealed():
            kept[secret.of] = Kept(secret, None)  # opened anew, where nobody had been told of it
            return known is None or replace(known.sealed, drawers=secret.drawers) == secret
        case Unsealed():
            if known is None or known.unsealed not in (None, secret):
                return False
            kept[secret.of] = Kept(known.sealed, secret)
            return True
        case _:
            assert_never(secret)


def _line_of(secret: Sealed | Unsealed) -> bytes:
    of = secret.of
    line: _Numbers
    match secret:
        case Sealed(table, _, deck, host, own, drawers):
            people = tuple((seat, key.hex()) for seat, key in drawers)
            line = _SealedLine(of.match, of.deal, of.attempt, table.hex(), deck, host.hex(), own.hex(), people)
        case Unsealed(_, mixes):
            line = _UnsealedLine(of.match, of.deal, of.attempt, tuple((key.hex(), mix.hex()) for key, mix in mixes))
        case _:
            assert_never(secret)
    return msgspec.json.encode(line)


def _secret_of(line: bytes) -> Sealed | Unsealed | None:
    """What this line says; None where it is none of ours."""
    try:
        found = _SEALED.decode(line) if b'"secret"' in line else _UNSEALED.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    raw = bytes.fromhex
    if isinstance(found, _UnsealedLine):
        return Unsealed(found.of, tuple((raw(key), raw(mix)) for key, mix in found.mixes))
    people = tuple((seat, raw(key)) for seat, key in found.drawers)
    return Sealed(raw(found.table), found.of, found.deck, raw(found.host), raw(found.secret), people)
