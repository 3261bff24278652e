"""Tables to be looked at: what a seat knows of a state, without a host."""

from __future__ import annotations

from typing import Any

from lan_thirteen.core.game import DEALER, Viewer
from lan_thirteen.core.lobby import HouseRules, Lobby, Person, Phase, Presence, SeatInfo, SeatKind
from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui.boards.base import Sight
from lan_thirteen.ui.canvas import Stage
from lan_thirteen.ui.display import Box
from lan_thirteen.ui.terminal.teller import Teller

NAMES = ("Femke", "Jan", "민지 Minji", "Sjoukje", "Lukas", "Bartholomew-Max", "Ana", "Bo")


def lobby_of(game: str, count: int, **changes: Any) -> Lobby:
    """A match in play between people who are all there, but the last, a bot."""
    fields: dict[str, Any] = {
        "name": "Kitchen",
        "phase": Phase.PLAYING,
        "paused": "",
        "game": game,
        "options": (),
        "house": HouseRules(),
        "seats": tuple(seat_info(seat, is_bot=seat == count - 1) for seat in range(count)),
        "watchers": (),
        "owner": Person(1),
        "is_locked": False,
        "waits_ms": None,
        "may_stand_in": (),
    }
    return Lobby(**{**fields, **changes})


def seat_info(seat: int, *, is_bot: bool = False, **changes: Any) -> SeatInfo:
    fields: dict[str, Any] = {
        "kind": SeatKind.BOT if is_bot else SeatKind.PERSON,
        "person": None if is_bot else Person(seat + 1),
        "name": "" if is_bot else NAMES[seat],
        "avatar": seat,
        "level": "normal" if is_bot else "",
        "is_ready": True,
        "presence": Presence.HERE,
    }
    return SeatInfo(**{**fields, **changes})


def sight_of(stage: Stage, game: str, state: Any, seat: Viewer, **changes: Any) -> Sight[Any, Any]:
    """What ``seat`` knows of ``state``; ``changes`` are other fields of its sight."""
    rules = GAMES[game].game
    actor = rules.actor(state)
    lobby = changes.pop("lobby", None) or lobby_of(game, state.seats)
    names = [info.name or f"Bot {place + 1}" for place, info in enumerate(lobby.seats)]
    fields: dict[str, Any] = {
        "lobby": lobby,
        "teller": Teller(stage.language, names, seat),
        "seat": seat,
        "view": rules.view(state, seat),
        "legal": rules.legal(state) if actor is not DEALER and actor is not None and actor == seat else (),
        "area": stage.canvas.box,
        "log": (
            "Jan plays 3 × 9.",
            "민지 Minji passes and takes one 8.",
            "Sjoukje plays 2 × 4.",
            "It is your turn.",
        ),
    }
    return Sight(**{**fields, **changes})


def with_drawer(stage: Stage) -> Box:
    """What an open drawer leaves of a wide canvas; a compact one is all there, for it lies over the table there."""
    box = stage.canvas.box
    return box if stage.canvas.is_compact else box._replace(w=box.w - 332)
