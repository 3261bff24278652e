"""What the waiting room knows, what a person can mean there, and what comes of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from lan_thirteen.core.game import OptionValue
from lan_thirteen.core.lobby import Lobby, Person, SeatInfo, SeatKind
from lan_thirteen.core.names import CHAT, TABLE
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.acquaintances import Standing
from lan_thirteen.ui.display import Key
from lan_thirteen.ui.field import Field, filled
from lan_thirteen.ui.screens import chat
from lan_thirteen.ui.screens.common import Focus, Typing
from lan_thirteen.ui.screens.dialogs import Kind
from lan_thirteen.ui.widgets import Wheel
from lan_thirteen.wire import messages as m

NAME: Final = ("room", "name")
SAY: Final = ("room", "say")
RULES: Final = ("room", "rules")
SEATS: Final = ("room", "seats")
TALK: Final = ("room", "talk")
USUAL_LEVEL: Final = "normal"


class Part(StrEnum):
    """Of the three panels a compact window shows one beside the seats."""

    RULES = "rules"
    CHAT = "chat"


class Facts(NamedTuple):
    """What the room shows and has not made itself."""

    lobby: Lobby
    me: Person
    said: Sequence[chat.Said] = ()
    addresses: tuple[str, ...] = ()
    """How others reach this table by typing, the best first; known to who opened it, and to who typed one."""
    unread: int = 0
    is_cut: bool = False
    """The table cannot be reached just now."""
    has_pin: bool = False
    pin: str = ""
    """To be read aloud; known to who has made it."""
    known: Standing | None = None
    """What is known of the computer that keeps the table."""
    is_proven: bool = False
    """The table has proven that it knows the PIN."""
    words: tuple[str, str, str] | None = None
    """To be compared aloud; None until they are known."""

    @property
    def is_owner(self) -> bool:
        return self.lobby.owner == self.me

    @property
    def seat(self) -> int | None:
        """Where this person sits; None for one who watches."""
        return next((s for s, info in enumerate(self.lobby.seats) if info.person == self.me), None)

    @property
    def waited_for(self) -> tuple[SeatInfo, ...]:
        """The others who are not ready."""
        persons = (info for info in self.lobby.seats if info.kind is SeatKind.PERSON)
        return tuple(info for info in persons if not info.is_ready and info.person != self.lobby.owner)

    @property
    def lacking(self) -> int:
        """How many more players the game needs."""
        taken = sum(info.kind is not SeatKind.FREE for info in self.lobby.seats)
        return max(0, GAMES[self.lobby.game].game.info.min_seats - taken)


class State(NamedTuple):
    """What a person has done to the room."""

    say: Field = Field(limit=CHAT)
    name: Field | None = None
    """The name of the table while it is changed."""
    opened: str = ""
    """The name of what is being chosen from an open list."""
    part: Part = Part.RULES
    rules_offset: int = 0
    seats_offset: int = 0
    talk_offset: int = 0


class EditName(NamedTuple):
    pass


class KeepName(NamedTuple):
    pass


class SendWords(NamedTuple):
    """Say what stands in the field."""


class OpenList(NamedTuple):
    """Show what this may be; an empty name closes the list."""

    name: str


class Tell(NamedTuple):
    """Say this to the table."""

    message: m.FromGuest


class SetOption(NamedTuple):
    name: str
    value: OptionValue


class SetHouse(NamedTuple):
    name: str
    value: int


class CopyAddress(NamedTuple):
    pass


class ReadRules(NamedTuple):
    pass


class ReadTrust(NamedTuple):
    """What the words are for, and what is known of the cards."""


class NewPin(NamedTuple):
    """Somebody new shall be asked for a PIN."""


class ChangePin(NamedTuple):
    """A new PIN, or none. It is asked first."""


class Leave(NamedTuple):
    """Leave the table; its owner closes it. It is asked first."""


class Remove(NamedTuple):
    """Send this person away. It is asked first."""

    person: Person
    name: str


class ShowPart(NamedTuple):
    part: Part


Intent: TypeAlias = (
    EditName
    | KeepName
    | SendWords
    | OpenList
    | Tell
    | SetOption
    | SetHouse
    | CopyAddress
    | ReadRules
    | ReadTrust
    | NewPin
    | ChangePin
    | Leave
    | Remove
    | ShowPart
    | Typing
    | Wheel
)


class Copy(NamedTuple):
    """This belongs on the clipboard."""

    text: str


class Ask(NamedTuple):
    """A question for ``dialogs``: its kind, whom it names, and the person whom it is about."""

    kind: Kind
    who: str = ""
    number: int = 0


Wish: TypeAlias = Tell | Copy | Ask | ReadRules | ReadTrust | NewPin | Focus


def press(state: State, intent: Intent, facts: Facts) -> tuple[State, tuple[Wish, ...]]:
    """What a press does to the room, and what the program is to do."""
    closed = state._replace(opened="")
    match intent:
        case EditName():
            return closed._replace(name=filled(facts.lobby.name, TABLE)), (Focus(NAME),)
        case KeepName():
            return _renamed(closed, facts)
        case SendWords():
            text = " ".join(state.say.text.split())
            said = (Tell(m.Chat(text)),) if text else ()
            return closed._replace(say=Field(limit=CHAT), talk_offset=0), said
        case OpenList(name):
            return state._replace(opened=name), ()
        case Tell():
            return closed, (intent,)
        case SetOption(name, value):
            return closed, (Tell(m.SetOption(name, value)),)
        case SetHouse(name, value):
            return closed, (Tell(m.SetHouse(name, value)),)
        case CopyAddress():
            return closed, tuple(Copy(address) for address in facts.addresses[:1])
        case ReadRules() | ReadTrust() | NewPin():
            return closed, (intent,)
        case ChangePin():
            return closed, (Ask(Kind.PIN),)
        case Leave():
            kind = Kind.CLOSE_TABLE if facts.is_owner else Kind.LEAVE_ROOM
            return closed, (Ask(kind, facts.lobby.name),)
        case Remove(person, name):
            return closed, (Ask(Kind.KICK, name, person),)
        case ShowPart(part):
            return closed._replace(part=part), ()
        case Typing(key):
            return closed, (Focus(key),)
        case Wheel(over, rows):
            return _turned(closed, over, rows), ()


def keys(state: State, facts: Facts) -> Mapping[str, Intent]:
    """The intent of each key, while no text field has the focus."""
    if state.opened:
        return {"escape": OpenList("")}
    found: dict[str, Intent] = {"escape": Leave(), "f1": ReadRules(), "f2": ReadTrust(), "t": Typing(SAY)}
    main = main_intent(facts)
    if main is not None:
        found["f5"] = main
    return found


def main_intent(facts: Facts) -> Intent | None:
    """What the large button means; None while it means nothing."""
    if facts.is_cut:
        return None
    if facts.is_owner:
        return None if facts.lacking else Tell(m.Start())
    if facts.seat is None:
        has_room = any(info.kind is not SeatKind.PERSON for info in facts.lobby.seats)
        return Tell(m.Sit(None)) if has_room else None
    return Tell(m.Ready(not facts.lobby.seats[facts.seat].is_ready))


def fields(state: State) -> Mapping[Key, Field]:
    """The text fields by their keys."""
    return {SAY: state.say} if state.name is None else {SAY: state.say, NAME: state.name}


def with_field(state: State, key: Key, field: Field) -> State:
    """The room after typing."""
    if key == NAME:
        return state._replace(name=field)
    return state._replace(say=field) if key == SAY else state


def entered(state: State, key: Key) -> Intent | None:
    """What the return key means in a text field."""
    return KeepName() if key == NAME else SendWords()


def _renamed(state: State, facts: Facts) -> tuple[State, tuple[Wish, ...]]:
    name = "" if state.name is None else " ".join(state.name.text.split())
    kept = state._replace(name=None)
    if not name or name == facts.lobby.name:
        return kept, ()
    return kept, (Tell(m.RenameTable(name)),)


def _turned(state: State, over: Key, rows: int) -> State:
    if over == RULES:
        return state._replace(rules_offset=max(0, state.rules_offset + rows))
    if over == SEATS:
        return state._replace(seats_offset=max(0, state.seats_offset + rows))
    return state._replace(talk_offset=max(0, state.talk_offset - rows))
