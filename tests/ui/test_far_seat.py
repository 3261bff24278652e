"""At a far table a person is told what is awaited, and can answer again after a refusal."""

from __future__ import annotations

import io
from typing import Any

import pytest
from msgspec.structs import replace

from lan_thirteen.core.game import DEALER, Seat
from lan_thirteen.core.lobby import (
    Colour,
    DealId,
    HouseRules,
    Lobby,
    Person,
    Phase,
    Presence,
    SeatInfo,
    SeatKind,
    WatcherInfo,
)
from lan_thirteen.core.shuffle import numbered_seed
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.acquaintances import Acquaintances
from lan_thirteen.net.aside import TableWords
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.guest import Cut, Joined, Wavering
from lan_thirteen.net.orders import ProofFailed, ProofSaved
from lan_thirteen.ui.terminal.console import Console, Terminal
from lan_thirteen.ui.terminal.far_seat import FarSeat, Prove
from lan_thirteen.ui.text import load_language
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack
from tests.support.messages import as_changed

ANA, BO, CY = Person(1), Person(2), Person(3)


class Listening:
    """A guest that keeps what it was to say."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    def send(self, message: Any) -> None:
        self.said.append(message)


def lobby(phase: Phase = Phase.PLAYING) -> Lobby:
    seats = tuple(
        SeatInfo(SeatKind.PERSON, person, name, 0, "", is_ready=False, presence=Presence.HERE)
        for person, name in ((ANA, "Ana"), (BO, "Bo"), (CY, "Cy"))
    )
    options = tuple((option.name, option.default) for option in GAMES["dreizehn"].game.info.options)
    return Lobby("Evening", phase, "", "dreizehn", options, HouseRules(), seats, (), ANA, False, None, ())


def told(seat: Seat | None, moves: int = 0) -> m.Told:
    """What a seat (None: who watches) is told after so many moves of a match in which seat 0 plays first."""
    game = GAMES["dreizehn"].game
    state = game.new_match(3, {})
    deal = game.deal(state, numbered_seed(1, 0))
    state = game.apply(state, DEALER, replace(deal, first=Seat(0))).state
    for _ in range(moves):
        actor = game.actor(state)
        assert actor is not None
        state = game.apply(state, actor, game.legal(state)[0]).state
    legal = game.legal(state) if game.actor(state) == seat else ()
    return m.Told(seat, moves + 1, 7, pack(game.view(state, seat)), (), tuple(map(pack, legal)), b"", b"")


def visit(
    person: Person, phase: Phase = Phase.PLAYING, *, is_proven: bool = False, prove: Prove | None = None
) -> tuple[FarSeat, Listening, io.StringIO]:
    sink, guest = io.StringIO(), Listening()
    terminal = Terminal(load_language(), Console(io.StringIO(), sink))
    seat = FarSeat(terminal, guest, Acquaintances(None), prove)  # type: ignore[arg-type]
    seat.hear(Joined(m.Welcome(person, is_back=False, mac=b""), b"", b"", bytes(32), is_proven=is_proven))
    seat.hear(as_changed(lobby(phase)))
    return seat, guest, sink


def test_a_refused_move_can_be_made_again() -> None:
    seat, guest, sink = visit(ANA)
    seat.hear(told(Seat(0)))
    seat.typed("1")
    assert len(guest.said) == 1
    seat.typed("1")
    assert len(guest.said) == 1
    assert "Your choice is on its way." in sink.getvalue()
    seat.hear(m.Refused(1, "table.paused", (), ()))
    seat.typed("1")
    assert [act.nonce for act in guest.said] == [1, 2]
    assert guest.said[0].action == guest.said[1].action


def test_who_waits_is_told_for_whom_and_sees_table_and_hand_when_they_come() -> None:
    seat, _, sink = visit(BO)
    seat.hear(told(Seat(1)))
    text = sink.getvalue()
    assert "Your hand:" in text
    assert text.endswith("Waiting for Ana.\n")
    seat.hear(told(Seat(1), moves=2))
    assert sink.getvalue().endswith("Waiting for Cy.\n")
    assert sink.getvalue().count("Your hand:") == 1


def test_who_watches_is_told_so_and_sees_the_table() -> None:
    seat, _, sink = visit(Person(9))
    seat.hear(told(None))
    text = sink.getvalue()
    assert "Only watching" in text
    assert "Target 1: empty" in text
    assert "Your hand:" not in text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("t", None),
        ("c hello all", m.Chat("hello all")),
        ("bot 3", m.StandIn(2)),
        ("kick 2", m.Kick(BO)),
        ("sit 2", m.Sit(1)),
        ("sit", m.Sit(None)),
        ("stand", m.Stand()),
        ("p", m.Pause()),
    ],
)
def test_keys_ask_what_the_help_says(line: str, message: Any) -> None:
    seat, guest, _ = visit(ANA)
    seat.typed(line)
    assert guest.said == ([] if message is None else [message])


def test_what_this_laptop_makes_of_a_deal_is_a_line() -> None:
    seat, _, sink = visit(ANA)
    seat.hear(DealChecked(DealId(1, 2, 1), Colour.GREEN, Refusal("fair.green", (2,))))
    seat.hear(DealChecked(DealId(1, 3, 1), Colour.RED, Refusal("fair.red.hand", (3,), ("Evening", "Ana"))))
    assert sink.getvalue().endswith(
        "Deal 2 is checked: nobody has chosen the cards. This laptop has mixed them too.\n"
        "Deal 3: the host of Evening, the table of Ana, gave you other cards than were drawn.\n"
    )


WORDS = TableWords(("lusab", "gutih", "rivon"))
SAID = (
    "Compare these three words aloud: the same on every laptop?\n"
    "  lusab · gutih · rivon\n"
    "If they are, all of you sit at one table with the same people. "
    "If not, the host shows you different tables: do not play.\n"
)


def test_the_words_of_the_table_are_told_when_a_match_begins_and_once() -> None:
    seat, _, sink = visit(ANA, Phase.LOBBY)
    seat.hear(WORDS)
    assert "lusab" not in sink.getvalue()
    seat.hear(as_changed(lobby(Phase.DEALING)))
    assert sink.getvalue().endswith(SAID)
    for news in (WORDS, as_changed(lobby())):
        seat.hear(news)
    assert sink.getvalue().count("lusab") == 1
    seat.hear(TableWords(("lusab", "gutih", "mopak")))
    assert sink.getvalue().count("mopak") == 1
    for phase in (Phase.LOBBY, Phase.DEALING):
        seat.hear(as_changed(lobby(phase)))
    assert sink.getvalue().count("mopak") == 2


def test_who_comes_into_a_match_is_told_its_words_when_they_are_known() -> None:
    seat, _, sink = visit(BO)
    assert "Compare" not in sink.getvalue()
    seat.hear(WORDS)
    assert sink.getvalue().endswith(SAID)


def test_a_key_tells_the_words_and_what_was_found_the_newest_first() -> None:
    seat, _, sink = visit(ANA)
    seat.typed("w")
    assert sink.getvalue().endswith(
        "The three words to compare are not known yet.\nNo deal is over yet. Each one is checked when it ends.\n"
    )
    seat.hear(WORDS)
    grey = DealChecked(DealId(1, 2, 1), Colour.GREY, Refusal("fair.grey.late", (2,)))
    green = DealChecked(DealId(1, 2, 2), Colour.GREEN, Refusal("fair.green", (2,)))
    red = DealChecked(DealId(1, 3, 1), Colour.RED, Refusal("fair.red.hand", (3,), ("Evening", "Ana")))
    later = DealChecked(DealId(1, 3, 2), Colour.GREEN, Refusal("fair.green", (3,)))
    for news in (grey, green, red, later):
        seat.hear(news)
    seat.typed("w")
    assert sink.getvalue().endswith(
        SAID
        + "Deal 3: the host of Evening, the table of Ana, gave you other cards than were drawn.\n"
        + "Deal 2 is checked: nobody has chosen the cards. This laptop has mixed them too.\n"
    )


@pytest.mark.parametrize(
    ("news", "line"),
    [
        (
            ProofSaved("/home/ana/a.proof"),
            "The proof is saved as /home/ana/a.proof. Anybody can check it: lan-thirteen audit FILE",
        ),
        (
            ProofFailed(Refusal("fair.grey.nobody", (3,))),
            "Deal 3: the host has mixed the cards alone, as nobody was there to do it too.",
        ),
    ],
)
def test_a_key_saves_a_proof_and_tells_what_became_of_it(news: ProofSaved | ProofFailed, line: str) -> None:
    seat, guest, sink = visit(ANA, prove=lambda: news)
    seat.typed("proof")
    assert sink.getvalue().endswith(line + "\n")
    assert guest.said == []


def test_who_is_left_out_of_a_deal_is_named() -> None:
    seat, _, sink = visit(ANA)
    seat.hear(m.Notice("fair.left-out", (2,), ("Bo",)))
    assert "Bo in seat 2 has not answered" in sink.getvalue()


def test_in_the_waiting_room_bots_are_seated_and_seats_freed() -> None:
    seat, guest, sink = visit(ANA, Phase.LOBBY)
    for line in ("bot 2", "free 2"):
        seat.typed(line)
    assert guest.said == [m.SetSeatBot(1, "normal"), m.SetSeatBot(1, "")]
    assert "This is your table: start it when all are ready." in sink.getvalue()


@pytest.mark.parametrize("line", ["zzz", "c", "bot 9", "bot x", "kick 0"])
def test_a_key_that_does_nothing_is_said(line: str) -> None:
    seat, guest, sink = visit(ANA)
    seat.typed(line)
    assert guest.said == []
    assert sink.getvalue().endswith("This key does nothing here. Type h for help.\n")


def test_a_number_out_of_turn_is_said() -> None:
    seat, guest, sink = visit(BO)
    seat.hear(told(Seat(1)))
    seat.typed("3")
    assert guest.said == []
    assert "It is not your turn." in sink.getvalue()


def come_back(seat: FarSeat, person: Person, table: Lobby, news: m.Told) -> None:
    """What a guest hears whose connection was lost and is there again."""
    seat.hear(Cut())
    seat.hear(Joined(m.Welcome(person, is_back=True, mac=b""), b"", b"", b""))
    seat.hear(as_changed(table))
    seat.hear(news)


def with_presence(of: Lobby, person: Person, presence: Presence) -> Lobby:
    seats = (replace(info, presence=presence) if info.person == person else info for info in of.seats)
    return replace(of, seats=tuple(seats))


def test_who_comes_back_in_their_turn_is_asked_again_and_can_answer() -> None:
    seat, guest, sink = visit(ANA)
    seat.hear(told(Seat(0)))
    seat.typed("1")
    come_back(seat, ANA, lobby(), told(Seat(0)))
    assert sink.getvalue().count("Your choice (1-") == 2
    seat.typed("1")
    assert len(guest.said) == 2


def test_who_comes_back_between_two_deals_is_asked_again_whether_they_are_ready() -> None:
    seat, guest, sink = visit(BO)
    seat.hear(told(Seat(1)))
    seat.hear(as_changed(lobby(Phase.INTERMISSION)))
    asks = "Press Enter when you are ready to go on.\n"
    assert sink.getvalue().count(asks) == 1
    seat.hear(as_changed(with_presence(lobby(Phase.INTERMISSION), CY, Presence.LOST)))
    assert sink.getvalue().count(asks) == 1
    come_back(seat, BO, lobby(Phase.INTERMISSION), told(Seat(1)))
    assert sink.getvalue().count(asks) == 2
    assert sink.getvalue().rindex("Your hand:") < sink.getvalue().rindex(asks)
    seat.typed("")
    assert guest.said == [m.Ready(True)]


def test_who_comes_back_after_the_end_is_told_how_it_ended() -> None:
    seat, guest, sink = visit(ANA)
    seat.hear(told(Seat(0)))
    last = told(Seat(0), moves=1)
    view = unpack(last.view, GAMES["dreizehn"].view_type)
    last = replace(last, view=pack(replace(view, turn=None, totals=(-4, 31, 17))))
    come_back(seat, ANA, lobby(Phase.FINISHED), last)
    assert sink.getvalue().count("The match is over.") == 1
    standings = sink.getvalue().partition("The match is over.")[2]
    assert all(total in standings for total in ("31", "17", "-4"))
    assert standings.endswith("Type a to play again with the same people, or q to leave.\n")
    seat.typed("a")
    assert guest.said == [m.Again()]


@pytest.mark.parametrize("presence", [Presence.UNSTEADY, Presence.LOST, Presence.LEFT])
def test_an_absence_that_was_told_is_told_to_be_over(presence: Presence) -> None:
    seat, _, sink = visit(ANA)
    seat.hear(as_changed(with_presence(lobby(), BO, presence)))
    seat.hear(as_changed(lobby()))
    assert sink.getvalue().endswith("Bo is back.\n")


def test_what_is_known_of_the_table_is_said_once_and_no_more_than_that() -> None:
    for is_proven in (True, False):
        seat, _, sink = visit(BO, Phase.LOBBY, is_proven=is_proven)
        seat.hear(Joined(m.Welcome(BO, is_back=True, mac=b""), b"", b"", bytes(32)))
        seat.hear(as_changed(lobby(Phase.LOBBY)))
        assert sink.getvalue().count("First time at this computer.") == 1
        assert sink.getvalue().count("PIN proven: this table knows it too.") == is_proven


def test_a_pin_can_be_set_typed_drawn_and_taken_away() -> None:
    seat, guest, sink = visit(ANA, Phase.LOBBY)
    for line in ("pin 40713", "pin off", "pin", "pin 4071", "pin x"):
        seat.typed(line)
    said = [message.pin for message in guest.said]
    assert said[:2] == ["40713", ""]
    assert len(said) == 3
    assert len(said[2]) == 5
    seat.typed("pin 40713")
    assert "40713" not in sink.getvalue()
    seat.hear(m.Notice("pin.set", (), ()))
    assert "The PIN is 40713. Tell it to those who may join." in sink.getvalue()


class _NoHost:
    """Opens nothing."""

    def hear(self, *_: object) -> None:
        pass


def test_the_owner_hands_the_table_over_by_the_number_of_a_seat() -> None:
    seat, guest, _ = visit(ANA)
    seat.typed("hand 2")
    assert guest.said == [m.HandOver(BO)]


@pytest.mark.parametrize(("word", "is_willing"), [("yes", True), ("no", False)])
def test_who_is_asked_to_be_the_host_answers_with_a_word(word: str, is_willing: bool) -> None:
    seat, guest, sink = visit(BO)
    seat._heir = _NoHost()  # type: ignore[assignment]
    seat.hear(m.AskHost(is_dealt=True))
    assert guest.said == []
    assert "Ana asks whether your computer will be the host" in sink.getvalue()
    assert "all cards of this deal" in sink.getvalue()
    seat.typed(word)
    assert guest.said == [m.WillHost(is_willing)]


def test_a_computer_that_cannot_be_the_host_says_so_at_once() -> None:
    seat, guest, _ = visit(BO)
    seat.hear(m.AskHost(is_dealt=False))
    assert guest.said == [m.WillHost(is_willing=False)]


def seats_with_bo(info: SeatInfo) -> tuple[SeatInfo, ...]:
    return tuple(info if seat.person == BO else seat for seat in lobby().seats)


def test_who_is_lost_is_named_with_the_time_until_a_bot_plays() -> None:
    seat, _, sink = visit(ANA)
    seat.hear(told(Seat(0)))
    lost = replace(lobby().seats[1], presence=Presence.LOST, waits_ms=59_100)
    seat.hear(as_changed(replace(lobby(), seats=seats_with_bo(lost))))
    assert sink.getvalue().endswith("Bo is lost. The seat stays theirs.\nA bot plays for Bo in 60 seconds.\n")
    seat.hear(as_changed(replace(lobby(), seats=seats_with_bo(replace(lost, waits_ms=30_000)))))
    assert "30 seconds" not in sink.getvalue()


def test_a_table_that_falls_silent_and_answers_again_is_told() -> None:
    seat, _, sink = visit(ANA)
    seat.hear(Wavering(is_silent=True))
    assert sink.getvalue().endswith("The table does not answer just now. Wait a moment.\n")
    seat.hear(Wavering(is_silent=False))
    assert sink.getvalue().endswith("The table answers again.\n")


def claimed() -> Lobby:
    return replace(lobby(), watchers=(WatcherInfo(Person(9), "Bo (2)", claims=Seat(1)),))


def test_the_owner_is_asked_by_name_whether_a_seat_is_somebodys_and_answers_by_its_number() -> None:
    seat, guest, sink = visit(ANA)
    seat.hear(as_changed(claimed()))
    seat.hear(as_changed(claimed()))
    assert sink.getvalue().count("Bo (2) says that seat 2 of Bo is theirs, from another laptop.") == 1
    seat.typed("give 2")
    seat.typed("keep 2")
    assert guest.said == [m.Grant(Person(9), is_granted=True), m.Grant(Person(9), is_granted=False)]
    seat.typed("give 3")
    assert len(guest.said) == 2
    assert sink.getvalue().endswith("This key does nothing here. Type h for help.\n")


def test_the_others_are_told_that_the_owner_is_asked() -> None:
    seat, _, sink = visit(CY)
    seat.hear(as_changed(claimed()))
    assert "Bo (2) says that seat 2 of Bo is theirs. The owner of the table is asked." in sink.getvalue()


def test_who_has_lost_their_key_says_which_seat_was_theirs() -> None:
    seat, guest, _ = visit(Person(9))
    seat.typed("mine 2")
    assert guest.said == [m.Claim(1)]
