"""A guest's part in drawing deals and in keeping the journal.

It gives bytes of its own, checks and keeps every line, deals each deal again when it is over, and signs what it found.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from lan_thirteen.audit.journal import Auditor, Fault, Reign
from lan_thirteen.audit.overheard import Finding, Overhearing
from lan_thirteen.core.errors import JournalError, RemoteProtocolError
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Colour, DealId, Lobby, Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.net.attention import Attention
from lan_thirteen.net.dealing import DealChecked, OwnDeal, named, red
from lan_thirteen.net.kept import Keeper, OwnJournal
from lan_thirteen.net.outcome import Outcome
from lan_thirteen.net.proof_file import Proof
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import SigningKey, is_signed
from lan_thirteen.trust.proof import Heard, Told
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import unpack
from lan_thirteen.wire.limits import STORY
from lan_thirteen.wire.receipt import Overheard

_BETWEEN: Final = (Phase.INTERMISSION, Phase.FINISHED)
_PLAYED_AGAIN: Final = ("move", "over", "stock")
"""What shows only when a deal is played again."""


class Witness:
    """Follows all matches of one visit."""

    def __init__(
        self, timing: Timing | None = None, keeper: Keeper | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """``keeper`` None: nothing outlasts this program."""
        self._keeper = keeper
        self._attention = Attention(timing or Timing(), now)
        self._table = self._host = b""
        self._key: SigningKey | None = None
        self._overhearing = Overhearing(b"")
        self._lobby: Lobby | None = None
        self._auditor = Auditor()
        self._own = OwnJournal(0, None)
        self._deal: OwnDeal | None = None
        self._opened: dict[int, DealId] = {}
        """The last attempt at each deal of this match."""
        self._reds: set[tuple[DealId, str]] = set()
        """Of which deals has been said what, besides what is said of each when it is over."""
        self._is_catching_up = True
        """We have just come, or come back: what we hear is of before."""
        self._skips = self._must_repeat = False
        self._answers: list[m.DealCommit | m.DealMix | m.Receipt] = []
        self._checks: list[DealChecked] = []
        self._receipt: Overheard | None = None
        self._troubles: list[Refusal] = []

    @staticmethod
    def fresh() -> bytes:
        """Bytes that nobody can foresee."""
        return secrets.token_bytes(d.SECRET_BYTES)

    # what the guest asks

    def has(self, table: bytes) -> tuple[int, int]:
        """Of which match of this table we have the journal, and how many lines; at first, what was kept of it."""
        if not self._own.lines and self._keeper is not None and (kept := self._keeper.newest(table)) is not None:
            self._table = table
            self._begin(kept[0])
        return self._own.match, len(self._own.lines)

    def joined(self, table: bytes, host: bytes, key: SigningKey) -> None:
        """We are at this table, of this host, under this key, for the first time or again."""
        if self._key is None:
            self._overhearing = Overhearing(table)
            for player in self._auditor.players:
                self._overhearing.seated(player.key)
        self._table, self._host, self._key = table, host, key
        self._overhearing.joined()
        self._is_catching_up = self._skips = self._must_repeat = True
        self._attention.forget()

    def signed(self, act: m.Act) -> m.Act:
        """This move, over all of the journal that we have."""
        if self._key is None:
            return act
        chain = self._auditor.chain
        sig = self._key.sign(j.act_text(chain.head, act.index, act.action))
        return replace(act, at=len(chain), sig=sig)

    def proof(self) -> Proof | None:
        """What we can prove of this match; None before there is one."""
        return self._own.proof()

    def close(self) -> None:
        """Nothing more is kept; what was is on the disk."""
        self._own.close()

    def keys(self) -> tuple[bytes, ...]:
        """All who sit at the table, by their seat keys; empty for a bot's seat."""
        return tuple(player.key for player in self._auditor.players)

    @property
    def reign(self) -> Reign | None:
        """Who hosts the table now, as the journal has it; None before there is one."""
        reigns = self._auditor.reigns
        return reigns[-1] if reigns else None

    def story(self) -> tuple[int, tuple[bytes, ...]]:
        """The number of this match, and its journal."""
        return self._own.match, tuple(self._own.lines)

    def overhear(self, heard: Overheard) -> Outcome:
        """Somebody has told everybody what they make of a deal."""
        self._found(self._overhearing.hear(heard))
        return self._outcome()

    def hear(self, message: m.FromHost) -> Outcome:
        """What to answer to this, and what we make of deals now that we know it.

        Raises RemoteProtocolError where the journal is longer than any.
        """
        match message:
            case m.TableChanged(lobby):
                self._repeat()
                self._changed(lobby)
            case m.Told():
                self._compare_host(message.index)
                self._told(message)
                self._is_catching_up = False
            case m.Entries():
                self._follow(message)
            case _:
                return Outcome()
        self._judge()
        return self._outcome()

    def _outcome(self) -> Outcome:
        deal = self._deal
        answers = tuple(
            answer
            for answer in self._answers
            if deal is not None and (isinstance(answer, m.Receipt) or (answer.of == deal.of and not deal.red))
        )
        checks = tuple(named(check, self._lobby) for check in self._checks)
        out = Outcome(answers, checks, self._receipt, (*self._own.troubles, *self._troubles))
        self._answers, self._checks, self._receipt, self._troubles, self._own.troubles = [], [], None, [], []
        return out

    # the journal

    def _begin(self, match: int) -> None:
        """The journal of another match begins, with what was kept of it."""
        self._auditor, self._deal, self._opened = Auditor(), None, {}
        self.close()
        self._own = OwnJournal(match, None if self._keeper is None else self._keeper.open(self._table, match))
        for line in self._own.earlier():
            self._take(line)

    def _follow(self, entries: m.Entries) -> None:
        if entries.match > self._own.match and not entries.first:
            self._leave()
            self._begin(entries.match)
        own, chain, first, lines = self._own, self._auditor.chain, entries.first, list(entries.lines)
        known = own.lines[first : first + len(lines)]
        if entries.match != own.match or first > len(chain):
            self._accuse("rewritten")
            return
        if any(b"\n" in line for line in lines):  # what is kept would be another journal
            self._accuse("record")
            return
        if lines[: len(known)] != known:
            self._accuse("rewritten")
            own.attach_other(chain.heads[first], lines)
            return
        for line in lines[len(known) :]:
            self._take(line)
            own.keep(line, chain.head)
        if chain.heads[first + len(lines)] != entries.head:
            self._accuse("rewritten")

    def _take(self, line: bytes) -> None:
        self._own.take(line)
        faults = self._auditor.add(line)
        with contextlib.suppress(JournalError):  # of which the auditor has said so
            self._heed(j.record_of(line))
        for fault in faults:
            self._blame(fault)

    def _blame(self, fault: Fault) -> None:
        deal = self._deal
        if deal is not None and fault.deal in (0, deal.of.deal):
            if fault.what in _PLAYED_AGAIN:
                deal.suspicion = deal.suspicion or fault.what
            else:
                deal.accuse(fault.what)
            return
        self._turn_red(self._opened.get(fault.deal, DealId(self._own.match, max(1, fault.deal), 1)), fault.what)

    def _turn_red(self, of: DealId, what: str) -> None:
        """Say it, once, of a deal on which this laptop has no other word to say."""
        if (of, what) not in self._reds:
            self._reds.add((of, what))
            self._checks.append(DealChecked(of, Colour.RED, red(what, of)))

    def _accuse(self, what: str) -> None:
        self._blame(Fault(0, what))

    def _heed(self, record: j.Record) -> None:
        match record:
            case j.Header():
                if record.table != self._table:
                    self._accuse("header")
                elif not self._is_catching_up:
                    self._compare_host(0)
            case j.Seated(_, key):
                self._overhearing.seated(key)
            case j.Gone(seat, _, why):
                self._absent(Seat(seat), why)
            case j.Back(seat) if self._is_mine(Seat(seat)):
                self._attention.back()
            case j.DealOpened():
                self._open()
            case j.DealCommits():
                self._committed(record)
            case j.DealMixes():
                self._dealt()
            case j.Ended(of):
                self._ended(of)
            case j.Checked(seat, of) if self._deal is not None and self._is_mine(Seat(seat)):
                self._deal.receipt_is_written(of)
            case j.Checked(seat, of, _, Colour.RED) if not self._is_catching_up:
                self._warn_of(Seat(seat), of)
            case _:
                return

    # drawing

    def _open(self) -> None:
        drawing, before = self._auditor.drawing, self._deal
        if drawing is None:
            return
        is_mine = self._key is not None and self._key.public in drawing.keys
        deal = OwnDeal(drawing, self._is_catching_up, self.fresh() if is_mine else None)
        if before is not None and before.of.deal == deal.of.deal:
            deal.red = before.red
            deal.was_left_out = deal.mix is None and (before.mix is not None or before.was_left_out)
        else:
            self._leave()
        self._deal, self._opened[deal.of.deal] = deal, deal.of
        if is_mine and not self._is_catching_up:
            self._overhearing.drawing(deal.of)
        self._answer(deal)

    def _leave(self) -> None:
        """Be done with a deal of which we have missed the end."""
        deal = self._deal
        if deal is None:
            return
        deal.accuse(deal.suspicion)
        if deal.red and deal.told is None:
            self._tell(deal, Colour.RED, red(deal.red, deal.of))
        if deal.is_dealt and not deal.is_late and deal.told is None:
            self._tell(deal, Colour.GREY, Refusal("fair.grey.away", (deal.of.deal,)))

    def _answer(self, deal: OwnDeal) -> None:
        if self._key is not None and (answer := deal.answer(self._key)) is not None:
            self._answers.append(answer)

    def _committed(self, told: j.DealCommits) -> None:
        deal = self._deal
        if deal is None or deal.of != told.of or self._key is None:
            return
        keys = {drawer.seat: drawer.key for drawer in deal.drawing.drawers}
        deal.commits = {keys[Seat(each.seat)]: each.what for each in told.commits if Seat(each.seat) in keys}
        own = deal.own_commitment(self._key)
        if own is not None and own != deal.commits.get(self._key.public):
            if not deal.is_late:
                deal.accuse("commits")
            deal.mix = None  # an earlier run of this program had answered
        self._compare_rules(deal)
        self._answer(deal)

    def _compare_host(self, index: int) -> None:
        """Whoever has greeted us must be the host that the journal names, when so many actions had been played."""
        if self._key is not None and self._own.lines and self._host not in self._auditor.hosts_at(index):
            self._accuse("header")

    def _compare_rules(self, deal: OwnDeal) -> None:
        """The journal must be of what the table says that it plays."""
        header, lobby = self._auditor.header, self._lobby
        if header is None or lobby is None or self._is_catching_up:
            return
        if (header.game, header.seats, dict(header.options)) != (lobby.game, len(lobby.seats), dict(lobby.options)):
            deal.accuse("header")

    def _repeat(self) -> None:
        """What we had answered may be lost with the link on which we had said it."""
        deal, must, self._must_repeat = self._deal, self._must_repeat, False
        if not must or deal is None:
            return
        if deal.told is not None and deal.is_receipted and not deal.is_receipt_written:
            self._sign(deal, deal.told.colour)
        else:
            self._answer(deal)

    def _dealt(self) -> None:
        deal, mixes = self._deal, self._auditor.mixes or {}
        if deal is None:
            return
        deal.is_dealt, deal.before = True, self._auditor.before
        if deal.mix is not None and self._key is not None and mixes.get(self._key.public) == deal.mix:
            self._found(self._overhearing.drew(deal.of))

    def _ended(self, of: DealId) -> None:
        if self._deal is not None and self._deal.of == of:
            self._deal.ended_at = len(self._auditor.chain)
            self._found(self._overhearing.ended(of, self._auditor.chain.head))

    def _warn_of(self, seat: Seat, of: DealId) -> None:
        """Another laptop does not take a deal for right. All should know, whatever this one makes of it."""
        for player in self._auditor.players[seat : seat + 1]:
            if self._key is None or player.key != self._key.public:
                self._troubles.append(Refusal("fair.red-of-another", (of.deal,), (player.name,)))

    def _found(self, findings: tuple[Finding, ...]) -> None:
        for heard, verdict in findings:
            of = heard.of
            self._own.attachments.append(Heard(of, heard.head, heard.colour, heard.key, heard.sig))
            if self._deal is not None and self._deal.of == of and self._deal.told is None:
                self._deal.accuse(verdict)
            else:
                self._turn_red(of, verdict)

    # the game

    def _told(self, told: m.Told) -> None:
        entry = self._entry
        if entry is None:
            return
        try:
            view = unpack(told.view, entry.view_type)
            events = tuple(unpack(event, entry.event_type) for event in told.events)
        except RemoteProtocolError:  # whoever shows it will say so
            return
        self._attention.told(told)
        self._hold_told(entry, told, events)
        deal = self._deal
        if deal is None or not deal.is_dealt or view.deal != deal.of.deal:
            if any(type(event).__name__ == "Dealt" for event in events):
                self._accuse("unopened")
            return
        deal.hear(events, view, told.seat, is_cut=len(events) >= STORY)

    def _hold_told(self, entry: AnyEntry, told: m.Told, events: tuple[Any, ...]) -> None:
        """What only we are told must be signed, so that we can prove it."""
        if told.seat is None:
            return
        if not told.sig:
            if any(entry.game.redact(event, None) != event for event in events):
                self._accuse("told")
            return
        match = self._own.match
        text = j.told_text(self._table, match, told.seat, told.index, told.view, told.events)
        if not is_signed(self._host, told.sig, text):
            self._accuse("told")
            return
        self._own.attach(Told(match, told.seat, told.index, told.view, told.events, told.sig))

    def _is_mine(self, seat: Seat) -> bool:
        """Whether the journal has us in this seat."""
        return self._key is not None and self.keys()[seat : seat + 1] == (self._key.public,)

    def _absent(self, seat: Seat, why: str) -> None:
        """The journal says that a bot plays for somebody. We know when we are here ourselves."""
        if self._is_catching_up or self._lobby is None or not self._is_mine(seat):
            return
        if not self._attention.is_reason(why, self._lobby.house):
            self._accuse("stand-in")

    def _changed(self, lobby: Lobby) -> None:
        old, self._lobby = self._lobby, lobby
        skipped, self._skips = self._skips, False
        deal = self._deal
        if not skipped:
            self._is_catching_up = False
        if skipped or deal is None or (old is not None and old.phase is lobby.phase and lobby.phase not in _BETWEEN):
            return
        if lobby.phase in _BETWEEN and deal.is_dealt and not deal.ended_at:
            deal.accuse("withheld")
        elif lobby.phase is Phase.LOBBY and deal.is_dealt and deal.told is None and not deal.red:
            self._tell(deal, Colour.GREY, Refusal("fair.grey.unfinished", (deal.of.deal,)))

    # what we make of it

    def _judge(self) -> None:
        """Say what is new to say of the deal."""
        deal, seed = self._deal, self._auditor.seed
        if deal is None:
            return
        if not deal.red and deal.ended_at and deal.is_over and deal.told is None:
            if deal.is_whole and seed is not None:
                self._compare(deal, seed)
            deal.accuse(deal.suspicion)
            if not deal.red:
                own = b"" if self._key is None else self._key.public
                self._tell(deal, *deal.unblamed(own, self.keys()))
        if deal.red and (deal.told is None or deal.told.colour is not Colour.RED):
            self._tell(deal, Colour.RED, red(deal.red, deal.of))
        if deal.ended_at and deal.told is not None and not deal.is_receipted:
            self._sign(deal, deal.told.colour)

    def _compare(self, deal: OwnDeal, seed: bytes) -> None:
        entry = self._entry
        if entry is None:
            return
        with contextlib.suppress(RemoteProtocolError):  # of which the auditor has said so
            actions = tuple(unpack(action, entry.action_type) for _, action in self._auditor.actions)
            deal.accuse(deal.told_otherwise(entry.game, seed, actions))

    def _sign(self, deal: OwnDeal, colour: Colour) -> None:
        """Sign what we make of it, if we sit here."""
        deal.is_receipted = True
        if self._key is None or self._key.public not in self.keys():
            return
        heard = deal.receipt(self._table, self._auditor.chain.heads[deal.ended_at], colour, self._key)
        self._answers.append(m.Receipt(deal.of, deal.ended_at, colour, heard.sig))
        self._receipt = heard

    def _tell(self, deal: OwnDeal, colour: Colour, why: Refusal) -> None:
        deal.told = DealChecked(deal.of, colour, why)
        self._checks.append(deal.told)

    @property
    def _entry(self) -> AnyEntry | None:
        """The game that is played, as far as we know it."""
        return None if self._lobby is None else GAMES.get(self._lobby.game)
