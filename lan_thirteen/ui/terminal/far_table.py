"""A table on another computer, in words: what has changed since it was last told."""

from __future__ import annotations

from collections.abc import Iterator

from lan_thirteen.core.game import Seat
from lan_thirteen.core.lobby import Lobby, Person, Phase, Presence, SeatInfo, SeatKind
from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui.terminal.teller import Teller
from lan_thirteen.ui.text import Language


def seat_of(lobby: Lobby, person: Person) -> Seat | None:
    """Where this person sits; None for one who watches."""
    return next((Seat(s) for s, info in enumerate(lobby.seats) if info.person == person), None)


def teller_for(lobby: Lobby, person: Person, language: Language, *, has_suits: bool) -> Teller:
    """Tells this table to ``person``."""
    names = [named_seat(language, info, seat) for seat, info in enumerate(lobby.seats)]
    return Teller(language, names, seat_of(lobby, person), has_suits=has_suits)


def changes(teller: Teller, old: Lobby | None, new: Lobby, person: Person) -> list[str]:
    """What is worth a line."""
    if new.phase is Phase.LOBBY:
        return [] if old is not None and _gist(old) == _gist(new) else _waiting_room(teller, new, person)
    if old is None or len(old.seats) != len(new.seats):
        return [] if seat_of(new, person) is not None else [teller.say("far.keys.watcher")]
    lines = [line for s in range(len(new.seats)) for line in _seat_changes(teller, old.seats[s], new.seats[s], Seat(s))]
    if new.paused != old.paused:
        lines.append(teller.say(new.paused) if new.paused else teller.say("far.goes-on"))
    lines += [teller.of("far.may-stand-in", seat) for seat in new.may_stand_in if seat not in old.may_stand_in]
    lines += _claims(teller, old, new, person)
    return lines


def _gist(lobby: Lobby) -> object:
    """What of a waiting room is worth telling anew."""
    return lobby.phase, lobby.name, lobby.game, lobby.options, lobby.seats, lobby.watchers, lobby.owner


def _waiting_room(teller: Teller, lobby: Lobby, person: Person) -> list[str]:
    say = teller.say
    lines = ["", say("far.waiting-room", table=lobby.name, game=say(f"game.{lobby.game}"))]
    lines += teller.unusual_options(GAMES[lobby.game].game.info, dict(lobby.options))
    for number, info in enumerate(lobby.seats, 1):
        lines.append(say(f"far.seat.{_state(info)}", number=number, who=teller.who(Seat(number - 1))))
    if lobby.watchers:
        lines.append(say("far.watching", who=say("list.comma").join(w.name for w in lobby.watchers)))
    owner = next((seat for seat, info in enumerate(lobby.seats) if info.person == lobby.owner is not None), None)
    if owner is not None:
        lines.append(teller.of("far.owner", Seat(owner)))
    if lobby.owner == person:
        return [*lines, say("far.keys.owner")]
    return [*lines, say("far.keys.watcher" if seat_of(lobby, person) is None else "far.keys.guest")]


def _state(info: SeatInfo) -> str:
    if info.kind is not SeatKind.PERSON:
        return str(info.kind)
    return "ready" if info.is_ready else "person"


def _seat_changes(teller: Teller, old: SeatInfo, new: SeatInfo, seat: Seat) -> Iterator[str]:
    if new.kind is not SeatKind.PERSON:
        return
    if new.presence is not old.presence:
        yield teller.of("far.back" if new.presence is Presence.HERE else f"far.{new.presence}", seat)
    if new.waits_ms is not None and old.waits_ms is None:
        yield teller.of("far.bot-in", seat, -(-new.waits_ms // 1000))
    if new.level and not old.level:
        yield teller.of("far.stand-in", seat)


def _claims(teller: Teller, old: Lobby, new: Lobby, person: Person) -> Iterator[str]:
    """Who says that a seat is theirs, since that is for the owner to answer."""
    known = {(watcher.person, watcher.claims) for watcher in old.watchers}
    for watcher in new.watchers:
        if watcher.claims is None or (watcher.person, watcher.claims) in known:
            continue
        words = {"who": watcher.name, "whose": teller.who(watcher.claims), "number": watcher.claims + 1}
        yield teller.say("claim.asked" if new.owner == person else "claim.asks", **words)


def named_seat(language: Language, info: SeatInfo, seat: int) -> str:
    """Who sits there."""
    if info.kind is SeatKind.FREE:
        return language.say("far.nobody")
    return info.name or language.say("bot.name", seat + 1)
