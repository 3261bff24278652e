"""A person in a terminal, or a bot, at a table on another computer."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from lan_thirteen.bots.registry import LEVELS, make_bot
from lan_thirteen.core.game import ranked
from lan_thirteen.core.lobby import Lobby, Person, Phase, SeatKind
from lan_thirteen.core.pin import Pin, pin_of
from lan_thirteen.core.timing import Timing
from lan_thirteen.core.values import Refusal
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.acquaintances import Acquaintances
from lan_thirteen.net.aside import TableWords
from lan_thirteen.net.dealing import DealChecked
from lan_thirteen.net.follow import Follower
from lan_thirteen.net.guest import Bequest, Cut, Guest, Joined, News, Over, Wavering
from lan_thirteen.net.heir import Heir
from lan_thirteen.net.new_pin import new_pin
from lan_thirteen.net.orders import ProofFailed, ProofSaved
from lan_thirteen.ui.terminal.boards import BOARDS
from lan_thirteen.ui.terminal.console import InputEnded, Terminal, whole_number
from lan_thirteen.ui.terminal.far_table import changes, seat_of, teller_for
from lan_thirteen.ui.terminal.teller import SUITS, Teller
from lan_thirteen.ui.terminal.trust import Trust, proof_line
from lan_thirteen.wire import messages as m
from lan_thirteen.wire.codec import pack, unpack

Prove: TypeAlias = Callable[[], ProofSaved | ProofFailed]
"""Writes a proof of the match that this visit has seen."""


class Seen(NamedTuple):
    """What a ``Told`` says."""

    told: m.Told
    view: Any
    events: tuple[Any, ...]
    legal: tuple[Any, ...]


class FarSeat:
    """One visit to a table. What a person chooses comes from ``typed``; subclasses may answer by themselves."""

    def __init__(
        self,
        terminal: Terminal,
        guest: Guest,
        met: Acquaintances,
        prove: Prove | None = None,
        heir: Heir | None = None,
    ) -> None:
        """``heir`` None: this computer never becomes the host."""
        self._heir = heir
        self.terminal = terminal
        self.guest = guest
        self._prove = prove
        guest.watch_link = self.hear
        self.has_come = asyncio.Event()
        """Set once the table has let us in and has told what it is."""
        self._met = met
        self._joined: Joined | None = None
        """Until it has been told what is known of the table."""
        self._trust = Trust()
        self._next_pin: Pin | None = None
        """What the table was asked to make its PIN."""
        self.person = Person(0)
        self.lobby: Lobby | None = None
        self.seen: Seen | None = None
        self.why_over: Refusal | None = None
        self._log: list[str] = []
        self._choices: dict[str, Any] = {}
        self._is_answered = False
        """The last question was answered, and what became of it is not known yet."""
        self._shows_table = True
        """The table is to be shown with the next news of it."""
        self._nonce = 0

    async def visit(self) -> None:
        """Stay until the table says goodbye. Raises JoinError where it cannot be joined."""
        async with Follower(self.guest, Timing()) as follower:
            async for news in self.guest.news():
                follower.hear(news)
                if self._heir is not None:
                    self._heir.hear(self.guest, news)
                self.hear(news)

    def hear(self, news: News) -> None:
        """Tell what has happened."""
        say = self.terminal.say
        match news:
            case Joined(welcome):
                self.person, self._shows_table = welcome.person, True
                self._joined = None if self.has_come.is_set() else news
                self.terminal.write(say("far.back-in" if welcome.is_back else "far.in"))
            case Cut():
                self.terminal.write(say("far.cut"))
            case Wavering(is_silent):
                self.terminal.write(say("far.silent" if is_silent else "far.heard"))
            case Over(why):
                self.why_over = why
            case m.TableChanged(lobby):
                self._say_what_is_known(lobby.name)
                self._changed(lobby)
                self.has_come.set()
            case m.Told():
                self._told(news)
            case m.Refused(nonce, code, numbers, names):
                self.terminal.write(self.terminal.language.why(Refusal(code, numbers, names)))
                if nonce is not None:
                    self._is_answered = False
                    self._show_choices()
            case m.Notice(code, numbers, names):
                self.terminal.write(self.terminal.language.why(Refusal(code, numbers, names)))
                if code == "pin.set" and self._next_pin is not None:
                    self.terminal.write(say("host.pin", pin=self._next_pin.digits))
            case m.AskHost(is_dealt):
                self._asked_to_host(is_dealt=is_dealt)
            case Bequest() if self._heir is None:
                self.guest.send(m.WillHost(is_willing=False))
            case TableWords() | DealChecked():
                self.terminal.write(*self._trust.heard(self.terminal.language, news))
            case m.Said(person, text):
                self.terminal.write(say("far.says", who=self._person_name(person), text=text))
            case _:
                pass

    def typed(self, line: str) -> None:
        """Do what a person asks with this line."""
        word, _, rest = line.strip().partition(" ")
        key = word.lower()
        if key.isascii() and key.isdigit():
            self._choose(whole_number(key) or 0)
        elif (message := self._asked_for(key, rest)) is not None:
            self.guest.send(message)
        elif not self._shown(key):
            self.terminal.write(self.terminal.say("far.unknown-key"))

    def _asked_for(self, key: str, rest: str) -> m.FromGuest | None:
        """What this key asks of the table; ``rest`` is what stands behind it."""
        if key == "c" and rest:
            return m.Chat(rest[:200])
        if not key and self._waits_for_ready():
            return m.Ready(True)
        if key == "pin":
            return self._pin_asked_for(rest)
        number = whole_number(rest)
        if key in _SEAT_KEYS and number is not None and self.lobby is not None:
            return self._of_seat(key, number - 1, self.lobby) if 1 <= number <= len(self.lobby.seats) else None
        return _KEYS.get(key)

    def _pin_asked_for(self, rest: str) -> m.FromGuest | None:
        """The table shall have this PIN, any, or none."""
        if rest.strip().lower() == "off":
            return m.SetPin("")
        self._next_pin = pin_of(rest) if rest.strip() else new_pin()
        return None if self._next_pin is None else m.SetPin(self._next_pin.digits)

    def _say_what_is_known(self, table: str) -> None:
        """Once, to who has just come."""
        joined, self._joined = self._joined, None
        if joined is None:
            return
        say, standing = self.terminal.say, self._met.meet(joined.host_key, table, time.time())
        self.terminal.write(*([say("trust.proven")] if joined.is_proven else []), say(f"trust.host.{standing}"))

    def _asked_to_host(self, *, is_dealt: bool) -> None:
        """The owner asks whether this computer will be the host."""
        if self._heir is None:
            self.guest.send(m.WillHost(is_willing=False))
            return
        owner = None if self.lobby is None else self.lobby.owner
        name = "" if owner is None else self._person_name(owner)
        self.terminal.write("", self.terminal.say("far.ask-host.dealt" if is_dealt else "far.ask-host", who=name))

    def _of_seat(self, key: str, seat: int, lobby: Lobby) -> m.FromGuest | None:
        """What this key asks about a seat."""
        person = lobby.seats[seat].person
        if key == "sit":
            return m.Sit(seat)
        if key == "kick":
            return None if person is None else m.Kick(person)
        if key == "hand":
            return None if person is None else m.HandOver(person)
        if key == "mine":
            return m.Claim(seat)
        if key in ("give", "keep"):
            claimant = next((watcher.person for watcher in lobby.watchers if watcher.claims == seat), None)
            return None if claimant is None else m.Grant(claimant, key == "give")
        if key == "bot" and lobby.phase is not Phase.LOBBY:
            return m.StandIn(seat)
        return m.SetSeatBot(seat, LEVELS[-1] if key == "bot" else "")

    def _shown(self, key: str) -> bool:
        """Show what this key is for; False where it is for nothing that can be shown."""
        say = self.terminal.say
        if key == "l":
            self.terminal.write("", say("log.heading"), *self._log)
        elif key == "r" and self.lobby is not None:
            self.terminal.write("", *say(f"rules.{self.lobby.game}").split("\n"))
        elif key == "t":
            self._show_table()
        elif key == "w":
            self.terminal.write("", *self._trust.told(self.terminal.language))
        elif key == "proof" and self._prove is not None:
            self.terminal.write(proof_line(self.terminal.language, self._prove()))
        elif key == "h":
            self.terminal.write(*say("far.help").split("\n"))
        else:
            return not key
        return True

    def play(self, told: m.Told, action: Any) -> None:
        """Answer this question."""
        self._nonce += 1
        self._is_answered = True
        self.guest.send(m.Act(self._nonce, told.index, told.tenure, pack(action)))

    def asked(self, seen: Seen) -> None:
        """It is this seat's turn."""
        self._show_choices()

    def asked_to_go_on(self, lobby: Lobby) -> None:
        """The deal or the match may be over, and the table may wait for this person to go on."""
        if lobby.phase is Phase.INTERMISSION and self._waits_for_ready():
            self.terminal.write(self.terminal.say("far.ask-ready"))
        elif lobby.phase is Phase.FINISHED and lobby.owner == self.person:
            self.terminal.write(self.terminal.say("far.ask-again"))

    def changed(self, lobby: Lobby) -> None:
        """The table has changed, and that has been told."""

    def _changed(self, lobby: Lobby) -> None:
        old, self.lobby = self.lobby, lobby
        teller = self._teller(lobby)
        self.terminal.write(*changes(teller, old, lobby, self.person))
        self.terminal.write(*self._trust.changed(self.terminal.language, lobby.phase))
        is_new = old is None or old.phase is not lobby.phase
        if is_new and not self._shows_table:  # to who has just come it is said when they know how the match stands
            self._say_what_is_over(teller, lobby)
        self.changed(lobby)

    def _told(self, told: m.Told) -> None:
        if self.lobby is None:
            return
        entry, board = GAMES[self.lobby.game], BOARDS[self.lobby.game]
        view = unpack(told.view, entry.view_type)
        events = tuple(unpack(event, entry.event_type) for event in told.events)
        legal = tuple(unpack(action, entry.action_type) for action in told.legal)
        before, self.seen = self.seen, Seen(told, view, events, legal)
        teller = self._teller(self.lobby)
        lines = [line for event in events for line in board.story(teller, event, view)]
        self._log += lines
        self.terminal.write(*lines)
        self._choices, self._is_answered = {}, False
        for action in sorted(legal, key=partial(board.order, view)):
            self._choices.setdefault(board.choice(teller, view, action), action)
        if legal:
            self.asked(self.seen)
        else:
            self._wait(teller, before)
        self._shows_table = False

    def _wait(self, teller: Teller, before: Seen | None) -> None:
        """Say whose turn it is, where it has passed to a person; show the table to who has just come."""
        if self.lobby is None or self.seen is None:
            return
        if self._shows_table:
            self._show_table()
            self._say_what_is_over(teller, self.lobby)
        turn = self.seen.view.turn
        has_passed = before is None or before.view.turn != turn or self._shows_table
        if turn is not None and has_passed and self.lobby.seats[turn].kind is SeatKind.PERSON:
            self.terminal.write(teller.say("far.waits", who=teller.who(turn)))

    def _show_table(self) -> None:
        if self.lobby is not None and self.seen is not None:
            board = BOARDS[self.lobby.game]
            self.terminal.write("", *board.table(self._teller(self.lobby), self.seen.view))

    def _show_choices(self) -> None:
        if self.lobby is None or self.seen is None or not self._choices:
            return
        teller, board, seen = self._teller(self.lobby), BOARDS[self.lobby.game], self.seen
        width = len(str(len(self._choices)))
        self.terminal.write("", *board.table(teller, seen.view), "", teller.say("turn.choices"))
        self.terminal.write(*(f"  {number:>{width}}  {words}" for number, words in enumerate(self._choices, 1)))
        if closed := board.closed(teller, seen.view, seen.legal):
            self.terminal.write(teller.say("turn.closed"), *(f"  {line}" for line in closed))
        self.terminal.write(teller.say("ask.choice", len(self._choices)))

    def _choose(self, number: int) -> None:
        if not self._choices or self.seen is None:
            self.terminal.write(self.terminal.say("turn.not-yours"))
        elif self._is_answered:
            self.terminal.write(self.terminal.say("far.answered"))
        elif 1 <= number <= len(self._choices):
            self.play(self.seen.told, list(self._choices.values())[number - 1])
        else:
            self.terminal.write(self.terminal.say("ask.no-such-choice", len(self._choices)))

    def _say_what_is_over(self, teller: Teller, lobby: Lobby) -> None:
        if lobby.phase is Phase.FINISHED and self.seen is not None:
            self.terminal.write("", teller.say("match.over"), *teller.standings(ranked(self.seen.view.totals)))
        self.asked_to_go_on(lobby)

    def _waits_for_ready(self) -> bool:
        if self.lobby is None or (seat := seat_of(self.lobby, self.person)) is None:
            return False
        return self.lobby.phase in (Phase.LOBBY, Phase.INTERMISSION) and not self.lobby.seats[seat].is_ready

    def _teller(self, lobby: Lobby) -> Teller:
        has_suits = self.terminal.console.can_show(SUITS)
        return teller_for(lobby, self.person, self.terminal.language, has_suits=has_suits)

    def _person_name(self, person: Person) -> str:
        if self.lobby is None:
            return ""
        seats = (info.name for info in self.lobby.seats if info.person == person)
        watchers = (watcher.name for watcher in self.lobby.watchers if watcher.person == person)
        return next(iter([*seats, *watchers]), "")


class FarBot(FarSeat):
    """A bot of its own in the seat: it says it is ready, begins when all are, plays, and leaves at the end."""

    def __init__(self, terminal: Terminal, guest: Guest, met: Acquaintances, level: str) -> None:
        super().__init__(terminal, guest, met)
        self._level = level
        self._character = secrets.token_bytes(16)

    def asked(self, seen: Seen) -> None:
        if self.lobby is not None:
            bot = make_bot(self.lobby.game, self._level, self._character)
            self.play(seen.told, bot.choose(seen.view, seen.legal))

    def asked_to_go_on(self, lobby: Lobby) -> None:
        if lobby.phase is Phase.FINISHED:
            self.guest.leave()

    def changed(self, lobby: Lobby) -> None:
        if self._waits_for_ready():
            self.guest.send(m.Ready(True))
        elif lobby.owner == self.person and _all_ready(lobby):
            self.guest.send(m.Start())


_KEYS: dict[str, m.FromGuest] = {
    "y": m.Ready(True),
    "n": m.Ready(False),
    "s": m.Start(),
    "a": m.Again(),
    "p": m.Pause(),
    "g": m.Resume(),
    "yes": m.WillHost(is_willing=True),
    "no": m.WillHost(is_willing=False),
    "stand": m.Stand(),
    "sit": m.Sit(None),
}

_SEAT_KEYS = ("sit", "bot", "free", "kick", "hand", "mine", "give", "keep")
"""Keys with the number of a seat behind them, 1 up."""


def _all_ready(lobby: Lobby) -> bool:
    """Whether the waiting room is full and has nobody to wait for."""
    is_full = all(info.kind is not SeatKind.FREE for info in lobby.seats)
    return lobby.phase is Phase.LOBBY and is_full and all(i.person is None or i.is_ready for i in lobby.seats)


def read_lines(terminal: Terminal, into: asyncio.Queue[str | None]) -> None:
    """Put each line that is typed into the queue, and None when no more will come; reads in a thread of its own.

    Selector loops on Windows cannot watch standard input.
    """
    loop = asyncio.get_running_loop()

    def read() -> None:
        try:
            while True:
                line = terminal.console.read()
                loop.call_soon_threadsafe(into.put_nowait, line)
        except InputEnded:
            loop.call_soon_threadsafe(into.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
