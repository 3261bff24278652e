"""One match at a table: who applies actions, and the one door for all that is told of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from lan_thirteen.core.game import Actor, Due, Game, Options, Seat, Viewer
from lan_thirteen.core.lobby import Phase
from lan_thirteen.table.commands import Accept, Begin, Record, Refuse, Submit, Tell
from lan_thirteen.table.match import Match, Seeds, header_for

AnyTell: TypeAlias = Tell[Any, Any, Any]

LONGEST_STORY: Final = 400
"""More events than a deal has; whoever has missed more is told the last ones."""

ANSWERS_KEPT: Final = 64


class Play:
    """The match, its story since the deal, and what has been answered. Raises BadSettings as ``Match`` does."""

    def __init__(
        self, rules: Game[Any, Any, Any, Any], options: Options, players: Sequence[str], seeds: Seeds, number: int
    ) -> None:
        """``number``: of the match at its table, 1 up."""
        self.match = Match(rules, header_for(rules, options, players), seeds)
        self._number = number
        self._story: list[tuple[Any, ...]] = []
        """What happened at each action of this deal, unredacted."""
        self._answers: OrderedDict[Submit[Any], Accept | Refuse] = OrderedDict()

    @property
    def index(self) -> int:
        """How many actions have been played."""
        return len(self.match.records)

    @property
    def actor(self) -> Actor | None:
        return self.match.actor

    @property
    def phase(self) -> Phase:
        """Where the match is, as its state has it; before the first deal it is being dealt."""
        if self.actor is None:
            return Phase.FINISHED
        if self.match.game.due(self.match.state) is Due.DEAL:
            return Phase.INTERMISSION if self.match.is_between_deals else Phase.DEALING
        return Phase.PLAYING

    @property
    def begun(self) -> Begin:
        header = self.match.header
        return Begin(self._number, header.game, tuple(header.options.items()), header.players)

    def act(self, seat: Seat, action: Any) -> list[Record[Any]]:
        """Play what the rules allow, and the chance in its wake: what to write down."""
        before = self.index
        self._story.append(self.match.play(seat, action))
        self._restock()
        return self.match.records[before:]

    def deal(self) -> list[Record[Any]]:
        """Deal: what to write down. A new story begins."""
        before = self.index
        self._story = [self.match.draw()]
        self._restock()
        return self.match.records[before:]

    def take_up(self, records: Sequence[Record[Any]]) -> list[Record[Any]]:
        """Go on after these, with the chance that is due: what to write down. Raises JournalError."""
        deals = self.match.deals
        for events in self.match.take_up(records):
            if self.match.deals > deals:
                deals, self._story = self.match.deals, []
            self._story.append(events)
        before = self.index
        self._restock()
        return self.match.records[before:]

    def tell(self, viewer: Viewer, tenure: int, since: int, may_act: bool = True) -> AnyTell:
        """All that ``viewer`` may know, and the story from index ``since`` on, of this deal at most.

        Whatever leaves the table leaves it here. Without ``may_act`` a seat is not asked, as a stand-in plays for it.
        """
        game, state = self.match.game, self.match.state
        first = self.index - len(self._story)
        missed = [event for step in self._story[max(0, since - first) :] for event in step]
        seen = [
            (told, game.redact(event, None)) for event in missed if (told := game.redact(event, viewer)) is not None
        ]
        # the deal itself happens in the open; what came into the hand is seen in the view alone
        is_dealt = viewer is not None and bool(self._story) and since <= first
        is_private = is_dealt or any(told != watched for told, watched in seen)
        story = tuple(told for told, _ in seen[-LONGEST_STORY:])
        legal = game.legal(state) if may_act and viewer is not None and self.actor == viewer else ()
        return Tell(viewer, self.index, tenure, game.view(state, viewer), story, legal, is_private)

    def answer_to(self, submit: Submit[Any]) -> Accept | Refuse | None:
        """What was answered to this very command before."""
        return self._answers.get(submit)

    def remember(self, submit: Submit[Any], answer: Accept | Refuse) -> None:
        self._answers[submit] = answer
        if len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)

    def _restock(self) -> None:
        while self.match.game.due(self.match.state) is Due.RESTOCK:
            self._story.append(self.match.draw())
