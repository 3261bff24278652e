"""The questions before a match: which game, how many players, how strong the bots."""

from __future__ import annotations

from lan_thirteen.bots.registry import LEVELS
from lan_thirteen.core.game import GameInfo
from lan_thirteen.games.registry import GAMES, AnyEntry
from lan_thirteen.ui.terminal.console import Terminal, whole_number


def ask_game(terminal: Terminal) -> AnyEntry:
    """The game that the person chooses."""
    entries = list(GAMES.values())
    terminal.write(terminal.say("menu.games"))
    for number, entry in enumerate(entries, 1):
        info = entry.game.info
        title = terminal.say(f"game.{info.id}")
        line = terminal.say("menu.game", low=info.min_seats, high=info.max_seats, title=title)
        terminal.write(f"  {number}  {line}")
    question = terminal.say("menu.ask-game", len(entries))
    return entries[_ask_number(terminal, question, range(1, len(entries) + 1)) - 1]


def ask_seats(terminal: Terminal, info: GameInfo) -> int:
    """How many sit at the table, the person included."""
    usual = usual_seats(info)
    question = terminal.say("menu.ask-seats", low=info.min_seats, high=info.max_seats, usual=usual)
    return _ask_number(terminal, question, range(info.min_seats, info.max_seats + 1), usual)


def ask_level(terminal: Terminal) -> str:
    """How strong the bots play."""
    for number, level in enumerate(LEVELS, 1):
        terminal.write(f"  {number}  {terminal.say(f'level.{level}')}")
    usual = LEVELS.index("normal") + 1
    question = terminal.say("menu.ask-level", low=1, high=len(LEVELS), usual=usual)
    return LEVELS[_ask_number(terminal, question, range(1, len(LEVELS) + 1), usual) - 1]


def usual_seats(info: GameInfo) -> int:
    """How many sit at a table of this game unless somebody says otherwise."""
    return max(info.min_seats, min(4, info.max_seats))


def _ask_number(terminal: Terminal, question: str, allowed: range, usual: int | None = None) -> int:
    """One of ``allowed``; Enter alone means ``usual`` where there is one."""
    while True:
        answer = terminal.console.ask(question)
        if not answer and usual is not None:
            return usual
        number = whole_number(answer)
        if number is not None and number in allowed:
            return number
        terminal.write(terminal.say("menu.not-in-range", low=allowed[0], high=allowed[-1]))
