"""What a guest asks, as a command to the table: the person is known from the connection."""

from __future__ import annotations

from typing import assert_never

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Person
from lan_thirteen.table import commands as c
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.names import clean_chat, clean_name, clean_table_name


def command_of(person: Person, message: m.FromGuest) -> c.Command | None:
    """What a person asks of the table; None where a name or text has nothing in it that can be shown."""
    match message:
        case m.Sit(seat):
            return c.Sit(person, None if seat is None else Seat(seat))
        case m.Stand():
            return c.Stand(person)
        case m.Ready(is_ready):
            return c.SetReady(person, is_ready)
        case m.SetGame(game, seats):
            return c.SetGame(person, game, seats)
        case m.SetOption(name, value):
            return c.SetOption(person, name, value)
        case m.SetHouse(name, value):
            return c.SetHouse(person, name, value)
        case m.SetSeatBot(seat, level):
            return c.SetSeatBot(person, Seat(seat), level)
        case m.Start():
            return c.Start(person)
        case m.StandIn(seat):
            return c.StandIn(person, Seat(seat))
        case m.Claim(seat):
            return c.Claim(person, None if seat is None else Seat(seat))
        case m.Grant(claimant, is_granted):
            return c.Grant(person, Person(claimant), is_granted)
        case m.Pause():
            return c.Pause(person)
        case m.Resume():
            return c.Resume(person)
        case m.Kick(target):
            return c.Kick(person, Person(target))
        case m.Lock(is_locked):
            return c.Lock(person, is_locked)
        case m.Again():
            return c.Again(person)
        case m.Close():
            return c.Close(person)
        case m.Rename() | m.RenameTable() | m.Chat():
            return _worded(person, message)
        case _:
            return None  # Join a second time is refused by the link; the rest never comes here


def _worded(person: Person, message: m.Rename | m.RenameTable | m.Chat) -> c.Command | None:
    match message:
        case m.Rename(name):
            return c.Rename(person, cleaned) if (cleaned := clean_name(name)) else None
        case m.RenameTable(name):
            return c.RenameTable(person, cleaned) if (cleaned := clean_table_name(name)) else None
        case m.Chat(text):
            return c.Chat(person, cleaned) if (cleaned := clean_chat(text)) else None
        case _:
            assert_never(message)
