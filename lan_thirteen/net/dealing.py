"""A guest's part in drawing deals: it gives bytes of its own, and when a deal is over it deals it again and compares.

What comes of that is one of three colours. Green: this laptop's bytes are in the deal, and all that it saw is as it was
drawn. Red: something is not. Grey: it cannot tell, and why.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeAlias

from lan_thirteen.audit.deals import Heard, before_deal, difference
from lan_thirteen.core.errors import BadSettings, RemoteProtocolError
from lan_thirteen.core.game import Seat, Viewer
from lan_thirteen.core.lobby import DealId, Lobby, Phase
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.games.registry import GAMES
from lan_thirteen.trust import deal as d
from lan_thirteen.trust.keys import SigningKey, is_signed
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import unpack
from lan_thirteen.wire.limits import STORY


class Colour(StrEnum):
    """What a laptop makes of a deal."""

    GREEN = "green"
    RED = "red"
    GREY = "grey"


class DealChecked(Value, frozen=True):
    """What this laptop makes of a deal; another one for the same deal takes its place."""

    of: DealId
    colour: Colour
    why: Refusal
    """The sentence to say: the deal's number, and in red the table and its owner."""


Outcome: TypeAlias = tuple[tuple[m.FromGuest, ...], DealChecked | None]

_NOTHING: Final[Outcome] = ((), None)
_BETWEEN: Final = (Phase.INTERMISSION, Phase.FINISHED)


@dataclass(slots=True)
class _Deal:
    """One drawing as this guest sees it."""

    drawing: d.Drawing
    is_late: bool
    """We have just come, and may have missed how it began."""
    mix: bytes | None
    """Our own bytes; None: we were not asked for any."""
    red: str = ""
    """What is wrong with it."""
    was_cut: bool = False
    """We were gone for a while since it began."""
    was_left_out: bool = False
    """We had answered the attempt before, and are not in this one."""
    commits: dict[bytes, bytes] | None = None
    mixes: dict[bytes, bytes] | None = None
    secret: bytes | None = None
    before: Any = None
    """The state before the deal; None where we do not know it."""
    viewer: Viewer = None
    heard: list[Heard] = field(default_factory=list)
    is_whole: bool = True
    is_over: bool = False
    told: DealChecked | None = None

    def accuse(self, what: str) -> None:
        """Something is wrong with it; the first thing is what is told."""
        self.red = self.red or what


class Witness:
    """Sees how all deals of one visit are drawn, and checks each."""

    def __init__(self) -> None:
        self._table = b""
        self._host = b""
        self._key: SigningKey | None = None
        self._lobby: Lobby | None = None
        self._deal: _Deal | None = None
        self._seen: dict[DealId, d.Drawing] = {}
        """All drawings of this match."""
        self._secrets: dict[bytes, DealId] = {}
        """All that the host has ever shown."""
        self._view: Any = None
        self._first: Seat | None = None
        """Who began the deal that was seen last."""
        self._is_back = True
        """We have just come, or come back: a drawing may have begun without us."""
        self._skips = False
        self._pending: DealChecked | None = None
        """What is still to be said of a deal before this one."""
        self._alone = 0
        """The last deal of which we were told nothing but its cards."""

    @staticmethod
    def fresh() -> bytes:
        """Bytes that nobody can foresee."""
        return secrets.token_bytes(d.SECRET_BYTES)

    def joined(self, table: bytes, host: bytes, key: SigningKey) -> None:
        """We are at this table, of this host, under this key, for the first time or again."""
        self._table, self._host, self._key = table, host, key
        if self._deal is not None:
            self._deal.was_cut = True
        self._is_back = self._skips = True

    def hear(self, message: m.FromHost) -> Outcome:
        """What to answer to this, and what we make of a deal now that we know it."""
        answers: tuple[m.FromGuest, ...] = ()
        match message:
            case m.TableChanged(lobby):
                return (), self._changed(lobby)
            case m.Told():
                self._told(message)
            case m.DealOpened():
                answers = self._opened(message)
            case m.DealCommits():
                answers = self._committed(message)
            case m.DealMixes():
                self._mixed(message)
            case m.DealShown():
                self._shown(message)
            case _:
                return _NOTHING
        checked = self._verdict()
        if checked is None:
            checked, self._pending = self._pending, None
        return answers, checked

    # what the host says

    def _opened(self, opened: m.DealOpened) -> tuple[m.FromGuest, ...]:
        if self._key is None:
            return ()
        drawers = tuple(d.Drawer(Seat(drawer.seat), drawer.key) for drawer in opened.drawers)
        drawing = d.Drawing(self._table, opened.of, opened.deck, self._host, opened.commitment, drawers)
        was_back, self._is_back = self._is_back, False
        if (known := self._seen.get(opened.of)) is not None:
            return self._heard_twice(known, drawing)
        is_mine = self._key.public in drawing.keys
        deal = _Deal(drawing, was_back, self.fresh() if is_mine else None)
        if not drawing.is_sound or not is_signed(self._host, opened.sig, d.opening_text(drawing)):
            deal.accuse("opening")
        self._leave(deal)
        self._follow(deal)
        self._seen = {of: seen for of, seen in self._seen.items() if of.match == opened.of.match}
        self._seen[opened.of], self._deal = drawing, deal
        return self._commitment(deal)

    def _heard_twice(self, known: d.Drawing, drawing: d.Drawing) -> tuple[m.FromGuest, ...]:
        """The same again is for one who comes back; anything else under its number is a second try."""
        if self._deal is None:
            return ()
        if known != drawing or self._deal.drawing != drawing:
            self._deal.accuse("twice")
            return ()
        return self._commitment(self._deal)

    def _leave(self, deal: _Deal) -> None:
        """Be done with the deal before this one, of which we may have missed the end."""
        before, of = self._deal, deal.drawing.of
        if deal.is_late and (before is None or before.drawing.of.match != of.match):
            self._view = self._first = None  # of another match
        is_open = before is not None and before.mixes is not None and before.told is None and not before.red
        if before is not None and is_open and before.drawing.of.deal != of.deal:
            self._pending = self._grey(before, "away")

    def _follow(self, deal: _Deal) -> None:
        """Hold a drawing against the one before it."""
        before, of = self._deal, deal.drawing.of
        if before is None or (before.drawing.of.match, before.drawing.of.deal) != (of.match, of.deal):
            if before is not None and (before.drawing.of.match, before.drawing.of.deal) > (of.match, of.deal):
                deal.accuse("again")
            if of.attempt > 1 and not deal.is_late:
                deal.accuse("withheld")
            return
        deal.red = before.red
        if before.mixes is not None or before.drawing.of.attempt > of.attempt:
            deal.accuse("again")
        elif not deal.is_late and (before.secret is None or of.attempt != before.drawing.of.attempt + 1):
            deal.accuse("withheld")
        deal.was_left_out = deal.mix is None and (before.mix is not None or before.was_left_out)

    def _commitment(self, deal: _Deal) -> tuple[m.FromGuest, ...]:
        if deal.mix is None or deal.red or deal.commits is not None or self._key is None:
            return ()
        commitment = d.mix_commitment(self._table, deal.drawing.of, self._key.public, deal.mix)
        sig = self._key.sign(d.commit_text(deal.drawing, commitment))
        return (m.DealCommit(deal.drawing.of, commitment, sig),)

    def _committed(self, told: m.DealCommits) -> tuple[m.FromGuest, ...]:
        deal = self._current(told.of)
        if deal is None or self._key is None:
            return ()
        commits = d.are_commitments(deal.drawing, _given(told.commits))
        if commits is None or deal.commits not in (None, commits) or (deal.commits is None and deal.secret is not None):
            deal.accuse("commits")
            return ()
        own = None if deal.mix is None else d.mix_commitment(self._table, told.of, self._key.public, deal.mix)
        if own is not None and own != commits.get(self._key.public):
            if not deal.is_late:
                deal.accuse("commits")
            deal.mix = None  # an earlier run of this program had answered
        if self._lobby is not None and deal.drawing.deck != d.deck_of(self._lobby.game, len(self._lobby.seats)):
            deal.accuse("opening")
        deal.commits = commits
        if deal.mix is None or deal.red or deal.mixes is not None:
            return ()
        sig = self._key.sign(d.mix_text(deal.drawing, commits, deal.mix))
        return (m.DealMix(told.of, deal.mix, sig),)

    def _mixed(self, told: m.DealMixes) -> None:
        deal = self._current(told.of)
        if deal is None:
            return
        mixes = None if deal.commits is None else d.are_mixes(deal.drawing, deal.commits, _given(told.mixes))
        if mixes is None or deal.mixes not in (None, mixes) or (deal.mixes is None and deal.secret is not None):
            deal.accuse("mixes")
        elif deal.mixes is None:
            deal.mixes, deal.before = mixes, self._state_before(told.of)

    def _shown(self, shown: m.DealShown) -> None:
        deal = self._current(shown.of)
        if deal is None or deal.secret == shown.secret:
            return
        if deal.secret is not None or not d.is_secret(deal.drawing, shown.secret):
            deal.accuse("secret")
        elif self._secrets.setdefault(shown.secret, shown.of) != shown.of:
            deal.accuse("reused")
        deal.secret = shown.secret

    def _told(self, told: m.Told) -> None:
        entry, deal = GAMES.get(self._game), self._deal
        if entry is None:
            return
        try:
            view = unpack(told.view, entry.view_type)
            events = tuple(unpack(event, entry.event_type) for event in told.events)
        except RemoteProtocolError:  # whoever shows it will say so
            return
        self._view = view
        dealt = next((event for event in events if type(event).__name__ == "Dealt"), None)
        self._first = self._first if dealt is None else dealt.first
        if deal is None or deal.mixes is None or view.deal != deal.drawing.of.deal:
            return
        if not deal.heard:
            is_from_start = dealt is not None and dealt == events[0]
            deal.viewer, deal.is_whole = told.seat, is_from_start and deal.before is not None
        deal.is_whole = deal.is_whole and len(events) < STORY and told.seat == deal.viewer
        deal.heard.append(Heard(events, view))
        deal.is_over = deal.is_over or any(type(event).__name__ == "DealEnded" for event in events)

    def _changed(self, lobby: Lobby) -> DealChecked | None:
        old, self._lobby = self._lobby, lobby
        skipped, self._skips = self._skips, False
        if lobby.phase is Phase.LOBBY or (lobby.phase in _BETWEEN and not skipped):
            self._is_back = False
        if skipped or (old is not None and old.phase is lobby.phase and lobby.phase not in _BETWEEN):
            return None
        if lobby.phase is Phase.LOBBY:
            unfinished, self._deal, self._view = self._deal, None, None
            is_open = unfinished is not None and unfinished.mixes is not None and unfinished.told is None
            return self._grey(unfinished, "unfinished") if unfinished is not None and is_open else None
        return self._between() if lobby.phase in _BETWEEN else None

    # what we make of it

    def _between(self) -> DealChecked | None:
        """A deal is over: by now the host has said all that it will say of it."""
        deal, view = self._deal, self._view
        if view is None:
            return None
        if deal is None or deal.drawing.of.deal != view.deal:
            return self._nobody(view.deal)
        if deal.mixes is None and (deal.secret is not None or deal.is_late or deal.was_cut):
            return self._nobody(view.deal)
        if deal.secret is None:
            deal.accuse("withheld")
        return self._verdict()

    def _nobody(self, number: int) -> DealChecked | None:
        """A deal that nobody has drawn with the host."""
        if number == self._alone:
            return None
        self._alone = number
        match = 0 if self._deal is None else self._deal.drawing.of.match
        return DealChecked(DealId(match, number, 0), Colour.GREY, Refusal("fair.grey.nobody", (number,)))

    def _verdict(self) -> DealChecked | None:
        """What is new to say of the deal."""
        deal = self._deal
        if deal is None:
            return None
        if not deal.red and deal.secret is not None and deal.mixes is not None and deal.is_over and deal.told is None:
            if deal.is_whole:
                game, seed = GAMES[self._game].game, d.seed_of(deal.drawing, deal.secret, deal.mixes)
                differs = difference(game, deal.before, seed, deal.viewer, deal.heard)
                deal.accuse("" if differs is None else differs)
            if not deal.red:
                return self._unblamed(deal)
        if not deal.red or (deal.told is not None and deal.told.colour is Colour.RED):
            return None
        lobby = self._lobby
        names = ("", "") if lobby is None else (lobby.name, _owner(lobby) or lobby.name)
        why = Refusal(f"fair.red.{deal.red}", (deal.drawing.of.deal,), names)
        return self._told_now(deal, Colour.RED, why)

    def _unblamed(self, deal: _Deal) -> DealChecked:
        """Nothing is wrong with the deal, as far as this laptop can tell."""
        own = None if self._key is None else self._key.public
        if deal.was_left_out:
            return self._grey(deal, "answered")
        if deal.is_late and (deal.mix is None or not deal.is_whole):
            return self._grey(deal, "late")
        if deal.mix is None:
            return self._grey(deal, "without-you")
        if not deal.is_whole:
            return self._grey(deal, "late")
        if deal.drawing.keys == {own}:
            return self._grey(deal, "alone")
        return self._told_now(deal, Colour.GREEN, Refusal("fair.green", (deal.drawing.of.deal,)))

    def _grey(self, deal: _Deal, why: str) -> DealChecked:
        return self._told_now(deal, Colour.GREY, Refusal(f"fair.grey.{why}", (deal.drawing.of.deal,)))

    @staticmethod
    def _told_now(deal: _Deal, colour: Colour, why: Refusal) -> DealChecked:
        deal.told = DealChecked(deal.drawing.of, colour, why)
        return deal.told

    @property
    def _game(self) -> str:
        return "" if self._lobby is None else self._lobby.game

    def _current(self, of: DealId) -> _Deal | None:
        return self._deal if self._deal is not None and self._deal.drawing.of == of else None

    def _state_before(self, of: DealId) -> Any:
        """The state from which a deal is dealt, as far as we have seen it; None where we have not."""
        lobby, view = self._lobby, self._view
        if lobby is None or lobby.game not in GAMES:
            return None
        if of.deal == 1:
            view = None
        elif view is None or view.deal != of.deal - 1 or view.turn is not None or self._first is None:
            return None  # we have not seen how the deal before this one ended
        try:
            return before_deal(GAMES[lobby.game].game, len(lobby.seats), dict(lobby.options), view, self._first)
        except BadSettings:
            return None


def _given(given: tuple[m.Given, ...]) -> list[tuple[Seat, bytes, bytes]]:
    return [(Seat(each.seat), each.what, each.sig) for each in given]


def _owner(lobby: Lobby | None) -> str:
    """Whose table it is."""
    if lobby is None or lobby.owner is None:
        return ""
    seated = (seat.name for seat in lobby.seats if seat.person == lobby.owner)
    return next(seated, "") or next((w.name for w in lobby.watchers if w.person == lobby.owner), "")
