"""The board of each game, by the game's id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lan_thirteen.games.dreizehn import model as dreizehn
from lan_thirteen.games.leaves import model as leaves
from lan_thirteen.games.three_thirteen import model as three_thirteen
from lan_thirteen.ui.boards import dreizehn_pick, leaves_pick, three_thirteen_pick
from lan_thirteen.ui.boards.base import AnyBoard, Board
from lan_thirteen.ui.boards.dreizehn import DreizehnBoard
from lan_thirteen.ui.boards.leaves import LeavesBoard
from lan_thirteen.ui.boards.three_thirteen import ThreeThirteenBoard

# these three annotations make the type checker prove that each board fits the protocol
_leaves: Board[leaves.View, leaves.Action, leaves_pick.Pick, leaves.Event] = LeavesBoard()
_three_thirteen: Board[three_thirteen.View, three_thirteen.Action, three_thirteen_pick.Pick, three_thirteen.Event] = (
    ThreeThirteenBoard()
)
_dreizehn: Board[dreizehn.View, dreizehn.Action, dreizehn_pick.Pick, dreizehn.Event] = DreizehnBoard()

BOARDS: Final[Mapping[str, AnyBoard]] = {
    leaves.INFO.id: _leaves,
    three_thirteen.INFO.id: _three_thirteen,
    dreizehn.INFO.id: _dreizehn,
}
