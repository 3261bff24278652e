"""The menu of a table: what one seldom does there, in a list below the button that opens it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Lobby, Phase, Presence, SeatKind
from lan_thirteen.ui import theme
from lan_thirteen.ui.boards.base import Ask
from lan_thirteen.ui.display import Box, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Icon, Panel, Shade
from lan_thirteen.ui.widgets import line
from lan_thirteen.wire import messages as m

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

_WIDE: Final = 300
_TOP: Final = 54
_ICON: Final = 20
_PAUSED_BY_PERSON: Final = "table.paused"


class State(NamedTuple):
    """The menu is open."""


class Facts(NamedTuple):
    """What the menu offers depends on."""

    lobby: Lobby
    seat: Seat | None
    is_owner: bool
    has_results: bool
    person: int | None = None
    has_pin: bool = False
    pin: str = ""
    """Known to who has made it."""


class Close(NamedTuple):
    """Put the menu away."""


class Tell(NamedTuple):
    """Say this to the table."""

    message: m.FromGuest


Intent: TypeAlias = Close | Tell | Ask


class _Item(NamedTuple):
    text: str
    icon: str
    intent: Intent


def press(intent: Intent) -> Tell | Ask | None:
    """What the program is to do; the menu closes whatever was pressed."""
    return None if isinstance(intent, Close) else intent


def keys() -> Mapping[str, Intent]:
    """The intent of each key."""
    return {"escape": Close(), "f10": Close(), "p": Close()}


def nodes(facts: Facts, stage: Stage) -> tuple[Node, ...]:
    """The menu, for ``display.covered``."""
    items = tuple(_items(facts, stage))
    usual = max(44.0, line_height(stage, theme.BODY_STRONG) + 16)
    row = max(float(theme.TARGET), min(usual, (stage.canvas.h - _TOP - 24) / len(items)))
    wide = max(_WIDE, max(stage.width(item.text, theme.BODY_STRONG) for item in items) + 74)
    tall = len(items) * row + 16
    box = Box(14, min(_TOP, stage.canvas.h - tall - 8), min(wide, stage.canvas.w - 28), tall)
    ground = Panel(theme.INK[2], theme.INK[1], 16, 0.98, theme.WHITE, 1.0, 0.14, has_shadow=True, shine=0.14)
    return (
        Node(("menu", "shade"), stage.canvas.box, Shade(theme.INK[0], 0.35)),
        Node(("menu",), box, ground),
        *_rows(stage, box, row, items),
    )


def heirs(lobby: Lobby) -> tuple[tuple[int, str], ...]:
    """To whose laptops the owner can hand this table over now: their numbers and names, in the order of the seats."""
    if lobby.phase not in (Phase.PLAYING, Phase.INTERMISSION):
        return ()
    here = (Presence.HERE, Presence.UNSTEADY)
    people = [s for s in lobby.seats if s.person is not None and s.presence in here and not s.level]
    return tuple((s.person, s.name) for s in people if s.person is not None and s.person != lobby.owner)


def _claims(facts: Facts, stage: Stage) -> Iterator[_Item]:
    """For who has lost the key of their seat, to say which it is; for the owner, to answer."""
    say, lobby = stage.say, facts.lobby
    is_match = lobby.phase in (Phase.DEALING, Phase.PLAYING, Phase.INTERMISSION)
    claim = next((each.claims for each in lobby.watchers if each.person == facts.person), None)
    for seat, info in enumerate(lobby.seats):
        is_missing = info.kind is SeatKind.PERSON and info.presence in (Presence.LOST, Presence.LEFT)
        if is_match and facts.seat is None and is_missing and claim != seat:
            yield _Item(say("win.menu.mine", who=info.name), "user-plus", Tell(m.Claim(seat)))
    for watcher in lobby.watchers:
        if facts.is_owner and facts.seat is not None and watcher.claims is not None:
            text = say("win.menu.claim", who=watcher.name, whose=lobby.seats[watcher.claims].name)
            yield _Item(text, "user-plus", Ask(f"claim {watcher.person}"))


def _items(facts: Facts, stage: Stage) -> Iterator[_Item]:
    say, lobby = stage.say, facts.lobby
    if facts.seat is not None and lobby.phase in (Phase.PLAYING, Phase.INTERMISSION):
        if lobby.paused == _PAUSED_BY_PERSON:
            yield _Item(say("win.menu.go-on"), "play", Tell(m.Resume()))
        elif not lobby.paused:
            yield _Item(say("win.menu.pause"), "pause", Tell(m.Pause()))
    for seat in lobby.may_stand_in:
        if seat != facts.seat:
            text = say("win.menu.stand-in", who=lobby.seats[seat].name)
            yield _Item(text, "bot", Tell(m.StandIn(seat)))
    yield from _claims(facts, stage)
    if facts.seat is None and any(info.kind is not SeatKind.PERSON for info in lobby.seats):
        yield _Item(say("win.menu.sit"), "user-plus", Tell(m.Sit(None)))
    if facts.has_results:
        yield _Item(say("win.menu.results"), "trophy", Ask("results"))
    yield _Item(say("fair.about.title"), "shield-check", Ask("fair"))
    if facts.is_owner:
        text = say("win.menu.pin", pin=facts.pin) if facts.pin else say("win.pin.change")
        if heirs(lobby):
            yield _Item(say("win.menu.hand-over"), "share-2", Ask("hand-over"))
        yield _Item(text if facts.has_pin else say("win.pin.ask-for-one"), "lock", Ask("pin"))
    yield _Item(say("win.menu.rules"), "book-open", Ask("rules"))
    yield _Item(say("win.menu.settings"), "settings", Ask("settings"))
    yield _Item(say("win.menu.close-table" if facts.is_owner else "win.menu.leave"), "log-out", Ask("leave"))


def _rows(stage: Stage, box: Box, row: float, items: tuple[_Item, ...]) -> Iterator[Node]:
    for place, item in enumerate(items):
        spot = Box(box.x + 8, box.y + 8 + place * row, box.w - 16, row)
        key = ("menu", place)
        is_lit = stage.hover == key or (stage.has_keys and stage.focus == key)
        yield Node(key, spot, Panel(theme.WHITE, theme.WHITE, 10, 0.1 if is_lit else 0.0), item.intent, item.text)
        icon = Box(spot.x + 14, spot.cy - _ICON / 2, _ICON, _ICON)
        yield Node((*key, "icon"), icon, Icon(item.icon, theme.AMBER))
        words = Box(spot.x + 48, spot.y, spot.w - 56, spot.h)
        yield from line(stage, (*key, "text"), words, item.text, theme.BODY_STRONG, theme.TEXT)
