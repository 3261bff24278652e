"""A person in a terminal plays whole matches, is told what is possible and why the rest is not, and can leave."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.bots.registry import make_bot
from lan_thirteen.core.errors import JournalError
from lan_thirteen.core.game import Seat, Viewer
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.dreizehn import model as dreizehn
from lan_thirteen.games.leaves import model as leaves
from lan_thirteen.games.registry import GAMES
from lan_thirteen.games.three_thirteen import model as three_thirteen
from lan_thirteen.table.match import Match, header_for
from lan_thirteen.ui.terminal.boards import BOARDS
from lan_thirteen.ui.terminal.console import Console, InputEnded, printable
from lan_thirteen.ui.terminal.seat import PersonLeft, TerminalTable
from lan_thirteen.ui.terminal.teller import Teller
from lan_thirteen.ui.terminal.three_thirteen import _cards
from lan_thirteen.ui.text import load_language
from tests.ui.test_language import KEYS

ENGLISH = load_language()
ANA = Seat(0)


class Typing(io.StringIO):
    """Standard input on which somebody types these lines, and after them ``always`` for ever, unless None."""

    def __init__(self, *lines: str, always: str | None = None) -> None:
        super().__init__()
        self._lines = iter(lines)
        self._always = always

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # typeshed: bases disagree
        line = next(self._lines, self._always)
        return "" if line is None else line + "\n"


def table(game: str, source: Typing, options: dict[str, Any] | None = None, me: Viewer = ANA) -> TerminalTable:
    """A table of three with the person at seat 0 and normal bots."""
    names = ["Ana", "Bo", "Cy"]
    rules = GAMES[game].game
    return TerminalTable(
        match=Match(rules, header_for(rules, options or {}, names), lambda deal: numbered_seed(3, deal)),
        board=BOARDS[game],
        teller=Teller(ENGLISH, names, me),
        console=Console(source, io.StringIO()),
        bots={Seat(s): make_bot(game, "normal", b"") for s in range(3) if s != me},
        pause=lambda: None,
    )


def said(at: TerminalTable) -> str:
    sink = at.console._sink
    assert isinstance(sink, io.StringIO)
    return sink.getvalue()


@pytest.mark.parametrize("options", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_can_be_played_by_numbers(game: str, options: bool) -> None:
    every_other = {o.name: o.values[-1] for o in GAMES[game].game.info.options if o.name != "trick_guard"}
    at = table(game, Typing(always="1"), every_other if options else {})
    at.play()
    text = said(at)
    assert at.match.actor is None
    assert "It is your turn." in text
    assert not {word for word in re.findall(r"[a-z-]+(?:\.[a-z0-9-]+)+", text) if word in KEYS}
    assert "{" not in text


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_bots_is_told_to_one_who_watches(game: str) -> None:
    at = table(game, Typing(), me=None)
    at.play()
    assert at.match.actor is None
    assert "You" not in said(at)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_shown_but_what_the_seat_was_told(game: str) -> None:
    """The very same lines come out when the cards that the person never gets to know are others."""
    at = table(game, Typing(*["1"] * 5))
    with pytest.raises(InputEnded):
        at.play()
    hidden = [c for z in at.match.game.zones(at.match.state) if not z.is_open_to(Seat(0)) for c in z.cards]
    names = dict(zip(hidden, [*hidden[1:], hidden[0]], strict=True))
    other = table(game, Typing())
    for step_of, state in ((at, at.match.state), (other, at.match.game.relabel(at.match.state, names))):
        step_of.match.state = state
        step_of._show_turn(at.match.game.view(state, Seat(0)), at.match.game.legal(state), [])
    assert said(other) == said(at)[-len(said(other)) :]


def test_choices_outside_the_list_and_rubbish_are_refused_in_a_sentence() -> None:
    at = table("leaves", Typing("0", "99", "-1", "1.5", "²", "seven", "", "9" * 5000, "q", "y"))
    with pytest.raises(PersonLeft):
        at.play()
    assert said(at).count("Type a number from 1 to ") == 8
    assert [r for r in at.match.records if r.seat == 0] == []


def test_the_keys_show_help_log_and_rules_and_do_not_move() -> None:
    at = table("dreizehn", Typing("h", "l", "r", "Q", "n", "q", "y"))
    with pytest.raises(PersonLeft):
        at.play()
    for part in ("A number chooses.", "So far:", "Exactly 13 is safe.", "Leave the match?"):
        assert part in said(at)
    assert [r for r in at.match.records if r.seat == 0] == []


def test_a_disk_that_fails_is_said_once_and_play_goes_on() -> None:
    class Full:
        def append(self, record: Any) -> None:
            raise JournalError(Refusal("file.cannot-write", (), ("x",)))

    at = table("leaves", Typing(always="1"))
    at.file = Full()  # type: ignore[assignment]
    at.play()
    assert said(at).count("The file x cannot be written.") == 1
    assert said(at).count("from here on it is not saved") == 1
    assert at.match.actor is None


def closed(game: str, view: Any, legal: tuple[Any, ...] = ()) -> list[str]:
    return BOARDS[game].closed(Teller(ENGLISH, ["a"] * 8, Seat(0)), view, legal)


def leaves_view(hand: tuple[int, ...], stacks: tuple[tuple[int, int], ...]) -> leaves.View:
    rules = GAMES["leaves"].game
    view: leaves.View = rules.view(rules.new_match(3, {}), Seat(0))
    return replace(view, hand=hand, table=stacks, turn=Seat(0), deal=1)


def test_13_leaves_says_why_a_value_cannot_be_played() -> None:
    """Example L2 of the rules: on 6×2 9×1 a single 4 is too few, and 7 lies inside."""
    view = leaves_view((2, 2, 4, 6, 6, 6, 7, 9, 9, 12), ((6, 2), (9, 1)))
    assert closed("leaves", view, (leaves.Take(6), leaves.Take(9))) == [
        "2: The end with the 6 holds 2 cards, so at least 2 are needed there.",
        "4: The end with the 6 holds 2 cards, so at least 2 are needed there.",
        "6: The end with the 6 holds 2 cards, so at least 2 are needed there.",
        "7: 7 lies between the ends 6 and 9. Only the ends can be extended.",
    ]


def test_13_leaves_tells_the_leader_only_that_passing_is_closed() -> None:
    assert closed("leaves", leaves_view((3, 7, 7), ()), (leaves.Play(3, 1),)) == [
        "pass: You lead this round, so you must play. Choose a card."
    ]


def test_dreizehn_says_why_a_colour_cannot_go_on_a_target() -> None:
    """A colour that lies somewhere goes only there, another one on a target without a colour, a red four anywhere."""
    rules = GAMES["dreizehn"].game
    view: dreizehn.View = rules.view(rules.new_match(3, {}), Seat(0))
    blue, green, yellow, red = 8, 17, 28, 42
    targets = ((dreizehn.BLUE, (0,)), (dreizehn.GREEN, (14,)), (None, ()))
    view = replace(view, hand=(blue, green, yellow, red), targets=targets, turn=Seat(0), deal=1)
    assert closed("dreizehn", view) == [
        "blue: only target 1 takes this colour.",
        "green: only target 2 takes this colour.",
        "yellow on target 1: Target 1 has another colour. Choose another target.",
        "yellow on target 2: Target 2 has another colour. Choose another target.",
    ]


def test_three_thirteen_says_what_keeps_a_player_from_going_out() -> None:
    rules = GAMES["three-thirteen"].game
    view: three_thirteen.View = rules.view(rules.new_match(3, {}), Seat(0))
    split = three_thirteen.Split((), (11, 12), 20)
    view = replace(view, split=split, is_drawing=False, turn=Seat(0), deal=1)
    assert closed("three-thirteen", view) == ["You cannot go out: 20 points would be left over."]
    assert closed("three-thirteen", replace(view, out=Seat(1))) == [
        "Somebody is out already, so this is your last turn and nobody else can go out."
    ]


@pytest.mark.parametrize(("has_suits", "wanted"), [(True, "A♣ 10♦ Q♥* K♠ Joker"), (False, "AC 10D QH* KS Joker")])
def test_cards_read_as_people_know_them(has_suits: bool, wanted: str) -> None:
    rules = GAMES["three-thirteen"].game
    view = replace(rules.view(rules.new_match(2, {}), None), deal=10)
    teller = Teller(ENGLISH, ["a", "b"], None, has_suits=has_suits)
    assert _cards(teller, view, (0, 13 + 9, 26 + 11, 39 + 12, 52)) == wanted


@pytest.mark.parametrize("spoiled", ["\x1b[2J", "a\nb", "\u202eabc", "\x00", "\ud800"])
def test_a_name_cannot_steer_the_terminal(spoiled: str) -> None:
    assert not set(printable(spoiled)) & set("\x1b\n\u202e\x00\ud800")


def test_a_terminal_without_the_letters_shows_a_mark_and_goes_on() -> None:
    raw = io.BytesIO()
    console = Console(Typing(), io.TextIOWrapper(raw, encoding="cp1252", newline="\n"))
    assert not console.can_show("♠")
    console.write("桌 ♠ ×")
    assert raw.getvalue() == b"? ? \xd7\n"
