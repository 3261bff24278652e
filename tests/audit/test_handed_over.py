"""A match whose host has changed: each host answers for what it has signed, and nobody becomes one by saying so."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from lan_thirteen.audit.findings import Verdict
from lan_thirteen.audit.journal import Fault
from lan_thirteen.audit.report import report
from lan_thirteen.audit.standing import standing_of
from lan_thirteen.core.game import Seat
from lan_thirteen.trust import journal as j
from lan_thirteen.trust import proof as p
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.trust.story import Story
from tests.support.journals import HOST, TABLE, Journal, Scribe, audited, faults_of

GAMES_PLAYED = ("leaves", "three-thirteen", "dreizehn")
EXPERT = {"leaves": {"mode": "expert"}}


def scribe(game: str = "dreizehn", people: int = 3) -> Scribe:
    out = Scribe(game, Random(f"handed over {game}"), people=people, options=EXPERT.get(game))
    out.begin()
    return out


def handed(game: str = "dreizehn") -> Scribe:
    """Three deals: the first host, handed over to seat 1 in the middle of the second, to seat 2 before the third."""
    out = scribe(game)
    out.deal()
    out.deal(handed={2: 1})
    out.hand_over(2)
    out.deal()
    return out


def the_record(journal: Journal) -> int:
    return journal.places(j.HandedOver)[0]


@pytest.mark.parametrize("game", GAMES_PLAYED)
def test_a_match_of_three_hosts_is_clean_and_each_is_named(game: str) -> None:
    journal = handed(game).journal
    auditor, faults = audited(journal.lines)
    assert faults == []
    assert [(reign.epoch, reign.seat) for reign in auditor.reigns] == [(1, None), (2, Seat(1)), (3, Seat(2))]
    assert [reign.key for reign in auditor.reigns] == [
        HOST.public,
        journal.keys[1].public,
        journal.keys[2].public,
    ]
    checks = report(journal.lines)
    assert [check for check in checks if check.verdict is Verdict.BAD] == []
    told = [(check.deal, check.names) for check in checks if check.key == "audit.handed-over"]
    assert told == [(2, ("Bo",)), (2, ("Cem",))]


def test_the_hosts_key_signs_the_end_of_a_deal_that_another_has_opened() -> None:
    journal = handed().journal
    ended = journal.places(j.Ended)[1]

    def by_the_old(records: list[j.Record]) -> None:
        record, head = records[ended], j.Chain(map(j.line_of, records[:ended])).head
        assert isinstance(record, j.Ended)
        records[ended] = replace(record, sig=HOST.sign(j.ended_text(head, record.of)))

    assert Fault(2, "ended") in faults_of(journal.tampered(by_the_old))


def _with(place: int, change: Callable[[j.HandedOver, bytes], j.HandedOver]) -> Callable[[list[j.Record]], None]:
    def tamper(records: list[j.Record]) -> None:
        record = records[place]
        assert isinstance(record, j.HandedOver)
        records[place] = change(record, j.Chain(map(j.line_of, records[:place])).head)

    return tamper


def _signed(record: j.HandedOver, head: bytes, by: SigningKey = HOST) -> j.HandedOver:
    return replace(record, sig=by.sign(j.handed_text(TABLE, head, record.epoch, record.seat, record.key)))


STRANGER = SigningKey(bytes(32))
FORGED: dict[str, Callable[[j.HandedOver, bytes], j.HandedOver]] = {
    "by nobody": lambda record, head: replace(record, sig=bytes(64)),
    "by the successor": lambda record, head: _signed(record, head, STRANGER),
    "over another story": lambda record, head: _signed(record, bytes(32)),
    "to a key of no seat": lambda record, head: _signed(replace(record, key=STRANGER.public), head),
    "to another's seat": lambda record, head: _signed(replace(record, seat=2), head),
    "to a bot": lambda record, head: _signed(replace(record, seat=3), head),
    "to no seat": lambda record, head: _signed(replace(record, seat=7), head),
    "back to the same epoch": lambda record, head: _signed(replace(record, epoch=1), head),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_hand_over_is_a_fault_and_changes_no_host(how: str) -> None:
    journal = handed().journal
    place = the_record(journal)
    forged = journal.tampered(_with(place, FORGED[how]))
    auditor, faults = audited(forged.lines[: place + 1])
    assert [(fault.deal, fault.what) for fault in faults] == [(2, "handed-over")]
    assert [reign.key for reign in auditor.reigns] == [HOST.public]


def test_the_text_of_a_sound_hand_over_is_what_the_forgers_sign() -> None:
    """So that none of the forgeries fails for another reason than the one it is named for."""
    journal = handed().journal
    assert faults_of(journal.tampered(_with(the_record(journal), _signed)))[:1] == []


def test_nobody_is_handed_a_table_while_a_bot_plays_for_them() -> None:
    out = scribe()
    out.deal()
    out.go(1)
    out.hand_over(1)
    assert [fault.what for fault in faults_of(out.journal)] == ["handed-over"]


def test_the_host_at_a_seat_draws_no_deal() -> None:
    out = scribe()
    out.deal()
    out.hand_over(1)
    out.open([0, 1, 2])
    assert {fault.what for fault in faults_of(out.journal)} == {"opening"}


def test_what_is_told_in_private_counts_only_from_who_hosted_then() -> None:
    out = handed()
    journal = out.journal
    auditor, _ = audited(journal.lines)
    second = auditor.reigns[1]

    def verdict(index: int, by: SigningKey) -> str:
        sig = by.sign(j.told_text(TABLE, 1, 0, index, b"", ()))
        return report(journal.lines, [p.attached(p.Told(1, 0, index, b"", (), sig))])[-2].key

    old, new = HOST, journal.keys[1]
    unsigned = "audit.attached.unsigned"
    assert verdict(second.since - 1, old) != unsigned
    assert verdict(second.since - 1, new) == unsigned
    assert verdict(second.since, old) != unsigned
    assert verdict(second.since, new) != unsigned
    assert verdict(second.since + 1, old) == unsigned
    assert verdict(second.since + 1, new) != unsigned


def test_a_host_goes_on_from_a_journal_that_another_has_begun() -> None:
    out = scribe()
    out.deal()
    secret = out.draw()
    for _ in range(3):
        out.play(*out.choose())
    out.hand_over(1)
    standing = standing_of(out.journal.lines, {out.of: secret})
    assert standing.last is not None
    assert standing.last.drawing.host == HOST.public
    assert len(standing.records) == out.index


def test_the_story_of_an_election_follows_a_hand_over_and_no_forged_one() -> None:
    journal = handed().journal
    story = Story(TABLE, 0)
    place = the_record(journal)
    for line in journal.lines[:place]:
        assert story.add(line)
    forged = journal.tampered(_with(place, FORGED["by the successor"]))
    assert not story.add(forged.lines[place])
    assert story.add(journal.lines[place])
    assert (story.epoch, story.host, story.owner) == (2, journal.keys[1].public, 1)
