"""One who falls silent is lost; all at once are not: then it is the host that has no network."""

from __future__ import annotations

import pytest

from lan_thirteen.core.lobby import Person
from lan_thirteen.core.timing import Timing
from lan_thirteen.net.outage import Outage

ANA, BO, CEM = Person(1), Person(2), Person(3)
TIMING = Timing()
SILENT = TIMING.unsteady + 0.1


def with_network(has_network: bool = True) -> Outage:
    return Outage(TIMING, lambda: has_network)


def test_one_of_two_who_falls_silent_is_no_outage() -> None:
    assert not with_network().look({ANA: 0.2, BO: SILENT}, 100)


def test_two_who_fall_silent_together_are_one() -> None:
    assert with_network().look({ANA: SILENT, BO: SILENT + 1}, 100)


def test_a_short_silence_of_all_is_none() -> None:
    assert not with_network().look({ANA: TIMING.unsteady - 0.1, BO: SILENT}, 100)


@pytest.mark.parametrize("has_network", [True, False])
def test_of_the_only_one_it_depends_on_whether_the_host_has_any_address(has_network: bool) -> None:
    assert with_network(has_network).look({BO: SILENT}, 100) is not has_network


def test_without_anybody_from_elsewhere_no_network_is_needed() -> None:
    assert not with_network(False).look({}, 100)


def test_it_lasts_while_those_who_were_given_up_for_it_are_not_back_and_ends_with_the_first() -> None:
    outage = with_network()
    assert outage.look({ANA: SILENT, BO: SILENT}, 100)
    assert outage.look({}, 110)
    assert outage.look({}, 200)
    assert not outage.look({BO: 0.1}, 201)


def test_who_fell_silent_long_ago_makes_no_outage_of_the_next_who_does() -> None:
    outage = with_network()
    assert not outage.look({ANA: SILENT, BO: 0.1}, 100)
    assert not outage.look({BO: 0.1}, 150)
    assert not outage.look({BO: SILENT}, 200)


def test_who_hung_up_was_not_silent() -> None:
    outage = with_network()
    assert not outage.look({ANA: 0.5, BO: 0.5}, 100)
    assert not outage.look({BO: 1.5}, 101)
    assert not outage.look({BO: SILENT}, 105)


def test_people_who_do_not_come_back_at_all_are_waited_for_only_so_long() -> None:
    outage = with_network()
    assert outage.look({ANA: SILENT, BO: SILENT}, 1000)
    assert outage.look({}, 1000 + TIMING.outage - 6)
    assert not outage.look({}, 1000 + TIMING.outage)
