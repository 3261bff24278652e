"""The owner hands the table over to another laptop in mid-deal, by real programs: all play on, nobody joins anew."""

from __future__ import annotations

import pytest

from tests.e2e.driver import BACK, OVER, PATIENT, PROGRAM, Guest, Table, begin, playing
from tests.lab.lan import Lan

pytestmark = pytest.mark.timeout(240)


def test_the_match_goes_on_at_another_laptop_with_the_same_hands_and_its_audit_is_good(lan: Lan) -> None:
    table = Table(lan[0], "dreizehn", 4, "--bots", "1", "--option", "rounds=2")
    ana = Guest(lan[1], "Game night", "Ana").comes_in()
    bo = Guest(lan[2], "Game night", "Bo").comes_in()
    cy = Guest(lan[0], "Game night", "Cy").comes_in()
    begin(ana, 4, bo, cy)
    with playing(bo), playing(cy):
        ana.is_asked()
        ana.answers()
        asked = ana.is_asked()
        ana.types("hand 2")
        bo.program.wait_for(r"^Ana asks whether your computer will be the host.*all cards of this deal", PATIENT)
        bo.types("yes")
        ana.sees(BACK)
        assert ana.is_asked() == asked
        for guest in (ana, bo, cy):
            guest.program.wait_for(r"^The computer of Bo runs the rules from now on, and knows all cards", PATIENT)
        table.program.wait(PATIENT)
        assert list(lan[0].home.rglob("*.table")) == []  # nobody goes on with it there
        assert len(list(lan[2].home.rglob("*.table"))) == 1
        ana.answers()
        ana.plays()
    for guest in (ana, bo, cy):
        guest.program.wait_for(OVER, PATIENT)
        guest.types("w")
        for deal in (1, 2):
            guest.program.wait_for(rf"^Deal {deal} is checked: nobody has chosen the cards", PATIENT)
        assert "The connection is lost" not in guest.program.output
    (match,) = lan[2].home.rglob("matches/*.lan13")
    audit = lan[2].run([*PROGRAM, "audit", match], PYTHONUTF8="1")
    assert audit.returncode == 0, audit.stdout
    assert "from then on the computer of Bo was the host" in audit.stdout
