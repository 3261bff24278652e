"""One deal of random self-play on each side: the shipped rules, the yardsticks, and the peers."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from lan_thirteen.core.game import DEALER
from lan_thirteen.games.dreizehn.model import CARDS as DREIZEHN_CARDS
from lan_thirteen.games.dreizehn.rules import Dreizehn
from lan_thirteen.games.leaves.model import CARDS as LEAVES_CARDS
from lan_thirteen.games.leaves.rules import Leaves
from lan_thirteen.games.three_thirteen.model import PACK, packs_for
from lan_thirteen.games.three_thirteen.rules import ThreeThirteen
from scripts.benchmarks import peers, yardsticks
from scripts.benchmarks.measure import Loop, Rate, Side
from scripts.benchmarks.yardsticks import Yardstick

SEATS: Final = 4

MOVES_OF_THREE_THIRTEEN: Final = 300
"""Random players hardly ever go out with thirteen cards; a deal is left after so many moves."""

NO_END: Final = 1 << 30

LAST_DEAL: Final = 11
THIRTEEN: Final = 13


def shipped_leaves(chance: Random) -> Side:
    start = Leaves().new_match(SEATS, {})
    return Loop(lambda: _play_deal(Leaves(), start, chance))


def shipped_dreizehn(chance: Random) -> Side:
    start = Dreizehn().new_match(SEATS, {})
    return Loop(lambda: _play_deal(Dreizehn(), start, chance))


def shipped_three_thirteen(chance: Random) -> Side:
    start = before_the_last_deal()
    return Loop(lambda: _play_deal(ThreeThirteen(), start, chance, MOVES_OF_THREE_THIRTEEN))


def before_the_last_deal() -> Any:
    """A match of Three Thirteen whose next deal has thirteen cards."""
    return replace(ThreeThirteen().new_match(SEATS, {}), deal=LAST_DEAL - 1)


def _play_deal(game: Any, state: Any, chance: Random, most: int = NO_END) -> int:
    """Play at most so many moves of the deal that is due; how many the seats made."""
    seed, random, moves = chance.randbytes(32), chance.random, 0
    state = game.apply(state, DEALER, game.deal(state, seed)).state
    while state.is_live and moves < most:
        actor = game.actor(state)
        if actor is DEALER:
            action = game.deal(state, seed)
        else:
            legal = game.legal(state)
            action = legal[int(random() * len(legal))]
            moves += 1
        state = game.apply(state, actor, action).state
    return moves


def plain_leaves(chance: Random) -> Side:
    return _yardstick(chance, LEAVES_CARDS, lambda first, order: yardsticks.Leaves(SEATS, first, order))


def plain_dreizehn(chance: Random) -> Side:
    return _yardstick(chance, DREIZEHN_CARDS, lambda first, order: yardsticks.Dreizehn(SEATS, first, order))


def plain_three_thirteen(chance: Random) -> Side:
    return _yardstick(
        chance,
        packs_for(SEATS) * PACK,
        lambda first, order: yardsticks.ThreeThirteen(SEATS, first, order, THIRTEEN, chance.shuffle),
        MOVES_OF_THREE_THIRTEEN,
    )


def _yardstick(chance: Random, cards: int, deal: Callable[[int, list[int]], Yardstick], most: int = NO_END) -> Side:
    random = chance.random

    def play() -> int:
        order = list(range(cards))
        chance.shuffle(order)
        game, moves = deal(chance.randrange(SEATS), order), 0
        while not game.is_over and moves < most:
            legal = game.legal()
            game.apply(legal[int(random() * len(legal))])
            moves += 1
        if game.is_over:
            game.points()
        return moves

    return Loop(play)


def rlcard_steps(chance: Random) -> Side:
    """Gin rummy of RLCard: its rules alone, without what it observes for learners."""
    game_class = peers.load("rlcard", ".games.gin_rummy.game").GinRummyGame
    random = chance.random

    def play() -> int:
        game = game_class()
        game.init_game()
        moves = 0
        while not game.is_over():
            legal = game.judge.get_legal_actions()
            game.step(legal[int(random() * len(legal))])
            moves += 1
        return moves

    return Loop(play)


def rlcard_run(chance: Random) -> Side:
    """The same as its users run it."""
    env = peers.load("rlcard").make("gin-rummy", config={"seed": chance.randrange(1 << 30)})
    agent = peers.load("rlcard", ".agents").RandomAgent
    env.set_agents([agent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        before = env.timestep
        env.run(is_training=False)
        return int(env.timestep - before)

    return Loop(play)


class BoardgameClient:
    """13 Leaves on the local client of boardgame.io, in a process of node that waits between its turns."""

    def __init__(self) -> None:
        node, folder = peers.boardgame()
        command = [node, str(Path(__file__).with_name("leaves.cjs")), str(folder)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, seconds: float) -> Rate:
        """Play; raises NotMeasured where node has ended."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None  # noqa: S101 - PIPE makes both
        assert answers is not None  # noqa: S101
        try:
            asked.write(f"{seconds}\n")
            asked.flush()
            return Rate(**json.loads(answers.readline()))
        except (OSError, ValueError) as error:
            raise peers.NotMeasured("node has ended") from error


def boardgame_client(_: Random) -> Side:
    client = BoardgameClient()
    client.run(3)  # node compiles what has run often: let it
    return client
