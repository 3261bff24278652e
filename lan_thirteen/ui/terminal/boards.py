"""The games in words, by id."""

from __future__ import annotations

from typing import Any, Final

from lan_thirteen.games.dreizehn import model as dreizehn
from lan_thirteen.games.leaves import model as leaves
from lan_thirteen.games.three_thirteen import model as three_thirteen
from lan_thirteen.ui.terminal.dreizehn import DreizehnBoard
from lan_thirteen.ui.terminal.leaves import LeavesBoard
from lan_thirteen.ui.terminal.teller import TextBoard
from lan_thirteen.ui.terminal.three_thirteen import ThreeThirteenBoard

_leaves: TextBoard[leaves.View, leaves.Action, leaves.Event] = LeavesBoard()
_three_thirteen: TextBoard[three_thirteen.View, three_thirteen.Action, three_thirteen.Event] = ThreeThirteenBoard()
_dreizehn: TextBoard[dreizehn.View, dreizehn.Action, dreizehn.Event] = DreizehnBoard()

BOARDS: Final[dict[str, TextBoard[Any, Any, Any]]] = {
    "leaves": _leaves,
    "three-thirteen": _three_thirteen,
    "dreizehn": _dreizehn,
}
