"""Opening a table: which game, how many seats, by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import msgspec

from lan_thirteen.core.game import OptionValue
from lan_thirteen.core.lobby import HouseRules
from lan_thirteen.core.names import TABLE
from lan_thirteen.core.pin import Pin, pin_of
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.opening import Opening
from lan_thirteen.ui.display import Key
from lan_thirteen.ui.field import PIN, Field, filled
from lan_thirteen.ui.screens.common import GAMES as ORDER
from lan_thirteen.ui.screens.common import Focus, Typing
from lan_thirteen.ui.screens.pin_dialog import digits_of
from lan_thirteen.ui.widgets import Wheel

if TYPE_CHECKING:
    from lan_thirteen.ui.text import Language

NAME: Final = ("host", "name")
PIN_KEY: Final = ("host", "pin")
LIST: Final = ("host", "options")
USUAL_SEATS: Final = 4


class Part(StrEnum):
    """Which part of the form is open."""

    TABLE = "table"
    RULES = "rules"
    HOUSE = "house"


class Facts(NamedTuple):
    """What the screen shows and has not made itself."""

    address: str = ""
    """Of this laptop; empty: it is on no network."""
    is_opening: bool = False
    """The table is being opened just now."""
    is_practice: bool = False
    """It is a table for practice: with bots alone the match begins at once."""


class State(NamedTuple):
    """The form as it is filled in."""

    name: Field
    game: str = ORDER[0]
    seats: int = USUAL_SEATS
    options: tuple[tuple[str, OptionValue], ...] = ()
    """Those that were changed; they are kept when another game is looked at."""
    bots: int = 0
    level: str = "normal"
    house: HouseRules = HouseRules()
    part: Part = Part.TABLE
    opened: str = ""
    """The name of what is being chosen from an open list."""
    offset: int = 0
    pin: Field | None = None
    """The PIN as it is typed; None: the table has none."""
    spare_pin: str = ""
    """Five digits that nobody has thought of, for who wants a PIN."""

    @property
    def chosen(self) -> dict[str, OptionValue]:
        """All options of the game, by name; what belongs to another game is left out."""
        info = GAMES[self.game].game.info
        changed = {name: value for name, value in self.options if name.startswith(f"{self.game}/")}
        return {o.name: changed.get(f"{self.game}/{o.name}", o.default) for o in info.options}


class ChooseGame(NamedTuple):
    game: str


class ChooseSeats(NamedTuple):
    seats: int


class ChooseBots(NamedTuple):
    bots: int


class ChooseLevel(NamedTuple):
    level: str


class SetOption(NamedTuple):
    name: str
    value: OptionValue


class SetHouse(NamedTuple):
    name: str
    value: OptionValue


class ShowPart(NamedTuple):
    part: Part


class OpenList(NamedTuple):
    """Show what this may be; an empty name closes the list."""

    name: str


class AskForPin(NamedTuple):
    """The table shall have a PIN, or none."""

    is_asked: bool


class Back(NamedTuple):
    pass


class OpenTable(NamedTuple):
    pass


Intent: TypeAlias = (
    ChooseGame
    | ChooseSeats
    | ChooseBots
    | ChooseLevel
    | SetOption
    | SetHouse
    | ShowPart
    | OpenList
    | AskForPin
    | Back
    | OpenTable
    | Typing
    | Wheel
)


class Leave(NamedTuple):
    """Back to the first screen."""


Wish: TypeAlias = Opening | Leave | Focus


def fresh(language: Language, person: str, spare_pin: str = "") -> State:
    """The form of this person, with everything as usual."""
    return State(filled(language.say("win.host.usual-name", who=person), TABLE), spare_pin=spare_pin)


def practice(language: Language, person: str, game: str = ORDER[0]) -> Opening:
    """A table where all the others are bots."""
    form = press(fresh(language, person), ChooseGame(game))[0]
    return opening(form._replace(bots=form.seats - 1), language, person)


def opening(state: State, language: Language, person: str) -> Opening:
    """The table that the form describes."""
    name = " ".join(state.name.text.split()) or language.say("win.host.usual-name", who=person)
    return Opening(
        name=filled(name, TABLE).text,
        game=state.game,
        seats=state.seats,
        options=tuple(state.chosen.items()),
        bots=(state.level,) * min(state.bots, state.seats - 1),
        house=state.house,
        pin=typed_pin(state),
    )


def typed_pin(state: State) -> Pin | None:
    """The PIN that the table will have."""
    return None if state.pin is None else pin_of(state.pin.text)


def press(
    state: State, intent: Intent, language: Language | None = None, person: str = ""
) -> tuple[State, tuple[Wish, ...]]:
    """What a press does to the form, and what the program is to do."""
    closed = state._replace(opened="")
    match intent:
        case ChooseGame(game):
            return _fitting(closed._replace(game=game, offset=0)), ()
        case ChooseSeats(seats):
            return _fitting(closed._replace(seats=seats)), ()
        case ChooseBots(bots):
            return _fitting(closed._replace(bots=bots)), ()
        case ChooseLevel(level):
            return closed._replace(level=level), ()
        case SetOption(name, value):
            return _fitting(closed._replace(options=_with(state, name, value))), ()
        case SetHouse(name, value):
            kind = type(getattr(state.house, name))
            return closed._replace(house=msgspec.structs.replace(state.house, **{name: kind(value)})), ()
        case ShowPart(part):
            return closed._replace(part=part, offset=0), ()
        case OpenList(name):
            return state._replace(opened=name), ()
        case AskForPin(is_asked):
            return closed._replace(pin=filled(state.spare_pin, PIN) if is_asked else None), ()
        case Wheel(_, rows):
            return closed._replace(offset=max(0, state.offset + rows)), ()
        case Typing(key):
            return closed, (Focus(key),)
        case Back():
            return (closed, ()) if state.opened else (state, (Leave(),))
        case OpenTable() if state.pin is not None and typed_pin(state) is None:
            return closed._replace(part=Part.TABLE, offset=0), (Focus(PIN_KEY),)
        case OpenTable():
            return closed, () if language is None else (opening(state, language, person),)


def keys(state: State) -> Mapping[str, Intent]:
    """The intent of each key, while no text field has the focus."""
    found: dict[str, Intent] = {"escape": Back()}
    if not state.opened:
        found["return"] = OpenTable()
        found |= {str(place): ChooseGame(game) for place, game in enumerate(ORDER, 1)}
    return found


def fields(state: State) -> Mapping[Key, Field]:
    return {NAME: state.name} if state.pin is None else {NAME: state.name, PIN_KEY: state.pin}


def with_field(state: State, key: Key, field: Field) -> State:
    if key == PIN_KEY:
        return state._replace(pin=digits_of(field))
    return state._replace(name=field) if key == NAME else state


def entered(state: State, key: Key) -> Intent | None:
    """What the return key means in a field."""
    return OpenTable()


def bounds(game: str) -> tuple[int, int]:
    """The least and the most seats of a game."""
    info = GAMES[game].game.info
    return info.min_seats, info.max_seats


def _with(state: State, name: str, value: OptionValue) -> tuple[tuple[str, OptionValue], ...]:
    key = f"{state.game}/{name}"
    return (*(entry for entry in state.options if entry[0] != key), (key, value))


def _fitting(state: State) -> State:
    """The form with as many seats and bots as the game allows, and without options that these seats forbid."""
    low, high = bounds(state.game)
    seats = min(max(state.seats, low), high)
    fitted = state._replace(seats=seats, bots=min(state.bots, seats - 1))
    rules = GAMES[state.game].game
    if rules.refuse_options(seats, fitted.chosen) is None:
        return fitted
    kept = tuple(entry for entry in fitted.options if not entry[0].startswith(f"{state.game}/"))
    return fitted._replace(options=kept)
