"""Journals of whole matches, written and signed as an honest host and its guests do; and ways to tamper with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from lan_thirteen.audit.journal import Auditor, Fault
from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.game import DEALER, Due, OptionValue, Seat
from lan_thirteen.core.lobby import DealId, HouseRules
from lan_thirteen.games.registry import GAMES
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire.codec import pack
from tests.support.play import random_settings

NAMES: Final = ("Ana", "Bo", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal")
TABLE: Final = bytes(range(16))
FINGERPRINT: Final = bytes(range(32))
HOST: Final = SigningKey(bytes([77]) * 32)
WHYS: Final = ("left", "lost", "asked")

Rewrite = Callable[[list[j.Record]], object]
"""Changes the records of a journal in place."""


class Journal(NamedTuple):
    """A journal as it was written, and the keys of those who wrote it."""

    records: tuple[j.Record, ...]
    host: SigningKey
    keys: Mapping[int, SigningKey]
    """By seat."""
    state: Any
    """Of the game, in the end."""

    @property
    def lines(self) -> list[bytes]:
        return [j.line_of(record) for record in self.records]

    @property
    def header(self) -> j.Header:
        header = self.records[0]
        assert isinstance(header, j.Header)
        return header

    def places(self, kind: type[j.Record]) -> list[int]:
        """Where the records of this kind stand."""
        return [place for place, record in enumerate(self.records) if isinstance(record, kind)]

    def tampered(self, change: Rewrite) -> Journal:
        """The same with this change; the chain is made anew, as it follows from the lines, and no signature is."""
        records = list(self.records)
        change(records)
        return self._replace(records=tuple(records))

    def rewritten(self, change: Rewrite) -> Journal:
        """The same with this change, and with all that the host signs signed anew: what a cheating host can do."""
        return self._replace(records=tuple(signed_anew(self.tampered(change).records, self.host)))


class Scribe:
    """Writes the journal of one match, step by step or all at once."""

    def __init__(
        self,
        game: str,
        rng: Random,
        *,
        people: int = 2,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        table: bytes = TABLE,
        match: int = 1,
        host: SigningKey = HOST,
    ) -> None:
        self.rules, self.rng, self.host, self.table, self.number = GAMES[game].game, rng, host, table, match
        info = self.rules.info
        self.seats = max(info.min_seats, people + 1) if seats is None else seats
        all_options = {option.name: option.default for option in info.options} | dict(options or {})
        self.state = self.rules.new_match(self.seats, all_options)
        self.keys = {seat: SigningKey(rng.randbytes(32)) for seat in range(people)}
        self.gone: set[int] = set()
        self.chain, self.records = j.Chain(), list[j.Record]()
        self.index = self.deals = self.attempt = 0
        self.epoch = 1
        self.seed = b""
        self._bots = {seat: make_bot(game, "easy", rng.randbytes(32)) for seat in range(self.seats)}
        sorts = tuple(sorted(all_options.items()))
        self.header = j.Header(
            j.FORMAT,
            table,
            FINGERPRINT,
            host.public,
            1,
            match,
            "Kitchen",
            game,
            info.rules_version,
            self.seats,
            sorts,
            HouseRules(),
        )

    @property
    def of(self) -> DealId:
        return DealId(self.number, self.deals, self.attempt)

    @property
    def journal(self) -> Journal:
        return Journal(tuple(self.records), self.host, dict(self.keys), self.state)

    def write(self, record: j.Record) -> None:
        self.records.append(record)
        self.chain.add(j.line_of(record))

    def begin(self) -> None:
        self.write(self.header)
        for seat in range(self.seats):
            self.sit(seat)

    def sit(self, seat: int) -> None:
        """The person whose key we have, or else a bot."""
        key = self.keys.get(seat)
        level = "normal" if key is None else ""
        self.write(j.Seated(seat, b"" if key is None else key.public, "" if key is None else NAMES[seat], level))

    def go(self, seat: int, why: str = "lost") -> None:
        self.gone.add(seat)
        self.write(j.Gone(seat, "normal", why))

    def come_back(self, seat: int) -> None:
        self.gone.discard(seat)
        self.write(j.Back(seat))

    def present(self) -> list[int]:
        return [seat for seat in sorted(self.keys) if seat not in self.gone]

    def drawers(self) -> list[int]:
        """Whose bytes go into a deal: those who are there, but not who hosts, whose key is the host's."""
        return [seat for seat in self.present() if self.keys[seat] is not self.host]

    def hand_over(self, seat: int) -> None:
        """From now on the laptop of this seat hosts."""
        self.epoch += 1
        key = self.keys[seat]
        text = j.handed_text(self.table, self.chain.head, self.epoch, seat, key.public)
        self.write(j.HandedOver(self.epoch, seat, key.public, self.host.sign(text)))
        self.host = key

    def open(self, drawers: Sequence[int], attempt: int = 1) -> tuple[d.Drawing, bytes]:
        self.attempt = attempt
        self.deals += attempt == 1
        secret = self.rng.randbytes(32)
        commitment = d.host_commitment(self.table, self.of, self.host.public, secret)
        people = tuple(d.Drawer(Seat(seat), self.keys[seat].public) for seat in drawers)
        deck = d.deck_of(self.header.game, self.seats)
        drawing = d.Drawing(self.table, self.of, deck, self.host.public, commitment, people)
        sig = self.host.sign(d.opening_text(drawing))
        self.write(j.DealOpened(self.of, deck, tuple(j.Drawer(*who) for who in people), commitment, sig))
        return drawing, secret

    def commit(self, drawing: d.Drawing) -> dict[int, bytes]:
        """Everybody commits; gives their bytes by seat."""
        mixes = {drawer.seat: self.rng.randbytes(32) for drawer in drawing.drawers}
        commits = []
        for seat, mix in mixes.items():
            key = self.keys[seat]
            what = d.mix_commitment(self.table, drawing.of, key.public, mix)
            commits.append(j.Given(seat, what, key.sign(d.commit_text(drawing, what))))
        self.write(j.DealCommits(drawing.of, tuple(commits)))
        return {int(seat): mix for seat, mix in mixes.items()}

    def mix(self, drawing: d.Drawing, secret: bytes, mixes: Mapping[int, bytes]) -> None:
        """Everybody gives their bytes, and the cards are dealt."""
        by_key = {self.keys[seat].public: mix for seat, mix in mixes.items()}
        commits = {key: d.mix_commitment(self.table, drawing.of, key, mix) for key, mix in by_key.items()}
        given = (
            j.Given(seat, mix, self.keys[seat].sign(d.mix_text(drawing, commits, mix))) for seat, mix in mixes.items()
        )
        self.write(j.DealMixes(drawing.of, tuple(given)))
        self.seed = d.seed_of(drawing, secret, by_key)
        self._by_dealer()

    def give_up(self, drawing: d.Drawing, secret: bytes, seats: Iterable[int]) -> None:
        self.write(j.GivenUp(drawing.of, tuple(seats)))
        self.write(j.DealShown(drawing.of, secret))

    def draw(self, *, given_up: Sequence[int] = ()) -> bytes:
        """Draw a deal; each of these seats in turn does not answer. Gives the host's bytes."""
        drawers = self.drawers()
        for attempt, seat in enumerate(given_up, 1):
            drawing, secret = self.open(drawers, attempt)
            if attempt % 2:
                self.commit(drawing)
            self.give_up(drawing, secret, [seat])
            drawers = [other for other in drawers if other != seat]
        drawing, secret = self.open(drawers, len(given_up) + 1)
        self.mix(drawing, secret, self.commit(drawing))
        return secret

    def _by_dealer(self) -> None:
        self.state = self.rules.apply(self.state, DEALER, self.rules.deal(self.state, self.seed)).state
        self.index += 1

    def choose(self) -> tuple[int, Any]:
        """Who is to act, and what its bot would do."""
        actor = self.rules.actor(self.state)
        assert isinstance(actor, int)
        view = self.rules.view(self.state, actor)
        return actor, self._bots[actor].choose(view, self.rules.legal(self.state))

    def play(self, seat: int, action: Any, at: int | None = None) -> None:
        """Somebody plays, having seen ``at`` records; a new stock follows where one is due."""
        at, data, sig = len(self.chain) if at is None else at, pack(action), b""
        if seat in self.keys and seat not in self.gone:
            sig = self.keys[seat].sign(j.act_text(self.chain.heads[at], self.index, data))
        self.write(j.Played(self.index, seat, data, at, sig))
        self.state = self.rules.apply(self.state, Seat(seat), action).state
        self.index += 1
        while self.rules.due(self.state) is Due.RESTOCK:
            self.write(j.Restocked(self.index))
            self._by_dealer()

    @property
    def is_playing(self) -> bool:
        return isinstance(self.rules.actor(self.state), int)

    def show(self, secret: bytes) -> None:
        """The deal is over: show the host's bytes and sign its end."""
        self.write(j.DealShown(self.of, secret))
        self.write(j.Ended(self.of, self.host.sign(j.ended_text(self.chain.head, self.of))))

    def check(self, colours: Mapping[int, str]) -> None:
        """These seats say what they make of the deal that has just ended."""
        at = len(self.chain)
        for seat, colour in colours.items():
            text = j.receipt_text(self.table, self.chain.heads[at], self.of, colour)
            self.write(j.Checked(seat, self.of, at, colour, self.keys[seat].sign(text)))

    def deal(
        self, *, is_lively: bool = False, given_up: Sequence[int] = (), handed: Mapping[int, int] | None = None
    ) -> None:
        """A whole deal; in a lively one people come and go. ``handed``: to which seat, after so many moves of it."""
        secret, first = self.draw(given_up=given_up), self.index
        while self.is_playing:
            if (seat := (handed or {}).get(self.index - first)) is not None:
                self.hand_over(seat)
            seat, action = self.choose()
            at = len(self.chain)
            if is_lively and self.rng.random() < 0.15:
                self._live(seat)
            self.play(seat, action, at)
            if is_lively and self.rng.random() < 0.03 and seat in self.gone:
                self.come_back(seat)
        self.show(secret)
        self.check(dict.fromkeys(self.present(), "green"))

    def _live(self, actor: int) -> None:
        """Somebody who is not to act comes or goes; or the turn clock decides for who is."""
        seat = self.rng.choice(sorted(self.keys))
        if seat == actor and seat not in self.gone:
            self.go(seat, "clock")
        elif seat in self.gone and seat != actor:
            self.come_back(seat)
        elif seat not in self.gone:
            self.go(seat, self.rng.choice(WHYS))

    @property
    def is_over(self) -> bool:
        return self.rules.actor(self.state) is None

    def match(self, *, deals: int = 99, is_lively: bool = False) -> Journal:
        """The match, or so many deals of it. In a lively one people come, go and do not answer."""
        self.begin()
        while not self.is_over and self.deals < deals:
            given_up: list[int] = []
            if is_lively and self.present() and self.rng.random() < 0.4:
                given_up = self.rng.sample(self.present(), self.rng.randint(1, len(self.present())))
            if is_lively and self.rng.random() < 0.3 and len(self.keys) < self.seats:
                seat = len(self.keys)
                self.keys[seat] = SigningKey(self.rng.randbytes(32))
                self.sit(seat)
            self.deal(is_lively=is_lively, given_up=given_up)
        return self.journal


@cache
def lively(game: str, seed: str, deals: int = 99) -> Journal:
    """A match with random settings in which people come, go and do not answer."""
    rng = Random(f"journal {game} {seed}")
    seats, options = random_settings(GAMES[game], rng)
    return Scribe(game, rng, people=rng.randint(1, seats), seats=seats, options=options).match(
        deals=deals, is_lively=True
    )


@cache
def plain(game: str, deals: int = 2, people: int = 2, seed: str = "plain", **options: OptionValue) -> Journal:
    """A match in which nobody comes or goes; the last seat is a bot's."""
    if game == "leaves":
        options = {"mode": "expert", **options}
    return Scribe(game, Random(f"journal {game} {seed}"), people=people, options=options).match(deals=deals)


def signed_anew(records: Iterable[j.Record], host: SigningKey) -> list[j.Record]:
    """The records, with all that the host signs signed for this very row of them."""
    out, chain, header = list[j.Record](), j.Chain(), None
    for given in records:
        record = given
        if isinstance(record, j.Header):
            header = header or record
        elif isinstance(record, j.Ended):
            record = replace(record, sig=host.sign(j.ended_text(chain.head, record.of)))
        elif isinstance(record, j.DealOpened) and header is not None:
            people = tuple(d.Drawer(Seat(each.seat), each.key) for each in record.drawers)
            drawing = d.Drawing(header.table, record.of, record.deck, host.public, record.commitment, people)
            record = replace(record, sig=host.sign(d.opening_text(drawing)))
        out.append(record)
        chain.add(j.line_of(record))
    return out


def audited(lines: Iterable[bytes]) -> tuple[Auditor, list[Fault]]:
    """An auditor that has followed these lines, and what it found."""
    auditor = Auditor()
    return auditor, [fault for line in lines for fault in auditor.add(line)]


def faults_of(journal: Journal) -> list[Fault]:
    return audited(journal.lines)[1]
