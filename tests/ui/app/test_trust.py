"""From the mark of a deal to its proof: the window's mind at a table in memory, with mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from lan_thirteen.core.lobby import Colour, DealId, Phase
from lan_thirteen.core.values import Refusal
from lan_thirteen.net import orders as o
from lan_thirteen.net.aside import TableWords
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.ui.app.at_table import AtTable
from lan_thirteen.ui.screens import results, rules, trust_dialog
from tests.support.messages import as_changed
from tests.support.pilot import ENGLISH, Lan, Pilot
from tests.support.pilot_hands import asked, seated

WORDS = TableWords(("lusab", "gutih", "rivon"))
GREEN = DealChecked(DealId(1, 1, 1), Colour.GREEN, Refusal("fair.green", (1,)))
RED = DealChecked(DealId(1, 2, 1), Colour.RED, Refusal("fair.red.hand", (2,), ("Kitchen", "Ana")))
FAILED = o.ProofFailed(Refusal("fair.grey.nobody", (1,)))
MARK = ("between", "fair")


def at_table(pilot: Pilot) -> AtTable:
    assert pilot.model.table is not None
    return pilot.model.table


def is_open(pilot: Pilot) -> bool:
    return isinstance(pilot.model.overlay, trust_dialog.State)


@pytest.fixture
def ana() -> Pilot:
    """The results of a checked deal are open."""
    _, ana = asked("three-thirteen")
    ana.hear(WORDS)
    ana.hear(GREEN)
    seen = at_table(ana).seen
    assert seen is not None
    ana.app._change(replace(ana.model, results=results.ended(results.State(), seen.view)))
    return ana


def test_a_press_on_the_mark_shows_what_stands_behind_it(ana: Pilot) -> None:
    ana.press(ana.by_key(MARK))
    assert is_open(ana)
    assert ana.reads("Deal 1 is checked")
    assert ana.reads("lusab · gutih · rivon")
    ana.click("Close")
    assert not is_open(ana)
    assert ana.model.results.is_open


def test_the_keyboard_alone_opens_and_closes_it(ana: Pilot) -> None:
    ana.walk_to(MARK)
    ana.key("space")
    assert is_open(ana)
    ana.key("escape")
    assert not is_open(ana)
    assert ana.model.results.is_open
    ana.key("f2")
    assert is_open(ana)
    ana.key("f2")
    assert not is_open(ana)


def test_in_the_middle_of_a_deal_the_menu_and_a_key_lead_there() -> None:
    _, ana = asked("leaves")
    ana.key("f10")
    ana.click("Are the cards fair?")
    assert is_open(ana)
    assert ana.reads("No deal is over yet.")
    ana.key("return")
    ana.key("f2")
    assert is_open(ana)


def test_in_the_waiting_room_the_words_lead_there_and_nothing_can_be_saved() -> None:
    lan = Lan()
    _, bo = seated(lan, "leaves", "Ana", "Bo")
    assert not bo.can("Compare these three words aloud")
    bo.hear(WORDS)
    bo.click("Compare these three words aloud")
    assert is_open(bo)
    assert not bo.can("Save proof")
    bo.key("s")
    assert not bo.done(o.SaveProof)


def test_a_proof_is_asked_for_once_and_its_place_stands_there(ana: Pilot) -> None:
    ana.key("f2")
    ana.click("Save proof")
    ana.key("s")
    assert ana.done(o.SaveProof) == [o.SaveProof()]
    assert ana.reads("Writing the proof")
    ana.hear(o.ProofSaved("/home/ana/kitchen.proof"))
    assert ana.reads("The proof is saved as /home/ana/kitchen.proof.")
    assert not ana.model.toasts
    ana.key("escape", "f2")
    assert ana.reads("The proof is saved as /home/ana/kitchen.proof.")
    ana.hear(RED)
    assert not ana.reads("The proof is saved as")
    ana.key("s")
    assert len(ana.done(o.SaveProof)) == 2
    ana.hear(FAILED)
    assert ana.reads(ENGLISH.why(FAILED.why))


@pytest.mark.parametrize("news", [o.ProofSaved("/home/ana/kitchen.proof"), FAILED])
def test_who_looks_elsewhere_is_told_what_became_of_it(ana: Pilot, news: o.ProofSaved | o.ProofFailed) -> None:
    ana.key("f2", "s", "escape")
    ana.hear(news)
    said = "/home/ana/kitchen.proof" if isinstance(news, o.ProofSaved) else ENGLISH.why(news.why)
    assert [said in toast.text for toast in ana.model.toasts] == [True]
    assert ana.model.toasts[0].is_trouble is (news is FAILED)


def test_in_red_return_saves_the_proof_first_and_then_closes(ana: Pilot) -> None:
    ana.hear(RED)
    ana.key("f2", "return")
    assert ana.done(o.SaveProof) == [o.SaveProof()]
    ana.hear(o.ProofSaved("/home/ana/kitchen.proof"))
    ana.key("return")
    assert not is_open(ana)


def test_the_whole_page_is_read_and_leads_back_to_the_mark(ana: Pilot) -> None:
    ana.key("f2")
    ana.click("What the mark proves")
    overlay = ana.model.overlay
    assert isinstance(overlay, rules.State)
    assert (overlay.game, overlay.page) == ("three-thirteen", rules.FAIR)
    assert ana.reads("Green means: nobody has chosen the cards")
    ana.key("escape")
    assert is_open(ana)
    ana.key("escape", "f1", "escape")
    assert ana.model.overlay is None


def test_a_new_waiting_room_forgets_verdicts_and_proof_but_not_the_words(ana: Pilot) -> None:
    ana.key("f2", "s")
    ana.hear(o.ProofSaved("/home/ana/kitchen.proof"))
    ana.key("escape")
    ana.hear(as_changed(structs.replace(ana.lan.lobby, phase=Phase.LOBBY)))
    table = at_table(ana)
    assert (table.checks, table.proof, table.words) == ((), None, WORDS.words)
