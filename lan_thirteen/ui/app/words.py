"""What a table says, made fit to be shown: whose program it is, nobody knows."""

from __future__ import annotations

from msgspec.structs import replace

from lan_thirteen.core.lobby import Lobby, SeatInfo, SeatKind
from lan_thirteen.core.values import Refusal
from lan_thirteen.ui.terminal.far_table import named_seat
from lan_thirteen.ui.text import Language
from lan_thirteen.wire.names import clean_chat, clean_name, clean_table_name

_NAMELESS = "?"


def named(lobby: Lobby, language: Language) -> Lobby:
    """The table with names that can be shown; bots come without one, as each language has its own."""
    return replace(
        lobby,
        name=clean_table_name(lobby.name) or _NAMELESS,
        seats=tuple(_seat(info, seat, language) for seat, info in enumerate(lobby.seats)),
        watchers=tuple(replace(each, name=clean_name(each.name) or _NAMELESS) for each in lobby.watchers),
    )


def _seat(info: SeatInfo, seat: int, language: Language) -> SeatInfo:
    match info.kind:
        case SeatKind.FREE:
            return info
        case SeatKind.BOT:
            return replace(info, name=named_seat(language, info, seat))
        case SeatKind.PERSON:
            return replace(info, name=clean_name(info.name) or _NAMELESS)


def spoken(text: str) -> str:
    """Somebody's words; empty where nothing of them can be shown."""
    return clean_chat(text) or ""


def why(language: Language, code: str, numbers: tuple[int, ...], names: tuple[str, ...]) -> str:
    """The sentence of a refusal or notice."""
    return language.why(Refusal(code, numbers, tuple(clean_chat(name) or _NAMELESS for name in names)))
