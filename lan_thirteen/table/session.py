"""One table: commands and the time go in, effects come out. It does no I/O, looks at no clock and draws no chance.

The caller carries the effects out in the order in which they come. A ``Begin`` or ``Record`` stands before all that
depends on it, so a caller that writes each one down as it comes tells nobody anything that a crash could forget.
``Accept``, ``Refuse`` and ``Deny`` answer the very command that they came from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lan_thirteen.core.game import Options, Seat
from lan_thirteen.core.lobby import HouseRules, Lobby, Person, Phase, SeatKind
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.table import choices, claims, comings, drawing, playing
from lan_thirteen.table import commands as c
from lan_thirteen.table.match import Seeds
from lan_thirteen.table.phases import RULES, SETTLED, Asker, Choice, Claiming, Coming, Drawing
from lan_thirteen.table.progress import go_on
from lan_thirteen.table.room import Effects, Room
from lan_thirteen.table.roster import Roster
from lan_thirteen.table.saved import Saved
from lan_thirteen.table.settings import Playable, Settings
from lan_thirteen.table.stopwatch import Stopwatch
from lan_thirteen.table.taking_up import take_up
from lan_thirteen.table.why import Why


class Table:
    """The authority over who sits here and what is played. Raises BadSettings where the game refuses what is given."""

    def __init__(  # noqa: PLR0913, PLR0917  # all that a table is
        self,
        registry: Mapping[str, Playable],
        name: str,
        owner: Person | None,
        game: str,
        seats: int,
        options: Options,
        house: HouseRules,
        timing: Timing,
        seeds: Seeds,
        levels: Sequence[str],
        bots: Sequence[str] = (),
    ) -> None:
        """``owner`` None: the first who comes. ``levels``: of bots, weakest first. ``seeds``: of all matches here.

        ``bots``: the levels of those who sit in the last seats, in their order, not more than there are.
        """
        settings = Settings(registry, name, game, seats, options, house)
        self._room = Room(settings, Roster(seats, owner), timing, seeds, levels, Stopwatch())
        for place, level in zip(reversed(self._room.roster.places), reversed(bots), strict=False):
            self._room.roster.seat_bot(place, level)
        self._announced: object = None
        self._wake: float | None = None

    @property
    def phase(self) -> Phase:
        return self._room.phase

    @property
    def game(self) -> str:
        return self._room.settings.game

    @property
    def state(self) -> Any:
        """The state of the match, with all its secrets; None without a match."""
        return None if self._room.play is None else self._room.play.match.state

    @property
    def index(self) -> int:
        """How many actions have been played in this match."""
        return self._room.index

    @property
    def is_in_match(self) -> bool:
        return self._room.play is not None

    @property
    def is_match_over(self) -> bool:
        """Whether nothing of a match is left to go on with, at a table that is closed or back in its lobby."""
        play = self._room.play
        return play is None or (self.phase is Phase.CLOSED and play.phase is Phase.FINISHED)

    def last_words(self, *, is_kept: bool) -> Why:
        """What all are told when the table ends now. ``is_kept``: its match is written down, and could go on."""
        play = self._room.play
        return Why.SAVED if is_kept and play is not None and play.phase is not Phase.FINISHED else Why.CLOSED

    def seat_of(self, person: Person) -> Seat | None:
        return self._room.roster.seat_of(person)

    def person_of(self, seat: Seat) -> Person | None:
        """Whose seat it is, there or not; None for a bot's and a free one."""
        roster = self._room.roster
        return roster.places[seat].person if roster.has(seat) else None

    def has_seat_for(self, person: Person, watch: bool) -> bool:
        """Whether they would have a seat on coming in; ``watch``: what they want, if they are new."""
        roster = self._room.roster
        if person in roster.members:
            if roster.seat_of(person) is not None:
                return True
            watch = roster.members[person].watches
        return self.phase is Phase.LOBBY and not watch and roster.first(SeatKind.FREE) is not None

    def deal_at(self, person: Person) -> None:
        """This person's laptop is the host's own, whose bytes are in every deal: it draws none beside."""
        self._room.dealer = person

    def forget_one(self) -> Person | None:
        """Make place for somebody new: whose number means nothing any more; None where nobody may be forgotten."""
        return self._room.roster.forget_one()

    def lobby(self, now: float) -> Lobby:
        """The table as everybody may see it."""
        self._room.watch.advance(now)
        return self._room.lobby()

    def handle(self, command: c.Command, now: float) -> list[c.Effect[Any, Any, Any]]:
        """Carry out a command at this time; time never goes back. Whatever a guest may ask for is answered."""
        room = self._room
        room.watch.advance(now)
        effects = self._carry_out(command)
        room.watch.run(room.is_time_running)
        effects += go_on(room)
        room.watch.run(room.is_time_running)
        return [*effects, *self._news(command)]

    def resume(self, saved: Saved, now: float) -> list[c.Effect[Any, Any, Any]]:
        """Make of this new table the one that was lost: what to do for it to go on.

        Its people are lost until they return. Raises JournalError where the records do not replay.
        """
        room = self._room
        room.watch.advance(now)
        effects = take_up(room, saved)
        return [*effects, *go_on(room), *self._news(c.Wake())]

    def _carry_out(self, command: c.Command) -> Effects:
        if self._room.phase is Phase.CLOSED:
            return self._turn_away(command)
        why = self._objection(command)
        if why is not None:
            return [c.Deny(why[0], Refusal(why[1]))]
        if isinstance(command, Coming):
            return comings.carry_out(self._room, command)
        if isinstance(command, Choice):
            return choices.carry_out(self._room, command)
        if isinstance(command, Claiming):
            return claims.carry_out(self._room, command)
        if isinstance(command, Drawing):
            return drawing.carry_out(self._room, command)
        if isinstance(command, c.Submit | c.StandIn | c.Pause | c.Resume | c.NetworkLost | c.Moving | c.Wake):
            return playing.carry_out(self._room, command)
        raise TypeError(command)

    def _objection(self, command: c.Command) -> tuple[Person, Why] | None:
        """Whom to tell that they may not give this command, or not now."""
        rule, roster = RULES[type(command)], self._room.roster
        person = getattr(command, "person", None)
        if rule.asker is Asker.HOUSE or person is None:
            return None
        member = roster.members.get(person)
        if member is None or not member.is_present:
            return person, Why.NO_SUCH_PERSON
        if rule.asker is Asker.OWNER and person != roster.owner:
            return person, Why.NOT_OWNER
        if rule.asker is Asker.SEATED and person != roster.owner and roster.seat_of(person) is None:
            return person, Why.NO_SEAT
        if self._room.is_moving and isinstance(command, SETTLED):
            return person, Why.MOVING
        return None if self.phase in rule.phases else (person, rule.otherwise)

    def _turn_away(self, command: c.Command) -> Effects:
        if isinstance(command, c.Enter | c.Returned):
            return [c.Evict(command.person, Refusal(Why.CLOSED))]
        return []

    def _news(self, command: c.Command) -> Effects:
        """What all should know now, and when to look again; who has just come is told in any case."""
        room = self._room
        out: Effects = []
        lobby = room.lobby()
        known = (lobby.timeless, room.is_time_running, room.waits())
        if known != self._announced or isinstance(command, c.Enter | c.Returned):
            self._announced = known
            out.append(c.Announce(lobby))
        if isinstance(command, c.Wake):
            self._wake = None
        wake = None if room.phase is Phase.CLOSED else room.wakes_at()
        if wake is not None and wake != self._wake:
            self._wake = wake
            out.append(c.WakeAt(wake))
        return out
