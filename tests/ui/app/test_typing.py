"""Text fields: input methods, other people's letters, the clipboard, the caret, and what is said."""

from __future__ import annotations

import pytest

from lan_thirteen.ui import events as ev
from lan_thirteen.ui.pictures import FieldText
from lan_thirteen.wire import messages as m
from tests.support.pilot import Pilot
from tests.support.pilot_hands import asked
from tests.support.pilot_screens import SCREENS, at_screen


def typing(screen: str = "leaves chat") -> Pilot:
    """Somebody whose keyboard is in the first field of this screen, which is empty."""
    pilot = SCREENS[screen]()
    field = next(node for node in pilot.display.reachable() if node.is_field)
    pilot.press(field)
    pilot.key(*("backspace",) * 20, pause=0)
    return pilot


def field_of(pilot: Pilot) -> FieldText:
    """How the field looks that has the focus."""
    key = pilot.app.focus_key
    assert key is not None
    picture = next(
        n.picture for n in pilot.display.nodes if n.key[: len(key)] == key and isinstance(n.picture, FieldText)
    )
    assert isinstance(picture, FieldText)
    return picture


def text(pilot: Pilot) -> str:
    return field_of(pilot).text


# input methods


def test_what_is_being_composed_is_seen_at_the_caret_and_is_no_part_of_the_text() -> None:
    pilot = typing()
    pilot.types("ab")
    pilot.key("left")
    for part in ("ㅎ", "하", "한"):
        pilot.handle(ev.Composing(part))
        assert field_of(pilot).composing == part
        assert text(pilot) == "ab"
    pilot.handle(ev.Composing(""))
    pilot.handle(ev.Typed("한"))
    assert text(pilot) == "a한b"
    assert field_of(pilot).composing == ""


def test_an_empty_composition_after_the_text_deletes_nothing() -> None:
    """Some input methods end it before they give the text, some after."""
    pilot = typing()
    pilot.handle(ev.Composing("하"))
    pilot.handle(ev.Typed("하"))
    pilot.handle(ev.Composing(""))
    assert text(pilot) == "하"


@pytest.mark.parametrize("key", ["return", "backspace", "delete", "left", "right", "home", "end"])
def test_while_something_is_composed_keys_belong_to_the_input_method(key: str) -> None:
    pilot = typing()
    pilot.types("ab")
    pilot.handle(ev.Composing("하"))
    pilot.key(key)
    assert not pilot.said(m.Chat)
    assert text(pilot) == "ab"
    assert field_of(pilot).caret == 2
    pilot.handle(ev.Composing(""))
    pilot.handle(ev.Typed("하"))
    pilot.key("return")
    assert [chat.text for chat in pilot.said(m.Chat)] == ["ab하"]


def test_a_press_on_send_sends_what_is_still_being_composed() -> None:
    pilot = typing()
    pilot.types("안녕")
    pilot.handle(ev.Composing("하"))
    pilot.click("Send")
    assert [chat.text for chat in pilot.said(m.Chat)] == ["안녕하"]


@pytest.mark.parametrize("leave", ["tab", "escape", "press"])
def test_what_was_being_composed_stays_when_the_field_is_left(leave: str) -> None:
    """And what the input method says too late goes nowhere."""
    pilot = typing()
    pilot.types("ab")
    pilot.handle(ev.Composing("하"))
    if leave == "press":
        pilot.handle(ev.Down(200, 300, pilot.lan.now))
        pilot.handle(ev.Up(200, 300, pilot.lan.now))
    else:
        pilot.key(leave)
    assert pilot.app.caret is None
    pilot.handle(ev.Typed("하"))
    assert pilot.model.drawer.field.text == "ab하"
    assert pilot.model.drawer.field.composing == ""


def test_the_caret_of_the_input_method_is_where_the_text_ends() -> None:
    pilot = typing()
    begins = pilot.app.caret
    pilot.types("Wwww")
    after = pilot.app.caret
    pilot.handle(ev.Composing("하"))
    composing = pilot.app.caret
    assert begins is not None
    assert after is not None
    assert composing is not None
    assert begins.x < after.x < composing.x
    field = pilot.app.focus
    assert field is not None
    pilot.types("W" * 200)
    far = pilot.app.caret
    assert far is not None
    assert field.box.x <= far.x <= field.box.right


# the clipboard


def test_what_is_pasted_is_one_line_in_composed_letters() -> None:
    pilot = typing()
    pilot.handle(ev.Pasted("  one\r\ntwo\tthree\x00\x07 Zoe\u0308 \u1112\u1161\u11ab \n"))
    assert text(pilot) == "one two three Zoë 한"


def test_an_address_can_be_pasted_with_what_hangs_on_it() -> None:
    pilot = SCREENS["home"]()
    pilot.key("j")
    pilot.handle(ev.Pasted("\n192.168.1.24:41313\n"))
    assert pilot.model.home.address.text == "192.168.1.24:41313"
    pilot.key("return")
    assert [order for order in pilot.effects if type(order).__name__ == "JoinAddress"]


def test_paste_goes_nowhere_where_nothing_is_typed() -> None:
    _, pilot = asked("leaves")
    before = pilot.model
    pilot.key("ctrl+v")
    pilot.handle(ev.Pasted("words"))
    assert pilot.model == before


# limits


def test_a_chat_of_200_characters_is_said_whole_and_no_longer_one_can_be_typed() -> None:
    for letter in ("a", "뷁", "é"):
        pilot = typing()
        pilot.types(letter * 210)
        pilot.key("return")
        assert [chat.text for chat in pilot.said(m.Chat)] == [letter * 200]
        table = pilot.model.table
        assert table is not None
        assert table.chat[-1].text == letter * 200
        assert text(pilot) == ""


@pytest.mark.parametrize(("letter", "most"), [("a", 20), ("뷁", 10), ("é", 20)])
def test_a_name_is_as_long_as_a_name_may_be(letter: str, most: int) -> None:
    pilot = typing("naming")
    pilot.types(letter * 50)
    assert text(pilot) == letter * most


@pytest.mark.parametrize(("letter", "most"), [("a", 30), ("뷁", 15)])
def test_the_name_of_a_table_is_as_long_as_it_may_be(letter: str, most: int) -> None:
    pilot = typing("host")
    pilot.key(*("backspace",) * 40, pause=0)
    pilot.types(letter * 50)
    assert pilot.model.form is not None
    assert pilot.model.form.name.text == letter * most


def test_a_thousand_marks_on_one_letter_are_no_name() -> None:
    pilot = typing("naming")
    pilot.handle(ev.Pasted("a" + "\u0301" * 1000))
    assert len(text(pilot)) <= 40


def test_nothing_but_blanks_is_not_said() -> None:
    pilot = typing()
    pilot.types("   ")
    pilot.key("return")
    assert not pilot.said(m.Chat)


# the caret


def test_the_caret_goes_by_whole_characters_and_to_both_ends() -> None:
    pilot = typing()
    pilot.handle(ev.Pasted("ae\u0301\u0323b"))
    pilot.key("left", "left")
    pilot.types("x")
    assert text(pilot).startswith("ax")
    pilot.key("home")
    pilot.types("1")
    pilot.key("end")
    pilot.types("2")
    assert text(pilot)[0] == "1"
    assert text(pilot)[-1] == "2"
    pilot.key("backspace", "ctrl+backspace")
    assert text(pilot) == ""


def test_a_press_in_a_field_puts_the_caret_there() -> None:
    pilot = typing("host")
    pilot.types("Friday evening")
    field = pilot.app.focus
    assert field is not None
    words = next(
        n for n in pilot.display.nodes if n.key[: len(field.key)] == field.key and isinstance(n.picture, FieldText)
    )
    for x, caret in ((words.box.x - 5, 0), (words.box.x + 1, 0), (words.box.right - 1, 14)):
        pilot.handle(ev.Down(x, words.box.cy, pilot.lan.now))
        pilot.handle(ev.Up(x, words.box.cy, pilot.lan.now))
        assert field_of(pilot).caret == caret
    half = pilot.stage.measure("Friday", field_of(pilot).type.face, field_of(pilot).type.size)
    pilot.handle(ev.Down(words.box.x + half, words.box.cy, pilot.lan.now))
    pilot.types("!")
    assert text(pilot) == "Friday! evening"


def test_every_field_says_what_it_is_for() -> None:
    for name in SCREENS:
        for node in at_screen(name).display.reachable():
            assert not node.is_field or node.label
