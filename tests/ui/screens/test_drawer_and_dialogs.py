"""The drawer beside a table, questions, and sentences that go by themselves."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from lan_thirteen.core.names import CHAT
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.display import Box, Display, Node, covered
from lan_thirteen.ui.field import filled
from lan_thirteen.ui.screens import dialogs, drawer
from lan_thirteen.ui.screens.common import Focus
from lan_thirteen.ui.theme import TEXT
from lan_thirteen.ui.widgets import Wheel
from lan_thirteen.wire import messages as m
from tests.ui.rectangles import EACH_SIZE, check, stage_of, text_scales
from tests.ui.screens.rooms import FULL, SAID

TOLD = tuple(f"{name} played 3 × 9 and has {n} cards left." for n, name in enumerate(("Jan", "W" * 20, "뷁" * 10) * 9))
FACTS = drawer.Facts(SAID, TOLD, 3, FULL)
TABLE = Display(
    (
        Node(("plate",), Box(22, 50, 900, 54), p.Icon("x", TEXT), group="plate 1"),
        Node(("table",), Box(22, 112, 900, 190), p.Icon("x", TEXT), group="table"),
        Node(("pill",), Box(300, 315, 300, 38), p.Icon("x", TEXT), group="pill"),
        Node(("hand",), Box(200, 390, 500, 140), p.Icon("x", TEXT), group="hand"),
    )
)


class Shown(NamedTuple):
    text: str
    is_trouble: bool


def words(nodes: tuple[Node, ...]) -> list[str]:
    return ["".join(run.text for run in n.picture.runs) for n in nodes if isinstance(n.picture, p.Text)]


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("has_log", [True, False])
@pytest.mark.parametrize("offset", [0, 5, 999])
def test_nothing_in_the_drawer_overlaps_or_is_cut(size: tuple[int, int], has_log: bool, offset: int) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        stage = stage_of(*size, scale)
        state = drawer.State(True, has_log, filled("W" * 60, CHAT), offset)
        box = drawer.place(stage, TABLE)
        nodes = drawer.nodes(state, FACTS, stage, box)
        check(Display(nodes), stage)
        assert all(node.box.within(box, 1) for node in nodes)


def test_a_wide_window_gives_the_drawer_room_and_a_compact_one_lays_it_over_the_middle() -> None:
    wide, compact = stage_of(1280, 720), stage_of(960, 540)
    state = drawer.State(is_open=True)
    assert drawer.table_area(state, wide).w == 1280 - 332
    assert drawer.place(wide, TABLE) == pytest.approx((958, 140, 300, 556), abs=8)
    assert drawer.table_area(state, compact).w == 960
    over = drawer.place(compact, TABLE)
    assert over.bottom <= 315
    assert not any(over.meets(node.box) for node in TABLE.nodes if node.group in ("pill", "hand"))


def test_the_last_words_are_seen_and_the_wheel_leads_to_earlier_ones() -> None:
    stage = stage_of(960, 540)
    box = drawer.place(stage, TABLE)
    last = words(drawer.nodes(drawer.State(True, True), FACTS, stage, box))
    assert any("26 cards" in line for line in last)
    assert not any("has 2 cards" in line for line in last)
    state = drawer.State(True, True)
    for _ in range(60):
        state, _ = drawer.press(state, Wheel(drawer.LIST, -1))
    assert any("Jan played" in line for line in words(drawer.nodes(state, FACTS, stage, box)))


def test_one_key_opens_and_closes_the_drawer() -> None:
    talk = drawer.keys(drawer.State())["t"]
    opened, wishes = drawer.press(drawer.State(), talk)
    assert opened.is_open
    assert wishes == (Focus(drawer.FIELD),)
    told, _ = drawer.press(opened, drawer.keys(opened)["l"])
    assert told.is_open
    assert told.has_log
    assert not drawer.press(told, drawer.keys(told)["l"])[0].is_open
    assert not drawer.press(told, drawer.keys(told)["escape"])[0].is_open


def test_a_closed_drawer_is_nothing() -> None:
    stage = stage_of(1280, 720)
    assert drawer.nodes(drawer.State(), FACTS, stage, drawer.place(stage, TABLE)) == ()
    assert drawer.fields(drawer.State()) == {}


def test_words_are_sent_once_and_blanks_are_none() -> None:
    state = drawer.State(is_open=True, field=filled(" Nice hand ", CHAT))
    sent, wishes = drawer.press(state, drawer.Send())
    assert wishes == (m.Chat("Nice hand"),)
    assert drawer.press(sent, drawer.Send())[1] == ()


def test_words_that_were_not_seen_are_counted_on_the_tab() -> None:
    stage = stage_of(1280, 720)
    assert "Chat · 3" in words(drawer.nodes(drawer.State(True, True), FACTS, stage, drawer.place(stage, TABLE)))


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("kind", list(dialogs.Kind))
def test_every_dialog_fits_and_says_something(size: tuple[int, int], kind: dialogs.Kind) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        stage = stage_of(*size, scale)
        state = dialogs.State(kind, "W" * 30, 2, "뷁 is a word. " * 9)
        display = covered(TABLE, dialogs.nodes(state, stage))
        check(display, stage)
        assert not any(line.startswith("win.") for line in words(display.nodes))


@pytest.mark.parametrize("kind", [kind for kind in dialogs.Kind if kind is not dialogs.Kind.GO_ON])
def test_no_key_and_no_first_focus_ever_ends_anything(kind: dialogs.Kind) -> None:
    state = dialogs.asked(kind, "Jan", 2)
    assert all(isinstance(intent, dialogs.No) for intent in dialogs.keys(state).values())
    first = next(Display(dialogs.nodes(state, stage_of(1280, 720))).reachable())
    assert isinstance(first.intent, dialogs.No)


def test_a_table_that_has_stopped_is_opened_again_by_one_key() -> None:
    state = dialogs.asked(dialogs.Kind.GO_ON, path="a.lan13")
    assert dialogs.keys(state) == {"escape": dialogs.No(), "return": dialogs.Yes()}
    first = next(Display(dialogs.nodes(state, stage_of(1280, 720))).reachable())
    assert first.intent == dialogs.Yes()
    assert dialogs.press(state, dialogs.Yes())[1] == (dialogs.Sure(dialogs.Kind.GO_ON, 0, "a.lan13"),)
    assert dialogs.press(state, dialogs.No()) == (None, ())


def test_an_answer_ends_the_dialog_and_only_a_yes_does_something() -> None:
    state = dialogs.asked(dialogs.Kind.KICK, "Jan", 2)
    assert dialogs.press(state, dialogs.No()) == (None, ())
    assert dialogs.press(state, dialogs.Yes()) == (None, (dialogs.Sure(dialogs.Kind.KICK, 2),))
    joining = dialogs.joining("Friday Leaves")
    assert dialogs.press(joining, dialogs.No())[1] == (dialogs.Sure(dialogs.Kind.JOINING, 0),)
    assert dialogs.press(dialogs.told("No."), dialogs.No())[1] == ()


def test_two_sentences_at_most_stand_above_each_other() -> None:
    stage = stage_of(960, 540, 1.15)
    shown = [Shown("One", False), Shown("W" * 200, True), Shown("Jan lost the connection. " * 4, True)]
    nodes = dialogs.toasts(stage, shown, 480, 300, 460)
    check(Display(nodes), stage)
    assert max(node.box.bottom for node in nodes) <= 300.01
    assert "One" not in words(nodes)
    assert {node.group for node in nodes} == {"toast"}
