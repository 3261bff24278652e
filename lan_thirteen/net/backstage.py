"""The network beside the window: a thread with a loop of its own. Only frozen values cross, and nothing is locked."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import socket
import threading
from typing import Final

from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.folders import Complaint, Folder
from lan_thirteen.net.orders import News, Order, Stop, Trouble
from lan_thirteen.net.stagehand import Stagehand
from lan_thirteen.net.watch import EVERY_NETWORK, Reach

_MANY: Final = 4096
_LOG = logging.getLogger(__name__)


class Backstage:
    """Orders go down by ``post``, news comes up by ``drain``; ``wake`` is readable while there is some.

    All methods are for the thread that made it. Whatever goes wrong comes as news.
    """

    def __init__(
        self, folder: Folder | Complaint, timing: Timing | None = None, *, reach: Reach = EVERY_NETWORK
    ) -> None:
        """``folder`` is that of the profile, and stays its caller's; without one there are no tables of our own."""
        self._folder = folder
        self._timing = timing or Timing()
        self._reach = reach
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self.wake, self._waker = socket.socketpair()
        self.wake.setblocking(False)
        self._waker.setblocking(False)
        # a selector loop everywhere: Windows' own one loses UDP sockets
        self._loop = asyncio.SelectorEventLoop()
        self._orders: asyncio.Queue[Order] = asyncio.Queue()
        self._thread = threading.Thread(target=self._run, name="backstage", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def post(self, order: Order) -> None:
        """Have this done; after the end nothing is."""
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._orders.put_nowait, order)

    def drain(self) -> list[News]:
        """What has happened since the last time, in order."""
        with contextlib.suppress(OSError):
            while self.wake.recv(_MANY):
                pass
        found: list[News] = []
        with contextlib.suppress(queue.Empty):
            while True:
                found.append(self._news.get_nowait())
        return found

    def stop(self, timeout: float = 5.0) -> None:
        """End the thread, without a word to the table; orders that were posted before are carried out."""
        self.post(Stop())
        if self._thread.ident is None:
            self._loop.close()
        else:
            self._thread.join(timeout)
        if not self._thread.is_alive():
            self.wake.close()
            self._waker.close()

    def _tell(self, news: News) -> None:
        self._news.put(news)
        with contextlib.suppress(OSError):  # it is full, and so awake
            self._waker.send(b"\0")

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._work())
        except Exception:  # noqa: BLE001  # the window lives on without a network
            _LOG.exception("the network's thread ended")
            self._tell(Trouble(Refusal("backstage.fault")))

    async def _work(self) -> None:
        hand = Stagehand(self._folder, self._timing, self._reach, self._tell)
        await hand.work(self._orders)
