"""The program on computers of the lab, driven as people drive it: by lines typed and lines read."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from lan_thirteen.audit.replayed import Replayed, replayed
from lan_thirteen.core.game import Actor, Deal, Seat
from lan_thirteen.games.registry import GAMES
from lan_thirteen.net.journal_file import read_journal
from lan_thirteen.net.recorder import read_secrets
from lan_thirteen.net.store import SecretFile
from lan_thirteen.table.records import replay
from tests.lab.host import Host
from tests.lab.process import Process
from tests.support.waiting import eventually

PROGRAM: Final = (sys.executable, "-m", "lan_thirteen")
PATIENT: Final = 40.0
"""Seconds for anything that must come on a machine that is busy."""
SEEN: Final = 3.0
"""Seconds in which a table must be in every list."""

CHOICE: Final = r"^Your choice \(1-(?P<most>\d+), h for help\):\n"
READY: Final = r"^Press Enter when you are ready to go on\.\n"
OVER: Final = r"^The match is over\.\n(?:  \d+\. .*\n)+"
PROMPT: Final = f"{CHOICE}|{READY}|{OVER}"
LOST: Final = r"^The connection is lost\. Trying again …\n"
BACK: Final = r"^You are back at the table\.\n"


def start(host: Host, *arguments: str) -> Process:
    return host.spawn([*PROGRAM, *arguments], PYTHONUTF8="1")


def listed(host: Host) -> list[dict[str, Any]]:
    """What ``tables`` shows there."""
    rows: list[dict[str, Any]] = json.loads(host.run([*PROGRAM, "tables", "--json"]).stdout)
    return rows


class Standing(NamedTuple):
    """How far a match is."""

    actors: tuple[Actor | None, ...]
    """Who had to act after each action."""
    deals: int

    def waits_for(self, seat: int) -> bool:
        """Whether this seat, 1 up, must act."""
        return self.actors[-1] == Seat(seat - 1)


class Table:
    """An open table, whose bots answer at once."""

    def __init__(
        self, host: Host, game: str, seats: int, *more: str, name: str = "Game night", typed: str = ""
    ) -> None:
        self.host = host
        self.seats = seats
        self.name = name
        arguments = ("--game", game, "--seats", str(seats), "--name", name, "--pause", "0", "--json")
        self.program = start(host, "host", *arguments, *more)
        if typed:
            self.program.send(typed)
        self.facts: dict[str, Any] = json.loads(self.program.wait_for(r"^\{.*\}\n", PATIENT)[0])
        self.id: str = self.facts["table"]
        self.port: int = self.facts["port"]

    @property
    def matches(self) -> list[Path]:
        """The files of its matches, oldest first."""
        return sorted(self.host.home.rglob("matches/*.lan13"))

    @property
    def players(self) -> tuple[str, ...]:
        """Who sat where in its only match."""
        return self._played().header.players

    def story(self, seat: int | None = None) -> list[str]:
        """The lines of its only match, told by ``replay``: to a seat, 1 up, or to all."""
        (match,) = self.matches
        to = () if seat is None else ("--seat", str(seat))
        secrets = ("--secrets", match.with_suffix(SecretFile.SUFFIX))
        done = self.host.run([*PROGRAM, "replay", match, "--all", *secrets, *to], PYTHONUTF8="1")
        assert done.returncode == 0, done.stdout
        return [line for line in done.stdout.splitlines() if line and not line.startswith("Options of this match: ")]

    def now(self) -> Standing:
        """How far its only match is."""
        header, records, _ = self._played()
        game = GAMES[header.game].game
        actors = [game.actor(step.state) for step in replay(game, header, records)]
        return Standing(tuple(actors), sum(isinstance(record.action, Deal) for record in records))

    def _played(self) -> Replayed:
        (match,) = self.matches
        lines = read_journal(match).lines  # first: whatever it says was dealt is among the secrets by then
        kept = read_secrets(match.with_suffix(SecretFile.SUFFIX))
        return replayed(lines, [one.sealed.secret for one in kept.values()])


class Guest:
    """Somebody at a table: a person who watches or types, or a bot on its own."""

    def __init__(self, host: Host, table: str, name: str, *more: str) -> None:
        self.host = host
        self.name = name
        self.program = start(host, "join", table, "--name", name, *more)
        self._arguments = (table, *more)
        self._mark = 0
        self._luck = random.Random(name)

    def again(self) -> Guest:
        """The same person on the same computer, who has started the program once more."""
        table, *more = self._arguments
        return Guest(self.host, table, self.name, *more)

    def comes_in(self) -> Guest:
        self.sees(r"^You are at the table\.\n")
        return self

    def sees(self, pattern: str, timeout: float = PATIENT) -> re.Match[str]:
        """The next place on the screen that reads so."""
        match = self.program.wait_for(pattern, timeout, since=self._mark)
        self._mark = match.end()
        return match

    def types(self, line: str) -> None:
        self.program.send(line)

    def is_asked(self) -> str:
        """The next question, with table, hand and choices, from the line before them on."""
        before = self._mark
        end = self.sees(CHOICE).end()
        return question("\n" + self.program.output[before:end])  # the line before ended there

    def answers(self) -> None:
        """Choose anything of what was asked last."""
        most = re.findall(CHOICE, self.program.output[: self._mark], re.MULTILINE)[-1]
        self.types(str(self._luck.randint(1, int(most))))

    def plays(self, until: Callable[[], bool] = lambda: False) -> None:
        """Answer whatever is asked until the match is over, or until this holds when a choice is asked for."""
        while True:
            match = self.sees(PROMPT)
            if match["most"] is None:
                if match[0].startswith("The match"):
                    return
                self.types("")
            elif until():
                return
            else:
                self.answers()

    def was_told(self, story: Sequence[str]) -> list[str]:
        """What it was told of this story, in the order and as often as it was told."""
        of_it = set(story)
        return [line for line in self.program.lines if line in of_it]


def question(screen: str) -> str:
    """The last question on a screen: from the empty line before the table to the prompt."""
    head, turn, choices = screen.rpartition("\n\nIt is your turn. You can:\n")
    return head[head.rindex("\n\n") :] + turn + choices


def begin(owner: Guest, seats: int, *others: Guest) -> None:
    """All are ready, and the owner begins."""
    for guest in (owner, *others):
        guest.types("y")
    owner.sees(rf"^Table .*\n(?:Options .*\n)?(?:  \d+\. .*(?:, ready|\(bot\))\n){{{seats}}}")
    owner.types("s")


@contextmanager
def playing(person: Guest, until: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """This person plays beside what the block does, which lasts until the match is over for them."""
    with ThreadPoolExecutor(1) as pool:
        ending = pool.submit(person.plays, until)
        yield
        ending.result()


def play_out(*people: Guest) -> None:
    """All these people play to the end of the match, each at their own terminal."""
    with ExitStack() as all_of_them:
        for person in people:
            all_of_them.enter_context(playing(person))


def see_the_end(table: Table, seats: dict[int, Guest], *watching: Guest) -> None:
    """Everybody was told the match as the file on the host's laptop tells it, with the same standings."""
    for guest in (*seats.values(), *watching):
        guest.program.wait_for(OVER, PATIENT)
    stories = [(guest, table.story(seat)) for seat, guest in seats.items()]
    stories += [(guest, table.story()) for guest in watching]
    for guest, story in stories:
        with suppress(TimeoutError):  # a screen may still be on its way when its first line is here
            eventually(lambda g=guest, s=story: len(g.was_told(s)) >= len(s), PATIENT)  # type: ignore[misc]
        assert guest.was_told(story) == story
