"""A match that was broken off, as its host finds it on its disk and goes on with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from lan_thirteen.audit.drawn import Stage
from lan_thirteen.audit.people import Player
from lan_thirteen.audit.standing import Attempt, Standing, standing_of
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Absence, DealId, Lobby, Person, Phase, Presence, SeatInfo, SeatKind, WatcherInfo
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.door import OWNER
from lan_thirteen.net.guestbook import Guestbook
from lan_thirteen.net.journal_file import read_journal
from lan_thirteen.net.recorder import read_secrets
from lan_thirteen.net.store import SecretFile
from lan_thirteen.net.table_file import TableFile, read_table_file
from lan_thirteen.table.saved import Holder, LastDrawing, Reached, Saved

_REACHED: Final = {
    Stage.OPENED: Reached.OPENED,
    Stage.COMMITTED: Reached.COMMITTED,
    Stage.DEALT: Reached.DEALT,
    # what is still to be written of these, the scribe writes first
    Stage.SHOWN: Reached.OVER,
    Stage.ENDED: Reached.OVER,
    Stage.GIVEN_UP: Reached.GIVEN_UP,
    Stage.THROWN_AWAY: Reached.GIVEN_UP,
}


class Past(NamedTuple):
    """All that a host needs to go on with a match."""

    standing: Standing
    sealed: Mapping[DealId, bytes]
    """The host's bytes for its drawings."""
    people: tuple[tuple[bytes, Person], ...]
    """Everybody's key and number."""
    barred: tuple[tuple[bytes, str], ...]
    saved: Saved
    file: TableFile


def past_of(standing: Standing, sealed: Mapping[DealId, bytes], file: TableFile) -> Past:
    """The match of this standing, at the table of this file."""
    barred = tuple((bytes.fromhex(key), address) for key, address in file.barred)
    persons = _persons(standing, file)
    away = {key for key, _ in barred}
    people = tuple((key, person) for key, person in persons.items() if key not in away)
    return Past(standing, sealed, people, barred, _saved(standing, file, persons), file)


def remember(past: Past, book: Guestbook) -> None:
    """Everybody is known at the table as before, and who was sent away stays away."""
    for key, person in past.people:
        book.remember(key, person)
    for key, address in past.barred:
        book.remember_barred(key, address)


def read_past(path: Path, machine: bytes) -> tuple[Past, TableFile]:
    """The match in this file, for the host of this public key.

    Raises JournalError where it cannot go on here, with a sentence that says why.
    """
    lines = read_journal(path).lines
    sealed = _sealed(path.with_suffix(SecretFile.SUFFIX))
    standing, file = standing_of(lines, sealed), read_table_file(path)
    if standing.header.host != machine:
        raise JournalError(Refusal("resume.other-machine"))
    if standing.header.fingerprint != file.identity.fingerprint:
        raise JournalError(Refusal("resume.no-table", (), (str(path),)))
    return past_of(standing, sealed, file), file


def _sealed(path: Path) -> dict[DealId, bytes]:
    """The host's bytes of its drawings; none where the file is gone or damaged: a deal that goes on needs them."""
    try:
        return {of: kept.sealed.secret for of, kept in read_secrets(path).items()}
    except JournalError:
        return {}


def _persons(standing: Standing, file: TableFile) -> dict[bytes, Person]:
    """Everybody's number by their key: as it was, and new ones for those of whom only the journal tells."""
    persons = {bytes.fromhex(kept.key): Person(kept.person) for kept in file.people}
    if file.owner_key:
        persons[bytes.fromhex(file.owner_key)] = OWNER
    drawers = () if standing.last is None else standing.last.drawing.drawers
    for key in (*(player.key for player in standing.players if player.key), *(drawer.key for drawer in drawers)):
        persons.setdefault(key, Person(max((OWNER, *persons.values())) + 1))
    return persons


def _saved(standing: Standing, file: TableFile, persons: Mapping[bytes, Person]) -> Saved:
    header, last, players = standing.header, standing.last, standing.players
    lobby = Lobby(
        name=file.name,
        phase=Phase.PLAYING,
        paused="",
        game=header.game,
        options=header.options,
        house=file.house,
        seats=tuple(_seat(player, file, persons) for player in players),
        watchers=_watchers(players, file),
        owner=None if file.owner is None else Person(file.owner),
        is_locked=file.is_locked,
        waits_ms=None,
        may_stand_in=(),
    )
    holders = {Seat(number): _holder(player, persons) for number, player in enumerate(players)}
    drawing = None if last is None else _drawing(last, players, persons)
    return Saved(lobby, header.match, standing.records, holders, drawing, standing.given_up)


def _seat(player: Player, file: TableFile, persons: Mapping[bytes, Person]) -> SeatInfo:
    if not player.key:
        return SeatInfo(SeatKind.BOT, None, "", 0, player.level, is_ready=True, presence=Presence.HERE)
    kept = next((kept for kept in file.people if kept.key == player.key.hex()), None)
    name, avatar = (player.name, 0) if kept is None else (kept.name, kept.avatar)
    presence = Presence.LEFT if player.why == Absence.LEFT else Presence.LOST
    return SeatInfo(SeatKind.PERSON, persons[player.key], name, avatar, "", is_ready=False, presence=presence)


def _watchers(players: tuple[Player, ...], file: TableFile) -> tuple[WatcherInfo, ...]:
    seated = {player.key.hex() for player in players}
    return tuple(WatcherInfo(Person(kept.person), kept.name) for kept in file.people if kept.key not in seated)


def _holder(player: Player, persons: Mapping[bytes, Person]) -> Holder:
    if not player.key:
        return Holder(None, player.level, "", None)
    return Holder(persons[player.key], "", player.level, Absence(player.why) if player.why else None)


def _drawing(last: Attempt, players: tuple[Player, ...], persons: Mapping[bytes, Person]) -> LastDrawing:
    seated = {seat: persons[player.key] for seat, player in enumerate(players) if player.key}
    return LastDrawing(
        last.of,
        tuple((drawer.seat, persons[drawer.key]) for drawer in last.drawing.drawers),
        _REACHED[last.stage],
        frozenset(seated[seat] for seat in last.left_out if seat in seated),
        frozenset(seated[seat] for seat in last.checked if seat in seated),
    )
