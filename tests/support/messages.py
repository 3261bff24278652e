"""Messages to try the wire with: one of each kind, any that its type allows, and two ends that talk."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import DealId, HouseRules, Lobby, Person, Phase, Presence, SeatInfo, SeatKind, WatcherInfo
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.link import Link, guest_end, host_end

KINDS: Final = tuple(dict.fromkeys((*get_args(m.FromHost), *get_args(m.FromGuest))))

_NONCE = bytes(range(32))
_KEY = bytes(range(100, 132))
_SIG = bytes(range(64))

LOBBY: Final = Lobby(
    name="Küche 桌",
    phase=Phase.PLAYING,
    paused="",
    game="leaves",
    options=(("mode", "single"), ("target_score", 20)),
    house=HouseRules(),
    seats=(
        SeatInfo(SeatKind.PERSON, Person(1), "Ana", 3, "", is_ready=True, presence=Presence.HERE),
        SeatInfo(SeatKind.PERSON, Person(2), "Žofía", 4, "", is_ready=False, presence=Presence.LOST, waits_ms=43_000),
        SeatInfo(SeatKind.BOT, None, "", 0, "easy", is_ready=True, presence=Presence.HERE),
    ),
    watchers=(WatcherInfo(Person(3), "Bo"), WatcherInfo(Person(4), "Žofía (2)", claims=Seat(1))),
    owner=Person(1),
    is_locked=False,
    waits_ms=None,
    may_stand_in=(Seat(1),),
)

GREETING: Final = m.Greeting(m.PROTOCOL, "1.0", bytes(range(16)), 1, _NONCE, pin=False, host_key=_KEY, sig=_SIG)
JOIN: Final = m.Join(
    m.PROTOCOL,
    "1.0",
    "Ana",
    3,
    watch=False,
    seen=0,
    match=0,
    have=0,
    seat_key=_KEY,
    nonce=_NONCE,
    spake=b"",
    sig=_SIG,
)
WELCOME: Final = m.Welcome(Person(1), is_back=False, mac=b"")
PIN: Final = m.Pin(b"B" + _KEY)
PROOF: Final = m.Proof(_NONCE)
LACK: Final = m.Lack(2, 140, _NONCE)
REST: Final = m.Rest(b'["Back",1]')
TOLD: Final = m.Told(
    Seat(0), 7, 2, b"\x93\x01\x02\x03", (b"\x91\x05", b"\x91\x06"), (b"\x92\xa4Take\xc0",), b"", bytes(9)
)
BYE: Final = m.Bye(m.PROTOCOL, "1.0", "link.flood")

SAMPLES: Final = (
    GREETING,
    JOIN,
    WELCOME,
    TOLD,
    m.Told(None, 2**31 - 1, 0, b"", (), (), b"", b""),
    msgspec.structs.replace(TOLD, sig=_SIG),
    m.TableChanged(LOBBY, (_KEY, _NONCE, b"")),
    m.TableChanged(LOBBY, ()),
    m.Accepted(7),
    m.Refused(7, "leaves.end-needs-more", (3, 7), ()),
    m.Refused(None, "settings.bad-value", (), ("mode", "wild", "single, expert")),
    m.Said(Person(2), "Schön! 桌"),
    m.Pong(4),
    BYE,
    m.Bye(m.PROTOCOL, "1.0", "join.other-version", (2, 1), ("x",)),
    m.Act(7, 41, 2, b"\x92\xa4Take\xc0"),
    m.Act(8, 41, 2, b"\x92\xa4Take\x07", 70000, _SIG),
    m.Sit(7),
    m.Sit(None),
    m.Stand(),
    m.Ready(is_ready=True),
    m.SetGame("three-thirteen", 4),
    m.SetOption("mode", "expert"),
    m.SetOption("target_score", 13),
    m.SetHouse("turn_clock_s", 45),
    m.SetSeatBot(2, "normal"),
    m.Start(),
    m.StandIn(1),
    m.Claim(1),
    m.Claim(None),
    m.Grant(4, is_granted=True),
    m.Pause(),
    m.Resume(),
    m.Kick(3),
    m.Lock(is_locked=True),
    m.Rename("Ana Žofía"),
    m.RenameTable("Küche"),
    m.Chat("Well played"),
    m.Again(),
    m.Close(),
    m.Ping(4),
    m.Notice("file.not-saved-further", (), ()),
    PIN,
    PROOF,
    LACK,
    REST,
    m.Rest(b""),
    m.SetPin("40713"),
    m.SetPin(""),
    m.DealCommit(DealId(1, 3, 1), _NONCE, _SIG),
    m.DealMix(DealId(1, 300, 70000), _NONCE, _SIG),
    m.Entries(1, 0, (b'["Back",1]',), _NONCE),
    m.Entries(300, 70000, (b'["Back",1]', b""), _KEY),
    m.Receipt(DealId(1, 3, 1), 41, "green", _SIG),
    msgspec.structs.replace(JOIN, seen=41, match=2, have=300),
    m.AskHost(is_dealt=True),
    m.AskNoMore(),
    m.Estate(2, 300, b'["HandedOver",2]', b"{}", ((DealId(2, 3, 1), _NONCE),)),
    m.Estate(2, 300, b'["HandedOver",2]', b"{}", ()),
    m.Moved(2, _NONCE, 41313, ("192.168.1.20", "fe80::1%3")),
    m.HandOver(3),
    m.WillHost(is_willing=True),
    m.Opened(_NONCE, 41313, ("192.168.1.20",)),
)
"""At least one of each kind. What stands here is in the frames of this protocol too, so it may grow but not change."""


def any_of(kind: Any) -> st.SearchStrategy[Any]:
    """Whatever the type allows, its longest and largest included."""
    return _strategy(inspect.type_info(kind))


def as_changed(lobby: Lobby) -> m.TableChanged:
    """The table as all are told of it, with a seat key for each person."""
    return m.TableChanged(lobby, tuple(bytes([seat.person]) * 32 if seat.person else b"" for seat in lobby.seats))


def open_pair() -> tuple[Link[m.FromGuest, m.FromHost], Link[m.FromHost, m.FromGuest]]:
    """A host's and a guest's end after the welcome."""
    host, guest = host_end(), guest_end()
    guest.receive(host.send(GREETING))
    host.receive(guest.send(JOIN))
    guest.receive(host.send(WELCOME))
    return host, guest


def _strategy(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=low, le=high):
            return st.integers(-(2**63) if low is None else low, 2**64 - 1 if high is None else high)
        case inspect.StrType(min_length=low, max_length=high):
            return st.text(min_size=low or 0, max_size=50 if high is None else high)
        case inspect.BytesType(min_length=low, max_length=high):
            return st.binary(min_size=low or 0, max_size=300 if high is None else high)
        case inspect.EnumType(cls=cls):
            return st.sampled_from(list(cls))
        case inspect.UnionType(types=types):
            return st.one_of(*map(_strategy, types))
        case inspect.VarTupleType(item_type=item, min_length=low, max_length=high):
            return st.lists(_strategy(item), min_size=low or 0, max_size=high or 5).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*map(_strategy, items))
        case inspect.StructType(cls=cls, fields=fields):
            return st.builds(cls, *(_strategy(field.type) for field in fields))
        case _:
            raise TypeError(f"no message may hold {kind}")
