"""What a table says of itself to the whole network, and the question that it answers.

Both multicast and the answer carry the same ``key=value`` strings, so one reader does for both, and a program of
another protocol can still tell which version it met. The question is as long as the longest answer: whoever forges
the sender of a question makes nobody send more than was sent to us.

question: ``LAN13?`` 1, 16 bytes of the asker's own, zeros up to 512 bytes
answer: ``LAN13!`` 1, those 16 bytes, then each string after a byte that gives its length
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final

from lan_thirteen.core.game import OptionValue
from lan_thirteen.core.values import Value
from lan_thirteen.wire.limits import (
    ADVERT_NAME_BYTES,
    ADVERT_OPTIONS_BYTES,
    ADVERT_PERSON_BYTES,
    QUESTION_BYTES,
)
from lan_thirteen.wire.messages import PROTOCOL
from lan_thirteen.wire.names import clean_name, clean_table_name, cut_bytes

SERVICE: Final = "_lan13._tcp.local."
NONCE_BYTES: Final = 16

_ASKING: Final = b"LAN13?\x01"
_ANSWERING: Final = b"LAN13!\x01"
_HEAD: Final = len(_ANSWERING) + NONCE_BYTES
_INSTANCE: Final = re.compile(r"lan13-[0-9a-f]{8}-[0-9a-f]{4}")
_SLUG: Final = re.compile(r"[a-z][a-z0-9-]{0,23}")
_OPTION: Final = re.compile(r"([a-z][a-z_]{0,31})=([a-z][a-z0-9_]{0,31}|[0-9]{1,9})")
_VERSION: Final = re.compile(r"[0-9A-Za-z.+-]{1,20}")
_MOST_SEATS: Final = 8
_MOST_AVATAR: Final = 63


class TableStatus(StrEnum):
    """Whether one can sit down."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FULL = "full"


class Advert(Value, frozen=True):
    """A table as the list of tables shows it. What was received is clean and in range, but anyone may have sent it."""

    protocol: int
    rules: int
    """The version of the game's rules."""
    table: bytes
    epoch: int
    name: str
    host: str
    """The person who opened it; empty for a table that runs by itself."""
    game: str
    options: tuple[tuple[str, OptionValue], ...]
    """Those that differ from the standard, as many as fit."""
    taken: int
    seats: int
    pin: bool
    status: TableStatus
    fingerprint: bytes
    """SHA-256 of the certificate."""
    program: str = ""
    """The version of the host's program; only an answer tells it, as the rest from here on."""
    avatars: tuple[int, ...] = ()
    """Of the persons in their seats."""

    @property
    def is_ours(self) -> bool:
        """Whether it speaks the protocol of this program."""
        return self.protocol == PROTOCOL


def instance_name(table: bytes, run: bytes) -> str:
    """The name of one run of a table among all services of its kind; ``run`` is 2 random bytes."""
    return f"lan13-{table[:4].hex()}-{run[:2].hex()}"


def is_instance(name: str) -> bool:
    """Whether ``name`` is the full name of a service that may be a table."""
    return name.endswith("." + SERVICE) and _INSTANCE.fullmatch(name.removesuffix("." + SERVICE)) is not None


def properties(advert: Advert) -> dict[str, str]:
    """What multicast carries: at most 400 bytes together."""
    return {
        "v": str(advert.protocol),
        "r": str(advert.rules),
        "id": advert.table.hex(),
        "e": str(advert.epoch),
        "n": cut_bytes(advert.name, ADVERT_NAME_BYTES),
        "h": cut_bytes(advert.host, ADVERT_PERSON_BYTES),
        "g": advert.game,
        "o": _short(advert.options),
        "s": f"{advert.taken}/{advert.seats}",
        "p": str(int(advert.pin)),
        "st": advert.status.value,
        "fp": advert.fingerprint.hex(),
    }


def parse(pairs: Mapping[bytes, bytes | None]) -> Advert | None:
    """The advert that these make; None where a table cannot be listed by them.

    Of another protocol only what tells tables apart is asked for: id, name and fingerprint.
    """
    text = {key: _text(value) for key, value in pairs.items()}
    protocol, table, fingerprint = _number(text.get(b"v")), _hex(text.get(b"id"), 16), _hex(text.get(b"fp"), 32)
    name = clean_table_name(text.get(b"n", ""))
    if protocol is None or table is None or fingerprint is None or name is None:
        return None
    advert = Advert(
        protocol,
        rules=_or(_number(text.get(b"r")), -1),
        table=table,
        epoch=_or(_number(text.get(b"e")), -1),
        name=name,
        host=clean_name(text.get(b"h", "")) or "",
        game=game if _SLUG.fullmatch(game := text.get(b"g", "")) else "",
        options=_options(text.get(b"o", "")),
        taken=(seats := _seats(text.get(b"s", "")))[0],
        seats=seats[1],
        pin=text.get(b"p") == "1",
        status=_status(text.get(b"st", "")),
        fingerprint=fingerprint,
        program=program if _VERSION.fullmatch(program := text.get(b"pv", "")) else "",
        avatars=_avatars(text.get(b"a", "")),
    )
    is_whole = advert.rules >= 0 and advert.epoch >= 0 and advert.game and advert.seats
    return advert if is_whole or not advert.is_ours else None


def question(nonce: bytes) -> bytes:
    """Ask whoever hears this for its table."""
    return (_ASKING + nonce).ljust(QUESTION_BYTES, b"\0")


def asked(data: bytes) -> bytes | None:
    """The nonce of a question; None for anything else."""
    return data[len(_ASKING) : _HEAD] if len(data) == QUESTION_BYTES and data.startswith(_ASKING) else None


def answer(nonce: bytes, advert: Advert) -> bytes:
    """The answer to the question with this nonce, never longer than the question."""
    chosen = properties(advert)
    more = {
        "n": advert.name,
        "pv": advert.program,
        "a": ".".join(str(avatar) for avatar in advert.avatars[:_MOST_SEATS]),
    }
    for key, value in more.items():
        if len(_joined({**chosen, key: value})) <= QUESTION_BYTES - _HEAD:
            chosen[key] = value
    return _ANSWERING + nonce + _joined(chosen)


def answered(data: bytes) -> tuple[bytes, Advert] | None:
    """The nonce and the table of an answer; None for anything else."""
    if not _HEAD < len(data) <= QUESTION_BYTES or not data.startswith(_ANSWERING):
        return None
    pairs: dict[bytes, bytes | None] = {}
    for string in _strings(data[_HEAD:]):
        key, _, value = string.partition(b"=")
        pairs.setdefault(key, value)
    advert = parse(pairs)
    return None if advert is None else (data[len(_ANSWERING) : _HEAD], advert)


def _joined(pairs: Mapping[str, str]) -> bytes:
    strings = (f"{key}={value}".encode() for key, value in pairs.items())
    return b"".join(bytes([len(string)]) + string for string in strings)


def _strings(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        end = at + 1 + data[at]
        yield data[at + 1 : end]
        at = end


def _text(value: bytes | None) -> str:
    return (value or b"")[:QUESTION_BYTES].decode("utf-8", "replace")


def _number(text: str | None) -> int | None:
    if not text or not text.isascii() or not text.isdigit() or len(text) > 10:
        return None
    number = int(text)
    return number if number < 2**31 else None


def _or(number: int | None, default: int) -> int:
    return default if number is None else number


def _hex(text: str | None, length: int) -> bytes | None:
    if not text or not re.fullmatch(f"[0-9a-f]{{{2 * length}}}", text):
        return None
    return bytes.fromhex(text)


def _short(options: Iterable[tuple[str, OptionValue]]) -> str:
    """``name=value`` of as many as fit, in order."""
    out = ""
    for name, value in options:
        longer = f"{out},{name}={value}" if out else f"{name}={value}"
        if len(longer) <= ADVERT_OPTIONS_BYTES:
            out = longer
    return out


def _options(text: str) -> tuple[tuple[str, OptionValue], ...]:
    found = (_OPTION.fullmatch(part) for part in text.split(",")[:16])
    return tuple((m[1], int(m[2]) if m[2].isdigit() else m[2]) for m in found if m)


def _seats(text: str) -> tuple[int, int]:
    taken, _, seats = (part.strip() for part in text.partition("/"))
    numbers = _number(taken), _number(seats)
    if numbers[0] is None or numbers[1] is None or not 0 <= numbers[0] <= numbers[1] <= _MOST_SEATS:
        return 0, 0
    return numbers[0], numbers[1]


def _status(text: str) -> TableStatus:
    return TableStatus(text) if text in {s.value for s in TableStatus} else TableStatus.FULL


def _avatars(text: str) -> tuple[int, ...]:
    numbers = (_number(part) for part in text.split(".")[:_MOST_SEATS])
    return tuple(n for n in numbers if n is not None and n <= _MOST_AVATAR)
