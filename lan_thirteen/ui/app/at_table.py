"""One visit to a table, as the window keeps it: what was told, what is picked, what was played and is on its way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from lan_thirteen.core.game import Seat, Viewer
from lan_thirteen.core.lobby import Lobby, Person, Phase
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.guest import Cut, Joined
from lan_thirteen.net.orders import Say, TableOpened
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
class Visit:
    """Where a visit stands."""

    person: Person | None = None
    """None: on the way to the table."""
    lobby: Lobby | None = None
    seen: Seen | None = None
    pick: Any = None
    log: tuple[str, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    unread: int = 0
    history: tuple[tuple[int, ...], ...] = ()
    """The totals after each deal of this match that was seen to end."""
    sent: int | None = None
    """The nonce of the move that is on its way."""
    nonce: int = 0
    asked_at: float = 0.0
    """When the question came that is open."""
    is_cut: bool = False
    opened: TableOpened | None = None
    """What is known of a table that this window has opened itself."""

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
    def is_asked(self) -> bool:
        """Whether it is this person's turn."""
        return self.seen is not None and bool(self.seen.legal) and self.sent is None


def heard(visit: Visit, news: object, language: Language, now: float) -> Visit:
    """The visit after this news of its table."""
    match news:
        case TableOpened():
            return replace(visit, opened=news)
        case Joined(welcome):
            return replace(visit, person=welcome.person, is_cut=False, sent=None)
        case Cut():
            return replace(visit, is_cut=True)
        case m.TableChanged(lobby):
            return _changed(visit, lobby)
        case m.Told():
            return _told(visit, news, language, now)
        case m.Refused(nonce, code, numbers, names):
            return replace(visit, sent=None) if nonce is not None else visit
        case m.Said(person, text):
            return _said(visit, person, text)
        case m.Notice(code, numbers, names):
            line = ChatLine("", None, language.why(Refusal(code, numbers, names)), is_mine=False)
            return replace(visit, chat=(*visit.chat, line)[-_CHAT_LINES:])
        case _:
            return visit


def _changed(visit: Visit, lobby: Lobby) -> Visit:
    old = visit.lobby
    begins_anew = lobby.phase is Phase.LOBBY or (old is not None and old.game != lobby.game)
    if begins_anew:
        return replace(visit, lobby=lobby, seen=None, pick=None, log=(), history=(), sent=None)
    return replace(visit, lobby=lobby)


def _told(visit: Visit, told: m.Told, language: Language, now: float) -> Visit:
    lobby = visit.lobby
    if lobby is None:
        return visit
    entry, board = GAMES[lobby.game], board_of(lobby)
    view = unpack(told.view, entry.view_type)
    events = tuple(unpack(event, entry.event_type) for event in told.events)
    legal = tuple(unpack(action, entry.action_type) for action in told.legal)
    is_new = visit.seen is None or (visit.seen.index, visit.seen.tenure) != (told.index, told.tenure)
    is_first = visit.seen is None or any(type(e).__name__ == "Dealt" and e.deal == 1 for e in events)
    pick = board.fresh(view) if is_first else visit.pick
    story = STORIES[lobby.game]
    teller = teller_of(visit, language)
    lines = tuple(line for event in events for line in story.story(teller, event, view))
    ended = tuple(event.totals for event in events if type(event).__name__ == "DealEnded")
    return replace(
        visit,
        seen=Seen(told.index, told.tenure, told.seat, view, legal),
        pick=board.revised(pick, view, legal, events),
        log=((() if is_first else visit.log) + lines)[-_LOG_LINES:],
        history=(() if is_first else visit.history) + ended,
        sent=None if is_new else visit.sent,
        asked_at=now if is_new and legal else visit.asked_at,
    )


def _said(visit: Visit, person: Person, text: str) -> Visit:
    if visit.lobby is None:
        return visit
    seat = seat_of(visit.lobby, person)
    watchers = (watcher.name for watcher in visit.lobby.watchers if watcher.person == person)
    who = next(watchers, "") if seat is None else visit.lobby.seats[seat].name
    is_mine = person == visit.person
    line = ChatLine(who, seat, text, is_mine)
    return replace(visit, chat=(*visit.chat, line)[-_CHAT_LINES:], unread=visit.unread if is_mine else visit.unread + 1)


def board_of(lobby: Lobby) -> AnyBoard:
    return BOARDS[lobby.game]


def teller_of(visit: Visit, language: Language) -> Teller:
    """Tells this table to this person. Only where something was heard of the table."""
    lobby, person = visit.lobby, visit.person
    assert lobby is not None  # noqa: S101  # said above
    return teller_for(lobby, Person(0) if person is None else person, language, has_suits=True)


def sight_of(visit: Visit, language: Language, area: Box) -> Sight[Any, Any] | None:
    """What is seen of the match; None before one has begun."""
    if visit.lobby is None or visit.seen is None:
        return None
    seen = visit.seen
    return Sight(
        lobby=visit.lobby,
        teller=teller_of(visit, language),
        seat=seen.seat,
        view=seen.view,
        legal=seen.legal if visit.sent is None and not visit.is_cut else (),
        area=area,
        log=visit.log,
        unread=visit.unread,
        is_sending=visit.sent is not None,
    )


def pressed(
    visit: Visit, intent: object, sight: Sight[Any, Any], began: float, guard: float
) -> tuple[Visit, tuple[Say, ...]]:
    """What a press on the board does. ``began`` is when the button or key went down.

    One that began sooner than ``guard`` seconds after the question came plays nothing: it was meant for what stood
    there before.
    """
    board = board_of(sight.lobby)
    pick, action = board.press(visit.pick, intent, sight)
    if action is None:
        return replace(visit, pick=pick), ()
    if visit.seen is None or not visit.is_asked or began < visit.asked_at + guard:
        return visit, ()
    nonce = visit.nonce + 1
    act = m.Act(nonce, visit.seen.index, visit.seen.tenure, pack(action))
    return replace(visit, pick=pick, nonce=nonce, sent=nonce), (Say(act),)
