"""The bots, by game and level."""

from __future__ import annotations

from typing import Any, Final

from lan_thirteen.bots.base import Bot, Judge, JudgingBot
from lan_thirteen.bots.dreizehn import DreizehnJudge
from lan_thirteen.bots.leaves import LeavesJudge
from lan_thirteen.bots.three_thirteen import ThreeThirteenJudge

JUDGES: Final[dict[str, Judge[Any, Any]]] = {
    "leaves": LeavesJudge(),
    "three-thirteen": ThreeThirteenJudge(),
    "dreizehn": DreizehnJudge(),
}

LEVELS: Final = ("easy", "normal")


def make_bot(game: str, level: str, seed: bytes) -> Bot[Any, Any]:
    """A bot for this game; ``seed`` is its character: what an easy bot errs about."""
    judge = JUDGES[game]
    return JudgingBot(judge, seed, judge.blur if level == "easy" else 0.0)
