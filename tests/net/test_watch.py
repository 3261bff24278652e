"""Addresses that change, and work that must go on."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Iterable

import pytest

from lan_thirteen.core.timing import Timing
from lan_thirteen.net.addresses import Mark, OwnAddress
from lan_thirteen.net.watch import address_changes, keep_alive

FAST = Timing().scaled(0.01)


def machine(number: int) -> tuple[OwnAddress, ...]:
    return (OwnAddress(f"10.0.0.{number}", 24, "eth0", 2, Mark.REAL),) if number else ()


class Machine:
    """A machine whose addresses are these, look for look; the last ones stay."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = list(numbers)
        self.looks = 0

    def look(self) -> tuple[OwnAddress, ...]:
        self.looks += 1
        return machine(self._numbers[min(self.looks, len(self._numbers)) - 1])


def changes(numbers: Iterable[int], looks: int) -> list[tuple[OwnAddress, ...]]:
    """What is told of a machine until it has been looked at so often."""
    seen = Machine(numbers)

    async def follow() -> list[tuple[OwnAddress, ...]]:
        told: list[tuple[OwnAddress, ...]] = []
        enough = asyncio.Event()

        def look() -> tuple[OwnAddress, ...]:
            if seen.looks >= looks:
                loop.call_soon_threadsafe(enough.set)
            return seen.look()

        async def listen() -> None:
            async for own in address_changes(FAST, look):
                told.append(own)  # noqa: PERF401 - cancelled in the middle

        loop = asyncio.get_running_loop()
        listening = asyncio.create_task(listen())
        await enough.wait()
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        return told

    return asyncio.run(follow())


def test_the_addresses_are_told_once_while_nothing_changes() -> None:
    assert changes([1], looks=20) == [machine(1)]


def test_a_network_that_comes_later_is_told() -> None:
    assert changes([0, 0, 0, 1], looks=20) == [machine(0), machine(1)]


def test_five_changes_in_a_row_are_told_as_one() -> None:
    assert changes([1, 1, 2, 1, 1, 3, 1, 4, 4, 5], looks=30) == [machine(1), machine(5)]


def test_an_address_that_went_and_came_back_is_told_too() -> None:
    """What was bound to it is dead."""
    assert changes([1, 1, 0, 1], looks=20) == [machine(1), machine(1)]


def test_changes_that_last_are_told_one_by_one() -> None:
    assert changes([1, *[2] * 8, *[3] * 8], looks=30) == [machine(1), machine(2), machine(3)]


def test_work_that_fails_is_begun_again(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> int:
        begun = itertools.count(1)
        third = asyncio.Event()

        async def work() -> None:
            if next(begun) == 3:
                third.set()
            raise ValueError("strange traffic")

        task = asyncio.create_task(keep_alive(work, FAST))
        await third.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return next(begun)

    with caplog.at_level(logging.ERROR):
        assert asyncio.run(main()) == 4
    assert [record.exc_info is not None for record in caplog.records] == [True] * 3
