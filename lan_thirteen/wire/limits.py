"""All that bounds what a stranger can make this program do, in one table.

Where nothing else is said, a number was chosen to be far above what play needs, and tried against hostile peers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

KIB: Final = 1024

CONNECTIONS: Final = 64
"""At once, counted before TLS; macOS gives a program 256 descriptors unless it asks for more."""
CONNECTIONS_PER_ADDRESS: Final = 6
"""Two laptops behind one address, with a second link each while the first one dies."""


class Bounds(NamedTuple):
    """How large one message may be, and everything in it."""

    frame: int
    """Bytes of the body."""
    array: int
    """Items; the decoder makes room for as many as an array claims to have, before it has read them."""
    text: int
    """Bytes."""
    binary: int
    """Bytes."""


STRANGER: Final = Bounds(frame=4 * KIB, array=64, text=4 * KIB, binary=4 * KIB)
"""Before the seat: a greeting is 200 bytes."""
SEATED: Final = Bounds(frame=64 * KIB, array=1024, text=8 * KIB, binary=32 * KIB)
"""After the seat: the longest story that a rejoining guest is told is half of this."""

VALUES: Final = 4096
"""In one message, arrays counted too."""
DEPTH: Final = 8
"""Arrays in arrays; the deepest view has 6."""

MESSAGES_PER_SECOND: Final = 40.0
BURST_MESSAGES: Final = 120
"""Of a guest; a person makes five a second at most."""
BYTES_PER_SECOND: Final = 64.0 * KIB
BURST_BYTES: Final = 256 * KIB

QUEUE_BYTES: Final = 512 * KIB
"""Told to a peer and not yet taken; one that falls further behind is cut off, and may come back."""

PIN_DIGITS: Final = 5
PIN_TRIES: Final = 5
"""Wrong PINs of one address."""
PIN_FORGIVEN_S: Final = 30.0
"""So often one wrong PIN of an address is forgiven."""
PIN_TRIES_IN_ALL: Final = 30
"""Wrong PINs of all addresses: 0.03 % of all PINs."""

WORD: Final = 64
"""Code points of a key, an option, a version."""
DETAIL: Final = 200
"""Code points of a word that fills a blank in a sentence: the longest lists the options of a game."""
CHATS_PER_SECOND: Final = 1.0
BURST_CHATS: Final = 5

SEATS: Final = 8
WATCHERS: Final = 16
STORY: Final = 400
"""Events that a returning person is told; the longest deal seen has fewer."""
