"""What the protocol's page says is enough to check a journal: this checker is written from the page alone."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.journal_file import joined
from tests.support.journals import Journal, audited, lively, plain
from tests.support.protocol_page import PAGE


def cat(*parts: bytes | str | int) -> bytes:
    texts = [p if isinstance(p, bytes) else p.encode() if isinstance(p, str) else p.to_bytes(8, "big") for p in parts]
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def un64(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def is_signed(key: str, sig: str, text: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(un64(key)).verify(un64(sig), text)
    except InvalidSignature:
        return False
    return True


class Checker:
    """Chain, drawing and signatures; the rules of the games are another matter."""

    def __init__(self, data: bytes) -> None:
        self.heads = [sha(b"lan13/1 journal")]
        self.keys: dict[int, str] = {}
        self.seeds: list[bytes] = []
        self.moves = 0
        for line in data.splitlines():
            head, text = bytes.fromhex(line[:64].decode()), line[65:]
            tag, *fields = json.loads(text)
            getattr(self, tag, lambda *_: None)(*fields)
            self.heads.append(sha(self.heads[-1], text))
            assert head == self.heads[-1]

    def Header(self, _: int, table: str, __: str, host: str, *rest: Any) -> None:  # noqa: N802
        self.table, self.host = un64(table), host

    def Seated(self, seat: int, key: str, *_: Any) -> None:  # noqa: N802
        self.keys[seat] = key

    def DealOpened(self, of: list[int], deck: str, drawers: Any, commitment: str, sig: str) -> None:  # noqa: N802
        self.of, self.deck, self.commitment = of, deck, un64(commitment)
        assert all(self.keys[seat] == key for seat, key in drawers)
        flat = [part for seat, key in drawers for part in (seat, un64(key))]
        text = cat("lan13/1 deal open", self.table, *of, deck, un64(self.host), self.commitment, *flat)
        assert is_signed(self.host, sig, text)

    def DealCommits(self, of: list[int], commits: Any) -> None:  # noqa: N802
        self.commits = {un64(self.keys[seat]): un64(what) for seat, what, _ in commits}
        for seat, what, sig in commits:
            text = cat("lan13/1 deal commit", self.table, *of, self.commitment, un64(what))
            assert is_signed(self.keys[seat], sig, text)

    def DealMixes(self, of: list[int], mixes: Any) -> None:  # noqa: N802
        seen = sha(cat(self.commitment, *(part for key in sorted(self.commits) for part in (key, self.commits[key]))))
        self.mixes = {un64(self.keys[seat]): un64(what) for seat, what, _ in mixes}
        for seat, what, sig in mixes:
            key, mix = un64(self.keys[seat]), un64(what)
            assert self.commits[key] == sha(cat("lan13/1 commit", "mix", self.table, *of, key, mix))
            assert is_signed(self.keys[seat], sig, cat("lan13/1 deal mix", self.table, *of, seen, mix))
        self.is_dealt = True

    def DealShown(self, of: list[int], shown: str) -> None:  # noqa: N802
        secret, host = un64(shown), un64(self.host)
        assert self.commitment == sha(cat("lan13/1 commit", "host", self.table, *of, host, secret))
        if self.__dict__.pop("is_dealt", False):
            flat = [part for key in sorted(self.mixes) for part in (key, self.mixes[key])]
            text = cat("lan13/1 seed", self.table, *of, self.deck, *flat)
            self.seeds.append(hmac.digest(secret, text, "sha256") if self.mixes else secret)

    def Played(self, index: int, seat: int, action: str, at: int, sig: str) -> None:  # noqa: N802
        self.moves += bool(sig)
        if sig:
            assert is_signed(self.keys[seat], sig, cat("lan13/1 act", self.heads[at], index, un64(action)))

    def Ended(self, of: list[int], sig: str) -> None:  # noqa: N802
        assert is_signed(self.host, sig, cat("lan13/1 ended", self.heads[-1], *of))

    def Checked(self, seat: int, of: list[int], at: int, colour: str, sig: str) -> None:  # noqa: N802
        text = cat("lan13/1 checked", self.table, self.heads[at], *of, colour)
        assert is_signed(self.keys[seat], sig, text)


def seeds(journal: Journal) -> list[bytes]:
    """What our own auditor makes of it."""
    found: list[bytes] = []
    for place in range(1, len(journal.records) + 1):
        if type(journal.records[place - 1]).__name__ == "Ended":
            seed = audited(journal.lines[:place])[0].seed
            assert seed is not None
            found.append(seed)
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", ["1", "2", "4"])
def test_a_checker_from_the_page_alone_finds_the_same(game: str, seed: str) -> None:
    journal = lively(game, seed, deals=4)
    checker = Checker(joined(journal.lines))
    assert checker.seeds == seeds(journal)


def test_it_counts_signatures_and_does_not_pass_for_want_of_them() -> None:
    checker = Checker(joined(plain("leaves").lines))
    assert checker.moves > 10
    assert len(checker.seeds) == 2
    for tag in ("Played", "Ended", "Checked", "DealOpened"):
        journal = plain("leaves")
        lines = journal.lines
        start = b'["%s"' % tag.encode()
        place = next(n for n, line in enumerate(lines) if line.startswith(start) and line.endswith(b'=="]'))
        lines[place] = lines[place][:-90] + base64.b64encode(bytes(64)) + b'"]'
        with pytest.raises((AssertionError, ValueError)):
            Checker(joined(lines))


def test_the_vector_of_the_page() -> None:
    page = PAGE.read_text("utf-8")
    start = sha(b"lan13/1 journal")
    head = sha(start, b'["Back",1]')
    key = Ed25519PrivateKey.from_private_bytes(bytes([1]) * 32)
    sig = key.sign(cat("lan13/1 act", head, 5, bytes.fromhex("92a454616b6507")))
    for value in (start, head, sig):
        assert f"`{value.hex()}`" in page
