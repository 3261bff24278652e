"""The games that one can play, by id, and the types that travel for each."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, Generic, NamedTuple, TypeVar

from lan_thirteen.core.game import Game
from lan_thirteen.games.dreizehn import model as dreizehn
from lan_thirteen.games.dreizehn.rules import Dreizehn
from lan_thirteen.games.leaves import model as leaves
from lan_thirteen.games.leaves.rules import Leaves
from lan_thirteen.games.three_thirteen import model as three_thirteen
from lan_thirteen.games.three_thirteen.rules import ThreeThirteen

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class Entry(NamedTuple, Generic[S, A, E, V]):
    """A game, the types that its encoded form is made of, and the reasons for which it refuses."""

    game: Game[S, A, E, V]
    state_type: type[S]
    action_type: Any
    event_type: Any
    view_type: type[V]
    refusals: type[StrEnum]


# these three annotations make the type checker prove that each game fits the protocol
_leaves: Entry[leaves.State, leaves.Action, leaves.Event, leaves.View] = Entry(
    Leaves(), leaves.State, leaves.Action, leaves.Event, leaves.View, leaves.Why
)
_three_thirteen: Entry[three_thirteen.State, three_thirteen.Action, three_thirteen.Event, three_thirteen.View] = Entry(
    ThreeThirteen(),
    three_thirteen.State,
    three_thirteen.Action,
    three_thirteen.Event,
    three_thirteen.View,
    three_thirteen.Why,
)
_dreizehn: Entry[dreizehn.State, dreizehn.Action, dreizehn.Event, dreizehn.View] = Entry(
    Dreizehn(), dreizehn.State, dreizehn.Action, dreizehn.Event, dreizehn.View, dreizehn.Why
)

AnyEntry = Entry[Any, Any, Any, Any]

GAMES: Final[dict[str, AnyEntry]] = {entry.game.info.id: entry for entry in (_leaves, _three_thirteen, _dreizehn)}
