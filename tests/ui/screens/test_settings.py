"""The settings: what is changed holds at once."""

from __future__ import annotations

import dataclasses

import pytest

from lan_thirteen.core.names import PERSON
from lan_thirteen.ui import pictures as p
from lan_thirteen.ui import widgets as w
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Display
from lan_thirteen.ui.field import filled
from lan_thirteen.ui.screens import settings
from lan_thirteen.ui.screens import settings_state as s
from lan_thirteen.ui.settings import Settings
from lan_thirteen.ui.text import Language, load_language
from tests.ui.rectangles import EACH_SIZE, Longer, check, plain_width, stage_of, text_scales

SETTINGS = Settings(name="W" * 20, avatar=3)
FACTS = s.Facts(SETTINGS, ("192.168.1.24", "fe80::1234:5678:9abc:def0"), "default", "0.1.0")


def words(display: Display) -> str:
    return "\n".join(
        "".join(run.text for run in node.picture.runs) for node in display.nodes if isinstance(node.picture, p.Text)
    )


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("language", [load_language(), Longer(load_language())], ids=["en", "longer"])
@pytest.mark.parametrize("part", list(s.Part))
def test_nothing_overlaps_or_is_cut(size: tuple[int, int], language: Language, part: s.Part) -> None:
    for scale in text_scales(stage_of(*size).canvas):
        stage = Stage(stage_of(*size).canvas, language, plain_width, scale)
        check(settings.present(s.State(part), FACTS, stage), stage)
        check(settings.present(s.State(part, offset=7), FACTS, stage), stage)


def test_the_parts_stand_where_they_are_drawn_in_the_design() -> None:
    display = settings.present(s.State(), FACTS, stage_of(1280, 720))
    places = {
        ("panel",): (56, 104, 1168, 540),
        ("part", "profile"): (74, 128, 210, 46),
        ("part", "display"): (74, 182, 210, 46),
        ("preview",): (894, 128, 302, 492),
        ("reset",): (56, 660, 220, 44),
        ("done",): (1004, 656, 220, 48),
    }
    for key, place in places.items():
        node = display.find(key)
        assert node is not None
        assert node.box == pytest.approx(place, abs=8), key


def test_a_change_holds_at_once() -> None:
    _, wishes = s.press(s.State(), s.Change("text_scale", 1.3), FACTS)
    assert wishes == (s.Changed(dataclasses.replace(SETTINGS, text_scale=1.3)),)


def test_the_text_size_is_a_slider_from_90_to_150_per_cent() -> None:
    display = settings.present(s.State(), FACTS, stage_of(1280, 720))
    node = display.find(("text-size",))
    assert node is not None
    assert isinstance(node.intent, w.Along)
    scales = [step.value for step in node.intent.steps if isinstance(step, s.Change)]
    assert scales == [0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5]
    assert node.intent.at == 1


def test_where_the_text_is_held_smaller_than_wished_the_screen_says_so() -> None:
    large = FACTS._replace(settings=dataclasses.replace(SETTINGS, text_scale=1.5))
    held = words(settings.present(s.State(), large, stage_of(960, 540, 1.15)))
    assert "This window has room for 115 %" in held.replace("\n", " ")
    assert "room for" not in words(settings.present(s.State(), large, stage_of(1366, 768, 1.5)))


def test_a_typed_name_is_kept_when_the_screen_is_left() -> None:
    state = s.with_field(s.State(s.Part.PROFILE), s.NAME, filled("Femke", PERSON))
    done, wishes = s.press(state, s.Done(), FACTS)
    assert wishes == (s.Changed(dataclasses.replace(SETTINGS, name="Femke")), s.Closed())
    assert done.name is None


def test_an_empty_name_changes_nothing() -> None:
    state = s.with_field(s.State(s.Part.PROFILE), s.NAME, filled("  ", PERSON))
    assert s.press(state, s.KeepName(), FACTS)[1] == ()


def test_all_as_usual_leaves_name_and_face() -> None:
    facts = FACTS._replace(settings=dataclasses.replace(SETTINGS, text_scale=1.4, reduced_motion=True))
    _, (changed,) = s.press(s.State(), s.Reset(), facts)
    assert isinstance(changed, s.Changed)
    assert (changed.settings.name, changed.settings.avatar) == (SETTINGS.name, 3)
    assert (changed.settings.text_scale, changed.settings.reduced_motion) == (1.0, False)
