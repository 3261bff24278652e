"""Values come back as they were, and nothing that is not exactly one of them comes back at all."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from lan_thirteen.core.errors import RemoteProtocolError
from lan_thirteen.core.game import Seat
from lan_thirteen.games.registry import GAMES
from lan_thirteen.trust.journal import MAX_LINE
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import opening, pack, plain, unpack
from lan_thirteen.wire.limits import ASKING, BLOB, DEPTH, ENTRIES, LINE, SEATED, STRANGER, VALUES, Bounds
from tests.support.fuzz import BOMBS
from tests.support.messages import BYE, GREETING, JOIN, KINDS, SAMPLES, any_of
from tests.support.play import random_moves

FRAMES = Path(__file__).parent / f"frames-{m.PROTOCOL}.txt"
ANY_MESSAGE = m.FromHost | m.FromGuest


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_message_comes_back_as_it_was(kind: Any, data: st.DataObject) -> None:
    message = data.draw(any_of(kind))
    packed = pack(message)
    assert unpack(packed, kind) == message
    assert unpack(packed, ANY_MESSAGE) == message
    assert pack(unpack(packed, kind)) == packed


def test_there_is_a_sample_of_every_message() -> None:
    assert {type(sample) for sample in SAMPLES} == set(KINDS)


def test_a_message_of_this_protocol_is_the_same_bytes_for_ever() -> None:
    """Where this fails, the protocol needs its next number; then ``scripts/protocol.py`` makes the next file."""
    lines = FRAMES.read_text("utf-8").splitlines()
    assert lines == [f"{type(sample).__name__} {pack(sample).hex()}" for sample in SAMPLES]
    for line, sample in zip(lines, SAMPLES, strict=True):
        assert unpack(bytes.fromhex(line.split()[1]), ANY_MESSAGE) == sample


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_seat_is_told_of_a_game_comes_back_as_it_was(game: str) -> None:
    entry = GAMES[game]
    for move in random_moves(entry, "codec", 4):
        state = move.step.state
        seen = [(entry.game.view(state, Seat(0)), entry.view_type), (move.action, entry.action_type)]
        seen += [(event, entry.event_type) for event in move.step.events]
        for value, kind in seen:
            packed = pack(value)
            assert len(packed) <= BLOB
            assert unpack(packed, kind) == value


@pytest.mark.parametrize("bounds", [STRANGER, SEATED], ids=["stranger", "seated"])
@pytest.mark.parametrize("name", BOMBS)
def test_what_is_no_message_is_refused_without_much_memory(name: str, bounds: Bounds) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(RemoteProtocolError) as caught:
            unpack(BOMBS[name], ANY_MESSAGE, bounds)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.why.code == "link.bad-frame"
    assert peak < (1 if bounds is STRANGER else 16) * 1024 * 1024


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (m.Chat, b"\x92\xa4Chat\xa0"),
        (m.Chat, pack(("Chat", "x" * 201))),
        (m.Rename, pack(("Rename", "é" * 41))),
        (m.Sit, pack(("Sit", 8))),
        (m.Sit, pack(("Sit", -1))),
        (m.Kick, pack(("Kick", 2**31))),
        (m.Kick, pack(("Kick", 2**63))),
        (m.SetOption, pack(("SetOption", "mode", True))),
        (m.SetOption, pack(("SetOption", "mode", None))),
        (m.SetOption, pack(("SetOption", "mode", "x" * 65))),
        (m.Act, pack(("Act", 1, 1, 1, bytes(BLOB + 1)))),
        (m.Act, pack(("Act", 1, 1, 1, b"", 0, bytes(65)))),
        (m.Act, pack(("Act", 1, 1, 1, b"", -1, bytes(64)))),
        (m.Receipt, pack(("Receipt", (1, 3, 1), 41, "green", bytes(63)))),
        (m.Receipt, pack(("Receipt", (1, 3, 1), 41, "green", bytes(65)))),
        (m.Receipt, pack(("Receipt", (1, 3, 1), 41, "x" * 65, bytes(64)))),
        (m.Receipt, pack(("Receipt", (1, 3, 1), 2**31, "green", bytes(64)))),
        (m.Receipt, pack(("Receipt", (1, 3), 41, "green", bytes(64)))),
        (m.Entries, pack(("Entries", 1, 0, [b"[]"] * (ENTRIES + 1), bytes(32)))),
        (m.Entries, pack(("Entries", 1, 0, [bytes(LINE + 1)], bytes(32)))),
        (m.Entries, pack(("Entries", 1, 0, [], bytes(32)))),
        (m.Entries, pack(("Entries", 1, 0, ["[]"], bytes(32)))),
        (m.Entries, pack(("Entries", 1, -1, [b"[]"], bytes(32)))),
        (m.Entries, pack(("Entries", 1, 0, [b"[]"], bytes(31)))),
        (m.Join, pack(JOIN).replace(b"\xc2\x00\x00\x00", b"\xc2\x00\x00\xff")),
        (m.Join, pack(JOIN).replace(b"\xc2\x00\x00\x00", b"\xc2\x00\xff\x00")),
        (m.Ping, pack(m.Pong(1))),
    ],
)
def test_a_value_out_of_its_bounds_is_refused(kind: Any, wrong: bytes) -> None:
    with pytest.raises(RemoteProtocolError):
        unpack(wrong, kind)


def test_as_many_lines_of_a_journal_travel_as_the_limits_say_and_each_may_be_as_long_as_a_line_of_a_journal() -> None:
    assert LINE == MAX_LINE
    for lines in ((b"[]",) * ENTRIES, (bytes(LINE),)):
        entries = m.Entries(1, 2**31 - 1, lines, bytes(32))
        assert unpack(pack(entries), m.Entries) == entries


def test_a_message_may_be_as_deep_and_as_full_as_the_limits_say_and_no_more() -> None:
    def nested(depth: int) -> bytes:
        return b"\x91" * depth + b"\x01"

    def full(values: int) -> bytes:
        width, rest = 1000, (values - 2 - 4) % 1000
        rows = [[0] * width] * ((values - 6) // width) + [[0] * rest]
        return msgspec.msgpack.encode(rows)

    assert unpack(nested(DEPTH), Any) is not None
    assert sum(map(len, unpack(full(VALUES), Any))) + 6 == VALUES
    for wrong in (nested(DEPTH + 1), full(VALUES + 1)):
        with pytest.raises(RemoteProtocolError):
            unpack(wrong, Any)


@pytest.mark.parametrize("bounds", [STRANGER, ASKING, SEATED])
def test_no_text_bytes_or_message_is_longer_than_its_limit(bounds: Bounds) -> None:
    for kept in (b"x" * (bounds.binary - 100), "x" * (bounds.text - 100), [0] * bounds.array):
        assert plain(msgspec.msgpack.encode(kept), bounds) == kept
    for wrong in (b"x" * (bounds.binary + 1), "x" * (bounds.text + 1), [0] * (bounds.array + 1)):
        with pytest.raises(RemoteProtocolError):
            plain(msgspec.msgpack.encode(wrong), bounds)
    with pytest.raises(RemoteProtocolError):
        plain(msgspec.msgpack.encode([b"x" * 500] * (bounds.frame // 500 + 1)), bounds._replace(array=1024))


@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=80))
def test_any_bytes_at_all_are_refused_in_the_same_way(data: bytes) -> None:
    with pytest.raises(RemoteProtocolError):  # one that is a message by chance will not be drawn
        unpack(data, ANY_MESSAGE)
    opening(data)


def test_no_message_and_no_game_holds_what_cannot_be_told_exactly() -> None:
    """No floats, no maps, no sets, no times: the walk behind the decoder would refuse them."""
    plain = (inspect.IntType, inspect.StrType, inspect.BytesType, inspect.BoolType, inspect.NoneType, inspect.EnumType)
    todo: list[inspect.Type] = [inspect.type_info(kind) for kind in KINDS]
    for entry in GAMES.values():
        todo += [inspect.type_info(kind) for kind in (entry.action_type, entry.event_type, entry.view_type)]
    while todo:
        match todo.pop():
            case inspect.StructType(array_like=True, fields=fields):
                todo += [field.type for field in fields]
            case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
                todo += types
            case inspect.VarTupleType(item_type=item):
                todo.append(item)
            case other:
                assert isinstance(other, plain), other


def test_the_reasons_of_every_game_fit_into_a_message() -> None:
    for entry in GAMES.values():
        info = entry.game.info
        longest = ", ".join(option.name for option in info.options), *(option.spelled for option in info.options)
        for words in longest:
            sample = m.Refused(None, "settings.unknown-option", (), ("x" * 64, words))
            assert unpack(pack(sample), m.Refused) == sample


@pytest.mark.parametrize("protocol", [0, 1, 2, 99])
def test_first_and_last_words_of_any_protocol_tell_which_it_is(protocol: int) -> None:
    for message in (GREETING, BYE):
        theirs = pack(msgspec.structs.replace(message, protocol=protocol))
        assert opening(theirs) == (type(message).__name__, protocol)
    later = b"\x9f\xa3Bye" + bytes([protocol]) + b"\xcb12345678\x81\xa1a\xd4\x05\x00and what nobody knows yet"
    assert opening(later) == ("Bye", protocol)


@pytest.mark.parametrize(
    "data", [b"", b"\x90", b"\x91\xa3Bye", b"\x92\xa3Bye\xa11", b"\x92\x93\x01\x02\x03\x01", b"\xc0"]
)
def test_what_begins_otherwise_tells_no_protocol(data: bytes) -> None:
    assert opening(data) is None


def test_both_sides_have_messages_of_all_kinds_that_the_protocol_names() -> None:
    assert set(get_args(m.FromHost)) & set(get_args(m.FromGuest)) == {m.Ping, m.Pong, m.Bye}
