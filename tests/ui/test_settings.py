"""Settings: whatever the file holds, the program starts with settings that it can use."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lan_thirteen.net.folders import Complaint
from lan_thirteen.ui.settings import (
    AVATARS,
    SPEEDS,
    TEXT_SCALES,
    USUAL,
    Settings,
    load_settings,
    save_settings,
    settings_of,
)
from tests.structure.checkout import ROOT

MINE = Settings(
    name="Ana Žižek",
    avatar=3,
    text_scale=1.25,
    full_screen=True,
    speed=0.5,
    reduced_motion=True,
    window_size=(1280, 720),
    window_position=(-40, 12),
)


def write(folder: Path, text: str) -> Path:
    path = folder / "settings.json"
    path.write_text(text, "utf-8")
    return path


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == (USUAL, None)
    for settings in (MINE, USUAL):
        assert save_settings(tmp_path, settings) is None
        assert load_settings(tmp_path) == (settings, None)
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_every_file_that_was_cut_short_is_kept_aside_and_said(tmp_path: Path) -> None:
    save_settings(tmp_path, MINE)
    path = tmp_path / "settings.json"
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        aside = tmp_path / "settings.json.broken"
        assert load_settings(tmp_path) == (USUAL, Complaint("settings.broken", (str(aside),)))
        assert aside.read_bytes() == whole[:length]
        assert load_settings(tmp_path) == (USUAL, None)


@pytest.mark.parametrize("text", ["[]", "3", "null", "\x00", "[" * 100_000, '{"name": "' + "x" * 100_000 + '"}'])
def test_a_file_that_holds_something_else_is_a_broken_one(text: str, tmp_path: Path) -> None:
    write(tmp_path, text)
    settings, complaint = load_settings(tmp_path)
    assert settings == USUAL
    assert complaint is not None
    assert complaint.code == "settings.broken"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("avatar", -1, 0),
        ("avatar", 99, AVATARS - 1),
        ("avatar", True, USUAL.avatar),
        ("avatar", "2", USUAL.avatar),
        ("text_scale", 7, TEXT_SCALES[1]),
        ("text_scale", 0, TEXT_SCALES[0]),
        ("text_scale", float("nan"), USUAL.text_scale),
        ("text_scale", 10**400, TEXT_SCALES[1]),
        ("speed", 1.9, 2.0),
        ("speed", 0, 0.0),
        ("speed", None, USUAL.speed),
        ("full_screen", 1, USUAL.full_screen),
        ("name", "Ana\nBo", USUAL.name),
        ("name", "x" * 41, USUAL.name),
        ("language", "../x", USUAL.language),
        ("language", "de", "de"),
        ("window_size", [0, 700], (1, 700)),
        ("window_size", [10**9, 700], (2**15, 700)),
        ("window_size", [700], None),
        ("window_size", ["a", 700], None),
    ],
)
def test_a_value_out_of_range_is_moved_near_or_left_out(name: str, value: Any, expected: Any) -> None:
    assert getattr(settings_of({name: value}), name) == expected


def test_one_bad_value_does_not_cost_the_others(tmp_path: Path) -> None:
    plain = dataclasses.asdict(MINE) | {"avatar": "x", "from_a_later_version": 1}
    write(tmp_path, json.dumps(plain))
    assert load_settings(tmp_path) == (dataclasses.replace(MINE, avatar=0), None)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from([field.name for field in dataclasses.fields(Settings)]) | st.text(max_size=5)


@given(st.dictionaries(NAMES, PLAIN, max_size=8))
def test_any_values_make_settings_that_survive_being_saved(plain: dict[str, Any]) -> None:
    settings = settings_of(plain)
    assert settings.speed in SPEEDS
    assert TEXT_SCALES[0] <= settings.text_scale <= TEXT_SCALES[1]
    assert 0 <= settings.avatar < AVATARS
    assert settings_of(json.loads(json.dumps(dataclasses.asdict(settings)))) == settings


def test_a_folder_that_takes_nothing_is_said(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    assert save_settings(missing, MINE) == Complaint("settings.not-saved", (str(missing / "settings.json"),))
    (tmp_path / "settings.json").mkdir()
    assert load_settings(tmp_path) == (USUAL, Complaint("settings.unreadable", (str(tmp_path / "settings.json"),)))


def test_a_save_that_fails_midway_leaves_the_old_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_settings(tmp_path, MINE)

    def fails(*_: Any) -> None:
        raise OSError("no room")

    monkeypatch.setattr("os.fsync", fails)
    assert save_settings(tmp_path, USUAL) is not None
    assert load_settings(tmp_path) == (MINE, None)


def test_the_settings_are_there_before_anything_heavy_is() -> None:
    code = "import sys, lan_thirteen.ui.settings; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {"msgspec", "msgpack", "zeroconf", "ssl", "asyncio", "cryptography", "numpy", "pygame"}
    assert not set(done.stdout.split()) & heavy
