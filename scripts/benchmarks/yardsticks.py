"""The three games once more, in the fastest plain way: yardsticks for what the shipped rules pay for their manners.

The states of these change in place, moves are ints that nobody checks, nothing is told and nothing can be taken back;
only the standard options are known. The rules are the same: ``lockstep`` plays both side by side. Three Thirteen
melds with the program's own search, the fastest at hand; that search has goals of its own.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from itertools import product
from typing import Final, Protocol, TypeAlias

from lan_thirteen.games.dreizehn.model import COLOUR_OF, HAND_SIZE, LIMIT, RED
from lan_thirteen.games.dreizehn.model import VALUE_OF as POINTS_OF
from lan_thirteen.games.leaves.model import HAND_SIZE as LEAVES_EACH
from lan_thirteen.games.leaves.model import VALUE_OF
from lan_thirteen.games.three_thirteen.melds import deadwood, outs
from lan_thirteen.games.three_thirteen.model import MAX_RESTOCKS, Scheme, packs_for

Mix: TypeAlias = Callable[[MutableSequence[int]], None]
"""Shuffles in place."""

TRICK_GUARD: Final = 100


class Yardstick(Protocol):
    """One deal of a game."""

    turn: int
    is_over: bool

    def legal(self) -> list[int]:
        """Every move of the seat whose turn it is."""
        ...

    def apply(self, move: int) -> None:
        """Make a move that is legal."""
        ...

    def points(self) -> list[int]:
        """What the deal gives each seat, once it is over."""
        ...


_PLAYS: Final = [tuple(range(16 * value + 1, 16 * value + 9)) for value in range(14)]


class Leaves:
    """13 Leaves. Moves: 16 * value + count plays, -value takes, 0 takes nothing."""

    def __init__(self, seats: int, first: int, order: Sequence[int]) -> None:
        self.seats, self.turn, self.is_over = seats, first, False
        each = LEAVES_EACH[seats]
        self.hands = [[0] * 14 for _ in range(seats)]
        for place in range(seats * each):
            self.hands[(first + place) % seats][VALUE_OF[order[place]]] += 1
        self.left = [each] * seats
        self.table = [0] * 14
        self.low = self.high = self.tricks = 0
        self.has_led = False
        self.stays = [True] * seats
        self.staying = seats

    def legal(self) -> list[int]:
        hand, low, high, table = self.hands[self.turn], self.low, self.high, self.table
        moves: list[int] = []
        if not low:
            for v in range(1, 14):
                moves += _PLAYS[v][: hand[v]]
            return [*moves, 0] if self.has_led else moves
        # loops with append: few and short as they are, they run faster than slices and comprehensions
        needed = table[low]
        for v in range(1, low + 1):
            count = hand[v]
            while count >= needed:
                moves.append(v * 16 + count)
                count -= 1
        needed = table[high]
        for v in range(high if high > low else high + 1, 14):
            count = hand[v]
            while count >= needed:
                moves.append(v * 16 + count)
                count -= 1
        for v in range(low, high + 1):
            if table[v]:
                moves.append(-v)
        return moves

    def apply(self, move: int) -> None:
        if move > 0:
            self._play(move >> 4, move & 15)
            if self.is_over:
                return
        else:
            self._take(-move)
        seat, seats, stays = self.turn + 1, self.seats, self.stays
        while not stays[seat % seats]:
            seat += 1
        self.turn = seat % seats
        if self.staying == 1:
            self._end_trick()

    def points(self) -> list[int]:
        least = min(self.left)
        has_won = [left == least for left in self.left]
        return [0 if won and not all(has_won) else left for won, left in zip(has_won, self.left, strict=True)]

    def _play(self, value: int, count: int) -> None:
        seat = self.turn
        self.hands[seat][value] -= count
        self.left[seat] -= count
        self.table[value] += count
        self.has_led = True
        if not self.low:
            self.low = self.high = value
        elif value < self.low:
            self.low = value
        elif value > self.high:
            self.high = value
        self.is_over = not self.left[seat]

    def _take(self, value: int) -> None:
        seat, table = self.turn, self.table
        self.stays[seat] = False
        self.staying -= 1
        if not value:
            return
        table[value] -= 1
        self.hands[seat][value] += 1
        self.left[seat] += 1
        if not table[value]:
            if self.low == self.high:
                self.low = self.high = 0
            elif value == self.low:
                while not table[self.low]:
                    self.low += 1
            elif value == self.high:
                while not table[self.high]:
                    self.high -= 1

    def _end_trick(self) -> None:
        self.table = [0] * 14
        self.low = self.high = 0
        self.has_led = False
        self.stays = [True] * self.seats
        self.staying = self.seats
        self.tricks += 1
        self.is_over = self.tricks == TRICK_GUARD


def _moves(colours: tuple[int, ...]) -> list[list[int]]:
    """The moves of each card while the targets have these colours."""
    moves = []
    for card, colour in enumerate(COLOUR_OF):
        fitting = colours if colour == RED else (colour,) if colour in colours else (RED,)
        moves.append([4 * card + target for target in range(3) if colours[target] in fitting])
    return moves


_MOVES: Final = {colours: _moves(colours) for colours in product(range(4), repeat=3)}


class Dreizehn:
    """Dreizehn. Moves: 4 * card + target."""

    def __init__(self, seats: int, first: int, order: Sequence[int]) -> None:
        self.seats, self.turn, self.is_over = seats, first, False
        dealt = seats * HAND_SIZE
        self.hands = [list(order[(s - first) % seats : dealt : seats]) for s in range(seats)]
        self.stock = [*order[:dealt:-1], order[dealt]]
        self.sums = [0, 0, 0]
        self.colours = [RED] * 3  # red stands for no colour yet
        self.moves = _MOVES[RED, RED, RED]
        self.piles: list[list[int]] = [[], [], []]
        self.taken: list[list[int]] = [[] for _ in range(seats)]
        self.unplayed = len(order)

    def legal(self) -> list[int]:
        moves = self.moves
        return [move for card in self.hands[self.turn] for move in moves[card]]

    def apply(self, move: int) -> None:
        card, target, seat = move >> 2, move & 3, self.turn
        hand = self.hands[seat]
        hand.remove(card)
        colour = COLOUR_OF[card]
        if colour != RED and self.colours[target] != colour:
            self.colours[target] = colour
            self.moves = _MOVES[tuple(self.colours)]
        value = POINTS_OF[card]
        reached = self.sums[target] + value
        if reached > LIMIT:
            self.taken[seat] += self.piles[target]
            self.piles[target] = [card]
            reached = value
        else:
            self.piles[target].append(card)
        self.sums[target] = reached
        if self.stock:
            hand.append(self.stock.pop())
        self.unplayed -= 1
        self.is_over = not self.unplayed
        self.turn = (seat + 1) % self.seats

    def points(self) -> list[int]:
        colours = [[COLOUR_OF[card] for card in taken] for taken in self.taken]
        counts = [[mine.count(colour) for colour in range(4)] for mine in colours]
        points = [2 * count[RED] + sum(count[:RED]) for count in counts]
        for colour in range(RED):
            of_colour = [count[colour] for count in counts]
            most = max(of_colour)
            if of_colour.count(most) == 1:
                points[of_colour.index(most)] -= most
        return points


DRAW: Final = -1
TAKE: Final = -2
OUT: Final = 1000


class ThreeThirteen:
    """Three Thirteen. Moves: DRAW from the stock, TAKE the discard, a card is thrown, OUT + card goes out with it."""

    def __init__(self, seats: int, first: int, order: Sequence[int], each: int, mix: Mix) -> None:
        self.seats, self.turn, self.is_over = seats, first, False
        dealt = seats * each
        self.hands = [list(order[(s - first) % seats : dealt : seats]) for s in range(seats)]
        self.discards = [order[dealt]]
        self.stock = list(reversed(order[dealt + 1 :]))
        self.scheme, self.mix = Scheme(each, packs_for(seats)), mix
        self.is_drawing = True
        self.restocks = 0
        self.out = self.barred = -1

    def legal(self) -> list[int]:
        if self.is_drawing:
            return [TAKE, DRAW][not self.discards : 1 + self._has_stock()]
        hand, barred = self.hands[self.turn], self.barred
        moves = [card for card in hand if card != barred]
        if self.out < 0:
            moves += [OUT + card for card in outs(hand, self.scheme) if card != barred]
        return moves

    def apply(self, move: int) -> None:
        hand = self.hands[self.turn]
        if move == DRAW:
            if not self.stock:
                self._restock()
            hand.append(self.stock.pop())
            self.is_drawing = False
        elif move == TAKE:
            self.barred = self.discards[-1] if self._has_stock() else -1
            hand.append(self.discards.pop())
            self.is_drawing = False
        else:
            if move >= OUT:
                move -= OUT
                self.out = self.turn
            hand.remove(move)
            self.discards.append(move)
            self.turn = (self.turn + 1) % self.seats
            self.barred, self.is_drawing = -1, True
            is_used_up = self.out < 0 and not self.stock and self.restocks == MAX_RESTOCKS
            self.is_over = self.turn == self.out or is_used_up

    def points(self) -> list[int]:
        return [deadwood(hand, self.scheme) for hand in self.hands]

    def _has_stock(self) -> bool:
        return bool(self.stock) or (self.restocks < MAX_RESTOCKS and len(self.discards) > 1)

    def _restock(self) -> None:
        self.stock = self.discards[:-1]
        self.discards = self.discards[-1:]
        self.mix(self.stock)
        self.restocks += 1
