"""The window on the desktop, and desktops that cannot do everything."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from lan_thirteen.ui.display import Box
from lan_thirteen.ui.window import frame as module
from lan_thirteen.ui.window.frame import clipboard, copy
from tests.support.windows import hidden_window, resize


def raises(*_: Any, **__: Any) -> Any:
    raise pygame.error("this desktop cannot do that")


def test_where_there_is_no_clipboard_nothing_is_pasted_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pygame.scrap.get_text", raises)
    monkeypatch.setattr("pygame.scrap.put_text", raises)
    assert clipboard() == ""
    assert not copy("words")


def test_what_was_copied_can_be_pasted() -> None:
    with hidden_window():
        assert copy("192.168.1.5:41313 안녕")
        assert clipboard() == "192.168.1.5:41313 안녕"


def test_a_desktop_that_cannot_ask_for_attention_is_left_in_peace() -> None:
    with hidden_window() as frame:
        with pytest.raises(pygame.error):
            frame._window.flash(pygame.FLASH_UNTIL_FOCUSED)
        frame.flash()


def test_a_window_opens_no_larger_than_the_screen_and_no_smaller_than_can_be_used() -> None:
    with hidden_window((5000, 4000)) as frame:
        screen = pygame.display.get_desktop_sizes()[0]
        assert frame._window.size == (round(screen[0] * 0.9), round(screen[1] * 0.9))
    with hidden_window((1, 1)) as frame:
        assert frame._window.size == (480, 360)


@pytest.mark.parametrize("position", [(99999, 50), (-3000, 20), (20, -900), (20, 99999)])
def test_a_window_that_was_on_a_screen_that_is_gone_comes_to_one_that_is_there(position: tuple[int, int]) -> None:
    with hidden_window((640, 480), position) as frame:
        width, height = pygame.display.get_desktop_sizes()[0]
        left, top = frame._window.position
        assert 0 <= left < width - 100
        assert 0 <= top < height - 100


def test_a_window_comes_back_where_it_was() -> None:
    with hidden_window((640, 480), (111, 99)) as frame:
        assert frame.shape == ((640, 480), (111, 99))


def test_full_screen_and_back_keeps_the_shape_to_come_back_to() -> None:
    with hidden_window((640, 480), (111, 99)) as frame:
        frame.fill_screen(True)
        assert frame.surface.get_size() == pygame.display.get_desktop_sizes()[0]
        assert frame.shape is None
        frame.fill_screen(False)
        assert frame.shape == ((640, 480), (111, 99))


def test_a_desktop_that_refuses_full_screen_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Stubborn:
        size = (640, 480)
        position = (1, 2)

        def set_fullscreen(self, *, desktop: bool) -> None:
            asked.append(desktop)
            raises()

        def set_windowed(self) -> None:
            asked.append(False)

        def destroy(self) -> None:
            pass

    with hidden_window() as frame:
        real, frame._window = frame._window, Stubborn()  # type: ignore[assignment]
        try:
            for _ in range(5):
                frame.fill_screen(True)
            assert asked == [True]
            assert frame.shape == ((640, 480), (1, 2))
            frame.fill_screen(False)
            frame.fill_screen(True)
            assert asked.count(True) == 2
        finally:
            frame._window = real


def test_text_is_taken_only_where_it_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a keyboard that writes Hangul would swallow the keys of the table."""
    said: list[object] = []
    note: Callable[[str], Callable[..., None]] = lambda name: lambda *what: said.append((name, *what))  # noqa: E731
    with hidden_window() as frame:
        monkeypatch.setattr("pygame.key.start_text_input", note("start"))
        monkeypatch.setattr("pygame.key.stop_text_input", note("stop"))
        monkeypatch.setattr("pygame.key.set_text_input_rect", note("at"))
        canvas = frame.canvas
        frame.type_at(None, canvas)
        frame.type_at(Box(10, 20, 2, 30), canvas)
        frame.type_at(Box(10, 20, 2, 30), canvas)
        frame.type_at(Box(18, 20, 2, 30), canvas)
        frame.type_at(None, canvas)
        unit = frame.points_per_unit(canvas)
        rects = [pygame.Rect(*(round(n * unit) for n in (x, 20, 2, 30))) for x in (10, 18)]
    assert said == [("start",), ("at", rects[0]), ("at", rects[1]), ("stop",)]


def test_the_title_changes_only_where_it_is_another_one() -> None:
    with hidden_window() as frame:
        frame.name("Your turn · Kitchen")
        assert frame._window.title == "Your turn · Kitchen"


@pytest.mark.parametrize("size", [(200, 150), (320, 900), (4000, 2500)])
def test_the_canvas_follows_the_window(size: tuple[int, int]) -> None:
    with hidden_window() as frame:
        resize(frame, *size)
        assert frame.canvas.w * frame.canvas.unit == pytest.approx(size[0])
        assert frame.points_per_unit(frame.canvas) == pytest.approx(frame.canvas.unit)


def test_where_pixels_are_finer_than_points_the_pointer_is_still_in_points() -> None:
    """On a screen of 200 % the surface has twice as many pixels as the window has points."""

    class Fine:
        size = (640, 360)

        def get_surface(self) -> pygame.Surface:
            return pygame.Surface((1280, 720))

    with hidden_window() as frame:
        real, frame._window = frame._window, Fine()  # type: ignore[assignment]
        try:
            canvas = frame.canvas
            assert canvas.unit == 1.0
            assert frame.points_per_unit(canvas) == 0.5
        finally:
            frame._window = real


def test_what_a_person_has_set_for_sdl_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_WINDOWS_DPI_AWARENESS", "unaware")
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "1")
    for name in ("SDL_IME_SHOW_UI", "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "SDL_MOUSE_FOCUS_CLICKTHROUGH"):
        monkeypatch.delenv(name, raising=False)
    module.prepare()
    assert os.environ["SDL_WINDOWS_DPI_AWARENESS"] == "unaware"
    assert os.environ["SDL_FRAMEBUFFER_ACCELERATION"] == "1"
    assert os.environ["SDL_IME_SHOW_UI"] == "1"
    assert os.environ["SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS"] == "0"


def test_a_window_that_nobody_asked_to_hide_is_not_opened_where_nobody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":64999")
    pygame.display.quit()
    with pytest.raises(pygame.error):
        module.Frame("Test", None, None)
    pygame.display.quit()


def test_where_there_is_no_screen_a_window_cannot_be_opened() -> None:
    with pytest.raises(pygame.error), hidden_window(driver="no such driver"):
        pass
