"""The commands that reach other computers: ``host``, ``join`` and ``tables``."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
from collections.abc import Coroutine
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from lan_thirteen.core.errors import BadSettings, JoinError, LanThirteenError
from lan_thirteen.core.pin import Pin, pin_of
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.acquaintances import acquaintances_of
from lan_thirteen.net.addresses import own_addresses, parse_address
from lan_thirteen.net.browser import Browser, resolve
from lan_thirteen.net.copies import Copies
from lan_thirteen.net.dial import Address, Known
from lan_thirteen.net.ear import Ear
from lan_thirteen.net.folders import USUAL
from lan_thirteen.net.guest import Guest, Means, Visitor
from lan_thirteen.net.new_pin import new_pin
from lan_thirteen.net.opening import Opening, OpenTable, Reopening, open_table
from lan_thirteen.net.orders import ProofFailed, ProofSaved
from lan_thirteen.net.profile import Profile, open_profile, shared_profile
from lan_thirteen.net.proving import prove
from lan_thirteen.net.rows import Listed
from lan_thirteen.net.throttle import OwnTries
from lan_thirteen.table.why import Why
from lan_thirteen.trust.keys import KEY_BYTES
from lan_thirteen.ui.terminal.console import InputEnded, Terminal
from lan_thirteen.ui.terminal.far_seat import FarBot, FarSeat, read_lines
from lan_thirteen.ui.terminal.menu import usual_seats
from lan_thirteen.ui.terminal.saved import plain_saved, refuse_rules, reopening, show_saved
from lan_thirteen.ui.terminal.setup import (
    game_of,
    house_of,
    judged,
    level_of,
    name_of,
    number_of,
    options_of,
    timing_of,
    typed_pin,
)
from lan_thirteen.wire.names import clean_table_name

T = TypeVar("T")

_LOOK_S = 2.5
"""How long ``tables`` and ``join NAME`` look around: a table is heard within a fraction of it."""
_MORE_S = 0.5
"""How long ``join NAME`` then waits for a second table of that name."""
_PORT_RANGE = range(1024, 65536)


def run_host(terminal: Terminal, arguments: argparse.Namespace) -> None:
    """Keep a table until it is closed. A program that reads JSON reads there, too, why there is none."""
    try:
        _keep_table(terminal, arguments)
    except LanThirteenError as error:
        if arguments.json:
            why = {"code": error.why.code, "numbers": error.why.numbers, "names": error.why.names}
            terminal.write(json.dumps({"refused": why}, ensure_ascii=False))
        raise


def _keep_table(terminal: Terminal, arguments: argparse.Namespace) -> None:
    if arguments.resume is not None:
        refuse_rules(arguments)
        _keep_again(terminal, arguments)
        return
    opening, timing = _opening(terminal, arguments), timing_of(arguments.pause)
    if arguments.owned:
        key, pin = _owner(terminal)
        opening = replace(opening, owner_key=key, pin=pin or opening.pin)
    profile = _profile(terminal, arguments)
    try:
        _run(_host(terminal, opening, profile, timing, arguments))
    finally:
        profile.close()


def _keep_again(terminal: Terminal, arguments: argparse.Namespace) -> None:
    """Keep a table whose match was broken off; whose it is, is known."""
    timing, profile = timing_of(arguments.pause), _profile(terminal, arguments)
    try:
        again = reopening(arguments, profile)
        _run(_host(terminal, again.opening, profile, timing, arguments, again))
    finally:
        profile.close()


def run_join(terminal: Terminal, arguments: argparse.Namespace) -> None:
    """Sit down at a table on another computer, or let a bot sit there."""
    level = None if arguments.bot is None else level_of(arguments.bot)
    visitor = Visitor(name_of(terminal, arguments.name), watch=arguments.watch, pin=typed_pin(arguments.pin))
    profile = _profile(terminal, arguments)
    try:
        _run(_join(terminal, arguments.table, visitor, level, profile))
    finally:
        profile.close()


def run_tables(terminal: Terminal, arguments: argparse.Namespace) -> None:
    """The tables that can be seen from here."""
    if not arguments.saved:
        _run(_watch_tables(terminal, arguments) if arguments.watch else _list_tables(terminal, arguments))
        return
    profile = _profile(terminal, arguments)
    try:
        if arguments.json:
            terminal.write(json.dumps(plain_saved(profile), ensure_ascii=False))
        else:
            show_saved(terminal, profile)
    finally:
        profile.close()


def _owner(terminal: Terminal) -> tuple[bytes, Pin | None]:
    """The owner's public seat key and the PIN, if there is one: the first line of the input, which means all of it."""
    first, _, digits = terminal.console.read().strip().partition(" ")
    try:
        key = bytes.fromhex(first)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadSettings(Refusal("host.no-owner-key"))
    return key, typed_pin(digits or None)


def _opening(terminal: Terminal, arguments: argparse.Namespace) -> Opening:
    """The table that was asked for, judged."""
    if arguments.game is None:
        raise BadSettings(Refusal("cli.game-needed-host", (), (", ".join(GAMES),)))
    entry, options = game_of(arguments.game), options_of(arguments.options)
    info = entry.game.info
    seats = usual_seats(info) if arguments.seats is None else number_of("--seats", arguments.seats)
    judged(entry, seats, options)
    bots = _bots(arguments.bots, arguments.level)
    if len(bots) > seats:
        raise BadSettings(Refusal("cli.too-many-bots", (len(bots), seats)))
    name = clean_table_name(arguments.name or terminal.say("host.usual-name", game=terminal.say(f"game.{info.id}")))
    if name is None:
        raise BadSettings(Refusal("table.bad-name"))
    port = None if arguments.port is None else number_of("--port", arguments.port)
    if port is not None and port not in _PORT_RANGE:
        raise BadSettings(Refusal("host.bad-port", (_PORT_RANGE[0], _PORT_RANGE[-1])))
    pin = new_pin() if arguments.pin == "random" else typed_pin(arguments.pin)
    return Opening(
        name=name,
        game=info.id,
        seats=seats,
        options=tuple(options.items()),
        bots=bots,
        house=house_of(arguments.house),
        port=port,
        pin=pin,
        is_hidden=arguments.hidden,
    )


def _bots(bots: str | None, level: str | None) -> tuple[str, ...]:
    """The level of each bot: as many as were asked for, or one for each level that was named."""
    if bots is not None and not bots[:1].isdigit():
        return tuple(level_of(each) for each in bots.split(","))
    usual = "normal" if level is None else level_of(level)
    return (usual,) * (0 if bots is None else number_of("--bots", bots))


async def _host(  # all that a table is opened with
    terminal: Terminal,
    opening: Opening,
    profile: Profile,
    timing: Timing,
    arguments: argparse.Namespace,
    again: Reopening | None = None,
) -> None:
    async with open_table(opening, profile, timing, again) as table:
        if arguments.json:
            terminal.write(json.dumps(table.facts(opening), ensure_ascii=False))
        else:
            terminal.write(*_told(terminal, opening, table))
            await _tell_trouble(terminal, table, timing)
        await table.host.closed.wait()
        is_saved = table.host.last_words() is Why.SAVED
    if not arguments.json:
        terminal.write(terminal.say("host.saved" if is_saved else "host.closed"))


async def _tell_trouble(terminal: Terminal, table: OpenTable, timing: Timing) -> None:
    """Say why others may not see the table by themselves, once that is known."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(timing.settled):
            await table.host.closed.wait()
    if table.beacon.trouble is not None:
        terminal.write(terminal.language.why(table.beacon.trouble))


def _told(terminal: Terminal, opening: Opening, table: OpenTable) -> list[str]:
    """Where others find the table."""
    say = terminal.say
    lines = [say("host.open", table=opening.name, game=say(f"game.{opening.game}"))]
    lines += [
        say(f"host.address.{address.mark}", address=f"[{address.ip}]" if address.is_ipv6 else address.ip,
            port=table.port, adapter=address.adapter)
        for address in own_addresses()
    ]  # fmt: skip
    if table.trouble is not None:
        lines.append(terminal.language.why(table.trouble))
    if opening.pin is not None:
        lines.append(say("host.pin", pin=opening.pin.digits))
    return [*lines, say("host.how-to-join", table=opening.name)]


async def _join(terminal: Terminal, table: str, visitor: Visitor, level: str | None, profile: Profile) -> None:
    """Stay at the table. Who types is asked for its PIN where it has one, and asked again where that was wrong."""
    timing, met = Timing(), acquaintances_of(profile)
    means = Means(OwnTries(timing), Copies(profile.folder), lambda port, hear: Ear(port, hear, timing))
    known = await _find(terminal, table, timing)
    typed: asyncio.Queue[str | None] = asyncio.Queue()
    if level is None:
        read_lines(terminal, typed)
    while True:
        guest = Guest(known, profile.seat_key, visitor, timing, means)
        try:
            if level is None:
                seat = FarSeat(terminal, guest, met, partial(_prove, profile, guest))
                await _visit_and_type(seat, typed, is_watching=visitor.watch)
            else:
                await _visit(FarBot(terminal, guest, met, level))
            return
        except JoinError as error:
            if level is not None or error.why.code not in _ASK_FOR_PIN:
                raise
            pin = await _ask_pin(terminal, typed, error.why)
            if pin is None:
                raise
            visitor = replace(visitor, pin=pin)


def _prove(profile: Profile, guest: Guest) -> ProofSaved | ProofFailed:
    return prove(profile.folder, guest.witness.proof())


_ASK_FOR_PIN = ("join.pin-needed", "join.wrong-pin")


async def _ask_pin(terminal: Terminal, typed: asyncio.Queue[str | None], why: Refusal) -> Pin | None:
    """The PIN that is typed next; None where none comes any more."""
    terminal.write(terminal.language.why(why))
    while True:
        terminal.write(terminal.say("ask.pin"))
        line = await typed.get()
        if line is None or line.strip().lower() == "q":
            return None
        if (pin := pin_of(line)) is not None:
            return pin
        terminal.write(terminal.say("pin.bad"))


async def _visit(seat: FarSeat) -> None:
    """Raises JoinError with the reason where the table cannot be joined, or has said goodbye."""
    await seat.visit()
    if seat.why_over is not None:
        raise JoinError(seat.why_over)


async def _visit_and_type(seat: FarSeat, typed: asyncio.Queue[str | None], *, is_watching: bool) -> None:
    """Stay at the table; what is typed once we are there goes to the seat, and q leaves.

    Raises InputEnded where the input does: who plays must leave then, and who only watches goes on.
    """
    has_ended = False

    async def listen() -> None:
        nonlocal has_ended
        await seat.has_come.wait()
        while (line := await typed.get()) is not None and line.strip().lower() != "q":
            seat.typed(line)
        has_ended = line is None
        if not (has_ended and is_watching):
            seat.guest.leave()

    listener = asyncio.create_task(listen())
    try:
        await _visit(seat)
    finally:
        listener.cancel()
    if has_ended and not is_watching:
        raise InputEnded


async def _find(terminal: Terminal, table: str, timing: Timing) -> Known:
    """Where the table of this address or name is. Raises JoinError where it is not to be seen."""
    terminal.write(terminal.say("join.looking", table=table))
    async with Browser(timing) as browser:
        target = parse_address(table)
        if not isinstance(target, Refusal):
            hosts = await resolve(target.host, timing) if target.is_name else (target.host,)
            ports = target.ports
            if not hosts:
                raise JoinError(Refusal("join.unknown-computer", (), (target.host,)))
            return Known(tuple(Address(host, port) for port in ports for host in hosts))
        rows = await _rows(browser, table)
    if not rows:
        raise JoinError(Refusal("join.not-seen", (), (table,)))
    if len(rows) > 1:
        where = "; ".join(f"{row.advert.table.hex()[:8]} ({row.targets[0]})" for row in rows if row.targets)
        raise JoinError(Refusal("join.several", (len(rows),), (table, where)))
    row = rows[0]
    addresses = tuple(Address(t.host, p) for t in row.targets for p in t.ports)
    return Known(addresses, row.advert.table, row.advert.fingerprint, row.advert.pin)


async def _rows(browser: Browser, name: str) -> list[Listed]:
    """The tables of this name, or whose id begins so; another one of that name is heard soon after the first."""
    wanted = name.casefold()

    def fitting() -> list[Listed]:
        return [
            row
            for row in browser.tables()
            if row.advert.name.casefold() == wanted or (len(wanted) >= 4 and row.advert.table.hex().startswith(wanted))
        ]

    try:
        async with asyncio.timeout(_LOOK_S):
            async for _ in browser.watch():
                if fitting():
                    await asyncio.sleep(_MORE_S)
                    break
    except TimeoutError:
        pass
    return fitting()


async def _list_tables(terminal: Terminal, arguments: argparse.Namespace) -> None:
    async with Browser(Timing()) as browser:
        await asyncio.sleep(_LOOK_S)
        rows, trouble = browser.tables(), browser.trouble
    _show(terminal, rows, is_json=arguments.json)
    if trouble is not None and not arguments.json:
        terminal.write(terminal.language.why(trouble))


async def _watch_tables(terminal: Terminal, arguments: argparse.Namespace) -> None:
    async with Browser(Timing()) as browser:
        async for rows in browser.watch():
            _show(terminal, rows, is_json=arguments.json)


def _show(terminal: Terminal, rows: tuple[Listed, ...], *, is_json: bool) -> None:
    if is_json:
        terminal.write(json.dumps([_plain(row) for row in rows], ensure_ascii=False))
        return
    say = terminal.say
    if not rows:
        terminal.write(say("tables.none"))
    for row in rows:
        advert = row.advert
        key = f"tables.{advert.status}" if advert.is_ours else "tables.other-version"
        where = str(row.targets[0]) if row.targets else ""
        terminal.write(
            say(key, table=advert.name, game=say(f"game.{advert.game}") if advert.game in GAMES else advert.game,
                taken=advert.taken, seats=advert.seats, host=advert.host, where=where, program=advert.program)
        )  # fmt: skip
        if advert.pin and advert.is_ours:
            terminal.write(say("tables.has-pin"))


def _plain(row: Listed) -> dict[str, Any]:
    """A row as other programs read it."""
    advert = row.advert
    return {
        "table": advert.table.hex(),
        "name": advert.name,
        "game": advert.game,
        "options": dict(advert.options),
        "taken": advert.taken,
        "seats": advert.seats,
        "status": advert.status.value,
        "protocol": advert.protocol,
        "fingerprint": advert.fingerprint.hex(),
        "pin": advert.pin,
        "addresses": [str(target) for target in row.targets],
        "is_here": row.pulse.value,
    }


def _profile(terminal: Terminal, arguments: argparse.Namespace) -> Profile:
    if getattr(arguments, "owned", False) and arguments.profile is not None:
        profile = shared_profile(arguments.profile)  # its owner's program holds it
    else:
        profile = open_profile(arguments.profile)
    if not getattr(arguments, "json", False):
        profile.tell = lambda why: terminal.write(terminal.language.why(why))
        if arguments.profile is None and profile.name != USUAL:
            terminal.write(terminal.say("profile.other", profile=profile.name))
    profile.forget_old_keys()
    return profile


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run on a loop that knows every kind of socket: Windows' own one loses UDP sockets."""
    factory = asyncio.SelectorEventLoop if sys.platform == "win32" else None
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)
