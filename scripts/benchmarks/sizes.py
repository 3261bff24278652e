"""P6: how many bytes are told, and what the codec costs."""

from __future__ import annotations

import statistics
from collections.abc import Collection, Iterator
from itertools import chain
from random import Random
from typing import Any, Final, NamedTuple

import msgpack
from msgspec.structs import replace

from lan_thirteen.core.game import DEALER, Deal, Due, Seat, Viewer
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.net.told import told_block
from lan_thirteen.trust.journal import HEAD_BYTES, Played, line_of
from lan_thirteen.wire.codec import pack, unpack
from lan_thirteen.wire.frames import frame
from lan_thirteen.wire.limits import SEATED
from lan_thirteen.wire.link import GUEST_SAYS, HOST_SAYS, Link, LinkState, Side
from lan_thirteen.wire.messages import Act, Entries, FromGuest, FromHost, Told
from lan_thirteen.wire.padding import padded
from scripts.benchmarks.measure import Effort, Loop, Report, Spread, ratio, take_turns
from scripts.benchmarks.measure import Side as Player

GOALS: Final = ("P6",)

BOARDGAME_UPDATE: Final = 747
"""Bytes of boardgame.io 0.50.2's update of 13 Leaves with four seats over socket.io: one player's, after a move."""

SAMPLES: Final = 40
"""What is coded over and over: so many of the things told, from all over the deals."""


_LATE: Final = 2**31 - 1
_SIG: Final = bytes(64)


class Said(NamedTuple):
    """What one viewer is told of an action, and the move that is made next if it is theirs."""

    view: Any
    told: Told
    act: Act | None


def measure(effort: Effort, report: Report) -> None:
    report.heading("Bytes of what is said in random matches: the median, with the least and the most")
    for name, entry in GAMES.items():
        said = list(_matches(entry, max(1, effort.hands // 500)))
        _report_sizes(name, said, report)
        if name == "leaves":
            _report_leaves(entry, report)
    for name, entry in GAMES.items():
        said = list(_match(entry, 4, Random(f"codec {name}")))
        _report_speed(name, entry, said[:: max(1, len(said) // SAMPLES)], effort, report)


def _report_sizes(name: str, said: Collection[Said], report: Report) -> None:
    views = [len(one.told.view) for one in said]
    report.figure(f"{name}: view", views)
    report.figure(f"{name}: with events and moves, bare", [len(pack(one.told)) for one in said])
    on_wire = [len(frame(padded(one.told, told_block(name)), SEATED.frame)) for one in said]
    report.figure(f"{name}: the same as sent, all of one length", on_wire)
    report.never_above("P6", f"{name}: any view, bytes", _span(views), 1025)
    acts = [one.act for one in said if one.act is not None]
    bare, proven = [list(map(_framed, some)) for some in (acts, map(_signed, acts))]
    report.never_above("P6", f"{name}: own move, bytes with its length", _span(bare), 65)
    proofs = [signed - unsigned for signed, unsigned in zip(proven, bare, strict=True)]
    report.never_above("P6", f"{name}: its proof, bytes", _span(proofs), 113)
    report.figure(f"{name}: a move in the journal, as all are told", [_framed(_written(act)) for act in acts])


def _framed(message: Act | Entries) -> int:
    return len(frame(pack(message), SEATED.frame))


def _signed(act: Act) -> Act:
    """As it is sent, after the longest journal that there can be."""
    return replace(act, at=_LATE, sig=_SIG)


def _written(act: Act) -> Entries:
    line = line_of(Played(act.index, 0, act.action, act.index, _SIG))
    return Entries(1, act.index, (line,), bytes(HEAD_BYTES))


def _report_leaves(entry: AnyEntry, report: Report) -> None:
    """Four seats, as the match was that boardgame.io told."""
    views = [len(one.told.view) / BOARDGAME_UPDATE for one in _match(entry, 4, Random("leaves 4"))]
    report.never_above("P6", "leaves, 4 seats: view / boardgame.io update", _span(views), 0.4)


def _report_speed(name: str, entry: AnyEntry, said: Collection[Said], effort: Effort, report: Report) -> None:
    report.heading(f"{name}, 4 seats: views, and all that is told, coded and decoded; a second")
    views = [(one.view, one.told.view, msgpack.unpackb(one.told.view)) for one in said]
    tellings = [(one.told, pack(one.told), msgpack.unpackb(pack(one.told))) for one in said]

    def code_views() -> int:
        for view, _, _ in views:
            unpack(pack(view), entry.view_type)
        return len(views)

    def code_told() -> int:
        for told, _, _ in tellings:
            unpack(pack(told), Told)
        return len(tellings)

    def link_told() -> int:
        host, guest = _open_link()
        for told, _, _ in tellings:
            guest.receive(host.send(told, told_block(name)))
        return len(tellings)

    def raw(trees: list[Any]) -> Loop:
        def code() -> int:
            for tree in trees:
                msgpack.unpackb(msgpack.packb(tree))
            return len(trees)

        return Loop(code)

    sides: dict[str, Player] = {
        "views, our codec": Loop(code_views),
        "views, msgpack alone": raw([tree for _, _, tree in views]),
        "told, our codec": Loop(code_told),
        "told, msgpack alone": raw([tree for _, _, tree in tellings]),
        "told, filled up, through both ends of a link": Loop(link_told),
    }
    rates = {side: [rate.speed for rate in turns] for side, turns in take_turns(sides, effort).items()}
    for side, speeds in rates.items():
        report.figure(side, speeds, f"{1e6 / statistics.median(speeds):.0f} µs")
    for what in ("views", "told"):
        slower = ratio(rates[f"{what}, msgpack alone"], rates[f"{what}, our codec"])
        report.at_most("P6", f"{name}: {what}, our codec / msgpack, time", slower, 10)


def _open_link() -> tuple[Link[FromGuest, FromHost], Link[FromHost, FromGuest]]:
    """Both ends, past the welcome."""
    sides = Side(HOST_SAYS, SEATED, None), Side(GUEST_SAYS, SEATED, None)
    host: Link[FromGuest, FromHost] = Link(*sides)
    guest: Link[FromHost, FromGuest] = Link(*reversed(sides))
    for end in (host, guest):
        end.state = LinkState.OPEN
    return host, guest


def _matches(entry: AnyEntry, times: int) -> Iterator[Said]:
    """What is said in matches of every number of seats."""
    info = entry.game.info
    counts = range(info.min_seats, info.max_seats + 1)
    return chain.from_iterable(
        _match(entry, seats, Random(f"sizes {info.id} {seats} {time}")) for seats in counts for time in range(times)
    )


def _match(entry: AnyEntry, seats: int, chance: Random, most: int = 400) -> Iterator[Said]:
    """What everybody is told in a random match; a deal that drags on is told up to some point only."""
    game, index, moves, seed = entry.game, 0, 0, b""
    state = game.new_match(seats, {})
    viewers: list[Viewer] = [None, *map(Seat, range(seats))]
    while (actor := game.actor(state)) is not None:
        if actor is DEALER:
            if game.due(state) is Due.DEAL:
                seed, moves = chance.randbytes(32), 0
            action = game.deal(state, seed)
        else:
            action = chance.choice(game.legal(state))
        step = game.apply(state, actor, action)
        state, index, moves = step.state, index + 1, moves + 1
        if moves < most // seats or isinstance(action, Deal):
            for viewer in viewers:
                yield _said(entry, state, step.events, viewer, index)


def _said(entry: AnyEntry, state: Any, events: tuple[Any, ...], viewer: Viewer, index: int) -> Said:
    game = entry.game
    view = game.view(state, viewer)
    legal = tuple(map(pack, game.legal(state))) if viewer is not None and viewer == game.actor(state) else ()
    seen = [(shown, game.redact(event, None)) for event in events if (shown := game.redact(event, viewer)) is not None]
    is_dealt = viewer is not None and any(type(event).__name__ == "Dealt" for event in events)
    sig = _SIG if is_dealt or any(shown != watched for shown, watched in seen) else b""
    told = Told(viewer, index, 1, pack(view), tuple(pack(shown) for shown, _ in seen), legal, sig, b"")
    act = Act(index, index, 1, max(legal, key=len)) if legal else None
    return Said(view, told, act)


def _span(values: Collection[float]) -> Spread:
    return Spread(statistics.median(values), min(values), max(values))
