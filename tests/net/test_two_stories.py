"""A host that tells two guests two stories is found out as soon as they hear each other, or each other's receipts."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from lan_thirteen.core.lobby import Colour
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.keys import SigningKey
from lan_thirteen.wire import messages as m
from tests.support.fair import FairTable, Laptop, accused, in_loop, small_table


class TwoStories(NamedTuple):
    """What two guests of one host were told: the same but for the bot's last move."""

    of_ana: FairTable
    of_bo: FairTable

    @property
    def ana(self) -> Laptop:
        return self.of_ana.laptops[0]

    @property
    def bo(self) -> Laptop:
        return self.of_bo.laptops[1]


def two_stories() -> TwoStories:
    """A deal of Dreizehn whose last move is the bot's. The host has no receipt of a guest for the other one's story."""
    worlds = TwoStories(_world(), _world())
    for of in worlds:
        of.start()
        while sum(map(len, of.state.hands)) > 1:
            of.move(well=True)
        assert of.rules.actor(of.state) == 2
    worlds.of_ana.laptops[1].is_silent = worlds.of_bo.laptops[0].is_silent = True
    assert worlds.of_ana.memory.lines == worlds.of_bo.memory.lines
    places = worlds.of_ana.rules.legal(worlds.of_ana.state)
    assert len(places) > 1, "the bot has a choice"
    for number, of in enumerate(worlds):
        of.move(well=False, which=number)
    return worlds


def _world() -> FairTable:
    """Seat 0 begins, so that the bot plays last, and may lay its last card on more than one target."""
    return FairTable("dreizehn", 3, 2, Random(_BOT_LAST))


_BOT_LAST: Final = 78


def test_of_two_stories_each_alone_is_sound() -> None:
    def work() -> None:
        worlds = two_stories()
        for laptop in (worlds.ana, worlds.bo):
            assert laptop.colours() == {1: Colour.GREEN}
            assert laptop.proven() == []

    in_loop(work)


def test_two_stories_show_as_soon_as_one_guest_hears_the_other_past_the_host() -> None:
    def work() -> None:
        worlds = two_stories()
        for own, other in ((worlds.ana, worlds.bo), (worlds.bo, worlds.ana)):
            own.take(own.witness.overhear(other.told_all[0]))
            assert own.reds() == ["fair.red.other-story"]
            assert own.proven() == ["audit.heard.other"]
        assert accused(worlds.of_ana) == accused(worlds.of_bo) == {"other-story"}

    in_loop(work)


def test_two_stories_show_by_the_receipts_in_the_journal() -> None:
    """The host has only what each guest has signed of their own story."""

    def work() -> None:
        worlds = two_stories()
        receipts = [record for of in worlds for record in of.memory.records if isinstance(record, j.Checked)]
        assert [receipt.seat for receipt in receipts] == [0, 1]
        for of, receipt in zip(worlds, reversed(receipts), strict=True):
            of.write(receipt)
        for laptop in (worlds.ana, worlds.bo):
            assert laptop.reds() == ["fair.red.receipt"]
            assert laptop.proven() == ["audit.bad.receipt"]

    in_loop(work)


def test_a_guest_who_is_shown_the_end_of_the_other_story_does_not_take_it() -> None:
    def work() -> None:
        worlds = two_stories()
        worlds.ana.send(m.Entries(1, 0, tuple(worlds.of_bo.memory.lines), worlds.of_bo.host._scribe.clerk.chain.head))
        worlds.of_ana.pump()
        assert worlds.ana.reds() == ["fair.red.rewritten"]
        assert worlds.ana.proven() == ["audit.two-stories"]

    in_loop(work)


# receipts past the host


def test_receipts_of_one_story_alarm_nobody() -> None:
    def work() -> None:
        of = small_table("dreizehn")
        of.play(3)
        for own in of.laptops:
            for other in of.laptops:
                assert len(other.told_all) == 3
                for receipt in other.told_all:
                    own.take(own.witness.overhear(receipt))
        assert accused(of) == set()

    in_loop(work)


def test_a_receipt_of_somebody_whom_the_host_does_not_show_is_red() -> None:
    def work() -> None:
        of = small_table("dreizehn", people=2)
        of.play(1)
        ana, stranger = of.laptops[0], SigningKey(bytes([99]) * 32)
        known = ana.told_all[0]
        text = j.receipt_text(known.table, known.head, known.of, known.colour)
        ana.take(ana.witness.overhear(replace(known, key=stranger.public, sig=stranger.sign(text))))
        assert accused(of) == {"stranger"}
        assert ana.proven() == [], "anybody can make a key"

    in_loop(work)


@pytest.mark.parametrize("changes", [{"sig": bytes(64)}, {"head": bytes(32)}, {"table": bytes(16)}, {"deal": 9}])
def test_what_nobody_has_signed_is_no_receipt(changes: dict[str, Any]) -> None:
    def work() -> None:
        of = small_table("dreizehn", people=2)
        of.play(1)
        ana, bo = of.laptops
        ana.take(ana.witness.overhear(replace(bo.told_all[0], **changes)))
        assert accused(of) == set()

    in_loop(work)
