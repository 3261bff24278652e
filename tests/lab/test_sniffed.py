"""What is made of sniffed frames: a stream is put together whatever the order, and no byte of it may be missing."""

from __future__ import annotations

import struct

import pytest

from tests.support.sniffed import record_lengths

TABLE, GUEST = 41313, 50000
ACK, SYN, FIN, RST = 16, 18, 17, 4
RECORDS = b"".join(struct.pack(">BHH", kind, 0x303, size) + bytes(size) for kind, size in ((22, 9), (23, 40), (23, 70)))
START = 2**32 - 30
"""Of the numbers, which go round within the stream."""


def frame(flags: int, at: int, text: bytes = b"", start: int = START) -> bytes:
    """From the table to the guest, whose text begins at this byte of the stream."""
    tcp = struct.pack(">HHIIBBHHH", TABLE, GUEST, (start + 1 + at) % 2**32, 0, 5 << 4, flags, 0, 0, 0) + text
    ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(tcp), 0, 0, 64, 6, 0, bytes((10, 77, 0, 11)), bytes(4))
    return bytes(12) + b"\x08\x00" + ip + tcp


BEGUN = frame(SYN, -1)
FIRST, SECOND, THIRD = frame(ACK, 0, RECORDS[:20]), frame(ACK, 20, RECORDS[20:90]), frame(ACK, 90, RECORDS[90:])
WHOLE = len(RECORDS)


@pytest.mark.parametrize(
    "heard",
    [
        (FIRST, SECOND, THIRD),
        (SECOND, THIRD, FIRST),
        (FIRST, FIRST, BEGUN, frame(ACK, 10, RECORDS[10:90]), SECOND, THIRD),
        (FIRST, SECOND, frame(FIN, 90, RECORDS[90:]), frame(ACK, WHOLE + 1)),
        (FIRST, SECOND, THIRD, frame(FIN, WHOLE), frame(FIN, WHOLE), frame(ACK, WHOLE + 1)),
        (FIRST, SECOND, THIRD, frame(RST, 123456)),
    ],
)
def test_a_stream_is_put_together_whatever_comes_late_twice_or_at_its_end(
    heard: tuple[bytes, ...],
) -> None:
    assert record_lengths([BEGUN, *heard], TABLE) == [[40, 70]]


@pytest.mark.parametrize(
    "heard", [(FIRST, THIRD), (SECOND, THIRD), (FIRST, SECOND, frame(ACK, WHOLE)), (FIRST, SECOND, frame(FIN, WHOLE))]
)
def test_a_piece_that_was_never_heard_is_missed(heard: tuple[bytes, ...]) -> None:
    with pytest.raises(AssertionError, match="never heard"):
        record_lengths([BEGUN, *heard], TABLE)


def test_a_guest_who_comes_again_from_the_same_port_has_a_stream_of_its_own() -> None:
    again = [frame(flags, at, text, 77) for flags, at, text in ((SYN, -1, b""), (ACK, 0, RECORDS))]
    assert record_lengths([BEGUN, FIRST, SECOND, THIRD, frame(FIN, WHOLE), *again], TABLE) == [[40, 70], [40, 70]]
