"""Old matches replay, look as they did, and the lines of play are as many as they were."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from lan_thirteen.games.registry import GAMES
from tests.support.golden import GOLDEN, MATCHES, Perft, match_paths, perft, transcript

PERFTS = msgspec.json.decode((GOLDEN / "perft.json").read_bytes(), type=dict[str, list[Perft]])
PATHS = [(game, path) for game in GAMES for path in match_paths(game)]


@pytest.mark.parametrize(("game", "path"), PATHS, ids=[path.stem for _, path in PATHS])
def test_an_old_match_replays_and_looks_as_it_did(game: str, path: Path) -> None:
    assert transcript(GAMES[game], path) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_of_play_are_as_many_as_they_were(game: str) -> None:
    for wanted in PERFTS[game]:
        counts = perft(GAMES[game], wanted.seats, wanted.options, wanted.seed, len(wanted.counts))
        assert counts == wanted.counts


def test_no_game_is_without_golden_files() -> None:
    assert {game: len(match_paths(game)) for game in GAMES} == dict.fromkeys(GAMES, MATCHES)
    assert set(PERFTS) == set(GAMES)
