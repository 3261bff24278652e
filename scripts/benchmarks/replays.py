"""P17: how fast a match file is played again."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from lan_thirteen.core.game import DEALER, OptionValue
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.games.three_thirteen.melds import best_discard, best_split
from lan_thirteen.net.store import MatchFile, read_match
from lan_thirteen.table.match import Match, header_for
from lan_thirteen.table.records import decode_records, replay
from scripts.benchmarks.measure import Effort, Loop, Rate, Report, Side, ratio, spread, take_turns

GOALS: Final = ("P17",)

LONG: Final = 1000
"""Actions from which on a match is a long one."""


class Long(NamedTuple):
    """A game with the settings under which its matches are longest, or at least long."""

    game: str
    seats: int
    options: dict[str, OptionValue]


MATCHES: Final = (
    Long("leaves", 4, {"mode": "expert", "target_score": 50}),
    Long("three-thirteen", 4, {}),
    Long("dreizehn", 6, {"rounds": 12}),
)


def measure(effort: Effort, report: Report) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for long in MATCHES:
            _measure_game(long, Path(folder) / f"{long.game}.lan13", effort, report)


def _measure_game(long: Long, path: Path, effort: Effort, report: Report) -> None:
    entry = GAMES[long.game]
    number, actions = _write_long(entry, long, path)
    report.heading(f"{long.game}, a match of {actions:,} actions, played and read back: actions a second")
    sides: dict[str, Side] = {
        "self-play": Loop(lambda: _play(entry, long, number)),
        "replay, with reading and decoding": Loop(lambda: _replay(entry, path)),
    }
    rates = take_turns(sides, effort)
    for name, turns in rates.items():
        report.figure(name, [rate.speed for rate in turns])
    played, replayed = ([rate.speed for rate in turns] for turns in rates.values())
    report.at_least("P17", f"{long.game}: replay / self-play", ratio(replayed, played), 0.8)
    times = spread([_milliseconds(rate) for rate in rates["replay, with reading and decoding"]])
    # the longest match of Dreizehn has 612 actions: its time counts for what it is
    report.at_most("P17", f"{long.game}: {actions:,} actions, in ms", times, 200)


def _milliseconds(rate: Rate) -> float:
    """How long a match took."""
    return 1e3 * rate.seconds / rate.games


def _write_long(entry: AnyEntry, long: Long, path: Path) -> tuple[int, int]:
    """Write the first random match that is long, or the longest of some: its number, and how many actions it has."""
    lengths: dict[int, int] = {}
    for number in range(20):
        lengths[number] = _play(entry, long, number)
        if lengths[number] >= LONG:
            break
    number = max(lengths, key=lengths.__getitem__)
    header = header_for(entry.game, long.options, [""] * long.seats)
    match: Match[Any, Any, Any, Any] = Match(entry.game, header, lambda deal: numbered_seed(number, deal))
    chance = Random(number)
    with MatchFile(path, header) as file:
        while (actor := match.actor) is not None:
            if actor is DEALER:
                match.draw()
            else:
                match.play(actor, _choice(entry.game.legal(match.state), chance))
            file.append(match.records[-1])
    return number, len(match.records)


def _play(entry: AnyEntry, long: Long, number: int) -> int:
    """Play match ``number`` without a table around it; how many actions it has."""
    _forget()
    game, chance = entry.game, Random(number)
    state = game.new_match(long.seats, long.options)
    deals = actions = 0
    seed = b""
    while (actor := game.actor(state)) is not None:
        if actor is DEALER:
            if not state.is_live:
                seed, deals = numbered_seed(number, deals), deals + 1
            action = game.deal(state, seed)
        else:
            action = _choice(game.legal(state), chance)
        state = game.apply(state, actor, action).state
        actions += 1
    return actions


def _replay(entry: AnyEntry, path: Path) -> int:
    """Play the match of this file again; how many actions it has."""
    _forget()
    lines = read_match(path)
    records = decode_records(lines.records, entry.action_type)
    return sum(1 for _ in replay(entry.game, lines.header, records))


def _choice(legal: Sequence[Any], chance: Random) -> Any:
    return legal[int(chance.random() * len(legal))]


def _forget() -> None:
    """Empty the caches, which would know the hands of a match that is played for the second time."""
    best_split.cache_clear()
    best_discard.cache_clear()
