"""Who of the others at a table has gone or come back: in sentences that go away by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Lobby, Phase, Presence, SeatInfo, SeatKind
from lan_thirteen.ui.terminal.teller import Teller


def comings(teller: Teller, old: Lobby | None, new: Lobby) -> tuple[str, ...]:
    """What is to be told during a match: who has left, is lost, is back, or is played for by a bot.

    A waiting room shows it anyhow, and of one's own seat the window tells in other ways.
    """
    if old is None or Phase.LOBBY in (old.phase, new.phase) or len(old.seats) != len(new.seats):
        return ()
    seats = enumerate(zip(old.seats, new.seats, strict=True))
    return tuple(line for seat, pair in seats if seat != teller.me for line in _of_seat(teller, Seat(seat), *pair))


def _of_seat(teller: Teller, seat: Seat, old: SeatInfo, new: SeatInfo) -> Iterator[str]:
    if new.kind is not SeatKind.PERSON or new.person != old.person:
        return
    wavers = new.presence is Presence.UNSTEADY or (old.presence, new.presence) == (Presence.UNSTEADY, Presence.HERE)
    if new.presence is not old.presence and not wavers:
        yield teller.of("far.back" if new.presence is Presence.HERE else f"far.{new.presence}", seat)
    if new.level and not old.level:
        yield teller.of("far.stand-in", seat)
