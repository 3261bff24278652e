"""A host and its guests in one thread without sockets: what each guest's laptop makes of the deals, cheated or not."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.game import DEALER, Due, OptionValue, Seat
from lan_thirteen.core.lobby import HouseRules, Person, Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.awake import AwakeClock
from lan_thirteen.net.dealer import Dealer, Sealed
from lan_thirteen.net.dealing import Colour, DealChecked
from lan_thirteen.net.door import HostKeys, TableIdentity
from lan_thirteen.net.doorman import Doorman, Entry
from lan_thirteen.net.host import Host
from lan_thirteen.net.witness import Witness
from lan_thirteen.table import commands as c
from lan_thirteen.table.session import Table
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack
from tests.support.play import random_settings
from tests.support.tables import MACHINE, TABLE_ID, Memory

NAMES = ("Ana", "Bo", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal")
LEVELS = ("easy", "normal")


class _Clock:
    """Stands still until it is turned."""

    def __init__(self) -> None:
        self.now = asyncio.get_running_loop().time()
        self.due: float | None = None

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, *_: Any) -> Any:
        self.due = when
        return self

    def cancel(self) -> None:
        self.due = None


class _NoHouse:
    """Bots are played for by the test."""

    def ask(self, *_: Any) -> None:
        pass

    def close(self) -> None:
        pass


class Laptop:
    """A guest's program: its link, its witness, and what that makes of the deals."""

    def __init__(self, person: Person, name: str) -> None:
        self.person = person
        self.name = name
        self.key = SigningKey(bytes([person]) * 32)
        self.witness = Witness()
        self.inbox: deque[m.FromHost] = deque()
        self.heard: list[m.FromHost] = []
        self.checks: list[DealChecked] = []
        self.seen = 0
        self.is_connected = True
        self.was_away: set[int] = set()
        """The deals of which it was away at the beginning or the end."""
        self.is_silent = False
        """It answers nothing that it is asked for a deal."""
        self.silence = 0.0
        self.is_open = True

    def send(self, message: m.FromHost, block: int = 0) -> None:
        if self.is_connected:
            self.inbox.append(message)

    def close(self, why: Any) -> None:
        self.is_connected = False

    def abort(self) -> None:
        self.is_connected = False

    def colours(self) -> dict[int, Colour]:
        """The last word on each deal, red first."""
        out: dict[int, Colour] = {}
        for check in self.checks:
            if out.get(check.of.deal) is not Colour.RED:
                out[check.of.deal] = check.colour
        return out

    def records(self, kind: type[Any]) -> list[Any]:
        """What of this kind the host has told of its journal."""
        told = (message for message in self.heard if isinstance(message, m.Entries))
        records = (j.record_of(line) for entries in told for line in entries.lines)
        return [record for record in records if isinstance(record, kind)]

    def reds(self) -> list[str]:
        return [check.why.code for check in self.checks if check.colour is Colour.RED]


class FairTable:
    """One table. ``cheat`` makes of the honest rules those by which the host plays, ``dealer`` draws its deals."""

    def __init__(
        self,
        game: str,
        seats: int,
        people: int,
        rng: Random,
        *,
        options: dict[str, OptionValue] | None = None,
        cheat: Callable[[Any], Any] | None = None,
        dealer: type[Dealer] = Dealer,
    ) -> None:
        """Must be made in a running loop; nothing waits on it."""
        self.game = game
        self.rng = rng
        self.rules: Any = GAMES[game].game if cheat is None else cheat(GAMES[game].game)
        registry = {**GAMES, game: GAMES[game]._replace(game=self.rules)}
        self.dealer = dealer(TABLE_ID, MACHINE)
        if dealer.fresh is Dealer.fresh:
            self.dealer.fresh = self._fresh  # type: ignore[method-assign]
        self.table = Table(
            registry,
            "Kitchen",
            Person(1),
            game,
            seats,
            options or {},
            HouseRules(),
            Timing(),
            self.dealer.seed,
            LEVELS,
            bots=("easy",) * (seats - people),
        )
        self.memory = Memory()
        identity = TableIdentity(TABLE_ID, 1, bytes(32))
        self.host = Host(self.table, identity, HostKeys(MACHINE), self.memory, Timing(), self.dealer)
        self.clock = _Clock()
        self.doorman = Doorman()
        self.host._loop = cast(AwakeClock, self.clock)
        self.host._house = cast(Any, _NoHouse())
        self.laptops: list[Laptop] = []
        self._nonce = 0
        for number in range(people):
            self.come(NAMES[number])

    def _fresh(self) -> bytes:
        """So that the same test draws the same cards."""
        return self.rng.randbytes(32)

    # who comes and goes

    def come(self, name: str, *, watch: bool = False) -> Laptop:
        laptop = Laptop(Person(len(self.laptops) + 1), name)
        laptop.witness = Witness(now=self.clock.time)
        laptop.witness.fresh = self._fresh  # type: ignore[method-assign]
        self.laptops.append(laptop)
        effects = self.table.handle(c.Enter(laptop.person, name, 0, watch), self.clock.now)
        self.host._door.book.note(laptop.key.public, laptop.person, "192.168.1.24")
        self._join(laptop, is_back=False)
        self.host._carry_out(effects)
        self.pump()
        return laptop

    def cut(self, laptop: Laptop) -> None:
        """Lose the connection, and all that is on its way."""
        laptop.is_connected = False
        laptop.inbox.clear()
        self.host._gone(cast(Any, laptop))
        self.pump()

    def bring_back(self, laptop: Laptop, *, is_new: bool = False) -> None:
        """Let it dial again; ``is_new``: the program was started again, and knows nothing."""
        if is_new:
            laptop.witness, laptop.seen = Witness(now=self.clock.time), 0
        laptop.is_connected = True
        self._join(laptop, is_back=True)
        self.host.handle(c.Returned(laptop.person, laptop.seen))
        self.pump()

    def _join(self, laptop: Laptop, *, is_back: bool) -> None:
        match, have = laptop.witness.has(TABLE_ID)
        laptop.witness.joined(TABLE_ID, MACHINE.public, laptop.key)
        join = m.Join(
            m.PROTOCOL,
            "",
            laptop.name,
            0,
            False,
            laptop.seen,
            match,
            have,
            laptop.key.public,
            bytes(32),
            b"",
            bytes(64),
        )
        entry = Entry(self.doorman, "192.168.1.24", lambda: None)
        self.host._welcome(cast(Any, laptop), laptop.person, join, entry, b"", is_back=is_back)

    # what happens

    def do(self, command: c.Command) -> None:
        self.host.handle(command)
        self.pump()

    def pump(self) -> None:
        """Let everybody hear and answer until nothing is on its way."""
        while any(laptop.inbox for laptop in self.laptops):
            for laptop in self.laptops:
                if laptop.inbox:
                    self._hear(laptop, laptop.inbox.popleft())

    def _hear(self, laptop: Laptop, message: m.FromHost) -> None:
        laptop.heard.append(message)
        if isinstance(message, m.Told):
            laptop.seen = message.index
        elif not isinstance(message, m.TableChanged):
            message = unpack(pack(message), m.FromHost)
        outcome = laptop.witness.hear(message)
        laptop.checks += outcome.checks
        for answer in outcome.answers:
            if not laptop.is_silent:
                self.host._hear(laptop.person, cast(Any, laptop), unpack(pack(answer), m.FromGuest))

    def write(self, *records: j.Record) -> None:
        """The host writes this down and tells everybody."""
        for record in records:
            self.slip(record)
        self.pump()

    def slip(self, record: j.Record) -> None:
        """The host writes this down, and it is on its way to everybody."""
        list(self.host._scribe.clerk.add(record))
        self.host._tell_journal()

    def carry_out(self, *effects: Any) -> None:
        """The host does what its table has not asked for."""
        for effect in effects:
            list(self.host._scribe.write(effect))
        self.host._tell_journal()
        self.pump()

    def pass_time(self, seconds: float) -> None:
        until = self.clock.now + seconds
        while self.clock.due is not None and self.clock.due <= until:
            self.clock.now, self.clock.due = max(self.clock.now, self.clock.due), None
            self.do(c.Wake())
        self.clock.now = until

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def is_playing(self) -> bool:
        return self.table.phase is Phase.PLAYING

    def start(self) -> None:
        self.do(c.Start(Person(1)))

    def move(self, *, well: bool, which: int | None = None) -> None:
        """Whoever is to act does something; ``which`` of all that it may."""
        actor = self.rules.actor(self.state)
        assert actor is not None
        assert actor is not DEALER
        legal = self.rules.legal(self.state)
        action = self.rng.choice(legal) if which is None else legal[which]
        if well:
            action = make_bot(self.game, "easy", bytes(32)).choose(self.rules.view(self.state, actor), legal)
        self._nonce += 1
        place = self.table._room.roster.places[actor]
        if place.person is not None and not self.laptops[place.person - 1].is_connected and not place.bot_level:
            self.do(c.StandIn(Person(1), Seat(actor)))
        if place.bot_level or place.person is None:
            self.do(c.Submit(Seat(actor), place.tenure, self._nonce, self.table.index, action))
            return
        laptop = self.laptops[place.person - 1]
        act = laptop.witness.signed(m.Act(self._nonce, self.table.index, place.tenure, pack(action)))
        self.host._hear(laptop.person, cast(Any, laptop), act)
        self.pump()

    def play_deal(self, *, well: bool = True) -> None:
        moves = 0
        while self.is_playing:
            self.move(well=well or moves > 400)
            moves += 1

    def next_deal(self) -> bool:
        """Whether there is one; everybody is ready for it."""
        for laptop in self.laptops:
            if self.table.phase is Phase.INTERMISSION and laptop.is_connected:
                self.do(c.SetReady(laptop.person, is_ready=True))
        return self.is_playing

    def play(self, deals: int) -> None:
        """The match, or so many deals of it."""
        self.start()
        while deals and self.is_playing:
            self.play_deal()
            deals -= 1
            if deals:
                self.next_deal()


def in_loop(work: Callable[[], Any]) -> Any:
    """Do this where a loop runs, as a host needs one."""

    async def inside() -> Any:
        return work()

    return asyncio.run(inside())


def honest_deals(game: str, seed: str, deals: int) -> list[str]:
    """So many honest deals in which people are cut off and come back; what is alarming about them."""
    return cast(list[str], in_loop(lambda: _honest_deals(game, seed, deals)))


def _honest_deals(game: str, seed: str, deals: int) -> list[str]:
    rng, wrong = Random(f"{game} {seed}"), list[str]()
    while deals > 0:
        seats, options = random_settings(GAMES[game], rng)
        people = rng.randint(2, seats)
        table = FairTable(game, seats, people, rng, options=options)
        watcher = table.come("Wim", watch=True)
        table.start()
        while table.is_playing and deals > 0:
            _play_with_cuts(table, rng)
            deals -= 1
            wrong += _wrong(table, watcher)
            table.next_deal()
        wrong += _wrong(table, watcher)
    return wrong


def _play_with_cuts(table: FairTable, rng: Random) -> None:
    victim = rng.choice(table.laptops[1:]) if rng.random() < 0.3 else None
    away = next((laptop for laptop in table.laptops if not laptop.is_connected), None)
    victim = away or victim
    stays_away = rng.random() < 0.3
    well, moves = rng.random() < (0.8 if table.game == "three-thirteen" else 0.2), 0
    cut_at, back_at = sorted((rng.randint(0, 20), rng.randint(0, 40)))
    while table.is_playing:
        if victim is not None and moves == cut_at and victim.is_connected:
            table.cut(victim)
        if victim is not None and moves == back_at and not victim.is_connected and not stays_away:
            table.bring_back(victim)
        table.move(well=well or moves > 400)
        moves += 1
    if victim is not None and not victim.is_connected:
        deal = table.state.deal
        if stays_away:
            victim.was_away |= {deal, deal + 1}
        else:
            table.bring_back(victim)


def _wrong(table: FairTable, watcher: Laptop) -> list[str]:
    """What should not be said of deals that were honest."""
    deal = table.state.deal
    if table.rules.due(table.state) is not Due.DEAL and table.rules.actor(table.state) is not None:
        deal -= 1
    said = []
    # who has drawn a deal with the host alone has nobody to check it for
    lonely = {kept.of.deal for kept in table.memory.secrets if isinstance(kept, Sealed) and len(kept.drawers) == 1}
    for laptop in table.laptops:
        colours = laptop.colours()
        wanted = {n: Colour.GREY if laptop is watcher or n in lonely else Colour.GREEN for n in range(1, deal + 1)}
        for number, colour in wanted.items():
            found = colours.get(number)
            is_wrong = found is Colour.RED if number in laptop.was_away else found is not colour
            if is_wrong:
                said.append(f"{table.game}, deal {number}: {laptop.name} has {laptop.checks[-2:]}")
    return said


def seats_of(game: str) -> Sequence[int]:
    info = GAMES[game].game.info
    return range(info.min_seats, info.max_seats + 1)
