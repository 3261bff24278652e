"""From the first frame to the last: what the window starts with, what it keeps, and what it cannot do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from lan_thirteen.core.timing import AT_ONCE
from lan_thirteen.net import orders as o
from lan_thirteen.net.folders import hold_folder
from lan_thirteen.ui.app.app import App
from lan_thirteen.ui.app.model import Model
from lan_thirteen.ui.effects import Copy, Flash, Save
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.screens import home
from lan_thirteen.ui.settings import USUAL, Settings, load_settings, save_settings
from lan_thirteen.ui.window.session import Session, run_session
from lan_thirteen.ui.window.start import NoScreenError, Opened, ProfileTroubleError, open_first_frame


@pytest.fixture(autouse=True)
def _unseen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.quit()
    yield
    pygame.display.quit()


@contextmanager
def opened(root: Path, settings: Settings = USUAL) -> Iterator[Opened]:
    folder = root / "default"
    folder.mkdir(exist_ok=True)
    save_settings(folder, settings)
    first = open_first_frame(None, root)
    try:
        yield first
    finally:
        first.frame.close()
        first.folder.close()


class Quiet:
    """A network's thread that does nothing and keeps what it was told."""

    def __init__(self) -> None:
        self.posted: list[o.Order] = []
        self.wake: Any = None
        self.news: list[o.News] = []

    def post(self, order: o.Order) -> None:
        self.posted.append(order)

    def drain(self) -> list[o.News]:
        news, self.news = self.news, []
        return news


def session_of(first: Opened, network: Quiet) -> Session:
    model = Model(first.settings, "system-name", home=home.fresh(first.settings.name, 0))
    app = App(model, first.language, load_advances(), first.frame.canvas, AT_ONCE)
    return Session(first, app, network, tells=False)  # type: ignore[arg-type]


def run(first: Opened, network: Quiet, *events: Callable[[], None]) -> int:
    """Stay until the cross is pressed, after these have happened."""
    pygame.event.pump()
    pygame.event.clear()
    for event in events:
        event()
    pygame.event.post(pygame.event.Event(pygame.WINDOWCLOSE))
    return run_session(first, network, AT_ONCE, tells=False)  # type: ignore[arg-type]


def test_the_first_frame_shows_who_plays(tmp_path: Path) -> None:
    with opened(tmp_path, Settings(name="Femke", window_size=(800, 560))) as first:
        assert first.frame.surface.get_size() == (800, 560)
        assert first.settings.name == "Femke"
        assert not first.complaints


def test_the_first_frame_fills_the_screen_where_it_did_last_time(tmp_path: Path) -> None:
    with opened(tmp_path, Settings(full_screen=True)) as first:
        assert first.frame.surface.get_size() == pygame.display.get_desktop_sizes()[0]


def test_large_text_is_held_to_what_the_window_has_room_for(tmp_path: Path) -> None:
    with opened(tmp_path, Settings(text_scale=1.5, window_size=(800, 600))) as first:
        assert first.frame.canvas.is_compact


def test_settings_of_a_later_program_with_another_language_are_read_in_english(tmp_path: Path) -> None:
    with opened(tmp_path, Settings(language="xx")) as first:
        assert first.language.say("win.home.host") == "Host a table"


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[1]", b'{"window_size": [1, 2, 3], "speed": "fast", "text_scale": 1e999}']
)
def test_broken_settings_do_not_keep_the_window_from_opening(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "default").mkdir()
    (tmp_path / "default" / "settings.json").write_bytes(data)
    first = open_first_frame(None, tmp_path)
    first.frame.close()
    first.folder.close()
    assert first.settings.speed == 1.0


def test_where_there_is_no_screen_it_says_so_and_lets_the_profile_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    with pytest.raises(NoScreenError):
        open_first_frame("ana", tmp_path)
    folder = hold_folder("ana", tmp_path)
    assert not isinstance(folder, ProfileTroubleError)
    folder.close()  # type: ignore[union-attr]


def test_a_profile_that_is_held_by_another_window_is_named(tmp_path: Path) -> None:
    held = hold_folder("ana", tmp_path)
    with pytest.raises(ProfileTroubleError) as trouble:
        open_first_frame("ana", tmp_path)
    held.close()  # type: ignore[union-attr]
    assert trouble.value.complaint.names == ("ana",)


def test_the_cross_ends_the_window_and_keeps_its_shape(tmp_path: Path) -> None:
    with opened(tmp_path, Settings(name="Ana", window_size=(700, 500), window_position=(40, 50))) as first:

        def moved() -> None:
            first.frame._window.position = (77, 66)
            first.frame._window.size = (720, 520)

        assert run(first, Quiet(), moved) == 0
        kept, _ = load_settings(first.folder.path)
    assert kept.window_size == (720, 520)
    assert kept.window_position == (77, 66)
    assert kept.name == "Ana"


def test_what_is_set_is_kept_at_once(tmp_path: Path) -> None:
    with opened(tmp_path) as first:
        session = session_of(first, Quiet())
        session._carry_out((Save(replace(USUAL, text_scale=1.2, avatar=3)),))
        assert json.loads((first.folder.path / "settings.json").read_text("utf-8"))["avatar"] == 3


def test_what_cannot_be_kept_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as first:
        session = session_of(first, Quiet())
        monkeypatch.setattr("lan_thirteen.ui.settings.os.fsync", _full)
        session._carry_out((Save(USUAL), Save(USUAL)))
        (toast,) = session._app.model.toasts
        assert str(first.folder.path) in toast.text
        assert toast.is_trouble


def _full(_: int) -> None:
    raise OSError


def test_where_there_is_no_clipboard_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as first:
        session = session_of(first, Quiet())
        monkeypatch.setattr("lan_thirteen.ui.window.session.copy", lambda text: False)
        session._carry_out((Copy("192.168.1.5:41313"),))
        assert "copied" in session._app.model.toasts[0].text


def test_orders_go_to_the_network_and_the_rest_stays(tmp_path: Path) -> None:
    network = Quiet()
    with opened(tmp_path) as first:
        session = session_of(first, network)
        session._carry_out((o.Refresh(), Flash(), Save(USUAL), o.Browse()))
    assert network.posted == [o.Refresh(), o.Browse()]


def test_news_of_the_network_is_shown(tmp_path: Path) -> None:
    network = Quiet()
    with opened(tmp_path) as first:
        session = session_of(first, network)
        network.news.append(o.Joining())
        session.hear_all(1.0)
        assert session._app.model.table is not None


def test_what_is_typed_before_the_network_is_there_is_not_lost(tmp_path: Path) -> None:
    def pressed() -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=0, mod=0, unicode="", scancode=pygame.KSCAN_F11))

    with opened(tmp_path, Settings(name="Ana")) as first:
        run(first, Quiet(), pressed)
        assert load_settings(first.folder.path)[0].full_screen


def test_every_setting_is_written_down(tmp_path: Path) -> None:
    changed = replace(USUAL, name="Ana", avatar=2, text_scale=1.3, speed=0.5, reduced_motion=True, window_size=(9, 9))
    save_settings(tmp_path, changed)
    assert asdict(load_settings(tmp_path)[0]) == asdict(changed)
