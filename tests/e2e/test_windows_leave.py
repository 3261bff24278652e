"""Windows that are killed or closed while a table is open."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.e2e.screen import why_no_screen
from tests.e2e.window_driver import PATIENT, Shown
from tests.e2e.window_people import comes_in, laptops, opens_a_table
from tests.e2e.window_player import TURN, Keyboard, Mouse, Player
from tests.lab.lan import Lan

pytestmark = [
    pytest.mark.timeout(180),
    pytest.mark.skipif(bool(why_no_screen()), reason=why_no_screen()),
]
two = pytest.mark.parametrize("lan", [2], indirect=True)
ONE_ROUND = {"Rounds": "1 round"}


def starts_with_bo(ana: Player, bo: Player) -> None:
    """Ana and Bo sit at a table with two bots, and the match begins."""
    opens_a_table(ana, "dreizehn", bots=2, rules=ONE_ROUND)
    comes_in(bo)
    ana.window.waits(lambda shown: "All are ready." in shown.words or None, "all ready")
    ana.presses("Start the game")


def hand(shown: Shown) -> list[str]:
    """The cards from left to right, as they are called."""
    return [thing.label for thing in shown.of_group("hand")]


def is_asked(shown: Shown) -> bool:
    return shown.title.startswith(TURN) and bool(hand(shown))


@two
@pytest.mark.parametrize("who", ["guest", "owner"])
def test_a_killed_window_has_the_exact_hand_again_after_one_key(lan: Lan, tmp_path: Path, who: str) -> None:
    with laptops(lan, tmp_path) as (ana, bo), ThreadPoolExecutor(1) as pool:
        starts_with_bo(ana, bo)
        lost, other = (ana, bo) if who == "owner" else (bo, ana)
        ending = pool.submit(other.plays)
        first = hand(lost.plays(until=is_asked))
        held = hand(lost.plays(until=lambda shown: is_asked(shown) and hand(shown) != first))
        assert len(held) == 5
        lost.window.program.kill()
        lost.window = lost.window.again()
        lost.window.sees_key("return")
        lost.window.presses("Return")
        assert hand(lost.window.waits(lambda shown: shown if is_asked(shown) else None, "the hand")) == held
        assert standing(lost.plays()) == standing(ending.result())


def standing(shown: Shown) -> list[str]:
    """Rank and points of each seat at the end."""
    return [text for key, text in shown.texts if key[0] == "standing" and key[-1] in ("rank", "points")]


@two
def test_the_cross_of_a_window_asks_first_and_one_key_leads_back(lan: Lan, tmp_path: Path) -> None:
    with laptops(lan, tmp_path) as (ana, bo), ThreadPoolExecutor(1) as pool:
        starts_with_bo(ana, bo)
        ending = pool.submit(ana.plays)
        held = hand(bo.plays(until=is_asked))
        bo.window.is_asked_to_close()
        bo.window.sees("Stay")
        bo.window.presses("Return")
        bo.window.waits(lambda shown: shown if is_asked(shown) and not shown.labelled("Stay") else None, "the table")
        bo.window.is_asked_to_close()
        bo.presses("Stay")
        bo.window.is_asked_to_close()
        bo.window.clicks("Close the window")
        assert bo.window.program.wait(PATIENT) == 0
        bo.window = bo.window.again()
        bo.window.sees_key("return")
        bo.window.presses("Return")
        assert hand(bo.window.waits(lambda shown: shown if is_asked(shown) else None, "the hand")) == held
        assert standing(bo.plays()) == standing(ending.result())


@two
def test_who_closes_their_table_tells_the_others(lan: Lan, tmp_path: Path) -> None:
    with laptops(lan, tmp_path, (Keyboard(), Mouse())) as (ana, bo):
        opens_a_table(ana, "leaves", bots=1, rules={})
        comes_in(bo)
        ana.presses("Close the table")
        ana.presses("Keep it open")
        ana.presses("Close the table")
        ana.window.sees("Keep it open")
        ana.presses("Close the table")
        bo.window.waits(lambda shown: any("has ended this table" in text for text in shown.words) or None, "the news")
        bo.presses("All right")
        for player in (ana, bo):
            player.window.sees("Host a table")
            shown = player.window.waits(lambda s: s if "No table found yet" in s.words else None, "an empty list")
            assert not any("none answers" in text for text in shown.words)
