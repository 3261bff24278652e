"""What a table plays, and its house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

import msgspec

from lan_thirteen.core.errors import BadSettings
from lan_thirteen.core.game import Game, Options, OptionValue
from lan_thirteen.core.lobby import HouseRules, Lobby
from lan_thirteen.core.values import Refusal
from lan_thirteen.table.why import Why


class Playable(Protocol):
    """What a table needs of a registered game."""

    @property
    def game(self) -> Game[Any, Any, Any, Any]: ...


HOUSE_RANGES: Final[dict[str, tuple[int, int, int]]] = {
    "turn_clock_s": (0, 10, 600),
    "stand_in_s": (0, 15, 300),
    "bot_pause_ms": (0, 0, 2000),
    "may_watch": (0, 1, 1),
    "has_hints": (0, 1, 1),
}
"""For each house rule the value that turns it off, and the smallest and largest of the others."""


LONGEST_WORD: Final = 64
"""What was typed is repeated up to here where it is refused."""


def house_with(house: HouseRules, name: str, value: int) -> HouseRules | Refusal:
    """``house`` with another value for the rule of this name."""
    if name not in HOUSE_RANGES:
        return Refusal(Why.UNKNOWN_HOUSE_RULE, (), (name,))
    off, low, high = HOUSE_RANGES[name]
    if value != off and not low <= value <= high:
        return Refusal(Why.BAD_HOUSE_RULE, (value,), (name, f"{off}, {low}-{high}"))
    kind = type(getattr(house, name))
    return msgspec.structs.replace(house, **{name: kind(value)})


class Settings:
    """What the owner chooses in the lobby. Raises BadSettings where the game refuses the seats or options."""

    def __init__(  # noqa: PLR0913, PLR0917  # each is one setting
        self, games: Mapping[str, Playable], name: str, game: str, seats: int, options: Options, house: HouseRules
    ) -> None:
        self._games = games
        self.name = name
        self.house = house
        self.game = game
        self.seats = seats
        why = self._refuse(game, seats, options)
        if why is not None:
            raise BadSettings(why)
        self.options = {**self._standard(game), **options}

    def saved(self, lobby: Lobby) -> Settings:
        """Those that this lobby shows, of the same games."""
        return Settings(self._games, lobby.name, lobby.game, len(lobby.seats), dict(lobby.options), lobby.house)

    @property
    def rules(self) -> Game[Any, Any, Any, Any]:
        return self._games[self.game].game

    def set_game(self, game: str, seats: int) -> Refusal | None:
        """Play this, with these seats; the same game keeps its options where they fit."""
        if (why := self._refuse(game, seats, {})) is not None:
            return why
        if game != self.game or self._refuse(game, seats, self.options) is not None:
            self.options = self._standard(game)
        self.game, self.seats = game, seats
        return None

    def set_option(self, name: str, value: OptionValue) -> Refusal | None:
        why = self._refuse(self.game, self.seats, {**self.options, name: value})
        if why is None:
            self.options[name] = value
            return None
        return Refusal(why.code, why.numbers, tuple(word[:LONGEST_WORD] for word in why.names))

    def set_house(self, name: str, value: int) -> Refusal | None:
        house = house_with(self.house, name, value)
        if isinstance(house, Refusal):
            return house
        self.house = house
        return None

    def _refuse(self, game: str, seats: int, options: Options) -> Refusal | None:
        if game not in self._games:
            return Refusal(Why.UNKNOWN_GAME, (), (game, ", ".join(self._games)))
        return self._games[game].game.refuse_options(seats, options)

    def _standard(self, game: str) -> dict[str, OptionValue]:
        return {option.name: option.default for option in self._games[game].game.info.options}
