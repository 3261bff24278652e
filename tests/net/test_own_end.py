"""A guest whose machine has changed networks dials again at once; one without any waits for the old one."""

from __future__ import annotations

import asyncio
import socket

import pytest

from lan_thirteen.net.own_end import has_moved

NOWHERE = "203.0.113.77"


def moved(end: tuple[str | int, ...] | None, *, has_another: bool = True) -> bool:
    return asyncio.run(has_moved(end, lambda: has_another))


def test_an_address_that_is_here_has_not_moved() -> None:
    assert not moved(("127.0.0.1", 40000))


def test_an_address_that_is_here_in_use_has_not_moved_either() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert not moved(server.getsockname())


@pytest.mark.parametrize("has_another", [True, False])
def test_one_that_is_gone_has_moved_if_there_is_another(has_another: bool) -> None:
    assert moved((NOWHERE, 40000), has_another=has_another) is has_another
    assert moved(("2001:db8::77", 40000, 0, 0), has_another=has_another) is has_another


def test_what_cannot_be_known_has_not_moved() -> None:
    assert not moved(None)
    assert not moved(("no address", 1))
