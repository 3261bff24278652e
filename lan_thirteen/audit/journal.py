"""A journal followed line by line, and held against itself: what everybody can find out from what everybody may know.

Each line is judged as it comes: does it belong here, and has the right key signed it, over just this story? What was
dealt shows when the host's bytes are shown. Then the deal is dealt again and every action played again, so a move that
the rules forbid, a move of somebody else, a wrong stock and a deal that ends too soon come to light.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, assert_never

from lan_thirteen.audit.again import Again, Move, played_again
from lan_thirteen.audit.deals import is_over
from lan_thirteen.audit.drawn import Drawn, Stage, is_opened_well, opened, wrong_turn
from lan_thirteen.audit.people import People, Player, Wrong
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.game import Due, Seat
from lan_thirteen.core.lobby import Colour, DealId
from lan_thirteen.core.values import Value
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import is_signed


class Fault(Value, frozen=True):
    """Something that no honest host writes. ``deal`` 0: it is about the match as a whole.

    ``what`` completes the keys ``fair.red.`` and ``audit.bad.`` of the language files.
    """

    deal: int
    what: str
    seat: Seat | None = None


class Reign(NamedTuple):
    """One host of a match."""

    epoch: int
    key: bytes
    """By which what it signs is checked."""
    seat: Seat | None
    """Whose laptop it is; None for the first host, which has a key of its own."""
    since: int
    """How many actions had been played when it began."""


class Auditor:
    """Follows one journal from its first line on. It takes any bytes and never raises.

    What is missing at the end, since the match goes on or was broken off, is no fault: a deal that was not shown yet,
    a receipt that has not come. Nor is what a receipt says.
    """

    def __init__(self) -> None:
        self.chain = j.Chain()
        self.header: j.Header | None = None
        """None where the first line was none by which a match can be checked; then nothing else is judged either."""
        self._reigns: list[Reign] = []
        self._entry: AnyEntry | None = None
        self._people = People(0, b"")
        self._before: Any | None = None
        self.again: Again | None = None
        """The deal that was opened last, played again; None until it is known what it was dealt from."""
        self.dealt_at = 0
        """The index of its first action, the dealer's."""
        self._now: Drawn | None = None
        self._left_out: set[bytes] = set()
        """The keys that have no part in this deal any more."""
        self._secrets: set[bytes] = set()
        self._ended: dict[DealId, int] = {}
        """How many records there were after each deal's end."""
        self._index = 0
        self._since = 0
        """How many records there were after the last action: who signs one has seen at least so many."""

    @property
    def players(self) -> tuple[Player, ...]:
        """Who plays each seat now."""
        return self._people.players

    @property
    def reigns(self) -> tuple[Reign, ...]:
        """Who has hosted the match, the last of them still; nobody before its first line."""
        return tuple(self._reigns)

    def hosts_at(self, index: int) -> tuple[bytes, ...]:
        """Who may tell what so many actions have led to: at a change both, as the new one tells it again."""
        ends = [*(reign.since for reign in self._reigns[1:]), index]
        return tuple(reign.key for reign, end in zip(self._reigns, ends, strict=False) if reign.since <= index <= end)

    @property
    def before(self) -> Any | None:
        """The state before the deal that is being drawn or played, or was the last; None where it cannot be known."""
        return self._before

    @property
    def after(self) -> Any | None:
        """The state after that deal, once it was shown and is over; None until then, and where it did not go so far."""
        if self.again is None or self._entry is None or self.again.wrong is not None:
            return None
        return self.again.state if is_over(self._entry.game, self.again.state) else None

    @property
    def drawing(self) -> d.Drawing | None:
        """The attempt that was opened last; the next properties are about it."""
        return None if self._now is None else self._now.drawing

    @property
    def mixes(self) -> dict[bytes, bytes] | None:
        """Everybody's bytes by their keys."""
        return None if self._now is None else self._now.mixes

    @property
    def secret(self) -> bytes | None:
        """The host's bytes, once shown."""
        return None if self._now is None else self._now.secret

    @property
    def seed(self) -> bytes | None:
        return None if self._now is None else self._now.seed

    @property
    def moves(self) -> tuple[Move, ...]:
        """What was played in this deal so far, new stocks among it."""
        return () if self._now is None else tuple(self._now.moves)

    @property
    def actions(self) -> tuple[tuple[Seat, bytes], ...]:
        """What the seats have played in this deal so far."""
        return tuple((move.seat, move.action) for move in self.moves if move.seat is not None)

    @property
    def is_over(self) -> bool:
        """Whether the host has closed this deal."""
        return self._now is not None and self._now.stage is Stage.ENDED

    def head_of(self, of: DealId) -> bytes | None:
        """The head that receipts of this deal are signed over: that after its end. None where there was none."""
        at = self._ended.get(of)
        return None if at is None else self.chain.heads[at]

    def add(self, line: bytes) -> tuple[Fault, ...]:
        """Take the next line: what is wrong with it, or shows to be wrong with its deal now that it is known."""
        faults = tuple(self._judged(line))
        self.chain.add(line)
        return faults

    def _judged(self, line: bytes) -> Iterator[Fault]:
        try:
            record = j.record_of(line)
        except JournalError:
            yield self._fault(Wrong("record" if len(self.chain) else "header"))
            return
        if j.line_of(record) != line:
            yield self._fault(Wrong("record"))  # one record must not have two heads
        if not len(self.chain):
            yield from self._begun(record)
        elif self.header is not None:
            yield from self._followed(self.header, record)

    def _begun(self, record: j.Record) -> Iterator[Fault]:
        entry = _entry_for(record)
        if entry is None or not isinstance(record, j.Header):
            yield Fault(0, "header")
            return
        self.header, self._entry = record, entry
        self._people = People(record.seats, record.host)
        self._reigns = [Reign(record.epoch, record.host, None, 0)]
        self._before = entry.game.new_match(record.seats, dict(record.options))

    def _followed(self, header: j.Header, record: j.Record) -> Iterator[Fault]:
        match record:
            case j.Header():
                yield self._fault(Wrong("header"))
            case j.Seated():
                yield from self._faults(self._people.seat(record))
            case j.Gone():
                yield from self._faults(self._people.let_go(record))
            case j.Back():
                yield from self._faults(self._people.let_back(record))
            case j.DealOpened():
                yield from self._opened(header, record)
            case j.Checked():
                yield from self._checked(header, record)
            case j.DealCommits() | j.DealMixes() | j.GivenUp() | j.DealShown() | j.Ended():
                yield from self._drawn(record)
            case j.Played() | j.Restocked():
                yield from self._acted(record)
            case j.HandedOver():
                yield from self._handed(header, record)
            case _:
                assert_never(record)

    def _opened(self, header: j.Header, record: j.DealOpened) -> Iterator[Fault]:
        last, of = self._now, record.of
        now = self._now = opened(header, self._reigns[-1].key, record)
        if (wrong := wrong_turn(last, of)) is not None:
            yield Fault(*wrong)
        if last is None or of.deal != last.of.deal:
            self._left_out = set()
            self._before = self._before if last is None else self.after if last.stage is Stage.ENDED else None
        self.again = None
        if not self._people.are_seated:
            yield Fault(0, "seated")
        if of.match != header.match:
            yield self._fault(Wrong("number"))
        if not is_opened_well(header, record, now.drawing):
            yield self._fault(Wrong("opening"))
        for drawer in now.drawing.drawers:
            if drawer.key in self._left_out or not self._people.may_draw(drawer):
                yield self._fault(Wrong("drawer", drawer.seat))
        if self._before is not None and self._entry is not None and self._entry.game.due(self._before) is not Due.DEAL:
            yield self._fault(Wrong("over"))

    def _drawn(self, record: j.DealCommits | j.DealMixes | j.GivenUp | j.DealShown | j.Ended) -> Iterator[Fault]:
        now = self._now
        if now is None:
            yield self._fault(Wrong("order"))
            return
        match record:
            case j.DealCommits():
                yield from self._words(now.commit(record))
            case j.DealMixes():
                yield from self._words(now.mix(record))
                self.dealt_at = self._index
                self._count_action()
            case j.GivenUp():
                yield from self._words(now.give_up(record))
                self._left_out |= {drawer.key for drawer in now.drawing.drawers if drawer.seat in record.seats}
            case j.DealShown():
                yield from self._shown(now, record)
            case j.Ended():
                yield from self._closed(now, record)
            case _:
                assert_never(record)

    def _shown(self, now: Drawn, record: j.DealShown) -> Iterator[Fault]:
        yield from self._words(now.show(record))
        if record.secret in self._secrets:
            yield self._fault(Wrong("reused"))
        self._secrets.add(record.secret)
        seed = now.seed
        if now.stage is not Stage.SHOWN or seed is None or self._before is None or self._entry is None:
            return
        self.again = played_again(self._entry, self._before, seed, now.moves)
        yield from self._faults(self.again.wrong)

    def _closed(self, now: Drawn, record: j.Ended) -> Iterator[Fault]:
        if now.stage is Stage.ENDED:
            yield self._fault(Wrong("order"))
            return
        yield from self._words(now.end(record, self._reigns[-1].key, self.chain.head))
        self._ended[now.of] = len(self.chain) + 1
        if self.again is not None and self.again.wrong is None and self.after is None:
            yield self._fault(Wrong("over"))

    def _acted(self, record: j.Played | j.Restocked) -> Iterator[Fault]:
        seat = Seat(record.seat) if isinstance(record, j.Played) else None
        now = self._now
        if now is None or now.stage is not Stage.DEALT:
            yield self._fault(Wrong("order", seat))
        else:
            now.moves.append(Move(seat, record.action if isinstance(record, j.Played) else b""))
        if record.index != self._index:
            yield self._fault(Wrong("index", seat))
            self._index = record.index
        if isinstance(record, j.Played):
            yield from self._words(self._objection(record), seat)
        self._count_action()

    def _objection(self, record: j.Played) -> str | None:
        """What is wrong with the signature of an action."""
        player = self._people.at(record.seat)
        if player is None:
            return "seat"
        if not record.sig:
            return "unsigned" if player.key and not player.is_gone else None
        if not self._since <= record.at <= len(self.chain):
            return "stale"
        text = j.act_text(self.chain.heads[record.at], record.index, record.action)
        return None if is_signed(player.key, record.sig, text) else "signature"

    def _checked(self, header: j.Header, record: j.Checked) -> Iterator[Fault]:
        player, at = self._people.at(record.seat), self._ended.get(record.of)
        is_sound = player is not None and at == record.at and record.colour in tuple(Colour)
        if is_sound and player is not None:
            text = j.receipt_text(header.table, self.chain.heads[record.at], record.of, record.colour)
            is_sound = is_signed(player.key, record.sig, text)
        if not is_sound:
            yield self._fault(Wrong("receipt", Seat(record.seat)))

    def _handed(self, header: j.Header, record: j.HandedOver) -> Iterator[Fault]:
        """Another host; where that is not right, the one before stays who must sign."""
        last, player = self._reigns[-1], self._people.at(record.seat)
        text = j.handed_text(header.table, self.chain.head, record.epoch, record.seat, record.key)
        is_theirs = player is not None and player.key == record.key and not player.is_gone
        if is_theirs and record.epoch > last.epoch and is_signed(last.key, record.sig, text):
            self._reigns.append(Reign(record.epoch, record.key, Seat(record.seat), self._index))
        else:
            yield self._fault(Wrong("handed-over", Seat(record.seat)))

    def _count_action(self) -> None:
        self._index += 1
        self._since = len(self.chain) + 1

    def _words(self, what: str | None, seat: Seat | None = None) -> Iterator[Fault]:
        if what is not None:
            yield self._fault(Wrong(what, seat))

    def _faults(self, wrong: Wrong | None) -> Iterator[Fault]:
        if wrong is not None:
            yield self._fault(wrong)

    def _fault(self, wrong: Wrong) -> Fault:
        return Fault(0 if self._now is None else self._now.of.deal, *wrong)


def _entry_for(record: j.Record) -> AnyEntry | None:
    """The game of a header by which a match can be checked; None where there is something wrong with it."""
    if not isinstance(record, j.Header) or record.lan13 != j.FORMAT or record.game not in GAMES:
        return None
    entry, options = GAMES[record.game], dict(record.options)
    info = entry.game.info
    is_whole = len(options) == len(record.options) and set(options) == {option.name for option in info.options}
    is_known = is_whole and record.rules_version == info.rules_version
    return entry if is_known and entry.game.refuse_options(record.seats, options) is None else None
