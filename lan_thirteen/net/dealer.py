"""The host's part in drawing deals: its own secret bytes, everybody's commitments and bytes, and the seed they make."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.core.shuffle import SEED_BYTES
from lan_thirteen.core.values import Value
from lan_thirteen.trust import deal as d
from lan_thirteen.trust.keys import SigningKey, is_signed
from lan_thirteen.wire import messages as m


class Sealed(Value, frozen=True):
    """What the host must not forget of a drawing, and nobody may read before the deal is over."""

    table: bytes
    of: DealId
    deck: str
    host: bytes
    secret: bytes
    drawers: tuple[tuple[int, bytes], ...]
    """Seats and keys."""


class Unsealed(Value, frozen=True):
    """Everybody's bytes, by their keys: with what is sealed they make the deal."""

    of: DealId
    mixes: tuple[tuple[bytes, bytes], ...]


@dataclass(slots=True)
class _Open:
    """A drawing, and what its people have answered, by their keys in the order of the seats."""

    drawing: d.Drawing
    secret: bytes
    told: m.DealOpened
    commits: dict[bytes, m.Given] = field(default_factory=dict)
    mixes: dict[bytes, m.Given] = field(default_factory=dict)
    asked: m.DealCommits | None = None
    mixed: m.DealMixes | None = None
    shown: m.DealShown | None = None

    @property
    def commitments(self) -> dict[bytes, bytes]:
        return {key: given.what for key, given in self.commits.items()}

    def in_order(self, given: Mapping[bytes, m.Given]) -> tuple[m.Given, ...]:
        return tuple(given[drawer.key] for drawer in self.drawing.drawers if drawer.key in given)

    def seat_of(self, key: bytes) -> Seat | None:
        return next((drawer.seat for drawer in self.drawing.drawers if drawer.key == key), None)


class Dealer:
    """Draws the deals of one table. The table asks ``seed`` for a deal when it is to be dealt."""

    def __init__(self, table: bytes, machine: SigningKey) -> None:
        self._table = table
        self._machine = machine
        self._open: _Open | None = None
        self._is_alone = False
        """The deal on the table is ours alone."""

    @staticmethod
    def fresh() -> bytes:
        """Bytes that nobody can foresee."""
        return secrets.token_bytes(SEED_BYTES)

    def seed(self, number: int) -> bytes:
        """The seed of deal ``number``, 0 up: from everybody's bytes, or where nobody was asked for any from our own."""
        now = self._open
        if now is None or now.drawing.of.deal != number + 1 or now.mixed is None or now.shown is not None:
            self._is_alone = True
            return self.fresh()
        return d.seed_of(now.drawing, now.secret, {key: given.what for key, given in now.mixes.items()})

    def open(self, of: DealId, deck: str, drawers: Iterable[tuple[Seat, bytes]]) -> Sealed:
        """Begin a drawing with fresh bytes. They must be kept before anybody is told of it."""
        secret = self.fresh()
        people = tuple(d.Drawer(seat, key) for seat, key in drawers)
        host = self._machine.public
        commitment = d.host_commitment(self._table, of, host, secret)
        drawing = d.Drawing(self._table, of, deck, host, commitment, people)
        sig = self._machine.sign(d.opening_text(drawing))
        told = m.DealOpened(of, deck, tuple(m.Drawer(seat, key) for seat, key in people), commitment, sig)
        self._open, self._is_alone = _Open(drawing, secret, told), False
        return Sealed(self._table, of, deck, host, secret, tuple((int(seat), key) for seat, key in people))

    def opened(self) -> m.DealOpened | None:
        """What to tell everybody of the drawing that goes on."""
        return None if self._open is None else self._open.told

    def commit(self, key: bytes, said: m.DealCommit) -> bool:
        """Whether this is the first commitment of one of us, and it is in time and signed."""
        now = self._now(said.of)
        seat = None if now is None else now.seat_of(key)
        if now is None or seat is None or now.asked is not None or key in now.commits:
            return False
        if not is_signed(key, said.sig, d.commit_text(now.drawing, said.commitment)):
            return False
        now.commits[key] = m.Given(seat, said.commitment, said.sig)
        return True

    def ask(self, of: DealId) -> m.DealCommits | None:
        """All have committed; from now on none is taken any more."""
        if (now := self._now(of)) is None:
            return None
        now.asked = m.DealCommits(of, now.in_order(now.commits))
        return now.asked

    def mix(self, key: bytes, said: m.DealMix) -> bool:
        """Whether these are the bytes that this one has committed to, now that all have."""
        now = self._now(said.of)
        seat = None if now is None else now.seat_of(key)
        if now is None or seat is None or now.asked is None or key in now.mixes:
            return False
        if not d.is_mix(now.drawing, now.commitments, key, said.mix, said.sig):
            return False
        now.mixes[key] = m.Given(seat, said.mix, said.sig)
        if len(now.mixes) == len(now.drawing.drawers):
            now.mixed = m.DealMixes(now.drawing.of, now.in_order(now.mixes))
        return True

    def mixed(self, of: DealId) -> tuple[m.DealMixes, Unsealed] | None:
        """Everybody's bytes, to tell and to keep."""
        now = self._now(of)
        if now is None or now.mixed is None:
            return None
        return now.mixed, Unsealed(of, tuple((key, given.what) for key, given in sorted(now.mixes.items())))

    def show(self, of: DealId) -> m.DealShown | None:
        """Our own bytes, which need not be secret any more."""
        if (now := self._now(of)) is None:
            return None
        now.shown = m.DealShown(of, now.secret)
        return now.shown

    def reminders(self) -> list[m.FromHost]:
        """All that was told of the last drawing: one who comes back may have missed any of it."""
        now = self._open
        if now is None or self._is_alone:
            return []
        told: tuple[m.FromHost | None, ...] = (now.told, now.asked, now.mixed, now.shown)
        return [message for message in told if message is not None]

    def _now(self, of: DealId) -> _Open | None:
        return self._open if self._open is not None and self._open.drawing.of == of else None
