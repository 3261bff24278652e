"""The screen on which a table is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.display import Box, Display, Key, Node, covered
from lan_thirteen.ui.layout import columns, line_height
from lan_thirteen.ui.pictures import Icon, Panel
from lan_thirteen.ui.screens import common
from lan_thirteen.ui.screens import host_state as h
from lan_thirteen.ui.screens.common import Typing, art_of, card_row
from lan_thirteen.ui.screens.host_state import (
    NAME,
    Back,
    Facts,
    Intent,
    Leave,
    OpenTable,
    State,
    Wish,
    entered,
    fields,
    fresh,
    keys,
    practice,
    press,
    typed_pin,
    with_field,
)
from lan_thirteen.ui.screens.options import Choice, differences, house_choices, option_choices

if TYPE_CHECKING:
    from lan_thirteen.ui.canvas import Stage

__all__ = [
    "NAME",
    "Back",
    "Facts",
    "Intent",
    "Leave",
    "OpenTable",
    "State",
    "Wish",
    "entered",
    "fields",
    "fresh",
    "keys",
    "practice",
    "present",
    "press",
    "typed_pin",
    "with_field",
]

LEVELS: Final = ("easy", "normal")
_SECTION: Final = theme.Type(theme.Face.BOLD, 15)
_LABEL: Final = theme.Type(theme.Face.BOLD, 12.5)
_GAME: Final = theme.Type(theme.Face.DISPLAY_SEMI, 24)
_SOFT: Final = theme.colour("#F3E6D4")
_PIN: Final = theme.Type(theme.Face.EXTRABOLD, 20)


class _Slot(NamedTuple):
    """One thing to fill in."""

    label: str
    is_usual: bool
    usual: str
    draw: Callable[[Box], tuple[Node, ...]]


class _List(NamedTuple):
    """A list that can be opened."""

    name: str
    choice: Choice
    make: Callable[[object], object]


def present(state: State, facts: Facts, stage: Stage) -> Display:
    """The whole screen."""
    canvas = stage.canvas
    edge = common.margin(stage)
    is_compact = canvas.is_compact
    foot = 62.0 if is_compact else 86.0
    section = max(24.0, line_height(stage, _SECTION))
    top = 62.0 if is_compact else 106.0
    room = canvas.h - top - foot - 2 * section - (26 if is_compact else 30)
    cards_h = room * (0.44 if is_compact else 0.61 if stage.text_scale <= 1.2 else 0.46)
    inner = canvas.w - 2 * edge
    cards = Box(edge, top + section + (4 if is_compact else 8), inner, cards_h)
    second = cards.bottom + (8 if is_compact else 20)
    below = second + section + 8
    panel = Box(edge, below, inner, canvas.h - foot - below)
    title = stage.say("win.host.title-practice" if facts.is_practice else "win.host.title")
    nodes = [
        *common.ground(stage),
        *w.grouped("bar", common.head(stage, title, Back(), stage.say("win.host.back"), room=inner)),
        *w.line(
            stage, ("host", "1"), Box(edge, top, inner, section), stage.say("win.host.choose-game"), _SECTION, _SOFT
        ),
        *_cards(state, stage, cards),
        *_parts(state, stage, Box(edge, second, inner, section)),
        *_form(state, stage, panel),
        *_ready(state, facts, stage, panel),
        *_foot(state, facts, stage, Box(edge, canvas.h - foot, inner, foot)),
    ]
    display = Display(tuple(nodes))
    return _with_list(state, stage, display) if state.opened else display


def _cards(state: State, stage: Stage, box: Box) -> Iterator[Node]:
    for spot, game in zip(columns(box, None, None, None, gap=20), common.GAMES, strict=True):
        yield from w.grouped("table", _card(stage, game, spot, is_on=state.game == game))


def _card(stage: Stage, game: str, box: Box, *, is_on: bool) -> Iterator[Node]:
    key = ("game", game)
    art = art_of(game)
    lit = 0.08 if stage.hover == key else 0.0
    face = Panel(
        theme.mixed(art.top, theme.WHITE, lit),
        theme.mixed(art.bottom, theme.WHITE, lit),
        22,
        0.97,
        theme.TEXT if is_on else theme.WHITE,
        2.4 if is_on else 1.0,
        1.0 if is_on else 0.16,
        has_shadow=True,
        shine=0.16,
    )
    name = stage.say(f"game.{game}")
    yield Node(key, box, face, h.ChooseGame(game), name)
    yield from _card_words(stage, key, box, game)
    if is_on:
        spot = Box.around(box.right - 24, box.bottom - 26 if _is_low(stage, box) else box.y + 26, 26, 26)
        yield Node((*key, "on"), spot, Panel(theme.MINT, theme.MINT, 13))
        yield Node((*key, "check"), spot.inset(5), Icon("check", theme.ON_MINT))


def _is_low(stage: Stage, box: Box) -> bool:
    """Whether there is no room for pictures above the words of a game's card."""
    words = line_height(stage, _GAME) + line_height(stage, theme.BODY) + 24 * stage.text_scale + 26
    return box.h - words < 76


def _card_words(stage: Stage, key: Key, box: Box, game: str) -> Iterator[Node]:
    pad = 14.0 if stage.canvas.is_compact else 24.0
    inner = box.inset(pad, 14)
    is_low = _is_low(stage, box)
    title_h, body_h = line_height(stage, _GAME), line_height(stage, theme.BODY)
    chip_h = max(24.0, theme.CHIP.size * stage.text_scale * 2)
    most = 2 if is_low or box.h > 230 * max(1.0, stage.text_scale) else 1
    most = min(most, int((inner.h - title_h - chip_h - 4) / body_h))
    below = title_h + most * body_h + chip_h + 10
    faces = art_of(game).cards
    if is_low:
        y = inner.y
        yield from card_row((*key, "card"), faces[2:], inner.right - 26, inner.y + 11, 30, 21, turn=12)
    else:
        y = inner.bottom - below
        tall = y - box.y - 20
        wide = min(88.0, tall / theme.CARD_RATIO)
        yield from card_row((*key, "card"), faces, box.cx, box.y + 14 + tall / 2, wide, wide * 0.7, turn=7)
    title = Box(inner.x, y, inner.w - (66 if is_low else 0), title_h)
    yield from _silent(w.line(stage, (*key, "name"), title, stage.say(f"game.{game}"), _GAME, theme.TEXT))
    if most > 0:
        about = Box(inner.x, y + title_h + (4 if is_low else 0), inner.w, most * body_h)
        ink, text = theme.colour("#DDE9E2"), stage.say(f"win.host.about.{game}")
        yield from _silent(w.paragraph(stage, (*key, "about"), about, text, theme.BODY, ink, most=most))
    low, high = h.bounds(game)
    room = inner.w - (30 if is_low else 0) - 8
    players = stage.say("win.host.players", high, low=low)
    takes = stage.say(f"win.host.takes.{game}")
    first = min(w.chip_width(stage, players, "users"), room * 0.6)
    cy = inner.bottom - chip_h / 2
    yield from w.chip(stage, (*key, "players"), inner.x, cy, players, icon="users", room=first)
    yield from w.chip(stage, (*key, "takes"), inner.x + first + 8, cy, takes, icon="clock", room=room - first)


def _silent(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Words on something that can be pressed are not in its way."""
    return tuple(node._replace(tip="", label="") for node in nodes)


def _parts(state: State, stage: Stage, box: Box) -> Iterator[Node]:
    """The second headline, and what parts the form has."""
    choices = [(part, stage.say(f"win.host.part.{part}")) for part in h.Part]
    right = box.right if stage.canvas.is_compact else _split(stage, box)[0].right
    wide = min(w.segmented_width(stage, [text for _, text in choices]), (right - box.x) * 0.72)
    spot = Box(right - wide, box.cy - 17, wide, 34)
    left = Box(box.x, box.y, spot.x - box.x - 16, box.h)
    yield from w.line(stage, ("host", "2"), left, stage.say("win.host.set-table"), _SECTION, _SOFT)
    yield from w.segmented(stage, ("part",), spot, choices, state.part, h.ShowPart)


def _split(stage: Stage, box: Box) -> tuple[Box, Box]:
    """The form and what stands beside it."""
    side = 376.0 if not stage.canvas.is_compact else 280.0
    left, right = columns(box, None, side, gap=20)
    return left, right


def _form(state: State, stage: Stage, box: Box) -> Iterator[Node]:
    left, _ = _split(stage, box)
    yield from w.grouped("pill", w.panel(("form",), left))
    slots = _slots(state, stage)
    across = 3 if left.w > 700 and stage.text_scale <= 1.2 else 2
    row = line_height(stage, _LABEL) + 8 + _control_height(stage)
    inner = left.inset(18 if stage.canvas.is_compact else 26, 10)
    lines = [slots[at : at + across] for at in range(0, len(slots), across)]

    def drawn(slots: list[_Slot]) -> w.Row:
        return lambda spot: tuple(_slot_row(stage, slots, spot, across))

    rows = [drawn(line) for line in lines]
    yield from w.grouped("pill", w.scroll_list(h.LIST, inner, rows, state.offset, row=row, gap=10))


def _control_height(stage: Stage) -> float:
    return max(theme.TARGET, theme.BODY.size * stage.text_scale * 2.2)


def _slot_row(stage: Stage, slots: list[_Slot], box: Box, across: int) -> Iterator[Node]:
    label = line_height(stage, _LABEL)
    for slot, spot in zip(slots, columns(box, *(None for _ in range(across)), gap=22), strict=False):
        ink = theme.MUTED if slot.is_usual else theme.AMBER
        key = ("label", slot.label)
        sign = 0.0
        if not slot.is_usual:
            sign = 18.0
            tip = stage.say("win.host.standard", value=slot.usual)
            yield Node(
                (*key, "sign"), Box(spot.x, spot.y + label / 2 - 7, 14, 14), Icon("pencil", ink), label=tip, tip=tip
            )
        yield from w.line(stage, key, Box(spot.x + sign, spot.y, spot.w - sign, label), slot.label, _LABEL, ink)
        yield from slot.draw(Box(spot.x, spot.y + label + 4, spot.w, box.h - label - 4))


def _slots(state: State, stage: Stage) -> list[_Slot]:
    if state.part is h.Part.TABLE:
        return _table_slots(state, stage)
    return [_list_slot(stage, entry) for entry in _lists(state, stage)]


def _table_slots(state: State, stage: Stage) -> list[_Slot]:
    say = stage.say
    low, high = h.bounds(state.game)

    def name(box: Box) -> tuple[Node, ...]:
        return w.field(stage, NAME, box.inset(0, 1), state.name, say("win.host.name"), intent=Typing(NAME))

    def seats(box: Box) -> tuple[Node, ...]:
        choices = [(n, str(n)) for n in range(low, high + 1)]
        if w.segmented_width(stage, [text for _, text in choices]) > box.w:
            words = say("win.host.seats-of", state.seats)
            return w.select(stage, ("seats",), box.inset(0, 1), words, say("win.host.seats"), h.OpenList("seats"))
        return w.segmented(stage, ("seats",), box.inset(0, 1), choices, state.seats, h.ChooseSeats)

    def pin(box: Box) -> tuple[Node, ...]:
        if state.pin is None:
            words = say("win.pin.ask-for-one")
            return w.toggle(stage, ("pin",), box.inset(0, 1), words, is_on=False, intent=h.AskForPin(True))
        field = box._replace(w=box.w - 48).inset(0, 1)
        label = say("win.pin.field")
        return (
            *w.field(stage, h.PIN_KEY, field, state.pin, label, intent=Typing(h.PIN_KEY), style=_PIN, icon="lock"),
            *w.icon_button(
                stage, ("pin",), box.right - 20, box.cy, "x", h.AskForPin(False), say("win.pin.without"), size=32
            ),
        )

    lists = [_list_slot(stage, entry) for entry in _lists(state, stage) if entry.name != "seats"]
    return [
        _Slot(say("win.host.name"), True, "", name),
        _Slot(say("win.host.seats"), True, "", seats),
        *lists,
        _Slot(say("win.pin.field"), True, "", pin),
    ]


def _list_slot(stage: Stage, entry: _List) -> _Slot:
    choice = entry.choice

    def draw(box: Box) -> tuple[Node, ...]:
        key = ("select", entry.name)
        return w.select(stage, key, box.inset(0, 1), choice.words, choice.label, h.OpenList(entry.name))

    return _Slot(choice.label, choice.is_usual, choice.usual_words, draw)


def _lists(state: State, stage: Stage) -> list[_List]:
    """All lists of the part that is open."""
    language = stage.language
    if state.part is h.Part.RULES:
        choices = option_choices(language, state.game, state.seats, state.chosen)
        return [_List(c.name, c, _maker(h.SetOption, c.name)) for c in choices]
    if state.part is h.Part.HOUSE:
        return [_List(c.name, c, _maker(h.SetHouse, c.name)) for c in house_choices(language, state.house)]
    clock, *_ = house_choices(language, state.house)
    say = stage.say
    low, high = h.bounds(state.game)
    bots = Choice(
        "bots",
        say("win.host.bots"),
        tuple((n, say("win.host.no-bots") if n == 0 else say("win.host.bots-of", n)) for n in range(state.seats)),
        state.bots,
        state.bots,
    )
    levels = tuple((level, say(f"level.{level}")) for level in LEVELS)
    level = Choice("level", say("win.host.level"), levels, state.level, state.level)
    seats = Choice(
        "seats",
        say("win.host.seats"),
        tuple((n, say("win.host.seats-of", n)) for n in range(low, high + 1)),
        state.seats,
        state.seats,
    )
    return [
        _List("turn_clock_s", clock, _maker(h.SetHouse, "turn_clock_s")),
        _List("bots", bots, lambda value: h.ChooseBots(int(str(value)))),
        _List("level", level, lambda value: h.ChooseLevel(str(value))),
        _List("seats", seats, lambda value: h.ChooseSeats(int(str(value)))),
    ]


def _maker(kind: type[h.SetOption | h.SetHouse], name: str) -> Callable[[object], object]:
    return lambda value: kind(name, value if isinstance(value, int) else str(value))


def _with_list(state: State, stage: Stage, display: Display) -> Display:
    """The display with the list of what may be chosen open over it."""
    entry = next((entry for entry in _lists(state, stage) if entry.name == state.opened), None)
    key = ("seats",) if state.opened == "seats" else ("select", state.opened)
    anchor = display.find(key)
    if entry is None or anchor is None:
        return display
    return covered(display, w.select_list(stage, key, anchor.box, entry.choice.values, entry.choice.chosen, entry.make))


def _ready(state: State, facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    """What will be opened, and where."""
    _, right = _split(stage, box)
    yield from w.grouped("log", w.panel(("ready",), right))
    inner = right.inset(18 if stage.canvas.is_compact else 22, 14)
    title = line_height(stage, theme.STATUS_STRONG)
    say = stage.say
    is_on = bool(facts.address) or _is_alone(state, facts)
    yield Node(
        ("ready", "icon"),
        Box(inner.x, inner.y + title / 2 - 10, 20, 20),
        Icon("shield-check" if is_on else "wifi-off", theme.MINT if is_on else theme.AMBER),
        group="log",
    )
    head = Box(inner.x + 28, inner.y, inner.w - 28, title)
    words = say("win.host.offline" if facts.is_practice or not is_on else "win.host.ready")
    yield from w.line(stage, ("ready", "title"), head, words, theme.STATUS_STRONG, theme.TEXT, group="log")
    changed = differences(stage.language, state.game, state.chosen)
    lines = [
        *_whereabouts(state, facts, stage),
        say("win.host.rules-changed", rules=say("list.comma").join(changed))
        if changed
        else say("win.host.rules-usual"),
    ]
    y = inner.y + title + 8
    for place, text in enumerate(lines):
        tall = line_height(stage, theme.BODY)
        most = int((inner.bottom - y + 0.1) / tall)
        if most < 1:
            return
        needed = w.paragraph_height(stage, text, theme.BODY, inner.w - 18)
        ink = theme.AMBER if place == 2 and changed else theme.MINT
        yield Node(
            ("ready", place, "dot"), Box.around(inner.x + 6, y + tall / 2, 6, 6), Panel(ink, ink, 3), group="log"
        )
        spot = Box(inner.x + 18, y, inner.w - 18, tall)
        yield from w.grouped(
            "log", w.paragraph(stage, ("ready", place), spot, text, theme.BODY, theme.TEXT_2, most=most)
        )
        y += min(needed, most * tall) + 5


def _is_alone(state: State, facts: Facts) -> bool:
    """Whether nobody else is waited for."""
    return facts.is_practice and state.bots == state.seats - 1


def _whereabouts(state: State, facts: Facts, stage: Stage) -> tuple[str, str]:
    """What comes of it when the table is opened."""
    say = stage.say
    if _is_alone(state, facts):
        return say("win.host.at-once"), say("win.host.alone", state.bots)
    if not facts.address:
        return say("win.host.no-network"), say("win.host.bots-only")
    return say("win.host.network", address=facts.address), say("win.host.seen")


def _foot(state: State, facts: Facts, stage: Stage, box: Box) -> Iterator[Node]:
    high = 46.0 if stage.canvas.is_compact else 52.0
    say = stage.say
    bottom = box.bottom - (8 if stage.canvas.is_compact else 16)
    wide = min(max(190.0, w.button_width(stage, say("win.host.cancel"), icon="x", hint="Esc")), box.w * 0.4)
    cancel = Box(box.x, bottom - high + 4, wide, high - 6)
    yield from w.grouped(
        "actions", w.button(stage, ("cancel",), cancel, say("win.host.cancel"), Back(), icon="x", hint="Esc")
    )
    words = say("win.host.begin" if _is_alone(state, facts) else "win.host.open")
    words = say("win.host.opening") if facts.is_opening else words
    wide = min(max(262.0, w.button_width(stage, words, icon="play", hint="↵", is_large=True)), box.w * 0.5)
    spot = Box(box.right - wide, bottom - high, wide, high)
    yield from w.grouped(
        "actions",
        w.button(
            stage,
            ("open",),
            spot,
            words,
            OpenTable(),
            tone=w.Tone.AMBER,
            icon="play",
            hint="↵",
            is_enabled=not facts.is_opening,
            is_large=True,
        ),
    )
