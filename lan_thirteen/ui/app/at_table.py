"""One visit to a table, as the window keeps it: what was told, what is picked, what was played and is on its way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from lan_thirteen.core.game import Seat, Viewer
from lan_thirteen.core.lobby import Colour, Lobby, Person, Phase
from lan_thirteen.core.pin import Pin
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.aside import TableWords
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.guest import Cut, Joined, Wavering
from lan_thirteen.net.orders import HandKept, NotOurs, ProofFailed, ProofSaved, SaveProof, Say, TableKnown, TableOpened
from lan_thirteen.table.why import Why
from lan_thirteen.ui.app import words
from lan_thirteen.ui.boards import arrangement
from lan_thirteen.ui.boards.arrangement import Arrangement
from lan_thirteen.ui.boards.base import AnyBoard, Sight
from lan_thirteen.ui.boards.registry import BOARDS
from lan_thirteen.ui.display import Box
from lan_thirteen.ui.terminal.boards import BOARDS as STORIES
from lan_thirteen.ui.terminal.far_table import seat_of, teller_for
from lan_thirteen.ui.terminal.teller import Teller
from lan_thirteen.ui.text import Language
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack

_LOG_LINES: Final = 2000
_CHAT_LINES: Final = 200


@dataclass(frozen=True, slots=True)
class Seen:
    """What the last ``Told`` said."""

    index: int
    tenure: int
    seat: Viewer
    view: Any
    legal: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Somebody's words; an empty ``who`` is the table itself."""

    who: str
    seat: Seat | None
    text: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class AtTable:
    """Where a visit to a table stands."""

    person: Person | None = None
    """None: on the way to the table."""
    lobby: Lobby | None = None
    lobby_at: float = 0.0
    """When that was told; its waiting time runs from then on."""
    seen: Seen | None = None
    pick: Any = None
    log: tuple[str, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    unread: int = 0
    history: tuple[tuple[int, ...], ...] = ()
    """The totals after each deal of this match that was seen to end."""
    has_ended_deal: bool = False
    """What was told last has ended a deal."""
    hand_kept: bytes = b""
    """How the hand lay when we were at this table before."""
    checks: tuple[DealChecked, ...] = ()
    """What this laptop makes of the deals of this match, one for each that it could say anything of."""
    words: tuple[str, str, str] | None = None
    """To be compared aloud; None until they are known."""
    proof: SaveProof | ProofSaved | ProofFailed | None = None
    """What has become of a proof of these deals; ``SaveProof``: it is being written."""
    sent: int | None = None
    """The nonce of the move that is on its way."""
    nonce: int = 0
    asked_at: float = 0.0
    """When the question came that is open."""
    is_cut: bool = False
    is_silent: bool = False
    """Nothing has been heard of the table for a while."""
    opened: TableOpened | None = None
    """What is known of a table that this window has opened itself."""
    known: TableKnown | None = None
    """What is known of who keeps the table."""
    has_pin: bool = False
    pin: Pin | None = None
    """The table's PIN, where we have made it."""
    next_pin: Pin | None = None
    """What we have asked the table to make its PIN."""

    @property
    def seat(self) -> Viewer:
        """Where this person sits; None for one who watches."""
        if self.lobby is None or self.person is None:
            return None
        return seat_of(self.lobby, self.person)

    @property
    def is_owner(self) -> bool:
        return self.lobby is not None and self.person is not None and self.lobby.owner == self.person

    @property
    def question(self) -> tuple[int, int] | None:
        """Which question this person has to answer; None: none."""
        return None if self.seen is None or not self.seen.legal else (self.seen.index, self.seen.tenure)

    @property
    def is_asked(self) -> bool:
        """Whether it is this person's turn."""
        return self.seen is not None and bool(self.seen.legal) and self.sent is None


def heard(table: AtTable, news: object, language: Language, now: float) -> AtTable:
    """The visit after this news of its table."""
    match news:
        case TableOpened():
            return replace(table, opened=news)
        case Joined(welcome):
            table = replace(table, is_cut=False, is_silent=False)
            return replace(table, person=welcome.person, sent=None, has_pin=news.has_pin)
        case NotOurs():
            return replace(table, opened=None)
        case HandKept(data):
            return replace(table, hand_kept=data)
        case TableKnown():
            return replace(table, known=news)
        case Cut():
            return replace(table, is_cut=True)
        case Wavering(is_silent):
            return replace(table, is_silent=is_silent)
        case m.TableChanged(lobby):
            return replace(_changed(table, words.named(lobby, language)), lobby_at=now)
        case m.Told():
            return _told(table, news, language, now)
        case m.Refused(nonce, code, numbers, names):
            return replace(table, sent=None) if nonce is not None else table
        case DealChecked():
            return _checked(table, news)
        case TableWords(three):
            return replace(table, words=three)
        case m.Said(person, text):
            return _said(table, person, words.spoken(text))
        case m.Notice(code, numbers, names):
            table = _with_pin(table, code)
            line = ChatLine("", None, words.why(language, code, numbers, names), is_mine=False)
            return replace(table, chat=(*table.chat, line)[-_CHAT_LINES:])
        case _:
            return table


def _checked(table: AtTable, check: DealChecked) -> AtTable:
    """The visit with this verdict; a proof that was saved before is not one of it."""
    checks = with_check(table.checks, check)
    if checks == table.checks:
        return table
    return replace(table, checks=checks, proof=table.proof if isinstance(table.proof, SaveProof) else None)


def _with_pin(table: AtTable, code: str) -> AtTable:
    """The visit after its table has said what became of its PIN."""
    if code == "pin.removed":
        return replace(table, has_pin=False, pin=None)
    if code == "pin.set":
        return replace(table, has_pin=True, pin=table.next_pin)
    return table


def _changed(table: AtTable, lobby: Lobby) -> AtTable:
    old = table.lobby
    begins_anew = lobby.phase is Phase.LOBBY or (old is not None and old.game != lobby.game)
    if begins_anew:
        return replace(table, lobby=lobby, seen=None, pick=None, log=(), history=(), checks=(), proof=None, sent=None)
    return replace(table, lobby=lobby)


def _told(table: AtTable, told: m.Told, language: Language, now: float) -> AtTable:
    lobby = table.lobby
    if lobby is None:
        return table
    entry, board = GAMES[lobby.game], board_of(lobby)
    view = unpack(told.view, entry.view_type)
    events = tuple(unpack(event, entry.event_type) for event in told.events)
    legal = tuple(unpack(action, entry.action_type) for action in told.legal)
    is_new = table.seen is None or (table.seen.index, table.seen.tenure) != (told.index, told.tenure)
    is_first = table.seen is None or any(type(e).__name__ == "Dealt" and e.deal == 1 for e in events)
    pick = _laid(table, board, lobby.game, view) if is_first else table.pick
    story = STORIES[lobby.game]
    teller = teller_of(table, language)
    lines = tuple(line for event in events for line in story.story(teller, event, view))
    ended = tuple(event.totals for event in events if type(event).__name__ == "DealEnded")
    return replace(
        table,
        seen=Seen(told.index, told.tenure, told.seat, view, legal),
        pick=board.revised(pick, view, legal, events),
        log=((() if is_first else table.log) + lines)[-_LOG_LINES:],
        history=(() if is_first else table.history) + ended,
        has_ended_deal=bool(ended),
        sent=None if is_new else table.sent,
        asked_at=now if is_new and legal else table.asked_at,
    )


def _laid(table: AtTable, board: AnyBoard, game: str, view: Any) -> Any:
    """Nothing picked; the hand lies as it did when we were here before."""
    kept = arrangement.read(table.hand_kept, game) if table.seen is None else None
    return board.fresh(view) if kept is None else board.laid(view, kept)


def _said(table: AtTable, person: Person, text: str) -> AtTable:
    if table.lobby is None or not text:
        return table
    seat = seat_of(table.lobby, person)
    watchers = (watcher.name for watcher in table.lobby.watchers if watcher.person == person)
    who = next(watchers, "") if seat is None else table.lobby.seats[seat].name
    is_mine = person == table.person
    line = ChatLine(who, seat, text, is_mine)
    return replace(table, chat=(*table.chat, line)[-_CHAT_LINES:], unread=table.unread if is_mine else table.unread + 1)


def with_check(checks: tuple[DealChecked, ...], new: DealChecked) -> tuple[DealChecked, ...]:
    """The last word on each deal; red stays, whatever the host says later."""
    same = next((old for old in checks if old.of.deal == new.of.deal), None)
    if same is not None and same.colour is Colour.RED:
        return checks
    return (*(old for old in checks if old is not same), new)


def check_of(table: AtTable, deal: int) -> DealChecked | None:
    """What this laptop makes of one deal."""
    return next((check for check in table.checks if check.of.deal == deal), None)


def worst_check(table: AtTable) -> DealChecked | None:
    """What stands for the match: the first deal that was wrong, else the last one not checked, else the last one."""
    for colour in (Colour.RED, Colour.GREY, Colour.GREEN):
        found = [check for check in table.checks if check.colour is colour]
        if found:
            return found[0] if colour is Colour.RED else found[-1]
    return None


def board_of(lobby: Lobby) -> AnyBoard:
    return BOARDS[lobby.game]


def teller_of(table: AtTable, language: Language) -> Teller:
    """Tells this table to this person. Only where something was heard of the table."""
    lobby, person = table.lobby, table.person
    assert lobby is not None  # noqa: S101  # said above
    return teller_for(lobby, Person(0) if person is None else person, language, has_suits=True)


def lobby_now(table: AtTable, now: float) -> Lobby | None:
    """The table with the time that it still waits."""
    lobby = table.lobby
    if lobby is None or lobby.waits_ms is None:
        return lobby
    return lobby.after(round((now - table.lobby_at) * 1000))


def sight_of(table: AtTable, language: Language, area: Box, now: float) -> Sight[Any, Any] | None:
    """What is seen of the match; None before one has begun."""
    lobby = lobby_now(table, now)
    if lobby is None or table.seen is None:
        return None
    seen = table.seen
    can_play = table.sent is None and not table.is_cut and lobby.paused not in (Why.PAUSED, Why.MOVING)
    return Sight(
        lobby=lobby,
        teller=teller_of(table, language),
        seat=seen.seat,
        view=seen.view,
        legal=seen.legal if can_play else (),
        area=area,
        log=table.log,
        unread=table.unread,
        is_sending=table.sent is not None,
        is_cut=table.is_cut,
        is_silent=table.is_silent,
    )


def hand_of(table: AtTable) -> Arrangement | None:
    """How this seat's hand lies; None where there is none."""
    if table.lobby is None or table.seen is None or table.seen.seat is None:
        return None
    return board_of(table.lobby).arrangement(table.pick)


def pressed(
    table: AtTable, intent: object, sight: Sight[Any, Any], began: float, guard: float
) -> tuple[AtTable, tuple[Say, ...]]:
    """What a press on the board does. ``began`` is when the button or key went down.

    One that began sooner than ``guard`` seconds after the question came plays nothing: it was meant for what stood
    there before.
    """
    board = board_of(sight.lobby)
    pick, action = board.press(table.pick, intent, sight)
    if action is None:
        return replace(table, pick=pick), ()
    if table.seen is None or not table.is_asked or began < table.asked_at + guard:
        return table, ()
    nonce = table.nonce + 1
    act = m.Act(nonce, table.seen.index, table.seen.tenure, pack(action))
    return replace(table, pick=pick, nonce=nonce, sent=nonce), (Say(act),)
