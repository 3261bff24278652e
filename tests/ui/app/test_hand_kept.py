"""A hand that somebody has put in order lies so again after the program was killed."""

from __future__ import annotations

from typing import Any

import pytest

from lan_thirteen.core.game import Seat
from lan_thirteen.net import orders as o
from lan_thirteen.net.guest import Joined
from lan_thirteen.table import commands as c
from lan_thirteen.ui.boards.registry import BOARDS
from lan_thirteen.wire import messages as m
from tests.support.messages import as_changed
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import asked, choice_of, plays_with_mouse, started


def hand_of(pilot: Pilot) -> list[Any]:
    cards = [node for node in pilot.display.nodes if node.key[0] == "card" and len(node.key) == 2]
    return [node.key for node in sorted(cards, key=lambda node: (round(node.box.y), node.box.x))]


def restarted(lan: Lan, pilot: Pilot) -> Pilot:
    """The same person, whose program has been killed and started again."""
    lan.cut(pilot)
    lan.pilots.remove(pilot)
    again = Pilot(lan, pilot.name)
    again.person = pilot.at_table
    lan.tell(again, o.Joining())
    lan.tell(again, o.HandKept(pilot.done(o.KeepHand)[-1].data))
    lan.tell(again, Joined(m.Welcome(pilot.at_table, True, b""), bytes(16), bytes(32), bytes(32)))
    lan.tell(again, as_changed(lan.lobby))
    lan.do(c.Returned(pilot.at_table, 0))
    return again


@pytest.mark.parametrize("game", sorted(BOARDS))
def test_the_hand_lies_as_it_was_left(game: str) -> None:
    lan, ana = asked(game, "Ana", "Bo")
    ana.key("s")
    ana.key("s")
    ana.key("s")
    assert len(ana.done(o.KeepHand)) == 4
    lay = hand_of(ana)
    again = restarted(lan, ana)
    assert hand_of(again) == lay
    plays_with_mouse(again, choice_of(again))


def test_nothing_is_written_while_nobody_puts_their_hand_in_another_way() -> None:
    lan = Lan()
    ana, bo = started(lan, "dreizehn", "Ana", "Bo")
    for pilot in (ana, bo):
        count = len(pilot.done(o.KeepHand))
        assert count == 1
        pilot.key("l")
        pilot.key("escape")
        assert len(pilot.done(o.KeepHand)) == count
        pilot.key("s")
        assert len(pilot.done(o.KeepHand)) == count + 1


def test_who_watches_keeps_no_hand() -> None:
    lan = Lan()
    started(lan, "dreizehn", "Ana", "Bo")
    eva = Pilot(lan, "Eva")
    lan.come(eva, watch=True)
    assert eva.model.table is not None
    assert eva.model.table.seen is not None
    assert eva.model.table.seen.seat != Seat(0)
    assert eva.done(o.KeepHand) == []
