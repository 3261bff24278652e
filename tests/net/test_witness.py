"""A guest's witness goes on from its copy, keeps what it can prove, and nothing that a host says breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.core.lobby import Colour, Phase
from lan_thirteen.net.copies import Copies
from lan_thirteen.net.witness import Witness
from lan_thirteen.trust import journal as j
from lan_thirteen.wire import messages as m
from tests.support import cheats, cheats_written
from tests.support.fair import FairTable, Laptop, accused, in_loop, small_table
from tests.support.journals import plain
from tests.support.tables import MACHINE, TABLE_ID

# receipts


def test_the_next_deal_waits_for_receipts_five_seconds_and_no_longer() -> None:
    def work() -> None:
        of = small_table("dreizehn")
        bo = of.laptops[1]
        of.start()
        while sum(map(len, of.state.hands)) > 1:
            of.move(well=True)
        bo.is_silent = True
        of.move(well=True)
        bo.is_silent = False
        of.next_deal()
        of.pass_time(4.9)
        assert of.table.phase is Phase.INTERMISSION
        of.pass_time(0.2)
        assert of.is_playing
        records = bo.records(j.Record)
        assert [record.seat for record in records if isinstance(record, j.Checked)] == [0, 2]

    in_loop(work)


def test_a_receipt_that_comes_in_time_lets_the_next_deal_begin_at_once() -> None:
    def work() -> None:
        of = small_table("dreizehn")
        of.play(1)
        of.next_deal()
        assert of.is_playing
        kinds = [type(record).__name__ for record in of.laptops[1].records(j.Record)]
        ended = kinds.index("Ended")
        assert kinds[ended : ended + 5] == ["Ended", "Checked", "Checked", "Checked", "DealOpened"]

    in_loop(work)


def test_who_watches_signs_nothing() -> None:
    def work() -> None:
        of = small_table("dreizehn")
        watcher = of.come("Wim", watch=True)
        of.play(1)
        assert watcher.checks
        assert watcher.told_all == []
        assert len(of.laptops[0].told_all) == 1

    in_loop(work)


# copies


def restarted(of: FairTable, laptop: Laptop) -> None:
    """The program is killed, and started again at once."""
    of.cut(laptop)
    laptop.witness.close()
    laptop.checks.clear()
    of.bring_back(laptop, is_new=True)


def test_what_a_guest_can_prove_outlasts_its_program(tmp_path: Path) -> None:
    def work() -> None:
        of = small_table("dreizehn", keepers=lambda name: Copies(tmp_path / name))
        of.play(1)
        bo = of.laptops[1]
        before = bo.witness.proof()
        restarted(of, bo)
        after = bo.witness.proof()
        assert before is not None
        assert after is not None
        assert after.lines == before.lines
        known = len(before.attachments)
        assert known > 2
        assert after.attachments[:known] == before.attachments
        of.next_deal()
        of.play_deal()
        assert bo.colours()[2] is Colour.GREEN
        assert bo.proven() == []

    in_loop(work)


def test_a_fault_in_a_copy_is_told_again_with_the_name_of_the_host(tmp_path: Path) -> None:
    def work() -> None:
        of = small_table(
            "dreizehn", people=2, keepers=lambda name: Copies(tmp_path / name), scribe=cheats_written.MoveChanged
        )
        of.play(1)
        restarted(of, of.laptops[1])
        assert of.laptops[1].reds() == ["fair.red.signature"]
        assert accused(of) == {"signature"}

    in_loop(work)


def test_a_hand_that_was_signed_before_a_new_start_still_proves_the_host_wrong(tmp_path: Path) -> None:
    def work() -> None:
        of = small_table("dreizehn", cheat=cheats.FromTheBottom, keepers=lambda name: Copies(tmp_path / name))
        of.start()
        of.move(well=True)
        bo = of.laptops[1]
        restarted(of, bo)
        of.play_deal()
        assert "audit.told.hand" in bo.proven()

    in_loop(work)


# hosts that say anything


def said(of: FairTable, laptop: Laptop) -> Iterator[m.FromHost]:
    """What this one was told, its journal line by line."""
    for message in laptop.heard:
        if isinstance(message, m.Entries):
            for number, line in enumerate(message.lines):
                yield m.Entries(message.match, message.first + number, (line,), bytes(32))
        else:
            yield message


def bent(value: Any, rng: Random) -> Any:
    """The same with another number, text or length in one place."""
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        return [*value[:place], bent(value[place], rng), *value[place + 1 :]]
    if isinstance(value, list):
        return rng.choice(([], value + value[-1:]))
    if isinstance(value, int):
        return rng.choice((0, 1, 7, value + 1, abs(value - 1), 2**31))
    return rng.choice(("", "x", f"{value}A", 3))


def bent_line(line: bytes, rng: Random) -> bytes:
    if rng.random() < 0.1:
        return rng.randbytes(40)
    kind, *fields = msgspec.json.decode(line)
    return msgspec.json.encode([kind, *bent(fields, rng)])


@pytest.mark.parametrize("game", ["leaves", "three-thirteen", "dreizehn"])
def test_nothing_that_a_host_says_breaks_a_guest(game: str) -> None:
    def work() -> None:
        of, rng = small_table(game, people=2), Random(game)
        of.play(2)
        messages, reds = list(said(of, of.laptops[1])), 0
        for _ in range(25):
            reds += is_red(list(messages), of.laptops[1], rng)
        assert reds > 12, "most of it is noticed"

    in_loop(work)


def is_red(messages: list[Any], laptop: Laptop, rng: Random) -> bool:
    """Whether a guest who is told this with something changed says that something is wrong."""
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(messages))
        message = messages[place]
        if isinstance(message, m.Entries):
            messages[place] = replace(message, lines=(bent_line(message.lines[0], rng),))
        if rng.random() < 0.3:
            other = rng.randrange(len(messages))
            messages[place], messages[other] = messages[other], messages[place]
        elif rng.random() < 0.2:
            del messages[place]
    witness, chain, checks = Witness(), j.Chain(), list[Any]()
    witness.joined(TABLE_ID, MACHINE.public, laptop.key)
    for message in messages:
        told = message
        if isinstance(message, m.Entries):
            told = replace(message, first=len(chain), head=chain.add(message.lines[0]))
        checks += witness.hear(told).checks
        witness.proof()
    return any(check.colour is Colour.RED for check in checks)


# what a host could do to what we keep


def test_a_line_that_holds_another_line_is_not_kept() -> None:
    def work() -> None:
        of = small_table("leaves")
        of.start()
        bo = of.laptops[1]
        before = bo.witness.proof()
        match, lines = bo.witness.story()
        line = b'["Back",\n0]'
        head = j.head_after(j.Chain(lines).head, line)
        outcome = bo.witness.hear(m.Entries(match, len(lines), (line,), head))
        assert [check.why.code for check in outcome.checks] == ["fair.red.record"]
        assert bo.witness.proof() == before

    in_loop(work)


def test_the_same_fault_is_said_once_however_often_it_comes() -> None:
    def work() -> None:
        of = small_table("leaves")
        bo = of.laptops[1]
        moves = [line for line in plain("leaves").lines if isinstance(j.record_of(line), j.Played)]
        lines = (plain("leaves").lines[0], *moves[:3])
        said = [check.why.code for check in bo.witness.hear(m.Entries(1, 0, lines, j.Chain(lines).head)).checks]
        assert said.count("fair.red.order") == 1

    in_loop(work)


def test_a_host_that_writes_without_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def work() -> None:
        of = small_table("leaves")
        of.start()
        bo = of.laptops[1]
        match, lines = bo.witness.story()
        monkeypatch.setattr("lan_thirteen.net.kept.MAX_FILE_BYTES", sum(map(len, lines)) + 100)
        more = (j.line_of(j.Back(0)),) * 30
        with pytest.raises(RemoteProtocolError):
            bo.witness.hear(m.Entries(match, len(lines), more, j.Chain((*lines, *more)).head))

    in_loop(work)
