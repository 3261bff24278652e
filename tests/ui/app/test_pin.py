"""From a press to the table and back where a PIN is asked for: the window's mind alone, without a network."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import msgspec
import pytest

from lan_thirteen.core.lobby import Person, Phase
from lan_thirteen.core.pin import Pin
from lan_thirteen.core.timing import AT_ONCE
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.acquaintances import Standing
from lan_thirteen.net.guest import Joined
from lan_thirteen.net.rows import Listed, Pulse
from lan_thirteen.ui import events as ev
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.app import doing
from lan_thirteen.ui.app.app import App
from lan_thirteen.ui.app.at_table import AtTable
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.app.seeing import menu_facts
from lan_thirteen.ui.boards.base import Ask
from lan_thirteen.ui.canvas import canvas_of
from lan_thirteen.ui.display import Key
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.screens import home, menu, pin_dialog
from lan_thirteen.ui.settings import Settings
from lan_thirteen.ui.text import load_language
from lan_thirteen.wire import messages as m
from tests.support.adverts import new_table
from tests.support.messages import as_changed
from tests.ui.screens.rooms import SOME

ENGLISH, ADVANCES = load_language(), load_advances()
ME = Person(1)
NEEDED, WRONG = Refusal("join.pin-needed"), Refusal("join.wrong-pin", (4,))

T = TypeVar("T")


class Window:
    """An app and all that it has asked for."""

    def __init__(self) -> None:
        model = Model(Settings(name="Bo"), "bo", home=home.fresh("Bo", 0))
        self.app = App(model, ENGLISH, ADVANCES, canvas_of(1280, 720), AT_ONCE)
        self.done: list[Any] = []

    def hears(self, news: o.News) -> None:
        self.done += self.app.hear(news, 100.0)

    def clicks(self, key: Key) -> None:
        node = next(node for node in self.app.display.reachable() if node.key == key)
        place = (node.reach.cx, node.reach.cy)
        self.done += self.app.handle(ev.Down(*place, 100.0))
        self.done += self.app.handle(ev.Up(*place, 100.1))

    def types(self, text: str, *keys: str) -> None:
        self.done += self.app.handle(ev.Typed(text))
        for key in keys:
            self.done += self.app.handle(ev.Pressed(key, 101.0))

    def last(self, kind: type[T]) -> T:
        return [effect for effect in self.done if isinstance(effect, kind)][-1]

    @property
    def words(self) -> str:
        """All that can be read."""
        return "\n".join(
            "".join(run.text for run in node.picture.runs)
            for node in self.app.display.nodes
            if isinstance(node.picture, p.Text)
        )

    @property
    def typed(self) -> str:
        return next(
            n.picture.text for n in self.app.display.nodes if isinstance(n.picture, p.FieldText) and n.key[0] == "pin"
        )


def locked_row() -> Listed:
    advert = msgspec.structs.replace(new_table(name="Kitchen"), pin=True)
    return Listed(advert, (), Pulse.ALIVE, False, 0.002)


@pytest.fixture
def window() -> Window:
    """Bo has pressed Join at a locked table, and was asked for its PIN."""
    window = Window()
    row = locked_row()
    window.hears(o.TablesSeen((row,), None))
    window.clicks(("join", row.advert.table.hex(), row.advert.fingerprint.hex()))
    assert window.last(o.JoinTable).has_pin
    assert window.last(o.JoinTable).visitor.pin is None
    window.hears(o.Joining())
    window.hears(o.JoinFailed(NEEDED))
    return window


def test_a_locked_table_asks_for_its_pin_and_the_keyboard_is_there(window: Window) -> None:
    assert "Kitchen asks for a PIN" in window.words
    assert window.app.focus_key == pin_dialog.FIELD
    window.types("40713", "return")
    way = window.last(o.JoinTable)
    assert way.visitor.pin == Pin("40713")
    assert way.has_pin


def test_a_pin_that_was_right_is_kept_no_longer(window: Window) -> None:
    window.types("40713", "return")
    window.hears(o.Joining())
    comes_in(window, Standing.FIRST, has_pin=True, is_proven=True)
    assert window.app.model.way is None


def test_a_typed_address_that_needs_a_pin_asks_as_well() -> None:
    window = Window()
    window.clicks(home.ADDRESS_KEY)
    window.types("192.168.0.12", "return")
    window.hears(o.Joining())
    window.hears(o.JoinFailed(NEEDED))
    assert "This table asks for a PIN" in window.words
    window.types("40713", "return")
    assert window.last(o.JoinAddress) == o.JoinAddress("192.168.0.12", window.last(o.JoinAddress).visitor)
    assert window.last(o.JoinAddress).visitor.pin == Pin("40713")


def test_a_wrong_one_is_asked_for_again_with_the_tries_that_are_left(window: Window) -> None:
    window.types("40714", "return")
    window.hears(o.Joining())
    window.hears(o.JoinFailed(WRONG))
    assert "This PIN is wrong. You have 4 more tries." in window.words
    assert window.typed == ""
    window.types("40713", "return")
    assert window.last(o.JoinTable).visitor.pin == Pin("40713")


@pytest.mark.parametrize(
    "why",
    [
        Refusal("join.try-later", (30,)),
        Refusal("join.no-proof"),
        Refusal("join.no-pin-there"),
        Refusal("join.pin-rests", (5,)),
    ],
)
def test_what_no_other_pin_would_help_against_is_told_and_nothing_is_asked(window: Window, why: Refusal) -> None:
    window.types("40713", "return")
    window.hears(o.Joining())
    window.hears(o.JoinFailed(why))
    assert not isinstance(window.app.model.overlay, pin_dialog.State)
    assert ENGLISH.why(why)[:30] in window.words.replace("\n", " ")


def test_less_than_five_digits_go_nowhere_and_escape_goes_back_to_the_list(window: Window) -> None:
    before = len([effect for effect in window.done if isinstance(effect, o.JoinTable)])
    window.types("4071x", "return")
    assert len([effect for effect in window.done if isinstance(effect, o.JoinTable)]) == before
    assert window.typed == "4071"
    window.types("", "escape", "escape")
    assert window.app.model.overlay is None
    assert window.app.model.way is None


def test_the_buttons_of_the_dialog_do_the_same(window: Window) -> None:
    window.types("40713")
    window.clicks(("dialog", "join"))
    assert window.last(o.JoinTable).visitor.pin == Pin("40713")
    window.hears(o.Joining())
    window.hears(o.JoinFailed(WRONG))
    window.clicks(("dialog", "cancel"))
    assert window.app.model.overlay is None


def test_a_typed_pin_is_forgotten_with_the_next_way(window: Window) -> None:
    window.types("40713", "return")
    window.hears(o.Joining())
    window.hears(o.JoinFailed(Refusal("join.unreachable")))
    window.types("", "return")
    way = window.last(o.JoinTable)
    window.clicks(("join", way.table.hex(), way.fingerprint.hex()))
    assert window.last(o.JoinTable).visitor.pin is None


# our own table


def comes_in(window: Window, known: Standing, *, has_pin: bool, is_proven: bool = False) -> None:
    window.hears(Joined(m.Welcome(ME, is_back=False, mac=b""), b"", b"", b"", has_pin, is_proven))
    window.hears(as_changed(SOME))
    window.hears(o.TableKnown(known, is_proven))


def opened() -> Window:
    window = Window()
    window.clicks(("host",))
    return window


def test_a_pin_that_is_switched_on_opens_the_table_with_it_and_is_shown_in_its_room() -> None:
    window = opened()
    assert window.app.model.form is not None
    spare = window.app.model.form.spare_pin
    assert len(spare) == 5
    window.clicks(("pin",))
    window.clicks(("open",))
    assert window.last(o.Open).opening.pin == Pin(spare)
    window.hears(o.Joining())
    window.hears(o.TableOpened(b"", 41313, ("192.168.0.12",), "Kitchen", "leaves"))
    comes_in(window, Standing.OWN, has_pin=True)
    assert spare in window.words
    assert "This computer keeps the table." not in window.words


def test_its_pin_is_changed_only_once_the_table_has_said_so() -> None:
    window = opened()
    window.clicks(("open",))
    window.hears(o.Joining())
    window.hears(o.TableOpened(b"", 41313, ("192.168.0.12",), "Kitchen", "leaves"))
    comes_in(window, Standing.OWN, has_pin=False)
    window.clicks(("pin", "change"))
    asked = window.last(o.Say).message
    assert isinstance(asked, m.SetPin)
    assert asked.pin not in window.words
    window.hears(m.Notice("pin.set", (), ()))
    assert asked.pin in window.words
    window.clicks(("pin", "change"))
    window.clicks(("dialog", "answer", 2))
    other = window.last(o.Say).message
    assert isinstance(other, m.SetPin)
    assert len(other.pin) == 5
    assert asked.pin in window.words
    window.hears(m.Notice("pin.set", (), ()))
    assert other.pin in window.words
    window.clicks(("pin", "change"))
    window.clicks(("dialog", "answer", 1))
    assert window.last(o.Say).message == m.SetPin("")
    window.hears(m.Notice("pin.removed", (), ()))
    assert other.pin not in window.words


def test_the_owner_is_told_that_many_were_wrong() -> None:
    window = Window()
    window.hears(o.Joining())
    comes_in(window, Standing.OWN, has_pin=True)
    window.hears(m.Notice("pin.many-wrong", (30,), ()))
    assert "30 wrong PINs were tried at this table" in window.words.replace("\n", " ")


# what is known of a table


def test_what_is_known_of_anothers_table_stands_in_its_waiting_room() -> None:
    window = Window()
    window.hears(o.Joining())
    window.hears(Joined(m.Welcome(Person(2), is_back=False, mac=b""), b"", b"", b""))
    window.hears(as_changed(SOME))
    assert "computer" not in window.words
    window.hears(o.TableKnown(Standing.KNOWN, is_proven=True))
    assert "PIN proven: this table knows it too." in window.words
    assert "You have played at this computer before." in window.words
    assert not window.app.model.toasts


def test_a_name_that_another_computer_used_is_also_told_aloud() -> None:
    window = Window()
    window.hears(o.Joining())
    comes_in(window, Standing.OTHER, has_pin=False)
    assert [(toast.text, toast.is_trouble) for toast in window.app.model.toasts] == [
        ("Another computer used this name before.", True)
    ]


def test_who_comes_into_a_match_is_told_in_passing() -> None:
    window = Window()
    window.hears(o.Joining())
    window.hears(Joined(m.Welcome(Person(9), is_back=False, mac=b""), b"", b"", b""))
    window.hears(as_changed(msgspec.structs.replace(SOME, phase=Phase.PLAYING)))
    window.hears(o.TableKnown(Standing.FIRST, is_proven=True))
    said = ["PIN proven: this table knows it too.", "First time at this computer."]
    assert [toast.text for toast in window.app.model.toasts] == said


def test_the_menu_of_a_match_shows_its_owner_the_pin_and_nobody_else() -> None:
    window = opened()
    window.clicks(("pin",))
    window.clicks(("open",))
    pin = window.last(o.Open).opening.pin
    assert pin is not None
    window.hears(o.Joining())
    comes_in(window, Standing.OWN, has_pin=True)
    lobby = msgspec.structs.replace(SOME, phase=Phase.PLAYING)
    facts = menu_facts(window.app.model)
    assert facts is not None
    for is_owner in (True, False):
        items = menu.nodes(facts._replace(lobby=lobby, is_owner=is_owner), window.app._stage())
        assert [item.label for item in items if pin.digits in item.label] == [f"PIN {pin.digits}: change it"] * is_owner
    window.app._take(doing.meant(window.app.model, Ask("pin"), window.app._stage(), 0.0, 0.0))
    assert "Change the PIN of this table?" in window.words
    window.clicks(("dialog", "answer", 2))
    window.app.model = replace(window.app.model, table=replace(at_table(window), lobby=lobby))
    window.hears(m.Notice("pin.set", (), ()))
    new = at_table(window).pin
    assert new is not None
    assert window.app.model.toasts[-1].text == f"The PIN is {new.digits}. Tell it to those who may join."


def at_table(window: Window) -> AtTable:
    assert window.app.model.table is not None
    return window.app.model.table
