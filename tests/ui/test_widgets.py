"""Widgets: what they show, where they can be pressed, and that their words fit."""

from __future__ import annotations

import pytest

from lan_thirteen.core.names import CHAT
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui import theme
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box, Display, Node
from lan_thirteen.ui.field import Field, composed, filled, typed
from tests.ui.rectangles import check, stage_of, text_width

STAGE = stage_of(1280, 720)
BOX = Box(100, 100, 200, 46)
LONG = ("Open the table", "Öffne den Tisch für alle auf diesem Netzwerk", "뷁" * 30, "W" * 40)


def said(nodes: tuple[Node, ...]) -> str:
    """All words of these nodes."""
    return " ".join(run.text for node in nodes if isinstance(node.picture, p.Text) for run in node.picture.runs)


def test_a_line_that_fits_is_drawn_at_its_size() -> None:
    (node,) = w.line(STAGE, ("a",), BOX, "Femke", theme.BODY, theme.TEXT)
    assert isinstance(node.picture, p.Text)
    assert node.picture.runs[0].type == theme.BODY
    assert not node.tip


def test_a_line_that_is_a_bit_too_long_is_drawn_smaller() -> None:
    (node,) = w.line(STAGE, ("a",), BOX._replace(w=105), "W" * 14, theme.BODY, theme.TEXT)
    assert isinstance(node.picture, p.Text)
    assert theme.BODY.size - 1.5 <= node.picture.runs[0].type.size < theme.BODY.size
    assert node.picture.runs[0].text == "W" * 14


def test_a_line_that_is_far_too_long_is_cut_and_tells_the_whole_as_its_tip() -> None:
    (node,) = w.line(STAGE, ("a",), BOX._replace(w=60), "W" * 20, theme.BODY, theme.TEXT)
    assert said((node,)).endswith("…")
    assert node.tip == "W" * 20


@pytest.mark.parametrize("text_scale", [0.9, 1.0, 1.5])
@pytest.mark.parametrize("text", LONG)
@pytest.mark.parametrize("width", [60, 120, 262])
def test_whatever_stands_on_a_button_stays_on_it(text: str, text_scale: float, width: float) -> None:
    stage = stage_of(1280, 720, text_scale)
    box = BOX._replace(w=width)
    nodes = w.button(stage, ("b",), box, text, "go", icon="play", hint="Enter", is_large=True)
    check(Display(nodes), stage)
    assert all(node.box.within(box) for node in nodes)


def test_a_button_that_is_not_enabled_means_nothing_and_says_why() -> None:
    (ground, *_) = w.button(STAGE, ("b",), BOX, "Start", "go", is_enabled=False, tip="Nobody is here.")
    assert ground.intent is None
    assert ground.tip == "Nobody is here."


def test_a_pressed_button_goes_down_with_its_words() -> None:
    up = w.button(STAGE, ("b",), BOX, "Start", "go")
    down = w.button(STAGE._replace(pressed=("b",)), ("b",), BOX, "Start", "go")
    assert isinstance(down[0].picture, p.Panel)
    assert down[0].picture.is_pressed
    assert down[1].box.y == up[1].box.y + 3


def test_a_small_round_button_can_be_hit_as_if_it_were_larger() -> None:
    (ground, *_) = w.icon_button(STAGE, ("i",), 30, 24, "menu", "menu", "Menu", badge="12")
    assert (ground.box.w, ground.reach) == (30, Box.around(30, 24, 40, 40))


@pytest.mark.parametrize("align", list(p.Align))
def test_a_chip_is_as_wide_as_its_words_and_stands_where_it_is_put(align: p.Align) -> None:
    (ground, *_) = w.chip(STAGE, ("c",), 400, 100, "Waiting", tone=w.Tone.MINT, align=align)
    edge = {p.Align.LEFT: ground.box.x, p.Align.CENTRE: ground.box.cx, p.Align.RIGHT: ground.box.right}[align]
    assert edge == pytest.approx(400)
    assert ground.box.w == pytest.approx(w.chip_width(STAGE, "Waiting"))


def caught(nodes: tuple[Node, ...]) -> p.FieldText:
    (picture,) = [node.picture for node in nodes if isinstance(node.picture, p.FieldText)]
    return picture


def test_a_field_with_the_focus_shows_its_caret_and_what_is_composed() -> None:
    field = composed(typed(Field(limit=CHAT), "Nice hand, "), "하")
    away = caught(w.field(STAGE, ("f",), BOX, field, "Chat", intent="f"))
    here = caught(w.field(STAGE._replace(focus=("f",)), ("f",), BOX, field, "Chat", intent="f"))
    assert (away.caret, away.composing) == (None, "")
    assert (here.text, here.caret, here.composing) == ("Nice hand, ", 11, "하")


def test_of_a_long_text_the_part_about_the_caret_is_seen() -> None:
    text = "abcdefghijklmnopqrstuvwxyz" * 3
    stage = STAGE._replace(focus=("f",))
    at_end = caught(w.field(stage, ("f",), BOX, filled(text, CHAT), "Chat", intent="f"))
    assert text.endswith(at_end.text)
    assert at_end.caret == len(at_end.text)
    at_start = caught(w.field(stage, ("f",), BOX, filled(text, CHAT)._replace(caret=0), "Chat", intent="f"))
    assert text.startswith(at_start.text)
    assert at_start.caret == 0
    assert stage.measure(at_start.text, theme.BODY.face, theme.BODY.size) <= BOX.w


def test_an_empty_field_says_what_belongs_there() -> None:
    assert caught(w.field(STAGE, ("f",), BOX, Field(), "Chat", placeholder="Say something", intent="f")).placeholder


def test_the_place_on_a_slider_says_which_step_is_meant() -> None:
    intent = w.Along(("low", "middle", "high"), 1)
    box = Box(100, 0, 200, 40)
    assert [w.along(intent, box, x) for x in (-9, 100, 149, 151, 249, 251, 400)] == [
        *("low", "low", "low", "middle", "middle", "high", "high")
    ]


def rows_of(count: int) -> list[w.Row]:
    def row(place: int) -> w.Row:
        return lambda box: (Node(("row", place), box, p.Icon("x", theme.TEXT)),)

    return [row(place) for place in range(count)]


def test_a_list_shows_whole_rows_only_and_a_bar_where_there_are_more() -> None:
    box = Box(0, 0, 300, 250)
    nodes = w.scroll_list(("l",), box, rows_of(9), 3, row=70, gap=10)
    shown = [node for node in nodes if node.key[0] == "row"]
    assert [node.key[1] for node in shown] == [3, 4, 5]
    assert all(node.box.within(box) for node in nodes)
    assert any(node.key == ("l", "thumb") for node in nodes)
    assert not any(node.key == ("l", "thumb") for node in w.scroll_list(("l",), box, rows_of(3), 0, row=70, gap=10))


def test_a_list_does_not_scroll_past_its_end() -> None:
    nodes = w.scroll_list(("l",), Box(0, 0, 300, 250), rows_of(5), 99, row=70, gap=10)
    assert [node.key[1] for node in nodes if node.key[0] == "row"] == [2, 3, 4]


def test_the_wheel_turns_the_list_under_the_pointer() -> None:
    display = Display(w.scroll_list(("l",), Box(50, 50, 300, 250), rows_of(9), 0, row=70, gap=10))
    assert w.list_at(display, 60, 60) == ("l",)
    assert w.list_at(display, 10, 10) is None


@pytest.mark.parametrize("size", [(800, 600), (960, 540), (1280, 720)])
@pytest.mark.parametrize("count", [2, 7, 13, 20])
def test_an_open_list_of_any_length_stays_on_the_screen(size: tuple[int, int], count: int) -> None:
    stage = stage_of(*size, 1.15)
    anchor = Box(stage.canvas.w - 240, stage.canvas.h - 90, 226, 36)
    choices = [(n, f"{n} cards each") for n in range(count)]
    check(Display(w.select_list(stage, ("s",), anchor, choices, 3, lambda n: n)), stage)


@pytest.mark.parametrize("size", [(800, 600), (960, 540), (1280, 720), (3840, 2160)])
@pytest.mark.parametrize("text", LONG)
def test_a_dialog_holds_any_question(size: tuple[int, int], text: str) -> None:
    stage: Stage = stage_of(*size, 1.15)
    answers = (w.Answer("Stay", "stay"), w.Answer(text, "leave", w.Tone.DANGER))
    nodes = w.dialog(stage, text, text * 3, answers, icon="log-out")
    check(Display(nodes), stage)
    assert [node.intent for node in nodes if node.intent] == ["stay", "leave"]


@pytest.mark.parametrize("text", LONG)
def test_a_toast_and_a_tip_stay_on_the_screen(text: str) -> None:
    stage = stage_of(960, 540, 1.15)
    check(Display(w.toast(stage, ("t",), 480, 300, text * 2, icon="info")), stage)
    (corner, *_) = w.icon_button(stage, ("i",), 940, 20, "menu", "menu", "Menu")
    check(Display(w.tooltip(stage, corner, text)), stage)


def test_switches_and_choices_are_pressed_anywhere_on_them() -> None:
    nodes = w.segmented(STAGE, ("s",), Box(0, 0, 400, 36), (("a", "Aces low"), ("b", "Aces high")), "a", str.upper)
    assert [(node.intent, node.label) for node in nodes if node.intent] == [("A", "Aces low"), ("B", "Aces high")]
    check(Display(nodes), stage_of(1280, 720))
    switch = w.toggle(STAGE, ("t",), Box(0, 100, 300, 40), "Watching is allowed", True, "off")
    assert switch[0].reach == Box(0, 100, 300, 40)


def test_the_ring_goes_round_what_has_the_focus() -> None:
    (ground, *_) = w.button(STAGE, ("b",), BOX, "Start", "go")
    outer, inner = w.focus_ring(ground)
    assert (inner.box, outer.box) == (BOX.inset(-3), BOX.inset(-5))


def test_words_of_two_colours_are_one_line() -> None:
    words = (p.Run("Your turn ", theme.STATUS_LEAD, theme.AMBER), p.Run("Play 3 × 10", theme.STATUS, theme.TEXT))
    (node,) = w.runs(STAGE, ("r",), BOX._replace(w=150), words)
    assert text_width(node, STAGE) <= 150
