"""What a terminal tells of the cards and of who sits at the table: words to compare, verdicts, a proof."""

from __future__ import annotations

from collections.abc import Iterator

from lan_thirteen.core.lobby import Colour, Phase
from lan_thirteen.net.aside import TableWords
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.orders import ProofFailed, ProofSaved
from lan_thirteen.ui.text import Language


class Trust:
    """Keeps the words and verdicts of one visit; what it gives are lines to be told."""

    def __init__(self) -> None:
        self._words: tuple[str, str, str] | None = None
        self._said: tuple[str, str, str] | None = None
        """The words that were told in this match."""
        self._phase = Phase.LOBBY
        self._checks: list[DealChecked] = []

    def heard(self, language: Language, news: TableWords | DealChecked) -> list[str]:
        """After news of either kind."""
        if isinstance(news, TableWords):
            self._words = news.words
            return self._unsaid(language)
        self._keep(news)
        return [language.why(news.why)]

    def changed(self, language: Language, phase: Phase) -> list[str]:
        """After the table has come to this phase: when a match begins, its words are told."""
        if phase is Phase.LOBBY:
            self._said = None
            self._checks.clear()
        self._phase = phase
        return self._unsaid(language)

    def told(self, language: Language) -> list[str]:
        """The words, what they say, and what was found, the newest first: for who asks."""
        verdicts = [language.why(check.why) for check in reversed(self._checks)]
        return [*self._lines(language), *(verdicts or [language.say("fair.none-yet")])]

    def _keep(self, new: DealChecked) -> None:
        """Of each deal the last word, but red stays."""
        same = next((old for old in self._checks if old.of.deal == new.of.deal), None)
        if same is None or same.colour is not Colour.RED:
            self._checks = [*(old for old in self._checks if old is not same), new]

    def _unsaid(self, language: Language) -> list[str]:
        if self._phase is Phase.LOBBY or self._words in (None, self._said):
            return []
        self._said = self._words
        return list(self._lines(language))

    def _lines(self, language: Language) -> Iterator[str]:
        if self._words is None:
            yield language.say("trust.words.none")
            return
        yield language.say("trust.words.ask")
        yield "  " + " · ".join(self._words)
        yield language.say("trust.words.mean")


def proof_line(language: Language, news: ProofSaved | ProofFailed) -> str:
    """What has become of a proof."""
    return language.say("proof.saved", path=news.path) if isinstance(news, ProofSaved) else language.why(news.why)
