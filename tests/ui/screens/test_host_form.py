"""The form by which a table is opened."""

from __future__ import annotations

import pytest

from lan_thirteen.core.names import TABLE
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.opening import Opening
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.field import filled
from lan_thirteen.ui.pictures import Text
from lan_thirteen.ui.screens import host_form
from lan_thirteen.ui.screens import host_state as h
from lan_thirteen.ui.screens.options import differences, house_choices, option_choices
from lan_thirteen.ui.text import Language, load_language
from tests.ui.rectangles import EACH_SIZE, Longer, check, plain_width, stage_of, text_scales

ENGLISH = load_language()
FORM = host_form.fresh(ENGLISH, "Femke")


def after(form: h.State, *intents: h.Intent) -> h.State:
    for intent in intents:
        form, _ = h.press(form, intent)
    return form


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("language", [ENGLISH, Longer(ENGLISH)], ids=["en", "longer"])
@pytest.mark.parametrize("part", list(h.Part))
@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_overlaps_or_is_cut(size: tuple[int, int], language: Language, part: h.Part, game: str) -> None:
    form = after(FORM, h.ChooseGame(game), h.ShowPart(part))._replace(name=filled("W" * 30, TABLE))
    for scale in text_scales(stage_of(*size).canvas):
        stage = Stage(stage_of(*size).canvas, language, plain_width, scale)
        check(host_form.present(form, h.Facts("192.168.100.200"), stage), stage)
        check(host_form.present(form._replace(opened="turn_clock_s"), h.Facts(), stage), stage)
        check(host_form.present(form._replace(bots=form.seats - 1), h.Facts(is_practice=True), stage), stage)


def test_the_parts_stand_where_they_are_drawn_in_the_design() -> None:
    display = host_form.present(FORM, h.Facts("192.168.1.24"), stage_of(1280, 720))
    places = {
        ("game", "leaves"): (56, 138, 376, 272),
        ("game", "dreizehn"): (848, 138, 376, 272),
        ("form",): (56, 458, 772, 176),
        ("ready",): (848, 458, 376, 176),
        ("cancel",): (56, 656, 190, 46),
        ("open",): (962, 652, 262, 52),
    }
    for key, place in places.items():
        node = display.find(key)
        assert node is not None
        assert node.box == pytest.approx(place, abs=8), key


def words(form: h.State, facts: h.Facts) -> str:
    nodes = host_form.present(form, facts, stage_of(1280, 720)).nodes
    return "\n".join("".join(run.text for run in node.picture.runs) for node in nodes if isinstance(node.picture, Text))


def test_practice_says_that_it_begins_at_once_and_not_that_others_are_waited_for() -> None:
    alone = words(FORM._replace(bots=3), h.Facts("192.168.1.24", is_practice=True))
    for sentence in ("Practise with bots", "You play against 3 bots", "The game begins at once", "Start the game"):
        assert sentence in alone
    assert "Laptops nearby" not in alone
    joined = words(FORM._replace(bots=1), h.Facts("192.168.1.24", is_practice=True))
    assert "Laptops nearby" in joined
    assert "Open the table" in joined
    assert "You play against" not in words(FORM._replace(bots=3), h.Facts("192.168.1.24"))


def test_practice_is_one_press_with_bots_in_all_other_seats() -> None:
    opening = host_form.practice(ENGLISH, "Femke")
    assert (opening.game, opening.seats, opening.bots) == ("leaves", 4, ("normal",) * 3)
    assert opening.name == "Femke's table"


@pytest.mark.parametrize("game", list(GAMES))
def test_the_form_never_describes_a_table_that_the_game_refuses(game: str) -> None:
    info = GAMES[game].game.info
    for seats in range(1, 10):
        for choice in option_choices(ENGLISH, game, h.USUAL_SEATS, after(FORM, h.ChooseGame(game)).chosen):
            for value, _ in choice.values:
                form = after(FORM, h.ChooseGame(game), h.SetOption(choice.name, value), h.ChooseSeats(seats))
                opening = h.opening(form, ENGLISH, "Femke")
                assert info.min_seats <= opening.seats <= info.max_seats
                assert GAMES[game].game.refuse_options(opening.seats, dict(opening.options)) is None


def test_what_is_chosen_comes_into_the_table() -> None:
    form = after(
        FORM,
        h.ChooseGame("three-thirteen"),
        h.ChooseSeats(5),
        h.ChooseBots(2),
        h.ChooseLevel("easy"),
        h.SetOption("ace", "low_or_high"),
        h.SetHouse("turn_clock_s", 45),
        h.SetHouse("may_watch", 0),
    )
    _, (opening,) = h.press(form, h.OpenTable(), ENGLISH, "Femke")
    assert isinstance(opening, Opening)
    assert (opening.seats, opening.bots) == (5, ("easy", "easy"))
    assert dict(opening.options)["ace"] == "low_or_high"
    assert (opening.house.turn_clock_s, opening.house.may_watch) == (45, False)


def test_options_are_kept_while_another_game_is_looked_at() -> None:
    form = after(FORM, h.SetOption("mode", "expert"), h.ChooseGame("dreizehn"), h.ChooseGame("leaves"))
    assert form.chosen["mode"] == "expert"


def test_the_clock_is_off_unless_it_is_chosen() -> None:
    assert h.opening(FORM, ENGLISH, "Femke").house.turn_clock_s == 0


def test_a_table_without_a_name_is_called_after_its_owner() -> None:
    assert h.opening(FORM._replace(name=filled("   ", TABLE)), ENGLISH, "Jan").name == "Jan's table"


def test_escape_first_closes_an_open_list() -> None:
    opened = after(FORM, h.OpenList("bots"))
    assert h.press(opened, h.Back()) == (FORM, ())
    assert h.press(FORM, h.Back())[1] == (h.Leave(),)
    assert "return" not in h.keys(opened)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_option_and_every_value_has_words(game: str) -> None:
    chosen = {option.name: option.default for option in GAMES[game].game.info.options} | {"mode": "expert"}
    choices = option_choices(ENGLISH, game, 4, {k: v for k, v in chosen.items() if game == "leaves" or k != "mode"})
    for choice in (*choices, *house_choices(ENGLISH, FORM.house)):
        assert not choice.label.startswith("win.")
        assert not any(words.startswith("win.") or not words for _, words in choice.values)


def test_what_differs_from_the_standard_is_marked_and_told() -> None:
    options = {"ace": "low_or_high", "rounds": "full"}
    assert differences(ENGLISH, "three-thirteen", options) == ("Aces: Low or high, 15 points",)
    choices = option_choices(ENGLISH, "three-thirteen", 4, options)
    assert [choice.name for choice in choices if not choice.is_usual] == ["ace"]
    assert next(choice for choice in choices if choice.name == "ace").usual_words == "Low, 1 point"


def test_an_option_that_means_nothing_now_is_not_asked() -> None:
    single = option_choices(ENGLISH, "leaves", 4, {"mode": "single"})
    assert "target_score" not in [choice.name for choice in single]
    expert = option_choices(ENGLISH, "leaves", 4, {"mode": "expert"})
    assert "target_score" in [choice.name for choice in expert]
