"""Two ends that keep to the tables understand each other; one that does not is noticed at once."""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lan_thirteen.core.errors import LocalProtocolError, RemoteProtocolError
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import opening, pack
from lan_thirteen.wire.frames import frame
from lan_thirteen.wire.limits import BURST_MESSAGES, ENTRIES, LINE, SEATED, SEATS, STRANGER
from lan_thirteen.wire.link import GUEST_SAYS, HOST_SAYS, Link, LinkState, guest_end, host_end
from tests.support.fuzz import BOMBS
from tests.support.messages import (
    BYE,
    GREETING,
    JOIN,
    LACK,
    LOBBY,
    PIN,
    PROOF,
    REST,
    SAMPLES,
    TOLD,
    WELCOME,
    open_pair,
)

Pair = tuple[Link[m.FromGuest, m.FromHost], Link[m.FromHost, m.FromGuest]]
AnyLink = Link[Any, Any]

FROM_HOST = [s for s in SAMPLES if isinstance(s, get_args(m.FromHost))]
TO_WHO_IS_IN = [s for s in FROM_HOST if not isinstance(s, m.Greeting | m.Pin | m.Lack | m.Welcome)]
FROM_GUEST = [s for s in SAMPLES if isinstance(s, get_args(m.FromGuest))]


def pair_in(state: LinkState) -> Pair:
    """Two ends that have come so far."""
    host, guest = host_end(), guest_end()
    if state is LinkState.FILLING:
        host, guest = pair_in(LinkState.ADMITTING)
        guest.receive(host.send(LACK))
        return host, guest
    steps: list[Callable[[], object]] = [
        lambda: guest.receive(host.send(GREETING)),
        lambda: host.receive(guest.send(JOIN)),
        lambda: guest.receive(host.send(PIN)),
        lambda: host.receive(guest.send(PROOF)),
        lambda: guest.receive(host.send(WELCOME)),
        lambda: guest.receive(host.send(BYE)),
    ]
    straight = [each for each in LinkState if each is not LinkState.FILLING]
    for step in steps[: straight.index(state)]:
        step()
    assert host.state is guest.state is state
    return host, guest


def as_frame(message: Any) -> bytes:
    return frame(pack(message), SEATED.frame)


def refusal_of(link: AnyLink, data: bytes) -> tuple[str, tuple[int, ...]]:
    with pytest.raises(RemoteProtocolError) as caught:
        link.receive(data)
    assert link.state is LinkState.CLOSED
    return caught.value.why.code, caught.value.why.numbers


def test_a_guest_without_a_pin_is_let_in_at_once() -> None:
    host, guest = open_pair()
    assert host.state is guest.state is LinkState.OPEN


def test_the_host_greets_the_guest_joins_proves_its_pin_and_is_let_in() -> None:
    host, guest = host_end(), guest_end()
    assert guest.receive(host.send(GREETING)) == [GREETING]
    assert host.receive(guest.send(JOIN)) == [JOIN]
    assert guest.receive(host.send(PIN)) == [PIN]
    assert host.receive(guest.send(PROOF)) == [PROOF]
    assert guest.receive(host.send(WELCOME)) == [WELCOME]
    assert host.state is guest.state is LinkState.OPEN


def test_what_the_host_has_lost_it_asks_for_line_by_line_before_it_lets_the_guest_in() -> None:
    host, guest = pair_in(LinkState.ADMITTING)
    for _ in range(3):
        assert guest.receive(host.send(LACK)) == [LACK]
        assert host.receive(guest.send(REST)) == [REST]
    assert guest.receive(host.send(WELCOME)) == [WELCOME]


@pytest.mark.parametrize("state", LinkState)
def test_each_end_takes_what_its_table_has_and_refuses_all_else_in_every_state(state: LinkState) -> None:
    for says, samples, talker in ((HOST_SAYS, FROM_HOST, 0), (GUEST_SAYS, FROM_GUEST, 1)):
        for message in samples:
            ends: tuple[AnyLink, AnyLink] = pair_in(state)
            sender, receiver = ends[talker], ends[1 - talker]
            after = says[state].get(type(message))
            if after is None:
                with pytest.raises(LocalProtocolError) as caught:
                    sender.send(message)
                assert caught.value.why.code == "link.not-now"
                assert sender.state is state
                if state is not LinkState.CLOSED:
                    assert refusal_of(receiver, as_frame(message))[0] in ("link.not-now", "link.bad-frame")
            else:
                assert receiver.receive(sender.send(message)) == [message]
                assert sender.state is receiver.state is after


@pytest.mark.parametrize("state", [s for s in LinkState if s is not LinkState.CLOSED])
def test_nobody_may_say_what_only_the_other_side_says(state: LinkState) -> None:
    only_guest = [s for s in FROM_GUEST if type(s) not in get_args(m.FromHost)]
    for message in only_guest:
        assert refusal_of(pair_in(state)[1], as_frame(message))[0] == "link.bad-frame"
    only_host = [s for s in FROM_HOST if type(s) not in get_args(m.FromGuest)]
    for message in only_host:
        assert refusal_of(pair_in(state)[0], as_frame(message))[0] == "link.bad-frame"


def test_the_tables_name_every_message_that_a_side_has_and_no_other() -> None:
    for says, union in ((HOST_SAYS, m.FromHost), (GUEST_SAYS, m.FromGuest)):
        assert set(says) == set(LinkState)
        assert {kind for row in says.values() for kind in row} == set(get_args(union))


def test_the_tables_lead_forward_only_and_every_state_is_reached() -> None:
    order = list(LinkState)
    steps = [
        (state, after) for says in (HOST_SAYS, GUEST_SAYS) for state, row in says.items() for after in row.values()
    ]
    asked = (LinkState.FILLING, LinkState.ADMITTING)  # the host may ask once more
    assert all(order.index(after) >= order.index(state) for state, after in steps if (state, after) != asked)
    assert {after for _, after in steps} | {LinkState.GREETING} == set(LinkState)


def test_either_side_may_say_goodbye_at_any_time_and_nothing_is_heard_after_it() -> None:
    for state in (LinkState.GREETING, LinkState.JOINING, LinkState.ADMITTING, LinkState.OPEN):
        host, guest = pair_in(state)
        assert host.receive(guest.send(BYE) + b"and \xff rubbish") == [BYE]
        assert host.state is LinkState.CLOSED
        assert host.receive(as_frame(m.Ping(1))) == []
        host, guest = pair_in(state)
        assert guest.receive(host.send(BYE) + as_frame(m.Ping(1))) == [BYE]
        assert guest.receive(b"\xff" * 9) == []


@settings(max_examples=60, deadline=None)
@given(picks=st.lists(st.sampled_from(TO_WHO_IS_IN), max_size=8), cuts=st.lists(st.integers(0, 5000), max_size=30))
def test_a_stream_cut_anywhere_is_the_same_conversation(picks: list[Any], cuts: list[int]) -> None:
    host, guest = host_end(), guest_end()
    said = [GREETING]
    stream = host.send(GREETING)
    other: AnyLink = guest_end()
    other.receive(stream)
    host.receive(other.send(JOIN))
    tail = [message for message in picks if not isinstance(message, m.Bye)]
    later: bytes = b"".join(host.send(message) for message in (WELCOME, *tail))
    assert guest.receive(stream) == said
    guest.send(JOIN)
    edges = sorted({0, len(later), *(cut % len(later) for cut in cuts)})
    heard = [x for a, b in itertools.pairwise(edges) for x in guest.receive(later[a:b])]
    assert heard == [WELCOME, *tail]


def test_a_frame_may_be_long_only_after_the_welcome_even_if_both_come_together() -> None:
    long = msgspec.structs.replace(TOLD, view=bytes(8000))
    host, guest = pair_in(LinkState.ADMITTING)
    assert guest.receive(host.send(WELCOME) + host.send(long)) == [WELCOME, long]
    assert refusal_of(pair_in(LinkState.JOINING)[0], frame(bytes(STRANGER.frame + 1), SEATED.frame)) == (
        "link.too-long",
        (STRANGER.frame + 1, STRANGER.frame),
    )
    assert refusal_of(open_pair()[0], (SEATED.frame + 1).to_bytes(4, "big"))[0] == "link.too-long"


@pytest.mark.parametrize("theirs", [0, m.PROTOCOL - 1, m.PROTOCOL + 1, 2**31 - 1])
def test_another_protocol_is_told_with_both_numbers_whatever_else_it_says(theirs: int) -> None:
    wanted = "join.other-version", (theirs, m.PROTOCOL)
    greeting = msgspec.structs.replace(GREETING, protocol=theirs)
    assert refusal_of(guest_end(), as_frame(greeting)) == wanted
    later = frame(pack(("Greeting", theirs, "9.9", {"new": 1.5}, None)), SEATED.frame)
    assert refusal_of(guest_end(), later) == wanted
    for end in (host_end(), guest_end(), *open_pair()):
        assert refusal_of(end, frame(pack(("Bye", theirs, "9.9", 7, "more", 1.5)), SEATED.frame)) == wanted


@pytest.mark.parametrize("theirs", range(1, m.PROTOCOL))
def test_whoever_speaks_an_older_protocol_is_told_so_whichever_way_they_began(theirs: int) -> None:
    """The words of those protocols are the bytes that their programs said."""
    words = old_words(theirs)
    assert {tag for tag, _ in words} == {"Greeting", "Bye"}
    for tag, body in words:
        assert opening(body) == (tag, theirs)
        assert refusal_of(guest_end(), frame(body, SEATED.frame)) == ("join.other-version", (theirs, m.PROTOCOL))
    for _, body in (word for word in words if word[0] == "Bye"):
        assert refusal_of(host_end(), frame(body, SEATED.frame)) == ("join.other-version", (theirs, m.PROTOCOL))


def old_words(protocol: int) -> list[tuple[str, bytes]]:
    """The first and last words of this protocol, and their tags."""
    lines = (Path(__file__).parent / f"frames-{protocol}.txt").read_text("utf-8").splitlines()
    found = [(tag, bytes.fromhex(packed)) for tag, packed in map(str.split, lines)]
    return [(tag, body) for tag, body in found if tag in ("Greeting", "Bye")]


def test_first_and_last_words_of_our_own_protocol_are_read_strictly() -> None:
    for message in (("Greeting", m.PROTOCOL, "1.0"), ("Bye", m.PROTOCOL, "1.0", "link.flood", (), (), 1)):
        assert refusal_of(guest_end(), frame(pack(message), SEATED.frame))[0] == "link.bad-frame"


def test_a_flood_is_stopped_before_it_has_been_read() -> None:
    host, guest = open_pair()
    pings = [guest.send(m.Ping(i)) for i in range(BURST_MESSAGES + 1)]
    assert len(host.receive(b"".join(pings[:-1]))) == BURST_MESSAGES
    assert refusal_of(host, b"".join(pings)) == ("link.flood", ())


def test_a_guest_bears_any_number_of_messages_from_its_host() -> None:
    host, guest = open_pair()
    assert len(guest.receive(b"".join(host.send(m.Ping(i)) for i in range(1000)))) == 1000


@pytest.mark.parametrize(
    "message",
    [
        msgspec.structs.replace(TOLD, view=bytes(8193)),
        msgspec.structs.replace(TOLD, index=-1),
        msgspec.structs.replace(TOLD, events=(b"",) * 1025),
        msgspec.structs.replace(TOLD, events=(bytes(8192),) * 9),
        msgspec.structs.replace(TOLD, sig=bytes(65)),
        m.Refused(None, "x" * 65, (), ()),
        m.TableChanged(LOBBY, (b"",) * (SEATS + 1)),
        m.TableChanged(LOBBY, (bytes(33),)),
        m.Entries(1, 0, (b"",) * (ENTRIES + 1), bytes(32)),
        m.Entries(1, 0, (bytes(LINE + 1),), bytes(32)),
        m.Entries(1, 0, (bytes(LINE),) * 32, bytes(32)),
    ],
)
def test_what_the_peer_would_refuse_is_not_sent_and_the_link_lives_on(message: Any) -> None:
    host, guest = open_pair()
    with pytest.raises(LocalProtocolError):
        host.send(message)
    assert guest.receive(host.send(TOLD)) == [TOLD]


def test_what_a_seat_is_told_is_filled_up_when_it_is_said() -> None:
    host, guest = open_pair()
    assert len(host.send(TOLD, block=1024)) == 4 + 1024
    (told,) = guest.receive(host.send(TOLD, block=1024))
    assert isinstance(told, m.Told)
    assert told.view == TOLD.view
    assert len(host.send(m.Ping(1), block=1024)) == 4 + 7


@pytest.mark.parametrize("name", ["arrays that each claim 1024", "1000 times 60 values"])
def test_a_guest_cannot_make_the_host_keep_much_memory_even_after_the_welcome(name: str) -> None:
    host, _ = open_pair()
    tracemalloc.start()
    try:
        assert refusal_of(host, frame(BOMBS[name], SEATED.frame))[0] == "link.bad-frame"
        assert tracemalloc.get_traced_memory()[1] < 2 * 1024 * 1024
    finally:
        tracemalloc.stop()
