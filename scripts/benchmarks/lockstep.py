"""The yardsticks beside the shipped rules: in the same deal both must list the same moves and score alike."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from random import Random
from typing import Any, NamedTuple

from lan_thirteen.core import shuffle
from lan_thirteen.core.game import DEALER, Deal
from lan_thirteen.games.dreizehn.model import Place
from lan_thirteen.games.dreizehn.rules import Dreizehn
from lan_thirteen.games.leaves.model import Play, Take
from lan_thirteen.games.leaves.rules import Leaves
from lan_thirteen.games.three_thirteen.model import Discard, DrawDiscard, DrawStock
from lan_thirteen.games.three_thirteen.rules import ThreeThirteen
from scripts.benchmarks import selfplay, yardsticks
from scripts.benchmarks.yardsticks import Mix, Yardstick


class Pair(NamedTuple):
    """Shipped rules before a deal, and how a yardstick begins it."""

    game: Any
    start: Any
    begin: Callable[[Deal, Mix], Yardstick]


def pairs() -> tuple[Pair, ...]:
    seats = selfplay.SEATS
    three_thirteen = ThreeThirteen()
    return (
        Pair(Leaves(), Leaves().new_match(seats, {}), lambda d, _: yardsticks.Leaves(seats, d.first, d.order)),
        Pair(Dreizehn(), Dreizehn().new_match(seats, {}), lambda d, _: yardsticks.Dreizehn(seats, d.first, d.order)),
        *(
            Pair(three_thirteen, start, _three_thirteen(start.options.cards_each(start.deal + 1)))
            for start in (three_thirteen.new_match(seats, {}), selfplay.before_the_last_deal())
        ),
    )


def disagreements(deals: int) -> int:
    """In how many of so many deals of each game a yardstick and the shipped rules part."""
    chance = Random("lockstep")
    return sum(not _agree(pair, chance) for pair in pairs() for _ in range(deals))


def _agree(pair: Pair, chance: Random) -> bool:
    """Play a deal on both sides: whether they listed the same moves and gave the same points."""
    game, seed = pair.game, chance.randbytes(32)
    deal = game.deal(pair.start, seed)
    state = game.apply(pair.start, DEALER, deal).state
    yardstick = pair.begin(deal, _mixer(seed))
    while state.is_live and not yardstick.is_over:
        actor = game.actor(state)
        if actor is DEALER:
            state = game.apply(state, actor, game.deal(state, seed)).state
            continue
        actions = {_move(action): action for action in game.legal(state)}
        if actor != yardstick.turn or sorted(actions) != sorted(yardstick.legal()):
            return False
        # who can go out does, so that both get to score deals
        move = max(actions) if max(actions) >= yardsticks.OUT else chance.choice(list(actions))
        state = game.apply(state, actor, actions[move]).state
        if isinstance(actions[move], DrawStock) and state.needs_restock:
            state = game.apply(state, DEALER, game.deal(state, seed)).state
        yardstick.apply(move)
    return not state.is_live and yardstick.is_over and list(state.totals) == yardstick.points()


def _three_thirteen(each: int) -> Callable[[Deal, Mix], Yardstick]:
    return lambda deal, mix: yardsticks.ThreeThirteen(selfplay.SEATS, deal.first, deal.order, each, mix)


def _mixer(seed: bytes) -> Mix:
    """Shuffles as the rules do for the restocks of this deal; the top card comes last."""
    times = 0

    def mix(cards: MutableSequence[int]) -> None:
        nonlocal times
        times += 1
        cards[:] = reversed(shuffle.shuffled(cards, seed, shuffle.restock_label(times)))

    return mix


def _move(action: Any) -> int:
    """The move of a yardstick that is this action."""
    match action:
        case Play(value, count):
            return 16 * value + count
        case Take(value):
            return -(value or 0)
        case Place(card, target):
            return 4 * card + target
        case DrawStock():
            return yardsticks.DRAW
        case DrawDiscard():
            return yardsticks.TAKE
        case Discard(card, out):
            return card + yardsticks.OUT * out
        case _:
            raise TypeError(action)
