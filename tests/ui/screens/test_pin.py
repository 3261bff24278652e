"""A PIN in the window: where it is made, shown to be read aloud, asked for, and what is said of a table. No more."""

from __future__ import annotations

from itertools import product

import pytest

from lan_thirteen.core.lobby import Person
from lan_thirteen.core.pin import Pin
from lan_thirteen.net.acquaintances import Standing
from lan_thirteen.net.opening import Opening
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Display, covered
from lan_thirteen.ui.field import PIN, Field, filled, pasted, typed
from lan_thirteen.ui.screens import dialogs, home, host_form, pin_dialog, waiting_room
from lan_thirteen.ui.screens import host_state as h
from lan_thirteen.ui.screens import room_state as r
from lan_thirteen.ui.screens.common import Focus, Typing
from lan_thirteen.ui.text import load_language
from tests.ui.rectangles import EACH_SIZE, Longer, check, plain_width, stage_of, text_scales
from tests.ui.screens.rooms import FULL, SAID, SOME

ENGLISH = load_language()
LANGUAGES = pytest.mark.parametrize("language", [ENGLISH, Longer(ENGLISH)], ids=["en", "longer"])
STAGE = stage_of(1280, 720)
ADDRESSES = ("192.168.100.124:41313",)
OWNER = r.Facts(SOME, Person(1), SAID, ADDRESSES, has_pin=True, pin="40713")
GUEST = r.Facts(SOME, Person(3), SAID)
FORM = host_form.fresh(ENGLISH, "Femke", "40713")
ROW = home.TableRow("00", "ff", "W" * 30, "leaves", "", "Femke", 2, 4, has_pin=True)


def words(display: Display) -> str:
    return "\n".join(
        "".join(run.text for run in node.picture.runs) for node in display.nodes if isinstance(node.picture, p.Text)
    )


def stages(size: tuple[int, int], language: object) -> list[Stage]:
    canvas = stage_of(*size).canvas
    return [Stage(canvas, language, plain_width, scale) for scale in text_scales(canvas)]  # type: ignore[arg-type]


# the dialog


@pytest.mark.parametrize("size", EACH_SIZE)
@LANGUAGES
def test_the_dialog_fits_and_everything_in_it_can_be_hit(size: tuple[int, int], language: object) -> None:
    for stage in stages(size, language):
        home_screen = home.present(home.State(), home.Facts((ROW,)), stage)
        for table, trouble, digits in product(("", "W" * 30), ("", "This PIN is wrong. " * 5), ("", "40713")):
            state = pin_dialog.State(table, trouble, filled(digits, PIN))
            check(covered(home_screen, pin_dialog.nodes(state, stage)), stage)


def test_five_digits_go_to_the_table_and_less_do_not() -> None:
    state = pin_dialog.State()
    assert pin_dialog.press(state, pin_dialog.Enter()) == (Focus(pin_dialog.FIELD),)
    state = state._replace(digits=filled("4071", PIN))
    assert pin_dialog.press(state, pin_dialog.Enter()) == (Focus(pin_dialog.FIELD),)
    state = state._replace(digits=filled("40713", PIN))
    assert pin_dialog.press(state, pin_dialog.Enter()) == (pin_dialog.Typed(Pin("40713")),)
    assert pin_dialog.press(state, pin_dialog.Cancel()) == (pin_dialog.Closed(),)


def test_only_digits_stay_in_the_field() -> None:
    state = pin_dialog.State()
    for typing in ("4", "x", "0", " ", "７", "713"):
        state = pin_dialog.with_field(state, typed(state.digits, typing))
    assert state.digits.text == "40713"
    assert pin_dialog.with_field(state, typed(state.digits, "9")).digits.text == "40713"
    assert pin_dialog.with_field(pin_dialog.State(), pasted(Field(limit=PIN), "40713\n")).digits.text == "40713"


def test_the_button_waits_for_five_digits_and_says_so() -> None:
    empty = Display(pin_dialog.nodes(pin_dialog.State(), STAGE)).find(("dialog", "join"))
    whole = Display(pin_dialog.nodes(pin_dialog.State(digits=filled("40713", PIN)), STAGE)).find(("dialog", "join"))
    assert empty is not None
    assert whole is not None
    assert (empty.intent, whole.intent) == (None, pin_dialog.Enter())
    assert empty.tip


def test_what_was_wrong_is_said_in_the_dialog() -> None:
    state = pin_dialog.State("Kitchen", ENGLISH.say("join.wrong-pin", 2))
    shown = words(Display(pin_dialog.nodes(state, STAGE)))
    assert "Kitchen asks for a PIN" in shown
    assert "This PIN is wrong. You have 2 more tries." in shown
    assert "You have 1 more try." in ENGLISH.say("join.wrong-pin", 1)


# the list


@pytest.mark.parametrize("size", EACH_SIZE)
@LANGUAGES
def test_a_locked_row_fits(size: tuple[int, int], language: object) -> None:
    rows = (ROW, ROW._replace(id="01", is_doubtful=True), ROW._replace(id="02", has_pin=False))
    for stage in stages(size, language):
        check(home.present(home.State(), home.Facts(rows), stage), stage)


def test_a_lock_stands_at_tables_with_a_pin_only() -> None:
    rows = (ROW, ROW._replace(id="01", has_pin=False))
    display = home.present(home.State(), home.Facts(rows), STAGE)
    lock = display.find(("table", "00", "ff", "lock"))
    assert lock is not None
    assert lock.tip == "This table asks for a PIN"
    assert display.find(("table", "01", "ff", "lock")) is None


# the form


@pytest.mark.parametrize("size", EACH_SIZE)
@LANGUAGES
@pytest.mark.parametrize("part", list(h.Part))
def test_the_form_with_a_pin_fits(size: tuple[int, int], language: object, part: h.Part) -> None:
    form = h.press(FORM, h.AskForPin(True))[0]._replace(part=part)
    for stage in stages(size, language):
        for offset in (0, 1, 2):
            check(host_form.present(form._replace(offset=offset), h.Facts("192.168.100.200"), stage), stage)


def test_a_table_has_no_pin_unless_one_is_asked_for() -> None:
    assert h.opening(FORM, ENGLISH, "Femke").pin is None
    asked, _ = h.press(FORM, h.AskForPin(True))
    assert h.opening(asked, ENGLISH, "Femke").pin == Pin("40713")
    assert "Pin(…)" in repr(h.opening(asked, ENGLISH, "Femke"))
    without, _ = h.press(asked, h.AskForPin(False))
    assert h.opening(without, ENGLISH, "Femke").pin is None


def test_a_pin_can_be_typed_and_half_a_pin_opens_nothing() -> None:
    asked, _ = h.press(FORM, h.AskForPin(True))
    assert h.PIN_KEY in h.fields(asked)
    assert h.PIN_KEY not in h.fields(FORM)
    half = h.with_field(asked, h.PIN_KEY, filled("12x", PIN))
    assert h.press(half, h.OpenTable(), ENGLISH, "Femke")[1] == (Focus(h.PIN_KEY),)
    whole = h.with_field(asked, h.PIN_KEY, filled("12345", PIN))
    _, (opening,) = h.press(whole, h.OpenTable(), ENGLISH, "Femke")
    assert isinstance(opening, Opening)
    assert opening.pin == Pin("12345")


def test_the_switch_and_the_field_are_on_the_screen() -> None:
    def intents(form: h.State) -> list[object]:
        return [node.intent for node in host_form.present(form, h.Facts(), STAGE).reachable()]

    assert h.AskForPin(True) in intents(FORM)
    asked, _ = h.press(FORM, h.AskForPin(True))
    assert {h.AskForPin(False), Typing(h.PIN_KEY)} <= set(intents(asked))


# the waiting room


@pytest.mark.parametrize("size", EACH_SIZE)
@LANGUAGES
@pytest.mark.parametrize("lobby", [SOME, FULL], ids=["some", "full"])
@pytest.mark.parametrize("me", [1, 3])
def test_the_room_fits_with_a_pin_and_all_that_can_be_known(
    size: tuple[int, int], language: object, lobby: object, me: int
) -> None:
    base = r.Facts(lobby, Person(me), SAID)  # type: ignore[arg-type]
    facts = [base._replace(known=known, is_proven=proven) for known in Standing for proven in (True, False)]
    facts += [base._replace(has_pin=True, known=Standing.OTHER, is_proven=True)]
    facts += [
        base._replace(addresses=ADDRESSES, has_pin=has, pin=pin)
        for has, pin in ((False, ""), (True, ""), (True, "40713"))
    ]
    editing = r.press(r.State(), r.EditName(), base)[0]
    for stage in stages(size, language):
        for fact in facts:
            check(waiting_room.present(r.State(), fact, stage), stage)
        check(waiting_room.present(editing, facts[-1], stage), stage)


def test_the_owner_reads_it_aloud_and_no_guest_sees_it() -> None:
    for width, height in ((800, 600), (960, 540), (1280, 720), (3840, 2160)):
        stage = stage_of(width, height)
        assert "40713" in words(waiting_room.present(r.State(), OWNER, stage))
        assert "192.168.100.124:41313" in words(waiting_room.present(r.State(), OWNER, stage))
        guest = waiting_room.present(r.State(), OWNER._replace(me=Person(3)), stage)
        assert "40713" not in words(guest)
        assert not [n for n in guest.reachable() if isinstance(n.intent, r.NewPin | r.ChangePin)]


def test_the_owner_asks_for_a_pin_at_once_and_is_asked_before_it_changes() -> None:
    def pin_intent(facts: r.Facts) -> object:
        node = waiting_room.present(r.State(), facts, STAGE).find(("pin", "change"))
        return None if node is None else node.intent

    assert pin_intent(OWNER._replace(has_pin=False, pin="")) == r.NewPin()
    assert pin_intent(OWNER) == r.ChangePin()
    assert r.press(r.State(), r.NewPin(), OWNER)[1] == (r.NewPin(),)
    assert r.press(r.State(), r.ChangePin(), OWNER)[1] == (r.Ask(dialogs.Kind.PIN),)
    asked = dialogs.asked(dialogs.Kind.PIN)
    assert dialogs.press(asked, dialogs.No()) == (None, ())
    assert dialogs.press(asked, dialogs.Yes())[1] == (dialogs.Sure(dialogs.Kind.PIN, 0),)
    assert dialogs.press(asked, dialogs.Without())[1] == (dialogs.Sure(dialogs.Kind.PIN, 0, is_without=True),)


def test_a_pin_that_an_earlier_window_made_is_said_to_be_unknown() -> None:
    assert "not known here" in words(waiting_room.present(r.State(), OWNER._replace(pin=""), STAGE))


@pytest.mark.parametrize(
    ("known", "is_proven", "said"),
    [
        (Standing.FIRST, False, ["First time at this computer."]),
        (Standing.KNOWN, False, ["You have played at this computer before."]),
        (Standing.OTHER, False, ["Another computer used this name before."]),
        (Standing.OWN, False, ["This computer keeps the table."]),
        (Standing.FIRST, True, ["PIN proven: this table knows it too.", "First time at this computer."]),
        (Standing.OTHER, True, ["PIN proven: this table knows it too.", "Another computer used this name before."]),
        (None, False, []),
    ],
)
def test_exactly_what_is_known_is_said(known: Standing | None, is_proven: bool, said: list[str]) -> None:
    display = waiting_room.present(r.State(), GUEST._replace(known=known, is_proven=is_proven), STAGE)
    shown = [node for node in display.nodes if node.key[0] == "trust" and isinstance(node.picture, p.Text)]
    assert [words(Display((node,))) for node in shown] == said
    icons = [n.picture.name for n in display.nodes if n.key[0] == "trust" and isinstance(n.picture, p.Icon)]
    assert icons == ([] if not said else ["triangle-alert" if known is Standing.OTHER else icons[0]])
    if known is not Standing.OTHER:
        assert ("shield-check" in icons) == (is_proven or known in (Standing.KNOWN, Standing.OWN))


def test_the_owner_of_a_table_sees_its_address_instead() -> None:
    facts = OWNER._replace(known=Standing.OWN)
    assert "This computer keeps the table." not in words(waiting_room.present(r.State(), facts, STAGE))
