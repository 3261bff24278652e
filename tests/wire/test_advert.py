"""What a table says of itself: short, whole, and harmless whoever says it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lan_thirteen.games.registry import GAMES
from lan_thirteen.wire.advert import (
    SERVICE,
    Advert,
    TableStatus,
    answer,
    answered,
    asked,
    instance_name,
    is_instance,
    parse,
    properties,
    question,
)
from lan_thirteen.wire.limits import ADVERT_NAME_BYTES, QUESTION_BYTES
from lan_thirteen.wire.messages import PROTOCOL
from lan_thirteen.wire.names import clean_name, clean_table_name
from tests.support.adverts import KITCHEN

NONCE = bytes(range(16))
NUMBERS = st.integers(0, 2**31 - 1)
SEATS = st.integers(0, 8).flatmap(lambda taken: st.tuples(st.just(taken), st.integers(max(1, taken), 8)))


def raw(advert: Advert) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in properties(advert).items()}


def through_multicast(advert: Advert) -> Advert | None:
    return parse(raw(advert))


def through_an_answer(advert: Advert) -> Advert:
    told = answered(answer(NONCE, advert))
    assert told is not None
    assert told[0] == NONCE
    return told[1]


@st.composite
def adverts(draw: st.DrawFn) -> Advert:
    taken, seats = draw(SEATS)
    game = draw(st.sampled_from(sorted(GAMES)))
    chosen = draw(st.lists(st.sampled_from(GAMES[game].game.info.options), unique_by=lambda option: option.name))
    return Advert(
        protocol=PROTOCOL,
        rules=draw(NUMBERS),
        table=draw(st.binary(min_size=16, max_size=16)),
        epoch=draw(NUMBERS),
        name=clean_table_name(draw(st.text())) or "T",
        host=clean_name(draw(st.text())) or "",
        game=game,
        options=tuple((option.name, draw(st.sampled_from(option.values))) for option in chosen),
        taken=taken,
        seats=seats,
        pin=draw(st.booleans()),
        status=draw(st.sampled_from(TableStatus)),
        fingerprint=draw(st.binary(min_size=32, max_size=32)),
        program=draw(st.sampled_from(["0.1.0", "12.34.56rc1", ""])),
        avatars=tuple(draw(st.lists(st.integers(0, 63), max_size=8))),
    )


@given(adverts())
def test_a_table_is_read_as_it_was_told(advert: Advert) -> None:
    got = through_an_answer(advert)
    assert advert.host.startswith(got.host)
    assert got.options == tuple(option for option in advert.options if option in got.options)
    assert got == replace(advert, host=got.host, options=got.options)


@given(adverts())
def test_multicast_tells_the_same_but_for_what_only_an_answer_tells(advert: Advert) -> None:
    got = through_multicast(advert)
    assert got is not None
    assert advert.name.startswith(got.name)
    assert len(got.name.encode()) <= ADVERT_NAME_BYTES
    assert got == replace(through_an_answer(advert), name=got.name, program="", avatars=())


@given(adverts())
def test_the_longest_table_fits(advert: Advert) -> None:
    """The limit of TXT records is the sum of their strings, each with a byte for its length."""
    assert sum(len(key) + len(value.encode()) + 2 for key, value in properties(advert).items()) <= 400
    assert len(answer(NONCE, advert)) <= len(question(NONCE)) == QUESTION_BYTES


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_few_options_of_every_game_fit(game: str) -> None:
    options = tuple((option.name, option.values[-1]) for option in GAMES[game].game.info.options[:4])
    assert through_an_answer(replace(KITCHEN, game=game, options=options)).options == options


def test_a_long_name_is_whole_in_an_answer_only() -> None:
    name = "우리집 부엌 카드놀이 모임방"
    heard = through_multicast(replace(KITCHEN, name=name * 2))
    assert heard is not None
    assert (name * 2).startswith(heard.name)
    assert through_an_answer(replace(KITCHEN, name=name)).name == name


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("桌" * 30, "桌" * 15),
        ("🃏" * 20, "🃏" * 15),
        ("two.dots...", "two.dots..."),
        ("one\ntwo\0three", "one twothree"),
        ("safe\u202eevil", "safeevil"),
        ("\u200fשולחן", "שולחן"),
        ("\ud800half", "half"),
    ],
)
def test_a_name_that_was_received_is_clean(told: str, shown: str) -> None:
    got = parse({**raw(KITCHEN), b"n": told.encode("utf-8", "surrogatepass")})
    assert got is not None
    assert got.name.replace("\ufffd", "") == shown


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"n", b""),
        (b"n", b"\n\0\xe2\x80\xae"),
        (b"v", b""),
        (b"v", b"-1"),
        (b"v", b"99999999999999999999"),
        (b"v", "١".encode()),
        (b"id", b"00"),
        (b"id", b"G" * 32),
        (b"fp", None),
        (b"r", b"x"),
        (b"e", b"1.5"),
        (b"g", b"Leaves!"),
        (b"s", b"5/4"),
        (b"s", b"1"),
        (b"s", b"2/9"),
        (b"s", b"0/0"),
    ],
)
def test_what_cannot_be_a_table_is_none(key: bytes, value: bytes | None) -> None:
    assert parse({**raw(KITCHEN), key: value}) is None


def test_unknown_keys_and_odd_values_do_no_harm() -> None:
    odd = {
        b"zz": b"?",
        b"st": b"on fire",
        b"o": b"mode=expert,=,evil=<b>,x=1=2",
        b"a": b"3.99..x.7",
        b"pv": b"\x1b[31m",
    }
    got = parse({**raw(KITCHEN), **odd})
    assert got is not None
    assert got.status is TableStatus.FULL
    assert got.options == (("mode", "expert"),)
    assert got.avatars == (3, 7)
    assert got.program == ""


def test_a_table_of_another_protocol_is_listed_with_its_version() -> None:
    strange = {b"v": b"7", b"id": b"0" * 32, b"fp": b"1" * 64, b"n": b"Tomorrow", b"pv": b"9.0"}
    got = parse(strange)
    assert got is not None
    assert not got.is_ours
    assert (got.protocol, got.name, got.program) == (7, "Tomorrow", "9.0")
    assert parse({**strange, b"v": str(PROTOCOL).encode()}) is None


def test_only_a_whole_question_is_one() -> None:
    whole = question(NONCE)
    assert asked(whole) == NONCE
    assert [asked(data) for data in (whole[:-1], whole + b"\0", b"\0" + whole[1:], b"", answer(NONCE, KITCHEN))] == [
        None
    ] * 5


def test_an_answer_is_no_question_and_has_its_limit() -> None:
    whole = answer(NONCE, KITCHEN)
    assert answered(whole.ljust(QUESTION_BYTES + 1, b"\0")) is None
    assert answered(question(NONCE)) is None
    assert answered(whole[:23]) is None


@given(st.binary(max_size=600), st.booleans())
def test_noise_is_none_of_ours(noise: bytes, is_headed: bool) -> None:
    data = answer(NONCE, KITCHEN)[:23] + noise if is_headed else noise
    told = answered(data)
    assert told is None or told[1].name
    asked(data)


@given(st.dictionaries(st.binary(max_size=4), st.none() | st.binary(max_size=300)))
def test_any_strings_are_a_table_or_none(pairs: dict[bytes, bytes | None]) -> None:
    parse(pairs)
    parse({**raw(KITCHEN), **pairs})


def test_damaged_answers_never_raise() -> None:
    luck = random.Random(13)
    whole = answer(NONCE, KITCHEN)
    for _ in range(10_000):
        data = bytearray(whole)
        for _ in range(luck.randint(1, 8)):
            data[luck.randrange(23, len(data))] = luck.randrange(256)
        told = answered(bytes(data[: luck.randint(0, len(data))]))
        assert told is None or (1 <= len(told[1].name) <= 60 and len(told[1].fingerprint) == 32)


def test_the_name_of_a_service_is_ours_alone() -> None:
    name = instance_name(b"\xab\xcd" * 8, b"\x01\x23")
    assert name == "lan13-abcdabcd-0123"
    assert is_instance(f"{name}.{SERVICE}")
    for other in (f"Party.{SERVICE}", name, f"{name}.x.{SERVICE}", f"{name}._http._tcp.local.", SERVICE, ""):
        assert not is_instance(other)
