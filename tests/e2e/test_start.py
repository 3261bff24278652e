"""Hosts that nobody sits in front of, and hosts that belong to somebody."""

from __future__ import annotations

import shlex

import pytest

from lan_thirteen.trust.keys import SigningKey
from tests.e2e.driver import PATIENT, PROGRAM, Guest, Table, begin, listed, play_out, see_the_end
from tests.lab.lan import Lan
from tests.support.waiting import eventually

pytestmark = pytest.mark.timeout(180)

SHORT = ("--option", "rounds=1")


def test_a_host_in_the_background_without_input_keeps_its_table(lan: Lan) -> None:
    words = [*PROGRAM, "host", "--game", "dreizehn", "--seats", "3", "--bots", "2", *SHORT, "--pause", "0"]
    said = lan[0].home / "said"
    done = lan[0].run(["sh", "-c", f"{shlex.join(words)} --name 'Game night' < /dev/null > {said} 2>&1 &"])
    assert done.returncode == 0
    eventually(lambda: "The table Game night is open" in said.read_text("utf-8"), PATIENT)
    ana = Guest(lan[1], "Game night", "Ana").comes_in()
    begin(ana, 3)
    play_out(ana)
    ana.types("q")
    assert ana.program.wait(PATIENT) == 0
    assert [row["taken"] for row in listed(lan[2])] == [3]


def test_the_input_of_a_host_may_end_at_once(lan: Lan) -> None:
    table = Table(lan[0], "dreizehn", 3, "--bots", "2", *SHORT)
    table.program.close_stdin()
    ana = Guest(lan[1], "Game night", "Ana").comes_in()
    begin(ana, 3)
    play_out(ana)
    see_the_end(table, {1: ana})


def test_a_table_belongs_to_the_key_that_it_was_opened_with(lan: Lan) -> None:
    key = SigningKey.new()
    table = Table(lan[0], "dreizehn", 3, "--bots", "1", *SHORT, "--owned", typed=key.public.hex())
    assert key.secret.hex() not in table.program.output
    table.program.close_stdin()
    bo = Guest(lan[1], "Game night", "Bo").comes_in()
    bo.sees(r"^y ready   n not ready   c TEXT chat")
    bo.types("s")
    bo.sees(r"^Only the owner ")
    mine = next(lan[0].home.rglob("profiles")) / "window" / "seats"
    mine.mkdir(parents=True)
    (mine / f"{table.id}.key").write_bytes(key.secret)
    ana = Guest(lan[0], "Game night", "Ana", "--profile", "window").comes_in()
    ana.sees(r"^y ready   n not ready   s start")
    begin(ana, 3, bo)
    play_out(ana, bo)
    see_the_end(table, {1 + table.players.index("Ana"): ana, 1 + table.players.index("Bo"): bo})


def test_a_host_that_is_to_be_owned_says_what_it_needs(lan: Lan) -> None:
    words = [*PROGRAM, "host", "--game", "dreizehn", "--owned"]
    done = lan[0].run(words)
    assert done.returncode != 0
    assert "Traceback" not in done.stdout
