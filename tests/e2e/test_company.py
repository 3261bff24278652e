"""Who is at a table besides the players, and who has whose name."""

from __future__ import annotations

import pytest

from tests.e2e.driver import Guest, Table, begin, play_out, see_the_end
from tests.lab.lan import Lan

pytestmark = pytest.mark.timeout(180)


@pytest.mark.parametrize("game", ["leaves", "dreizehn --option rounds=1", "three-thirteen --option rounds=odd"])
def test_who_watches_is_told_what_all_may_know_and_nothing_else(lan: Lan, game: str) -> None:
    game, *options = game.split()
    table = Table(lan[0], game, 3, "--bots", "1", *options)
    ana = Guest(lan[1], "Game night", "Ana").comes_in()
    eve = Guest(lan[2], "Game night", "Eve", "--watch").comes_in()
    bo = Guest(lan[2], "Game night", "Bo", "--bot", "normal").comes_in()
    ana.sees(r"^  Watching: Eve$")
    begin(ana, 3)
    play_out(ana)
    see_the_end(table, {1: ana, 2: bo}, eve)
    seen = eve.program.output
    assert "Your " not in seen
    assert "You " not in seen.replace("You are at the table.", "")


def test_two_people_of_one_name_are_told_apart(lan: Lan) -> None:
    table = Table(lan[0], "dreizehn", 3, "--option", "rounds=1")
    first, second = (Guest(lan[number], "Game night", "Ana").comes_in() for number in (1, 2))
    bo = Guest(lan[0], "Game night", "Bo").comes_in()
    bo.sees(r"^  1\. Ana, not ready\n  2\. Ana \(2\), not ready\n  3\. You, not ready$")
    begin(first, 3, second, bo)
    play_out(first, second, bo)
    assert table.players == ("Ana", "Ana (2)", "Bo")
    see_the_end(table, {1: first, 2: second, 3: bo})
