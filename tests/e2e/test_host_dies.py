"""The program that keeps a table is killed in mid-deal and started again: the match goes on as if nothing had been."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.e2e.driver import BACK, LOST, PATIENT, PROGRAM, Guest, Table, begin, playing, see_the_end, start
from tests.lab.lan import Lan

pytestmark = pytest.mark.timeout(180)


def facts_of(line: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(line)
    return {name: facts[name] for name in ("table", "fingerprint", "port", "name", "game")}


def saved(table: Table) -> list[dict[str, Any]]:
    """What ``tables --saved`` shows on the host's laptop."""
    done = table.host.run([*PROGRAM, "tables", "--saved", "--json"], PYTHONUTF8="1")
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


def test_a_killed_host_is_resumed_and_its_guests_play_on_without_a_key_being_pressed(lan: Lan) -> None:
    table = Table(lan[0], "dreizehn", 3, "--bots", "1", "--option", "rounds=1")
    ana = Guest(lan[2], "Game night", "Ana").comes_in()
    bo = Guest(lan[1], "Game night", "Bo").comes_in()
    begin(ana, 3, bo)
    with playing(ana):
        asked = bo.is_asked()
        table.program.kill()
        bo.sees(LOST)
        (row,) = saved(table)
        assert (row["name"], row["game"], row["people"], row["deal"]) == ("Game night", "dreizehn", ["Ana", "Bo"], 1)
        again = start(lan[0], "host", "--resume", "--json", "--pause", "0")
        said = again.wait_for(r"^\{.*\}\n", PATIENT)[0]
        assert facts_of(said) == facts_of(json.dumps(table.facts))
        bo.sees(BACK)
        assert bo.is_asked() == asked
        bo.answers()
        bo.plays()
    see_the_end(table, {1: ana, 2: bo})
    for guest in (ana, bo):
        guest.program.wait_for(r"^Deal 1 is checked: nobody has chosen the cards\.", PATIENT)
    (match,) = table.matches
    audit = lan[0].run([*PROGRAM, "audit", match], PYTHONUTF8="1")
    assert audit.returncode == 0, audit.stdout
