"""Every screen of the window, as somebody comes to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, TypeAlias

from msgspec import structs

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Phase
from lan_thirteen.net import orders as o
from lan_thirteen.net.remembered import Remembered
from lan_thirteen.net.rows import Listed, Pulse
from lan_thirteen.table import commands as c
from lan_thirteen.ui.app.at_table import AtTable, ChatLine
from lan_thirteen.ui.app.model import Model, with_toast
from lan_thirteen.ui.screens import dialogs
from lan_thirteen.wire.advert import TableStatus
from tests.support.adverts import KITCHEN
from tests.support.pilot import Lan, Pilot
from tests.support.pilot_hands import asked, choice_of, is_asked, play_match, plays_with_mouse, seated, started

Screen: TypeAlias = Callable[[], Pilot]
NAMES: Final = ("Femke", "Jan", "민지 Minji", "Sjoukje", "Lukas", "Bo", "Ana", "Cem", "Kitchen", "Friday Leaves")


def tables(*names: str) -> o.TablesSeen:
    """A list of tables of these names, whose hosts are called so, too."""
    statuses = (TableStatus.LOBBY, TableStatus.PLAYING, TableStatus.FULL)
    adverts = [
        structs.replace(
            KITCHEN, table=bytes([n]) * 16, name=name or "?", host=names[n - 1] or "?", status=statuses[n % 3]
        )
        for n, name in enumerate(names)
    ]
    return o.TablesSeen(tuple(Listed(a, (), Pulse.ALIVE, n % 4 == 3, 0.012) for n, a in enumerate(adverts)), None)


def _home() -> Pilot:
    return Pilot(Lan())


def _home_with_tables() -> Pilot:
    pilot = Pilot(Lan())
    pilot.hear(tables(*NAMES[:6]))
    pilot.hear(o.CanReturn(Remembered(bytes(16), bytes(32), (), "Kitchen", "leaves", 0.0)))
    return pilot


def _naming() -> Pilot:
    pilot = _home()
    pilot.click("Change your name")
    return pilot


def _pressed(*labels: str) -> Screen:
    def make() -> Pilot:
        pilot = _home()
        for label in labels:
            pilot.click(label)
        return pilot

    return make


def _joining() -> Pilot:
    pilot = _home_with_tables()
    pilot.lan.tell(pilot, o.Joining())
    pilot.app._change(replace(pilot.model, joining="Kitchen", table=AtTable()))
    return pilot


def _told() -> Pilot:
    pilot = _home()
    pilot.app._change(
        replace(pilot.model, overlay=dialogs.told("The table is full. You can watch, or ask for a seat."))
    )
    pilot.lan.pass_time(1)
    return pilot


def _room(place: int) -> Screen:
    return lambda: seated(Lan(), "dreizehn", "Ana", "Bo")[place]


def _asked(game: str, *keys: str, **options: Any) -> Screen:
    def make() -> Pilot:
        _, pilot = asked(game, "Ana", "Bo", **options)
        pilot.key(*keys)
        return pilot

    return make


def _waiting(game: str) -> Screen:
    def make() -> Pilot:
        lan, pilot = asked(game, "Ana", "Bo")
        return next(other for other in lan.pilots if other is not pilot)

    return make


def _passing() -> Pilot:
    lan, pilot = asked("leaves", "Ana", "Bo")
    for _ in range(200):
        if is_asked(pilot) and pilot.can("Pass and take"):
            pilot.click("Pass and take")
            return pilot
        other = next((p for p in lan.pilots if is_asked(p)), None)
        if other is None:
            lan.pass_time(0.1)
        else:
            plays_with_mouse(other, choice_of(other))
        if lan.lobby.phase is Phase.FINISHED:
            lan.do(c.Again(lan.pilots[0].at_table))
            lan.do(c.Start(lan.pilots[0].at_table))
    raise AssertionError("nobody can pass")


def _results(game: str, **options: Any) -> Screen:
    def make() -> Pilot:
        lan = Lan()
        pilots = started(lan, game, "Ana", "Bo", **options)
        for _ in range(1000):
            pilot = next((p for p in pilots if is_asked(p)), None)
            if pilots[0].model.results.is_open:
                lan.pass_time(1)
                return pilots[0]
            if pilot is None:
                lan.pass_time(0.1)
            else:
                plays_with_mouse(pilot, choice_of(pilot))
        raise AssertionError("the deal does not end")

    return make


def _over(game: str) -> Screen:
    def make() -> Pilot:
        lan = Lan()
        pilots = started(lan, game, "Ana", "Bo")
        play_match(lan, *pilots, plays=plays_with_mouse, ready=lambda pilot: pilot.click("Ready for more"))
        lan.pass_time(1)
        return pilots[1]

    return make


def _dialog(kind: dialogs.Kind) -> Screen:
    def make() -> Pilot:
        _, pilot = asked("leaves", "Ana", "Bo")
        pilot.app._change(replace(pilot.model, overlay=dialogs.asked(kind, "Kitchen", 2)))
        return pilot

    return make


SCREENS: Final[Mapping[str, Screen]] = {
    "home": _home,
    "home with tables": _home_with_tables,
    "naming": _naming,
    "joining": _joining,
    "told": _told,
    "host": _pressed("Host a table"),
    "host rules": _pressed("Host a table", "Game rules"),
    "host house": _pressed("Host a table", "House rules"),
    "rules": _pressed("Rules"),
    "settings": _pressed("Settings"),
    "settings profile": _pressed("Settings", "Profile"),
    "settings controls": _pressed("Settings", "Controls"),
    "settings network": _pressed("Settings", "Network"),
    "settings about": _pressed("Settings", "About"),
    "room of the owner": _room(0),
    "room of a guest": _room(1),
    **{f"{game} asked": _asked(game) for game in ("leaves", "three-thirteen", "dreizehn")},
    **{f"{game} waiting": _waiting(game) for game in ("leaves", "three-thirteen", "dreizehn")},
    "leaves taking": _passing,
    "three-thirteen arranging": _asked("three-thirteen", "a"),
    **{f"{game} chat": _asked(game, "t") for game in ("leaves", "three-thirteen", "dreizehn")},
    **{f"{game} log": _asked(game, "l") for game in ("leaves", "three-thirteen", "dreizehn")},
    "menu": _asked("leaves", "f10"),
    "rules at a table": _asked("three-thirteen", "f1"),
    "results of leaves": _results("leaves", mode="expert"),
    "results of three-thirteen": _results("three-thirteen"),
    "results of dreizehn": _results("dreizehn", rounds=2),
    **{f"end of {game}": _over(game) for game in ("leaves", "three-thirteen", "dreizehn")},
    **{str(kind): _dialog(kind) for kind in dialogs.Kind if kind not in (dialogs.Kind.TOLD, dialogs.Kind.JOINING)},
}


@cache
def _model_at(name: str) -> tuple[Model, float]:
    pilot = SCREENS[name]()
    return pilot.model, pilot.lan.now


def at_screen(name: str, size: tuple[int, int] = (1280, 720)) -> Pilot:
    """Somebody at this screen; where there was a table, it hears nothing any more."""
    model, now = _model_at(name)
    pilot = Pilot(Lan(), model.settings.name, size)
    pilot.lan.now = now
    pilot.app._change(model)
    pilot.app.tick(now)
    return pilot


def renamed(pilot: Pilot, names: Sequence[str], *, has_toast: bool = True) -> None:
    """Let everybody and everything on this screen be called so: people, tables, hosts, and what is said."""
    model = pilot.model
    home_, known = model.home, model.known
    if known.seen is not None:
        seen = tables(*names[:6])
        back = Remembered(bytes(16), bytes(32), (), names[0] or "?", "leaves", 0.0)
        known = replace(known, seen=seen, return_to=back)
    changes: dict[str, Any] = {"known": known}
    changes["home"] = home_._replace(name=home_.name._replace(text=names[0], caret=len(names[0])))
    changes["settings"] = replace(model.settings, name=names[0])
    if model.form is not None:
        changes["form"] = model.form._replace(name=model.form.name._replace(text=names[1], caret=len(names[1])))
    if isinstance(model.overlay, dialogs.State):
        changes["overlay"] = model.overlay._replace(who=names[2], text=names[3] if model.overlay.text else "")
    if model.table is not None:
        changes["table"] = _renamed_table(model.table, names)
    if model.joining:
        changes["joining"] = names[1]
    model = replace(model, **changes)
    pilot.app._change(with_toast(model, names[4], pilot.lan.now, is_trouble=True) if has_toast else model)


def _renamed_table(table: AtTable, names: Sequence[str]) -> AtTable:
    if table.lobby is None:
        return table
    seats = tuple(structs.replace(info, name=names[n]) for n, info in enumerate(table.lobby.seats))
    said = tuple(ChatLine(name, None if n % 3 == 2 else Seat(n % 2), name, n % 2 == 0) for n, name in enumerate(names))
    lobby = structs.replace(table.lobby, seats=seats, name=names[len(seats)])
    return replace(table, lobby=lobby, chat=said, unread=len(names), log=tuple(names))
