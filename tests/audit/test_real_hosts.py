"""What this program's own hosts write while people come and go passes every check."""

from __future__ import annotations

from random import Random

import pytest

from lan_thirteen.audit.findings import Verdict
from lan_thirteen.audit.replayed import replayed
from lan_thirteen.audit.report import report
from lan_thirteen.games.registry import GAMES
from lan_thirteen.table.records import replay
from tests.support import fair
from tests.support.honest import play_with_cuts
from tests.support.play import random_settings


def played(game: str, seed: int) -> tuple[list[bytes], object]:
    """The journal of some deals, and the state that the host was left with."""
    rng = Random(f"real {game} {seed}")
    seats, options = random_settings(GAMES[game], rng)
    table = fair.FairTable(game, seats, rng.randint(2, seats), rng, options=options)
    table.start()
    for _ in range(3):
        if table.is_playing:
            play_with_cuts(table, rng)
        table.next_deal()
    return list(table.host._scribe.clerk._lines), table.state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_the_journal_of_an_honest_host_fails_no_check(game: str, seed: int) -> None:
    lines, state = fair.in_loop(lambda: played(game, seed))
    checks = report(lines)
    assert [check for check in checks if check.verdict is Verdict.BAD] == []
    assert sum(check.key == "audit.played" for check in checks) >= 1
    match = replayed(lines)
    if not match.is_cut:
        assert list(replay(GAMES[game].game, match.header, match.records))[-1].state == state
