"""What reaches a guest by other ways than its link: receipts that all can hear, and the words of its table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from lan_thirteen.core.values import Value
from lan_thirteen.net.ear import Ear
from lan_thirteen.trust.words import table_words
from lan_thirteen.wire.receipt import Overheard

EarAt: TypeAlias = Callable[[int, Callable[[Overheard], None]], Ear]
"""An ear at this port, and whom it tells what it hears."""

_COMPANY: Final = 2
"""So many people must sit at a table for its words to be worth comparing."""

_AHEAD: Final = 8
"""So many messages may be read before the first of them is taken."""

T = TypeVar("T")


class TableWords(Value, frozen=True):
    """Three words that are the same on every laptop of this table, unless somebody stands between them."""

    words: tuple[str, str, str]


class _Message(NamedTuple):
    """What has come over the link."""

    what: Any


class Aside:
    """One guest's ways past the link."""

    def __init__(self, ear: EarAt | None) -> None:
        """``ear`` None: nothing is heard, and nothing told."""
        self._ear_at = ear
        self._ear: Ear | None = None
        self._heard: asyncio.Queue[Overheard | TableWords | _Message | None] = asyncio.Queue()
        """None: there are no more messages."""
        self._words_of: tuple[bytes, ...] = ()
        """The seat keys of which the words were made last."""
        self._thinking: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def listening(self, port: int) -> AsyncIterator[None]:
        """Hear what the laptops of a table at this port tell everybody."""
        if self._ear_at is None:
            yield
            return
        async with self._ear_at(port, self._heard.put_nowait) as ear:
            self._ear = ear
            try:
                yield
            finally:
                self._ear = None

    def tell(self, receipt: Overheard) -> None:
        """Tell everybody what we make of a deal."""
        if self._ear is not None:
            self._ear.tell(receipt)

    def find_words(self, table: bytes, fingerprint: bytes, keys: tuple[bytes, ...]) -> None:
        """Make the words of a table whenever others sit at it; they come when they are found."""
        if keys == self._words_of or sum(map(bool, keys)) < _COMPANY:
            return
        self._words_of = keys
        task = asyncio.get_running_loop().create_task(self._find(table, fingerprint, keys))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _find(self, table: bytes, fingerprint: bytes, keys: tuple[bytes, ...]) -> None:
        words = await asyncio.to_thread(table_words, table, fingerprint, keys)
        if keys == self._words_of:
            self._heard.put_nowait(TableWords(words))

    async def among(self, messages: AsyncGenerator[T, None]) -> AsyncGenerator[T | Overheard | TableWords, None]:
        """These messages until they end, and what comes aside meanwhile. Raises what ends them."""
        room = asyncio.Semaphore(_AHEAD)
        reader = asyncio.get_running_loop().create_task(self._read(messages, room))
        try:
            while (heard := await self._heard.get()) is not None:
                if isinstance(heard, _Message):
                    room.release()
                    yield heard.what
                else:
                    yield heard
            await reader
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)
            self._forget_messages()

    async def _read(self, messages: AsyncGenerator[T, None], room: asyncio.Semaphore) -> None:
        """Queue the messages, and None after the last, few of them ahead of who takes them."""
        try:
            await room.acquire()
            async for message in messages:
                self._heard.put_nowait(_Message(message))
                await room.acquire()
        finally:
            self._heard.put_nowait(None)

    def _forget_messages(self) -> None:
        """What came aside is for the next link too; messages of this one are not."""
        left = [self._heard.get_nowait() for _ in range(self._heard.qsize())]
        for heard in left:
            if heard is not None and not isinstance(heard, _Message):
                self._heard.put_nowait(heard)
