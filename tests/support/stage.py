"""A table and the one who carries out its effects, with a clock that the test turns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.game import OptionValue, Seat
from lan_thirteen.core.lobby import HouseRules, Lobby, Person, Phase, SeatInfo
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.core.timing import Timing
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.table import commands as c
from lan_thirteen.table.saved import Holder, LastDrawing, Reached, Saved
from lan_thirteen.table.session import Table
from tests.tiny_game.rules import ENTRY

TINY = ENTRY.game.info.id
REGISTRY: dict[str, AnyEntry] = {**GAMES, TINY: ENTRY}
LEVELS = ("easy", "normal")
ANA, BO, CEM, DAN, EVA = (Person(n) for n in range(1, 6))
NAMES = {ANA: "Ana", BO: "Bo", CEM: "Cem", DAN: "Dan", EVA: "Eva"}

Effects: TypeAlias = "list[c.Effect[Any, Any, Any]]"


@dataclass
class Stage:
    """Ana opens the table. ``said`` are the effects of the last command, ``all_said`` those of all."""

    game: str = TINY
    seats: int = 3
    house: HouseRules = field(default_factory=HouseRules)
    timing: Timing = field(default_factory=Timing)
    options: dict[str, OptionValue] = field(default_factory=dict)
    owner: Person | None = ANA
    number: int = 1
    """Of the chance."""
    answers: bool = True
    """The laptops of all who are asked for bytes give them at once."""

    def __post_init__(self) -> None:
        self.now = 1000.0
        self.said: Effects = []
        self.all_said: Effects = []
        self.nonce = 0
        self.wake: float | None = None
        self.table = self.new_table()

    def new_table(self) -> Table:
        return Table(
            REGISTRY,
            "Kitchen",
            self.owner,
            self.game,
            self.seats,
            self.options,
            self.house,
            self.timing,
            lambda deal: numbered_seed(self.number, deal),
            LEVELS,
        )

    @property
    def rules(self) -> Any:
        return REGISTRY[self.table.game].game

    @property
    def lobby(self) -> Lobby:
        return self.table.lobby(self.now)

    @property
    def phase(self) -> Phase:
        return self.table.phase

    def is_in(self, phase: Phase) -> bool:
        """A question that the type checker does not take for settled after the first answer."""
        return self.table.phase is phase

    @property
    def to_act(self) -> Seat:
        actor = self.rules.actor(self.table.state)
        assert isinstance(actor, int), "no seat is to act"
        return Seat(actor)

    def do(self, command: c.Command) -> Effects:
        """Give this command now."""
        self.said = self.table.handle(command, self.now)
        self.note(self.said)
        if self.answers:
            self.said = [*self.said, *self._drawn(self.said)]
        return self.said

    def _drawn(self, said: Effects) -> Effects:
        """What comes of everybody's answers to a drawing that has begun, and to a deal that is over."""
        out: Effects = []
        answers: list[c.Command] = [c.Receipted(p, shown.of) for shown in of_kind(said, c.ShowSecret) for p in NAMES]
        for opened in of_kind(said, c.OpenDeal):
            answers += [kind(p, opened.of) for kind in (c.Committed, c.Mixed) for _, p in opened.seats]
        for answer in answers:
            drawn = self.table.handle(answer, self.now)
            self.note(drawn)
            out += drawn
        return out

    def note(self, effects: Effects) -> None:
        self.all_said += effects
        for effect in effects:
            if isinstance(effect, c.WakeAt):
                self.wake = effect.time

    def come(self, *persons: Person, watch: bool = False) -> Effects:
        return [e for p in persons for e in self.do(c.Enter(p, NAMES[p], p % 8, watch))]

    def begin(self, *persons: Person, bots: int = 0) -> Effects:
        """These sit down, with so many bots, and the match begins."""
        self.come(*persons)
        for number in range(len(persons), len(persons) + bots):
            self.do(c.SetSeatBot(persons[0], Seat(number), "easy"))
        return self.do(c.Start(persons[0]))

    def pass_time(self, seconds: float) -> Effects:
        """Let time pass, looking in as often as the table asks for it."""
        until = self.now + seconds
        out: Effects = []
        while self.wake is not None and self.wake <= until:
            self.now, self.wake = max(self.now, self.wake), None
            out += self.do(c.Wake())
        self.now = until
        return out

    def submit_for(self, seat: Seat, action: Any, **other: int) -> c.Submit[Any]:
        """What the one who plays this seat would send now; ``other`` fields differ."""
        self.nonce += 1
        fields = {"tenure": self.tenure(seat), "nonce": self.nonce, "index": self.table.index, **other}
        return c.Submit(seat, action=action, **fields)

    def tenure(self, seat: Seat) -> int:
        return self.table._room.roster.places[seat].tenure

    def play(self, choice: int = 0) -> Effects:
        """The seat to act does one of what it may."""
        seat = self.to_act
        legal = self.rules.legal(self.table.state)
        return self.do(self.submit_for(seat, legal[choice % len(legal)]))

    def play_well(self) -> Effects:
        """The seat to act does what a bot would do; random play of Three Thirteen hardly ends."""
        return self.do(self.good_move())

    def good_move(self) -> c.Submit[Any]:
        """What a bot would do in the seat to act."""
        seat, state = self.to_act, self.table.state
        legal = self.rules.legal(state)
        if self.game == TINY:
            return self.submit_for(seat, legal[self.table.index % len(legal)])
        bot = make_bot(self.game, "easy", bytes(32))
        return self.submit_for(seat, bot.choose(self.rules.view(state, seat), legal))

    def play_deal(self) -> Effects:
        """Play until the deal is over."""
        while self.phase is Phase.PLAYING:
            self.play_well()
        return self.said

    def play_match(self) -> Effects:
        """Play until the match is over; everybody wants the next deal at once."""
        while self.phase is not Phase.FINISHED:
            self.play_deal()
            for info in self.lobby.seats:
                if info.person is not None and self.phase is Phase.INTERMISSION:
                    self.do(c.SetReady(info.person, True))
        return self.said

    def info(self, person: Person) -> SeatInfo:
        return next(info for info in self.lobby.seats if info.person == person)


def saved(old: Stage, records: list[Any] | None = None) -> Saved:
    """What is left of this table, from all that it has said; ``records``: other ones of its match."""
    lobby = of_kind(old.all_said, c.Announce)[-1].lobby
    if lobby.phase is Phase.LOBBY:
        return Saved(lobby)
    begun = max(n for n, effect in enumerate(old.all_said) if isinstance(effect, c.Begin))
    said = old.all_said[begun:]
    holders: dict[Seat, Holder] = {}
    for effect in of_kind(said, c.Holds, c.GoneFrom, c.BackAt):
        match effect:
            case c.Holds(seat, person, _, level):
                holders[seat] = Holder(person, level, "", None)
            case c.GoneFrom(seat, level, why):
                holders[seat] = holders[seat]._replace(stand_in=level, absence=why)
            case c.BackAt(seat):
                holders[seat] = holders[seat]._replace(stand_in="", absence=None)
            case _:
                raise AssertionError(effect)
    written = of_kind(said, c.Record) if records is None else records
    match = of_kind(said, c.Begin)[0].match
    return Saved(lobby, match, tuple(written), holders, _last_drawing(said), len(of_kind(said, c.GiveUp)))


def _last_drawing(said: Effects) -> LastDrawing | None:
    """The attempt at a deal that was opened last."""
    if not (opened := of_kind(said, c.OpenDeal)):
        return None
    of, drawers = opened[-1].of, opened[-1].seats
    steps: dict[type, Reached] = {
        c.AskMixes: Reached.COMMITTED,
        c.TellMixes: Reached.DEALT,
        c.ShowSecret: Reached.OVER,
        c.GiveUp: Reached.GIVEN_UP,
    }
    reached = [steps[type(effect)] for effect in of_kind(said, *steps) if effect.of == of]
    return LastDrawing(of, drawers, reached[-1] if reached else Reached.OPENED)


def of_kind(effects: Effects, *kinds: type) -> list[Any]:
    return [effect for effect in effects if isinstance(effect, kinds)]


def kinds(effects: Effects) -> list[str]:
    return [type(effect).__name__ for effect in effects]


def told(effects: Effects, seat: Seat | None) -> list[c.Tell[Any, Any, Any]]:
    return [tell for tell in of_kind(effects, c.Tell) if tell.to == seat]


def caught(effects: Effects, person: Person) -> list[c.Tell[Any, Any, Any]]:
    return [catch.tell for catch in of_kind(effects, c.Catch) if catch.person == person]


def denials(effects: Effects) -> list[str]:
    """The codes of all that was refused, in whatever way."""
    return [e.why.code for e in of_kind(effects, c.Deny, c.Refuse, c.Evict)]
