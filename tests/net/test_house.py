"""Bots think elsewhere: nobody waits for them, and nothing that befalls them stops the table."""

from __future__ import annotations

import asyncio
import logging
import os
import select
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from lan_thirteen.core.lobby import Phase
from lan_thirteen.core.timing import Timing
from lan_thirteen.net import house as house_module
from lan_thirteen.net.house import House
from lan_thirteen.table.commands import AskBot, Submit
from lan_thirteen.wire import messages as m
from tests.support.stage import ANA, Stage, of_kind
from tests.support.tables import QUICK, SOON, new_table, players, run, served


def question() -> tuple[Any, AskBot[Any, Any]]:
    """A table at which a bot is to move, and what it is asked."""
    stage = Stage("leaves")
    stage.begin(ANA, bots=2)
    while not (asked := of_kind(stage.said, AskBot)):
        stage.play_well()
    return stage, asked[0]


class Answers:
    """What a house has submitted."""

    def __init__(self, timing: Timing = QUICK) -> None:
        self.all: list[Submit[Any]] = []
        self.came = asyncio.Event()
        self.house = House(bytes(32), timing, self._take)

    def _take(self, submit: Submit[Any]) -> None:
        self.all.append(submit)
        self.came.set()

    async def next(self) -> Submit[Any]:
        async with asyncio.timeout(SOON):
            await self.came.wait()
        self.came.clear()
        return self.all[-1]


def worker_pids(house: House) -> list[int]:
    return list(house._worker._processes)  # type: ignore[union-attr]


def test_an_answer_is_legal_and_comes_from_another_process_which_is_replaced_when_killed() -> None:
    async def work() -> None:
        _, asked = question()
        answers = Answers()
        answers.house.ask("leaves", asked)
        first = await answers.next()
        assert first.action in asked.legal
        assert (first.seat, first.tenure, first.index) == (asked.seat, asked.tenure, asked.index)
        (old,) = worker_pids(answers.house)
        assert old != os.getpid()
        os.kill(old, signal.SIGKILL)
        for _ in range(3):
            answers.house.ask("leaves", asked)
        await answers.next()
        async with asyncio.timeout(SOON):
            await asyncio.gather(*answers.house._tasks)
        assert {submit.action for submit in answers.all} == {first.action}
        assert len(answers.all) == 4
        (new,) = worker_pids(answers.house)
        assert new != old
        answers.house.close()

    run(work())


class Broken:
    """No process can be started."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise OSError("no more processes")


def test_where_no_process_is_to_be_had_a_bot_answers_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "ProcessPoolExecutor", Broken)

    async def work() -> None:
        _, asked = question()
        answers = Answers()
        answers.house.ask("leaves", asked)
        assert (await answers.next()).action in asked.legal
        answers.house.close()

    run(work())


def _fails(*question: Any) -> int:
    raise ValueError("a bot's fault")


def test_a_bot_that_cannot_choose_plays_what_comes_first(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(house_module, "_choice", _fails)
    monkeypatch.setattr(house_module, "ProcessPoolExecutor", lambda n, **_: ThreadPoolExecutor(n))

    async def work() -> None:
        _, asked = question()
        answers = Answers()
        with caplog.at_level(logging.CRITICAL):
            answers.house.ask("leaves", asked)
            assert (await answers.next()).action == asked.legal[0]
        answers.house.close()

    run(work())


class Held:
    """A worker that answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[asyncio.Future[int]] = []
        self.came = asyncio.Event()

    async def choose(self, question: Any) -> int:
        self.asked.append(asyncio.get_running_loop().create_future())
        self.came.set()
        return await self.asked[-1]


def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    worker = Held()
    monkeypatch.setattr(House, "_choose", lambda house, asked: worker.choose(asked))
    return worker


def test_nobody_waits_for_a_slow_bot_and_an_answer_that_comes_too_late_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        worker = held(monkeypatch)
        table = new_table(bots=["easy"])
        async with served(table) as open_table, players(open_table, "Ana", "Bo") as (ana, bo):
            ana.guest.send(m.Start())
            await bo.sees(lambda lobby: lobby.phase is Phase.PLAYING)
            while not worker.asked:
                for one in (ana, bo):
                    if one.told is not None and one.told.legal:
                        told = one.told
                        one.act(one.choices()[0], told)
                        await one.until(lambda o=one, t=told: o.told if o.told.index > t.index else None)  # type: ignore[misc]
            index = table.index
            ana.guest.send(m.Chat("hello"))
            assert (await bo.hears(m.Said)).text == "hello"
            ana.guest.send(m.Pause())
            await bo.sees(lambda lobby: bool(lobby.paused))
            worker.asked[0].set_result(0)  # it is asked anew after the pause
            worker.came.clear()
            ana.guest.send(m.Resume())
            async with asyncio.timeout(SOON):
                await worker.came.wait()
            assert table.index == index
            worker.asked[1].set_result(0)
            await ana.until(lambda: ana.told if ana.told and ana.told.index > index else None)
            assert not ana.all_of(m.Refused)

    run(work())


def test_a_house_that_is_closed_leaves_no_task_and_no_process() -> None:
    async def work() -> None:
        _, asked = question()
        answers = Answers(Timing())  # its pause is not over yet
        answers.house.ask("leaves", asked)
        answers.house.close()
        async with asyncio.timeout(SOON):
            await asyncio.gather(*answers.house._tasks, return_exceptions=True)
        assert answers.all == []

    run(work())


ORPHAN = """
import asyncio, os, sys
from tests.net.test_house import Answers, question, worker_pids

async def work():
    answers = Answers()
    answers.house.ask("leaves", question()[1])
    await answers.next()
    print(*worker_pids(answers.house), flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(work())
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when a stranger's child ends")
def test_a_worker_ends_with_a_host_that_was_killed(tmp_path: Any) -> None:
    script = tmp_path / "host.py"
    script.write_text(ORPHAN)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env={**os.environ, **path()}) as host:
        assert host.stdout is not None
        worker = os.pidfd_open(int(host.stdout.readline()))
        host.kill()
    try:
        assert select.select([worker], [], [], SOON)[0] == [worker]
    finally:
        os.close(worker)


def path() -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join(sys.path)}
