"""Bots in seats: they think in a process of their own, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.lobby import HouseRules
from lan_thirteen.core.timing import Timing
from lan_thirteen.games.registry import GAMES
from lan_thirteen.table.commands import AskBot, Submit
from lan_thirteen.wire.codec import pack, unpack

_USUAL_PAUSE_MS = HouseRules().bot_pause_ms


class House:
    """Answers for the bots of one table. Each answer is handed to ``submit`` when its time has come."""

    def __init__(self, character: bytes, timing: Timing, submit: Callable[[Submit[Any]], None]) -> None:
        """``character`` seeds what an easy bot errs about."""
        self._character = character
        self._timing = timing
        self._submit = submit
        self._chance = Random()  # noqa: S311  # how long a pause is need not be secret
        self._worker: Executor | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, game: str, asked: AskBot[Any, Any]) -> None:
        """Let a bot answer; it may come too late, and then its tenure or index is an old one."""
        task = asyncio.get_running_loop().create_task(self._answer(game, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)

    async def _answer(self, game: str, asked: AskBot[Any, Any]) -> None:
        pause = asyncio.sleep(self._pause(asked.pause_ms))
        choice, _ = await asyncio.gather(self._choose(game, asked), pause)
        self._submit(Submit(asked.seat, asked.tenure, asked.index, asked.index, asked.legal[choice]))

    def _pause(self, pause_ms: int) -> float:
        low, high = self._timing.bot_pause
        return self._chance.uniform(low, high) * pause_ms / _USUAL_PAUSE_MS

    async def _choose(self, game: str, asked: AskBot[Any, Any]) -> int:
        """The place in ``legal`` of what the bot plays."""
        question = (game, asked.level, self._character, pack(asked.view), tuple(map(pack, asked.legal)))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor(), _choice, *question)
        except (BrokenProcessPool, OSError):
            # the worker was killed, or there is no room for one: answer here, and try another one next time
            self._worker = None
            return _choice(*question)

    def _executor(self) -> Executor:
        if self._worker is None:
            # spawned, not forked: this process has threads, sockets and keys that are none of a bot's business
            context = multiprocessing.get_context("spawn")
            self._worker = ProcessPoolExecutor(1, mp_context=context, initializer=_ignore_interrupts)
        return self._worker


def _ignore_interrupts() -> None:
    """Ctrl-C is for the host, which then ends its worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _choice(game: str, level: str, character: bytes, view: bytes, legal: tuple[bytes, ...]) -> int:
    entry = GAMES[game]
    actions = [unpack(action, entry.action_type) for action in legal]
    return actions.index(make_bot(game, level, character).choose(unpack(view, entry.view_type), actions))
