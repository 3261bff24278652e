"""The options of a game as a page: each with all that it may be, and what is not as usual at a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from lan_thirteen.games.registry import GAMES
from lan_thirteen.ui.screens.options import value_words
from lan_thirteen.ui.screens.rules_blocks import Choice, Grid, Note, Page, Say, Value, lead

if TYPE_CHECKING:
    from lan_thirteen.core.game import Option, OptionValue
    from lan_thirteen.ui.text import Language

_FEW: Final = 4
"""So many numbers are told one by one."""


def options_page(language: Language, game: str, in_force: Mapping[str, OptionValue] | None) -> Page:
    """All options of ``game``; ``in_force``: those of the table that is played at, the usual ones may be missing."""
    told = tuple(_choice(language, game, option, in_force) for option in GAMES[game].game.info.options)
    # at a table, what is special there comes first
    ordered = sorted(told, key=lambda choice: not choice.is_changed)
    opening = [lead("win.rules.options.lead")]
    if in_force is not None:
        note = "win.rules.options.changed" if is_changed(game, in_force) else "win.rules.options.usual"
        opening.append(Grid((Note(Say(note)),)))
    return Page(Say("win.rules.tab.options"), (*opening, Grid(tuple(ordered), 3)))


def is_changed(game: str, in_force: Mapping[str, OptionValue] | None) -> bool:
    """Whether anything is not as usual."""
    options = GAMES[game].game.info.options
    return in_force is not None and any(in_force.get(o.name, o.default) != o.default for o in options)


def _choice(language: Language, game: str, option: Option, in_force: Mapping[str, OptionValue] | None) -> Choice:
    now = option.default if in_force is None else in_force.get(option.name, option.default)
    is_odd = now != option.default
    values = tuple(
        Value(value_words(language, game, option.name, value), value == option.default, is_odd and value == now)
        for value in _told(option, now)
    )
    return Choice(
        Say(f"win.opt.{game}.{option.name}"),
        values,
        Say(f"win.rules.option.{game}.{option.name}"),
        _range(option),
        is_odd,
    )


def _told(option: Option, now: OptionValue) -> Iterator[OptionValue]:
    """The values that are told one by one: all words, few numbers, and of many the usual one and the one now."""
    is_long = _range(option) is not None
    for value in option.values:
        if isinstance(value, str) or not is_long or value in (option.default, now):
            yield value


def _range(option: Option) -> tuple[int, int] | None:
    """The lowest and the highest number, where there are too many to tell each."""
    numbers = [value for value in option.values if isinstance(value, int)]
    return (numbers[0], numbers[-1]) if len(numbers) > _FEW else None
