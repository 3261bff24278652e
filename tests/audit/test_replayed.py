"""A journal as a match that can be stepped through."""

from __future__ import annotations

from random import Random

import pytest

from lan_thirteen.audit.replayed import replayed
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.game import Deal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.table.records import replay
from lan_thirteen.trust import journal as j
from tests.audit.test_journal import restocked
from tests.support.journals import Journal, Scribe, lively, plain


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_journal_plays_again_to_the_same_state(game: str, seed: int) -> None:
    journal = lively(game, str(seed), deals=4)
    match = replayed(journal.lines)
    assert list(replay(GAMES[game].game, match.header, match.records))[-1].state == journal.state
    assert not match.is_cut
    assert match.header.players[0] == "Ana"


def test_new_stocks_are_played_again() -> None:
    journal = restocked()
    match = replayed(journal.lines)
    assert list(replay(GAMES["three-thirteen"].game, match.header, match.records))[-1].state == journal.state


def unfinished() -> tuple[Journal, bytes]:
    scribe = Scribe("dreizehn", Random("unfinished"))
    scribe.begin()
    scribe.deal()
    secret = scribe.draw()
    for _ in range(5):
        scribe.play(*scribe.choose())
    return scribe.journal, secret


def test_a_deal_that_was_not_finished_is_left_out() -> None:
    journal, _ = unfinished()
    match = replayed(journal.lines)
    assert match.is_cut
    assert sum(isinstance(record.action, Deal) for record in match.records) == 1


def test_with_what_the_host_has_kept_it_is_shown_too() -> None:
    journal, secret = unfinished()
    match = replayed(journal.lines, [bytes(32), secret])
    assert not match.is_cut
    assert list(replay(GAMES["dreizehn"].game, match.header, match.records))[-1].state == journal.state
    assert replayed(journal.lines, [bytes(32)]).is_cut


def test_a_match_of_which_nothing_was_played_has_no_records() -> None:
    journal = plain("leaves")
    match = replayed(journal.lines[:3])
    assert (match.records, match.is_cut) == ((), False)


def test_a_journal_from_which_no_match_follows_is_refused_with_the_deal() -> None:
    journal = plain("leaves")
    shown = journal.places(j.DealShown)
    played = journal.places(j.Played)
    for place, deal in ((shown[0], 1), (played[3], 1), (played[-3], 2)):
        broken = journal.tampered(lambda records, place=place: records.pop(place))  # type: ignore[misc]
        with pytest.raises(JournalError) as raised:
            replayed(broken.lines)
        assert raised.value.why.code == "audit.not-playable"
        assert raised.value.why.numbers == (deal,)


@pytest.mark.parametrize("lines", [[], [b"rubbish"], [b'["Back",1]']])
def test_what_is_no_journal_is_refused(lines: list[bytes]) -> None:
    with pytest.raises(JournalError) as raised:
        replayed(lines)
    assert raised.value.why.code == "file.not-a-match"
