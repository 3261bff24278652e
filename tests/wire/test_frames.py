"""A stream cut anywhere gives the same bodies, and a length is believed only below the limit."""

from __future__ import annotations

import itertools
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lan_thirteen.core.errors import LocalProtocolError, RemoteProtocolError
from lan_thirteen.wire.frames import FrameReader, frame


@settings(max_examples=60, deadline=None)
@given(bodies=st.lists(st.binary(max_size=20), max_size=6), cuts=st.lists(st.integers(0, 150)))
def test_a_stream_cut_anywhere_gives_the_same_bodies(bodies: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(frame(body, 20) for body in bodies)
    edges = sorted({0, len(stream), *(cut % (len(stream) + 1) for cut in cuts)})
    reader = FrameReader(20)
    pieces = [stream[a:b] for a, b in itertools.pairwise(edges)]
    assert [body for piece in pieces for body in reader.feed(piece)] == bodies


def test_a_body_is_there_with_its_last_byte_and_no_sooner() -> None:
    reader = FrameReader(9)
    stream = frame(b"abc", 9)
    assert [reader.feed(stream[i : i + 1]) for i in range(len(stream))] == [[]] * 6 + [[b"abc"]]


def test_a_length_above_the_limit_is_refused_with_its_fourth_byte() -> None:
    reader = FrameReader(9)
    tracemalloc.start()
    try:
        assert reader.feed(b"\xff\xff\xff") == []
        with pytest.raises(RemoteProtocolError) as caught:
            reader.feed(b"\xff")
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
    assert caught.value.why.numbers == (2**32 - 1, 9)
    assert caught.value.why.code == "link.too-long"


def test_the_limit_may_be_raised_between_two_bodies_that_came_together() -> None:
    reader = FrameReader(2)
    reader.add(frame(b"ab", 2) + frame(b"abc", 3))
    assert reader.take() == b"ab"
    reader.limit = 3
    assert reader.take() == b"abc"
    assert reader.take() is None


def test_we_do_not_send_what_the_peer_would_refuse() -> None:
    assert frame(b"", 0) == bytes(4)
    with pytest.raises(LocalProtocolError):
        frame(b"abc", 2)
