"""A table's options and house rules in words: what each may be, what it is, and whether that is the standard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lan_thirteen.core.game import OptionValue
from lan_thirteen.core.lobby import HouseRules
from lan_thirteen.games.registry import GAMES

if TYPE_CHECKING:
    from lan_thirteen.ui.text import Language

_OFFERED: Final[Mapping[tuple[str, str], tuple[OptionValue, ...]]] = {
    ("leaves", "target_score"): tuple(range(5, 51, 5)),
    ("leaves", "trick_guard"): (20, 50, 100, 200, 500),
}
"""Of a long range only some are offered."""
_ONLY_WITH: Final[Mapping[tuple[str, str], tuple[str, OptionValue]]] = {
    ("leaves", "target_score"): ("mode", "expert"),
    ("leaves", "next_leader"): ("mode", "expert"),
}
"""Options that mean nothing unless another one has this value."""
_HOUSE: Final[Mapping[str, tuple[int, ...]]] = {
    "turn_clock_s": (0, 15, 30, 45, 60, 90, 120, 300),
    "stand_in_s": (0, 15, 30, 60, 120, 300),
    "bot_pause_ms": (0, 300, 750, 1500),
    "may_watch": (1, 0),
}


class Choice(NamedTuple):
    """Something that the owner of a table chooses."""

    name: str
    label: str
    values: tuple[tuple[OptionValue, str], ...]
    """What it may be, with its words."""
    chosen: OptionValue
    usual: OptionValue

    @property
    def words(self) -> str:
        """What it is."""
        return next((words for value, words in self.values if value == self.chosen), str(self.chosen))

    @property
    def usual_words(self) -> str:
        return next((words for value, words in self.values if value == self.usual), str(self.usual))

    @property
    def is_usual(self) -> bool:
        return self.chosen == self.usual


def option_choices(language: Language, game: str, seats: int, options: Mapping[str, OptionValue]) -> tuple[Choice, ...]:
    """The game's options that can be chosen and mean something just now."""
    return tuple(
        Choice(
            option.name,
            language.say(f"win.opt.{game}.{option.name}"),
            tuple((value, value_words(language, game, option.name, value)) for value in values),
            options.get(option.name, option.default),
            option.default,
        )
        for option in GAMES[game].game.info.options
        if _matters(game, option.name, options)
        and len(values := _offered(game, seats, option.name, option.values, options)) > 1
    )


def house_choices(language: Language, house: HouseRules) -> tuple[Choice, ...]:
    """The house rules."""
    usual = HouseRules()
    return tuple(
        Choice(
            name,
            language.say(f"win.opt.house.{name}"),
            tuple((value, value_words(language, "house", name, value)) for value in _with(values, _of(house, name))),
            _of(house, name),
            _of(usual, name),
        )
        for name, values in _HOUSE.items()
    )


def differences(language: Language, game: str, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """What is not as usual, in words; ``options`` may name those only."""
    known = GAMES[game].game.info.options if game in GAMES else ()
    return tuple(
        language.say(
            "win.opt.difference",
            what=language.say(f"win.opt.{game}.{option.name}"),
            value=value_words(language, game, option.name, options[option.name]),
        )
        for option in known
        if options.get(option.name, option.default) != option.default
    )


def _offered(
    game: str, seats: int, name: str, values: Sequence[OptionValue], options: Mapping[str, OptionValue]
) -> tuple[OptionValue, ...]:
    """The values that this many seats allow, few enough to choose from."""
    offered = _OFFERED.get((game, name), tuple(values))
    rules = GAMES[game].game
    possible = tuple(v for v in offered if rules.refuse_options(seats, {**options, name: v}) is None)
    chosen = options.get(name)
    return possible if chosen is None else _with(possible, chosen)


def _with(values: Sequence[OptionValue], chosen: OptionValue) -> tuple[OptionValue, ...]:
    """``values``, and what is chosen though it is not among them."""
    if chosen in values:
        return tuple(values)
    return (*values, chosen)


def _matters(game: str, name: str, options: Mapping[str, OptionValue]) -> bool:
    needed = _ONLY_WITH.get((game, name))
    return needed is None or options.get(needed[0]) == needed[1]


def value_words(language: Language, game: str, name: str, value: OptionValue) -> str:
    """What this value of an option is called; ``game`` is ``house`` for a house rule."""
    key = f"win.opt.{game}.{name}.{value}"
    words = language.say(key)
    if words != key or isinstance(value, str):
        return words
    return language.say(f"win.opt.{game}.{name}.n", value)


def _of(house: HouseRules, name: str) -> int:
    return int(getattr(house, name))
