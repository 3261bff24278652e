"""The loop: it draws what changes and nothing else, moves cards and ends where it must, and loses no press."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pygame
import pytest

from lan_thirteen.ui import events as ev
from lan_thirteen.ui import motion
from lan_thirteen.ui.display import Box, Display, Node, hit
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.pictures import Backdrop, Card, LeafFace, Panel
from lan_thirteen.ui.theme import AMBER, INK
from lan_thirteen.ui.window.frame import Frame
from lan_thirteen.ui.window.loop import Loop
from lan_thirteen.ui.window.paint import Painter
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import GAMES, asked, choice_of, is_asked, picks_with_mouse, plays_with_mouse, started
from tests.support.windows import PilotMind, PlainMind, hidden_window, moved, post, post_key, post_press, resize

GROUND = Node(("ground",), Box(0, 0, 2000, 2000), Backdrop("forest"))
CARD = Node(("card", 1), Box(300, 300, 100, 144), Card(LeafFace(7)))
OTHER = Node(("card", 2), Box(500, 300, 100, 144), Card(LeafFace(9)))
BUTTON = Node(("button",), Box(60, 60, 120, 44), Panel(AMBER, AMBER, 8), "pressed", "A button")
STILL = Display((GROUND, BUTTON, CARD))
PLAYED = Display((GROUND, BUTTON, moved(CARD, 200, -100)))
FRAME_S = 1 / 60


class Watched:
    """A loop over a hidden window with a clock that the test turns; what is shown is kept."""

    def __init__(self, frame: Frame, mind: PlainMind | PilotMind) -> None:
        self.frame = frame
        self.mind = mind
        self.now = 100.0 if isinstance(mind, PlainMind) else mind.pilot.lan.now
        self.shown: list[bytes] = []
        self.painter = Painter(load_advances())
        self.loop = Loop(frame, self.painter, mind, None, lambda: self.now)
        self._flip, frame.flip = frame.flip, self._flipped  # type: ignore[method-assign]
        self.keeps_pictures = False

    def _flipped(self) -> None:
        self.shown.append(self.frame.surface.get_buffer().raw if self.keeps_pictures else b"")
        self._flip()

    def turn(self, times: int = 1, seconds: float = FRAME_S) -> int:
        """Let it look so many times; gives how often it showed something."""
        before = len(self.shown)
        for _ in range(times):
            self.now += seconds
            self.loop.turn(0)
        return len(self.shown) - before

    @property
    def seen(self) -> bytes:
        return bytes(self.frame.surface.get_buffer().raw)

    def painted_anew(self) -> bytes:
        """What the window would show if all of it were drawn at once."""
        canvas = self.loop._canvas
        fresh = pygame.Surface(self.frame.surface.get_size(), 0, self.frame.surface)
        self.painter.paint(fresh, self.mind.display, canvas)
        return bytes(fresh.get_buffer().raw)


@pytest.fixture
def frame() -> Iterator[Frame]:
    with hidden_window() as opened:
        yield opened


# idle


def test_what_does_not_change_is_drawn_once(frame: Frame) -> None:
    watched = Watched(frame, PlainMind(STILL))
    assert watched.turn() == 1
    assert watched.turn(300) == 0


def test_an_equal_display_is_not_drawn_again(frame: Frame) -> None:
    mind = PlainMind(STILL)
    watched = Watched(frame, mind)
    watched.turn()
    mind.display = Display(tuple(node._replace(label=node.label) for node in STILL.nodes))
    assert watched.turn(5) == 0


@pytest.mark.parametrize("game", GAMES)
def test_an_idle_table_shows_nothing_new(game: str, frame: Frame) -> None:
    _, ana = asked(game)
    watched = Watched(frame, PilotMind(ana, frame))
    watched.turn(3)
    assert watched.turn(600) == 0


def test_the_first_screen_is_idle_after_it_has_looked_for_tables(frame: Frame) -> None:
    lan = Lan()
    ana = Pilot(lan)
    ana.app._change(replace(ana.model, known=replace(ana.model.known, browsing_since=lan.now)))
    watched = Watched(frame, PilotMind(ana, frame))
    watched.turn(60, 0.1)
    assert watched.turn(300) == 0


def test_it_sleeps_longer_while_nothing_happens(frame: Frame) -> None:
    mind = PlainMind(STILL)
    watched = Watched(frame, mind)
    watched.turn(1, 10.0)
    assert watched.loop.pause() == pytest.approx(1 / 30)
    post(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0), touch=False)
    watched.turn()
    assert watched.loop.pause() == pytest.approx(1 / 60)
    watched.turn(1, 3.0)
    assert watched.loop.pause() == pytest.approx(1 / 30)


def test_it_wakes_when_something_is_due(frame: Frame) -> None:
    mind = PlainMind(STILL)
    watched = Watched(frame, mind)
    watched.turn(1, 10.0)
    mind.due = watched.now + 0.004
    assert watched.loop.pause() == pytest.approx(0.004)
    mind.due = watched.now - 1
    assert watched.loop.pause() == 0


def test_a_part_of_the_window_is_drawn_as_the_whole_would_be(frame: Frame) -> None:
    """A card goes round the window, and buttons light up: at the end nothing is left of where it was."""
    mind = PlainMind(STILL)
    mind.motion_speed = 0.0
    watched = Watched(frame, mind)
    watched.turn()
    rng = Random(3)
    for _ in range(40):
        where = moved(CARD, rng.uniform(-280, 500), rng.uniform(-280, 400))._replace(angle=rng.uniform(-30, 30))
        lit = BUTTON._replace(picture=Panel(AMBER, INK[2], rng.uniform(0, 20), has_shadow=rng.random() < 0.5))
        mind.display = Display((GROUND, lit, where) if rng.random() < 0.7 else (GROUND, where))
        watched.turn()
        assert watched.seen == watched.painted_anew()


def test_what_was_covered_by_another_window_is_shown_again(frame: Frame) -> None:
    watched = Watched(frame, PlainMind(STILL))
    watched.turn(5)
    post(pygame.WINDOWEXPOSED)
    assert watched.turn() == 1
    assert watched.turn(5) == 0


# motion


def test_a_motion_ends_exactly_at_its_end_and_then_is_still(frame: Frame) -> None:
    mind = PlainMind(STILL)
    watched = Watched(frame, mind)
    watched.turn()
    mind.display = PLAYED
    frames = watched.turn(60)
    assert 10 < frames <= motion.PLAY_S * 60 + 2
    assert watched.seen == watched.painted_anew()
    assert watched.loop._shown is PLAYED
    assert watched.turn(100) == 0


def test_half_the_speed_takes_twice_the_time(frame: Frame) -> None:
    counts = []
    for speed in (0.5, 1.0, 2.0):
        mind = PlainMind(STILL)
        mind.motion_speed = speed
        watched = Watched(frame, mind)
        watched.turn()
        mind.display = PLAYED
        counts.append(watched.turn(120))
    assert counts[0] == pytest.approx(2 * counts[1], abs=2)
    assert counts[1] == pytest.approx(2 * counts[2], abs=2)


def test_without_motion_there_is_no_frame_between_two_states(frame: Frame) -> None:
    mind = PlainMind(STILL)
    mind.motion_speed = 0.0
    watched = Watched(frame, mind)
    watched.turn()
    mind.display = PLAYED
    assert watched.turn() == 1
    assert watched.seen == watched.painted_anew()
    assert watched.turn(60) == 0


def test_a_match_without_motion_needs_no_frame_of_waiting(frame: Frame) -> None:
    """Each state is there at the next look, whole."""
    lan, ana = asked("dreizehn")
    ana.app._change(replace(ana.model, settings=replace(ana.model.settings, speed=0.0)))
    watched = Watched(frame, PilotMind(ana, frame))
    watched.turn()
    for _ in range(15):
        if is_asked(ana):
            plays_with_mouse(ana, choice_of(ana))
        watched.now = max(watched.now, lan.now)
        watched.turn()
        assert watched.loop._shown is ana.display


def test_reduced_motion_moves_nothing(frame: Frame) -> None:
    lan, ana = asked("dreizehn")
    ana.app._change(replace(ana.model, settings=replace(ana.model.settings, reduced_motion=True)))
    assert PilotMind(ana, frame).motion_speed == 0.0
    assert lan.table is not None


@pytest.mark.parametrize("what", ["press", "key"])
def test_a_press_or_a_key_ends_what_moves(what: str, frame: Frame) -> None:
    mind = PlainMind(STILL)
    watched = Watched(frame, mind)
    watched.turn()
    mind.display = PLAYED
    watched.turn(3)
    assert watched.loop._shown is not PLAYED
    post_press(700, 500) if what == "press" else post_key(pygame.KSCAN_S, pygame.K_s)
    assert watched.turn() == 1
    assert watched.loop._shown is PLAYED
    assert watched.turn(30) == 0


def test_the_pointer_alone_ends_no_motion(frame: Frame) -> None:
    mind = PlainMind(STILL)
    watched = Watched(frame, mind)
    watched.turn()
    mind.display = PLAYED
    watched.turn(3)
    post(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0), touch=False)
    watched.turn()
    assert watched.loop._shown is not PLAYED


def test_what_changes_in_mid_motion_goes_on_from_where_it_is_seen(frame: Frame) -> None:
    mind = PlainMind(STILL)
    watched = Watched(frame, mind)
    watched.turn()
    mind.display = PLAYED
    watched.turn(6)
    between = watched.loop._shown
    assert between is not None
    half = between.find(CARD.key)
    assert half is not None
    mind.display = STILL
    watched.turn(1, 0.0001)
    at = watched.loop._shown.find(CARD.key)  # type: ignore[union-attr]
    assert at is not None
    assert abs(at.box.x - half.box.x) < 5
    watched.turn(60)
    assert watched.seen == watched.painted_anew()


def test_a_new_card_among_others_appears_and_is_whole_at_the_end(frame: Frame) -> None:
    mind = PlainMind(STILL)
    watched = Watched(frame, mind)
    watched.turn()
    mind.display = Display((*STILL.nodes, OTHER))
    watched.turn()
    fading = watched.loop._shown.find(OTHER.key)  # type: ignore[union-attr]
    assert fading is not None
    assert fading.alpha < 1
    watched.turn(60)
    assert watched.seen == watched.painted_anew()


# sizes


def test_a_new_size_is_laid_out_once_it_has_settled(frame: Frame) -> None:
    mind = PlainMind(STILL)
    watched = Watched(frame, mind)
    watched.turn()
    for width in range(700, 900, 20):
        resize(frame, width, 600)
        watched.turn(1, 0.05)
        assert not any(isinstance(event, ev.Resized) for event in mind.heard)
    watched.turn(10, 0.05)
    assert [event for event in mind.heard if isinstance(event, ev.Resized)] == [ev.Resized(880, 600)]
    assert watched.loop._canvas == frame.canvas


def test_while_a_size_settles_the_window_is_filled_and_takes_presses(frame: Frame) -> None:
    mind = PlainMind(STILL)
    watched = Watched(frame, mind)
    watched.turn()
    resize(frame, 1300, 900)
    assert watched.turn() == 1
    unit = frame.points_per_unit(watched.loop._canvas)
    post_press(BUTTON.box.cx * unit, BUTTON.box.cy * unit)
    watched.turn()
    (down,) = [event for event in mind.heard if isinstance(event, ev.Down)]
    assert BUTTON.box.holds(down.x, down.y)


def test_full_screen_by_its_keys_is_used_at_once_and_kept(frame: Frame) -> None:
    ana = Pilot(Lan())
    mind = PilotMind(ana, frame)
    watched = Watched(frame, mind)
    watched.turn()
    screen = pygame.display.get_desktop_sizes()[0]
    post_key(pygame.KSCAN_F11)
    watched.turn()
    assert frame.surface.get_size() == screen
    assert mind.saved[-1].settings.full_screen
    post_key(pygame.KSCAN_RETURN, mod=pygame.KMOD_LALT)
    watched.turn()
    assert frame.surface.get_size() == (900, 600)
    assert not mind.saved[-1].settings.full_screen


# wild


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 8))])
def test_resizing_and_switching_in_mid_motion_loses_no_press(seed: int, frame: Frame) -> None:
    """80 a seed: sizes from 200x150 to 4000x2500, full screen, focus, and a press on a button, while cards move."""
    rng = Random(seed)
    lan = Lan()
    ana, _bo = started(lan, GAMES[seed % len(GAMES)], "Ana", "Bo")
    mind = PilotMind(ana, frame)
    watched = Watched(frame, mind)
    watched.turn()
    presses = 0
    for _ in range(80):
        _something_wild(rng, watched, ana)
        watched.turn(rng.randint(0, 3), rng.choice((0.005, 0.02, 0.2)))
        lan.pass_time(max(0.0, watched.now - lan.now))
        watched.now = max(watched.now, lan.now)
        presses += _press_counts(rng, watched, ana)
    assert presses > 25
    post(pygame.WINDOWFOCUSGAINED)
    watched.turn(40, 0.05)
    assert watched.loop._canvas == frame.canvas == ana.app._canvas
    assert watched.loop._shown is ana.display
    assert watched.seen == watched.painted_anew()


def _something_wild(rng: Random, watched: Watched, pilot: Pilot) -> None:
    match rng.randrange(7):
        case 0 | 1 | 2:
            large = rng.random() < 0.1
            resize(watched.frame, rng.randint(200, 4000 if large else 1500), rng.randint(150, 2500 if large else 1000))
        case 3:
            post_key(pygame.KSCAN_F11)
        case 4:
            post(rng.choice((pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWEXPOSED)))
        case 5 if is_asked(pilot):
            picks_with_mouse_or_not(pilot)
        case _:
            post(pygame.MOUSEMOTION, pos=(rng.randint(0, 300), 80), rel=(0, 0), buttons=(0, 0, 0), touch=False)


def picks_with_mouse_or_not(pilot: Pilot) -> None:
    """In a window of 200 pixels not everything can be reached."""
    try:
        picks_with_mouse(pilot, choice_of(pilot))
    except AssertionError:
        return


def _press_counts(rng: Random, watched: Watched, pilot: Pilot) -> bool:
    """Open the chat or close it, by its button in the bar, where that is in the window: it must come of it."""
    watched.turn()
    node = next((n for n in pilot.display.reachable() if n.key == ("bar", "chat")), None)
    if node is None:
        post_key(pygame.KSCAN_ESCAPE)
        watched.turn()
        return False
    under = hit(pilot.display, node.reach.cx, node.reach.cy)
    if under is None or under.key != node.key:
        return False  # in a window smaller than promised one thing lies over another
    unit = watched.frame.points_per_unit(watched.loop._canvas)
    x, y = node.reach.cx * unit, node.reach.cy * unit
    if x >= watched.frame._window.size[0] or y >= watched.frame._window.size[1]:
        return False
    before = pilot.model.drawer.is_open
    post_press(x, y)
    watched.turn(1, rng.choice((0.0, 0.02)))
    assert pilot.model.drawer.is_open is not before
    return True


def test_a_window_of_the_smallest_size_shows_every_screen_without_a_fault(frame: Frame) -> None:
    for game in GAMES:
        _, ana = asked(game)
        watched = Watched(frame, PilotMind(ana, frame))
        for size in ((200, 150), (200, 900), (900, 150), (260, 200)):
            resize(frame, *size)
            watched.turn(6, 0.05)
            for key in ("f1", "escape", "f10", "escape", "l", "t", "escape", "escape"):
                ana.key(key)
                watched.now = max(watched.now, ana.lan.now)
                watched.turn()


def test_the_wake_of_the_network_ends_its_sleep(frame: Frame) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        loop = Loop(frame, Painter(load_advances()), PlainMind(STILL), ours, time.monotonic)
        theirs.send(b"x")
        began = time.monotonic()
        loop.turn(30)
        assert time.monotonic() - began < 10
