"""A host and its guests with nothing between them: every frame that the host sends is seen before TLS."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import msgspec

from lan_thirteen.net.awake import AwakeClock
from lan_thirteen.net.dealer import Dealer
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.door import HostKeys, TableIdentity
from lan_thirteen.net.doorman import Doorman
from lan_thirteen.net.host import Host
from lan_thirteen.net.witness import Witness
from lan_thirteen.table.match import Seeds
from lan_thirteen.table.session import Table
from lan_thirteen.trust.keys import SigningKey, join_text
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack
from lan_thirteen.wire.link import Link, guest_end
from tests.support.messages import JOIN
from tests.support.tables import QUICK, Memory, settled

IDENTITY = TableIdentity(b"kitchen's table!", 1, bytes(32))


class Frame(NamedTuple):
    """What the host wrote at once, and to whom."""

    to: str
    data: bytes


class _Transport:
    """Takes all that is written, at once."""

    def __init__(self, name: str, frames: list[Frame]) -> None:
        self._name = name
        self._frames = frames
        self.closing = False

    def is_closing(self) -> bool:
        return self.closing

    def get_write_buffer_size(self) -> int:
        return 0

    def abort(self) -> None:
        self.closing = True


class _Writer:
    def __init__(self, name: str, frames: list[Frame], reader: asyncio.StreamReader) -> None:
        self._name = name
        self._frames = frames
        self._reader = reader
        self.transport = _Transport(name, frames)

    def write(self, data: bytes) -> None:
        self._frames.append(Frame(self._name, bytes(data)))

    def close(self) -> None:
        self.transport.closing = True
        self._reader.feed_eof()


class _Still:
    """A clock that stands still, so that nothing that is told depends on it."""

    def time(self) -> float:
        return 1000.0

    def call_at(self, when: float, *call: Any) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(3600, *call)


class FixedDealer(Dealer):
    """Its bytes are the same each time, so that what is told can be compared."""

    @staticmethod
    def fresh() -> bytes:
        return b"the bytes of the host in a test "


class FixedWitness(Witness):
    """A guest's part with bytes that are the same each time."""

    @staticmethod
    def fresh() -> bytes:
        return b"the bytes of a guest in a test.."


class Wires:
    """One host, and guests by name, who give bytes, sign their moves and say what they make of it. No time passes."""

    def __init__(self, table_of: Callable[[Seeds], Table]) -> None:
        """``table_of`` makes the table that asks for its seeds there."""
        machine = SigningKey(bytes(32))
        dealer = FixedDealer(IDENTITY.table, machine)
        self.table = table_of(dealer.seed)
        self.frames: list[Frame] = []
        self.memory = Memory()
        self.host = Host(self.table, IDENTITY, HostKeys(machine), self.memory, QUICK, dealer)
        self._machine = machine
        self._ends: dict[str, tuple[Link[m.FromHost, m.FromGuest], Witness]] = {}
        self._read: dict[str, int] = {}
        self.told: dict[str, m.Told] = {}
        """The last, of each guest."""
        self.checks: list[tuple[str, DealChecked]] = []
        """What guests make of deals."""
        self.slow: set[str] = set()
        """Guests whose receipts are kept back."""
        self.kept: dict[str, m.Receipt] = {}
        self.host._loop = cast(AwakeClock, _Still())
        self._doorman = Doorman()
        self._visits: dict[str, asyncio.Task[None]] = {}
        self._readers: dict[str, asyncio.StreamReader] = {}

    async def join(
        self, name: str, *, watch: bool = False, is_new: bool = False, has: tuple[int, int] | None = None
    ) -> list[Any]:
        """Come, or come back. What the host has said.

        ``is_new``: the program was started again, and knows nothing. ``has``: of which match it claims to have how
        many lines, truly or not; None: what it has.
        """
        if is_new:
            self._ends.pop(name, None)
            self.told.pop(name, None)
        link, begin = guest_end(), len(self.frames)
        reader = asyncio.StreamReader()
        writer = _Writer(name, self.frames, reader)
        entry = self._doorman.enter(f"10.0.0.{len(self._visits)}", lambda: None, 0.0)
        assert entry is not None
        visit = self.host.visit(reader, cast(asyncio.StreamWriter, writer), entry)
        self._visits[name] = asyncio.create_task(visit)
        self._readers[name] = reader
        await settled()
        (greeting,) = link.receive(self.frames[begin].data)
        assert isinstance(greeting, m.Greeting)
        key = self.key(name)
        text = join_text(IDENTITY.fingerprint, greeting.table, greeting.nonce, JOIN.nonce, name)
        witness = self._ends[name][1] if name in self._ends else FixedWitness()
        match, have = has or witness.has(IDENTITY.table)
        seen = self.told[name].index if name in self.told else 0
        join = msgspec.structs.replace(JOIN, name=name, watch=watch, seen=seen, match=match, have=have)
        reader.feed_data(link.send(msgspec.structs.replace(join, seat_key=key.public, sig=key.sign(text))))
        await settled()
        witness.joined(IDENTITY.table, self._machine.public, key)
        self._ends[name], self._read[name] = (link, witness), begin + 1
        return await self.settle(name)

    async def settle(self, name: str = "") -> list[Any]:
        """Let everybody answer until nothing is left to be answered. What the host has said to this one meanwhile."""
        heard: list[Any] = []
        is_quiet = False
        while not is_quiet:
            await settled()
            is_quiet = True
            for to, (link, witness) in self._ends.items():
                new = [frame.data for frame in self.frames[self._read[to] :] if frame.to == to]
                self._read[to] = len(self.frames)
                messages = [message for data in new for message in link.receive(data)]
                heard += messages if to == name else []
                for answer in (answer for message in messages for answer in self._heard(to, witness, message)):
                    self.say(to, answer)
                    is_quiet = False
        return heard

    def _heard(self, name: str, witness: Witness, message: m.FromHost) -> tuple[m.FromGuest, ...]:
        if isinstance(message, m.Told):
            self.told[name] = message
        outcome = witness.hear(message)
        self.checks += [(name, check) for check in outcome.checks]
        for answer in outcome.answers:
            if name in self.slow and isinstance(answer, m.Receipt):
                self.kept[name] = answer
        return tuple(answer for answer in outcome.answers if answer != self.kept.get(name))

    def say(self, name: str, message: m.FromGuest) -> None:
        """Let this guest say just this."""
        self._readers[name].feed_data(self._ends[name][0].send(message))

    def key(self, name: str) -> SigningKey:
        """By which this guest is known."""
        return SigningKey(name.encode().ljust(32))

    def act(self, name: str, action: Any) -> m.Act:
        """This guest's answer to what it was told last, signed."""
        told = self.told[name]
        return self._ends[name][1].signed(m.Act(told.index, told.index, told.tenure, pack(action)))

    async def play(self, name: str, action: Any) -> list[Any]:
        """Let this guest play. What the host has said to it."""
        self.say(name, self.act(name, action))
        return await self.settle(name)

    async def drop(self, name: str) -> None:
        """Let this guest be cut off."""
        self._readers[name].feed_eof()
        await self._visits.pop(name)

    async def close(self) -> None:
        self.host.close()
        for visit in self._visits.values():
            visit.cancel()
        await asyncio.gather(*self._visits.values(), return_exceptions=True)
