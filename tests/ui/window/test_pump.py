"""What pygame says, as what a person did."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from lan_thirteen.ui import events as ev
from lan_thirteen.ui.window.pump import Pump
from tests.support.windows import hidden_window, post, post_key

S = pygame


@pytest.fixture(autouse=True)
def _window() -> Iterator[None]:
    with hidden_window():
        yield


def told(pump: Pump | None = None, unit: float = 1.0) -> list[ev.Event]:
    return list((pump or Pump(lambda: "from the clipboard", lambda: 7.0)).drain(unit))


def key(scancode: int, code: int = 0, mod: int = 0) -> list[ev.Event]:
    post_key(scancode, code, mod)
    return told()


NAMED = {
    "return": S.KSCAN_RETURN,
    "space": S.KSCAN_SPACE,
    "escape": S.KSCAN_ESCAPE,
    "tab": S.KSCAN_TAB,
    "backspace": S.KSCAN_BACKSPACE,
    "delete": S.KSCAN_DELETE,
    "left": S.KSCAN_LEFT,
    "home": S.KSCAN_HOME,
    "end": S.KSCAN_END,
    "pageup": S.KSCAN_PAGEUP,
    "f1": S.KSCAN_F1,
    "f11": S.KSCAN_F11,
    "1": S.KSCAN_1,
    "0": S.KSCAN_0,
}


@pytest.mark.parametrize("name", NAMED)
def test_a_key_is_named(name: str) -> None:
    assert key(NAMED[name]) == [ev.Pressed(name, 7.0)]


def test_the_keys_of_the_number_pad_are_those_above_the_letters() -> None:
    assert key(S.KSCAN_KP_ENTER) == [ev.Pressed("return", 7.0)]
    assert key(S.KSCAN_KP_1) == [ev.Pressed("1", 7.0)]
    assert key(S.KSCAN_KP_0) == [ev.Pressed("0", 7.0)]


@pytest.mark.parametrize(
    ("mod", "name"),
    [
        (S.KMOD_LSHIFT, "shift+tab"),
        (S.KMOD_RSHIFT, "shift+tab"),
        (S.KMOD_LCTRL, "ctrl+tab"),
        (S.KMOD_LMETA, "ctrl+tab"),
        (S.KMOD_LALT, "alt+tab"),
        (S.KMOD_LCTRL | S.KMOD_LALT | S.KMOD_LSHIFT, "ctrl+alt+shift+tab"),
        (S.KMOD_CAPS | S.KMOD_NUM, "tab"),
    ],
)
def test_modifiers_stand_before_the_name(mod: int, name: str) -> None:
    assert key(S.KSCAN_TAB, mod=mod) == [ev.Pressed(name, 7.0)]


def test_a_letter_goes_by_what_is_written_on_the_key() -> None:
    """On a French keyboard A is where others have Q."""
    assert key(S.KSCAN_Q, S.K_a) == [ev.Pressed("a", 7.0)]


@pytest.mark.parametrize("code", [0x3142, 0x0439, 0, 0x40000000])
def test_a_letter_of_another_script_goes_by_the_place_of_the_key(code: int) -> None:
    """With a Korean or Russian layout the key right of Tab is Q."""
    assert key(S.KSCAN_Q, code) == [ev.Pressed("q", 7.0)]


def test_a_modifier_alone_and_keys_without_a_meaning_are_no_keys() -> None:
    assert key(S.KSCAN_LSHIFT, S.K_LSHIFT, S.KMOD_LSHIFT) == []
    assert key(S.KSCAN_PRINTSCREEN, S.K_PRINTSCREEN) == []
    assert key(0, 0) == []


def test_a_key_that_is_held_repeats_itself_until_it_is_let_go() -> None:
    pump = Pump(str, lambda: 7.0)
    for _ in range(3):
        post_key(S.KSCAN_RETURN, is_held=True)
    post(S.KEYUP, key=0, mod=0, unicode="", scancode=S.KSCAN_RETURN)
    post_key(S.KSCAN_RETURN)
    repeats = [event.is_repeat for event in told(pump) if isinstance(event, ev.Pressed)]
    assert repeats == [False, True, True, False]


def test_a_key_that_was_let_go_in_another_window_is_no_repeat_afterwards() -> None:
    pump = Pump(str, lambda: 7.0)
    post_key(S.KSCAN_RETURN, is_held=True)
    post(S.WINDOWFOCUSLOST)
    post(S.WINDOWFOCUSGAINED)
    post_key(S.KSCAN_RETURN)
    assert told(pump) == [
        ev.Pressed("return", 7.0),
        ev.Focused(False),
        ev.Focused(True),
        ev.Pressed("return", 7.0),
    ]


@pytest.mark.parametrize("mod", [S.KMOD_LCTRL, S.KMOD_LMETA])
def test_paste_brings_what_is_on_the_clipboard(mod: int) -> None:
    assert key(S.KSCAN_V, S.K_v, mod) == [ev.Pressed("ctrl+v", 7.0), ev.Pasted("from the clipboard")]
    assert key(S.KSCAN_V, S.K_v) == [ev.Pressed("v", 7.0)]


def test_typing_and_composing_go_on_as_they_are() -> None:
    post(S.TEXTEDITING, text="하", start=0, length=1)
    post(S.TEXTEDITING, text="", start=0, length=0)
    post(S.TEXTINPUT, text="한")
    assert told() == [ev.Composing("하"), ev.Composing(""), ev.Typed("한")]


@pytest.mark.parametrize("unit", [0.8, 1.0, 1.5, 2.0, 3.0])
def test_places_are_in_units_whatever_a_unit_has_of_points(unit: float) -> None:
    post(S.MOUSEMOTION, pos=(300, 150), rel=(0, 0), buttons=(0, 0, 0), touch=False)
    post(S.MOUSEBUTTONDOWN, pos=(300, 150), button=1, touch=False)
    post(S.MOUSEBUTTONUP, pos=(302, 150), button=1, touch=False)
    assert told(unit=unit) == [
        ev.Moved((300 / unit, 150 / unit)),
        ev.Down(300 / unit, 150 / unit, 7.0),
        ev.Up(302 / unit, 150 / unit, 7.0),
    ]


def test_only_the_left_button_presses() -> None:
    for button in (2, 3, 4, 5, 6, 7):
        post(S.MOUSEBUTTONDOWN, pos=(3, 3), button=button, touch=False)
        post(S.MOUSEBUTTONUP, pos=(3, 3), button=button, touch=False)
    assert told() == []


def test_the_wheel_and_its_parts_of_a_notch_are_told() -> None:
    post(S.MOUSEWHEEL, flipped=False, x=0, y=0, precise_x=0.0, precise_y=-0.25, touch=False)
    (wheeled,) = told()
    assert isinstance(wheeled, ev.Wheeled)
    assert wheeled.notches == -0.25


def test_the_pointer_that_leaves_is_nowhere() -> None:
    post(S.WINDOWLEAVE)
    assert told() == [ev.Moved(None)]


@pytest.mark.parametrize("kind", [S.QUIT, S.WINDOWCLOSE])
def test_the_cross_asks_to_close(kind: int) -> None:
    post(kind)
    assert told() == [ev.CloseAsked()]


OTHERS = (
    *("ACTIVEEVENT", "AUDIODEVICEADDED", "AUDIODEVICEREMOVED", "CLIPBOARDUPDATE", "DROPFILE", "DROPTEXT"),
    *("FINGERDOWN", "FINGERMOTION", "FINGERUP", "JOYAXISMOTION", "JOYBUTTONDOWN", "JOYDEVICEADDED", "KEYMAPCHANGED"),
    *("MULTIGESTURE", "SYSWMEVENT", "USEREVENT", "VIDEORESIZE", "WINDOWHIDDEN", "WINDOWMINIMIZED", "WINDOWMOVED"),
    *("WINDOWRESIZED", "WINDOWSHOWN", "WINDOWSIZECHANGED", "WINDOWTAKEFOCUS"),
)


@pytest.mark.parametrize("name", OTHERS)
def test_whatever_else_comes_is_left_out(name: str) -> None:
    post(getattr(pygame, name))
    assert told() == []


def test_what_was_covered_must_be_shown_again() -> None:
    pump = Pump(str, lambda: 7.0)
    assert not pump.take_exposed()
    post(S.WINDOWEXPOSED)
    assert told(pump) == []
    assert pump.take_exposed()
    assert not pump.take_exposed()
