"""All that a seat is told of is of one length, to the byte."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lan_thirteen.core.game import Seat
from lan_thirteen.wire.codec import pack, unpack
from lan_thirteen.wire.limits import SEATED
from lan_thirteen.wire.messages import Told
from lan_thirteen.wire.padding import padded
from tests.support.messages import TOLD, any_of, open_pair

BARE = msgspec.structs.replace(TOLD, padding=b"")


def of_length(length: int) -> Told:
    """A ``Told`` that is so many bytes long without padding."""
    told = BARE
    while (missing := length - len(pack(told))) > 0:
        told = msgspec.structs.replace(told, view=told.view + bytes(min(missing, 1)))
    assert len(pack(told)) == length
    return told


def without_padding(body: bytes) -> Told:
    told: Told = unpack(body, Told)
    assert not any(told.padding)
    return msgspec.structs.replace(told, padding=b"")


@pytest.mark.parametrize("missing", [0, 1, 2, 3, 100, 254, 255, 256, 257, 258, 259, 260, 511, 512, 700])
def test_every_amount_of_padding_can_be_had_exactly(missing: int) -> None:
    told = of_length(1024 - missing)
    body = padded(told, 1024)
    assert len(body) == 1024
    assert without_padding(body) == told


def test_every_length_up_to_the_block_becomes_the_block_and_the_next_one_two() -> None:
    told, lengths = BARE, []
    while len(pack(told)) <= 1100:
        lengths.append((len(pack(told)), len(padded(told, 1024))))
        told = msgspec.structs.replace(told, view=told.view + b"\0")
    assert {after for before, after in lengths if before <= 1024} == {1024}
    assert {after for before, after in lengths if before > 1024} == {2048}


@settings(max_examples=60, deadline=None)
@given(told=any_of(Told), block=st.sampled_from([1024, 2048, 4096]))
def test_anything_that_can_be_told_is_a_whole_number_of_blocks(told: Told, block: int) -> None:
    body = padded(told, block)
    assert len(body) % block == 0
    assert without_padding(body) == msgspec.structs.replace(told, padding=b"")
    assert len(body) - len(pack(msgspec.structs.replace(told, padding=b""))) < block


def test_padding_that_is_there_already_does_not_count() -> None:
    assert padded(TOLD, 1024) == padded(BARE, 1024)


def test_padding_is_the_last_field_as_the_filling_takes_for_granted() -> None:
    assert Told.__struct_fields__[-1] == "padding"


def test_the_longest_story_still_fits_into_a_frame() -> None:
    """A block of 4 KiB, a view of 1 KiB, 400 events of 50 bytes, which is more than any event has, and a signature."""
    host, guest = open_pair()
    told = Told(Seat(7), 2**31 - 1, 2**31 - 1, bytes(1024), (bytes(50),) * 400, (bytes(10),) * 30, bytes(64), b"")
    data = host.send(told, block=4096)
    assert (len(data) - 4) % 4096 == 0
    assert len(data) <= SEATED.frame // 2
    assert guest.receive(data) != []
