"""A host and its guests in one thread without sockets: what each guest's laptop makes of the deals, cheated or not."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, cast

from lan_thirteen.audit.findings import Check, Verdict
from lan_thirteen.audit.report import report
from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.game import DEALER, OptionValue, Seat
from lan_thirteen.core.lobby import Colour, HouseRules, Person, Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.awake import AwakeClock
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.door import HostKeys, TableIdentity
from lan_thirteen.net.doorman import Doorman, Entry
from lan_thirteen.net.host import Host
from lan_thirteen.net.journal_file import split_journal
from lan_thirteen.net.kept import Keeper
from lan_thirteen.net.outcome import Outcome
from lan_thirteen.net.reception import Comer
from lan_thirteen.net.scribe import Scribe
from lan_thirteen.net.witness import Witness
from lan_thirteen.table import commands as c
from lan_thirteen.table.session import Table
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.ui.text import load_language
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack
from lan_thirteen.wire.receipt import Overheard
from tests.support.tables import MACHINE, TABLE_ID, Memory

NAMES = ("Ana", "Bo", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal")
LEVELS = ("easy", "normal")
RULES: dict[str, dict[str, OptionValue]] = {
    "leaves": {"mode": "expert", "target_score": 50},
    "three-thirteen": {},
    "dreizehn": {},
}
"""Of matches that have several deals each."""


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
        self.told_all: list[Overheard] = []
        """Its receipts, as everybody could hear them."""
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

    def records(self, kind: Any) -> list[Any]:
        """What of this kind the host has told of its journal."""
        told = (message for message in self.heard if isinstance(message, m.Entries))
        records = (j.record_of(line) for entries in told for line in entries.lines)
        return [record for record in records if isinstance(record, kind)]

    def reds(self) -> list[str]:
        return [check.why.code for check in self.checks if check.colour is Colour.RED]

    def take(self, outcome: Outcome) -> None:
        """Say what comes of something that was heard."""
        self.checks += outcome.checks
        if outcome.receipt is not None:
            self.told_all.append(outcome.receipt)

    def audit(self) -> tuple[Check, ...]:
        """What a third person finds in the proof that is saved here."""
        proof = self.witness.proof()
        if proof is None:
            return ()
        found = split_journal(proof.data())
        return report(found.lines, found.attachments, is_torn=found.is_torn, damage=found.damage)

    def proven(self) -> list[str]:
        """What it can prove that is wrong; that laptops say so is no proof."""
        bad = (check.key for check in self.audit() if check.verdict is Verdict.BAD)
        return [key for key in bad if key != "audit.receipt.red"]


class FairTable:
    """One table. ``cheat`` makes of the honest rules those by which the host plays.

    ``dealer`` draws its deals, and ``scribe`` writes them down. ``keepers``: where each guest keeps its copies.
    """

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
        scribe: type[Scribe] = Scribe,
        keepers: Callable[[str], Keeper | None] = lambda name: None,
    ) -> None:
        """Must be made in a running loop; nothing waits on it."""
        self.game = game
        self.rng = rng
        self.keepers = keepers
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
        self.host._scribe = scribe(identity, MACHINE, self.dealer, self.memory, self.host._door.key_of, self.host.lobby)
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
        laptop.witness = Witness(keeper=self.keepers(name), now=self.clock.time)
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
            laptop.witness, laptop.seen = Witness(keeper=self.keepers(laptop.name), now=self.clock.time), 0
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
        self.host._welcome(laptop.person, Comer(cast(Any, laptop), join, entry, b""), is_back=is_back)

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
        laptop.take(outcome)
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


def small_table(game: str, people: int = 3, **other: Any) -> FairTable:
    """Three seats, the last ones those of bots; always the same cards."""
    return FairTable(game, 3, people, Random(7), options=dict(RULES[game]), **other)


def accused(table: FairTable) -> set[str]:
    """Of what the laptops accuse the host; each must name it."""
    reds = [check for laptop in table.laptops for check in laptop.checks if check.colour is Colour.RED]
    for check in reds:
        sentence = load_language().why(check.why)
        assert "Kitchen, the table of Ana," in sentence
    return {check.why.code.removeprefix("fair.red.") for check in reds}


def in_loop(work: Callable[[], Any]) -> Any:
    """Do this where a loop runs, as a host needs one."""

    async def inside() -> Any:
        return work()

    return asyncio.run(inside())
