"""The keyboard's focus: it comes everywhere, is always seen, never lost, and keeps out of what is typed."""

from __future__ import annotations

from random import Random

import pytest

from lan_thirteen.ui import events as ev
from lan_thirteen.ui.display import Key, Way, walked
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import asked, choice_of, is_asked, picks_with_mouse, plays_with_keys, seated, until_asked
from tests.support.pilot_screens import SCREENS, at_screen

SIZES = [(1280, 720), pytest.param((800, 600), marks=pytest.mark.slow)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
def test_the_tab_key_comes_to_everything_that_can_be_pressed(name: str, size: tuple[int, int]) -> None:
    pilot = at_screen(name, size)
    missing = {node.key for node in pilot.display.reachable()}
    for _ in range(2 * len(pilot.display.nodes)):
        if not missing:
            break
        pilot.key("tab", pause=0)
        missing.discard(pilot.app.focus_key)
    assert not missing


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
def test_arrows_come_to_everything_that_can_be_pressed(name: str, size: tuple[int, int]) -> None:
    """From wherever the focus begins, by some way of arrows."""
    display = at_screen(name, size).display
    start = walked(display, None, Way.NEXT)
    reached: set[Key | None] = {start}
    ahead = [start]
    while ahead:
        here = ahead.pop()
        for way in (Way.LEFT, Way.RIGHT, Way.UP, Way.DOWN):
            there = walked(display, here, way)
            if there not in reached:
                reached.add(there)
                ahead.append(there)
    missing = {node.key for node in display.reachable()} - reached
    assert not missing


@pytest.mark.parametrize("name", SCREENS)
def test_after_a_key_that_walks_the_focus_is_seen(name: str) -> None:
    pilot = at_screen(name)
    rng = Random(name)
    for _ in range(25):
        pilot.key(rng.choice(("tab", "shift+tab", "left", "right", "up", "down")), pause=0)
        node = pilot.app.focus
        assert node is not None
        assert node.is_field or pilot.display.find(("focus", 0)) is not None


@pytest.mark.parametrize("game", ["leaves", "three-thirteen", "dreizehn"])
def test_the_focus_is_never_lost_when_what_had_it_is_gone(game: str) -> None:
    """Cards are played, deals end, dialogs come and go: once keys are used there is a focus, and it can be reached."""
    lan, _ = asked(game, "Ana", "Bo")
    ana, bo = lan.pilots
    ana.key("tab")

    def look(pilot: Pilot) -> None:
        if pilot.app._hands.has_keys:
            node = pilot.app.focus
            assert node is not None
            assert node in pilot.display.nodes[pilot.display.floor :]
            assert node.label

    ana.look = look
    for _ in range(25):
        for pilot in (ana, bo):
            if is_asked(pilot):
                plays_with_keys(pilot, choice_of(pilot))
        ana.key("f1", "tab", "escape", "f10", "tab", "escape", "l", "tab", "l", "tab", pause=0)
        lan.pass_time(0.3)
        for pilot in (ana, bo):
            if pilot.model.results.is_open:
                pilot.key("return")


def test_what_the_focus_is_brought_to_says_nothing_until_somebody_goes_there() -> None:
    lan = Lan()
    (ana,) = seated(lan, "three-thirteen", "Ana")
    ana.walk_to(("main",))
    ana.key("space")
    until_asked(lan, ana)
    assert ana.app.focus is not None
    assert ana.app.focus.tip
    assert ana.display.find(("tip",)) is None
    ana.key("tab", "shift+tab")
    assert ana.display.find(("tip",)) is not None


def test_what_covers_the_screen_gives_the_focus_back() -> None:
    _, ana = asked("leaves")
    ana.key("tab", "tab", "tab")
    before = ana.app.focus_key
    ana.key("f10", "tab", "escape")
    assert ana.app.focus_key == before


def test_the_mouse_hides_the_ring_and_keys_bring_it_back() -> None:
    ana = Pilot(Lan())
    ana.key("tab")
    assert ana.display.find(("focus", 0)) is not None
    ana.handle(ev.Down(3, 3, ana.lan.now))
    ana.handle(ev.Up(3, 3, ana.lan.now))
    assert ana.display.find(("focus", 0)) is None
    ana.key("tab")
    assert ana.display.find(("focus", 0)) is not None


def test_letters_that_are_typed_are_no_commands() -> None:
    """Every letter, digit and sign that means something on a table."""
    _, ana = asked("dreizehn", "Ana", "Bo")
    ana.key("t")
    field = ana.app.focus_key
    before = ana.model.table
    for char in "spdfgarntlhoc123456789 ":
        ana.key("space" if char == " " else char, pause=0)
        ana.types(char)
    assert ana.model.drawer.field.text == "spdfgarntlhoc123456789 "
    assert ana.app.focus_key == field
    assert before is not None
    assert ana.model.table is not None
    assert ana.model.table.pick == before.pick
    assert ana.model.overlay is None


@pytest.mark.parametrize("name", ["naming", "home", "host", "room of the owner", "settings profile", "leaves chat"])
def test_letters_go_into_every_field_and_tab_leaves_it(name: str) -> None:
    pilot = SCREENS[name]()
    fields = [node for node in pilot.display.reachable() if node.is_field]
    assert fields
    for field in fields:
        pilot.press(pilot.by_key(field.key))
        assert pilot.app.focus_key == field.key
        assert pilot.app.caret is not None
        before = {node.key for node in pilot.display.reachable()}
        for char in "hbj":
            pilot.key(char, pause=0)
            pilot.types(char)
        assert {node.key for node in pilot.display.reachable()} >= before - {field.key}
        assert pilot.reads("hbj")
        pilot.key("tab")
        assert pilot.app.focus_key != field.key
        pilot.key("shift+tab")
        assert pilot.app.focus_key == field.key
        pilot.key("escape")
        assert pilot.app.caret is None


def test_space_chooses_a_card_and_return_plays_it() -> None:
    _, ana = asked("leaves", "Ana", "Bo")
    picks_with_mouse(ana, choice_of(ana))
    ana.key("tab")
    assert ana.app.focus is not None
    card = next((n for n in ana.display.reachable() if n.group == "hand"), None)
    assert card is not None
    ana.walk_to(card.key)
    ana.key("return")
    assert not is_asked(ana)
