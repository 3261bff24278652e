"""The first screen: what presses do, and what is seen of the tables."""

from __future__ import annotations

import pytest

from lan_thirteen.core.names import PERSON
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Display, Way, walked
from lan_thirteen.ui.field import ADDRESS, SEARCH, filled
from lan_thirteen.ui.screens import home
from lan_thirteen.ui.screens.common import Focus
from lan_thirteen.ui.text import Language, load_language
from tests.ui.rectangles import EACH_SIZE, Longer, check, plain_width, stage_of, text_scales

FRIDAY = home.TableRow("a", "f", "Friday Leaves", "leaves", "Match: Expert", "Jan", 3, 6, (5, 3, 1), "lobby", 3)
KITCHEN = home.TableRow("b", "f", "Keukentafel", "three-thirteen", "", "Sjoukje", 2, 4, (1,), "full", 12)
DARTS = home.TableRow("c", "f", "Dart-Abend", "dreizehn", "", "Lukas", 5, 5, (4, 2, 6, 7), "playing", 80)
OLD = home.TableRow(
    "d", "f", "Old", "leaves", "", "Ada", 1, 3, (), "lobby", None, speaks=home.Speaks.OLDER, program="0"
)
LONG = home.TableRow("e", "f", "W" * 30, "dreizehn", "뷁 " * 40, "뷁" * 10, 8, 8, (1,) * 8, "full", 999, True, True)
ROWS = (FRIDAY, KITCHEN, DARTS, OLD, LONG)
FACTS = home.Facts(ROWS, looked_s=9, address="192.168.1.24", usual_name="femke")
FEMKE = home.fresh("Femke", 2)


def shown(state: home.State, facts: home.Facts, stage: Stage | None = None) -> Display:
    return home.present(state, facts, stage or stage_of(1280, 720))


def words(display: Display) -> str:
    return "\n".join(
        "".join(run.text for run in node.picture.runs) for node in display.nodes if isinstance(node.picture, p.Text)
    )


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("language", [load_language(), Longer(load_language())], ids=["en", "longer"])
@pytest.mark.parametrize(
    ("state", "facts"),
    [
        (FEMKE._replace(chosen=("a", "f")), FACTS),
        (home.fresh("W" * 20, 0), FACTS._replace(rows=ROWS * 1, return_to="W" * 30, trouble="뷁 " * 60)),
        (home.fresh("", 0), home.Facts(looked_s=9, trouble="A trouble that needs some words to be told. " * 3)),
        (home.fresh("", 0), home.Facts(return_to="뷁" * 15)),
        (FEMKE._replace(search=filled("nothing", SEARCH)), FACTS),
        (FEMKE, FACTS._replace(resume="W" * 30, saved=2)),
        (home.fresh("W" * 20, 0), FACTS._replace(return_to="W" * 30, resume="W" * 30, saved=999)),
    ],
    ids=["some", "much", "none", "first", "unmatched", "saved", "saved and back"],
)
def test_nothing_overlaps_or_is_cut(
    size: tuple[int, int], language: Language, state: home.State, facts: home.Facts
) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        stage = Stage(stage_of(*size).canvas, language, plain_width, scale)
        check(shown(state, facts, stage), stage)


def test_the_parts_stand_where_they_are_drawn_in_the_design() -> None:
    display = shown(
        FEMKE._replace(chosen=("a", "f")), FACTS._replace(rows=(FRIDAY, KITCHEN, DARTS, FRIDAY._replace(id="x")))
    )
    places = {
        ("profile",): (56, 224, 370, 84),
        ("host",): (56, 328, 370, 58),
        ("tables",): (492, 56, 732, 590),
        ("table", "a", "f"): (512, 172, 692, 100),
        ("table", "b", "f"): (512, 282, 692, 100),
        ("join", "a", "f"): (1102, 200, 86, 42),
        ("practise",): (56, 462, 370, 50),
    }
    for key, place in places.items():
        node = display.find(key)
        assert node is not None
        assert node.box == pytest.approx(place, abs=8), key


def test_the_way_back_comes_before_a_table_of_ones_own_that_was_saved() -> None:
    facts = FACTS._replace(resume="Kitchen", saved=1)
    keys = home.keys(FEMKE, facts)
    assert keys["return"] == keys["r"] == home.Simple.RESUME
    assert keys["s"] == home.Simple.SAVED
    assert shown(FEMKE, facts).first == ("return",)
    both = facts._replace(return_to="Friday")
    assert home.keys(FEMKE, both)["return"] == home.Simple.RETURN
    assert home.press(FEMKE, home.Simple.RESUME, facts) == (FEMKE, (home.Simple.RESUME,))
    assert "s" not in home.keys(FEMKE, FACTS)


def test_on_the_very_first_start_two_actions_lead_to_a_bot_game() -> None:
    first = home.fresh("", 0)
    assert first.is_naming
    typed = home.with_field(first, home.NAME, filled("Femke", PERSON))
    state, wishes = home.press(typed, home.Simple.PRACTISE, FACTS)
    assert wishes == (home.SetName("Femke", 0), home.Simple.PRACTISE)
    assert not state.is_naming


def test_who_types_no_name_has_the_usual_one_and_is_asked_where_there_is_none() -> None:
    first = home.fresh("", 3)
    assert home.press(first, home.Simple.HOST, FACTS)[1] == (home.SetName("femke", 3), home.Simple.HOST)
    asked, wishes = home.press(first, home.Simple.HOST, home.Facts())
    assert wishes == (Focus(home.NAME),)
    assert asked.is_naming


def test_a_name_can_be_changed_right_there() -> None:
    editing, wishes = home.press(FEMKE, home.EditName(), FACTS)
    assert wishes == (Focus(home.NAME),)
    renamed = home.with_field(editing, home.NAME, filled("  Jan  ", PERSON))
    kept, wishes = home.press(renamed, home.KeepName(), FACTS)
    assert wishes == (home.SetName("Jan", 2),)
    assert not kept.is_naming


def test_a_typed_address_is_gone_to_and_an_empty_one_is_asked_for() -> None:
    assert home.press(FEMKE, home.TypedAddress(), FACTS)[1] == (Focus(home.ADDRESS_KEY),)
    typed = home.with_field(FEMKE, home.ADDRESS_KEY, filled(" 192.168.1.30:41313 ", ADDRESS))
    assert home.press(typed, home.TypedAddress(), FACTS)[1] == (home.JoinAt("192.168.1.30:41313"),)
    assert home.entered(typed, home.ADDRESS_KEY) == home.TypedAddress()


def test_a_table_is_joined_by_its_id_wherever_it_stands_in_the_list() -> None:
    node = shown(FEMKE, FACTS._replace(rows=(KITCHEN, FRIDAY))).find(("join", "a", "f"))
    assert node is not None
    assert node.intent == home.Enter("a", "f", watch=False)
    assert home.press(FEMKE, home.Enter("a", "f", watch=False), FACTS)[1] == (home.Enter("a", "f", watch=False),)


def test_who_cannot_sit_down_watches() -> None:
    display = shown(FEMKE, FACTS._replace(rows=(KITCHEN, DARTS)))
    intents = [node.intent for node in display.reachable() if node.key[0] == "join"]
    assert intents == [home.Enter("b", "f", watch=True), home.Enter("c", "f", watch=True)]


def test_a_table_of_another_version_cannot_be_joined_and_says_who_must_update() -> None:
    older = shown(FEMKE, FACTS._replace(rows=(OLD,)))
    assert older.find(("join", "d", "f")).intent is None  # type: ignore[union-attr]
    assert "host must update" in older.find(("join", "d", "f")).tip  # type: ignore[union-attr]
    newer = shown(FEMKE, FACTS._replace(rows=(OLD._replace(speaks=home.Speaks.NEWER),)))
    assert "you must update" in newer.find(("join", "d", "f")).tip  # type: ignore[union-attr]


def test_a_first_press_chooses_a_table_and_a_second_one_joins_it() -> None:
    chosen, wishes = home.press(FEMKE, home.Choose("a", "f"), FACTS)
    assert wishes == ()
    assert home.keys(chosen, FACTS)["return"] == home.Enter("a", "f", watch=False)
    assert home.press(chosen, home.Choose("a", "f"), FACTS)[1] == (home.Enter("a", "f", watch=False),)


def test_a_table_that_has_vanished_is_chosen_no_more() -> None:
    chosen = FEMKE._replace(chosen=("a", "f"))
    assert "return" not in home.keys(chosen, FACTS._replace(rows=(KITCHEN,)))
    assert home.press(chosen, home.Choose("a", "f"), FACTS._replace(rows=()))[1] == ()


def test_one_key_leads_back_to_the_table() -> None:
    facts = FACTS._replace(return_to="Friday Leaves")
    assert home.keys(FEMKE, facts)["return"] == home.Simple.RETURN
    display = shown(FEMKE, facts)
    node = display.find(("return",))
    assert node is not None
    assert node.label == "Return to Friday Leaves"
    assert isinstance(node.picture, p.Panel)
    assert node.picture.glow is not None


def test_filters_and_the_search_leave_out_the_other_tables() -> None:
    leaves, _ = home.press(FEMKE, home.Filter("leaves"), FACTS)
    assert "Keukentafel" not in words(shown(leaves, FACTS))
    found = home.with_field(FEMKE, home.SEARCH_KEY, filled("SJOUK", SEARCH))
    said = words(shown(found, FACTS))
    assert "Keukentafel" in said
    assert "Friday Leaves" not in said


def test_where_nothing_is_found_the_screen_says_what_to_do() -> None:
    soon = words(shown(FEMKE, home.Facts(looked_s=1, address="192.168.1.24")))
    assert "Looking for tables" in soon
    late = words(shown(FEMKE, home.Facts(looked_s=3, address="192.168.1.24")))
    assert "No table found yet" in late
    assert "firewall" in late
    assert "This laptop is 192.168.1.24." in late


def test_the_list_turns_with_the_wheel_and_the_keys_and_stops_at_its_ends() -> None:
    facts = FACTS._replace(rows=tuple(FRIDAY._replace(id=str(n)) for n in range(9)))
    turned, _ = home.press(FEMKE, home.Page(3), facts)
    assert home.press(turned, home.Page(-9), facts)[0].offset == 0
    assert home.press(turned, home.Page(99), facts)[0].offset == 8
    rows = [node.key for node in shown(turned, facts).nodes if node.key[0] == "table" and len(node.key) == 3]
    assert rows[0] == ("table", "3", "f")


def test_the_arrows_begin_at_the_tables_or_at_the_way_to_one() -> None:
    def first(state: home.State, facts: home.Facts) -> object:
        display = shown(state, facts)
        key = walked(display, None, Way.DOWN)
        assert key is not None
        assert display.find(key) is not None
        return key

    assert first(FEMKE, FACTS) == ("join", "a", "f")
    assert first(FEMKE._replace(chosen=("c", "f")), FACTS) == ("join", "c", "f")
    assert first(FEMKE._replace(chosen=("gone", "f")), FACTS) == ("join", "a", "f")
    assert first(FEMKE, FACTS._replace(rows=(OLD,))) == ("host",)
    assert first(FEMKE, home.Facts()) == ("host",)
    assert first(FEMKE, FACTS._replace(return_to="Kitchen")) == ("return",)
