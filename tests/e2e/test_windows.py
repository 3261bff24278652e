"""Whole matches in three windows on three computers: two people with a mouse, one with a keyboard alone."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.e2e.driver import PROGRAM
from tests.e2e.screen import why_no_screen
from tests.e2e.window_driver import Shown
from tests.e2e.window_people import Album, comes_in, laptops, opens_a_table, stage_of
from tests.e2e.window_player import Player
from tests.lab.host import Host
from tests.lab.lan import Lan

pytestmark = [
    pytest.mark.timeout(280),
    pytest.mark.skipif(bool(why_no_screen()), reason=why_no_screen()),
]


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("leaves", {"A game ends after": "20 rounds"}),
        ("three-thirteen", {"Jokers in each pack": "2 jokers", "Rounds": "Six: 3, 5, 7, 9, 11, 13 cards"}),
        ("dreizehn", {"Rounds": "1 round"}),
    ],
)
def test_three_windows_find_each_other_play_a_match_and_play_again(
    lan: Lan, tmp_path: Path, game: str, rules: dict[str, str]
) -> None:
    album = Album(game)
    with laptops(lan, tmp_path) as (ana, bo, cy):
        opens_a_table(ana, game, bots=1, rules=rules, album=album)
        for player in (bo, cy):
            comes_in(player, album)
        ana.window.waits(lambda shown: "All are ready." in shown.words or None, "all ready")
        album.keep("3 room", ana, bo, cy)
        ana.presses("Start the game")
        ends = play_out(ana, bo, cy, album=album)
        album.keep("9 end", ana, bo, cy)
        assert [standings(end) for end in ends] == [told_by_replay(lan[0])] * 3
        play_again(ana, bo, cy)
        album.keep("10 again", ana, bo, cy)


def play_again(ana: Player, *others: Player) -> None:
    """The others would, and say so: one press of Ana's begins the second match."""
    for player in others:
        player.presses("I would play again")
    ana.window.waits(lambda shown: "2 of 2 would play again" in shown.words or None, "who would play again")
    ana.presses("Play again")
    for player in (ana, *others):
        player.window.waits(lambda shown: shown.of_group("hand") or None, "the second match")


def play_out(*players: Player, album: Album) -> list[Shown]:
    """All of them play to the end, each at their own window."""

    def plays(player: Player) -> Shown:
        return player.plays(until=lambda shown: album.keep(stage_of(shown), player))

    with ThreadPoolExecutor(len(players)) as pool:
        return list(pool.map(plays, players))


def standings(shown: Shown) -> list[tuple[str, str, str]]:
    """Rank, name and points of everybody at the end."""
    seats = [key[1] for key, _ in shown.texts if key[0] == "standing" and key[2:] == ("rank",)]
    rows = [[shown.text("standing", seat, what) for what in ("rank", "name", "points")] for seat in seats]
    return [(rank, name.removesuffix(" (you)"), points) for rank, name, points in rows]


def told_by_replay(host: Host) -> list[tuple[str, str, str]]:
    """The same by the file of the match."""
    (match,) = host.home.rglob("matches/*.lan13")
    done = host.run([*PROGRAM, "replay", match, "--all"], PYTHONUTF8="1")
    end = done.stdout[done.stdout.rindex("The match is over.") :]
    return re.findall(r"^  (\d+)\. (.*), (\d+) points?", end, re.MULTILINE)
