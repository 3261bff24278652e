"""The window away from a table: practice in three presses, ways to a table and back, sentences that go, settings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.guest import Over
from lan_thirteen.net.remembered import Remembered
from lan_thirteen.table import commands as c
from lan_thirteen.ui import events as ev
from lan_thirteen.ui.app.model import MOST_TOASTS, TOAST_S, TOAST_WITH_REASON_S
from lan_thirteen.ui.effects import Copy, FocusOn, Quit, Save
from lan_thirteen.ui.settings import Settings
from lan_thirteen.wire import messages as m
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import asked, choice_of, is_asked, plays_with_mouse, seated, started
from tests.support.pilot_screens import tables

BACK = o.CanReturn(Remembered(bytes(16), bytes(32), (), "Kitchen", "leaves", 0.0))


# practice


def test_from_the_very_first_start_it_takes_three_presses_to_play_against_bots() -> None:
    lan = Lan()
    ana = Pilot(lan, "", settings=Settings())
    ana.press(next(node for node in ana.display.reachable() if node.label == "Your name"))
    ana.types("Ana")
    ana.click("Practise with bots")
    ana.click("Start the game")
    assert lan.lobby.phase is Phase.PLAYING
    assert [info.name for info in lan.lobby.seats if info.person == ana.person] == ["Ana"]


def test_later_it_takes_two() -> None:
    lan = Lan()
    ana = Pilot(lan)
    ana.click("Practise with bots")
    ana.click("Start the game")
    assert lan.lobby.phase is Phase.PLAYING
    assert sum(info.person is not None for info in lan.lobby.seats) == 1


def test_only_a_table_for_people_is_shown_to_others() -> None:
    ana, bo = Pilot(Lan()), Pilot(Lan())
    ana.click("Practise with bots")
    ana.click("Start the game")
    bo.click("Host a table")
    bo.click("Open the table")
    assert [order.opening.is_hidden for order in (*ana.done(o.Open), *bo.done(o.Open))] == [True, False]


def test_a_list_whose_answers_take_a_bit_longer_is_not_drawn_anew() -> None:
    ana = Pilot(Lan())
    seen = tables("Kitchen", "Attic")
    ana.hear(seen)
    shown = ana.display
    slower = tuple(structs.replace(row, ping=0.014) for row in seen.rows)
    ana.hear(structs.replace(seen, rows=slower))
    assert ana.display is shown
    ana.hear(structs.replace(seen, rows=tuple(structs.replace(row, ping=0.5) for row in seen.rows)))
    assert ana.display is not shown


def test_a_table_for_people_does_not_begin_by_itself() -> None:
    lan = Lan()
    ana = Pilot(lan)
    ana.click("Host a table")
    ana.click("Open the table")
    assert lan.lobby.phase is Phase.LOBBY
    assert not ana.said(m.Start)


# ways to a table


def test_a_table_of_the_list_is_gone_to_by_a_press_on_it_and_another_on_join() -> None:
    ana = Pilot(Lan())
    ana.hear(tables("Kitchen", "Attic", "Cellar"))
    row = next(node for node in ana.display.reachable() if "Kitchen" in node.label and node.group != "own plate")
    ana.press(row)
    ana.key("return")
    (order,) = ana.done(o.JoinTable)
    assert order.table == bytes([0]) * 16
    assert order.visitor.name == "Ana"


def test_on_the_way_to_a_table_one_can_give_up() -> None:
    for give_up in ("click", "escape"):
        lan = Lan()
        ana = Pilot(lan)
        lan.tell(ana, o.Joining())
        assert ana.reads("On the way")
        ana.click("Give up") if give_up == "click" else ana.key("escape")
        assert ana.done(o.Leave)
        assert ana.model.table is None
        assert ana.can("Host a table")


@pytest.mark.parametrize("why", ["join.full", "join.kicked", "join.bad-name", "backstage.table-gone", "join.locked"])
def test_why_a_table_could_not_be_joined_is_a_sentence(why: str) -> None:
    lan = Lan()
    ana = Pilot(lan)
    lan.tell(ana, o.Joining())
    lan.tell(ana, o.JoinFailed(Refusal(why)))
    sentence = ana.app._language.why(Refusal(why))
    assert sentence != why
    assert ana.reads(sentence.split()[0])
    ana.click("All right")
    assert ana.can("Host a table")


def test_what_was_typed_is_still_there_after_a_way_that_led_nowhere() -> None:
    lan = Lan()
    ana = Pilot(lan)
    ana.key("j")
    ana.types("192.168.1.77")
    ana.key("return")
    lan.tell(ana, o.JoinFailed(Refusal("join.full")))
    ana.click("All right")
    assert ana.model.home.address.text == "192.168.1.77"


def test_a_table_that_is_closed_says_so_at_home() -> None:
    lan, ana = asked("leaves", "Ana", "Bo")
    guest = lan.pilots[1]
    lan.do(c.Close(lan.pilots[0].at_table))
    assert guest.model.table is None
    assert guest.reads("The owner has ended this table.")
    assert o.Browse() in guest.effects
    assert ana.model.overlay is not None or ana is not guest


def test_who_is_removed_is_told_in_a_sentence() -> None:
    lan = Lan()
    ana, bo = seated(lan, "leaves", "Ana", "Bo")
    ana.click("Remove Bo")
    ana.key("tab", "space")
    ana.key("return")
    assert bo.model.table is not None or bo.model.overlay is not None
    lan.tell(bo, Over(Refusal("join.kicked")))
    assert bo.model.table is None
    assert bo.model.overlay is not None


@pytest.mark.parametrize("way", ["key", "click"])
def test_the_way_back_is_offered_and_return_takes_it(way: str) -> None:
    lan = Lan()
    ana = Pilot(lan)
    ana.hear(BACK)
    ana.key("return") if way == "key" else ana.click("Return to Kitchen")
    (order,) = ana.done(o.ReturnToTable)
    assert order.visitor.name == "Ana"
    assert ana.reads("Kitchen")


def test_where_there_is_no_way_back_none_is_offered() -> None:
    ana = Pilot(Lan())
    ana.hear(BACK)
    ana.hear(o.CanReturn(None))
    assert not ana.can("Return to")
    ana.key("return")
    assert not ana.done(o.ReturnToTable)


def test_quit_ends_the_program() -> None:
    ana = Pilot(Lan())
    ana.click("Quit")
    assert ana.done(Quit)
    assert ana.model.is_over


# sentences that go away by themselves


def test_a_sentence_goes_away_in_its_time() -> None:
    lan = Lan()
    ana = Pilot(lan)
    lan.tell(ana, o.Trouble(Refusal("table.too-much-talk")))
    (toast,) = ana.model.toasts
    assert ana.app.next_tick() == lan.now + TOAST_WITH_REASON_S
    lan.pass_time(TOAST_WITH_REASON_S - 0.1)
    assert ana.reads(toast.text[:12])
    lan.pass_time(0.2)
    assert not ana.model.toasts
    assert not ana.reads(toast.text[:12])
    assert TOAST_S < TOAST_WITH_REASON_S


def test_at_most_two_are_shown_and_the_same_only_once() -> None:
    lan, ana = asked("leaves")
    for code in ("table.too-much-talk", "turn.not-yours", "turn.not-yours", "table.no-seat"):
        lan.tell(ana, m.Refused(None, code, (), ()))
    texts = [toast.text for toast in ana.model.toasts]
    assert len(texts) == MOST_TOASTS == len(set(texts))
    assert texts[0] == ana.app._language.say("turn.not-yours")


def test_toasts_are_in_the_way_of_nothing() -> None:
    lan, ana = asked("dreizehn")
    before = [node.key for node in ana.display.reachable()]
    lan.tell(ana, m.Refused(None, "table.too-much-talk", (), ()))
    lan.tell(ana, m.Refused(None, "turn.not-yours", (), ()))
    assert [node.key for node in ana.display.reachable()] == before
    plays_with_mouse(ana, choice_of(ana))


# between deals


def test_the_results_count_down_second_by_second_and_go_on_by_themselves() -> None:
    lan = Lan()
    ana, bo = started(lan, "dreizehn", "Ana", "Bo", rounds=2)
    while not ana.model.results.is_open:
        pilot = next((p for p in (ana, bo) if is_asked(p)), None)
        lan.pass_time(0.1) if pilot is None else plays_with_mouse(pilot, choice_of(pilot))
    assert lan.lobby.waits_ms is not None
    bo.click("Ready for more")
    lan.pass_time(1)
    for _ in range(5):
        left = lan.lobby.waits_ms
        assert left is not None
        seconds = -(-left // 1000)
        assert ana.reads(f"itself in {seconds} second"), [t for t in ana.texts if "itself" in t]
        lan.pass_time(1)
    lan.pass_time(60)
    assert lan.lobby.phase is Phase.PLAYING
    assert not ana.model.results.is_open


# talk


def test_words_that_were_not_seen_are_counted_until_they_are() -> None:
    lan, ana = asked("leaves", "Ana", "Bo")
    other = next(pilot for pilot in lan.pilots if pilot is not ana)
    for number in range(1, 4):
        lan.do(c.Chat(other.at_table, f"Hello {number}"))
        badge = ana.display.find(("bar", "chat", "badge", "text"))
        assert badge is not None
        assert ana.reads(str(number))
    assert other.display.find(("bar", "chat", "badge")) is None
    ana.click("Chat")
    assert ana.reads("Hello 3")
    assert ana.display.find(("bar", "chat", "badge")) is None
    lan.do(c.Chat(other.at_table, "Still there?"))
    assert ana.display.find(("bar", "chat", "badge")) is None
    ana.key("escape", "escape")
    lan.do(c.Chat(other.at_table, "And now?"))
    assert ana.display.find(("bar", "chat", "badge")) is not None


def test_words_that_come_while_the_story_is_read_are_counted() -> None:
    lan, ana = asked("leaves", "Ana", "Bo")
    other = next(pilot for pilot in lan.pilots if pilot is not ana)
    ana.key("l")
    lan.do(c.Chat(other.at_table, "Hello"))
    assert ana.reads("Chat · 1")
    ana.click("Chat · 1")
    assert ana.reads("Hello")
    assert ana.display.find(("bar", "chat", "badge")) is None


def test_the_address_to_read_aloud_is_copied_and_says_so() -> None:
    lan = Lan()
    (ana,) = seated(lan, "leaves", "Ana")
    ana.press(ana.by_key(("copy",)))
    assert ana.done(Copy) == [Copy("192.168.1.5:41313")]
    assert ana.reads("Copied: 192.168.1.5:41313")


# settings


def test_settings_hold_at_once_and_are_kept() -> None:
    ana = Pilot(Lan())
    ana.key("f10")
    before = {node.key: node.box for node in ana.display.nodes}
    sizes = next(node for node in ana.display.reachable() if type(node.intent).__name__ == "Along")
    ana.handle(ev.Down(sizes.box.right - 1, sizes.box.cy, ana.lan.now))
    ana.handle(ev.Up(sizes.box.right - 1, sizes.box.cy, ana.lan.now))
    assert ana.done(Save)
    changed = ana.done(Save)[-1].settings
    assert changed == ana.model.settings != Settings(name="Ana")
    assert {node.key: node.box for node in ana.display.nodes} != before


def test_a_larger_text_is_laid_out_larger_on_every_screen_at_once() -> None:
    _, ana = asked("leaves")
    small = ana.stage.text_scale
    ana.app._change(replace(ana.model, settings=replace(ana.model.settings, text_scale=1.4)))
    assert ana.stage.text_scale == 1.4 > small
    ana.handle(ev.Resized(800, 600))
    assert ana.stage.text_scale == 1.15


def test_a_new_name_in_the_settings_is_the_name_at_home() -> None:
    ana = Pilot(Lan())
    ana.click("Settings")
    ana.click("Profile")
    field = next(node for node in ana.display.reachable() if node.is_field)
    ana.press(field)
    ana.key(*("backspace",) * 10, pause=0)
    ana.types("Femke")
    ana.key("return")
    assert ana.done(Save)[-1].settings.name == "Femke"
    ana.key("escape", "escape")
    assert ana.model.overlay is None
    assert ana.reads("Femke")


def test_another_face_is_kept() -> None:
    ana = Pilot(Lan())
    ana.click("Another face")
    assert ana.done(Save)[-1].settings.avatar == 1
    assert ana.model.settings.avatar == 1


def test_settings_can_be_changed_in_the_middle_of_a_match_and_nothing_is_lost() -> None:
    _, ana = asked("dreizehn")
    card = next(node for node in ana.display.reachable() if node.key[0] == "card")
    ana.press(card)
    ana.click("Settings")
    ana.click("Profile")
    ana.key("escape")
    assert ana.model.table is not None
    assert ana.model.table.pick.card == card.key[1]
    plays_with_mouse(ana, choice_of(ana))


@pytest.mark.parametrize("key", ["f11", "alt+return"])
def test_full_screen_by_its_keys_is_kept_even_while_typing(key: str) -> None:
    ana = Pilot(Lan())
    ana.key("j")
    ana.key(key)
    assert ana.done(Save)[-1].settings.full_screen
    ana.key(key)
    assert not ana.done(Save)[-1].settings.full_screen
    assert not ana.done(FocusOn)
