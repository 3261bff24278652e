"""Golden files: match files that must replay for ever, and what can be seen while they do.

``tests/golden/GAME-N.lan13`` is a match; ``GAME-N.txt`` beside it is its transcript: every move with what it told,
and at some of them what every seat saw. ``perft.json`` counts the lines of play from fixed deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from lan_thirteen.core.game import DEALER, Due, OptionValue, Seat
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.games.registry import AnyEntry
from lan_thirteen.net.store import read_match
from lan_thirteen.table.match import Match, header_for
from lan_thirteen.table.records import Record, decode_records, header_line, record_line, replay
from tests.support.play import random_settings

GOLDEN = Path(__file__).parent.parent / "golden"
MATCHES = 3
VIEWS_EVERY = 9
MOVES_SHOWN = 250
"""A transcript of a longer match stops here, and says how it ended."""


class Perft(msgspec.Struct, frozen=True):
    """Counts of the lines of play of 1, 2, … actions of seats from one deal; chance is fixed by the seed."""

    seats: int
    options: dict[str, OptionValue]
    seed: int
    counts: tuple[int, ...]


def match_paths(game: str) -> list[Path]:
    return sorted(GOLDEN.glob(f"{game}-*.lan13"))


def make_match(entry: AnyEntry, number: int) -> bytes:
    """A match file of random play: the first with standard options and fewest seats, the others with any."""
    game, rng = entry.game, Random(f"{entry.game.info.id} {number}")
    seats, options = random_settings(entry, rng) if number else (game.info.min_seats, {})
    header = header_for(game, options, [f"Seat {s}" for s in range(seats)])
    match: Match[Any, Any, Any, Any] = Match(game, header, lambda deal: numbered_seed(number, deal))
    while (actor := match.actor) is not None:
        if actor is DEALER:
            match.draw()
        else:
            match.play(actor, rng.choice(game.legal(match.state)))
    return header_line(header) + b"".join(map(record_line, match.records))


def transcript(entry: AnyEntry, path: Path) -> str:
    """What can be seen while the match of this file is played again."""
    lines = read_match(path)
    records = decode_records(lines.records, entry.action_type)
    out = [msgspec.json.encode(lines.header).decode()]
    state: Any = None
    for record, step in zip(records, replay(entry.game, lines.header, records), strict=True):
        state = step.state
        if record.index < MOVES_SHOWN:
            out += _told(entry, lines.header.seats, record, step.events)
        if record.index < MOVES_SHOWN and record.index % VIEWS_EVERY == 0:
            out += _seen(entry, lines.header.seats, state)
    out += [f"{s.rank}. seat {s.seat}, {s.points} points" for s in entry.game.standings(state)]
    return "\n".join(out) + "\n"


def perft(entry: AnyEntry, seats: int, options: dict[str, OptionValue], seed: int, depth: int) -> tuple[int, ...]:
    """How many lines of 1 … ``depth`` actions of seats there are after the first deal of this seed."""
    game = entry.game
    states = [_settled(entry, game.new_match(seats, options), seed)]
    counts = []
    for _ in range(depth):
        states = [
            _settled(entry, game.apply(state, actor, action).state, seed)
            for state in states
            if (actor := game.actor(state)) is not None
            for action in game.legal(state)
        ]
        counts.append(len(states))
    return tuple(counts)


def _settled(entry: AnyEntry, state: Any, seed: int) -> Any:
    """``state`` after the chance actions that are due in its deal; a new deal is not begun."""
    game, chance = entry.game, numbered_seed(seed, 0)
    while game.due(state) is Due.RESTOCK or (game.due(state) is Due.DEAL and not state.deal):
        state = game.apply(state, DEALER, game.deal(state, chance)).state
    return state


def _told(entry: AnyEntry, seats: int, record: Record[Any], events: Sequence[Any]) -> Iterator[str]:
    who = "dealer" if record.seat is None else f"seat {record.seat}"
    yield f"{record.index} {who} {_words(record.action)}"
    for event in events:
        told = [entry.game.redact(event, viewer) for viewer in (None, *map(Seat, range(seats)))]
        yield f"    told {_words(told[0])}"
        yield from (f"    told seat {s} {_words(own)}" for s, own in enumerate(told[1:]) if own != told[0])


def _seen(entry: AnyEntry, seats: int, state: Any) -> Iterator[str]:
    yield f"    legal {_words(entry.game.legal(state))}"
    yield f"    watchers see {_words(entry.game.view(state, None))}"
    for seat in map(Seat, range(seats)):
        yield f"    seat {seat} sees {_words(entry.game.view(state, seat))}"


def _words(value: Any) -> str:
    return msgspec.json.encode(value).decode()
