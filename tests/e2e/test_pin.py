"""A table with a PIN on a network where somebody listens to everything and somebody guesses."""

from __future__ import annotations

import json

import pytest

from tests.e2e.driver import PATIENT, Guest, Table, begin, listed, play_out, see_the_end
from tests.lab.lan import Lan

pytestmark = pytest.mark.timeout(180)

PIN = "40713"
ASKED = r"^The PIN \(five digits, q to leave\):\n"


def test_who_knows_the_pin_plays_who_does_not_stays_out_and_who_listens_learns_nothing(lan: Lan) -> None:
    with lan.sniff() as sniffer:
        table = Table(lan[0], "dreizehn", 3, "--option", "rounds=1", "--bots", "1", "--pin", PIN)
        assert PIN not in json.dumps(table.facts)
        assert [row["pin"] for row in listed(lan[1])] == [True]
        olga = Guest(lan[0], "Game night", "Olga", "--pin", PIN).comes_in()
        zeno = Guest(lan[1], "Game night", "Zenobia")
        zeno.sees(ASKED)
        zeno.types("99999")
        zeno.sees(r"^This PIN is wrong\. You have 4 more tries\.\n")
        zeno.sees(ASKED)
        zeno.types(PIN)
        zeno.sees(r"^PIN proven: this table knows it too\.\n")
        zeno.sees(r"^First time at this computer\.\n")
        begin(olga, 3, zeno)
        eve = Guest(lan[2], "Game night", "Evangeline", "--pin", "99998")
        for left, typed in ((4, "99997"), (3, "99996"), (2, PIN)):
            eve.sees(rf"^This PIN is wrong\. You have {left} more tries\.\n{ASKED[1:]}")
            eve.types(typed)
        eve.sees(r"^Too many PINs were wrong at this table\..*\n")
        play_out(olga, zeno)
        see_the_end(table, {1: olga, 2: zeno})
        frames = b"".join(sniffer.frames())
    assert b"Game night" in frames, "who listens hears what is announced"
    for secret in (PIN, "99999", "99998", "Zenobia", "Evangeline"):
        assert secret.encode() not in frames, secret


def test_a_table_of_the_same_name_and_id_that_has_no_pin_is_refused(lan: Lan) -> None:
    Table(lan[0], "leaves", 3, name="Another")
    guest = Guest(lan[1], "Another", "Zenobia", "--pin", PIN)
    guest.sees(r"^This table should ask for a PIN and does not, so it may not be the one you mean\. Ask its host\.\n")
    assert guest.program.wait(PATIENT) == 1
