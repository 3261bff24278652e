"""The tables of who may ask for what and when, and the sentences with which the rest is refused."""

from __future__ import annotations

import re
import string

import polib

from lan_thirteen.core.lobby import HouseRules, Phase
from lan_thirteen.table import commands as c
from lan_thirteen.table.phases import NEXT, RULES, Asker
from lan_thirteen.table.settings import HOUSE_RANGES
from lan_thirteen.table.why import Why
from lan_thirteen.ui.assets import asset
from tests.support.stage import ANA, BO, DAN, Stage, denials

ENGLISH = {entry.msgid: entry for entry in polib.pofile(str(asset("lang", "en.po")))}


def test_every_command_has_its_rule() -> None:
    kinds = {kind for kind in c.Command.__subclasses__() if kind.__name__ != "Submit" or kind is c.Submit}
    assert set(RULES) == kinds


def test_every_reason_has_its_sentence() -> None:
    assert {why.value for why in Why} <= set(ENGLISH)


def test_every_reason_can_be_given() -> None:
    """None of them is left over: each stands in the code of the table."""
    folder = asset("lang").parent.parent / "lan_thirteen" / "table"
    code = "".join(path.read_text("utf-8") for path in folder.glob("*.py") if path.name != "why.py")
    assert {why.name for why in Why} <= set(re.findall(r"Why\.([A-Z_]+)", code))


def test_a_sentence_without_blanks_is_told_without_numbers() -> None:
    for why in Why:
        assert all(name is None or name.isdigit() for _, name, _, _ in string.Formatter().parse(ENGLISH[why].msgstr)), (
            why
        )


def test_every_phase_can_be_reached_and_only_a_closed_table_is_at_its_end() -> None:
    assert set(NEXT) == set(Phase)
    reached = {Phase.LOBBY}
    while (more := reached.union(*(NEXT[phase] for phase in reached))) != reached:
        reached = more
    assert reached == set(Phase)
    assert [phase for phase, after in NEXT.items() if not after] == [Phase.CLOSED]


def test_nobody_but_the_owner_may_do_what_is_the_owners() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.come(DAN)
    owners = [kind for kind, rule in RULES.items() if rule.asker is Asker.OWNER]
    assert len(owners) == 11
    for kind in owners:
        for person in (BO, DAN):
            fields: list[object] = [0] * (len(kind.__struct_fields__) - 1)
            assert denials(stage.do(kind(person, *fields))) == [Why.NOT_OWNER]


def test_those_without_a_seat_may_not_do_what_is_the_players() -> None:
    stage = Stage()
    stage.begin(ANA, BO)
    stage.come(DAN)
    for command in (c.Pause(DAN), c.Resume(DAN), c.SetReady(DAN, is_ready=True)):
        assert denials(stage.do(command)) == [Why.NO_SEAT]


def test_every_house_rule_has_its_range_and_its_default_lies_in_it() -> None:
    assert set(HOUSE_RANGES) == set(HouseRules.__struct_fields__)
    for name, (off, low, high) in HOUSE_RANGES.items():
        value = int(getattr(HouseRules(), name))
        assert value == off or low <= value <= high
