"""What may be asked of a table, when and by whom, and how a table goes from phase to phase: data only."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final, NamedTuple, TypeAlias

from lan_thirteen.core.lobby import Phase
from lan_thirteen.table import commands as c
from lan_thirteen.table.why import Why

Coming: TypeAlias = c.Enter | c.Faded | c.Heard | c.Left | c.Returned | c.Kick | c.Lock | c.Rename
"""Who is at the table."""

Setting: TypeAlias = c.SetGame | c.SetOption | c.SetHouse | c.SetSeatBot
"""What is played, and how."""

Choice: TypeAlias = Setting | c.Sit | c.Stand | c.SetReady | c.Start | c.RenameTable | c.Chat | c.Again | c.Close
"""What the table is to be like, and what is said at it."""

Playing: TypeAlias = "c.Submit[Any] | c.StandIn | c.Pause | c.Resume | c.NetworkLost | c.Moving | c.Wake"
"""A match going on."""

Drawing: TypeAlias = c.Committed | c.Mixed | c.Receipted
"""A deal being drawn, or checked."""

Claiming: TypeAlias = c.Claim | c.Grant
"""A seat whose person has lost their key."""

NEXT: Final[dict[Phase, frozenset[Phase]]] = {
    Phase.LOBBY: frozenset({Phase.DEALING, Phase.CLOSED}),
    Phase.DEALING: frozenset({Phase.PLAYING, Phase.CLOSED}),
    Phase.PLAYING: frozenset({Phase.INTERMISSION, Phase.FINISHED, Phase.CLOSED}),
    Phase.INTERMISSION: frozenset({Phase.DEALING, Phase.CLOSED}),
    Phase.FINISHED: frozenset({Phase.LOBBY, Phase.CLOSED}),
    Phase.CLOSED: frozenset(),
}
"""Where a table can go from each phase; a table that was taken up again begins where it was."""


class Asker(Enum):
    """Who may give a command."""

    HOUSE = "house"
    """Whoever carries out the table's effects."""
    ANYBODY = "anybody"
    SEATED = "seated"
    """Somebody with a seat, or the owner."""
    OWNER = "owner"


class Rule(NamedTuple):
    """Who may give a command, in which phases, and what is said in the others."""

    asker: Asker
    phases: frozenset[Phase]
    otherwise: Why


_OPEN: Final = frozenset(Phase) - {Phase.CLOSED}
_LOBBY: Final = frozenset({Phase.LOBBY})
MATCH: Final = frozenset({Phase.DEALING, Phase.PLAYING, Phase.INTERMISSION})
_ALWAYS: Final = Rule(Asker.ANYBODY, _OPEN, Why.CLOSED)
_HOUSE: Final = Rule(Asker.HOUSE, _OPEN, Why.CLOSED)
_OWNER: Final = Rule(Asker.OWNER, _OPEN, Why.CLOSED)
_BEFORE: Final = Rule(Asker.OWNER, _LOBBY, Why.BEGUN)
_DURING: Final = Rule(Asker.SEATED, MATCH, Why.NOT_BEGUN)

RULES: Final[dict[type[c.Command], Rule]] = {
    c.Enter: _HOUSE,
    c.Faded: _HOUSE,
    c.Heard: _HOUSE,
    c.Left: _HOUSE,
    c.Returned: _HOUSE,
    c.Submit: _HOUSE,
    c.NetworkLost: _HOUSE,
    c.Moving: _HOUSE,
    c.Committed: _HOUSE,
    c.Mixed: _HOUSE,
    c.Receipted: _HOUSE,
    c.Wake: _HOUSE,
    c.Sit: _ALWAYS,
    c.Stand: _ALWAYS,
    c.Rename: _ALWAYS,
    c.Chat: _ALWAYS,
    c.SetReady: Rule(Asker.SEATED, _OPEN, Why.CLOSED),
    c.StandIn: Rule(Asker.ANYBODY, MATCH, Why.NOT_BEGUN),
    c.Claim: Rule(Asker.ANYBODY, MATCH, Why.NOT_BEGUN),
    c.Grant: Rule(Asker.OWNER, MATCH, Why.NOT_BEGUN),
    c.Pause: _DURING,
    c.Resume: _DURING,
    c.SetGame: _BEFORE,
    c.SetOption: _BEFORE,
    c.SetSeatBot: _BEFORE,
    c.Start: _BEFORE,
    c.Again: Rule(Asker.OWNER, frozenset({Phase.FINISHED}), Why.NOT_OVER),
    c.SetHouse: _OWNER,
    c.RenameTable: _OWNER,
    c.Kick: _OWNER,
    c.Lock: _OWNER,
    c.Close: _OWNER,
}

SETTLED: Final = (c.Kick, c.Lock, c.Rename, c.RenameTable, c.SetHouse, c.Sit, c.Grant, c.Pause, c.Resume)
"""What may not be changed while the table goes over to another laptop, which has been told already how it stands."""
