"""What a table wants written down, as records of its journal: who plays, how each deal is drawn, and what is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, assert_never

from lan_thirteen.audit.drawn import Stage
from lan_thirteen.audit.standing import Standing
from lan_thirteen.core.game import Restock, Seat
from lan_thirteen.core.lobby import Colour, DealId, Lobby, Person
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.clerk import Clerk, Recorder
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.door import TableIdentity
from lan_thirteen.table import commands as c
from lan_thirteen.trust import journal as j
from lan_thirteen.trust.deal import deck_of
from lan_thirteen.trust.keys import SigningKey, is_signed
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack

Written: TypeAlias = (
    "c.Begin | c.Holds | c.GoneFrom | c.BackAt | c.Record[Any] | "
    "c.OpenDeal | c.AskMixes | c.TellMixes | c.GiveUp | c.ShowSecret"
)


class Scribe:
    """Writes the journal of one table, match by match, and signs for the host."""

    def __init__(  # noqa: PLR0913, PLR0917  # all that a scribe needs from the start
        self,
        identity: TableIdentity,
        machine: SigningKey,
        dealer: Dealer,
        recorder: Recorder,
        key_of: Callable[[Person], bytes],
        lobby: Callable[[], Lobby],
    ) -> None:
        """``key_of``: by which a person is known. ``lobby``: the table as it stands."""
        self._identity = identity
        self._machine = machine
        self._dealer = dealer
        self._recorder = recorder
        self._key_of = key_of
        self._lobby = lobby
        self._act: m.Act | None = None
        self._ended: tuple[DealId, int] | None = None
        """The deal that was over last, and how many lines there were then."""
        self._received: set[Seat] = set()
        self.clerk = Clerk(recorder)

    def take_up(self, standing: Standing, sealed: Mapping[DealId, bytes]) -> Iterator[Refusal]:
        """Go on with a match that was broken off, and write what should have stood there already.

        ``sealed``: the host's bytes that were kept. Gives what everybody should know of the writing.
        """
        last = standing.last
        self._dealer.take_up(standing.header.match, last, sealed)
        self.clerk.take_up(standing.header.match, standing.lines)
        if last is None:
            return
        if last.stage is Stage.GIVEN_UP:
            yield from self._add(self._dealer.show(last.of))
        elif last.stage is Stage.SHOWN:
            yield from self._end(last.of)
        elif last.stage is Stage.ENDED:
            self._ended, self._received = (last.of, last.ended_at), set(last.checked)

    def is_signed_now(self, key: bytes, act: m.Act) -> bool | None:
        """Whether the holder of ``key`` has signed this; None where something was played since they did."""
        if not self.clerk.is_current(act.at):
            return None
        return is_signed(key, act.sig, j.act_text(self.clerk.chain.heads[act.at], act.index, act.action))

    def holding(self, act: m.Act | None) -> None:
        """What a person has signed; None: what is played from now on, nobody has."""
        self._act = act

    def signature(self, tell: c.Tell[Any, Any, Any], view: bytes, events: tuple[bytes, ...]) -> bytes:
        """The host's, under what a seat is told of cards that not everybody sees; for anything else there is none."""
        if not tell.is_private or tell.to is None:
            return b""
        match = self.clerk.match
        return self._machine.sign(j.told_text(self._identity.table, match, tell.to, tell.index, view, events))

    def receive(self, seat: Seat, key: bytes, said: m.Receipt) -> Iterator[Refusal] | None:
        """Write down what a laptop makes of the deal that is over; None where it is not signed, or of another."""
        ended = self._ended
        if ended is None or ended[0] != said.of or said.at != ended[1] or seat in self._received:
            return None
        text = j.receipt_text(self._identity.table, self.clerk.chain.heads[said.at], said.of, said.colour)
        if said.colour not in tuple(Colour) or not is_signed(key, said.sig, text):
            return None
        self._received.add(seat)
        return self.clerk.add(j.Checked(seat, said.of, said.at, said.colour, said.sig))

    def named(self, epoch: int, seat: int, key: bytes) -> j.HandedOver:
        """The record by which this seat's laptop is the host after us, to stand where the journal ends now."""
        text = j.handed_text(self._identity.table, self.clerk.chain.head, epoch, seat, key)
        return j.HandedOver(epoch, seat, key, self._machine.sign(text))

    def hand_over(self, record: j.HandedOver) -> Iterator[Refusal]:
        """Write that down. Gives what everybody should know of the writing."""
        return self.clerk.add(record)

    def entrusted(self) -> tuple[tuple[DealId, bytes], ...]:
        """What the next host must know to go on with the deal that is played, if one is."""
        return self._dealer.entrusted()

    def write(self, effect: Written) -> Iterator[Refusal]:
        """Write this down. Gives what everybody should know of the writing."""
        match effect:
            case c.Begin():
                self._ended, self._received = None, set()
                yield from self.clerk.begin(self._header(effect))
            case c.Holds(seat, person, name, level):
                key = b"" if person is None else self._key_of(person)
                yield from self.clerk.add(j.Seated(seat, key, name, level))
            case c.GoneFrom(seat, level, why):
                yield from self.clerk.add(j.Gone(seat, level, why))
            case c.BackAt(seat):
                yield from self.clerk.add(j.Back(seat))
            case c.Record():
                yield from self._played(effect)
            case _:
                yield from self._drawn(effect)

    def _header(self, begun: c.Begin) -> j.Header:
        known, lobby = self._identity, self._lobby()
        return j.Header(
            lan13=j.FORMAT,
            table=known.table,
            fingerprint=known.fingerprint,
            host=self._machine.public,
            epoch=known.epoch,
            match=begun.match,
            name=lobby.name,
            game=begun.game,
            rules_version=GAMES[begun.game].game.info.rules_version,
            seats=len(begun.players),
            options=begun.options,
            house=lobby.house,
        )

    def _played(self, record: c.Record[Any]) -> Iterator[Refusal]:
        """The deal itself is not written down: it follows from everybody's bytes."""
        act = self._act
        if record.seat is None and isinstance(record.action, Restock):
            yield from self.clerk.add(j.Restocked(record.index))
        elif record.seat is not None and act is not None and act.index == record.index:
            yield from self.clerk.add(j.Played(record.index, record.seat, act.action, act.at, act.sig))
        elif record.seat is not None:
            at = len(self.clerk.chain)
            yield from self.clerk.add(j.Played(record.index, record.seat, pack(record.action), at, b""))

    def _drawn(self, effect: c.OpenDeal | c.AskMixes | c.TellMixes | c.GiveUp | c.ShowSecret) -> Iterator[Refusal]:
        match effect:
            case c.OpenDeal(of, seats):
                lobby = self._lobby()
                drawers = [(seat, self._key_of(person)) for seat, person in seats]
                sealed = self._dealer.open(of, deck_of(lobby.game, len(lobby.seats)), drawers)
                if (trouble := self._recorder.keep(sealed)) is not None:
                    yield trouble
                yield from self._add(self._dealer.opened())
            case c.AskMixes(of):
                yield from self._add(self._dealer.ask(of))
            case c.TellMixes(of):
                if (mixed := self._dealer.mixed(of)) is not None:
                    if (trouble := self._recorder.keep(mixed[1])) is not None:
                        yield trouble
                    yield from self._add(mixed[0])
            case c.GiveUp(of, seats):
                yield from self._add(j.GivenUp(of, seats))
                yield from self._add(self._dealer.show(of))
            case c.ShowSecret(of):
                yield from self._add(self._dealer.show(of))
                yield from self._end(of)
            case _:
                assert_never(effect)

    def _end(self, of: DealId) -> Iterator[Refusal]:
        sig = self._machine.sign(j.ended_text(self.clerk.chain.head, of))
        yield from self.clerk.add(j.Ended(of, sig))
        self._ended, self._received = (of, len(self.clerk.chain)), set()

    def _add(self, record: j.Record | None) -> Iterator[Refusal]:
        if record is not None:
            yield from self.clerk.add(record)
