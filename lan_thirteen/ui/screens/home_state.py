"""What the first screen knows, what a person can mean on it, and what comes of that. Light: it is loaded first."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.core.names import PERSON
from lan_thirteen.ui.display import Key
from lan_thirteen.ui.field import ADDRESS, SEARCH, Field, filled
from lan_thirteen.ui.screens.common import Focus, Typing
from lan_thirteen.ui.widgets import Wheel

NAME: Final = ("home", "name")
ADDRESS_KEY: Final = ("home", "address")
SEARCH_KEY: Final = ("home", "search")
TABLES: Final = ("home", "tables")
AVATARS: Final = 8
LOOKING_S: Final = 3.0
"""After so many seconds without a table the list says what to do."""


class Speaks(StrEnum):
    """Which protocol a table speaks."""

    OURS = "ours"
    OLDER = "older"
    NEWER = "newer"


class TableRow(NamedTuple):
    """A table of the list, in plain values: what the network tells is made into these."""

    id: str
    fingerprint: str
    name: str
    game: str
    options: str
    """What differs from the standard, in words."""
    host: str
    taken: int
    seats: int
    avatars: tuple[int, ...] = ()
    status: str = "lobby"
    """lobby, playing or full"""
    ping_ms: int | None = None
    is_stale: bool = False
    """It has not answered for a while."""
    is_doubtful: bool = False
    """Another row claims to be the same table."""
    speaks: Speaks = Speaks.OURS
    program: str = ""
    """The version of its program, where known."""
    has_pin: bool = False


class Facts(NamedTuple):
    """What the screen shows and has not made itself."""

    rows: tuple[TableRow, ...] = ()
    looked_s: float = 0.0
    """For how long tables have been looked for."""
    trouble: str = ""
    """A sentence that tells why tables may be there and not be seen."""
    address: str = ""
    """The best address of this laptop; empty: it is on no network."""
    return_to: str | None = None
    """The name of the table to which one can return."""
    resume: str | None = None
    """The name of our own table whose match was broken off last, and can go on."""
    saved: int = 0
    """How many of our own matches were broken off."""
    usual_name: str = ""
    """What the system calls whoever sits here: the name of those who do not type one."""


class State(NamedTuple):
    """What a person has done to the screen."""

    name: Field = Field(limit=PERSON)
    avatar: int = 0
    is_naming: bool = True
    address: Field = Field(limit=ADDRESS)
    search: Field = Field(limit=SEARCH)
    game: str = ""
    """Only tables of this game are shown; empty: all."""
    chosen: tuple[str, str] | None = None
    """The id and the fingerprint of a table."""
    offset: int = 0


def fresh(name: str, avatar: int) -> State:
    """The screen of somebody of this name; an empty one is asked for at once."""
    return State(filled(name, PERSON), avatar, is_naming=not name)


# What a person means.


class EditName(NamedTuple):
    pass


class KeepName(NamedTuple):
    pass


class NextAvatar(NamedTuple):
    pass


class Filter(NamedTuple):
    game: str


class Choose(NamedTuple):
    id: str
    fingerprint: str


class Enter(NamedTuple):
    """To this table: into a seat, or to watch."""

    id: str
    fingerprint: str
    watch: bool


class TypedAddress(NamedTuple):
    """To the table at the address that stands in the field."""


class ToAddress(NamedTuple):
    """The keyboard to the address field."""


class Page(NamedTuple):
    """The list a page down, or up."""

    by: int


class Simple(StrEnum):
    """What needs no more words."""

    HOST = "host"
    PRACTISE = "practise"
    RETURN = "return"
    RESUME = "resume"
    SAVED = "saved"
    RULES = "rules"
    SETTINGS = "settings"
    QUIT = "quit"
    REFRESH = "refresh"


Intent: TypeAlias = (
    EditName
    | KeepName
    | NextAvatar
    | Filter
    | Choose
    | Enter
    | TypedAddress
    | ToAddress
    | Page
    | Simple
    | Typing
    | Wheel
)


# What the program is to do.


class SetName(NamedTuple):
    """This is the person's name and face from now on."""

    name: str
    avatar: int


class JoinAt(NamedTuple):
    """To the table at this address, as it was typed."""

    address: str


Wish: TypeAlias = SetName | Enter | JoinAt | Focus | Simple


def press(state: State, intent: Intent, facts: Facts) -> tuple[State, tuple[Wish, ...]]:
    """What a press does to the screen, and what the program is to do."""
    match intent:
        case EditName():
            return state._replace(is_naming=True), (Focus(NAME),)
        case KeepName():
            return _named(state, facts)
        case NextAvatar():
            turned = state._replace(avatar=(state.avatar + 1) % AVATARS)
            return turned, () if state.is_naming else (SetName(state.name.text, turned.avatar),)
        case Filter(game):
            return state._replace(game=game, offset=0), ()
        case Choose(id, fingerprint):
            return _chosen(state, (id, fingerprint), facts)
        case Enter():
            return _after_naming(state, facts, intent)
        case TypedAddress():
            return _to_address(state, facts)
        case ToAddress():
            return state, (Focus(ADDRESS_KEY),)
        case Page(by):
            return _scrolled(state, by, facts), ()
        case Wheel(_, rows):
            return _scrolled(state, rows, facts), ()
        case Simple.HOST | Simple.PRACTISE | Simple.RETURN | Simple.RESUME:
            return _after_naming(state, facts, intent)
        case Simple():
            return state, (intent,)
        case Typing(key):
            return state, (Focus(key),)


def keys(state: State, facts: Facts) -> Mapping[str, Intent]:
    """The intent of each key, while no text field has the focus."""
    found: dict[str, Intent] = {
        "h": Simple.HOST,
        "b": Simple.PRACTISE,
        "j": ToAddress(),
        "f1": Simple.RULES,
        "f10": Simple.SETTINGS,
        "f5": Simple.REFRESH,
        "pagedown": Page(3),
        "pageup": Page(-3),
    }
    row = _row(state, facts)
    if facts.saved:
        found["s"] = Simple.SAVED
    if facts.return_to is not None:
        found["return"] = found["r"] = Simple.RETURN
    elif facts.resume is not None:
        found["return"] = found["r"] = Simple.RESUME
    elif row is not None and (way := way_in(row)) is not None:
        found["return"] = way
    return found


def fields(state: State) -> Mapping[Key, Field]:
    """The text fields by their keys."""
    return {NAME: state.name, ADDRESS_KEY: state.address, SEARCH_KEY: state.search}


def with_field(state: State, key: Key, field: Field) -> State:
    """The screen after typing."""
    if key == NAME:
        return state._replace(name=field)
    if key == ADDRESS_KEY:
        return state._replace(address=field)
    return state._replace(search=field, offset=0)


def entered(state: State, key: Key) -> Intent | None:
    """What the return key means in a text field."""
    if key == NAME:
        return KeepName()
    return TypedAddress() if key == ADDRESS_KEY else None


def shown(state: State, facts: Facts) -> tuple[TableRow, ...]:
    """The tables that pass the filter and the search."""
    wanted = state.search.text.casefold().strip()
    return tuple(
        row
        for row in facts.rows
        if state.game in ("", row.game) and (wanted in row.name.casefold() or wanted in row.host.casefold())
    )


def way_in(row: TableRow) -> Enter | None:
    """How one gets to a table; None where its program speaks another protocol."""
    if row.speaks is not Speaks.OURS:
        return None
    return Enter(row.id, row.fingerprint, watch=row.status != "lobby")


def _named(state: State, facts: Facts) -> tuple[State, tuple[Wish, ...]]:
    """The name is kept; where none was typed it is the usual one, and where there is none it is asked for again."""
    name = " ".join(state.name.text.split()) or facts.usual_name
    if not name:
        return state._replace(is_naming=True), (Focus(NAME),)
    return state._replace(name=filled(name, PERSON), is_naming=False), (SetName(name, state.avatar),)


def _after_naming(state: State, facts: Facts, wish: Wish) -> tuple[State, tuple[Wish, ...]]:
    """What is wished, after the name is kept that is being typed."""
    if not state.is_naming:
        return state, (wish,)
    named, wishes = _named(state, facts)
    return named, wishes if named.is_naming else (*wishes, wish)


def _to_address(state: State, facts: Facts) -> tuple[State, tuple[Wish, ...]]:
    address = state.address.text.strip()
    if not address:
        return state, (Focus(ADDRESS_KEY),)
    return _after_naming(state, facts, JoinAt(address))


def _chosen(state: State, table: tuple[str, str], facts: Facts) -> tuple[State, tuple[Wish, ...]]:
    """A table is chosen by the first press, and gone to by the second."""
    row = _row(state, facts)
    if state.chosen == table and row is not None and (way := way_in(row)) is not None:
        return _after_naming(state, facts, way)
    return state._replace(chosen=table), ()


def _row(state: State, facts: Facts) -> TableRow | None:
    return next((row for row in shown(state, facts) if (row.id, row.fingerprint) == state.chosen), None)


def _scrolled(state: State, by: int, facts: Facts) -> State:
    most = max(0, len(shown(state, facts)) - 1)
    return state._replace(offset=min(max(state.offset + by, 0), most))
