"""What a host keeps beside a match to be the same table again: certificate, port, people; for its owner only."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.lobby import Count, HouseRules, Lobby, Person
from lan_thirteen.core.pin import Pin, pin_of
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.guestbook import Guestbook
from lan_thirteen.net.line_file import read_file
from lan_thirteen.net.recorder import TABLE_SUFFIX
from lan_thirteen.net.tls import Certificate, host_context
from lan_thirteen.trust.journal import Name

_FORMAT: Final = 1

_Key: TypeAlias = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*$")]
_NoKey: TypeAlias = Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{64})?$")]
_Pem: TypeAlias = Annotated[str, Meta(max_length=4096)]


class KeptPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody at the table."""

    person: Annotated[int, Meta(ge=1)]
    key: _Key
    name: Name
    avatar: Annotated[int, Meta(ge=0, le=255)]


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is in the file."""

    lan13_table: int
    """The format of the file."""
    certificate: _Pem
    certificate_key: _Pem
    port: Annotated[int, Meta(ge=1, le=65535)]
    owner_key: _NoKey
    """The public seat key of who opened the table."""
    owner: Count | None
    """Whose table it was last."""
    pin: Annotated[str, Meta(max_length=16)]
    is_hidden: bool
    is_locked: bool
    name: Name
    house: HouseRules
    people: Annotated[tuple[KeptPerson, ...], Meta(max_length=256)]
    barred: Annotated[tuple[tuple[_Key, Annotated[str, Meta(max_length=64)]], ...], Meta(max_length=256)]
    """The keys of those who were sent away, and where they had come from."""

    @property
    def identity(self) -> Certificate:
        return Certificate(self.certificate_key.encode(), self.certificate.encode())

    @property
    def asked_pin(self) -> Pin | None:
        return pin_of(self.pin)


_DECODER: Final = msgspec.json.Decoder(TableFile)


def table_file(  # noqa: PLR0913  # all that is kept
    lobby: Lobby,
    book: Guestbook,
    certificate: Certificate,
    *,
    port: int,
    owner_key: bytes,
    pin: Pin | None,
    is_hidden: bool,
) -> TableFile:
    """What to keep of a table as it stands."""
    return TableFile(
        _FORMAT,
        certificate.certificate.decode(),
        certificate.key.decode(),
        port,
        owner_key.hex(),
        lobby.owner,
        "" if pin is None else pin.digits,
        is_hidden,
        lobby.is_locked,
        lobby.name,
        lobby.house,
        tuple(_people(lobby, {person: key for key, person in book.people})),
        tuple((key.hex(), address) for key, address in book.barred),
    )


def encoded(file: TableFile) -> bytes:
    """What is in the file."""
    return msgspec.json.format(msgspec.json.encode(file)) + b"\n"


def read_table_file(path: Path) -> TableFile:
    """The table beside this match. Raises JournalError where there is none or it is not as it was written."""
    beside = path.with_suffix(TABLE_SUFFIX)
    try:
        file = _DECODER.decode(read_file(beside))
        host_context(file.identity)  # raises where the key is not the certificate's
    except (JournalError, msgspec.DecodeError, OSError, ValueError) as error:
        raise JournalError(Refusal("resume.no-table", (), (str(beside),))) from error
    if file.lan13_table != _FORMAT:
        raise JournalError(Refusal("resume.no-table", (), (str(beside),)))
    return file


def _people(lobby: Lobby, keys: dict[Person, bytes]) -> list[KeptPerson]:
    """All who sit here or watch."""
    seated = [(seat.person, seat.name, seat.avatar) for seat in lobby.seats if seat.person is not None]
    watching = [(watcher.person, watcher.name, 0) for watcher in lobby.watchers]
    return [KeptPerson(p, keys[p].hex(), name, avatar) for p, name, avatar in seated + watching if p in keys]
