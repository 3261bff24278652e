"""The rules of the games, in pages with pictures: a dialog over anything, for ``display.covered``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, assert_never

from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Key, Node
from lan_thirteen.ui.layout import line_height
from lan_thirteen.ui.pictures import Align, Icon, Panel
from lan_thirteen.ui.screens import rules_dreizehn, rules_leaves, rules_three_thirteen, trust_page
from lan_thirteen.ui.screens.common import GAMES
from lan_thirteen.ui.screens.rules_blocks import Grid, Note, Page, Say
from lan_thirteen.ui.screens.rules_cells import Line, line_nodes, lines_of
from lan_thirteen.ui.screens.rules_options import is_changed, options_page
from lan_thirteen.ui.screens.rules_sheets import height_of, sheets
from lan_thirteen.ui.screens.rules_sizes import said

if TYPE_CHECKING:
    from lan_thirteen.core.game import OptionValue
    from lan_thirteen.ui.canvas import Stage
    from lan_thirteen.ui.text import Language

OPTIONS: Final = 4
"""The page that tells the options."""
FAIR: Final = 5
"""The page that says what the mark of a checked deal proves."""
_SIZE: Final = (980, 596)
_AIR: Final = 20.0
"""The most that is added between two lines of a sheet that is not full."""
_DOT: Final = 15
_DOTS: Final = 26
"""More sheets than this are told by their number."""


class State(NamedTuple):
    """What the rules are open at."""

    game: str
    page: int = 0
    options: tuple[tuple[str, OptionValue], ...] | None = None
    """Those of the table that is played at, by name; None: no table, and the game can be chosen."""
    wild: int | None = None
    """The wild rank of the deal that is being played in Three Thirteen."""
    sheet: int = 0
    """Where a page has no room for all that it tells, it goes on on further sheets."""
    is_from_mark: bool = False
    """They were opened behind the mark of a deal, and lead back there."""


class ShowPage(NamedTuple):
    page: int
    sheet: int = 0


class ShowGame(NamedTuple):
    game: str


class Close(NamedTuple):
    pass


Intent: TypeAlias = ShowPage | ShowGame | Close


class _Frame(NamedTuple):
    """Where the parts of the dialog are."""

    box: Box
    title: Box
    tabs: Box
    body: Box
    foot: Box


def press(state: State, intent: Intent) -> State | None:
    """What a press does to the rules; None closes them."""
    match intent:
        case ShowPage(page, sheet):
            return state._replace(page=page, sheet=sheet)
        case ShowGame(game):
            return State(game)
        case Close():
            return None
        case _:
            assert_never(intent)


def keys(state: State, stage: Stage) -> Mapping[str, Intent]:
    """The intent of each key; how many sheets there are depends on the screen."""
    order = _order(state, stage)
    at = order.index(_place(state, stage))
    after = order[at + 1] if at + 1 < len(order) else None
    found: dict[str, Intent] = {"escape": Close(), "f1": Close(), "home": order[0], "end": order[-1]}
    found["return"] = after or Close()
    for key in ("right", "pagedown"):
        found[key] = after or order[-1]
    for key in ("left", "pageup"):
        found[key] = order[max(0, at - 1)]
    if state.options is None:
        found |= {str(number): ShowGame(game) for number, game in enumerate(GAMES, 1)}
    return found


def present(state: State, stage: Stage) -> tuple[Node, ...]:
    """The dialog, for ``covered``."""
    frame = _frame(state, stage)
    ground = Panel(theme.INK[3], theme.INK[1], 24, 0.985, theme.WHITE, 1.0, 0.14, has_shadow=True, shine=0.14)
    tone = theme.PLATES.get(state.game)
    if tone is not None:
        ground = ground._replace(top=theme.mixed(tone[0], theme.INK[3], 0.3), bottom=tone[1])
    return (
        w.shade(stage),
        Node(("rules",), frame.box, ground),
        *_head(state, stage, frame.title),
        *_tabs(state, stage, frame.tabs),
        *_body(state, stage, frame.body),
        *_foot(state, stage, frame.foot),
    )


def _frame(state: State, stage: Stage) -> _Frame:
    """``state`` is the same for all pages of a game, so nothing moves from page to page."""
    canvas, large = stage.canvas, max(1.0, stage.text_scale)
    if canvas.is_compact:
        box = Box.around(canvas.w / 2, canvas.h / 2, min(1020.0, canvas.w - 32), min(680.0, canvas.h - 24))
        inner, gap = box.inset(24, 16), 8.0
    else:
        w, h = _SIZE[0] * large, _SIZE[1] * large
        box = Box.around(canvas.w / 2, canvas.h / 2, min(w, canvas.w - 56), min(h, canvas.h - 40))
        inner, gap = box.inset(30, 18), 9.0
    title = Box(inner.x, inner.y, inner.w, max(theme.TARGET, line_height(stage, theme.DIALOG_TITLE)))
    tabs = Box(inner.x, title.bottom + gap, inner.w, max(36.0, theme.BODY.size * large * 2.1))
    foot_h = max(42.0, theme.BUTTON.size * large * 2.3)
    foot = Box(inner.x, inner.bottom - foot_h, inner.w, foot_h)
    top = tabs.bottom + 16
    return _Frame(box, title, tabs, Box(inner.x, top, inner.w, foot.y - 10 - top), foot)


def _pages(
    language: Language, game: str, options: tuple[tuple[str, OptionValue], ...] | None, wild: int | None
) -> tuple[Page, ...]:
    in_force = None if options is None else dict(options)
    match game:
        case "leaves":
            told = rules_leaves.pages()
        case "three-thirteen":
            told = rules_three_thirteen.pages(wild)
        case _:
            told = rules_dreizehn.pages()
    if is_changed(game, in_force):
        note = Grid((Note(Say("win.rules.changed")),))
        told = (told[0]._replace(grids=(told[0].grids[0], note, *told[0].grids[1:])), *told[1:])
    return (*told, options_page(language, game, in_force), trust_page.page())


def _sheets(state: State, stage: Stage) -> tuple[tuple[tuple[Line, ...], ...], ...]:
    """The sheets of each page, for the room there is."""
    bare = stage._replace(focus=None, hover=None, pressed=None, has_keys=False, now=0.0)
    return _kept_sheets(state._replace(page=0, sheet=0), bare)


@lru_cache(maxsize=4)
def _kept_sheets(state: State, stage: Stage) -> tuple[tuple[tuple[Line, ...], ...], ...]:
    """To measure all words takes longer than to draw a frame."""
    room = _frame(state, stage).body
    told = _pages(stage.language, state.game, state.options, state.wild)
    return tuple(sheets(lines_of(stage, page, room), room.h) for page in told)


def _order(state: State, stage: Stage) -> list[ShowPage]:
    """All sheets of the game, from the first to the last."""
    return [ShowPage(page, sheet) for page, some in enumerate(_sheets(state, stage)) for sheet in range(len(some))]


def _place(state: State, stage: Stage) -> ShowPage:
    """Which sheet is shown: there may be fewer than when it was opened."""
    told = _sheets(state, stage)
    page = min(max(state.page, 0), len(told) - 1)
    return ShowPage(page, min(max(state.sheet, 0), len(told[page]) - 1))


def _head(state: State, stage: Stage, box: Box) -> Iterator[Node]:
    yield Node(("rules", "icon"), Box(box.x + 1, box.cy - 13, 26, 26), Icon("book-open", theme.AMBER))
    is_free = state.options is None
    title = stage.say("win.rules.title" if is_free else "win.rules.title.game", game=stage.say(f"game.{state.game}"))
    room = box.w - 40 - 56
    wide = min(stage.width(title, theme.DIALOG_TITLE) + 1, room * 0.4 if is_free else room)
    words = Box(box.x + 40, box.y, wide, box.h)
    yield from w.line(stage, ("rules", "title"), words, title, theme.DIALOG_TITLE, theme.TEXT)
    if is_free:
        choices = [(game, stage.say(f"game.{game}")) for game in GAMES]
        tall = max(36.0, theme.BODY.size * stage.text_scale * 2.1)
        room = box.right - 56 - words.right - 28
        wide = min(room, w.segmented_width(stage, [text for _, text in choices]))
        spot = Box(box.right - 56 - wide, box.cy - tall / 2, wide, tall)
        yield from w.segmented(stage, ("rules", "game"), spot, choices, state.game, ShowGame)
    close = stage.say("win.rules.close")
    yield from w.icon_button(stage, ("rules", "close"), box.right - 18, box.cy, "x", Close(), close, size=34)


def _tabs(state: State, stage: Stage, box: Box) -> Iterator[Node]:
    told = _pages(stage.language, state.game, state.options, state.wild)
    choices = [(place, said(stage, page.tab)) for place, page in enumerate(told)]
    nodes = w.tabs(stage, ("rules", "tab"), box, choices, _place(state, stage).page, ShowPage)
    yield from nodes
    options: Key = ("rules", "tab", OPTIONS)
    tab = next(node for node in nodes if node.key == options)
    if is_changed(state.game, dict(state.options or ())):
        dot = Box.around(tab.box.right - 7, tab.box.y + 7, 8, 8)
        yield Node((*options, "dot"), dot, Panel(theme.AMBER, theme.AMBER, 4, 1.0, theme.INK[0], 1.2))
    rule = Box(box.x, box.bottom + 8, box.w, 1)
    yield Node(("rules", "rule"), rule, Panel(theme.WHITE, theme.WHITE, 0, 0.12))


def _body(state: State, stage: Stage, box: Box) -> Iterator[Node]:
    page, sheet = _place(state, stage)
    told = _sheets(state, stage)[page][sheet]
    spare = max(0.0, box.h - height_of(told))
    springs = sum(line.spring for line in told)
    stretch = min(1.0, spare / springs) if springs else 0.0
    spare -= springs * stretch
    air = min(_AIR, spare / len(told))
    y = box.y + air / 2
    for place, line in enumerate(told):
        y += line.gap + air if place else 0.0
        spot = Box(box.x, y, box.w, line.height + line.spring * stretch)
        yield from line_nodes(stage, ("rules", "line", place), line, spot)
        y = spot.bottom


def _foot(state: State, stage: Stage, box: Box) -> Iterator[Node]:
    order = _order(state, stage)
    at = order.index(_place(state, stage))
    is_last = at + 1 == len(order)
    back = stage.say("win.rules.previous")
    wide = max(150.0, w.button_width(stage, back, icon="arrow-left"))
    left = Box(box.x, box.y, min(wide, box.w * 0.34), box.h - 3)
    before = order[max(0, at - 1)]
    yield from w.button(stage, ("rules", "previous"), left, back, before, icon="arrow-left", is_enabled=at > 0)
    words = stage.say("win.rules.done" if is_last else "win.rules.next")
    widths = (w.button_width(stage, stage.say(key), icon="arrow-right") for key in ("win.rules.done", "win.rules.next"))
    wide = min(max(180.0, *widths), box.w * 0.34)
    right = Box(box.right - wide, box.y, wide, box.h - 3)
    intent: Intent = Close() if is_last else order[at + 1]
    icon = "check" if is_last else "arrow-right"
    yield from w.button(stage, ("rules", "next"), right, words, intent, tone=w.Tone.AMBER, icon=icon)
    yield from _dots(stage, Box(left.right + 12, box.y, right.x - left.right - 24, box.h), order, at)


def _dots(stage: Stage, box: Box, order: list[ShowPage], at: int) -> Iterator[Node]:
    """Which sheet this is; those of one page stand together."""
    if len(order) > _DOTS:
        words = stage.say("win.rules.sheet", at + 1, len(order))
        yield from w.line(stage, ("rules", "sheet"), box, words, theme.BODY, theme.TEXT_2, Align.CENTRE)
        return
    shifts = [place * _DOT + spot.page * 9 for place, spot in enumerate(order)]
    x = box.cx - shifts[-1] / 2
    for place, shift in enumerate(shifts):
        size, ink, share = (11, theme.AMBER, 1.0) if place == at else (7, theme.TEXT_2, 0.4)
        dot = Box.around(x + shift, box.cy, size, size)
        yield Node(("rules", "dot", place), dot, Panel(ink, ink, size / 2, share))
