"""Whatever people and tables are called, and whatever is said: every screen shows it and nothing falls over."""

from __future__ import annotations

import unicodedata

import pygame
import pytest

from lan_thirteen.core.names import CHAT, PERSON, TABLE
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.table import commands as c
from lan_thirteen.ui import events as ev
from lan_thirteen.ui.canvas import canvas_of
from lan_thirteen.ui.display import Display, hit
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.window.paint import Painter
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.names import clean_chat, clean_name, clean_table_name
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import asked, started
from tests.support.pilot_screens import SCREENS, at_screen, renamed
from tests.support.torture import SURROGATES, torture
from tests.ui.rectangles import check

TEXTS = torture()
AT_ONCE = 10
"""So many names a screen takes."""
CLEAN = tuple(filter(None, map(clean_name, TEXTS)))
"""What a table lets people be called."""


def batches(texts: tuple[str, ...]) -> list[tuple[str, ...]]:
    more = (*texts, *texts[:AT_ONCE])
    return [more[at : at + AT_ONCE] for at in range(0, len(texts), AT_ONCE)]


def test_the_list_is_as_long_as_it_shall_be() -> None:
    assert len(set(TEXTS)) >= 490
    assert len(CLEAN) > 300


@pytest.mark.parametrize("share", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SCREENS)
def test_no_name_makes_a_screen_fall_over(name: str, share: int) -> None:
    """Even names that no table lets through."""
    pilot = at_screen(name)
    for names in batches(TEXTS)[::share]:
        renamed(pilot, names)
        assert pilot.display.nodes


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
@pytest.mark.parametrize("name", SCREENS)
def test_names_keep_to_their_places(name: str, size: tuple[int, int]) -> None:
    pilot = at_screen(name, size)
    hard = (
        "W" * 20,
        "뷁" * 10,
        "a*b {0} %s",
        "שלום",
        "e\u0301" * 20,
        "🙂" * 10,
        "i" * 20,
        "Ana (2)",
        "W" * 30,
        "x " * 15,
    )
    cleaned = tuple(clean_name(text) or "?" for text in hard)
    renamed(pilot, cleaned, has_toast=False)
    for part in parts(pilot.display):
        check(part, pilot.stage)


def parts(display: Display) -> tuple[Display, ...]:
    """The table and the drawer, which lies over it in a compact window; else the whole."""
    drawer = tuple(node for node in display.nodes if node.group == "drawer")
    others = tuple(node for node in display.nodes if node.group != "drawer")
    return (display._replace(nodes=others), Display(drawer)) if drawer else (display,)


@pytest.mark.parametrize("name", [name for name in SCREENS if name.endswith(("chat", "log"))])
def test_nothing_is_pressed_through_a_drawer(name: str) -> None:
    pilot = at_screen(name, (800, 600))
    drawer = pilot.display.find(("drawer",))
    assert drawer is not None
    box = drawer.box
    for across in range(40):
        for down in range(40):
            node = hit(pilot.display, box.x + box.w * across / 40, box.y + box.h * down / 40)
            assert node is None or node.group == "drawer"


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_all_names_keep_to_their_places(name: str) -> None:
    pilot = at_screen(name)
    for names in batches(CLEAN):
        renamed(pilot, names, has_toast=False)
        check(pilot.display, pilot.stage)


@pytest.mark.parametrize(
    "name", [n for n in SCREENS if "asked" in n or "chat" in n or "room of the" in n or "tables" in n]
)
def test_all_names_can_be_drawn(name: str) -> None:
    pygame.font.init()
    pilot = at_screen(name, (640, 400))
    surface, painter = pygame.Surface((640, 400)), Painter(load_advances())
    for names in batches(TEXTS)[::5]:
        renamed(pilot, names)
        painter.paint(surface, pilot.display, canvas_of(640, 400))


@pytest.mark.parametrize("text", ["*", "a*b*c", "**x**", "{0} {who}", "%s", "{0.__class__}"])
def test_a_name_is_read_as_it_is(text: str) -> None:
    """Signs that mean something in a sentence of the program mean nothing in a name."""
    lan = Lan()
    pilots = started(lan, "leaves", "Ana", text)
    for pilot in pilots:
        other = next(p for p in pilots if p is not pilot)
        pilot.hear(m.Said(other.at_table, text))
        pilot.key("t")
        assert pilot.reads(text)
    pilots[0].key("escape")
    assert any(text in line for pilot in pilots for line in pilot.model.table.log)  # type: ignore[union-attr]


@pytest.mark.parametrize("game", ["leaves", "three-thirteen", "dreizehn"])
def test_who_is_playing_is_named_in_the_status_as_they_are_called(game: str) -> None:
    lan = Lan()
    pilots = started(lan, game, "A*n*a", "B{0}*o")
    lan.pass_time(1)
    watching = next(p for p in pilots if p.model.table is not None and not p.model.table.is_asked)
    table = watching.model.table
    assert table is not None
    assert table.seen is not None
    who = table.lobby.seats[table.seen.view.turn].name  # type: ignore[union-attr]
    pill = "".join(words for node in watching.display.nodes if node.group == "pill" for words in [_words(node)])
    assert pill.replace(" ", "").startswith(who.replace(" ", ""))


def _words(node: object) -> str:
    from tests.support.pilot import words_of  # noqa: PLC0415

    return words_of(node)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [*TEXTS[::4], *SURROGATES])
def test_what_is_typed_pasted_or_composed_always_fits_and_is_nfc(text: str) -> None:
    for screen, limit in (("naming", PERSON), ("host", TABLE), ("leaves chat", CHAT)):
        pilot = at_screen(screen)
        field = next(node for node in pilot.display.reachable() if node.is_field)
        pilot.press(pilot.by_key(field.key))
        pilot.key(*("backspace",) * 12, pause=0)
        for event in (ev.Pasted(text), ev.Composing(text[:8]), ev.Typed(text), ev.Pasted("x" + text)):
            pilot.handle(event)
            assert pilot.display.nodes
        words = _field(pilot, screen)
        assert len(words) <= limit.code_points
        assert len(words.encode()) <= limit.utf8_bytes
        assert words == unicodedata.normalize("NFC", words)
        assert not any(unicodedata.category(char) in ("Cc", "Cs") for char in words)


def _field(pilot: Pilot, screen: str) -> str:
    if screen == "naming":
        return pilot.model.home.name.text
    if screen == "host":
        assert pilot.model.form is not None
        return pilot.model.form.name.text
    return pilot.model.drawer.field.text


@pytest.mark.parametrize("text", TEXTS[::7])
def test_what_can_be_said_arrives_clean_or_is_refused(text: str) -> None:
    lan, ana = asked("leaves", "Ana", "Bo")
    ana.key("t")
    ana.handle(ev.Pasted(text))
    said = ana.model.drawer.field.text.strip()
    ana.key("return")
    table = ana.model.table
    assert table is not None
    if not said:
        assert not ana.said(m.Chat)
    elif clean_chat(said):
        assert table.chat[-1].text == clean_chat(said)
        assert table.chat[-1].is_mine
    else:
        assert ana.model.toasts
    assert lan.lobby.name == "Kitchen"


def test_a_table_of_another_program_shows_only_what_can_be_shown() -> None:
    """It may send names and words that ours would never let through."""
    lan, ana = asked("leaves", "Ana", "Bo")
    lan.tell(ana, m.Said(ana.at_table, "a\x00\u202eb"))
    lan.tell(ana, m.Said(ana.at_table, "\u200b\u3164"))
    lan.tell(ana, m.Notice("{0.__class__}", (1,), ("x",)))
    lan.tell(ana, m.Notice("leaves.end-needs-more", (), ()))
    lan.tell(ana, m.Refused(None, "no.such.sentence", (1, 2), ("\x1b[31m",)))
    lan.do(c.Rename(ana.at_table, "\u202e\x07"))
    table = ana.model.table
    assert table is not None
    assert table.lobby is not None
    assert [line.text for line in table.chat] == ["ab", "{0.__class__}", "leaves.end-needs-more"]
    assert {info.name for info in table.lobby.seats if info.person == ana.person} == {"?"}
    assert ana.display.nodes


def test_a_table_that_tells_nonsense_is_left_and_that_is_said() -> None:
    lan, ana = asked("leaves")
    table = ana.model.table
    assert table is not None
    assert table.seen is not None
    lan.tell(ana, m.Told(table.seen.seat, 99, 1, b"\xc0", (), (), b"", b""))
    assert ana.done(o.Leave)
    assert ana.model.table is None
    assert ana.can("All right")


@pytest.mark.parametrize("text", TEXTS[::9])
def test_the_name_of_a_table_in_a_message_is_shown_as_it_is(text: str) -> None:
    pilot = Pilot(Lan())
    pilot.lan.tell(pilot, o.Joining())
    pilot.lan.tell(pilot, o.JoinFailed(Refusal("join.unknown-computer", (), (text,))))
    assert pilot.display.nodes
    assert clean_table_name(text) is None or pilot.model.overlay is not None
