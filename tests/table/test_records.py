"""A match file is read back as it was, whole or up to where it was cut, and never otherwise."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from lan_thirteen.core.errors import BadSettings, IllegalAction, JournalError
from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.games.leaves.model import Take
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.table.match import Match, header_for
from lan_thirteen.table.records import (
    Lines,
    Record,
    decode_records,
    header_line,
    record_line,
    replay,
    split_lines,
)

LEAVES = GAMES["leaves"]


def played(entry: AnyEntry, moves: int = 40) -> Match[Any, Any, Any, Any]:
    """A match of random play that has gone on for so many actions at the most."""
    rng = Random(7)
    header = header_for(entry.game, {}, ["Ana", "Bo", "Çelik"])
    match: Match[Any, Any, Any, Any] = Match(entry.game, header, lambda deal: numbered_seed(5, deal))
    while (actor := match.actor) is not None and len(match.records) < moves:
        if actor is DEALER:
            match.draw()
        else:
            match.play(actor, rng.choice(entry.game.legal(match.state)))
    return match


def file_of(match: Match[Any, Any, Any, Any]) -> bytes:
    return header_line(match.header) + b"".join(map(record_line, match.records))


def opened(entry: AnyEntry, data: bytes) -> tuple[Lines, tuple[Record[Any], ...], list[Any]]:
    lines = split_lines(data)
    records = decode_records(lines.records, entry.action_type)
    return lines, records, [step.state for step in replay(entry.game, lines.header, records)]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_file_replays_to_the_same_state(game: str) -> None:
    match = played(GAMES[game], 400)
    lines, records, states = opened(GAMES[game], file_of(match))
    assert lines.header == match.header
    assert list(records) == match.records
    assert states[-1] == match.state
    assert not lines.is_torn


def test_a_header_names_every_option_so_that_a_later_default_changes_no_old_match() -> None:
    header = header_for(LEAVES.game, {"mode": "expert"}, ["a", "b", "c"])
    assert header.options == {
        "mode": "expert",
        "target_score": 20,
        "hand_size": "auto",
        "next_leader": "random",
        "trick_guard": 100,
    }


def test_a_file_cut_at_any_byte_is_the_match_until_there() -> None:
    match = played(LEAVES, 12)
    data = file_of(match)
    start = data.index(b"\n") + 1
    for cut in range(start, len(data)):
        lines, records, _ = opened(LEAVES, data[:cut])
        assert list(records) == match.records[: data[start:cut].count(b"\n")]
        assert lines.is_torn == (data[cut - 1 : cut] != b"\n")


def test_a_file_cut_in_its_header_is_no_match() -> None:
    data = file_of(played(LEAVES, 3))
    for cut in range(data.index(b"\n") + 1):
        with pytest.raises(JournalError) as caught:
            split_lines(data[:cut])
        assert caught.value.why.code == "file.not-a-match"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "file.bad-line"),
        (b"\xff\xfe", "file.bad-line"),
        (b"[1,0]", "file.bad-line"),
        (b'[1,0,["Play",7,1],0]', "file.bad-line"),
        (b'[1,0,["Play",14,1]]', "file.bad-line"),
        (b'[1,0,["Play",true,1]]', "file.bad-line"),
        (b'[1,0,["Play","7",1]]', "file.bad-line"),
        (b'[1,0,["Shout",7]]', "file.bad-line"),
        (b'[2,0,["Take",null]]', "file.bad-line"),
        (b'[1,null,["Take",null]]', "file.illegal"),
        (b'[1,0,["Deal",0,[1,2,3]]]', "file.illegal"),
        (b'[1,9,["Take",null]]', "file.illegal"),
    ],
)
def test_a_spoiled_line_is_named(line: bytes, code: str) -> None:
    match = played(LEAVES, 1)
    with pytest.raises(JournalError) as caught:
        opened(LEAVES, file_of(match) + line + b"\n")
    assert caught.value.why.code == code
    assert caught.value.why.numbers == (3,)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"lan13": 2}, "file.other-format"),
        ({"rules_version": 99}, "file.other-rules"),
        ({"seats": 7}, "settings.seats"),
        ({"options": {"mode": "wild"}}, "settings.bad-value"),
        ({"options": {"music": "on"}}, "settings.unknown-option"),
    ],
)
def test_a_header_that_this_program_cannot_play_is_refused_with_the_reason(change: dict[str, Any], code: str) -> None:
    header = msgspec.structs.replace(header_for(LEAVES.game, {}, ["a", "b", "c"]), **change)
    with pytest.raises(JournalError) as caught:
        opened(LEAVES, header_line(header))
    assert caught.value.why.code == code


def test_random_bytes_are_no_match() -> None:
    rng = Random(3)
    for _ in range(500):
        with pytest.raises(JournalError):
            split_lines(rng.randbytes(rng.randrange(200)))


def test_a_match_cannot_be_made_of_bad_settings() -> None:
    header = header_for(LEAVES.game, {}, ["alone"])
    with pytest.raises(BadSettings):
        Match(LEAVES.game, header, lambda deal: bytes(32))


def test_an_illegal_action_changes_nothing_and_is_not_recorded() -> None:
    match = played(LEAVES, 1)
    before, actor = match.state, match.actor
    assert isinstance(actor, int)
    with pytest.raises(IllegalAction):
        match.play(Seat(actor), Take(None))
    assert match.state == before
    assert len(match.records) == 1


def test_each_deal_has_its_own_seed_and_a_restock_keeps_that_of_its_deal() -> None:
    asked: list[int] = []

    def seeds(deal: int) -> bytes:
        asked.append(deal)
        return numbered_seed(1, deal)

    entry, rng = GAMES["three-thirteen"], Random(2)
    match: Match[Any, Any, Any, Any] = Match(entry.game, header_for(entry.game, {}, ["a", "b"]), seeds)
    while (actor := match.actor) is not None:
        if actor is DEALER:
            match.draw()
        else:
            match.play(actor, rng.choice(entry.game.legal(match.state)))
    assert asked == list(range(11))
    kinds = [type(record.action).__name__ for record in match.records if record.seat is None]
    assert kinds.count("Deal") == 11
    assert "Restock" in kinds
