"""What comes past a guest's link is heard among its messages, and nothing of an old link in the next one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import pytest

from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.aside import Aside, TableWords
from lan_thirteen.trust.words import table_words
from tests.support.tables import run

TABLE, FINGERPRINT = bytes(16), bytes(32)
KEYS = (bytes([1]) * 32, bytes([2]) * 32, b"")


class Link:
    """A link on which all messages are there already; it counts those that were read."""

    def __init__(self, count: int, error: Exception | None = None) -> None:
        self.count = count
        self.error = error
        self.read = 0
        self.is_closed = False

    async def messages(self) -> AsyncGenerator[int, None]:
        try:
            for number in range(self.count):
                self.read += 1
                yield number
            if self.error is not None:
                raise self.error
        finally:
            self.is_closed = True


async def all_heard(aside: Aside, link: Link) -> list[Any]:
    return [heard async for heard in aside.among(link.messages())]


def test_messages_come_in_their_order_until_they_end() -> None:
    async def work() -> None:
        link = Link(50)
        assert await all_heard(Aside(None), link) == list(range(50))
        assert link.is_closed

    run(work())


def test_what_ends_a_link_is_raised_after_its_last_message() -> None:
    async def work() -> None:
        heard = Aside(None).among(Link(3, RemoteProtocolError(Refusal("link.bad-frame"))).messages())
        assert [await anext(heard) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(RemoteProtocolError):
            await anext(heard)

    run(work())


def test_who_takes_nothing_has_little_read_for_them_and_the_next_link_begins_anew() -> None:
    async def work() -> None:
        aside, old = Aside(None), Link(1000)
        async with aclosing(old.messages()) as messages, aclosing(aside.among(messages)) as heard:
            assert await anext(heard) == 0
            for _ in range(100):
                await asyncio.sleep(0)
            assert old.read < 20
        assert old.is_closed
        assert await all_heard(aside, Link(2)) == [0, 1]

    run(work())


def test_words_that_are_found_between_two_links_are_told_on_the_next() -> None:
    async def work() -> None:
        aside = Aside(None)
        aside.find_words(TABLE, FINGERPRINT, KEYS)
        await asyncio.gather(*aside._thinking)
        words = TableWords(table_words(TABLE, FINGERPRINT, KEYS))
        assert await all_heard(aside, Link(1)) == [words, 0]
        aside.find_words(TABLE, FINGERPRINT, KEYS)
        await asyncio.gather(*aside._thinking)
        assert await all_heard(aside, Link(1)) == [0], "the same are not told twice"

    run(work())


def test_alone_at_a_table_there_are_no_words() -> None:
    async def work() -> None:
        aside = Aside(None)
        aside.find_words(TABLE, FINGERPRINT, (KEYS[0], b"", b""))
        await asyncio.gather(*aside._thinking)
        assert await all_heard(aside, Link(1)) == [0]

    run(work())
