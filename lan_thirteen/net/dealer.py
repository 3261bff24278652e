"""The host's part in drawing deals: its own secret bytes, everybody's commitments and bytes, and the seed they make."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lan_thirteen.audit.drawn import Stage
from lan_thirteen.audit.standing import Attempt
from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId
from lan_thirteen.core.shuffle import SEED_BYTES
from lan_thirteen.core.values import Value
from lan_thirteen.trust import deal as d
from lan_thirteen.trust import journal as j
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
    told: j.DealOpened
    commits: dict[bytes, j.Given] = field(default_factory=dict)
    mixes: dict[bytes, j.Given] = field(default_factory=dict)
    asked: j.DealCommits | None = None
    mixed: j.DealMixes | None = None
    shown: j.DealShown | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether all have given their bytes, or there is nobody else."""
        return self.mixed is not None or not self.drawing.drawers

    @property
    def commitments(self) -> dict[bytes, bytes]:
        return {key: given.what for key, given in self.commits.items()}

    def in_order(self, given: Mapping[bytes, j.Given]) -> tuple[j.Given, ...]:
        return tuple(given[drawer.key] for drawer in self.drawing.drawers if drawer.key in given)

    def seat_of(self, key: bytes) -> Seat | None:
        return next((drawer.seat for drawer in self.drawing.drawers if drawer.key == key), None)


class Dealer:
    """Draws the deals of one table. The table asks ``seed`` for a deal when it is to be dealt."""

    def __init__(self, table: bytes, machine: SigningKey) -> None:
        self._table = table
        self._machine = machine
        self._open: _Open | None = None
        self._own = b""
        """The seed of a deal that nobody draws with us, and that is not opened yet."""
        self._match = 0
        self._sealed: Mapping[DealId, bytes] = {}
        """Our bytes for drawings of that match, from before the program was started again."""

    @staticmethod
    def fresh() -> bytes:
        """Bytes that nobody can foresee."""
        return secrets.token_bytes(SEED_BYTES)

    def seed(self, number: int) -> bytes:
        """The seed of deal ``number``, 0 up: from everybody's bytes, or where nobody was asked for any from our own."""
        now = self._open
        if now is None or now.drawing.of.deal != number + 1 or not now.is_drawn or now.shown is not None:
            self._own = self._kept_for(number + 1) or self.fresh()
            return self._own
        return d.seed_of(now.drawing, now.secret, {key: given.what for key, given in now.mixes.items()})

    def open(self, of: DealId, deck: str, drawers: Iterable[tuple[Seat, bytes]]) -> Sealed:
        """Begin a drawing with fresh bytes, which must be kept before anybody is told of it.

        Without drawers they are the seed of a deal that was asked for already.
        """
        people = tuple(d.Drawer(seat, key) for seat, key in drawers)
        secret = self._sealed.get(of) or (b"" if people else self._own) or self.fresh()
        self._own = b""
        host = self._machine.public
        commitment = d.host_commitment(self._table, of, host, secret)
        drawing = d.Drawing(self._table, of, deck, host, commitment, people)
        sig = self._machine.sign(d.opening_text(drawing))
        told = j.DealOpened(of, deck, tuple(j.Drawer(seat, key) for seat, key in people), commitment, sig)
        self._open = _Open(drawing, secret, told)
        return Sealed(self._table, of, deck, host, secret, tuple((int(seat), key) for seat, key in people))

    def take_up(self, match: int, last: Attempt | None, sealed: Mapping[DealId, bytes]) -> None:
        """Go on with this match after the attempt that was opened last. ``sealed``: our bytes that we have kept.

        There are never two for one drawing: who has heard what we commit to must not be told of another.
        """
        self._match, self._sealed = match, sealed
        self._open = None if last is None else _reopened(last)

    def _kept_for(self, deal: int) -> bytes:
        """Our bytes for the next drawing, if it is of this deal; empty where there are none, or another match began."""
        now = self._open
        if now is None:
            return self._sealed.get(DealId(self._match, deal, 1), b"")
        last = now.drawing.of
        if deal == last.deal + 1:
            return self._sealed.get(DealId(last.match, deal, 1), b"")
        if deal != last.deal or now.is_drawn:
            return b""
        return self._sealed.get(DealId(last.match, deal, last.attempt + 1), b"")

    def opened(self) -> j.DealOpened | None:
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
        now.commits[key] = j.Given(seat, said.commitment, said.sig)
        return True

    def ask(self, of: DealId) -> j.DealCommits | None:
        """All have committed; from now on none is taken any more."""
        if (now := self._now(of)) is None:
            return None
        now.asked = j.DealCommits(of, now.in_order(now.commits))
        if not now.drawing.drawers:
            now.mixed = j.DealMixes(of, ())
        return now.asked

    def mix(self, key: bytes, said: m.DealMix) -> bool:
        """Whether these are the bytes that this one has committed to, now that all have."""
        now = self._now(said.of)
        seat = None if now is None else now.seat_of(key)
        if now is None or seat is None or now.asked is None or key in now.mixes:
            return False
        if not d.is_mix(now.drawing, now.commitments, key, said.mix, said.sig):
            return False
        now.mixes[key] = j.Given(seat, said.mix, said.sig)
        if len(now.mixes) == len(now.drawing.drawers):
            now.mixed = j.DealMixes(now.drawing.of, now.in_order(now.mixes))
        return True

    def mixed(self, of: DealId) -> tuple[j.DealMixes, Unsealed] | None:
        """Everybody's bytes, to tell and to keep."""
        now = self._now(of)
        if now is None or now.mixed is None:
            return None
        return now.mixed, Unsealed(of, tuple((key, given.what) for key, given in sorted(now.mixes.items())))

    def show(self, of: DealId) -> j.DealShown | None:
        """Our own bytes, which need not be secret any more."""
        if (now := self._now(of)) is None:
            return None
        now.shown = j.DealShown(of, now.secret)
        return now.shown

    def _now(self, of: DealId) -> _Open | None:
        return self._open if self._open is not None and self._open.drawing.of == of else None


def _reopened(last: Attempt) -> _Open:
    """The drawing of an attempt, with all that its people have answered so far as anybody was told of it."""
    keys = {drawer.seat: drawer.key for drawer in last.drawing.drawers}
    commits = () if last.commits is None else last.commits.commits
    mixes = () if last.mixes is None else last.mixes.mixes
    out = _Open(last.drawing, last.secret, last.told, asked=last.commits, mixed=last.mixes)
    out.commits = {keys[Seat(given.seat)]: given for given in commits}
    out.mixes = {keys[Seat(given.seat)]: given for given in mixes}
    if last.commits is not None and not keys:
        out.mixed = j.DealMixes(last.of, ())
    if last.stage in (Stage.THROWN_AWAY, Stage.SHOWN, Stage.ENDED):
        out.shown = j.DealShown(last.of, last.secret)
    return out
