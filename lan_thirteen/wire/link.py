"""One connection as a state machine without I/O: bytes in and messages out, messages in and bytes out.

Two tables say what a host and what a guest may say in each state, and which state that leads to; both ends go through
the same states. A message that the tables do not have there is a breach, the peer's or ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar, cast

from lan_thirteen.core.errors import LocalProtocolError, RemoteProtocolError
from lan_thirteen.core.values import Refusal, Tagged
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import opening, pack, plain, typed
from lan_thirteen.wire.frames import FrameReader, frame
from lan_thirteen.wire.limits import ASKING, BURST_MESSAGES, SEATED, STRANGER, Bounds
from lan_thirteen.wire.padding import padded

In = TypeVar("In")
Out = TypeVar("Out")


class LinkState(StrEnum):
    """How far the two ends have come."""

    GREETING = "greeting"
    """The host must greet."""
    JOINING = "joining"
    """The guest must say who it is."""
    ADMITTING = "admitting"
    """The host must let the guest in, begin to prove the PIN, or say why not."""
    PROVING = "proving"
    """The guest must prove the PIN."""
    JUDGING = "judging"
    """The host must prove it and let the guest in, or say why not."""
    FILLING = "filling"
    """The guest must give what the host has lost of the journal."""
    OPEN = "open"
    CLOSED = "closed"


Sayings: TypeAlias = Mapping[LinkState, Mapping[type[Tagged], LinkState]]

_GREETING, _JOINING, _ADMITTING, _PROVING, _JUDGING, _FILLING, _OPEN, _CLOSED = LinkState

HOST_SAYS: Final[Sayings] = {
    _GREETING: {m.Greeting: _JOINING, m.Bye: _CLOSED},
    _JOINING: {m.Bye: _CLOSED},
    _ADMITTING: {m.Pin: _PROVING, m.Lack: _FILLING, m.Welcome: _OPEN, m.Bye: _CLOSED},
    _PROVING: {m.Bye: _CLOSED},
    _JUDGING: {m.Welcome: _OPEN, m.Bye: _CLOSED},
    _FILLING: {m.Bye: _CLOSED},
    _OPEN: {
        m.Told: _OPEN,
        m.TableChanged: _OPEN,
        m.Accepted: _OPEN,
        m.Refused: _OPEN,
        m.Said: _OPEN,
        m.Notice: _OPEN,
        m.Entries: _OPEN,
        m.AskHost: _OPEN,
        m.AskNoMore: _OPEN,
        m.Estate: _OPEN,
        m.Moved: _OPEN,
        m.Ping: _OPEN,
        m.Pong: _OPEN,
        m.Bye: _CLOSED,
    },
    _CLOSED: {},
}

GUEST_SAYS: Final[Sayings] = {
    _GREETING: {m.Bye: _CLOSED},
    _JOINING: {m.Join: _ADMITTING, m.Bye: _CLOSED},
    _ADMITTING: {m.Bye: _CLOSED},
    _PROVING: {m.Proof: _JUDGING, m.Bye: _CLOSED},
    _JUDGING: {m.Bye: _CLOSED},
    _FILLING: {m.Rest: _ADMITTING, m.Bye: _CLOSED},
    _OPEN: {
        m.Act: _OPEN,
        m.DealCommit: _OPEN,
        m.DealMix: _OPEN,
        m.Receipt: _OPEN,
        m.Sit: _OPEN,
        m.Stand: _OPEN,
        m.Ready: _OPEN,
        m.SetGame: _OPEN,
        m.SetOption: _OPEN,
        m.SetHouse: _OPEN,
        m.SetSeatBot: _OPEN,
        m.Start: _OPEN,
        m.StandIn: _OPEN,
        m.Claim: _OPEN,
        m.Grant: _OPEN,
        m.Pause: _OPEN,
        m.Resume: _OPEN,
        m.Kick: _OPEN,
        m.Lock: _OPEN,
        m.SetPin: _OPEN,
        m.HandOver: _OPEN,
        m.WillHost: _OPEN,
        m.Opened: _OPEN,
        m.Rename: _OPEN,
        m.RenameTable: _OPEN,
        m.Chat: _OPEN,
        m.Again: _OPEN,
        m.Close: _OPEN,
        m.Ping: _OPEN,
        m.Pong: _OPEN,
        m.Bye: _CLOSED,
    },
    _CLOSED: {},
}


class Side(NamedTuple):
    """What one side of a link may say."""

    says: Sayings
    seated: Bounds
    """How large, once the link is open."""
    burst: int | None
    """How many messages that come together are read; None: any number, since bots may play fast."""


_HOST: Final = Side(HOST_SAYS, SEATED, burst=None)
_GUEST: Final = Side(GUEST_SAYS, ASKING, burst=BURST_MESSAGES)

_READABLE_FOR_EVER: Final = ("Greeting", "Bye")
"""Tags of the messages that begin with the protocol's number in every protocol."""


def host_end() -> Link[m.FromGuest, m.FromHost]:
    """The host's end of a new connection."""
    return Link(own=_HOST, peer=_GUEST)


def guest_end() -> Link[m.FromHost, m.FromGuest]:
    """The guest's end of a new connection."""
    return Link(own=_GUEST, peer=_HOST)


class Link(Generic[In, Out]):
    """One end. Whoever holds it carries the bytes; ``state`` is theirs to read only."""

    def __init__(self, own: Side, peer: Side) -> None:
        self.state = LinkState.GREETING
        self._own = own
        self._peer = peer
        self._reader = FrameReader(STRANGER.frame)
        self._kinds = {kind.__name__: kind for row in peer.says.values() for kind in row}

    def receive(self, data: bytes) -> list[In]:
        """What the peer said with this; nothing once the link is closed.

        Raises RemoteProtocolError, and is closed, where nobody may say that; then what came before it in ``data`` is
        lost too.
        """
        heard: list[In] = []
        try:
            self._reader.add(data)
            while self.state is not LinkState.CLOSED and (body := self._reader.take()) is not None:
                if len(heard) == self._peer.burst:
                    raise RemoteProtocolError(Refusal("link.flood"))
                heard.append(cast(In, self._heard(body)))
        except RemoteProtocolError:
            self._go(LinkState.CLOSED)
            raise
        return heard

    def send(self, message: Out, block: int = 0) -> bytes:
        """The bytes that say this; a ``Told`` is filled up to a multiple of ``block``.

        Raises LocalProtocolError, and nothing has changed, where the peer would refuse it.
        """
        kind = type(message)
        after = self._own.says[self.state].get(cast(Any, kind))
        if after is None:
            raise LocalProtocolError(Refusal("link.not-now", (), (kind.__name__,)))
        body = padded(message, block) if block and isinstance(message, m.Told) else pack(cast(Any, message))
        bounds = self._bounds(self._own)
        data = frame(body, bounds.frame)
        try:
            typed(plain(body, bounds), kind)
        except RemoteProtocolError as error:
            raise LocalProtocolError(error.why) from error
        self._go(after)
        return data

    def _heard(self, body: bytes) -> Tagged:
        start = opening(body)
        if start is not None and start[0] in _READABLE_FOR_EVER and start[1] != m.PROTOCOL:
            raise RemoteProtocolError(Refusal("join.other-version", (start[1], m.PROTOCOL)))
        tree = plain(body, self._bounds(self._peer))
        tag = tree[0] if type(tree) is list and tree else None
        kind = self._kinds.get(tag) if type(tag) is str else None
        if kind is None:
            raise RemoteProtocolError(Refusal("link.bad-frame"))
        after = self._peer.says[self.state].get(kind)
        if after is None:
            raise RemoteProtocolError(Refusal("link.not-now", (), (kind.__name__,)))
        message = typed(tree, kind)
        self._go(after)
        return cast(Tagged, message)

    def _go(self, state: LinkState) -> None:
        self.state = state
        self._reader.limit = self._bounds(self._peer).frame

    def _bounds(self, side: Side) -> Bounds:
        return side.seated if self.state is LinkState.OPEN else STRANGER
