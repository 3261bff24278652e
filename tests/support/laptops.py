"""Laptops around a table whose host may die: a network that loses, doubles and delays, and disks that keep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId, HouseRules
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import escrow
from lan_thirteen.trust import journal as j
from lan_thirteen.trust import takeover as t
from lan_thirteen.trust.election import Election
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.trust.story import Story

TABLE = bytes(range(16))
MACHINE = SigningKey(bytes([200]) * 32)
"""The first host's own key, which is no seat's."""
WAITS = t.Waits(lease=8.0, silence=68.0, bid=60.0)
STEP = 4.0
MOST = 400
"""Messages on their way at once; older ones are lost."""


class Entries(NamedTuple):
    """What a host tells of the journal: lines after this head."""

    epoch: int
    before: bytes
    lines: tuple[bytes, ...]


class Trusted(NamedTuple):
    """A share that a host gives."""

    event: t.Entrusted


Letter: TypeAlias = "t.Message | Entries | Trusted"


class Wrong(AssertionError):
    """What must never happen has happened."""


@dataclass(repr=False)
class Laptop:
    """A machine, its disk, and what runs on it while it is not dead."""

    seat: int
    key: SigningKey
    facts: t.Facts
    lines: list[bytes] = field(default_factory=list)
    trusted: list[t.Entrusted] = field(default_factory=list)
    sealed: t.Sealed | None = None
    election: Election | None = None
    is_asleep: bool = False
    behind: float = 0.0
    """So much less than the time of the world does its clock show: it stood while the machine slept."""
    links: set[bytes] = field(default_factory=set)
    questions: set[bytes] = field(default_factory=set)
    said: list[t.Effect] = field(default_factory=list)
    dies_after: int | None = None
    """So many effects of the next event are carried out, then it dies."""

    @property
    def name(self) -> bytes:
        return self.key.public

    @property
    def is_up(self) -> bool:
        return self.election is not None and not self.is_asleep


class Lan:
    """Seat 0 sits at the machine that hosts first. All that is done here checks what must never happen."""

    def __init__(self, people: int, audit: Any = lambda _: True, may_help: bool = True) -> None:
        self.now = 1000.0
        self.audit = audit
        self.may_help = may_help
        self.deal = 0
        self.post: list[tuple[bytes, bytes, Letter]] = []
        self.heard: list[tuple[bytes, bytes, Letter]] = []
        """All that has arrived."""
        self.opened: dict[int, bytes] = {}
        self.votes: dict[tuple[int, bytes], bytes] = {}
        self.sure: list[bytes] = []
        """The journal as far as half of its people had it while its host was running."""
        self.given: list[tuple[int, bytes, bytes]] = []
        keys = [SigningKey(bytes([seat + 1]) * 32) for seat in range(people)]
        facts = t.Facts(1, keys[0].public)
        self.laptops = {key.public: Laptop(seat, key, facts) for seat, key in enumerate(keys)}
        self.seats = list(self.laptops.values())
        self.group = {key.public: 0 for key in keys}
        self.opened[1] = keys[0].public
        house = HouseRules()
        header = j.Header(2, TABLE, bytes(32), MACHINE.public, 1, 1, "Kitchen", "leaves", 1, people, (), house)
        lines = [j.line_of(header), *(j.line_of(j.Seated(x.seat, x.name, f"P{x.seat}", "")) for x in self.seats)]
        for laptop in self.seats:
            laptop.lines = list(lines)
            self.start(laptop)
        self.link()
        self.begin_deal(self.seats[0], self.seats)
        self.pass_time(STEP)

    # machines

    def time(self, laptop: Laptop) -> float:
        return self.now - laptop.behind

    def start(self, laptop: Laptop) -> None:
        """With what its disk has."""
        story = Story(TABLE, 0)
        if not all(story.add(line) for line in laptop.lines):
            raise Wrong("a disk holds what no story is")
        laptop.is_asleep, laptop.links, laptop.questions, laptop.dies_after = False, set(), set(), None
        now = self.time(laptop)
        laptop.election = Election(laptop.key, story, laptop.facts, WAITS, self.audit, now, self.may_help)
        for event in laptop.trusted:
            self.do(laptop, event)
        if laptop.sealed is not None:
            self.do(laptop, laptop.sealed)

    def kill(self, laptop: Laptop) -> None:
        laptop.election, laptop.is_asleep = None, False

    def sleep(self, laptop: Laptop) -> None:
        laptop.is_asleep = laptop.election is not None

    def wake(self, laptop: Laptop, slept: float = 0.0) -> None:
        """``slept``: for so long its clock has stood."""
        if laptop.is_asleep:
            laptop.is_asleep = False
            laptop.behind += slept
            self.do(laptop, t.Woke())

    # the network

    def cut(self, *groups: Iterable[int]) -> None:
        """Only seats of one group reach each other; who is in none is alone."""
        self.group = {laptop.name: 100 + laptop.seat for laptop in self.seats}
        for number, group in enumerate(groups):
            for seat in group:
                self.group[self.seats[seat].name] = number

    def heal(self) -> None:
        self.group = dict.fromkeys(self.group, 0)

    def reach(self, a: Laptop, b: Laptop) -> bool:
        return a.election is not None and b.election is not None and self.group[a.name] == self.group[b.name]

    def link(self) -> None:
        """Everybody notices who can be reached."""
        for laptop in self.seats:
            for other in self.seats:
                if other is not laptop and laptop.is_up:
                    can = self.reach(laptop, other) and not other.is_asleep
                    if can and other.name not in laptop.links:
                        laptop.links.add(other.name)
                        self.do(laptop, t.Linked(other.name))
                    elif not can and other.name in laptop.links:
                        laptop.links.discard(other.name)
                        self.do(laptop, t.Cut(other.name))

    def deliver(self, at: int = 0, is_doubled: bool = False) -> None:
        """The letter at this place arrives; ``is_doubled``: and will once more."""
        letter = self.post[at] if is_doubled else self.post.pop(at)
        sender, to, message = letter
        self.heard.append(letter)
        laptop = self.laptops[to]
        if not laptop.is_up:
            return
        match message:
            case Entries():
                self._follow(laptop, sender, message)
            case Trusted(event=event):
                laptop.trusted.append(event)
                self.do(laptop, event)
            case _:
                self.do(laptop, t.Heard(sender, message))
                if isinstance(message, t.Pong):
                    self._catch_up(laptop, sender, message)

    def deliver_all(self, most: int = 3000) -> None:
        for _ in range(most):
            if not self.post:
                return
            self.deliver()
        raise Wrong("they never stop talking")

    def deliver_all_but(self, kind: type[Any]) -> None:
        """Everything but these, which stay in the post."""
        while others := [at for at, letter in enumerate(self.post) if not isinstance(letter[2], kind)]:
            self.deliver(others[0])

    def pass_time(self, seconds: float, is_lost: bool = False) -> None:
        """``is_lost``: what is said meanwhile waits in the post."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(self.now + STEP, until)
            self.link()
            for laptop in self.seats:
                self.do(laptop, t.Tick())
            if not is_lost:
                self.deliver_all()
            self.check()

    # people

    def answer(self, laptop: Laptop, candidate: Laptop, is_yes: bool = True) -> None:
        self.do(laptop, t.Agreed(candidate.name) if is_yes else t.Declined(candidate.name))

    def come_back(self, laptop: Laptop) -> None:
        """Somebody who has left joins the host again, which sees them before they see it."""
        host = self.laptops[laptop.facts.host]
        if laptop.facts.has_left and laptop.is_up and host in self.hosts() and self.reach(host, laptop):
            self.do(host, t.Linked(laptop.name))
            self.do(laptop, t.CameBack())

    def all_agree(self, *seats: int) -> None:
        """To whatever they are asked."""
        for laptop in [self.seats[seat] for seat in seats] or self.seats:
            for candidate in sorted(laptop.questions):
                self.answer(laptop, self.laptops[candidate])

    # what a host does

    def hosts(self) -> list[Laptop]:
        return [x for x in self.seats if x.is_up and x.election is not None and x.election.is_host]

    def running(self) -> list[Laptop]:
        """Hosts whose clocks run."""
        return [x for x in self.hosts() if x.election is not None and x.election.is_running(self.time(x))]

    def play(self) -> bool:
        """Whoever may play as a host does; whether anybody may."""
        able = [x for x in self.hosts() if x.election is not None and x.election.may_play(self.time(x))]
        for laptop in able:
            self.write(laptop, j.Played(len(laptop.lines), 0, b"", len(laptop.lines), b""))
        return bool(able)

    def end_deal(self, laptop: Laptop) -> None:
        """The bytes of the running deal are shown."""
        assert laptop.sealed is not None
        self.write(laptop, j.DealShown(laptop.sealed.of, laptop.sealed.secret))

    def begin_deal(self, laptop: Laptop, drawers: Sequence[Laptop]) -> None:
        """A new deal, whose people are these, in one breath."""
        election = laptop.election
        assert election is not None
        if self.deal:
            self.end_deal(laptop)
        self.deal += 1
        of, host = DealId(1, self.deal, election.facts.epoch), election.story.host
        secret = bytes([self.deal % 256, laptop.seat]) * 16
        people = tuple(j.Drawer(x.seat, x.name) for x in drawers if x.name != host)
        commitment = d.host_commitment(TABLE, of, host, secret)
        self.write(laptop, j.DealOpened(of, "leaves 3", people, commitment, bytes(64)))
        laptop.sealed = t.Sealed(of, secret)
        self.do(laptop, laptop.sealed)
        self.write(laptop, j.DealMixes(of, ()))
        self._share_out(laptop)

    def write(self, laptop: Laptop, record: j.Record) -> None:
        election = laptop.election
        if election is None:
            return
        line, before = j.line_of(record), election.story.claim.head
        laptop.lines.append(line)
        self.do(laptop, t.Grew((line,)))
        for name in sorted(laptop.links):
            self._mail(laptop, name, Entries(laptop.facts.epoch, before, (line,)))

    def _share_out(self, laptop: Laptop) -> None:
        """Shares of the running deal, in this host's epoch."""
        election = laptop.election
        if election is None or laptop.sealed is None or not self.may_help:
            return
        council, epoch, of = election.story.council, election.facts.epoch, laptop.sealed.of
        electors = () if council.now is None else council.now.electors
        near = [escrow.Neighbour(Seat(e.seat), str(e.seat), e.key == laptop.name) for e in electors]
        if holders := escrow.holders(near):
            made = escrow.shares(laptop.sealed.secret, TABLE, of, epoch, len(holders), escrow.threshold(len(near)))
            for seat, share in zip(holders, made, strict=True):
                self._mail(laptop, self.seats[seat].name, Trusted(t.Entrusted(of, epoch, share)))

    # the inside

    def do(self, laptop: Laptop, event: t.Event) -> None:
        """An event, and all that follows from it, with the disk in the order in which it is written."""
        if not laptop.is_up or laptop.election is None:
            return
        effects = laptop.election.handle(event, self.time(laptop))
        for number, effect in enumerate(effects):
            if laptop.dies_after is not None and number >= laptop.dies_after:
                self.kill(laptop)
                return
            laptop.said.append(effect)
            self._carry_out(laptop, effect)
        if effects and laptop.dies_after is not None:
            self.kill(laptop)

    def _carry_out(self, laptop: Laptop, effect: t.Effect) -> None:
        match effect:
            case t.Keep(facts=facts):
                laptop.facts = facts
            case t.Send(to=to, message=message):
                self._look_at(laptop, to, message)
                self._mail(laptop, to, message)
            case t.Told(lines=lines):
                laptop.lines = list(lines)
            case t.Open(epoch=epoch, line=line, secret=secret):
                laptop.lines.append(line)
                self._must_know_what_is_sure(laptop)
                if self.opened.setdefault(epoch, laptop.name) != laptop.name:
                    raise Wrong(f"two tables in epoch {epoch}")
                self._go_on_with(laptop, secret)
            case t.AskPerson(candidate=candidate):
                laptop.questions.add(candidate)
            case t.Withdraw():
                laptop.questions.clear()
            case _:
                pass

    def _go_on_with(self, laptop: Laptop, secret: bytes | None) -> None:
        """A successor has the secret exactly where a deal is running, and gives new shares of it."""
        assert laptop.election is not None
        sealed = laptop.election.story.sealed
        if (sealed is None) != (secret is None) or (sealed is not None and not d.is_secret(sealed, secret or b"")):
            raise Wrong("a table was opened without the bytes of its deal")
        if sealed is not None and secret is not None:
            laptop.sealed = t.Sealed(sealed.of, secret)
            self._share_out(laptop)

    def _look_at(self, laptop: Laptop, to: bytes, message: t.Message) -> None:
        """What a laptop gives out of its hand must be written down, once a number, and go to a winner."""
        match message:
            case t.Vote(number=number):
                self._count(number, laptop, to)
            case t.Ask(number=number):
                self._count(number, laptop, laptop.name)
            case t.Given(number=number):
                self.given.append((number, laptop.name, to))
                assert laptop.election is not None
                have = {voter for (n, voter), candidate in self.votes.items() if (n, candidate) == (number, to)}
                if any(2 * len(e.keys & have) <= len(e.electors) for e in laptop.election.story.council.all):
                    raise Wrong("a share was given to one who has not won")
            case _:
                pass

    def _count(self, number: int, laptop: Laptop, candidate: bytes) -> None:
        if (laptop.facts.voted, laptop.facts.candidate) != (number, candidate):
            raise Wrong("a vote went out that is not written down")
        if self.votes.setdefault((number, laptop.name), candidate) != candidate:
            raise Wrong(f"two votes in {number}")
        if number < max(n for n, voter in self.votes if voter == laptop.name):
            raise Wrong("a vote for a lower number than before")

    def _mail(self, laptop: Laptop, to: bytes, letter: Letter) -> None:
        if self.reach(laptop, self.laptops[to]):
            self.post.append((laptop.name, to, letter))
            del self.post[:-MOST]

    def _follow(self, laptop: Laptop, sender: bytes, told: Entries) -> None:
        election = laptop.election
        assert election is not None
        if (sender, told.epoch) == (laptop.facts.host, laptop.facts.epoch) and election.story.claim.head == told.before:
            laptop.lines.extend(told.lines)
            self.do(laptop, t.Grew(told.lines))

    def _catch_up(self, laptop: Laptop, guest: bytes, pong: t.Pong) -> None:
        """A host tells its guest what is missing."""
        election = laptop.election
        if election is not None and election.is_host and election.story.has(pong.claim):
            missing = tuple(election.story.lines[pong.claim.records :])
            if missing:
                self._mail(laptop, guest, Entries(laptop.facts.epoch, pong.claim.head, missing))

    # what must hold

    def check(self) -> None:
        running = self.running()
        if len(running) > 1:
            raise Wrong(f"seats {[x.seat for x in running]} host at one time")
        for laptop in running:
            self._must_know_what_is_sure(laptop)
            while len(laptop.lines) > len(self.sure) and self._is_sure(laptop, laptop.lines[: len(self.sure) + 1]):
                self.sure = laptop.lines[: len(self.sure) + 1]
        for laptop in self.seats:
            if laptop.election is not None and laptop.facts != laptop.election.facts and laptop.is_up:
                started = laptop.election.story.epoch > laptop.facts.epoch
                if not started:
                    raise Wrong("what was promised is not written down")

    def _must_know_what_is_sure(self, laptop: Laptop) -> None:
        if laptop.lines[: len(self.sure)] != self.sure:
            raise Wrong("what half of them knew was lost")

    def _is_sure(self, host: Laptop, lines: list[bytes]) -> bool:
        """Whether half of those who decide have these lines on their disks, and have not voted for another since."""
        assert host.election is not None
        know = {x.name for x in self.seats if x.lines[: len(lines)] == lines and x.facts.promised <= host.facts.epoch}
        return all(2 * len(e.keys & know) >= len(e.electors) for e in host.election.story.council.all)

    def said(self, seat: int, kind: type[Any]) -> list[Any]:
        """What of this kind was to be done at this seat."""
        return [effect for effect in self.seats[seat].said if isinstance(effect, kind)]

    def host(self) -> int:
        """The seat that hosts, and may play."""
        (laptop,) = self.running()
        assert self.play()
        return laptop.seat
