"""Somebody on the same network listens to everything, sits in the middle, or keeps two tables in one."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lan_thirteen.audit.journal import Auditor
from lan_thirteen.core.game import DEALER, Due, Seat
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.journal_file import read_journal
from lan_thirteen.net.told import told_block
from lan_thirteen.trust import journal as j
from lan_thirteen.wire.codec import pack, unpack
from lan_thirteen.wire.receipt import overheard
from tests.e2e.driver import OVER, PATIENT, Guest, Table, begin, play_out
from tests.lab.lan import Lan
from tests.lab.process import Process
from tests.support.sniffed import TCP, datagrams, packets, record_lengths

pytestmark = pytest.mark.timeout(180)

OWNER = "Olgatherine"
"""Whose name the table announces, as everybody is meant to see."""
NAMES = ("Zenobia", "Evangeline")
SHORT = {"leaves": (), "three-thirteen": ("rounds=odd",), "dreizehn": ("rounds=1",)}
ENOUGH = 12
"""Bytes of a secret that nobody sends by chance."""
JSON = r"^\{.*\}\n"
AROUND = 4 + 1 + 16
"""Bytes of a frame's length, and of what TLS adds to a record."""


class Moment(NamedTuple):
    """What a seat is told after an action."""

    view: Any
    choices: int


def story_of(journal: tuple[bytes, ...]) -> Iterator[tuple[Moment, ...]]:
    """What each seat was told, one action after the other."""
    auditor = Auditor()
    for line in journal:
        assert not auditor.add(line)
        if isinstance(j.record_of(line), j.Ended):
            yield from deal_of(auditor)


def deal_of(auditor: Auditor) -> Iterator[tuple[Moment, ...]]:
    assert auditor.header is not None
    seed = auditor.seed
    assert seed is not None
    entry, seats = GAMES[auditor.header.game], [Seat(number) for number in range(auditor.header.seats)]

    def moments(state: Any) -> tuple[Moment, ...]:
        actor = entry.game.actor(state)
        choices = len(entry.game.legal(state)) if isinstance(actor, int) else 0
        return tuple(Moment(entry.game.view(state, seat), choices if seat == actor else 0) for seat in seats)

    def settled(state: Any) -> Any:
        while entry.game.due(state) is Due.RESTOCK:
            state = entry.game.apply(state, DEALER, entry.game.deal(state, seed)).state
        return state

    state = auditor.before
    state = settled(entry.game.apply(state, DEALER, entry.game.deal(state, seed)).state)
    yield moments(state)
    for seat, action in auditor.actions:
        state = settled(entry.game.apply(state, seat, unpack(action, entry.action_type)).state)
        yield moments(state)


def journal_of(table: Table) -> tuple[bytes, ...]:
    """The host's own; a guest at the same laptop keeps a copy, but not what the host keeps to itself."""
    (secret,) = table.host.home.rglob("*.deals")
    return read_journal(secret.with_suffix(".lan13")).lines


def keys_in(home: Path) -> set[bytes]:
    """All private keys that programs of this computer have kept."""
    found = {path.read_bytes() for path in (*home.rglob("*.key"), *home.rglob("machine-key"))}
    return {key for key in found if len(key) == 32}


@pytest.mark.parametrize("game", SHORT)
def test_who_listens_to_a_match_reads_no_hand_no_name_no_card_no_key_and_sees_no_length_that_tells(
    lan: Lan, game: str
) -> None:
    options = [word for option in SHORT[game] for word in ("--option", option)]
    with lan.sniff() as sniffer:
        table = Table(lan[0], game, 3, *options)
        owner = Guest(lan[0], "Game night", OWNER).comes_in()
        bots = [
            Guest(host, "Game night", name, "--bot", "normal") for host, name in zip(lan.hosts[1:], NAMES, strict=True)
        ]
        for guest in bots:
            guest.comes_in()
        begin(owner, 3)
        play_out(owner)
        for guest in bots:
            guest.sees(OVER)
        frames = sniffer.frames()
    journal = journal_of(table)
    told = list(story_of(journal))
    nothing_is_read(frames, journal, told, set().union(*(keys_in(host.home) for host in lan)))
    all_lengths_are_one(frames, table, told, game)


def nothing_is_read(
    frames: list[bytes], journal: tuple[bytes, ...], told: list[tuple[Moment, ...]], private: set[bytes]
) -> None:
    heard = b"\0".join(frames)
    assert b"Game night" in heard, "who listens hears what is announced"
    assert len(private) >= 4, "three seats, and the host"
    secrets = {name.encode() for name in NAMES} | private | set(journal)
    secrets |= {pack(moment.view) for moments in told for moment in moments}
    secrets |= {pack(moment.view.hand) for moments in told for moment in moments if moment.view.hand}
    for line in journal:
        match j.record_of(line):
            case j.Played(_, _, action, _, sig):
                secrets |= {action, sig}
            case j.DealMixes(_, mixes):
                secrets |= {part for mix in mixes for part in (mix.what, mix.sig)}
            case j.DealShown(_, secret):
                secrets.add(secret)
            case _:
                pass
    long = [secret for secret in secrets if len(secret) >= ENOUGH or secret.decode(errors="replace") in NAMES]
    assert len(long) > 2 * len(told)
    assert [secret for secret in long if secret in heard] == []
    assert not [packet for packet in packets(frames) if packet.protocol == TCP and OWNER.encode() in packet.data]
    receipts_alone_tell_keys(frames, journal)


def receipts_alone_tell_keys(frames: list[bytes], journal: tuple[bytes, ...]) -> None:
    """By its public key a laptop signs what all others may hear; nothing else that is sent has one in it."""
    public = {record.key for line in journal if isinstance(record := j.record_of(line), j.Seated)}
    receipts = [data for _, data in datagrams(frames) if overheard(data) is not None]
    assert {told.key for data in receipts if (told := overheard(data)) is not None} == public
    rest = [frame for frame in frames if not any(frame.endswith(data) for data in set(receipts))]
    assert [key for key in public if any(key in frame for frame in rest)] == []


def all_lengths_are_one(frames: list[bytes], table: Table, told: list[tuple[Moment, ...]], game: str) -> None:
    """Every ``Told`` to every seat is as long as any other, whether there are many choices, one, or none."""
    usual = told_block(game) + AROUND
    streams = [lengths for lengths in record_lengths(frames, table.port) if usual in lengths]
    assert len(streams) == 2, "the third one sits at the laptop that keeps the table"
    assert {lengths.count(usual) for lengths in streams} == {len(told)}
    choices = {moment.choices for moments in told for moment in moments}
    assert len(choices) > 4
    if game == "dreizehn":
        assert 1 in choices, "nobody ever could only pass"


PIN = "40713"


def test_a_man_in_the_middle_stays_out_where_there_is_a_pin(lan: Lan) -> None:
    table = Table(lan[0], "dreizehn", 3, "--pin", PIN)
    middle = relay(lan, table)
    guest = Guest(lan[2], f"{lan[1].ip}:{table.port}", "Zenobia", "--pin", PIN)
    guest.sees(r"^This PIN is wrong\. You have 4 more tries\.\n")
    assert middle.running
    Guest(lan[2], f"{lan[0].ip}:{table.port}", "Zenobia", "--pin", PIN).comes_in()


def test_a_man_in_the_middle_is_a_stranger_and_where_the_table_is_known_another_computer(lan: Lan) -> None:
    table = Table(lan[0], "dreizehn", 3)
    relay(lan, table)
    place = f"{lan[1].ip}:{table.port}"
    Guest(lan[2], place, "Zenobia").sees(r"^First time at this computer\.\n")
    known = Guest(lan[1], f"{lan[0].ip}:{table.port}", "Evangeline")
    known.sees(r"^First time at this computer\.\n")
    known.types("q")
    known.program.wait(PATIENT)
    Guest(lan[1], place, "Evangeline").sees(r"^Another computer used this name before\.\n")


def relay(lan: Lan, table: Table) -> Process:
    """A program at the second computer that sits between its guests and the table."""
    middle = lan[1].spawn([sys.executable, "-m", "tests.support.relays", lan[0].ip, str(table.port)])
    middle.wait_for(JSON, PATIENT)
    return middle


GREEN = r"^Deal 1 is checked: .*\n"
WORDS = r"^  ([a-z]{5} · [a-z]{5} · [a-z]{5})$"
FOUND_OUT = (
    r"^Deal (\d): a laptop that Kitchen, the table of (?:Zenobia|Evangeline), does not know says that it plays there\. "
    r"Compare the three words with everybody: .*\n"
)


def test_two_tables_in_one_show_other_words_and_both_laptops_find_them_out_after_the_first_deal(lan: Lan) -> None:
    """Nothing that comes through the host can show it: in both worlds every signature holds."""
    evil = lan[0].spawn([sys.executable, "-m", "tests.support.split", "dreizehn", *NAMES, "rounds=1"])
    place = f"{lan[0].ip}:{json.loads(evil.wait_for(JSON, PATIENT)[0])['port']}"
    people = [Guest(host, place, name).comes_in() for host, name in zip(lan.hosts[1:], NAMES, strict=True)]
    begin(people[0], 3, people[1])
    play_out(*people)
    words = set()
    for one in people:
        words.add(one.program.wait_for(WORDS, PATIENT)[1])
        assert one.program.wait_for(FOUND_OUT, PATIENT)[1] == "1"
    assert len(words) == 2


def test_at_one_table_all_see_the_same_words_and_nobody_finds_anything(lan: Lan) -> None:
    Table(lan[0], "dreizehn", 3, "--bots", "1", "--option", "rounds=1")
    people = [Guest(host, "Game night", name).comes_in() for host, name in zip(lan.hosts[1:], NAMES, strict=True)]
    begin(people[0], 3, people[1])
    play_out(*people)
    for one in people:
        one.program.wait_for(GREEN, PATIENT)
    assert len({one.program.wait_for(WORDS, PATIENT)[1] for one in people}) == 1
    assert not any("does not know" in one.program.output for one in people)
