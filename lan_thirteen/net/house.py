"""Bots in seats: they think in a process of their own, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, Final, TypeAlias

from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.lobby import HouseRules
from lan_thirteen.core.timing import Timing
from lan_thirteen.games.registry import GAMES
from lan_thirteen.table.commands import AskBot, Submit
from lan_thirteen.wire.codec import pack, unpack

Question: TypeAlias = tuple[str, str, bytes, bytes, tuple[bytes, ...]]
"""Game, level, character, view and what is legal."""

_LOG = logging.getLogger(__name__)

_USUAL_PAUSE_MS: Final = HouseRules().bot_pause_ms
_WORKERS_TRIED: Final = 2


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
        """Forget all questions; nothing may be asked any more."""
        for task in self._tasks:
            task.cancel()
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)

    async def _answer(self, game: str, asked: AskBot[Any, Any]) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + self._pause(asked.pause_ms)
        question = (game, asked.level, self._character, pack(asked.view), tuple(map(pack, asked.legal)))
        choice = await self._choose(question)
        await asyncio.sleep(due - loop.time())
        try:
            self._submit(Submit(asked.seat, asked.tenure, asked.index, asked.index, asked.legal[choice]))
        except Exception:  # noqa: BLE001  # nobody waits for this task, who could be told
            _LOG.exception("a bot's answer was not played")

    def _pause(self, pause_ms: int) -> float:
        low, high = self._timing.bot_pause
        return self._chance.uniform(low, high) * pause_ms / _USUAL_PAUSE_MS

    async def _choose(self, question: Question) -> int:
        """The place in ``legal`` of what the bot plays; the first where its thinking fails, so that play goes on."""
        loop = asyncio.get_running_loop()
        try:
            for _ in range(_WORKERS_TRIED):
                worker = self._some_worker()
                try:
                    return await loop.run_in_executor(worker, _choice, *question)
                except (BrokenProcessPool, OSError):
                    # it was killed, or there is no room for one; another question may have replaced it already
                    if self._worker is worker:
                        self._worker = None
            return await asyncio.to_thread(_choice, *question)
        except Exception:  # noqa: BLE001  # a bot that errs must not stop the table
            _LOG.exception("a bot could not choose")
            return 0

    def _some_worker(self) -> Executor:
        if self._worker is None:
            # spawned, not forked: this process has threads, sockets and keys that are none of a bot's business
            context = multiprocessing.get_context("spawn")
            self._worker = ProcessPoolExecutor(1, mp_context=context, initializer=_begin_work)
        return self._worker


def _begin_work() -> None:
    """Leave Ctrl-C to the host, which then ends its worker; and end with a host that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(0)


def _choice(game: str, level: str, character: bytes, view: bytes, legal: tuple[bytes, ...]) -> int:
    entry = GAMES[game]
    actions = [unpack(action, entry.action_type) for action in legal]
    return actions.index(make_bot(game, level, character).choose(unpack(view, entry.view_type), actions))
