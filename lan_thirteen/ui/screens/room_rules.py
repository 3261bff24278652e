"""The rules of the waiting room: its owner changes them, all others read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Display, Node, covered
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Icon
from lan_thirteen.ui.screens import common
from lan_thirteen.ui.screens import room_state as r
from lan_thirteen.ui.screens.options import Choice, house_choices, option_choices
from lan_thirteen.ui.screens.room_seats import LEVELS
from lan_thirteen.wire import messages as m

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

_LABEL: Final = theme.Type(theme.Face.MEDIUM, 13)


class _Entry(NamedTuple):
    name: str
    choice: Choice
    make: Callable[[object], object]


def rules_panel(state: r.State, facts: r.Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    """All rules of the table; ``box`` is the panel's."""
    return w.grouped("pill", _panel(state, facts, stage, box))


def with_list(state: r.State, facts: r.Facts, stage: Stage, display: Display) -> Display:
    """The display with the list over it of what may be chosen."""
    entry = next((entry for entry in _all_entries(facts, stage) if entry.name == state.opened), None)
    key = ("level", int(state.opened[6:])) if state.opened.startswith("level ") else ("rule", state.opened)
    anchor = display.find(key)
    if entry is None or anchor is None:
        return display
    choice = entry.choice
    return covered(display, w.select_list(stage, key, anchor.box, choice.values, choice.chosen, entry.make))


def _panel(state: r.State, facts: r.Facts, stage: Stage, box: Box) -> Iterator[Node]:
    yield from w.panel(("rules",), box)
    pad = 16.0 if stage.canvas.is_compact else 24.0
    head_h = max(34.0, line_height(stage, theme.PANEL_TITLE))
    inner = box.inset(pad, 8 if stage.canvas.is_compact else 17)
    head = inner._replace(h=head_h)
    yield from w.line(stage, ("rules", "title"), head, stage.say("win.wait.rules"), theme.PANEL_TITLE, theme.TEXT)
    read_h = max(40.0, theme.BUTTON.size * stage.text_scale * 1.9)
    read = Box(inner.x, box.bottom - 16 - read_h, inner.w, read_h)
    top = head.bottom + 9
    room = Box(inner.x, top, inner.w + (8 if stage.canvas.is_compact else 10), read.y - 10 - top)
    yield from _list(state, facts, stage, room)
    words = stage.say("win.wait.read-rules")
    yield from w.button(stage, ("read",), read, words, r.ReadRules(), tone=w.Tone.QUIET, icon="book-open", hint="F1")


def _list(state: r.State, facts: r.Facts, stage: Stage, box: Box) -> tuple[Node, ...]:
    label = line_height(stage, _LABEL)
    is_mine = facts.is_owner and not facts.is_cut
    row = label + 4 + (max(theme.TARGET, 30 * stage.text_scale) if is_mine else line_height(stage, theme.BODY_STRONG))
    rows: list[w.Row] = [_drawn(stage, entry, is_mine=is_mine) for entry in _entries(facts, stage)]
    rows.append(lambda spot: _lock(facts, stage, spot, is_mine=is_mine))
    return w.scroll_list(r.RULES, box, rows, state.rules_offset, row=row, gap=8)


def _drawn(stage: Stage, entry: _Entry, *, is_mine: bool) -> w.Row:
    return lambda spot: tuple(_rule(stage, entry, spot, is_mine=is_mine))


def _rule(stage: Stage, entry: _Entry, box: Box, *, is_mine: bool) -> Iterator[Node]:
    choice = entry.choice
    key = ("rule", entry.name)
    label = line_height(stage, _LABEL)
    ink = theme.TEXT_2 if choice.is_usual else theme.AMBER
    sign = 0.0
    if not choice.is_usual:
        sign = 19.0
        tip = stage.say("win.host.standard", value=choice.usual_words)
        spot = Box(box.x, box.y + label / 2 - 7, 14, 14)
        yield Node((*key, "changed"), spot, Icon("pencil", ink), label=tip, tip=tip)
    words = Box(box.x + sign, box.y, box.w - sign, label)
    yield from w.line(stage, (*key, "label"), words, choice.label, _LABEL, ink)
    below = Box(box.x, box.y + label + 3, box.w, box.h - label - 3)
    if is_mine:
        yield from w.select(stage, key, below, choice.words, choice.label, r.OpenList(entry.name))
    else:
        yield from w.line(stage, (*key, "value"), below, choice.words, theme.BODY_STRONG, theme.TEXT)


def _lock(facts: r.Facts, stage: Stage, box: Box, *, is_mine: bool) -> tuple[Node, ...]:
    intent = r.Tell(m.Lock(not facts.lobby.is_locked)) if is_mine else None
    high = max(theme.TARGET, 20 * stage.text_scale)
    row = Box(box.x, box.cy - min(high, box.h) / 2, box.w, min(high, box.h))
    return w.toggle(stage, ("lock",), row, stage.say("win.wait.lock"), facts.lobby.is_locked, intent)


def _entries(facts: r.Facts, stage: Stage) -> list[_Entry]:
    """The game, its options and the house rules."""
    lobby, language = facts.lobby, stage.language
    options = option_choices(language, lobby.game, len(lobby.seats), dict(lobby.options))
    entries = [_Entry(c.name, c, _maker(r.SetOption, c.name)) for c in options]
    entries += [_Entry(f"house {c.name}", c, _house(c.name)) for c in house_choices(language, lobby.house)]
    return [*_game_entries(facts, stage), *entries]


def _game_entries(facts: r.Facts, stage: Stage) -> list[_Entry]:
    lobby = facts.lobby
    games = tuple((game, stage.say(f"game.{game}")) for game in common.GAMES)
    seats = len(lobby.seats)
    game = Choice("game", stage.say("win.wait.game"), games, lobby.game, lobby.game)
    info = GAMES[lobby.game].game.info
    numbers = tuple((n, stage.say("win.host.seats-of", n)) for n in range(info.min_seats, info.max_seats + 1))
    count = Choice("seats", stage.say("win.host.seats"), numbers, seats, seats)

    def other_game(value: object) -> object:
        chosen = GAMES[str(value)].game.info
        return r.Tell(m.SetGame(chosen.id, min(max(seats, chosen.min_seats), chosen.max_seats)))

    def other_seats(value: object) -> object:
        return r.Tell(m.SetGame(lobby.game, int(str(value))))

    return [_Entry("game", game, other_game), _Entry("seats", count, other_seats)]


def _all_entries(facts: r.Facts, stage: Stage) -> list[_Entry]:
    """All that can be chosen in the room, the bots' levels too."""
    levels = tuple((level, stage.say(f"level.{level}")) for level in LEVELS)

    def bot(seat: int) -> Callable[[object], object]:
        return lambda value: r.Tell(m.SetSeatBot(seat, str(value)))

    bots = [
        _Entry(f"level {seat}", Choice("level", "", levels, info.level, info.level), bot(seat))
        for seat, info in enumerate(facts.lobby.seats)
    ]
    return [*_entries(facts, stage), *bots]


def _maker(kind: type[r.SetOption], name: str) -> Callable[[object], object]:
    return lambda value: kind(name, value if isinstance(value, int) else str(value))


def _house(name: str) -> Callable[[object], object]:
    return lambda value: r.SetHouse(name, int(str(value)))
