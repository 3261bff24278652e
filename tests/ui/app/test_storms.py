"""Storms of presses and keys at any time: nothing is played by accident."""

from __future__ import annotations

from random import Random

import pytest

from lan_thirteen.core.lobby import Phase
from lan_thirteen.games.registry import GAMES as ENTRIES
from lan_thirteen.net.guest import Cut
from lan_thirteen.table import commands as c
from lan_thirteen.ui import events as ev
from lan_thirteen.ui.display import Node
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import unpack
from tests.support.pilot import Pilot
from tests.support.pilot_hands import (
    GAMES,
    asked,
)


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        pytest.param(game, seed, marks=() if (game, seed) == ("leaves", 1) else pytest.mark.slow)
        for game in GAMES
        for seed in (1, 2, 3)
    ],
)
def test_a_storm_of_presses_and_keys_never_plays_by_accident(game: str, seed: int) -> None:
    """600 presses anywhere and at any time: each act answers a question older than the guard, once, by the rules."""
    rng = Random(f"{game} {seed}")
    lan, ana = asked(game, rounds=1) if game == "dreizehn" else asked(game)
    storm = _Storm(ana)
    for _ in range(600):
        storm.step(rng)
        if lan.lobby.phase is Phase.FINISHED:
            lan.do(c.Again(ana.at_table))
            lan.do(c.Start(ana.at_table))
    assert ana.model.table is not None
    assert len(storm.answered) > 3, "the storm has hardly played"


class _Storm:
    """Presses keys and buttons without reason, and looks at each act that comes of it."""

    KEYS = (
        "return",
        "space",
        "escape",
        "tab",
        "left",
        "right",
        "up",
        "down",
        "p",
        "s",
        "d",
        "f",
        "g",
        "a",
        *"123456789",
    )

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.answered: set[tuple[int, int, int]] = set()
        self.match = 0

    def step(self, rng: Random) -> None:
        pilot, lan = self.pilot, self.pilot.lan
        lan.pass_time(rng.choice((0.0, 0.02, 0.1, 0.35, 1.0)))
        lan.is_deaf = False
        lan.hear_again()
        lan.is_deaf = rng.random() < 0.3
        if rng.random() < 0.4:
            self.key(rng)
        else:
            self.press(rng)
        table = pilot.model.table
        if table is not None and table.lobby is not None and table.lobby.phase is Phase.LOBBY:
            self.match += 1

    def key(self, rng: Random) -> None:
        name, is_repeat = rng.choice(self.KEYS), rng.random() < 0.2
        self.watched(ev.Pressed(name, self.pilot.lan.now, is_repeat), self.pilot.lan.now)

    def press(self, rng: Random) -> None:
        nodes = [n for n in self.pilot.display.reachable() if _is_harmless(n)]
        if not nodes:
            self.watched(ev.Pressed("escape", self.pilot.lan.now), self.pilot.lan.now)
            return
        hot = [n for n in nodes if n.group in ("hand", "actions", "table")]
        node = rng.choice(hot if hot and rng.random() < 0.8 else nodes)
        began = self.pilot.lan.now
        self.watched(ev.Down(node.reach.cx, node.reach.cy, began), began)
        self.pilot.lan.pass_time(rng.choice((0.0, 0.0, 0.4)))
        self.watched(ev.Up(node.reach.cx, node.reach.cy, self.pilot.lan.now), began)
        if rng.random() < 0.3:
            self.watched(ev.Down(node.reach.cx, node.reach.cy, self.pilot.lan.now), self.pilot.lan.now)
            self.watched(ev.Up(node.reach.cx, node.reach.cy, self.pilot.lan.now), self.pilot.lan.now)

    def watched(self, event: ev.Event, began: float) -> None:
        pilot = self.pilot
        before, said = pilot.model.table, len(pilot.said(m.Act))
        pilot.handle(event)
        acts = pilot.said(m.Act)[said:]
        if not acts:
            return
        (act,) = acts
        assert before is not None
        assert before.seen is not None
        assert began >= before.asked_at + pilot.lan.timing.guard
        action = unpack(act.action, ENTRIES[pilot.lan.lobby.game].action_type)
        assert action in before.seen.legal
        assert (act.index, act.tenure) == before.question
        question = (self.match, act.index, act.tenure)
        assert question not in self.answered
        self.answered.add(question)


def _is_harmless(node: Node) -> bool:
    """Not what leaves: the storm shall stay at the table."""
    return not node.label.startswith(("Leave", "Close the table", "Close the window", "Menu", "Settings"))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_can_be_played_while_cut_off(game: str) -> None:
    lan, ana = asked(game)
    lan.tell(ana, Cut())
    assert ana.reads("connection is lost")
    rng = Random(5)
    storm = _Storm(ana)
    for _ in range(150):
        storm.step(rng)
    assert not ana.said(m.Act)
    assert not ana.said(m.Ready)
