"""Backstages without a window: what one would post and drain, and what comes of it."""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from lan_thirteen.core.lobby import Lobby
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.addresses import OwnAddress
from lan_thirteen.net.backstage import Backstage
from lan_thirteen.net.folders import Complaint, Folder, hold_folder
from lan_thirteen.net.guest import Visitor
from lan_thirteen.net.watch import Reach
from lan_thirteen.wire import messages as m
from tests.support.tables import QUICK

PATIENT = 40.0
"""So long is waited for what must come; it may be a process that starts on a busy machine."""

T = TypeVar("T")


def nowhere() -> tuple[OwnAddress, ...]:
    return ()


ALONE = Reach(look=nowhere, only=("127.0.0.1",))
"""A machine without a network."""


class Person:
    """Somebody at a window."""

    def __init__(self, name: str, folder: Folder | Complaint, *, timing: Timing = QUICK, reach: Reach = ALONE) -> None:
        self.visitor = Visitor(name)
        self.folder = folder
        self.heard: list[o.News] = []
        self.lobby: Lobby | None = None
        self.told: m.Told | None = None
        self.backstage = Backstage(folder, timing, reach=reach)
        self.backstage.start()
        self._at = 0

    def post(self, order: o.Order) -> None:
        self.backstage.post(order)

    def say(self, message: m.FromGuest) -> None:
        self.post(o.Say(message))

    def until(self, holds: Callable[[], T | None]) -> T:
        """What is wanted, as soon as the news make it so."""
        end = time.monotonic() + PATIENT
        while not (found := holds()):
            ready, _, _ = select.select([self.backstage.wake], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError([type(news).__name__ for news in self.heard] + self.heard[-2:])
            self.take_news()
        return found

    def hears(self, kind: type[T], wanted: Callable[[T], bool] = lambda news: True) -> T:
        """The next news of this kind, after those that were waited for before."""

        def found() -> tuple[int, T] | None:
            late = enumerate(self.heard[self._at :], self._at + 1)
            return next(((at, n) for at, n in late if isinstance(n, kind) and wanted(n)), None)

        self._at, news = self.until(found)
        return news

    def sees(self, wanted: Callable[[Lobby], bool]) -> Lobby:
        return self.until(lambda: self.lobby if self.lobby is not None and wanted(self.lobby) else None)

    def all_of(self, kind: type[T]) -> list[T]:
        return [news for news in self.heard if isinstance(news, kind)]

    def why_not(self) -> Refusal:
        """Why the table cannot be joined."""
        return self.hears(o.JoinFailed).why

    def take_news(self) -> None:
        """Hear what there is."""
        news = self.backstage.drain()
        self.heard += news
        for one in news:
            if isinstance(one, m.TableChanged):
                self.lobby = one.lobby
            elif isinstance(one, m.Told):
                self.told = one

    def killed(self) -> None:
        """The window is gone, without a word."""
        self.backstage.stop()


def hear_any(*people: Person) -> list[Person]:
    """Those of them who have heard something, as soon as anybody has."""
    ready, _, _ = select.select([person.backstage.wake for person in people], [], [], PATIENT)
    if not ready:
        raise TimeoutError
    found = [person for person in people if person.backstage.wake in ready]
    for person in found:
        person.take_news()
    return found


@contextmanager
def people(root: Path, *names: str, **other: Any) -> Iterator[list[Person]]:
    """People with profiles of their names."""
    found: list[Person] = []
    try:
        found.extend(Person(name, folder_of(root, name), **other) for name in names)
        yield found
    finally:
        for person in found:
            close(person)


def folder_of(root: Path, name: str) -> Folder:
    folder = hold_folder(name, root / "lan-thirteen" / "profiles")
    assert isinstance(folder, Folder)
    return folder


def close(person: Person) -> None:
    person.post(o.Leave(close=True))
    person.backstage.stop()
    if isinstance(person.folder, Folder):
        person.folder.close()
