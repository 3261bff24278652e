"""A person at the table, in a terminal; bots answer for the other seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from lan_thirteen.bots.base import Bot
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.core.values import Refusal
from lan_thirteen.net.store import MatchFile
from lan_thirteen.table.match import Match
from lan_thirteen.ui.terminal.console import Console, whole_number
from lan_thirteen.ui.terminal.teller import Teller, TextBoard

_COMMANDS = ("h", "l", "r", "q")


class PersonLeft(Exception):
    """The person pressed q."""


@dataclass
class TerminalTable:
    """One match told in a terminal: to the person in ``teller.me``, or to someone who watches bots play."""

    match: Match[Any, Any, Any, Any]
    board: TextBoard[Any, Any, Any]
    teller: Teller
    console: Console
    bots: Mapping[Seat, Bot[Any, Any]]
    pause: Callable[[], None]
    """Called before a bot's move is shown."""
    file: MatchFile | None = None
    is_silent: bool = False
    """Tell nothing but what goes wrong."""
    unsaved: Refusal | None = None
    """Why the match is not saved any more."""
    _log: list[str] = field(default_factory=list)
    _saved: int = 0

    def play(self) -> None:
        """Play the match to its end. Raises PersonLeft, or InputEnded where the input does."""
        while (actor := self.match.actor) is not None:
            if actor is DEALER:
                self._next_deal()
            elif actor in self.bots:
                self._bot_turn(actor)
            else:
                self._person_turn(actor)

    def _next_deal(self) -> None:
        if self.match.is_between_deals and self.teller.me is not None:
            self._ask(self.teller.say(f"ask.next-deal.{self.match.header.game}"))
        self._tell(self.match.draw())

    def _bot_turn(self, seat: Seat) -> None:
        game, state = self.match.game, self.match.state
        action = self.bots[seat].choose(game.view(state, seat), game.legal(state))
        self.pause()
        self._tell(self.match.play(seat, action))

    def _person_turn(self, seat: Seat) -> None:
        view = self.match.game.view(self.match.state, seat)
        legal = self.match.game.legal(self.match.state)
        choices = self._choices(view, legal)
        self._show_turn(view, legal, list(choices))
        while True:
            answer = self._ask(self.teller.say("ask.choice", len(choices)))
            number = whole_number(answer) or 0
            if 1 <= number <= len(choices):
                break
            self.console.write(self.teller.say("ask.no-such-choice", len(choices)))
        self._tell(self.match.play(seat, list(choices.values())[number - 1]))

    def _choices(self, view: Any, legal: Sequence[Any]) -> dict[str, Any]:
        """The legal actions by the words for them, in their order; of those that read the same, the first."""
        choices: dict[str, Any] = {}
        for action in sorted(legal, key=partial(self.board.order, view)):
            choices.setdefault(self.board.choice(self.teller, view, action), action)
        return choices

    def _show_turn(self, view: Any, legal: Sequence[Any], choices: Sequence[str]) -> None:
        say = self.teller.say
        self.console.write("", *self.board.table(self.teller, view), "", say("turn.choices"))
        width = len(str(len(choices)))
        self.console.write(*(f"  {number:>{width}}  {choice}" for number, choice in enumerate(choices, 1)))
        if closed := self.board.closed(self.teller, view, legal):
            self.console.write(say("turn.closed"), *(f"  {line}" for line in closed))

    def _ask(self, prompt: str) -> str:
        """What the person answered that is no command. Raises PersonLeft."""
        while True:
            answer = self.console.ask(prompt).lower()
            if answer not in _COMMANDS:
                return answer
            if answer == "q":
                if self._is_sure():
                    raise PersonLeft
                continue
            if answer == "l":
                self.console.write("", self.teller.say("log.heading"), *self._log)
            elif answer == "r":
                self.console.write("", *self.teller.say(f"rules.{self.match.header.game}").split("\n"))
                self.console.write(*self.teller.unusual_options(self.match.game.info, self.match.header.options))
            else:
                self.console.write(*self.teller.say("help.keys").split("\n"))

    def _is_sure(self) -> bool:
        say = self.teller.say
        question = say("ask.leave") if self.file is None else say("ask.leave-saved")
        return self.console.ask(question).lower() == say("answer.yes")

    def _tell(self, events: Sequence[Any]) -> None:
        self._save()
        game, me = self.match.game, self.teller.me
        seen = [told for event in events if (told := game.redact(event, me)) is not None]
        view = game.view(self.match.state, me)
        lines = [line for event in seen for line in self.board.story(self.teller, event, view)]
        self._log += lines
        if not self.is_silent:
            self.console.write(*lines)

    def _save(self) -> None:
        """Write what is new. A disk that fails is said once, and play goes on."""
        if self.file is None:
            return
        try:
            for record in self.match.records[self._saved :]:
                self.file.append(record)
                self._saved = record.index + 1
        except JournalError as error:
            self.file, self.unsaved = None, error.why
            self.console.write(self.teller.why(error.why), self.teller.say("file.not-saved-further"))
