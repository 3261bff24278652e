"""Opening a table: doors, certificate, keys, the table itself, its advert and its file."""

from __future__ import annotations

import asyncio
import secrets
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from lan_thirteen.bots.registry import LEVELS
from lan_thirteen.core.errors import OpeningError
from lan_thirteen.core.game import OptionValue
from lan_thirteen.core.lobby import HouseRules, Lobby, Person, Phase, SeatKind
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.addresses import PORTS, own_addresses
from lan_thirteen.net.beacon import Beacon
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.door import OWNER, HostKeys, TableIdentity
from lan_thirteen.net.doorman import Doorman
from lan_thirteen.net.host import Host
from lan_thirteen.net.past import Past, read_past
from lan_thirteen.net.ports import Doors, open_doors
from lan_thirteen.net.profile import Profile
from lan_thirteen.net.recorder import MatchRecorder
from lan_thirteen.net.server import Server, listen
from lan_thirteen.net.table_file import TableFile, encoded, table_file
from lan_thirteen.net.tls import Certificate, host_context, make_certificate
from lan_thirteen.table.session import Table
from lan_thirteen.wire.advert import Advert, TableStatus
from lan_thirteen.wire.messages import PROTOCOL

_EPOCH = 1


class Opening(Value, frozen=True):
    """A table that is to be opened."""

    name: str
    game: str
    seats: int
    options: tuple[tuple[str, OptionValue], ...]
    bots: tuple[str, ...]
    """The levels of the bots, who sit in the last seats."""
    house: HouseRules = HouseRules()
    port: int | None = None
    """None: the first of the usual ones that is free."""
    owner_key: bytes = b""
    """The public seat key of who opens it; empty: the first who comes owns the table."""
    pin: Pin | None = None
    """What whoever is new must prove to know."""
    is_hidden: bool = False
    """In nobody's list: who wants to come must know its address."""


class Reopening(NamedTuple):
    """A table that was open before."""

    path: Path
    """Of its match."""
    past: Past
    file: TableFile
    opening: Opening
    """As it was."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that is open."""

    host: Host
    port: int
    identity: TableIdentity
    beacon: Beacon
    trouble: Refusal | None = None
    """What is wrong with the files of a match that goes on."""

    def facts(self, opening: Opening) -> dict[str, Any]:
        """What another program must know to join it."""
        return {
            "port": self.port,
            "table": self.identity.table.hex(),
            "fingerprint": self.identity.fingerprint.hex(),
            "addresses": [address.ip for address in own_addresses()],
            "name": opening.name,
            "game": opening.game,
            "protocol": PROTOCOL,
            "pin": self.host.has_pin,
        }


def reopening_of(path: Path, profile: Profile) -> Reopening:
    """The table whose match is in this file. Raises JournalError where it cannot go on here, and ProfileError."""
    past, file = read_past(path, profile.host_key().public)
    lobby = past.saved.lobby
    opening = Opening(
        name=lobby.name,
        game=lobby.game,
        seats=len(lobby.seats),
        options=lobby.options,
        bots=(),
        house=lobby.house,
        port=file.port,
        owner_key=bytes.fromhex(file.owner_key),
        pin=file.asked_pin,
        is_hidden=file.is_hidden,
    )
    return Reopening(path, past, file, opening)


@asynccontextmanager
async def open_table(
    opening: Opening, profile: Profile, timing: Timing, again: Reopening | None = None
) -> AsyncIterator[OpenTable]:
    """A table that accepts guests while the context lasts. ``again``: one that was open, with its match.

    Raises OpeningError where no port is to be had, ProfileError where no key can be kept, and JournalError where a
    match cannot go on.
    """
    keys = HostKeys(profile.host_key(), opening.owner_key, opening.pin)
    certificate = make_certificate() if again is None else again.file.identity
    context = _context(certificate)
    identity = _identity(certificate, again)
    dealer = Dealer(identity.table, keys.machine)
    table = _new_table(opening, timing, dealer)
    recorder, trouble = MatchRecorder(profile), None
    with closing(recorder), closing(_doors(opening.port, or_any=again is not None)) as doors:
        host = Host(table, identity, keys, recorder, timing, dealer)
        if again is not None:
            trouble = recorder.go_on(again.path)
            host.take_up(again.past, trouble)
        advert = _advert(identity, host.lobby(), has_pin=opening.pin is not None)
        beacon = Beacon(advert, doors.port, timing, sockets=doors.datagrams)

        def changed(lobby: Lobby) -> None:
            beacon.update(_advert(identity, lobby, has_pin=host.has_pin))
            _note(table, recorder, lobby)

        host.watch_lobby = changed
        host.last_words = lambda: table.last_words(is_kept=recorder.keeps)
        recorder.table = partial(_kept, host, certificate, doors.port, opening)
        recorder.note_table()
        server = Server(doors.listener, context, host.visit, timing, Doorman())
        # the beacon ends first: who is told that the table is closed looks for tables at once, and must not find it
        async with running(host, server), nullcontext() if opening.is_hidden else beacon:
            yield OpenTable(host, doors.port, identity, beacon, trouble)


def _identity(certificate: Certificate, again: Reopening | None) -> TableIdentity:
    if again is None:
        return TableIdentity(secrets.token_bytes(16), _EPOCH, certificate.fingerprint)
    header = again.past.standing.header
    return TableIdentity(header.table, header.epoch, certificate.fingerprint)


def _note(table: Table, recorder: MatchRecorder, lobby: Lobby) -> None:
    """The table has changed: keep what it takes to go on with its match, as long as there is one."""
    if table.is_match_over:
        recorder.forget_table()
    elif lobby.phase is not Phase.CLOSED:
        recorder.note_table()


def _kept(host: Host, certificate: Certificate, port: int, opening: Opening) -> bytes:
    """What is kept of the table beside its match."""
    kept = table_file(
        host.lobby(),
        host.book,
        certificate,
        port=port,
        owner_key=opening.owner_key,
        pin=host.pin,
        is_hidden=opening.is_hidden,
    )
    return encoded(kept)


@asynccontextmanager
async def running(host: Host, server: Server) -> AsyncIterator[None]:
    """The host talks to all who come; at the end everybody is told goodbye."""
    tasks = [asyncio.create_task(server.serve()), asyncio.create_task(host.keep_time())]
    try:
        yield
    finally:
        host.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _context(certificate: Certificate) -> ssl.SSLContext:
    try:
        return host_context(certificate)
    except OSError as error:
        raise OpeningError(Refusal("host.no-room")) from error


def _new_table(opening: Opening, timing: Timing, dealer: Dealer) -> Table:
    return Table(
        GAMES,
        opening.name,
        OWNER if opening.owner_key else None,
        opening.game,
        opening.seats,
        dict(opening.options),
        opening.house,
        timing,
        dealer.seed,
        LEVELS,
        bots=opening.bots,
    )


def _doors(port: int | None, *, or_any: bool) -> Doors:
    """``or_any``: another port does as well; guests of a table that was open hear where it is now."""
    try:
        if port is None:
            return open_doors(listen)
        return open_doors(listen, (port, *PORTS) if or_any else (port,), or_any=or_any)
    except OSError as error:
        why = Refusal("host.no-port") if port is None else Refusal("host.port-taken", (port,))
        raise OpeningError(why) from error


def _advert(identity: TableIdentity, lobby: Lobby, *, has_pin: bool) -> Advert:
    info = GAMES[lobby.game].game.info
    usual = {option.name: option.default for option in info.options}
    persons = [seat for seat in lobby.seats if seat.kind is SeatKind.PERSON]
    return Advert(
        protocol=PROTOCOL,
        rules=info.rules_version,
        table=identity.table,
        epoch=identity.epoch,
        name=lobby.name,
        host=_name_of(lobby, lobby.owner),
        game=lobby.game,
        options=tuple((name, value) for name, value in lobby.options if value != usual[name]),
        taken=sum(seat.kind is not SeatKind.FREE for seat in lobby.seats),
        seats=len(lobby.seats),
        pin=has_pin,
        status=_status(lobby),
        fingerprint=identity.fingerprint,
        avatars=tuple(seat.avatar for seat in persons),
    )


def _status(lobby: Lobby) -> TableStatus:
    if lobby.phase is not Phase.LOBBY:
        return TableStatus.PLAYING
    is_full = all(seat.kind is not SeatKind.FREE for seat in lobby.seats)
    return TableStatus.FULL if is_full else TableStatus.LOBBY


def _name_of(lobby: Lobby, person: Person | None) -> str:
    return next((seat.name for seat in lobby.seats if person is not None and seat.person == person), "")
