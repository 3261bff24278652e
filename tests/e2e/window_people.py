"""People who meet at a table in their windows, and the pictures that are taken of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.e2e.screen import Screen
from tests.e2e.window_driver import PATIENT, Shown, Window, with_settings
from tests.e2e.window_player import MAIN, TURN, Hands, Keyboard, Mouse, Player
from tests.lab.lan import Lan

SEEN: Final = 3.0
"""Seconds in which a table must be in every list."""
NAMES: Final = ("Ana", "Bo", "Cy")
HANDS: Final = (Mouse(), Mouse(), Keyboard())


class Album:
    """Pictures of each stage at each window, if ``LAN_THIRTEEN_PICTURES`` names a folder for them."""

    def __init__(self, title: str) -> None:
        self._folder = os.environ.get("LAN_THIRTEEN_PICTURES")
        self._title = title
        self._kept: set[str] = set()

    def keep(self, stage: str, *players: Player) -> None:
        """Take a picture of this stage, the first time that a window is there."""
        for player in players if self._folder else ():
            name = f"{self._title} {stage} {player.window.host.name}"
            if name not in self._kept:
                self._kept.add(name)
                player.window.screen.save(Path(str(self._folder)) / f"{name}.png")


def stage_of(shown: Shown) -> str:
    """What a player is doing in a match."""
    stages = {
        "8 results": shown.find("between", "see"),
        "7 take": shown.all("stack"),
        "6 picked": shown.can(*MAIN),
        "5 turn": shown.title.startswith(TURN),
    }
    return next((stage for stage, is_so in stages.items() if is_so), "4 waiting")


@contextmanager
def laptops(lan: Lan, folder: Path, hands: Sequence[Hands] = HANDS) -> Iterator[list[Player]]:
    """Somebody at each computer who has used the window before; of a failure there are pictures in ``folder``."""
    players = []
    for avatar, (host, name, their) in enumerate(zip(lan, NAMES, hands, strict=False)):
        with_settings(host, name, avatar=avatar)
        players.append(Player(Window(host, Screen(host)), their))
    try:
        yield players
    except BaseException:
        for player in players:
            player.window.screen.save(folder / f"{player.window.host.name}.png")
        print(f"pictures of the failure are in {folder}")  # noqa: T201  # pytest shows it
        raise


def opens_a_table(owner: Player, game: str, *, bots: int, rules: Mapping[str, str], album: Album | None = None) -> None:
    """This person opens a table, whose bots answer at once."""
    owner.presses("Host a table")
    owner.window.sees("Open the table")
    owner.presses_key("game", game)
    if bots:
        chooses(owner, "Fill seats with bots", f"{bots} bot")
    if rules:
        owner.presses("Game rules")
        for label, value in rules.items():
            chooses(owner, label, value)
    owner.presses("House rules")
    chooses(owner, "Bots play", "At once")
    if album is not None:
        album.keep("1 form", owner)
    owner.presses("Open the table")
    owner.window.sees("Close the table")


def chooses(player: Player, label: str, value: str) -> None:
    """Choose from a list of the form, which may have to be turned down."""
    window = player.window
    while not any(thing.label.startswith(f"{label}: ") for thing in window.shown.all("select")):
        before = window.shown
        window.turns_wheel(before.all("select")[0])
        assert window.changes(before, PATIENT), f"{label} is not in the list"
    player.presses(f"{label}: ")
    player.presses(value)
    window.sees(f"{label}: {value}")


def comes_in(player: Player, album: Album | None = None) -> None:
    """This person sees Ana's table in time, goes there and is ready."""
    window = player.window
    table = window.sees("Ana's table", SEEN)
    if album is not None:
        album.keep("2 home", player)
    if isinstance(player.hands, Mouse):
        window.clicks(window.sees_key("join", *table.key[1:]))
    else:
        player.hands.press(window, table, window.shown)
        window.presses("Return")
    player.presses("I am ready")
    window.sees("Not ready after all")
