"""A bot is a function of what its seat sees; it is never given a state.

A game's bots share one *judge*: it strikes out what nobody should play and says what the rest is worth. The levels
differ in how clearly they see that worth. A bot keeps no memory: what a player may remember is in the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Protocol, TypeVar

import msgspec

V_contra = TypeVar("V_contra", contravariant=True)
V = TypeVar("V", bound=msgspec.Struct)
A = TypeVar("A")


class Bot(Protocol[V_contra, A]):
    def choose(self, view: V_contra, legal: Sequence[A]) -> A:
        """One of ``legal``, which is not empty; the same for the same view."""
        ...


class Judge(Protocol[V_contra, A]):
    """What the bots of one game know of playing it."""

    @property
    def blur(self) -> float:
        """How far an easy bot errs about an action's worth: the standard deviation, in units of ``worth``."""
        ...

    def sensible(self, view: V_contra, legal: Sequence[A]) -> Sequence[A]:
        """``legal`` without the actions that some other one beats whatever is hidden; never empty."""
        ...

    def worth(self, view: V_contra, actions: Sequence[A]) -> Sequence[float]:
        """How good each of these actions looks, higher is better."""
        ...


@dataclass(frozen=True, slots=True)
class JudgingBot(Generic[V, A]):
    """Plays the sensible action of most worth; ``blur`` above 0 makes it err."""

    judge: Judge[V, A]
    seed: bytes
    blur: float = 0.0

    def choose(self, view: V, legal: Sequence[A]) -> A:
        actions = self.judge.sensible(view, legal)
        worths = self.judge.worth(view, actions)
        if self.blur:
            chance = _chance(self.seed, view)
            worths = [worth + chance.gauss(0, self.blur) for worth in worths]
        return actions[worths.index(max(worths))]


@dataclass(frozen=True, slots=True)
class RandomBot(Generic[V, A]):
    """Plays any legal action: the yardstick for the others."""

    seed: bytes

    def choose(self, view: V, legal: Sequence[A]) -> A:
        return _chance(self.seed, view).choice(legal)


def _chance(seed: bytes, view: msgspec.Struct) -> Random:
    """Chance that depends on the seed and on what is seen, so that the same view is answered in the same way."""
    return Random(seed + msgspec.msgpack.encode(view))  # noqa: S311  # a bot's whim is no secret
