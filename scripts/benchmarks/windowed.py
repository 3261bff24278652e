"""The window at work in a process of its own. The last line it writes is what it measured, as JSON.

``waking LOOP``: the milliseconds until a loop sees what another thread has for it.
``idling LOOP SECONDS``: per cent of a processor that it takes while nothing happens. The loops are ``tick``, which
looks 60 times a second and draws nothing, and the program's own: ``home`` and ``table``, or just ``ours``.
``drawing WIDTH HEIGHT GAME FRAMES``: the milliseconds of frames. ``holding GAME MATCHES``: the MB after each match.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import queue
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import pygame

from lan_thirteen.core.timing import Timing
from lan_thirteen.net import orders as o
from lan_thirteen.net.backstage import Backstage
from lan_thirteen.ui import events as ev
from lan_thirteen.ui.app.app import App
from lan_thirteen.ui.app.model import Known, Model
from lan_thirteen.ui.display import Display, Node
from lan_thirteen.ui.measure import load_advances
from lan_thirteen.ui.pictures import Card
from lan_thirteen.ui.screens import home
from lan_thirteen.ui.text import load_language
from lan_thirteen.ui.window.dirty import changed
from lan_thirteen.ui.window.frame import Frame
from lan_thirteen.ui.window.loop import Loop, clock
from lan_thirteen.ui.window.session import Session, keep_small
from lan_thirteen.ui.window.start import Opened, open_first_frame
from lan_thirteen.wire import messages as m
from scripts.benchmarks.measure import clock as busy
from scripts.benchmarks.served import memory_of

RATE: Final = 60
SETTLING: Final = 1.0
"""Seconds that a loop runs before it is measured."""
POSTS: Final = 200
"""Messages whose way is timed."""
PAUSE: Final = 0.0537
"""Seconds between two, so that they come at all times of a loop's beat."""


class Backdoor:
    """Stands for the network's thread: what a benchmark says is heard by the window as if it came from there."""

    def __init__(self) -> None:
        self.wake, self._waker = socket.socketpair()
        self.wake.setblocking(False)
        self._news: queue.SimpleQueue[o.News] = queue.SimpleQueue()

    def post(self, order: o.Order) -> None:
        """Nobody carries it out."""

    def tell(self, news: o.News) -> None:
        self._news.put(news)
        self._waker.send(b"\0")

    def drain(self) -> list[o.News]:
        with suppress(OSError):
            while self.wake.recv(4096):
                pass
        found = []
        with suppress(queue.Empty):
            while True:
                found.append(self._news.get_nowait())
        return found


class Window:
    """The whole window, as ``run_session`` puts it together, at a table of its own imagination."""

    def __init__(self, opened: Opened, backstage: Backdoor | Backstage, now: Callable[[], float] = clock) -> None:
        settings = opened.settings
        model = Model(settings, "ana", known=Known(browsing_since=now()), home=home.fresh("Ana", 0))
        canvas = opened.frame.canvas
        self.frame, self.painter = opened.frame, opened.painter
        self.app = App(model, load_language(), load_advances(), canvas, Timing())
        self.session = Session(opened, self.app, cast("Backstage", backstage), tells=False)
        self.loop = Loop(self.frame, self.painter, self.session, backstage.wake, now)
        keep_small()

    def run(self, seconds: float) -> None:
        """Let it run as it does with a person before it."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.loop.turn(min(self.loop.pause(), left))


@contextmanager
def opened(size: tuple[int, int] | None = None) -> Iterator[Opened]:
    """A window with its first frame, in a profile that is new."""
    with tempfile.TemporaryDirectory() as root:
        if size is not None:
            folder = Path(root) / "default"
            folder.mkdir()
            shape = {"window_size": size, "window_position": (0, 0)}
            (folder / "settings.json").write_text(json.dumps(shape), "utf-8")
        done = open_first_frame(None, Path(root))
        yield done
        done.folder.close()


# waking


def waking(which: str) -> list[float]:
    """How long each message was on its way."""
    with opened() as done:
        return _tick_waits() if which == "tick" else _own_waits(done)


def _tick_waits() -> list[float]:
    """A loop that looks for events at its beat."""
    waits: list[float] = []
    kind, beat = pygame.event.custom_type(), pygame.time.Clock()

    def post() -> None:
        for _ in range(POSTS):
            time.sleep(PAUSE)
            pygame.event.post(pygame.event.Event(kind, at=time.perf_counter()))

    threading.Thread(target=post, daemon=True).start()
    while len(waits) < POSTS:
        for event in pygame.event.get():
            if event.type == kind:
                waits += [1e3 * (time.perf_counter() - event.at)]
        beat.tick(RATE)
    return waits


def _own_waits(done: Opened) -> list[float]:
    """The window on its first screen, and a network thread that tells of one change of its addresses after another."""
    waits: list[float] = []
    backdoor = Backdoor()
    window = Window(done, backdoor)
    sent: queue.SimpleQueue[float] = queue.SimpleQueue()

    class Listening(Session):
        def hear_all(self, now: float) -> None:
            while not sent.empty():
                waits.append(1e3 * (time.perf_counter() - sent.get()))
            super().hear_all(now)

    window.session.__class__ = Listening
    window.run(SETTLING + 2)

    def post() -> None:
        for _ in range(POSTS):
            time.sleep(PAUSE)
            sent.put(time.perf_counter())
            backdoor.tell(o.Found(()))

    threading.Thread(target=post, daemon=True).start()
    while len(waits) < POSTS:
        window.loop.turn(window.loop.pause())
    return waits


# idling


def idling(which: str, seconds: float) -> float:
    """Per cent of a processor."""
    with opened() as done:
        run = {"tick": _ticking, "home": _at_home, "table": _at_table}[which]
        return run(done, seconds)


def _share(run: Callable[[float], None], seconds: float) -> float:
    run(SETTLING)
    gc.collect()
    busy, start = time.process_time(), time.monotonic()
    run(seconds)
    return 100 * (time.process_time() - busy) / (time.monotonic() - start)


def _ticking(done: Opened, seconds: float) -> float:
    beat = pygame.time.Clock()

    def run(length: float) -> None:
        end = time.monotonic() + length
        while time.monotonic() < end:
            pygame.event.get()
            beat.tick(RATE)

    return _share(run, seconds)


def _at_home(done: Opened, seconds: float) -> float:
    """The list of tables, with the network's thread looking for them."""
    backstage = Backstage(done.folder, Timing())
    backstage.start()
    backstage.post(o.Browse())
    window = Window(done, backstage)
    window.run(4.0)  # it says for a while that it is looking
    share = _share(window.run, seconds)
    backstage.stop()
    return share


def _at_table(done: Opened, seconds: float) -> float:
    """In the middle of a deal, with somebody else thinking."""
    window = Window(done, Backdoor())
    for news in _until(recorded("dreizehn", 1), 20, is_asked=False):
        window.app.hear(news, clock())
    window.run(3.0)
    return _share(window.run, seconds)


def _until(story: Iterable[o.News], told: int, *, is_asked: bool) -> Iterator[o.News]:
    """The story until so many ``Told`` are out, and then the first that asks us, or that does not."""
    for news in story:
        yield news
        if isinstance(news, m.Told):
            told -= 1
            if told < 0 and bool(news.legal) == is_asked:
                return


# drawing


def drawing(width: int, height: int, game: str, frames: int) -> dict[str, list[float]]:
    """The milliseconds of each frame: of the bench's own scene, of a table drawn whole, and of what happens at it.

    They are this process's: what the screen takes for a flip is only in those by the wall.
    """
    now = 100.0
    with opened((width, height)) as done:
        backdoor = Backdoor()
        window = Window(done, backdoor, lambda: now)
        surface = window.frame.surface
        if surface.get_size() != (width, height):
            raise RuntimeError(f"the screen has no room for {width}x{height}")
        times: dict[str, list[float]] = defaultdict(list)

        def turns(number: int) -> None:
            nonlocal now
            for _ in range(number):
                now += 1 / RATE
                times["dealing"].append(timed(lambda: window.loop.turn(0)))

        for news in _until(recorded(game, 1), 12, is_asked=True):
            backdoor.tell(news)
            turns(RATE // 3)
        times["first dealing"] = times.pop("dealing")
        for news in _until(recorded(game, 2), 12, is_asked=True):
            backdoor.tell(news)
            turns(RATE // 3)
        scene, whole, moving = Scene(surface.get_size()), _whole(window), _moving(window)
        for _ in range(frames):
            for name, draw in (("scene", lambda: scene.draw(window.frame)), ("whole", whole), ("moving", moving)):
                times[name].append(timed(draw))
            times["whole, by the wall"].append(timed(whole, time.perf_counter_ns))
        times["hover"] = _hovering(window, frames)
    return times


def timed(call: Callable[[], object], now: Callable[[], int] = busy) -> float:
    """The milliseconds of this process's time that it takes, or those of another clock."""
    start = now()
    call()
    return (now() - start) / 1e6


class Scene:
    """What any such game draws: a background, 60 cards with an alpha channel, 30 texts that are kept drawn."""

    def __init__(self, size: tuple[int, int]) -> None:
        width, height = size
        chance, font = Random(3), pygame.font.Font(None, 28)
        high = height // 5
        wide = int(high * 0.7)
        self._ground = pygame.Surface(size).convert()
        self._ground.fill((20, 90, 50))
        cards = []
        for name in (f"{rank}{suit}" for suit in "SHDC" for rank in ("A", *range(2, 11), "J", "Q", "K")):
            card = pygame.Surface((wide, high), pygame.SRCALPHA)
            pygame.draw.rect(card, (250, 248, 240), card.get_rect(), border_radius=10)
            pygame.draw.rect(card, (60, 60, 60), card.get_rect(), 2, border_radius=10)
            card.blit(font.render(name, True, (180, 20, 30)), (8, 6))
            cards.append(card.convert_alpha())
        places = [(chance.randrange(width - wide), chance.randrange(height - high)) for _ in range(60)]
        self._cards = [(cards[i % 52], place) for i, place in enumerate(places)]
        texts = [f"Player {i}: {i + 5} cards, score {17 * i}" for i in range(30)]
        self._texts = [
            (font.render(text, True, (255, 255, 255)).convert_alpha(), (10, 20 * i)) for i, text in enumerate(texts)
        ]

    def draw(self, frame: Frame) -> None:
        surface = frame.surface
        surface.blit(self._ground, (0, 0))
        surface.fblits(self._cards)
        surface.fblits(self._texts)
        frame.flip()


def _whole(window: Window) -> Callable[[], None]:
    display, canvas = window.app.display, window.frame.canvas

    def draw() -> None:
        window.painter.paint(window.frame.surface, display, canvas)
        window.frame.flip()

    return draw


def _moving(window: Window) -> Callable[[], None]:
    """One card of the hand that is somewhere else in each frame, drawn as the loop draws what has changed."""
    display, canvas = window.app.display, window.frame.canvas
    card = [node for node in display.nodes if isinstance(node.picture, Card)][-1]
    step, shown = 0, display

    def draw() -> None:
        nonlocal step, shown
        step += 1
        moved = _with(display, card, card._replace(box=card.box.moved(3.0 * (step % 40), -4.0 * (step % 40))))
        dirty = changed(shown, moved)
        if dirty is not None:
            part = pygame.Rect(*(int(length * canvas.unit) for length in dirty)).inflate(4, 4)
            window.painter.paint_part(window.frame.surface, moved, canvas, part)
        window.frame.flip()
        shown = moved

    return draw


def _with(display: Display, old: Node, new: Node) -> Display:
    return Display(tuple(new if node is old else node for node in display.nodes), display.floor)


def _hovering(window: Window, times: int) -> list[float]:
    """The pointer goes over the hand: each card it comes to is laid out lifted."""
    cards = [node for node in window.app.display.nodes if node.group == "hand" and node.intent is not None]
    spent = []
    for step in range(times):
        reach = cards[step % len(cards)].reach

        def hover(place: tuple[float, float] = (reach.x + 3, reach.cy)) -> None:
            window.app.handle(ev.Moved(place))
            _ = window.app.display

        spent.append(timed(hover))
    return spent


# holding


def holding(game: str, matches: int) -> list[float]:
    """The MB held after the start, and after each match, of which each message is shown."""
    now = 100.0
    with opened() as done:
        backdoor = Backdoor()
        window = Window(done, backdoor, lambda: now)
        window.run(SETTLING)
        held = [_held()]
        for number in range(matches):
            for news in recorded(game, number):
                backdoor.tell(news)
                for pause in (0.5, 0.1, 0.1):
                    now += pause
                    window.loop.turn(0)
            held.append(_held())
    return held


def recorded(game: str, number: int) -> list[o.News]:
    """A match out of another process, so that none of its making is held by this one."""
    command = [sys.executable, "-m", "scripts.benchmarks.recorded", game, "4", str(number)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    story: list[o.News] = pickle.loads(done.stdout)  # noqa: S301 - we have just written it
    return story


def _held() -> float:
    return memory_of(os.getpid()) or 0.0


PROGRAMS: Final[dict[str, Callable[..., Any]]] = {
    "waking": waking,
    "idling": lambda which, seconds: idling(which, float(seconds)),
    "drawing": lambda width, height, game, frames: drawing(int(width), int(height), game, int(frames)),
    "holding": lambda game, matches: holding(game, int(matches)),
}

if __name__ == "__main__":
    result = PROGRAMS[sys.argv[1]](*sys.argv[2:])
    sys.stdout.write("\n" + json.dumps(result) + "\n")
