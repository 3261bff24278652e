"""Whatever dies, sleeps, is cut or comes late: one table an epoch, one host that plays, and shares for winners only."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from lan_thirteen.trust import takeover as t
from tests.support.laptops import Lan, Laptop

SEATS = st.integers(0, 5)
GROUPS = st.lists(st.integers(0, 2), min_size=6, max_size=6)


class Outage(RuleBasedStateMachine):
    """Three to six people; what must never happen is looked at in all that the laptops do, and after each step."""

    @initialize(people=st.sampled_from([3, 4, 5, 5, 6]))
    def sit_down(self, people: int) -> None:
        self.lan = Lan(people)

    def seat(self, number: int) -> Laptop:
        return self.lan.seats[number % len(self.lan.seats)]

    # the network

    @rule(groups=GROUPS)
    def cut(self, groups: list[int]) -> None:
        seats = range(len(self.lan.seats))
        self.lan.cut(*([seat for seat in seats if groups[seat] == group] for group in range(3)))

    @rule()
    def heal(self) -> None:
        self.lan.heal()

    @rule()
    def notice(self) -> None:
        self.lan.link()

    @precondition(lambda self: self.lan.post)
    @rule(which=st.integers(0, 400), is_doubled=st.booleans())
    def deliver(self, which: int, is_doubled: bool) -> None:
        self.lan.deliver(which % len(self.lan.post), is_doubled)

    @precondition(lambda self: self.lan.post)
    @rule(which=st.integers(0, 400))
    def lose(self, which: int) -> None:
        del self.lan.post[which % len(self.lan.post)]

    @rule()
    def deliver_all(self) -> None:
        self.lan.deliver_all()

    # machines

    @rule(seat=SEATS)
    def kill(self, seat: int) -> None:
        self.lan.kill(self.seat(seat))

    @rule(how=st.sampled_from(["dies", "is cut off", "sleeps"]), agree=st.sets(SEATS, min_size=3))
    def the_host_is_gone(self, how: str, agree: set[int]) -> None:
        """For so long that all are asked; some of them agree, and their laptops have not yet said so."""
        for host in self.lan.running():
            match how:
                case "dies":
                    self.lan.kill(host)
                case "sleeps":
                    self.lan.sleep(host)
                case _:
                    self.lan.cut([x.seat for x in self.lan.seats if x is not host])
        self.lan.pass_time(72.0)
        self.lan.all_agree(*(self.seat(seat).seat for seat in agree))

    @rule(seat=SEATS, effects=st.integers(0, 3))
    def kill_in_the_middle(self, seat: int, effects: int) -> None:
        self.seat(seat).dies_after = effects

    @rule(seats=st.sets(SEATS, min_size=1))
    def restart(self, seats: set[int]) -> None:
        for laptop in {id(x): x for x in map(self.seat, sorted(seats))}.values():
            if laptop.election is None:
                self.lan.start(laptop)

    @rule()
    def all_is_well_again(self) -> None:
        """But for what was promised."""
        self.lan.heal()
        for laptop in self.lan.seats:
            if laptop.election is None:
                self.lan.start(laptop)
            self.lan.wake(laptop)
        self.lan.pass_time(9.0)

    @rule(seat=SEATS)
    def sleep(self, seat: int) -> None:
        self.lan.sleep(self.seat(seat))

    @rule(seat=SEATS, slept=st.sampled_from([0.0, 60.0, 200.0]))
    def wake(self, seat: int, slept: float) -> None:
        self.lan.wake(self.seat(seat), slept)

    # time

    @rule(seconds=st.sampled_from([1.0, 4.0, 9.0, 72.0]), is_lost=st.booleans())
    def pass_time(self, seconds: float, is_lost: bool) -> None:
        self.lan.pass_time(seconds, is_lost)

    @rule()
    def wait_until_all_are_asked(self) -> None:
        self.lan.pass_time(72.0)
        self.lan.all_agree()

    # people

    @rule(seat=SEATS, candidate=SEATS, is_yes=st.booleans())
    def answer(self, seat: int, candidate: int, is_yes: bool) -> None:
        self.lan.answer(self.seat(seat), self.seat(candidate), is_yes)

    @rule(seat=SEATS)
    def agree_to_what_is_asked(self, seat: int) -> None:
        self.lan.all_agree(self.seat(seat).seat)

    @rule()
    def all_agree(self) -> None:
        self.lan.all_agree()

    @rule(seat=SEATS)
    def leave(self, seat: int) -> None:
        laptop = self.seat(seat)
        if laptop.facts.host != laptop.name:
            self.lan.do(laptop, t.Leave())

    @rule(seat=SEATS)
    def come_back(self, seat: int) -> None:
        self.lan.come_back(self.seat(seat))

    # the game

    @rule()
    def play(self) -> None:
        self.lan.play()

    @rule(groups=GROUPS)
    def begin_a_deal(self, groups: list[int]) -> None:
        for host in self.lan.running():
            drawers = [x for x in self.lan.seats if x.name in host.links and groups[x.seat]]
            self.lan.begin_deal(host, [host, *drawers])

    @invariant()
    def nothing_is_wrong(self) -> None:
        self.lan.check()


def stir(examples: int, steps: int) -> Any:
    return settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
    )


def test_whatever_happens_there_is_one_host() -> None:
    run_state_machine_as_test(Outage, settings=stir(40, 30))


@pytest.mark.slow
def test_whatever_happens_for_long_there_is_one_host() -> None:
    run_state_machine_as_test(Outage, settings=stir(200, 60))
