"""A host whose machine has slept: no clock ran meanwhile, and nobody was silent."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from lan_thirteen.core.lobby import HouseRules, Phase, Presence
from lan_thirteen.core.timing import Timing
from lan_thirteen.net.awake import AwakeClock
from lan_thirteen.net.guest import Cut, Joined
from lan_thirteen.wire import messages as m
from tests.support.tables import QUICK, SOON, Player, begin, new_table, players, served

LONG = 10_000.0


class Sleepy(asyncio.SelectorEventLoop):
    """A loop of a machine that can be made to have slept."""

    slept = 0.0

    def time(self) -> float:
        return super().time() + self.slept


def run(work: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=Sleepy) as runner:
        runner.run(work)


def fall_asleep(seconds: float) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Sleepy)
    loop.slept += seconds


class Turned:
    """A loop whose clock is turned by hand."""

    now = 0.0

    def time(self) -> float:
        return self.now


def clock_of(turned: Turned) -> tuple[AwakeClock, list[float]]:
    woken: list[float] = []
    return AwakeClock(turned, Timing(), lambda: woken.append(turned.now)), woken  # type: ignore[arg-type]


def test_before_it_ticks_a_clock_is_that_of_its_loop() -> None:
    turned = Turned()
    clock, woken = clock_of(turned)
    turned.now = LONG
    assert (clock.time(), woken) == (LONG, [])


def test_who_looks_first_after_a_sleep_sees_the_time_at_which_it_began() -> None:
    turned = Turned()
    clock, woken = clock_of(turned)
    clock.tick()
    turned.now = LONG
    assert clock.time() == 0
    turned.now += 1
    clock.tick()
    assert (clock.time(), woken) == (1, [LONG])


def test_a_pause_no_longer_than_a_silence_that_is_shown_is_no_sleep() -> None:
    turned = Turned()
    clock, woken = clock_of(turned)
    clock.tick()
    turned.now = Timing().ping + Timing().unsteady
    assert (clock.time(), woken) == (turned.now, [])


def test_each_sleep_is_taken_off_once() -> None:
    turned = Turned()
    clock, woken = clock_of(turned)
    for _ in range(3):
        clock.tick()
        turned.now += LONG
        clock.time()
        clock.time()
    assert (clock.time(), len(woken)) == (0, 3)


def test_after_a_sleep_a_stand_in_is_as_far_away_as_before_and_nobody_is_lost() -> None:
    async def work() -> None:
        table = new_table(house=HouseRules(stand_in_s=200))
        async with served(table) as open_table, players(open_table, "Ana", "Bo", "Cem") as (ana, bo, cem):
            await begin(ana, bo, cem)
            cem.drop()
            lobby = await ana.sees(lambda lobby: lobby.seats[2].presence is Presence.LOST)
            assert lobby.waits_ms is not None
            fall_asleep(LONG)
            await ana.is_in(2)  # their laptop has slept as well
            await bo.is_in(2)
            after = await ana.sees(lambda lobby: all(seat.presence is Presence.HERE for seat in lobby.seats[:2]))
            assert [seat.level for seat in after.seats] == ["", "", ""]
            assert after.waits_ms is not None
            assert lobby.waits_ms - SOON * 1000 < after.waits_ms <= lobby.waits_ms
            assert after.phase is Phase.PLAYING

    run(work())


def test_a_guest_elsewhere_is_not_given_up_because_the_host_slept() -> None:
    """Their laptop stayed awake: it need not notice anything, where the host was quick."""

    async def work() -> None:
        never = Timing().scaled(LONG)
        async with served(timing=QUICK) as open_table:
            ana = Player(open_table.known, "Ana", timing=never)
            await ana.is_in()
            fall_asleep(QUICK.lost * 2)
            ana.guest.send(m.Chat("Good morning"))
            await ana.hears(m.Said)
            assert not ana.all_of(Cut)
            assert len(ana.all_of(Joined)) == 1
            ana.drop()

    run(work())
