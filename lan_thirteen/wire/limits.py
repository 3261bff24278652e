"""All that bounds what a stranger can make this program do, in one table.

Where nothing else is said, a number was chosen to be far above what play needs, and tried against hostile peers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lan_thirteen.core import names, pin

KIB: Final = 1024

CONNECTIONS: Final = 64
"""At once, counted before TLS; macOS gives a program 256 descriptors unless it asks for more."""
WAITING: Final = 32
"""Of these, links of nobody who was let in; a newcomer pushes out the oldest from the address with the most."""
ACCEPTED_PER_SECOND: Final = 250.0
BURST_ACCEPTED: Final = 16
"""So who waits has a tenth of a second at least before newcomers push it out, and joining takes a few ways and back."""
CONNECTIONS_PER_ADDRESS: Final = 6
"""Waiting: two laptops behind one address, with a second link each while the first one dies."""
DIALS_PER_SECOND: Final = 6.0
BURST_DIALS: Final = 20
"""Of one address; the others are turned away. Whoever was cut off dials three times in the first second."""
PEOPLE_PER_ADDRESS: Final = 8
"""A whole table behind one address, but not all who may watch too."""


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
"""After the seat: the longest story that a rejoining guest is told is less than half of this."""

ASKING: Final = SEATED._replace(array=64)
"""What a guest may say after the seat: it has no list to send."""

VALUES: Final = 4096
"""In one message, arrays counted too."""
DEPTH: Final = 8
"""Arrays in arrays; the deepest view has 5."""

MESSAGES_PER_SECOND: Final = 40.0
BURST_MESSAGES: Final = 120
"""Of a guest; a person makes five a second at most."""
BYTES_PER_SECOND: Final = 64.0 * KIB
BURST_BYTES: Final = 256 * KIB

QUEUE_BYTES: Final = 512 * KIB
"""Told to a peer and not yet taken; one that falls further behind is cut off, and may come back."""

PIN_DIGITS: Final = pin.DIGITS
PIN_TRIES: Final = 5
"""Wrong PINs of one address; after a while one is forgiven."""
PIN_TRIES_IN_ALL: Final = 30
"""Wrong PINs of all addresses, 0.03 % of all PINs; then who is new waits for a turn, until there is a new PIN."""
PIN_TRIES_OF_OURS: Final = 3
"""Wrong PINs that a guest types at one table before it rests: a table that only claims to be it may guess by them."""
PIN_ADDRESSES: Final = 512
"""Whose wrong PINs are counted, and who wait for their turn."""

BLOB: Final = 8 * KIB
"""Bytes of an action, event or view, packed."""
LINE: Final = 2 * KIB
"""Bytes of one line of a journal; the longest, with eight people's bytes for a deal, has 1.3 KiB."""
ADDRESSES: Final = 16
"""Of one laptop; where more than one network is, each has two or three."""
ADDRESS: Final = 64
"""Code points of one, as it is typed."""
FACTS: Final = 32 * KIB
"""Bytes: all that the next host must know of a table; 256 who were sent away are 24 KiB of it."""
ENTRIES: Final = 64
"""Lines of a journal in one message; whoever comes late is told the rest in the next ones."""
WORD: Final = 64
"""Code points of a key, an option, a version."""
DETAIL: Final = 200
"""Code points of a word that fills a blank in a sentence: the longest lists the options of a game."""
PERSON_NAME: Final = names.PERSON.code_points
TABLE_NAME: Final = names.TABLE.code_points
CHAT: Final = names.CHAT.code_points
"""Code points of a name and of words to all, as they come; what they then have room for is said in core.names."""
CHATS_PER_SECOND: Final = 1.0
BURST_CHATS: Final = 5

SEATS: Final = 8
WATCHERS: Final = 16
PERSONS: Final = 256
"""Whom a table knows again; then it forgets who is gone and has no seat, those who were never dealt in first."""
BARRED: Final = 256
"""Of those sent away, keys with their addresses; then the oldest of the address or IPv6 /64 with the most is free."""
STORY: Final = 400
"""Events that a returning person is told at most, the last ones of this deal: 20 KiB of them."""

ADVERT_NAME_BYTES: Final = 60
"""Of a table's name in multicast, the person's and the options' beside it: 400 bytes in all fit into one packet."""
ADVERT_PERSON_BYTES: Final = 40
ADVERT_OPTIONS_BYTES: Final = 96
QUESTION_BYTES: Final = 512
"""Of the question that every table answers, and at most of the answer."""
ANSWERS_PER_SECOND: Final = 4.0
BURST_ANSWERS: Final = 8
"""To one address; three programs behind it ask three times in two seconds."""
ANSWERS_PER_SECOND_IN_ALL: Final = 100.0
BURST_ANSWERS_IN_ALL: Final = 200
LAPTOPS_PER_NETWORK: Final = 8
"""So many times as much goes to a whole IPv6 /64 as to one address."""
QUESTIONS_PER_SECOND: Final = 100.0
BURST_QUESTIONS: Final = 400
"""Whatever strangers announce; a wave to all usual ports of five networks is 80."""
ASKERS: Final = 512
"""Addresses whose questions, and whose connections, are counted; the oldest is forgotten."""
LISTED: Final = 200
"""Tables in a list."""
LISTED_TARGETS: Final = 16
"""Addresses of one table."""
RECEIPTS_PER_SECOND: Final = 4.0
BURST_RECEIPTS: Final = 32
"""Heard from one address, each once however often it is said; a table whose people all sit at one laptop sends 8."""
RECEIPTS_PER_SECOND_IN_ALL: Final = 100.0
BURST_RECEIPTS_IN_ALL: Final = 400
"""Checking a signature takes a tenth of a millisecond."""
RECEIPTS_REMEMBERED: Final = 256
"""So that one that was heard before is not counted again."""
RECEIPTS_KEPT_OF_KEY: Final = 4
RECEIPTS_KEPT_OF_STRANGERS: Final = 16
"""Of deals that are not over here yet."""
