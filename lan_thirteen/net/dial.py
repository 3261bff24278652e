"""Reaching a table at one of its addresses, and at no other table's."""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from lan_thirteen.core.errors import JoinError
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal, Value
from lan_thirteen.net.tls import guest_context
from lan_thirteen.trust.keys import fingerprint_of, is_same


class Address(Value, frozen=True):
    """Where a table may be reached."""

    host: str
    port: int


class Known(Value, frozen=True):
    """What is known of a table before it is joined; empty bytes: nothing."""

    addresses: tuple[Address, ...]
    table: bytes = b""
    fingerprint: bytes = b""
    has_pin: bool = False
    """It was announced as a table that asks for a PIN."""


Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]
"""In, out, and the fingerprint of the certificate at the other end."""


async def dial(known: Known, timing: Timing) -> Streams:
    """Streams to the first address whose certificate is the one we know. Raises JoinError.

    All addresses are tried, each a little after the one before; the others are given up once one has answered.
    """
    tries = {
        asyncio.create_task(_try(address, known.fingerprint, place * timing.race, timing))
        for place, address in enumerate(known.addresses)
    }
    why, pending = Refusal("join.unreachable"), tries
    try:
        while pending:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            for attempt in done:
                if isinstance(error := attempt.exception(), JoinError):
                    why = _likelier(why, error.why)
                else:
                    tries.discard(attempt)
                    return attempt.result()
        raise JoinError(why)
    finally:
        for late in tries:
            late.cancel()
        for outcome in await asyncio.gather(*tries, return_exceptions=True):
            if not isinstance(outcome, BaseException):
                outcome[1].transport.abort()


def _likelier(why: Refusal, other: Refusal) -> Refusal:
    """Of two reasons the one that says more: that somebody else answers, rather than that nobody does."""
    return why if other.code == "join.unreachable" else other


async def _try(address: Address, fingerprint: bytes, delay: float, timing: Timing) -> Streams:
    await asyncio.sleep(delay)
    try:
        async with asyncio.timeout(timing.handshake):
            reader, writer = await asyncio.open_connection(
                address.host,
                address.port,
                ssl=guest_context(),
                server_hostname="lan13",
                ssl_handshake_timeout=timing.handshake,
                ssl_shutdown_timeout=timing.farewell,
            )
    except (OSError, TimeoutError, ValueError) as error:  # ValueError: a name that no network could have
        raise JoinError(Refusal("join.unreachable")) from error
    found = fingerprint_of(writer.get_extra_info("ssl_object").getpeercert(binary_form=True))
    if fingerprint and not is_same(found, fingerprint):
        writer.transport.abort()
        raise JoinError(Refusal("join.other-table"))
    return reader, writer, found
