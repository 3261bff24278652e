"""The waiting room: seats, rules, talk, and who starts."""

from __future__ import annotations

import msgspec
import pytest

from lan_thirteen.core.game import OptionValue
from lan_thirteen.core.lobby import Lobby, Person
from lan_thirteen.core.names import CHAT, TABLE
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Display
from lan_thirteen.ui.field import filled
from lan_thirteen.ui.screens import room_state as r
from lan_thirteen.ui.screens import waiting_room
from lan_thirteen.ui.screens.dialogs import Kind
from lan_thirteen.ui.text import Language, load_language
from lan_thirteen.ui.widgets import Wheel
from lan_thirteen.wire import messages as m
from tests.ui.rectangles import EACH_SIZE, Longer, check, plain_width, stage_of, text_scales
from tests.ui.screens.rooms import FREE, FULL, SAID, SOME, bot, person, room

STAGE = stage_of(1280, 720)
WORDS = ("lusab", "gutih", "rivon")
ADDRESSES = ("192.168.100.124:41313", "[fe80::1234:5678:9abc:def0]:41313")
OWNER = r.Facts(SOME, Person(1), SAID, ADDRESSES)
GUEST = r.Facts(SOME, Person(3), SAID)
WATCHER = r.Facts(SOME, Person(91))


def shown(facts: r.Facts, state: r.State | None = None, stage: Stage = STAGE) -> Display:
    return waiting_room.present(state or r.State(), facts, stage)


def words(display: Display) -> str:
    return "\n".join(
        "".join(run.text for run in node.picture.runs) for node in display.nodes if isinstance(node.picture, p.Text)
    )


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("language", [load_language(), Longer(load_language())], ids=["en", "longer"])
@pytest.mark.parametrize("lobby", [SOME, FULL], ids=["some", "full"])
@pytest.mark.parametrize("me", [1, 3, 91])
def test_nothing_overlaps_or_is_cut(size: tuple[int, int], language: Language, lobby: Lobby, me: int) -> None:
    facts = r.Facts(lobby, Person(me), SAID, ADDRESSES if me == 1 else (), unread=12, words=WORDS)
    states = [r.State(part=part, talk_offset=place * 3) for place, part in enumerate(r.Part)]
    states.append(r.State(name=filled("W" * 30, TABLE)))
    for scale in text_scales(stage_of(*size).canvas):
        stage = Stage(stage_of(*size).canvas, language, plain_width, scale)
        for state in states:
            check(shown(facts, state, stage), stage)
        check(shown(facts, r.State(opened="level 3"), stage), stage)


def test_the_parts_stand_where_they_are_drawn_in_the_design() -> None:
    places = {
        ("tile",): (112, 30, 60, 60),
        ("address",): (836, 26, 388, 68),
        ("seats",): (56, 114, 470, 520),
        ("rules",): (546, 114, 330, 520),
        ("chat",): (896, 114, 328, 520),
        ("seat", 0): (72, 174, 438, 68),
        ("seat", 1): (72, 248, 438, 68),
        ("leave",): (56, 652, 190, 46),
        ("main",): (962, 648, 262, 52),
    }
    display = shown(OWNER)
    for key, place in places.items():
        node = display.find(key)
        assert node is not None
        assert node.box == pytest.approx(place, abs=8), key


def test_the_address_is_there_to_be_read_aloud_and_copied() -> None:
    assert "192.168.100.124:41313" in words(shown(OWNER))
    assert r.press(r.State(), r.CopyAddress(), OWNER)[1] == (r.Copy("192.168.100.124:41313"),)
    first = shown(OWNER).find(("address", "first"))
    assert first is not None
    assert "fe80" in first.tip


def test_the_words_of_the_table_stand_below_the_seats_once_they_are_known() -> None:
    for facts in (OWNER, GUEST, WATCHER):
        assert shown(facts).find(("room", "words")) is None
        assert "Compare these three words" not in words(shown(facts))
        display = shown(facts._replace(words=WORDS))
        node, last, panel = (display.find(key) for key in (("room", "words"), ("seat", 5), ("seats",)))
        assert node is not None
        assert last is not None
        assert panel is not None
        assert last.box.bottom <= node.box.y
        assert node.box.within(panel.box)
        assert "Compare these three words aloud: the same on every laptop?\nlusab · gutih · rivon" in words(display)
        assert "all of you sit at one table" in node.tip
        assert r.press(r.State(), r.ReadTrust(), facts)[1] == (r.ReadTrust(),)
        assert node.intent == r.keys(r.State(), facts)["f2"] == r.ReadTrust()


def test_the_owner_starts_although_somebody_is_not_ready_and_is_told_who() -> None:
    assert r.main_intent(OWNER) == r.Tell(m.Start()) == r.keys(r.State(), OWNER)["f5"]
    assert "민지 Minji is not ready. You can start all the same." in words(shown(OWNER))


def test_the_owner_cannot_start_with_too_few_players_and_is_told_how_many_are_needed() -> None:
    facts = OWNER._replace(lobby=room(person(1, "Femke"), FREE, FREE, FREE))
    main = shown(facts).find(("main",))
    assert main is not None
    assert main.intent is None
    assert main.tip == "13 Leaves needs 2 more players. Add bots, or wait."
    assert "f5" not in r.keys(r.State(), facts)


def test_a_guest_says_that_he_is_ready_and_takes_it_back() -> None:
    assert r.main_intent(GUEST) == r.Tell(m.Ready(True))
    assert r.main_intent(GUEST._replace(me=Person(2))) == r.Tell(m.Ready(False))


def test_who_watches_can_take_a_seat_while_there_is_one() -> None:
    assert r.main_intent(WATCHER) == r.Tell(m.Sit(None))
    full = room(person(1, "A"), person(2, "B"), person(3, "C"))
    assert r.main_intent(WATCHER._replace(lobby=full)) is None


def intents(facts: r.Facts) -> list[object]:
    return [node.intent for node in shown(facts).reachable()]


def test_only_the_owner_has_what_only_the_owner_may() -> None:
    owners = intents(OWNER)
    assert r.Tell(m.SetSeatBot(4, "normal")) in owners
    assert r.Tell(m.SetSeatBot(3, "")) in owners
    assert r.Remove(Person(2), "Jan") in owners
    assert r.OpenList("mode") in owners
    for facts in (GUEST, WATCHER):
        kinds = {type(intent) for intent in intents(facts)}
        assert kinds.isdisjoint({r.Remove, r.OpenList, r.EditName, r.SetOption, r.SetHouse, r.CopyAddress})


def test_free_seats_can_be_sat_in() -> None:
    assert r.Tell(m.Sit(4)) in intents(GUEST)
    assert r.Tell(m.Sit(5)) in intents(OWNER)


def test_a_rule_that_is_changed_goes_to_the_table() -> None:
    assert r.press(r.State(opened="mode"), r.SetOption("mode", "expert"), OWNER) == (
        r.State(),
        (r.Tell(m.SetOption("mode", "expert")),),
    )
    assert r.press(r.State(), r.SetHouse("turn_clock_s", 30), OWNER)[1] == (r.Tell(m.SetHouse("turn_clock_s", 30)),)


def test_rules_that_differ_from_the_standard_are_marked() -> None:
    options: tuple[tuple[str, OptionValue], ...] = (("mode", "expert"), *SOME.options[1:])
    facts = OWNER._replace(lobby=msgspec.structs.replace(SOME, options=options))
    sign = shown(facts).find(("rule", "mode", "changed"))
    assert sign is not None
    assert sign.tip == "Standard: First out wins"
    assert shown(OWNER).find(("rule", "mode", "changed")) is None


def test_the_level_of_a_bot_is_chosen_from_a_list() -> None:
    display = shown(OWNER, r.State(opened="level 3"))
    levels = [node.intent for node in display.reachable()]
    assert levels == [r.Tell(m.SetSeatBot(3, "easy")), r.Tell(m.SetSeatBot(3, "normal"))]


def test_leaving_and_removing_are_asked_first() -> None:
    assert r.press(r.State(), r.Leave(), OWNER)[1] == (r.Ask(Kind.CLOSE_TABLE, "Friday Leaves"),)
    assert r.press(r.State(), r.Leave(), GUEST)[1] == (r.Ask(Kind.LEAVE_ROOM, "Friday Leaves"),)
    assert r.press(r.State(), r.Remove(Person(2), "Jan"), OWNER)[1] == (r.Ask(Kind.KICK, "Jan", 2),)


def test_words_go_to_the_table_and_the_field_is_empty_again() -> None:
    state = r.with_field(r.State(), r.SAY, filled("  Hello  there ", CHAT))
    after, wishes = r.press(state, r.SendWords(), OWNER)
    assert wishes == (r.Tell(m.Chat("Hello there")),)
    assert after.say.text == ""
    assert r.press(after, r.SendWords(), OWNER)[1] == ()


def test_the_table_gets_another_name() -> None:
    editing, _ = r.press(r.State(), r.EditName(), OWNER)
    typed = r.with_field(editing, r.NAME, filled("Sunday Leaves", TABLE))
    kept, wishes = r.press(typed, r.KeepName(), OWNER)
    assert wishes == (r.Tell(m.RenameTable("Sunday Leaves")),)
    assert kept.name is None
    assert r.press(editing, r.KeepName(), OWNER)[1] == ()


def test_who_watches_is_named() -> None:
    lobby = room(person(1, "Femke"), bot("Bot 2"), bot("Bot 3"), watchers=1)
    assert "Watching: " + "W" * 20 in words(shown(OWNER._replace(lobby=lobby)))


def test_each_list_turns_by_itself() -> None:
    state, _ = r.press(r.State(), Wheel(r.RULES, 3), OWNER)
    state, _ = r.press(state, Wheel(r.SEATS, 1), OWNER)
    state, _ = r.press(state, Wheel(r.TALK, -2), OWNER)
    assert (state.rules_offset, state.seats_offset, state.talk_offset) == (3, 1, 2)
    assert r.press(state, Wheel(r.RULES, -9), OWNER)[0].rules_offset == 0


def test_while_the_table_cannot_be_reached_nothing_can_be_asked_of_it() -> None:
    facts = OWNER._replace(is_cut=True)
    assert r.main_intent(facts) is None
    assert "The connection to the table is lost" in words(shown(facts))
