"""A journal held against itself: an honest one is clean, and whatever is changed in one shows."""

from __future__ import annotations

import base64
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lan_thirteen.audit.journal import Auditor, Fault
from lan_thirteen.core.game import Due, Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.games.registry import GAMES
from lan_thirteen.games.three_thirteen.model import Discard, DrawDiscard, DrawStock
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire.codec import pack
from tests.support.journals import HOST, Journal, Scribe, audited, faults_of, lively, plain

STRANGER = SigningKey(bytes([5]) * 32)
STRANGER_THERE = j.Drawer(2, STRANGER.public)
OTHER_TABLE = bytes(16)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_an_honest_match_is_clean_whoever_comes_and_goes(game: str, seed: int) -> None:
    journal = lively(game, str(seed), deals=4)
    auditor, faults = audited(journal.lines)
    assert faults == []
    assert auditor.is_over
    assert auditor.header == journal.header


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_ends_as_it_was_played(game: str) -> None:
    journal = lively(game, "to its end")
    auditor, faults = audited(journal.lines)
    assert faults == []
    assert auditor.after == journal.state
    assert GAMES[game].game.actor(journal.state) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_broken_off_anywhere_is_clean_as_far_as_it_goes(game: str) -> None:
    auditor = Auditor()
    for line in lively(game, "broken off", deals=2).lines:
        assert auditor.add(line) == ()


def test_the_auditor_knows_what_a_deal_was_dealt_from_when_it_was_shown() -> None:
    journal, auditor = plain("leaves", deals=1), Auditor()
    shown = journal.places(j.DealShown)[0]
    lines = journal.lines
    for line in lines[:shown]:
        auditor.add(line)
    assert (auditor.secret, auditor.seed, auditor.is_over) == (None, None, False)
    assert auditor.drawing is not None
    assert auditor.mixes is not None
    assert set(auditor.mixes) == auditor.drawing.keys == {key.public for key in journal.keys.values()}
    assert len(auditor.actions) == len(journal.places(j.Played))
    auditor.add(lines[shown])
    assert auditor.seed is not None
    assert auditor.secret is not None
    assert auditor.seed == d.seed_of(auditor.drawing, auditor.secret, auditor.mixes)
    assert not auditor.is_over
    auditor.add(lines[shown + 1])
    assert auditor.is_over


def test_the_state_before_a_deal_has_the_totals_of_those_before_it() -> None:
    scribe, auditor = Scribe("three-thirteen", Random("before")), Auditor()
    scribe.begin()
    for number in range(3):
        before = scribe.state
        scribe.deal()
        for record in scribe.records[len(auditor.chain) :]:
            auditor.add(j.line_of(record))
        assert auditor.before == before
        assert auditor.before.deal == number


def test_the_state_is_not_known_after_a_deal_that_was_not_shown() -> None:
    journal = plain("dreizehn")
    hidden = journal.tampered(lambda records: records.pop(journal.places(j.DealShown)[0]))
    auditor, faults = audited(hidden.lines)
    assert auditor.before is None
    assert Fault(1, "withheld") in faults


def test_the_auditor_knows_who_plays_each_seat() -> None:
    scribe = Scribe("leaves", Random("seats"))
    scribe.begin()
    scribe.go(1, "asked")
    auditor, _ = audited(scribe.journal.lines)
    ana, bo, cem = auditor.players
    assert (ana.name, ana.key, ana.level, ana.is_gone) == ("Ana", scribe.keys[0].public, "", False)
    assert (bo.level, bo.is_gone, bo.why) == ("normal", True, "asked")
    assert (cem.key, cem.level, cem.is_gone) == (b"", "normal", False)
    scribe.come_back(1)
    assert audited(scribe.journal.lines)[0].players[1] == bo._replace(level="", is_gone=False, why="")


def test_what_a_laptop_makes_of_a_deal_is_no_fault_and_neither_is_its_silence() -> None:
    scribe = Scribe("leaves", Random("colours"))
    scribe.begin()
    scribe.show(_played(scribe))
    scribe.check({0: "red"})
    assert faults_of(scribe.journal) == []
    scribe = Scribe("leaves", Random("colours"))
    scribe.begin()
    scribe.show(_played(scribe))
    assert faults_of(scribe.journal) == []


def test_a_bystander_who_goes_between_a_signature_and_its_record_voids_nothing() -> None:
    scribe = Scribe("leaves", Random("bystander"))
    scribe.begin()
    scribe.draw()
    while scribe.choose()[0] != 0:
        scribe.play(*scribe.choose())
    at = len(scribe.chain)
    scribe.go(1)
    scribe.come_back(1)
    scribe.play(*scribe.choose(), at)
    assert faults_of(scribe.journal) == []


def test_who_comes_back_with_a_new_key_in_mid_deal_may_play_on() -> None:
    scribe = Scribe("dreizehn", Random("claim"))
    scribe.begin()
    secret = scribe.draw()
    scribe.go(0)
    scribe.play(*scribe.choose())
    scribe.gone.discard(0)
    scribe.keys[0] = STRANGER
    scribe.sit(0)
    scribe.show(_play_on(scribe, secret))
    scribe.check({0: "grey", 1: "green"})
    assert faults_of(scribe.journal) == []


def test_a_deal_that_nobody_answered_for_is_dealt_by_the_host_alone() -> None:
    scribe = Scribe("three-thirteen", Random("alone"))
    scribe.begin()
    scribe.deal(given_up=(0, 1))
    openings = [record for record in scribe.records if isinstance(record, j.DealOpened)]
    assert [len(record.drawers) for record in openings] == [2, 1, 0]
    assert faults_of(scribe.journal) == []


def test_new_stocks_are_no_fault() -> None:
    journal = restocked()
    assert journal.places(j.Restocked)
    assert faults_of(journal) == []


# what tampering shows as

Change = Callable[[Journal], Journal]


def _played(scribe: Scribe) -> bytes:
    return _play_on(scribe, scribe.draw())


def _play_on(scribe: Scribe, secret: bytes) -> bytes:
    while scribe.is_playing:
        scribe.play(*scribe.choose())
    return secret


def restocked(kind: type[Scribe] = Scribe) -> Journal:
    """A deal in which everybody draws from the stock until it is empty, and nobody goes out."""
    scribe = kind("three-thirteen", Random("restocked"))
    scribe.begin()
    secret = scribe.draw()
    while scribe.is_playing:
        actor = scribe.rules.actor(scribe.state)
        legal = scribe.rules.legal(scribe.state)
        wished = [a for a in legal if isinstance(a, DrawStock) or (isinstance(a, Discard) and not a.out)] or legal
        assert isinstance(actor, int)
        scribe.play(actor, wished[0])
    scribe.show(secret)
    scribe.check({0: "green", 1: "green"})
    return scribe.journal


def person_plays(journal: Journal, nth: int = 2) -> int:
    """Where the n-th signed action stands."""
    signed = [p for p in journal.places(j.Played) if journal.records[p].sig]  # type: ignore[union-attr]
    return signed[nth]


def bot_plays(journal: Journal, nth: int = 0) -> int:
    by_bot = [p for p in journal.places(j.Played) if not journal.records[p].sig]  # type: ignore[union-attr]
    return by_bot[nth]


def changed(journal: Journal, place: int, **fields: Any) -> Journal:
    return journal.tampered(lambda records: records.__setitem__(place, replace(records[place], **fields)))


def by_host(journal: Journal, place: int, **fields: Any) -> Journal:
    """A host changes a record and signs its own part of all that follows anew."""
    return journal.rewritten(lambda records: records.__setitem__(place, replace(records[place], **fields)))


def first(kind: type[j.Record], which: int = 0) -> Callable[[Journal], int]:
    return lambda journal: journal.places(kind)[which]


def without(where: Callable[[Journal], int]) -> Change:
    return lambda journal: journal.rewritten(lambda records: records.pop(where(journal)))


def with_fields(where: Callable[[Journal], int], how: Callable[[Any], dict[str, Any]]) -> Change:
    def change(journal: Journal) -> Journal:
        place = where(journal)
        return by_host(journal, place, **how(journal.records[place]))

    return change


def inserted(where: Callable[[Journal], int], make: Callable[[Journal], j.Record]) -> Change:
    """``make`` gives a record that the host puts at this place."""
    return lambda journal: journal.rewritten(lambda records: records.insert(where(journal), make(journal)))


def flipped(data: bytes, bit: int = 0) -> bytes:
    return bytes([data[0] ^ 1 << bit]) + data[1:]


def swapped(journal: Journal) -> Journal:
    place = person_plays(journal)

    def change(records: list[j.Record]) -> None:
        records[place], records[place + 1] = records[place + 1], records[place]

    return journal.rewritten(change)


def replayed_from_another_place(journal: Journal) -> Journal:
    early: Any = journal.records[person_plays(journal, 1)]
    return by_host(journal, person_plays(journal, 3), action=early.action, at=early.at, sig=early.sig)


def replayed_as_if_signed_here(journal: Journal) -> Journal:
    early: Any = journal.records[person_plays(journal, 1)]
    return by_host(journal, person_plays(journal, 3), action=early.action, sig=early.sig)


def replayed_from_another_table(journal: Journal) -> Journal:
    """The same person has signed the same action at another table where all went the same way."""
    place = person_plays(journal)
    played: Any = journal.records[place]
    there = j.Chain(changed(journal, 0, table=OTHER_TABLE).lines)
    sig = journal.keys[played.seat].sign(j.act_text(there.heads[played.at], played.index, played.action))
    return by_host(journal, place, sig=sig)


def other_opening(journal: Journal) -> j.Record:
    opening = journal.records[journal.places(j.DealOpened)[0]]
    assert isinstance(opening, j.DealOpened)
    return replace(opening, commitment=flipped(opening.commitment))


def second_attempt(journal: Journal) -> j.Record:
    opening = journal.records[journal.places(j.DealOpened)[0]]
    assert isinstance(opening, j.DealOpened)
    return replace(opening, of=replace(opening.of, attempt=2))


def nth(kind: type[j.Record], which: int = 0) -> Callable[[Journal], j.Record]:
    return lambda journal: journal.records[journal.places(kind)[which]]


def other_bytes(given: tuple[j.Given, ...]) -> tuple[j.Given, ...]:
    return replace(given[0], what=bytes(32)), *given[1:]


def other_key(drawers: tuple[j.Drawer, ...]) -> tuple[j.Drawer, ...]:
    return replace(drawers[0], key=STRANGER.public), *drawers[1:]


def without_an_end(journal: Journal) -> Journal:
    place = journal.places(j.Ended)[0]
    return journal.rewritten(lambda records: records.__delitem__(slice(place, journal.places(j.DealOpened)[1])))


def late_bot_move_changed(journal: Journal) -> Journal:
    """Of a match whose last move was a bot's, so no move after it is signed; the host signs another story of it."""
    scribe = Scribe("leaves", Random("bots end it"), people=1)
    scribe.begin()
    secret = scribe.draw()
    while scribe.is_playing:
        scribe.play(*scribe.choose())
    scribe.show(secret)
    scribe.check({0: "green"})
    last = scribe.journal.places(j.Played)[-1]
    assert not scribe.records[last].sig  # type: ignore[union-attr]
    return by_host(scribe.journal, last, at=0)


def key_in_two_seats(journal: Journal) -> Journal:
    return by_host(journal, 2, key=journal.keys[0].public)


def deal_after_the_end(_: Journal) -> Journal:
    scribe = Scribe("leaves", Random("no more"))
    scribe.match()
    assert scribe.is_over
    scribe.open([0, 1])
    return scribe.journal


TAMPERED: dict[str, tuple[str, Change]] = {
    "two actions swapped": ("index", swapped),
    "an action dropped": ("index", without(person_plays)),
    "an action invented": ("index", inserted(person_plays, lambda it: it.records[bot_plays(it)])),
    "an action from another place": ("stale", replayed_from_another_place),
    "an action from another place, with a new number": ("signature", replayed_as_if_signed_here),
    "an action from another table": ("signature", replayed_from_another_table),
    "an action signed over what is to come": ("stale", with_fields(person_plays, lambda _: {"at": 10_000})),
    "an action signed over what was before another": ("stale", with_fields(person_plays, lambda r: {"at": r.at - 1})),
    "a person's action changed": ("signature", with_fields(person_plays, lambda r: {"action": flipped(r.action)})),
    "a person's signature changed": ("signature", with_fields(person_plays, lambda r: {"sig": flipped(r.sig)})),
    "a person's action without a signature": ("unsigned", with_fields(person_plays, lambda _: {"sig": b""})),
    "a bot's action changed": ("signature", with_fields(bot_plays, lambda r: {"action": flipped(r.action)})),
    "the last bot's action changed": ("receipt", late_bot_move_changed),
    "a bot's action with a signature": ("signature", with_fields(bot_plays, lambda _: {"sig": bytes(64)})),
    "an action of a seat that is not there": ("seat", with_fields(bot_plays, lambda _: {"seat": 7})),
    "an action before the cards": ("order", inserted(first(j.DealMixes), lambda it: it.records[bot_plays(it)])),
    "an action after the host's bytes": ("order", inserted(first(j.Ended), lambda it: it.records[bot_plays(it)])),
    "a commitment before anything was opened": ("order", inserted(lambda _: 4, nth(j.DealCommits))),
    "a deal closed twice": ("order", inserted(first(j.Checked), nth(j.Ended))),
    "another secret": ("secret", with_fields(first(j.DealShown), lambda r: {"secret": flipped(r.secret)})),
    "a secret shown before the cards": ("shown", inserted(first(j.DealMixes), nth(j.DealShown))),
    "a secret not shown": ("withheld", without(first(j.DealShown))),
    "bytes left out": ("mixes", with_fields(first(j.DealMixes), lambda r: {"mixes": r.mixes[1:]})),
    "bytes changed": ("mixes", with_fields(first(j.DealMixes), lambda r: {"mixes": other_bytes(r.mixes)})),
    "bytes without commitments": ("mixes", without(first(j.DealCommits))),
    "a commitment changed": (
        "commits",
        with_fields(first(j.DealCommits), lambda r: {"commits": other_bytes(r.commits)}),
    ),
    "commitments twice": ("commits", inserted(first(j.DealMixes), nth(j.DealCommits))),
    "a drawer with another key": (
        "drawer",
        with_fields(first(j.DealOpened), lambda r: {"drawers": other_key(r.drawers)}),
    ),
    "a bot that draws": (
        "drawer",
        with_fields(first(j.DealOpened), lambda r: {"drawers": (*r.drawers, STRANGER_THERE)}),
    ),
    "a deal opened again after the cards": ("again", inserted(person_plays, second_attempt)),
    "a deal opened again after its secret": ("again", inserted(first(j.Ended), second_attempt)),
    "a deal opened again after its end": ("again", inserted(first(j.Checked), second_attempt)),
    "a deal given up after the cards": ("again", inserted(person_plays, lambda it: j.GivenUp(DealId(1, 1, 1), (0,)))),
    "a deal opened twice": ("twice", inserted(first(j.DealCommits), other_opening)),
    "an attempt left without a word": ("withheld", inserted(first(j.DealCommits), second_attempt)),
    "an attempt skipped": ("number", with_fields(first(j.DealOpened), lambda r: {"of": replace(r.of, attempt=2)})),
    "a deal skipped": ("number", with_fields(first(j.DealOpened, 1), lambda r: {"of": replace(r.of, deal=3)})),
    "a deal of another match": ("number", with_fields(first(j.DealOpened), lambda r: {"of": replace(r.of, match=2)})),
    "another deck": ("opening", with_fields(first(j.DealOpened), lambda _: {"deck": "leaves 7"})),
    "a deal after the last": ("over", deal_after_the_end),
    "a deal without an end": ("ended", without_an_end),
    "a history told anew": ("signature", lambda it: by_host(it, 0, name="Garden")),
    "a seat with another name": ("signature", lambda it: by_host(it, 1, name="Zoe")),
    "a receipt over another story": ("receipt", with_fields(first(j.Checked), lambda r: {"at": r.at - 1})),
    "a receipt of another colour": ("receipt", with_fields(first(j.Checked), lambda _: {"colour": "red"})),
    "a receipt in no colour": ("receipt", with_fields(first(j.Checked), lambda _: {"colour": "blue"})),
    "a receipt of a bot": ("receipt", with_fields(first(j.Checked), lambda _: {"seat": 2})),
    "a second header": ("header", inserted(first(j.DealOpened), lambda it: it.header)),
    "no header": ("header", without(lambda _: 0)),
    "other rules": ("header", lambda it: by_host(it, 0, rules_version=99)),
    "an option that is not there": ("header", lambda it: by_host(it, 0, options=(*it.header.options, ("luck", 1)))),
    "an option left out": ("header", lambda it: by_host(it, 0, options=it.header.options[1:])),
    "a seat that nobody has": ("seated", without(lambda _: 2)),
    "a seat given twice": ("seated", inserted(lambda _: 3, lambda it: it.records[2])),
    "a seat beyond the table": ("seated", lambda it: by_host(it, 1, seat=7)),
    "a key in two seats": ("seated", key_in_two_seats),
    "a seat of the host's key": ("seated", lambda it: by_host(it, 1, key=HOST.public)),
    "a bot with a key": ("seated", lambda it: by_host(it, 1, level="easy")),
    "a stand-in for a bot": ("gone", inserted(first(j.DealOpened), lambda _: j.Gone(2, "easy", "lost"))),
    "a stand-in for no reason": ("gone", inserted(first(j.DealOpened), lambda _: j.Gone(0, "easy", "bored"))),
    "a bot that is back": ("gone", inserted(first(j.DealOpened), lambda _: j.Back(2))),
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_shows_as_what_it_is(game: str, name: str) -> None:
    what, change = TAMPERED[name]
    faults = faults_of(change(plain(game)))
    assert faults
    assert faults[0].what == what


def test_the_header_of_another_table_fits_no_signature() -> None:
    journal = plain("leaves")
    faults = faults_of(changed(journal, 0, table=OTHER_TABLE))
    assert {fault.what for fault in faults} >= {"opening", "signature", "ended", "receipt"}


def test_an_opening_that_the_host_has_not_signed_shows() -> None:
    journal = plain("leaves")
    place = journal.places(j.DealOpened)[0]
    opening: Any = journal.records[place]
    assert faults_of(changed(journal, place, sig=flipped(opening.sig)))[0] == Fault(1, "opening")


def test_an_end_that_the_host_has_not_signed_shows() -> None:
    journal = plain("leaves")
    place = journal.places(j.Ended)[-1]
    ended: Any = journal.records[place]
    assert faults_of(changed(journal, place, sig=flipped(ended.sig)))[0] == Fault(2, "ended")


def test_one_missing_move_is_told_once() -> None:
    journal = plain("leaves", deals=1)
    faults = faults_of(journal.tampered(lambda records: records.pop(person_plays(journal))))
    assert [fault.what for fault in faults].count("index") == 1


def test_a_move_names_its_seat() -> None:
    journal = plain("three-thirteen")
    place = person_plays(journal)
    seat = Seat(journal.records[place].seat)  # type: ignore[union-attr]
    assert faults_of(changed(journal, place, sig=b""))[0] == Fault(1, "unsigned", seat)


# hosts that cheat while they write, and sign all of it


class OldSecret(Scribe):
    def open(self, drawers: Any, attempt: int = 1) -> Any:
        self.rng = Random("always the same")
        return super().open(drawers, attempt)


class TakesInAgain(Scribe):
    def draw(self, *, given_up: Any = ()) -> bytes:
        drawing, secret = self.open([0, 1])
        self.give_up(drawing, secret, [1])
        drawing, secret = self.open([0, 1], 2)
        self.mix(drawing, secret, self.commit(drawing))
        return secret


class SkipsAnAttempt(Scribe):
    def draw(self, *, given_up: Any = ()) -> bytes:
        drawing, secret = self.open([0, 1])
        self.give_up(drawing, secret, [1])
        drawing, secret = self.open([0], 3)
        self.mix(drawing, secret, self.commit(drawing))
        return secret


class HidesWhatItGaveUp(Scribe):
    def give_up(self, drawing: Any, secret: bytes, seats: Any) -> None:
        self.write(j.GivenUp(drawing.of, tuple(seats)))


class GivesUpForNobody(Scribe):
    def give_up(self, drawing: Any, secret: bytes, seats: Any) -> None:
        super().give_up(drawing, secret, ())


class DrawsForWhoIsGone(Scribe):
    def present(self) -> list[int]:
        return sorted(self.keys)

    def draw(self, *, given_up: Any = ()) -> bytes:
        self.go(1)
        return super().draw()


class PlaysOn(Scribe):
    """When the deal is over a bot is made to play something that is no action."""

    def show(self, secret: bytes) -> None:
        self.write(j.Played(self.index, 2, b"\x91\xa4Nope", 0, b""))
        super().show(secret)


class EndsTooSoon(Scribe):
    @property
    def is_playing(self) -> bool:
        return super().is_playing and self.index < 5


class GoesOn(Scribe):
    """After the end somebody is made to play once more."""

    def show(self, secret: bytes) -> None:
        last = next(r for r in reversed(self.records) if isinstance(r, j.Played) and r.seat == 2)
        self.write(replace(last, index=self.index))
        super().show(secret)


class StockForNothing(Scribe):
    def show(self, secret: bytes) -> None:
        self.write(j.Restocked(self.index))
        super().show(secret)


CHEATS: dict[type[Scribe], str] = {
    OldSecret: "reused",
    TakesInAgain: "drawer",
    SkipsAnAttempt: "number",
    HidesWhatItGaveUp: "withheld",
    GivesUpForNobody: "given-up",
    DrawsForWhoIsGone: "drawer",
    PlaysOn: "over",
    EndsTooSoon: "over",
    GoesOn: "over",
    StockForNothing: "stock",
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", CHEATS)
def test_a_host_that_cheats_in_what_it_signs_shows(game: str, kind: type[Scribe]) -> None:
    scribe = kind(game, Random(f"cheat {game}"), options={"mode": "expert"} if game == "leaves" else {})
    scribe.begin()
    for _ in range(2 if kind is OldSecret else 1):
        scribe.deal(given_up=(0,) if kind in (HidesWhatItGaveUp, GivesUpForNobody) else ())
    faults = faults_of(scribe.journal)
    assert faults
    assert faults[0].what == CHEATS[kind]


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_plays_twice_shows_when_the_deal_is_shown(game: str) -> None:
    scribe = Scribe(game, Random("twice"))
    scribe.begin()
    secret = scribe.draw()
    while (actor := scribe.choose()[0]) != 2 or scribe.index < 4:
        scribe.play(*scribe.choose())
    while actor == 2:
        _, action = scribe.choose()
        scribe.play(2, action)
        actor = scribe.choose()[0]
    scribe.write(j.Played(scribe.index, 2, pack(action), 0, b""))
    scribe.show(secret)
    assert faults_of(scribe.journal)[0] == Fault(1, "move", Seat(2))


def test_a_move_of_cards_that_the_seat_does_not_hold_shows_when_the_deal_is_shown() -> None:
    scribe = Scribe("three-thirteen", Random("held"))
    scribe.begin()
    secret = scribe.draw()
    while scribe.choose()[0] != 2:
        scribe.play(*scribe.choose())
    hand = scribe.state.hands[2]
    other = next(card for card in range(40) if card not in hand and card not in scribe.state.discards)
    scribe.play(2, DrawDiscard())
    scribe.write(j.Played(scribe.index, 2, pack(Discard(other, False)), 0, b""))
    scribe.index += 1
    scribe.show(secret)
    assert faults_of(scribe.journal)[0] == Fault(1, "move", Seat(2))


class HidesItsStock(Scribe):
    """Makes new stocks without a word."""

    def write(self, record: j.Record) -> None:
        if not isinstance(record, j.Restocked):
            super().write(record)

    def _by_dealer(self) -> None:
        is_stock = self.rules.due(self.state) is Due.RESTOCK
        super()._by_dealer()
        self.index -= is_stock


def test_a_new_stock_that_was_not_written_down_shows() -> None:
    assert faults_of(restocked(HidesItsStock))[0].what == "stock"


# whatever comes


@pytest.mark.parametrize("game", GAMES)
def test_no_flipped_bit_stays_unseen(game: str) -> None:
    """The last receipts are signed, and so is all before them."""
    lines, rng = plain(game, deals=1).lines, Random(game)
    for _ in range(60):
        place = rng.randrange(len(lines))
        line = bytearray(lines[place])
        line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
        assert audited([*lines[:place], bytes(line), *lines[place + 1 :]])[1], (place, bytes(line))


def test_the_unused_bits_of_a_base64_text_are_no_place_to_hide_in() -> None:
    lines = plain("leaves", deals=1).lines
    at = lines[-1].rindex(b"==") - 1
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    same = lines[-1][:at] + alphabet[alphabet.index(lines[-1][at]) ^ 1 :][:1] + lines[-1][at + 1 :]
    assert base64.b64decode(same[at - 85 : at + 3]) == base64.b64decode(lines[-1][at - 85 : at + 3])
    assert [fault.what for fault in audited([*lines[:-1], same])[1]] == ["record"]


@given(st.lists(st.binary(max_size=200), max_size=8), st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_any_bytes_are_taken_without_raising(lines: list[bytes], after: int) -> None:
    auditor, _ = audited([*plain("leaves", deals=1).lines[:after], *lines])
    assert len(auditor.chain) >= len(lines)
    assert auditor.players is not None
    assert auditor.actions is not None
    assert auditor.seed is None or len(auditor.seed) == 32


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_records_in_any_order_are_taken_without_raising(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(sorted(GAMES)))
    records = lively(game, "any order", deals=2).records
    picked = data.draw(st.lists(st.sampled_from(records), max_size=60))
    auditor, _ = audited(map(j.line_of, [records[0], *picked]))
    assert len(auditor.chain) == len(picked) + 1


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_record_that_is_dropped_doubled_or_moved_is_seen(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(sorted(GAMES)))
    journal = lively(game, data.draw(st.sampled_from(("a", "b", "c"))), deals=2)
    last = journal.places(j.Ended)[-1]
    records = list(journal.records)
    here, there = data.draw(st.integers(0, last)), data.draw(st.integers(0, last))
    match data.draw(st.sampled_from(("drop", "double", "move"))):
        case "drop":
            del records[here]
        case "double":
            records.insert(here, records[here])
        case _:
            records.insert(there, records.pop(here))
    if tuple(records) != journal.records[: len(records)]:  # that which only ends early may still go on
        assert audited(map(j.line_of, records))[1]


def test_deep_and_long_lines_are_no_records() -> None:
    auditor = Auditor()
    auditor.add(plain("leaves").lines[0])
    for line in (b"[" * 2000, b"[" * 100_000, b'["Seated",' + b"9" * 500 + b"]", b"\xff\xfe", b""):
        assert auditor.add(line) == (Fault(0, "record"),)
