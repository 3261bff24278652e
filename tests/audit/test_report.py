"""A report says of each deal what holds, what does not and what cannot be known, and what attachments prove."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lan_thirteen.audit.findings import Check, Place, Verdict
from lan_thirteen.audit.replayed import replayed
from lan_thirteen.audit.report import refusal, report
from lan_thirteen.core.game import Seat, Step
from lan_thirteen.core.lobby import DealId
from lan_thirteen.games.registry import GAMES
from lan_thirteen.games.three_thirteen.model import DrewStock
from lan_thirteen.table.records import replay
from lan_thirteen.trust import journal as j
from lan_thirteen.trust import proof as p
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.ui.text import load_language
from lan_thirteen.wire.codec import pack
from tests.audit.test_journal import TAMPERED, restocked
from tests.support.journals import HOST, Journal, Scribe, lively, plain
from tests.ui.test_language import KEYS

ENGLISH = load_language()
STRANGER = SigningKey(bytes([6]) * 32)


def keys(checks: Iterable[Check], verdict: Verdict | None = None) -> list[str]:
    return [check.key for check in checks if verdict in (None, check.verdict)]


def sentence(check: Check) -> str:
    return ENGLISH.say(check.key, *check.numbers, *check.names, people=", ".join(check.people))


def bad(journal: Journal, attachments: Sequence[p.Attachment] = ()) -> list[str]:
    return keys(report(journal.lines, map(p.attached, attachments)), Verdict.BAD)


def test_an_honest_match_is_told_deal_by_deal() -> None:
    journal = plain("three-thirteen")
    checks = report(journal.lines)
    deal = ["drawn", "kept", "signed", "played", "ended", "receipt.green"]
    expected = ["file", "header.three-thirteen", *deal, *deal, "standings.so-far"]
    assert keys(checks) == [f"audit.{key}" for key in expected]
    assert {check.verdict for check in checks} == {Verdict.GOOD}
    assert [check.deal for check in checks] == [0, 0, *[1] * 6, *[2] * 6, 0]
    assert checks[0].numbers == (len(journal.records),)
    assert checks[2].people == ("Ana", "Bo")
    moves = [record for record in journal.records if isinstance(record, j.Played)]
    signed = [check for check in checks if check.key == "audit.signed"]
    assert sum(check.numbers[0] for check in signed) == sum(bool(move.sig) for move in moves)
    assert sum(check.numbers[1] for check in signed) == sum(not move.sig for move in moves)


@pytest.mark.parametrize("game", GAMES)
def test_the_standings_are_those_of_the_match(game: str) -> None:
    journal = lively(game, "to its end")
    standings = report(journal.lines)[-1]
    names = [""] * GAMES[game].game.info.max_seats
    for record in journal.records:
        if isinstance(record, j.Seated):
            names[record.seat] = record.name
    assert standings.key == "audit.standings"
    assert standings.places == tuple(
        Place(each.rank, each.seat, names[each.seat], each.points) for each in GAMES[game].game.standings(journal.state)
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_no_honest_match_fails_a_check_and_each_reads_as_a_sentence(game: str, seed: int) -> None:
    checks = report(lively(game, str(seed), deals=4).lines)
    assert keys(checks, Verdict.BAD) == []
    assert all(sentence(check) != check.key for check in checks)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_broken_off_anywhere_fails_no_check(game: str) -> None:
    journal, rng = lively(game, "broken off", deals=2), Random(game)
    for cut in rng.sample(range(1, len(journal.records)), 25):
        assert keys(report(journal.lines[:cut]), Verdict.BAD) == []


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_fails_a_check_that_says_what_it_is(name: str) -> None:
    what, change = TAMPERED[name]
    checks = report(change(plain("leaves")).lines)
    assert f"audit.bad.{what}" in keys(checks, Verdict.BAD)
    assert all(sentence(check) != check.key for check in checks)
    assert "audit.standings.doubtful" in keys(checks) or what == "header"


def test_each_fault_has_a_sentence_in_the_report_and_at_the_table() -> None:
    whats = {what for what, _ in TAMPERED.values()} | {"record", "reused", "given-up", "move", "stock", "handed-over"}
    in_reports = {key.removeprefix("audit.bad.") for key in KEYS if key.startswith("audit.bad.")}
    assert whats == in_reports
    assert {f"fair.red.{what}" for what in whats} <= KEYS


def test_red_fails_and_grey_and_silence_do_not() -> None:
    scribe = Scribe("leaves", Random("colours"), people=3, seats=4)
    scribe.begin()
    secret = scribe.draw()
    while scribe.is_playing:
        scribe.play(*scribe.choose())
    scribe.show(secret)
    scribe.check({0: "grey"})
    checks = report(scribe.journal.lines)
    assert keys(checks, Verdict.BAD) == []
    said = {check.key: check.people for check in checks if "receipt" in check.key}
    assert said == {"audit.receipt.grey": ("Ana",), "audit.receipt.none": ("Bo", "Cem")}
    at = scribe.journal.places(j.Ended)[0] + 1
    for colour in ("red", "green"):  # whoever has said red cannot take it back
        text = j.receipt_text(scribe.table, scribe.chain.heads[at], scribe.of, colour)
        scribe.write(j.Checked(1, scribe.of, at, colour, scribe.keys[1].sign(text)))
    checks = report(scribe.journal.lines)
    assert [check.people for check in checks if check.verdict is Verdict.BAD] == [("Bo",)]


def test_a_receipt_that_was_changed_is_not_silence_too() -> None:
    what, change = TAMPERED["a receipt of another colour"]
    checks = report(change(plain("leaves", deals=1)).lines)
    assert keys(checks, Verdict.BAD) == [f"audit.bad.{what}"]
    assert "audit.receipt.none" not in keys(checks)


def test_who_was_left_out_and_who_was_away_is_told() -> None:
    scribe = Scribe("dreizehn", Random("left out"), people=3, seats=4)
    scribe.begin()
    secret = scribe.draw(given_up=(2,))
    scribe.go(1)
    while scribe.is_playing:
        scribe.play(*scribe.choose())
    scribe.show(secret)
    checks = {check.key: check for check in report(scribe.journal.lines)}
    assert checks["audit.drawn"].people == ("Ana", "Bo")
    assert checks["audit.left-out"].people == ("Cem",)
    assert checks["audit.away"].names == ("Bo",)
    bo = [record for record in scribe.records if isinstance(record, j.Played) and record.seat == 1]
    assert checks["audit.away"].numbers == (len(bo),)


def test_a_seat_that_changes_hands_is_told() -> None:
    scribe = Scribe("leaves", Random("hands"), people=2)
    scribe.begin()
    scribe.draw()
    for seat, key in ((2, STRANGER), (0, SigningKey(bytes([8]) * 32))):
        scribe.keys[seat] = key
        scribe.sit(seat)
    del scribe.keys[1]
    scribe.sit(1)
    told = [check.key for check in report(scribe.journal.lines) if "passed" in check.key]
    assert told == ["audit.passed.from-bot", "audit.passed.key", "audit.passed.to-bot"]


def test_a_file_that_is_cut_or_damaged_says_so_first() -> None:
    lines = plain("leaves").lines
    assert report(lines[:20], is_torn=True)[0].key == "audit.file.torn"
    damaged = report(lines[:20], damage=21)[0]
    assert (damaged.verdict, damaged.key, damaged.numbers) == (Verdict.BAD, "audit.file.damaged", (21,))


def test_a_journal_of_other_rules_or_another_game_is_refused_with_a_reason() -> None:
    header = plain("leaves").header
    assert refusal(j.line_of(header)) is None
    for other, code in ((replace(header, rules_version=9), "file.other-rules"), (replace(header, game="skat"), None)):
        why = refusal(j.line_of(other))
        assert why is not None
        assert why.code == (code or "file.unknown-game")
    assert refusal(b"rubbish") is None


# what is attached


def steps(journal: Journal) -> list[Step[Any, Any]]:
    return _steps(tuple(journal.lines))


@cache
def _steps(lines: tuple[bytes, ...]) -> list[Step[Any, Any]]:
    match = replayed(lines)
    return list(replay(GAMES[match.header.game].game, match.header, match.records))


def told(journal: Journal, seat: int, index: int, **other: Any) -> p.Told:
    """What an honest host tells a seat after so many actions; or with another view or other events."""
    game, step = GAMES[journal.header.game].game, steps(journal)[index - 1]
    seen = [event for event in (game.redact(event, Seat(seat)) for event in step.events) if event is not None]
    view = pack(other.get("view") or game.view(step.state, Seat(seat)))
    events = tuple(pack(event) for event in other.get("events", seen))
    text = j.told_text(journal.header.table, journal.header.match, seat, index, view, events)
    return p.Told(journal.header.match, seat, index, view, events, journal.host.sign(text))


@pytest.mark.parametrize("game", GAMES)
def test_what_an_honest_host_told_in_private_fits_all_along(game: str) -> None:
    journal = lively(game, "told", deals=2)
    all_told = [told(journal, seat, 1 + n) for n in range(len(steps(journal))) for seat in (0, 1)]
    checks = report(journal.lines, map(p.attached, all_told))
    assert keys(checks).count("audit.told") == len(all_told)
    assert keys(checks, Verdict.BAD) == []


@pytest.mark.parametrize("game", ["three-thirteen", "dreizehn"])
def test_another_hand_than_was_drawn_is_proven_by_the_hosts_signature(game: str) -> None:
    journal = plain(game)
    view = GAMES[game].game.view(steps(journal)[0].state, Seat(1))
    other = replace(view, hand=(*view.hand[1:], next(card for card in range(30) if card not in view.hand)))
    attached = told(journal, 1, 1, view=other)
    checks = report(journal.lines, [p.attached(attached)])
    failed = [check for check in checks if check.verdict is Verdict.BAD]
    assert [(check.key, check.names) for check in failed] == [("audit.told.hand", ("Bo",))]
    for_another = report(journal.lines, [p.attached(replace(attached, seat=0))])
    assert keys(for_another, Verdict.BAD) == []
    assert keys(for_another, Verdict.UNKNOWN) == ["audit.attached.unsigned"]


def test_another_card_than_was_on_top_is_proven_by_the_hosts_signature() -> None:
    journal = restocked()
    found = steps(journal)
    at, drew = next((n, e) for n, step in enumerate(found) for e in step.events if isinstance(e, DrewStock))
    assert drew.card is not None
    lie = told(journal, drew.seat, at + 1, events=[replace(drew, card=(drew.card + 1) % 52)])
    assert bad(journal, [lie]) == ["audit.told.draw"]


def test_a_table_that_was_not_so_and_a_longer_story_than_there_was_are_proven() -> None:
    journal = plain("leaves")
    state = steps(journal)[5].state
    view = GAMES["leaves"].game.view(state, Seat(0))
    other = replace(view, removed=(9, *view.removed[1:]))
    assert bad(journal, [told(journal, 0, 6, view=other)]) == ["audit.told.card"]
    event = steps(journal)[0].events[0]
    assert bad(journal, [told(journal, 0, 1, events=[event, event])]) == ["audit.told.card"]
    first = replace(event, first=(event.first + 1) % 3)
    assert bad(journal, [told(journal, 0, 1, events=[first])]) == ["audit.told.first"]


def test_what_was_told_of_a_deal_that_was_not_shown_proves_nothing_yet() -> None:
    journal = plain("leaves")
    attached = p.attached(told(journal, 0, 1))
    assert keys(report(journal.lines[: journal.places(j.DealShown)[0]], [attached]))[-2] == "audit.told.not"


@pytest.mark.parametrize("where", [0, 1])
def test_a_second_opening_that_the_host_signed_is_a_second_story(where: int) -> None:
    journal = plain("leaves")
    scribe = Scribe("leaves", Random("another"), options=dict(journal.header.options))
    scribe.keys, scribe.deals = dict(journal.keys), where
    scribe.open([0, 1])
    line = p.Line(bytes(32), j.line_of(scribe.records[-1]))
    assert bad(journal, [line]) == ["audit.two-stories"]
    same = p.Line(bytes(32), j.line_of(journal.records[journal.places(j.DealOpened)[where]]))
    assert keys(report(journal.lines, [p.attached(same)]), Verdict.UNKNOWN) == ["audit.attached.nothing"]
    unsigned = p.Line(bytes(32), j.line_of(replace(scribe.records[-1], sig=bytes(64))))
    assert keys(report(journal.lines, [p.attached(unsigned)]), Verdict.UNKNOWN) == ["audit.attached.unsigned"]
    before = journal.lines[: journal.places(j.DealOpened)[where]]
    assert keys(report(before, [p.attached(line)]), Verdict.BAD) == []  # this journal does not go so far


def test_a_second_end_that_the_host_signed_is_a_second_story() -> None:
    journal, of = plain("leaves"), DealId(1, 2, 1)
    line = p.Line(bytes(32), j.line_of(j.Ended(of, HOST.sign(j.ended_text(bytes(32), of)))))
    assert bad(journal, [line]) == ["audit.two-stories"]
    assert bad(journal, [replace(line, head=bytes([1]) * 32)]) == []
    place = journal.places(j.Ended)[1]
    same = p.Line(j.Chain(journal.lines).heads[place], journal.lines[place])
    assert bad(journal, [same]) == []


def test_another_laptop_that_knows_another_story_is_heard() -> None:
    journal, of = plain("leaves"), DealId(1, 1, 1)
    key, table = journal.keys[1], journal.header.table
    head = j.Chain(journal.lines).heads[journal.places(j.Ended)[0] + 1]

    def heard(head: bytes, key: SigningKey) -> p.Heard:
        return p.Heard(of, head, "green", key.public, key.sign(j.receipt_text(table, head, of, "green")))

    assert keys(report(journal.lines, [p.attached(heard(head, key))]))[-2] == "audit.heard"
    assert bad(journal, [heard(bytes(32), key)]) == ["audit.heard.other"]
    assert bad(journal, [heard(bytes(32), STRANGER)]) == []
    assert bad(journal, [replace(heard(bytes(32), key), colour="red")]) == []


@given(st.lists(st.binary(max_size=120), max_size=4), st.lists(st.binary(max_size=120), max_size=4))
@settings(max_examples=40, deadline=None)
def test_any_bytes_are_reported_on_without_raising(lines: list[bytes], attachments: list[bytes]) -> None:
    assert report(lines, attachments)
    checks = report([*plain("leaves", deals=1).lines, *lines], attachments)
    assert bool(lines) == bool(keys(checks, Verdict.BAD))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_records_in_any_order_are_reported_on_in_sentences(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(sorted(GAMES)))
    records = lively(game, "any order", deals=2).records
    picked = data.draw(st.lists(st.sampled_from(records), max_size=60))
    for check in report([j.line_of(record) for record in (records[0], *picked)]):
        assert sentence(check) != check.key
