"""A match file, step by step, forwards and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lan_thirteen.core.game import Step, Viewer
from lan_thirteen.games.registry import AnyEntry
from lan_thirteen.ui.terminal.console import Console, whole_number
from lan_thirteen.ui.terminal.teller import Teller, TextBoard


class ReplayScreen:
    """The steps of a match, seen by the seat that the teller speaks to, or by someone who watches."""

    def __init__(
        self,
        entry: AnyEntry,
        steps: Sequence[Step[Any, Any]],
        board: TextBoard[Any, Any, Any],
        teller: Teller,
        console: Console,
    ) -> None:
        self._game = entry.game
        self._steps = steps
        self._board = board
        self._teller = teller
        self._console = console

    def tell_all(self) -> None:
        """The whole story, then how it stands."""
        for step in self._steps:
            self._console.write(*self._story(step))
        self._console.write(*self._standings())

    def walk(self) -> None:
        """Let the person step through it. Raises InputEnded where the input does."""
        say, last = self._teller.say, len(self._steps)
        at, told = 0, True
        while True:
            if told:
                self._show(at)
            answer = self._console.ask(say("replay.ask", last)).lower()
            told = True
            if answer in ("", "n"):
                at = min(at + 1, last)
            elif answer == "p":
                at = max(at - 1, 0)
            elif answer == "q":
                return
            elif (step := whole_number(answer)) is not None and step <= last:
                at = step
            else:
                told = False
                self._console.write(say("replay.no-such-step", last))

    def _show(self, at: int) -> None:
        """What step ``at`` (1 up) did and how the table stands after it; 0 is before the first."""
        self._console.write("", self._teller.say("replay.heading", at, len(self._steps)))
        if not at:
            return
        step = self._steps[at - 1]
        self._console.write(*self._story(step), "", *self._board.table(self._teller, self._view(step.state)))
        if at == len(self._steps):
            self._console.write(*self._standings())

    def _story(self, step: Step[Any, Any]) -> list[str]:
        view = self._view(step.state)
        seen = [told for event in step.events if (told := self._game.redact(event, self._me)) is not None]
        return [line for event in seen for line in self._board.story(self._teller, event, view)]

    def _standings(self) -> list[str]:
        if not self._steps:
            return [self._teller.say("replay.nothing")]
        state = self._steps[-1].state
        key = "match.over" if self._game.actor(state) is None else "match.unfinished"
        return ["", self._teller.say(key), *self._teller.standings(self._game.standings(state))]

    @property
    def _me(self) -> Viewer:
        return self._teller.me

    def _view(self, state: Any) -> Any:
        return self._game.view(state, self._me)
