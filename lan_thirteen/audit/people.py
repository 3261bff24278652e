"""Who sits where in a match, and who decides for them, as its journal has it so far."""

from __future__ import annotations

from typing import Final, NamedTuple

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Absence
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import KEY_BYTES


class Wrong(NamedTuple):
    """What is wrong with a record, and with whose seat."""

    what: str
    seat: Seat | None = None


class Player(NamedTuple):
    """One seat as it is played now."""

    key: bytes
    """The person's seat key; empty for a bot's seat."""
    name: str
    level: str
    """Of the bot that decides, be it a stand-in; empty where a person does."""
    is_gone: bool = False
    """A person's, for whom a bot plays."""
    why: str = ""
    """An ``Absence``; empty for who is there."""


NOBODY: Final = Player(b"", "", "")
"""Whose a seat is before the journal has said so."""


class People:
    """The seats of a match."""

    def __init__(self, seats: int, host: bytes) -> None:
        self._host = host
        self._players: list[Player] = [NOBODY] * seats
        self._seated: set[int] = set()

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(self._players)

    @property
    def are_seated(self) -> bool:
        """Whether every seat is somebody's."""
        return len(self._seated) == len(self._players)

    def at(self, seat: int) -> Player | None:
        """Who plays this seat; None where it is none, or nobody's yet."""
        return self._players[seat] if seat in self._seated else None

    def seat(self, record: j.Seated) -> Wrong | None:
        """Give a seat to somebody, and say what is wrong with that."""
        if record.seat >= len(self._players):
            return Wrong("seated", Seat(record.seat))
        others = [player.key for seat, player in enumerate(self._players) if player.key and seat != record.seat]
        is_one_of_two = len(record.key) == KEY_BYTES if not record.level else not record.key
        is_new = self.are_seated or record.seat not in self._seated
        is_sound = is_one_of_two and is_new and record.key not in (*others, self._host)
        self._players[record.seat] = Player(record.key, record.name, record.level)
        self._seated.add(record.seat)
        return None if is_sound else Wrong("seated", Seat(record.seat))

    def let_go(self, record: j.Gone) -> Wrong | None:
        """A bot plays for the person of this seat."""
        player = self.at(record.seat)
        if player is None or not player.key or not record.level or record.why not in tuple(Absence):
            return Wrong("gone", Seat(record.seat))
        self._players[record.seat] = player._replace(level=record.level, is_gone=True, why=record.why)
        return None

    def let_back(self, record: j.Back) -> Wrong | None:
        """The person of this seat decides again."""
        player = self.at(record.seat)
        if player is None or not player.key:
            return Wrong("gone", Seat(record.seat))
        self._players[record.seat] = player._replace(level="", is_gone=False, why="")
        return None

    def may_draw(self, drawer: d.Drawer) -> bool:
        """Whether this is the key of somebody who is there."""
        player = self.at(drawer.seat)
        return player is not None and player.key == drawer.key and not player.is_gone
